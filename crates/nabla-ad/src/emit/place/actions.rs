//! The plan's actions as instructions: a tangent computed into a temporary, a form stored in a
//! position's local, the result's tangent handed out.

use super::locals::slots;
use super::{Emitter, Outcome};
use crate::emit::block::{Action, Argument, TangentDef};
use crate::emit::calls::{internal_descriptor, internal_name};
use crate::emit::coef::{HelperId, Real};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::homes::{load, store};
use nabla_classfile::{Code, Insn, Opcode, Result};

impl Emitter<'_, '_> {
    pub(super) fn actions(&mut self, at: usize, after: bool, code: &Code) -> Result<()> {
        while let Some(item) = self.plan.steps.get(self.step) {
            if (item.at, item.after) != (at, after) {
                break;
            }
            match &item.action {
                Action::Define(id) => {
                    if self.needed.contains(id) {
                        self.define(*id, code)?;
                    }
                }
                Action::Store(home, form, real, id) => self.store(*home, form, *real, *id)?,
                Action::Return(form, real) => self.hand_out(form, *real)?,
                Action::Call(tangents) => self.call_tangent(at, tangents, code)?,
            }
            self.step += 1;
        }
        Ok(())
    }

    fn define(&mut self, id: TangentId, code: &Code) -> Result<()> {
        let (def, real) = &self.plan.tangents[id.0 as usize];
        let real = *real;
        match def {
            TangentDef::Held(_) | TangentDef::Stored => return Ok(()),
            TangentDef::Called => {
                self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
                self.sink.push(Insn::Op(Opcode::Iconst0), 1);
                self.sink.push(Insn::Op(Opcode::Daload), 0);
                if real == Real::Float {
                    self.sink.push(Insn::Op(Opcode::D2f), -1);
                }
            }
            TangentDef::Form(form) => self.form(form, real)?,
            TangentDef::Quotient(form, d) => {
                self.form(form, real)?;
                self.coef(*d)?;
                self.operate(real, Opcode::Ddiv);
            }
            TangentDef::Helper(helper, args) => {
                for arg in args {
                    match arg {
                        Argument::Tangent(form) => {
                            self.form(form, real)?;
                            if real == Real::Float {
                                self.sink.push(Insn::Op(Opcode::F2d), 1);
                            }
                        }
                        Argument::Primal(c) => self.coef(*c)?,
                    }
                }
                self.call(*helper, args.len())?;
                if real == Real::Float {
                    self.sink.push(Insn::Op(Opcode::D2f), -1);
                }
            }
            TangentDef::Same(at, form, rest) => {
                self.form(form, real)?;
                for (value, shape) in rest {
                    self.value(*value, *shape);
                }
                self.sink.push(code.insns[*at].clone(), -(rest.len() as i32));
            }
            TangentDef::Convert(form) => match real {
                Real::Double => {
                    self.form(form, Real::Float)?;
                    self.sink.push(Insn::Op(Opcode::F2d), 1);
                }
                Real::Float => {
                    self.form(form, Real::Double)?;
                    self.sink.push(Insn::Op(Opcode::D2f), -1);
                }
            },
        }
        let slot = self.temporary(slots(real));
        self.sink.push(Insn::Local(store(real), slot), -i32::from(slots(real)));
        self.tangent_temps.insert(id, slot);
        Ok(())
    }

    /// Pushes the tangents and the array for the result's, and makes the call one of the callee's
    /// tangent method.
    fn call_tangent(&mut self, at: usize, tangents: &[(Form, Real)], code: &Code) -> Result<()> {
        let depth = self.sink.depth;
        for (form, real) in tangents {
            self.form(form, *real)?;
        }
        self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
        self.sink.depth = depth;
        let (Insn::Invoke(op, index), Some(call)) = (&code.insns[at], self.tangent_calls.get(&at)) else {
            return Ok(());
        };
        let primal = self.class.pool.member_ref(*index)?;
        let (owner, interface) = (primal.owner.into_owned(), primal.interface);
        let name = internal_name(&primal.name, &call.pattern);
        let descriptor = internal_descriptor(&primal.descriptor, &call.pattern);
        let index = if interface {
            self.class.pool.add_interface_method(&owner, &name, &descriptor)?
        } else {
            self.class.pool.add_method(&owner, &name, &descriptor)?
        };
        self.replaced = Some(Insn::Invoke(*op, index));
        Ok(())
    }

    pub(super) fn call(&mut self, helper: HelperId, args: usize) -> Result<()> {
        let helper = self.helpers.get(helper);
        let owner = self.class.name()?.into_owned();
        let (name, descriptor) = (&helper.name, helper.descriptor());
        let index = if self.class.access & 0x0200 != 0 {
            self.class.pool.add_interface_method(&owner, name, &descriptor)?
        } else {
            self.class.pool.add_method(&owner, name, &descriptor)?
        };
        self.sink.push(Insn::Invoke(Opcode::Invokestatic, index), 2 - 2 * args as i32);
        Ok(())
    }

    fn store(&mut self, home: u16, form: &Form, real: Real, id: Option<TangentId>) -> Result<()> {
        let there = self.held.get(&home).copied();
        if there.is_some() && form.as_leaf(&self.plan.coefs) == there.map(Leaf::Tangent) {
            return Ok(());
        }
        self.form(form, real)?;
        if let Some(old) = there {
            let later = self.uses.tangents.get(&old).is_some_and(|last| *last > self.step);
            let elsewhere = self.tangent_temps.contains_key(&old)
                || self.held.iter().any(|(h, t)| *h != home && *t == old);
            if later && !elsewhere {
                let old_real = self.plan.tangents[old.0 as usize].1;
                let slot = self.temporary(slots(old_real));
                let width = i32::from(slots(old_real));
                self.sink.push(Insn::Local(load(old_real), home), width);
                self.sink.push(Insn::Local(store(old_real), slot), -width);
                self.tangent_temps.insert(old, slot);
            }
        }
        self.sink.push(Insn::Local(store(real), home), -i32::from(slots(real)));
        match id {
            Some(id) => self.held.insert(home, id),
            None => self.held.remove(&home),
        };
        Ok(())
    }

    fn hand_out(&mut self, form: &Form, real: Real) -> Result<()> {
        match self.outcome {
            Outcome::Returned => self.form(form, real)?,
            Outcome::Stored(array) => {
                self.sink.push(Insn::Local(Opcode::Aload, array), 1);
                self.sink.push(Insn::Op(Opcode::Iconst0), 1);
                self.form(form, real)?;
                if real == Real::Float {
                    self.sink.push(Insn::Op(Opcode::F2d), 1);
                }
                self.sink.push(Insn::Op(Opcode::Dastore), -4);
            }
        }
        self.sink.depth = 0;
        Ok(())
    }
}
