//! Special functions of Commons Math 3 and Hipparchus; [`numbers`](super::numbers) has those of Commons
//! Numbers.
//!
//! Their code sums series until a test of convergence holds and changes the method at thresholds, so
//! it differentiates badly or not at all. Most derivatives are closed:
//!
//! ```text
//! (log Γ)' = ψ    Γ' = Γψ    ψ' = ψ₁    erf' = 2/√π·exp(−x²)    ∂P(a, x)/∂x = xᵃ⁻¹ e⁻ˣ/Γ(a)
//! ```
//!
//! A partial may call a function of the same library, which is there whenever the primal is; ψ and
//! its derivatives are [`polygamma`](super::polygamma)'s own.
//!
//! The derivatives of incomplete gamma and beta functions by their parameters have no closed form:
//! these partials are unknown, and an active parameter leads to the function's own code. A tolerance
//! decides only when a series ends, so its partial is 0.

use std::f64::consts::FRAC_2_SQRT_PI;

use super::expr::words::*;
use super::polygamma::{psi, psi1, psi2};
use super::table::{INF, NAN};
use super::{Expr, Pin, Row, Rule};

/// A static method: its class in internal form and its name.
type Function = (&'static str, &'static str);

pub(super) fn rows(table: &mut Vec<Rule>) {
    gamma(table);
    erf(table);
    commons_math::rows(table);
    hipparchus::rows(table);
}

/// 2/√π·exp(−x²).
///
/// The rounding of x² would cost x² units in the last place. Split at bit 21 behind the point, the
/// square of the high part is exact up to the 28 beyond which the result is 0, and what was rounded
/// away is known.
pub(super) fn bell(x: &Expr) -> Expr {
    let high = || rint(x * 2_097_152.0) / 2_097_152.0;
    let rounded = (high() * high() - x * x) + (x - high()) * (x + high());
    when(greater(abs(x), 28.0), 0.0, FRAC_2_SQRT_PI * exp(-(x * x)) * (1.0 - rounded))
}

/// xᵃ⁻¹e⁻ˣ/Γ(a), the derivative of P(a, x), by the logarithm of Γ(a).
fn gamma_density(log_gamma: Function, a: &Expr, x: &Expr) -> Expr {
    let log = (a - 1.0) * log(x) - x - call(log_gamma.0, log_gamma.1, vec![a.clone()]);
    when(equal(a, 1.0), exp(-x), when(equal(x, INF), 0.0, exp(log)))
}

/// xᵃ⁻¹(1 − x)ᵇ⁻¹/B(a, b), the derivative of I(x; a, b), by the logarithm of B(a, b).
fn beta_density(log_beta: Function, x: &Expr, a: &Expr, b: &Expr) -> Expr {
    // 0·log 0 is 0 here.
    let left = when(equal(a, 1.0), 0.0, (a - 1.0) * log(x));
    let right = when(equal(b, 1.0), 0.0, (b - 1.0) * log1p(-x));
    exp(left + right - call(log_beta.0, log_beta.1, vec![a.clone(), b.clone()]))
}

fn gamma(table: &mut Vec<Rule>) {
    rules! { table, ["org/apache/commons/math3/special/Gamma", "org/hipparchus/special/Gamma"];
        r = logGamma(x): "(D)D" => helper [psi(x)], on [];
        r = gamma(x): "(D)D" => helper [r * psi(x)], on [];
        r = logGamma1p(x): "(D)D" => helper [psi(&(1.0 + x))], on [];
        r = invGamma1pm1(x): "(D)D" => helper [-((r + 1.0) * psi(&(1.0 + x)))], on [];
        r = digamma(x): "(D)D" => helper [psi1(x)], on [];
        r = trigamma(x): "(D)D" => helper [psi2(x)], on [];
    }
    rules! { table, ["org/apache/commons/math3/special/Beta", "org/hipparchus/special/Beta"];
        r = logBeta(p, q): "(DD)D" => helper [psi(p) - psi(&(p + q)), psi(q) - psi(&(p + q))], on [],
            note "good to the digits of ψ that the difference leaves";
        r = logBeta(p, q, epsilon, n): "(DDDI)D" =>
            helper [psi(p) - psi(&(p + q)), psi(q) - psi(&(p + q)), 0.0, 0.0], on [], note "as with two operands";
    }
}

fn erf(table: &mut Vec<Rule>) {
    rules! { table, ["org/apache/commons/math3/special/Erf", "org/hipparchus/special/Erf"];
        r = erf(x): "(D)D" => helper [bell(x)], on [],
            at [0.0] is [FRAC_2_SQRT_PI], at [INF] is [0.0], at [-INF] is [0.0];
        r = erfc(x): "(D)D" => helper [-bell(x)], on [],
            at [0.0] is [-FRAC_2_SQRT_PI], at [INF] is [0.0], at [-INF] is [0.0];
        r = erf(x, y) as "erfDifference": "(DD)D" => helper [-bell(x), bell(y)], on [];
        r = erfInv(x): "(D)D" => partials [1.0 / FRAC_2_SQRT_PI * exp(r * r)], on [],
            at [1.0] is [INF], at [-1.0] is [INF],
            note "±1: +∞; an error of the result counts 2r² times: 150 ulp near ±1";
        r = erfcInv(x): "(D)D" => partials [-(1.0 / FRAC_2_SQRT_PI * exp(r * r))], on [],
            at [0.0] is [-INF], at [2.0] is [-INF],
            note "0 and 2: −∞; near 0 the library itself has lost the digits";
    }
}

/// Commons Math 3 and Hipparchus have the same classes, in packages of their own.
macro_rules! incomplete {
    ($module:ident, $prefix:literal, $package:literal) => {
        mod $module {
            use super::*;

            const GAMMA: &str = concat!($package, "/special/Gamma");
            const BETA: &str = concat!($package, "/special/Beta");
            const LOG_GAMMA: Function = (GAMMA, "logGamma");
            const LOG_BETA: Function = (BETA, "logBeta");

            pub(super) fn rows(table: &mut Vec<Rule>) {
                rules! { table, [GAMMA];
                    r = regularizedGammaP(a, x) as (concat!($prefix, "gammaP_log")): "(DD)D" =>
                        guarded [unknown(), gamma_density(LOG_GAMMA, a, x)], on [],
                        at [1.0, 0.0] is [NAN, 1.0], at [0.5, 0.0] is [NAN, INF], at [2.0, 0.0] is [NAN, 0.0],
                        note "x = 0: +∞ for a < 1; a zero tangent stays zero; loses the digits of a·log x and log Γ(a) before the point";
                    r = regularizedGammaP(a, x, epsilon, n) as (concat!($prefix, "gammaP_log")): "(DDDI)D" =>
                        guarded [unknown(), gamma_density(LOG_GAMMA, a, x), 0.0, 0.0], on [],
                        note "as with two operands";
                    r = regularizedGammaQ(a, x) as (concat!($prefix, "gammaQ_log")): "(DD)D" =>
                        guarded [unknown(), -gamma_density(LOG_GAMMA, a, x)], on [],
                        at [1.0, 0.0] is [NAN, -1.0], at [0.5, 0.0] is [NAN, -INF], at [2.0, 0.0] is [NAN, 0.0],
                        note "x = 0: −∞ for a < 1; a zero tangent stays zero; loses digits as regularizedGammaP";
                    r = regularizedGammaQ(a, x, epsilon, n) as (concat!($prefix, "gammaQ_log")): "(DDDI)D" =>
                        guarded [unknown(), -gamma_density(LOG_GAMMA, a, x), 0.0, 0.0], on [],
                        note "as with two operands";
                }
                rules! { table, [BETA];
                    r = regularizedBeta(x, a, b) as (concat!($prefix, "beta_log")): "(DDD)D" =>
                        guarded [beta_density(LOG_BETA, x, a, b), unknown(), unknown()], on [],
                        at [0.0, 0.5, 2.0] is [INF, NAN, NAN], at [0.0, 2.0, 2.0] is [0.0, NAN, NAN],
                        at [1.0, 2.0, 0.5] is [INF, NAN, NAN], at [0.0, 1.0, 1.0] is [1.0, NAN, NAN],
                        note "x = 0 and 1: +∞ for a < 1 and b < 1; a zero tangent stays zero; loses the digits of its logarithm before the point";
                    r = regularizedBeta(x, a, b, epsilon) as (concat!($prefix, "beta_log")): "(DDDD)D" =>
                        guarded [beta_density(LOG_BETA, x, a, b), unknown(), unknown(), 0.0], on [],
                        note "as with three operands";
                    r = regularizedBeta(x, a, b, n) as (concat!($prefix, "beta_log")): "(DDDI)D" =>
                        guarded [beta_density(LOG_BETA, x, a, b), unknown(), unknown(), 0.0], on [],
                        note "as with three operands";
                    r = regularizedBeta(x, a, b, epsilon, n) as (concat!($prefix, "beta_log")): "(DDDDI)D" =>
                        guarded [beta_density(LOG_BETA, x, a, b), unknown(), unknown(), 0.0, 0.0], on [],
                        note "as with three operands";
                }
            }
        }
    };
}

incomplete!(commons_math, "math3_", "org/apache/commons/math3");
incomplete!(hipparchus, "hipparchus_", "org/hipparchus");
