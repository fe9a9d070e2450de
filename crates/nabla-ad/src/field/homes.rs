//! Where the locals of a field version are: an element takes one slot where a `double` took two.
//!
//! A parameter stays in the slot in which it comes, unless the code uses that slot for what does
//! not fit there: then it is moved where the method begins.

use super::version::Version;
use super::webs::Webs;
use crate::program::instance::Carry;
use crate::program::primal::Primal;
use crate::signature::slots_of;
use nabla_classfile::{Insn, Opcode};

/// A parameter that is moved where the method begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The slot in which it comes.
    pub from: u16,
    /// Its home.
    pub to: u16,
    /// Whether it comes as an element.
    pub element: bool,
    /// Whether it becomes one.
    pub lifted: bool,
}

/// The slots of the primal's locals.
pub struct Homes {
    slots: Vec<u16>,
    /// Parameters that do not stay where they come.
    pub moves: Vec<Move>,
    /// The element from which constants are made.
    pub witness: Witness,
    /// The first free slot.
    pub free: u16,
}

/// Where an element is at hand all the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Witness {
    /// A parameter that is never assigned.
    Parameter(u16),
    /// A local, which is filled from this parameter where the method begins.
    Local(u16, u16),
    /// A local, filled from the arrays among the parameters.
    Arrays(u16),
}

impl Witness {
    /// Its slot.
    pub fn slot(self) -> u16 {
        match self {
            Witness::Parameter(slot) | Witness::Local(slot, _) | Witness::Arrays(slot) => slot,
        }
    }
}

impl Homes {
    /// Lays out the locals.
    pub fn new(primal: &Primal, version: &Version, webs: &Webs) -> Homes {
        let signature = &primal.signature;
        let max = primal.code.max_locals;
        let mut slots: Vec<u16> = vec![0; max as usize];
        let mut moves = Vec::new();
        let mut next = u16::from(!signature.is_static);
        let mut late = Vec::new();
        let mut scalar = None;
        for (i, parameter) in signature.parameters.iter().enumerate() {
            let slot = parameter.slot;
            let active = version.key.pattern.parameters[i] == Carry::Tangent;
            let element = active && parameter.descriptor == "D";
            if element && scalar.is_none() {
                scalar = Some((next, slot));
            }
            let double = parameter.descriptor == "D";
            let lifted = double && !element && webs.local(0, slot as usize);
            if (element && !fits_element(primal, webs, slot)) || lifted {
                late.push((slot, Move { from: next, to: 0, element, lifted }));
            }
            slots[slot as usize] = next;
            if parameter.slots() == 2 {
                slots[slot as usize + 1] = next + 1;
            }
            next += if element { 1 } else { slots_of(&parameter.descriptor) };
        }
        let given = next;
        next += u16::from(!version.selected);
        for slot in signature.parameter_slots..max {
            slots[slot as usize] = next;
            next += 1;
        }
        for (slot, mut moved) in late {
            moved.to = next;
            slots[slot as usize] = next;
            slots[slot as usize + 1] = next + 1;
            next += 2;
            moves.push(moved);
        }
        let witness = match scalar {
            _ if !version.selected => Witness::Parameter(given),
            Some((from, slot)) if !is_assigned(primal, slot) => Witness::Parameter(from),
            Some((from, _)) => {
                next += 1;
                Witness::Local(next - 1, from)
            }
            None => {
                next += 1;
                Witness::Arrays(next - 1)
            }
        };
        Homes { slots, moves, witness, free: next }
    }

    /// The slot of a local of the primal.
    pub fn of(&self, slot: u16) -> u16 {
        self.slots.get(slot as usize).copied().unwrap_or(slot)
    }
}

/// Whether the slot of a parameter that is an element is used for nothing that takes two slots, and
/// the slot behind it, which the `double` covered, for nothing at all.
fn fits_element(primal: &Primal, webs: &Webs, slot: u16) -> bool {
    let count = primal.code.insns.len();
    primal.code.insns.iter().enumerate().all(|(at, insn)| match insn {
        Insn::Local(_, other) | Insn::Iinc(other, _) if *other == slot + 1 => false,
        Insn::Local(Opcode::Lload | Opcode::Lstore, other) => *other != slot,
        Insn::Local(Opcode::Dload, other) => *other != slot || webs.local(at, slot as usize),
        Insn::Local(Opcode::Dstore, other) => {
            *other != slot || (at + 1 < count && webs.local(at + 1, slot as usize))
        }
        _ => true,
    })
}

fn is_assigned(primal: &Primal, slot: u16) -> bool {
    primal.code.insns.iter().any(|insn| match insn {
        Insn::Local(op, other) => {
            let wide = matches!(op, Opcode::Dstore | Opcode::Lstore);
            op.mnemonic().ends_with("store") && (*other == slot || (wide && *other + 1 == slot))
        }
        Insn::Iinc(other, _) => *other == slot,
        _ => false,
    })
}
