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
pub use follow::is_kept;
pub use given::Given;
use std::collections::BTreeSet;
pub use table::{COMPARATOR, STREAMS, is_making};
use table::{KEEPERS, keeper};
pub use uses::{Function, Uses};

/// The rows of [`table::KEEPERS`] that objects of these types may be of, or elements of such arrays.
pub fn rows(types: &[String]) -> BTreeSet<usize> {
    let class =
        |taken: &String| Some(taken.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?.to_owned());
    types.iter().filter_map(class).filter_map(|name| keeper(&name)).collect()
}

/// Those of them whose objects may give what the functions give that they keep: an order only compares it.
pub fn giving_rows(types: &[String]) -> BTreeSet<usize> {
    rows(types).into_iter().filter(|row| KEEPERS[*row].0 != COMPARATOR).collect()
}

/// The classes that may have to do with what is differentiated.
fn met<'x>(classes: &'x Classes) -> impl Iterator<Item = ClassId> + 'x {
    let met = classes.related().classes.keys().filter_map(|name| classes.find(name));
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
