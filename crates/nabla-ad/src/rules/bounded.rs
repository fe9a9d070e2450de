//! Operands at which a function has come to rest: infinite, where its value is a number.
//!
//! atan, tanh, exp towards −∞ and powers of ∞ have the slope 0 there. Where the operand has overflowed,
//! so has most often its tangent, and 0·∞ would make a NaN of a derivative that is 0: atan(exp(1000)).
//! And in a direction in which the operand does not change its tangent is a NaN already. So what such an
//! operand contributes is left out.

use super::Expr;
use super::expr::words::*;

/// The operand's tangent, or 0 where the function has come to rest.
pub fn bounded() -> Expr {
    let (x_dot, x, r) = (Expr::Tangent(0), &Expr::Arg(0), &Expr::Result);
    when(equal(abs(x), f64::INFINITY).and(less(abs(r), f64::INFINITY)), 0.0, x_dot)
}

/// Whether the function of this stem can come to rest at an operand.
pub fn comes_to_rest(stem: &str, operand: usize) -> bool {
    matches!((stem, operand), ("atan" | "exp" | "expm1" | "pow" | "tanh", 0) | ("atan2", 0 | 1))
}
