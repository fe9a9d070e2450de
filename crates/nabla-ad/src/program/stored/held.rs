//! Whose an object is, and which fields hold it.

use super::Field;
use crate::program::owner::{Owner, bits};
use nabla_flow::Value;
use std::collections::BTreeSet;
use std::rc::Rc;

/// An object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Held {
    /// Whose it is.
    pub owner: Owner,
    /// Whether it is known to be an array of numbers, or of such arrays.
    pub numbers: bool,
    /// The fields that hold it, if it is an array of numbers or a row of one.
    pub fields: Rc<BTreeSet<Field>>,
}

impl Held {
    pub fn by(owner: Owner) -> Held {
        Held { owner, ..Held::default() }
    }

    /// One of both.
    pub fn join(&mut self, other: &Held) -> bool {
        let owner = self.owner.or(other.owner);
        let numbers = self.numbers && other.numbers;
        let grown = owner != self.owner || numbers != self.numbers;
        (self.owner, self.numbers) = (owner, numbers);
        if Rc::ptr_eq(&self.fields, &other.fields) || other.fields.is_subset(&self.fields) {
            return grown;
        }
        Rc::make_mut(&mut self.fields).extend(other.fields.iter());
        true
    }

    /// The same for the caller, who passes these operands.
    pub fn passed(&self, operands: &[Held]) -> Held {
        let mut passed = Held { owner: self.owner.passed(&owners(operands)), ..self.clone() };
        for i in bits(self.owner.operands()) {
            if let Some(operand) = operands.get(i) {
                Rc::make_mut(&mut passed.fields).extend(operand.fields.iter());
            }
        }
        passed
    }
}

impl Value for Held {
    fn is_wide(&self) -> bool {
        self.owner.is_wide()
    }
}

pub fn owners(held: &[Held]) -> Vec<Owner> {
    held.iter().map(|held| held.owner).collect()
}
