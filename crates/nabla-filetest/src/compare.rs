//! The diagnostics and the activity found, against those expected.

use std::collections::BTreeMap;

use nabla_ad::{Diagnostic, Severity};

use crate::expect::{Expectation, Kind, Located};
use crate::fixture::{Fixture, Subject};

/// The line in the selected method: that of the call, for what lies in a callee.
fn line_of(diagnostic: &Diagnostic) -> Option<u16> {
    match &diagnostic.callee {
        Some(callee) => callee.chain.first().and_then(|(_, _, line)| *line),
        None => diagnostic.line,
    }
}

/// Every error and warning must be expected, and every expectation met. On a method's declaration
/// a comment speaks of the method as a whole: of a diagnostic on its first line or on none.
pub fn diagnostics(
    fixture: &Fixture,
    subject: &Subject,
    found: &[Diagnostic],
    fail: &mut impl FnMut(String),
) {
    let (first, last) = subject.method.lines;
    let mut explained = vec![false; found.len()];
    for Located { line, expectation } in subject.expectations(fixture) {
        let Expectation::Diagnostic(kind, codes) = expectation else {
            continue;
        };
        let whole = *line <= first || *line > last;
        let mut met = false;
        for (diagnostic, explained) in found.iter().zip(&mut explained) {
            let severity = match kind {
                Kind::Refuse => Severity::Error,
                Kind::Warn => Severity::Warning,
                Kind::Note => Severity::Note,
            };
            let place = line_of(diagnostic);
            let here = place == Some(*line) || (whole && place.is_none_or(|l| l == first || l + 1 == first));
            if diagnostic.severity == severity && here && codes.iter().any(|code| code == diagnostic.code) {
                met = true;
                *explained = true;
            }
        }
        if !met {
            fail(format!("line {line}: expected {}, not found", codes.join(" or ")));
        }
    }
    for (diagnostic, explained) in found.iter().zip(explained) {
        if !explained && diagnostic.severity != Severity::Note {
            let Diagnostic { severity, code, line, message, .. } = diagnostic;
            let method = &subject.method.name;
            fail(format!("{method}, line {}: unexpected {severity:?} {code}: {message}", line.unwrap_or(0)));
        }
    }
}

/// Every local variable that an expectation names is in scope on its line, and active there or not
/// as it says; `found` are the variables and whether they are active, by line.
pub fn activity(
    fixture: &Fixture,
    subject: &Subject,
    found: &BTreeMap<u16, BTreeMap<String, bool>>,
    fail: &mut impl FnMut(String),
) {
    for Located { line, expectation } in subject.expectations(fixture) {
        let Expectation::Activity { active, names } = expectation else {
            continue;
        };
        if names.is_empty() {
            fail(format!("line {line}: names no variable"));
        }
        for name in names {
            match found.get(line).map(|locals| locals.get(name)) {
                None => fail(format!("line {line}: no code here")),
                Some(None) => fail(format!("line {line}: no variable `{name}` here")),
                Some(Some(is)) if is != active => {
                    fail(format!("line {line}: `{name}` is {}active", if *is { "" } else { "in" }));
                }
                Some(Some(_)) => {}
            }
        }
    }
}
