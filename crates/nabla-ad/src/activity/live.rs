//! Which locals may be read later (backward).
//!
//! Compilers use a slot again for another variable. What an earlier one held there is of no concern
//! any more: an array that nothing reads must not be taken for one with what the slot holds on
//! another way.

use crate::emit::block::is_store;
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::Analysis;
use std::ops::RangeInclusive;

/// The slots that the instruction assigns.
pub fn assigned(insn: &Insn) -> Option<RangeInclusive<usize>> {
    match insn {
        Insn::Local(Opcode::Lstore | Opcode::Dstore, slot) => Some(*slot as usize..=*slot as usize + 1),
        Insn::Local(op, slot) if is_store(*op) => Some(*slot as usize..=*slot as usize),
        Insn::Iinc(slot, _) => Some(*slot as usize..=*slot as usize),
        _ => None,
    }
}

/// The analysis of one method; its domain says of every slot whether it may be read.
pub struct LiveAnalysis<'a> {
    /// The method.
    pub code: &'a Code<'a>,
}

impl Analysis for LiveAnalysis<'_> {
    type Domain = Vec<bool>;
    const FORWARD: bool = false;

    fn bottom(&self) -> Vec<bool> {
        vec![false; self.code.max_locals as usize]
    }

    fn boundary(&self) -> Vec<bool> {
        self.bottom()
    }

    fn join(&self, into: &mut Vec<bool>, from: &Vec<bool>) -> bool {
        let mut changed = false;
        for (a, &b) in into.iter_mut().zip(from) {
            changed |= b && !*a;
            *a |= b;
        }
        changed
    }

    fn transfer(&self, at: usize, domain: &mut Vec<bool>) {
        let (slot, read) = match &self.code.insns[at] {
            Insn::Local(op, slot) => (*slot, !is_store(*op)),
            Insn::Iinc(slot, _) => (*slot, true),
            _ => return,
        };
        if let Some(live) = domain.get_mut(slot as usize) {
            *live = read;
        }
    }

    fn exception_edge(&self, domain: &Vec<bool>, _handler: usize) -> Vec<bool> {
        domain.clone()
    }
}
