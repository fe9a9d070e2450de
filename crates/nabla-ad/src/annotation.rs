//! What the annotations of the user say: `@Differentiable`, `@DerivativeOf`, `@Derivative` and
//! `@Inactive`.

use crate::program::classes::STATIC;
use crate::rules::UserRule;
use nabla_classfile::{Annotation, Attribute, ClassFile, Constant, ElementValue, Member};
use std::borrow::Cow;

/// The annotations' descriptors; their retention decides in which of the two attributes they stand.
const DIFFERENTIABLE: &str = "Lio/github/nablars/api/Differentiable;";
const DERIVATIVE_OF: &str = "Lio/github/nablars/api/DerivativeOf;";
const DERIVATIVE: &str = "Lio/github/nablars/api/Derivative;";
const INACTIVE: &str = "Lio/github/nablars/api/Inactive;";
const SYNTHETIC: u16 = 0x1000;
const PARAMETER_ATTRIBUTES: [&str; 2] =
    ["RuntimeInvisibleParameterAnnotations", "RuntimeVisibleParameterAnnotations"];
const ATTRIBUTES: [&str; 2] = ["RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations"];

/// The elements of the annotation; empty means the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differentiable {
    /// Names or indices of the independents.
    pub wrt: Vec<String>,
    /// Names of forms, as the enum spells them (`JVP`).
    pub forms: Vec<String>,
}

/// The elements of `@DerivativeOf`: whose derivative a stub's body is to call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DerivativeOf {
    /// The internal name of the class that declares the primal; `None` is the class of the stub.
    pub class: Option<String>,
    /// The primal's name.
    pub method: String,
    /// The form, as the enum spells it (`JVP`).
    pub form: String,
    /// Names or indices of the independents; empty: all.
    pub wrt: Vec<String>,
}

/// Says of a method that no derivative flows through it.
///
/// # Errors
///
/// A class that has no room for more constants.
pub fn mark_inactive(class: &mut ClassFile<'_>, method: &str) -> nabla_classfile::Result<()> {
    let [name, kind] = [class.pool.add_utf8(ATTRIBUTES[0])?, class.pool.add_utf8(INACTIVE)?];
    // One annotation without elements.
    let bytes = [&[0, 1][..], &kind.0.to_be_bytes(), &[0, 0]].concat();
    for index in 0..class.methods.len() {
        if class.pool.is_text(class.methods[index].name, method) {
            let bytes = Cow::Owned(bytes.clone());
            class.methods[index].attributes.push(Attribute { name, bytes });
        }
    }
    Ok(())
}

/// Reads the annotation of a method, if it is there. Annotations that cannot be read count as
/// absent: they are not ours to verify.
pub fn differentiable(class: &ClassFile<'_>, method: &Member<'_>) -> Option<Differentiable> {
    let ours = find(class, method, DIFFERENTIABLE)?;
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

/// Reads the annotation of a stub, if it is there.
pub fn derivative_of(class: &ClassFile<'_>, method: &Member<'_>) -> Option<DerivativeOf> {
    let ours = find(class, method, DERIVATIVE_OF)?;
    let mut asked = DerivativeOf::default();
    for (name, value) in &ours.elements {
        let mut texts = Vec::new();
        match class.pool.utf8(*name).ok()?.as_ref() {
            "value" => asked.class = class_of(class, value)?,
            "wrt" => collect(class, value, &mut asked.wrt)?,
            "method" => {
                collect(class, value, &mut texts)?;
                asked.method = texts.pop()?;
            }
            "form" => {
                collect(class, value, &mut texts)?;
                asked.form = texts.pop()?;
            }
            _ => {}
        }
    }
    Some(asked)
}

/// The elements of `@Derivative`: whose derivative a method is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Derives {
    /// The internal name of the class that declares the function.
    pub class: String,
    /// The function's name.
    pub method: String,
    /// The function's descriptor, or nothing.
    pub descriptor: String,
}

/// The rules in a class: static methods whose annotation does not say that they are of another form.
pub fn rules_in(class: &ClassFile<'_>) -> Vec<UserRule> {
    let rule = |method: &Member<'_>| {
        let asked = derives(class, method)?;
        let rule = UserRule::new(class, method, asked.class, asked.method).ok()?;
        let descriptor = rule.function_descriptor();
        let fits = asked.descriptor.is_empty() || descriptor.as_ref() == Some(&asked.descriptor);
        (fits && method.access & STATIC != 0).then_some(rule)
    };
    class.methods.iter().filter_map(rule).collect()
}

/// Reads the annotation of a rule, if it is there.
pub fn derives(class: &ClassFile<'_>, method: &Member<'_>) -> Option<Derives> {
    let ours = find(class, method, DERIVATIVE)?;
    let mut asked = Derives::default();
    for (name, value) in &ours.elements {
        let mut texts = Vec::new();
        collect(class, value, &mut texts)?;
        match class.pool.utf8(*name).ok()?.as_ref() {
            // What is no class has no functions.
            "of" => asked.class = class_of(class, value)?.unwrap_or_default(),
            "method" => asked.method = texts.pop()?,
            "descriptor" => asked.descriptor = texts.pop()?,
            _ => {}
        }
    }
    Some(asked)
}

/// Whether a method or field is annotated `@Inactive`.
pub fn is_inactive(class: &ClassFile<'_>, member: &Member<'_>) -> bool {
    find(class, member, INACTIVE).is_some()
}

/// Which of so many parameters of a method are annotated `@Inactive`.
pub fn inactive_parameters(class: &ClassFile<'_>, method: &Member<'_>, count: usize) -> Vec<bool> {
    let mut inactive = vec![false; count];
    for name in PARAMETER_ATTRIBUTES {
        let Ok(listed) = class.parameter_annotations(&method.attributes, name) else { continue };
        let Some(first) = first_listed(class, method, count, listed.len()) else { continue };
        for (inactive, annotations) in inactive[first..].iter_mut().zip(listed) {
            let is_ours = |a: &Annotation| class.pool.utf8(a.annotation_type).is_ok_and(|n| n == INACTIVE);
            *inactive |= annotations.iter().any(is_ours);
        }
    }
    inactive
}

/// The first of a method's parameters that the source has, where so many are listed. Compilers leave out those of
/// constructors that it has not: before them the object around and what enums have, after them what a local class
/// captures, for each of which it has a field.
fn first_listed(class: &ClassFile<'_>, method: &Member<'_>, count: usize, listed: usize) -> Option<usize> {
    let left_out = count.checked_sub(listed)?;
    if left_out == 0 || !class.pool.is_text(method.name, "<init>") {
        return Some(left_out);
    }
    let is_captured = |field: &&Member<'_>| {
        let name = class.pool.utf8(field.name);
        field.access & SYNTHETIC != 0 && name.is_ok_and(|name| name.starts_with("val$"))
    };
    let captured = class.fields.iter().filter(is_captured).count();
    Some(left_out.saturating_sub(captured))
}

/// The attribute that annotates these parameters of a method `@Inactive`, where there are any.
pub fn inactive_attribute<'a>(
    class: &mut ClassFile<'a>,
    inactive: &[bool],
) -> nabla_classfile::Result<Option<Attribute<'a>>> {
    if !inactive.contains(&true) {
        return Ok(None);
    }
    let [name, kind] = [class.pool.add_utf8(PARAMETER_ATTRIBUTES[0])?, class.pool.add_utf8(INACTIVE)?];
    // A method has at most 255 parameters.
    let mut bytes = vec![inactive.len() as u8];
    for &inactive in inactive {
        bytes.extend(u16::from(inactive).to_be_bytes());
        if inactive {
            bytes.extend(kind.0.to_be_bytes());
            bytes.extend([0, 0]);
        }
    }
    Ok(Some(Attribute { name, bytes: Cow::Owned(bytes) }))
}

fn find(class: &ClassFile<'_>, method: &Member<'_>, descriptor: &str) -> Option<Annotation> {
    let annotations = ATTRIBUTES.iter().filter_map(|name| class.annotations(&method.attributes, name).ok());
    let is_ours = |index| class.pool.utf8(index).is_ok_and(|name| name == descriptor);
    annotations.flatten().find(|annotation| is_ours(annotation.annotation_type))
}

/// The internal name of a class literal; the default, `void.class`, is none.
fn class_of(class: &ClassFile<'_>, value: &ElementValue) -> Option<Option<String>> {
    let ElementValue::Class(descriptor) = value else { return None };
    let descriptor = class.pool.utf8(*descriptor).ok()?;
    Some(descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).map(str::to_owned))
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
