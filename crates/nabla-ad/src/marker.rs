//! What tells a derivative method from one of the user's that has its name and descriptor: an attribute,
//! which the JVM passes over, with the independents and the method that it is a derivative of.

use nabla_classfile::{Attribute, ClassFile, Member, Result};
use std::borrow::Cow;

/// What stands for independents that are no parameters.
pub const FIELD: usize = 255;

/// The attribute: how many independents there are, for each a byte, the number of the parameter; then name and
/// descriptor of the method, one behind the other.
const NAME: &str = "io.github.nablars.Derivative";

/// The attribute of a method that is a derivative of this one, by these parameters.
pub fn mark<'a>(
    class: &mut ClassFile<'a>,
    (name, descriptor): (&str, &str),
    independents: &[usize],
) -> Result<Attribute<'a>> {
    // A method has at most 255 parameters, and no more fields are named beside them.
    let independents = &independents[..independents.len().min(usize::from(u8::MAX))];
    let mut bytes = vec![independents.len() as u8];
    bytes.extend(independents.iter().map(|&i| i as u8));
    bytes.extend(format!("{name}{descriptor}").bytes());
    Ok(Attribute { name: class.pool.add_utf8(NAME)?, bytes: Cow::Owned(bytes) })
}

/// The parameters by which a method is a derivative; `None` if an earlier run did not add it.
pub fn independents_of(class: &ClassFile, method: &Member) -> Option<Vec<usize>> {
    let (independents, _) = marked(class, method)?;
    Some(independents.iter().map(|&i| usize::from(i)).collect())
}

/// Whether a method is a derivative of the one of this name and descriptor, that an earlier run added.
pub fn is_derivative_of(class: &ClassFile, method: &Member, name: &str, descriptor: &str) -> bool {
    let of = marked(class, method).map(|(_, of)| of);
    of.and_then(|of| of.strip_prefix(name.as_bytes())).is_some_and(|rest| rest == descriptor.as_bytes())
}

/// The two parts of the attribute.
fn marked<'m>(class: &'m ClassFile, method: &'m Member) -> Option<(&'m [u8], &'m [u8])> {
    let mark = class.attribute(&method.attributes, NAME)?;
    let (count, rest) = mark.bytes.split_first()?;
    rest.split_at_checked(usize::from(*count))
}
