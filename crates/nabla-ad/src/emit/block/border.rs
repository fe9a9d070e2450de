//! The block's border: the tangents that enter it in locals, and what must be in its place when
//! control leaves.

use super::{Action, Planner, Symbol, TangentDef, ValueDef, real};
use crate::AdError;
use crate::activity::fact::Fact;
use crate::emit::coef::Real;
use crate::emit::form::{Form, Leaf};
use crate::emit::homes::Position;
use nabla_classfile::{Insn, Opcode};
use nabla_flow::State;
use std::ops::Range;

impl Planner<'_, '_> {
    /// The symbols at the start of the block.
    pub(super) fn enter(&mut self, start: usize) -> Result<State<Symbol>, AdError> {
        let varied = self.context.effects.flow.varied.before(start).and_then(|v| v.state.as_ref());
        let varied = varied.ok_or_else(|| AdError::Bug("an unreachable block".into()))?.clone();
        let useful = self.context.useful.before(start).cloned().unwrap_or_default();
        let mut state = State::new(0);
        let slots = varied.locals.iter().enumerate();
        self.plan.entry.locals = slots
            .map(|(slot, fact)| fact.map(|fact| self.value(ValueDef::Local(slot), fact.shape)))
            .collect();
        for (depth, fact) in varied.stack.iter().enumerate() {
            let value = self.value(ValueDef::Stack(depth), fact.shape);
            self.plan.entry.stack.push(value);
        }
        let entered = |(slot, fact): (usize, &Option<Fact>)| {
            fact.zip(self.plan.entry.locals[slot]).map(|(fact, value)| {
                let tangent = self.entering(start, Position::Local(slot), fact, useful.local(slot));
                Symbol { shape: fact.shape, value, number: None, tangent }
            })
        };
        state.locals = varied.locals.iter().enumerate().map(entered).collect();
        for (depth, fact) in varied.stack.iter().enumerate() {
            let value = self.plan.entry.stack[depth];
            let tangent = self.entering(start, Position::Stack(depth), *fact, useful.entry(depth));
            state.stack.push(Symbol { shape: fact.shape, value, number: None, tangent });
        }
        Ok(state)
    }

    fn entering(&mut self, start: usize, position: Position, fact: Fact, useful: bool) -> Option<Form> {
        if !fact.has_tangent() {
            return Some(Form::default());
        }
        let real = real(fact.shape)?;
        if let Position::Local(slot) = position
            && self.context.homes.ones.contains(&slot)
        {
            return Some(Form::leaf(Leaf::One, real, &mut self.plan.coefs));
        }
        if !useful {
            return None;
        }
        if let Position::Local(slot) = position
            && self.context.homes.fixed.contains_key(&slot)
        {
            let tangent = match real {
                Real::Array => self.tangent(TangentDef::Seeds(slot), real),
                _ => self.unit(TangentDef::Seed(slot), real),
            };
            return Some(Form::leaf(Leaf::Tangent(tangent), real, &mut self.plan.coefs));
        }
        let home = self.context.homes.of(position)?;
        if let Some(components) = self.context.homes.components.get(&home) {
            return Some(self.entering_components(start, components));
        }
        let tangent = self.tangent(TangentDef::Held(home), real);
        Some(Form::leaf(Leaf::Tangent(tangent), real, &mut self.plan.coefs))
    }

    /// Actions that the state before an instruction asks for: returns, and the stack at a branch.
    pub(super) fn before(&mut self, at: usize, state: &State<Symbol>) {
        let insn = &self.context.code.insns[at];
        self.name_element(insn, state);
        let boxed = self.context.boxed_result.and_then(real);
        let returns = match insn {
            Insn::Op(Opcode::Dreturn | Opcode::Freturn) => true,
            Insn::Op(Opcode::Areturn) => {
                self.context.effects.pattern.array_result.is_some() || boxed.is_some()
            }
            _ => false,
        };
        if returns && let Some(top) = state.stack.last() {
            let form = self.read(top);
            // `null` has the tangent of what is returned elsewhere.
            if let Some(real) = boxed.or(real(top.shape)) {
                self.step(at, false, Action::Return(form, real));
            }
        }
        let jumps = matches!(insn, Insn::Branch(..) | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. });
        if jumps {
            self.leave_stack(at, false, state);
        }
    }

    /// Stores and the stack at the end of the block.
    pub(super) fn after(&mut self, at: usize, state: &State<Symbol>, range: &Range<usize>) {
        let insn = &self.context.code.insns[at];
        let jumps = matches!(insn, Insn::Branch(..) | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. });
        if at + 1 == range.end && !jumps {
            self.leave_stack(at, true, state);
        }
    }

    /// Puts the tangents of stack entries that successors read into their locals.
    fn leave_stack(&mut self, at: usize, after: bool, state: &State<Symbol>) {
        let Some(useful) = self.context.useful.after(at) else { return };
        for (depth, symbol) in state.stack.iter().enumerate() {
            if !useful.entry(depth) {
                continue;
            }
            let form = self.read(symbol);
            let (Some(home), Some(real)) = (
                self.context.homes.of(Position::Stack(depth)),
                self.kept(at, Position::Stack(depth), symbol.shape),
            ) else {
                continue;
            };
            if self.hold_components(at, after, home, &form) {
                continue;
            }
            let held = form.as_leaf(&self.plan.coefs);
            let id = match held {
                Some(Leaf::Tangent(t)) => t,
                _ => self.tangent(TangentDef::Stored, real),
            };
            self.step(at, after, Action::Store(home, form, real, Some(id)));
        }
    }
}
