//! The exceptions by which a derivative says that it does not follow something must not end in a
//! handler of the user's: what is computed after it would be wrong, and nobody would know.
//!
//! So a handler that could catch one, in a method from which one could come, throws it again before
//! anything else. What catches everything is left alone: it is `finally` or the end of a monitor, and
//! throws again by itself.

use super::arrays::{reference, with_frames};
use crate::AdError;
use crate::output::{add_static, has_method};
use nabla_classfile::{ClassFile, Code, Frame, Insn, Label, Opcode, VerificationType};

/// How the message of such an exception ends.
pub const MARK: &str = " (nabla-rs)";
/// What such an exception is.
pub const EXCEPTIONS: [&str; 2] =
    ["java/lang/UnsupportedOperationException", "java/lang/IllegalStateException"];

const BASES: [&str; 3] = ["java/lang/RuntimeException", "java/lang/Exception", "java/lang/Throwable"];
const NAME: &str = "nabla$ours";
const DESCRIPTOR: &str = "(Ljava/lang/Throwable;)V";

/// What a handler of `code` that begins at `start` does first; nothing if it cannot catch one. None
/// comes from a method that leaves nothing to other code.
pub fn let_pass<'a>(
    class: &mut ClassFile<'a>,
    code: &Code<'a>,
    leaves: bool,
    start: usize,
) -> Result<Vec<Insn>, AdError> {
    let catches = code.handlers.iter().any(|handler| {
        let here = code.labels.get(handler.target.0 as usize).is_some_and(|&at| at as usize == start);
        let caught = handler.catch_type.and_then(|ty| class.pool.class_name(ty).ok());
        here && caught.is_some_and(|name| BASES.contains(&&*name) || EXCEPTIONS.contains(&&*name))
    });
    if !catches || !leaves {
        return Ok(Vec::new());
    }
    if !has_method(class, NAME, DESCRIPTOR) {
        add(class)?;
    }
    let method = reference(class, NAME, DESCRIPTOR)?;
    Ok(vec![Insn::Op(Opcode::Dup), Insn::Invoke(Opcode::Invokestatic, method)])
}

/// `if ((t instanceof A || t instanceof B) && t.getMessage() != null && t.getMessage().endsWith(MARK))
/// throw (RuntimeException) t;`
fn add(class: &mut ClassFile) -> Result<(), AdError> {
    let pool = &mut class.pool;
    let [first, second] = EXCEPTIONS;
    let message = pool.add_method("java/lang/Throwable", "getMessage", "()Ljava/lang/String;")?;
    let ends = pool.add_method("java/lang/String", "endsWith", "(Ljava/lang/String;)Z")?;
    let insns = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Type(Opcode::Instanceof, pool.add_class(first)?),
        Insn::Branch(Opcode::Ifne, Label(0)),
        Insn::Local(Opcode::Aload, 0),
        Insn::Type(Opcode::Instanceof, pool.add_class(second)?),
        Insn::Branch(Opcode::Ifeq, Label(1)),
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokevirtual, message),
        Insn::Branch(Opcode::Ifnull, Label(1)),
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokevirtual, message),
        Insn::Ldc(pool.add_string(MARK)?),
        Insn::Invoke(Opcode::Invokevirtual, ends),
        Insn::Branch(Opcode::Ifeq, Label(1)),
        Insn::Local(Opcode::Aload, 0),
        Insn::Type(Opcode::Checkcast, pool.add_class("java/lang/RuntimeException")?),
        Insn::Op(Opcode::Athrow),
        Insn::Op(Opcode::Return),
    ];
    let frame = Frame {
        locals: vec![VerificationType::Object(pool.add_class("java/lang/Throwable")?)],
        stack: Vec::new(),
    };
    let code = with_frames(class, insns, vec![6, 17], vec![frame.clone(), frame], 1)?;
    add_static(class, NAME, DESCRIPTOR, &code)
}
