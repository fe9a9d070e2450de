//! Which methods of a class could be differentiated.

use crate::Wrt;
use crate::activity::fact::ArrayKind;
use crate::annotation::{derivative_of, derives, differentiable};
use crate::signature::{Signature, number_of};
use nabla_classfile::{ClassFile, Code, Insn, Member, Opcode, Result};

/// A method of a class, as selection sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it has independents by default, a dependent and code, and is the user's own.
    pub eligible: bool,
    /// Whether it is annotated `@Differentiable`.
    pub annotated: bool,
}

/// Access flags of a method that cannot be selected by a pattern: synthetic, native, abstract.
const UNSUITABLE: u16 = 0x1000 | 0x0100 | 0x0400;

/// The access flag of what a compiler adds for a method that overrides one of other types.
const BRIDGE: u16 = 0x0040;

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
                && signature.independents(&Wrt::All).is_ok_and(|independents| !independents.is_empty())
                && has_dependent(class, method, &signature);
            // A stub, as soon as its body is filled in, and a user's rule are derivatives themselves.
            let derivative = || derivative_of(class, method).is_some() || derives(class, method).is_some();
            let eligible = eligible && !derivative();
            // A compiler's bridge has the annotations of the method that it calls.
            let annotated = method.access & BRIDGE == 0 && differentiable(class, method).is_some();
            Some(Candidate { method: name, descriptor, eligible, annotated })
        })
        .collect()
}

/// Whether a method has a dependent: its result, or arrays that it is passed and may write numbers into.
pub fn has_dependent(class: &ClassFile, method: &Member, signature: &Signature) -> bool {
    number_of(&signature.result).is_some()
        || ArrayKind::of(&signature.result).is_some()
        || (signature.result == "V" && writes(class, method, signature))
}

/// Whether a method without a result may write numbers into an array that it is passed.
fn writes(class: &ClassFile, method: &Member, signature: &Signature) -> bool {
    let arrays = || signature.parameters.iter().filter_map(|p| ArrayKind::of(&p.descriptor));
    let takes_rows = arrays().any(|kind| kind.rank > 1);
    let stores = |code: Code| stores_or_passes_on(class, &code, takes_rows).unwrap_or(false);
    arrays().next().is_some() && class.code(method).ok().flatten().is_some_and(stores)
}

/// Whether a body stores numbers in an array, or stores or passes on something that may be one.
fn stores_or_passes_on(class: &ClassFile, code: &Code, takes_rows: bool) -> Result<bool> {
    for insn in &code.insns {
        let stores = match insn {
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => true,
            Insn::Op(Opcode::Aastore) => takes_rows,
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, field) => {
                may_be_array(&class.pool.member_ref(*field)?.descriptor)
            }
            Insn::Invoke(_, member) | Insn::InvokeDynamic(member) => {
                let (_, descriptor) = class.pool.name_and_type(*member)?;
                may_be_array(descriptor.split(')').next().unwrap_or_default())
            }
            _ => false,
        };
        if stores {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether one of these types is one of arrays of numbers, or of whatever objects.
fn may_be_array(descriptors: &str) -> bool {
    ["[D", "[F", "Ljava/lang/Object;"].iter().any(|kind| descriptors.contains(kind))
}
