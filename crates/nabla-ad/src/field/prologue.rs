//! What comes before the first instruction: parameters become elements where they have to, and an
//! element is kept to make constants of.

use super::body::Body;
use super::homes::Witness;
use crate::AdError;
use nabla_classfile::{Insn, Opcode};

impl Body<'_, '_> {
    /// Parameters that cannot stay where they come, and an element to make constants of.
    pub(super) fn prologue(&mut self) -> Result<(), AdError> {
        if let Witness::Arrays(slot) = self.homes.witness {
            let mut arrays = String::new();
            for (i, parameter) in self.primal.signature.parameters.iter().enumerate() {
                let active = self.version.key.pattern.active().any(|active| active == i);
                if active && let Some(rank @ ("[" | "[[")) = parameter.descriptor.strip_suffix('D') {
                    self.out.local(Opcode::Aload, self.homes.of(parameter.slot));
                    arrays.push_str(rank);
                    arrays.push('E');
                }
            }
            self.out.support("witness", &format!("({arrays})E"))?;
            self.out.local(Opcode::Astore, slot);
        }
        if let Witness::Local(slot, parameter) = self.homes.witness {
            self.out.local(Opcode::Aload, parameter);
            self.out.local(Opcode::Astore, slot);
        }
        if !self.out.algebra.makes_constants {
            self.negative_zero()?;
        }
        for moved in self.homes.moves.clone() {
            if moved.element {
                self.out.local(Opcode::Aload, moved.from);
                self.out.local(Opcode::Astore, moved.to);
            } else if moved.lifted {
                self.out.local(Opcode::Dload, moved.from);
                self.out.lift()?;
                self.out.local(Opcode::Astore, moved.to);
            }
        }
        Ok(())
    }

    /// A negative zero in place of the element at hand: a number added to it stays what it is, and
    /// its other components are those of a constant.
    fn negative_zero(&mut self) -> Result<(), AdError> {
        if !self.version.selected {
            // The caller has passed one.
            return Ok(());
        }
        let (slot, from) = (self.out.free, self.homes.witness.slot());
        self.out.local(Opcode::Aload, from);
        let field = self.out.algebra.field;
        self.out.call("getField", &format!("(){field}"))?;
        let zero = format!("(){}", self.out.algebra.element);
        let owner = field.trim_start_matches('L').trim_end_matches(';');
        let index = self.out.class.pool.add_interface_method(owner, "getZero", &zero)?;
        self.out.insns.push(Insn::Invoke(Opcode::Invokeinterface, index));
        self.out.operate("negate", "")?;
        self.out.local(Opcode::Astore, slot);
        self.out.witness = slot;
        self.out.free += 1;
        self.out.max_locals = self.out.max_locals.max(slot + 1);
        Ok(())
    }
}
