//! Functions, and objects with methods that a type of the JDK declares, which objects of the JDK were given
//! and keep: the order of a `TreeSet`, the task of a `Thread`, the collection whose iterator it is. Where such
//! an object is called, it may call them; it may have been given them before, in code that nobody follows.
//! `table` says which objects keep what, `given` what the classes give by its types, and `follow` where one of
//! those goes.

mod follow;
mod given;
mod table;
mod uses;

use super::callbacks::Bodies;
use super::classes::{ClassId, Classes, MethodId};
use super::languages::is_printing;
pub use follow::is_kept;
pub use given::Given;
use nabla_classfile::MemberRef;
use std::collections::BTreeSet;
pub use table::{COMPARATOR, STREAMS, compares_ends, is_making};
use table::{KEEPERS, keeper};
pub use uses::{Function, Uses};

/// The rows of [`table::KEEPERS`] that objects of these types may be of, or elements of such arrays.
pub fn rows(classes: &Classes, types: &[String]) -> BTreeSet<usize> {
    let class =
        |taken: &String| Some(taken.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?.to_owned());
    let inherited = |name: String| match classes.find(&name) {
        Some(id) => inherits(classes, id),
        None => Some(name),
    };
    types.iter().filter_map(class).filter_map(inherited).filter_map(|name| keeper(&name)).collect()
}

/// Those of them whose objects may give what the functions give that they keep: an order only compares it.
pub fn giving_rows(classes: &Classes, types: &[String]) -> BTreeSet<usize> {
    rows(classes, types).into_iter().filter(|row| KEEPERS[*row].0 != COMPARATOR).collect()
}

/// The member as one of a class that is not of the program, which a class of the program may inherit it from; `None` if
/// it is the program's own. What prints asks objects as the JDK does.
pub fn of_platform<'m>(classes: &Classes, member: MemberRef<'m>) -> Option<MemberRef<'m>> {
    if is_printing(&member.owner, &member.name) {
        return Some(member);
    }
    let Some(id) = classes.find(&member.owner) else { return Some(member) };
    if classes.resolve(id, &member.name, &member.descriptor).is_some() {
        return None;
    }
    let owner = inherits(classes, id)?;
    Some(MemberRef { owner: owner.into(), ..member })
}

/// The class that is not of the program from which this one inherits, or an interface where that is `Object`.
fn inherits(classes: &Classes, id: ClassId) -> Option<String> {
    let line: Vec<ClassId> = classes.above(Some(id)).collect();
    let top = classes.get(*line.last()?);
    let above = top.super_class.and_then(|name| top.pool.class_name(name).ok());
    let mut waiting: Vec<String> = line.iter().flat_map(|id| classes.interface_names(*id)).collect();
    let mut seen = BTreeSet::new();
    let mut interface = None;
    while let Some(name) = waiting.pop().filter(|_| interface.is_none()) {
        match classes.find(&name) {
            Some(id) if seen.insert(id) => waiting.extend(classes.interface_names(id)),
            Some(_) => {}
            None => interface = Some(name),
        }
    }
    above.map(|above| above.into_owned()).filter(|above| above != "java/lang/Object").or(interface)
}

/// The classes that may have to do with what is differentiated, and those to which they may give something of it.
fn met<'x>(classes: &'x Classes) -> impl Iterator<Item = ClassId> + 'x {
    let related = classes.related();
    let met = related.classes.keys().chain(&related.given).filter_map(|name| classes.find(name));
    met.filter(|id| !classes.is_lambda(*id))
}

/// The methods of both sets.
pub fn both(classes: &Classes, a: Option<Bodies>, b: Option<Bodies>) -> Option<Bodies> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => {
            let methods = |bodies| classes.callbacks.methods(bodies);
            let all: BTreeSet<MethodId> = methods(a).iter().chain(methods(b).iter()).copied().collect();
            classes.callbacks.set(all.into_iter().collect())
        }
        (a, b) => a.or(b),
    }
}
