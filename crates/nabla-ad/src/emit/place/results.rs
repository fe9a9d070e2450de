//! The lanes of results, written into the arrays that users pass.

use super::Emitter;
use crate::AdError;
use crate::emit::coef::Real;
use crate::emit::form::{Form, Leaf};
use crate::emit::width::Width;
use nabla_classfile::{Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

impl Emitter<'_, '_> {
    /// Writes the lanes of the result into the array that users pass, or those of its elements into
    /// the rows.
    pub(super) fn give_out(&mut self, form: &Form, real: Real, result: u16) -> Result<()> {
        let depth = self.sink.depth;
        let lanes = Insn::Local(Opcode::Iload, self.homes.lanes);
        if real != Real::Array {
            match form.as_leaf(&self.plan.coefs) {
                Some(Leaf::Tangent(t)) if self.lane_of(t).is_none() => self.leaf(t),
                _ => self.form(form, real)?,
            }
            self.sink.push(Insn::Local(Opcode::Aload, result), 1);
            self.sink.push(lanes, 1);
            self.support("row", "([D[DI)V", -3)?;
        } else {
            let array = self.result.clone();
            let tangent = Width::Lanes.tangent(&array);
            self.sink.push(Insn::Op(Opcode::Dup), 1);
            self.form(form, real)?;
            self.sink.push(Insn::Local(Opcode::Aload, result), 1);
            self.sink.push(lanes, 1);
            self.sink.push(Insn::Op(Opcode::Iconst0), 1);
            self.support("rows", &format!("({array}{tangent}[[DII)I"), -4)?;
            self.sink.push(Insn::Op(Opcode::Pop), -1);
        }
        self.sink.depth = depth;
        Ok(())
    }

    /// Writes the lanes of the result into a part of the array that users pass, or those of its
    /// elements into a part of the rows.
    pub(super) fn give_part(&mut self, form: &Form, real: Real, result: u16) -> Result<()> {
        let depth = self.sink.depth;
        let array = self.result.clone();
        if real == Real::Array {
            self.sink.push(Insn::Op(Opcode::Dup), 1);
        }
        self.form(form, real)?;
        self.sink.push(Insn::Local(Opcode::Aload, result), 1);
        for local in [result + 1, result + 2] {
            self.sink.push(Insn::Local(Opcode::Iload, local), 1);
        }
        if real == Real::Array {
            self.sink.push(Insn::Op(Opcode::Iconst0), 1);
            let tangent = Width::Lanes.tangent(&array);
            self.support("parts", &format!("({array}{tangent}[[DIII)I"), -5)?;
            self.sink.push(Insn::Op(Opcode::Pop), -1);
        } else {
            self.support("part", "([D[DII)V", -4)?;
        }
        self.sink.depth = depth;
        Ok(())
    }

    /// Writes the lanes of the elements of the result that are not zero into the arrays that users
    /// pass: where rows start, columns, values.
    pub(super) fn give_entries(&mut self, form: &Form, arrays: u16) -> Result<()> {
        let depth = self.sink.depth;
        let array = self.result.clone();
        let tangent = Width::Lanes.tangent(&array);
        self.sink.push(Insn::Local(Opcode::Aload, arrays), 1);
        self.sink.push(Insn::Op(Opcode::Iconst0), 1);
        self.sink.push(Insn::Op(Opcode::Iconst0), 1);
        self.sink.push(Insn::Op(Opcode::Iastore), -3);
        self.sink.push(Insn::Op(Opcode::Dup), 1);
        self.form(form, Real::Array)?;
        for local in arrays..arrays + 3 {
            self.sink.push(Insn::Local(Opcode::Aload, local), 1);
        }
        self.sink.push(Insn::Local(Opcode::Iload, self.homes.lanes), 1);
        self.sink.push(Insn::Op(Opcode::Iconst0), 1);
        self.support("entries", &format!("({array}{tangent}[I[I[DII)I"), -6)?;
        self.sink.push(Insn::Op(Opcode::Pop), -1);
        self.sink.depth = depth;
        Ok(())
    }
}
