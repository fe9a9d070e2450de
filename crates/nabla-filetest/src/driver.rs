//! One JVM per JDK evaluates everything: `Driver.java` and the files it reads and writes.
//!
//! Commands, fields separated by tabs, lists by U+0001:
//!
//! ```text
//! build  NAME PRIMAL-DIRECTORY AUGMENTED-DIRECTORY LIBRARIES
//! load   ID BUILD CLASS
//! case   ID BUILD CLASS METHOD DESCRIPTOR SETUP ARGUMENTS WRT JVP PARTIALS GRAD
//! ```
//!
//! Results: `load ID ok` or a complaint; `case ID key=outcome…`; `end`. An outcome is the bits of
//! a double in hexadecimal or `!` and the class of an exception; that of a `jvp` is followed by
//! `/` and the tangent's bits, that of a `grad` by all of them. Keys: `primal`; `own`, the primal in the augmented class; `jvpI`,
//! with the unit seed I; `mixed`, with the seeds of [`mixed_seed`]; `partialI`; `grad`; `numericI`,
//! an estimate of partial I and of its error; `independents`, their names, for an array its elements'
//! (`x y[0] y[1]`); `problem`, where the driver itself failed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::jdk::Jdk;

/// An evaluation to be done.
#[derive(Debug, Clone)]
pub struct Case {
    /// The build the class belongs to.
    pub build: String,
    /// The class's binary name.
    pub class: String,
    /// The primal's name.
    pub method: String,
    /// The primal's descriptor.
    pub descriptor: String,
    /// Assignments to the receiver's fields.
    pub setup: Vec<String>,
    /// The arguments as Java literals.
    pub arguments: Vec<String>,
    /// The independents, by name or index.
    pub wrt: Vec<String>,
    /// The name of the `jvp` form, if there is one.
    pub jvp: Option<String>,
    /// The names of the `partial` forms, in the order of the independents.
    pub partials: Vec<String>,
    /// The name of the `grad` form, if there is one.
    pub grad: Option<String>,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A double, by its bits, so that equality is identity.
    Value(u64),
    /// An exception of this class.
    Threw(String),
}

impl Outcome {
    fn parse(text: &str) -> Option<Outcome> {
        match text.strip_prefix('!') {
            Some(class) => Some(Outcome::Threw(class.to_string())),
            None => u64::from_str_radix(text, 16).ok().map(Outcome::Value),
        }
    }

    /// The double, unless something was thrown.
    pub fn value(&self) -> Option<f64> {
        match self {
            Outcome::Value(bits) => Some(f64::from_bits(*bits)),
            Outcome::Threw(_) => None,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Value(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Outcome::Threw(class) => write!(f, "{class} thrown"),
        }
    }
}

/// What came of a case: outcomes by key.
#[derive(Debug, Clone, Default)]
pub struct Evaluation {
    fields: BTreeMap<String, String>,
}

impl Evaluation {
    /// A plain outcome: `primal`, `own`, `partial0`.
    pub fn outcome(&self, key: &str) -> Option<Outcome> {
        Outcome::parse(self.fields.get(key)?)
    }

    /// The outcome of a `jvp` and its tangent: `jvp0`, `mixed`.
    pub fn directional(&self, key: &str) -> Option<(Outcome, f64)> {
        let text = self.fields.get(key)?;
        let (value, tangent) = text.split_once('/').unwrap_or((text, "7ff8000000000000"));
        Some((Outcome::parse(value)?, Outcome::parse(tangent)?.value()?))
    }

    /// The independents one by one: `x`, `y[0]`.
    pub fn independents(&self) -> Vec<&str> {
        self.fields.get("independents").map(|names| names.split_whitespace().collect()).unwrap_or_default()
    }

    /// The outcome of a `grad` and the gradient.
    pub fn gradient(&self) -> Option<(Outcome, Vec<f64>)> {
        let mut parts = self.fields.get("grad")?.split('/');
        let value = Outcome::parse(parts.next()?)?;
        let gradient = parts.map(|part| Outcome::parse(part)?.value());
        Some((value, gradient.collect::<Option<_>>()?))
    }

    /// The numerical estimate of a partial, and of its error.
    pub fn numeric(&self, independent: usize) -> Option<(f64, f64)> {
        let (estimate, error) = self.fields.get(&format!("numeric{independent}"))?.split_once('/')?;
        Some((Outcome::parse(estimate)?.value()?, Outcome::parse(error)?.value()?))
    }

    /// What kept the driver from evaluating the case.
    pub fn problem(&self) -> Option<&str> {
        self.fields.get("problem").map(String::as_str)
    }
}

/// The seed of independent `i` in the direction that is no unit vector.
pub fn mixed_seed(i: usize) -> f64 {
    (if i.is_multiple_of(2) { 1.0 } else { -1.0 }) * (0.5 + i as f64)
}

/// The commands for one JVM.
#[derive(Debug, Default)]
pub struct Commands {
    text: String,
    loads: Vec<String>,
    cases: usize,
}

/// What the JVM answered.
#[derive(Debug)]
pub struct Results {
    /// Per class to be loaded: what the JVM did not like about it.
    pub loads: Vec<(String, Result<(), String>)>,
    /// The evaluations, in the order of the cases.
    pub cases: Vec<Evaluation>,
}

impl Commands {
    /// Adds a build: the directories of its primal and its augmented classes, and the jars that
    /// they need.
    pub fn build(&mut self, name: &str, primal: &Path, augmented: &Path, libraries: &[PathBuf]) {
        let libraries: Vec<_> = libraries.iter().map(|jar| jar.to_string_lossy()).collect();
        let list = libraries.join("\u{1}");
        self.line(&["build", name, &primal.to_string_lossy(), &augmented.to_string_lossy(), &list]);
    }

    /// Adds a class to be verified.
    pub fn load(&mut self, build: &str, class: &str) {
        self.line(&["load", &self.loads.len().to_string(), build, class]);
        self.loads.push(format!("{class} ({build})"));
    }

    /// Adds a case and returns its place among the results.
    pub fn case(&mut self, case: &Case) -> usize {
        let list = |items: &[String]| items.join("\u{1}");
        self.line(&[
            "case",
            &self.cases.to_string(),
            &case.build,
            &case.class,
            &case.method,
            &case.descriptor,
            &list(&case.setup),
            &list(&case.arguments),
            &list(&case.wrt),
            case.jvp.as_deref().unwrap_or_default(),
            &list(&case.partials),
            case.grad.as_deref().unwrap_or_default(),
        ]);
        self.cases += 1;
        self.cases - 1
    }

    fn line(&mut self, fields: &[&str]) {
        self.text.push_str(&fields.join("\t"));
        self.text.push('\n');
    }
}

/// Compiles the driver into `scratch`; the result is its class path.
pub fn compile(jdk: &Jdk, scratch: &Path) -> Result<PathBuf, String> {
    let classes = scratch.join("driver");
    fs::create_dir_all(&classes).map_err(|e| e.to_string())?;
    let source = classes.join("Driver.java");
    fs::write(&source, include_str!("Driver.java")).map_err(|e| e.to_string())?;
    jdk.compile(17, &[source], &classes)?;
    Ok(classes)
}

/// Runs the commands in a JVM that verifies every class.
pub fn run(jdk: &Jdk, driver: &Path, commands: &Commands) -> Result<Results, String> {
    let input = driver.join(format!("commands-{}", jdk.release));
    let output = driver.join(format!("results-{}", jdk.release));
    let complaints = driver.join(format!("stderr-{}", jdk.release));
    fs::write(&input, &commands.text).map_err(|e| e.to_string())?;
    let mut jvm = Command::new(jdk.home.join("bin/java"))
        .args(["-Xverify:all", "-cp"])
        .args([driver, Path::new("Driver"), &input, &output])
        .stdout(Stdio::null())
        .stderr(File::create(&complaints).map_err(|e| e.to_string())?)
        .spawn()
        .map_err(|e| e.to_string())?;
    let start = Instant::now();
    while jvm.try_wait().map_err(|e| e.to_string())?.is_none() {
        if start.elapsed() > Duration::from_secs(300) {
            let _ = jvm.kill();
            let _ = jvm.wait();
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let text = fs::read_to_string(&output).unwrap_or_default();
    if !text.ends_with("end\n") {
        let complaints = fs::read_to_string(&complaints).unwrap_or_default();
        let last = text.lines().last().unwrap_or_default();
        return Err(format!("the JVM {} did not finish; last result: {last}\n{complaints}", jdk.release));
    }
    Ok(parse(&text, commands))
}

fn parse(text: &str, commands: &Commands) -> Results {
    let mut loads = commands.loads.iter();
    let mut results = Results { loads: Vec::new(), cases: Vec::new() };
    for line in text.lines() {
        let mut fields = line.split('\t');
        match fields.next() {
            Some("load") => {
                let verdict = fields.nth(1).unwrap_or("no verdict");
                let class = loads.next().cloned().unwrap_or_default();
                let verdict = if verdict == "ok" { Ok(()) } else { Err(verdict.to_string()) };
                results.loads.push((class, verdict));
            }
            Some("case") => results.cases.push(Evaluation {
                fields: fields
                    .filter_map(|field| field.split_once('='))
                    .map(|(key, value)| (key.to_string(), value.to_string()))
                    .collect(),
            }),
            _ => {}
        }
    }
    results
}
