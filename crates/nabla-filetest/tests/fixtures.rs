//! Every fixture in `java-fixtures/`, compiled for several class-file versions and run on the
//! oldest and the newest JDK found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nabla_ad::{ClassReport, ClassSource, Diagnostic, Form, Input, Request, Severity, Wrt};
use nabla_filetest::check::{self, Tally};
use nabla_filetest::driver::{self, Case, Commands};
use nabla_filetest::expect::{self, Expectation, Kind, Located, Run};
use nabla_filetest::inventory::{self, Class, Method};
use nabla_filetest::jdk;

/// The releases the fixtures are compiled for, as far as they compile for them.
const RELEASES: [u16; 4] = [8, 11, 17, 25];

struct Fixture {
    /// The source, relative to the fixtures' root.
    source: PathBuf,
    release: u16,
    expectations: Vec<Located>,
}

/// A method and what is expected of it; expectations by their place in the fixture's list.
struct Subject<'a> {
    class: &'a Class,
    method: &'a Method,
    wrt: Wrt,
    expectations: BTreeSet<usize>,
}

impl Subject<'_> {
    fn has_runs(&self, fixture: &Fixture) -> bool {
        let expectation = |&index: &usize| &fixture.expectations[index].expectation;
        (self.expectations.iter().map(expectation)).any(|e| matches!(e, Expectation::Run(_)))
    }
}

#[test]
fn fixtures() {
    let jdks = jdk::find();
    let Some(newest) = jdks.last() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java-fixtures").canonicalize().unwrap();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures");
    let _ = fs::remove_dir_all(&scratch);
    let mut failures = Failures::default();

    let fixtures = read_fixtures(&root, &mut failures);
    let driver = driver::compile(newest, &scratch).unwrap();
    let mut inventory: Option<Vec<Class>> = None;
    let mut commands: BTreeMap<u16, Commands> =
        jdks.iter().map(|jdk| (jdk.release, Commands::default())).collect();
    let mut cases: BTreeMap<u16, Vec<(PathBuf, Case, Run)>> = BTreeMap::new();
    for release in RELEASES.into_iter().rev().filter(|&release| release <= newest.release) {
        let build = format!("release-{release}");
        let primal = scratch.join(&build).join("primal");
        let augmented = scratch.join(&build).join("augmented");
        let chosen: Vec<&Fixture> = fixtures.iter().filter(|f| f.release <= release).collect();
        let sources: Vec<PathBuf> = chosen.iter().map(|f| root.join(&f.source)).collect();
        newest.compile(release, &sources, &primal).unwrap();
        let classes = inventory.get_or_insert_with(|| inventory::read(newest, &primal).unwrap());
        let able: Vec<u16> = jdks.iter().map(|jdk| jdk.release).filter(|&jdk| jdk >= release).collect();
        for jdk in &able {
            commands.get_mut(jdk).unwrap().build(&build, &primal, &augmented);
        }
        let subjects: Vec<(&Fixture, Vec<Subject>)> = chosen
            .into_iter()
            .map(|fixture| {
                let mut fail = |text: String| failures.add(&fixture.source, text, build.clone());
                (fixture, subjects(fixture, classes, &mut fail))
            })
            .collect();
        // One program: a fixture may call the classes of another.
        let mut fail = |text: String| failures.add(Path::new("all"), text, build.clone());
        let all: Vec<&Subject> = subjects.iter().flat_map(|(_, subjects)| subjects).collect();
        for (class, report) in reports(&all, &primal, &augmented, &mut fail) {
            for jdk in able.iter().filter(|_| report.output.is_some()) {
                commands.get_mut(jdk).unwrap().load(&build, &class.name);
            }
            let of_class = subjects.iter().flat_map(|(fixture, subjects)| {
                subjects.iter().filter(|s| s.class.name == class.name).map(move |s| (*fixture, s))
            });
            for ((fixture, subject), report) in of_class.zip(&report.methods) {
                let mut fail = |text: String| failures.add(&fixture.source, text, build.clone());
                compare_diagnostics(fixture, subject, &report.diagnostics, &mut fail);
                if report.refused() && subject.has_runs(fixture) {
                    fail(format!("{}: refused, and so not run", report.method));
                }
                for (run, case) in runs(fixture, subject, report, &build) {
                    for jdk in &able {
                        commands.get_mut(jdk).unwrap().case(&case);
                        let case = (fixture.source.clone(), case.clone(), run.clone());
                        cases.entry(*jdk).or_default().push(case);
                    }
                }
            }
        }
    }

    let mut tally = Tally::default();
    for jdk in &jdks {
        let results = driver::run(jdk, &driver, &commands[&jdk.release]).unwrap();
        for (class, verdict) in results.loads {
            if let Err(complaint) = verdict {
                failures.add(Path::new(&class), complaint, format!("JDK {}", jdk.release));
            }
        }
        let cases = cases.remove(&jdk.release).unwrap_or_default();
        assert_eq!(cases.len(), results.cases.len());
        for ((source, case, run), found) in cases.iter().zip(&results.cases) {
            let call = format!("{}({})", case.method, case.arguments.join(", "));
            for problem in check::check(case, run, found, &mut tally) {
                failures.add(
                    source,
                    format!("{call}: {problem}"),
                    format!("{} on {}", case.build, jdk.release),
                );
            }
        }
        println!("JDK {}: {} runs", jdk.release, cases.len());
    }
    println!("{} fixtures, {tally:?}", fixtures.len());
    failures.assert_none();
}

/// What failed, and for which builds and JDKs it did.
#[derive(Default)]
struct Failures(BTreeMap<(PathBuf, String), BTreeSet<String>>);

impl Failures {
    fn add(&mut self, source: &Path, text: String, place: String) {
        self.0.entry((source.to_path_buf(), text)).or_default().insert(place);
    }

    fn assert_none(&self) {
        let mut text = String::new();
        for ((source, problem), places) in &self.0 {
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            text += &format!("{}: {problem} [{}]\n", source.display(), places.join(", "));
        }
        assert!(self.0.is_empty(), "{} failures:\n{text}", self.0.len());
    }
}

fn read_fixtures(root: &Path, failures: &mut Failures) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for file in inventory::files(root, "java") {
        let source = file.strip_prefix(root).unwrap().to_path_buf();
        let text = fs::read_to_string(&file).unwrap();
        let expectations = expect::parse(&text).unwrap_or_else(|problem| {
            failures.add(&source, problem, "source".to_string());
            Vec::new()
        });
        let release = expectations.iter().find_map(|e| match e.expectation {
            Expectation::Release(release) => Some(release),
            _ => None,
        });
        if !expectations
            .iter()
            .any(|e| !matches!(e.expectation, Expectation::Release(_) | Expectation::Wrt(_)))
        {
            failures.add(&source, "no expectations".to_string(), "source".to_string());
        }
        fixtures.push(Fixture { source, release: release.unwrap_or(17), expectations });
    }
    fixtures
}

/// The methods the fixture's expectations speak of. A `run` names its method; another comment
/// speaks of the method whose code spans its line, else of the next one.
fn subjects<'a>(fixture: &Fixture, classes: &'a [Class], fail: &mut impl FnMut(String)) -> Vec<Subject<'a>> {
    let own = || classes.iter().filter(|class| class.source == fixture.source);
    let all = || own().flat_map(|class| class.methods.iter().map(move |method| (class, method)));
    let mut subjects: BTreeMap<(&str, &str, &str), Subject> = BTreeMap::new();
    for (index, located) in fixture.expectations.iter().enumerate() {
        let line = located.line;
        let (mut class, mut method) = (None, None);
        match &located.expectation {
            Expectation::Release(_) => continue,
            Expectation::Run(run) => {
                let arity = run.arguments.len();
                let mut named = all().filter(|(_, m)| m.name == run.method && m.parameters() == arity);
                if let Some((c, m)) = named.next() {
                    (class, method) = (Some(c), Some(m));
                }
                if named.next().is_some() {
                    fail(format!("line {line}: `{}` is ambiguous", run.method));
                }
            }
            _ => {
                let spans = all().filter(|(_, m)| m.lines.0 <= line && line <= m.lines.1);
                let next = all().filter(|(_, m)| m.lines.0 > line && m.name != "<init>");
                let smallest = spans.min_by_key(|(_, m)| m.lines.1 - m.lines.0);
                if let Some((c, m)) = smallest.or_else(|| next.min_by_key(|(_, m)| m.lines.0)) {
                    (class, method) = (Some(c), Some(m));
                }
            }
        }
        let (Some(class), Some(method)) = (class, method) else {
            fail(format!("line {line}: no such method"));
            continue;
        };
        let key = (class.name.as_str(), method.name.as_str(), method.descriptor.as_str());
        let subject = subjects.entry(key).or_insert_with(|| Subject {
            class,
            method,
            wrt: Wrt::All,
            expectations: BTreeSet::new(),
        });
        subject.expectations.insert(index);
        if let Expectation::Wrt(names) = &located.expectation {
            subject.wrt = Wrt::Listed(names.clone());
        }
    }
    subjects.into_values().collect()
}

/// Differentiates class by class and writes the augmented classes; a class's report has one
/// method per subject, in their order.
fn reports<'a>(
    subjects: &[&Subject<'a>],
    primal: &Path,
    augmented: &Path,
    fail: &mut impl FnMut(String),
) -> Vec<(&'a Class, ClassReport)> {
    let mut classes: BTreeMap<&str, (&Class, Vec<Request>)> = BTreeMap::new();
    for subject in subjects {
        let requests = &mut classes.entry(&subject.class.name).or_insert((subject.class, Vec::new())).1;
        requests.push(Request {
            method: subject.method.name.clone(),
            descriptor: subject.method.descriptor.clone(),
            wrt: subject.wrt.clone(),
            forms: Vec::new(),
            names: Vec::new(),
        });
    }
    let bytes: BTreeMap<&str, Vec<u8>> = classes
        .iter()
        .map(|(name, (class, _))| (*name, fs::read(primal.join(class.file())).unwrap()))
        .collect();
    let inputs: Vec<Input> = classes
        .iter()
        .map(|(name, (_, requests))| Input { bytes: &bytes[name], requests: requests.clone() })
        .collect();
    let source = Directory(primal.to_owned());
    let outcome = std::panic::catch_unwind(|| nabla_ad::differentiate_program(&inputs, &source));
    let outcome = match outcome {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(problem)) => {
            fail(problem.to_string());
            return Vec::new();
        }
        Err(_) => {
            fail("panic".into());
            return Vec::new();
        }
    };
    let write = |report: &ClassReport| {
        if let Some(output) = &report.output {
            let file = augmented.join(format!("{}.class", report.class.replace('.', "/")));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, output).unwrap();
        }
    };
    outcome.callees.iter().for_each(write);
    let mut reports = Vec::new();
    for ((name, (class, _)), report) in classes.into_iter().zip(outcome.classes) {
        match report {
            Ok(report) => {
                write(&report);
                reports.push((class, report));
            }
            Err(problem) => fail(format!("{name}: {problem}")),
        }
    }
    reports
}

/// The classes of a fixture.
struct Directory(PathBuf);

impl ClassSource for Directory {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        Some(fs::read(self.0.join(format!("{name}.class"))).ok()?.into())
    }

    fn names(&self) -> Vec<String> {
        let name = |file: &Path| {
            Some(file.strip_prefix(&self.0).ok()?.to_str()?.strip_suffix(".class")?.replace('\\', "/"))
        };
        let files = inventory::files(&self.0, "class");
        let mut names: Vec<String> = files.iter().filter_map(|file| name(file)).collect();
        names.sort();
        names
    }
}

/// The line in the selected method: that of the call, for what lies in a callee.
fn line_of(diagnostic: &Diagnostic) -> Option<u16> {
    match &diagnostic.callee {
        Some(callee) => callee.chain.first().and_then(|(_, _, line)| *line),
        None => diagnostic.line,
    }
}

/// Every error and warning must be expected, and every expectation met. On a method's declaration
/// a comment speaks of the method as a whole: of a diagnostic on its first line or on none.
fn compare_diagnostics(
    fixture: &Fixture,
    subject: &Subject,
    found: &[Diagnostic],
    fail: &mut impl FnMut(String),
) {
    let (first, last) = subject.method.lines;
    let mut explained = vec![false; found.len()];
    for &index in &subject.expectations {
        let Located { line, expectation } = &fixture.expectations[index];
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

/// The subject's runs; none where the method was refused.
fn runs(
    fixture: &Fixture,
    subject: &Subject,
    report: &nabla_ad::MethodReport,
    build: &str,
) -> Vec<(Run, Case)> {
    if report.refused() {
        return Vec::new();
    }
    let form = |form| report.derivatives.iter().filter(move |d| d.form == form);
    let jvp = form(Form::Jvp).next();
    let runs =
        subject.expectations.iter().filter_map(|&index| match &fixture.expectations[index].expectation {
            Expectation::Run(run) => Some(run),
            _ => None,
        });
    runs.map(|run| {
        let case = Case {
            build: build.to_string(),
            class: subject.class.name.clone(),
            method: subject.method.name.clone(),
            descriptor: subject.method.descriptor.clone(),
            setup: run.setup.clone(),
            arguments: run.arguments.clone(),
            wrt: jvp.map(|d| d.wrt.clone()).unwrap_or_default(),
            jvp: jvp.map(|d| d.method.clone()),
            partials: form(Form::Partial).map(|d| d.method.clone()).collect(),
        };
        (run.clone(), case)
    })
    .collect()
}
