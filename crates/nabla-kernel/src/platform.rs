//! A method of the JDK as a method of ours: a class with one static method that calls it, to which
//! the rule applies as to any call.

use nabla_classfile::{ClassFile, Code, Insn, Member, Opcode, Result};

/// The name of the method that calls.
pub const VALUE: &str = "value";

const STATIC: u16 = 0x0008;

/// The bytes of a class of this name whose method `value` calls a static method of numbers.
pub fn calling(name: &str, owner: &str, method: &str, descriptor: &str) -> Result<Vec<u8>> {
    let skeleton = skeleton(name)?;
    let mut class = ClassFile::read(&skeleton)?;
    let called = class.pool.add_method(owner, method, descriptor)?;
    let doubles = descriptor.bytes().skip(1).take_while(|&b| b == b'D').count() as u16;
    let mut insns: Vec<Insn> = (0..doubles).map(|i| Insn::Local(Opcode::Dload, 2 * i)).collect();
    insns.push(Insn::Invoke(Opcode::Invokestatic, called));
    insns.push(Insn::Op(Opcode::Dreturn));
    let code = Code {
        max_stack: 2 * doubles.max(1),
        max_locals: 2 * doubles,
        offsets: vec![0; insns.len()],
        insns,
        labels: Vec::new(),
        handlers: Vec::new(),
        attributes: Vec::new(),
    };
    let (name, descriptor) = (class.pool.add_utf8(VALUE)?, class.pool.add_utf8(descriptor)?);
    class.methods.push(Member { access: STATIC, name, descriptor, attributes: Vec::new() });
    class.set_code(0, &code)?;
    class.write()
}

/// A class of Java 17 without members.
pub fn skeleton(name: &str) -> Result<Vec<u8>> {
    const FINAL_SUPER: u16 = 0x0030;
    let mut bytes = Vec::from(0xcafe_babe_u32.to_be_bytes());
    bytes.extend([0, 0, 0, 61, 0, 1]);
    bytes.extend(FINAL_SUPER.to_be_bytes());
    bytes.extend([0; 12]);
    let mut class = ClassFile::read(&bytes)?;
    class.this_class = class.pool.add_class(name)?;
    class.super_class = Some(class.pool.add_class("java/lang/Object")?);
    class.write()
}
