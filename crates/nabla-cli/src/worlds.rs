//! Which classes meet at run time, and so are differentiated together.
//!
//! A JVM takes of every class the newest version up to its own release. A derivative that was made
//! among the base versions may call a method that the newer version of a class does not have; so
//! each release that a multi-release jar has classes for is a world of its own. Where the bytes made
//! for a release differ from those that its JVM would find, the jar gets a version of the class.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::added;
use crate::classpath::{ClassPath, Release, View};
use crate::engine::{
    self, Around, ClassReport, ClassSource, MadeClass, NoClasses, Probes, RecordedCall, Request, Subject,
    UserRule,
};
use crate::failure::Failure;
use crate::inputs::{Inputs, Place, Unit};
use crate::modules;
use crate::refresh::{self, Called};

/// A class of the inputs in which methods are selected.
pub struct Selected {
    /// Its number among the units.
    pub unit: usize,
    /// Its internal name.
    pub name: String,
    /// The class file.
    pub bytes: Vec<u8>,
    /// What is asked for.
    pub requests: Vec<Request>,
    /// The parameter names of each of these methods.
    pub parameters: Vec<Vec<Option<String>>>,
}

/// How the names of the interfaces begin by which functions are called with their tangents.
const FUNCTIONS: &str = "nabla.";

/// What came of a class.
pub struct Made {
    /// Where the class is.
    pub unit: Unit,
    /// Its number among the selected ones; `None` if it only got methods that others call.
    pub selected: Option<usize>,
    /// The release for which its jar gets a version of it.
    pub version: Release,
    /// The outcome.
    pub report: ClassReport,
    /// The stubs that were filled in: name and descriptor.
    pub stubs: Vec<(String, String)>,
    /// For a class that no input has: the internal name of the one it belongs beside, whose place
    /// `unit` tells.
    pub beside: Option<String>,
}

/// What came of all worlds.
pub struct Outcome {
    /// The classes that change.
    pub made: Vec<Made>,
    /// What failed.
    pub failures: Vec<Failure>,
    /// What is worth a warning.
    pub warnings: Vec<String>,
    /// The calls that instrumented classes record, the innermost first.
    pub calls: Vec<RecordedCall>,
}

/// What a class is to a run.
enum Role<'r> {
    /// Selected, with its number and its bytes.
    Selected(usize, &'r [u8]),
    /// It only got methods that others call.
    Callee,
    /// It is new, beside the one with this internal name.
    New(String),
}

/// Differentiates the selected classes, world by world.
pub struct Worlds<'w> {
    inputs: &'w Inputs,
    class_path: &'w ClassPath<'w>,
    /// What stays in classes of an earlier run, where derivatives are made anew.
    refresh: Option<&'w Called>,
    detached: bool,
    probes: Probes,
    made: Vec<Made>,
    calls: Vec<RecordedCall>,
    failures: Vec<Failure>,
    warnings: Vec<String>,
    /// What a JVM of the latest world so far finds, where that is not the input.
    standing: HashMap<String, u64>,
}

impl<'w> Worlds<'w> {
    /// No world yet.
    pub fn new(
        inputs: &'w Inputs,
        class_path: &'w ClassPath<'w>,
        refresh: Option<&'w Called>,
        detached: bool,
        probes: Probes,
    ) -> Worlds<'w> {
        Worlds {
            inputs,
            class_path,
            refresh,
            detached,
            probes,
            made: Vec::new(),
            calls: Vec::new(),
            failures: Vec::new(),
            warnings: Vec::new(),
            standing: HashMap::new(),
        }
    }

    /// Works on all worlds, the oldest first.
    pub fn differentiate(mut self, selected: &[Selected]) -> Outcome {
        let mut met = vec![false; selected.len()];
        for release in self.class_path.releases() {
            let here = |s: &Selected| self.class_path.given(&s.name, release) == Some(s.unit);
            let members: Vec<usize> = (0..selected.len()).filter(|&i| here(&selected[i])).collect();
            members.iter().for_each(|&i| met[i] = true);
            self.world(release, selected, &members);
        }
        // Of two inputs of one name, which a JVM takes depends on its class path: calls reach the
        // first, and the other one is a world by itself.
        for (i, s) in selected.iter().enumerate().filter(|(i, _)| !met[*i]) {
            let unit = &self.inputs.units[s.unit];
            let known =
                self.class_path.releases().into_iter().any(|r| self.class_path.given(&s.name, r).is_some());
            let why = match known {
                true => {
                    "another input has a class of this name; what this one calls is not followed".to_owned()
                }
                false => format!(
                    "not where a class path would have `{}`; what it calls is not followed: take out of the archive what is a root of packages, and name that",
                    s.name.replace('/', ".")
                ),
            };
            self.warnings.push(format!("`{}`: {why}", unit.shown));
            let source = self.class_path.at(None);
            let detached = self.detached.then_some(&source as &dyn ClassSource);
            let around = Around { called: &NoClasses, detached, probes: self.probes };
            let outcome = engine::differentiate(&[self.subject(s)], around);
            self.calls.extend(outcome.calls);
            for report in outcome.classes {
                match report {
                    Ok(report) => {
                        let (unit, selected) = (unit.clone(), Some(i));
                        self.made.push(Made {
                            unit,
                            selected,
                            version: None,
                            report,
                            beside: None,
                            stubs: Vec::new(),
                        })
                    }
                    Err(failure) => self.failures.push(failure),
                }
            }
            for made in outcome.made {
                let (beside, report) = (made.beside.replace('.', "/"), new_class(made));
                let unit = added::unit(self.inputs, unit, &beside, &report.class.replace('.', "/"));
                let beside = Some(beside);
                self.made.push(Made {
                    unit,
                    selected: None,
                    version: None,
                    report,
                    beside,
                    stubs: Vec::new(),
                });
            }
        }
        let Worlds { made, failures, warnings, calls, .. } = self;
        Outcome { made, failures, warnings, calls }
    }

    fn subject<'s>(&'s self, selected: &'s Selected) -> Subject<'s> {
        let Selected { unit, bytes, requests, .. } = selected;
        Subject { shown: &self.inputs.units[*unit].shown, bytes, requests }
    }

    fn world(&mut self, release: Release, selected: &[Selected], members: &[usize]) {
        let source =
            Source { view: self.class_path.at(release), refresh: self.refresh, detached: self.detached };
        let subjects: Vec<Subject<'_>> = members.iter().map(|&i| self.subject(&selected[i])).collect();
        let detached = self.detached.then_some(&source as &dyn ClassSource);
        let around = Around { called: &source, detached, probes: self.probes };
        let outcome = engine::differentiate(&subjects, around);
        self.calls.extend(outcome.calls);
        let first = self.made.len();
        for (&i, report) in members.iter().zip(outcome.classes) {
            let Selected { unit, name, bytes, .. } = &selected[i];
            match report {
                Ok(report) => {
                    let unit = self.inputs.units[*unit].clone();
                    self.keep(release, name, unit, Role::Selected(i, bytes), report)
                }
                Err(failure) if !self.failures.contains(&failure) => self.failures.push(failure),
                Err(_) => {}
            }
        }
        for report in outcome.callees {
            let name = report.class.replace('.', "/");
            match self.place(&name, release) {
                Some(unit) => self.keep(release, &name, unit, Role::Callee, report),
                None => self.failures.push(Failure::input(format!(
                    "`{}` is part of the JDK and cannot get the methods that inputs call",
                    report.class
                ))),
            }
        }
        for made in outcome.made {
            let (beside, report) = (made.beside.replace('.', "/"), new_class(made));
            let Some(host) = self.place(&beside, release) else { continue };
            let name = report.class.replace('.', "/");
            let unit = added::unit(self.inputs, &host, &beside, &name);
            self.keep(release, &name, unit, Role::New(beside), report);
        }
        self.share(release, first);
    }

    /// Interfaces of functions go into every jar, and among the files, where a class names them: each may be used without
    /// the others. Two modules cannot have the same package. What was made begins with `first`.
    fn share(&mut self, release: Release, first: usize) {
        let jar_of = |made: &Made| match made.unit.place {
            Place::Entry { jar, .. } => Some(jar),
            _ => None,
        };
        let made = &self.made[first..];
        let (mut copies, mut warnings) = (Vec::new(), BTreeSet::new());
        // What is beside a class of the class path stays with what the jar calls there.
        let is_shared = |made: &&Made| {
            let beside_input = !matches!(made.unit.place, Place::ClassPath { .. });
            made.beside.is_some() && made.report.class.starts_with(FUNCTIONS) && beside_input
        };
        for interface in made.iter().filter(is_shared) {
            let name = interface.report.class.replace('.', "/");
            let mut having: BTreeSet<Option<usize>> = [jar_of(interface)].into();
            for user in made {
                let output = user.report.output.as_deref().unwrap_or_default();
                let names = || output.windows(name.len()).any(|text| text == name.as_bytes());
                if !having.contains(&jar_of(user)) && names() {
                    having.insert(jar_of(user));
                    let beside = user.beside.clone().unwrap_or_else(|| user.report.class.replace('.', "/"));
                    let unit = added::unit(self.inputs, &user.unit, &beside, &name);
                    copies.push((name.clone(), unit, beside, interface.report.clone()));
                }
            }
            let modules = having.iter().flatten().map(|jar| &self.inputs.jars[*jar]);
            let modules: Vec<_> = modules.filter(|jar| modules::is_module(jar)).collect();
            if let [one, other, ..] = modules[..] {
                let package = interface.report.class.rsplit_once('.').map_or("", |(package, _)| package);
                warnings.insert(format!(
                    "`{}` and `{}` are modules, and both get the package `{package}`: the JVM takes them from the class \
                     path, not from the module path",
                    one.path.display(),
                    other.path.display()
                ));
            }
        }
        self.warnings.extend(warnings);
        for (name, unit, beside, report) in copies {
            self.keep(release, &name, unit, Role::New(beside), report);
        }
    }

    fn place(&self, name: &str, release: Release) -> Option<Unit> {
        let given = self.class_path.given(name, release).map(|unit| self.inputs.units[unit].clone());
        given.or_else(|| self.class_path.place(name, release))
    }

    /// Keeps what was made of a class for a release, unless its JVM finds it already.
    fn keep(&mut self, release: Release, name: &str, unit: Unit, role: Role<'_>, mut report: ClassReport) {
        let own = self.class_path.release(&unit) == release;
        // Without a companion, the class as it was is what a JVM is to find.
        let original = match role {
            Role::Selected(_, bytes) => Some(bytes).filter(|_| !self.detached),
            Role::Callee | Role::New(_) => None,
        };
        let bytes = report.output.as_deref().or(original).unwrap_or_default();
        let print = fingerprint(bytes);
        let same = self.standing.insert(name.to_owned(), print) == Some(print);
        if !own && same {
            return;
        }
        let version = release.filter(|_| !own);
        let can_have_versions =
            matches!(unit.place, Place::Entry { jar, .. } if self.class_path.is_multi_release(jar));
        if let Some(version) = version
            && !can_have_versions
        {
            let text = format!("`{}` needs other derivatives for Java {version} than before", unit.shown);
            self.failures.push(
                Failure::refused(text)
                    .note("what it calls has a version of its own for that release in a multi-release jar")
                    .help("put the class into the same jar"),
            );
            return;
        }
        if version.is_some() && !bytes.is_empty() {
            report.output = Some(bytes.to_vec());
        }
        let (selected, beside) = match role {
            Role::Selected(i, _) => (Some(i), None),
            Role::Callee => (None, None),
            Role::New(beside) => (None, Some(beside)),
        };
        self.made.push(Made { unit, selected, version, report, beside, stubs: Vec::new() });
    }
}

/// The report of a class that no input has.
fn new_class(made: MadeClass) -> ClassReport {
    ClassReport { class: made.class, source: None, methods: Vec::new(), output: Some(made.output) }
}

/// The class path, without the internal methods of an earlier run where those are made anew.
struct Source<'p> {
    view: View<'p>,
    refresh: Option<&'p Called>,
    detached: bool,
}

impl ClassSource for Source<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        let bytes = self.view.class(name)?;
        let Some(called) = self.refresh else { return Some(bytes) };
        // The classes of lambdas are made anew, under the same names, but where derivatives that stay call them.
        if name.contains(engine::LAMBDA) {
            return refresh::is_called(&bytes, called).then_some(bytes);
        }
        // Only a class that can be read is found, and one that is read can be written.
        refresh::strip(name, bytes.to_vec(), &[], called).ok().map(Arc::from)
    }

    fn rules(&self) -> Vec<UserRule> {
        self.view.rules()
    }

    fn takes_place(&self) -> bool {
        !self.detached
    }

    fn math(&self) -> Vec<String> {
        self.view.math()
    }

    fn names(&self) -> Vec<String> {
        self.view.names()
    }

    fn libraries(&self) -> Vec<String> {
        self.view.libraries()
    }
}

fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
