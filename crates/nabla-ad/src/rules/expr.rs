//! The expressions that rows of the table are made of, and the operators that let a row read
//! like mathematics.
//!
//! An expression has no variables of its own: a sub-formula that occurs twice is written twice.
//! [`Expr::shared_calls`] names the calls worth keeping in a temporary; repeated sums and products
//! are left to the JIT, which numbers values.

use super::UserRule;
use std::fmt;
use std::ops;

/// A formula in Java's double arithmetic: every operation rounds once, in the order written.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A primal operand, counted from 0.
    Arg(u8),
    /// The tangent of an operand, counted from 0. Only rows of the kind `Select` contain it.
    Tangent(u8),
    /// The primal result.
    Result,
    /// A constant, by its bits.
    Const(f64),
    /// `-a`.
    Neg(Box<Expr>),
    /// `a + b`.
    Add(Box<Expr>, Box<Expr>),
    /// `a - b`.
    Sub(Box<Expr>, Box<Expr>),
    /// `a * b`.
    Mul(Box<Expr>, Box<Expr>),
    /// `a / b`.
    Div(Box<Expr>, Box<Expr>),
    /// A call of the static method of `java.lang.Math` with this name, all operands double.
    Math(&'static str, Vec<Expr>),
    /// A call of a static method of another class, all operands double: the class in internal form,
    /// then the name. Only rows of that class's library contain it, for the library is there
    /// whenever the primal is.
    Call(&'static str, &'static str, Vec<Expr>),
    /// The partial that a user's `jvp` gives: the method, the operand whose tangent is 1, and the operands.
    /// Always the whole of a partial.
    User(&'static UserRule, u8, Vec<Expr>),
    /// A partial for which no formula is known, such as that of an incomplete gamma function by its
    /// parameter. It is never a part of another expression, and never stands for zero.
    Unknown,
    /// `condition ? a : b`; only the chosen branch is evaluated.
    If(Box<Cond>, Box<Expr>, Box<Expr>),
}

/// A condition with Java's comparisons: false on NaN, except `Ne`.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    /// `a < b`.
    Lt(Expr, Expr),
    /// `a <= b`.
    Le(Expr, Expr),
    /// `a > b`.
    Gt(Expr, Expr),
    /// `a >= b`.
    Ge(Expr, Expr),
    /// `a == b`; the zeros are equal.
    Eq(Expr, Expr),
    /// `a != b`; true if either is NaN.
    Ne(Expr, Expr),
    /// `!c`.
    Not(Box<Cond>),
    /// `c && d`, the second only if the first holds.
    And(Box<Cond>, Box<Cond>),
    /// `c || d`, the second only if the first does not hold.
    Or(Box<Cond>, Box<Cond>),
}

fn replace(expr: &Expr, f: &impl Fn(&Expr) -> Expr) -> Expr {
    let two = |a: &Expr, b: &Expr| (Box::new(replace(a, f)), Box::new(replace(b, f)));
    match expr {
        Expr::Arg(_) | Expr::Tangent(_) | Expr::Result | Expr::Const(_) | Expr::Unknown => f(expr),
        Expr::Neg(a) => Expr::Neg(Box::new(replace(a, f))),
        Expr::Add(a, b) => {
            let (a, b) = two(a, b);
            Expr::Add(a, b)
        }
        Expr::Sub(a, b) => {
            let (a, b) = two(a, b);
            Expr::Sub(a, b)
        }
        Expr::Mul(a, b) => {
            let (a, b) = two(a, b);
            Expr::Mul(a, b)
        }
        Expr::Div(a, b) => {
            let (a, b) = two(a, b);
            Expr::Div(a, b)
        }
        Expr::Math(name, args) => Expr::Math(name, args.iter().map(|a| replace(a, f)).collect()),
        Expr::Call(owner, name, args) => {
            Expr::Call(owner, name, args.iter().map(|a| replace(a, f)).collect())
        }
        Expr::User(rule, operand, args) => {
            Expr::User(rule, *operand, args.iter().map(|a| replace(a, f)).collect())
        }
        Expr::If(c, a, b) => {
            let (a, b) = two(a, b);
            Expr::If(Box::new(replace_in(c, f)), a, b)
        }
    }
}

fn replace_in(cond: &Cond, f: &impl Fn(&Expr) -> Expr) -> Cond {
    let both = |a: &Cond, b: &Cond| (Box::new(replace_in(a, f)), Box::new(replace_in(b, f)));
    match cond {
        Cond::Lt(a, b) => Cond::Lt(replace(a, f), replace(b, f)),
        Cond::Le(a, b) => Cond::Le(replace(a, f), replace(b, f)),
        Cond::Gt(a, b) => Cond::Gt(replace(a, f), replace(b, f)),
        Cond::Ge(a, b) => Cond::Ge(replace(a, f), replace(b, f)),
        Cond::Eq(a, b) => Cond::Eq(replace(a, f), replace(b, f)),
        Cond::Ne(a, b) => Cond::Ne(replace(a, f), replace(b, f)),
        Cond::Not(a) => Cond::Not(Box::new(replace_in(a, f))),
        Cond::And(a, b) => {
            let (a, b) = both(a, b);
            Cond::And(a, b)
        }
        Cond::Or(a, b) => {
            let (a, b) = both(a, b);
            Cond::Or(a, b)
        }
    }
}

impl Expr {
    /// The expression with every operand, tangent, result and constant replaced.
    pub fn replace(&self, f: &impl Fn(&Expr) -> Expr) -> Expr {
        replace(self, f)
    }

    /// Calls `visit` for this expression and every one below it, conditions included, parents first.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        visit(self);
        match self {
            Expr::Arg(_) | Expr::Tangent(_) | Expr::Result | Expr::Const(_) | Expr::Unknown => {}
            Expr::Neg(a) => a.walk(visit),
            Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Mul(a, b) | Expr::Div(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Expr::Math(_, args) | Expr::Call(_, _, args) | Expr::User(_, _, args) => {
                args.iter().for_each(|a| a.walk(visit))
            }
            Expr::If(c, a, b) => {
                c.walk(visit);
                a.walk(visit);
                b.walk(visit);
            }
        }
    }

    /// Whether a conditional or the call of a library occurs: such an expression is not emitted
    /// inline as a coefficient but as the body of a helper.
    pub fn needs_helper(&self) -> bool {
        self.any(|e| matches!(e, Expr::If(..) | Expr::Call(..) | Expr::User(..)))
    }

    /// Whether the primal result occurs, so that the emitter must keep it.
    pub fn uses_result(&self) -> bool {
        self.any(|e| matches!(e, Expr::Result))
    }

    /// Whether primal operand `i` occurs, so that the emitter must keep it.
    pub fn uses_arg(&self, i: u8) -> bool {
        self.any(|e| *e == Expr::Arg(i))
    }

    /// Whether the predicate holds for this expression or one below it.
    pub fn any(&self, mut predicate: impl FnMut(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= predicate(e));
        found
    }

    /// The calls that occur more than once, largest first: `exp` in the row of tanh.
    ///
    /// HotSpot does not merge two calls of an intrinsic such as `Math.exp`, so the emitter keeps
    /// these in a temporary. Only meaningful without [`If`](Expr::If), where all of the expression
    /// is evaluated.
    pub fn shared_calls(&self) -> Vec<&Expr> {
        let mut once: Vec<&Expr> = Vec::new();
        let mut shared: Vec<&Expr> = Vec::new();
        self.walk(&mut |e| {
            if matches!(e, Expr::Math(..)) {
                if !once.contains(&e) {
                    once.push(e);
                } else if !shared.contains(&e) {
                    shared.push(e);
                }
            }
        });
        // A parent is visited before its children, so an enclosing call stands before what it encloses.
        shared
    }
}

impl Cond {
    /// Calls `visit` for every expression of the condition, parents first.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        match self {
            Cond::Lt(a, b)
            | Cond::Le(a, b)
            | Cond::Gt(a, b)
            | Cond::Ge(a, b)
            | Cond::Eq(a, b)
            | Cond::Ne(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Cond::Not(c) => c.walk(visit),
            Cond::And(c, d) | Cond::Or(c, d) => {
                c.walk(visit);
                d.walk(visit);
            }
        }
    }

    /// `self && other`.
    pub fn and(self, other: Cond) -> Cond {
        Cond::And(Box::new(self), Box::new(other))
    }

    /// `self || other`.
    pub fn or(self, other: Cond) -> Cond {
        Cond::Or(Box::new(self), Box::new(other))
    }
}

impl From<f64> for Expr {
    fn from(value: f64) -> Expr {
        Expr::Const(value)
    }
}

impl From<&Expr> for Expr {
    fn from(value: &Expr) -> Expr {
        value.clone()
    }
}

/// Rows name operands by reference (`y * y`), sub-formulas by value, constants as numbers.
macro_rules! operators {
    ($($trait:ident $method:ident),*) => {$(
        impl<R: Into<Expr>> ops::$trait<R> for Expr {
            type Output = Expr;
            fn $method(self, right: R) -> Expr {
                Expr::$trait(Box::new(self), Box::new(right.into()))
            }
        }
        impl<R: Into<Expr>> ops::$trait<R> for &Expr {
            type Output = Expr;
            fn $method(self, right: R) -> Expr {
                Expr::$trait(Box::new(self.clone()), Box::new(right.into()))
            }
        }
        impl ops::$trait<Expr> for f64 {
            type Output = Expr;
            fn $method(self, right: Expr) -> Expr {
                Expr::$trait(Box::new(self.into()), Box::new(right))
            }
        }
        impl ops::$trait<&Expr> for f64 {
            type Output = Expr;
            fn $method(self, right: &Expr) -> Expr {
                Expr::$trait(Box::new(self.into()), Box::new(right.clone()))
            }
        }
    )*};
}

operators!(Add add, Sub sub, Mul mul, Div div);

impl ops::Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        Expr::Neg(Box::new(self))
    }
}

impl ops::Neg for &Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        Expr::Neg(Box::new(self.clone()))
    }
}

/// The words that rows use besides the operators: calls, comparisons and the conditional.
pub mod words {
    use super::{Cond, Expr};

    macro_rules! calls {
        ($($name:ident)*) => {$(
            #[doc = concat!("A call of `Math.", stringify!($name), "`.")]
            pub fn $name(x: impl Into<Expr>) -> Expr {
                Expr::Math(stringify!($name), vec![x.into()])
            }
        )*};
    }

    calls!(abs cos cosh exp log log1p rint sin sinh sqrt tan);

    /// `Math.copySign(1.0, x)`: +1 or −1 by the sign bit, so that −0 is negative.
    pub fn sign(x: impl Into<Expr>) -> Expr {
        Expr::Math("copySign", vec![1.0.into(), x.into()])
    }

    /// A call of `Math.pow`.
    pub fn pow(x: impl Into<Expr>, y: impl Into<Expr>) -> Expr {
        Expr::Math("pow", vec![x.into(), y.into()])
    }

    /// A call of `Math.hypot`.
    pub fn hypot(x: impl Into<Expr>, y: impl Into<Expr>) -> Expr {
        Expr::Math("hypot", vec![x.into(), y.into()])
    }

    /// A call of `Math.fma`.
    pub fn fma(x: impl Into<Expr>, y: impl Into<Expr>, z: impl Into<Expr>) -> Expr {
        Expr::Math("fma", vec![x.into(), y.into(), z.into()])
    }

    /// A call of a library's static method, by its class in internal form and its name.
    pub fn call(owner: &'static str, name: &'static str, operands: Vec<Expr>) -> Expr {
        Expr::Call(owner, name, operands)
    }

    /// The partial of which no formula is known.
    pub fn unknown() -> Expr {
        Expr::Unknown
    }

    /// `condition ? then : otherwise`.
    pub fn when(condition: Cond, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
        Expr::If(Box::new(condition), Box::new(then.into()), Box::new(otherwise.into()))
    }

    macro_rules! comparisons {
        ($($name:ident $variant:ident $sign:literal),*) => {$(
            #[doc = concat!("`a ", $sign, " b`.")]
            pub fn $name(a: impl Into<Expr>, b: impl Into<Expr>) -> Cond {
                Cond::$variant(a.into(), b.into())
            }
        )*};
    }

    comparisons!(less Lt "<", greater Gt ">", at_most Le "<=", at_least Ge ">=", equal Eq "==", differ Ne "!=");
}

/// The formula as Java writes it, with operands `x0`, `x1`, … and tangents `x0'`, `x1'`, ….
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::write_expr(f, self, &super::Names::numbered())
    }
}
