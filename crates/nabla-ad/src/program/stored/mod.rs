//! What methods store in objects that were there before: the same question as in [`owned`](super::owned),
//! asked of code as it stands, before anything is known of active values. `calls` finds the methods, `held`
//! says whose values are, `body` looks at one method.

mod body;
mod calls;
mod held;

use super::classes::{ClassId, Classes, MethodId};
use super::owner::Owner;
use body::Body;
use calls::Calls;
use held::Held;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A field of a class: its place there.
type Field = (ClassId, usize);

/// Where objects are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Whose the arrays of numbers are that it stores to, where no field holds them.
    arrays: Owner,
    /// The operands that it stores somewhere.
    kept: BTreeSet<(usize, Place)>,
    /// Whose its result is.
    result: Held,
}

impl Stores {
    /// Whether it stores to one of these fields of what was there before, or to arrays that may be theirs.
    fn touches(&self, fields: &BTreeSet<Field>) -> bool {
        !self.arrays.is_own() || self.fields.keys().any(|field| fields.contains(field))
    }
}

/// What a method stores, with all that it calls.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    /// The fields with numbers, of what was there before.
    pub fields: BTreeSet<Field>,
    /// The methods that compute what they are assigned.
    pub by: BTreeSet<MethodId>,
}

/// What these methods store, which objects are asked by what they are; `None` where they have others asked
/// of which nothing is known.
pub fn storing(
    classes: &Classes,
    from: &BTreeSet<MethodId>,
    all: bool,
) -> Option<BTreeMap<MethodId, Stored>> {
    let calls = Calls::new(classes, from);
    if calls.asks && !all {
        return None;
    }
    let mut known: HashMap<MethodId, Stores> = HashMap::new();
    let mut outside = BTreeSet::new();
    loop {
        let mut grown = false;
        for &method in calls.order.iter().rev() {
            let body = Body { classes, calls: &calls, known: &known, outside: &outside };
            let Some((stores, mut kept)) = body.stores(method) else { continue };
            if from.contains(&method) {
                kept.extend(stores.kept.iter().map(|(_, place)| *place));
            }
            let count = outside.len();
            outside.extend(kept);
            grown |= outside.len() > count;
            if known.get(&method) != Some(&stores) {
                known.insert(method, stores);
                grown = true;
            }
        }
        if !grown {
            break;
        }
    }
    let own = |method: &MethodId| {
        let stored = known.get(method).into_iter().flat_map(|stores| &stores.fields);
        stored.filter(|(_, owner)| !owner.is_own()).map(|(field, _)| *field)
    };
    let all: BTreeSet<Field> = from.iter().flat_map(own).collect();
    let stores = |method: &MethodId| known.get(method).is_some_and(|stores| stores.touches(&all));
    let assigning = calls.assigning(classes, &all, stores);
    let stored = |method: &MethodId| {
        let reached = calls.reached(*method, from);
        let fields = reached.iter().filter(|reached| from.contains(reached)).flat_map(own).collect();
        Stored { fields, by: reached.intersection(&assigning).copied().collect() }
    };
    let stored = from.iter().map(|method| (*method, stored(method)));
    Some(stored.filter(|(_, stored)| !stored.fields.is_empty()).collect())
}
