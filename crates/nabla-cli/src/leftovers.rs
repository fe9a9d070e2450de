//! What an earlier run left in the output directory, and this one would break: a derivative there calls methods of a
//! class that is written anew without them. Where the receiver's class decides it would be wrong, and nothing would say so.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use nabla_classfile::ClassFile;

use crate::failure::Failure;
use crate::refresh::{Named, calls_made, made};

/// Refuses to write these files into the directory if others there need what they replace.
pub fn refuse<'f>(
    directory: &Path,
    files: impl Iterator<Item = (&'f Path, &'f [u8])> + Clone,
) -> Result<(), Failure> {
    let mut lost: BTreeSet<Named> = BTreeSet::new();
    for (path, bytes) in files.clone() {
        let Ok(old) = fs::read(path) else { continue };
        let stays = methods(bytes);
        lost.extend(methods(&old).into_iter().filter(|named| !stays.contains(named)));
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

fn refuse_one(path: &Path, lost: &BTreeSet<Named>) -> Result<(), Failure> {
    let bytes = fs::read(path).unwrap_or_default();
    let class = ClassFile::read(&bytes).ok();
    let calls = class.and_then(|class| calls_made(&class).ok()).unwrap_or_default();
    let Some((name, _)) = calls.into_iter().find(|named| lost.contains(named)) else { return Ok(()) };
    Err(Failure::usage(format!(
        "`{}` of an earlier run calls `{name}`, which this one would take away",
        path.display()
    ))
    .help("differentiate both in one run, write to another directory with `-d DIR`, or remove what is there"))
}

/// The methods of a class that were made for derivatives.
fn methods(bytes: &[u8]) -> BTreeSet<Named> {
    let class = ClassFile::read(bytes).ok();
    class.and_then(|class| made(&class).ok()).unwrap_or_default().into_iter().collect()
}

/// What is in a directory, in the order of the names.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
