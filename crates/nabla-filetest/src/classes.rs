//! The classes of a build, as the differentiator finds them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nabla_ad::ClassSource;

use crate::inventory;

/// The class files below a directory.
#[derive(Debug)]
pub struct Directory(pub PathBuf);

impl ClassSource for Directory {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        Some(fs::read(self.0.join(format!("{name}.class"))).ok()?.into())
    }

    fn names(&self) -> Vec<String> {
        let name = |file: &Path| {
            Some(file.strip_prefix(&self.0).ok()?.to_str()?.strip_suffix(".class")?.replace('\\', "/"))
        };
        let files = inventory::files(&self.0, "class");
        let mut names: Vec<String> = files.iter().filter_map(|file| name(file)).collect();
        names.sort();
        names
    }
}
