//! Calls that the receiver's class decides: tangent methods are dispatched as the primal is, and
//! a receiver whose class was not known when they were made is an exception that names it, never
//! a zero.
//!
//! Where the primal is abstract, the tangent method throws. Where it has a body, the tangent
//! method asks the receiver whether its class was known: every known class answers
//! `nabla$self$…()` with itself, one that was not inherits its parent's answer.

use super::ours::{EXCEPTIONS, MARK};
use crate::AdError;
use crate::output::{add_method, add_static, has_method};
use crate::program::classes::{JAVA_5, JAVA_8};
use crate::program::initialisers::has_body;
use crate::program::solve::Program;
use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, ConstantPool, Frame, Insn, Label, Member, Opcode, Result,
    VerificationType,
};

/// The method by which a class answers that it was known, and how its name starts in what a run writes: digits follow
/// that tell what tangent methods the class has (`differentiate/families.rs`).
pub const SELF: &str = "nabla$self";
/// Its descriptor.
pub const SELF_DESCRIPTOR: &str = "()Ljava/lang/Class;";
/// The method that asks a receiver.
const KNOWN: &str = "nabla$known";
const KNOWN_DESCRIPTOR: &str = "(Ljava/lang/Object;Ljava/lang/String;)V";
const MISSING: &str = "nabla$missing";
const MISSING_DESCRIPTOR: &str = "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/RuntimeException;";

const SYNTHETIC: u16 = 0x1000;
const PUBLIC_SYNTHETIC: u16 = 0x0001 | SYNTHETIC;

/// Makes the class answer a method of this name, `nabla$self$…()`.
pub fn answer_self(class: &mut ClassFile, answer: &str) -> std::result::Result<(), AdError> {
    if has_method(class, answer, SELF_DESCRIPTOR) {
        return Ok(());
    }
    let name = class.name()?.into_owned();
    let mut insns = class_object(class, &name)?;
    insns.push(Insn::Op(Opcode::Areturn));
    add_method(class, PUBLIC_SYNTHETIC, answer, SELF_DESCRIPTOR, &straight(insns, 1, 1))
}

/// The instructions that give a class as an object. Before Java 5 code cannot have it for a constant, and an array of
/// such objects is asked.
pub fn class_object(class: &mut ClassFile, name: &str) -> std::result::Result<Vec<Insn>, AdError> {
    let constant = class.pool.add_class(name)?;
    if class.major >= JAVA_5 {
        return Ok(vec![Insn::Ldc(constant)]);
    }
    let of = class.pool.add_method("java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
    let component = class.pool.add_method("java/lang/Class", "getComponentType", "()Ljava/lang/Class;")?;
    Ok(vec![
        Insn::Op(Opcode::Iconst0),
        Insn::Type(Opcode::Anewarray, constant),
        Insn::Invoke(Opcode::Invokevirtual, of),
        Insn::Invoke(Opcode::Invokevirtual, component),
    ])
}

/// The instructions that check the receiver of a tangent method of `primal`, with what an unknown one is told. What
/// they call has no code before [`ask_for`] gives it some.
pub fn check_receiver(
    class: &mut ClassFile,
    primal: &str,
    unknown: &str,
) -> std::result::Result<Vec<Insn>, AdError> {
    let owner = class.name()?.into_owned();
    let name = format!("{unknown}{}.{primal}", owner.replace('/', "."));
    let check = match asks(class)? {
        Some(check) => check,
        None => {
            // One of an earlier run asks for another answer: that of classes with its tangent methods.
            let mut check = KNOWN.to_owned();
            while has_method(class, &check, KNOWN_DESCRIPTOR) {
                check.push('$');
            }
            add_static(class, &check, KNOWN_DESCRIPTOR, &straight(vec![Insn::Op(Opcode::Return)], 0, 2))?;
            check
        }
    };
    let name = class.pool.add_string(&name)?;
    let check = method(class, &owner, &check, KNOWN_DESCRIPTOR)?;
    Ok(vec![Insn::Local(Opcode::Aload, 0), Insn::Ldc(name), Insn::Invoke(Opcode::Invokestatic, check)])
}

/// The method without code yet by which tangent methods of the class check their receivers, if any do.
pub fn asks(class: &ClassFile) -> Result<Option<String>> {
    for method in &class.methods {
        if class.pool.is_text(method.descriptor, KNOWN_DESCRIPTOR)
            && class.pool.utf8(method.name)?.starts_with(KNOWN)
            && class.code(method)?.is_some_and(|code| matches!(code.insns[..], [Insn::Op(Opcode::Return)]))
        {
            return Ok(Some(class.pool.utf8(method.name)?.into_owned()));
        }
    }
    Ok(None)
}

/// Has this method of the class ask its receivers for a method of the name `answer`, `nabla$self$…()`.
pub fn ask_for(class: &mut ClassFile, check: &str, answer: &str) -> std::result::Result<(), AdError> {
    let code = known(class, answer)?;
    let is_check =
        |m: &Member| class.pool.is_text(m.name, check) && class.pool.is_text(m.descriptor, KNOWN_DESCRIPTOR);
    let place = class.methods.iter().position(is_check);
    add_static(class, check, KNOWN_DESCRIPTOR, &code)?;
    // Methods keep their places: they are numbered by them.
    if let Some(place) = place {
        class.methods.swap_remove(place);
    }
    Ok(())
}

/// Why a receiver has no derivative: its class was not there when derivatives were made.
pub const UNKNOWN: &str = " was not known to nabla-rs when the derivative was made, or another run wrote it (--class-path adds classes, but not those of lambdas): it has no derivative of ";
const UNKNOWN_THERE: &str =
    " was not known to nabla-rs when the derivative was made: it has no derivative of ";

/// The same where derivatives are made: a program that runs has no options.
pub fn unknown(program: &Program) -> &'static str {
    if program.classes.meets_functions() { UNKNOWN_THERE } else { UNKNOWN }
}

/// The same: its method is refused.
pub const REFUSED: &str = " has no derivative, for nabla-rs refuses ";

/// The code of a tangent method without a body to differentiate: it throws.
pub fn missing_body<'a>(
    class: &mut ClassFile<'a>,
    primal: &str,
    descriptor: &str,
    why: &str,
) -> std::result::Result<Code<'a>, AdError> {
    let owner = class.name()?.into_owned();
    let name = class.pool.add_string(&format!("{why}{}.{primal}", owner.replace('/', ".")))?;
    let make = missing(class)?;
    let insns = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Ldc(name),
        Insn::Invoke(Opcode::Invokestatic, make),
        Insn::Op(Opcode::Athrow),
    ];
    let (parameters, _) = split_descriptor(descriptor).unwrap_or_default();
    Ok(straight(insns, 2, 1 + parameters.iter().map(|p| slots_of(p)).sum::<u16>()))
}

/// Whether the class may be given a method with a body. An interface before Java 8 has none, and one that is
/// initialised without being asked for only because it got one would run its initialiser with those of the classes
/// that implement it; JLS 12.4.1.
pub fn may_have_body(class: &ClassFile) -> bool {
    let has_initialiser = || has_method(class, "<clinit>", "()V");
    !is_interface(class) || class.major >= JAVA_8 && (!has_initialiser() || has_body(class))
}

fn is_interface(class: &ClassFile) -> bool {
    class.access & 0x0200 != 0
}

fn method(
    class: &mut ClassFile,
    owner: &str,
    name: &str,
    descriptor: &str,
) -> Result<nabla_classfile::ConstIndex> {
    if is_interface(class) {
        class.pool.add_interface_method(owner, name, descriptor)
    } else {
        class.pool.add_method(owner, name, descriptor)
    }
}

/// The static method that makes the exception, added where it is not there yet.
pub(super) fn missing(class: &mut ClassFile) -> std::result::Result<nabla_classfile::ConstIndex, AdError> {
    let owner = class.name()?.into_owned();
    if !has_method(class, MISSING, MISSING_DESCRIPTOR) {
        let code = exception(&mut class.pool)?;
        add_static(class, MISSING, MISSING_DESCRIPTOR, &code)?;
    }
    Ok(method(class, &owner, MISSING, MISSING_DESCRIPTOR)?)
}

/// `if (receiver.nabla$self$…() != receiver.getClass()) throw missing(receiver, method);`
fn known<'a>(class: &mut ClassFile<'a>, answer: &str) -> std::result::Result<Code<'a>, AdError> {
    let make = missing(class)?;
    let (owner, this) = (class.name()?.into_owned(), class.this_class);
    let (ask, op) = if is_interface(class) {
        (class.pool.add_interface_method(&owner, answer, SELF_DESCRIPTOR)?, Opcode::Invokeinterface)
    } else {
        (class.pool.add_method(&owner, answer, SELF_DESCRIPTOR)?, Opcode::Invokevirtual)
    };
    let pool = &mut class.pool;
    let get_class = pool.add_method("java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
    let insns = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Type(Opcode::Checkcast, this),
        Insn::Invoke(op, ask),
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokevirtual, get_class),
        Insn::Branch(Opcode::IfAcmpeq, Label(0)),
        Insn::Local(Opcode::Aload, 0),
        Insn::Local(Opcode::Aload, 1),
        Insn::Invoke(Opcode::Invokestatic, make),
        Insn::Op(Opcode::Athrow),
        Insn::Op(Opcode::Return),
    ];
    let mut code = straight(insns, 2, 2);
    code.labels = vec![10];
    let mut object = |name: &str| Ok::<_, AdError>(VerificationType::Object(pool.add_class(name)?));
    let locals = vec![object("java/lang/Object")?, object("java/lang/String")?];
    let frame = Frame { locals, stack: vec![] };
    let name = pool.add_utf8("StackMapTable")?;
    code.attributes.push(CodeAttribute::Frames { name, rows: vec![(Label(0), frame)] });
    Ok(code)
}

/// `return new UnsupportedOperationException(receiver.getClass().getName() + what + MARK);`
fn exception<'a>(pool: &mut ConstantPool<'a>) -> std::result::Result<Code<'a>, AdError> {
    const BUILDER: &str = "java/lang/StringBuilder";
    const EXCEPTION: &str = EXCEPTIONS[0];
    let append = "(Ljava/lang/String;)Ljava/lang/StringBuilder;";
    let append = Insn::Invoke(Opcode::Invokevirtual, pool.add_method(BUILDER, "append", append)?);
    let get_class = pool.add_method("java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
    let get_name = pool.add_method("java/lang/Class", "getName", "()Ljava/lang/String;")?;
    let to_string = pool.add_method(BUILDER, "toString", "()Ljava/lang/String;")?;
    let insns = vec![
        Insn::Type(Opcode::New, pool.add_class(EXCEPTION)?),
        Insn::Op(Opcode::Dup),
        Insn::Type(Opcode::New, pool.add_class(BUILDER)?),
        Insn::Op(Opcode::Dup),
        Insn::Invoke(Opcode::Invokespecial, pool.add_method(BUILDER, "<init>", "()V")?),
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokevirtual, get_class),
        Insn::Invoke(Opcode::Invokevirtual, get_name),
        append.clone(),
        Insn::Local(Opcode::Aload, 1),
        append.clone(),
        Insn::Ldc(pool.add_string(MARK)?),
        append,
        Insn::Invoke(Opcode::Invokevirtual, to_string),
        Insn::Invoke(Opcode::Invokespecial, pool.add_method(EXCEPTION, "<init>", "(Ljava/lang/String;)V")?),
        Insn::Op(Opcode::Areturn),
    ];
    Ok(straight(insns, 5, 2))
}

/// Code without branches.
pub fn straight<'a>(insns: Vec<Insn>, max_stack: u16, max_locals: u16) -> Code<'a> {
    Code {
        max_stack,
        max_locals,
        offsets: vec![0; insns.len()],
        insns,
        labels: Vec::new(),
        handlers: Vec::new(),
        attributes: Vec::new(),
    }
}
