//! What the driver tells of methods: the verdict, and on request the points and the errors.

use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::subjects::Subject;

/// What came of comparing the derivatives of one method.
#[derive(Debug, Serialize)]
pub struct Verdict<'s> {
    /// The method's class.
    class: &'s str,
    method: &'s str,
    descriptor: &'s str,
    /// `ok`, `undecided` (at no point could differences decide), `wrong`, `unfollowed`, `broken`, `slow` or
    /// `skipped`.
    #[serde(rename = "verdict")]
    pub kind: String,
    /// At how many points differences have decided, and at how many they could not.
    pub decided: usize,
    /// The points at which they could not.
    pub undecided: usize,
    /// What there is to say.
    pub detail: String,
    /// The points tried, where they were asked for.
    pub points: Vec<Tried>,
    /// Whether a 0 is called wrong that the code may have by its branches: instrumented classes know.
    #[serde(skip)]
    pub still: bool,
    #[serde(skip)]
    pub subject: &'s Subject,
}

impl Verdict<'_> {
    /// The method as a pattern that selects it alone.
    pub fn pattern(&self) -> String {
        format!("{}.{}{}", self.class, self.method, self.descriptor)
    }

    /// Takes what came of another comparison for the verdict.
    pub fn settle(&mut self, again: Verdict<'_>) {
        let Verdict { kind, decided, undecided, detail, points, still, .. } = again;
        (self.kind, self.decided, self.undecided) = (kind, decided, undecided);
        (self.detail, self.points, self.still) = (detail, points, still);
    }
}

/// One point, and what was compared there.
#[derive(Debug, Serialize)]
pub struct Tried {
    /// The arguments as one would write them.
    pub arguments: String,
    /// What was compared.
    pub checks: Vec<Check>,
}

/// A derivative and the extrapolated difference.
#[derive(Debug, Serialize)]
pub struct Check {
    /// Which derivative.
    pub what: String,
    /// Its value.
    #[serde(serialize_with = "number")]
    pub derivative: f64,
    /// The difference; no number where none could be taken.
    #[serde(serialize_with = "number")]
    pub difference: f64,
    /// How far the difference may be off.
    #[serde(serialize_with = "number")]
    pub error: f64,
    /// `agrees`, `undecided` or `wrong`.
    pub verdict: String,
}

/// JSON has no words for what is not finite.
fn number<S: Serializer>(x: &f64, to: S) -> Result<S::Ok, S::Error> {
    if x.is_finite() { to.serialize_f64(*x) } else { to.serialize_str(&x.to_string()) }
}

/// The document of `verify --report`.
#[derive(Serialize)]
struct Document<'v, 's> {
    nabla: &'static str,
    methods: &'v [Verdict<'s>],
}

/// The verdicts as JSON.
pub fn json(verdicts: &[Verdict<'_>]) -> Result<String, Failure> {
    let document = Document { nabla: env!("CARGO_PKG_VERSION"), methods: verdicts };
    let text = serde_json::to_string_pretty(&document).map_err(|e| Failure::bug(e.to_string()))?;
    Ok(text + "\n")
}

/// Reads what the driver tells, one verdict a method.
pub fn read<'s>(subjects: &'s [Subject], output: &str) -> Result<Vec<Verdict<'s>>, Failure> {
    let mut verdicts: Vec<Verdict<'s>> = Vec::new();
    let mut points: Vec<Tried> = Vec::new();
    for line in output.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let Some(subject) = fields[0].parse::<usize>().ok().and_then(|n| subjects.get(n)) else { continue };
        match fields[1..] {
            ["point", arguments] => {
                points.push(Tried { arguments: arguments.to_owned(), checks: Vec::new() });
            }
            ["check", what, derivative, difference, error, verdict] => {
                let number = |text: &str| text.parse().unwrap_or(f64::NAN);
                let check = Check {
                    what: what.to_owned(),
                    derivative: number(derivative),
                    difference: number(difference),
                    error: number(error),
                    verdict: verdict.to_ascii_lowercase(),
                };
                if let Some(point) = points.last_mut() {
                    point.checks.push(check);
                }
            }
            [kind, decided, undecided, detail] => {
                let mut line = subject.line.split('\t');
                let mut field = || line.next().unwrap_or_default();
                let decided = decided.parse().unwrap_or_default();
                let verdict = match (kind, decided) {
                    ("still", _) => "wrong",
                    ("ok", 0) => "undecided",
                    _ => kind,
                };
                verdicts.push(Verdict {
                    class: field(),
                    method: field(),
                    descriptor: field(),
                    kind: verdict.to_owned(),
                    decided,
                    undecided: undecided.parse().unwrap_or_default(),
                    detail: detail.to_owned(),
                    points: std::mem::take(&mut points),
                    still: kind == "still",
                    subject,
                });
            }
            _ => {}
        }
    }
    if verdicts.len() < subjects.len() {
        let (told, all) = (verdicts.len(), subjects.len());
        return Err(Failure::bug(format!("the driver told of {told} of {all} methods")));
    }
    Ok(verdicts)
}
