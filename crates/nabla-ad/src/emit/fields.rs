//! Tangents beside fields: an active field `k` has a field `k_dot`, read and written through
//! static synthetic methods of its class.
//!
//! State that outlives a call is constant at entry. So an object remembers, in `nabla$call`, the
//! call its tangents belong to: the `double[]` that every call of a method that users call makes
//! anew. Tangents of another call read as zero, and the first store of a call clears them. Objects
//! that cannot outlive the call that made them remember nothing ([`crate::program::lasting`]).

use super::arrays::with_frames;
use super::helpers::push_double;
use crate::AdError;
use crate::activity::fact::{ArrayKind, Shape};
use crate::emit::block::real;
use crate::emit::coef::Real;
use crate::emit::frames::local_type;
use crate::emit::homes::load;
use crate::emit::ways::Place;
use crate::emit::width::Width;
use crate::output::{add_field, add_method, has_method};
use crate::program::classes::{ClassId, PRIVATE, STATIC};
use crate::program::fields::{Field, FieldId};
use crate::program::instance::{World, group_text};
use crate::program::solve::Program;
use nabla_classfile::{
    ClassFile, ConstIndex, ConstantPool, Frame, Insn, Label, Member, Opcode, Result, VerificationType,
};
use std::collections::BTreeSet;

/// The field that says which call an object's tangents belong to.
const CALL_FIELDS: [&str; 2] = ["nabla$call", "nabla$lanesCall"];
const STATIC_CALL_FIELDS: [&str; 2] = ["nabla$staticCall", "nabla$staticLanesCall"];

/// The name of that field of an object of the class.
pub fn call_field(program: &Program, class: ClassId, width: Width) -> String {
    CALL_FIELDS[usize::from(width == Width::Lanes)].to_owned() + &generation(program, class)
}

/// What the names of the fields and methods for tangents end with, so that they differ from those
/// that an earlier run gave the class, and from those of other groups of methods.
pub(super) fn generation(program: &Program, class: ClassId) -> String {
    let class = program.classes.get(class);
    let mut suffix = String::new();
    let taken = |suffix: &str| {
        let name = |method: &Member| class.pool.utf8_bytes(method.name).unwrap_or_default();
        let getter = |name: &[u8]| name.starts_with(GETTER.as_bytes()) && name.ends_with(suffix.as_bytes());
        class.methods.iter().any(|method| getter(name(method)))
    };
    while taken(&suffix) {
        suffix.push('$');
    }
    suffix + &group_text(program.group())
}

fn getter_name(program: &Program, field: &Field) -> String {
    format!("{GETTER}{}{}", field.name, generation(program, field.class))
}

fn setter_name(program: &Program, field: &Field) -> String {
    format!("nabla$set${}{}", field.name, generation(program, field.class))
}

const GETTER: &str = "nabla$get$";
const FRESH: &str = "nabla$fresh";
const STATIC_FRESH: &str = "nabla$staticFresh";
const SYNTHETIC: u16 = 0x1000;
/// transient synthetic
const FIELD_FLAGS: u16 = 0x0080 | SYNTHETIC;

/// The name of the tangent field: `k_dot`, and more if the class has a field of that name.
pub fn tangent_field(program: &Program, field: &Field, width: Width) -> String {
    let class = program.classes.get(field.class);
    let mut name = format!("{}{}", field.name, width.suffix());
    while class.fields.iter().any(|f| class.pool.is_text(f.name, &name)) {
        name.push('$');
    }
    name + &group_text(program.group())
}

/// The method that gives the tangent: `(object, call)`, or `(call)` for a static field.
pub fn getter(pool: &mut ConstantPool, program: &Program, field: &Field, width: Width) -> Result<ConstIndex> {
    let owner = program.classes.name(field.class);
    pool.add_method(&owner, &getter_name(program, field), &getter_descriptor(&owner, field, width))
}

/// The method that makes the tangent array of a field, which its class alone may call.
pub(super) fn maker(
    pool: &mut ConstantPool,
    program: &Program,
    field: &Field,
    width: Width,
) -> Result<ConstIndex> {
    let (name, descriptor) = maker_name(program, field, width);
    pool.add_method(&program.classes.name(field.class), &name, &descriptor)
}

/// Its name and descriptor.
pub(super) fn maker_name(program: &Program, field: &Field, width: Width) -> (String, String) {
    let name = format!("nabla$make${}{}", field.name, generation(program, field.class));
    (name, getter_descriptor(&program.classes.name(field.class), field, width))
}

/// The method that sets the tangent: `(object, tangent, call)`, or without the object.
pub fn setter(pool: &mut ConstantPool, program: &Program, field: &Field, width: Width) -> Result<ConstIndex> {
    let owner = program.classes.name(field.class);
    pool.add_method(&owner, &setter_name(program, field), &setter_descriptor(&owner, field, width))
}

/// The tangent field itself, where it is read and written as it is: that of a number in objects that
/// have no tangents of another call.
pub fn plain_tangent(
    pool: &mut ConstantPool,
    program: &Program,
    field: &Field,
    width: Width,
) -> Result<Option<ConstIndex>> {
    if !is_plain(program, field) {
        return Ok(None);
    }
    let (name, descriptor) = (tangent_field(program, field, width), width.tangent(&field.descriptor));
    pool.add_field(&program.classes.name(field.class), &name, &descriptor).map(Some)
}

fn is_plain(program: &Program, field: &Field) -> bool {
    !field.is_static && ArrayKind::of(&field.descriptor).is_none() && !program.may_last(field.class)
}

pub(super) fn receiver(owner: &str, field: &Field) -> String {
    if field.is_static { String::new() } else { format!("L{owner};") }
}

fn getter_descriptor(owner: &str, field: &Field, width: Width) -> String {
    format!("({}{}){}", receiver(owner, field), width.call(), width.tangent(&field.descriptor))
}

fn setter_descriptor(owner: &str, field: &Field, width: Width) -> String {
    format!("({}{}{})V", receiver(owner, field), width.tangent(&field.descriptor), width.call())
}

/// What the derivatives use of tangent fields.
#[derive(Debug, Default)]
pub struct Accessed {
    /// The classes whose tangent fields are read and written.
    pub classes: BTreeSet<(ClassId, Width)>,
    /// The fields that may hold an array that is passed.
    pub passed: BTreeSet<(FieldId, Width)>,
    /// The fields that are compared with what is passed.
    pub looked_at: BTreeSet<Place>,
    /// The classes that keep which arrays are shared.
    pub homes: BTreeSet<ClassId>,
}

/// Adds the tangent fields of a class and the methods that read and write them.
pub fn add_tangent_fields<'a>(
    class: &mut ClassFile<'a>,
    program: &Program<'a>,
    id: ClassId,
    width: Width,
    passed: &BTreeSet<(FieldId, Width)>,
) -> std::result::Result<(), AdError> {
    let owner = program.classes.name(id);
    let met = program.fields_of(id);
    let active = program.active_fields(id);
    let fields: Vec<(FieldId, &Field)> =
        met.iter().filter(|(id, _)| active.contains(id)).map(|(id, f)| (*id, f)).collect();
    let others: Vec<&Field> = met.iter().filter(|(id, _)| !active.contains(id)).map(|(_, f)| f).collect();
    let all: Vec<&Field> = fields.iter().map(|(_, f)| *f).collect();
    for is_static in [false, true] {
        let chosen: Vec<&Field> =
            fields.iter().map(|(_, f)| *f).filter(|f| f.is_static == is_static).collect();
        if chosen.is_empty() {
            continue;
        }
        let mut accessors = Accessors {
            class: &mut *class,
            program,
            owner: &owner,
            is_static,
            width,
            lasts: is_static || program.may_last(id),
            generation: generation(program, id),
            fields: &chosen,
            all: &all,
            others: &others,
        };
        accessors.declare()?;
        if accessors.lasts {
            accessors.fresh()?;
        }
        for field in &chosen {
            accessors.getter(field)?;
            accessors.setter(field)?;
        }
        for (id, field) in fields.iter().filter(|(_, f)| f.is_static == is_static) {
            if passed.contains(&(*id, width)) {
                accessors.passer(field)?;
            }
        }
    }
    Ok(())
}

/// Writes the accessors of the static fields of a class, or of the others.
pub(super) struct Accessors<'c, 'p, 'a, 'f> {
    pub(super) class: &'c mut ClassFile<'a>,
    pub(super) program: &'p Program<'a>,
    pub(super) owner: &'p str,
    pub(super) is_static: bool,
    pub(super) width: Width,
    /// Whether objects may have tangents of another call.
    pub(super) lasts: bool,
    generation: String,
    /// Those that have tangents.
    pub(super) fields: &'f [&'f Field],
    /// The same of both kinds.
    pub(super) all: &'f [&'f Field],
    /// Those of both kinds that have none.
    pub(super) others: &'f [&'f Field],
}

impl Accessors<'_, '_, '_, '_> {
    pub(super) fn call_field(&self) -> String {
        let names = if self.is_static { STATIC_CALL_FIELDS } else { CALL_FIELDS };
        names[usize::from(self.width == Width::Lanes)].to_owned() + &self.generation
    }

    pub(super) fn call(&self) -> &'static str {
        self.width.call()
    }

    pub(super) fn tangent(&self, field: &Field) -> (String, String) {
        (tangent_field(self.program, field, self.width), self.width.tangent(&field.descriptor))
    }

    /// The slot of the parameter behind the receiver.
    pub(super) fn first(&self) -> u16 {
        u16::from(!self.is_static)
    }

    /// A name that no earlier run gave.
    pub(super) fn beside(&self, name: &str) -> String {
        let kind = if self.width == Width::One { "" } else { self.width.suffix() };
        format!("{name}{kind}{}", self.generation)
    }

    fn declare(&mut self) -> std::result::Result<(), AdError> {
        let mut fields = Vec::new();
        for field in self.fields {
            // Who may use the field may use its tangent.
            let access = if is_plain(self.program, field) { self.access(field) } else { PRIVATE };
            fields.push((access, self.tangent(field)));
        }
        if self.lasts {
            fields.push((PRIVATE, (self.call_field(), self.call().into())));
        }
        fields.extend(self.kept_fields().into_iter().map(|field| (PRIVATE, field)));
        for (access, (name, descriptor)) in fields {
            let access = access | FIELD_FLAGS | if self.is_static { STATIC } else { 0 };
            add_field(self.class, access, &name, &descriptor)?;
        }
        Ok(())
    }

    /// The instructions before a value that is put into a field, or that get one.
    pub(super) fn object(&self) -> Vec<Insn> {
        if self.is_static { Vec::new() } else { vec![Insn::Local(Opcode::Aload, 0)] }
    }

    pub(super) fn get(&mut self, name: &str, descriptor: &str) -> std::result::Result<Vec<Insn>, AdError> {
        let index = self.class.pool.add_field(self.owner, name, descriptor)?;
        let op = if self.is_static { Opcode::Getstatic } else { Opcode::Getfield };
        let mut insns = self.object();
        insns.push(Insn::Field(op, index));
        Ok(insns)
    }

    pub(super) fn put(&mut self, name: &str, descriptor: &str) -> std::result::Result<Insn, AdError> {
        let index = self.class.pool.add_field(self.owner, name, descriptor)?;
        Ok(Insn::Field(if self.is_static { Opcode::Putstatic } else { Opcode::Putfield }, index))
    }

    pub(super) fn frame(&mut self, rest: &[&str]) -> std::result::Result<Frame, AdError> {
        let mut locals = Vec::new();
        if !self.is_static {
            locals.push(VerificationType::Object(self.class.pool.add_class(self.owner)?));
        }
        for name in rest {
            locals.push(VerificationType::Object(self.class.pool.add_class(name)?));
        }
        Ok(Frame { locals, stack: Vec::new() })
    }

    /// The instructions that have the tangents cleared if they are of another call.
    pub(super) fn freshen(&mut self, call: u16) -> std::result::Result<Vec<Insn>, AdError> {
        if !self.lasts {
            return Ok(Vec::new());
        }
        let (name, descriptor) = self.fresh_name();
        let index = self.class.pool.add_method(self.owner, &name, &descriptor)?;
        let mut insns = self.object();
        insns.push(Insn::Local(Opcode::Aload, call));
        insns.push(Insn::Invoke(Opcode::Invokestatic, index));
        Ok(insns)
    }

    /// The instructions that jump where the tangents are of another call.
    pub(super) fn if_stale(&mut self, stale: Label) -> std::result::Result<Vec<Insn>, AdError> {
        if !self.lasts {
            return Ok(Vec::new());
        }
        let mut insns = self.get(&self.call_field(), self.call())?;
        insns.push(Insn::Local(Opcode::Aload, self.first()));
        insns.push(Insn::Branch(Opcode::IfAcmpne, stale));
        Ok(insns)
    }

    fn fresh_name(&self) -> (String, String) {
        match self.is_static {
            true => (format!("{STATIC_FRESH}{}", self.generation), format!("({})V", self.call())),
            false => (format!("{FRESH}{}", self.generation), format!("(L{};{})V", self.owner, self.call())),
        }
    }

    /// Clears the tangents if they belong to another call.
    fn fresh(&mut self) -> std::result::Result<(), AdError> {
        let call = self.first();
        let mut insns = self.get(&self.call_field(), self.call())?;
        insns.push(Insn::Local(Opcode::Aload, call));
        insns.push(Insn::Branch(Opcode::IfAcmpeq, Label(0)));
        for field in self.fields {
            insns.extend(self.object());
            let (tangent, descriptor) = self.tangent(field);
            insns.push(zero(&mut self.class.pool, &descriptor)?);
            insns.push(self.put(&tangent, &descriptor)?);
        }
        let mut labels = vec![0];
        labels.extend(self.drop_unfinished(&mut insns, Label(1))?);
        insns.extend(self.object());
        insns.push(Insn::Local(Opcode::Aload, call));
        insns.push(self.put(&self.call_field(), self.call())?);
        labels[0] = insns.len() as u32;
        insns.push(Insn::Op(Opcode::Return));
        let frames = vec![self.frame(&[self.call()])?; labels.len()];
        let code = with_frames(self.class, insns, labels, frames, call + 1)?;
        let (name, descriptor) = self.fresh_name();
        self.add(0x0002, &name, &descriptor, &code)
    }

    pub(super) fn add(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        code: &nabla_classfile::Code,
    ) -> std::result::Result<(), AdError> {
        if has_method(self.class, name, descriptor) {
            return Ok(());
        }
        add_method(self.class, access | STATIC | SYNTHETIC, name, descriptor, code)
    }

    /// Who may read and write the field may read and write its tangent.
    pub(super) fn access(&self, field: &Field) -> u16 {
        self.program.classes.get(field.class).fields[field.index].access & 0x0007
    }

    /// How the tangent of a field is held in a local.
    fn held(&self, field: &Field) -> Real {
        self.width.held(real(Shape::of(&field.descriptor)).unwrap_or(Real::Double))
    }

    fn getter(&mut self, field: &Field) -> std::result::Result<(), AdError> {
        let (tangent, descriptor) = self.tangent(field);
        let call = self.first();
        let get = self.get(&tangent, &descriptor)?;
        let mut frame = self.frame(&[self.call()])?;
        let (insns, labels) = match ArrayKind::of(&field.descriptor) {
            Some(kind) => {
                self.array_maker(field, kind, &get)?;
                let (_, tangent) = self.tangent(field);
                frame = self.frame(&[self.call(), &tangent])?;
                self.array_getter(field, &get)?
            }
            None => {
                let (give, drop) = match self.held(field) {
                    Real::Double => (Insn::Op(Opcode::Dreturn), Opcode::Pop2),
                    Real::Float => (Insn::Op(Opcode::Freturn), Opcode::Pop),
                    Real::Array => (Insn::Op(Opcode::Areturn), Opcode::Pop),
                };
                // It is read before the call it belongs to: another thread may claim the object meanwhile.
                let mut insns = get;
                insns.extend(self.if_stale(Label(0))?);
                insns.push(give.clone());
                let mut labels = Vec::new();
                if self.lasts {
                    labels.push(insns.len() as u32);
                    frame.stack.push(local_type(self.class, &descriptor)?);
                    insns.push(Insn::Op(drop));
                    insns.push(zero(&mut self.class.pool, &descriptor)?);
                    insns.push(give);
                }
                (insns, labels)
            }
        };
        let frames = vec![frame; labels.len()];
        let mut code = with_frames(self.class, insns, labels, frames, call + 2)?;
        if code.labels.is_empty() {
            code.attributes.clear();
        }
        let name = getter_name(self.program, field);
        self.add(self.access(field), &name, &getter_descriptor(self.owner, field, self.width), &code)
    }

    fn setter(&mut self, field: &Field) -> std::result::Result<(), AdError> {
        let value = self.first();
        let real = self.held(field);
        let call = value + if real == Real::Double { 2 } else { 1 };
        let mut insns = self.freshen(call)?;
        insns.extend(self.object());
        insns.push(Insn::Local(load(real), value));
        let (tangent, descriptor) = self.tangent(field);
        insns.push(self.put(&tangent, &descriptor)?);
        insns.extend(self.drop_kept(field)?);
        insns.push(Insn::Op(Opcode::Return));
        let mut code = with_frames(self.class, insns, vec![], vec![], call + 1)?;
        code.attributes.clear();
        let name = setter_name(self.program, field);
        self.add(self.access(field), &name, &setter_descriptor(self.owner, field, self.width), &code)
    }
}

/// The instruction that pushes the tangent of a constant.
fn zero(pool: &mut ConstantPool, descriptor: &str) -> Result<Insn> {
    match descriptor {
        "D" => push_double(pool, 0.0),
        "F" => Ok(Insn::Op(Opcode::Fconst0)),
        _ => Ok(Insn::Op(Opcode::AconstNull)),
    }
}
