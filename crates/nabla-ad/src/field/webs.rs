//! Which `double`s become elements of the field.
//!
//! A value that depends on an independent is an element. Where ways join, a local has one type, so
//! every value that may be there is an element if one of them is: the definitions and uses of a
//! local that reach one another form a web, found by unification over places before instructions,
//! and a web is an element as a whole where any value in it is varied. Loads and stores end a web:
//! there a number is lifted to a constant element, or the real part of an element taken. So a
//! number that is never joined with an element stays a `double`.
//!
//! On the stack a value is an element only if an instruction takes it as such: what is only compared
//! or converted is a number at once.

use crate::activity::fact::{Fact, Shape};
use crate::program::primal::{Flow, Primal};
use nabla_classfile::{ConstantPool, Insn};
use nabla_flow::{Cfg, Interpreter, Kind, State, Value, execute};
use std::collections::BTreeSet;

/// The webs of a method.
pub struct Webs {
    /// The first place before each instruction; `None` where control does not come.
    starts: Vec<Option<usize>>,
    locals: usize,
    elements: Vec<bool>,
}

/// A value and the place it was in before the instruction.
#[derive(Debug, Clone, Copy)]
struct Tagged {
    fact: Fact,
    from: Option<usize>,
}

impl Value for Tagged {
    fn is_wide(&self) -> bool {
        self.fact.is_wide()
    }
}

/// Follows values that are not loaded or stored.
#[derive(Default)]
struct Trace {
    operands: Vec<Tagged>,
}

impl Interpreter for Trace {
    type V = Tagged;

    fn result(&mut self, _at: usize, _insn: &Insn, operands: &[Tagged], kind: &Kind) -> Tagged {
        self.operands = operands.to_vec();
        Tagged { fact: Fact::inactive(kind.into()), from: None }
    }

    fn consume(&mut self, _at: usize, _insn: &Insn, operands: &[Tagged]) {
        self.operands = operands.to_vec();
    }

    fn copy(&mut self, _at: usize, insn: &Insn, value: &Tagged) -> Tagged {
        match insn {
            Insn::Local(..) => {
                self.operands = vec![*value];
                Tagged { from: None, ..*value }
            }
            _ => *value,
        }
    }
}

/// Whether an instruction takes its operand with this index, deepest first, as an element, given whether
/// the local of a store is one.
pub type Takes<'t> = dyn Fn(usize, usize, &dyn Fn(usize) -> bool) -> bool + 't;

/// Finds the webs.
pub fn webs(pool: &ConstantPool, primal: &Primal, flow: &Flow, takes: &Takes) -> Webs {
    let count = primal.code.insns.len();
    let locals = primal.code.max_locals as usize;
    let state = |at: usize| flow.varied.before(at).and_then(|v| v.state.as_ref());
    let mut starts = Vec::with_capacity(count);
    let mut next = 0;
    for at in 0..count {
        starts.push(state(at).map(|s| {
            next += locals + s.stack.len();
            next - locals - s.stack.len()
        }));
    }
    let mut union = Union { parents: (0..next).collect() };
    let mut taken: Vec<(usize, usize, usize)> = Vec::new();
    for at in 0..count {
        let (Some(before), Some(start)) = (state(at), starts[at]) else { continue };
        let tag = |fact: Fact, place: usize| Tagged { fact, from: Some(start + place) };
        let mut after = State {
            locals: before.locals.iter().enumerate().map(|(j, f)| f.map(|f| tag(f, j))).collect(),
            stack: before.stack.iter().enumerate().map(|(k, f)| tag(*f, locals + k)).collect(),
        };
        let mut trace = Trace::default();
        if execute(pool, at, &primal.code.insns[at], &mut after, &mut trace).is_err() {
            continue;
        }
        let operands = trace.operands.iter().enumerate();
        taken.extend(operands.filter_map(|(i, operand)| Some((at, i, operand.from?))));
        let mut defined: Vec<Option<usize>> = vec![None; locals + after.stack.len()];
        for next in successors(primal, at) {
            let (Some(there), Some(start)) = (state(next), starts[next]) else { continue };
            let places = after.locals.iter().copied().chain(after.stack.iter().copied().map(Some));
            for (place, value) in places.enumerate() {
                let Some(value) = value.filter(|v| v.fact.shape == Shape::Double) else { continue };
                if !is_double(primal, there, next, place, locals) {
                    continue;
                }
                match value.from {
                    Some(from) => union.join(from, start + place),
                    None => match defined[place] {
                        Some(known) => union.join(known, start + place),
                        None => defined[place] = Some(start + place),
                    },
                }
            }
        }
        for handler in caught(&primal.cfg, at) {
            let (Some(there), Some(to)) = (state(handler), starts[handler]) else { continue };
            for (slot, fact) in before.locals.iter().enumerate() {
                let double = fact.is_some_and(|f| f.shape == Shape::Double);
                if double && is_double(primal, there, handler, slot, locals) {
                    union.join(start + slot, to + slot);
                }
            }
        }
    }
    let mut elements = vec![false; next];
    for (at, start) in starts.iter().enumerate() {
        let (Some(before), Some(start)) = (state(at), *start) else { continue };
        for (slot, fact) in before.locals.iter().enumerate() {
            let varied = fact.is_some_and(|f| f.shape == Shape::Double && f.has_tangent());
            if varied && primal.live.before(at).is_some_and(|live| live[slot]) {
                let root = union.find(start + slot);
                elements[root] = true;
            }
        }
    }
    let local_elements: Vec<bool> = (0..next).map(|n| elements[union.find(n)]).collect();
    let mut wanted = BTreeSet::new();
    for (at, index, from) in taken {
        let stored = |slot: usize| {
            let next = starts.get(at + 1).copied().flatten();
            next.is_some_and(|start| local_elements[start + slot])
        };
        if takes(at, index, &stored) {
            wanted.insert(union.find(from));
        }
    }
    for (at, start) in starts.iter().enumerate() {
        let (Some(before), Some(start)) = (state(at), *start) else { continue };
        for (depth, fact) in before.stack.iter().enumerate() {
            let root = union.find(start + locals + depth);
            if fact.shape == Shape::Double && fact.has_tangent() && wanted.contains(&root) {
                elements[root] = true;
            }
        }
    }
    let elements = (0..next).map(|n| elements[union.find(n)]).collect();
    Webs { starts, locals, elements }
}

impl Webs {
    /// Whether the local is an element before the instruction.
    pub fn local(&self, at: usize, slot: usize) -> bool {
        self.starts.get(at).copied().flatten().is_some_and(|start| self.elements[start + slot])
    }

    /// Whether the stack entry at this depth, from the bottom, is.
    pub fn entry(&self, at: usize, depth: usize) -> bool {
        let start = self.starts.get(at).copied().flatten();
        start.is_some_and(|start| self.elements.get(start + self.locals + depth).copied().unwrap_or(false))
    }
}

/// Whether the place holds a `double` that may be read.
fn is_double(primal: &Primal, there: &State<Fact>, at: usize, place: usize, locals: usize) -> bool {
    match place.checked_sub(locals) {
        Some(depth) => there.stack.get(depth).is_some_and(|f| f.shape == Shape::Double),
        None => {
            there.locals[place].is_some_and(|f| f.shape == Shape::Double)
                && primal.live.before(at).is_some_and(|live| live[place])
        }
    }
}

/// The instructions to which control goes from this one.
fn successors(primal: &Primal, at: usize) -> Vec<usize> {
    let targets = nabla_flow::targets(&primal.code.insns[at]);
    let jumps = targets.jumps.iter().map(|label| primal.code.labels[label.0 as usize] as usize);
    targets.falls_through.then_some(at + 1).into_iter().chain(jumps).collect()
}

/// The first instructions of the handlers that cover this one.
fn caught(cfg: &Cfg, at: usize) -> Vec<usize> {
    cfg.handlers(cfg.block_of(at)).map(|(block, _)| cfg.block(block).range.start).collect()
}

struct Union {
    parents: Vec<usize>,
}

impl Union {
    fn find(&mut self, node: usize) -> usize {
        let mut at = node;
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
