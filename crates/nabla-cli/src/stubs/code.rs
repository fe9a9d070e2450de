//! The body of a stub: it passes its arguments on and returns what it gets.

use nabla_classfile::{ClassFile, Code, CodeAttribute, Insn, LocalVariable, Opcode, Result};

use super::Stub;
use crate::parameters;

/// How a derivative is called.
pub struct Callee<'c> {
    /// The internal name of its class.
    pub owner: &'c str,
    /// Whether that is an interface.
    pub interface: bool,
    /// Its name.
    pub name: &'c str,
    /// Its descriptor.
    pub descriptor: &'c str,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether it is private to the class of the stub.
    pub private: bool,
}

/// Replaces the code of a stub.
pub fn replace(class: &mut ClassFile<'_>, method: usize, stub: &Stub, callee: &Callee<'_>) -> Result<()> {
    let Callee { owner, name, descriptor, .. } = *callee;
    let reference = match callee.interface {
        true => class.pool.add_interface_method(owner, name, descriptor)?,
        false => class.pool.add_method(owner, name, descriptor)?,
    };
    let invoke = match (callee.is_static, callee.private, callee.interface) {
        (true, ..) => Opcode::Invokestatic,
        // The one instruction that calls a private method of the own class in every version.
        (_, true, _) => Opcode::Invokespecial,
        (_, _, true) => Opcode::Invokeinterface,
        _ => Opcode::Invokevirtual,
    };
    let (types, result) = parameters::split(&stub.descriptor).unwrap_or_default();
    let mut insns = Vec::new();
    let mut slot = 0;
    if !stub.is_static {
        insns.push(Insn::Local(Opcode::Aload, 0));
        slot = 1;
    }
    for ty in types {
        let (load, _) = opcodes(ty);
        insns.push(Insn::Local(load, slot));
        slot += width(ty);
    }
    insns.push(Insn::Invoke(invoke, reference));
    insns.push(Insn::Op(opcodes(result).1));
    let old = class.code(&class.methods[method])?;
    let count = insns.len();
    let mut code = Code {
        max_stack: slot.max(width(result)),
        max_locals: slot,
        offsets: vec![0; count],
        insns,
        labels: vec![0, count as u32],
        handlers: Vec::new(),
        attributes: Vec::new(),
    };
    if let Some(old) = old {
        code.attributes = tables(&old, stub.line, slot);
    }
    class.set_code(method, &code)
}

/// The tables of the new code: one line, and the names of the parameters.
fn tables<'a>(old: &Code<'_>, line: Option<u16>, slots: u16) -> Vec<CodeAttribute<'a>> {
    let (start, end) = (nabla_classfile::Label(0), nabla_classfile::Label(1));
    let from_entry =
        |row: &&LocalVariable| old.labels.get(row.start.0 as usize) == Some(&0) && row.slot < slots;
    let kept = old.attributes.iter().filter_map(|attribute| match attribute {
        CodeAttribute::LineNumbers { name, .. } => {
            Some(CodeAttribute::LineNumbers { name: *name, rows: vec![(start, line?)] })
        }
        CodeAttribute::LocalVariables { name, rows } => {
            let rows = rows.iter().filter(from_entry).map(|row| LocalVariable { start, end, ..*row });
            Some(CodeAttribute::LocalVariables { name: *name, rows: rows.collect() })
        }
        _ => None,
    });
    kept.collect()
}

/// How a value of this type is loaded and returned.
fn opcodes(descriptor: &str) -> (Opcode, Opcode) {
    match descriptor {
        "D" => (Opcode::Dload, Opcode::Dreturn),
        "F" => (Opcode::Fload, Opcode::Freturn),
        "J" => (Opcode::Lload, Opcode::Lreturn),
        "V" => (Opcode::Nop, Opcode::Return),
        ty if ty.starts_with(['L', '[']) => (Opcode::Aload, Opcode::Areturn),
        _ => (Opcode::Iload, Opcode::Ireturn),
    }
}

fn width(descriptor: &str) -> u16 {
    match descriptor {
        "D" | "J" => 2,
        "V" => 0,
        _ => 1,
    }
}
