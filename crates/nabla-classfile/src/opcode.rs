//! The one table of the JVM's opcodes; whatever is said about an opcode is derived from it.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How the operands of an instruction are laid out behind its opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// No operand.
    Plain,
    /// A signed byte.
    Byte,
    /// A signed short.
    Short,
    /// A pool index of one byte.
    Ldc,
    /// A pool index of a loadable constant of two bytes.
    LdcWide,
    /// A local variable of one byte, of two after `wide`.
    Local,
    /// The local variable is part of the opcode, which abbreviates another.
    LocalShort(Opcode, u8),
    /// A local variable and a signed amount, of one byte each, of two after `wide`.
    Iinc,
    /// A signed offset of two bytes.
    Branch,
    /// A signed offset of four bytes.
    BranchWide,
    /// Padding, default, low, high, offsets.
    TableSwitch,
    /// Padding, default, count, pairs of value and offset.
    LookupSwitch,
    /// The pool index of a field.
    Field,
    /// The pool index of a method.
    Invoke,
    /// The pool index of a method, the count of argument slots, a zero.
    InvokeInterface,
    /// The pool index of a call site, two zeros.
    InvokeDynamic,
    /// The pool index of a class.
    Type,
    /// The code of a primitive type.
    NewArray,
    /// The pool index of a class and the number of dimensions.
    MultiNewArray,
    /// The prefix that widens the operand of the next opcode.
    Wide,
}

/// Expands the table to the enumeration and its derived tables.
macro_rules! opcodes {
    ($(($code:literal, $name:ident, $mnemonic:literal, $shape:expr, $pops:literal, $pushes:literal);)*) => {
        /// An opcode; JVMS §6.5.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names are those of the specification")]
        pub enum Opcode { $($name = $code),* }

        const OPCODES: [Option<Opcode>; 256] = {
            let mut table = [None; 256];
            $(table[$code] = Some(Opcode::$name);)*
            table
        };

        const ROWS: [(&str, Shape, &str, &str); COUNT] = {
            use Opcode::*;
            use Shape::*;
            [$(($mnemonic, $shape, $pops, $pushes)),*]
        };
    };
}

/// The number of opcodes; they are numbered without gaps.
const COUNT: usize = 202;

impl Opcode {
    /// The opcode with this code, if there is one.
    #[inline]
    pub fn from_u8(code: u8) -> Option<Opcode> {
        OPCODES[code as usize]
    }

    /// Every opcode, in the order of the codes.
    pub fn all() -> impl Iterator<Item = Opcode> {
        OPCODES.into_iter().flatten()
    }

    /// The opcode of this name.
    pub fn named(mnemonic: &str) -> Option<Opcode> {
        static NAMES: LazyLock<HashMap<&str, Opcode>> =
            LazyLock::new(|| Opcode::all().map(|opcode| (opcode.mnemonic(), opcode)).collect());
        NAMES.get(mnemonic).copied()
    }

    /// The name in the specification.
    pub fn mnemonic(self) -> &'static str {
        ROWS[self as usize].0
    }

    /// How the operands are laid out.
    #[inline]
    pub fn shape(self) -> Shape {
        ROWS[self as usize].1
    }

    /// The kinds of the values taken from the stack, deepest first: `I`, `J`, `F`, `D` or `A` (a
    /// reference) each. `None` if it depends on the operand or on what is there.
    pub fn pops(self) -> Option<&'static str> {
        Some(ROWS[self as usize].2).filter(|kinds| *kinds != "?")
    }

    /// The kinds of the values put on the stack, as for [`pops`](Self::pops).
    pub fn pushes(self) -> Option<&'static str> {
        Some(ROWS[self as usize].3).filter(|kinds| *kinds != "?")
    }

    /// Whether this is a jump that may also not be taken.
    pub fn is_conditional(self) -> bool {
        self.inverse().is_some()
    }

    /// The conditional jump taken exactly when this one is not.
    pub fn inverse(self) -> Option<Opcode> {
        match self as u8 {
            // The six comparisons with zero and those of two values come in pairs: odd, even.
            code @ 0x99..=0xa6 => Opcode::from_u8(((code + 1) ^ 1) - 1),
            0xc6 => Some(Opcode::Ifnonnull),
            0xc7 => Some(Opcode::Ifnull),
            _ => None,
        }
    }

    /// Whether control never goes on to the next instruction.
    pub fn ends_block(self) -> bool {
        use Opcode::*;
        matches!(
            self,
            Goto | GotoW
                | Ret
                | Tableswitch
                | Lookupswitch
                | Ireturn
                | Lreturn
                | Freturn
                | Dreturn
                | Areturn
                | Return
                | Athrow
        )
    }
}

// The columns: code, name, mnemonic, shape, kinds popped, kinds pushed ("?": not fixed).
#[rustfmt::skip]
opcodes! {
    (0x00, Nop, "nop", Plain, "", "");
    (0x01, AconstNull, "aconst_null", Plain, "", "A");
    (0x02, IconstM1, "iconst_m1", Plain, "", "I");
    (0x03, Iconst0, "iconst_0", Plain, "", "I");
    (0x04, Iconst1, "iconst_1", Plain, "", "I");
    (0x05, Iconst2, "iconst_2", Plain, "", "I");
    (0x06, Iconst3, "iconst_3", Plain, "", "I");
    (0x07, Iconst4, "iconst_4", Plain, "", "I");
    (0x08, Iconst5, "iconst_5", Plain, "", "I");
    (0x09, Lconst0, "lconst_0", Plain, "", "J");
    (0x0a, Lconst1, "lconst_1", Plain, "", "J");
    (0x0b, Fconst0, "fconst_0", Plain, "", "F");
    (0x0c, Fconst1, "fconst_1", Plain, "", "F");
    (0x0d, Fconst2, "fconst_2", Plain, "", "F");
    (0x0e, Dconst0, "dconst_0", Plain, "", "D");
    (0x0f, Dconst1, "dconst_1", Plain, "", "D");
    (0x10, Bipush, "bipush", Byte, "", "I");
    (0x11, Sipush, "sipush", Short, "", "I");
    (0x12, Ldc, "ldc", Shape::Ldc, "", "?");
    (0x13, LdcW, "ldc_w", LdcWide, "", "?");
    (0x14, Ldc2W, "ldc2_w", LdcWide, "", "?");
    (0x15, Iload, "iload", Local, "", "I");
    (0x16, Lload, "lload", Local, "", "J");
    (0x17, Fload, "fload", Local, "", "F");
    (0x18, Dload, "dload", Local, "", "D");
    (0x19, Aload, "aload", Local, "", "A");
    (0x1a, Iload0, "iload_0", LocalShort(Iload, 0), "", "I");
    (0x1b, Iload1, "iload_1", LocalShort(Iload, 1), "", "I");
    (0x1c, Iload2, "iload_2", LocalShort(Iload, 2), "", "I");
    (0x1d, Iload3, "iload_3", LocalShort(Iload, 3), "", "I");
    (0x1e, Lload0, "lload_0", LocalShort(Lload, 0), "", "J");
    (0x1f, Lload1, "lload_1", LocalShort(Lload, 1), "", "J");
    (0x20, Lload2, "lload_2", LocalShort(Lload, 2), "", "J");
    (0x21, Lload3, "lload_3", LocalShort(Lload, 3), "", "J");
    (0x22, Fload0, "fload_0", LocalShort(Fload, 0), "", "F");
    (0x23, Fload1, "fload_1", LocalShort(Fload, 1), "", "F");
    (0x24, Fload2, "fload_2", LocalShort(Fload, 2), "", "F");
    (0x25, Fload3, "fload_3", LocalShort(Fload, 3), "", "F");
    (0x26, Dload0, "dload_0", LocalShort(Dload, 0), "", "D");
    (0x27, Dload1, "dload_1", LocalShort(Dload, 1), "", "D");
    (0x28, Dload2, "dload_2", LocalShort(Dload, 2), "", "D");
    (0x29, Dload3, "dload_3", LocalShort(Dload, 3), "", "D");
    (0x2a, Aload0, "aload_0", LocalShort(Aload, 0), "", "A");
    (0x2b, Aload1, "aload_1", LocalShort(Aload, 1), "", "A");
    (0x2c, Aload2, "aload_2", LocalShort(Aload, 2), "", "A");
    (0x2d, Aload3, "aload_3", LocalShort(Aload, 3), "", "A");
    (0x2e, Iaload, "iaload", Plain, "AI", "I");
    (0x2f, Laload, "laload", Plain, "AI", "J");
    (0x30, Faload, "faload", Plain, "AI", "F");
    (0x31, Daload, "daload", Plain, "AI", "D");
    (0x32, Aaload, "aaload", Plain, "AI", "A");
    (0x33, Baload, "baload", Plain, "AI", "I");
    (0x34, Caload, "caload", Plain, "AI", "I");
    (0x35, Saload, "saload", Plain, "AI", "I");
    (0x36, Istore, "istore", Local, "I", "");
    (0x37, Lstore, "lstore", Local, "J", "");
    (0x38, Fstore, "fstore", Local, "F", "");
    (0x39, Dstore, "dstore", Local, "D", "");
    (0x3a, Astore, "astore", Local, "A", "");
    (0x3b, Istore0, "istore_0", LocalShort(Istore, 0), "I", "");
    (0x3c, Istore1, "istore_1", LocalShort(Istore, 1), "I", "");
    (0x3d, Istore2, "istore_2", LocalShort(Istore, 2), "I", "");
    (0x3e, Istore3, "istore_3", LocalShort(Istore, 3), "I", "");
    (0x3f, Lstore0, "lstore_0", LocalShort(Lstore, 0), "J", "");
    (0x40, Lstore1, "lstore_1", LocalShort(Lstore, 1), "J", "");
    (0x41, Lstore2, "lstore_2", LocalShort(Lstore, 2), "J", "");
    (0x42, Lstore3, "lstore_3", LocalShort(Lstore, 3), "J", "");
    (0x43, Fstore0, "fstore_0", LocalShort(Fstore, 0), "F", "");
    (0x44, Fstore1, "fstore_1", LocalShort(Fstore, 1), "F", "");
    (0x45, Fstore2, "fstore_2", LocalShort(Fstore, 2), "F", "");
    (0x46, Fstore3, "fstore_3", LocalShort(Fstore, 3), "F", "");
    (0x47, Dstore0, "dstore_0", LocalShort(Dstore, 0), "D", "");
    (0x48, Dstore1, "dstore_1", LocalShort(Dstore, 1), "D", "");
    (0x49, Dstore2, "dstore_2", LocalShort(Dstore, 2), "D", "");
    (0x4a, Dstore3, "dstore_3", LocalShort(Dstore, 3), "D", "");
    (0x4b, Astore0, "astore_0", LocalShort(Astore, 0), "A", "");
    (0x4c, Astore1, "astore_1", LocalShort(Astore, 1), "A", "");
    (0x4d, Astore2, "astore_2", LocalShort(Astore, 2), "A", "");
    (0x4e, Astore3, "astore_3", LocalShort(Astore, 3), "A", "");
    (0x4f, Iastore, "iastore", Plain, "AII", "");
    (0x50, Lastore, "lastore", Plain, "AIJ", "");
    (0x51, Fastore, "fastore", Plain, "AIF", "");
    (0x52, Dastore, "dastore", Plain, "AID", "");
    (0x53, Aastore, "aastore", Plain, "AIA", "");
    (0x54, Bastore, "bastore", Plain, "AII", "");
    (0x55, Castore, "castore", Plain, "AII", "");
    (0x56, Sastore, "sastore", Plain, "AII", "");
    (0x57, Pop, "pop", Plain, "?", "?");
    (0x58, Pop2, "pop2", Plain, "?", "?");
    (0x59, Dup, "dup", Plain, "?", "?");
    (0x5a, DupX1, "dup_x1", Plain, "?", "?");
    (0x5b, DupX2, "dup_x2", Plain, "?", "?");
    (0x5c, Dup2, "dup2", Plain, "?", "?");
    (0x5d, Dup2X1, "dup2_x1", Plain, "?", "?");
    (0x5e, Dup2X2, "dup2_x2", Plain, "?", "?");
    (0x5f, Swap, "swap", Plain, "?", "?");
    (0x60, Iadd, "iadd", Plain, "II", "I");
    (0x61, Ladd, "ladd", Plain, "JJ", "J");
    (0x62, Fadd, "fadd", Plain, "FF", "F");
    (0x63, Dadd, "dadd", Plain, "DD", "D");
    (0x64, Isub, "isub", Plain, "II", "I");
    (0x65, Lsub, "lsub", Plain, "JJ", "J");
    (0x66, Fsub, "fsub", Plain, "FF", "F");
    (0x67, Dsub, "dsub", Plain, "DD", "D");
    (0x68, Imul, "imul", Plain, "II", "I");
    (0x69, Lmul, "lmul", Plain, "JJ", "J");
    (0x6a, Fmul, "fmul", Plain, "FF", "F");
    (0x6b, Dmul, "dmul", Plain, "DD", "D");
    (0x6c, Idiv, "idiv", Plain, "II", "I");
    (0x6d, Ldiv, "ldiv", Plain, "JJ", "J");
    (0x6e, Fdiv, "fdiv", Plain, "FF", "F");
    (0x6f, Ddiv, "ddiv", Plain, "DD", "D");
    (0x70, Irem, "irem", Plain, "II", "I");
    (0x71, Lrem, "lrem", Plain, "JJ", "J");
    (0x72, Frem, "frem", Plain, "FF", "F");
    (0x73, Drem, "drem", Plain, "DD", "D");
    (0x74, Ineg, "ineg", Plain, "I", "I");
    (0x75, Lneg, "lneg", Plain, "J", "J");
    (0x76, Fneg, "fneg", Plain, "F", "F");
    (0x77, Dneg, "dneg", Plain, "D", "D");
    (0x78, Ishl, "ishl", Plain, "II", "I");
    (0x79, Lshl, "lshl", Plain, "JI", "J");
    (0x7a, Ishr, "ishr", Plain, "II", "I");
    (0x7b, Lshr, "lshr", Plain, "JI", "J");
    (0x7c, Iushr, "iushr", Plain, "II", "I");
    (0x7d, Lushr, "lushr", Plain, "JI", "J");
    (0x7e, Iand, "iand", Plain, "II", "I");
    (0x7f, Land, "land", Plain, "JJ", "J");
    (0x80, Ior, "ior", Plain, "II", "I");
    (0x81, Lor, "lor", Plain, "JJ", "J");
    (0x82, Ixor, "ixor", Plain, "II", "I");
    (0x83, Lxor, "lxor", Plain, "JJ", "J");
    (0x84, Iinc, "iinc", Shape::Iinc, "", "");
    (0x85, I2l, "i2l", Plain, "I", "J");
    (0x86, I2f, "i2f", Plain, "I", "F");
    (0x87, I2d, "i2d", Plain, "I", "D");
    (0x88, L2i, "l2i", Plain, "J", "I");
    (0x89, L2f, "l2f", Plain, "J", "F");
    (0x8a, L2d, "l2d", Plain, "J", "D");
    (0x8b, F2i, "f2i", Plain, "F", "I");
    (0x8c, F2l, "f2l", Plain, "F", "J");
    (0x8d, F2d, "f2d", Plain, "F", "D");
    (0x8e, D2i, "d2i", Plain, "D", "I");
    (0x8f, D2l, "d2l", Plain, "D", "J");
    (0x90, D2f, "d2f", Plain, "D", "F");
    (0x91, I2b, "i2b", Plain, "I", "I");
    (0x92, I2c, "i2c", Plain, "I", "I");
    (0x93, I2s, "i2s", Plain, "I", "I");
    (0x94, Lcmp, "lcmp", Plain, "JJ", "I");
    (0x95, Fcmpl, "fcmpl", Plain, "FF", "I");
    (0x96, Fcmpg, "fcmpg", Plain, "FF", "I");
    (0x97, Dcmpl, "dcmpl", Plain, "DD", "I");
    (0x98, Dcmpg, "dcmpg", Plain, "DD", "I");
    (0x99, Ifeq, "ifeq", Branch, "I", "");
    (0x9a, Ifne, "ifne", Branch, "I", "");
    (0x9b, Iflt, "iflt", Branch, "I", "");
    (0x9c, Ifge, "ifge", Branch, "I", "");
    (0x9d, Ifgt, "ifgt", Branch, "I", "");
    (0x9e, Ifle, "ifle", Branch, "I", "");
    (0x9f, IfIcmpeq, "if_icmpeq", Branch, "II", "");
    (0xa0, IfIcmpne, "if_icmpne", Branch, "II", "");
    (0xa1, IfIcmplt, "if_icmplt", Branch, "II", "");
    (0xa2, IfIcmpge, "if_icmpge", Branch, "II", "");
    (0xa3, IfIcmpgt, "if_icmpgt", Branch, "II", "");
    (0xa4, IfIcmple, "if_icmple", Branch, "II", "");
    (0xa5, IfAcmpeq, "if_acmpeq", Branch, "AA", "");
    (0xa6, IfAcmpne, "if_acmpne", Branch, "AA", "");
    (0xa7, Goto, "goto", Branch, "", "");
    (0xa8, Jsr, "jsr", Branch, "", "A");
    (0xa9, Ret, "ret", Local, "", "");
    (0xaa, Tableswitch, "tableswitch", TableSwitch, "I", "");
    (0xab, Lookupswitch, "lookupswitch", LookupSwitch, "I", "");
    (0xac, Ireturn, "ireturn", Plain, "I", "");
    (0xad, Lreturn, "lreturn", Plain, "J", "");
    (0xae, Freturn, "freturn", Plain, "F", "");
    (0xaf, Dreturn, "dreturn", Plain, "D", "");
    (0xb0, Areturn, "areturn", Plain, "A", "");
    (0xb1, Return, "return", Plain, "", "");
    (0xb2, Getstatic, "getstatic", Field, "", "?");
    (0xb3, Putstatic, "putstatic", Field, "?", "");
    (0xb4, Getfield, "getfield", Field, "A", "?");
    (0xb5, Putfield, "putfield", Field, "?", "");
    (0xb6, Invokevirtual, "invokevirtual", Invoke, "?", "?");
    (0xb7, Invokespecial, "invokespecial", Invoke, "?", "?");
    (0xb8, Invokestatic, "invokestatic", Invoke, "?", "?");
    (0xb9, Invokeinterface, "invokeinterface", InvokeInterface, "?", "?");
    (0xba, Invokedynamic, "invokedynamic", InvokeDynamic, "?", "?");
    (0xbb, New, "new", Type, "", "A");
    (0xbc, Newarray, "newarray", NewArray, "I", "A");
    (0xbd, Anewarray, "anewarray", Type, "I", "A");
    (0xbe, Arraylength, "arraylength", Plain, "A", "I");
    (0xbf, Athrow, "athrow", Plain, "A", "");
    (0xc0, Checkcast, "checkcast", Type, "A", "A");
    (0xc1, Instanceof, "instanceof", Type, "A", "I");
    (0xc2, Monitorenter, "monitorenter", Plain, "A", "");
    (0xc3, Monitorexit, "monitorexit", Plain, "A", "");
    (0xc4, Wide, "wide", Shape::Wide, "?", "?");
    (0xc5, Multianewarray, "multianewarray", MultiNewArray, "?", "A");
    (0xc6, Ifnull, "ifnull", Branch, "A", "");
    (0xc7, Ifnonnull, "ifnonnull", Branch, "A", "");
    (0xc8, GotoW, "goto_w", BranchWide, "", "");
    (0xc9, JsrW, "jsr_w", BranchWide, "", "A");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert_eq!(Opcode::all().count(), COUNT);
        for (code, opcode) in Opcode::all().enumerate() {
            assert_eq!(opcode as usize, code);
        }
    }

    #[test]
    fn inverses_are_mutual() {
        assert_eq!(Opcode::Ifeq.inverse(), Some(Opcode::Ifne));
        assert_eq!(Opcode::IfAcmpne.inverse(), Some(Opcode::IfAcmpeq));
        assert_eq!(Opcode::all().filter(|o| o.is_conditional()).count(), 16);
        for opcode in Opcode::all() {
            if let Some(inverse) = opcode.inverse() {
                assert_eq!(inverse.inverse(), Some(opcode));
                assert_eq!(inverse.pops(), opcode.pops());
            }
        }
    }
}
