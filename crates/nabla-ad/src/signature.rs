//! A method's Java parameters: their kinds, slots and names, and which of them are independents.

use crate::Wrt;
use crate::activity::fact::{ArrayKind, unboxed};
use crate::annotation::inactive_parameters;
use crate::codes::{self, CodeText};
use crate::emit::coef::Real;
use crate::receiver::RECEIVER;
use nabla_classfile::{ClassFile, CodeAttribute, Member, Opcode};

/// One Java parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its field descriptor.
    pub descriptor: String,
    /// Its first local variable slot.
    pub slot: u16,
    /// Its name, if the class file has it.
    pub name: Option<String>,
    /// Whether the user says that no derivative flows through it.
    pub inactive: bool,
}

impl Parameter {
    /// `double` or `float`: what a scalar independent can be.
    pub fn real(&self) -> Option<Real> {
        real_of(&self.descriptor)
    }

    /// A number, or one in a box: what is one independent.
    pub fn number(&self) -> Option<Real> {
        number_of(&self.descriptor)
    }

    /// Numbers: what an independent can be.
    pub fn is_real(&self) -> bool {
        self.number().is_some() || ArrayKind::of(&self.descriptor).is_some()
    }

    /// Slots the parameter takes.
    pub fn slots(&self) -> u16 {
        slots_of(&self.descriptor)
    }
}

/// The `double` or `float` a descriptor stands for.
pub fn real_of(descriptor: &str) -> Option<Real> {
    match descriptor {
        "D" => Some(Real::Double),
        "F" => Some(Real::Float),
        _ => None,
    }
}

/// The number that a descriptor stands for, or a box of one.
pub fn number_of(descriptor: &str) -> Option<Real> {
    real_of(unboxed(descriptor).unwrap_or(descriptor))
}

/// Slots a value of this descriptor takes.
pub fn slots_of(descriptor: &str) -> u16 {
    match descriptor {
        "D" | "J" => 2,
        "V" => 0,
        _ => 1,
    }
}

/// The instruction that loads a value of this type.
pub fn load(descriptor: &str) -> Opcode {
    match descriptor {
        "D" => Opcode::Dload,
        "F" => Opcode::Fload,
        "J" => Opcode::Lload,
        "Z" | "B" | "C" | "S" | "I" => Opcode::Iload,
        _ => Opcode::Aload,
    }
}

/// The instruction that returns a value of this type.
pub fn give(descriptor: &str) -> Opcode {
    match descriptor {
        "V" => Opcode::Return,
        "D" => Opcode::Dreturn,
        "F" => Opcode::Freturn,
        "J" => Opcode::Lreturn,
        "Z" | "B" | "C" | "S" | "I" => Opcode::Ireturn,
        _ => Opcode::Areturn,
    }
}

/// The parameters and result of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Whether there is no receiver.
    pub is_static: bool,
    /// The Java parameters, the receiver not among them.
    pub parameters: Vec<Parameter>,
    /// The descriptor of the result, `V` for none.
    pub result: String,
    /// Slots the receiver and the parameters take.
    pub parameter_slots: u16,
}

/// Splits a method descriptor into those of its parameters and its result.
pub fn split_descriptor(descriptor: &str) -> Option<(Vec<String>, String)> {
    let inner = descriptor.strip_prefix('(')?;
    let (mut rest, result) = inner.split_once(')')?;
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let dims = rest.bytes().take_while(|&b| b == b'[').count();
        let len = match rest.as_bytes().get(dims)? {
            b'L' => rest.find(';')? + 1,
            _ => dims + 1,
        };
        parameters.push(rest.get(..len)?.to_owned());
        rest = &rest[len..];
    }
    Some((parameters, result.to_owned()))
}

/// Whether a method's name may contain it, JVMS 4.2.2: a parameter may be called anything, such as Kotlin's
/// `<unused var>`.
fn is_unqualified(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', ';', '[', '/', '<', '>'])
}

impl Signature {
    /// Reads a method's signature; names come from `MethodParameters`, else from the local
    /// variable table.
    pub fn of(class: &ClassFile, method: &Member) -> nabla_classfile::Result<Option<Signature>> {
        let descriptor = class.pool.utf8(method.descriptor)?.into_owned();
        let Some((descriptors, result)) = split_descriptor(&descriptor) else {
            return Ok(None);
        };
        let is_static = method.access & 0x0008 != 0;
        let mut slot = u16::from(!is_static);
        let mut parameters = Vec::new();
        for descriptor in descriptors {
            let slots = slots_of(&descriptor);
            parameters.push(Parameter { descriptor, slot, name: None, inactive: false });
            slot += slots;
        }
        let mut signature = Signature { is_static, parameters, result, parameter_slots: slot };
        signature.name_parameters(class, method)?;
        let inactive = inactive_parameters(class, method, signature.parameters.len());
        signature.parameters.iter_mut().zip(inactive).for_each(|(p, inactive)| p.inactive = inactive);
        Ok(Some(signature))
    }

    fn name_parameters(&mut self, class: &ClassFile, method: &Member) -> nabla_classfile::Result<()> {
        if let Some(attribute) = class.attribute(&method.attributes, "MethodParameters") {
            let rows = attribute.bytes.get(1..).unwrap_or(&[]).chunks_exact(4);
            if rows.len() == self.parameters.len() {
                for (parameter, row) in self.parameters.iter_mut().zip(rows) {
                    let index = u16::from_be_bytes([row[0], row[1]]);
                    if index != 0 {
                        let name = class.pool.utf8(nabla_classfile::ConstIndex(index))?;
                        parameter.name = Some(name.into_owned()).filter(|name| is_unqualified(name));
                    }
                }
                return Ok(());
            }
        }
        let Some(code) = class.code(method)? else { return Ok(()) };
        for attribute in &code.attributes {
            let CodeAttribute::LocalVariables { name, rows } = attribute else { continue };
            if class.pool.utf8(*name)? != "LocalVariableTable" {
                continue;
            }
            for row in rows {
                // A parameter has its value from the first instruction on; a later row is another
                // variable in the same slot.
                if code.labels[row.start.0 as usize] != 0 {
                    continue;
                }
                let found = self.parameters.iter_mut().find(|p| p.slot == row.slot);
                if let Some(parameter) = found {
                    let name = class.pool.utf8(row.name)?.into_owned();
                    parameter.name = Some(name).filter(|name| is_unqualified(name));
                }
            }
        }
        Ok(())
    }

    /// The name of a parameter, or its index.
    pub fn label(&self, index: usize) -> String {
        self.parameters[index].name.clone().unwrap_or_else(|| index.to_string())
    }

    /// The indices of the independents, in parameter order, or the entry of the list that is none, and
    /// why. Fields of the receiver are none of the parameters, and are told last.
    pub fn independents(&self, wrt: &Wrt) -> Result<Vec<usize>, (&'static CodeText, String)> {
        let scalar = |i: &usize| self.parameters[*i].is_real() && !self.parameters[*i].inactive;
        let Wrt::Listed(entries) = wrt else {
            let default = |i: &usize| {
                let kind = ArrayKind::of(&self.parameters[*i].descriptor);
                scalar(i) && kind.is_none_or(|k| k.rank == 1)
            };
            return Ok((0..self.parameters.len()).filter(default).collect());
        };
        let twice = entries.iter().enumerate().find(|(at, entry)| entries[..*at].contains(entry));
        if let Some((_, entry)) = twice {
            return Err((codes::TWICE, entry.clone()));
        }
        let (fields, parameters): (Vec<_>, Vec<_>) = entries.iter().partition(|e| e.starts_with(RECEIVER));
        let mut found = Vec::new();
        for entry in parameters {
            let index = self
                .parameters
                .iter()
                .position(|p| p.name.as_deref() == Some(entry))
                .or_else(|| entry.parse().ok())
                .filter(|i| *i < self.parameters.len() && scalar(i))
                .ok_or_else(|| (codes::UNKNOWN_INDEPENDENT, entry.clone()))?;
            if found.contains(&index) {
                return Err((codes::TWICE, entry.clone()));
            }
            found.push(index);
        }
        if let Some(field) = fields.first() {
            return Err((codes::UNKNOWN_FIELD, (*field).clone()));
        }
        found.sort_unstable();
        Ok(found)
    }
}
