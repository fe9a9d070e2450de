//! Tangents of arithmetic: sums of forms times coefficients, gathered or bound by what costs less.

use super::{Action, Planner, Symbol, TangentDef, real};
use crate::emit::coef::{CoefId, Real};
use crate::emit::form::{Form, Leaf};
use crate::rules;
use nabla_classfile::Opcode;

impl Planner<'_, '_> {
    pub(super) fn arithmetic(&mut self, at: usize, op: Opcode, operands: &[Symbol], value: &Symbol) -> Form {
        let Some(real) = real(value.shape) else { return Form::default() };
        match op {
            Opcode::Dadd | Opcode::Fadd => {
                let (x, y) = (self.read(&operands[0]), self.read(&operands[1]));
                x.add(&y, &mut self.plan.coefs)
            }
            Opcode::Dsub | Opcode::Fsub => {
                let (x, y) = (self.read(&operands[0]), self.read(&operands[1]));
                let y = y.negate(&mut self.plan.coefs);
                x.add(&y, &mut self.plan.coefs)
            }
            Opcode::Dneg | Opcode::Fneg => self.read(&operands[0]).negate(&mut self.plan.coefs),
            Opcode::Dmul | Opcode::Fmul => {
                let (x, y) = (self.coef(&operands[0]), self.coef(&operands[1]));
                let parts = vec![(self.read(&operands[0]), y), (self.read(&operands[1]), x)];
                self.combine(at, real, parts)
            }
            Opcode::Ddiv | Opcode::Fdiv => {
                let result = self.coef(value);
                self.quotient(at, real, operands, result)
            }
            Opcode::Drem | Opcode::Frem => match rules::operator("%") {
                Some(rule) => self.rule(at, rule, operands, value),
                None => Form::default(),
            },
            Opcode::D2f | Opcode::F2d => {
                let form = self.read(&operands[0]);
                self.define(at, TangentDef::Convert(form), real)
            }
            _ => {
                self.error = Some(format!("no tangent for {}", op.mnemonic()));
                Form::default()
            }
        }
    }

    fn quotient(&mut self, at: usize, real: Real, operands: &[Symbol], result: CoefId) -> Form {
        let (x_dot, y_dot) = (self.read(&operands[0]), self.read(&operands[1]));
        let y = self.coef(&operands[1]);
        // (x' − r·y')/y: one division, and no y², which overflows.
        let r_y_dot = if y_dot.is_zero() {
            y_dot
        } else {
            let y_dot = if y_dot.terms.len() > 1 { self.bind(at, y_dot, real) } else { y_dot };
            y_dot.scale(result, &mut self.plan.coefs).negate(&mut self.plan.coefs)
        };
        let numerator = x_dot.add(&r_y_dot, &mut self.plan.coefs);
        let constant = self.plan.coefs.as_number(y).is_some();
        if numerator.terms.len() <= 1 || (constant && numerator.terms.len() <= 2) {
            return numerator.divide(y, &mut self.plan.coefs);
        }
        self.define(at, TangentDef::Quotient(numerator, y), real)
    }

    /// Σ c·form. Gathering costs a product per term whose coefficient is not ±1; binding costs the
    /// terms once and then one product.
    pub(super) fn combine(&mut self, at: usize, real: Real, parts: Vec<(Form, CoefId)>) -> Form {
        let coefs = &self.plan.coefs;
        let mut union = Form::default();
        for (form, _) in &parts {
            for term in &form.terms {
                if union.terms.iter().all(|(l, _)| *l != term.0) {
                    union.terms.push(*term);
                }
            }
        }
        let scaled = parts.iter().filter(|(f, c)| !f.is_zero() && !coefs.is_unit(*c)).count();
        let gather = union.terms.len() <= scaled.max(1) + 1;
        let mut sum = Form::default();
        for (form, c) in parts {
            let unit = self.plan.coefs.is_unit(c);
            let form = if gather || unit { form } else { self.bind(at, form, real) };
            let term = form.scale(c, &mut self.plan.coefs);
            sum = sum.add(&term, &mut self.plan.coefs);
        }
        sum
    }

    /// The form as a leaf: bound to a temporary unless it is one.
    pub(super) fn bind(&mut self, at: usize, form: Form, real: Real) -> Form {
        if form.is_zero() || form.as_leaf(&self.plan.coefs).is_some() {
            return form;
        }
        self.define(at, TangentDef::Form(form), real)
    }

    pub(super) fn define(&mut self, at: usize, def: TangentDef, real: Real) -> Form {
        let id = self.tangent(def, real);
        self.step(at, true, Action::Define(id));
        Form::leaf(Leaf::Tangent(id), real, &mut self.plan.coefs)
    }
}
