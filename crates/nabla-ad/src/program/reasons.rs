//! Why the result of a method depends on its active parameters in a way that is lost: its own
//! instructions, and those of the methods it calls.

use super::causes::first_causes;
use super::classes::MethodId;
use super::holders::Functions;
use super::instance::{Carry, Key, ResultLevel, World};
use super::primal::{Flow, Primal};
use super::solve::Program;
use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::fact::Level;
use crate::activity::gone::Gone;
use crate::activity::nodes::Node;
use crate::activity::varied::{Varied, pattern};
use nabla_classfile::{Insn, Opcode};
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};

/// An instruction at which a dependence is lost, and the calls that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The method it is in.
    pub method: MethodId,
    /// The instruction.
    pub at: usize,
    /// The calls from the selected method to this one, outermost first.
    pub chain: Vec<(MethodId, usize)>,
    /// Whether it is the call of a method that leads to too much.
    pub too_much: bool,
}

/// The most reasons that are looked for: a method that is refused for so many is not put right
/// one by one.
const MOST: usize = 64;

/// The reasons of a method whose activity this is.
pub fn reasons<'a>(program: &Program<'a>, primal: &Primal<'a>, flow: &Flow) -> Result<Vec<Reason>, AdError> {
    let mut search = Search {
        program,
        seen: FxHashSet::default(),
        asked: FxHashSet::default(),
        chain: Vec::new(),
        found: Vec::new(),
    };
    let origins = search.lost(primal, flow);
    search.follow(primal, flow, origins.clone())?;
    if search.found.is_empty() {
        origins.into_iter().for_each(|at| search.here(primal, at));
    }
    Ok(search.found)
}

struct Search<'s, 'a> {
    program: &'s Program<'a>,
    seen: FxHashSet<Key>,
    /// The calls that were, by what leads to them.
    asked: FxHashSet<Vec<(MethodId, usize)>>,
    chain: Vec<(MethodId, usize)>,
    found: Vec<Reason>,
}

impl<'a> Search<'_, 'a> {
    /// The instructions that lose what the result depends on.
    fn lost(&self, primal: &Primal<'a>, flow: &Flow) -> BTreeSet<usize> {
        let mut origins = BTreeSet::new();
        let mut elsewhere = None;
        for (at, insn) in primal.code.insns.iter().enumerate() {
            if let Insn::Op(
                Opcode::Dreturn | Opcode::Freturn | Opcode::Areturn | Opcode::Ireturn | Opcode::Lreturn,
            ) = insn
                && let Some(state) = flow.varied.before(at).and_then(|v| v.state.as_ref())
                && let Some(Level::Lost(lost)) = state.stack.last().map(|f| f.level)
            {
                origins.extend(lost.instructions(&primal.sites));
                elsewhere.get_or_insert(at);
            }
        }
        for (i, carry) in flow.parameters.iter().enumerate() {
            // An array whose tangent is asked for must not be out of reach.
            if *carry == Carry::Tangent
                && self.chain.is_empty()
                && let Level::Lost(lost) = flow.nodes.level(Node::parameter(i))
            {
                origins.extend(lost.instructions(&primal.sites));
                elsewhere.get_or_insert(0);
            }
        }
        if let (true, true, Some(at)) = (origins.is_empty(), self.chain.is_empty(), elsewhere) {
            // No instruction loses it: arrays of two types meet where ways join.
            origins.insert(at);
        }
        origins
    }

    /// The reasons behind these instructions.
    fn follow(&mut self, primal: &Primal<'a>, flow: &Flow, origins: BTreeSet<usize>) -> Result<(), AdError> {
        for at in first_causes(self.program, primal, flow, origins) {
            if self.found.len() >= MOST {
                return Ok(());
            }
            match &flow.calls[at] {
                Some(call @ Call::Method(_)) => self.callee(primal, flow, at, call)?,
                _ => self.here(primal, at),
            }
        }
        Ok(())
    }

    fn here(&mut self, primal: &Primal<'a>, at: usize) {
        self.find(primal, at, false);
    }

    fn find(&mut self, primal: &Primal<'a>, at: usize, too_much: bool) {
        let reason = Reason { method: primal.method, at, chain: self.chain.clone(), too_much };
        if !self.found.iter().any(|r| (r.method, r.at) == (reason.method, reason.at)) {
            self.found.push(reason);
        }
    }

    /// The instructions that take active values to where no tangent follows them.
    fn effects(&self, primal: &Primal<'a>, flow: &Flow) -> BTreeSet<usize> {
        let mut origins = BTreeSet::new();
        for (at, insn) in primal.code.insns.iter().enumerate() {
            if let Insn::Op(op) = insn
                && op.mnemonic().ends_with("return")
                && let Some(before) = flow.varied.before(at)
            {
                origins.extend(instructions(primal, before));
            }
        }
        origins
    }

    /// The reasons inside a callee; those that come before the call where it reads what was lost then; else the
    /// call itself.
    fn callee(&mut self, primal: &Primal<'a>, flow: &Flow, at: usize, call: &Call) -> Result<(), AdError> {
        let place = self.chain.iter().copied().chain([(primal.method, at)]).collect();
        if !self.asked.insert(place) {
            return Ok(());
        }
        let known = self.found.len();
        let (mut earlier, mut seen) = (false, false);
        for key in called(self.program, flow, at, call) {
            if self.program.is_given_up(&key) {
                continue;
            }
            if self.program.is_too_large(&key) {
                self.find(primal, at, true);
                continue;
            }
            let summary = self.program.settle(&key)?;
            let lost = summary.result == ResultLevel::Lost;
            earlier |= key.pattern.gone.somewhere() && (lost || summary.gone.somewhere());
            if !lost && key.pattern.gone.has(summary.gone) {
                continue;
            }
            if !self.seen.insert(key.clone()) {
                seen = true;
                continue;
            }
            if let Some(body) = self.program.primal(key.method)? {
                self.chain.push((primal.method, at));
                let flow = body.flow(self.program, &key.pattern);
                let origins = if lost { self.lost(&body, &flow) } else { self.effects(&body, &flow) };
                self.follow(&body, &flow, origins)?;
                self.chain.pop();
            }
        }
        if self.found.len() > known || seen {
            return Ok(());
        }
        if !earlier {
            self.here(primal, at);
        } else if let Some(before) = flow.varied.before(at) {
            self.follow(primal, flow, instructions(primal, before))?;
        }
        Ok(())
    }
}

/// The instructions that took active values to where no tangent follows them, on some way here.
fn instructions(primal: &Primal, varied: &Varied) -> BTreeSet<usize> {
    varied.lost().flat_map(|lost| lost.instructions(&primal.sites)).collect()
}

/// The bodies that a call of a method reaches, in the pattern in which it does.
fn called(program: &Program, flow: &Flow, at: usize, call: &Call) -> Vec<Key> {
    let Call::Method(callee) = call else { return Vec::new() };
    let count = callee.parameters.len() + usize::from(callee.receiver);
    let before = flow.varied.before(at);
    let gone = before.map_or(Gone::NOWHERE, |v| v.gone());
    let operands = before.and_then(|v| v.state.as_ref());
    let operands = operands.and_then(|s| s.stack.get(s.stack.len().checked_sub(count)?..));
    let Some(operands) = operands.filter(|operands| call.callee(operands).is_some()) else {
        return Vec::new();
    };
    let pattern = pattern(&flow.nodes, at, program, callee, operands, gone);
    let receiver = operands.first().map_or(Functions::NONE, |f| f.functions);
    let bodies = program.bodies(callee, receiver).into_iter();
    bodies.map(|method| Key { method, pattern: pattern.clone() }).collect()
}

/// A method that is refused and throws where a derivative meets it, which this one may call, directly or by
/// others: what it would have given counts for nothing in the activity of its callers.
pub fn throwing<'a>(
    program: &Program<'a>,
    primal: &Primal<'a>,
    flow: &Flow,
) -> Result<Option<Reason>, AdError> {
    let mut seen = FxHashSet::default();
    let mut waiting = VecDeque::from(keys(program, primal, flow, &[]));
    while let Some((key, chain)) = waiting.pop_front() {
        if program.is_given_up(&key) || program.settle(&key)?.result == ResultLevel::Lost {
            return Ok(Some(Reason { method: key.method, at: 0, chain, too_much: false }));
        }
        if seen.insert(key.clone())
            && let Some(body) = program.primal(key.method)?
        {
            let flow = body.flow(program, &key.pattern);
            waiting.extend(keys(program, &body, &flow, &chain));
        }
    }
    Ok(None)
}

/// The bodies that it calls, each with the calls that lead to it.
fn keys(
    program: &Program,
    primal: &Primal,
    flow: &Flow,
    chain: &[(MethodId, usize)],
) -> Vec<(Key, Vec<(MethodId, usize)>)> {
    let calls = primal.calls.iter().enumerate().filter_map(|(at, call)| Some((at, call.as_ref()?)));
    let chain_to = |at| chain.iter().copied().chain([(primal.method, at)]).collect::<Vec<_>>();
    let keys = |(at, call)| called(program, flow, at, call).into_iter().map(move |key| (key, chain_to(at)));
    calls.flat_map(keys).collect()
}
