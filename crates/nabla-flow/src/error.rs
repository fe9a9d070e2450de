//! What can be wrong with a method's code, and where.

use std::fmt;

/// Why a method's flow cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlowError {
    /// The code uses `jsr` or `ret`, which only compilers before Java 6 emitted. The class is
    /// sound; it is this crate that does not follow subroutines.
    Subroutine {
        /// The index of the instruction.
        insn: usize,
    },
    /// The code is not what the JVM specification demands.
    Malformed {
        /// The index of the instruction (the number of instructions for "after the last").
        insn: usize,
        /// What was expected and found.
        message: String,
    },
    /// The tables for this code would be out of all proportion to the class file.
    Limit {
        /// The index of the instruction at which the limit was reached.
        insn: usize,
        /// Which limit.
        message: String,
    },
}

impl FlowError {
    /// An error about the instruction at `insn`.
    pub(crate) fn malformed(insn: usize, message: impl fmt::Display) -> FlowError {
        FlowError::Malformed { insn, message: message.to_string() }
    }

    /// The index of the instruction the error speaks of.
    pub fn insn(&self) -> usize {
        match self {
            FlowError::Subroutine { insn }
            | FlowError::Malformed { insn, .. }
            | FlowError::Limit { insn, .. } => *insn,
        }
    }
}

impl fmt::Display for FlowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlowError::Subroutine { insn } => {
                write!(f, "instruction {insn}: subroutines (jsr, ret) are not followed")
            }
            FlowError::Malformed { insn, message } | FlowError::Limit { insn, message } => {
                write!(f, "instruction {insn}: {message}")
            }
        }
    }
}

impl std::error::Error for FlowError {}

/// A result whose error is a [`FlowError`].
pub type Result<T> = std::result::Result<T, FlowError>;
