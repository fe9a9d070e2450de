//! The entries of `--class-path`: directories and jars, opened one after the other as look-ups get
//! that far.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::archive::Archive;
use super::{Notes, Release, is_class, lock};
use crate::failure::Failure;
use crate::inputs::{Place, Unit};

/// The entries, in order.
pub struct Roots {
    state: Mutex<State>,
}

struct State {
    opened: Vec<Arc<Root>>,
    /// What is still to be opened, the next one last.
    pending: Vec<Entry>,
    /// What was opened, so that manifests that name each other come to an end.
    seen: HashSet<PathBuf>,
}

enum Entry {
    /// A directory or a jar.
    One(PathBuf),
    /// All jars of a directory.
    Star(PathBuf),
}

enum Root {
    Directory(PathBuf),
    Archive(Archive),
}

impl Root {
    fn names(&self, release: Release, into: &mut BTreeSet<String>, notes: &Notes) {
        match self {
            Root::Archive(archive) => archive.names(release, into),
            Root::Directory(directory) => list(directory, "", into, notes),
        }
    }
}

impl Roots {
    /// Splits the path. An empty entry is the working directory, `dir/*` all jars of a directory.
    pub fn new(class_path: Option<&OsStr>, notes: &Notes) -> Roots {
        let here = |path: &Path| match path.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => path.to_owned(),
        };
        let mut pending = Vec::new();
        for path in class_path.iter().flat_map(std::env::split_paths) {
            let (entry, exists) = if path.file_name() == Some(OsStr::new("*")) {
                let directory = here(path.parent().unwrap_or(Path::new("")));
                let exists = directory.exists();
                (Entry::Star(directory), exists)
            } else {
                let exists = here(&path).exists();
                (Entry::One(here(&path)), exists)
            };
            if exists {
                pending.push(entry);
            } else {
                notes.warning(format!("class path entry `{}` does not exist", path.display()));
            }
        }
        pending.reverse();
        Roots { state: Mutex::new(State { opened: Vec::new(), pending, seen: HashSet::new() }) }
    }

    /// The first class of this name.
    pub fn class(&self, name: &str, release: Release, notes: &Notes) -> Option<Arc<[u8]>> {
        self.each(notes).find_map(|root| match &*root {
            Root::Archive(archive) => archive.class(name, release, notes),
            Root::Directory(directory) => in_directory(directory, name, notes),
        })
    }

    /// Where the first class of this name is.
    pub fn place(&self, name: &str, release: Release, notes: &Notes) -> Option<Unit> {
        self.each(notes).find_map(|root| match &*root {
            Root::Archive(archive) => {
                let place = Place::ClassPath { path: archive.path.clone(), fixed: archive.fixed(name) };
                Some(Unit { shown: archive.place(name, release)?, place })
            }
            Root::Directory(directory) => {
                in_directory(directory, name, notes)?;
                let path = directory.join(format!("{name}.class"));
                Some(Unit {
                    shown: path.display().to_string(),
                    place: Place::ClassPath { path, fixed: None },
                })
            }
        })
    }

    /// The names of all classes.
    pub fn names(&self, release: Release, into: &mut BTreeSet<String>, notes: &Notes) {
        self.each(notes).for_each(|root| root.names(release, into, notes));
    }

    /// The names of those that are in jars; `before` are those that come before all entries.
    pub fn of_jars(&self, release: Release, mut before: BTreeSet<String>, notes: &Notes) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for root in self.each(notes) {
            let mut names = BTreeSet::new();
            root.names(release, &mut names, notes);
            let names = names.into_iter();
            match *root {
                Root::Archive(_) => found.extend(names.filter(|name| !before.contains(name))),
                Root::Directory(_) => before.extend(names.filter(|name| !found.contains(name))),
            }
        }
        found
    }

    fn each<'r>(&'r self, notes: &'r Notes) -> impl Iterator<Item = Arc<Root>> + 'r {
        let mut next = 0;
        std::iter::from_fn(move || {
            next += 1;
            self.nth(next - 1, notes)
        })
    }

    /// Opens entries up to the one with this number. They are opened in order, whichever thread asks
    /// first, so that what a manifest adds stands in the same place in every run.
    fn nth(&self, number: usize, notes: &Notes) -> Option<Arc<Root>> {
        let mut state = lock(&self.state);
        while state.opened.len() <= number {
            let opened = match state.pending.pop()? {
                Entry::One(path) => state.open(&path),
                Entry::Star(directory) => state.expand(&directory).map(|()| None),
            };
            match opened {
                Ok(root) => state.opened.extend(root.map(Arc::new)),
                Err(failure) => notes.failure(failure),
            }
        }
        state.opened.get(number).cloned()
    }
}

impl State {
    fn open(&mut self, path: &Path) -> Result<Option<Root>, Failure> {
        let real = match fs::canonicalize(path) {
            Ok(real) => real,
            // A manifest may name jars that were not delivered.
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Failure::io("read", path, &e)),
        };
        let is_directory = real.is_dir();
        if !self.seen.insert(real) {
            return Ok(None);
        }
        if is_directory {
            return Ok(Some(Root::Directory(path.to_owned())));
        }
        let archive = Archive::open(path)?;
        self.pending.extend(archive.linked.iter().rev().cloned().map(Entry::One));
        Ok(Some(Root::Archive(archive)))
    }

    fn expand(&mut self, directory: &Path) -> Result<(), Failure> {
        let jars = jars(directory).map_err(|e| Failure::io("read", directory, &e))?;
        self.pending.extend(jars.into_iter().rev().map(Entry::One));
        Ok(())
    }
}

/// The jars of a directory, as `java -cp 'dir/*'` finds them, in the order of their names.
fn jars(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "jar" || e == "JAR") && !path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn in_directory(directory: &Path, name: &str, notes: &Notes) -> Option<Arc<[u8]>> {
    let path = directory.join(format!("{name}.class"));
    match fs::read(&path) {
        Ok(bytes) => notes.named(name, || path.display().to_string(), bytes),
        Err(e) => {
            let absent = [
                ErrorKind::NotFound,
                ErrorKind::NotADirectory,
                ErrorKind::IsADirectory,
                ErrorKind::InvalidFilename,
            ];
            if !absent.contains(&e.kind()) {
                notes.failure(Failure::io("read", &path, &e));
            }
            None
        }
    }
}

/// The classes below a directory. Links to directories are not followed, for they may lead in a
/// circle.
fn list(directory: &Path, prefix: &str, into: &mut BTreeSet<String>, notes: &Notes) {
    let mut below = || -> std::io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if entry.file_type()?.is_dir() {
                list(&entry.path(), &format!("{prefix}{name}/"), into, notes);
            } else if let Some(stem) = name.strip_suffix(".class") {
                into.extend(Some(format!("{prefix}{stem}")).filter(|name| is_class(name)));
            }
        }
        Ok(())
    };
    if let Err(e) = below() {
        notes.failure(Failure::io("read", directory, &e));
    }
}
