//! Analyses that ask what each instruction gives, and no more.

use crate::Cfg;
use crate::descriptor::Kind;
use crate::engine::{Analysis, Solution, solve};
use crate::machine::Interpreter;
use crate::operation::Operation;
use crate::state::{State, Value, join_reached};
use nabla_classfile::{Code, Insn};

/// What the values in a method are.
pub trait Values {
    /// A value.
    type V: Value + PartialEq;

    /// What an instruction gives; see [`Interpreter::result`].
    fn result(&self, at: usize, insn: &Insn, operands: &[Self::V], kind: &Kind) -> Self::V;

    /// A value that is moved unchanged; see [`Interpreter::copy`].
    fn copy(&self, _at: usize, _insn: &Insn, value: &Self::V) -> Self::V {
        value.clone()
    }

    /// Makes the first one that may be either; whether that changed it.
    fn join(&self, into: &mut Self::V, from: &Self::V) -> bool;

    /// An exception that was caught.
    fn caught(&self) -> Self::V;

    /// A constructor was called; see [`Interpreter::constructed`].
    fn constructed(&self, _receiver: &Self::V, _state: &mut State<Self::V>) {}
}

/// The values before each instruction, from those at the entry on; `None` where control does not come. The
/// `operations` are those of the code, see [`Operation::all`]. Nothing is
/// followed behind an instruction that a verifier rejects.
pub fn frames<T: Values>(
    cfg: &Cfg,
    code: &Code,
    operations: &[Option<Operation>],
    entry: Option<State<T::V>>,
    values: &T,
) -> Solution<Option<State<T::V>>> {
    solve(cfg, code, &Frames { code, operations, entry, values })
}

struct Frames<'x, 'a, T: Values> {
    code: &'x Code<'a>,
    operations: &'x [Option<Operation>],
    entry: Option<State<T::V>>,
    values: &'x T,
}

impl<T: Values> Analysis for Frames<'_, '_, T> {
    type Domain = Option<State<T::V>>;
    const FORWARD: bool = true;

    fn bottom(&self) -> Self::Domain {
        None
    }

    fn boundary(&self) -> Self::Domain {
        self.entry.clone()
    }

    fn join(&self, into: &mut Self::Domain, from: &Self::Domain) -> bool {
        join_reached(into, from, |a, b| self.values.join(a, b))
    }

    fn transfer(&self, at: usize, domain: &mut Self::Domain) {
        let Some(state) = domain else { return };
        let operation = self.operations[at].as_ref();
        let done = operation.map(|op| op.execute(at, &self.code.insns[at], state, &mut Step(self.values)));
        if !matches!(done, Some(Ok(()))) {
            *domain = None;
        }
    }

    fn exception_edge(&self, domain: &Self::Domain, _handler: usize) -> Self::Domain {
        let state = domain.as_ref()?;
        Some(State { locals: state.locals.clone(), stack: vec![self.values.caught()] })
    }
}

struct Step<'x, T>(&'x T);

impl<T: Values> Interpreter for Step<'_, T> {
    type V = T::V;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[T::V], kind: &Kind) -> T::V {
        self.0.result(at, insn, operands, kind)
    }

    fn copy(&mut self, at: usize, insn: &Insn, value: &T::V) -> T::V {
        self.0.copy(at, insn, value)
    }

    fn constructed(&mut self, _at: usize, _insn: &Insn, receiver: &T::V, state: &mut State<T::V>) {
        self.0.constructed(receiver, state);
    }
}
