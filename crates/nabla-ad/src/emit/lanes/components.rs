//! Which positions hold their tangents lane by lane: those that never depend on more than a few
//! lanes with names, and whose names mean the same as long as the tangent is read.

use super::index::Lane;
use crate::activity::fact::Shape;
use crate::activity::live::assigned;
use crate::emit::block::{Action, Argument, Plan, TangentDef};
use crate::emit::coef::Real;
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::homes::{Homes, Position};
use crate::emit::subject::Subject;
use nabla_classfile::{Code, CodeAttribute, VerificationType};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Lanes, and since which instruction their names say which they are; `None` if they are many, or
/// some have no name.
type Named = Option<BTreeSet<(Lane, usize)>>;

type Held = BTreeMap<u16, Option<BTreeSet<Lane>>>;

/// The lanes on which the tangents in these homes depend.
pub fn components(
    plans: &BTreeMap<usize, Plan>,
    subject: &Subject,
    homes: &Homes,
) -> BTreeMap<u16, BTreeSet<Lane>> {
    let mut held = Held::new();
    let positions: BTreeMap<u16, Position> = homes.all().map(|(position, home)| (home, position)).collect();
    for (home, position) in &positions {
        let given = matches!(position, Position::Local(slot) if *slot < homes.parameter_slots as usize);
        held.insert(*home, (!given).then(BTreeSet::new));
    }
    loop {
        let before = held.clone();
        for plan in plans.values() {
            Block { plan, code: &subject.primal.code, known: HashMap::new() }
                .follow(&mut held, homes.most_components);
        }
        for (home, position) in &positions {
            let Some(Some(lanes)) = held.get(home) else { continue };
            let known = before.get(home).and_then(Option::as_ref);
            let added = |lane: &&Lane| known.is_none_or(|known| !known.contains(*lane));
            if lanes.iter().filter(added).any(|lane| !stays(lane, *position, subject)) {
                held.insert(*home, None);
            }
        }
        if held == before {
            break;
        }
    }
    let few = held.into_iter().filter_map(|(home, lanes)| Some((home, lanes?)));
    few.filter(|(_, lanes)| !lanes.is_empty()).collect()
}

/// Whether the lane's name means the same wherever the position's tangent is read, and can be read
/// where a block begins.
fn stays(lane: &Lane, position: Position, subject: &Subject) -> bool {
    let (primal, useful) = (subject.primal, &subject.activity.useful);
    let code = &primal.code;
    let read = |useful: Option<&crate::activity::useful::Useful>| match (useful, position) {
        (None, _) => false,
        (Some(useful), Position::Local(slot)) => useful.local(slot),
        (Some(useful), Position::Stack(depth)) => useful.entry(depth),
    };
    let locals = lane.locals();
    let names =
        |at: usize| assigned(&code.insns[at]).is_some_and(|slots| locals.iter().any(|l| slots.contains(l)));
    if (0..code.insns.len()).any(|at| names(at) && read(useful.after(at))) {
        return false;
    }
    primal.cfg.blocks.iter().map(|block| block.range.start).filter(|&at| read(useful.before(at))).all(|at| {
        let state = subject.activity.flow.varied.before(at).and_then(|v| v.state.as_ref());
        let Some(state) = state else { return true };
        let is_int = |slot: &usize| {
            matches!(state.locals.get(*slot), Some(Some(fact)) if fact.shape == Shape::Int)
                && declares_int(code, at, *slot)
        };
        locals.iter().all(is_int)
    })
}

/// Whether the frame at the instruction, if there is one, has an integer in the local.
fn declares_int(code: &Code, at: usize, slot: usize) -> bool {
    for attribute in &code.attributes {
        let CodeAttribute::Frames { rows, .. } = attribute else { continue };
        for (_, frame) in rows.iter().filter(|(label, _)| code.labels[label.0 as usize] as usize == at) {
            let mut next = 0;
            let mut found = None;
            for kind in &frame.locals {
                if next == slot {
                    found = Some(*kind);
                }
                next += if matches!(kind, VerificationType::Double | VerificationType::Long) { 2 } else { 1 };
            }
            if found != Some(VerificationType::Integer) {
                return false;
            }
        }
    }
    true
}

/// A block, and the lanes of the tangents that it computes.
struct Block<'p> {
    plan: &'p Plan,
    code: &'p Code<'p>,
    known: HashMap<TangentId, Named>,
}

impl Block<'_> {
    /// Adds what the block stores to what is held.
    fn follow(&mut self, held: &mut Held, most: usize) {
        for step in &self.plan.steps {
            match &step.action {
                Action::Define(id) => {
                    let lanes = self.defined(*id, held);
                    self.known.insert(*id, lanes);
                }
                Action::Store(home, form, real, id) => {
                    let lanes = self.form(form, held);
                    if let Some(id) = id
                        && self.plan.tangents[id.0 as usize].0 == TangentDef::Stored
                    {
                        self.known.insert(*id, lanes.clone());
                    }
                    let named = |(lane, from): &(Lane, usize)| !lane.changes(self.code, *from..=step.at);
                    let lanes = lanes.filter(|lanes| *real == Real::Double && lanes.iter().all(named));
                    let there = held.remove(home).flatten();
                    let together = there.zip(lanes).map(|(mut there, lanes)| {
                        there.extend(lanes.into_iter().map(|(lane, _)| lane));
                        there
                    });
                    held.insert(*home, together.filter(|lanes| lanes.len() <= most));
                }
                _ => {}
            }
        }
    }

    fn form(&self, form: &Form, held: &Held) -> Named {
        let mut all = BTreeSet::new();
        for (leaf, _) in &form.terms {
            all.extend(self.leaf(*leaf, held)?);
        }
        Some(all)
    }

    fn leaf(&self, leaf: Leaf, held: &Held) -> Named {
        let Leaf::Tangent(t) = leaf else { return None };
        let start = self.plan.range.start;
        match &self.plan.tangents[t.0 as usize] {
            (TangentDef::Held(home), Real::Double) => {
                let lanes = held.get(home)?.as_ref()?;
                Some(lanes.iter().map(|lane| (lane.clone(), start)).collect())
            }
            (TangentDef::Seed(_), Real::Double) => Some(BTreeSet::from([(self.plan.lane(leaf)?, start)])),
            (TangentDef::Lane(..), Real::Double) => {
                let (from, _) = self.plan.names.get(&t)?;
                Some(BTreeSet::from([(self.plan.lane(leaf)?, *from)]))
            }
            _ => self.known.get(&t)?.clone(),
        }
    }

    fn defined(&self, id: TangentId, held: &Held) -> Named {
        match &self.plan.tangents[id.0 as usize] {
            (TangentDef::Form(form) | TangentDef::Quotient(form, _), Real::Double) => self.form(form, held),
            (TangentDef::Helper(_, arguments), Real::Double) => {
                let mut all = BTreeSet::new();
                for argument in arguments {
                    if let Argument::Tangent(form) = argument {
                        all.extend(self.form(form, held)?);
                    }
                }
                Some(all)
            }
            _ => None,
        }
    }
}
