//! The one door to `nabla_ad`: every call goes through here, and none of them can take the
//! process down. A panic inside the engine is a bug of ours and becomes exit code 4 with a text
//! that says what to report.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};

use nabla_ad::AdError;
pub use nabla_ad::rules::{Access, UserRule};
pub use nabla_ad::{
    COMPANION, CalleePlace, Candidate, ClassReport, ClassSource, Derivative, DerivativeOf, Diagnostic,
    Differentiable, Explanation, Form, LAMBDA, Lanes, MadeClass, MethodReport, NoClasses, Probes,
    RecordedCall, Request, Severity, Wrt, codes, default_forms, derivative_of, derives, differentiable,
    is_companion, is_derivative_of, unlink,
};
use nabla_ad::{Input, ProgramReport};
use nabla_classfile::ClassFile;

use crate::failure::Failure;

thread_local! {
    /// Where and why this thread last panicked; the payload alone does not know the place.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Replaces the default report of a panic, which would print before ours, by a note of its place.
pub fn silence_panics() {
    panic::set_hook(Box::new(|info| {
        LAST_PANIC.with(|last| *last.borrow_mut() = Some(info.to_string().replace('\n', " ")));
    }));
}

/// Runs `work`; a panic becomes a bug report.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(_) => {
            let text = LAST_PANIC.with(|last| last.borrow_mut().take());
            Err(Failure::bug(text.unwrap_or_else(|| "a panic without a message".to_owned())))
        }
    }
}

/// A class, and what is asked of it.
#[derive(Clone)]
pub struct Subject<'s> {
    /// How messages call it.
    pub shown: &'s str,
    /// The class file.
    pub bytes: &'s [u8],
    /// The methods to differentiate.
    pub requests: &'s [Request],
}

/// What came of a program.
#[derive(Default)]
pub struct Outcome {
    /// One report per class asked about, in their order.
    pub classes: Vec<Result<ClassReport, Failure>>,
    /// Other classes that got methods because those call them.
    pub callees: Vec<ClassReport>,
    /// Classes that no input has, which derivatives need.
    pub made: Vec<MadeClass>,
    /// The calls that instrumented classes record, the innermost first.
    pub calls: Vec<RecordedCall>,
}

/// Where the classes are that subjects call.
#[derive(Clone, Copy)]
pub struct Around<'s> {
    /// The classes that calls are followed into.
    pub called: &'s dyn ClassSource,
    /// With `--detached`: the classes that a companion may refer to.
    pub detached: Option<&'s dyn ClassSource>,
    /// What the classes are to tell as they run.
    pub probes: Probes,
}

/// Differentiates classes that may call each other. A bug of ours is put down to the classes whose
/// work meets it, and the others are differentiated without them.
pub fn differentiate(subjects: &[Subject<'_>], source: Around<'_>) -> Outcome {
    let failure = match attempt(subjects, source) {
        Ok(report) => return outcome(subjects, report),
        Err(failure) => failure,
    };
    let mut broken = BTreeMap::new();
    isolate(subjects, 0, failure, source, &mut broken);
    let rest: Vec<Subject<'_>> = subjects
        .iter()
        .enumerate()
        .filter(|(i, _)| !broken.contains_key(i))
        .map(|(_, s)| s.clone())
        .collect();
    let done = match attempt(&rest, source) {
        Ok(report) => outcome(&rest, report),
        Err(failure) => {
            let classes = rest.iter().map(|_| Err(failure.clone())).collect();
            Outcome { classes, ..Outcome::default() }
        }
    };
    let mut done = done;
    let mut rest = std::mem::take(&mut done.classes).into_iter();
    let classes = (0..subjects.len()).filter_map(|i| broken.remove(&i).map(Err).or_else(|| rest.next()));
    Outcome { classes: classes.collect(), ..done }
}

/// Finds the classes that fail alone, by halves; where halves fail only together, all are meant.
fn isolate(
    subjects: &[Subject<'_>],
    first: usize,
    failure: Failure,
    source: Around<'_>,
    broken: &mut BTreeMap<usize, Failure>,
) {
    if let [one] = subjects {
        broken.insert(first, failure.note(format!("in class file `{}`", one.shown)));
        return;
    }
    let (left, right) = subjects.split_at(subjects.len() / 2);
    let mut alone = false;
    for (half, first) in [(left, first), (right, first + left.len())] {
        if let Err(failure) = attempt(half, source) {
            alone = true;
            isolate(half, first, failure, source, broken);
        }
    }
    if !alone {
        broken.extend((0..subjects.len()).map(|i| (first + i, failure.clone())));
    }
}

/// What came of a program, and the calls that are recorded.
type Attempt = (ProgramReport, Vec<RecordedCall>);

fn attempt(subjects: &[Subject<'_>], source: Around<'_>) -> Result<Attempt, Failure> {
    let inputs: Vec<Input<'_>> =
        subjects.iter().map(|s| Input { bytes: s.bytes, requests: s.requests.to_vec() }).collect();
    guarded(|| {
        let report = match source.detached {
            Some(classes) => nabla_ad::differentiate_detached(&inputs, source.called, classes),
            None => nabla_ad::differentiate_program(&inputs, source.called),
        };
        let instrumented = report.and_then(|report| match source.probes == Probes::default() {
            true => Ok((report, Vec::new())),
            false => nabla_ad::instrument(&inputs, source.called, report, source.probes),
        });
        instrumented.map_err(|error| match error {
            AdError::Malformed(error) => {
                let shown: Vec<&str> = subjects.iter().map(|s| s.shown).collect();
                Failure::malformed(&shown.join("`, `"), &error)
            }
            AdError::Bug(text) => Failure::bug(text),
        })
    })
}

fn outcome(subjects: &[Subject<'_>], (report, calls): Attempt) -> Outcome {
    let classes = subjects.iter().zip(report.classes).map(|(s, one)| one.map_err(|e| translate(s.shown, e)));
    Outcome { classes: classes.collect(), callees: report.callees, made: report.made, calls }
}

/// The methods of a class, with what the selection needs to know of each.
pub fn candidates(class: &ClassFile<'_>) -> Result<Vec<Candidate>, Failure> {
    guarded(|| Ok(nabla_ad::candidates(class)))
}

/// What is active in one method and why.
pub fn explain(
    shown: &str,
    bytes: &[u8],
    request: &Request,
    source: &dyn ClassSource,
) -> Result<Explanation, Failure> {
    guarded(|| nabla_ad::explain_method(bytes, request, source).map_err(|e| translate(shown, e)))
}

/// The long text of a code.
pub fn code_text(code: &str) -> Option<&'static str> {
    nabla_ad::codes::explain(code)
}

fn translate(shown: &str, error: AdError) -> Failure {
    match error {
        AdError::Malformed(error) => Failure::malformed(shown, &error),
        AdError::Bug(text) => Failure::bug(text).note(format!("in class file `{shown}`")),
    }
}

pub use nabla_ad::rules::RowText;

/// The rules, in the order of the table.
pub fn rules() -> Vec<RowText> {
    nabla_ad::rules::rows().collect()
}

/// The rules as the page `docs/rules.md`.
pub fn rules_markdown() -> String {
    nabla_ad::rules::markdown()
}
