//! What is asked for: a kernel of one kind for one method.

use crate::kernel::Kind;
use crate::wire::{Reader, WireError};

/// A request, read.
pub struct Request {
    /// The kind of kernel.
    pub kind: &'static Kind,
    /// The internal name of the class that has the method.
    pub owner: String,
    /// The method's name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether there is no receiver.
    pub is_static: bool,
    /// Whether the method is a static one of the JDK, which has rules and no code that could be
    /// moved; its kernel is at home in the class of this name.
    pub rule_home: Option<String>,
    /// Internal names of classes that receivers of calls are known to have.
    pub known: Vec<String>,
    /// The bytes of the class that has the method; empty if they have to be asked for.
    pub bytes: Vec<u8>,
}

impl Request {
    /// Reads a request.
    pub fn read(message: &[u8]) -> Result<Request, WireError> {
        let mut reader = Reader::new(message);
        let kind = Kind::named(&reader.text()?).ok_or(WireError("there is no such kernel"))?;
        let (owner, method, descriptor) = (reader.text()?, reader.text()?, reader.text()?);
        let is_static = reader.byte()? != 0;
        let home = reader.text()?;
        let count = reader.count()?;
        let known = (0..count).map(|_| reader.text()).collect::<Result<_, _>>()?;
        let bytes = reader.bytes()?.to_vec();
        reader.finish()?;
        let rule_home = (!home.is_empty()).then_some(home);
        Ok(Request { kind, owner, method, descriptor, is_static, rule_home, known, bytes })
    }
}
