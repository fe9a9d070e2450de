//! Ways from what a method that users call is given to the arrays that objects from outside hold:
//! over the fields that the method uses, from its receiver, its parameters and static fields on, over
//! a few objects; and those to collections and arrays of objects, which [`super::among`] looks through.

use super::among::holds_objects;
use super::arrays::{reference, with_frames};
use super::lanes::assemble::add;
use super::subject::Subject;
use crate::AdError;
use crate::output::{add_method, has_method};
use crate::program::classes::{ClassId, INTERFACE, STATIC};
use crate::program::fields::Field;
use crate::program::initialisers::may_begin;
use crate::program::primal::Primal;
use crate::program::solve::Program;
use crate::program::synthesize::hash;
use nabla_classfile::{ClassFile, ConstIndex, Frame, Insn, Label, Opcode, VerificationType};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, AdError>;

/// So many fields a way has at most.
const FARTHEST: usize = 3;
/// So many ways are looked at at most.
const MOST_WAYS: usize = 64;
const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const SYNTHETIC: u16 = 0x1000;

/// A field by its class and its place there.
pub type Place = (ClassId, usize);

/// A way to an array: what is read first, and the fields one after the other.
#[derive(Clone)]
pub struct Way {
    /// The local, and what users call it; `None` where the first field is static.
    pub start: Option<(u16, String)>,
    /// The fields.
    pub fields: Vec<Place>,
}

/// The fields that a method uses: those with arrays that are looked for, and static ones with objects.
pub struct Search<'p, 'a> {
    /// The program.
    pub program: &'p Program<'a>,
    /// The class of the method.
    pub from: ClassId,
    /// The fields with the arrays.
    pub arrays: Vec<Field>,
    /// The fields with objects, and with arrays of objects.
    pub objects: BTreeSet<Place>,
}

fn object(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

impl Search<'_, '_> {
    /// All ways from the receiver, the parameters and static fields, with the field at the end of each.
    pub fn ways(&self, primal: &Primal) -> Vec<(Way, &Field)> {
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
        for field in self.arrays.iter().filter(|f| f.is_static && self.reads_static((f.class, f.index))) {
            found.push((Way { start: None, fields: vec![(field.class, field.index)] }, field));
        }
        for (place, is_static, descriptor) in self.held() {
            if let Some(name) = object(&descriptor).filter(|_| is_static && self.reads_static(place)) {
                self.go(&mut Way { start: None, fields: vec![place] }, name, &mut found);
            }
        }
        found.truncate(MOST_WAYS);
        found
    }

    /// The fields with objects that the method may read itself, whether each is static, and its type.
    fn held(&self) -> impl Iterator<Item = (Place, bool, String)> {
        self.objects.iter().filter(|place| self.reads(**place)).filter_map(|&(id, index)| {
            let class = self.program.classes.get(id);
            let field = &class.fields[index];
            let descriptor = class.pool.utf8(field.descriptor).ok()?.into_owned();
            Some(((id, index), field.access & STATIC != 0, descriptor))
        })
    }

    /// The fields of objects that have the arrays.
    pub fn of_objects(&self) -> impl Iterator<Item = &Field> {
        self.arrays.iter().filter(|field| !field.is_static && self.reads((field.class, field.index)))
    }

    /// The ways to collections and arrays of objects: those that are passed, and those in fields that the
    /// method reads of the receiver, of objects that are passed and of classes.
    pub fn collections(&self, primal: &Primal) -> Vec<Way> {
        let mut found = Vec::new();
        let own = self.program.classes.name(self.from);
        let receiver = (!primal.signature.is_static).then(|| (0, "this".to_owned(), own));
        let mut holders: Vec<(u16, String, String)> = receiver.into_iter().collect();
        for (i, parameter) in primal.signature.parameters.iter().enumerate() {
            let label = primal.signature.label(i);
            if holds_objects(&parameter.descriptor) {
                found.push(Way { start: Some((parameter.slot, label)), fields: Vec::new() });
            } else if let Some(name) = object(&parameter.descriptor) {
                holders.push((parameter.slot, label, name.to_owned()));
            }
        }
        let held: Vec<_> = self.held().filter(|(_, _, descriptor)| holds_objects(descriptor)).collect();
        for (place, is_static, _) in held {
            let of = holders
                .iter()
                .filter(|(_, _, name)| !is_static && self.program.classes.relatives(name).contains(&place.0));
            let of_class = is_static && self.reads_static(place);
            let starts =
                of.map(|(slot, label, _)| Some((*slot, label.clone()))).chain(of_class.then_some(None));
            found.extend(starts.map(|start| Way { start, fields: vec![place] }));
        }
        found.truncate(MOST_WAYS);
        found
    }

    fn go<'s>(&'s self, way: &mut Way, name: &str, found: &mut Vec<(Way, &'s Field)>) {
        let classes = &self.program.classes;
        let types = classes.relatives(name);
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
        for held in classes.held_objects(name).iter() {
            if !way.fields.contains(&held.field) && self.reads(held.field) {
                way.fields.push(held.field);
                self.go(way, &held.class, found);
                way.fields.pop();
            }
        }
    }

    /// The same of a static field: to read one of a class that was not initialised before would do that.
    fn reads_static(&self, place: Place) -> bool {
        self.reads(place) && may_begin(&self.program.classes, self.from, place.0)
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
    pub fn is_own(&self, own: ClassId, primal: &Primal) -> bool {
        let begins = match self.start {
            Some((slot, _)) => slot == 0 && !primal.signature.is_static,
            None => true,
        };
        begins && matches!(self.fields[..], [(class, _)] if class == own)
    }

    /// Whether no object has both: where the two part, they read fields of classes of which neither
    /// extends the other. One that extends a class that is not at hand may extend any by it.
    pub fn excludes(&self, other: &Way, program: &Program) -> bool {
        let start = |way: &Way| way.start.as_ref().map(|(slot, _)| *slot);
        let mut parting = self.fields.iter().zip(&other.fields).skip_while(|(a, b)| a == b);
        let Some(((a, i), (b, j))) = parting.next() else { return false };
        let of_class = |(class, index): Place| program.classes.get(class).fields[index].access & STATIC != 0;
        let may_extend = |class: ClassId, other: ClassId| {
            let all: Vec<ClassId> = program.classes.above(Some(class)).collect();
            let ends = all.last().is_some_and(|top| program.classes.extends_platform(*top));
            all.contains(&other) || !ends
        };
        start(self) == start(other)
            && !of_class((*a, *i))
            && !of_class((*b, *j))
            && !may_extend(*a, *b)
            && !may_extend(*b, *a)
    }

    /// What users call it.
    pub fn name(&self, program: &Program) -> Result<String> {
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

    /// The instructions that load the array.
    pub fn load(&self, class: &mut ClassFile, subject: &Subject) -> Result<Vec<Insn>> {
        self.read(&self.fields, class, subject)
    }

    /// The instructions that load the object that holds the array; `None` where a class does.
    pub fn load_holder(&self, class: &mut ClassFile, subject: &Subject) -> Result<Option<Vec<Insn>>> {
        match (&self.start, &self.fields[..]) {
            (None, [_]) => Ok(None),
            (_, [before @ .., _]) => self.read(before, class, subject).map(Some),
            (_, []) => Ok(None),
        }
    }

    fn read(&self, fields: &[Place], class: &mut ClassFile, subject: &Subject) -> Result<Vec<Insn>> {
        let mut insns: Vec<Insn> =
            self.start.iter().map(|(slot, _)| Insn::Local(Opcode::Aload, *slot)).collect();
        for &(id, index) in fields {
            insns.push(Insn::Invoke(Opcode::Invokestatic, reading((id, index), class, subject)?));
        }
        Ok(insns)
    }
}

/// The method that reads a field: the [`reader`] of its class, or where that would be the first to use the class, one
/// that calls it for an object of the class, which is initialised then.
pub fn reading((id, index): Place, class: &mut ClassFile, subject: &Subject) -> Result<ConstIndex> {
    let classes = &subject.program.classes;
    let (read, descriptor) = reader(classes.get(id), index)?;
    let owner = classes.name(id);
    subject.accessed.borrow_mut().looked_at.insert((id, index));
    if descriptor.starts_with("()") || may_begin(classes, subject.primal.method.class, id) {
        return Ok(class.pool.add_method(&owner, &read, &descriptor)?);
    }
    let name = format!("{read}${:08x}", hash(&owner));
    if !has_method(class, &name, &descriptor) {
        let read = format!(
            "aload 0; instanceof {owner}; ifeq none; aload 0; invokestatic {owner}.{read} {descriptor}; areturn"
        );
        add(class, &name, &descriptor, [read.as_str(), "none:", "aconst_null; areturn"].into_iter())?;
    }
    reference(class, &name, &descriptor)
}

/// The static method that reads a field, of an object of whatever class: null if it has none.
pub fn reader(class: &ClassFile, index: usize) -> Result<(String, String)> {
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
