//! Instructions with labels for targets and pool indices for constants.
//!
//! Short encodings are not part of the model: `iload_0`, `iload 0` and `wide iload 0` are all
//! [`Insn::Local`]; the writer picks the shortest.

use crate::{ConstIndex, Opcode};

/// A place between instructions of one [`Code`](crate::Code); its position is `code.labels[label]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub u32);

/// One instruction.
#[allow(missing_docs, reason = "the fields of the switches are those of the specification")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Insn {
    /// An instruction without operands, constants such as `iconst_0` and `dconst_1` included.
    Op(Opcode),
    /// `bipush` or `sipush`.
    Push(Opcode, i16),
    /// `ldc`, `ldc_w` or `ldc2_w`: which of them follows from the constant and its index.
    Ldc(ConstIndex),
    /// A load or store of a local variable (`Iload` … `Aload`, `Istore` … `Astore`), or `Ret`.
    Local(Opcode, u16),
    /// `iinc local, amount`.
    Iinc(u16, i16),
    /// A conditional or unconditional jump, `goto_w`, `jsr` and `jsr_w` included.
    Branch(Opcode, Label),
    /// `tableswitch`: `targets[i]` is for `low + i`.
    TableSwitch { default: Label, low: i32, targets: Vec<Label> },
    /// `lookupswitch`, pairs in the order of the file.
    LookupSwitch { default: Label, pairs: Vec<(i32, Label)> },
    /// `getfield`, `putfield`, `getstatic`, `putstatic`.
    Field(Opcode, ConstIndex),
    /// `invokevirtual`, `invokespecial`, `invokestatic`, `invokeinterface`.
    Invoke(Opcode, ConstIndex),
    /// `invokedynamic`.
    InvokeDynamic(ConstIndex),
    /// `new`, `anewarray`, `checkcast`, `instanceof`.
    Type(Opcode, ConstIndex),
    /// `newarray` of the primitive type with this code (4 = boolean … 7 = double … 11 = long).
    NewArray(u8),
    /// `multianewarray type, dimensions`.
    MultiNewArray(ConstIndex, u8),
}

impl Insn {
    /// The opcode; the long form where it depends on the index (`ldc_w`, `iload`).
    pub fn opcode(&self) -> Opcode {
        match *self {
            Insn::Op(opcode)
            | Insn::Push(opcode, _)
            | Insn::Local(opcode, _)
            | Insn::Branch(opcode, _)
            | Insn::Field(opcode, _)
            | Insn::Invoke(opcode, _)
            | Insn::Type(opcode, _) => opcode,
            Insn::Ldc(_) => Opcode::LdcW,
            Insn::Iinc(..) => Opcode::Iinc,
            Insn::TableSwitch { .. } => Opcode::Tableswitch,
            Insn::LookupSwitch { .. } => Opcode::Lookupswitch,
            Insn::InvokeDynamic(_) => Opcode::Invokedynamic,
            Insn::NewArray(_) => Opcode::Newarray,
            Insn::MultiNewArray(..) => Opcode::Multianewarray,
        }
    }
}
