//! Methods that are taken apart when they are already written: those that were differentiated again.

use super::{COMPILED, MOST_COMPILED, Outlined, code_length, far, has_parts, outline};
use crate::AdError;
use crate::output::{INTERNAL, has_method};
use nabla_classfile::{ClassFile, ErrorKind};
use std::borrow::Cow;

/// Takes the long methods of a class apart that were added to what it was before, if it was there.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn take_apart(class: &mut ClassFile, before: Option<&ClassFile>) -> Result<(), AdError> {
    for index in 0..class.methods.len() {
        let member = class.methods[index].clone();
        let Some(code) = class.attribute(&member.attributes, "Code") else { continue };
        let (name, descriptor) = (class.pool.utf8(member.name)?, class.pool.utf8(member.descriptor)?);
        if code_length(&code.bytes) <= MOST_COMPILED
            || !name.starts_with(INTERNAL)
            || before.is_some_and(|before| has_method(before, &name, &descriptor))
            || has_parts(class, &name, &descriptor)
        {
            continue;
        }
        let Some(code) = class.code(&member)? else { continue };
        let Some(Outlined { code, parts }) = outline(class, &member, &code, COMPILED)? else { continue };
        let bytes = match far::encode(class, &member, &code) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == ErrorKind::Limit => continue,
            Err(error) => return Err(error.into()),
        };
        let name = class.pool.add_utf8("Code")?;
        for attribute in &mut class.methods[index].attributes {
            if attribute.name == name {
                attribute.bytes = Cow::Owned(bytes.clone());
            }
        }
        class.methods.extend(parts);
    }
    Ok(())
}
