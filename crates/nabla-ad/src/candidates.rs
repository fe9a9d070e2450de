//! Which methods of a class could be differentiated.

use crate::activity::fact::ArrayKind;
use crate::signature::{Parameter, Signature, real_of};
use nabla_classfile::ClassFile;

/// A method of a class, as selection sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it has an independent, a dependent and code, and is the user's own.
    pub eligible: bool,
    /// Whether it is annotated `@Differentiable`.
    pub annotated: bool,
}

/// Access flags of a method that cannot be selected by a pattern: synthetic, native, abstract.
const UNSUITABLE: u16 = 0x1000 | 0x0100 | 0x0400;

/// All methods of the class, in the order of the file.
pub fn candidates(class: &ClassFile) -> Vec<Candidate> {
    class
        .methods
        .iter()
        .filter_map(|method| {
            let name = class.pool.utf8(method.name).ok()?.into_owned();
            let descriptor = class.pool.utf8(method.descriptor).ok()?.into_owned();
            let signature = Signature::of(class, method).ok()??;
            let eligible = method.access & UNSUITABLE == 0
                && !name.starts_with('<')
                && signature.parameters.iter().any(Parameter::is_real)
                && (real_of(&signature.result).is_some() || ArrayKind::of(&signature.result).is_some());
            let annotated = ["RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations"]
                .iter()
                .filter_map(|a| class.attribute(&method.attributes, a))
                .any(|a| names_differentiable(class, &a.bytes));
            Some(Candidate { method: name, descriptor, eligible, annotated })
        })
        .collect()
}

/// Whether an annotations attribute starts an annotation of the type; the values need not be
/// understood, for a type's index is looked for at every annotation's start only when the earlier
/// ones are empty, else anywhere.
fn names_differentiable(class: &ClassFile, bytes: &[u8]) -> bool {
    let is_type = |index: u16| {
        class
            .pool
            .utf8(nabla_classfile::ConstIndex(index))
            .is_ok_and(|t| t == "Lio/github/nablars/api/Differentiable;")
    };
    bytes.windows(2).skip(2).any(|w| is_type(u16::from_be_bytes([w[0], w[1]])))
}
