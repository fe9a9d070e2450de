//! The inputs of a run, by class name.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use super::archive::{Manifest, version_of};
use super::{Release, is_class, own_name};
use crate::inputs::{Inputs, Place, Unit};

/// The inputs; what they are called is found out at the first look-up.
pub struct Given<'i> {
    inputs: &'i Inputs,
    /// The internal name of every unit, where that is known already.
    known: Option<Vec<Option<String>>>,
    index: OnceLock<Index>,
}

struct Index {
    by_name: HashMap<String, Vec<Entry>>,
    /// For each jar, whether its manifest says that it has versions.
    multi_release: Vec<bool>,
}

/// A class file of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The release it is for; `None` for the base version.
    release: Release,
    unit: usize,
}

impl<'i> Given<'i> {
    /// Over these inputs.
    pub fn new(inputs: &'i Inputs) -> Given<'i> {
        Given { inputs, known: None, index: OnceLock::new() }
    }

    /// Tells the internal names of the units, so that no file is read for its name alone.
    pub fn know(&mut self, names: Vec<Option<String>>) {
        self.known = Some(names);
    }

    /// The release that a unit is for.
    pub fn release(&self, unit: &Unit) -> Release {
        match &unit.place {
            Place::Entry { jar, entry } => {
                version_of(self.inputs.jars[*jar].entry_name(*entry)).map(|(release, _)| release)
            }
            _ => None,
        }
    }

    /// The class as it is for a release: of the newest version of the first input that has it. A
    /// damaged one is for the work on that input to report.
    pub fn class(&self, name: &str, release: Release) -> Option<Arc<[u8]>> {
        let bytes = self.inputs.read(&self.inputs.units[self.unit(name, release)?]).ok()?;
        own_name(&bytes).is_ok_and(|own| own == name).then(|| bytes.into())
    }

    /// The number of the unit that a class is in for a release.
    pub fn unit(&self, name: &str, release: Release) -> Option<usize> {
        let seen = || self.index().by_name.get(name).into_iter().flatten().filter(|e| e.release <= release);
        let first = seen().next()?;
        let versions =
            seen().filter(|e| *e == first || self.jar(first).is_some_and(|j| self.jar(e) == Some(j)));
        versions.max_by_key(|e| e.release).map(|best| best.unit)
    }

    /// The base version, and every release that some jar has a class for.
    pub fn releases(&self) -> BTreeSet<Release> {
        let classes = self.index().by_name.iter().filter(|(name, _)| is_class(name));
        classes.flat_map(|(_, entries)| entries.iter().map(|e| e.release)).chain([None]).collect()
    }

    /// Whether a jar may have versions of its classes.
    pub fn is_multi_release(&self, jar: usize) -> bool {
        self.index().multi_release[jar]
    }

    /// The names of all classes there are for a release.
    pub fn names(&self, release: Release, into: &mut BTreeSet<String>) {
        let seen = |entries: &[Entry]| entries.iter().any(|e| e.release <= release);
        let classes = self.index().by_name.iter().filter(|(name, e)| seen(e) && is_class(name));
        into.extend(classes.map(|(name, _)| name.clone()));
    }

    fn jar(&self, entry: &Entry) -> Option<usize> {
        match self.inputs.units[entry.unit].place {
            Place::Entry { jar, .. } => Some(jar),
            _ => None,
        }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let multi_release: Vec<bool> = self
                .inputs
                .jars
                .iter()
                .map(|jar| {
                    let manifest = jar.index_of("META-INF/MANIFEST.MF").and_then(|e| jar.read(e).ok());
                    Manifest::parse(&manifest.unwrap_or_default()).multi_release
                })
                .collect();
            let mut by_name: HashMap<String, Vec<Entry>> = HashMap::new();
            for (number, unit) in self.inputs.units.iter().enumerate() {
                if let Some((name, release)) = self.name(number, unit, &multi_release) {
                    by_name.entry(name).or_default().push(Entry { release, unit: number });
                }
            }
            Index { by_name, multi_release }
        })
    }

    /// What a unit is called, and the release it is for. In a jar or an image the place says so; a
    /// file may be anywhere, and called anything.
    fn name(&self, number: usize, unit: &Unit, multi_release: &[bool]) -> Option<(String, Release)> {
        let (path, release) = match &unit.place {
            Place::Entry { jar, entry } => {
                let name = self.inputs.jars[*jar].entry_name(*entry);
                match version_of(name) {
                    Some((release, rest)) if multi_release[*jar] => (rest, Some(release)),
                    Some(_) => return None,
                    None => (name, None),
                }
            }
            Place::Module { path, .. } => (path.as_str(), None),
            Place::File { .. } => {
                if let Some(known) = &self.known {
                    return Some((known.get(number)?.clone()?, None));
                }
                let bytes = self.inputs.read(unit).ok()?;
                return Some((own_name(&bytes).ok()?, None));
            }
            Place::ClassPath { .. } => return None,
        };
        Some((path.strip_suffix(".class")?.to_owned(), release))
    }
}
