//! Formulas as Java writes them.

use std::f64::consts;
use std::fmt::{self, Write};

use super::polygamma::{psi, psi1, psi2};
use super::special::bell;
use super::{Cond, Expr};

/// How operands and the result are called in a formula.
#[derive(Debug, Clone, Copy)]
pub struct Names<'n> {
    operands: &'n [&'n str],
    result: &'n str,
}

impl<'n> Names<'n> {
    /// `x0`, `x1`, … and `r`.
    pub const fn numbered() -> Names<'static> {
        Names { operands: &["x0", "x1", "x2", "x3"], result: "r" }
    }

    /// The operands by these names, the result `r`.
    pub const fn of(operands: &'n [&'n str]) -> Names<'n> {
        Names { operands, result: "r" }
    }

    fn operand(&self, i: u8) -> &'n str {
        self.operands.get(usize::from(i)).copied().unwrap_or("?")
    }
}

/// Writes a formula as Java writes it, with the fewest parentheses that keep its order of rounding.
///
/// # Errors
///
/// Only those of the formatter.
pub fn write_expr(f: &mut dyn Write, expr: &Expr, names: &Names<'_>) -> fmt::Result {
    write_at(f, expr, names, 0)
}

/// The functions that are written by a name although they are expressions.
fn abbreviation(expr: &Expr) -> Option<(&'static str, &Expr)> {
    let Expr::If(condition, ..) = expr else { return None };
    let (Cond::Lt(operand, _) | Cond::Gt(operand, _)) = &**condition else { return None };
    let operand = if let Expr::Math("abs", inner) = operand { &inner[0] } else { operand };
    let named = |name, function: fn(&Expr) -> Expr| (function(operand) == *expr).then_some((name, operand));
    named("psi", psi)
        .or_else(|| named("psi1", psi1))
        .or_else(|| named("psi2", psi2))
        .or_else(|| named("bell", bell))
}

/// The binding strength of the outermost operation: ?: < + − < * / < unary − < operand.
fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::If(..) if abbreviation(expr).is_some() => 5,
        Expr::If(..) => 1,
        Expr::Add(..) | Expr::Sub(..) => 2,
        Expr::Mul(..) | Expr::Div(..) => 3,
        Expr::Neg(_) => 4,
        Expr::Const(c) if c.is_sign_negative() => 4,
        _ => 5,
    }
}

/// Writes an expression, in parentheses if it binds less than `least`.
fn write_at(f: &mut dyn Write, expr: &Expr, names: &Names<'_>, least: u8) -> fmt::Result {
    if strength(expr) < least {
        f.write_char('(')?;
        write_at(f, expr, names, 0)?;
        return f.write_char(')');
    }
    let mut binary = |a: &Expr, sign: &str, b: &Expr, level: u8| {
        write_at(f, a, names, level)?;
        write!(f, " {sign} ")?;
        write_at(f, b, names, level + 1)
    };
    match expr {
        Expr::Add(a, b) => binary(a, "+", b, 2),
        Expr::Sub(a, b) => binary(a, "-", b, 2),
        Expr::Mul(a, b) => binary(a, "*", b, 3),
        Expr::Div(a, b) => binary(a, "/", b, 3),
        Expr::Arg(i) => f.write_str(names.operand(*i)),
        Expr::Tangent(i) => write!(f, "{}'", names.operand(*i)),
        Expr::Result => f.write_str(names.result),
        Expr::Const(c) => f.write_str(&constant(*c)),
        Expr::Neg(a) => {
            f.write_char('-')?;
            write_at(f, a, names, 5)
        }
        Expr::Math(name, operands) => write_call(f, name, operands, names),
        Expr::Call(owner, name, operands) => {
            let class = owner.rsplit('/').next().unwrap_or(owner).replace('$', ".");
            write_call(f, &format!("{class}.{name}"), operands, names)
        }
        Expr::User(rule, _, operands) => {
            let class = rule.class.rsplit('/').next().unwrap_or(&rule.class).replace('$', ".");
            write_call(f, &format!("{class}.{}", rule.method), operands, names)
        }
        Expr::Unknown => f.write_str("unknown"),
        Expr::If(c, a, b) => {
            if let Some((name, operand)) = abbreviation(expr) {
                return write_call(f, name, std::slice::from_ref(operand), names);
            }
            write_cond(f, c, names, 1)?;
            f.write_str(" ? ")?;
            write_at(f, a, names, 2)?;
            f.write_str(" : ")?;
            write_at(f, b, names, 1)
        }
    }
}

fn write_call(f: &mut dyn Write, name: &str, operands: &[Expr], names: &Names<'_>) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, operand) in operands.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write_at(f, operand, names, 0)?;
    }
    f.write_char(')')
}

/// Writes a condition, in parentheses if it binds less than `least`: 1 for ||, 2 for &&, 3 for both sides of !.
fn write_cond(f: &mut dyn Write, cond: &Cond, names: &Names<'_>, least: u8) -> fmt::Result {
    let own = match cond {
        Cond::Or(..) => 1,
        Cond::And(..) => 2,
        Cond::Not(_) => 4,
        _ => 3,
    };
    if own < least {
        f.write_char('(')?;
        write_cond(f, cond, names, 0)?;
        return f.write_char(')');
    }
    let (a, sign, b) = match cond {
        Cond::Lt(a, b) => (a, "<", b),
        Cond::Le(a, b) => (a, "<=", b),
        Cond::Gt(a, b) => (a, ">", b),
        Cond::Ge(a, b) => (a, ">=", b),
        Cond::Eq(a, b) => (a, "==", b),
        Cond::Ne(a, b) => (a, "!=", b),
        Cond::Not(c) => {
            f.write_char('!')?;
            return write_cond(f, c, names, 4);
        }
        Cond::And(c, d) => {
            write_cond(f, c, names, 2)?;
            f.write_str(" && ")?;
            return write_cond(f, d, names, 3);
        }
        Cond::Or(c, d) => {
            write_cond(f, c, names, 1)?;
            f.write_str(" || ")?;
            return write_cond(f, d, names, 2);
        }
    };
    write_at(f, a, names, 2)?;
    write!(f, " {sign} ")?;
    write_at(f, b, names, 2)
}

/// Constants that are called by their name.
const NAMED: &[(f64, &str)] = &[
    (consts::LN_10, "LN_10"),
    (consts::LN_2, "LN_2"),
    (consts::PI, "PI"),
    (consts::FRAC_2_SQRT_PI, "2/√π"),
    (1.0 / consts::FRAC_2_SQRT_PI, "√π/2"),
];

/// A constant as Java names it, where it has a name.
fn constant(c: f64) -> String {
    if c.is_nan() {
        "NaN".into()
    } else if c == f64::INFINITY {
        "INFINITY".into()
    } else if c == f64::MAX {
        "MAX_VALUE".into()
    } else if c == f64::MIN_POSITIVE {
        "MIN_NORMAL".into()
    } else if let Some((_, name)) = NAMED.iter().find(|(value, _)| *value == c) {
        (*name).into()
    } else if c.abs() >= 1e9 || (c != 0.0 && c.abs() < 1e-9) {
        power_of_two(c).unwrap_or_else(|| format!("{c:e}"))
    } else if c.fract() == 0.0 {
        format!("{c:.0}")
    } else {
        c.to_string()
    }
}

fn power_of_two(c: f64) -> Option<String> {
    let exponent = c.log2();
    (c > 0.0 && exponent.fract() == 0.0 && exponent.exp2() == c).then(|| format!("0x1p{exponent:.0}"))
}
