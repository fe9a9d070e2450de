//! A cursor over big-endian bytes that fails with a place instead of panicking.

use crate::{ConstIndex, Error, Result};

/// Reads `bytes` from `pos` on, which never exceeds their length.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub pos: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, pos: 0 }
    }

    #[inline]
    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        // `pos` never exceeds the length, so the subtraction cannot wrap.
        if n > self.bytes.len() - self.pos {
            return Err(self.short(n));
        }
        let slice = &self.bytes[self.pos..self.pos + n];
        self.pos += n;
        Ok(slice)
    }

    #[cold]
    fn short(&self, n: usize) -> Error {
        let left = self.bytes.len() - self.pos;
        Error::malformed(format!("expected {n} more bytes, found {left}")).at_offset(self.pos)
    }

    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes[self.pos..].first_chunk::<N>() {
            Some(chunk) => {
                self.pos += N;
                Ok(*chunk)
            }
            None => Err(self.short(N)),
        }
    }

    #[inline]
    pub fn u1(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    #[inline]
    pub fn u2(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    #[inline]
    pub fn i2(&mut self) -> Result<i16> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    #[inline]
    pub fn u4(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    #[inline]
    pub fn i4(&mut self) -> Result<i32> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    #[inline]
    pub fn index(&mut self) -> Result<ConstIndex> {
        Ok(ConstIndex(self.u2()?))
    }

    pub fn left(&self) -> usize {
        self.bytes.len() - self.pos
    }

    /// A capacity for `count` items of at least `size` bytes each that the rest can really hold.
    pub fn capacity(&self, count: usize, size: usize) -> usize {
        count.min(self.left() / size)
    }

    /// Fails unless everything was read.
    pub fn finish(&self, what: &str) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            n => Err(Error::malformed(format!("expected the end of {what}, found {n} more bytes"))
                .at_offset(self.pos)),
        }
    }
}
