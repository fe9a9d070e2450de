//! What an earlier run left in the output directory, and this one would break: a derivative there calls methods of a
//! class that is written anew without them. Where the receiver's class decides it would be wrong, and nothing would say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nabla_ad::LAMBDA;
use nabla_classfile::{ClassFile, ConstIndex};

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
    let written: BTreeSet<&Path> = files.clone().map(|(path, _)| path).collect();
    let mut others = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(at) = waiting.pop() {
        for path in entries(&at) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == "class") && !written.contains(&*path) {
                let bytes = fs::read(&path).unwrap_or_default();
                others.push((path, bytes));
            }
        }
    }
    let anew: Vec<&[u8]> = files.map(|(_, bytes)| bytes).collect();
    let unmade = unmade(&anew, &others);
    let mut used = others.iter().filter(|(_, bytes)| name(bytes).is_none_or(|name| !unmade.contains(&name)));
    used.try_for_each(|(path, bytes)| refuse_one(path, bytes, &lost))
}

/// The classes of lambdas that nothing makes any more: their lambdas are gone from a class that is written anew.
fn unmade(written: &[&[u8]], others: &[(PathBuf, Vec<u8>)]) -> BTreeSet<String> {
    let hosts: BTreeSet<String> = written.iter().filter_map(|bytes| name(bytes)).collect();
    let is_of_host = |name: &String| name.split_once(LAMBDA).is_some_and(|(host, _)| hosts.contains(host));
    let mut unmade: BTreeSet<String> =
        others.iter().filter_map(|(_, bytes)| name(bytes)).filter(is_of_host).collect();
    loop {
        let made = |bytes: &[u8]| -> Vec<String> {
            let own = name(bytes);
            let uses = own.as_ref().is_none_or(|own| !unmade.contains(own));
            let named = if uses { named(bytes) } else { Vec::new() };
            named.into_iter().filter(|name| unmade.contains(name)).collect()
        };
        let all = written.iter().copied().chain(others.iter().map(|(_, bytes)| &**bytes));
        let made: BTreeSet<String> = all.flat_map(made).collect();
        if made.is_empty() {
            return unmade;
        }
        unmade.retain(|name| !made.contains(name));
    }
}

fn name(bytes: &[u8]) -> Option<String> {
    Some(ClassFile::read(bytes).ok()?.name().ok()?.into_owned())
}

/// The classes that a class names.
fn named(bytes: &[u8]) -> Vec<String> {
    let Ok(class) = ClassFile::read(bytes) else { return Vec::new() };
    let all = (1..class.pool.len()).map(ConstIndex);
    all.filter_map(|index| Some(class.pool.class_name(index).ok()?.into_owned())).collect()
}

fn refuse_one(path: &Path, bytes: &[u8], lost: &Lost) -> Result<(), Failure> {
    let class = ClassFile::read(bytes).ok();
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
