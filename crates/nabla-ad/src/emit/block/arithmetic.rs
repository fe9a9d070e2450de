//! Tangents of arithmetic: sums of forms times coefficients, gathered or bound by what costs less.

use super::{Action, Argument, Planner, Symbol, TangentDef, real};
use crate::AdError;
use crate::emit::coef::{CoefId, HelperId, Real};
use crate::emit::form::{Form, Leaf};
use crate::emit::helpers::Dividend;
use crate::emit::width::Width;
use crate::rules::{self, Expr};
use nabla_classfile::Opcode;
use nabla_flow::FlowError;

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
                self.error = Some(self.without_tangent(at, op));
                Form::default()
            }
        }
    }

    /// An operation on integers alone has no tangent. Only code that does not verify gives it an active
    /// number.
    fn without_tangent(&self, at: usize, op: Opcode) -> AdError {
        let integers = op.pops().is_some_and(|pops| pops.bytes().all(|kind| matches!(kind, b'I' | b'J')));
        if !integers {
            return AdError::Bug(format!("no tangent for {}", op.mnemonic()));
        }
        let message = format!("{} of a number that is no integer", op.mnemonic());
        AdError::flow(&FlowError::Malformed { insn: at, message }, self.context.code)
    }

    /// (x' − r·y')/y: one division, and no y², which overflows.
    fn quotient(&mut self, at: usize, real: Real, operands: &[Symbol], result: CoefId) -> Form {
        let (x_dot, y_dot) = (self.read(&operands[0]), self.read(&operands[1]));
        let y = self.coef(&operands[1]);
        if self.is_finite(&y_dot) {
            let r_y_dot = y_dot.scale(result, &mut self.plan.coefs).negate(&mut self.plan.coefs);
            let numerator = x_dot.add(&r_y_dot, &mut self.plan.coefs);
            return self.divide(at, real, numerator, y);
        }
        // An infinite y' is told apart by a condition, which takes a helper.
        let x = self.coef(&operands[0]);
        let one = self.plan.coefs.as_number(x) == Some(1.0);
        let dividend = match x_dot.is_zero() {
            true if one => Dividend::One,
            true => Dividend::Constant,
            false => Dividend::Active,
        };
        let (helper, used) = self.helpers.quotient(dividend);
        self.conditional(at, real, (helper, &used), &[y, y], result, &[x_dot, y_dot])
    }

    /// The tangent of an operand of a function that may have come to rest there.
    pub(super) fn bounded(&mut self, at: usize, real: Real, x: CoefId, result: CoefId, x_dot: Form) -> Form {
        if self.is_finite(&x_dot) {
            return x_dot;
        }
        let (helper, used) = self.helpers.bounded();
        // Where it contributes nothing, each of its lanes' sums does: they need not be added up before.
        if self.context.homes.width == Width::Lanes && !self.is_few(&x_dot) && !self.has_unit(&x_dot) {
            let mut sum = Form::default();
            for (leaf, c) in x_dot.terms {
                let one = Form::leaf(leaf, real, &mut self.plan.coefs);
                let bounded = self.conditional(at, real, (helper, &used), &[x], result, &[one]);
                let term = bounded.scale(c, &mut self.plan.coefs);
                sum = sum.add(&term, &mut self.plan.coefs);
            }
            return sum;
        }
        self.conditional(at, real, (helper, &used), &[x], result, &[x_dot])
    }

    /// What a helper makes of tangents: a coefficient where they are no more than that.
    fn conditional(
        &mut self,
        at: usize,
        real: Real,
        (helper, used): (HelperId, &[Expr]),
        args: &[CoefId],
        result: CoefId,
        forms: &[Form],
    ) -> Form {
        let constant = |form: &Form| form.terms.iter().all(|(leaf, _)| *leaf == Leaf::One);
        if forms.iter().all(constant) {
            return self.lane_by_lane(real, (helper, used), args, result, forms);
        }
        self.helped(at, real, (helper, used), args, result, forms)
    }

    /// What a helper makes of tangents, or of each of their lanes where they are few.
    pub(super) fn helped(
        &mut self,
        at: usize,
        real: Real,
        (helper, used): (HelperId, &[Expr]),
        args: &[CoefId],
        result: CoefId,
        forms: &[Form],
    ) -> Form {
        if forms.iter().all(|form| self.is_few(form)) {
            return self.lane_by_lane(real, (helper, used), args, result, forms);
        }
        let arguments = used.iter().map(|e| match e {
            Expr::Tangent(i) => Argument::Tangent(forms[*i as usize].clone()),
            other => Argument::Primal(self.expression(other, args, result)),
        });
        let arguments = arguments.collect();
        self.define(at, TangentDef::Helper(helper, arguments), real)
    }

    /// form/y. A quotient is no coefficient of a tangent, which may be as large as y: c/y may
    /// vanish where c·t/y does not.
    fn divide(&mut self, at: usize, real: Real, form: Form, y: CoefId) -> Form {
        let coefs = &self.plan.coefs;
        let number = |c: CoefId| coefs.as_number(c).is_some();
        let divides = |k: CoefId| number(k) && !coefs.leaves_range(k, y, |k, y| k / y);
        let numbers = number(y) && form.terms.iter().all(|(_, k)| divides(*k));
        let plain = match form.terms[..] {
            [] => true,
            [(leaf, _)] if self.is_unit(&leaf) => true,
            // Each is the tangent in one direction.
            _ if self.is_few(&form) => true,
            [_] | [_, _] => numbers,
            _ => false,
        };
        if plain {
            return form.divide(y, &mut self.plan.coefs);
        }
        self.define(at, TangentDef::Quotient(form, y), real)
    }

    /// Whether the tangent is a multiple of the directions that the method is given, and so finite
    /// whatever the operands are.
    fn is_finite(&self, form: &Form) -> bool {
        let number = |c: CoefId| self.plan.coefs.as_number(c).is_some();
        form.terms.iter().all(|(leaf, c)| self.is_direction(leaf) && number(*c))
    }

    fn is_direction(&self, leaf: &Leaf) -> bool {
        match leaf {
            Leaf::One => true,
            Leaf::Tangent(t) => match self.plan.tangents[t.0 as usize].0 {
                TangentDef::Seed(_) | TangentDef::Lane(..) => true,
                TangentDef::Held(home) => self.context.homes.directions.contains(&home),
                _ => false,
            },
        }
    }

    /// Σ c·form, by the coefficients of what entered the block or of forms that are bound first.
    pub(super) fn combine(&mut self, at: usize, real: Real, mut parts: Vec<(Form, CoefId)>) -> Form {
        parts.retain(|(form, _)| !form.is_zero());
        let gather = self.gathers(&parts) || parts.iter().all(|(form, _)| self.is_sparse(form));
        let mut sum = Form::default();
        for (form, c) in parts {
            let unit = self.plan.coefs.is_unit(c);
            let form = if gather || unit { form } else { self.bind(at, form, real) };
            let term = form.scale(c, &mut self.plan.coefs);
            sum = sum.add(&term, &mut self.plan.coefs);
        }
        sum
    }

    /// Whether every use of the tangent costs less than to hold it: it is a few lanes, or in each
    /// direction one coefficient.
    pub(super) fn is_sparse(&self, form: &Form) -> bool {
        let homes = self.context.homes;
        let few = homes.width != Width::Lanes || form.terms.len() <= homes.most_components.max(4);
        !homes.fixed.is_empty() && few && form.terms.iter().all(|(leaf, _)| self.is_unit(leaf))
    }

    fn has_unit(&self, form: &Form) -> bool {
        form.terms.iter().any(|(leaf, _)| self.is_unit(leaf))
    }

    /// Whether it is 1 in one direction and 0 in all others.
    pub(super) fn is_unit(&self, leaf: &Leaf) -> bool {
        match leaf {
            Leaf::One => true,
            Leaf::Tangent(t) => {
                matches!(self.plan.tangents[t.0 as usize].0, TangentDef::Seed(_) | TangentDef::Lane(..))
            }
        }
    }

    /// Whether to gather: it makes the shorter chain, and shares the coefficients. Outside of loops,
    /// where chains hardly matter, no product is reordered unless that saves one.
    fn gathers(&self, parts: &[(Form, CoefId)]) -> bool {
        let coefs = &self.plan.coefs;
        let mut leaves: Vec<Leaf> = Vec::new();
        let (mut scaled, mut gathered, mut bound) = (0, 0, 0);
        for (form, c) in parts {
            let factor = usize::from(!coefs.is_unit(*c));
            scaled += factor;
            bound += form.products(coefs) + factor;
            for (leaf, k) in &form.terms {
                gathered += factor * usize::from(!coefs.is_unit(*k));
                if !leaves.contains(leaf) {
                    leaves.push(*leaf);
                }
            }
        }
        gathered += leaves.iter().filter(|leaf| **leaf != Leaf::One).count();
        let mut products = parts.iter().flat_map(|(form, c)| form.terms.iter().map(|(_, k)| (*c, *k)));
        if products.any(|(c, k)| coefs.leaves_range(c, k, |c, k| c * k)) {
            return false;
        }
        let reordered = !self.context.in_loop && parts.iter().any(|(form, c)| self.reorders(form, *c));
        leaves.len() <= scaled.max(1) + 1 && (!reordered || gathered < bound)
    }

    /// Whether c·form, gathered, multiplies primal values before a tangent of any size.
    fn reorders(&self, form: &Form, c: CoefId) -> bool {
        if self.plan.coefs.as_number(c).is_some() {
            return false;
        }
        form.terms.iter().any(|(leaf, k)| !self.is_direction(leaf) && self.plan.coefs.as_number(*k).is_none())
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
