//! The instructions of the block on symbols: a result with its tangent, and the copies that must
//! have theirs stored.

use super::{Action, Planner, Symbol, TangentDef, ValueDef, is_store, real};
use crate::activity::calls::{Call, arguments};
use crate::activity::fact::Shape;
use crate::emit::coef::Real;
use crate::emit::form::{Form, Leaf};
use crate::emit::homes::Position;
use nabla_classfile::{Constant, Insn, Opcode};
use nabla_flow::{Interpreter, Kind};

/// A coefficient has at most a few more operations than these one inside the other.
const DEEPEST: u16 = 100;

impl Interpreter for Planner<'_, '_> {
    type V = Symbol;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[Symbol], kind: &Kind) -> Symbol {
        if let Insn::Iinc(..) = insn {
            // Its result goes to a local; what is on the stack is another value.
            let value = self.value(ValueDef::Result(at), Shape::Int);
            return Symbol { shape: Shape::Int, value, number: None, tangent: Some(Form::default()) };
        }
        let after = self.context.effects.flow.varied.after(at).and_then(|v| v.state.as_ref());
        let top = after.and_then(|s| Some((*s.stack.last()?, s.stack.len() - 1)));
        // The analysis knows rows of arrays, which the instruction alone does not tell.
        let shape = match top {
            Some((fact, _)) if matches!(kind, Kind::Reference(_)) => fact.shape,
            _ => Shape::from(kind),
        };
        let value = self.value(ValueDef::Result(at), shape);
        let number = self.number(insn, operands);
        self.integer(insn, operands, value);
        let mut symbol = Symbol { shape, value, number, tangent: None };
        if let Some(Call::Rule(rule, _)) = &self.context.calls[at]
            && rule.owner == "java/lang/Math"
            && operands.iter().all(|o| o.shape == Shape::Double)
            && shape == Shape::Double
        {
            let args = operands.iter().map(|o| self.coef(o)).collect();
            self.plan.calls.entry((rule.name, args)).or_insert((at, value));
        }
        let Some((fact, depth)) = top else { return symbol };
        // A call whose tangent method runs is made whatever becomes of its result.
        if let Some(Call::Method(_)) = &self.context.calls[at] {
            self.call(at, operands);
        }
        if !fact.has_tangent() {
            symbol.tangent = Some(Form::default());
            return symbol;
        }
        if !self.context.useful.after(at).is_some_and(|u| u.entry(depth)) {
            return symbol;
        }
        let form = match (&self.context.calls[at], insn) {
            (Some(Call::Rule(rule, _)), _) => self.rule(at, rule, arguments(insn, operands), &symbol),
            (Some(Call::Method(_)), _) => self.called(at, &symbol),
            (Some(Call::Array(_)), _) => self.copy_array(at, operands, &symbol),
            (Some(Call::Box(_)), _) => self.boxed(at, &operands[0], shape),
            (_, Insn::Op(Opcode::Daload | Opcode::Faload | Opcode::Aaload)) => {
                self.element(at, operands, &symbol)
            }
            (_, Insn::Op(op)) => self.arithmetic(at, *op, operands, &symbol),
            (_, Insn::NewArray(_) | Insn::MultiNewArray(..) | Insn::Type(Opcode::Anewarray, _)) => {
                let operands = operands.iter().map(|o| self.operand(o)).collect();
                self.define(at, TangentDef::NewArray(at, operands), Real::Array)
            }
            (_, Insn::Field(..)) => self.load_field(at, operands, &symbol),
            _ => {
                self.bug(&format!("an active value of unknown origin, at instruction {at}: {insn:?}"));
                Form::default()
            }
        };
        symbol.tangent = Some(match real(shape) {
            Some(real) if self.is_deep(&form) => self.bind(at, form, real),
            _ => form,
        });
        symbol
    }

    fn consume(&mut self, at: usize, _insn: &Insn, operands: &[Symbol]) {
        self.effect(at, operands);
    }

    fn copy(&mut self, at: usize, insn: &Insn, value: &Symbol) -> Symbol {
        if let Insn::Type(..) = insn {
            // The value is the same and its type another.
            let after = self.context.effects.flow.varied.after(at).and_then(|v| v.state.as_ref());
            let shape = after.and_then(|s| s.stack.last()).map_or(value.shape, |fact| fact.shape);
            let value_after = self.value(ValueDef::Result(at), shape);
            return Symbol { shape, value: value_after, ..value.clone() };
        }
        let Insn::Local(op, slot) = insn else { return value.clone() };
        let slot = *slot as usize;
        let kept = is_store(*op).then(|| self.kept(at, Position::Local(slot), value.shape)).flatten();
        let Some(real) = kept else { return value.clone() };
        let useful = self.context.useful.after(at).is_some_and(|u| u.local(slot));
        if !useful {
            return value.clone();
        }
        let form = self.read(value);
        // A sum or product is computed once; what follows reads it.
        let computed = form.terms.iter().any(|(l, _)| *l != Leaf::One)
            && (form.terms.len() > 1 || form.products(&self.plan.coefs) > 0);
        let mut symbol = value.clone();
        if !self.must_store(at, slot) {
            if computed && self.loads(at, slot) > 1 && !self.is_sparse(&form) {
                symbol.tangent = Some(self.bind(at, form, real));
            }
            return symbol;
        }
        let Some(home) = self.context.homes.of(Position::Local(slot)) else {
            self.bug("an assigned local without a place for its tangent");
            return symbol;
        };
        if self.hold_components(at, true, home, &form) {
            return symbol;
        }
        let id = match form.as_leaf(&self.plan.coefs) {
            Some(Leaf::Tangent(t)) => Some(t),
            _ if form.terms.iter().any(|(l, _)| *l != Leaf::One) => {
                let id = self.tangent(TangentDef::Stored, real);
                if computed {
                    symbol.tangent = Some(Form::leaf(Leaf::Tangent(id), real, &mut self.plan.coefs));
                }
                Some(id)
            }
            _ => None,
        };
        self.step(at, true, Action::Store(home, form, real, id));
        symbol
    }
}

impl Planner<'_, '_> {
    /// Whether the local's tangent must be in its place right after the store at `at`: it is read
    /// behind the block, which does not assign the local again, or by a handler that covers it.
    fn must_store(&self, at: usize, slot: usize) -> bool {
        let block = self.context.cfg.block_of(at);
        let caught = self.context.cfg.handlers(block).any(|(handler, _)| {
            let start = self.context.cfg.block(handler).range.start;
            self.context.useful.before(start).is_some_and(|u| u.local(slot))
        });
        let end = self.plan.range.end;
        let read = self.context.useful.after(end - 1).is_some_and(|u| u.local(slot));
        let last = !self.context.code.insns[at + 1..end].iter().any(|i| assigns(i, slot));
        caught || (read && last)
    }

    /// Whether a coefficient is so deep that it would take much of the stack to compute.
    fn is_deep(&self, form: &Form) -> bool {
        form.terms.iter().any(|(_, c)| self.plan.coefs.depth(*c) > DEEPEST)
    }

    /// How often the block reads what the store at `at` leaves in the local. What is read once is
    /// a part of the expression it is read in.
    fn loads(&self, at: usize, slot: usize) -> usize {
        let rest = &self.context.code.insns[at + 1..self.plan.range.end];
        let reads = |i: &&Insn| matches!(i, Insn::Local(_, s) if *s as usize == slot);
        rest.iter().take_while(|i| !assigns(i, slot)).filter(reads).count()
    }

    /// The number a constant instruction pushes.
    fn number(&self, insn: &Insn, operands: &[Symbol]) -> Option<f64> {
        Some(match insn {
            Insn::Op(Opcode::Dconst0 | Opcode::Fconst0) => 0.0,
            Insn::Op(Opcode::Dconst1 | Opcode::Fconst1) => 1.0,
            Insn::Op(Opcode::Fconst2) => 2.0,
            Insn::Op(Opcode::I2d | Opcode::F2d) => operands[0].number?,
            Insn::Op(
                op @ (Opcode::IconstM1
                | Opcode::Iconst0
                | Opcode::Iconst1
                | Opcode::Iconst2
                | Opcode::Iconst3
                | Opcode::Iconst4
                | Opcode::Iconst5),
            ) => f64::from(*op as i32 - Opcode::Iconst0 as i32),
            Insn::Push(_, x) => f64::from(*x),
            Insn::Ldc(index) => match self.context.pool.get(*index).ok()? {
                Constant::Double(bits) => f64::from_bits(bits),
                Constant::Float(bits) => f64::from(f32::from_bits(bits)),
                Constant::Integer(x) => f64::from(x),
                _ => return None,
            },
            _ => return None,
        })
    }
}

fn assigns(insn: &Insn, slot: usize) -> bool {
    matches!(insn, Insn::Local(op, s) if is_store(*op) && *s as usize == slot)
}
