//! Tangents of calls that have a rule: the rule's row applied to the operands' forms.

use super::{Argument, Planner, Symbol, TangentDef, real};
use crate::emit::coef::{Coef, CoefId, Real};
use crate::emit::form::Form;
use crate::rules::{self, Expr, Row, Rule};

impl Planner<'_, '_> {
    /// The tangent of a call that has a rule.
    pub(super) fn rule(&mut self, at: usize, rule: &Rule, operands: &[Symbol], value: &Symbol) -> Form {
        let Some(real) = real(value.shape) else { return Form::default() };
        let args: Vec<CoefId> = operands.iter().map(|o| self.coef(o)).collect();
        let result = self.coef(value);
        let mut tangents: Vec<Form> = operands.iter().map(|o| self.read_as(at, o, real)).collect();
        for (i, tangent) in tangents.iter_mut().enumerate() {
            // A positive power of ∞ is ∞.
            let grows = rule.stem == "pow" && operands[1].number.is_some_and(|y| y > 0.0);
            if rules::comes_to_rest(rule.stem, i) && !grows && !tangent.is_zero() {
                *tangent = self.bounded(at, real, args[i], result, std::mem::take(tangent));
            }
        }
        match &rule.row {
            Row::Partials(partials) | Row::Helper(partials) => {
                let mut parts = Vec::new();
                for (i, (partial, tangent)) in partials.iter().zip(tangents).enumerate() {
                    if !tangent.is_zero() {
                        let name = format!("{}$d{i}", rule.stem);
                        parts.push((tangent, self.partial(&name, partial, &args, result, real)));
                    }
                }
                self.combine(at, real, parts)
            }
            Row::Guarded(partials) => {
                let mut sum = Form::default();
                for (i, (partial, tangent)) in partials.iter().zip(tangents).enumerate() {
                    if tangent.is_zero() {
                        continue;
                    }
                    let mut name = format!("{}$d{i}", rule.stem);
                    let mut partial = partial.clone();
                    let mut guarded = true;
                    if rule.stem == "pow"
                        && i == 0
                        && let Some(exponent) = operands[1].number
                    {
                        (partial, guarded) = rules::pow_constant(exponent);
                        name = format!("{name}${:x}", exponent.to_bits());
                    }
                    let term = self.guarded(at, &name, &partial, guarded, tangent, &args, result, real);
                    sum = sum.add(&term, &mut self.plan.coefs);
                }
                sum
            }
            Row::Select(tangent) => {
                let (helper, used) = self.helpers.tangent(rule.stem, tangent, args.len());
                self.helped(at, real, (helper, &used), &args, result, &tangents)
            }
            Row::Same => {
                let rest = operands[1..].iter().map(|o| (o.value, o.shape)).collect();
                self.define(at, TangentDef::Same(at, tangents[0].clone(), rest), real)
            }
            Row::Zero | Row::Text | Row::Lost => Form::default(),
        }
    }

    /// The tangent of an operand in the type of the result: users' rules may mix the two.
    fn read_as(&mut self, at: usize, operand: &Symbol, to: Real) -> Form {
        let form = self.read(operand);
        match real(operand.shape) {
            Some(from @ (Real::Double | Real::Float)) if from != to && !form.is_zero() => {
                self.define(at, TangentDef::Convert(form), to)
            }
            _ => form,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn guarded(
        &mut self,
        at: usize,
        name: &str,
        partial: &Expr,
        guarded: bool,
        tangent: Form,
        args: &[CoefId],
        result: CoefId,
        real: Real,
    ) -> Form {
        // A seed of 1 is not zero: nothing to guard.
        let one = matches!(tangent.terms[..], [(leaf, c)] if self.is_unit(&leaf) && self.plan.coefs.as_number(c).is_some());
        if !guarded || one {
            let c = self.partial(name, partial, args, result, real);
            return self.combine(at, real, vec![(tangent, c)]);
        }
        let (helper, used) = self.helpers.guarded(name, partial, args.len());
        if self.is_few(&tangent) {
            let primal = self.primal_arguments(&used, args, result);
            return self.each_lane(&tangent, real, |coefs, c| {
                let arguments = [&[coefs.convert(c, Real::Double)], &primal[..]].concat();
                coefs.intern(Coef::Helper(helper, arguments), Real::Double)
            });
        }
        let bound = self.bind(at, tangent, real);
        let mut arguments = vec![Argument::Tangent(bound)];
        let primal = self.primal_arguments(&used, args, result);
        arguments.extend(primal.into_iter().map(Argument::Primal));
        self.define(at, TangentDef::Helper(helper, arguments), real)
    }

    /// A partial as a coefficient of the operation's type.
    fn partial(&mut self, name: &str, expr: &Expr, args: &[CoefId], result: CoefId, real: Real) -> CoefId {
        let coef = if expr.needs_helper() {
            let (helper, used) = self.helpers.partial(name, expr, args.len());
            let used = self.primal_arguments(&used, args, result);
            self.plan.coefs.intern(Coef::Helper(helper, used), Real::Double)
        } else {
            self.expression(expr, args, result)
        };
        self.plan.coefs.convert(coef, real)
    }

    /// The rule's expression as a coefficient; rules are written for doubles, so the operands of a
    /// float twin are converted.
    pub(super) fn expression(&mut self, expr: &Expr, args: &[CoefId], result: CoefId) -> CoefId {
        let real = Real::Double;
        let coefs = &mut self.plan.coefs;
        match expr {
            Expr::Arg(i) => coefs.convert(args[*i as usize], real),
            Expr::Result => coefs.convert(result, real),
            Expr::Const(x) => coefs.number(*x, real),
            Expr::Neg(a) => {
                let a = self.expression(a, args, result);
                self.plan.coefs.neg(a)
            }
            Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Mul(a, b) | Expr::Div(a, b) => {
                let a = self.expression(a, args, result);
                let b = self.expression(b, args, result);
                let coefs = &mut self.plan.coefs;
                match expr {
                    Expr::Add(..) => coefs.add(a, b),
                    Expr::Sub(..) => coefs.sub(a, b),
                    Expr::Mul(..) => coefs.mul(a, b),
                    _ => coefs.div(a, b),
                }
            }
            Expr::Math(name, inner) => {
                let inner = inner.iter().map(|e| self.expression(e, args, result)).collect();
                self.plan.coefs.intern(Coef::Math(name, inner), real)
            }
            Expr::Tangent(_) | Expr::If(..) | Expr::Call(..) | Expr::User(..) | Expr::Unknown => {
                self.bug("a rule cannot be written as a coefficient");
                self.plan.coefs.number(f64::NAN, real)
            }
        }
    }

    fn primal_arguments(&mut self, used: &[Expr], args: &[CoefId], result: CoefId) -> Vec<CoefId> {
        used.iter().map(|e| self.expression(e, args, result)).collect()
    }
}
