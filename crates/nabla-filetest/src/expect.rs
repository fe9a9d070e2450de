//! The expectations in a fixture's comments.
//!
//! ```text
//! // wrt: x, y                          the independents, on (or above) the method's first line
//! // refuse: NB0203                     an error with this code on this line
//! // warn: NB0301 · note: NB0401        likewise; `NB0205|NB0201` leaves a choice
//! // run: f(2.0, 3) = 15.0, d = 17.0    value and partial; several: `d = (1.0, 2.0)`
//! // run: f(2.0) = ~ 1e-12: 0.1, d = ~ 1e-12: 0.3
//! // run: [a = 3.0] f(2.0) = 6.0        fields of the receiver, set before each call
//! // run: f(0.0) throws java.lang.ArithmeticException
//! // run: f(0.0) = 0.0, nonsmooth       no comparison with numerical differences
//! // active: r · inactive: i n          local variables that have, or have not, a tangent here
//! // snapshot: jvp                      the method's activity and this form's listing are kept
//! // release: 8                         the fixture compiles from this release on (Java: else 17)
//! ```
//!
//! Numbers compare with `==`, so that −0 equals 0, and NaN equals NaN; `~ t:` allows the relative
//! error t. Any other comment of the shape `word: …` is an error, so that a misspelt expectation
//! does not pass for a remark.

/// A number, and how far from it is still right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wanted {
    /// The number.
    pub value: f64,
    /// The relative error allowed.
    pub tolerance: f64,
}

impl Wanted {
    /// Whether `found` will do.
    pub fn accepts(&self, found: f64) -> bool {
        found == self.value
            || (found.is_nan() && self.value.is_nan())
            || (found - self.value).abs() <= self.tolerance * self.value.abs().max(f64::MIN_POSITIVE)
    }
}

/// One evaluation of a method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// Assignments to the receiver's fields.
    pub setup: Vec<String>,
    /// The method's simple name.
    pub method: String,
    /// The arguments as Java literals.
    pub arguments: Vec<String>,
    /// The value wanted.
    pub value: Option<Wanted>,
    /// The partials wanted, in the order of the independents.
    pub partials: Option<Vec<Wanted>>,
    /// The class of the exception wanted.
    pub throws: Option<String>,
    /// Whether numerical differences say nothing here.
    pub nonsmooth: bool,
}

/// The severity a comment speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `refuse:`
    Refuse,
    /// `warn:`
    Warn,
    /// `note:`
    Note,
}

/// What one comment asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// The independents of the method that starts here.
    Wrt(Vec<String>),
    /// A diagnostic on this line with one of these codes.
    Diagnostic(Kind, Vec<String>),
    /// Local variables that hold an active value somewhere on this line, or do not.
    Activity {
        /// Whether they do.
        active: bool,
        /// The variables.
        names: Vec<String>,
    },
    /// The method's activity and the listing of this form of it are as they were.
    Snapshot(String),
    /// An evaluation.
    Run(Run),
    /// The first release the fixture compiles for.
    Release(u16),
}

/// An expectation and its line.
#[derive(Debug, Clone, PartialEq)]
pub struct Located {
    /// The line, counted from 1.
    pub line: u16,
    /// The expectation.
    pub expectation: Expectation,
}

/// Reads the expectations of a source file; an error names the line.
pub fn parse(source: &str) -> Result<Vec<Located>, String> {
    let mut found = Vec::new();
    for (number, text) in (1..).zip(source.lines()) {
        for comment in text.split("//").skip(1) {
            let Some((word, rest)) = comment.trim().split_once(':') else {
                continue;
            };
            if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphanumeric()) {
                continue;
            }
            let expectation = expectation(word, rest.trim()).map_err(|e| format!("line {number}: {e}"))?;
            found.push(Located { line: number, expectation });
        }
    }
    Ok(found)
}

fn expectation(word: &str, rest: &str) -> Result<Expectation, String> {
    let codes = || rest.split('|').map(|code| code.trim().to_string()).collect();
    let names = || rest.split_whitespace().map(str::to_string).collect();
    Ok(match word {
        "wrt" => Expectation::Wrt(rest.split(',').map(|name| name.trim().to_string()).collect()),
        "refuse" => Expectation::Diagnostic(Kind::Refuse, codes()),
        "warn" => Expectation::Diagnostic(Kind::Warn, codes()),
        "note" => Expectation::Diagnostic(Kind::Note, codes()),
        "active" | "inactive" => Expectation::Activity { active: word == "active", names: names() },
        "snapshot" => Expectation::Snapshot(rest.to_string()),
        "run" => Expectation::Run(run(rest).map_err(|e| format!("{e} in `run: {rest}`"))?),
        "release" => Expectation::Release(rest.parse().map_err(|_| "a release is a number")?),
        _ => return Err(format!("unknown expectation `{word}:`")),
    })
}

fn run(text: &str) -> Result<Run, String> {
    let mut run = Run::default();
    let mut text = text;
    if let Some(inner) = text.strip_prefix('[') {
        let (setup, rest) = inner.split_once(']').ok_or("no `]`")?;
        run.setup = split(setup);
        text = rest.trim();
    }
    let (method, rest) = text.split_once('(').ok_or("no `(`")?;
    run.method = method.trim().to_string();
    let end = closing(rest).ok_or("no `)`")?;
    run.arguments = split(&rest[..end]);
    for clause in split(&rest[end + 1..]) {
        if clause == "nonsmooth" {
            run.nonsmooth = true;
        } else if let Some(class) = clause.strip_prefix("throws ") {
            run.throws = Some(class.trim().to_string());
        } else if let Some(wanted) = clause.strip_prefix('=') {
            run.value = Some(one(wanted, 0.0)?);
        } else if let Some(wanted) = clause.strip_prefix('d') {
            let wanted = wanted.trim().strip_prefix('=').ok_or("no `=` after `d`")?;
            run.partials = Some(several(wanted.trim())?);
        } else {
            return Err(format!("cannot read `{clause}`"));
        }
    }
    Ok(run)
}

/// `1.5`, `~ 1e-12: 1.5`.
fn one(text: &str, tolerance: f64) -> Result<Wanted, String> {
    let (tolerance, number) = tolerated(text, tolerance)?;
    let value = match number {
        "Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ => number.parse().map_err(|_| format!("`{number}` is no number"))?,
    };
    Ok(Wanted { value, tolerance })
}

/// One, or `(1.5, 2.5)`, with a tolerance before all of them or before each.
fn several(text: &str) -> Result<Vec<Wanted>, String> {
    let (tolerance, rest) = tolerated(text, 0.0)?;
    match rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => split(inner).iter().map(|number| one(number, tolerance)).collect(),
        None => Ok(vec![one(rest, tolerance)?]),
    }
}

fn tolerated(text: &str, default: f64) -> Result<(f64, &str), String> {
    let text = text.trim();
    let Some(rest) = text.strip_prefix('~') else {
        return Ok((default, text));
    };
    let (tolerance, rest) = rest.split_once(':').ok_or("no `:` after the tolerance")?;
    let tolerance = tolerance.trim().parse().map_err(|_| "the tolerance is no number")?;
    Ok((tolerance, rest.trim()))
}

/// The position of the parenthesis that closes the one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return Some(at),
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Splits at commas outside of brackets and quotes.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 && !quoted {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is always a part").push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(source: &str) -> Expectation {
        let mut found = parse(source).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0).expectation
    }

    #[test]
    fn a_run_has_arguments_value_and_partials() {
        let text = "// run: [a = 3.0] f(2.0, {1, 2}, \"a,(b\") = 15.0, d = ~ 1e-9: (1.0, NaN), nonsmooth";
        let Expectation::Run(run) = only(text) else { panic!() };
        assert_eq!(run.setup, ["a = 3.0"]);
        assert_eq!(run.arguments, ["2.0", "{1, 2}", "\"a,(b\""]);
        assert_eq!(run.value, Some(Wanted { value: 15.0, tolerance: 0.0 }));
        let partials = run.partials.unwrap();
        assert_eq!(partials[0], Wanted { value: 1.0, tolerance: 1e-9 });
        assert!(partials[1].accepts(f64::NAN));
        assert!(run.nonsmooth);
    }

    #[test]
    fn a_run_may_throw_or_tolerate() {
        let Expectation::Run(run) = only("x; // run: f(-0.0) throws java.lang.Error") else { panic!() };
        assert_eq!(run.throws.as_deref(), Some("java.lang.Error"));
        let Expectation::Run(run) = only("// run: f() = ~ 1e-3: 2") else { panic!() };
        assert!(run.value.unwrap().accepts(2.001) && !run.value.unwrap().accepts(2.1));
    }

    #[test]
    fn several_expectations_share_a_line() {
        let found = parse("a\n b // warn: NB0301 // refuse: NB0205|NB0201 // and a remark").unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].line, 2);
        let both = vec!["NB0205".to_string(), "NB0201".to_string()];
        assert_eq!(found[1].expectation, Expectation::Diagnostic(Kind::Refuse, both));
    }

    #[test]
    fn an_activity_names_local_variables() {
        let names = vec!["i".to_string(), "n".to_string()];
        assert_eq!(only("i++; // inactive: i  n"), Expectation::Activity { active: false, names });
    }

    #[test]
    fn a_misspelt_expectation_is_an_error() {
        assert_eq!(parse("\n// rnu: f()").unwrap_err(), "line 2: unknown expectation `rnu:`");
        assert!(parse("// run: f(").is_err());
    }
}
