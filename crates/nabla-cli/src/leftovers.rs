//! What an earlier run left in the output directory, and this one would break: a derivative there calls methods of a
//! class that is written anew without them. Where the receiver's class decides it would be wrong, and nothing would say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nabla_classfile::ClassFile;

use crate::failure::Failure;
use crate::refresh::{Call, Named, calls_made, made};

/// How the names of the methods start by which classes answer that they were known.
const ANSWER: &str = "nabla$self";

/// The methods that are gone, with the classes that had them.
type Lost = BTreeMap<Named, BTreeSet<String>>;

/// Refuses to write these files into the directory if others there need what they replace.
pub fn refuse<'f>(
    directory: &Path,
    files: impl Iterator<Item = (&'f Path, &'f [u8])> + Clone,
) -> Result<(), Failure> {
    let mut lost = Lost::new();
    for (path, bytes) in files.clone() {
        let Ok(old) = fs::read(path) else { continue };
        let ((class, before), (_, stays)) = (methods(&old), methods(bytes));
        // A class that asks whether one was known answers itself, or is an exception.
        let is_answer = |(name, _): &Named| name.starts_with(ANSWER);
        for named in before.into_iter().filter(|named| !stays.contains(named) && !is_answer(named)) {
            lost.entry(named).or_default().insert(class.clone());
        }
    }
    if lost.is_empty() {
        return Ok(());
    }
    let written: BTreeSet<&Path> = files.map(|(path, _)| path).collect();
    let mut waiting = vec![directory.to_owned()];
    while let Some(at) = waiting.pop() {
        for path in entries(&at) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == "class") && !written.contains(&*path) {
                refuse_one(&path, &lost)?;
            }
        }
    }
    Ok(())
}

fn refuse_one(path: &Path, lost: &Lost) -> Result<(), Failure> {
    let bytes = fs::read(path).unwrap_or_default();
    let class = ClassFile::read(&bytes).ok();
    let calls = class.and_then(|class| calls_made(&class).ok()).unwrap_or_default();
    let is_lost = |call: &&Call| {
        lost.get(&call.named).is_some_and(|classes| call.dispatched || classes.contains(&call.owner))
    };
    let Some(call) = calls.iter().find(is_lost) else { return Ok(()) };
    Err(Failure::usage(format!(
        "`{}` of an earlier run calls `{}`, which this one would take away",
        path.display(),
        call.named.0
    ))
    .help("differentiate both in one run, write to another directory with `-d DIR`, or remove what is there"))
}

/// A class's internal name, and its methods that were made for derivatives.
fn methods(bytes: &[u8]) -> (String, BTreeSet<Named>) {
    let class = ClassFile::read(bytes).ok();
    let name = class.as_ref().and_then(|class| Some(class.name().ok()?.into_owned()));
    let made = class.and_then(|class| made(&class).ok()).unwrap_or_default();
    (name.unwrap_or_default(), made.into_iter().collect())
}

/// What is in a directory, in the order of the names.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
