//! What a method needs to know of the plans of its blocks before any is emitted.

use super::uses::{forms, needed};
use crate::emit::block::{Action, Plan, Step, TangentDef};
use crate::emit::coef::{CoefId, Real};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::homes::{Homes, Position};
use crate::emit::plans::loops;
use crate::program::primal::Primal;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
                | TangentDef::Called(_)
        );
        plain && *real != Real::Array
    };
    let plain = |step: &Step| match &step.action {
        Action::Define(_) | Action::Store(..) | Action::Return(..) => true,
        // Another type takes other slots.
        Action::Call(tangents) => tangents.iter().all(|(_, real)| *real == Real::Double),
        _ => false,
    };
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
    let mut found = BTreeSet::new();
    for (home, form, old) in stores(plan) {
        // In a recurrence, which scales what it adds to, a tangent is often a single lane, for which a
        // buffer would be much.
        let kept = |&(leaf, c): &(Leaf, CoefId)| Some(leaf) == old && plan.coefs.as_number(c) == Some(1.0);
        if form.terms.len() > 1 && form.terms.iter().any(kept) {
            found.insert(home);
        }
    }
    found
}

/// The homes with buffers that are added to in loops and set to something else only before them: a
/// buffer with all lanes costs no more than to write the result.
pub fn added_up_once(plans: &BTreeMap<usize, Plan>, primal: &Primal, homes: &Homes) -> BTreeSet<u16> {
    let loops = loops(&primal.cfg);
    let (mut added, mut set) = (BTreeSet::new(), BTreeSet::new());
    for (_, plan) in plans.iter().filter(|(start, _)| loops.iter().any(|span| span.contains(start))) {
        for (home, form, old) in stores(plan) {
            match form.terms.iter().any(|(leaf, _)| Some(*leaf) == old) {
                true => added.insert(home),
                false => set.insert(home),
            };
        }
    }
    // What a parameter holds at first is no buffer.
    let given = |home: &u16| {
        let is = |position: &Position| matches!(position, Position::Local(slot) if *slot < homes.parameter_slots as usize);
        homes.all().any(|(position, of)| of == *home && is(&position))
    };
    added.retain(|home| homes.buffers.contains_key(home) && !set.contains(home) && !given(home));
    added
}

/// The stores of numbers in the block: the home, the form, and what the home held before.
fn stores(plan: &Plan) -> Vec<(u16, &Form, Option<Leaf>)> {
    let mut held = HashMap::new();
    for (i, (def, _)) in plan.tangents.iter().enumerate() {
        if let TangentDef::Held(home) = def {
            held.insert(*home, TangentId(i as u32));
        }
    }
    let mut found = Vec::new();
    for step in &plan.steps {
        let Action::Store(home, form, real, id) = &step.action else { continue };
        if *real != Real::Array {
            found.push((*home, form, held.get(home).copied().map(Leaf::Tangent)));
        }
        match id {
            Some(id) => held.insert(*home, *id),
            None => held.remove(home),
        };
    }
    found
}
