//! What functions read and store of what was there before.

use super::calls::{Calls, calling};
use super::{Field, Stores, solved};
use crate::program::classes::{Classes, MethodId};
use crate::program::kept::{COMPARATOR, Function, Uses};
use crate::program::languages::is_of_language;
use crate::program::owner::{Owner, bits};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What some functions read and store, with all that they call.
#[derive(Debug, Default)]
pub struct Touching {
    /// The fields with numbers that they store to.
    pub stores: BTreeSet<Field>,
    /// Those that they read, where that goes anywhere.
    pub reads: BTreeSet<Field>,
    /// Whether arrays of numbers that were there before may be among it, whatever holds them.
    pub arrays: bool,
}

impl Touching {
    /// Whether that is nothing.
    pub fn is_nothing(&self) -> bool {
        self.stores.is_empty() && self.reads.is_empty() && !self.arrays
    }
}

/// What the functions of one interface read and store that the classes make, without what functions do that they call.
#[derive(Debug, Default)]
pub struct OfInterface {
    touching: Touching,
    /// The interfaces by which they call others.
    pub called: BTreeSet<String>,
}

impl OfInterface {
    /// What these functions do.
    pub fn new(classes: &Classes, uses: &Uses, interface: &str) -> OfInterface {
        let mut all = OfInterface::default();
        let mut made = Vec::new();
        for function in uses.of_interface(classes, interface) {
            match function {
                Function::Of(body, captured) => made.push((body, captured)),
                Function::By(other) => all.called.extend([other]),
            }
        }
        let bodies = made.iter().map(|(body, _)| *body).collect();
        let calls = Calls::new(classes, &bodies);
        let known = solved(classes, &calls, &bodies);
        for (body, captured) in made {
            if let Some(stores) = known.get(&body) {
                all.touching.add(stores, captured, interface != COMPARATOR);
            }
        }
        let many = all.touching.named(classes, calls.of_many());
        for method in calls.order.iter().copied().chain(many) {
            all.called.extend(calling(classes, method).interfaces.iter().cloned());
        }
        all
    }
}

impl Touching {
    /// Adds what functions of one more interface do.
    pub fn add_all(&mut self, of: &OfInterface) {
        self.stores.extend(&of.touching.stores);
        self.reads.extend(&of.touching.reads);
        self.arrays |= of.touching.arrays;
    }

    /// Adds what a function does that has captured so many of its method's operands: what it is given is looked at
    /// where it is called. An order `gives` nothing: it may read what it compares, if it stores nothing.
    fn add(&mut self, stores: &Stores, captured: usize, gives: bool) {
        let was_there = |owner: Owner| owner.is_outside() || bits(owner.operands()).any(|i| i < captured);
        let touched = |(field, owner): (&Field, &Owner)| (!owner.is_own()).then_some(*field);
        let stored: BTreeSet<Field> = stores.fields.iter().chain(&stores.made).filter_map(touched).collect();
        let arrays = was_there(stores.arrays);
        if gives || arrays || !stored.is_empty() {
            self.reads.extend(stores.reads.iter().filter_map(touched));
            self.arrays |= arrays || was_there(stores.sources);
        }
        self.stores.extend(stored);
    }

    /// Adds all that these methods name and that they call, too many to ask whose it is; those methods. Libraries of
    /// languages know nothing of the program.
    fn named(&mut self, classes: &Classes, methods: &BTreeSet<MethodId>) -> BTreeSet<MethodId> {
        let is_own = |method: &MethodId| !is_of_language(&classes.name(method.class));
        self.arrays |= !methods.is_empty();
        let mut waiting: Vec<MethodId> = methods.iter().copied().filter(is_own).collect();
        let mut reached: BTreeSet<MethodId> = waiting.iter().copied().collect();
        let mut seen: FxHashSet<MethodId> = methods.iter().copied().collect();
        // Calls of one name share their bodies, which in a large library are many.
        let mut lists = FxHashSet::default();
        while let Some(method) = waiting.pop() {
            let calling = calling(classes, method);
            let (reads, stores) = calling.fields(classes, method);
            self.reads.extend(reads);
            self.stores.extend(stores);
            for (_, bodies) in calling.bodies.iter().filter(|(_, bodies)| lists.insert(Rc::as_ptr(bodies))) {
                let own = bodies.iter().copied().filter(|body| seen.insert(*body)).filter(is_own);
                for body in own {
                    reached.insert(body);
                    waiting.push(body);
                }
            }
        }
        reached
    }
}
