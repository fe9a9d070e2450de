//! The encoding of messages: numbers big-endian, texts and bytes behind their length.

/// Changes with every message that changes. Both sides must have the same.
pub const PROTOCOL: i32 = 3;

/// How an answer begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// Classes to define follow.
    Kernel = 1,
    /// Diagnostics follow.
    Refused = 2,
    /// A text follows: a class file is damaged.
    Malformed = 3,
    /// A text follows: a fault of this library.
    Fault = 4,
    /// The name of a class follows whose bytes are asked for; only where messages travel by a pipe.
    Ask = 5,
}

/// What is wrong with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError(pub &'static str);

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "damaged message: {}", self.0)
    }
}

/// Reads a message.
pub struct Reader<'m> {
    rest: &'m [u8],
}

impl<'m> Reader<'m> {
    /// From its first byte.
    pub fn new(message: &'m [u8]) -> Reader<'m> {
        Reader { rest: message }
    }

    fn take(&mut self, count: usize) -> Result<&'m [u8], WireError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(WireError("it ends too early"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8, WireError> {
        Ok(self.take(1)?[0])
    }

    /// A number that counts.
    pub fn count(&mut self) -> Result<usize, WireError> {
        let bytes = self.take(4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    /// Bytes.
    pub fn bytes(&mut self) -> Result<&'m [u8], WireError> {
        let count = self.count()?;
        self.take(count)
    }

    /// A text.
    pub fn text(&mut self) -> Result<String, WireError> {
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| WireError("a text is not UTF-8"))?;
        Ok(text.to_owned())
    }

    /// Nothing may follow.
    pub fn finish(&self) -> Result<(), WireError> {
        if self.rest.is_empty() { Ok(()) } else { Err(WireError("something follows its end")) }
    }
}

/// Writes a message.
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Begins with a tag.
    pub fn new(tag: Tag) -> Writer {
        Writer { bytes: vec![tag as u8] }
    }

    /// A number that counts; no message is as long as it could count.
    pub fn count(&mut self, count: usize) -> &mut Writer {
        self.bytes.extend((count as u32).to_be_bytes());
        self
    }

    /// Bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Writer {
        self.count(bytes.len());
        self.bytes.extend(bytes);
        self
    }

    /// A text.
    pub fn text(&mut self, text: &str) -> &mut Writer {
        self.bytes(text.as_bytes())
    }

    /// The message.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// A message that is one text.
pub fn text(tag: Tag, text: &str) -> Vec<u8> {
    let mut writer = Writer::new(tag);
    writer.text(text);
    writer.finish()
}
