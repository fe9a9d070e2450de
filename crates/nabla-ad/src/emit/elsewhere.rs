//! Arrays that users pass to a method and that objects from outside hold too: `f(a, reader, x)` with a
//! reader of `a`.
//!
//! What such an object holds is constant at entry. Where active values are stored into `a` and the
//! method reads the reader's array, or the other way round, the derivative throws if they are one
//! array. Looked at are the fields that the method uses, from its receiver, its parameters and static
//! fields on, over a few objects; not what arrays and collections of objects hold.

use super::apart::{Held, Passed, compared};
use super::arrays::with_frames;
use super::homes::Homes;
use super::registry::home;
use super::subject::Subject;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::output::{add_method, has_method};
use crate::program::classes::{ClassId, INTERFACE, STATIC};
use crate::program::fields::Field;
use crate::program::instance::Key;
use crate::program::primal::Primal;
use crate::program::solve::Program;
use nabla_classfile::{ClassFile, Frame, Insn, Label, Opcode, VerificationType};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, AdError>;

/// So many fields a way has at most.
const FARTHEST: usize = 3;
/// So many arrays are compared at most.
const MOST_WAYS: usize = 64;
/// A damaged class may extend itself.
const MOST_ABOVE: usize = 1000;
const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const SYNTHETIC: u16 = 0x1000;

/// A field by its class and its place there.
pub type Place = (ClassId, usize);

/// A way to an array: what is read first, and the fields one after the other.
#[derive(Clone)]
struct Way {
    start: Option<(u16, String)>,
    fields: Vec<Place>,
}

/// The arrays that a method uses and that may be one of those it is passed.
struct Search<'p, 'a> {
    program: &'p Program<'a>,
    from: ClassId,
    arrays: Vec<Field>,
}

/// The instructions that throw where an array that is passed is held by an object, too, and one of
/// the two places is taken for constant.
pub fn elsewhere<'a>(
    class: &mut ClassFile<'a>,
    all: &[Passed],
    homes: &Homes,
    subject: &Subject<'_, 'a>,
) -> Result<Vec<Insn>> {
    let Subject { program, primal, activity, .. } = *subject;
    let own = primal.method.class;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let key = Key { method: primal.method, pattern: activity.pattern.clone() };
    let near = |field: &Field| {
        let Some(kind) = ArrayKind::of(&field.descriptor) else { return false };
        all.iter().any(|passed| passed.kind.float == kind.float && is_missed(passed, field))
    };
    let mut arrays = program.used_by(&key);
    arrays.retain(near);
    if arrays.is_empty() {
        return Ok(Vec::new());
    }
    let search = Search { program, from: own, arrays };
    let registered = homes.call > 0 && home(program, own).is_some();
    let mut insns = Vec::new();
    for (way, field) in search.ways(primal) {
        let Some(kind) = ArrayKind::of(&field.descriptor) else { continue };
        for passed in all.iter().filter(|p| p.kind.float == kind.float && is_missed(p, field)) {
            let followed = field.active && !field.opaque && passed.carried;
            if way.is_own(own, primal) && kind == passed.kind || followed && field.linked && registered {
                continue;
            }
            let name = way.name(program)?;
            let there = Held { load: way.load(class, subject)?, rank: kind.rank, name: &name };
            insns.extend(match passed.carried && passed.stored {
                true => compared(class, &passed.held(), &there)?,
                false => compared(class, &there, &passed.held())?,
            });
        }
    }
    Ok(insns)
}

/// Whether active values are stored through one of the two names, and are not seen through the other
/// if they are one array.
fn is_missed(passed: &Passed, field: &Field) -> bool {
    let active = field.active && !field.opaque;
    passed.carried && passed.stored || active && field.stored
}

fn object(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

impl Search<'_, '_> {
    /// All ways from the receiver, the parameters and static fields, with the field at the end of each.
    fn ways(&self, primal: &Primal) -> Vec<(Way, &Field)> {
        let mut found = Vec::new();
        let mut start = |slot: u16, label: &str, name: &str| {
            let mut way = Way { start: Some((slot, label.to_owned())), fields: Vec::new() };
            self.go(&mut way, name, &mut found);
        };
        if !primal.signature.is_static {
            start(0, "this", &self.program.classes.name(self.from));
        }
        for (i, parameter) in primal.signature.parameters.iter().enumerate() {
            if let Some(name) = object(&parameter.descriptor) {
                start(parameter.slot, &primal.signature.label(i), name);
            }
        }
        for field in self.arrays.iter().filter(|f| f.is_static && self.reads((f.class, f.index))) {
            found.push((Way { start: None, fields: vec![(field.class, field.index)] }, field));
        }
        found.truncate(MOST_WAYS);
        found
    }

    fn go<'s>(&'s self, way: &mut Way, name: &str, found: &mut Vec<(Way, &'s Field)>) {
        let classes = &self.program.classes;
        let above = std::iter::successors(classes.find(name), |id| classes.super_class(*id));
        let mut types: BTreeSet<ClassId> = above.take(MOST_ABOVE).collect();
        types.extend(classes.family(name).iter().filter_map(|below| classes.find(below)));
        for field in self.arrays.iter().filter(|f| !f.is_static && types.contains(&f.class)) {
            let place = (field.class, field.index);
            if self.reads(place) {
                let fields = way.fields.iter().copied().chain([place]).collect();
                found.push((Way { start: way.start.clone(), fields }, field));
            }
        }
        if way.fields.len() + 1 >= FARTHEST || found.len() > MOST_WAYS {
            return;
        }
        for id in types {
            let class = classes.get(id);
            for (index, field) in class.fields.iter().enumerate() {
                let Ok(descriptor) = class.pool.utf8(field.descriptor) else { continue };
                let next = object(&descriptor).filter(|name| classes.find(name).is_some());
                let Some(next) = next.filter(|_| field.access & STATIC == 0) else { continue };
                if !way.fields.contains(&(id, index)) && self.reads((id, index)) {
                    way.fields.push((id, index));
                    self.go(way, next, found);
                    way.fields.pop();
                }
            }
        }
    }

    /// Whether the method may call what reads the field.
    fn reads(&self, (id, index): Place) -> bool {
        let classes = &self.program.classes;
        let class = classes.get(id);
        let package = |id| classes.name(id).rsplit_once('/').map(|(package, _)| package.to_owned());
        class.access & INTERFACE == 0
            && !classes.is_lambda(id)
            && (class.access & PUBLIC != 0 || package(id) == package(self.from))
            && (class.fields[index].access & PRIVATE == 0 || classes.sees_private())
    }
}

impl Way {
    /// Whether it ends at a field of the receiver or of the class itself, which `outside` looks at.
    fn is_own(&self, own: ClassId, primal: &Primal) -> bool {
        let begins = match self.start {
            Some((slot, _)) => slot == 0 && !primal.signature.is_static,
            None => true,
        };
        begins && matches!(self.fields[..], [(class, _)] if class == own)
    }

    fn name(&self, program: &Program) -> Result<String> {
        let mut name = self.start.as_ref().map(|(_, label)| label.clone()).unwrap_or_default();
        for (id, index) in &self.fields {
            let class = program.classes.get(*id);
            if name.is_empty() {
                let class = program.classes.name(*id);
                name = class.rsplit(['/', '$']).next().unwrap_or(&class).to_owned();
            }
            name = format!("{name}.{}", class.pool.utf8(class.fields[*index].name)?);
        }
        Ok(name)
    }

    fn load(&self, class: &mut ClassFile, subject: &Subject) -> Result<Vec<Insn>> {
        let mut insns: Vec<Insn> =
            self.start.iter().map(|(slot, _)| Insn::Local(Opcode::Aload, *slot)).collect();
        for &(id, index) in &self.fields {
            let (name, descriptor) = reader(subject.program.classes.get(id), index)?;
            let owner = subject.program.classes.name(id);
            insns
                .push(Insn::Invoke(Opcode::Invokestatic, class.pool.add_method(&owner, &name, &descriptor)?));
            subject.accessed.borrow_mut().looked_at.insert((id, index));
        }
        Ok(insns)
    }
}

/// The static method that reads a field, of an object of whatever class: null if it has none.
fn reader(class: &ClassFile, index: usize) -> Result<(String, String)> {
    let field = &class.fields[index];
    let object = if field.access & STATIC != 0 { "" } else { "Ljava/lang/Object;" };
    let (name, descriptor) = (class.pool.utf8(field.name)?, class.pool.utf8(field.descriptor)?);
    Ok((format!("nabla$of${name}"), format!("({object}){descriptor}")))
}

/// Adds that method to the field's class.
pub fn add_reader(class: &mut ClassFile, index: usize) -> Result<()> {
    let (name, descriptor) = reader(class, index)?;
    if has_method(class, &name, &descriptor) {
        return Ok(());
    }
    let field = &class.fields[index];
    let is_static = field.access & STATIC != 0;
    let (field, kind) =
        (class.pool.utf8(field.name)?.into_owned(), class.pool.utf8(field.descriptor)?.into_owned());
    let owner = class.name()?.into_owned();
    let read = class.pool.add_field(&owner, &field, &kind)?;
    let (insns, labels, frames) = match is_static {
        true => (vec![Insn::Field(Opcode::Getstatic, read), Insn::Op(Opcode::Areturn)], vec![], vec![]),
        false => {
            let itself = class.pool.add_class(&owner)?;
            let object = VerificationType::Object(class.pool.add_class("java/lang/Object")?);
            let insns = vec![
                Insn::Local(Opcode::Aload, 0),
                Insn::Type(Opcode::Instanceof, itself),
                Insn::Branch(Opcode::Ifeq, Label(0)),
                Insn::Local(Opcode::Aload, 0),
                Insn::Type(Opcode::Checkcast, itself),
                Insn::Field(Opcode::Getfield, read),
                Insn::Op(Opcode::Areturn),
                Insn::Op(Opcode::AconstNull),
                Insn::Op(Opcode::Areturn),
            ];
            (insns, vec![7], vec![Frame { locals: vec![object], stack: Vec::new() }])
        }
    };
    let code = with_frames(class, insns, labels, frames, u16::from(!is_static))?;
    let access = STATIC | SYNTHETIC | class.access & PUBLIC;
    add_method(class, access, &name, &descriptor, &code)
}
