//! Forms and coefficients pushed on the stack, with the fewest negations and products that their
//! terms allow.

use super::Emitter;
use super::locals::{load_of, slots};
use crate::AdError;
use crate::activity::fact::Shape;
use crate::emit::block::TangentDef;
use crate::emit::coef::{Coef, CoefId, Real, ValueId};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::helpers::{math, push_double};
use crate::emit::homes::{Position, load};
use crate::emit::lanes::independents::FirstLane;
use nabla_classfile::{Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

impl Emitter<'_, '_> {
    pub(super) fn operate(&mut self, real: Real, double: Opcode) {
        let op = match (real, double) {
            (Real::Double, op) => op,
            (Real::Float, Opcode::Dadd) => Opcode::Fadd,
            (Real::Float, Opcode::Dsub) => Opcode::Fsub,
            (Real::Float, Opcode::Dmul) => Opcode::Fmul,
            (Real::Float, Opcode::Ddiv) => Opcode::Fdiv,
            (Real::Float, _) => Opcode::Fneg,
            (Real::Array, _) => unreachable!("arrays are not computed with"),
        };
        let slots = if double == Opcode::Dneg { 0 } else { -i32::from(slots(real)) };
        self.sink.push(Insn::Op(op), slots);
    }

    /// Σ c·t, in the order of the terms; a negative term is subtracted.
    pub(super) fn form(&mut self, form: &Form, real: Real) -> Result<()> {
        let held = self.homes.width.held(real);
        if form.is_zero() {
            return self.number(0.0, held);
        }
        if held != real {
            return self.lanes(form);
        }
        // A positive term first saves a negation.
        let mut terms = self.of_direction(form);
        if terms.is_empty() {
            return self.number(0.0, held);
        }
        if let Some(first) = terms.iter().position(|(_, c)| self.negated(*c).is_none()) {
            terms.swap(0, first);
        }
        for (i, (leaf, c)) in terms.iter().enumerate() {
            let negated = self.negated(*c);
            match (i, negated) {
                (0, _) => self.term(*leaf, *c, real)?,
                (_, None) => {
                    self.term(*leaf, *c, real)?;
                    self.operate(real, Opcode::Dadd);
                }
                (_, Some(Negated::Coef(positive))) => {
                    self.term(*leaf, positive, real)?;
                    self.operate(real, Opcode::Dsub);
                }
                (_, Some(Negated::Number(positive))) => {
                    self.scaled(*leaf, positive, real)?;
                    self.operate(real, Opcode::Dsub);
                }
            }
        }
        Ok(())
    }

    /// The terms that are not zero in the direction that is computed.
    fn of_direction(&self, form: &Form) -> Vec<(Leaf, CoefId)> {
        let of = |&(leaf, c): &(Leaf, CoefId)| match leaf {
            Leaf::Tangent(t) => match self.plan.tangents[t.0 as usize].0 {
                TangentDef::Seed(slot) => {
                    let direction = Some(&FirstLane::Number(self.copy));
                    (self.homes.fixed.get(&slot) == direction).then_some((Leaf::One, c))
                }
                _ => Some((leaf, c)),
            },
            Leaf::One => Some((leaf, c)),
        };
        form.terms.iter().filter_map(of).collect()
    }

    fn negated(&self, c: CoefId) -> Option<Negated> {
        match self.plan.coefs.get(c).0 {
            Coef::Neg(inner) => Some(Negated::Coef(*inner)),
            Coef::Number(bits) if f64::from_bits(*bits) < 0.0 => {
                Some(Negated::Number(-f64::from_bits(*bits)))
            }
            _ => None,
        }
    }

    fn scaled(&mut self, leaf: Leaf, by: f64, real: Real) -> Result<()> {
        match leaf {
            Leaf::One => self.number(by, real),
            Leaf::Tangent(t) if by == 1.0 => {
                self.leaf(t);
                Ok(())
            }
            Leaf::Tangent(t) => {
                self.number(by, real)?;
                self.leaf(t);
                self.operate(real, Opcode::Dmul);
                Ok(())
            }
        }
    }

    fn term(&mut self, leaf: Leaf, c: CoefId, real: Real) -> Result<()> {
        let Leaf::Tangent(t) = leaf else { return self.coef(c) };
        let coefs = &self.plan.coefs;
        if let Some(x) = coefs.as_number(c) {
            if x == -1.0 {
                self.leaf(t);
                self.operate(real, Opcode::Dneg);
                return Ok(());
            }
            return self.scaled(leaf, x, real);
        }
        match *coefs.get(c).0 {
            Coef::Div(one, d) if coefs.as_number(one) == Some(1.0) && !self.uses.keep(c, self.plan) => {
                self.leaf(t);
                self.coef(d)?;
                self.operate(real, Opcode::Ddiv);
            }
            Coef::Neg(inner) => {
                self.term(leaf, inner, real)?;
                self.operate(real, Opcode::Dneg);
            }
            _ => {
                self.coef(c)?;
                self.leaf(t);
                self.operate(real, Opcode::Dmul);
            }
        }
        Ok(())
    }

    /// Pushes a tangent from wherever it is held.
    pub(super) fn leaf(&mut self, t: TangentId) {
        let real = self.plan.tangents[t.0 as usize].1;
        let held = self.held.iter().filter(|(_, held)| **held == t).map(|(home, _)| *home).min();
        let whole = match self.plan.tangents[t.0 as usize].0 {
            TangentDef::Seeds(slot) => self.homes.of(Position::Local(slot)),
            _ => None,
        };
        let width = slots(self.homes.width.held(real));
        let temporary = self.tangent_temps.get(&t).map(|slot| slot + width * self.copy);
        let slot = temporary.or(held.map(|home| home + 2 * self.copy)).or(whole);
        let slot = slot.expect("a tangent that is read is held somewhere");
        let held = self.homes.width.held(real);
        self.sink.push(Insn::Local(load(held), slot), i32::from(slots(held)));
    }

    pub(super) fn number(&mut self, x: f64, real: Real) -> Result<()> {
        let insn = match real {
            Real::Array => Insn::Op(Opcode::AconstNull),
            Real::Double => push_double(&mut self.class.pool, x)?,
            Real::Float if x.to_bits() == 0 => Insn::Op(Opcode::Fconst0),
            Real::Float if x == 1.0 => Insn::Op(Opcode::Fconst1),
            Real::Float => Insn::Ldc(self.class.pool.add_float(x as f32)?),
        };
        self.sink.push(insn, i32::from(slots(real)));
        Ok(())
    }

    /// Pushes a primal value from a local, or from where it was kept.
    pub(super) fn value(&mut self, value: ValueId, shape: Shape) {
        let primal = self.locals.slot_of(value).map(|slot| self.homes.primal(slot));
        let component = || self.components.iter().find(|(_, v)| **v == value).map(|(slot, _)| *slot);
        let kept = || self.value_temps.get(&value).copied();
        let slot = primal.or_else(component).or_else(kept);
        let slot = slot.expect("a primal value that is read is held somewhere");
        let width = if matches!(shape, Shape::Double | Shape::Long) { 2 } else { 1 };
        self.sink.push(Insn::Local(load_of(shape), slot), width);
    }

    /// Pushes a coefficient; one that is read again goes to a temporary the first time.
    pub(super) fn coef(&mut self, c: CoefId) -> Result<()> {
        let (node, real) = self.plan.coefs.get(c);
        if let Some(value) = self.plan.computed(c, self.step) {
            self.value(value, Shape::Double);
            return Ok(());
        }
        if let Some(&slot) = self.coef_temps.get(&c) {
            self.sink.push(Insn::Local(load(real), slot), i32::from(slots(real)));
            return Ok(());
        }
        let node = node.clone();
        match node {
            Coef::Number(bits) => self.number(f64::from_bits(bits), real)?,
            Coef::Value(v) => {
                let shape = self.plan.values[v.0 as usize].1;
                self.value(v, shape);
                match shape {
                    Shape::Int => self.sink.push(Insn::Op(Opcode::I2d), 1),
                    Shape::Long => self.sink.push(Insn::Op(Opcode::L2d), 0),
                    _ => {}
                }
            }
            Coef::Neg(a) => {
                self.coef(a)?;
                self.operate(real, Opcode::Dneg);
            }
            Coef::Add(a, b) => self.binary(a, b, real, Opcode::Dadd)?,
            Coef::Sub(a, b) => self.binary(a, b, real, Opcode::Dsub)?,
            Coef::Mul(a, b) => self.binary(a, b, real, Opcode::Dmul)?,
            Coef::Div(a, b) => self.binary(a, b, real, Opcode::Ddiv)?,
            Coef::Math(name, args) => {
                for arg in &args {
                    self.coef(*arg)?;
                }
                let call = math(&mut self.class.pool, name, args.len())?;
                self.sink.push(call, 2 - 2 * args.len() as i32);
            }
            Coef::Helper(helper, args) => {
                for arg in &args {
                    self.coef(*arg)?;
                }
                self.call(helper, args.len())?;
            }
            Coef::Convert(a) => {
                self.coef(a)?;
                let (op, change) = match real {
                    Real::Array => unreachable!("arrays are not converted"),
                    Real::Double => (Opcode::F2d, 1),
                    Real::Float => (Opcode::D2f, -1),
                };
                self.sink.push(Insn::Op(op), change);
            }
        }
        if self.uses.keep(c, self.plan) {
            let shape = if real == Real::Double { Shape::Double } else { Shape::Float };
            let slot = self.keep_top(shape);
            self.coef_temps.insert(c, slot);
        }
        Ok(())
    }

    fn binary(&mut self, a: CoefId, b: CoefId, real: Real, op: Opcode) -> Result<()> {
        self.coef(a)?;
        self.coef(b)?;
        self.operate(real, op);
        Ok(())
    }
}

/// What is subtracted instead of a negative term.
enum Negated {
    Coef(CoefId),
    Number(f64),
}
