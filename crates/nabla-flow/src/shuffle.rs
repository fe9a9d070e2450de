//! `pop`, `swap` and the `dup` family, whose forms depend on the width of the values they move.

use nabla_classfile::{Insn, Opcode};

use crate::error::{FlowError, Result};
use crate::machine::Interpreter;
use crate::state::Value;

/// Applies `op` to the stack.
///
/// `dup2_x1` and its kin speak of slots, the stack here of values: a pair of slots is one wide
/// value or two narrow ones, and nothing that would cut a wide value in two is legal.
pub(crate) fn shuffle<I: Interpreter>(
    at: usize,
    insn: &Insn,
    op: Opcode,
    stack: &mut Vec<I::V>,
    interp: &mut I,
) -> Result<()> {
    // How many slots are taken from the top, and how many below them are jumped over.
    let (taken, below) = match op {
        Opcode::Pop => return group(at, stack, stack.len(), 1).map(|base| stack.truncate(base)),
        Opcode::Pop2 => return group(at, stack, stack.len(), 2).map(|base| stack.truncate(base)),
        Opcode::Swap => {
            let top = group(at, stack, stack.len(), 1)?;
            let next = group(at, stack, top, 1)?;
            stack.swap(top, next);
            return Ok(());
        }
        Opcode::Dup => (1, 0),
        Opcode::DupX1 => (1, 1),
        Opcode::DupX2 => (1, 2),
        Opcode::Dup2 => (2, 0),
        Opcode::Dup2X1 => (2, 1),
        Opcode::Dup2X2 => (2, 2),
        _ => {
            return Err(FlowError::malformed(at, format!("{} without its operand", op.mnemonic())));
        }
    };
    let top = group(at, stack, stack.len(), taken)?;
    let base = group(at, stack, top, below)?;
    let over = stack[base..top].to_vec();
    let moved = stack.split_off(top);
    stack.truncate(base);
    stack.extend(moved.iter().map(|value| interp.copy(at, insn, value)));
    stack.extend(over);
    stack.extend(moved.iter().map(|value| interp.copy(at, insn, value)));
    Ok(())
}

/// Where the values begin that fill exactly `slots` slots below `end`.
fn group<V: Value>(at: usize, stack: &[V], end: usize, slots: usize) -> Result<usize> {
    let (mut base, mut filled) = (end, 0);
    while filled < slots {
        base = base.checked_sub(1).ok_or_else(|| FlowError::malformed(at, "too few values on the stack"))?;
        filled += if stack[base].is_wide() { 2 } else { 1 };
    }
    match filled == slots {
        true => Ok(base),
        false => Err(FlowError::malformed(at, "half of a long or double would be moved")),
    }
}
