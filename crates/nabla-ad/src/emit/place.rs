//! Decides in which locals a block's tangents and the primal values they need are held, and emits.
//!
//! A primal value is read again from a local or constant that still has it; only where there is
//! none it is kept: copied to a temporary right where it was computed, or before the local that
//! has it is assigned.

use super::block::{Action, Argument, Plan, TangentDef, ValueDef, is_store, real};
use super::coef::{Coef, CoefId, Real, ValueId};
use super::form::{Form, Leaf, TangentId};
use super::helpers::{Helpers, math, push_double};
use super::homes::{Homes, load, store};
use crate::activity::varied::Shape;
use nabla_classfile::{ClassFile, Code, Insn, Opcode, Result};
use std::collections::{HashMap, HashSet};

/// What a derivative method does with its result's tangent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is the result.
    Returned,
    /// It goes into element 0 of the `double[]` in this local, and the primal is returned.
    Stored(u16),
}

/// Where instructions go, and how deep the tangent code's stack is.
#[derive(Debug, Default)]
pub struct Sink {
    /// The instructions so far.
    pub insns: Vec<Insn>,
    /// Slots of stack the tangent code needs beyond the primal's.
    pub extra_stack: u16,
    /// The first slot no temporary uses.
    pub locals_end: u16,
    depth: u16,
}

impl Sink {
    /// An empty sink; temporaries start at this slot.
    pub fn new(locals_end: u16) -> Sink {
        Sink { locals_end, ..Sink::default() }
    }

    fn push(&mut self, insn: Insn, slots: i32) {
        self.insns.push(insn);
        self.depth = (i32::from(self.depth) + slots).max(0) as u16;
        self.extra_stack = self.extra_stack.max(self.depth);
    }
}

/// Emits the block; `starts` receives the position of each instruction's tangent code, `exact`
/// that of the instruction itself.
#[allow(clippy::too_many_arguments)]
pub fn emit(
    plan: &Plan,
    code: &Code,
    class: &mut ClassFile,
    helpers: &Helpers,
    homes: &Homes,
    outcome: Outcome,
    sink: &mut Sink,
    starts: &mut [u32],
    exact: &mut [u32],
) -> Result<()> {
    let needed = needed(plan);
    let uses = Uses::count(plan, &needed);
    let kept = kept(plan, code, &uses);
    let mut emitter = Emitter {
        plan,
        class,
        helpers,
        homes,
        outcome,
        sink,
        uses: &uses,
        kept: &kept,
        needed: &needed,
        held: HashMap::new(),
        tangent_temps: HashMap::new(),
        value_temps: HashMap::new(),
        coef_temps: HashMap::new(),
        locals: Locals::enter(plan),
        next: homes.first_temporary,
        step: 0,
    };
    for (i, (def, _)) in plan.tangents.iter().enumerate() {
        if let TangentDef::Held(home) = def {
            emitter.held.insert(*home, TangentId(i as u32));
        }
    }
    for at in plan.range.clone() {
        starts[at] = emitter.sink.insns.len() as u32;
        if at == plan.range.start {
            emitter.spill_stack();
        }
        emitter.save_overwritten(&code.insns[at]);
        emitter.actions(at, false, code)?;
        exact[at] = emitter.sink.insns.len() as u32;
        emitter.sink.insns.push(shift(&code.insns[at], homes));
        emitter.locals.execute(at, code, plan);
        emitter.save_result(at, &code.insns[at]);
        emitter.actions(at, true, code)?;
    }
    Ok(())
}

/// The instruction with its local moved behind the parameters that were added.
pub fn shift(insn: &Insn, homes: &Homes) -> Insn {
    match insn {
        Insn::Local(op, slot) => Insn::Local(*op, homes.primal(*slot as usize)),
        Insn::Iinc(slot, by) => Insn::Iinc(homes.primal(*slot as usize), *by),
        other => other.clone(),
    }
}

/// Which tangents are read by a store or return, directly or through others.
fn needed(plan: &Plan) -> HashSet<TangentId> {
    let mut needed = HashSet::new();
    for step in plan.steps.iter().rev() {
        match &step.action {
            Action::Define(id) => {
                if needed.contains(id) {
                    for form in inputs(&plan.tangents[id.0 as usize].0) {
                        mark(form, &mut needed);
                    }
                }
            }
            Action::Store(_, form, ..) | Action::Return(form, _) => mark(form, &mut needed),
        }
    }
    needed
}

fn mark(form: &Form, needed: &mut HashSet<TangentId>) {
    for (leaf, _) in &form.terms {
        if let Leaf::Tangent(id) = leaf {
            needed.insert(*id);
        }
    }
}

/// The forms a definition reads.
fn inputs(def: &TangentDef) -> Vec<&Form> {
    match def {
        TangentDef::Held(_) | TangentDef::Stored => vec![],
        TangentDef::Form(f)
        | TangentDef::Quotient(f, _)
        | TangentDef::Same(_, f, _)
        | TangentDef::Convert(f) => vec![f],
        TangentDef::Helper(_, args) => args
            .iter()
            .filter_map(|a| match a {
                Argument::Tangent(f) => Some(f),
                Argument::Primal(_) => None,
            })
            .collect(),
    }
}

/// The coefficients a definition reads besides those of its forms.
fn coefficients(def: &TangentDef) -> Vec<CoefId> {
    match def {
        TangentDef::Quotient(_, c) => vec![*c],
        TangentDef::Helper(_, args) => args
            .iter()
            .filter_map(|a| match a {
                Argument::Primal(c) => Some(*c),
                Argument::Tangent(_) => None,
            })
            .collect(),
        _ => vec![],
    }
}

/// When values and tangents are read, and which coefficients are read more than once.
struct Uses {
    /// Step numbers at which a primal value is read.
    values: Vec<(usize, ValueId)>,
    /// The last step at which a tangent is read.
    tangents: HashMap<TangentId, usize>,
    coefs: HashMap<CoefId, u32>,
}

impl Uses {
    fn count(plan: &Plan, needed: &HashSet<TangentId>) -> Uses {
        let mut uses = Uses { values: Vec::new(), tangents: HashMap::new(), coefs: HashMap::new() };
        for (step, item) in plan.steps.iter().enumerate() {
            match &item.action {
                Action::Define(id) if needed.contains(id) => {
                    let def = &plan.tangents[id.0 as usize].0;
                    for form in inputs(def) {
                        uses.form(step, form, plan);
                    }
                    for c in coefficients(def) {
                        uses.coef(step, c, plan);
                    }
                    if let TangentDef::Same(_, _, rest) = def {
                        uses.values.extend(rest.iter().map(|(v, _)| (step, *v)));
                    }
                }
                Action::Define(_) => {}
                Action::Store(_, form, ..) | Action::Return(form, _) => uses.form(step, form, plan),
            }
        }
        uses
    }

    fn form(&mut self, step: usize, form: &Form, plan: &Plan) {
        for (leaf, c) in &form.terms {
            if let Leaf::Tangent(id) = leaf {
                self.tangents.insert(*id, step);
            }
            self.coef(step, *c, plan);
        }
    }

    fn coef(&mut self, step: usize, c: CoefId, plan: &Plan) {
        if let Some(value) = plan.computed(c, step) {
            self.values.push((step, value));
            return;
        }
        let count = self.coefs.entry(c).or_insert(0);
        *count += 1;
        if *count > 1 && worth_keeping(c, plan) {
            return;
        }
        if let Coef::Value(v) = plan.coefs.get(c).0 {
            self.values.push((step, *v));
        }
        for child in plan.coefs.children(c) {
            self.coef(step, child, plan);
        }
    }

    fn keep(&self, c: CoefId, plan: &Plan) -> bool {
        self.coefs.get(&c).is_some_and(|n| *n > 1) && worth_keeping(c, plan)
    }
}

/// Whether reading a local is cheaper than computing the coefficient again.
fn worth_keeping(c: CoefId, plan: &Plan) -> bool {
    match plan.coefs.get(c).0 {
        Coef::Number(_) | Coef::Value(_) => false,
        Coef::Math(..) | Coef::Helper(..) | Coef::Div(..) => true,
        _ => plan.coefs.children(c).iter().any(|k| !plan.coefs.children(*k).is_empty()),
    }
}

/// Which primal values the primal's locals hold.
#[derive(Clone)]
struct Locals {
    slots: HashMap<usize, ValueId>,
    stack_results: HashMap<usize, ValueId>,
}

impl Locals {
    fn enter(plan: &Plan) -> Locals {
        let slots = plan.entry.locals.iter().enumerate();
        let mut stack_results = HashMap::new();
        for (i, (def, _)) in plan.values.iter().enumerate() {
            if let ValueDef::Result(at) = def {
                stack_results.insert(*at, ValueId(i as u32));
            }
        }
        Locals { slots: slots.filter_map(|(j, v)| v.map(|v| (j, v))).collect(), stack_results }
    }

    fn slot_of(&self, value: ValueId) -> Option<usize> {
        self.slots.iter().filter(|(_, v)| **v == value).map(|(j, _)| *j).min()
    }

    /// A store makes the local's value unknown, unless the value was computed right before it.
    fn execute(&mut self, at: usize, code: &Code, plan: &Plan) {
        let insn = &code.insns[at];
        let (slot, wide) = match insn {
            Insn::Local(op, slot) if is_store(*op) => {
                (*slot as usize, matches!(op, Opcode::Dstore | Opcode::Lstore))
            }
            Insn::Iinc(slot, _) => (*slot as usize, false),
            _ => return,
        };
        self.slots.remove(&slot);
        if wide {
            self.slots.remove(&(slot + 1));
        }
        if let Some(below) = slot.checked_sub(1)
            && let Some(v) = self.slots.get(&below)
            && matches!(plan.values[v.0 as usize].1, Shape::Double | Shape::Long)
        {
            self.slots.remove(&below);
        }
        let stored = if matches!(insn, Insn::Iinc(..)) {
            self.stack_results.get(&at)
        } else {
            // The result of an iinc is not on the stack.
            at.checked_sub(1)
                .filter(|p| plan.range.contains(p) && !matches!(code.insns[*p], Insn::Iinc(..)))
                .and_then(|p| self.stack_results.get(&p))
        };
        if let Some(value) = stored {
            self.slots.insert(slot, *value);
        }
    }
}

/// The values that are read where no local holds them.
fn kept(plan: &Plan, code: &Code, uses: &Uses) -> HashSet<ValueId> {
    let mut kept = HashSet::new();
    let mut locals = Locals::enter(plan);
    let mut step = 0;
    for at in plan.range.clone() {
        for after in [false, true] {
            while step < plan.steps.len() && (plan.steps[step].at, plan.steps[step].after) == (at, after) {
                for (_, v) in uses.values.iter().filter(|(s, _)| *s == step) {
                    if locals.slot_of(*v).is_none() {
                        kept.insert(*v);
                    }
                }
                step += 1;
            }
            if !after {
                locals.execute(at, code, plan);
            }
        }
    }
    kept
}

struct Emitter<'e, 'a> {
    plan: &'e Plan,
    class: &'e mut ClassFile<'a>,
    helpers: &'e Helpers,
    homes: &'e Homes,
    outcome: Outcome,
    sink: &'e mut Sink,
    uses: &'e Uses,
    kept: &'e HashSet<ValueId>,
    needed: &'e HashSet<TangentId>,
    /// What the positions' locals hold.
    held: HashMap<u16, TangentId>,
    tangent_temps: HashMap<TangentId, u16>,
    value_temps: HashMap<ValueId, u16>,
    coef_temps: HashMap<CoefId, u16>,
    locals: Locals,
    next: u16,
    step: usize,
}

impl Emitter<'_, '_> {
    fn temporary(&mut self, slots: u16) -> u16 {
        let slot = self.next;
        self.next += slots;
        self.sink.locals_end = self.sink.locals_end.max(self.next);
        slot
    }

    /// Copies the top of the stack to a new temporary.
    fn keep_top(&mut self, shape: Shape) -> u16 {
        let (dup, slots) = match shape {
            Shape::Double | Shape::Long => (Opcode::Dup2, 2),
            _ => (Opcode::Dup, 1),
        };
        let slot = self.temporary(slots);
        self.sink.push(Insn::Op(dup), i32::from(slots));
        self.sink.push(Insn::Local(store_of(shape), slot), -i32::from(slots));
        slot
    }

    /// Stack entries that tangent code reads are copied where the block begins.
    fn spill_stack(&mut self) {
        let entries = self.plan.entry.stack.clone();
        let Some(lowest) = entries.iter().position(|v| self.kept.contains(v)) else { return };
        let mut slots = Vec::new();
        for value in entries[lowest..].iter().rev() {
            let shape = self.plan.values[value.0 as usize].1;
            let slot = self.temporary(2);
            self.sink.push(Insn::Local(store_of(shape), slot), 0);
            if self.kept.contains(value) {
                self.value_temps.insert(*value, slot);
            }
            slots.push((shape, slot));
        }
        for (shape, slot) in slots.into_iter().rev() {
            self.sink.push(Insn::Local(load_of(shape), slot), 0);
        }
    }

    /// Before a local is assigned: its value, if tangent code reads it later.
    fn save_overwritten(&mut self, insn: &Insn) {
        let slots = match insn {
            Insn::Local(op, slot) if is_store(*op) => [*slot as usize, *slot as usize + 1],
            Insn::Iinc(slot, _) => [*slot as usize; 2],
            _ => return,
        };
        let below = slots[0].wrapping_sub(1);
        for slot in [below, slots[0], slots[1]] {
            let Some(&value) = self.locals.slots.get(&slot) else { continue };
            let shape = self.plan.values[value.0 as usize].1;
            let wide = matches!(shape, Shape::Double | Shape::Long);
            if slot == below && !wide {
                continue;
            }
            if self.kept.contains(&value) && !self.value_temps.contains_key(&value) {
                let from = self.homes.primal(slot);
                let width = if wide { 2 } else { 1 };
                let temp = self.temporary(width);
                self.sink.push(Insn::Local(load_of(shape), from), i32::from(width));
                self.sink.push(Insn::Local(store_of(shape), temp), -i32::from(width));
                self.value_temps.insert(value, temp);
            }
        }
    }

    /// After an instruction: its result, if tangent code reads it where no local has it. A result
    /// that goes straight to a local is read there, and saved when that local is assigned.
    fn save_result(&mut self, at: usize, insn: &Insn) {
        let Some(&value) = self.locals.stack_results.get(&at) else { return };
        if !self.kept.contains(&value) || matches!(insn, Insn::Iinc(..)) {
            return;
        }
        let shape = self.plan.values[value.0 as usize].1;
        let slot = self.keep_top(shape);
        self.value_temps.insert(value, slot);
    }

    fn actions(&mut self, at: usize, after: bool, code: &Code) -> Result<()> {
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

    fn call(&mut self, helper: super::coef::HelperId, args: usize) -> Result<()> {
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

    fn operate(&mut self, real: Real, double: Opcode) {
        let op = match (real, double) {
            (Real::Double, op) => op,
            (Real::Float, Opcode::Dadd) => Opcode::Fadd,
            (Real::Float, Opcode::Dsub) => Opcode::Fsub,
            (Real::Float, Opcode::Dmul) => Opcode::Fmul,
            (Real::Float, Opcode::Ddiv) => Opcode::Fdiv,
            (Real::Float, _) => Opcode::Fneg,
        };
        let slots = if double == Opcode::Dneg { 0 } else { -i32::from(slots(real)) };
        self.sink.push(Insn::Op(op), slots);
    }

    /// Σ c·t, in the order of the terms; a negative term is subtracted.
    fn form(&mut self, form: &Form, real: Real) -> Result<()> {
        if form.is_zero() {
            return self.number(0.0, real);
        }
        // A positive term first saves a negation.
        let mut terms = form.terms.clone();
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
    fn leaf(&mut self, t: TangentId) {
        let real = self.plan.tangents[t.0 as usize].1;
        let held = self.held.iter().filter(|(_, held)| **held == t).map(|(home, _)| *home).min();
        let slot = self.tangent_temps.get(&t).copied().or(held);
        let slot = slot.expect("a tangent that is read is held somewhere");
        self.sink.push(Insn::Local(load(real), slot), i32::from(slots(real)));
    }

    fn number(&mut self, x: f64, real: Real) -> Result<()> {
        let insn = match real {
            Real::Double => push_double(&mut self.class.pool, x)?,
            Real::Float if x.to_bits() == 0 => Insn::Op(Opcode::Fconst0),
            Real::Float if x == 1.0 => Insn::Op(Opcode::Fconst1),
            Real::Float => Insn::Ldc(self.class.pool.add_float(x as f32)?),
        };
        self.sink.push(insn, i32::from(slots(real)));
        Ok(())
    }

    /// Pushes a primal value from a local, or from where it was kept.
    fn value(&mut self, value: ValueId, shape: Shape) {
        let primal = self.locals.slot_of(value).map(|slot| self.homes.primal(slot));
        let slot = primal.or_else(|| self.value_temps.get(&value).copied());
        let slot = slot.expect("a primal value that is read is held somewhere");
        let width = if matches!(shape, Shape::Double | Shape::Long) { 2 } else { 1 };
        self.sink.push(Insn::Local(load_of(shape), slot), width);
    }

    /// Pushes a coefficient; one that is read again goes to a temporary the first time.
    fn coef(&mut self, c: CoefId) -> Result<()> {
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

fn slots(real: Real) -> u16 {
    match real {
        Real::Double => 2,
        Real::Float => 1,
    }
}

fn load_of(shape: Shape) -> Opcode {
    match (real(shape), shape) {
        (Some(real), _) => load(real),
        (None, Shape::Long) => Opcode::Lload,
        (None, Shape::Int) => Opcode::Iload,
        _ => Opcode::Aload,
    }
}

fn store_of(shape: Shape) -> Opcode {
    match (real(shape), shape) {
        (Some(real), _) => store(real),
        (None, Shape::Long) => Opcode::Lstore,
        (None, Shape::Int) => Opcode::Istore,
        _ => Opcode::Astore,
    }
}
