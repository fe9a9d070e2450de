//! What `@Differentiable` on a method asks for.

use nabla_classfile::{ClassFile, Constant, ElementValue, Member};

/// The annotation's descriptor; its retention decides in which of the two attributes it stands.
const DIFFERENTIABLE: &str = "Lio/github/nablars/api/Differentiable;";
const ATTRIBUTES: [&str; 2] = ["RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations"];

/// The elements of the annotation; empty means the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differentiable {
    /// Names or indices of the independents.
    pub wrt: Vec<String>,
    /// Names of forms, as the enum spells them (`JVP`).
    pub forms: Vec<String>,
}

/// Reads the annotation of a method, if it is there. Annotations that cannot be read count as
/// absent: they are not ours to verify.
pub fn differentiable(class: &ClassFile<'_>, method: &Member<'_>) -> Option<Differentiable> {
    let annotations = ATTRIBUTES.iter().filter_map(|name| class.annotations(&method.attributes, name).ok());
    let is_ours = |index| class.pool.utf8(index).is_ok_and(|name| name == DIFFERENTIABLE);
    let ours = annotations.flatten().find(|annotation| is_ours(annotation.annotation_type))?;
    let mut asked = Differentiable::default();
    for (name, value) in &ours.elements {
        match class.pool.utf8(*name).ok()?.as_ref() {
            "wrt" => collect(class, value, &mut asked.wrt)?,
            "forms" => collect(class, value, &mut asked.forms)?,
            _ => {}
        }
    }
    Some(asked)
}

/// Collects the strings, enum constants and whole numbers of a value.
fn collect(class: &ClassFile<'_>, value: &ElementValue, into: &mut Vec<String>) -> Option<()> {
    match value {
        ElementValue::Text(text) => into.push(class.pool.utf8(*text).ok()?.into_owned()),
        ElementValue::Enum(_, name) => into.push(class.pool.utf8(*name).ok()?.into_owned()),
        ElementValue::Number(_, number) => {
            // An index may be written as a number.
            if let Constant::Integer(number) = class.pool.get(*number).ok()? {
                into.push(number.to_string());
            }
        }
        ElementValue::Array(values) => values.iter().try_for_each(|value| collect(class, value, into))?,
        ElementValue::Class(_) | ElementValue::Annotation(_) => {}
    }
    Some(())
}
