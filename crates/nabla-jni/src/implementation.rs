//! What the class of a lambda or method reference calls: the JVM makes it a hidden class with one
//! method, which passes captured values and arguments on.

use crate::jvmti::Jvmti;
use jni::objects::JClass;
use nabla_classfile::{Attribute, ClassFile, Insn, Member, Opcode};
use std::borrow::Cow;

/// `static demo/Foo value (D)D`: how the method calls, whom, by which name and descriptor. `None` if
/// the class is not such a one.
pub fn of(jvmti: Jvmti, proxy: &JClass, method: &str) -> Option<String> {
    // SAFETY: the reference is an argument of the native method that runs.
    let (pool, bytecode) =
        unsafe { (jvmti.constant_pool(proxy.as_raw())?, jvmti.bytecode(proxy.as_raw(), method)?) };
    let bytes = class_file(pool.0, &pool.1);
    let mut class = ClassFile::read(&bytes).ok()?;
    let mut code = vec![0; 4];
    code.extend(u32::try_from(bytecode.len()).ok()?.to_be_bytes());
    code.extend(bytecode);
    code.extend([0; 4]);
    let attribute = Attribute { name: class.pool.add_utf8("Code").ok()?, bytes: Cow::Owned(code) };
    let member = Member {
        access: 0,
        name: class.pool.add_utf8(method).ok()?,
        descriptor: class.pool.add_utf8("()V").ok()?,
        attributes: vec![attribute],
    };
    let code = class.code(&member).ok()??;
    let calls = code.insns.iter().filter_map(|insn| match insn {
        Insn::Invoke(opcode, index) => Some((*opcode, class.pool.member_ref(*index).ok()?)),
        _ => None,
    });
    let calls: Vec<_> = calls.collect();
    // Boxes are opened and closed around the call that counts.
    let mut counting = calls.iter().filter(|(_, m)| calls.len() == 1 || !is_boxing(&m.owner, &m.name));
    let (opcode, member) = counting.next()?;
    let kind = match opcode {
        Opcode::Invokestatic => "static",
        Opcode::Invokevirtual => "virtual",
        Opcode::Invokeinterface => "interface",
        _ => "special",
    };
    match counting.next() {
        None => Some(format!("{kind} {} {} {}", member.owner, member.name, member.descriptor)),
        Some(_) => None,
    }
}

fn is_boxing(owner: &str, name: &str) -> bool {
    owner.starts_with("java/lang/") && (name == "valueOf" || name.ends_with("Value"))
}

/// A class file of nothing but constants.
fn class_file(count: u16, pool: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::from(0xcafe_babe_u32.to_be_bytes());
    bytes.extend([0, 0, 0, 61]);
    bytes.extend(count.to_be_bytes());
    bytes.extend(pool);
    // Flags, this class, super class; no interfaces, fields, methods and attributes.
    bytes.extend([0; 14]);
    bytes
}
