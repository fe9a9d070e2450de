//! What tangent code reads: which tangents are needed at all, when values and tangents are read,
//! and which coefficients are read so often that a temporary pays.

use crate::emit::block::{Action, Argument, Operand, Plan, Step, TangentDef};
use crate::emit::coef::{Coef, CoefId, ValueId};
use crate::emit::form::{Form, Leaf, TangentId};
use std::collections::{HashMap, HashSet};

/// Which tangents are read by a store or return, directly or through others.
pub(super) fn needed(plan: &Plan) -> HashSet<TangentId> {
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
            action => action_forms(action).into_iter().for_each(|form| mark(form, &mut needed)),
        }
    }
    needed
}

/// The forms that are computed.
pub(super) fn forms<'p>(plan: &'p Plan, needed: &HashSet<TangentId>) -> Vec<&'p Form> {
    let of = |step: &'p Step| match &step.action {
        Action::Define(id) if needed.contains(id) => inputs(&plan.tangents[id.0 as usize].0),
        action => action_forms(action),
    };
    plan.steps.iter().flat_map(of).collect()
}

/// The forms that a step reads.
pub(super) fn forms_at(plan: &Plan, step: usize) -> Vec<&Form> {
    match &plan.steps[step].action {
        Action::Define(id) => inputs(&plan.tangents[id.0 as usize].0),
        action => action_forms(action),
    }
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
        TangentDef::Held(_)
        | TangentDef::Stored
        | TangentDef::Seed(_)
        | TangentDef::Seeds(_)
        | TangentDef::Lane(..)
        | TangentDef::Called(_)
        | TangentDef::NewArray(..)
        | TangentDef::Like(..)
        | TangentDef::Field(..) => vec![],
        TangentDef::Element(_, f, _) | TangentDef::CopyArray(_, f, _) => vec![f],
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

/// The primal values a definition gives to an instruction.
fn operands(def: &TangentDef) -> Vec<Operand> {
    match def {
        TangentDef::Same(_, _, rest) => rest.iter().map(|(v, shape)| Operand::Value(*v, *shape)).collect(),
        TangentDef::NewArray(_, operands) | TangentDef::CopyArray(_, _, operands) => operands.clone(),
        TangentDef::Element(_, _, index) | TangentDef::Like(_, index) | TangentDef::Lane(_, index) => {
            vec![*index]
        }
        TangentDef::Field(_, receiver) => receiver.iter().copied().collect(),
        _ => vec![],
    }
}

/// The forms an action other than a definition reads.
fn action_forms(action: &Action) -> Vec<&Form> {
    match action {
        Action::Define(_) | Action::Components(..) => vec![],
        Action::Store(_, form, ..)
        | Action::Return(form, _)
        | Action::Field(_, _, form, _)
        | Action::OwnField(_, form, _)
        | Action::Rows(_, form) => vec![form],
        Action::Call(forms) => forms.iter().map(|(form, _)| form).collect(),
        Action::Element(_, array, _, value, _) | Action::Fill(_, array, _, value, _) => vec![array, value],
        Action::Copy(from, _, to, ..) => vec![from, to],
    }
}

/// The primal values it gives to an instruction.
fn action_operands(action: &Action) -> Vec<Operand> {
    match action {
        Action::Element(_, _, index, ..) => vec![*index],
        Action::Field(_, receiver, ..) => receiver.iter().copied().collect(),
        Action::Copy(_, from, _, to, length, _) => vec![*from, *to, *length],
        Action::Fill(_, _, range, ..) => range.clone(),
        Action::Rows(array, _) => vec![*array],
        _ => vec![],
    }
}

/// When values and tangents are read, and which coefficients are read more than once.
pub(super) struct Uses {
    /// Step numbers at which a primal value is read.
    pub(super) values: Vec<(usize, ValueId)>,
    /// The last step at which a tangent is read.
    pub(super) tangents: HashMap<TangentId, usize>,
    coefs: HashMap<CoefId, u32>,
    /// How often a form is computed.
    copies: u16,
}

impl Uses {
    pub(super) fn count(plan: &Plan, needed: &HashSet<TangentId>, copies: u16) -> Uses {
        let (values, tangents, coefs) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut uses = Uses { values, tangents, coefs, copies };
        for (step, item) in plan.steps.iter().enumerate() {
            match &item.action {
                Action::Define(id) if needed.contains(id) => {
                    let def = &plan.tangents[id.0 as usize].0;
                    for form in inputs(def) {
                        uses.form(step, form, plan);
                    }
                    for c in coefficients(def) {
                        (0..copies).for_each(|_| uses.coef(step, c, plan));
                    }
                    uses.operands(step, operands(def));
                }
                Action::Define(_) => {}
                Action::Components(_, coefs) => coefs.iter().for_each(|c| uses.coef(step, *c, plan)),
                action => {
                    for form in action_forms(action) {
                        uses.form(step, form, plan);
                    }
                    uses.operands(step, action_operands(action));
                }
            }
        }
        uses
    }

    fn operands(&mut self, step: usize, operands: Vec<Operand>) {
        for operand in operands {
            if let Operand::Value(value, _) = operand {
                self.values.push((step, value));
            }
        }
    }

    fn form(&mut self, step: usize, form: &Form, plan: &Plan) {
        for (leaf, c) in &form.terms {
            if let Leaf::Tangent(id) = leaf {
                self.tangents.insert(*id, step);
            }
            // In all directions but one a unit vector is zero.
            let times = match leaf {
                Leaf::Tangent(id) if matches!(plan.tangents[id.0 as usize].0, TangentDef::Seed(_)) => 1,
                _ => self.copies,
            };
            // A negative term is subtracted, or negated in the end: what it negates is read.
            let read = match plan.coefs.get(*c).0 {
                Coef::Neg(inner) => *inner,
                _ => *c,
            };
            (0..times).for_each(|_| self.coef(step, read, plan));
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

    pub(super) fn keep(&self, c: CoefId, plan: &Plan) -> bool {
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
