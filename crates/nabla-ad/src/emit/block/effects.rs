//! Calls, arrays and fields: what tangent code does beside an instruction that changes something,
//! and the tangents that come from there.

use super::{Action, Operand, Planner, Symbol, TangentDef, real};
use crate::activity::calls::ArrayCall;
use crate::activity::effects::Effect;
use crate::activity::fact::{ArrayKind, Shape};
use crate::emit::coef::Real;
use crate::emit::form::{Form, Leaf};
use crate::program::fields::FieldId;
use nabla_classfile::Insn;

impl Planner<'_, '_> {
    /// Makes a call one of the callee's tangent method, if it needs one.
    pub(super) fn call(&mut self, at: usize, operands: &[Symbol]) {
        let Some(call) = self.context.tangent_calls.get(&at) else { return };
        let first = usize::from(call.callee.receiver);
        let mut tangents = Vec::new();
        for i in call.pattern.active() {
            let operand = &operands[first + i];
            if let Some(real) = real(operand.shape) {
                tangents.push((self.read(operand), real));
            }
        }
        self.step(at, false, Action::Call(tangents));
    }

    /// The tangent that the callee's tangent method gives.
    pub(super) fn called(&mut self, at: usize, result: &Symbol) -> Form {
        let (Some(call), Some(real)) = (self.context.tangent_calls.get(&at), real(result.shape)) else {
            self.bug("a call whose tangent is read without a tangent method");
            return Form::default();
        };
        let homes = self.context.homes;
        let local = match real {
            Real::Array => call.pattern.array_result.and_then(|kind| {
                homes.array_results.get(&format!("[{}", homes.width.array(kind).descriptor())).copied()
            }),
            _ => Some(homes.call),
        };
        let Some(local) = local else {
            self.bug("an array result without a place for its tangent");
            return Form::default();
        };
        self.define(at, TangentDef::Called(local), real)
    }

    /// The tangent of an element, or the tangent array of a row.
    pub(super) fn element(&mut self, at: usize, operands: &[Symbol], result: &Symbol) -> Form {
        let Some(real) = real(result.shape) else { return Form::default() };
        let array = self.read(&operands[0]);
        let index = self.operand(&operands[1]);
        if let Some(Leaf::Tangent(t)) = array.as_leaf(&self.plan.coefs)
            && let TangentDef::Seeds(slot) = self.plan.tangents[t.0 as usize].0
        {
            // Nothing is stored into the array: an element has one tangent.
            let lane = TangentDef::Lane(slot, self.first_equal(index));
            let count = self.plan.tangents.len();
            let id = self.unit(lane, real);
            if count < self.plan.tangents.len() {
                self.step(at, true, Action::Define(id));
            }
            if let Some(name) = self.integers.name.take() {
                self.plan.names.entry(id).or_insert((at, name));
            }
            return Form::leaf(Leaf::Tangent(id), real, &mut self.plan.coefs);
        }
        self.define(at, TangentDef::Element(at, array, index), real)
    }

    /// The tangent array of a copy.
    pub(super) fn copy_array(&mut self, at: usize, operands: &[Symbol], result: &Symbol) -> Form {
        let array = self.read(&operands[0]);
        let after = self.context.effects.flow.varied.after(at).and_then(|v| v.state.as_ref());
        let copy = after.and_then(|s| s.stack.last()?.array);
        if let (true, Some((_, kind))) = (array.is_zero(), copy) {
            // What is copied has no tangent, what it is copied to has one.
            let copied = self.operand(result);
            return self.define(at, TangentDef::Like(kind, copied), Real::Array);
        }
        let rest = operands[1..].iter().map(|o| self.operand(o)).collect();
        self.define(at, TangentDef::CopyArray(at, array, rest), Real::Array)
    }

    /// The tangent beside a field.
    pub(super) fn load_field(&mut self, at: usize, operands: &[Symbol], result: &Symbol) -> Form {
        let Some(real) = real(result.shape) else { return Form::default() };
        let Insn::Field(_, index) = &self.context.code.insns[at] else { return Form::default() };
        let member = self.context.pool.member_ref(*index).ok();
        let kind = member.as_ref().and_then(|m| ArrayKind::of(&m.descriptor));
        let world = self.context.effects.world;
        let field = member.and_then(|m| world.field(&m.owner, &m.name, &m.descriptor));
        let Some(field) = field else {
            self.bug("an active field of an unknown class");
            return Form::default();
        };
        if let Some(form) = self.read_ahead(at, field) {
            return form;
        }
        if let (true, Some(kind)) = (world.is_empty(field), kind) {
            let empty = self.operand(result);
            return self.define(at, TangentDef::Like(kind, empty), Real::Array);
        }
        let receiver = operands.first().map(|o| self.operand(o));
        let read = (field, operands.first().map(|o| o.value));
        if let Some(known) = self.arrays.get(&read) {
            return known.clone();
        }
        let form = self.define(at, TangentDef::Field(field, receiver), real);
        if real == Real::Array {
            self.arrays.insert(read, form.clone());
        }
        form
    }

    /// The tangent of an array in a field of the object itself that was read at the start of the method.
    fn read_ahead(&mut self, at: usize, field: FieldId) -> Option<Form> {
        let slot = *self.context.homes.ahead.get(&field)?;
        self.context.effects.operands(at, 1).filter(|operands| operands[0].this)?;
        if let Some(known) = self.ahead.get(&field) {
            return Some(known.clone());
        }
        let tangent = self.tangent(TangentDef::Held(slot), Real::Array);
        let form = Form::leaf(Leaf::Tangent(tangent), Real::Array, &mut self.plan.coefs);
        self.ahead.insert(field, form.clone());
        Some(form)
    }

    /// What is done beside an instruction without a result.
    pub(super) fn effect(&mut self, at: usize, operands: &[Symbol]) {
        match self.context.effects.at(at) {
            None | Some(Effect::Return) => {}
            Some(Effect::Call(..)) => self.call(at, operands),
            Some(Effect::Element | Effect::Row) => {
                let array = self.read(&operands[0]);
                let value = self.read(&operands[2]);
                let index = self.operand(&operands[1]);
                let Some(real) = real(operands[2].shape) else { return };
                self.step(at, true, Action::Element(at, array, index, value, real));
            }
            Some(Effect::Field(field)) => {
                let Some(value) = operands.last() else { return };
                // `null` has the tangent of the field.
                let Insn::Field(_, index) = &self.context.code.insns[at] else { return };
                let Ok(member) = self.context.pool.member_ref(*index) else { return };
                let Some(real) = real(Shape::in_field(&member.descriptor)) else { return };
                let form = self.read(value);
                let action = match operands {
                    [receiver, _] if self.is_own(at, receiver, field) => Action::OwnField(field, form, real),
                    [receiver, _] => Action::Field(field, Some(self.operand(receiver)), form, real),
                    _ => Action::Field(field, None, form, real),
                };
                self.step(at, true, action);
            }
            Some(Effect::Array(ArrayCall::Copy)) => {
                let (from, to) = (self.read(&operands[0]), self.read(&operands[2]));
                let part = |i: usize| self.operand(&operands[i]);
                let (a, b, length) = (part(1), part(3), part(4));
                let kind =
                    self.context.effects.operands(at, 5).and_then(|o| o[2].array).map(|(_, kind)| kind);
                let real = match kind {
                    Some(ArrayKind { rank: 1, float: false }) => Real::Double,
                    Some(ArrayKind { rank: 1, float: true }) => Real::Float,
                    _ => Real::Array,
                };
                self.step(at, true, Action::Copy(from, a, to, b, length, real));
            }
            Some(Effect::Array(ArrayCall::Rows)) => {
                let (array, form) = (self.operand(&operands[0]), self.read(&operands[1]));
                self.step(at, true, Action::Rows(array, form));
            }
            Some(Effect::Array(_)) => {
                let [array, range @ .., value] = operands else { return };
                let (form, filled) = (self.read(array), self.read(value));
                let range: Vec<Operand> = range.iter().map(|o| self.operand(o)).collect();
                let Some(real) = real(value.shape) else { return };
                self.step(at, true, Action::Fill(at, form, range, filled, real));
            }
        }
    }

    /// Whether a constructor stores into a field of its own class and object: its tangent may be
    /// stored before the object is one that other methods can be given.
    fn is_own(&self, at: usize, _receiver: &Symbol, field: FieldId) -> bool {
        let this = self.context.effects.operands(at, 2).is_some_and(|o| o[0].this);
        this && self.context.own_fields.contains(&field)
    }
}
