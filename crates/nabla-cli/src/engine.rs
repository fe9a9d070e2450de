//! The one door to `nabla_ad`: every call goes through here, and none of them can take the
//! process down. A panic inside the engine is a bug of ours and becomes exit code 4 with a text
//! that says what to report.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use nabla_ad::{AdError, Input};
pub use nabla_ad::{
    COMPANION, Candidate, ClassReport, ClassSource, Diagnostic, Explanation, Form, MethodReport, Request,
    Severity, Wrt, is_companion,
};
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

/// Differentiates the requested methods of one class. `shown` is how messages call the class.
pub fn differentiate(shown: &str, bytes: &[u8], requests: &[Request]) -> Result<ClassReport, Failure> {
    guarded(|| nabla_ad::differentiate(bytes, requests).map_err(|e| translate(shown, e)))
}

/// Differentiates the requested methods of one class into a companion; `classes` are those it may
/// refer to.
pub fn detached(
    shown: &str,
    bytes: &[u8],
    requests: &[Request],
    classes: &dyn ClassSource,
) -> Result<ClassReport, Failure> {
    guarded(|| {
        let inputs = [Input { bytes, requests: requests.to_vec() }];
        let report = nabla_ad::differentiate_program(&inputs, &nabla_ad::NoClasses);
        let report = report.and_then(|report| nabla_ad::detach(&inputs, report, classes));
        report.and_then(|mut report| report.classes.remove(0)).map_err(|e| translate(shown, e))
    })
}

/// The methods of a class, with what the selection needs to know of each.
pub fn candidates(class: &ClassFile<'_>) -> Result<Vec<Candidate>, Failure> {
    guarded(|| Ok(nabla_ad::candidates(class)))
}

/// What is active in one method and why.
pub fn explain(shown: &str, bytes: &[u8], request: &Request) -> Result<Explanation, Failure> {
    guarded(|| {
        nabla_ad::explain_method(bytes, request, &nabla_ad::NoClasses).map_err(|e| translate(shown, e))
    })
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
