//! Keeping primal values: which are read where no local holds them, and their copies in temporaries.

use super::Emitter;
use super::locals::{Locals, load_of, store_of};
use super::uses::Uses;
use crate::activity::fact::Shape;
use crate::emit::block::{Plan, is_store};
use crate::emit::coef::ValueId;
use nabla_classfile::{Code, Insn, Opcode};
use std::collections::HashSet;

/// The values that are read where no local holds them.
pub(super) fn kept(plan: &Plan, code: &Code, uses: &Uses) -> HashSet<ValueId> {
    let mut kept = HashSet::new();
    let mut locals = Locals::enter(plan);
    let (mut step, mut next) = (0, 0);
    for at in plan.range.clone() {
        for after in [false, true] {
            while step < plan.steps.len() && (plan.steps[step].at, plan.steps[step].after) == (at, after) {
                // They were noted step by step.
                while let Some((_, value)) = uses.values.get(next).filter(|(read, _)| *read == step) {
                    if locals.slot_of(*value).is_none() {
                        kept.insert(*value);
                    }
                    next += 1;
                }
                step += 1;
            }
            if !after {
                locals.execute(at, code, plan);
            }
        }
    }
    kept
}

/// More than the slots that one tangent takes in all directions.
const ROOM: u16 = 64;

impl Emitter<'_, '_> {
    pub(super) fn temporary(&mut self, slots: u16) -> u16 {
        // More locals than there can be are found when the block is done; until then slots are numbers.
        let slot = self.next.min(u16::MAX - ROOM);
        self.next = self.next.saturating_add(slots);
        self.sink.locals_end = self.sink.locals_end.max(self.next);
        slot
    }

    /// Copies the top of the stack to a new temporary.
    pub(super) fn keep_top(&mut self, shape: Shape) -> u16 {
        let (dup, slots) = match shape {
            Shape::Double | Shape::Long => (Opcode::Dup2, 2),
            _ => (Opcode::Dup, 1),
        };
        let slot = self.temporary(slots);
        self.sink.push(Insn::Op(dup), i32::from(slots));
        self.sink.push(Insn::Local(store_of(shape), slot), -i32::from(slots));
        slot
    }

    /// Stack entries that tangent code reads are copied where the block begins.
    pub(super) fn spill_stack(&mut self) {
        let entries = self.plan.entry.stack.clone();
        let Some(lowest) = entries.iter().position(|v| self.kept.contains(v)) else { return };
        let mut slots = Vec::new();
        for value in entries[lowest..].iter().rev() {
            let shape = self.plan.values[value.0 as usize].1;
            let slot = self.temporary(2);
            self.sink.push(Insn::Local(store_of(shape), slot), 0);
            if self.kept.contains(value) {
                self.value_temps.insert(*value, slot);
            }
            slots.push((shape, slot));
        }
        for (shape, slot) in slots.into_iter().rev() {
            self.sink.push(Insn::Local(load_of(shape), slot), 0);
        }
    }

    /// Before a local is assigned: its value, if tangent code reads it later.
    pub(super) fn save_overwritten(&mut self, insn: &Insn) {
        let slots = match insn {
            Insn::Local(op, slot) if is_store(*op) => [*slot as usize, *slot as usize + 1],
            Insn::Iinc(slot, _) => [*slot as usize; 2],
            _ => return,
        };
        let below = slots[0].wrapping_sub(1);
        for slot in [below, slots[0], slots[1]] {
            let Some(&value) = self.locals.slots.get(&slot) else { continue };
            let shape = self.plan.values[value.0 as usize].1;
            let wide = matches!(shape, Shape::Double | Shape::Long);
            if slot == below && !wide {
                continue;
            }
            if self.kept.contains(&value) && !self.value_temps.contains_key(&value) {
                let from = self.homes.primal(slot);
                let width = if wide { 2 } else { 1 };
                let temp = self.temporary(width);
                self.sink.push(Insn::Local(load_of(shape), from), i32::from(width));
                self.sink.push(Insn::Local(store_of(shape), temp), -i32::from(width));
                self.value_temps.insert(value, temp);
            }
        }
    }

    /// After an instruction: its result, if tangent code reads it where no local has it. A result
    /// that goes straight to a local is read there, and saved when that local is assigned.
    pub(super) fn save_result(&mut self, at: usize, insn: &Insn) {
        let Some(&value) = self.locals.stack_results.get(&at) else { return };
        if !self.kept.contains(&value) || matches!(insn, Insn::Iinc(..)) {
            return;
        }
        let shape = self.plan.values[value.0 as usize].1;
        let slot = self.keep_top(shape);
        self.value_temps.insert(value, slot);
    }
}
