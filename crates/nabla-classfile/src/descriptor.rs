//! Just enough of descriptors: which parameters a method has.

use crate::{Error, Result};

/// Calls `each` with every parameter of a method descriptor.
pub(crate) fn parameters<'d>(
    descriptor: &'d [u8],
    mut each: impl FnMut(&'d [u8]) -> Result<()>,
) -> Result<()> {
    let bad = || {
        Error::malformed(format!(
            "expected a method descriptor, found {:?}",
            String::from_utf8_lossy(descriptor)
        ))
    };
    if descriptor.first() != Some(&b'(') {
        return Err(bad());
    }
    let mut at = 1;
    loop {
        let start = at;
        while descriptor.get(at) == Some(&b'[') {
            at += 1;
        }
        match descriptor.get(at) {
            Some(b')') if at == start => return Ok(()),
            Some(b'L') => {
                let length = descriptor[at..].iter().position(|&b| b == b';').ok_or_else(bad)?;
                at += length + 1;
            }
            Some(b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => at += 1,
            _ => return Err(bad()),
        }
        each(&descriptor[start..at])?;
    }
}

/// The class-constant name of a reference type's descriptor: `Ljava/lang/String;` is
/// `java/lang/String`, an array is named by its descriptor. `None` for a primitive type.
pub(crate) fn class_of(parameter: &[u8]) -> Option<&[u8]> {
    match parameter.first()? {
        b'L' => parameter.get(1..parameter.len() - 1),
        b'[' => Some(parameter),
        _ => None,
    }
}

/// The slots that the arguments of a call take, without the receiver.
pub(crate) fn argument_slots(descriptor: &[u8]) -> Result<usize> {
    let mut slots = 0;
    parameters(descriptor, |parameter| {
        slots += if matches!(parameter, b"J" | b"D") { 2 } else { 1 };
        Ok(())
    })?;
    Ok(slots)
}
