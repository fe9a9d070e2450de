//! A jar on the class path: its directory is read once, its classes when they are asked for.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::ZipArchive;
use zip::result::ZipResult;

use super::reader::SharedFile;
use super::{Notes, Release};
use crate::failure::Failure;
use crate::jars::{Fixed, LARGEST_CLASS, is_signature};

const MANIFEST: &str = "META-INF/MANIFEST.MF";
/// Where a jar has the versions of its classes.
pub const VERSIONS: &str = "META-INF/versions/";

/// The first release that looks for versioned classes.
const FIRST_VERSION: u16 = 9;

/// An open jar.
pub struct Archive {
    /// The jar.
    pub path: PathBuf,
    zip: ZipArchive<SharedFile>,
    /// The releases it holds classes for, newest first; none unless its manifest says so.
    versions: Vec<u16>,
    /// The jars and directories that its manifest puts after it on the class path.
    pub linked: Vec<PathBuf>,
    /// The packages that its manifest seals.
    sealed: Sealed,
}

impl Archive {
    /// Reads the directory and the manifest.
    pub fn open(path: &Path) -> Result<Archive, Failure> {
        let file = File::open(path).and_then(SharedFile::new).map_err(|e| Failure::io("read", path, &e))?;
        let malformed = |e: &dyn std::fmt::Display| {
            Failure::input(format!("malformed jar `{}` on the class path: {e}", path.display()))
        };
        let zip = ZipArchive::new(file).map_err(|e| malformed(&e))?;
        let mut archive = Archive {
            path: path.to_owned(),
            zip,
            versions: Vec::new(),
            linked: Vec::new(),
            sealed: Sealed::default(),
        };
        let manifest = archive.read(MANIFEST).map_err(|e| malformed(&e))?;
        let manifest = Manifest::parse(&manifest.unwrap_or_default());
        if manifest.multi_release {
            archive.versions = archive.versions();
        }
        let parent = path.parent().unwrap_or(Path::new(""));
        archive.linked = manifest.class_path.iter().filter_map(|url| linked(parent, url)).collect();
        archive.sealed = manifest.sealed;
        Ok(archive)
    }

    /// The class as it is for a release.
    pub fn class(&self, name: &str, release: Release, notes: &Notes) -> Option<Arc<[u8]>> {
        for place in self.places(name, release) {
            match self.read(&place) {
                Ok(Some(bytes)) => return notes.named(name, || self.shown(&place), bytes),
                Ok(None) => {}
                Err(e) => {
                    let text = format!("malformed jar `{}`: entry `{place}`: {e}", self.path.display());
                    notes.failure(Failure::input(text));
                    return None;
                }
            }
        }
        None
    }

    /// How messages call the entry that has a class.
    pub fn place(&self, name: &str, release: Release) -> Option<String> {
        let entry = self.places(name, release).find(|entry| self.zip.index_for_name(entry).is_some())?;
        Some(self.shown(&entry))
    }

    /// Why no changed copy of a class can take its place, if so.
    pub fn fixed(&self, name: &str) -> Option<Fixed> {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        if self.zip.file_names().flatten().any(|name| is_signature(&name)) {
            Some(Fixed::Signed)
        } else if self.sealed.seals(package) {
            Some(Fixed::Sealed)
        } else {
            let version = |v: &u16| self.zip.index_for_name(&format!("{VERSIONS}{v}/{name}.class"));
            self.versions.iter().any(|v| version(v).is_some()).then_some(Fixed::Versioned)
        }
    }

    /// The entries in which a class may be, the newest version first.
    fn places(&self, name: &str, release: Release) -> impl Iterator<Item = String> {
        let newest = release.unwrap_or(0);
        let base = format!("{name}.class");
        let versioned = self.versions.iter().filter(move |&&v| v <= newest);
        let versions: Vec<String> = versioned.map(|v| format!("{VERSIONS}{v}/{base}")).collect();
        versions.into_iter().chain([base])
    }

    /// The classes there are for a release, by internal name.
    pub fn names(&self, release: Release, into: &mut BTreeSet<String>) {
        for entry in self.zip.file_names().flatten() {
            into.extend(class_of(&entry, !self.versions.is_empty(), release));
        }
    }

    fn shown(&self, entry: &str) -> String {
        format!("{}!/{entry}", self.path.display())
    }

    fn read(&self, entry: &str) -> ZipResult<Option<Vec<u8>>> {
        let Some(index) = self.zip.index_for_name(entry) else { return Ok(None) };
        // The clone shares the directory and the file; only the position is its own.
        let mut zip = self.zip.clone();
        let file = zip.by_index(index)?;
        let mut bytes = Vec::with_capacity(file.size().min(1 << 20) as usize);
        file.take(LARGEST_CLASS + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST_CLASS {
            return Err(std::io::Error::other(format!("larger than {LARGEST_CLASS} bytes")).into());
        }
        Ok(Some(bytes))
    }

    fn versions(&self) -> Vec<u16> {
        let found = self.zip.file_names().flatten().filter_map(|entry| version_of(&entry).map(|(v, _)| v));
        found.collect::<BTreeSet<u16>>().into_iter().rev().collect()
    }
}

/// The release and the rest of `META-INF/versions/N/…`.
pub fn version_of(entry: &str) -> Option<(u16, &str)> {
    let (version, rest) = entry.strip_prefix(VERSIONS)?.split_once('/')?;
    let version = version.parse().ok().filter(|&v| v >= FIRST_VERSION)?;
    Some((version, rest))
}

/// The internal name of an entry's class, if it can be seen from a release.
fn class_of(entry: &str, multi_release: bool, release: Release) -> Option<String> {
    let path = match version_of(entry) {
        Some((version, rest)) if multi_release && version <= release.unwrap_or(0) => rest,
        _ => entry,
    };
    path.strip_suffix(".class").filter(|name| super::is_class(name)).map(str::to_owned)
}

/// The path that a manifest's relative URL names.
fn linked(parent: &Path, url: &str) -> Option<PathBuf> {
    let url = url.strip_prefix("file:").unwrap_or(url);
    if url.contains("://") {
        return None;
    }
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |b: Option<u8>| char::from(b?).to_digit(16);
        bytes.push((digit(rest.next())? * 16 + digit(rest.next())?) as u8);
    }
    Some(parent.join(String::from_utf8(bytes).ok()?))
}

/// What a manifest says about the class path and its packages.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// `Multi-Release: true`.
    pub multi_release: bool,
    /// `Class-Path`, a relative URL each.
    pub class_path: Vec<String>,
    /// `Sealed`.
    pub sealed: Sealed,
}

/// The packages that are sealed: all, but for these, or these alone.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sealed {
    all: bool,
    others: BTreeSet<String>,
}

impl Sealed {
    fn seals(&self, package: &str) -> bool {
        self.all != self.others.contains(package)
    }
}

impl Manifest {
    /// Reads the sections: lines of `Name: value`, continued by lines that begin with a space. The first is about
    /// the jar, each of the others about what it names.
    pub fn parse(bytes: &[u8]) -> Manifest {
        let text =
            String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n").replace("\n ", "");
        let mut sections =
            text.split("\n\n").map(|section| section.lines().filter_map(|line| line.split_once(": ")));
        let is_true = |value: &str| value.trim().eq_ignore_ascii_case("true");
        let mut manifest = Manifest::default();
        for (name, value) in sections.next().into_iter().flatten() {
            if name.eq_ignore_ascii_case("Multi-Release") {
                manifest.multi_release = is_true(value);
            } else if name.eq_ignore_ascii_case("Class-Path") {
                manifest.class_path = value.split_whitespace().map(str::to_owned).collect();
            } else if name.eq_ignore_ascii_case("Sealed") {
                manifest.sealed.all = is_true(value);
            }
        }
        for section in sections {
            let value =
                |key: &str| section.clone().find(|(k, _)| k.eq_ignore_ascii_case(key)).map(|(_, v)| v);
            if let (Some(package), Some(sealed)) =
                (value("Name").and_then(|name| name.strip_suffix('/')), value("Sealed"))
                && is_true(sealed) != manifest.sealed.all
            {
                manifest.sealed.others.insert(package.to_owned());
            }
        }
        manifest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_section_alone_counts() {
        let text = b"Manifest-Version: 1.0\r\nClass-Path: lib/a%20b.jar li\r\n b/c.jar\r\n\
            multi-release: TRUE\r\n\r\nName: x\r\nMulti-Release: false\r\n";
        let manifest = Manifest::parse(text);
        assert!(manifest.multi_release);
        assert_eq!(manifest.class_path, ["lib/a%20b.jar", "lib/c.jar"]);
        assert_eq!(linked(Path::new("/x"), "lib/a%20b.jar"), Some(PathBuf::from("/x/lib/a b.jar")));
        assert_eq!(linked(Path::new("/x"), "http://host/a.jar"), None);
        assert_eq!(Manifest::parse(b""), Manifest::default());
    }

    #[test]
    fn packages_are_sealed_together_or_one_by_one() {
        let one =
            Manifest::parse(b"Manifest-Version: 1.0\n\nName: a/b/\nSealed: true\n\nName: c/\nX: y\n").sealed;
        assert_eq!(["a/b", "a", "c"].map(|package| one.seals(package)), [true, false, false]);
        let all = Manifest::parse(b"Sealed: true\r\n\r\nName: a/b/\r\nSealed: false\r\n").sealed;
        assert_eq!(["a/b", "a", ""].map(|package| all.seals(package)), [false, true, true]);
    }

    #[test]
    fn versioned_names() {
        assert_eq!(version_of("META-INF/versions/17/demo/Foo.class"), Some((17, "demo/Foo.class")));
        assert_eq!(version_of("META-INF/versions/8/demo/Foo.class"), None);
        assert_eq!(version_of("demo/Foo.class"), None);
        let versioned = "META-INF/versions/17/demo/Foo.class";
        assert_eq!(class_of(versioned, true, Some(21)).as_deref(), Some("demo/Foo"));
        for (multi_release, release) in [(true, Some(11)), (true, None), (false, Some(21))] {
            assert_eq!(class_of(versioned, multi_release, release), None);
        }
    }
}
