//! What goes into a part and comes out of it.

use super::live::{Live, access};
use super::search::Region;
use super::slots::Slots;
use super::values::Sort;
use nabla_classfile::Code;
use nabla_flow::{State, VType};
use std::collections::BTreeMap;

/// The types at the ends of regions.
pub type Known = BTreeMap<usize, State<VType>>;

/// What goes into a part and comes out of it.
pub struct Passed {
    /// What is on the stack.
    pub operands: Vec<VType>,
    /// The locals that are read, but for those that are `null`.
    pub locals: Vec<(u16, VType)>,
    /// Those that are.
    pub nulls: Vec<u16>,
    /// What it leaves on the stack.
    pub result: Option<VType>,
    /// The locals that it leaves, by the array that carries them.
    pub left: BTreeMap<Sort, Vec<(u16, VType)>>,
    /// The one that it returns instead.
    pub returned: Option<(u16, VType)>,
    /// The locals that it leaves `null`.
    pub left_null: Vec<u16>,
}

/// What goes in and out; none if something does that cannot.
pub fn passed(code: &Code, region: &Region, live: &Live, unnamed: &Slots, known: &Known) -> Option<Passed> {
    let (mut used, mut written) = (Slots::none(code.max_locals), Slots::none(code.max_locals));
    for local in code.insns[region.start..region.end].iter().filter_map(access) {
        used.add(local.slot);
        if local.writes {
            written.add(local.slot);
        }
    }
    let base = usize::from(region.base);
    let before = known.get(&region.start)?;
    let kind = |state: &State<VType>, slot: u16| state.locals.get(usize::from(slot))?.clone();
    let mut passed = Passed {
        operands: before.stack.get(base..)?.to_vec(),
        locals: Vec::new(),
        nulls: Vec::new(),
        result: None,
        left: BTreeMap::new(),
        returned: None,
        left_null: Vec::new(),
    };
    for slot in used.shared(live.before(region.start)) {
        match kind(before, slot)? {
            VType::Null => passed.nulls.push(slot),
            kind => passed.locals.push((slot, kind)),
        }
    }
    let passes = |kind: &VType| Sort::of(kind).is_some();
    if !passed.operands.iter().all(passes) || !passed.locals.iter().all(|(_, kind)| passes(kind)) {
        return None;
    }
    if region.returns {
        return Some(passed);
    }
    let after = known.get(&region.end)?;
    passed.result = after.stack.get(base).cloned();
    if passed.result.as_ref().is_some_and(|kind| !passes(kind)) {
        return None;
    }
    let mut left = Vec::new();
    for slot in written.shared(live.before(region.end)) {
        match kind(after, slot)? {
            VType::Null => passed.left_null.push(slot),
            kind => left.push((slot, Sort::of(&kind)?, kind)),
        }
    }
    if passed.result.is_none() {
        // The one that no array could carry, else one that would need an array of its own.
        let alone = |sort: Sort| left.iter().filter(|(_, other, _)| *other == sort).count() == 1;
        let choice = left.iter().position(|(slot, _, _)| unnamed.has(*slot));
        let choice = choice.or_else(|| left.iter().position(|(_, sort, _)| alone(*sort)));
        if let Some(choice) = choice.or((!left.is_empty()).then_some(0)) {
            let (slot, _, kind) = left.remove(choice);
            passed.returned = Some((slot, kind));
        }
    }
    for (slot, sort, kind) in left {
        passed.left.entry(sort).or_default().push((slot, kind));
    }
    Some(passed)
}
