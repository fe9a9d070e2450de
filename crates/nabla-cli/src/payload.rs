//! The new bytes of a class, in the shape in which they wait to be written.

use zip::write::PreparedZipFile;

use crate::added;
use crate::companions::{Companion, Companions};
use crate::engine;
use crate::failure::Failure;
use crate::inputs::{Inputs, Place};
use crate::jars::version_name;
use crate::pipeline::Analysed;
use crate::worlds::{Made, Selected};

/// The new bytes of a class.
#[derive(Debug)]
pub enum Payload {
    /// For a file of its own.
    Bytes(Vec<u8>),
    /// For a jar: compressed already, so that a large jar does not fill the memory.
    Entry(Slot, PreparedZipFile),
}

/// Where a class goes in its jar.
#[derive(Debug)]
pub enum Slot {
    /// In place of this entry.
    Replaces(usize),
    /// As a new entry behind this one: a companion, or a version for a release.
    Follows(usize, String),
}

/// What of the results is kept until the end of a run; a large jar's would fill the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Only the reports.
    Nothing,
    /// The bytes of the classes.
    Classes,
    /// What is written: bytes for files, compressed entries for jars.
    ForWriting,
}

/// Takes the new bytes out of a report. `companions` are those of the inputs, with `--detached`.
pub fn pack(
    inputs: &Inputs,
    companions: Option<&Companions>,
    refresh: bool,
    made: Made,
    selected: &[Selected],
    keep: Keep,
) -> Result<Analysed, Failure> {
    let Made { unit, selected: number, version, mut report, beside, stubs } = made;
    let output = report.output.take();
    let changed = output.is_some();
    let companion = match companions.filter(|_| changed && beside.is_none()) {
        Some(companions) => Some(companions.of(inputs, &unit, version, &report.class, refresh)?),
        None => None,
    };
    let payload = match (output, &unit.place) {
        (Some(output), Place::Entry { jar, entry }) if keep == Keep::ForWriting => {
            let jar = &inputs.jars[*jar];
            let host = jar.entry_name(*entry);
            let slot = match &beside {
                Some(beside) => {
                    let name = added::entry_name(host, beside, &report.class.replace('.', "/"));
                    let name = version.map_or(name.clone(), |release| version_name(&name, release));
                    jar.index_of(&name).map_or(Slot::Follows(*entry, name), Slot::Replaces)
                }
                None => slot(*entry, host, version, companion.as_ref()),
            };
            let prepared = match &slot {
                Slot::Replaces(entry) => jar.prepare(*entry, &output)?,
                Slot::Follows(entry, name) => jar.prepare_beside(*entry, name, &output)?,
            };
            Some(Payload::Entry(slot, prepared))
        }
        _ if keep == Keep::Nothing => None,
        (output, _) => output.map(Payload::Bytes),
    };
    let mut parameters = number.map(|n| selected[n].parameters.clone()).unwrap_or_default();
    // Stubs that are refused come after the selected methods; of theirs no names are told.
    parameters.resize(report.methods.len(), Vec::new());
    let added = beside.is_some();
    Ok(Analysed { unit, version, report, parameters, changed, added, payload, companion, stubs })
}

fn slot(entry: usize, name: &str, version: Option<u16>, companion: Option<&Companion>) -> Slot {
    let name = version.map_or_else(|| name.to_owned(), |release| version_name(name, release));
    match (companion, version) {
        (Some(Companion { replaces: Some(Place::Entry { entry, .. }), .. }), _) => Slot::Replaces(*entry),
        (Some(_), _) => {
            Slot::Follows(entry, format!("{}{}.class", name.trim_end_matches(".class"), engine::COMPANION))
        }
        (None, Some(_)) => Slot::Follows(entry, name),
        (None, None) => Slot::Replaces(entry),
    }
}
