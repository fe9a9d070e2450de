//! Which primal values the primal's locals hold, at each instruction of the block, and the
//! instructions that read and write a local of a shape.

use crate::activity::fact::Shape;
use crate::emit::block::{Plan, ValueDef, is_store, real};
use crate::emit::coef::{Real, ValueId};
use crate::emit::homes::{load, store};
use nabla_classfile::{Code, Insn, Opcode};
use std::collections::HashMap;

/// Which primal values the primal's locals hold.
#[derive(Clone)]
pub(super) struct Locals {
    pub(super) slots: HashMap<usize, ValueId>,
    pub(super) stack_results: HashMap<usize, ValueId>,
}

impl Locals {
    pub(super) fn enter(plan: &Plan) -> Locals {
        let slots = plan.entry.locals.iter().enumerate();
        let mut stack_results = HashMap::new();
        for (i, (def, _)) in plan.values.iter().enumerate() {
            if let ValueDef::Result(at) = def {
                stack_results.insert(*at, ValueId(i as u32));
            }
        }
        Locals { slots: slots.filter_map(|(j, v)| v.map(|v| (j, v))).collect(), stack_results }
    }

    pub(super) fn slot_of(&self, value: ValueId) -> Option<usize> {
        self.slots.iter().filter(|(_, v)| **v == value).map(|(j, _)| *j).min()
    }

    /// A store makes the local's value unknown, unless the value was computed right before it.
    pub(super) fn execute(&mut self, at: usize, code: &Code, plan: &Plan) {
        let insn = &code.insns[at];
        let (slot, wide) = match insn {
            Insn::Local(op, slot) if is_store(*op) => {
                (*slot as usize, matches!(op, Opcode::Dstore | Opcode::Lstore))
            }
            Insn::Iinc(slot, _) => (*slot as usize, false),
            _ => return,
        };
        self.slots.remove(&slot);
        if wide {
            self.slots.remove(&(slot + 1));
        }
        if let Some(below) = slot.checked_sub(1)
            && let Some(v) = self.slots.get(&below)
            && matches!(plan.values[v.0 as usize].1, Shape::Double | Shape::Long)
        {
            self.slots.remove(&below);
        }
        let stored = if matches!(insn, Insn::Iinc(..)) {
            self.stack_results.get(&at)
        } else {
            // The result of an iinc is not on the stack.
            at.checked_sub(1)
                .filter(|p| plan.range.contains(p) && !matches!(code.insns[*p], Insn::Iinc(..)))
                .and_then(|p| self.stack_results.get(&p))
        };
        if let Some(value) = stored {
            self.slots.insert(slot, *value);
        }
    }
}

pub(super) fn slots(real: Real) -> u16 {
    match real {
        Real::Double => 2,
        Real::Float | Real::Array => 1,
    }
}

pub(super) fn load_of(shape: Shape) -> Opcode {
    match (real(shape), shape) {
        _ if shape.content().is_some() => Opcode::Aload,
        (Some(real), _) => load(real),
        (None, Shape::Long) => Opcode::Lload,
        (None, Shape::Int) => Opcode::Iload,
        _ => Opcode::Aload,
    }
}

pub(super) fn store_of(shape: Shape) -> Opcode {
    match (real(shape), shape) {
        _ if shape.content().is_some() => Opcode::Astore,
        (Some(real), _) => store(real),
        (None, Shape::Long) => Opcode::Lstore,
        (None, Shape::Int) => Opcode::Istore,
        _ => Opcode::Astore,
    }
}
