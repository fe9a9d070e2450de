//! The number types a field version computes with: the interface of their operations.
//!
//! Code calls the operations through the interface, whose erased types stand in its descriptors. The
//! verifier lets any reference pass for one of an interface, so results need no cast.

use crate::rules::Rule;

/// An interface that number types implement.
#[derive(Debug, PartialEq, Eq)]
pub struct Algebra {
    /// Its internal name.
    pub interface: &'static str,
    /// The erased type of operands and results of its operations.
    pub element: &'static str,
    /// The class whose `buildArray` makes arrays of elements, filled with zero.
    pub arrays: &'static str,
    /// The type of a field of elements.
    pub field: &'static str,
    /// Whether `newInstance(double)` makes a constant; else a negative zero does, to which it is added.
    pub makes_constants: bool,
    /// Functions that `java.lang.Math` has and this interface has not.
    pub lacks: &'static [&'static str],
}

/// Hipparchus' number types.
pub static HIPPARCHUS: Algebra = Algebra {
    interface: "org/hipparchus/CalculusFieldElement",
    element: "Lorg/hipparchus/FieldElement;",
    arrays: "org/hipparchus/util/MathArrays",
    field: "Lorg/hipparchus/Field;",
    makes_constants: true,
    lacks: &[],
};

/// Those of Commons Math 3.
pub static COMMONS: Algebra = Algebra {
    interface: "org/apache/commons/math3/RealFieldElement",
    element: "Ljava/lang/Object;",
    arrays: "org/apache/commons/math3/util/MathArrays",
    field: "Lorg/apache/commons/math3/Field;",
    makes_constants: false,
    lacks: &["log10", "toRadians", "toDegrees"],
};

/// How a function of `double` is written with the operations of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Translation {
    /// A method of this name without argument.
    Unary(&'static str),
    /// A method of this name with an element as its argument; whether there is one with a number.
    Binary(&'static str, bool),
    /// A power, whose exponent may be a number.
    Power,
    /// A method of this name with an integer as its argument.
    Integer(&'static str),
    /// A method of this name that is added to the class, and how many elements it takes.
    Support(&'static str, usize),
}

/// Functions without argument that have the name of `Math`'s.
const UNARY: &[&str] = &[
    "sqrt",
    "cbrt",
    "exp",
    "expm1",
    "log",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "abs",
    "toRadians",
    "toDegrees",
];

/// The other functions, by name and descriptor.
const OTHERS: &[(&str, &str, Translation)] = &[
    ("pow", "(DD)D", Translation::Power),
    ("pow", "(DI)D", Translation::Integer("pow")),
    ("scalb", "(DI)D", Translation::Integer("scalb")),
    ("atan2", "(DD)D", Translation::Binary("atan2", false)),
    ("hypot", "(DD)D", Translation::Support("hypot", 2)),
    ("copySign", "(DD)D", Translation::Binary("copySign", true)),
    ("IEEEremainder", "(DD)D", Translation::Support("remainder", 2)),
    ("sum", "(DD)D", Translation::Binary("add", true)),
    ("max", "(DD)D", Translation::Support("max", 2)),
    ("min", "(DD)D", Translation::Support("min", 2)),
    ("fma", "(DDD)D", Translation::Support("fma", 3)),
    ("clamp", "(DDD)D", Translation::Support("clamp", 3)),
];

impl Algebra {
    /// The descriptor of a reference to an element.
    pub fn reference(&self) -> String {
        format!("L{};", self.interface)
    }

    /// How a function is written, if it can be.
    pub fn translate(&self, rule: &Rule) -> Option<Translation> {
        if self.lacks.contains(&rule.name) || rule.owner.starts_with("kotlin/") {
            return None;
        }
        if rule.descriptor == "(D)D"
            && let Some(name) = UNARY.iter().find(|name| **name == rule.name)
        {
            return Some(Translation::Unary(name));
        }
        let other =
            OTHERS.iter().find(|(name, descriptor, _)| (*name, *descriptor) == (rule.name, rule.descriptor));
        other.map(|(_, _, translation)| *translation)
    }
}
