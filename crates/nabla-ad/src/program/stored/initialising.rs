//! What the initialiser of a class does to what was there before.

use super::calls::Calls;
use super::contact::Contact;
use super::{Field, Reads, Solved};
use crate::program::classes::{Classes, MethodId};
use crate::program::initialisers::all_run;
use crate::program::lambdas::lambda;
use crate::program::owner::Owner;
use nabla_classfile::Insn;
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
    /// The interfaces of the functions that it makes.
    made: BTreeSet<String>,
    contact: Contact,
}

impl Initialising {
    /// Whether it does anything to what was there before, or reads it, by itself.
    pub fn is_noticed(&self) -> bool {
        let reads_none = matches!(&self.reads, Reads::Fields(fields) if fields.is_empty());
        !self.stores.is_empty() || !reads_none
    }
}

/// The functions that some initialisers make or call, one of which runs the others.
#[derive(Default)]
pub struct Begun {
    functions: BTreeSet<String>,
    meets: bool,
    runs: bool,
}

impl Begun {
    /// Adds those of one.
    pub fn add(&mut self, effects: &Initialising) {
        self.functions.extend(effects.made.union(&effects.contact.functions).cloned());
        self.meets |= effects.contact.meets;
        self.runs |= effects.contact.runs;
    }

    /// The interfaces of those that may be called with what was there before: what one gets hold of another may give to
    /// a function.
    pub fn called(self) -> BTreeSet<String> {
        if self.meets && self.runs { self.functions } else { BTreeSet::new() }
    }
}

/// The initialisers that were looked at, with all that they call: many reach the same.
pub struct Initialisers {
    calls: Calls,
    solved: Solved,
}

impl Default for Initialisers {
    fn default() -> Initialisers {
        // What they may be given is asked of all initialisers that run.
        let mut calls = Calls::default();
        calls.functions_apart = true;
        Initialisers { calls, solved: Solved::default() }
    }
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
        Initialising {
            stores: of_others(&known.fields),
            makes: of_others(&known.made),
            reads,
            others,
            made: made(classes, self.calls.walk(vec![method])),
            contact: Contact::of(classes, &self.calls, method),
        }
    }
}

/// The interfaces of the functions that these methods make.
fn made(classes: &Classes, methods: BTreeSet<MethodId>) -> BTreeSet<String> {
    let mut made = BTreeSet::new();
    for method in methods {
        let class = classes.get(method.class);
        let read = classes.method_code(method);
        for insn in read.iter().flat_map(|read| &read.code.insns) {
            if let Insn::InvokeDynamic(index) = insn {
                made.extend(lambda(class, *index).map(|made| made.interface));
            }
        }
    }
    made
}
