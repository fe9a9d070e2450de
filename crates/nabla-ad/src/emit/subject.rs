//! The method whose derivative is written, and who is told what it uses.

use super::calls::TangentCalls;
use super::fields::Accessed;
use super::kind::Kind;
use super::method::MOST_COPIES;
use super::width::Width;
use crate::activity::Activity;
use crate::activity::effects::Effects;
use crate::program::classes::ClassId;
use crate::program::fields::FieldId;
use crate::program::instance::{Key, World};
use crate::program::primal::Primal;
use crate::program::solve::{Program, Reach};
use crate::{AdError, Lanes};
use nabla_classfile::Insn;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// More parameters a method cannot have.
const MOST_DIRECTIONS: usize = 255;

/// The method whose derivative is written, in one pattern.
pub struct Subject<'s, 'a> {
    /// The program.
    pub program: &'s Program<'a>,
    /// The method.
    pub primal: &'s Primal<'a>,
    /// Its activity.
    pub activity: &'s Activity,
    /// Its calls that go to tangent methods.
    pub calls: &'s TangentCalls,
    /// What is written.
    pub kind: Kind,
    /// Its name.
    pub name: &'s str,
    /// Its descriptor.
    pub descriptor: &'s str,
    /// The parameters that lanes are for.
    pub independents: &'s [usize],
    /// How directions are computed.
    pub lanes: Lanes,
    /// Receives the tangent fields it reads and writes.
    pub accessed: &'s RefCell<Accessed>,
    /// Receives the classes of lambdas of which it makes objects.
    pub lambdas: &'s RefCell<BTreeSet<ClassId>>,
    /// Receives the fields whose constant functions it reads.
    pub constants: &'s RefCell<BTreeSet<FieldId>>,
}

impl<'s> Subject<'s, '_> {
    /// What its instructions change.
    pub fn effects(&self) -> Effects<'s> {
        self.activity.effects(self.program, self.primal)
    }

    /// Whether tangents beside fields are read or written.
    pub fn uses_fields(&self) -> bool {
        let effects = self.effects();
        self.primal.code.insns.iter().any(|insn| match insn {
            Insn::Field(_, index) => effects
                .pool
                .member_ref(*index)
                .ok()
                .and_then(|m| self.program.field(&m.owner, &m.name, &m.descriptor))
                .is_some_and(|field| self.program.is_active(field) == (true, false)),
            _ => false,
        })
    }

    /// Whether its directions may be unrolled, as far as can be said before that is tried.
    pub fn may_unroll(&self) -> bool {
        let numbers = |i: &usize| self.primal.signature.parameters[*i].real().is_some();
        let most = match self.lanes {
            Lanes::Chosen => MOST_COPIES,
            Lanes::Unrolled => usize::MAX,
            Lanes::Blocks | Lanes::AtOnce(_) | Lanes::Told => 0,
        };
        self.kind == Kind::Grad
            && self.independents.iter().all(numbers)
            && (1..=most.min(MOST_DIRECTIONS)).contains(&self.independents.len())
            && !self.uses_fields()
    }

    /// What its tangents are, where its directions are unrolled.
    pub fn unrolled(&self) -> Width {
        match self.independents.len() {
            1 => Width::One,
            directions => Width::Unrolled(directions as u8),
        }
    }

    /// What the method may need.
    pub fn reach(&self) -> Reach {
        self.program.reach(&Key { method: self.primal.method, pattern: self.activity.pattern.clone() })
    }

    /// Whether callees may leave the tangents of their results in the array that the user gives: nothing
    /// reads it but the derivative, and nothing remembers it to tell this call from another.
    pub fn may_use_result(&self) -> Result<bool, AdError> {
        let reach = self.reach();
        Ok(!self.program.remembers_calls(&reach) && !self.program.meets_arrays(&reach)?)
    }

    /// Whether other code is called for tangents, which may not follow something.
    pub fn leaves(&self) -> bool {
        !self.calls.is_empty() || self.uses_fields()
    }

    /// The fields of the object that a constructor makes, as far as its own class declares them.
    pub fn own_fields(&self) -> Vec<FieldId> {
        match self.primal.is_constructor {
            true => self.program.active_fields(self.primal.method.class),
            false => Vec::new(),
        }
    }
}
