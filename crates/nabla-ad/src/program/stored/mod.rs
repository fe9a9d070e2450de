//! What methods store in objects that were there before: the same question as in [`owned`](super::owned),
//! asked of code as it stands, before anything is known of active values. `calls` finds the methods, `held`
//! says whose values are, `body` looks at one method.

mod body;
mod calls;
mod contact;
mod functions;
mod held;
mod initialising;
mod touching;

use super::classes::{ClassId, Classes, MethodId};
use super::owner::Owner;
use body::{Body, enter};
pub use calls::{Callings, called_by};
use calls::{Calls, Reached};
pub use functions::ByFunctions;
use functions::Functions;
use held::Held;
pub use initialising::{Begun, Initialisers, Initialising};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
pub use touching::{OfInterface, Touching, is_array_of_boxes};

/// A field of a class: its place there.
type Field = (ClassId, usize);

/// Where objects are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    /// In a field.
    Field(Field),
    /// In arrays of arrays of numbers.
    Rows,
    /// In other arrays.
    Elements,
    /// In fields and objects of code that is not followed.
    Contents,
}

/// What a method does to what was there before it was called.
#[derive(Debug, Clone, Default, PartialEq)]
struct Stores {
    /// The fields with numbers that it stores to, and whose objects those are.
    fields: BTreeMap<Field, Owner>,
    /// The fields with numbers of objects that it makes and stores somewhere, and whose objects those are stored in.
    made: BTreeMap<Field, Owner>,
    /// Whose the arrays of numbers are that it stores to, where no field holds them.
    arrays: Owner,
    /// The fields with numbers that it reads, and whose objects those are.
    reads: BTreeMap<Field, Owner>,
    /// Whose the arrays of numbers are that it reads, where no field holds them, and other objects that may give
    /// numbers.
    sources: Owner,
    /// Whether two places may hold an array of numbers afterwards that this puts into one of them.
    links: bool,
    /// The operands that it stores somewhere.
    kept: BTreeSet<(usize, Place)>,
    /// Whose its result is.
    result: Held,
}

impl Stores {
    /// Both. What is known of a method only grows: methods that call one another would not come to an end where
    /// one of them does less as others do more.
    fn or(&self, other: &Stores) -> Stores {
        let owners = |a: &BTreeMap<Field, Owner>, b: &BTreeMap<Field, Owner>| {
            let mut all = a.clone();
            b.iter().for_each(|(field, owner)| enter(&mut all, *field, *owner));
            all
        };
        let mut result = self.result.clone();
        result.join(&other.result);
        Stores {
            fields: owners(&self.fields, &other.fields),
            made: owners(&self.made, &other.made),
            arrays: self.arrays.or(other.arrays),
            reads: owners(&self.reads, &other.reads),
            sources: self.sources.or(other.sources),
            links: self.links | other.links,
            kept: &self.kept | &other.kept,
            result,
        }
    }

    /// Whether it stores to one of these fields of what was there before, or to arrays that may be theirs.
    fn touches(&self, fields: &BTreeSet<Field>) -> bool {
        let mut stored = self.fields.keys().chain(self.made.keys());
        !self.arrays.is_own() || stored.any(|field| fields.contains(field))
    }
}

/// What a method stores, with all that it calls.
#[derive(Debug, PartialEq)]
pub struct Stored {
    /// The fields with numbers, of what was there before.
    pub fields: BTreeSet<Field>,
    /// The methods that compute what they are assigned, and what from.
    pub by: BTreeMap<MethodId, Rc<Reads>>,
    /// What functions do that are called by interfaces.
    pub by_functions: ByFunctions,
    /// Whether it may get arrays from where nothing is followed.
    pub meets: bool,
}

impl Stored {
    /// Both.
    pub fn or(&self, other: &Stored) -> Stored {
        let mut by = self.by.clone();
        for (method, reads) in &other.by {
            let known = by.entry(*method).or_insert_with(|| Rc::clone(reads));
            *known = known.or(reads).into();
        }
        let by_functions = self.by_functions.or(&other.by_functions);
        Stored { fields: &self.fields | &other.fields, by, by_functions, meets: self.meets | other.meets }
    }
}

/// The fields with numbers that a method reads, with all that it calls.
#[derive(Debug, Clone, PartialEq)]
pub enum Reads {
    /// These.
    Fields(BTreeSet<Field>),
    /// It may read others.
    Anything,
}

impl Default for Reads {
    fn default() -> Reads {
        Reads::Fields(BTreeSet::new())
    }
}

impl Reads {
    /// Both.
    pub fn or(&self, other: &Reads) -> Reads {
        match (self, other) {
            (Reads::Fields(a), Reads::Fields(b)) => Reads::Fields(a | b),
            _ => Reads::Anything,
        }
    }

    /// Those that are known.
    pub fn fields(&self) -> impl Iterator<Item = &(ClassId, usize)> {
        match self {
            Reads::Fields(fields) => Some(fields),
            Reads::Anything => None,
        }
        .into_iter()
        .flatten()
    }
}

/// What these methods store, which objects are asked by what they are; `None` where they have others asked
/// of which nothing is known.
pub fn storing(
    classes: &Classes,
    from: &BTreeSet<MethodId>,
    all: bool,
) -> Option<BTreeMap<MethodId, Rc<Stored>>> {
    let calls = Calls::new(classes, from);
    if calls.ask() && !all {
        return None;
    }
    let known = solved(classes, &calls, from);
    let functions = Functions::new(classes, &calls);
    let own = |method: &MethodId| {
        let stored =
            known.get(method).into_iter().flat_map(|stores| stores.fields.iter().chain(&stores.made));
        let stored = stored.filter(|(_, owner)| !owner.is_own()).map(|(field, _)| *field);
        stored.chain(functions.stored(*method))
    };
    let storing: BTreeMap<MethodId, BTreeSet<Field>> = from
        .iter()
        .map(|method| (*method, own(method).collect::<BTreeSet<Field>>()))
        .filter(|(_, fields)| !fields.is_empty())
        .collect();
    let all: BTreeSet<Field> = storing.values().flatten().copied().collect();
    if all.is_empty() {
        return Some(BTreeMap::new());
    }
    let stores = |method: &MethodId| known.get(method).is_some_and(|stores| stores.touches(&all));
    let assigning = calls.assigning(classes, &all, stores);
    let reads: BTreeMap<MethodId, Rc<Reads>> =
        assigning.iter().map(|method| (*method, Rc::new(calls.reads(classes, *method)))).collect();
    let stored = |reached: &BTreeSet<MethodId>| {
        let fields = reached.iter().filter_map(|reached| storing.get(reached)).flatten().copied().collect();
        let by = reads.iter().filter(|(method, _)| reached.contains(method));
        let by = by.map(|(method, reads)| (*method, Rc::clone(reads))).collect();
        let by_functions = functions.called_by(classes, &calls, reached);
        Rc::new(Stored { fields, by, by_functions, meets: calls.meet(classes, reached) })
    };
    // Those that may have anything asked reach the same.
    let of_all = OnceCell::new();
    let stored = |method: &MethodId| match calls.reached(*method) {
        Reached::All(reached) => Rc::clone(of_all.get_or_init(|| stored(&reached))),
        Reached::These(reached) => stored(&reached),
    };
    let stored = from.iter().map(|method| (*method, stored(method)));
    Some(stored.filter(|(_, stored)| !stored.fields.is_empty()).collect())
}

/// Those of these methods that read numbers of what was there before.
pub fn reading(classes: &Classes, from: &BTreeSet<MethodId>) -> BTreeSet<MethodId> {
    let calls = Calls::new(classes, from);
    let known = solved(classes, &calls, from);
    let reads = |stores: &Stores| !stores.reads.is_empty() || !stores.sources.is_own();
    let is_touching = |name: &str| !classes.remembering.touching(classes, name).is_nothing();
    let touching = calls.by_interface(classes, is_touching);
    let by_functions = |method: &MethodId| touching.values().any(|callers| callers.contains(method));
    let is_reading = |method: &MethodId| known.get(method).is_some_and(reads) || by_functions(method);
    from.iter().copied().filter(is_reading).collect()
}

/// What each of the methods that are called stores.
fn solved(classes: &Classes, calls: &Calls, from: &BTreeSet<MethodId>) -> FxHashMap<MethodId, Stores> {
    let mut solved = Solved::default();
    solved.solve(classes, calls, from, 0);
    solved.known
}

/// What methods store, and where they have put what is not their own.
#[derive(Default)]
struct Solved {
    known: FxHashMap<MethodId, Stores>,
    outside: BTreeSet<Place>,
    /// The methods that take something out of a place, which was their own so far.
    users: FxHashMap<Place, FxHashSet<MethodId>>,
}

impl Solved {
    /// Finds it for the methods that are called, of which so many are known already.
    fn solve(&mut self, classes: &Classes, calls: &Calls, from: &BTreeSet<MethodId>, already: usize) {
        let mut waiting: FxHashSet<MethodId> = calls.order[already..].iter().copied().collect();
        let callers = calls.callers();
        while !waiting.is_empty() {
            for &method in calls.order.iter().rev() {
                // What it stores follows from what those that it calls do, and from what is outside.
                if !waiting.remove(&method) {
                    continue;
                }
                let asked = RefCell::default();
                let body = Body { classes, calls, known: &self.known, outside: &self.outside, asked };
                let found = body.stores(method);
                for place in body.asked.into_inner() {
                    self.users.entry(place).or_default().insert(method);
                }
                let Some((stores, mut kept)) = found else { continue };
                if from.contains(&method) {
                    kept.extend(stores.kept.iter().map(|(_, place)| *place));
                }
                for place in kept {
                    if self.outside.insert(place) {
                        waiting.extend(self.users.remove(&place).into_iter().flatten());
                    }
                }
                let known = self.known.get(&method);
                let stores = known.map_or_else(|| stores.clone(), |known| known.or(&stores));
                if known != Some(&stores) {
                    self.known.insert(method, stores);
                    waiting.extend(callers.get(&method).into_iter().flatten());
                }
            }
        }
    }
}
