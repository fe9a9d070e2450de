//! Classes that an instruction may be the first to use: their initialisers run as they are, and the tangents
//! of what they store are not computed.

use super::callbacks::Bodies;
use super::classes::{ABSTRACT, ClassId, Classes, MethodId, STATIC};
use super::languages::is_of_language;
use super::outside::constructors;
use nabla_classfile::{ClassFile, Code, Constant, Insn, Opcode};
use std::collections::BTreeSet;

/// The flag of classes of enumerations.
pub const ENUM: u16 = 0x4000;

/// For each instruction of a method of this class the initialisers that it may run.
pub fn initialisers(classes: &Classes, own: ClassId, code: &Code) -> Vec<Option<Bodies>> {
    let class = classes.get(own);
    let begun = begun(classes, own);
    let bodies = |at| {
        let insn = &code.insns[at];
        if names_any(class, insn) {
            return all(classes);
        }
        if let Some(made) = constructors(&class.pool, &code.insns, at) {
            return noticed(classes, classes.remembering.touching(classes, &made).begins.clone());
        }
        noticed(classes, run(classes, class, &begun, insn))
    };
    (0..code.insns.len()).map(bodies).collect()
}

/// Whether nobody can tell when this class is initialised first, as seen from a method of that one: it was before,
/// or all that its initialiser does is to give fields of its own what it makes itself.
pub fn may_begin(classes: &Classes, own: ClassId, id: ClassId) -> bool {
    classes.is_quiet(id) || begun(classes, own).contains(&id)
}

/// Those that run where an object of a class is made, if nothing of it and those above was used before.
pub fn making(classes: &Classes, id: ClassId) -> impl Iterator<Item = MethodId> {
    classes.above(Some(id)).flat_map(|id| with_interfaces(classes, id))
}

/// All that the code of a method of this class may run, but for classes that a text names.
pub fn all_run(classes: &Classes, own: ClassId, code: &Code) -> BTreeSet<MethodId> {
    let class = classes.get(own);
    let begun = begun(classes, own);
    code.insns.iter().flat_map(|insn| run(classes, class, &begun, insn)).collect()
}

/// The classes whose initialisers have begun when a method of this class runs: it and those above it, and
/// those of whichever selected method was called first.
fn begun(classes: &Classes, own: ClassId) -> BTreeSet<ClassId> {
    &classes.above(Some(own)).collect() | classes.remembering.begun(|| of_selected(classes))
}

/// Those of whichever selected method was called first.
pub fn of_selected(classes: &Classes) -> BTreeSet<ClassId> {
    let above = |name: &String| classes.above(classes.find(name)).collect::<BTreeSet<ClassId>>();
    classes.selected().iter().map(above).reduce(|a, b| &a & &b).unwrap_or_default()
}

fn run(classes: &Classes, class: &ClassFile, begun: &BTreeSet<ClassId>, insn: &Insn) -> BTreeSet<MethodId> {
    let Some(used) = used(classes, class, insn) else { return BTreeSet::new() };
    let first = classes.above(Some(used)).take_while(|id| !begun.contains(id));
    first.flat_map(|id| with_interfaces(classes, id)).collect()
}

fn with_interfaces(classes: &Classes, id: ClassId) -> impl Iterator<Item = MethodId> {
    let all = std::iter::once(id).chain(bodied(classes, id));
    all.filter_map(|id| initialiser(classes, id))
}

/// The interfaces above a class that are initialised with it: those that have a body.
pub(super) fn bodied(classes: &Classes, id: ClassId) -> Vec<ClassId> {
    let mut waiting = classes.interfaces(id);
    let mut seen = BTreeSet::new();
    while let Some(above) = waiting.pop() {
        if seen.insert(above) {
            waiting.extend(classes.interfaces(above));
        }
    }
    seen.into_iter().filter(|id| has_body(classes.get(*id))).collect()
}

/// Whether an object has a method with a body by this class or interface; JVMS §5.5.
pub fn has_body(class: &ClassFile) -> bool {
    class.methods.iter().any(|m| m.access & (STATIC | ABSTRACT) == 0)
}

/// Whether the instruction uses a class that a text names.
fn names_any(class: &ClassFile, insn: &Insn) -> bool {
    let Insn::Invoke(Opcode::Invokestatic, index) = insn else { return false };
    let member = class.pool.member_ref(*index);
    member.is_ok_and(|m| (&*m.owner, &*m.name) == ("java/lang/Class", "forName"))
}

/// The initialisers of all classes that what is differentiated may meet.
fn all(classes: &Classes) -> Option<Bodies> {
    let met = classes.related().classes.keys().filter_map(|name| classes.find(name));
    noticed(classes, met.filter_map(|id| initialiser(classes, id)).collect())
}

/// Those of them that do anything which others notice.
fn noticed(classes: &Classes, mut run: BTreeSet<MethodId>) -> Option<Bodies> {
    run.retain(|id| classes.remembering.is_noticed(classes, *id));
    if run.is_empty() { None } else { classes.callbacks.set(run.into_iter().collect()) }
}

/// That of a class; those of the libraries of languages make constants, and know nothing of the program.
fn initialiser(classes: &Classes, id: ClassId) -> Option<MethodId> {
    classes.declared(id, "<clinit>", "()V").filter(|_| !is_of_language(&classes.name(id)))
}

/// The class that an instruction has initialised, if it is of the program; JVMS §5.5.
fn used(classes: &Classes, class: &ClassFile, insn: &Insn) -> Option<ClassId> {
    match insn {
        Insn::Type(Opcode::New, index) => classes.find(&class.pool.class_name(*index).ok()?),
        Insn::Field(Opcode::Getstatic | Opcode::Putstatic, index) => {
            let member = class.pool.member_ref(*index).ok()?;
            Some(classes.field(&member.owner, &member.name, &member.descriptor)?.0)
        }
        Insn::Invoke(Opcode::Invokestatic, index) => {
            let member = class.pool.member_ref(*index).ok()?;
            Some(classes.resolve(classes.find(&member.owner)?, &member.name, &member.descriptor)?.class)
        }
        // The JDK makes the constants of an enumeration that is named.
        Insn::Ldc(index) => match class.pool.get(*index).ok()? {
            Constant::Class(_) => classes
                .find(&class.pool.class_name(*index).ok()?)
                .filter(|named| classes.get(*named).access & ENUM != 0),
            _ => None,
        },
        _ => None,
    }
}
