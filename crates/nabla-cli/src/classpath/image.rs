//! A JDK's `lib/modules`: from a class's name to its module, and to its bytes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jimage_rs::JImage;

use crate::engine;
use crate::failure::{Failure, Status};

/// The fixed part of the image's header; the tables follow.
const HEADER: usize = 28;

/// An open image.
pub struct Image {
    path: PathBuf,
    image: JImage,
    big_endian: bool,
    /// Where the table of strings begins.
    strings: usize,
}

impl Image {
    /// Maps the file; nothing of it is read but the header.
    pub fn open(path: &Path) -> Result<Image, Failure> {
        let malformed =
            |e: &dyn std::fmt::Display| Failure::input(format!("cannot read `{}`: {e}", path.display()));
        let image = JImage::open(path).map_err(|e| malformed(&e))?;
        let bytes = image.raw().as_slice();
        let big_endian = bytes.starts_with(&[0xca, 0xfe, 0xda, 0xda]);
        let mut opened = Image { path: path.to_owned(), image, big_endian, strings: 0 };
        // Header: magic, version, flags, resources, table length, locations' and strings' bytes;
        // then two tables of 32 bits an entry, the locations, the strings.
        let field = |at: usize| opened.u4(opened.image.raw().as_slice(), at).map(|v| v as usize);
        let strings = field(16).zip(field(20)).map(|(table, locations)| HEADER + 8 * table + locations);
        opened.strings = strings.ok_or_else(|| malformed(&"the header is cut off"))?;
        Ok(opened)
    }

    /// The bytes of the class with this internal name.
    pub fn class(&self, name: &str) -> Result<Option<Arc<[u8]>>, Failure> {
        // The crate trusts the tables of an image; a damaged one sends it past the end.
        let found = engine::guarded(|| self.look_up(name));
        found.map_err(|failure| {
            let why = match failure.status {
                Status::Bug => "a table leads past its end",
                _ => &failure.message,
            };
            Failure::input(format!("malformed module image `{}`: {why}", self.path.display()))
        })
    }

    fn look_up(&self, name: &str) -> Result<Option<Arc<[u8]>>, Failure> {
        let unreadable = |e: jimage_rs::error::JImageError| Failure::input(e.to_string());
        let Some((package, _)) = name.rsplit_once('/') else { return Ok(None) };
        let listing = format!("/packages/{}", package.replace('/', "."));
        let Some(modules) = self.image.find_resource(&listing).map_err(unreadable)? else {
            return Ok(None);
        };
        // A row is a flag and the module's name; packages without classes are listed along.
        for row in modules.chunks_exact(8) {
            let Some(module) = self.u4(row, 4).and_then(|at| self.string(at as usize)) else { continue };
            let resource = format!("/{module}/{name}.class");
            if let Some(bytes) = self.image.find_resource(&resource).map_err(unreadable)? {
                return Ok(Some(bytes.into()));
            }
        }
        Ok(None)
    }

    fn string(&self, at: usize) -> Option<&str> {
        let rest = self.image.raw().as_slice().get(self.strings + at..)?;
        let end = rest.iter().position(|&b| b == 0)?;
        std::str::from_utf8(&rest[..end]).ok()
    }

    fn u4(&self, bytes: &[u8], at: usize) -> Option<u32> {
        let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }
}
