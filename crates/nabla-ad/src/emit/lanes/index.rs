//! The lanes of independents by name: the same name is the same lane as long as nothing is assigned
//! to the locals in it.

use crate::activity::live::assigned;
use nabla_classfile::{Code, Insn, Opcode};
use std::ops::RangeInclusive;

/// The lane of a number, or that of an element of an array, among the independents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lane {
    /// The slot of the independent.
    pub slot: usize,
    /// Which element it is.
    pub index: Option<Index>,
}

/// An integer as an expression over the locals of the primal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Index {
    /// What a local holds.
    Local(usize),
    /// A number.
    Number(i32),
    /// What an instruction makes of two.
    Of(Integer, Box<Index>, Box<Index>),
}

/// An instruction that makes an integer of two and never throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Integer {
    /// `iadd`
    Add,
    /// `isub`
    Sub,
    /// `imul`
    Mul,
}

impl Integer {
    /// The instruction, if it is one.
    pub fn of(insn: &Insn) -> Option<Integer> {
        match insn {
            Insn::Op(Opcode::Iadd) => Some(Integer::Add),
            Insn::Op(Opcode::Isub) => Some(Integer::Sub),
            Insn::Op(Opcode::Imul) => Some(Integer::Mul),
            _ => None,
        }
    }

    /// Its opcode.
    pub fn opcode(self) -> Opcode {
        match self {
            Integer::Add => Opcode::Iadd,
            Integer::Sub => Opcode::Isub,
            Integer::Mul => Opcode::Imul,
        }
    }
}

impl Index {
    /// The locals in it.
    pub fn locals(&self) -> Vec<usize> {
        match self {
            Index::Local(slot) => vec![*slot],
            Index::Number(_) => vec![],
            Index::Of(_, a, b) => [a.locals(), b.locals()].concat(),
        }
    }

    /// The number that is added to something, and what that is.
    fn parts(&self) -> (Option<&Index>, i32) {
        match self {
            Index::Number(x) => (None, *x),
            Index::Of(op @ (Integer::Add | Integer::Sub), a, b) if let Index::Number(x) = **b => {
                let (base, y) = a.parts();
                (base, if *op == Integer::Add { y.wrapping_add(x) } else { y.wrapping_sub(x) })
            }
            other => (Some(other), 0),
        }
    }
}

impl Lane {
    /// What lanes are sorted by, so that those of neighbours are in order.
    pub fn order(&self) -> (usize, Option<&Index>, i32) {
        let (base, offset) = self.index.as_ref().map(Index::parts).unwrap_or_default();
        (self.slot, base, offset)
    }

    /// The locals in its name.
    pub fn locals(&self) -> Vec<usize> {
        self.index.as_ref().map(Index::locals).unwrap_or_default()
    }

    /// Whether one of these instructions assigns a local in its name.
    pub fn changes(&self, code: &Code, mut range: RangeInclusive<usize>) -> bool {
        let locals = self.locals();
        range
            .any(|at| assigned(&code.insns[at]).is_some_and(|slots| locals.iter().any(|l| slots.contains(l))))
    }
}
