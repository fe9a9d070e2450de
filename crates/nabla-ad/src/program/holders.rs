//! Which lambdas a value may be: found out over the whole program, for what holds values between
//! methods, while the fixpoint runs.

use super::classes::{ClassId, MethodId};
use super::fields::FieldId;
use super::lambda_set::LambdaSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

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
    /// Whatever comes from code that is not followed.
    pub const OTHER: Functions = Functions(3);

    /// Whether there may be some that were found.
    pub fn any_found(self) -> bool {
        self != Functions::NONE && self != Functions::OTHER
    }
}

/// What holds values between methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    sets: Vec<Rc<LambdaSet>>,
    numbers: FxHashMap<Rc<LambdaSet>, Functions>,
    held: FxHashMap<Holder, Held>,
}

#[derive(Debug)]
struct Held {
    functions: Functions,
    /// The instances that have seen it as it is.
    users: FxHashSet<usize>,
}

impl Default for Holders {
    fn default() -> Holders {
        let mut holders =
            Holders { sets: Vec::new(), numbers: FxHashMap::default(), held: FxHashMap::default() };
        // In the order of their numbers.
        let flags = [(false, false, false), (true, false, false), (false, true, false), (false, false, true)];
        for (outside, unknown, other) in flags {
            holders.number(LambdaSet::of(outside, unknown, other));
        }
        holders
    }
}

impl Holders {
    fn number(&mut self, set: LambdaSet) -> Functions {
        if let Some(known) = self.numbers.get(&set) {
            return *known;
        }
        let next = Functions(self.sets.len() as u32);
        let set = Rc::new(set);
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, next);
        next
    }

    fn set(&self, functions: Functions) -> &LambdaSet {
        &self.sets[functions.0 as usize]
    }

    /// The set of one lambda.
    pub fn one(&mut self, lambda: ClassId) -> Functions {
        let mut set = LambdaSet::default();
        set.insert(lambda);
        self.number(set)
    }

    /// The lambdas of both.
    pub fn union(&mut self, a: Functions, b: Functions) -> Functions {
        if a == b || b == Functions::NONE || self.set(a).includes(self.set(b)) {
            return a;
        }
        if self.set(b).includes(self.set(a)) {
            return b;
        }
        let all = self.set(a).union(self.set(b));
        self.number(all)
    }

    /// Those that fulfil a condition, and what is no lambda with a class.
    pub fn filter(&mut self, functions: Functions, keep: impl Fn(ClassId) -> bool) -> Functions {
        if functions == Functions::NONE {
            return functions;
        }
        let set = self.set(functions);
        let mut kept = LambdaSet::of(set.outside, set.unknown, set.other);
        set.lambdas().filter(|class| keep(*class)).for_each(|class| kept.insert(class));
        self.number(kept)
    }

    /// The classes of the lambdas.
    pub fn lambdas(&self, functions: Functions) -> impl Iterator<Item = ClassId> + '_ {
        self.set(functions).lambdas()
    }

    /// Whether these are all that there may be.
    pub fn are_known(&self, functions: Functions) -> bool {
        functions != Functions::NONE && self.set(functions).is_known()
    }

    /// Whether a lambda without a class is among them.
    pub fn is_unknown(&self, functions: Functions) -> bool {
        self.set(functions).unknown
    }

    /// What is held.
    pub fn held(&self, holder: Holder) -> Functions {
        self.held.get(&holder).map_or(Functions::NONE, |held| held.functions)
    }

    /// An instance has seen what is held.
    pub fn seen_by(&mut self, holder: Holder, user: usize) {
        self.entry(holder).users.insert(user);
    }

    /// Something is put there; the instances that saw it without, in order. They count as having seen it when
    /// they look again.
    pub fn hold(&mut self, holder: Holder, functions: Functions) -> Vec<usize> {
        let before = self.entry(holder).functions;
        // What comes from outside here may be a lambda of the program there.
        let functions = match self.set(functions) {
            set if set.outside => {
                let mut inside = set.clone();
                (inside.outside, inside.other) = (false, true);
                self.number(inside)
            }
            _ => functions,
        };
        let after = self.union(before, functions);
        if after == before {
            return Vec::new();
        }
        let held = self.entry(holder);
        held.functions = after;
        let mut users: Vec<usize> = std::mem::take(&mut held.users).into_iter().collect();
        users.sort_unstable();
        users
    }

    fn entry(&mut self, holder: Holder) -> &mut Held {
        let empty = || Held { functions: Functions::NONE, users: FxHashSet::default() };
        self.held.entry(holder).or_insert_with(empty)
    }
}
