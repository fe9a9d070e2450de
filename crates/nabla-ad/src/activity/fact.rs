//! What is known of a value: how it depends on the independents, and what the rewriter needs of
//! its type.

use super::nodes::Node;
use super::origins::Origins;
use crate::program::holders::Functions;
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::{Kind, Reference, Value};

/// How a value depends on the independents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Not at all: its tangent is zero.
    Inactive,
    /// By known rules.
    Varied,
    /// By ways that are lost at these instructions.
    Lost(Origins),
}

/// Whether all that the instruction gives is an array that nothing else holds yet, or none.
pub fn makes_array(insn: &Insn) -> bool {
    matches!(
        insn,
        Insn::NewArray(_)
            | Insn::MultiNewArray(..)
            | Insn::Type(Opcode::Anewarray, _)
            | Insn::Op(Opcode::AconstNull)
    )
}

/// The instructions of a method that can lose a dependence: calls, stores to the heap, and casts of
/// what came from there.
pub fn losing_sites(code: &Code) -> Vec<usize> {
    let loses = |insn: &Insn| match insn {
        Insn::Invoke(..) | Insn::InvokeDynamic(_) => true,
        Insn::Field(..) => true,
        Insn::Op(op) => op.mnemonic().ends_with("astore"),
        Insn::Type(op, _) => *op == Opcode::Checkcast,
        _ => false,
    };
    (0..code.insns.len()).filter(|at| loses(&code.insns[*at])).collect()
}

impl Level {
    /// The least level above both.
    pub fn join(self, other: Level) -> Level {
        match (self, other) {
            (Level::Lost(a), Level::Lost(b)) => Level::Lost(a.union(b)),
            (Level::Lost(a), _) | (_, Level::Lost(a)) => Level::Lost(a),
            (Level::Varied, _) | (_, Level::Varied) => Level::Varied,
            _ => Level::Inactive,
        }
    }

    /// The level of what an instruction at `at` makes of a value that it takes out of reach.
    pub fn lose(self, at: usize, sites: &[usize]) -> Level {
        match self {
            Level::Inactive => Level::Inactive,
            lost => lost.join(Level::Lost(Origins::of(at, sites))),
        }
    }
}

/// The computational kind of a value, as the rewriter needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// `int` and smaller.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// An array of `double` or `float`, of any rank: its tangent is an array of the same type.
    Array,
    /// A `Double`: its tangent is a number.
    BoxedDouble,
    /// A `Float`: its tangent is a number.
    BoxedFloat,
    /// An object that may be a `Double`: its tangent is a number, and 0 where it is another number.
    MaybeDouble,
    /// `null`.
    Null,
    /// Anything else held by reference.
    Reference,
}

impl Shape {
    /// The shape of values with this field descriptor.
    pub fn of(descriptor: &str) -> Shape {
        match descriptor {
            "D" => Shape::Double,
            "F" => Shape::Float,
            "J" => Shape::Long,
            "Z" | "B" | "C" | "S" | "I" => Shape::Int,
            _ if ArrayKind::of(descriptor).is_some() => Shape::Array,
            _ => unboxed(descriptor).map_or(Shape::Reference, Shape::boxed),
        }
    }

    /// Whether it is held by reference.
    pub fn is_reference(self) -> bool {
        !matches!(self, Shape::Int | Shape::Long | Shape::Float | Shape::Double)
    }

    /// The shape of what a field of this type may hold that has a tangent beside it.
    pub fn in_field(descriptor: &str) -> Shape {
        if is_of_any_object(descriptor) { Shape::MaybeDouble } else { Shape::of(descriptor) }
    }

    /// Whether a field of such values has a tangent beside it.
    pub fn keeps_tangent(self) -> bool {
        matches!(self, Shape::Double | Shape::Float | Shape::Array) || self.content().is_some()
    }

    /// The letter that names it in a pattern, where it is a box or may be one.
    pub fn letter(self) -> Option<char> {
        BOXES.iter().find(|(_, shape)| *shape == self).map(|(letter, _)| *letter)
    }

    /// The shape that this letter names.
    pub fn of_letter(letter: char) -> Option<Shape> {
        BOXES.iter().find(|(l, _)| *l == letter).map(|(_, shape)| *shape)
    }

    /// The box of a number of this type.
    pub fn boxed(real: &str) -> Shape {
        if real == "F" { Shape::BoxedFloat } else { Shape::BoxedDouble }
    }

    /// The type of the number in a box.
    pub fn content(self) -> Option<&'static str> {
        match self {
            Shape::BoxedDouble | Shape::MaybeDouble => Some("D"),
            Shape::BoxedFloat => Some("F"),
            _ => None,
        }
    }
}

/// The shapes of boxes, each with its letter in patterns.
const BOXES: [(char, Shape); 3] =
    [('D', Shape::BoxedDouble), ('F', Shape::BoxedFloat), ('O', Shape::MaybeDouble)];

/// Whether what is declared as this type may be a `Double` as well as another object.
pub fn is_of_any_object(descriptor: &str) -> bool {
    matches!(descriptor, "Ljava/lang/Object;" | "Ljava/lang/Number;" | "Ljava/lang/Comparable;")
}

/// The type of the number in a box of this type.
pub fn unboxed(descriptor: &str) -> Option<&'static str> {
    match descriptor {
        "Ljava/lang/Double;" => Some("D"),
        "Ljava/lang/Float;" => Some("F"),
        _ => None,
    }
}

impl From<&Kind> for Shape {
    fn from(kind: &Kind) -> Shape {
        match kind {
            Kind::Int => Shape::Int,
            Kind::Long => Shape::Long,
            Kind::Float => Shape::Float,
            Kind::Double => Shape::Double,
            Kind::Reference(Reference::Null) => Shape::Null,
            Kind::Reference(Reference::Class(name)) => match &**name {
                "java/lang/Double" => Shape::BoxedDouble,
                "java/lang/Float" => Shape::BoxedFloat,
                array if ArrayKind::of(array).is_some() => Shape::Array,
                _ => Shape::Reference,
            },
            Kind::Reference(_) => Shape::Reference,
        }
    }
}

/// The type of an array of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayKind {
    /// 1 for `double[]`.
    pub rank: u8,
    /// Whether its numbers are `float`.
    pub float: bool,
}

impl ArrayKind {
    /// The array that a field descriptor stands for.
    pub fn of(descriptor: &str) -> Option<ArrayKind> {
        let rank = descriptor.bytes().take_while(|&b| b == b'[').count();
        let float = match &descriptor[rank..] {
            "D" => false,
            "F" => true,
            _ => return None,
        };
        (rank > 0).then_some(ArrayKind { rank: u8::try_from(rank).ok()?, float })
    }

    /// The type of its elements, where those are arrays.
    pub fn row(self) -> Option<ArrayKind> {
        (self.rank > 1).then(|| ArrayKind { rank: self.rank - 1, ..self })
    }

    /// The descriptor.
    pub fn descriptor(self) -> String {
        "[".repeat(self.rank.into()) + if self.float { "F" } else { "D" }
    }
}

/// The abstract value: its shape and level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub shape: Shape,
    /// How it depends on the independents.
    pub level: Level,
    /// Whether it follows an active value in steps: computed from a cast of one to an integer.
    pub stepped: bool,
    /// Whether it is the receiver of the method.
    pub this: bool,
    /// Which arrays it may be, and their type.
    pub array: Option<(Node, ArrayKind)>,
    /// Which lambdas it may be.
    pub functions: Functions,
}

impl Fact {
    /// A value of this shape that depends on no independent.
    pub fn inactive(shape: Shape) -> Fact {
        let functions = Functions::NONE;
        Fact { shape, level: Level::Inactive, stepped: false, this: false, array: None, functions }
    }

    /// Whether it is the same where ways join on which it was the same. A reference that varies is lost there,
    /// whatever it is.
    pub fn is_kept_by_joins(&self) -> bool {
        let is_followed = (self.shape == Shape::Array) == self.array.is_some();
        is_followed && (self.shape, self.level) != (Shape::Reference, Level::Varied)
    }

    /// Whether the value depends on an independent in a way that is not followed.
    pub fn is_lost(&self) -> bool {
        matches!(self.level, Level::Lost(_))
    }

    /// Whether the value has a tangent that may be other than zero.
    pub fn has_tangent(self) -> bool {
        let number = matches!(self.shape, Shape::Double | Shape::Float) || self.shape.content().is_some();
        self.level == Level::Varied && (number || self.shape == Shape::Array)
    }
}

impl Value for Fact {
    fn is_wide(&self) -> bool {
        matches!(self.shape, Shape::Long | Shape::Double)
    }
}
