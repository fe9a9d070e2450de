//! Whether an instruction finds the kinds of values that it takes. The JVM rejects code in which one
//! does not, and nothing true can be said of its tangents.

use super::Symbol;
use crate::activity::fact::Shape;
use nabla_classfile::{Insn, Opcode};
use nabla_flow::State;

/// The letter of a shape in the table of opcodes.
fn letter(shape: Shape) -> u8 {
    match shape {
        Shape::Int => b'I',
        Shape::Long => b'J',
        Shape::Float => b'F',
        Shape::Double => b'D',
        Shape::Array
        | Shape::BoxedDouble
        | Shape::BoxedFloat
        | Shape::MaybeDouble
        | Shape::Null
        | Shape::Reference => b'A',
    }
}

/// What is wrong with what the instruction finds, if something is.
pub(super) fn mismatch(insn: &Insn, state: &State<Symbol>) -> Option<String> {
    let opcode = insn.opcode();
    let wrong = |found: &Symbol, kind: u8| {
        (letter(found.shape) != kind).then(|| {
            let (kind, found) = (char::from(kind), char::from(letter(found.shape)));
            format!("{}: expected a value of kind {kind}, found {found}", opcode.mnemonic())
        })
    };
    if let Insn::Local(Opcode::Iload | Opcode::Lload | Opcode::Fload | Opcode::Dload | Opcode::Aload, slot) =
        insn
        && let Some(Some(found)) = state.locals.get(*slot as usize)
    {
        return wrong(found, opcode.pushes()?.bytes().next()?);
    }
    // What is missing is for the machine to tell.
    let kinds = opcode.pops()?.bytes().rev();
    state.stack.iter().rev().zip(kinds).find_map(|(found, kind)| wrong(found, kind))
}
