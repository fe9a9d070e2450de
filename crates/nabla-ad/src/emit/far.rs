//! Code whose conditional jumps go further than a short jump reaches: the tangent code between made
//! it longer than the primal's.
//!
//! Such a jump becomes its inverse around a long one, and where the inverse goes there must be a
//! frame. The primal has none there, so it is made of the types before the instruction.

use nabla_classfile::{ClassFile, Code, ErrorKind, Frame, Insn, Label, Member, Result, VerificationType};
use nabla_flow::{TypeState, Types, VType};
use std::collections::HashMap;

/// The bytes of a `Code` attribute for this method.
///
/// # Errors
///
/// `Limit` if it is longer than a method can be.
pub fn encode(class: &mut ClassFile, member: &Member, code: &Code) -> Result<Vec<u8>> {
    let error = match class.encode_code(member, code) {
        Err(error) if error.kind == ErrorKind::Limit => error,
        done => return done,
    };
    // Frames do not make code longer: what is too long with any is too long.
    let any = Frame { locals: Vec::new(), stack: Vec::new() };
    class.encode_code_with(member, code, &|_| Some(any.clone()))?;
    let Ok(types) = Types::compute(class, member, code) else { return Err(error) };
    let mut code = code.clone();
    let mut frames = HashMap::new();
    for at in 0..code.insns.len() {
        let conditional = matches!(code.insns[at], Insn::Branch(op, _) if op.is_conditional());
        if let Some(state) = types.before(at + 1).filter(|_| conditional) {
            frames.insert(at + 1, frame(class, &mut code, state)?);
        }
    }
    class.encode_code_with(member, &code, &|at| frames.get(&at).cloned())
}

fn frame(class: &mut ClassFile, code: &mut Code, state: &TypeState) -> Result<Frame> {
    let mut locals = Vec::new();
    let mut slot = 0;
    while let Some(local) = state.locals.get(slot) {
        locals.push(kind(class, code, local)?);
        // The second slot of a wide value has no entry.
        slot += if matches!(local, VType::Long | VType::Double) { 2 } else { 1 };
    }
    while locals.last() == Some(&VerificationType::Top) {
        locals.pop();
    }
    let stack = state.stack.iter().map(|entry| kind(class, code, entry)).collect::<Result<_>>()?;
    Ok(Frame { locals, stack })
}

fn kind(class: &mut ClassFile, code: &mut Code, of: &VType) -> Result<VerificationType> {
    Ok(match of {
        VType::Top => VerificationType::Top,
        VType::Int => VerificationType::Integer,
        VType::Float => VerificationType::Float,
        VType::Long => VerificationType::Long,
        VType::Double => VerificationType::Double,
        VType::Null => VerificationType::Null,
        VType::UninitializedThis => VerificationType::UninitializedThis,
        VType::Uninitialized(at) => VerificationType::Uninitialized(label(code, *at)),
        VType::Object(name) => VerificationType::Object(class.pool.add_class(name)?),
    })
}

fn label(code: &mut Code, at: usize) -> Label {
    match code.labels.iter().position(|label| *label as usize == at) {
        Some(known) => Label(known as u32),
        None => code.add_label(at),
    }
}
