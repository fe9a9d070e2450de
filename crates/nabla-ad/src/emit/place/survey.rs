//! What a method needs to know of the plans of its blocks before any is emitted.

use super::uses::{forms, needed};
use crate::emit::block::{Action, Plan, Step, TangentDef};
use crate::emit::coef::{CoefId, Real};
use crate::emit::form::{Leaf, TangentId};
use std::collections::{BTreeSet, HashMap};

/// Whether the block has numbers alone, so that all its tangents can be unrolled.
pub fn has_numbers_alone(plan: &Plan) -> bool {
    let number = |(def, real): &(TangentDef, Real)| {
        let plain = matches!(
            def,
            TangentDef::Held(_)
                | TangentDef::Stored
                | TangentDef::Seed(_)
                | TangentDef::Form(_)
                | TangentDef::Quotient(..)
                | TangentDef::Helper(..)
                | TangentDef::Same(..)
                | TangentDef::Convert(_)
        );
        plain && *real != Real::Array
    };
    let plain =
        |step: &Step| matches!(step.action, Action::Define(_) | Action::Store(..) | Action::Return(..));
    plan.tangents.iter().all(number) && plan.steps.iter().all(plain)
}

/// The independents, by slot, of which the block takes all tangents together.
pub fn taken_whole(plan: &Plan) -> BTreeSet<usize> {
    let mut slots = BTreeSet::new();
    for form in forms(plan, &needed(plan)) {
        for (leaf, _) in &form.terms {
            if let Leaf::Tangent(t) = leaf
                && let TangentDef::Seeds(slot) = plan.tangents[t.0 as usize].0
            {
                slots.insert(slot);
            }
        }
    }
    slots
}

/// The homes of numbers to which the block adds: s = s + …
pub fn accumulators(plan: &Plan) -> BTreeSet<u16> {
    let mut held = HashMap::new();
    for (i, (def, _)) in plan.tangents.iter().enumerate() {
        if let TangentDef::Held(home) = def {
            held.insert(*home, TangentId(i as u32));
        }
    }
    let mut found = BTreeSet::new();
    for step in &plan.steps {
        let Action::Store(home, form, real, id) = &step.action else { continue };
        let old = held.get(home).copied();
        // In a recurrence, which scales what it adds to, a tangent is often a single lane, for which a
        // buffer would be much.
        let kept = |&(leaf, c): &(Leaf, CoefId)| {
            Some(leaf) == old.map(Leaf::Tangent) && plan.coefs.as_number(c) == Some(1.0)
        };
        let adds = form.terms.len() > 1 && form.terms.iter().any(kept);
        if adds && *real != Real::Array {
            found.insert(*home);
        }
        match id {
            Some(id) => held.insert(*home, *id),
            None => held.remove(home),
        };
    }
    found
}
