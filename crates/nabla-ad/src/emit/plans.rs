//! What is done at each instruction of a method, block by block.

use super::block::{Context, Plan, plan};
use super::frames::Added;
use super::helpers::Helpers;
use super::homes::Homes;
use super::lanes::components::components;
use super::parameters::local;
use super::subject::Subject;
use crate::AdError;
use crate::activity::fact::{Shape, unboxed};
use nabla_flow::Cfg;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A method that holds more numbers for its tangents would be too large to be compiled.
const MOST_HELD: usize = 500;

/// What is done at each instruction, by the block where control comes.
pub fn plans<'a>(
    subject: &Subject<'_, 'a>,
    helpers: &mut Helpers,
    homes: &Homes,
) -> Result<BTreeMap<usize, Plan>, AdError> {
    let Subject { program, primal, activity, calls, kind, .. } = *subject;
    let code = &primal.code;
    let own_fields = subject.own_fields();
    let declared = unboxed(&primal.signature.result).map(Shape::boxed);
    let boxed_result = if kind.is_internal() { activity.boxed_result(primal) } else { declared };
    let loops = loops(&primal.cfg);
    let mut plans = BTreeMap::new();
    for block in &primal.cfg.blocks {
        let start = block.range.start;
        // Where control never comes there is nothing to plan.
        if activity.flow.varied.before(start).is_some_and(|v| v.state.is_some()) {
            let context = Context {
                pool: &program.classes.get(primal.method.class).pool,
                code,
                cfg: &primal.cfg,
                calls: &activity.flow.calls,
                tangent_calls: calls,
                effects: subject.effects(),
                own_fields: &own_fields,
                in_loop: loops.iter().any(|span| span.contains(&start)),
                activity,
                boxed_result,
                useful: &activity.useful,
                homes,
            };
            plans.insert(start, plan(&context, helpers, block.range.clone())?);
        }
    }
    Ok(plans)
}

/// The plans with locals for the tangents that are held lane by lane; these say which they are.
pub fn with_components<'a>(
    whole: BTreeMap<usize, Plan>,
    subject: &Subject<'_, 'a>,
    helpers: &mut Helpers,
    homes: &mut Homes,
    added: &mut Vec<Added>,
) -> Result<BTreeMap<usize, Plan>, AdError> {
    let held = components(&whole, subject, homes);
    let count: usize = held.values().map(BTreeSet::len).sum();
    if count == 0 || count > MOST_HELD {
        return Ok(whole);
    }
    for (home, lanes) in held {
        let lanes = lanes.into_iter().map(|lane| (lane, local(homes, added, "D"))).collect();
        homes.components.insert(home, lanes);
    }
    plans(subject, helpers, homes)
}

/// The instructions that a jump backwards runs again.
pub fn loops(cfg: &Cfg) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    for block in &cfg.blocks {
        for (to, _) in cfg.successors(cfg.block_of(block.range.start)) {
            let target = cfg.block(to).range.start;
            if target < block.range.end {
                spans.push(target..block.range.end);
            }
        }
    }
    spans
}
