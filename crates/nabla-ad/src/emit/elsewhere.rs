//! One array in two places, of which an object from outside holds one: `f(a, reader, x)` with a reader
//! of `a`, or `f(writer, reader, x)` with a writer and a reader of one array.
//!
//! What such an object holds is constant at entry. Where active values are stored into the array in one
//! place and the method reads the other, the derivative throws if they are one array.

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
    if arrays.is_empty() {
        return Ok(Vec::new());
    }
    let search = Search { program, from: own, arrays, objects: program.common_objects(reach) };
    let registered = homes.call > 0 && home(program, own).is_some();
    let mut insns = Vec::new();
    let ways = search.ways(primal);
    for (i, (way, field)) in ways.iter().enumerate() {
        let Some(there) = Found::of(way, field) else { continue };
        for passed in all.iter().filter(|p| p.kind.float == there.kind.float && is_missed(p, field)) {
            let followed = is_followed(field) && passed.carried;
            if way.is_own(own, primal) && there.kind == passed.kind || followed && field.linked && registered
            {
                continue;
            }
            let name = way.name(program)?;
            let there = Held { load: way.load(class, subject)?, rank: there.kind.rank, name: &name };
            insns.extend(match passed.carried && passed.stored {
                true => compared(class, &passed.held(), &there)?,
                false => compared(class, &there, &passed.held())?,
            });
        }
        let others = ways[..i].iter().filter(|(other, _)| !other.excludes(way, program));
        for other in others.filter_map(|(way, field)| Found::of(way, field)) {
            insns.extend(two_places(class, &other, &there, subject)?);
        }
    }
    Ok(insns)
}

/// A field with an array, and the way to it.
struct Found<'s> {
    way: &'s Way,
    field: &'s Field,
    kind: ArrayKind,
}

impl<'s> Found<'s> {
    fn of(way: &'s Way, field: &'s Field) -> Option<Found<'s>> {
        Some(Found { way, field, kind: ArrayKind::of(&field.descriptor)? })
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
    let (x, y) = (stored.way.name(program)?, other.way.name(program)?);
    let stored_holder = stored.way.load_holder(class, subject)?;
    let other_holder = other.way.load_holder(class, subject)?;
    let stored = Held { load: stored.way.load(class, subject)?, rank: stored.kind.rank, name: &x };
    let other = Held { load: other.way.load(class, subject)?, rank: other.kind.rank, name: &y };
    match (stored_holder, other_holder) {
        (Some(of_stored), Some(of_other)) if alike => {
            compared_unless(class, &stored, &other, &of_stored, &of_other)
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

/// Whether active values are stored through one of the two names, and are not seen through the other
/// if they are one array.
fn is_missed(passed: &Passed, field: &Field) -> bool {
    passed.carried && passed.stored || is_stored(field)
}
