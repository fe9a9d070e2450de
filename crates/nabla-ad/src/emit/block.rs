//! One basic block on symbols: what its tangents are, as linear forms in the tangents that enter.
//!
//! With a primal statement z = φ(x, y) goes ż = φ_x·ẋ + φ_y·ẏ, and ẋ, ẏ are forms already: the
//! coefficients of what entered the block are gathered first and multiplied once. A form is bound
//! to a temporary where gathering would cost more products than it saves.

use super::coef::{Coef, CoefId, Coefs, HelperId, Real, ValueId};
use super::form::{Form, Leaf, TangentId};
use super::helpers::Helpers;
use super::homes::{Homes, Position};
use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::useful::Useful;
use crate::activity::varied::{Fact, Shape, Varied};
use crate::rules::{self, Expr, Row, Rule};
use nabla_classfile::{Code, Constant, ConstantPool, Insn, Opcode};
use nabla_flow::{Cfg, Interpreter, Kind, Solution, State, Value, execute};
use std::collections::HashMap;
use std::ops::Range;

/// Where a primal value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueDef {
    /// A local at the start of the block.
    Local(usize),
    /// A stack entry at the start of the block.
    Stack(usize),
    /// What the instruction leaves on top of the stack.
    Result(usize),
}

/// How a tangent comes about.
#[derive(Debug, Clone, PartialEq)]
pub enum TangentDef {
    /// It is in this local when the block starts.
    Held(u16),
    /// It is in a position's local since a store in the block.
    Stored,
    /// A form, bound to a temporary.
    Form(Form),
    /// A form divided by a coefficient.
    Quotient(Form, CoefId),
    /// A helper's result.
    Helper(HelperId, Vec<Argument>),
    /// The instruction's own function, of the tangent in place of its first operand.
    Same(usize, Form, Vec<(ValueId, Shape)>),
    /// The form, converted from the other type.
    Convert(Form),
}

/// An argument of a helper.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A tangent.
    Tangent(Form),
    /// A primal value.
    Primal(CoefId),
}

/// Something to emit before or after an instruction.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Compute the tangent into a temporary.
    Define(TangentId),
    /// Compute the form into a position's local; the tangent id names it from then on.
    Store(u16, Form, Real, Option<TangentId>),
    /// Compute the form and hand it out as the result's tangent.
    Return(Form, Real),
}

/// An action and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The instruction.
    pub at: usize,
    /// After it, or before it.
    pub after: bool,
    /// What to do.
    pub action: Action,
}

/// What a block's symbolic execution gives.
pub struct Plan {
    /// The instructions of the block.
    pub range: Range<usize>,
    /// All coefficients.
    pub coefs: Coefs,
    /// The primal values and their shapes.
    pub values: Vec<(ValueDef, Shape)>,
    /// The tangents and their types.
    pub tangents: Vec<(TangentDef, Real)>,
    /// In the order of emission.
    pub steps: Vec<Step>,
    /// The values of locals and stack at the start.
    pub entry: State<ValueId>,
    /// The calls of `Math` that the primal makes, by function and operands: where, and the value.
    pub calls: HashMap<(&'static str, Vec<CoefId>), (usize, ValueId)>,
}

impl Plan {
    /// The primal value that a coefficient is, if it is a function that the primal has called
    /// before the step.
    pub fn computed(&self, c: CoefId, step: usize) -> Option<ValueId> {
        let Coef::Math(name, args) = self.coefs.get(c).0 else { return None };
        let &(at, value) = self.calls.get(&(*name, args.clone()))?;
        let step = &self.steps[step];
        (at < step.at || (at == step.at && step.after)).then_some(value)
    }
}

/// What is known of the method.
pub struct Context<'a> {
    /// The pool the instructions refer to.
    pub pool: &'a ConstantPool<'a>,
    /// The primal.
    pub code: &'a Code<'a>,
    /// Its graph.
    pub cfg: &'a Cfg,
    /// Its calls.
    pub calls: &'a [Option<Call>],
    /// What is varied.
    pub varied: &'a Solution<Varied>,
    /// Where tangents are read.
    pub useful: &'a Solution<Useful>,
    /// The locals of the derivative method.
    pub homes: &'a Homes,
}

impl Value for ValueId {
    fn is_wide(&self) -> bool {
        // Only used as a container; the machine never runs on it.
        false
    }
}

/// A value and its tangent; no form: the tangent is not kept here.
#[derive(Debug, Clone)]
struct Symbol {
    shape: Shape,
    value: ValueId,
    number: Option<f64>,
    tangent: Option<Form>,
}

impl Value for Symbol {
    fn is_wide(&self) -> bool {
        matches!(self.shape, Shape::Long | Shape::Double)
    }
}

/// The type of tangents of values of this shape.
pub fn real(shape: Shape) -> Option<Real> {
    match shape {
        Shape::Double => Some(Real::Double),
        Shape::Float => Some(Real::Float),
        _ => None,
    }
}

/// Executes the block `range` on symbols.
pub fn plan(context: &Context, helpers: &mut Helpers, range: Range<usize>) -> Result<Plan, AdError> {
    let plan = Plan {
        range: range.clone(),
        coefs: Coefs::default(),
        values: Vec::new(),
        tangents: Vec::new(),
        steps: Vec::new(),
        entry: State { locals: Vec::new(), stack: Vec::new() },
        calls: HashMap::new(),
    };
    let mut planner = Planner { context, helpers, plan, error: None };
    let mut state = planner.enter(range.start)?;
    for at in range.clone() {
        planner.before(at, &state);
        let result = execute(context.pool, at, &context.code.insns[at], &mut state, &mut planner);
        result.map_err(|e| AdError::Bug(e.to_string()))?;
        planner.after(at, &state, &range);
        if let Some(error) = planner.error.take() {
            return Err(AdError::Bug(error));
        }
    }
    Ok(planner.plan)
}

struct Planner<'a, 'b> {
    context: &'b Context<'a>,
    helpers: &'b mut Helpers,
    plan: Plan,
    error: Option<String>,
}

impl Planner<'_, '_> {
    fn value(&mut self, def: ValueDef, shape: Shape) -> ValueId {
        self.plan.values.push((def, shape));
        ValueId(self.plan.values.len() as u32 - 1)
    }

    fn tangent(&mut self, def: TangentDef, real: Real) -> TangentId {
        self.plan.tangents.push((def, real));
        TangentId(self.plan.tangents.len() as u32 - 1)
    }

    /// The symbols at the start of the block.
    fn enter(&mut self, start: usize) -> Result<State<Symbol>, AdError> {
        let varied = self.context.varied.before(start).and_then(|v| v.state.as_ref());
        let varied = varied.ok_or_else(|| AdError::Bug("an unreachable block".into()))?.clone();
        let useful = self.context.useful.before(start).cloned().unwrap_or_default();
        let mut state = State { locals: Vec::new(), stack: Vec::new() };
        for (slot, fact) in varied.locals.iter().enumerate() {
            let symbol = fact.map(|fact| {
                let value = self.value(ValueDef::Local(slot), fact.shape);
                let tangent = self.entering(Position::Local(slot), fact, useful.local(slot));
                Symbol { shape: fact.shape, value, number: None, tangent }
            });
            self.plan.entry.locals.push(symbol.as_ref().map(|s| s.value));
            state.locals.push(symbol);
        }
        for (depth, fact) in varied.stack.iter().enumerate() {
            let value = self.value(ValueDef::Stack(depth), fact.shape);
            let tangent = self.entering(Position::Stack(depth), *fact, useful.entry(depth));
            self.plan.entry.stack.push(value);
            state.stack.push(Symbol { shape: fact.shape, value, number: None, tangent });
        }
        Ok(state)
    }

    fn entering(&mut self, position: Position, fact: Fact, useful: bool) -> Option<Form> {
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
        let home = self.context.homes.of(position)?;
        let tangent = self.tangent(TangentDef::Held(home), real);
        Some(Form::leaf(Leaf::Tangent(tangent), real, &mut self.plan.coefs))
    }

    fn step(&mut self, at: usize, after: bool, action: Action) {
        self.plan.steps.push(Step { at, after, action });
    }

    /// The tangent of a symbol that is about to be read.
    fn read(&mut self, symbol: &Symbol) -> Form {
        match &symbol.tangent {
            Some(form) => form.clone(),
            None => {
                self.error = Some("a tangent is read that was not kept".into());
                Form::default()
            }
        }
    }

    fn coef(&mut self, symbol: &Symbol) -> CoefId {
        let real = real(symbol.shape).unwrap_or(Real::Double);
        match symbol.number {
            Some(x) => self.plan.coefs.number(x, real),
            None => self.plan.coefs.intern(Coef::Value(symbol.value), real),
        }
    }

    /// Actions that the state before an instruction asks for: returns, and the stack at a branch.
    fn before(&mut self, at: usize, state: &State<Symbol>) {
        let insn = &self.context.code.insns[at];
        if let Insn::Op(Opcode::Dreturn | Opcode::Freturn) = insn
            && let Some(top) = state.stack.last()
        {
            let form = self.read(top);
            if let Some(real) = real(top.shape) {
                self.step(at, false, Action::Return(form, real));
            }
        }
        let jumps = matches!(insn, Insn::Branch(..) | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. });
        if jumps {
            self.leave_stack(at, false, state);
        }
    }

    /// Stores and the stack at the end of the block.
    fn after(&mut self, at: usize, state: &State<Symbol>, range: &Range<usize>) {
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
            let (Some(home), Some(real)) =
                (self.context.homes.of(Position::Stack(depth)), real(symbol.shape))
            else {
                continue;
            };
            let held = form.as_leaf(&self.plan.coefs);
            let id = match held {
                Some(Leaf::Tangent(t)) => t,
                _ => self.tangent(TangentDef::Stored, real),
            };
            self.step(at, after, Action::Store(home, form, real, Some(id)));
        }
    }

    /// Whether the local's tangent must be in its place right after the store at `at`: nothing in
    /// the block assigns the local again, or a handler that reads it covers what follows.
    fn must_store(&self, at: usize, slot: usize) -> bool {
        let block = self.context.cfg.block_of(at);
        let caught = self.context.cfg.handlers(block).any(|(handler, _)| {
            let start = self.context.cfg.block(handler).range.start;
            self.context.useful.before(start).is_some_and(|u| u.local(slot))
        });
        let last = !self.context.code.insns[at + 1..self.plan.range.end]
            .iter()
            .any(|i| matches!(i, Insn::Local(op, s) if is_store(*op) && *s as usize == slot));
        caught || last
    }

    /// The form as a leaf: bound to a temporary unless it is one.
    fn bind(&mut self, at: usize, form: Form, real: Real) -> Form {
        if form.is_zero() || form.as_leaf(&self.plan.coefs).is_some() {
            return form;
        }
        self.define(at, TangentDef::Form(form), real)
    }

    fn define(&mut self, at: usize, def: TangentDef, real: Real) -> Form {
        let id = self.tangent(def, real);
        self.step(at, true, Action::Define(id));
        Form::leaf(Leaf::Tangent(id), real, &mut self.plan.coefs)
    }

    /// Σ c·form. Gathering costs a product per term whose coefficient is not ±1; binding costs the
    /// terms once and then one product.
    fn combine(&mut self, at: usize, real: Real, parts: Vec<(Form, CoefId)>) -> Form {
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

    /// The rule's expression as a coefficient; rules are written for doubles, so the operands of a
    /// float twin are converted.
    fn expression(&mut self, expr: &Expr, args: &[CoefId], result: CoefId) -> CoefId {
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
            Expr::Tangent(_) | Expr::If(..) => {
                self.error = Some("a rule cannot be written as a coefficient".into());
                coefs.number(f64::NAN, real)
            }
        }
    }

    /// A partial as a coefficient of the operation's type.
    fn partial(&mut self, name: &str, expr: &Expr, args: &[CoefId], result: CoefId, real: Real) -> CoefId {
        let coef = if expr.has_if() {
            let (helper, used) = self.helpers.partial(name, expr, args.len());
            let used = self.primal_arguments(&used, args, result);
            self.plan.coefs.intern(Coef::Helper(helper, used), Real::Double)
        } else {
            self.expression(expr, args, result)
        };
        self.plan.coefs.convert(coef, real)
    }

    fn primal_arguments(&mut self, used: &[Expr], args: &[CoefId], result: CoefId) -> Vec<CoefId> {
        used.iter().map(|e| self.expression(e, args, result)).collect()
    }

    /// The tangent of a call that has a rule.
    fn rule(&mut self, at: usize, rule: &Rule, operands: &[Symbol], value: &Symbol) -> Form {
        let Some(real) = real(value.shape) else { return Form::default() };
        let args: Vec<CoefId> = operands.iter().map(|o| self.coef(o)).collect();
        let result = self.coef(value);
        let tangents: Vec<Form> = operands.iter().map(|o| self.read(o)).collect();
        match &rule.row {
            Row::Partials(partials) | Row::Helper(partials) => {
                let mut parts = Vec::new();
                for (i, (partial, tangent)) in partials.iter().zip(tangents).enumerate() {
                    if !tangent.is_zero() {
                        let name = format!("{}$d{i}", rule.name);
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
                    let mut name = format!("{}$d{i}", rule.name);
                    let mut partial = partial.clone();
                    let mut guarded = true;
                    if rule.name == "pow"
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
                let (helper, used) = self.helpers.tangent(rule.name, tangent, args.len());
                let arguments = used
                    .iter()
                    .map(|e| match e {
                        Expr::Tangent(i) => Argument::Tangent(tangents[*i as usize].clone()),
                        other => Argument::Primal(self.expression(other, &args, result)),
                    })
                    .collect();
                self.define(at, TangentDef::Helper(helper, arguments), real)
            }
            Row::Same => {
                let rest = operands[1..].iter().map(|o| (o.value, o.shape)).collect();
                self.define(at, TangentDef::Same(at, tangents[0].clone(), rest), real)
            }
            Row::Zero | Row::Text | Row::Lost => Form::default(),
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
        let one = matches!(tangent.terms[..], [(Leaf::One, c)] if self.plan.coefs.as_number(c).is_some());
        if !guarded || one {
            let c = self.partial(name, partial, args, result, real);
            return self.combine(at, real, vec![(tangent, c)]);
        }
        let (helper, used) = self.helpers.guarded(name, partial, args.len());
        let bound = self.bind(at, tangent, real);
        let mut arguments = vec![Argument::Tangent(bound)];
        let primal = self.primal_arguments(&used, args, result);
        arguments.extend(primal.into_iter().map(Argument::Primal));
        self.define(at, TangentDef::Helper(helper, arguments), real)
    }

    fn arithmetic(&mut self, at: usize, op: Opcode, operands: &[Symbol], value: &Symbol) -> Form {
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

impl Interpreter for Planner<'_, '_> {
    type V = Symbol;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[Symbol], kind: Kind) -> Symbol {
        let shape = Shape::from(&kind);
        let value = self.value(ValueDef::Result(at), shape);
        let number = self.number(insn, operands);
        let mut symbol = Symbol { shape, value, number, tangent: None };
        if let Some(Call::Rule(rule, _)) = &self.context.calls[at]
            && rule.owner == "java/lang/Math"
            && operands.iter().all(|o| o.shape == Shape::Double)
            && shape == Shape::Double
        {
            let args = operands.iter().map(|o| self.coef(o)).collect();
            self.plan.calls.entry((rule.name, args)).or_insert((at, value));
        }
        let after = self.context.varied.after(at).and_then(|v| v.state.as_ref());
        let top = after.and_then(|s| Some((*s.stack.last()?, s.stack.len() - 1)));
        let Some((fact, depth)) = top else { return symbol };
        if !fact.has_tangent() {
            symbol.tangent = Some(Form::default());
            return symbol;
        }
        if !self.context.useful.after(at).is_some_and(|u| u.entry(depth)) {
            return symbol;
        }
        let form = match (&self.context.calls[at], insn) {
            (Some(Call::Rule(rule, _)), _) => self.rule(at, rule, operands, &symbol),
            (_, Insn::Op(op)) => self.arithmetic(at, *op, operands, &symbol),
            _ => {
                self.error = Some("an active value of unknown origin".into());
                Form::default()
            }
        };
        symbol.tangent = Some(form);
        symbol
    }

    fn copy(&mut self, at: usize, insn: &Insn, value: &Symbol) -> Symbol {
        let Insn::Local(op, slot) = insn else { return value.clone() };
        let slot = *slot as usize;
        let Some(real) = real(value.shape).filter(|_| is_store(*op)) else { return value.clone() };
        let useful = self.context.useful.after(at).is_some_and(|u| u.local(slot));
        if !useful || !self.must_store(at, slot) {
            return value.clone();
        }
        let form = self.read(value);
        let Some(home) = self.context.homes.of(Position::Local(slot)) else {
            self.error = Some("an assigned local without a place for its tangent".into());
            return value.clone();
        };
        let mut symbol = value.clone();
        let id = match form.as_leaf(&self.plan.coefs) {
            Some(Leaf::Tangent(t)) => Some(t),
            // A sum or product is computed once; what follows reads it.
            _ if form.terms.iter().any(|(l, _)| *l != Leaf::One) => {
                let id = self.tangent(TangentDef::Stored, real);
                if form.terms.len() > 1 || form.products(&self.plan.coefs) > 0 {
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

/// Whether the instruction assigns a local.
pub fn is_store(op: Opcode) -> bool {
    matches!(op, Opcode::Istore | Opcode::Lstore | Opcode::Fstore | Opcode::Dstore | Opcode::Astore)
}
