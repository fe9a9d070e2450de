//! The plan's actions as instructions: a tangent computed into a temporary, a form stored in a
//! position's local, the result's tangent handed out.

use super::locals::slots;
use super::{Emitter, Outcome};
use crate::AdError;
use crate::emit::arrays::like;
use crate::emit::block::{Action, Argument, Operand, TangentDef};
use crate::emit::calls::{internal_descriptor, internal_name, markers};
use crate::emit::coef::{HelperId, Real};
use crate::emit::fields::{call_field, getter, plain_tangent, setter, tangent_field};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::functions::Applied;
use crate::emit::helpers::push_int;
use crate::emit::homes::{load, store};
use crate::emit::rows;
use crate::emit::width::Width;
use crate::program::fields::{Field, FieldId};
use crate::signature::give;
use nabla_classfile::{Code, Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

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
                Action::Components(home, coefs) => self.components(*home, coefs)?,
                Action::Return(form, real) => self.hand_out(form, *real)?,
                Action::Call(tangents) => self.call_tangent(at, tangents, code)?,
                Action::Element(at, array, index, value, real) => {
                    self.form(array, Real::Array)?;
                    self.operand(*index)?;
                    self.form(value, *real)?;
                    let insn = self.beside(&code.insns[*at])?;
                    self.sink.push(insn, -2 - i32::from(self.width(*real)));
                }
                Action::Field(field, receiver, form, real) => {
                    let depth = self.sink.depth;
                    if let Some(receiver) = receiver {
                        self.operand(*receiver)?;
                    }
                    self.form(form, *real)?;
                    let info = self.field(*field);
                    let insn =
                        match plain_tangent(&mut self.class.pool, self.program, &info, self.homes.width)? {
                            Some(tangent) => Insn::Field(Opcode::Putfield, tangent),
                            None => {
                                self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
                                let set =
                                    setter(&mut self.class.pool, self.program, &info, self.homes.width)?;
                                Insn::Invoke(Opcode::Invokestatic, set)
                            }
                        };
                    self.sink.push(insn, 0);
                    self.sink.depth = depth;
                }
                Action::OwnField(field, form, real) => self.own_field(*field, form, *real)?,
                Action::Copy(from, a, to, b, length, real) => self.copy(from, *a, to, *b, *length, *real)?,
                Action::Rows(array, form) => {
                    let depth = self.sink.depth;
                    self.operand(*array)?;
                    self.form(form, Real::Array)?;
                    let share = rows::share(self.class)?;
                    self.sink.push(Insn::Invoke(Opcode::Invokestatic, share), 0);
                    self.sink.depth = depth;
                }
                Action::Fill(at, array, range, value, real) => {
                    let depth = self.sink.depth;
                    self.form(array, Real::Array)?;
                    for operand in range {
                        self.operand(*operand)?;
                    }
                    self.form(value, *real)?;
                    let insn = self.beside(&code.insns[*at])?;
                    self.sink.push(insn, 0);
                    self.sink.depth = depth;
                }
            }
            self.step += 1;
        }
        Ok(())
    }

    fn define(&mut self, id: TangentId, code: &Code) -> Result<()> {
        let (def, real) = &self.plan.tangents[id.0 as usize];
        let held = self.homes.width.held(*real);
        match def {
            TangentDef::Held(_) | TangentDef::Stored | TangentDef::Seed(_) | TangentDef::Seeds(_) => {
                return Ok(());
            }
            TangentDef::Lane(slot, index) => return self.lane(id, *slot, *index),
            _ => {}
        }
        let width = slots(held);
        let mut first = None;
        for copy in 0..self.homes.width.copies() {
            self.copy = copy;
            self.defined(id, *real, code)?;
            let slot = *first.get_or_insert_with(|| self.temporary(width * self.homes.width.copies()));
            self.sink.push(Insn::Local(store(held), slot + width * copy), -i32::from(width));
        }
        self.copy = 0;
        self.tangent_temps.extend(first.map(|slot| (id, slot)));
        Ok(())
    }

    /// Pushes the tangent.
    fn defined(&mut self, id: TangentId, real: Real, code: &Code) -> Result<()> {
        let def = &self.plan.tangents[id.0 as usize].0;
        let held = self.homes.width.held(real);
        match def {
            TangentDef::Held(_)
            | TangentDef::Stored
            | TangentDef::Seed(_)
            | TangentDef::Seeds(_)
            | TangentDef::Lane(..) => {}
            TangentDef::Called(slot) => {
                self.sink.push(Insn::Local(Opcode::Aload, *slot), 1);
                let direction = push_int(&mut self.class.pool, self.copy.into())?;
                self.sink.push(direction, 1);
                match held {
                    Real::Array => self.sink.push(Insn::Op(Opcode::Aaload), -1),
                    _ => self.sink.push(Insn::Op(Opcode::Daload), 0),
                }
                if held == Real::Float {
                    self.sink.push(Insn::Op(Opcode::D2f), -1);
                }
            }
            TangentDef::NewArray(at, operands) => {
                for operand in operands {
                    self.operand(*operand)?;
                }
                let insn = self.beside(&code.insns[*at])?;
                self.sink.push(insn, 1 - operands.len() as i32);
            }
            TangentDef::Element(at, array, index) => {
                self.form(array, Real::Array)?;
                self.operand(*index)?;
                let insn = self.beside(&code.insns[*at])?;
                self.sink.push(insn, i32::from(slots(held)) - 2);
            }
            TangentDef::CopyArray(at, array, operands) => {
                self.form(array, Real::Array)?;
                for operand in operands {
                    self.operand(*operand)?;
                }
                let insn = self.beside(&code.insns[*at])?;
                self.sink.push(insn, -(operands.len() as i32));
                self.cast_copy(*at, code)?;
            }
            TangentDef::Like(kind, array) => {
                self.operand(*array)?;
                // `clone()` gives an Object.
                let cast = self.class.pool.add_class(&kind.descriptor())?;
                self.sink.push(Insn::Type(Opcode::Checkcast, cast), 0);
                let like = like(self.class, *kind, self.homes.width)?;
                self.sink.push(Insn::Invoke(Opcode::Invokestatic, like), 0);
            }
            TangentDef::Field(field, receiver) => {
                if let Some(receiver) = receiver {
                    self.operand(*receiver)?;
                }
                let info = self.field(*field);
                let taken = i32::from(receiver.is_some());
                let given = i32::from(slots(held));
                if let Some(tangent) =
                    plain_tangent(&mut self.class.pool, self.program, &info, self.homes.width)?
                {
                    self.sink.push(Insn::Field(Opcode::Getfield, tangent), given - taken);
                } else {
                    self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
                    let get = getter(&mut self.class.pool, self.program, &info, self.homes.width)?;
                    self.sink.push(Insn::Invoke(Opcode::Invokestatic, get), given - taken - 1);
                }
            }
            TangentDef::Form(form) => self.form(form, real)?,
            TangentDef::Quotient(form, d) if held != real => self.lane_quotient(form, *d)?,
            TangentDef::Helper(helper, args) if held != real => self.lane_helper(id, *helper, args)?,
            TangentDef::Convert(form) if held != real => self.lane_conversion(form, real)?,
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
                let insn = self.beside(&code.insns[*at])?;
                self.sink.push(insn, -(rest.len() as i32));
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
                Real::Array => unreachable!("arrays are not converted"),
            },
        }
        Ok(())
    }

    /// Pushes the tangents and the array for the result's, and makes the call one of the callee's
    /// tangent method.
    fn call_tangent(&mut self, at: usize, tangents: &[(Form, Real)], code: &Code) -> Result<()> {
        let depth = self.sink.depth;
        for (form, real) in tangents {
            for copy in 0..self.homes.width.copies() {
                self.copy = copy;
                self.form(form, *real)?;
            }
        }
        self.copy = 0;
        self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
        let Some(call) = self.tangent_calls.get(&at) else { return Ok(()) };
        if let Some(kind) = call.pattern.array_result {
            let tangent = self.homes.width.array(kind).descriptor();
            let array = self.homes.array_results.get(&format!("[{tangent}"));
            self.sink.push(Insn::Local(Opcode::Aload, array.copied().unwrap_or_default()), 1);
        }
        if let Some(applied) = Applied::of(call, self.homes.width) {
            self.sink.depth = depth;
            let index = applied.call(self.class)?;
            self.replaced = Some(Insn::Invoke(Opcode::Invokestatic, index));
            return Ok(());
        }
        let body = call.bodies.first().copied();
        let (op, primal) = match (&code.insns[at], body) {
            // A method of a library that is written out.
            (Insn::Invoke(_, index), Some(body))
                if self
                    .program
                    .classes
                    .written_out(self.own, &self.class.pool.member_ref(*index)?)
                    .is_some_and(|written| written == body) =>
            {
                (&Opcode::Invokestatic, self.make(body)?)
            }
            (Insn::Invoke(op, index), _) => (op, *index),
            (Insn::InvokeDynamic(_), Some(make)) => (&Opcode::Invokestatic, self.make(make)?),
            _ => return Ok(()),
        };
        let primal = self.class.pool.member_ref(primal)?;
        let (owner, interface) = (primal.owner.into_owned(), primal.interface);
        for _ in markers(&primal.name, &call.pattern) {
            self.sink.push(Insn::Op(Opcode::AconstNull), 1);
        }
        self.sink.depth = depth;
        let name = internal_name(&primal.name, &call.pattern);
        let descriptor =
            internal_descriptor(&primal.name, &primal.descriptor, &call.pattern, self.homes.width);
        let index = if interface {
            self.class.pool.add_interface_method(&owner, &name, &descriptor)?
        } else {
            self.class.pool.add_method(&owner, &name, &descriptor)?
        };
        self.replaced = Some(Insn::Invoke(*op, index));
        Ok(())
    }

    /// The slots that a tangent takes.
    fn width(&self, real: Real) -> u16 {
        slots(self.homes.width.held(real))
    }

    /// The field, whose class must have tangent fields.
    fn field(&self, id: FieldId) -> Field {
        let field = self.program.field_info(id);
        self.accessed.borrow_mut().classes.insert((field.class, self.homes.width));
        field
    }

    /// Pushes a primal value, or a number.
    pub(super) fn operand(&mut self, operand: Operand) -> Result<()> {
        match operand {
            Operand::Value(value, shape) => self.value(value, shape),
            Operand::Int(x) => {
                let insn = push_int(&mut self.class.pool, x)?;
                self.sink.push(insn, 1);
            }
        }
        Ok(())
    }

    /// `clone()` gives an Object, and so do the methods of `Arrays` for lanes; the type is the
    /// array's.
    fn cast_copy(&mut self, at: usize, code: &Code) -> Result<()> {
        let Insn::Invoke(op, index) = &code.insns[at] else { return Ok(()) };
        let member = self.class.pool.member_ref(*index)?;
        let array = match op {
            Opcode::Invokevirtual => member.owner.into_owned(),
            _ if self.homes.width != Width::Lanes => return Ok(()),
            _ => member.descriptor.rsplit(')').next().unwrap_or_default().to_owned(),
        };
        let class = self.class.pool.add_class(&self.homes.width.tangent(&array))?;
        self.sink.push(Insn::Type(Opcode::Checkcast, class), 0);
        Ok(())
    }

    /// Stores the tangent into the object that is being constructed, which cannot be given to a
    /// method yet.
    fn own_field(&mut self, field: FieldId, form: &Form, real: Real) -> Result<()> {
        let depth = self.sink.depth;
        let owner = self.program.classes.name(self.own);
        let info = self.field(field);
        let width = self.homes.width;
        let tangent = tangent_field(self.program, &info, width);
        let tangent = self.class.pool.add_field(&owner, &tangent, &width.tangent(&info.descriptor))?;
        self.sink.push(Insn::Local(Opcode::Aload, 0), 1);
        self.form(form, real)?;
        self.sink.push(Insn::Field(Opcode::Putfield, tangent), 0);
        self.sink.depth = depth;
        if !self.program.may_last(self.own) {
            return Ok(());
        }
        let name = call_field(self.program, self.own, width);
        let call = self.class.pool.add_field(&owner, &name, width.call())?;
        self.sink.push(Insn::Local(Opcode::Aload, 0), 1);
        self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
        self.sink.push(Insn::Field(Opcode::Putfield, call), -2);
        Ok(())
    }

    /// `System.arraycopy` of the tangents; zeros where the source has none.
    fn copy(
        &mut self,
        from: &Form,
        a: Operand,
        to: &Form,
        b: Operand,
        length: Operand,
        real: Real,
    ) -> Result<()> {
        let depth = self.sink.depth;
        if from.is_zero() && real != Real::Array {
            // Arrays.fill(to, b, b + length, 0)
            self.form(to, Real::Array)?;
            self.operand(b)?;
            self.operand(b)?;
            self.operand(length)?;
            self.sink.push(Insn::Op(Opcode::Iadd), -1);
            self.number(0.0, self.homes.width.held(real))?;
            let descriptor = match self.homes.width.held(real) {
                Real::Double => "([DIID)V",
                Real::Float => "([FIIF)V",
                Real::Array => "([Ljava/lang/Object;IILjava/lang/Object;)V",
            };
            let fill = self.class.pool.add_method("java/util/Arrays", "fill", descriptor)?;
            self.sink.push(Insn::Invoke(Opcode::Invokestatic, fill), 0);
        } else {
            self.form(from, Real::Array)?;
            self.operand(a)?;
            self.form(to, Real::Array)?;
            self.operand(b)?;
            self.operand(length)?;
            let descriptor = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
            let copy = self.class.pool.add_method("java/lang/System", "arraycopy", descriptor)?;
            self.sink.push(Insn::Invoke(Opcode::Invokestatic, copy), 0);
        }
        self.sink.depth = depth;
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
        let held = self.homes.width.held(real);
        // Another variable with this home may be an array.
        match self.homes.buffers.get(&home).copied().filter(|_| real != Real::Array) {
            // What it holds is overwritten while the form is computed.
            Some(buffer) => {
                self.keep_old(home, there)?;
                self.accumulate(home, buffer, form)?;
            }
            None => {
                for copy in 0..self.homes.width.copies() {
                    self.copy = copy;
                    self.form(form, real)?;
                    if copy == 0 {
                        self.keep_old(home, there)?;
                    }
                    self.sink.push(Insn::Local(store(held), home + 2 * copy), -i32::from(slots(held)));
                }
                self.copy = 0;
            }
        }
        match id {
            Some(id) => self.held.insert(home, id),
            None => self.held.remove(&home),
        };
        Ok(())
    }

    /// Copies the tangent that the home holds to a temporary, if it is read later and is nowhere else.
    fn keep_old(&mut self, home: u16, there: Option<TangentId>) -> Result<()> {
        let Some(old) = there else { return Ok(()) };
        let later = self.uses.tangents.get(&old).is_some_and(|last| *last > self.step);
        let elsewhere = self.tangent_temps.contains_key(&old)
            || self.lane_of(old).is_some()
            || self.held.iter().any(|(h, t)| *h != home && *t == old);
        if !later || elsewhere {
            return Ok(());
        }
        let real = self.plan.tangents[old.0 as usize].1;
        let held = self.homes.width.held(real);
        let width = slots(held);
        let slot = self.temporary(width * self.homes.width.copies());
        for copy in 0..self.homes.width.copies() {
            self.sink.push(Insn::Local(load(held), home + 2 * copy), i32::from(width));
            if held != real {
                self.support("settled", "([D)[D", 0)?;
            }
            self.sink.push(Insn::Local(store(held), slot + width * copy), -i32::from(width));
        }
        self.tangent_temps.insert(old, slot);
        Ok(())
    }

    fn hand_out(&mut self, form: &Form, real: Real) -> Result<()> {
        match self.outcome {
            Outcome::Returned => {
                self.form(form, real)?;
                let number = self.outcome.result(&self.result);
                self.replaced = number.map(|number| Insn::Op(give(number)));
            }
            Outcome::Nothing => {}
            Outcome::Lanes(result) => self.give_out(form, real, result)?,
            Outcome::Part(result) => self.give_part(form, real, result)?,
            Outcome::Entries(arrays) => self.give_entries(form, arrays)?,
            Outcome::Directions(result) => {
                for copy in 0..self.homes.width.copies() {
                    self.copy = copy;
                    self.sink.push(Insn::Local(Opcode::Aload, result), 1);
                    let index = push_int(&mut self.class.pool, i32::from(copy))?;
                    self.sink.push(index, 1);
                    self.form(form, real)?;
                    if real == Real::Float {
                        self.sink.push(Insn::Op(Opcode::F2d), 1);
                    }
                    self.sink.push(Insn::Op(Opcode::Dastore), -4);
                }
                self.copy = 0;
            }
            Outcome::Stored(array, kind) => {
                self.sink.push(Insn::Local(Opcode::Aload, array), 1);
                self.sink.push(Insn::Op(Opcode::Iconst0), 1);
                self.form(form, real)?;
                if kind == Real::Array {
                    self.sink.push(Insn::Op(Opcode::Aastore), -3);
                    self.sink.depth = 0;
                    return Ok(());
                }
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
