//! What functions store that methods call by interfaces, which may be any that the program makes.

use super::calls::Calls;
use super::{Field, Reads};
use crate::program::classes::{Classes, MethodId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What functions do that may be called.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct ByFunctions {
    /// The fields with numbers that they assign, of what was there before.
    pub fields: BTreeSet<Field>,
    /// What that is computed from.
    pub reads: Reads,
    /// Whether numbers that no field holds may be among it.
    pub captures: bool,
}

impl ByFunctions {
    /// Both.
    pub fn or(&self, other: &ByFunctions) -> ByFunctions {
        ByFunctions {
            fields: &self.fields | &other.fields,
            reads: self.reads.or(&other.reads),
            captures: self.captures | other.captures,
        }
    }
}

/// The functions that store anything, by the methods that reach a call of one.
pub struct Functions(Vec<(FxHashSet<MethodId>, Rc<ByFunctions>)>);

impl Functions {
    pub fn new(classes: &Classes, calls: &Calls) -> Functions {
        let stored = |interface: &str| classes.remembering.stored_by(classes, interface);
        let all = calls.by_interface(classes, |interface| !stored(interface).fields.is_empty());
        Functions(all.into_iter().map(|(interface, callers)| (callers, stored(&interface))).collect())
    }

    /// The fields that those store to which a method may call.
    pub fn stored(&self, method: MethodId) -> BTreeSet<Field> {
        let called = self.0.iter().filter(|(callers, _)| callers.contains(&method));
        called.flat_map(|(_, by)| &by.fields).copied().collect()
    }

    /// What those do which these methods may call. They are given what the methods read.
    pub fn called_by(&self, classes: &Classes, calls: &Calls, methods: &BTreeSet<MethodId>) -> ByFunctions {
        let mut all = ByFunctions::default();
        let mut calling = BTreeSet::new();
        for (callers, by) in &self.0 {
            let of_it: Vec<MethodId> = methods.iter().copied().filter(|it| callers.contains(it)).collect();
            if !of_it.is_empty() {
                all = all.or(by);
            }
            calling.extend(of_it);
        }
        if !calling.is_empty() {
            let given = calls.own_reads(classes, &calls.walk(calling.into_iter().collect()));
            all.reads = all.reads.or(&given);
        }
        all
    }
}
