//! What passes between a method and its parts: the types of values, and the arrays in which a part
//! leaves those that it cannot return.

use nabla_classfile::{ClassFile, Insn, Opcode, Result, VerificationType};
use nabla_flow::VType;

/// The types that an array holds, and its instructions.
struct Carrier {
    array: &'static str,
    load: Opcode,
    store: Opcode,
    get: Opcode,
    put: Opcode,
    give: Opcode,
}

use Opcode::{
    Aaload, Aastore, Aload, Areturn, Astore, Daload, Dastore, Dload, Dreturn, Dstore, Faload, Fastore, Fload,
    Freturn, Fstore, Iaload, Iastore, Iload, Ireturn, Istore, Laload, Lastore, Lload, Lreturn, Lstore,
};

#[rustfmt::skip]
const CARRIERS: [Carrier; 5] = [
    Carrier { array: "[D", load: Dload, store: Dstore, get: Daload, put: Dastore, give: Dreturn },
    Carrier { array: "[F", load: Fload, store: Fstore, get: Faload, put: Fastore, give: Freturn },
    Carrier { array: "[J", load: Lload, store: Lstore, get: Laload, put: Lastore, give: Lreturn },
    Carrier { array: "[I", load: Iload, store: Istore, get: Iaload, put: Iastore, give: Ireturn },
    Carrier { array: "[Ljava/lang/Object;", load: Aload, store: Astore, get: Aaload, put: Aastore, give: Areturn },
];

/// A sort of value: a row of the table of arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sort(usize);

impl Sort {
    /// The sort of a type; none of those without values that can be passed.
    pub fn of(kind: &VType) -> Option<Sort> {
        Some(Sort(match kind {
            VType::Double => 0,
            VType::Float => 1,
            VType::Long => 2,
            VType::Int => 3,
            VType::Object(_) => 4,
            _ => return None,
        }))
    }

    fn row(self) -> &'static Carrier {
        &CARRIERS[self.0]
    }

    /// The descriptor of an array of them.
    pub fn array(self) -> &'static str {
        self.row().array
    }

    /// Loads one.
    pub fn load(self, slot: u16) -> Insn {
        Insn::Local(self.row().load, slot)
    }

    /// Stores one.
    pub fn store(self, slot: u16) -> Insn {
        Insn::Local(self.row().store, slot)
    }

    /// Reads an element.
    pub fn get(self) -> Insn {
        Insn::Op(self.row().get)
    }

    /// Writes an element.
    pub fn put(self) -> Insn {
        Insn::Op(self.row().put)
    }

    /// Returns one.
    pub fn give(self) -> Insn {
        Insn::Op(self.row().give)
    }

    /// Makes an array.
    pub fn make(self, class: &mut ClassFile) -> Result<Insn> {
        Ok(match self.0 {
            0 => Insn::NewArray(7),
            1 => Insn::NewArray(6),
            2 => Insn::NewArray(11),
            3 => Insn::NewArray(10),
            _ => Insn::Type(Opcode::Anewarray, class.pool.add_class("java/lang/Object")?),
        })
    }

    /// Gives an element the type that it had.
    pub fn cast(self, class: &mut ClassFile, kind: &VType) -> Result<Option<Insn>> {
        Ok(match kind {
            VType::Object(name) if **name != *"java/lang/Object" => {
                Some(Insn::Type(Opcode::Checkcast, class.pool.add_class(name)?))
            }
            _ => None,
        })
    }

    /// The type of an array, in a frame.
    pub fn frame(self, class: &mut ClassFile) -> Result<VerificationType> {
        Ok(VerificationType::Object(class.pool.add_class(self.array())?))
    }
}

/// The descriptor of a type that has a sort.
pub fn descriptor(kind: &VType) -> String {
    match kind {
        VType::Double => "D".to_owned(),
        VType::Float => "F".to_owned(),
        VType::Long => "J".to_owned(),
        VType::Object(name) if name.starts_with('[') => name.to_string(),
        VType::Object(name) => format!("L{name};"),
        _ => "I".to_owned(),
    }
}

/// The slots of a value.
pub fn slots(kind: &VType) -> u16 {
    1 + u16::from(matches!(kind, VType::Double | VType::Long))
}
