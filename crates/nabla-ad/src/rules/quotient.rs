//! The tangent of a quotient whose divisor may be infinite.
//!
//! With r = x/y the tangent is (x' − r·y')/y. Where y has overflowed and r is 0, so have most
//! formulas for y', and 0·∞ would make a NaN of a derivative that is 0: 1/(1 + exp(1000)), or
//! sin(x)/sinh(1000). What such a y' contributes is x/y² of it, which is left out.

use super::expr::words::*;
use super::{Cond, Expr};

/// The tangent of x/y, over both tangents, y and the result.
pub fn quotient() -> Expr {
    let (x_dot, y_dot, y, r) = (&Expr::Tangent(0), &Expr::Tangent(1), &Expr::Arg(1), &Expr::Result);
    when(vanishes(y, r), x_dot / y, (x_dot - r * y_dot) / y)
}

/// The same for an x without a tangent.
pub fn reciprocal() -> Expr {
    let (y_dot, y, r) = (&Expr::Tangent(1), &Expr::Arg(1), &Expr::Result);
    when(vanishes(y, r), 0.0, -(r * y_dot / y))
}

/// The same for the x 1, by r alone: a product is sooner there than a quotient, and r is 0 for no other y.
pub fn inverse() -> Expr {
    let (y_dot, r) = (&Expr::Tangent(1), &Expr::Result);
    when(equal(r, 0.0), 0.0, -(r * y_dot * r))
}

/// Whether the quotient is 0 because y is infinite. The first comparison decides nearly always.
pub fn vanishes(y: &Expr, r: &Expr) -> Cond {
    equal(r, 0.0).and(equal(abs(y), f64::INFINITY))
}
