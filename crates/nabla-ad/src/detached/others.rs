//! What one method does to fields decides which tangents others need. One that no companion can have is left
//! out, so that the others are as if it were not there.

use super::detach;
use super::refusals::may_be_of_others;
use crate::report::{ClassReport, MethodReport, Severity};
use crate::{AdError, ClassSource, Input, ProgramReport, differentiate_program};

/// A selected method: its class among the inputs, and its place there.
type Place = (usize, usize);

/// After so many no more are looked at by themselves, each of which is a run.
const MOST_ALONE: usize = 64;

/// Differentiates into companions. `called` are the classes that calls are followed into, `classes` those that a
/// companion may refer to.
///
/// # Errors
///
/// As [`differentiate_program`]. What a companion cannot do is refused in the report.
pub fn differentiate_detached(
    inputs: &[Input],
    called: &dyn ClassSource,
    classes: &dyn ClassSource,
) -> Result<ProgramReport, AdError> {
    let mut left: Vec<Vec<usize>> = inputs.iter().map(|input| (0..input.requests.len()).collect()).collect();
    let mut out: Vec<(Place, MethodReport)> = Vec::new();
    loop {
        let (mut report, found) = run(inputs, &left, called, classes)?;
        let mut guilty: Vec<Place> = found.iter().filter(|(_, may)| !may).map(|(place, _)| *place).collect();
        let innocent: Vec<Place> = found.iter().filter(|(_, may)| *may).map(|(place, _)| *place).collect();
        if guilty.is_empty() && innocent.len() > 1 && innocent.len() <= MOST_ALONE {
            for &place in &innocent {
                let mut alone = vec![Vec::new(); inputs.len()];
                alone[place.0].push(place.1);
                if !run(inputs, &alone, called, classes)?.1.is_empty() {
                    guilty.push(place);
                }
            }
        }
        if guilty.is_empty() || innocent.iter().all(|place| guilty.contains(place)) {
            put_back(&mut report, out);
            return Ok(report);
        }
        for place in guilty {
            let class = &mut left[place.0];
            let Some(at) = class.iter().position(|request| *request == place.1) else { continue };
            class.remove(at);
            if let Ok(ClassReport { methods, .. }) = &mut report.classes[place.0] {
                out.push((place, methods.remove(at)));
            }
        }
    }
}

/// Differentiates these methods: what came of it, and which of them no companion can have, each with whether that
/// may be for what others do.
fn run(
    inputs: &[Input],
    left: &[Vec<usize>],
    called: &dyn ClassSource,
    classes: &dyn ClassSource,
) -> Result<(ProgramReport, Vec<(Place, bool)>), AdError> {
    let request = |input: &Input, at: &usize| input.requests[*at].clone();
    let inputs: Vec<Input> = inputs
        .iter()
        .zip(left)
        .map(|(input, left)| Input {
            bytes: input.bytes,
            requests: left.iter().map(|at| request(input, at)).collect(),
        })
        .collect();
    let made = differentiate_program(&inputs, called)?;
    let had = |class: &Result<ClassReport, AdError>| -> Vec<bool> {
        class.as_ref().map_or(Vec::new(), |class| class.methods.iter().map(|m| !m.refused()).collect())
    };
    let had: Vec<Vec<bool>> = made.classes.iter().map(had).collect();
    let report = detach(&inputs, made, classes)?;
    let mut found = Vec::new();
    for (class, (one, had)) in report.classes.iter().zip(&had).enumerate() {
        let Ok(one) = one else { continue };
        for (at, method) in one.methods.iter().enumerate().filter(|(at, m)| had[*at] && m.refused()) {
            let mut errors = method.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            found.push(((class, left[class][at]), errors.all(may_be_of_others)));
        }
    }
    Ok((report, found))
}

/// The reports of what was left out, each in its place.
fn put_back(report: &mut ProgramReport, mut out: Vec<(Place, MethodReport)>) {
    // Those in front first.
    out.sort_by_key(|(place, _)| *place);
    for ((class, at), method) in out {
        if let Ok(ClassReport { methods, .. }) = &mut report.classes[class] {
            methods.insert(at.min(methods.len()), method);
        }
    }
}
