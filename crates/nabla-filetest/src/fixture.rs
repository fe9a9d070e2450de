//! The fixtures: source files, and the methods their expectations speak of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nabla_ad::{Form, Request, Wrt};

use crate::expect::{self, Expectation, Located};
use crate::failures::Failures;
use crate::inventory::{self, Class, Method};

/// A language the fixtures are written in.
#[derive(Debug)]
pub struct Language {
    /// The fixtures' directory, below the root of the repository.
    pub directory: &'static str,
    /// The extension of source files.
    pub extension: &'static str,
    /// The first release that a fixture compiles for unless it says otherwise.
    pub release: u16,
}

/// Java.
pub const JAVA: Language = Language { directory: "java-fixtures", extension: "java", release: 17 };
/// Kotlin; its language does not depend on the release.
pub const KOTLIN: Language = Language { directory: "kotlin-fixtures", extension: "kt", release: 8 };
/// Scala; its language does not depend on the release.
pub const SCALA: Language = Language { directory: "scala-fixtures", extension: "scala", release: 8 };

impl Language {
    /// The fixtures' directory.
    pub fn root(&self) -> PathBuf {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(self.directory);
        root.canonicalize().unwrap_or(root)
    }
}

/// A source file and what it expects.
#[derive(Debug)]
pub struct Fixture {
    /// The source, relative to the fixtures' root.
    pub source: PathBuf,
    /// The first release it compiles for.
    pub release: u16,
    /// Its expectations.
    pub expectations: Vec<Located>,
}

/// Reads all fixtures of a language.
pub fn read(language: &Language, failures: &mut Failures) -> Vec<Fixture> {
    let root = language.root();
    let mut fixtures = Vec::new();
    for file in inventory::files(&root, language.extension) {
        let source = file.strip_prefix(&root).expect("found below the root").to_path_buf();
        let parsed =
            fs::read_to_string(&file).map_err(|e| e.to_string()).and_then(|text| expect::parse(&text));
        let expectations = parsed.unwrap_or_else(|problem| {
            failures.add(&source, problem, "source");
            Vec::new()
        });
        let release = expectations.iter().find_map(|e| match e.expectation {
            Expectation::Release(release) => Some(release),
            _ => None,
        });
        if expectations.iter().all(|e| matches!(e.expectation, Expectation::Release(_) | Expectation::Wrt(_)))
        {
            failures.add(&source, "no expectations".to_string(), "source");
        }
        fixtures.push(Fixture { source, release: release.unwrap_or(language.release), expectations });
    }
    if fixtures.is_empty() {
        failures.add(&root, "no fixtures".to_string(), "source");
    }
    fixtures
}

/// A method and what is expected of it.
#[derive(Debug)]
pub struct Subject<'a> {
    /// Its class.
    pub class: &'a Class,
    /// The method.
    pub method: &'a Method,
    /// The independents.
    pub wrt: Wrt,
    /// The expectations that speak of it, by their place in the fixture's list.
    expectations: BTreeSet<usize>,
}

impl Subject<'_> {
    /// What is expected of it.
    pub fn expectations<'f>(&self, fixture: &'f Fixture) -> impl Iterator<Item = &'f Located> {
        self.expectations.iter().map(|&index| &fixture.expectations[index])
    }

    /// The request for its derivatives; without forms: for the default ones.
    pub fn request(&self, forms: Vec<Form>) -> Request {
        Request {
            method: self.method.name.clone(),
            descriptor: self.method.descriptor.clone(),
            wrt: self.wrt.clone(),
            forms,
            names: Vec::new(),
            lanes: Default::default(),
        }
    }
}

/// The methods the fixture's expectations speak of, by class, name and descriptor. A `run` names
/// its method; another comment speaks of the method whose code spans its line, else of the next.
pub fn subjects<'a>(
    fixture: &Fixture,
    classes: &'a [Class],
    fail: &mut impl FnMut(String),
) -> Vec<Subject<'a>> {
    let own = || classes.iter().filter(|class| class.source == fixture.source);
    let all = || own().flat_map(|class| class.methods.iter().map(move |method| (class, method)));
    let mut subjects: BTreeMap<(&str, &str, &str), Subject> = BTreeMap::new();
    for (index, located) in fixture.expectations.iter().enumerate() {
        let line = located.line;
        let found = match &located.expectation {
            Expectation::Release(_) => continue,
            Expectation::Run(run) => {
                let arity = run.arguments.len();
                let mut named = all().filter(|(_, m)| m.name == run.method && m.parameters() == arity);
                let found = named.next();
                if named.next().is_some() {
                    fail(format!("line {line}: `{}` is ambiguous", run.method));
                }
                found
            }
            _ => {
                let spans = all().filter(|(_, m)| m.lines.0 <= line && line <= m.lines.1);
                let next = all().filter(|(_, m)| m.lines.0 > line);
                let smallest = spans.min_by_key(|(_, m)| m.lines.1 - m.lines.0);
                smallest.or_else(|| next.min_by_key(|(_, m)| m.lines.0))
            }
        };
        let Some((class, method)) = found else {
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
