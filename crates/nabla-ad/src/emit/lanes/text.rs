//! Pieces of methods that are written as text.

use crate::activity::fact::ArrayKind;
use crate::signature::slots_of;

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

/// The call of the class's own method with these flags. A class below may have one of that name for its own
/// body of the primal, which is another function: the receiver does not decide.
pub fn invoke(access: u16, name: &str, descriptor: &str) -> String {
    let op = if access & STATIC != 0 { "invokestatic" } else { "invokespecial" };
    format!("{op} this.{name} {descriptor}")
}

const STATIC: u16 = 0x0008;
