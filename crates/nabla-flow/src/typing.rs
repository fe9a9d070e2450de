//! The machine's values as types: what each instruction does to them, what frames and descriptors
//! say of them.

use std::collections::HashMap;
use std::sync::Arc;

use nabla_classfile::{ClassFile, Code, ConstIndex, Frame, Insn, Label, Member, Opcode, VerificationType};

use crate::descriptor::{Kind, MethodType, Reference};
use crate::error::{FlowError, Result};
use crate::machine::Interpreter;
use crate::state::{State, Value};
use crate::vtype::VType;

/// The interpretation of values as their types.
pub(crate) struct Typing<'c, 'a> {
    pub(crate) class: &'c ClassFile<'a>,
    pub(crate) code: &'c Code<'a>,
    names: HashMap<ConstIndex, Arc<str>>,
}

impl<'c, 'a> Typing<'c, 'a> {
    pub(crate) fn new(class: &'c ClassFile<'a>, code: &'c Code<'a>) -> Self {
        Typing { class, code, names: HashMap::new() }
    }

    /// What holds when the method is entered.
    pub(crate) fn entry(&self, method: &Member<'_>) -> Result<State<VType>> {
        const ACC_STATIC: u16 = 0x0008;
        let pool = &self.class.pool;
        let error = |e: nabla_classfile::Error| FlowError::malformed(0, e);
        let mut state = State::new(usize::from(self.code.max_locals));
        let mut types = Vec::new();
        if method.access & ACC_STATIC == 0 {
            let this = self.class.name().map_err(error)?;
            let constructor = pool.utf8(method.name).map_err(error)? == "<init>";
            types.push(match constructor && this != "java/lang/Object" {
                true => VType::UninitializedThis,
                false => VType::object(&this),
            });
        }
        let descriptor = pool.utf8(method.descriptor).map_err(error)?;
        let parsed = MethodType::parse(&descriptor).map_err(|e| FlowError::malformed(0, e))?;
        types.extend(parsed.params.iter().map(|p| VType::of_kind(&p.kind()).unwrap_or(VType::Top)));
        let mut slot = 0;
        for ty in types {
            let slots = if ty.is_wide() { 2 } else { 1 };
            state.set_local(slot, ty).map_err(|needed| {
                FlowError::malformed(
                    0,
                    format!(
                        "the parameters need {needed} local slots, {} are declared",
                        self.code.max_locals
                    ),
                )
            })?;
            slot += slots;
        }
        Ok(state)
    }

    /// What a frame says, by slots.
    pub(crate) fn frame(&mut self, at: usize, frame: &Frame) -> Result<State<VType>> {
        let mut state = State::new(usize::from(self.code.max_locals));
        let mut slot = 0;
        for ty in &frame.locals {
            let ty = self.verification_type(at, ty)?;
            let slots = if ty.is_wide() { 2 } else { 1 };
            if ty != VType::Top {
                state.set_local(slot, ty).map_err(|needed| {
                    FlowError::malformed(at, format!("the frame needs {needed} local slots"))
                })?;
            }
            slot += slots;
        }
        for ty in &frame.stack {
            let ty = self.verification_type(at, ty)?;
            state.stack.push(ty);
        }
        Ok(state)
    }

    fn verification_type(&mut self, at: usize, ty: &VerificationType) -> Result<VType> {
        Ok(match ty {
            VerificationType::Top => VType::Top,
            VerificationType::Integer => VType::Int,
            VerificationType::Float => VType::Float,
            VerificationType::Long => VType::Long,
            VerificationType::Double => VType::Double,
            VerificationType::Null => VType::Null,
            VerificationType::UninitializedThis => VType::UninitializedThis,
            VerificationType::Object(class) => VType::Object(self.name(at, *class)?),
            VerificationType::Uninitialized(label) => VType::Uninitialized(self.position(*label, at)?),
        })
    }

    /// The name of a class entry, one allocation for each.
    pub(crate) fn name(&mut self, at: usize, class: ConstIndex) -> Result<Arc<str>> {
        if let Some(name) = self.names.get(&class) {
            return Ok(name.clone());
        }
        let name: Arc<str> =
            self.class.pool.class_name(class).map_err(|e| FlowError::malformed(at, e))?.as_ref().into();
        self.names.insert(class, name.clone());
        Ok(name)
    }

    /// The index of the instruction a label stands before.
    pub(crate) fn position(&self, label: Label, at: usize) -> Result<usize> {
        match self.code.labels.get(label.0 as usize) {
            Some(&position) => Ok(position as usize),
            None => Err(FlowError::malformed(at, format!("label {} lies outside the code", label.0))),
        }
    }
}

impl Interpreter for Typing<'_, '_> {
    type V = VType;

    fn result(&mut self, at: usize, _insn: &Insn, operands: &[VType], kind: &Kind) -> VType {
        match VType::of_kind(kind) {
            Some(ty) => ty,
            None if matches!(kind, Kind::Reference(Reference::New(_))) => VType::Uninitialized(at),
            None => element(&operands[0]),
        }
    }

    /// A cast moves the value and says more about it.
    fn copy(&mut self, at: usize, insn: &Insn, value: &VType) -> VType {
        match insn {
            Insn::Type(Opcode::Checkcast, class) => match self.name(at, *class) {
                Ok(name) => VType::Object(name),
                // The machine has looked at the entry before it called.
                Err(_) => value.clone(),
            },
            _ => value.clone(),
        }
    }

    /// All references to the object turn into initialised ones at once.
    fn constructed(&mut self, at: usize, _insn: &Insn, receiver: &VType, state: &mut State<VType>) {
        let class = match receiver {
            VType::UninitializedThis => Some(self.class.this_class),
            VType::Uninitialized(new) => match self.code.insns.get(*new) {
                Some(Insn::Type(Opcode::New, class)) => Some(*class),
                _ => None,
            },
            _ => None,
        };
        let Some(Ok(name)) = class.map(|class| self.name(at, class)) else {
            return;
        };
        let locals = state.locals.iter_mut().flatten();
        for value in locals.chain(&mut state.stack).filter(|value| *value == receiver) {
            *value = VType::Object(name.clone());
        }
    }
}

/// The type of an element of an array. A reference to something that inference knows only as an
/// object gives an object; what is no reference at all does not verify and is `Top`.
fn element(array: &VType) -> VType {
    match array {
        VType::Null => VType::Null,
        VType::Object(name) => match name.strip_prefix('[') {
            Some(element) if element.starts_with('[') => VType::object(element),
            Some(element) => match element.strip_prefix('L').and_then(|e| e.strip_suffix(';')) {
                Some(class) => VType::object(class),
                None => VType::Top,
            },
            None => VType::object("java/lang/Object"),
        },
        _ => VType::Top,
    }
}
