//! What the initialiser of a class does to what was there before.

use super::calls::Calls;
use super::{Field, Reads, Solved};
use crate::program::classes::{Classes, MethodId};
use crate::program::initialisers::all_run;
use crate::program::owner::Owner;
use std::collections::{BTreeMap, BTreeSet};

/// What the initialiser of a class does, but for what it does to the static fields of its own class: nothing was
/// there before.
#[derive(Debug)]
pub struct Initialising {
    /// The fields with numbers that it stores to, of what was there before.
    pub stores: BTreeSet<Field>,
    /// Those of objects that it makes.
    pub makes: BTreeSet<Field>,
    /// Those that it reads, of what was there before.
    pub reads: Reads,
    /// The initialisers of other classes that it may run.
    pub others: BTreeSet<MethodId>,
}

impl Initialising {
    /// Whether it does anything to what was there before, or reads it.
    pub fn is_noticed(&self) -> bool {
        let reads_none = matches!(&self.reads, Reads::Fields(fields) if fields.is_empty());
        !self.stores.is_empty() || !reads_none
    }
}

/// The initialisers that were looked at, with all that they call: many reach the same.
#[derive(Default)]
pub struct Initialisers {
    calls: Calls,
    solved: Solved,
}

impl Initialisers {
    /// What an initialiser does, with all that it calls.
    pub fn add(&mut self, classes: &Classes, method: MethodId) -> Initialising {
        let from = BTreeSet::from([method]);
        let already = self.calls.order.len();
        self.calls.add(classes, &from);
        self.solved.solve(classes, &self.calls, &from, already);
        let known = self.solved.known.get(&method).cloned().unwrap_or_default();
        let of_others = |fields: &BTreeMap<Field, Owner>| {
            let there = fields.iter().filter(|(field, owner)| field.0 != method.class && !owner.is_own());
            there.map(|(field, _)| *field).collect()
        };
        let reads = match known.sources.is_own() {
            true => Reads::Fields(of_others(&known.reads)),
            false => Reads::Anything,
        };
        let others = self.calls.walk(vec![method]).into_iter().flat_map(|called| {
            let read = classes.method_code(called);
            read.into_iter().flat_map(move |read| all_run(classes, called.class, &read.code))
        });
        let others = others.filter(|other| *other != method).collect();
        Initialising { stores: of_others(&known.fields), makes: of_others(&known.made), reads, others }
    }
}
