//! What a field version does to the operand stack: numbers become elements and elements numbers,
//! wherever they lie.

use super::algebra::Algebra;
use super::support::support;
use crate::AdError;
use crate::activity::fact::Shape;
use nabla_classfile::{ClassFile, Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

/// A value on the stack, by what the JVM needs to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// An `int` or smaller.
    Int,
    /// A `long`.
    Long,
    /// A `float`.
    Float,
    /// A `double`.
    Double,
    /// An element.
    Element,
    /// A `double[]` whose numbers are to become elements.
    Numbers,
    /// Any other reference.
    Reference,
}

impl Held {
    /// A value of this shape, which is an element or not.
    pub fn of(shape: Shape, element: bool) -> Held {
        match shape {
            Shape::Int => Held::Int,
            Shape::Long => Held::Long,
            Shape::Float => Held::Float,
            Shape::Double if element => Held::Element,
            Shape::Double => Held::Double,
            Shape::Array
            | Shape::BoxedDouble
            | Shape::BoxedFloat
            | Shape::MaybeDouble
            | Shape::Null
            | Shape::Reference => Held::Reference,
        }
    }

    fn slots(self) -> u16 {
        if matches!(self, Held::Long | Held::Double) { 2 } else { 1 }
    }

    fn load(self) -> Opcode {
        match self {
            Held::Int => Opcode::Iload,
            Held::Long => Opcode::Lload,
            Held::Float => Opcode::Fload,
            Held::Double => Opcode::Dload,
            Held::Element | Held::Numbers | Held::Reference => Opcode::Aload,
        }
    }

    fn store(self) -> Opcode {
        match self {
            Held::Int => Opcode::Istore,
            Held::Long => Opcode::Lstore,
            Held::Float => Opcode::Fstore,
            Held::Double => Opcode::Dstore,
            Held::Element | Held::Numbers | Held::Reference => Opcode::Astore,
        }
    }
}

/// The instructions so far.
pub struct Writer<'w, 'a> {
    /// The class they are for.
    pub class: &'w mut ClassFile<'a>,
    /// The operations.
    pub algebra: &'static Algebra,
    /// The instructions.
    pub insns: Vec<Insn>,
    /// The slot of an element.
    pub witness: u16,
    /// The first free slot.
    pub free: u16,
    /// One more than the last slot used.
    pub max_locals: u16,
}

impl Writer<'_, '_> {
    /// Adds an instruction without operand.
    pub fn op(&mut self, op: Opcode) {
        self.insns.push(Insn::Op(op));
    }

    /// Adds a load or store.
    pub fn local(&mut self, op: Opcode, slot: u16) {
        self.insns.push(Insn::Local(op, slot));
    }

    /// Calls an operation of the interface.
    pub fn call(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let index = self.class.pool.add_interface_method(self.algebra.interface, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokeinterface, index));
        Ok(())
    }

    /// Calls an operation with these arguments, of which `E` is an element, that gives an element.
    pub fn operate(&mut self, name: &str, arguments: &str) -> Result<()> {
        let element = self.algebra.element;
        let arguments = arguments.replace('E', element);
        self.call(name, &format!("({arguments}){element}"))
    }

    /// The real part of the element on top.
    pub fn real(&mut self) -> Result<()> {
        self.call("getReal", "()D")
    }

    /// The number on top becomes a constant element.
    pub fn lift(&mut self) -> Result<()> {
        self.local(Opcode::Aload, self.witness);
        self.op(Opcode::DupX2);
        self.op(Opcode::Pop);
        self.lifted()
    }

    /// An element and a number on top of it become a constant element.
    pub fn lifted(&mut self) -> Result<()> {
        match self.algebra.makes_constants {
            true => self.operate("newInstance", "D"),
            // The element is a negative zero, to which every number adds up exactly.
            false => self.operate("add", "D"),
        }
    }

    /// Makes the operands on top, deepest first, what is wanted of them.
    pub fn convert(&mut self, held: &[Held], wanted: &[Held]) -> Result<()> {
        let Some(first) = held.iter().zip(wanted).position(|(h, w)| h != w) else { return Ok(()) };
        let mut slot = self.free;
        let mut spilled = Vec::new();
        for value in held[first + 1..].iter().rev() {
            self.local(value.store(), slot);
            spilled.push(slot);
            slot += value.slots();
        }
        self.max_locals = self.max_locals.max(slot);
        self.change(held[first], wanted[first])?;
        for (i, slot) in (first + 1..held.len()).zip(spilled.into_iter().rev()) {
            self.local(held[i].load(), slot);
            self.change(held[i], wanted[i])?;
        }
        Ok(())
    }

    /// Makes the value on top what is wanted of it.
    pub fn change(&mut self, held: Held, wanted: Held) -> Result<()> {
        match (held, wanted) {
            (Held::Double, Held::Element) => self.lift(),
            (Held::Element, Held::Double) => self.real(),
            (Held::Numbers, Held::Reference) => self.lift_array(),
            _ => Ok(()),
        }
    }

    /// The `double[]` on top becomes an array of constant elements.
    pub fn lift_array(&mut self) -> Result<()> {
        self.local(Opcode::Aload, self.witness);
        self.support("lift", "([DE)[E")
    }

    /// Calls a method of the class itself that is written in text, with `E` for an element.
    pub fn support(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let index = support(self.class, self.algebra, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokestatic, index));
        Ok(())
    }

    /// A number below an element changes places with it.
    pub fn bring_element_below(&mut self) {
        self.op(Opcode::DupX2);
        self.op(Opcode::Pop);
    }
}

/// The instruction of the `dup` and `pop` family that does what `op` did before some of the values
/// it moves became elements: the values taken from the top and those below that are jumped over.
pub fn shuffle(op: Opcode, taken: &[Held], over: &[Held]) -> Option<Opcode> {
    let slots = |values: &[Held]| values.iter().map(|v| v.slots()).sum::<u16>();
    Some(match (op, slots(taken), slots(over)) {
        (Opcode::Swap, ..) => Opcode::Swap,
        (Opcode::Pop | Opcode::Pop2, 1, _) => Opcode::Pop,
        (Opcode::Pop | Opcode::Pop2, 2, _) => Opcode::Pop2,
        (_, 1, 0) => Opcode::Dup,
        (_, 1, 1) => Opcode::DupX1,
        (_, 1, 2) => Opcode::DupX2,
        (_, 2, 0) => Opcode::Dup2,
        (_, 2, 1) => Opcode::Dup2X1,
        (_, 2, 2) => Opcode::Dup2X2,
        _ => return None,
    })
}

/// How many slots an instruction of that family takes from the top and jumps over.
pub fn shuffled(op: Opcode) -> Option<(u16, u16)> {
    Some(match op {
        Opcode::Pop | Opcode::Dup => (1, 0),
        Opcode::Pop2 | Opcode::Dup2 => (2, 0),
        Opcode::Swap | Opcode::DupX1 => (1, 1),
        Opcode::DupX2 => (1, 2),
        Opcode::Dup2X1 => (2, 1),
        Opcode::Dup2X2 => (2, 2),
        _ => return None,
    })
}
