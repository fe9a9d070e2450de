//! Pieces of methods that are written as text.

use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::signature::slots_of;
use nabla_classfile::ClassFile;

/// The instructions that push these locals, the first of which is local 0.
pub fn loads(types: &[String]) -> Vec<String> {
    let mut slot = 0;
    let mut lines = Vec::new();
    for kind in types {
        lines.push(format!("{} {slot}", load(kind)));
        slot += slots_of(kind);
    }
    lines
}

/// Copies a number of elements.
pub const COPY: &str = "invokestatic java/lang/System.arraycopy (Ljava/lang/Object;ILjava/lang/Object;II)V";

/// The instruction that pushes a local of this type.
pub fn load(kind: &str) -> &'static str {
    match kind {
        "D" => "dload",
        "F" => "fload",
        "J" => "lload",
        "I" | "Z" | "B" | "S" | "C" => "iload",
        _ => "aload",
    }
}

/// The slot of the local with this index.
pub fn start(types: &[String], index: usize) -> u16 {
    types[..index].iter().map(|t| slots_of(t)).sum()
}

/// The instructions that add the lanes of the independents to a count, given their types and slots.
pub fn count_lanes<'t>(count: u16, independents: impl Iterator<Item = (&'t str, u16)>) -> Vec<String> {
    let mut lines = vec![format!("iconst_0; istore {count}")];
    for (kind, slot) in independents {
        lines.push(match ArrayKind::of(kind) {
            Some(_) => format!("iload {count}; aload {slot}; call count ({kind})I; iadd; istore {count}"),
            None => format!("iinc {count} 1"),
        });
    }
    lines
}

/// The call of a method of the class with these flags.
pub fn invoke(class: &ClassFile, access: u16, name: &str, descriptor: &str) -> Result<String, AdError> {
    let owner = class.name()?;
    let op = match (access & STATIC != 0, class.access & INTERFACE != 0) {
        (true, _) => return Ok(format!("invokestatic this.{name} {descriptor}")),
        (false, true) => "invokeinterface",
        (false, false) if access & PRIVATE != 0 => "invokespecial",
        (false, false) => "invokevirtual",
    };
    Ok(format!("{op} {owner}.{name} {descriptor}"))
}

const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;
const INTERFACE: u16 = 0x0200;
