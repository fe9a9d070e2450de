//! The companions that earlier runs with `--detached` left among the inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use nabla_classfile::ClassFile;

use crate::classpath::{Release, version_of};
use crate::engine;
use crate::failure::Failure;
use crate::inputs::{Inputs, Place, Unit};

/// Classes of the inputs that have the name of a companion.
#[derive(Default)]
pub struct Companions {
    found: BTreeMap<(Container, String), Existing>,
    ours: BTreeSet<Place>,
}

/// Where a companion stands beside its class: in the same jar, for the same release.
type Container = Option<(usize, Release)>;

/// A class with the name of a companion.
struct Existing {
    place: Place,
    /// Whether an earlier run wrote it; else it is the user's.
    ours: bool,
}

/// The class that holds detached derivatives.
#[derive(Debug)]
pub struct Companion {
    /// Its binary name, with dots.
    pub name: String,
    /// The one that it replaces.
    pub replaces: Option<Place>,
}

impl Companions {
    /// Looks for them; only files that are called so are read.
    pub fn find(inputs: &Inputs) -> Companions {
        let mut companions = Companions::default();
        let suffix = format!("{}.class", engine::COMPANION);
        for unit in inputs.units.iter().filter(|unit| unit.shown.ends_with(&suffix)) {
            // What cannot be read is for the work on it to report.
            let Ok(bytes) = inputs.read(unit) else { continue };
            let Ok(class) = ClassFile::read(&bytes) else { continue };
            let Ok(name) = class.name() else { continue };
            let existing = Existing { place: unit.place.clone(), ours: engine::is_companion(&class) };
            if existing.ours {
                companions.ours.insert(unit.place.clone());
            }
            companions.found.insert((container(inputs, unit, None), name.replace('/', ".")), existing);
        }
        companions
    }

    /// The companion of a class, if nothing that is to stay has its name. `version` is the release
    /// for which its jar gets one.
    pub fn of(
        &self,
        inputs: &Inputs,
        unit: &Unit,
        version: Release,
        class: &str,
        refresh: bool,
    ) -> Result<Companion, Failure> {
        let name = format!("{class}{}", engine::COMPANION);
        let Some(existing) = self.found.get(&(container(inputs, unit, version), name.clone())) else {
            return Ok(Companion { name, replaces: None });
        };
        let taken = Failure::refused(format!("`{}` has a class `{name}` beside it already", unit.shown));
        match (existing.ours, refresh) {
            (true, true) => Ok(Companion { name, replaces: Some(existing.place.clone()) }),
            (true, false) => Err(taken.help("an earlier run wrote it: `--refresh` replaces it")),
            (false, _) => Err(taken.help("drop `--detached`, for a companion needs that name")),
        }
    }

    /// Whether a unit is a companion itself.
    pub fn contains(&self, unit: &Unit) -> bool {
        self.ours.contains(&unit.place)
    }
}

/// A class that is no companion stays, though it is no input.
pub fn refuse_overwriting(path: &Path) -> Result<(), Failure> {
    let Ok(bytes) = fs::read(path) else { return Ok(()) };
    match ClassFile::read(&bytes).is_ok_and(|class| engine::is_companion(&class)) {
        true => Ok(()),
        false => {
            Err(Failure::refused(format!("`{}` is no companion, and would be overwritten", path.display()))
                .help("drop `--detached`, for a companion needs that name, or write to another directory"))
        }
    }
}

fn container(inputs: &Inputs, unit: &Unit, version: Release) -> Container {
    match &unit.place {
        Place::Entry { jar, entry } => {
            let name = inputs.jars[*jar].entry_name(*entry);
            Some((*jar, version.or(version_of(name).map(|(release, _)| release))))
        }
        _ => None,
    }
}
