//! The fixpoint engine every analysis runs on.
//!
//! An analysis is a lattice (`bottom`, `join`) and a transfer function; the engine carries states
//! along the control-flow graph until nothing changes. States are results of the search for the
//! *least* solution of
//!
//! * forward: `before(first of b) = boundary?(b is the entry) ⊔ ⨆ after(last of p)` over normal edges
//!   p → b, `⊔ ⨆ exception_edge(before(i), h)` over all instructions i that handler h → b covers;
//!   `after(i) = transfer(i, before(i))`;
//! * backward: `after(last of b) = ⨆ before(first of s)` over normal edges b → s, or `boundary` if
//!   there are none (a return or throw); `before(i) = transfer(i, after(i)) ⊔ ⨆ exception_edge(before(first of s), h)`
//!   over the handlers h → s that cover i.
//!
//! It ends if the lattice has no infinite ascending chain and `transfer` is monotone.

use std::collections::BTreeMap;

use nabla_classfile::Code;

use crate::cfg::{BlockId, Cfg, Edge};

/// A lattice and a transfer function.
pub trait Analysis {
    /// What is known at one place in the program.
    type Domain: Clone + PartialEq;
    /// Whether knowledge travels with control or against it.
    const FORWARD: bool;

    /// Nothing known yet: the neutral element of [`join`](Analysis::join).
    fn bottom(&self) -> Self::Domain;

    /// What holds at the method's entry (forward) or where it returns or throws (backward).
    fn boundary(&self) -> Self::Domain;

    /// The least upper bound, left in `into`; whether that changed it.
    fn join(&self, into: &mut Self::Domain, from: &Self::Domain) -> bool;

    /// Takes `state` over the instruction in the direction of the analysis: from before it to after
    /// it, or from after it to before it.
    fn transfer(&self, insn: usize, state: &mut Self::Domain);

    /// Takes a state over an exception edge: forward, from before the throwing instruction to the
    /// handler's first (the stack is one exception then); backward, from there to before the
    /// throwing instruction.
    fn exception_edge(&self, state: &Self::Domain, handler: usize) -> Self::Domain;

    /// Forward: what of the state is carried to the block that starts with this instruction, where
    /// it is not all of it.
    fn arriving(&self, _first: usize, _state: &Self::Domain) -> Option<Self::Domain> {
        None
    }
}

/// The states an analysis came to.
#[derive(Debug, Clone)]
pub struct Solution<D> {
    before: Vec<Option<D>>,
    /// By the index of a block's last instruction: after the others, the next one's `before` holds.
    after_last: BTreeMap<usize, D>,
}

impl<D> Solution<D> {
    /// The state before the instruction in program order, whatever the direction of the analysis;
    /// `None` if control never gets there.
    pub fn before(&self, insn: usize) -> Option<&D> {
        self.before.get(insn)?.as_ref()
    }

    /// The state after the instruction in program order, when it ends normally.
    pub fn after(&self, insn: usize) -> Option<&D> {
        self.after_last.get(&insn).or_else(|| self.before(insn + 1).filter(|_| self.before(insn).is_some()))
    }
}

/// Solves the equations above for the method.
pub fn solve<A: Analysis>(cfg: &Cfg, code: &Code<'_>, analysis: &A) -> Solution<A::Domain> {
    solve_at(cfg, code, analysis, |_| true)
}

/// The same, of which only the states before and after these instructions are read: to write one down
/// costs more than most instructions do to it.
pub fn solve_at<A: Analysis>(
    cfg: &Cfg,
    code: &Code<'_>,
    analysis: &A,
    read: impl Fn(usize) -> bool,
) -> Solution<A::Domain> {
    let mut solution = Solution { before: Vec::new(), after_last: BTreeMap::new() };
    solution.before.resize_with(code.insns.len(), || None);
    Solver { cfg, analysis, before: vec![analysis.bottom(); cfg.blocks.len()], read, solution }.run()
}

/// Goes over the blocks until nothing changes, and writes down the states that it comes to: a block is gone
/// over again after everything that its states depend on.
struct Solver<'a, A: Analysis, R> {
    cfg: &'a Cfg,
    analysis: &'a A,
    /// The state before the first instruction of each block, which determines all others.
    before: Vec<A::Domain>,
    read: R,
    solution: Solution<A::Domain>,
}

impl<A: Analysis, R: Fn(usize) -> bool> Solver<'_, A, R> {
    /// Visits the blocks in order, and again those whose inputs changed, until none does.
    fn run(mut self) -> Solution<A::Domain> {
        let mut order = self.cfg.order().to_vec();
        if !A::FORWARD {
            order.reverse();
        }
        if A::FORWARD {
            self.before[self.cfg.entry().index()] = self.analysis.boundary();
        }
        // Unreachable blocks have no rank and are never visited.
        let mut rank = vec![usize::MAX; self.cfg.blocks.len()];
        for (place, block) in order.iter().enumerate() {
            rank[block.index()] = place;
        }
        let mut changed = Vec::new();
        let mut waiting = vec![true; order.len()];
        let mut place = 0;
        while place < waiting.len() {
            if !std::mem::take(&mut waiting[place]) {
                place += 1;
                continue;
            }
            match A::FORWARD {
                true => self.forward(order[place], &mut changed),
                false => self.backward(order[place], &mut changed),
            }
            for rank in changed.drain(..).map(|b| rank[b.index()]).filter(|&r| r != usize::MAX) {
                waiting[rank] = true;
                place = place.min(rank);
            }
        }
        self.solution
    }

    fn note_before(&mut self, insn: usize, state: &A::Domain) {
        if (self.read)(insn) {
            self.solution.before[insn] = Some(state.clone());
        }
    }

    fn note_after_last(&mut self, insn: usize, state: &A::Domain) {
        if (self.read)(insn) {
            self.solution.after_last.insert(insn, state.clone());
        }
    }

    /// Carries a block's head to the heads of its successors; those that changed are `changed`.
    fn forward(&mut self, block: BlockId, changed: &mut Vec<BlockId>) {
        let handlers: Vec<_> = self.cfg.handlers(block).collect();
        let mut state = self.before[block.index()].clone();
        let range = self.cfg.block(block).range.clone();
        for insn in range.clone() {
            for &(to, handler) in &handlers {
                let thrown = self.analysis.exception_edge(&state, handler);
                self.join(to, &thrown, changed);
            }
            self.note_before(insn, &state);
            self.analysis.transfer(insn, &mut state);
        }
        self.note_after_last(range.end - 1, &state);
        for (to, edge) in self.cfg.successors(block) {
            if edge == Edge::Normal {
                self.join(to, &state, changed);
            }
        }
    }

    fn join(&mut self, to: BlockId, state: &A::Domain, changed: &mut Vec<BlockId>) {
        let arriving = self.analysis.arriving(self.cfg.block(to).range.start, state);
        if self.analysis.join(&mut self.before[to.index()], arriving.as_ref().unwrap_or(state)) {
            changed.push(to);
        }
    }

    /// Computes a block's head anew from those of its successors; if it changed, its predecessors
    /// are `changed`.
    fn backward(&mut self, block: BlockId, changed: &mut Vec<BlockId>) {
        let mut state = self.after_block(block);
        let caught = self.caught(block);
        let range = self.cfg.block(block).range.clone();
        self.note_after_last(range.end - 1, &state);
        for insn in range.rev() {
            self.analysis.transfer(insn, &mut state);
            for handled in &caught {
                self.analysis.join(&mut state, handled);
            }
            self.note_before(insn, &state);
        }
        if self.analysis.join(&mut self.before[block.index()], &state) {
            changed.extend(self.cfg.predecessors(block).map(|(from, _)| from));
        }
    }

    /// Backward: the state after a block's last instruction.
    fn after_block(&self, block: BlockId) -> A::Domain {
        let mut normal = self.cfg.successors(block).filter(|(_, edge)| *edge == Edge::Normal).peekable();
        if normal.peek().is_none() {
            return self.analysis.boundary();
        }
        let mut state = self.analysis.bottom();
        for (to, _) in normal {
            self.analysis.join(&mut state, &self.before[to.index()]);
        }
        state
    }

    /// Backward: what the block's handlers want to hold before each of its instructions.
    fn caught(&self, block: BlockId) -> Vec<A::Domain> {
        let handlers = self.cfg.handlers(block);
        handlers
            .map(|(to, handler)| self.analysis.exception_edge(&self.before[to.index()], handler))
            .collect()
    }
}
