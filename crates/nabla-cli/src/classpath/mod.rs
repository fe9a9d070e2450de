//! The class path of a run: its inputs, then `--class-path`, then the JDK's own classes.
//!
//! Nothing is opened before the first look-up that needs it: a run that needs no JDK class needs no
//! JDK. What cannot be read is noted and told at the end, for a look-up itself only finds or does
//! not; a class behind a damaged jar must not silently be another one's.

mod archive;
mod given;
mod image;
mod reader;
mod roots;
mod system;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nabla_ad::ClassSource;
use nabla_ad::rules::UserRule;
use nabla_classfile::ClassFile;

use crate::failure::Failure;
use crate::inputs::{Inputs, Unit};

pub use archive::{VERSIONS, version_of};
use given::Given;
use roots::Roots;
use system::System;

/// A Java release; `None` stands for the base version of a multi-release jar's class.
pub type Release = Option<u16>;

/// What a look-up came to.
type Found = Option<Arc<[u8]>>;

/// The look-ups remembered, for most classes are asked for more than once. All classes of a large
/// class path are looked at, but few are kept: bytes that nobody else holds are forgotten in time.
#[derive(Default)]
struct Known {
    found: HashMap<(String, Release), Found>,
    /// How many may be remembered before they are looked through.
    limit: usize,
}

impl Known {
    fn insert(&mut self, key: (String, Release), found: Found) -> Found {
        if self.found.len() >= self.limit {
            self.found.retain(|_, bytes| bytes.as_ref().is_none_or(|bytes| Arc::strong_count(bytes) > 1));
            self.limit = 64.max(2 * self.found.len());
        }
        // Another thread may have been faster; then its bytes are shared.
        self.found.entry(key).or_insert(found).clone()
    }
}

/// Finds classes by name, for all threads of a run.
pub struct ClassPath<'i> {
    given: Given<'i>,
    roots: Roots,
    system: System,
    known: Mutex<Known>,
    notes: Notes,
    rules: Vec<UserRule>,
    /// How many of them files name: the first ones.
    of_files: usize,
    math: Vec<String>,
}

impl<'i> ClassPath<'i> {
    /// Checks the options. A missing entry is worth a warning, for a misspelt one would otherwise
    /// show only as a class that is not found.
    pub fn new(
        inputs: &'i Inputs,
        class_path: Option<&OsStr>,
        system: Option<&Path>,
    ) -> Result<ClassPath<'i>, Failure> {
        let notes = Notes::default();
        Ok(ClassPath {
            given: Given::new(inputs),
            roots: Roots::new(class_path, &notes),
            system: System::new(system)?,
            known: Mutex::default(),
            notes,
            rules: Vec::new(),
            of_files: 0,
            math: Vec::new(),
        })
    }

    /// Warns of something that was looked for here.
    pub fn warn(&self, text: String) {
        self.notes.warning(text);
    }

    /// Tells the internal names of the units, so that no file is read for its name alone.
    pub fn know(&mut self, names: Vec<Option<String>>) {
        self.given.know(names);
    }

    /// Tells the rules that files name, at most one for each function: they count before all others.
    pub fn know_rules(&mut self, rules: Vec<UserRule>) {
        self.rules = rules;
        self.of_files = self.rules.len();
    }

    /// Tells the rules that are annotated. Of two for a function the first by name counts, and the other one is
    /// warned of.
    pub fn know_annotated(&mut self, mut rules: Vec<UserRule>) {
        rules.sort();
        for rule in rules {
            let function = |r: &UserRule| (r.of.clone(), r.function.clone(), r.function_descriptor());
            match self.rules.iter().position(|known| function(known) == function(&rule)) {
                None => self.rules.push(rule),
                Some(known) if known < self.of_files || self.rules[known] == rule => {}
                Some(known) => {
                    let (counts, function) = (self.rules[known].named(), rule.shown());
                    let other = rule.named();
                    self.warn(format!(
                        "`{counts}` and `{other}` are both rules for `{function}`: `{counts}` counts; `--rules` can say which one does"
                    ));
                }
            }
        }
    }

    /// The rules that users have written.
    pub fn rules(&self) -> &[UserRule] {
        &self.rules
    }

    /// Tells the internal names of the classes whose methods mean what those of `Math` do.
    pub fn know_math(&mut self, math: Vec<String>) {
        self.math = math;
    }

    /// The class path as it is for a release.
    pub fn at(&self, release: Release) -> View<'_> {
        View { path: self, release }
    }

    /// The base version, and every release that a multi-release jar of the inputs has a class for.
    pub fn releases(&self) -> BTreeSet<Release> {
        self.given.releases()
    }

    /// The release that a unit is for: a class of a multi-release jar meets the others as they are
    /// for its release.
    pub fn release(&self, unit: &Unit) -> Release {
        self.given.release(unit)
    }

    /// The number of the unit of the inputs that a class is in for a release.
    pub fn given(&self, name: &str, release: Release) -> Option<usize> {
        self.given.unit(name, release)
    }

    /// Where a class of `--class-path` is.
    pub fn place(&self, name: &str, release: Release) -> Option<Unit> {
        self.roots.place(name, release, &self.notes)
    }

    /// Whether a jar of the inputs may have versions of its classes.
    pub fn is_multi_release(&self, jar: usize) -> bool {
        self.given.is_multi_release(jar)
    }

    /// What could not be read so far, each once, in an order that does not depend on the threads'.
    pub fn failures(&self) -> Vec<Failure> {
        lock(&self.notes.failures).values().cloned().collect()
    }

    /// What is worth a warning so far: missing entries, and that no JDK was found where one was needed.
    pub fn warnings(&self) -> Vec<String> {
        lock(&self.notes.warnings).iter().cloned().collect()
    }

    fn find(&self, name: &str, release: Release) -> Found {
        // Arrays have no class file, and nothing else of this form is the name of one.
        if !is_sound(name) {
            return None;
        }
        let key = (name.to_owned(), release);
        if let Some(known) = lock(&self.known).found.get(&key) {
            return known.clone();
        }
        let found = self
            .given
            .class(name, release)
            .or_else(|| self.roots.class(name, release, &self.notes))
            .or_else(|| self.system.class(name, &self.notes));
        lock(&self.known).insert(key, found)
    }
}

/// A [`ClassPath`] at a release.
pub struct View<'p> {
    path: &'p ClassPath<'p>,
    release: Release,
}

impl ClassSource for View<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        self.path.find(name, self.release)
    }

    fn names(&self) -> Vec<String> {
        let mut names = BTreeSet::new();
        self.path.given.names(self.release, &mut names);
        self.path.roots.names(self.release, &mut names, &self.path.notes);
        names.into_iter().collect()
    }

    fn libraries(&self) -> Vec<String> {
        let mut before = BTreeSet::new();
        self.path.given.names(self.release, &mut before);
        self.path.roots.of_jars(self.release, before, &self.path.notes).into_iter().collect()
    }

    fn rules(&self) -> Vec<UserRule> {
        self.path.rules.clone()
    }

    fn math(&self) -> Vec<String> {
        self.path.math.clone()
    }
}

/// What look-ups met on their way.
#[derive(Default)]
struct Notes {
    /// By message, so that what many look-ups meet is told once.
    failures: Mutex<BTreeMap<String, Failure>>,
    warnings: Mutex<BTreeSet<String>>,
}

impl Notes {
    fn failure(&self, failure: Failure) {
        lock(&self.failures).entry(failure.message.clone()).or_insert(failure);
    }

    fn warning(&self, text: String) {
        lock(&self.warnings).insert(text);
    }

    /// The bytes if they are a class of this name. A directory that is not the root of its packages,
    /// or whose file system does not tell `A` from `a`, leads to the file of another class.
    fn named(&self, name: &str, shown: impl FnOnce() -> String, bytes: Vec<u8>) -> Option<Arc<[u8]>> {
        match own_name(&bytes) {
            Ok(own) => (own == name).then(|| bytes.into()),
            Err(error) => {
                self.failure(Failure::malformed(&shown(), &error));
                None
            }
        }
    }
}

/// The internal name that a class file gives itself.
fn own_name(bytes: &[u8]) -> nabla_classfile::Result<String> {
    Ok(ClassFile::read(bytes)?.name()?.into_owned())
}

/// Whether an internal name can be a file's below a directory. A class file can name anything.
fn is_sound(name: &str) -> bool {
    !name.contains(['.', ';', '[', '\\', ':', '\0']) && name.split('/').all(|part| !part.is_empty())
}

/// Whether a path without `.class` is that of a class that may extend another: below `META-INF` are
/// no packages, and the descriptions of modules and packages are no classes.
fn is_class(path: &str) -> bool {
    is_sound(path) && !path.starts_with("META-INF/") && !path.ends_with("-info")
}

/// Locks; a thread that panicked has left nothing half-done in these tables.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
