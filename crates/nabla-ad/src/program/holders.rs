//! Which lambdas a value may be: found out over the whole program, for what holds values between
//! methods, while the fixpoint runs.

use super::classes::{ClassId, MethodId};
use super::fields::FieldId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A set of lambdas that a value may be, by number. A value may also be a function that is no
/// lambda of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Functions(u32);

impl Functions {
    /// None.
    pub const NONE: Functions = Functions(0);
    /// A function that the caller of the selected method gave, and nothing else.
    pub const OUTSIDE: Functions = Functions(1);
    /// A lambda of the program for which there is no class.
    pub const UNKNOWN: Functions = Functions(2);
}

/// Stand for functions that are no lambda with a class.
const OUTSIDE: ClassId = ClassId(u32::MAX);
const UNKNOWN: ClassId = ClassId(u32::MAX - 1);

/// What holds values between methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// The parameter with this index, or the receiver.
    Parameter(MethodId, Option<usize>),
    /// The result.
    Result(MethodId),
    /// A field.
    Field(FieldId),
    /// The elements of arrays.
    Elements,
    /// Code that is not followed.
    Elsewhere,
    /// Calls of a lambda with its tangent, by its class: the lambda itself, if there are any.
    Calls(ClassId),
}

/// What all holders hold.
#[derive(Debug)]
pub struct Holders {
    sets: Vec<BTreeSet<ClassId>>,
    numbers: HashMap<BTreeSet<ClassId>, Functions>,
    held: BTreeMap<Holder, Held>,
}

#[derive(Debug)]
struct Held {
    functions: Functions,
    /// The instances that have seen it.
    users: BTreeSet<usize>,
}

impl Default for Holders {
    fn default() -> Holders {
        let mut holders = Holders { sets: Vec::new(), numbers: HashMap::new(), held: BTreeMap::new() };
        // In the order of their numbers.
        for set in [BTreeSet::new(), BTreeSet::from([OUTSIDE]), BTreeSet::from([UNKNOWN])] {
            holders.number(set);
        }
        holders
    }
}

impl Holders {
    fn number(&mut self, set: BTreeSet<ClassId>) -> Functions {
        let next = Functions(self.sets.len() as u32);
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }

    /// The set of one lambda.
    pub fn one(&mut self, lambda: ClassId) -> Functions {
        self.number(BTreeSet::from([lambda]))
    }

    /// The lambdas of both.
    pub fn union(&mut self, a: Functions, b: Functions) -> Functions {
        match (a, b) {
            (a, b) if a == b || b == Functions::NONE => a,
            (Functions::NONE, b) => b,
            (a, b) => {
                let all = self.sets[a.0 as usize].union(&self.sets[b.0 as usize]).copied().collect();
                self.number(all)
            }
        }
    }

    /// Those that fulfil a condition, and what is no lambda with a class.
    pub fn filter(&mut self, functions: Functions, keep: impl Fn(ClassId) -> bool) -> Functions {
        if functions == Functions::NONE {
            return functions;
        }
        let set = self.sets[functions.0 as usize].iter().copied();
        let kept = set.filter(|class| *class == OUTSIDE || *class == UNKNOWN || keep(*class)).collect();
        self.number(kept)
    }

    /// The classes of the lambdas.
    pub fn lambdas(&self, functions: Functions) -> impl Iterator<Item = ClassId> + '_ {
        let set = self.sets[functions.0 as usize].iter().copied();
        set.filter(|class| *class != OUTSIDE && *class != UNKNOWN)
    }

    /// Whether a lambda without a class is among them.
    pub fn is_unknown(&self, functions: Functions) -> bool {
        self.sets[functions.0 as usize].contains(&UNKNOWN)
    }

    /// What is held, and that an instance has seen it.
    pub fn held(&mut self, holder: Holder, user: Option<usize>) -> Functions {
        let held = self.entry(holder);
        held.users.extend(user);
        held.functions
    }

    /// Something is put there; the instances that saw it without.
    pub fn hold(&mut self, holder: Holder, functions: Functions) -> BTreeSet<usize> {
        let before = self.entry(holder).functions;
        let mut set = self.sets[functions.0 as usize].clone();
        // What comes from outside here may be a lambda of the program there.
        set.remove(&OUTSIDE);
        let functions = self.number(set);
        let after = self.union(before, functions);
        let held = self.entry(holder);
        held.functions = after;
        if after == before { BTreeSet::new() } else { held.users.clone() }
    }

    fn entry(&mut self, holder: Holder) -> &mut Held {
        let empty = || Held { functions: Functions::NONE, users: BTreeSet::new() };
        self.held.entry(holder).or_insert_with(empty)
    }
}
