//! The companions that earlier runs with `--detached` left among the inputs.

use std::collections::{BTreeMap, BTreeSet};

use nabla_classfile::ClassFile;

use crate::classpath::{Release, version_of};
use crate::engine;
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
pub struct Existing {
    /// Where it is.
    pub place: Place,
    /// Whether an earlier run wrote it; else it is the user's.
    pub ours: bool,
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
            companions.found.insert((container(inputs, unit), name.replace('/', ".")), existing);
        }
        companions
    }

    /// The class that has the name of this unit's companion.
    pub fn beside(&self, inputs: &Inputs, unit: &Unit, companion: &str) -> Option<&Existing> {
        self.found.get(&(container(inputs, unit), companion.to_owned()))
    }

    /// Whether a unit is a companion itself.
    pub fn contains(&self, unit: &Unit) -> bool {
        self.ours.contains(&unit.place)
    }
}

fn container(inputs: &Inputs, unit: &Unit) -> Container {
    match &unit.place {
        Place::Entry { jar, entry } => {
            let name = inputs.jars[*jar].entry_name(*entry);
            Some((*jar, version_of(name).map(|(release, _)| release)))
        }
        _ => None,
    }
}
