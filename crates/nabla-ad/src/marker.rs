//! What tells a derivative method from one of the user's that has its name and descriptor: an attribute,
//! which the JVM passes over, with the independents.

use nabla_classfile::{Attribute, ClassFile, Member, Result};
use std::borrow::Cow;

/// What stands for independents that are no parameters.
pub const FIELD: usize = 255;

/// The attribute: for each independent a byte, the number of the parameter.
const NAME: &str = "io.github.nablars.Derivative";

/// The attribute of a method that is a derivative by these parameters.
pub fn mark<'a>(class: &mut ClassFile<'a>, independents: &[usize]) -> Result<Attribute<'a>> {
    // A method has at most 255 parameters.
    let bytes = independents.iter().map(|&i| i as u8).collect();
    Ok(Attribute { name: class.pool.add_utf8(NAME)?, bytes: Cow::Owned(bytes) })
}

/// The parameters by which a method is a derivative; `None` if an earlier run did not add it.
pub fn independents_of(class: &ClassFile, method: &Member) -> Option<Vec<usize>> {
    let mark = class.attribute(&method.attributes, NAME)?;
    Some(mark.bytes.iter().map(|&i| usize::from(i)).collect())
}
