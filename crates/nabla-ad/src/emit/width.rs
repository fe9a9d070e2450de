//! What a tangent is: one number, or one number per lane.

use super::coef::Real;
use super::homes::{load, store};
use crate::activity::fact::{ArrayKind, Shape};
use nabla_classfile::Opcode;

/// What a tangent is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// A number of the type of its primal value, an array of them for an array.
    One,
    /// As many numbers, one for each direction.
    Unrolled(u8),
    /// One number per direction in a `double[]`, an array of those for an array: see
    /// [`crate::emit::lanes`].
    Lanes,
}

impl Width {
    /// All that the tangents of a method's parameters can be.
    pub fn all() -> impl Iterator<Item = Width> {
        // A parameter's take two slots each, of 255 that a method has.
        [Width::One, Width::Lanes].into_iter().chain((2..=127).map(Width::Unrolled))
    }

    /// The type of the tangent of a value of this type.
    pub fn tangent(self, descriptor: &str) -> String {
        match self {
            Width::One | Width::Unrolled(_) => number(descriptor).to_owned(),
            Width::Lanes => format!("[{}", number(descriptor).replace('F', "D")),
        }
    }

    /// The type of the tangent of an array.
    pub fn array(self, kind: ArrayKind) -> ArrayKind {
        match self {
            Width::One | Width::Unrolled(_) => kind,
            Width::Lanes => ArrayKind { rank: kind.rank + 1, float: false },
        }
    }

    /// The type of the array in whose element 0 a callee leaves the tangent of its result; a new
    /// one for each call of a method that users call tells the tangents of one call from those of
    /// another.
    pub fn call(self) -> &'static str {
        match self {
            Width::One | Width::Unrolled(_) => "[D",
            Width::Lanes => "[[D",
        }
    }

    /// What is added to the name of a field for its tangent.
    pub fn suffix(self) -> &'static str {
        match self {
            Width::One | Width::Unrolled(_) => "_dot",
            Width::Lanes => "_lanes",
        }
    }

    /// How many numbers of its own a tangent is: one for each direction, where they are unrolled.
    pub fn copies(self) -> u16 {
        match self {
            Width::Unrolled(copies) => copies.into(),
            Width::One | Width::Lanes => 1,
        }
    }

    /// How a tangent of this type is held in a local.
    pub fn held(self, real: Real) -> Real {
        match self {
            Width::One | Width::Unrolled(_) => real,
            Width::Lanes => Real::Array,
        }
    }

    /// The instruction that reads a tangent from a local.
    pub fn load(self, real: Real) -> Opcode {
        load(self.held(real))
    }

    /// The instruction that puts a tangent into a local.
    pub fn store(self, real: Real) -> Opcode {
        store(self.held(real))
    }
}

/// The type of the number in what may be a box of one.
fn number(descriptor: &str) -> &str {
    Shape::in_field(descriptor).content().unwrap_or(descriptor)
}
