//! Jars that are modules: a package that comes to one is named in its description, or the JVM finds no class of it.

use std::collections::BTreeSet;

use nabla_classfile::{Attribute, ClassFile};
use zip::write::PreparedZipFile;

use crate::classpath::version_of;
use crate::failure::Failure;
use crate::jars::Jar;

const DESCRIPTION: &str = "module-info.class";
/// The packages of a module: a number of them, then each as a number in the constant pool.
const PACKAGES: &str = "ModulePackages";

/// Whether the jar describes itself as a module.
pub fn is_module(jar: &Jar) -> bool {
    descriptions(jar).next().is_some()
}

fn descriptions(jar: &Jar) -> impl Iterator<Item = (usize, &str)> {
    jar.classes().filter(|(_, name)| version_of(name).map_or(*name, |(_, rest)| rest) == DESCRIPTION)
}

/// The descriptions of the jar that change if it gets these entries.
pub fn describe(jar: &Jar, added: &[String]) -> Result<Vec<(usize, PreparedZipFile)>, Failure> {
    let classes = added.iter().map(|name| version_of(name).map_or(name.as_str(), |(_, rest)| rest));
    let packages: BTreeSet<&str> =
        classes.filter_map(|name| Some(name.strip_suffix(".class")?.rsplit_once('/')?.0)).collect();
    let mut changed = Vec::new();
    if packages.is_empty() {
        return Ok(changed);
    }
    for (entry, name) in descriptions(jar) {
        let bytes = jar.read(entry)?;
        let described = with_packages(&bytes, &packages)
            .map_err(|e| Failure::malformed(&format!("{}!/{name}", jar.path.display()), &e))?;
        if let Some(described) = described {
            changed.push((entry, jar.prepare(entry, &described)?));
        }
    }
    Ok(changed)
}

/// The description with these packages; `None` if it has them, or names none.
fn with_packages(bytes: &[u8], packages: &BTreeSet<&str>) -> nabla_classfile::Result<Option<Vec<u8>>> {
    let mut class = ClassFile::read(bytes)?;
    let Some(place) = class.attributes.iter().position(|a| class.pool.is_text(a.name, PACKAGES)) else {
        return Ok(None);
    };
    let Attribute { name, bytes: listed } = &class.attributes[place];
    let (name, mut listed) = (*name, listed.get(2..).unwrap_or_default().to_vec());
    let before = listed.len();
    for package in packages {
        let index = class.pool.add_package(package)?.0.to_be_bytes();
        if !listed.chunks(2).any(|known| known == index) {
            listed.extend(index);
        }
    }
    if listed.len() == before {
        return Ok(None);
    }
    let count = (listed.len() / 2) as u16;
    let bytes = [&count.to_be_bytes()[..], &listed].concat();
    class.attributes[place] = Attribute { name, bytes: bytes.into() };
    class.write().map(Some)
}
