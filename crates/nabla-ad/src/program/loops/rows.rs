//! `Arrays.copyOf` and `Arrays.copyOfRange` of arrays of rows, of which bytecode says only that they are arrays of
//! objects, and behind the call, that the copy is of rows of numbers: as a method that makes such a copy.

use super::body::{Body, Local, all, length};
use super::write::{NAME, own};
use crate::AdError;
use crate::emit::arrays::reference;
use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, Opcode};

const OWNER: &str = "java/util/Arrays";
const COPY: (&str, &str) = ("copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;");
const RANGE: (&str, &str) = ("copyOfRange", "([Ljava/lang/Object;II)[Ljava/lang/Object;");

/// The types of the copies.
const KINDS: &[&str] = &["[[D", "[[F", "[[[D"];

/// What a method of the class may take the place of.
pub fn is_copied(owner: &str, name: &str, descriptor: &str) -> bool {
    owner == OWNER && [COPY, RANGE].contains(&(name, descriptor))
}

/// The constant of the method that makes the copy of this call, and how many slots it takes.
pub fn copied(class: &mut ClassFile, code: &Code, at: usize) -> Result<Option<(ConstIndex, u16)>, AdError> {
    let (Insn::Invoke(Opcode::Invokestatic, called), Some(Insn::Type(Opcode::Checkcast, to))) =
        (&code.insns[at], code.insns.get(at + 1))
    else {
        return Ok(None);
    };
    let called = class.pool.member_ref(*called)?;
    if !is_copied(&called.owner, &called.name, &called.descriptor) {
        return Ok(None);
    }
    let range = called.name == RANGE.0;
    let to = class.pool.class_name(*to)?.into_owned();
    if !KINDS.contains(&&*to) {
        return Ok(None);
    }
    let numbers = if range { "II" } else { "I" };
    let descriptor = format!("(Ljava/lang/Object;{numbers}){to}");
    let code = copy(class, &to, range)?;
    let name = if range { RANGE.0 } else { COPY.0 };
    let name = own(class, &format!("{NAME}{name}"), &descriptor, &code)?;
    Ok(Some((reference(class, &name, &descriptor)?, 1 + numbers.len() as u16)))
}

/// `double[][] b = (double[][]) a; int n = to - from; if (n < 0) throw new IllegalArgumentException(from + " > " + to);
/// double[][] r = new double[n][]; System.arraycopy(b, from, r, 0, Math.min(b.length - from, n)); return r;`
fn copy(class: &mut ClassFile, to: &str, range: bool) -> Result<Code<'static>, AdError> {
    let types = ["Ljava/lang/Object;", "I", "I"].map(str::to_owned);
    let mut body = Body::new(class, &types[..2 + usize::from(range)]);
    let [given, first] = [0, 1].map(|slot| body.parameter(slot));
    let kind = body.class.pool.add_class(to)?;
    body.load(&given);
    body.insn(Insn::Type(Opcode::Checkcast, kind));
    let rows = body.store_new(to);
    let (from, count) = match range {
        true => {
            let last = body.parameter(2);
            // What is not there has no copy, whatever the range.
            length(&mut body, &rows);
            body.op(Opcode::Pop);
            all(&mut body, &[&last, &first]);
            body.op(Opcode::Isub);
            let count = body.store_new("I");
            in_order(&mut body, &count, &first, &last)?;
            (Some(first), count)
        }
        false => (None, first),
    };
    length(&mut body, &rows);
    if let Some(from) = &from {
        body.load(from);
        body.op(Opcode::Isub);
    }
    body.load(&count);
    body.call_static("java/lang/Math", "min", "(II)I")?;
    let many = body.store_new("I");
    body.load(&count);
    let row = body.class.pool.add_class(&to[1..])?;
    body.insn(Insn::Type(Opcode::Anewarray, row));
    let result = body.store_new(to);
    body.load(&rows);
    match &from {
        Some(from) => body.load(from),
        None => body.op(Opcode::Iconst0),
    }
    body.load(&result);
    body.op(Opcode::Iconst0);
    body.load(&many);
    body.call_static("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V")?;
    body.load(&result);
    body.op(Opcode::Areturn);
    body.finish(None)
}

/// Throws what the library does where a range ends before it begins.
fn in_order(body: &mut Body, count: &Local, first: &Local, last: &Local) -> Result<(), AdError> {
    const EXCEPTION: &str = "java/lang/IllegalArgumentException";
    const CONCAT: &str = "(Ljava/lang/String;)Ljava/lang/String;";
    let there = body.label();
    body.load(count);
    body.jump(Opcode::Ifge, there);
    let exception = body.class.pool.add_class(EXCEPTION)?;
    body.insn(Insn::Type(Opcode::New, exception));
    body.op(Opcode::Dup);
    body.load(first);
    body.call_static("java/lang/String", "valueOf", "(I)Ljava/lang/String;")?;
    let than = body.class.pool.add_string(" > ")?;
    body.insn(Insn::Ldc(than));
    body.call_virtual("java/lang/String", "concat", CONCAT)?;
    body.load(last);
    body.call_static("java/lang/String", "valueOf", "(I)Ljava/lang/String;")?;
    body.call_virtual("java/lang/String", "concat", CONCAT)?;
    let init = body.class.pool.add_method(EXCEPTION, "<init>", "(Ljava/lang/String;)V")?;
    body.insn(Insn::Invoke(Opcode::Invokespecial, init));
    body.op(Opcode::Athrow);
    body.here(there)
}
