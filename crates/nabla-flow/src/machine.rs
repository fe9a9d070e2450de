//! The abstract JVM machine: what an instruction does to the operand stack and the locals, apart
//! from what a value is.
//!
//! [`execute`] knows of every [`Operation`] how many values it pops, of which width, how `dup2_x1`
//! shuffles them, which slots a `long` takes. What the values are, an [`Interpreter`] decides: types,
//! activity, symbolic expressions. (The split is that of ASM's `Frame` and `Interpreter`.)

use nabla_classfile::{ConstantPool, Insn};

use crate::descriptor::Kind;
use crate::error::Result;
use crate::operation::{Effect, Operation};
use crate::shuffle::shuffle;
use crate::state::{State, Value, popped, read_local, write_local};

/// Says what the values are that [`execute`] moves.
pub trait Interpreter {
    /// A value.
    type V: Value;

    /// The value `insn` computes from its operands (deepest first; for a call the receiver, then
    /// the arguments; for `iinc` the local). Not called for loads, stores and shuffles.
    fn result(&mut self, at: usize, insn: &Insn, operands: &[Self::V], kind: &Kind) -> Self::V;

    /// An instruction that pops its operands and gives nothing: stores to fields and arrays, jumps,
    /// switches, returns, calls of `void` methods.
    fn consume(&mut self, _at: usize, _insn: &Insn, _operands: &[Self::V]) {}

    /// A value that is moved unchanged: loads, stores, the `dup` family (called for both copies,
    /// not for the values jumped over; `swap` and `pop` not at all) and `checkcast`.
    fn copy(&mut self, _at: usize, _insn: &Insn, value: &Self::V) -> Self::V {
        value.clone()
    }

    /// A constructor was called on `receiver` (after [`consume`](Interpreter::consume)); an
    /// interpreter that tells initialised objects from others replaces it in the state.
    fn constructed(&mut self, _at: usize, _insn: &Insn, _receiver: &Self::V, _state: &mut State<Self::V>) {}
}

/// Applies the instruction at index `at` to `state`.
///
/// Control is not followed: a jump pops its operands, a return too. Errors mean that the code
/// would not verify (too few values, a wide one where a narrow one is needed, a local without
/// value), or `jsr`/`ret`.
pub fn execute<I: Interpreter>(
    pool: &ConstantPool<'_>,
    at: usize,
    insn: &Insn,
    state: &mut State<I::V>,
    interp: &mut I,
) -> Result<()> {
    Operation::of(pool, at, insn)?.execute(at, insn, state, interp)
}

impl Operation {
    /// The same for an instruction whose operation is known.
    pub fn execute<I: Interpreter>(
        &self,
        at: usize,
        insn: &Insn,
        state: &mut State<I::V>,
        interp: &mut I,
    ) -> Result<()> {
        let base = popped(at, &self.pops, &state.stack)?;
        match &self.effect {
            Effect::Nothing => {}
            Effect::Result(kind) => {
                let value = interp.result(at, insn, &state.stack[base..], kind);
                state.stack.truncate(base);
                state.stack.push(value);
            }
            Effect::Consume => {
                interp.consume(at, insn, &state.stack[base..]);
                state.stack.truncate(base);
            }
            Effect::Construct => {
                interp.consume(at, insn, &state.stack[base..]);
                let receiver = state.stack[base].clone();
                state.stack.truncate(base);
                interp.constructed(at, insn, &receiver, state);
            }
            Effect::Check => {
                let value = interp.copy(at, insn, &state.stack[base]);
                state.stack[base] = value;
            }
            Effect::Load { slot, wide } => {
                let value = interp.copy(at, insn, read_local(at, *slot, *wide, state)?);
                state.stack.push(value);
            }
            Effect::Store { slot } => {
                let value = interp.copy(at, insn, &state.stack[base]);
                state.stack.truncate(base);
                write_local(at, *slot, value, state)?;
            }
            Effect::Increment { slot } => {
                let old = read_local(at, *slot, false, state)?.clone();
                let new = interp.result(at, insn, &[old], &Kind::Int);
                write_local(at, *slot, new, state)?;
            }
            Effect::Shuffle(op) => shuffle(at, insn, *op, &mut state.stack, interp)?,
        }
        Ok(())
    }
}
