//! A file read at positions of its own, so that several threads read one jar at a time.
//!
//! Mapping it into memory would be `unsafe` here, and fatal when a build replaces a jar meanwhile.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// The directory of a jar is read in many small steps; each would be a call of the system.
const BUFFER: usize = 16 << 10;

/// A reader of a shared file; a clone starts where the original stands, with a buffer of its own.
pub struct SharedFile {
    file: Arc<File>,
    length: u64,
    position: u64,
    buffer: Vec<u8>,
    /// Where the buffer's content stands in the file.
    start: u64,
}

impl SharedFile {
    /// Reads from a file.
    pub fn new(file: File) -> io::Result<SharedFile> {
        let length = file.metadata()?.len();
        Ok(SharedFile { file: Arc::new(file), length, position: 0, buffer: Vec::new(), start: 0 })
    }

    /// The buffered bytes from the position on.
    fn buffered(&self) -> &[u8] {
        let skip = self.position.checked_sub(self.start).and_then(|s| usize::try_from(s).ok());
        skip.and_then(|skip| self.buffer.get(skip..)).unwrap_or_default()
    }
}

impl Clone for SharedFile {
    fn clone(&self) -> SharedFile {
        let SharedFile { file, length, position, .. } = self;
        SharedFile { file: file.clone(), length: *length, position: *position, buffer: Vec::new(), start: 0 }
    }
}

impl Read for SharedFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.buffered().is_empty() && into.len() < BUFFER {
            self.buffer.resize(BUFFER, 0);
            let count = read_at(&self.file, &mut self.buffer, self.position);
            self.buffer.truncate(*count.as_ref().unwrap_or(&0));
            self.start = self.position;
            count?;
        }
        let buffered = self.buffered();
        let count = if buffered.is_empty() && into.len() >= BUFFER {
            read_at(&self.file, into, self.position)?
        } else {
            let count = buffered.len().min(into.len());
            into[..count].copy_from_slice(&buffered[..count]);
            count
        };
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a position before the start");
        self.position = position.ok_or_else(before)?;
        Ok(self.position)
    }
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, position)
}

#[cfg(windows)]
fn read_at(file: &File, into: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_the_file_would() {
        let bytes: Vec<u8> = (0..100_000u32).flat_map(u32::to_le_bytes).collect();
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&path, &bytes).unwrap();
        let mut reader = SharedFile::new(File::open(&path).unwrap()).unwrap();
        let mut small = [0; 7];
        for at in [0u64, 5, 16_380, 16_384, 3, 399_990] {
            assert_eq!(reader.seek(SeekFrom::Start(at)).unwrap(), at);
            reader.clone().read_exact(&mut small).unwrap();
            assert_eq!(small, bytes[at as usize..][..7]);
            reader.read_exact(&mut small).unwrap();
            assert_eq!(small, bytes[at as usize..][..7]);
        }
        reader.seek(SeekFrom::End(-10)).unwrap();
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, bytes[bytes.len() - 10..]);
        reader.seek(SeekFrom::Start(1)).unwrap();
        let mut large = vec![0; 200_000];
        reader.read_exact(&mut large).unwrap();
        assert_eq!(large, bytes[1..200_001]);
        assert!(reader.seek(SeekFrom::Current(-300_000)).is_err());
    }
}
