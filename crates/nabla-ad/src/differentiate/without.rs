//! A method whose second derivatives are refused has no derivatives: the program is differentiated once more
//! without it, so that nothing is left of its first ones.

use super::{Input, ProgramReport, all_orders};
use crate::report::{ClassReport, MethodReport};
use crate::{AdError, ClassSource};

/// The methods that are refused, by their class and place in it.
pub type Refused = Vec<Vec<bool>>;

/// Those of a program.
pub fn refused(report: &ProgramReport) -> Refused {
    let methods = |class: &Result<_, _>| match class {
        Ok(ClassReport { methods, .. }) => methods.iter().map(MethodReport::refused).collect(),
        Err(_) => Vec::new(),
    };
    report.classes.iter().map(methods).collect()
}

/// The same program without methods that were not refused before.
///
/// # Errors
///
/// A fault of this library.
pub fn without_refused(
    inputs: &[Input],
    source: &dyn ClassSource,
    report: ProgramReport,
    before: &Refused,
) -> Result<ProgramReport, AdError> {
    let now = refused(&report);
    let new = |class: usize, method: usize| now[class].get(method) > before[class].get(method);
    let any = (0..now.len()).any(|class| (0..now[class].len()).any(|method| new(class, method)));
    if !any {
        return Ok(report);
    }
    let left = |(class, input): (usize, &Input<'_>)| {
        let requests = input.requests.iter().enumerate().filter(|(method, _)| !new(class, *method));
        requests.map(|(_, request)| request.clone()).collect()
    };
    let left: Vec<Input> =
        inputs.iter().enumerate().map(|each| Input { bytes: each.1.bytes, requests: left(each) }).collect();
    let mut again = all_orders(&left, source)?;
    for (place, (class, known)) in again.classes.iter_mut().zip(report.classes).enumerate() {
        let (Ok(class), Ok(known)) = (class, known) else { continue };
        let mut others = std::mem::take(&mut class.methods).into_iter();
        let methods = known.methods.into_iter().enumerate();
        class.methods = methods
            .filter_map(|(method, refused)| if new(place, method) { Some(refused) } else { others.next() })
            .collect();
    }
    Ok(again)
}
