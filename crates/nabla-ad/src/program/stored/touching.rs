//! What functions read and store of what was there before.

use super::calls::Calls;
use super::{Field, Stores, solved};
use crate::program::classes::{Classes, MethodId};
use crate::program::kept::{COMPARATOR, Function, Uses};
use crate::program::owner::{Owner, bits};
use nabla_classfile::{Insn, Opcode};
use std::collections::BTreeSet;

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

/// What the functions of an interface read and store that the classes make, and those that they call.
pub fn touching(classes: &Classes, uses: &Uses, interface: &str) -> Touching {
    let mut touching = Touching::default();
    let mut waiting = vec![interface.to_owned()];
    let mut seen = BTreeSet::from([interface.to_owned()]);
    while let Some(interface) = waiting.pop() {
        let functions = uses.of_interface(classes, &interface);
        let made = |function: &Function| match function {
            Function::Of(body, captured) => Some((*body, *captured)),
            Function::Any => None,
        };
        let made: Vec<(MethodId, usize)> = functions.iter().filter_map(made).collect();
        // Any may store and read what it likes.
        touching.arrays |= made.len() < functions.len();
        let bodies = made.iter().map(|(body, _)| *body).collect();
        let calls = Calls::new(classes, &bodies);
        let known = solved(classes, &calls, &bodies);
        for (body, captured) in made {
            if let Some(stores) = known.get(&body) {
                touching.add(stores, captured, interface != COMPARATOR);
            }
        }
        touching.arrays |= calls.any_is_of_many();
        for &method in &calls.order {
            let called = called(classes, method).into_iter();
            waiting.extend(called.filter(|interface| seen.insert(interface.clone())));
        }
    }
    touching
}

impl Touching {
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
}

/// The interfaces whose functions a method calls.
fn called(classes: &Classes, method: MethodId) -> BTreeSet<String> {
    let class = classes.get(method.class);
    let code = class.code(&class.methods[method.index as usize]).ok().flatten();
    let interface = |insn: &Insn| {
        let Insn::Invoke(op @ Opcode::Invokeinterface, index) = insn else { return None };
        let member = class.pool.member_ref(*index).ok()?;
        classes.targets(*op, &member.owner, &member.name, &member.descriptor)?.open.clone()
    };
    code.iter().flat_map(|code| code.insns.iter().filter_map(interface)).collect()
}
