//! Functions from outside that captured an array that their method is passed, too: what they read of
//! it is constant for the derivative, so it throws if active values are stored into the array.
//!
//! What a lambda captured is in fields of its class, which reflection alone reads. Of other objects
//! [`super::elsewhere`] looks at the fields.

use super::apart::{APART_DESCRIPTOR, Passed, either_apart, not_followed};
use super::arrays::{reference, with_frames};
use super::lanes::assemble::add;
use super::subject::Subject;
use crate::AdError;
use crate::output::{add_static, has_method};
use crate::program::classes::INTERFACE;
use nabla_classfile::{ClassFile, ConstIndex, Frame, Handler, Insn, Label, Opcode, VerificationType};

type Result<T> = std::result::Result<T, AdError>;

/// The method that looks into a lambda.
pub const CAPTURED: &str = "nabla$captured";
const READ: &str = "nabla$read";
const READ_DESCRIPTOR: &str = "(Ljava/lang/reflect/Field;Ljava/lang/Object;)Ljava/lang/Object;";

/// Throws if a function that the method is passed captured an array that it is passed as well, or an array
/// of which that is a row, and active values are stored into it.
pub fn captured_apart(class: &mut ClassFile, all: &[Passed], subject: &Subject) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    let signature = &subject.primal.signature;
    let classes = &subject.program.classes;
    for (i, parameter) in signature.parameters.iter().enumerate() {
        let name = parameter.descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';'));
        let Some(name) = name else { continue };
        let may_be_function = classes.with(name, |class| class.access & INTERFACE != 0).unwrap_or(true);
        if !may_be_function || classes.meets(&parameter.descriptor) {
            continue;
        }
        let function = signature.label(i);
        for passed in all.iter().filter(|p| p.carried && p.stored) {
            let what = format!("`{}` is an array that `{function}` captured", passed.name);
            let load = |slot| Insn::Local(Opcode::Aload, slot);
            insns.extend([load(parameter.slot), load(passed.slot), not_followed(class, &what, &function)?]);
            insns.push(Insn::Invoke(Opcode::Invokestatic, captured(class)?));
        }
    }
    Ok(insns)
}

/// The method that throws if a lambda captured the array, a row of it or what it is a row of.
pub fn captured(class: &mut ClassFile) -> Result<ConstIndex> {
    if !has_method(class, CAPTURED, APART_DESCRIPTOR) {
        either_apart(class)?;
        add_read(class)?;
        add(class, CAPTURED, APART_DESCRIPTOR, TEXT.lines().map(str::trim))?;
    }
    reference(class, CAPTURED, APART_DESCRIPTOR)
}

/// The classes of lambdas are synthetic.
const TEXT: &str = "\
    aload 0; ifnull L4
    aload 0; invokevirtual java/lang/Object.getClass ()Ljava/lang/Class;; astore 3 Ljava/lang/Class;
    aload 3; invokevirtual java/lang/Class.isSynthetic ()Z; ifeq L4
    aload 3; invokevirtual java/lang/Class.getDeclaredFields ()[Ljava/lang/reflect/Field;
    astore 4 [Ljava/lang/reflect/Field;
    iconst_0; istore 5
  L1:
    iload 5; aload 4; arraylength; if_icmpge L4
    aload 4; iload 5; aaload; aload 0
    invokestatic this.nabla$read (Ljava/lang/reflect/Field;Ljava/lang/Object;)Ljava/lang/Object;
    astore 6 Ljava/lang/Object;
    aload 6; aload 1; aload 2; invokestatic this.nabla$apartRows (Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V
    iinc 5 1; goto L1
  L4:
    return";

/// Adds the method that reads a field; what may not be read is null.
fn add_read(class: &mut ClassFile) -> Result<()> {
    const FIELD: &str = "java/lang/reflect/Field";
    let open = class.pool.add_method(FIELD, "setAccessible", "(Z)V")?;
    let get = class.pool.add_method(FIELD, "get", "(Ljava/lang/Object;)Ljava/lang/Object;")?;
    let exception = class.pool.add_class("java/lang/Exception")?;
    let object = VerificationType::Object(class.pool.add_class("java/lang/Object")?);
    let field = VerificationType::Object(class.pool.add_class(FIELD)?);
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let insns = vec![
        load(0),
        Insn::Op(Opcode::Iconst1),
        Insn::Invoke(Opcode::Invokevirtual, open),
        load(0),
        load(1),
        Insn::Invoke(Opcode::Invokevirtual, get),
        Insn::Op(Opcode::Areturn),
        Insn::Op(Opcode::Pop),
        Insn::Op(Opcode::AconstNull),
        Insn::Op(Opcode::Areturn),
    ];
    let caught = Frame { locals: vec![field, object], stack: vec![VerificationType::Object(exception)] };
    let mut code = with_frames(class, insns, vec![7], vec![caught], 2)?;
    code.labels.push(0);
    let (start, target) = (Label(1), Label(0));
    code.handlers.push(Handler { start, end: target, target, catch_type: Some(exception) });
    add_static(class, READ, READ_DESCRIPTOR, &code)
}
