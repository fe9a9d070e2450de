//! What every evaluation must satisfy, asked for or not.

use crate::driver::{Case, Evaluation, Outcome, mixed_seed};
use crate::expect::Run;

/// How often the numerical comparison could decide.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Partials that agreed with, or differed from, a good numerical estimate.
    pub decided: usize,
    /// Partials without one.
    pub undecided: usize,
}

/// Everything that is wrong with an evaluation.
pub fn check(case: &Case, run: &Run, found: &Evaluation, tally: &mut Tally) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(problem) = found.problem() {
        return vec![problem.to_string()];
    }
    let Some(primal) = found.outcome("primal") else {
        return vec!["no value".to_string()];
    };
    match (&run.throws, primal.value()) {
        (Some(class), _) if primal != Outcome::Threw(class.clone()) => {
            wrong.push(format!("should throw {class}, but: {primal}"));
        }
        (None, None) => wrong.push(format!("{primal}, unexpectedly")),
        _ => {}
    }
    if let (Some(wanted), Some(value)) = (run.value, primal.value())
        && !wanted.accepts(value)
    {
        wrong.push(format!("value {value:?}, not {:?}", wanted.value));
    }
    if found.outcome("own").as_ref() != Some(&primal) {
        wrong.push("the primal in the augmented class gives something else".to_string());
    }
    let Some(tangents) = tangents(case, found, &primal, &mut wrong) else {
        return wrong;
    };
    if primal.value().is_none() {
        return wrong;
    }
    if let Some(wanted) = &run.partials {
        if wanted.len() != tangents.len() {
            wrong.push(format!("{} partials wanted, {} independents", wanted.len(), tangents.len()));
        }
        for ((wanted, tangent), name) in wanted.iter().zip(&tangents).zip(found.independents()) {
            if !wanted.accepts(*tangent) {
                wrong.push(format!("partial {name} is {tangent:?}, not {:?}", wanted.value));
            }
        }
    }
    if !run.nonsmooth {
        numeric(found, &tangents, tally, &mut wrong);
    }
    wrong
}

/// The partials by `jvp` with unit seeds, after comparing the forms with each other; `None` where
/// there is nothing to go on with.
fn tangents(case: &Case, found: &Evaluation, primal: &Outcome, wrong: &mut Vec<String>) -> Option<Vec<f64>> {
    let mut tangents = Vec::new();
    for (i, name) in found.independents().into_iter().enumerate() {
        let Some((value, tangent)) = found.directional(&format!("jvp{i}")) else {
            wrong.push("no jvp".to_string());
            return None;
        };
        if value != *primal {
            wrong.push(format!("jvp returns {value}, the primal {primal}"));
            return None;
        }
        tangents.push(tangent);
        // The elements of an array have none.
        if !case.partials.is_empty() && !name.contains('[') {
            match found.outcome(&format!("partial{i}")) {
                Some(partial) if agree(case, &partial, primal, tangent) => {}
                Some(partial) => wrong.push(format!("partial {name} is {partial}, by jvp {tangent:?}")),
                None => wrong.push(format!("no partial {name}")),
            }
        }
    }
    if case.grad.is_some() {
        match found.gradient() {
            Some((value, _)) if value != *primal => {
                wrong.push(format!("grad returns {value}, the primal {primal}"));
            }
            Some((_, gradient)) => {
                for ((partial, tangent), name) in gradient.iter().zip(&tangents).zip(found.independents()) {
                    if !agree(case, &Outcome::Value(partial.to_bits()), primal, *tangent) {
                        wrong.push(format!("grad has {partial:?} for {name}, jvp {tangent:?}"));
                    }
                }
            }
            None => wrong.push("no grad".to_string()),
        }
    }
    if let Some((value, tangent)) = found.directional("mixed") {
        let terms: Vec<f64> = tangents.iter().enumerate().map(|(i, t)| t * mixed_seed(i)).collect();
        let scale = terms.iter().fold(0.0, |sum, term| sum + term.abs());
        let sum: f64 = terms.iter().sum();
        let tolerance = if case.descriptor.contains('F') { 1e-5 } else { 1e-12 };
        if value != *primal {
            wrong.push(format!("jvp in a mixed direction returns {value}, the primal {primal}"));
        } else if scale.is_finite() && primal.value().is_some_and(f64::is_finite) {
            // `!(a <= b)` catches NaN as well.
            let near = (tangent - sum).abs() <= tolerance * scale;
            if !near {
                wrong.push(format!("jvp is not linear: {tangent:?}, not {sum:?}"));
            }
        }
    }
    Some(tangents)
}

/// A partial and a unit `jvp` agree: up to reordered sums, or in that both throw what the primal
/// throws. A partial of type float is the rounded tangent.
fn agree(case: &Case, partial: &Outcome, primal: &Outcome, tangent: f64) -> bool {
    let (Some(p), Some(_)) = (partial.value(), primal.value()) else {
        return partial == primal;
    };
    let rounded = case.descriptor.ends_with('F') && p == f64::from(tangent as f32);
    rounded
        || p == tangent
        || (p.is_nan() && tangent.is_nan())
        || (p - tangent).abs() <= 1e-12 * tangent.abs()
}

/// Compares with the extrapolated differences wherever their error estimate is small enough for
/// the comparison to mean something.
fn numeric(found: &Evaluation, tangents: &[f64], tally: &mut Tally, wrong: &mut Vec<String>) {
    for (i, (&tangent, name)) in tangents.iter().zip(found.independents()).enumerate() {
        let Some((estimate, error)) = found.numeric(i) else {
            continue;
        };
        let tolerance = 50.0 * error + 1e-9 * estimate.abs();
        let decisive = estimate.is_finite() && tolerance <= 1e-3 * estimate.abs().max(1e-3);
        if !decisive {
            tally.undecided += 1;
            continue;
        }
        tally.decided += 1;
        let near = (tangent - estimate).abs() <= tolerance;
        if !near {
            wrong.push(format!("partial {name} is {tangent:?}, numerically {estimate:?} ± {error:.1e}"));
        }
    }
}
