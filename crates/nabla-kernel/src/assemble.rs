//! The kernel itself: fields, a constructor and the interface's method, added to a companion.

use crate::kernel::{Argument, Kind, Outcome};
use nabla_classfile::{Attribute, ClassFile, Code, Insn, Member, Opcode, Result};
use std::borrow::Cow;

const PUBLIC: u16 = 0x0001;
const PRIVATE_FINAL: u16 = 0x0012;
const STATIC: u16 = 0x0008;

/// The form's method.
pub struct Called<'c> {
    /// How it is called.
    pub opcode: Opcode,
    /// The internal name of its class; of the companion itself unless it was made at build time.
    pub owner: &'c str,
    /// Whether that is an interface.
    pub in_interface: bool,
    /// Its name.
    pub method: &'c str,
    /// Its descriptor.
    pub descriptor: &'c str,
    /// Its result.
    pub result: &'c str,
}

/// Makes a companion a kernel; `captured` are the descriptors of the captured values, the receiver
/// first if there is one.
pub fn assemble(companion: &[u8], kind: &Kind, captured: &[String], called: &Called) -> Result<Vec<u8>> {
    let mut class = ClassFile::read(companion)?;
    let own = class.name()?.into_owned();
    let interface = class.pool.add_class(kind.interface.0)?;
    class.interfaces.push(interface);
    let mut fields = Vec::new();
    for (number, descriptor) in captured.iter().enumerate() {
        let name = format!("captured${number}");
        fields.push(class.pool.add_field(&own, &name, descriptor)?);
        let (name, descriptor) = (class.pool.add_utf8(&name)?, class.pool.add_utf8(descriptor)?);
        class.fields.push(Member { access: PRIVATE_FINAL, name, descriptor, attributes: Vec::new() });
    }

    let mut constructor = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokespecial, class.pool.add_method("java/lang/Object", "<init>", "()V")?),
    ];
    let mut slot = 1;
    for (field, descriptor) in fields.iter().zip(captured) {
        let (load, slots) = load(descriptor);
        constructor.push(Insn::Local(Opcode::Aload, 0));
        constructor.push(Insn::Local(load, slot));
        constructor.push(Insn::Field(Opcode::Putfield, *field));
        slot += slots;
    }
    constructor.push(Insn::Op(Opcode::Return));
    let descriptor = format!("({})V", captured.concat());
    add(&mut class, "<init>", &descriptor, constructor, 3, slot)?;

    let mut insns = Vec::new();
    let doubles = class.pool.add_class("[D")?;
    if let Outcome::Second(slot) = kind.outcome {
        insns.push(Insn::Local(Opcode::Aload, slot));
        insns.push(Insn::Type(Opcode::Checkcast, doubles));
        insns.push(Insn::Op(Opcode::Iconst1));
    }
    for field in &fields {
        insns.push(Insn::Local(Opcode::Aload, 0));
        insns.push(Insn::Field(Opcode::Getfield, *field));
    }
    for argument in kind.arguments {
        match *argument {
            Argument::Double(slot) => insns.push(Insn::Local(Opcode::Dload, slot)),
            Argument::Number(slot, index) => {
                insns.push(Insn::Local(Opcode::Aload, slot));
                insns.push(Insn::Type(Opcode::Checkcast, doubles));
                insns.push(Insn::Push(Opcode::Bipush, i16::from(index)));
                insns.push(Insn::Op(Opcode::Daload));
            }
            Argument::One => insns.push(Insn::Op(Opcode::Dconst1)),
            Argument::Object(slot, cast) => {
                insns.push(Insn::Local(Opcode::Aload, slot));
                insns.push(Insn::Type(Opcode::Checkcast, class.pool.add_class(cast)?));
            }
            Argument::Element(slot, index, cast) => {
                insns.push(Insn::Local(Opcode::Aload, slot));
                insns.push(Insn::Type(Opcode::Checkcast, class.pool.add_class("[Ljava/lang/Object;")?));
                insns.push(Insn::Push(Opcode::Bipush, i16::from(index)));
                insns.push(Insn::Op(Opcode::Aaload));
                insns.push(Insn::Type(Opcode::Checkcast, class.pool.add_class(cast)?));
            }
        }
    }
    let method = match called.in_interface {
        true => class.pool.add_interface_method(called.owner, called.method, called.descriptor)?,
        false => class.pool.add_method(called.owner, called.method, called.descriptor)?,
    };
    insns.push(Insn::Invoke(called.opcode, method));
    if called.result == "F" {
        insns.push(Insn::Op(Opcode::F2d));
    }
    insns.push(Insn::Op(match kind.outcome {
        Outcome::Double => Opcode::Dreturn,
        Outcome::Object => Opcode::Areturn,
        Outcome::Second(_) => Opcode::Dastore,
    }));
    if let Outcome::Second(_) = kind.outcome {
        insns.push(Insn::Op(Opcode::Return));
    }
    let passed: u16 = captured.iter().map(|d| load(d).1).sum();
    // The captured values, at most three arguments of two slots, the array and the index before them.
    let (_, name, descriptor) = kind.interface;
    add(&mut class, name, descriptor, insns, passed + 9, 5)?;
    class.write()
}

fn add(
    class: &mut ClassFile,
    name: &str,
    descriptor: &str,
    insns: Vec<Insn>,
    max_stack: u16,
    max_locals: u16,
) -> Result<()> {
    let code = Code {
        max_stack,
        max_locals,
        offsets: vec![0; insns.len()],
        insns,
        labels: Vec::new(),
        handlers: Vec::new(),
        attributes: Vec::new(),
    };
    let mut member = Member {
        access: PUBLIC & !STATIC,
        name: class.pool.add_utf8(name)?,
        descriptor: class.pool.add_utf8(descriptor)?,
        attributes: Vec::new(),
    };
    let bytes = class.encode_code(&member, &code)?;
    let name = class.pool.add_utf8("Code")?;
    member.attributes.push(Attribute { name, bytes: Cow::Owned(bytes) });
    class.methods.push(member);
    Ok(())
}

/// How a value of this type is loaded, and its slots.
fn load(descriptor: &str) -> (Opcode, u16) {
    match descriptor {
        "D" => (Opcode::Dload, 2),
        "J" => (Opcode::Lload, 2),
        "F" => (Opcode::Fload, 1),
        _ if descriptor.starts_with(['L', '[']) => (Opcode::Aload, 1),
        _ => (Opcode::Iload, 1),
    }
}
