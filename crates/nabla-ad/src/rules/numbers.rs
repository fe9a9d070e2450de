//! Special functions of Commons Numbers, whose classes have one function each.
//!
//! The mathematics is that of [`special`](super::special). This library has the densities that are the
//! derivatives of the incomplete functions, and erfcx(x) = exp(x²)·erfc(x), in which the derivatives
//! of the inverse error functions are well-conditioned.

use std::f64::consts::FRAC_2_SQRT_PI;

use super::expr::words::*;
use super::polygamma::{psi, psi1, psi2};
use super::special::bell;
use super::table::{INF, NORMAL};
use super::{Expr, Pin, Row, Rule};

const ERFCX: &str = "org/apache/commons/numbers/gamma/Erfcx";

pub(super) fn rows(table: &mut Vec<Rule>) {
    gamma(table);
    erf(table);
    incomplete(table);
}

fn gamma(table: &mut Vec<Rule>) {
    rules! { table, ["org/apache/commons/numbers/gamma/Gamma"];
        r = value(x) as "gamma": "(D)D" => helper [r * psi(x)], on [];
    }
    rules! { table, ["org/apache/commons/numbers/gamma/LogGamma"];
        r = value(x) as "logGamma": "(D)D" => helper [psi(x)], on [], note "of log |Γ(x)|, also below 0";
        r = value(x, sign) as "logGamma": "(D[I)D" => helper [psi(x), 0.0], on [], note "of log |Γ(x)|, also below 0";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/Digamma"];
        r = value(x) as "digamma": "(D)D" => helper [psi1(x)], on [];
    }
    rules! { table, ["org/apache/commons/numbers/gamma/Trigamma"];
        r = value(x) as "trigamma": "(D)D" => helper [psi2(x)], on [];
    }
    rules! { table, ["org/apache/commons/numbers/gamma/GammaRatio"];
        r = value(a, b) as "gammaRatio": "(DD)D" => helper [r * psi(a), -(r * psi(b))], on [], note "Γ(a)/Γ(b)";
        r = delta(a, delta) as "gammaDelta": "(DD)D" => helper [
                r * (psi(a) - psi(&(a + delta))), -(r * psi(&(a + delta)))
            ], on [], note "Γ(a)/Γ(a + delta); good to the digits of ψ that the difference leaves";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/Beta"];
        r = value(a, b) as "beta": "(DD)D" => helper [
                r * (psi(a) - psi(&(a + b))), r * (psi(b) - psi(&(a + b)))
            ], on [], note "good to the digits of ψ that the difference leaves";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/LogBeta"];
        r = value(a, b) as "logBeta": "(DD)D" => helper [psi(a) - psi(&(a + b)), psi(b) - psi(&(a + b))], on [],
            note "good to the digits of ψ that the difference leaves";
    }
}

fn erf(table: &mut Vec<Rule>) {
    let erfcx = |x: Expr| call(ERFCX, "value", vec![x]);
    // With erfc(r) = x the derivative is −√π/2·exp(r²) = −√π/2·erfcx(r)/x, in which no error of r
    // grows. Both tails are one by symmetry.
    let half = 1.0 / FRAC_2_SQRT_PI;
    rules! { table, ["org/apache/commons/numbers/gamma/Erf"];
        r = value(x) as "erf": "(D)D" => helper [bell(x)], on [],
            at [0.0] is [FRAC_2_SQRT_PI], at [INF] is [0.0], at [-INF] is [0.0];
    }
    rules! { table, ["org/apache/commons/numbers/gamma/Erfc"];
        r = value(x) as "erfc": "(D)D" => helper [-bell(x)], on [],
            at [0.0] is [-FRAC_2_SQRT_PI], at [INF] is [0.0], at [-INF] is [0.0];
    }
    rules! { table, ["org/apache/commons/numbers/gamma/ErfDifference"];
        r = value(x, y) as "erfDifference": "(DD)D" => helper [-bell(x), bell(y)], on [];
    }
    rules! { table, ["org/apache/commons/numbers/gamma/Erfcx"];
        r = value(x) as "erfcx": "(D)D" => helper [scaled_complement(x, r)], on [],
            at [0.0] is [-FRAC_2_SQRT_PI], at [INF] is [0.0], at [-INF] is [-INF],
            note "loses 2x² ulp up to 5: 50 at most";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/InverseErf"];
        r = value(x) as "numbers_erfInv": "(D)D" => helper [
                when(less(abs(x), 1.0), half * erfcx(abs(r)) / (1.0 - abs(x)), half * exp(r * r))
            ], on [], at [1.0] is [INF], at [-1.0] is [INF], note "±1: +∞";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/InverseErfc"];
        r = value(x) as "numbers_erfcInv": "(D)D" => helper [
                when(less(x, 1.0).and(greater(x, 0.0)), -(half * erfcx(r.clone()) / x),
                when(at_least(x, 1.0).and(less(x, 2.0)), -(half * erfcx(-r) / (2.0 - x)), -(half * exp(r * r))))
            ], on [], at [0.0] is [-INF], at [2.0] is [-INF], note "0 and 2: −∞";
    }
}

/// The derivative 2x·r − 2/√π of r = exp(x²)·erfc(x).
fn scaled_complement(x: &Expr, r: &Expr) -> Expr {
    // The difference loses 2x² units in the last place. From 5 on it is −r over the continued
    // fraction x + 1/(x + (3/2)/(x + 2/(x + …))), all of whose terms are positive.
    let fraction = (2..=14).rev().fold(x.clone(), |tail, k| x + f64::from(k) / 2.0 / tail);
    when(less(x, 5.0), 2.0 * x * r - FRAC_2_SQRT_PI, -(r / fraction))
}

fn incomplete(table: &mut Vec<Rule>) {
    const P: &str = "org/apache/commons/numbers/gamma/RegularizedGamma$P";
    const Q: &str = "org/apache/commons/numbers/gamma/RegularizedGamma$Q";
    const BETA: &str = "org/apache/commons/numbers/gamma/RegularizedBeta";
    let density = |a: &Expr, x: &Expr| call(P, "derivative", vec![a.clone(), x.clone()]);
    let beta_density =
        |x: &Expr, a: &Expr, b: &Expr| call(BETA, "derivative", vec![x.clone(), a.clone(), b.clone()]);
    rules! { table, [P];
        r = value(a, x) as "numbers_gammaP": "(DD)D" => guarded [unknown(), density(a, x)], on [],
            note "x = 0: +∞ for a < 1; a zero tangent stays zero";
        r = value(a, x, epsilon, n) as "numbers_gammaP": "(DDDI)D" => guarded [unknown(), density(a, x), 0.0, 0.0],
            on [], note "as with two operands";
        r = derivative(a, x) as "numbers_gammaP_slope": "(DD)D" => guarded [
                r * (log(x) - psi(a)),
                density_slope(density(&(a - 1.0), x), a, x, r)
            ], on [], note "x = 0: NaN in a; loses digits near the maximum at x = a − 1";
    }
    rules! { table, [Q];
        r = value(a, x) as "numbers_gammaQ": "(DD)D" => guarded [unknown(), -density(a, x)], on [],
            note "x = 0: −∞ for a < 1; a zero tangent stays zero";
        r = value(a, x, epsilon, n) as "numbers_gammaQ": "(DDDI)D" => guarded [unknown(), -density(a, x), 0.0, 0.0],
            on [], note "as with two operands";
        r = derivative(a, x) as "numbers_gammaQ_slope": "(DD)D" => guarded [
                r * (log(x) - psi(a)),
                density_slope(-density(&(a - 1.0), x), a, x, r)
            ], on [], note "x = 0: NaN in a; loses digits near the minimum at x = a − 1";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/IncompleteGamma$Lower"];
        r = value(a, x) as "numbers_lower": "(DD)D" => guarded [unknown(), gamma_integrand(a, x)], on [],
            note "x = 0: +∞ for a < 1; a zero tangent stays zero";
        r = value(a, x, epsilon, n) as "numbers_lower": "(DDDI)D" =>
            guarded [unknown(), gamma_integrand(a, x), 0.0, 0.0], on [], note "as with two operands";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/IncompleteGamma$Upper"];
        r = value(a, x) as "numbers_upper": "(DD)D" => guarded [unknown(), -gamma_integrand(a, x)], on [],
            note "x = 0: −∞ for a < 1; a zero tangent stays zero";
        r = value(a, x, epsilon, n) as "numbers_upper": "(DDDI)D" =>
            guarded [unknown(), -gamma_integrand(a, x), 0.0, 0.0], on [], note "as with two operands";
    }
    rules! { table, [BETA];
        r = value(x, a, b) as "numbers_betaI": "(DDD)D" => guarded [beta_density(x, a, b), unknown(), unknown()], on [],
            note "x = 0 and 1: +∞ for a < 1 and b < 1; a zero tangent stays zero";
        r = value(x, a, b, epsilon, n) as "numbers_betaI": "(DDDDI)D" =>
            guarded [beta_density(x, a, b), unknown(), unknown(), 0.0, 0.0], on [], note "as with three operands";
        r = complement(x, a, b) as "numbers_betaIc": "(DDD)D" => guarded [-beta_density(x, a, b), unknown(), unknown()],
            on [], note "x = 0 and 1: −∞ for a < 1 and b < 1; a zero tangent stays zero";
        r = complement(x, a, b, epsilon, n) as "numbers_betaIc": "(DDDDI)D" =>
            guarded [-beta_density(x, a, b), unknown(), unknown(), 0.0, 0.0], on [], note "as with three operands";
        r = derivative(x, a, b) as "numbers_betaI_slope": "(DDD)D" => guarded [
                r * ((a - 1.0) / x - (b - 1.0) / (1.0 - x)),
                r * (log(x) - psi(a) + psi(&(a + b))),
                r * (log1p(-x) - psi(b) + psi(&(a + b)))
            ], on [], note "x = 0 and 1: NaN; loses digits near the maximum; a zero tangent stays zero";
    }
    rules! { table, ["org/apache/commons/numbers/gamma/IncompleteBeta"];
        r = value(x, a, b) as "numbers_betaB": "(DDD)D" => guarded [beta_integrand(x, a, b), unknown(), unknown()], on [],
            note "x = 0 and 1: +∞ for a < 1 and b < 1; a zero tangent stays zero";
        r = value(x, a, b, epsilon, n) as "numbers_betaB": "(DDDDI)D" =>
            guarded [beta_integrand(x, a, b), unknown(), unknown(), 0.0, 0.0], on [], note "as with three operands";
        r = complement(x, a, b) as "numbers_betaBc": "(DDD)D" => guarded [-beta_integrand(x, a, b), unknown(), unknown()],
            on [], note "x = 0 and 1: −∞ for a < 1 and b < 1; a zero tangent stays zero";
        r = complement(x, a, b, epsilon, n) as "numbers_betaBc": "(DDDDI)D" =>
            guarded [-beta_integrand(x, a, b), unknown(), unknown(), 0.0, 0.0], on [], note "as with three operands";
    }
}

/// The derivative of ±xᵃ⁻¹e⁻ˣ/Γ(a) = r by x, of which `lower` has a − 1 for a.
fn density_slope(lower: Expr, a: &Expr, x: &Expr, r: &Expr) -> Expr {
    when(greater(a, 1.0), lower - r, when(equal(a, 1.0), -r, r * ((a - 1.0) / x - 1.0)))
}

/// xᵃ⁻¹e⁻ˣ; by its logarithm where a factor overflows or vanishes.
fn gamma_integrand(a: &Expr, x: &Expr) -> Expr {
    let factor = || pow(x, a - 1.0);
    let regular = at_least(factor(), NORMAL).and(less(factor(), INF)).and(at_least(exp(-x), NORMAL));
    let log = (a - 1.0) * log(x) - x;
    when(regular, factor() * exp(-x), when(equal(x, INF), 0.0, exp(log)))
}

/// xᵃ⁻¹(1 − x)ᵇ⁻¹; 1 − x is exact from 1/2 on.
fn beta_integrand(x: &Expr, a: &Expr, b: &Expr) -> Expr {
    let right = when(less(x, 0.5), exp((b - 1.0) * log1p(-x)), pow(1.0 - x, b - 1.0));
    pow(x, a - 1.0) * right
}
