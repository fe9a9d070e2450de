//! The page of `explain --html`: one file that needs no network and no script.

mod code;
mod generated;
mod plot;
mod points;
mod sizes;

use std::fmt::{self, Display, Write};

use crate::engine::{Diagnostic, Explanation, Severity};
use crate::sources::Source;
use crate::verdicts::Verdict;

pub use generated::{Generated, generated};
pub use plot::{Plot, Setting};
pub use sizes::{fate, sizes};

const STYLE: &str = include_str!("style.css");

/// What the page tells of.
pub struct Page<'p> {
    /// The class's binary name, with dots.
    pub class: &'p str,
    /// The method with the names of its parameters.
    pub signature: &'p str,
    /// What is active in it and why.
    pub explanation: &'p Explanation,
    /// Its source, where it was found.
    pub source: Option<&'p Source>,
    /// The methods generated for it.
    pub generated: &'p [Generated],
    /// The method and its derivative over a range.
    pub plot: Option<&'p Plot>,
    /// What came of comparing its derivatives with differences.
    pub verdict: Option<&'p Verdict<'p>>,
}

/// Text as it stands in HTML, in an attribute, too.
pub struct Text<T>(pub T);

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Escape<'f, 'g>(&'f mut fmt::Formatter<'g>);
        impl Write for Escape<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                text.chars().try_for_each(|c| match c {
                    '&' => self.0.write_str("&amp;"),
                    '<' => self.0.write_str("&lt;"),
                    '>' => self.0.write_str("&gt;"),
                    '"' => self.0.write_str("&quot;"),
                    '\'' => self.0.write_str("&#39;"),
                    c if c.is_control() && c != '\n' && c != '\t' => self.0.write_str("\u{fffd}"),
                    c => self.0.write_char(c),
                })
            }
        }
        write!(Escape(f), "{}", self.0)
    }
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let report = &self.explanation.report;
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{0}.{1}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header><h1><span class=\"class\">{0}.</span>{1}</h1>\n",
            Text(self.class),
            Text(self.signature)
        );
        let forms = report.derivatives.iter().map(|d| format!("<code>{}</code>", Text(&d.method)));
        let forms: Vec<String> = forms.collect();
        let _ = match report.refused() {
            true => writeln!(html, "<p class=\"verdict refused\">no derivative: it is refused</p></header>"),
            false => writeln!(html, "<p class=\"verdict\">gets {}</p></header>", forms.join(", ")),
        };
        diagnostics(&mut html, &report.diagnostics);
        code::section(&mut html, self);
        sizes::section(&mut html, report);
        if let Some(plot) = self.plot {
            plot.section(&mut html);
        }
        if let Some(verdict) = self.verdict {
            points::section(&mut html, verdict);
        }
        generated::listings(&mut html, self.generated);
        html.push_str("</body>\n</html>\n");
        html
    }
}

fn diagnostics(html: &mut String, diagnostics: &[Diagnostic]) {
    for d in diagnostics {
        let kind = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let place = match (&d.callee, d.line) {
            (Some(callee), Some(line)) => format!("in {}.{}, line {line}: ", callee.class, callee.method),
            (Some(callee), None) => format!("in {}.{}: ", callee.class, callee.method),
            (None, Some(line)) => format!("line {line}: "),
            (None, None) => String::new(),
        };
        let _ = writeln!(
            html,
            "<p class=\"diagnostic {kind}\"><b>{}</b> {}{}<br><span>{}</span></p>",
            Text(d.code),
            Text(place),
            Text(&d.message),
            Text(&d.help)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let text = "a<b> & \"c\" 'd'\u{0}\n";
        assert_eq!(Text(text).to_string(), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{fffd}\n");
    }
}
