//! The reference interpreter of expressions, for tests: Rust's doubles, Java's special cases.

use super::{Cond, Expr};

/// The value of an expression at operands, their tangents and the result.
///
/// # Panics
///
/// If the expression names an operand or a method that does not exist, or a method of a library.
pub fn eval(expr: &Expr, args: &[f64], tangents: &[f64], result: f64) -> f64 {
    let at = |e: &Expr| eval(e, args, tangents, result);
    match expr {
        Expr::Arg(i) => args[usize::from(*i)],
        Expr::Tangent(i) => tangents[usize::from(*i)],
        Expr::Result => result,
        Expr::Const(c) => *c,
        Expr::Neg(a) => -at(a),
        Expr::Add(a, b) => at(a) + at(b),
        Expr::Sub(a, b) => at(a) - at(b),
        Expr::Mul(a, b) => at(a) * at(b),
        Expr::Div(a, b) => at(a) / at(b),
        Expr::Math(name, operands) => {
            let values: Vec<f64> = operands.iter().map(at).collect();
            math(name, &values).unwrap_or_else(|| panic!("no method {name} with {} operands", values.len()))
        }
        Expr::Call(owner, name, _) => panic!("{owner}.{name} is not known here"),
        Expr::User(rule, ..) => panic!("{} is not known here", rule.shown()),
        Expr::Unknown => panic!("a partial that is not known has no value"),
        Expr::If(c, a, b) => {
            if holds(c, args, tangents, result) {
                at(a)
            } else {
                at(b)
            }
        }
    }
}

/// Whether a condition holds, by Java's comparisons.
fn holds(cond: &Cond, args: &[f64], tangents: &[f64], result: f64) -> bool {
    let at = |e: &Expr| eval(e, args, tangents, result);
    let check = |c: &Cond| holds(c, args, tangents, result);
    match cond {
        Cond::Lt(a, b) => at(a) < at(b),
        Cond::Le(a, b) => at(a) <= at(b),
        Cond::Gt(a, b) => at(a) > at(b),
        Cond::Ge(a, b) => at(a) >= at(b),
        Cond::Eq(a, b) => at(a) == at(b),
        Cond::Ne(a, b) => at(a) != at(b),
        Cond::Not(c) => !check(c),
        Cond::And(c, d) => check(c) && check(d),
        Cond::Or(c, d) => check(c) || check(d),
    }
}

/// A method of `java.lang.Math`, an operator on doubles, or an elementary function of a library, by
/// the stem of its row; none if there is no such.
///
/// Where Java and C differ, Java holds: `pow(1, NaN)` and `pow(±1, ±∞)` are NaN, `max` and `min`
/// return a NaN operand and order the zeros.
pub fn math(name: &str, operands: &[f64]) -> Option<f64> {
    Some(match (name, operands) {
        ("abs", [x]) => x.abs(),
        ("acos", [x]) => x.acos(),
        ("asin", [x]) => x.asin(),
        ("atan", [x]) => x.atan(),
        ("cbrt", [x]) => x.cbrt(),
        ("cos", [x]) => x.cos(),
        ("cosh", [x]) => x.cosh(),
        ("exp", [x]) => x.exp(),
        ("expm1", [x]) => x.exp_m1(),
        ("log", [x]) => x.ln(),
        ("log10", [x]) => x.log10(),
        ("log1p", [x]) => x.ln_1p(),
        ("neg", [x]) => -x,
        ("nextDown", [x]) => x.next_down(),
        ("nextUp", [x]) => x.next_up(),
        ("rint", [x]) => x.round_ties_even(),
        ("sin", [x]) => x.sin(),
        ("sinh", [x]) => x.sinh(),
        ("sqrt", [x]) => x.sqrt(),
        ("tan", [x]) => x.tan(),
        ("tanh", [x]) => x.tanh(),
        ("toDegrees", [x]) => x.to_degrees(),
        ("toRadians", [x]) => x.to_radians(),
        ("+" | "sum", [x, y]) => x + y,
        ("-", [x, y]) => x - y,
        ("*", [x, y]) => x * y,
        ("/", [x, y]) => x / y,
        ("%", [x, y]) => x % y,
        ("IEEEremainder", [x, y]) => ieee_remainder(*x, *y),
        ("atan2", [y, x]) => y.atan2(*x),
        ("copySign", [x, y]) => x.copysign(*y),
        ("hypot", [x, y]) => x.hypot(*y),
        ("max", [x, y]) => max(*x, *y),
        ("min", [x, y]) => -max(-x, -y),
        ("nextAfter", [x, to]) => next_after(*x, *to),
        ("pow", [x, y]) => pow(*x, *y),
        ("clamp", [v, low, high]) => -max(-high, -max(*v, *low)),
        ("fma", [x, y, z]) => x.mul_add(*y, *z),
        _ => return addition(name, operands),
    })
}

/// What libraries add to `Math`, by the stem of its row.
fn addition(stem: &str, operands: &[f64]) -> Option<f64> {
    Some(match (stem, operands) {
        ("acosh", [x]) => x.acosh(),
        ("acosInRange", [x]) => x.clamp(-1.0, 1.0).acos(),
        ("acosh1p", [x]) => (1.0 + x).acosh(),
        ("asinInRange", [x]) => x.clamp(-1.0, 1.0).asin(),
        ("asinh", [x]) => x.asinh(),
        ("atanh", [x]) => x.atanh(),
        ("degree", [x]) => x.to_radians(),
        ("expQuick", [x]) => x.exp(),
        ("invSqrtQuick", [x]) => 1.0 / x.sqrt(),
        ("log2", [x]) => x.log2(),
        ("pow2", [x]) => x * x,
        ("pow3", [x]) => x * x * x,
        ("radian", [x]) => x.to_degrees(),
        ("sqrtQuick", [x]) => x.sqrt(),
        ("turned" | "wrapper", [x]) => *x,
        ("coerceAtLeast", [v, low]) => {
            if v < low {
                *low
            } else {
                *v
            }
        }
        ("coerceAtMost", [v, high]) => {
            if v > high {
                *high
            } else {
                *v
            }
        }
        ("log_base", [base, x]) | ("log_to_base", [x, base]) => x.ln() / base.ln(),
        ("powQuick", [x, y]) => pow(*x, *y),
        ("representableDelta", [x, delta]) => x + delta - x,
        ("clamp_any", [v, low, high]) => max(*low, -max(-v, -high)),
        ("coerceIn", [v, low, high]) | ("toRange", [low, high, v]) => {
            if v < low {
                *low
            } else if v > high {
                *high
            } else {
                *v
            }
        }
        ("fma_any", [x, y, z]) => x.mul_add(*y, *z),
        ("hypot3", [x, y, z]) => x.hypot(*y).hypot(*z),
        ("linearCombination2", [a, x, b, y]) => a.mul_add(*x, b * y),
        _ => return None,
    })
}

fn pow(x: f64, y: f64) -> f64 {
    let c_has_an_answer = y.is_nan() || (x.abs() == 1.0 && y.is_infinite());
    if c_has_an_answer { f64::NAN } else { x.powf(y) }
}

fn max(x: f64, y: f64) -> f64 {
    if x.is_nan() || x > y {
        x
    } else if y.is_nan() || y > x || x.is_sign_negative() {
        y
    } else {
        x
    }
}

fn next_after(x: f64, to: f64) -> f64 {
    if x.is_nan() || to.is_nan() {
        x + to
    } else if x == to {
        to
    } else if x < to {
        x.next_up()
    } else {
        x.next_down()
    }
}

/// The remainder with the quotient rounded to the nearest integer, ties to even, exactly.
fn ieee_remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let y = y.abs();
    // The remainder by 2y tells the quotient's parity, which breaks ties. Both steps are exact.
    let mut r = if y <= f64::MAX / 2.0 { x.abs() % (2.0 * y) } else { x.abs() };
    if y < 2.0 * f64::MIN_POSITIVE {
        if r + r > y {
            r -= y;
            if r + r >= y {
                r -= y;
            }
        }
    } else {
        let half = 0.5 * y;
        if r > half {
            r -= y;
            if r >= half {
                r -= y;
            }
        }
    }
    if x.is_sign_negative() { -r } else { r }
}
