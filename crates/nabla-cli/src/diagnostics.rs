//! Refusals and warnings as rustc shows errors: code, source line, caret, advice.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Snippet};

use crate::engine::{Diagnostic, Severity};
use crate::parameters;
use crate::pipeline::{Analysed, Run};
use crate::sources::{Source, Sources};
use crate::ui::Ui;

/// Prints all diagnostics of a run; `-q` leaves only errors.
pub fn print(ui: &Ui, run: &Run, sources: &Sources) {
    for failure in &run.failures {
        ui.failure(failure);
    }
    for class in &run.classes {
        for (method, names) in class.report.methods.iter().zip(&class.parameters) {
            for diagnostic in &method.diagnostics {
                if !ui.quiet || diagnostic.severity == Severity::Error {
                    let signature = parameters::signature(&method.method, &method.descriptor, names);
                    one(ui, run, class, &signature, diagnostic, sources);
                }
            }
        }
    }
}

fn one(ui: &Ui, run: &Run, class: &Analysed, signature: &str, diagnostic: &Diagnostic, sources: &Sources) {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let report = &class.report;
    let found = sources.find(&run.inputs, &class.unit, &report.class, report.source.as_deref());
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
                None => report.source.clone().unwrap_or_else(|| class.unit.shown.clone()),
            };
            let origin = Origin::path(path);
            group = group.element(match diagnostic.line {
                Some(line) => origin.line(usize::from(line)),
                None => origin,
            });
        }
    }
    let place = match diagnostic.offset {
        Some(offset) => format!("in `{}.{signature}`, bytecode offset {offset}", report.class),
        None => format!("in `{}.{signature}`", report.class),
    };
    group = group.element(Level::NOTE.message(place));
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
