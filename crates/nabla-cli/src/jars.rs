//! Jars: read entry by entry, written again with everything as it was but the changed classes.
//!
//! Order, names, compression methods, timestamps and comments are those of the input; entries that
//! did not change travel as their compressed bytes.

use std::fs;
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::write::PreparedZipFile;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::classpath::{VERSIONS, version_of};
use crate::failure::Failure;

/// No class file is larger; what claims to be is an attempt to fill the memory.
pub const LARGEST_CLASS: u64 = 64 << 20;

/// The bytes of a jar, shared by the readers of several threads.
#[derive(Clone)]
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Whether an entry signs others.
pub fn is_signature(name: &str) -> bool {
    const INSIDE: &str = "META-INF/";
    let inner = name.split_at_checked(INSIDE.len()).filter(|(start, _)| start.eq_ignore_ascii_case(INSIDE));
    let is_block =
        |extension: &&str| ["SF", "RSA", "DSA", "EC"].iter().any(|e| extension.eq_ignore_ascii_case(e));
    inner.is_some_and(|(_, n)| !n.contains('/') && n.rsplit_once('.').is_some_and(|(_, e)| is_block(&e)))
}

/// Why a changed copy of a jar's class cannot take its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fixed {
    /// The jar is signed: the JVM would reject it, and a copy beside it.
    Signed,
    /// The package is sealed: all of it is to come from the jar.
    Sealed,
    /// The jar has the class for several releases: a copy would take the place of all.
    Versioned,
}

impl Fixed {
    /// The refusal of a jar whose class would change.
    pub fn refusal(self, path: &Path) -> Failure {
        let jar = path.display();
        match self {
            Fixed::Signed => Failure::refused(format!("`{jar}` is signed, and a class that is changed or added would break its signature"))
                .help("differentiate the unsigned jar and sign the result, or remove META-INF/*.SF and its signature block first"),
            Fixed::Sealed => Failure::refused(format!("`{jar}` has a sealed package, and the JVM takes no changed class of it from elsewhere"))
                .help("name the jar as an input: the changed class is then in a copy of it"),
            Fixed::Versioned => Failure::refused(format!("`{jar}` has a called class in versions for several releases, and a changed class would take the place of all"))
                .help("name the jar as an input: each version is then changed in a copy of it"),
        }
    }
}

/// The name of an entry's version for a release.
pub fn version_name(entry: &str, release: u16) -> String {
    format!("{VERSIONS}{release}/{}", version_of(entry).map_or(entry, |(_, rest)| rest))
}

/// An open jar.
pub struct Jar {
    /// Its path as given.
    pub path: PathBuf,
    bytes: Shared,
    archive: ZipArchive<Cursor<Shared>>,
    names: Vec<String>,
}

impl Jar {
    /// Reads the directory of a jar.
    pub fn open(path: &Path) -> Result<Jar, Failure> {
        let bytes = Shared(Arc::new(fs::read(path).map_err(|e| Failure::io("read", path, &e))?));
        let malformed =
            |e: &dyn std::fmt::Display| Failure::input(format!("malformed jar `{}`: {e}", path.display()));
        let archive = ZipArchive::new(Cursor::new(bytes.clone())).map_err(|e| malformed(&e))?;
        if archive.has_duplicate_names() {
            return Err(malformed(&"two entries have the same name"));
        }
        let names = archive
            .file_names()
            .map(|n| n.map(|n| n.into_owned()).map_err(|e| malformed(&e)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Jar { path: path.to_owned(), bytes, archive, names })
    }

    /// The class files: base and versioned ones alike, module and package descriptions excepted.
    pub fn classes(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().enumerate().filter(|(_, n)| n.ends_with(".class")).map(|(i, n)| (i, n.as_str()))
    }

    /// The name of an entry.
    pub fn entry_name(&self, entry: usize) -> &str {
        &self.names[entry]
    }

    /// The entry with this name.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.archive.index_for_name(name)
    }

    /// Whether the jar is signed: a changed class would make the JVM reject it.
    pub fn signed(&self) -> bool {
        self.names.iter().any(|name| is_signature(name))
    }

    /// The bytes of an entry.
    pub fn read(&self, entry: usize) -> Result<Vec<u8>, Failure> {
        let malformed = |e: &dyn std::fmt::Display| {
            Failure::input(format!(
                "malformed jar `{}`: entry `{}`: {e}",
                self.path.display(),
                self.names[entry]
            ))
        };
        // The clone shares the directory and the bytes; only the position is its own.
        let mut archive = self.archive.clone();
        let file = archive.by_index(entry).map_err(|e| malformed(&e))?;
        let mut bytes = Vec::with_capacity(file.size().min(1 << 20) as usize);
        file.take(LARGEST_CLASS + 1).read_to_end(&mut bytes).map_err(|e| malformed(&e))?;
        if bytes.len() as u64 > LARGEST_CLASS {
            return Err(malformed(&format!("larger than {LARGEST_CLASS} bytes")));
        }
        Ok(bytes)
    }

    /// Compresses the new content of an entry as the old one was. Workers do this, so that only
    /// compressed bytes are kept until the jar is written.
    pub fn prepare(&self, entry: usize, bytes: &[u8]) -> Result<PreparedZipFile, Failure> {
        self.compress(entry, &self.names[entry], bytes)
    }

    /// Compresses as the entry `like` is.
    fn compress(&self, like: usize, name: &str, bytes: &[u8]) -> Result<PreparedZipFile, Failure> {
        let fail = |e: &dyn std::fmt::Display| {
            Failure::input(format!("cannot compress `{name}` for `{}`: {e}", self.path.display()))
        };
        let mut archive = self.archive.clone();
        let file = archive.by_index_raw(like).map_err(|e| fail(&e))?;
        let mut options = file.options().large_file(false);
        if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            options = options.compression_method(CompressionMethod::Deflated);
        }
        PreparedZipFile::from_data(name, options, bytes).map_err(|e| fail(&e))
    }

    /// Compresses the content of a new entry as that of the entry it will follow.
    pub fn prepare_beside(&self, entry: usize, name: &str, bytes: &[u8]) -> Result<PreparedZipFile, Failure> {
        self.compress(entry, name, bytes)
    }

    /// Writes the jar with the changed entries replaced, in the order of the input. `changed` is
    /// sorted by entry. Without changes the bytes are those of the input.
    pub fn write(
        &self,
        changed: Vec<(usize, PreparedZipFile)>,
        to: &mut (impl Write + Seek),
    ) -> io::Result<()> {
        self.write_with(changed, Vec::new(), to)
    }

    /// [`write`](Jar::write) with new entries, each after the entry it is listed with; `added` is
    /// sorted likewise.
    pub fn write_with(
        &self,
        changed: Vec<(usize, PreparedZipFile)>,
        added: Vec<(usize, PreparedZipFile)>,
        to: &mut (impl Write + Seek),
    ) -> io::Result<()> {
        if changed.is_empty() && added.is_empty() {
            return to.write_all(self.bytes.as_ref());
        }
        let mut archive = self.archive.clone();
        let mut writer = ZipWriter::new(to);
        let (mut changed, mut added) = (changed.into_iter().peekable(), added.into_iter().peekable());
        for index in 0..archive.len() {
            match changed.next_if(|(entry, _)| *entry == index) {
                Some((_, prepared)) => writer.add_prepared_file(prepared)?,
                None => writer.raw_copy_file(archive.by_index_raw(index)?)?,
            }
            while let Some((_, prepared)) = added.next_if(|(entry, _)| *entry == index) {
                writer.add_prepared_file(prepared)?;
            }
        }
        writer.set_raw_comment(archive.comment().into())?;
        writer.finish()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_known_by_their_names() {
        for name in ["META-INF/A.SF", "META-INF/b.rsa", "meta-inf/C.D.DsA", "META-INF/.EC"] {
            assert!(is_signature(name), "{name}");
        }
        for name in
            ["META-INF/", "META-INF/MANIFEST.MF", "META-INF/x/A.SF", "META-INF/SF", "A.SF", "META-INÄA.SF"]
        {
            assert!(!is_signature(name), "{name}");
        }
    }
}
