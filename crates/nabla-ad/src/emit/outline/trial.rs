//! Whether taking a derivative apart would help, before it is decided how its tangents are held.

use super::{COMPILED, MOST_COMPILED, length, outline};
use crate::AdError;
use crate::emit::subject::Subject;
use nabla_classfile::{ClassFile, Code, ErrorKind, Member};

/// More than these would be more than a class should hold.
const MOST_IN_PARTS: usize = 100_000;

/// Whether the derivative can be taken apart until all of it can be compiled.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn can_be_compiled<'a>(
    class: &ClassFile<'a>,
    subject: &Subject<'_, 'a>,
    code: &Code<'a>,
) -> Result<bool, AdError> {
    let Subject { primal, activity, kind, independents, .. } = *subject;
    let method = &class.methods[primal.method.index as usize];
    let (access, name) = (method.access, class.pool.utf8(method.name)?.into_owned());
    let descriptor = kind.descriptor(&name, &primal.signature, &activity.pattern, independents);
    let length = length_apart(class, (access, &name, &descriptor), code)?;
    Ok(length.is_some_and(|length| length <= MOST_COMPILED))
}

/// The bytes of what would be left of a method if it were taken apart; none if a class could not hold
/// it.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn length_apart<'a>(
    class: &ClassFile<'a>,
    (access, name, descriptor): (u16, &str, &str),
    code: &Code<'a>,
) -> Result<Option<u32>, AdError> {
    if code.insns.len() > MOST_IN_PARTS {
        return Ok(None);
    }
    // What is tried leaves nothing behind.
    let mut class = class.clone();
    let member = Member {
        access,
        name: class.pool.add_utf8(name)?,
        descriptor: class.pool.add_utf8(descriptor)?,
        attributes: Vec::new(),
    };
    let tried = outline(&mut class, &member, code, COMPILED).and_then(|outlined| {
        let left = outlined.as_ref().map_or(code, |outlined| &outlined.code);
        length(&mut class, &member, left, MOST_COMPILED)
    });
    match tried {
        Ok(length) => Ok(Some(length)),
        Err(AdError::Malformed(error)) if error.kind == ErrorKind::Limit => Ok(None),
        Err(error) => Err(error),
    }
}
