//! The kinds of kernels: which form each is made of, and how its method calls it.

use nabla_ad::Form;

/// What a kernel passes to the form's method behind the captured values; numbers are local variable
/// slots of the kernel's method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// A `double`.
    Double(u16),
    /// An element of an array of doubles.
    Number(u16, u8),
    /// The tangent 1.
    One,
    /// An object, cast to this type.
    Object(u16, &'static str),
    /// An element of an array of objects, cast to this type.
    Element(u16, u8, &'static str),
}

/// What becomes of the result of the form's method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is returned, as a `double`.
    Double,
    /// It is returned.
    Object,
    /// It is put into element 1 of the array in this slot; the form's method has put the tangent
    /// into element 0.
    Second(u16),
}

/// One kind of kernel.
#[derive(Debug)]
pub struct Kind {
    /// Its name in requests.
    pub name: &'static str,
    /// The form.
    pub form: Form,
    /// The independents, counted from the end of the parameters.
    pub independents: &'static [usize],
    /// The descriptors of the parameters that are not captured.
    pub open: &'static [&'static str],
    /// The interface: its name, its method and that one's descriptor.
    pub interface: (&'static str, &'static str, &'static str),
    /// What is passed behind the captured values.
    pub arguments: &'static [Argument],
    /// The descriptors of what the form's method takes behind the primal's parameters.
    pub extra: &'static [&'static str],
    /// What becomes of the result.
    pub outcome: Outcome,
    /// Whether it is called by other kernels, which must know what it does with memory.
    pub inner: bool,
}

use Argument::{Double, Element, Number, Object, One};

const UNARY: (&str, &str, &str) = ("java/util/function/DoubleUnaryOperator", "applyAsDouble", "(D)D");
const BINARY: (&str, &str, &str) = ("java/util/function/DoubleBinaryOperator", "applyAsDouble", "(DD)D");
const PAIR: (&str, &str, &str) = ("java/util/function/ObjDoubleConsumer", "accept", "(Ljava/lang/Object;D)V");
const SCALAR: (&str, &str, &str) =
    ("java/util/function/ToDoubleBiFunction", "applyAsDouble", "(Ljava/lang/Object;Ljava/lang/Object;)D");
const VECTOR: (&str, &str, &str) =
    ("java/util/function/BiFunction", "apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");

/// Of the second argument, `double[][] {direction, tangent}`, the last element is filled in.
const PUSH: Kind = Kind {
    name: "push",
    form: Form::Jvp,
    independents: &[1],
    open: &["[D"],
    interface: SCALAR,
    arguments: &[Object(1, "[D"), Element(2, 0, "[D"), Element(2, 1, "[D")],
    extra: &["[D", "[D"],
    outcome: Outcome::Double,
    inner: false,
};

/// The second argument receives the gradient.
const GRADIENT: Kind = Kind {
    name: "gradient",
    form: Form::Grad,
    independents: &[1],
    open: &["[D"],
    interface: SCALAR,
    arguments: &[Object(1, "[D"), Object(2, "[D")],
    extra: &["[D"],
    outcome: Outcome::Double,
    inner: false,
};

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "derivative",
        form: Form::Partial,
        independents: &[1],
        open: &["D"],
        interface: UNARY,
        arguments: &[Double(1)],
        extra: &[],
        outcome: Outcome::Double,
        inner: false,
    },
    Kind {
        name: "pair",
        form: Form::Jvp,
        independents: &[1],
        open: &["D"],
        interface: PAIR,
        arguments: &[Double(2), One, Object(1, "[D")],
        extra: &["D", "[D"],
        outcome: Outcome::Second(1),
        inner: false,
    },
    Kind {
        name: "partial0",
        form: Form::Partial,
        independents: &[2],
        open: &["D", "D"],
        interface: BINARY,
        arguments: &[Double(1), Double(3)],
        extra: &[],
        outcome: Outcome::Double,
        inner: false,
    },
    Kind {
        name: "partial1",
        form: Form::Partial,
        independents: &[1],
        open: &["D", "D"],
        interface: BINARY,
        arguments: &[Double(1), Double(3)],
        extra: &[],
        outcome: Outcome::Double,
        inner: false,
    },
    PUSH,
    GRADIENT,
    Kind {
        name: "jacobian",
        form: Form::Jac,
        independents: &[1],
        open: &["[D"],
        interface: VECTOR,
        arguments: &[Object(1, "[D"), Object(2, "[[D")],
        extra: &["[[D"],
        outcome: Outcome::Object,
        inner: false,
    },
    // By the first of two arrays, `Object[] {state, parameters}`; `jacobian` is by the second.
    Kind {
        name: "jacobian0",
        form: Form::Jac,
        independents: &[2],
        open: &["[D", "[D"],
        interface: VECTOR,
        arguments: &[Element(1, 0, "[D"), Element(1, 1, "[D"), Object(2, "[[D")],
        extra: &["[[D"],
        outcome: Outcome::Object,
        inner: false,
    },
    // The first argument is `double[] {x}`, the second `Object[] {first, second}`, of 1 and 1 × 1 numbers.
    Kind {
        name: "second",
        form: Form::Hess,
        independents: &[1],
        open: &["D"],
        interface: SCALAR,
        arguments: &[Number(1, 0), Element(2, 0, "[D"), Element(2, 1, "[[D")],
        extra: &["[D", "[[D"],
        outcome: Outcome::Double,
        inner: false,
    },
    // The first argument is `double[] {x, tangent of x}`, the second receives the tangent.
    Kind {
        name: "tangent",
        form: Form::Jvp,
        independents: &[1],
        open: &["D"],
        interface: SCALAR,
        arguments: &[Number(1, 0), Number(1, 1), Object(2, "[D")],
        extra: &["D", "[D"],
        outcome: Outcome::Double,
        inner: true,
    },
    // The same for `double[] {x, y, tangent of x, tangent of y}`.
    Kind {
        name: "tangent2",
        form: Form::Jvp,
        independents: &[2, 1],
        open: &["D", "D"],
        interface: SCALAR,
        arguments: &[Number(1, 0), Number(1, 1), Number(1, 2), Number(1, 3), Object(2, "[D")],
        extra: &["D", "D", "[D"],
        outcome: Outcome::Double,
        inner: true,
    },
    // The same, called by other kernels.
    Kind { name: "inner push", inner: true, ..PUSH },
    Kind { name: "inner gradient", inner: true, ..GRADIENT },
    // The second argument is `Object[] {gradient, hessian}`.
    Kind {
        name: "hessian",
        form: Form::Hess,
        independents: &[1],
        open: &["[D"],
        interface: SCALAR,
        arguments: &[Object(1, "[D"), Element(2, 0, "[D"), Element(2, 1, "[[D")],
        extra: &["[D", "[[D"],
        outcome: Outcome::Double,
        inner: false,
    },
];

impl Kind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}
