//! Source lines for diagnostics, when the sources are to be had.

use std::cell::RefCell;
use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use nabla_classfile::{ClassFile, ConstIndex};

use crate::inputs::{Inputs, Place, Unit};

/// A source file found.
#[derive(Debug)]
pub struct Source {
    /// Its path.
    pub path: PathBuf,
    /// Its text; bytes that are not UTF-8 are replaced.
    pub text: String,
}

impl Source {
    /// A line, counted from 1, without its end.
    pub fn line(&self, number: u16) -> Option<&str> {
        self.text.lines().nth(usize::from(number).checked_sub(1)?)
    }
}

/// Finds sources on `--source-path`, else beside the class.
pub struct Sources {
    roots: Vec<PathBuf>,
    read: RefCell<HashMap<PathBuf, Option<Rc<Source>>>>,
}

impl Sources {
    /// Takes the values of `--source-path`, each of which may list several directories.
    pub fn new(paths: &[OsString]) -> Sources {
        let roots = paths.iter().flat_map(env::split_paths).filter(|p| !p.as_os_str().is_empty()).collect();
        Sources { roots, read: RefCell::default() }
    }

    /// The source of a class: `DIR/demo/Foo.java`, `DIR/Foo.java`, or the file beside the class.
    pub fn find(
        &self,
        inputs: &Inputs,
        unit: Option<&Unit>,
        class: &str,
        source: Option<&str>,
    ) -> Option<Rc<Source>> {
        // The attribute holds a plain name; anything else must not lead us elsewhere.
        let source = source.filter(|s| !s.contains(['/', '\\']))?;
        let package = class.rsplit_once('.').map(|(package, _)| package.replace('.', "/"));
        let mut places = Vec::new();
        for root in &self.roots {
            if let Some(package) = &package {
                places.push(root.join(package).join(source));
            }
            places.push(root.join(source));
        }
        let beside = match unit.map(|unit| &unit.place) {
            Some(Place::File { path, .. } | Place::ClassPath { path, .. }) => path.parent(),
            Some(Place::Entry { jar, .. }) => inputs.jars[*jar].path.parent(),
            Some(Place::Module { .. }) | None => None,
        };
        places.extend(beside.map(|directory| directory.join(source)));
        places.iter().find_map(|path| self.read(path))
    }

    fn read(&self, path: &Path) -> Option<Rc<Source>> {
        self.read
            .borrow_mut()
            .entry(path.to_owned())
            .or_insert_with(|| {
                let bytes = fs::read(path).ok()?;
                Some(Rc::new(Source {
                    path: path.to_owned(),
                    text: String::from_utf8_lossy(&bytes).into_owned(),
                }))
            })
            .clone()
    }
}

/// The name of a class file's source file.
pub fn name(bytes: &[u8]) -> Option<String> {
    let class = ClassFile::read(bytes).ok()?;
    let attribute = class.attribute(&class.attributes, "SourceFile")?;
    let index = u16::from_be_bytes(attribute.bytes.get(..2)?.try_into().ok()?);
    Some(class.pool.utf8(ConstIndex(index)).ok()?.into_owned())
}

/// Where a class's source would be, relative to the root of its package: `demo/Foo.java`.
pub fn relative_path(class: &str, source: Option<&str>) -> String {
    let outer = class.split('$').next().unwrap_or(class);
    match (source, outer.rsplit_once('.')) {
        (Some(source), Some((package, _))) => format!("{}/{source}", package.replace('.', "/")),
        (Some(source), None) => source.to_owned(),
        (None, _) => format!("{}.java", outer.replace('.', "/")),
    }
}
