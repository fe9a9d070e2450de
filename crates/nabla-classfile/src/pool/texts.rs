//! Texts that were asked for are kept: an analysis reads the names of a class again and again, and what
//! decoding costs is that all their bytes are checked.

use super::{ConstIndex, ConstantPool, tag};
use crate::mutf8;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The texts of entries that were read from a file, by index, once they were asked for.
pub(super) type Texts = OnceLock<Box<[OnceLock<Box<str>>]>>;

impl ConstantPool<'_> {
    /// The text of a Utf8 entry that was read from a file, if it is plain UTF-8.
    #[inline]
    pub(super) fn kept_text(&self, index: ConstIndex) -> Option<&str> {
        let texts = self.texts.get_or_init(|| self.offsets.iter().map(|_| OnceLock::new()).collect());
        let kept = texts.get(usize::from(index.0))?;
        if kept.get().is_none() {
            _ = kept.set(self.plain_text(index)?.into());
        }
        kept.get().map(|text| &**text)
    }

    fn plain_text(&self, index: ConstIndex) -> Option<&str> {
        let offset = *self.offsets.get(usize::from(index.0)).filter(|offset| **offset != 0)? as usize;
        // What was added is not in the file.
        let [first, high, low, rest @ ..] = self.bytes.get(offset..)? else { return None };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        if *first != tag::UTF8 {
            return None;
        }
        match mutf8::decode(rest.get(..length)?)? {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }
}
