//! `Objects.requireNonNull`, which gives back what it is given: as a method whose code says so, so that an array, a box
//! or a function comes out as what went in.

use super::body::{Body, Local};
use super::write::{NAME, own};
use crate::AdError;
use nabla_classfile::{ClassFile, Insn, Opcode};

/// The name of the library's method.
pub const PRESENT: &str = "requireNonNull";
/// Its descriptor.
pub const PLAIN: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
/// The same with what the exception says.
pub const TOLD: &str = "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;";

const EXCEPTION: &str = "java/lang/NullPointerException";

/// The name of the method: `if (object == null) throw new NullPointerException(message); return object;`
pub fn present(class: &mut ClassFile, descriptor: &str) -> Result<String, AdError> {
    let told = descriptor == TOLD;
    let types = ["Ljava/lang/Object;", "Ljava/lang/String;"].map(str::to_owned);
    let mut body = Body::new(class, &types[..1 + usize::from(told)]);
    let object = body.parameter(0);
    let there = body.label();
    body.load(&object);
    body.jump(Opcode::Ifnonnull, there);
    let message = told.then(|| body.parameter(1));
    throw_absent(&mut body, message.as_ref())?;
    body.here(there)?;
    body.load(&object);
    body.op(Opcode::Areturn);
    let code = body.finish(None)?;
    own(class, &format!("{NAME}present"), descriptor, &code)
}

/// `throw new NullPointerException(message);`
pub(super) fn throw_absent(body: &mut Body, message: Option<&Local>) -> Result<(), AdError> {
    let exception = body.class.pool.add_class(EXCEPTION)?;
    body.insn(Insn::Type(Opcode::New, exception));
    body.op(Opcode::Dup);
    if let Some(message) = message {
        body.load(message);
    }
    let init = if message.is_some() { "(Ljava/lang/String;)V" } else { "()V" };
    let init = body.class.pool.add_method(EXCEPTION, "<init>", init)?;
    body.insn(Insn::Invoke(Opcode::Invokespecial, init));
    body.op(Opcode::Athrow);
    Ok(())
}
