//! Modified UTF-8, JVMS §4.4.7: NUL takes two bytes, and what UTF-8 writes in four bytes is
//! written as two surrogates of three.

use std::borrow::Cow;

/// The text of modified UTF-8; `None` if it is none. A lone surrogate becomes U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        // A lead byte of four is the one thing that UTF-8 has and modified UTF-8 has not;
        // HotSpot does accept neither it nor a plain NUL. Looking at all of them at once is faster than
        // stopping at the first.
        let is_modified = bytes.iter().fold(true, |so_far, &b| so_far & (b < 0xf0) & (b != 0));
        return is_modified.then_some(Cow::Borrowed(text));
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let tail_bits = |i: usize| tail.get(i).filter(|&b| b & 0xc0 == 0x80).map(|b| u16::from(b & 0x3f));
        let length = match first {
            1..0x80 => {
                units.push(u16::from(*first));
                1
            }
            0xc0..0xe0 => {
                units.push(u16::from(first & 0x1f) << 6 | tail_bits(0)?);
                2
            }
            0xe0..0xf0 => {
                units.push(u16::from(first & 0x0f) << 12 | tail_bits(0)? << 6 | tail_bits(1)?);
                3
            }
            _ => return None,
        };
        rest = &rest[length..];
    }
    Some(Cow::Owned(String::from_utf16_lossy(&units)))
}

/// Modified UTF-8 of a text.
pub(crate) fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|b| b != 0 && b < 0xf0) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    for unit in text.encode_utf16() {
        match unit {
            1..0x80 => out.push(unit as u8),
            0 | 0x80..0x800 => out.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
            _ => out.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (unit & 0x3f) as u8,
            ]),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for text in ["", "plain", "é∂", "\0", "a\u{1f600}b"] {
            assert_eq!(decode(&encode(text)).as_deref(), Some(text));
        }
        assert_eq!(&*encode("\0"), [0xc0, 0x80]);
        assert_eq!(decode(&[0xed, 0xa0, 0x80]).as_deref(), Some("\u{fffd}"));
    }

    #[test]
    fn rejects_what_is_none() {
        for bytes in [&[0u8][..], &[0xf0, 0x9f, 0x98, 0x80], &[0xc0], &[0x80], &[0xe0, 0x80]] {
            assert_eq!(decode(bytes), None);
        }
    }
}
