//! One language's fixtures, compiled by one compiler for several releases: differentiated, run on
//! the oldest and the newest JDK, and held against their expectations.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use nabla_ad::{ClassReport, Explanation, Form, Input, MethodReport, Request};

use crate::check::{self, Tally};
use crate::classes::Directory;
use crate::compare;
use crate::driver::{self, Case, Commands};
use crate::expect::{Expectation, Run};
use crate::failures::Failures;
use crate::fixture::{self, Fixture, Language, Subject};
use crate::inventory::{self, Class};
use crate::jdk::{self, Jdk};

/// The fixtures of a language and a directory to work in.
pub struct Suite<'a> {
    language: &'a Language,
    jdks: &'a [Jdk],
    scratch: PathBuf,
    fixtures: Vec<Fixture>,
    failures: Failures,
}

/// The class files of one release.
#[derive(Debug, Clone)]
pub struct Build {
    /// Its name in reports.
    pub name: String,
    /// The release.
    pub release: u16,
    /// The sources of the fixtures that compile for this release.
    pub sources: Vec<PathBuf>,
    /// Where the compiler puts the classes.
    pub primal: PathBuf,
    /// Where the augmented classes go.
    augmented: PathBuf,
}

/// A case, the expectation it comes from, and its fixture's source.
type Planned = (PathBuf, Case, Run);

impl<'a> Suite<'a> {
    /// The fixtures of a language, to be run on these JDKs; what is in `scratch` is replaced.
    pub fn new(language: &'a Language, jdks: &'a [Jdk], scratch: &Path) -> Suite<'a> {
        let _ = fs::remove_dir_all(scratch);
        let mut failures = Failures::default();
        let fixtures = fixture::read(language, &mut failures);
        Suite { language, jdks, scratch: scratch.to_path_buf(), fixtures, failures }
    }

    /// The builds for these releases, as far as there is a JDK for them, the newest first.
    pub fn builds(&mut self, compiler: &str, releases: &[u16]) -> Vec<Build> {
        let newest = self.jdks.iter().map(|jdk| jdk.release).max().unwrap_or(0);
        let (mut able, unable): (Vec<u16>, Vec<u16>) = releases.iter().partition(|&&r| r <= newest);
        able.sort_unstable_by(|a, b| b.cmp(a));
        for fixture in &self.fixtures {
            let compiles = |release: &u16| fixture.release <= *release;
            if unable.iter().any(compiles) && !able.iter().any(compiles) && !jdk::may_be_missing() {
                let text = format!("NOT RUN: no JDK {} or newer", fixture.release);
                self.failures.add(&fixture.source, text, compiler);
            }
        }
        let build = |release: u16| {
            let name = format!("{compiler}-{release}");
            let directory = self.scratch.join(&name);
            let chosen = self.fixtures.iter().filter(|f| f.release <= release);
            Build {
                release,
                sources: chosen.map(|f| self.language.root().join(&f.source)).collect(),
                primal: directory.join("primal"),
                augmented: directory.join("augmented"),
                name,
            }
        };
        able.into_iter().map(build).collect()
    }

    /// Checks the compiled builds.
    ///
    /// # Panics
    ///
    /// With everything that is wrong with them.
    pub fn check(mut self, builds: &[Build], libraries: &[PathBuf]) {
        let newest = self.jdks.last().expect("no JDK, no suite");
        let driver = driver::compile(newest, &self.scratch).expect("the driver compiles");
        let classes = inventory::read(newest, &builds[0].primal, &self.language.root());
        let classes = classes.expect("javap reads the classes");
        let mut commands: BTreeMap<u16, Commands> = BTreeMap::new();
        let mut cases: BTreeMap<u16, Vec<Planned>> = BTreeMap::new();
        for build in builds {
            let (loads, planned) = self.plan(&classes, build);
            for jdk in self.jdks.iter().map(|jdk| jdk.release).filter(|&jdk| jdk >= build.release) {
                let commands = commands.entry(jdk).or_default();
                commands.build(&build.name, &build.primal, &build.augmented, libraries);
                loads.iter().for_each(|class| commands.load(&build.name, class));
                for (_, case, _) in &planned {
                    commands.case(case);
                }
                cases.entry(jdk).or_default().extend(planned.iter().cloned());
            }
        }
        let mut tally = Tally::default();
        for jdk in self.jdks {
            let (Some(commands), Some(cases)) = (commands.get(&jdk.release), cases.get(&jdk.release)) else {
                continue;
            };
            self.evaluate(jdk, &driver, commands, cases, &mut tally);
        }
        println!("{} fixtures, {} builds, {tally:?}", self.fixtures.len(), builds.len());
        self.failures.assert_none();
    }

    /// Differentiates the methods of a build and compares what needs no JVM; the classes to be
    /// loaded and the cases to be run. All fixtures are one program: one may call another.
    fn plan(&mut self, classes: &[Class], build: &Build) -> (Vec<String>, Vec<Planned>) {
        let fixtures: Vec<&Fixture> = self.fixtures.iter().filter(|f| f.release <= build.release).collect();
        let failures = &mut self.failures;
        let mut subjects: BTreeMap<&str, Vec<(&Fixture, Subject)>> = BTreeMap::new();
        for fixture in fixtures {
            let fail = &mut |text| failures.add(&fixture.source, text, &build.name);
            for subject in fixture::subjects(fixture, classes, fail) {
                subjects.entry(&subject.class.name).or_default().push((fixture, subject));
            }
        }
        let mut planned = Vec::new();
        let (reports, written) = differentiate(&subjects, build, failures);
        for (class, report) in reports {
            for ((fixture, subject), report) in subjects[class].iter().zip(&report.methods) {
                let fail = &mut |text| failures.add(&fixture.source, text, &build.name);
                compare::diagnostics(fixture, subject, &report.diagnostics, fail);
                if subject
                    .expectations(fixture)
                    .any(|e| matches!(e.expectation, Expectation::Activity { .. }))
                {
                    match explain(subject, build) {
                        Ok(explained) => compare::activity(fixture, subject, &explained.locals, fail),
                        Err(problem) => fail(format!("{}: {problem}", report.method)),
                    }
                }
                for run in runs(fixture, subject) {
                    if report.refused() {
                        fail(format!("{}: refused, and so not run", report.method));
                        break;
                    }
                    let case = case(subject, report, run, build);
                    planned.push((fixture.source.clone(), case, run.clone()));
                }
            }
        }
        (written, planned)
    }

    fn evaluate(
        &mut self,
        jdk: &Jdk,
        driver: &Path,
        commands: &Commands,
        cases: &[Planned],
        tally: &mut Tally,
    ) {
        let results = driver::run(jdk, driver, commands).expect("the JVM finishes");
        for (class, verdict) in results.loads {
            if let Err(complaint) = verdict {
                self.failures.add(Path::new(&class), complaint, &format!("JDK {}", jdk.release));
            }
        }
        assert_eq!(cases.len(), results.cases.len());
        for ((source, case, run), found) in cases.iter().zip(&results.cases) {
            let call = format!("{}({})", case.method, case.arguments.join(", "));
            let place = format!("{} on {}", case.build, jdk.release);
            for problem in check::check(case, run, found, tally) {
                self.failures.add(source, format!("{call}: {problem}"), &place);
            }
        }
        println!("JDK {}: {} runs", jdk.release, cases.len());
    }
}

/// Differentiates the subjects, which are listed by class, and writes the augmented classes, those
/// of callees included. Results in the reports, which have one method per subject, in their order,
/// and the names of the classes written.
fn differentiate<'s>(
    subjects: &BTreeMap<&'s str, Vec<(&Fixture, Subject)>>,
    build: &Build,
    failures: &mut Failures,
) -> (Vec<(&'s str, ClassReport)>, Vec<String>) {
    let mut fail = |class: &str, text: String| failures.add(Path::new(class), text, &build.name);
    let mut bytes: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for (name, subjects) in subjects {
        match fs::read(build.primal.join(subjects[0].1.class.file())) {
            Ok(read) => drop(bytes.insert(name, read)),
            Err(problem) => fail(name, problem.to_string()),
        }
    }
    let request = |(_, subject): &(&Fixture, Subject)| Request {
        forms: vec![Form::Partial, Form::Jvp, Form::Grad, Form::Jac],
        ..subject.request(Vec::new())
    };
    let inputs = bytes.iter().map(|(name, bytes)| Input {
        bytes,
        requests: subjects[name].iter().map(request).collect::<Vec<Request>>(),
    });
    let inputs: Vec<Input> = inputs.collect();
    let source = Directory(build.primal.clone());
    let outcome = std::panic::catch_unwind(|| nabla_ad::differentiate_program(&inputs, &source));
    let outcome = match outcome {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(problem)) => {
            fail("all", problem.to_string());
            return (Vec::new(), Vec::new());
        }
        Err(_) => {
            fail("all", "panic".to_string());
            return (Vec::new(), Vec::new());
        }
    };
    let mut written = Vec::new();
    let mut reports = Vec::new();
    let classes = outcome.callees.iter().filter_map(|c| Some((&c.class, c.output.as_ref()?)));
    for (class, output) in classes.chain(outcome.made.iter().map(|c| (&c.class, &c.output))) {
        write(class, output, build, &mut written).unwrap_or_else(|problem| fail(class, problem));
    }
    for (name, report) in bytes.into_keys().zip(outcome.classes) {
        match report {
            Ok(report) => {
                if let Some(output) = &report.output {
                    write(&report.class, output, build, &mut written)
                        .unwrap_or_else(|problem| fail(name, problem));
                }
                reports.push((name, report));
            }
            Err(problem) => fail(name, problem.to_string()),
        }
    }
    (reports, written)
}

fn write(class: &str, output: &[u8], build: &Build, written: &mut Vec<String>) -> Result<(), String> {
    let file = build.augmented.join(class.replace('.', "/") + ".class");
    let directory = file.parent().expect("a file has a directory");
    fs::create_dir_all(directory).and_then(|()| fs::write(&file, output)).map_err(|e| e.to_string())?;
    written.push(class.to_owned());
    Ok(())
}

fn explain(subject: &Subject, build: &Build) -> Result<Explanation, String> {
    let bytes = fs::read(build.primal.join(subject.class.file())).map_err(|e| e.to_string())?;
    let source = Directory(build.primal.clone());
    nabla_ad::explain_method(&bytes, &subject.request(Vec::new()), &source).map_err(|e| e.to_string())
}

fn runs<'f>(fixture: &'f Fixture, subject: &Subject) -> impl Iterator<Item = &'f Run> {
    subject.expectations(fixture).filter_map(|located| match &located.expectation {
        Expectation::Run(run) => Some(run),
        _ => None,
    })
}

fn case(subject: &Subject, report: &MethodReport, run: &Run, build: &Build) -> Case {
    let form = |form| report.derivatives.iter().filter(move |d| d.form == form);
    let jvp = form(Form::Jvp).next();
    Case {
        build: build.name.clone(),
        class: subject.class.name.clone(),
        method: subject.method.name.clone(),
        descriptor: subject.method.descriptor.clone(),
        setup: run.setup.clone(),
        arguments: run.arguments.clone(),
        wrt: jvp.map(|d| d.wrt.clone()).unwrap_or_default(),
        jvp: jvp.map(|d| d.method.clone()),
        partials: form(Form::Partial).map(|d| d.method.clone()).collect(),
        grad: form(Form::Grad).next().map(|d| d.method.clone()),
    }
}
