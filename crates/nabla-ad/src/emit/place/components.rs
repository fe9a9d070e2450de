//! Tangents that are held lane by lane, and lists of lanes.

use super::{Emitter, Outcome};
use crate::AdError;
use crate::emit::block::{Operand, TangentDef};
use crate::emit::coef::{Coef, CoefId};
use crate::emit::form::{Leaf, TangentId};
use crate::emit::helpers::push_int;
use crate::emit::lanes::index::{Index, Lane};
use nabla_classfile::{Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

impl Emitter<'_, '_> {
    /// Computes all components before the first is stored, for one may depend on another.
    pub(super) fn components(&mut self, home: u16, coefs: &[CoefId]) -> Result<()> {
        let slots: Vec<u16> = self.homes.components[&home].iter().map(|(_, slot)| *slot).collect();
        let mut stored = Vec::new();
        for (&slot, &c) in slots.iter().zip(coefs) {
            let there = self.components.get(&slot).copied();
            if let Coef::Value(value) = *self.plan.coefs.get(c).0
                && there == Some(value)
            {
                continue;
            }
            if let Some(value) = there
                && self.uses.values.iter().any(|(step, read)| *step > self.step && *read == value)
                && !self.value_temps.contains_key(&value)
            {
                let copy = self.temporary(2);
                self.sink.push(Insn::Local(Opcode::Dload, slot), 2);
                self.sink.push(Insn::Local(Opcode::Dstore, copy), -2);
                self.value_temps.insert(value, copy);
            }
            stored.push((slot, c));
        }
        for (_, c) in &stored {
            self.coef(*c)?;
        }
        for (slot, _) in stored.iter().rev() {
            self.sink.push(Insn::Local(Opcode::Dstore, *slot), -2);
            self.components.remove(slot);
        }
        Ok(())
    }

    /// Pushes which element of an independent a lane is.
    pub(super) fn element_index(&mut self, operand: Operand) -> Result<()> {
        match operand {
            Operand::Value(value, _) if self.plan.indices.contains_key(&value) => {
                self.index(&self.plan.indices[&value])
            }
            _ => self.operand(operand),
        }
    }

    fn index(&mut self, index: &Index) -> Result<()> {
        match index {
            Index::Local(slot) => {
                self.sink.push(Insn::Local(Opcode::Iload, self.homes.primal(*slot)), 1);
            }
            Index::Number(x) => {
                let insn = push_int(&mut self.class.pool, *x)?;
                self.sink.push(insn, 1);
            }
            Index::Of(op, a, b) => {
                self.index(a)?;
                self.index(b)?;
                self.sink.push(Insn::Op(op.opcode()), -1);
            }
        }
        Ok(())
    }

    /// Whether there may be no such lane: on the way here another value was held.
    pub(super) fn may_lack(&self, t: TangentId) -> bool {
        self.plan.entering.contains(&t) && matches!(self.plan.tangents[t.0 as usize].0, TangentDef::Lane(..))
    }

    /// Whether only some lanes are computed, so that an independent may have none of them.
    pub(super) fn is_part(&self) -> bool {
        matches!(self.outcome, Outcome::Part(_))
    }

    /// Adds a coefficient in one lane, if there is such a lane.
    pub(super) fn add_lane(&mut self, leaf: Leaf, how: &str) -> Result<()> {
        if self.is_part() {
            self.sink.push(Insn::Local(Opcode::Iload, self.homes.lanes), 1);
            return self.support(&format!("{how}In"), "([DDII)[D", -4);
        }
        let lacks = matches!(leaf, Leaf::Tangent(t) if self.may_lack(t));
        let name = if lacks { format!("{how}Some") } else { how.to_owned() };
        self.support(&name, "([DDI)[D", -3)
    }

    /// Pushes a list of lanes, each with its coefficient.
    pub(super) fn list(&mut self, lanes: &[(Leaf, CoefId)]) -> Result<()> {
        // They are mostly in order where their names are.
        let mut named: Vec<_> = lanes.iter().map(|&(leaf, c)| (self.plan.lane(leaf), leaf, c)).collect();
        named.sort_by(|(a, ..), (b, ..)| a.as_ref().map(Lane::order).cmp(&b.as_ref().map(Lane::order)));
        let length = push_int(&mut self.class.pool, 1 + 2 * lanes.len() as i32)?;
        self.sink.push(length, 1);
        self.sink.push(Insn::NewArray(7), 0);
        for (i, (_, leaf, c)) in named.into_iter().enumerate() {
            self.sink.push(Insn::Op(Opcode::Dup), 1);
            let place = push_int(&mut self.class.pool, 1 + 2 * i as i32)?;
            self.sink.push(place, 1);
            self.lane_term(leaf, c)?;
            if self.is_part() {
                self.sink.push(Insn::Local(Opcode::Iload, self.homes.lanes), 1);
                self.support("putIn", "([DIDII)V", -6)?;
            } else {
                let lacks = matches!(leaf, Leaf::Tangent(t) if self.may_lack(t));
                self.support(if lacks { "putSome" } else { "put" }, "([DIDI)V", -5)?;
            }
        }
        self.support("list", "([D)[D", 0)
    }
}
