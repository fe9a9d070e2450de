//! The locals of a part: its parameters, and those that its instructions use.

use super::live::{Access, access};
use nabla_classfile::Insn;
use std::collections::{BTreeMap, BTreeSet};

/// Where the locals of a method are in a part of it.
pub struct PartHomes {
    homes: BTreeMap<u16, u16>,
    /// The slots with which values begin.
    values: BTreeSet<u16>,
    /// Parameters that are not where they are used: from, to, by their place among the parameters.
    pub moved: Vec<(usize, u16, u16)>,
    /// The number of slots.
    pub end: u16,
}

impl PartHomes {
    /// Gives the slots of these instructions a place. Of each parameter the slot in the method and in
    /// the part are known, and whether it takes two; others begin behind them.
    pub fn of(insns: &[Insn], parameters: &[(u16, u16, bool)], end: u16) -> PartHomes {
        let mut used = BTreeSet::new();
        // Slots that the one before shares a value with.
        let mut joined = BTreeSet::new();
        let mut values = BTreeSet::new();
        let accessed = insns.iter().filter_map(access).map(|Access { slot, wide, .. }| (slot, wide));
        for (slot, wide) in accessed.chain(parameters.iter().map(|&(slot, _, wide)| (slot, wide))) {
            used.insert(slot);
            values.insert(slot);
            if wide {
                used.insert(slot.saturating_add(1));
                joined.insert(slot.saturating_add(1));
            }
        }
        let mut groups: Vec<Vec<u16>> = Vec::new();
        for slot in used {
            match groups.last_mut().filter(|_| joined.contains(&slot)) {
                Some(group) => group.push(slot),
                None => groups.push(vec![slot]),
            }
        }
        let mut result = PartHomes { homes: BTreeMap::new(), values, moved: Vec::new(), end };
        for group in groups {
            let inside = |p: &(usize, &(u16, u16, bool))| group.contains(&p.1.0);
            let own: Vec<_> = parameters.iter().enumerate().filter(inside).collect();
            let first = match own[..] {
                [(_, &(slot, at, wide))] if slot == group[0] && group.len() == 1 + usize::from(wide) => at,
                _ => {
                    let first = result.end;
                    result.end = first.saturating_add(group.len() as u16);
                    for &(place, &(slot, at, _)) in &own {
                        result.moved.push((place, at, first.saturating_add(slot - group[0])));
                    }
                    first
                }
            };
            for (place, &slot) in group.iter().enumerate() {
                result.homes.insert(slot, first.saturating_add(place as u16));
            }
        }
        result
    }

    /// Where a local of the method is; none if the part does not use it.
    pub fn of_slot(&self, slot: u16) -> Option<u16> {
        self.homes.get(&slot).copied()
    }

    /// Where a value of the method is; none if the part does not use it, but for its slot.
    pub fn of_value(&self, slot: u16) -> Option<u16> {
        self.of_slot(slot).filter(|_| self.values.contains(&slot))
    }

    /// The instruction with its local where that is in the part.
    pub fn moved(&self, insn: &Insn) -> Insn {
        let home = |slot: u16| self.of_slot(slot).unwrap_or(slot);
        match *insn {
            Insn::Local(op, slot) => Insn::Local(op, home(slot)),
            Insn::Iinc(slot, by) => Insn::Iinc(home(slot), by),
            _ => insn.clone(),
        }
    }
}
