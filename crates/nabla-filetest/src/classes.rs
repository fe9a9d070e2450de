//! The classes of a build, as the differentiator finds them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use jimage_rs::JImage;
use nabla_ad::ClassSource;

use crate::{inventory, jdk};

/// The class files below a directory, and the classes of a JDK.
#[derive(Debug)]
pub struct Directory(pub PathBuf);

impl ClassSource for Directory {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        let own = fs::read(self.0.join(format!("{name}.class"))).ok();
        Some(own.or_else(|| of_jdk(name))?.into())
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

/// The modules of the JDK whose classes programs use.
const MODULES: [&str; 4] = ["java.base", "java.logging", "java.desktop", "java.management"];

/// The class of the oldest JDK that the fixtures run on.
fn of_jdk(name: &str) -> Option<Vec<u8>> {
    static IMAGE: OnceLock<Option<JImage>> = OnceLock::new();
    let open = || JImage::open(jdk::find().first()?.home.join("lib/modules")).ok();
    let image = IMAGE.get_or_init(open).as_ref()?;
    let class = |module| Some(image.find_resource(&format!("/{module}/{name}.class")).ok()??.into_owned());
    MODULES.iter().find_map(class)
}
