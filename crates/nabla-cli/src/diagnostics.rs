//! Refusals and warnings as rustc shows errors: code, source line, caret, advice.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Snippet};

use crate::classpath::ClassPath;
use crate::engine::{Diagnostic, Severity};
use crate::failure::Status;
use crate::parameters;
use crate::pipeline::Run;
use crate::sources::{self, Source, Sources};
use crate::spots::Spot;
use crate::ui::Ui;

/// Prints all diagnostics of a run; `-q` leaves only errors.
pub fn print(ui: &Ui, run: &Run, sources: &Sources) {
    for failure in &run.failures {
        ui.failure(failure);
    }
    warnings(ui, run);
    for class in &run.classes {
        for (method, names) in class.report.methods.iter().zip(&class.parameters) {
            for diagnostic in &method.diagnostics {
                if !ui.quiet || diagnostic.severity == Severity::Error {
                    // The names are those of the selected method's parameters.
                    let names = if diagnostic.callee.is_none() { names.as_slice() } else { &[] };
                    let spot = run.spots.find(class, method, diagnostic);
                    let signature = parameters::signature(spot.method, spot.descriptor, names);
                    one(ui, run, &spot, &signature, diagnostic, sources);
                }
            }
        }
    }
}

/// Prints the warnings about the inputs and the class path as a whole; `-q` leaves them out.
pub fn warnings(ui: &Ui, run: &Run) {
    for warning in run.warnings.iter().filter(|_| !ui.quiet) {
        ui.warning(warning);
    }
}

/// Prints what could not be read on the class path, and gives the code it stands for.
pub fn class_path(ui: &Ui, class_path: &ClassPath<'_>) -> Status {
    let failures = class_path.failures();
    failures.iter().for_each(|failure| ui.failure(failure));
    if !ui.quiet {
        class_path.warnings().iter().for_each(|warning| ui.warning(warning));
    }
    failures.iter().map(|f| f.status).max().unwrap_or(Status::Done)
}

fn one(ui: &Ui, run: &Run, spot: &Spot<'_>, signature: &str, diagnostic: &Diagnostic, sources: &Sources) {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let found = sources.find(&run.inputs, spot.unit, spot.class, spot.source);
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()).id(diagnostic.code));
    let located = found.as_deref().and_then(|s| diagnostic.line.and_then(|n| Some((s, n, s.line(n)?))));
    match located {
        Some((source, number, line)) => {
            group = group.element(snippet(source, number, line, &diagnostic.message))
        }
        None => {
            // Without the source the place is still one that editors can open.
            let path = match &found {
                Some(source) => source.path.display().to_string(),
                None => spot.source.or(spot.unit.map(|u| u.shown.as_str())).unwrap_or(spot.class).to_owned(),
            };
            let origin = Origin::path(path);
            group = group.element(match diagnostic.line {
                Some(line) => origin.line(usize::from(line)),
                None => origin,
            });
        }
    }
    let place = match diagnostic.offset {
        Some(offset) => format!("in `{}.{signature}`, bytecode offset {offset}", spot.class),
        None => format!("in `{}.{signature}`", spot.class),
    };
    group = group.element(Level::NOTE.message(place));
    // As in a stack trace, the nearest caller comes first.
    for call in spot.calls.iter().rev() {
        let source =
            call.source.map(str::to_owned).unwrap_or_else(|| sources::relative_path(call.class, None));
        let line = call.line.map(|line| format!(":{line}")).unwrap_or_default();
        let text = format!("called from `{}.{}` ({source}{line})", call.class, call.method);
        group = group.element(Level::NOTE.message(text));
    }
    if !diagnostic.help.is_empty() {
        group = group.element(Level::HELP.message(diagnostic.help.as_str()));
    }
    ui.diagnostic(&[group]);
}

fn snippet<'s>(
    source: &Source,
    number: u16,
    line: &'s str,
    message: &str,
) -> Snippet<'s, annotate_snippets::Annotation<'s>> {
    Snippet::source(line)
        .line_start(usize::from(number))
        .path(source.path.display().to_string())
        .annotation(AnnotationKind::Primary.span(caret(line, message)))
}

/// What of a line the caret underlines. Class files tell lines, not columns; so it is the name in
/// backquotes that the message begins with if the line has it exactly once, else the statement.
fn caret(line: &str, message: &str) -> std::ops::Range<usize> {
    let quoted = message.split('`').nth(1).unwrap_or("");
    let name = quoted.split('(').next().unwrap_or("");
    let name = name.rsplit(['.', '/']).next().unwrap_or("");
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let hits: Vec<usize> = line
        .match_indices(name)
        .map(|(at, _)| at)
        .filter(|&at| {
            let before = line[..at].chars().next_back();
            let after = line[at + name.len()..].chars().next();
            !name.starts_with(word) || !(before.is_some_and(word) || after.is_some_and(word))
        })
        .collect();
    if let [at] = hits.as_slice()
        && !name.is_empty()
    {
        return *at..at + name.len();
    }
    let code = line.split("//").next().unwrap_or(line);
    let code = if code.trim().is_empty() { line } else { code };
    let start = code.len() - code.trim_start().len();
    start..code.trim_end().len().max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_under_the_name_or_the_statement() {
        let line = "    return g(x) + gg(x); // g";
        assert_eq!(&line[caret(line, "the call of `demo.Foo.gg(double)` has no rule")], "gg");
        assert_eq!(
            &line[caret(line, "the call of `demo.Foo.g(double)` has no rule")],
            "return g(x) + gg(x);"
        );
        assert_eq!(&line[caret(line, "nothing quoted")], "return g(x) + gg(x);");
        assert_eq!(caret("", "`x`"), 0..0);
    }
}
