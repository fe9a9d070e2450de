//! One array in two places, of which an object from outside holds one: `f(a, reader, x)` with a reader
//! of `a`, or `f(writer, reader, x)` with a writer and a reader of one array.
//!
//! What such an object holds is constant at entry. Where active values are stored into the array in one
//! place and the method reads the other, or stores anything into one of independents by its other place, the
//! derivative throws if they are one array.

use super::among::among;
use super::apart::{Held, Passed, compared, compared_unless};
use super::homes::Homes;
use super::registry::home;
use super::subject::Subject;
use super::ways::{Search, Way};
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::program::fields::Field;
use crate::program::solve::Reach;
use nabla_classfile::{ClassFile, Insn};
use std::cell::RefCell;
use std::rc::Rc;

type Result<T> = std::result::Result<T, AdError>;

/// The instructions that throw where an array is in two places and one of them is taken for constant.
pub fn elsewhere<'a>(
    class: &mut ClassFile<'a>,
    all: &[Passed],
    homes: &Homes,
    reach: &Reach,
    subject: &Subject<'_, 'a>,
) -> Result<Vec<Insn>> {
    let Subject { program, primal, .. } = *subject;
    let own = primal.method.class;
    let used = program.arrays_of(reach);
    let stored: Vec<ArrayKind> =
        used.iter().filter(|f| is_stored(f)).filter_map(|f| ArrayKind::of(&f.descriptor)).collect();
    let arrays: Vec<Field> = used.into_iter().filter(|f| may_be_missed(f, all, &stored)).collect();
    let search = Search { program, from: own, arrays, objects: program.objects_of(reach) };
    let mut insns = among(class, all, &search, reach, subject)?;
    if search.arrays.is_empty() {
        return Ok(insns);
    }
    let registered = homes.call > 0 && home(program, own).is_some();
    let ways = search.ways(primal);
    let ways: Vec<Found> = ways.iter().filter_map(|(way, field)| Found::of(way, field)).collect();
    for (i, there) in ways.iter().enumerate() {
        let Found { way, field, .. } = there;
        for passed in all.iter().filter(|p| p.kind.float == there.kind.float && is_missed(p, field)) {
            let followed = is_followed(field) && passed.carried;
            if way.is_own(own, primal) && there.kind == passed.kind || followed && field.linked && registered
            {
                continue;
            }
            let loads = there.loads(class, subject)?;
            let there = there.held(&loads);
            insns.extend(match passed.carried && passed.stored {
                true => compared(class, &passed.held(), &there)?,
                false => compared(class, &there, &passed.held())?,
            });
        }
        for other in ways[..i].iter().filter(|other| !other.way.excludes(way, program)) {
            insns.extend(two_places(class, other, there, subject)?);
        }
    }
    Ok(insns)
}

/// A field with an array, and the way to it.
struct Found<'s> {
    way: &'s Way,
    field: &'s Field,
    kind: ArrayKind,
    /// Many others are compared with it.
    loads: RefCell<Option<Rc<Loads>>>,
}

/// What users call an array, and the instructions that load it and the object that holds it.
struct Loads {
    name: String,
    array: Vec<Insn>,
    holder: Option<Vec<Insn>>,
}

impl<'s> Found<'s> {
    fn of(way: &'s Way, field: &'s Field) -> Option<Found<'s>> {
        let kind = ArrayKind::of(&field.descriptor)?;
        Some(Found { way, field, kind, loads: RefCell::default() })
    }

    fn loads(&self, class: &mut ClassFile, subject: &Subject) -> Result<Rc<Loads>> {
        if let Some(known) = &*self.loads.borrow() {
            return Ok(Rc::clone(known));
        }
        let name = self.way.name(subject.program)?;
        let holder = self.way.load_holder(class, subject)?;
        let loads = Rc::new(Loads { name, array: self.way.load(class, subject)?, holder });
        self.loads.replace(Some(Rc::clone(&loads)));
        Ok(loads)
    }

    fn held<'l>(&self, loads: &'l Loads) -> Held<'l> {
        Held { load: loads.array.clone(), rank: self.kind.rank, name: &loads.name }
    }
}

/// The instructions that throw where two objects, or an object and a class, hold one array and have two
/// tangent arrays or one. What one object holds in two fields of one class, `outside` looks at.
fn two_places<'a>(
    class: &mut ClassFile<'a>,
    a: &Found,
    b: &Found,
    subject: &Subject<'_, 'a>,
) -> Result<Vec<Insn>> {
    let program = subject.program;
    let (stored, other) = match (is_stored(a.field), is_stored(b.field)) {
        (true, _) => (a, b),
        (false, true) => (b, a),
        (false, false) => return Ok(Vec::new()),
    };
    let both = is_followed(a.field) && is_followed(b.field);
    let linked = both && a.field.linked && b.field.linked;
    let home = |found: &Found| home(program, found.field.class);
    if a.kind.float != b.kind.float || linked && home(a).is_some() && home(a) == home(b) {
        return Ok(Vec::new());
    }
    let alike = a.field.class == b.field.class && a.kind == b.kind;
    let of_class = a.field.is_static || b.field.is_static;
    let own = |found: &Found| found.way.is_own(subject.primal.method.class, subject.primal);
    if alike && of_class && (both || other.field.is_static || own(a) && own(b)) {
        return Ok(Vec::new());
    }
    let (of_stored, of_other) = (stored.loads(class, subject)?, other.loads(class, subject)?);
    let (stored, other) = (stored.held(&of_stored), other.held(&of_other));
    match (&of_stored.holder, &of_other.holder) {
        (Some(of_stored), Some(of_other)) if alike => {
            compared_unless(class, &stored, &other, of_stored, of_other)
        }
        _ => compared(class, &stored, &other),
    }
}

/// Whether the field's tangents are followed.
fn is_followed(field: &Field) -> bool {
    field.active && !field.opaque
}

/// Whether active values are stored into the field's array.
fn is_stored(field: &Field) -> bool {
    field.active && field.stored
}

/// Whether the field's array, or that of a place it may share it with, has active values stored into it.
fn may_be_missed(field: &Field, all: &[Passed], stored: &[ArrayKind]) -> bool {
    let Some(kind) = ArrayKind::of(&field.descriptor) else { return false };
    all.iter().any(|passed| passed.kind.float == kind.float && is_missed(passed, field))
        || stored.iter().any(|other| other.float == kind.float)
}

/// Whether active values are stored through one of the two names, or anything into an array of independents through
/// its other name, and are not seen through the other if they are one array.
pub fn is_missed(passed: &Passed, field: &Field) -> bool {
    passed.carried && (passed.stored || field.written) || is_stored(field)
}
