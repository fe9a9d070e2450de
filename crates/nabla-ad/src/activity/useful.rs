//! Where a tangent may still be read (backward, over varied values only).
//!
//! A place that holds an inactive value is not read: its tangent is the constant zero. A place is
//! *kept* where control may go on to a point at which it is read with no store in between; there
//! its tangent local must hold the right value, a zero included. So the stores of inactive values
//! that need a zero, the locals a frame must declare, and the tangents worth computing are all
//! this one set.

use super::calls::{ArrayCall, Call};
use super::effects::{Effect, Effects};
use super::fact::Fact;
use crate::rules::Row;
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::{Analysis, Interpreter, Kind, Operation, State, Value};

/// The places whose tangent may be read later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Useful {
    /// By local variable slot.
    pub locals: Vec<bool>,
    /// By stack entry, bottom first.
    pub stack: Vec<bool>,
}

impl Useful {
    /// Whether any tangent may be read later.
    fn any(&self) -> bool {
        self.locals.contains(&true) || self.stack.contains(&true)
    }

    /// Whether the local's tangent may be read later.
    pub fn local(&self, slot: usize) -> bool {
        self.locals.get(slot).copied().unwrap_or(false)
    }

    /// Whether the stack entry's tangent may be read later.
    pub fn entry(&self, depth: usize) -> bool {
        self.stack.get(depth).copied().unwrap_or(false)
    }
}

/// The analysis of one method.
pub struct UsefulAnalysis<'a> {
    /// The method.
    pub code: &'a Code<'a>,
    /// What its instructions do to the stack and the locals; `None` where one is malformed.
    pub operations: &'a [Option<Operation>],
    /// The meaning of its calls.
    pub calls: &'a [Option<Call>],
    /// What is varied, and what has an effect.
    pub effects: &'a Effects<'a>,
}

/// A value by where it comes from: a place before the instruction, or the instruction's result.
#[derive(Debug, Clone, Copy)]
struct Source {
    fact: Fact,
    from: Option<Origin>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Local(usize),
    Stack(usize),
}

impl Value for Source {
    fn is_wide(&self) -> bool {
        self.fact.is_wide()
    }
}

/// Notes the operands of the instruction.
#[derive(Default)]
struct Trace {
    operands: Vec<Source>,
}

impl Interpreter for Trace {
    type V = Source;

    fn result(&mut self, _at: usize, _insn: &Insn, operands: &[Source], kind: &Kind) -> Source {
        self.operands = operands.to_vec();
        Source { fact: Fact::inactive(kind.into()), from: None }
    }

    fn consume(&mut self, _at: usize, _insn: &Insn, operands: &[Source]) {
        self.operands = operands.to_vec();
    }
}

impl UsefulAnalysis<'_> {
    /// The operands whose tangents an instruction with an effect reads.
    fn changed(&self, at: usize, operands: &[Source]) -> Vec<Source> {
        let chosen = match self.effects.at(at) {
            None => Vec::new(),
            Some(Effect::Element | Effect::Row) => vec![0, 2],
            Some(Effect::Field(_) | Effect::Return) => vec![operands.len().saturating_sub(1)],
            Some(Effect::Array(ArrayCall::Copy)) => vec![0, 2],
            Some(Effect::Array(ArrayCall::Rows)) => vec![1],
            Some(Effect::Array(_)) => vec![0, operands.len().saturating_sub(1)],
            Some(Effect::Call(callee, pattern)) => {
                pattern.active().map(|i| i + usize::from(callee.receiver)).collect()
            }
        };
        chosen.into_iter().filter_map(|i| operands.get(i).copied()).collect()
    }

    fn passes_tangents(&self, at: usize) -> bool {
        match (&self.code.insns[at], &self.calls[at]) {
            (_, Some(Call::Rule(rule, _))) => !matches!(rule.row, Row::Zero | Row::Text | Row::Lost),
            (_, Some(Call::Method(_) | Call::Array(_) | Call::Box(_))) => true,
            (_, Some(_)) => false,
            (Insn::Op(op), None) => !matches!(
                op,
                Opcode::Dcmpl
                    | Opcode::Dcmpg
                    | Opcode::Fcmpl
                    | Opcode::Fcmpg
                    | Opcode::D2i
                    | Opcode::D2l
                    | Opcode::F2i
                    | Opcode::F2l
            ),
            _ => false,
        }
    }
}

impl Analysis for UsefulAnalysis<'_> {
    type Domain = Useful;
    const FORWARD: bool = false;

    fn bottom(&self) -> Useful {
        Useful::default()
    }

    fn boundary(&self) -> Useful {
        Useful::default()
    }

    fn join(&self, into: &mut Useful, from: &Useful) -> bool {
        or_into(&mut into.locals, &from.locals) | or_into(&mut into.stack, &from.stack)
    }

    fn transfer(&self, at: usize, domain: &mut Useful) {
        let varied = &self.effects.flow.varied;
        let Some(before) = varied.before(at).and_then(|v| v.state.as_ref()) else {
            *domain = Useful::default();
            return;
        };
        if !domain.any() && self.effects.at(at).is_none() {
            *domain = Useful::default();
            return;
        }
        let tag = |fact: Fact, from| Source { fact, from: Some(from) };
        let mut state = State {
            locals: (before.locals.iter().enumerate())
                .map(|(j, f)| f.map(|f| tag(f, Origin::Local(j))))
                .collect(),
            stack: (before.stack.iter().enumerate()).map(|(k, f)| tag(*f, Origin::Stack(k))).collect(),
        };
        let mut trace = Trace::default();
        let insn = &self.code.insns[at];
        let operation = self.operations[at].as_ref();
        if operation.and_then(|o| o.execute(at, insn, &mut state, &mut trace).ok()).is_none() {
            *domain = Useful::default();
            return;
        }
        let mut result =
            Useful { locals: vec![false; before.locals.len()], stack: vec![false; before.stack.len()] };
        let mut read = |source: &Source, here: Option<Origin>| match source.from {
            Some(origin) if source.fact.has_tangent() || here == Some(origin) => match origin {
                Origin::Local(j) => result.locals[j] = true,
                Origin::Stack(k) => result.stack[k] = true,
            },
            _ => {}
        };
        let mut computed = false;
        for (j, source) in state.locals.iter().enumerate() {
            if let Some(source) = source
                && domain.local(j)
            {
                read(source, Some(Origin::Local(j)));
            }
        }
        for (k, source) in state.stack.iter().enumerate() {
            if domain.entry(k) {
                read(source, Some(Origin::Stack(k)));
                computed |= source.from.is_none();
            }
        }
        if computed && self.passes_tangents(at) {
            for operand in &trace.operands {
                read(operand, None);
            }
        }
        for operand in self.changed(at, &trace.operands) {
            read(&operand, None);
        }
        *domain = result;
    }

    fn exception_edge(&self, domain: &Useful, _handler: usize) -> Useful {
        // The handler starts with the exception alone on the stack.
        Useful { locals: domain.locals.clone(), stack: Vec::new() }
    }
}

fn or_into(into: &mut Vec<bool>, from: &[bool]) -> bool {
    if into.len() < from.len() {
        into.resize(from.len(), false);
    }
    let mut changed = false;
    for (a, &b) in into.iter_mut().zip(from) {
        changed |= b && !*a;
        *a |= b;
    }
    changed
}
