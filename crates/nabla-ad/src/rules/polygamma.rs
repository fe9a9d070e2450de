//! ψ = (log Γ)' and its derivatives ψ₁ and ψ₂, as expressions of `Math` alone.
//!
//! The libraries have ψ and ψ₁ too, but a wrong sign in their asymptotic series costs Commons Math 3
//! and Hipparchus 3·10⁻⁹ of ψ, and all three 7·10⁻¹⁴ of ψ₁; and some reach small operands by as many
//! calls as they lie below 49. Here the operand is moved up by ten at once,
//!
//! ```text
//! ψ(x) = ψ(x + 10) − 1/x − 1/(x + 1) − … − 1/(x + 9),
//! ```
//!
//! where seven terms of the asymptotic series, with the Bernoulli numbers B₂ₖ, are enough:
//!
//! ```text
//! ψ(y) = log y − 1/2y − Σ B₂ₖ/(2k y²ᵏ)
//! ```
//!
//! Below 0 the reflection ψ(x) = ψ(1 − x) − π/tan πx and its derivatives hold. They need the
//! distance to the next pole only, which is exact: x − rint(x).

use std::f64::consts::PI;

use super::Expr;
use super::expr::words::*;

/// B₂, B₄, … B₁₄.
const BERNOULLI: [f64; 7] =
    [1.0 / 6.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 5.0 / 66.0, -691.0 / 2730.0, 7.0 / 6.0];

/// ψ(x).
pub(super) fn psi(x: &Expr) -> Expr {
    let above = |x: &Expr| {
        let y = &(x + 10.0);
        // Two at a time: 1/(x + k) + 1/(x + 9 − k) = (2x + 9)/(x(x + 9) + k(9 − k)).
        let pair = |k: f64| 1.0 / (x * (x + 9.0) + k * (9.0 - k));
        let shift =
            (2.0 * x + 9.0) * (1.0 / (x * (x + 9.0)) + (pair(1.0) + (pair(2.0) + (pair(3.0) + pair(4.0)))));
        log(y) - (0.5 / y + series(y, |k| 1.0 / (2.0 * k))) - shift
    };
    when(less(x, 0.0), above(&(1.0 - x)) - PI / tan(to_pole(x)), above(x))
}

/// ψ₁(x), the derivative of ψ.
pub(super) fn psi1(x: &Expr) -> Expr {
    let above = |x: &Expr| {
        let y = &(x + 10.0);
        let power = |k: u8| 1.0 / ((x + f64::from(k)) * (x + f64::from(k)));
        shifted(power) + (1.0 / y + (0.5 / (y * y) + series(y, |_| 1.0) / y))
    };
    let pole = || PI / sin(to_pole(x));
    when(less(x, 0.0), pole() * pole() - above(&(1.0 - x)), above(x))
}

/// ψ₂(x), the derivative of ψ₁.
pub(super) fn psi2(x: &Expr) -> Expr {
    let above = |x: &Expr| {
        let y = &(x + 10.0);
        let at = |k: u8| x + f64::from(k);
        let power = |k: u8| 2.0 / (at(k) * at(k) * at(k));
        -(shifted(power) + (1.0 + (1.0 / y + series(y, |k| 2.0 * k + 1.0))) / (y * y))
    };
    let pole = || PI / sin(to_pole(x));
    let reflected = 2.0 * (pole() * pole()) * (PI / tan(to_pole(x)));
    when(less(x, 0.0), above(&(1.0 - x)) - reflected, above(x))
}

/// π times the distance to the nearest integer, where the poles are.
fn to_pole(x: &Expr) -> Expr {
    PI * (x - rint(x))
}

/// The sum of ten terms, smallest first.
fn shifted(term: impl Fn(u8) -> Expr) -> Expr {
    (0..9).rev().fold(term(9), |sum, k| sum + term(k))
}

/// Σ B₂ₖ·weight(k)/y²ᵏ over k = 1 … 7.
fn series(y: &Expr, weight: impl Fn(f64) -> f64) -> Expr {
    let inverse = || 1.0 / (y * y);
    let coefficient = |k: usize| BERNOULLI[k - 1] * weight(k as f64);
    (1..7).rev().fold(inverse() * coefficient(7), |tail, k| inverse() * (coefficient(k) + tail))
}
