//! Tangents lane by lane: where a tangent is a few unit vectors, each with a coefficient, what
//! becomes of it is computed for each, and it is held as so many numbers between blocks.

use super::{Action, Operand, Planner, Symbol, TangentDef, ValueDef};
use crate::activity::fact::Shape;
use crate::emit::coef::{Coef, CoefId, Coefs, HelperId, Real, ValueId};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::lanes::index::{Index, Integer, Lane};
use crate::rules::Expr;
use nabla_classfile::{Insn, Opcode};
use nabla_flow::State;
use std::collections::HashMap;

/// An operand of an instruction that makes an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Term {
    Value(ValueId),
    Number(i32),
}

type Made = (Integer, Term, Term);

/// The integers of a block, of which lanes are made.
#[derive(Debug, Default)]
pub(super) struct Integers {
    made: HashMap<ValueId, Made>,
    first: HashMap<Made, ValueId>,
    same: HashMap<ValueId, ValueId>,
    /// The index of the element that comes next, over what the locals hold there.
    pub name: Option<Index>,
}

impl Integers {
    /// The first value that is computed like this one.
    fn first(&self, value: ValueId) -> ValueId {
        self.same.get(&value).copied().unwrap_or(value)
    }
}

impl Planner<'_, '_> {
    /// Notes how an integer is computed.
    pub(super) fn integer(&mut self, insn: &Insn, operands: &[Symbol], value: ValueId) {
        let (Some(op), [a, b]) = (Integer::of(insn), operands) else { return };
        let made = (op, self.term(a), self.term(b));
        self.integers.made.insert(value, made);
        let first = *self.integers.first.entry(made).or_insert(value);
        self.integers.same.insert(value, first);
    }

    fn term(&self, symbol: &Symbol) -> Term {
        match symbol.number {
            Some(x) => Term::Number(x as i32),
            None => Term::Value(self.integers.first(symbol.value)),
        }
    }

    /// The operand as it was computed first.
    pub(super) fn first_equal(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value, shape) => Operand::Value(self.integers.first(value), shape),
            Operand::Int(_) => operand,
        }
    }

    /// Names the element that the instruction is about to read, if it reads one.
    pub(super) fn name_element(&mut self, insn: &Insn, state: &State<Symbol>) {
        self.integers.name = match (insn, state.stack.last()) {
            (Insn::Op(Opcode::Daload | Opcode::Faload), Some(index)) => self.named(self.term(index), state),
            _ => None,
        };
    }

    fn named(&self, term: Term, state: &State<Symbol>) -> Option<Index> {
        let value = match term {
            Term::Number(x) => return Some(Index::Number(x)),
            Term::Value(value) => value,
        };
        let holds = |local: &Option<Symbol>| {
            local.as_ref().is_some_and(|s| s.shape == Shape::Int && self.integers.first(s.value) == value)
        };
        if let Some(slot) = state.locals.iter().position(holds) {
            return Some(Index::Local(slot));
        }
        let &(op, a, b) = self.integers.made.get(&value)?;
        Some(Index::Of(op, Box::new(self.named(a, state)?), Box::new(self.named(b, state)?)))
    }

    /// The unit vector, which is one tangent however often it is read.
    pub(super) fn unit(&mut self, def: TangentDef, real: Real) -> TangentId {
        match self.plan.tangents.iter().position(|(known, _)| *known == def) {
            Some(known) => TangentId(known as u32),
            None => self.tangent(def, real),
        }
    }

    /// The tangent that these locals hold where the block begins.
    pub(super) fn entering_components(&mut self, start: usize, components: &[(Lane, u16)]) -> Form {
        let mut form = Form::default();
        for (lane, local) in components {
            let leaf = match &lane.index {
                None => self.unit(TangentDef::Seed(lane.slot), Real::Double),
                Some(index) => self.entering_lane(start, lane.slot, index),
            };
            let value = self.value(ValueDef::Component(*local), Shape::Double);
            let c = self.plan.coefs.intern(Coef::Value(value), Real::Double);
            form.terms.push((Leaf::Tangent(leaf), c));
        }
        form
    }

    fn entering_lane(&mut self, start: usize, slot: usize, index: &Index) -> TangentId {
        let operand = match self.entering_index(index) {
            Term::Value(value) => Operand::Value(value, Shape::Int),
            Term::Number(x) => Operand::Int(x),
        };
        let count = self.plan.tangents.len();
        let id = self.unit(TangentDef::Lane(slot, operand), Real::Double);
        if count < self.plan.tangents.len() {
            self.step(start, false, Action::Define(id));
        }
        self.plan.names.insert(id, (start, index.clone()));
        self.plan.entering.insert(id);
        id
    }

    fn entering_index(&mut self, index: &Index) -> Term {
        match index {
            Index::Number(x) => Term::Number(*x),
            Index::Local(slot) => match self.plan.entry.locals.get(*slot) {
                Some(Some(value)) => Term::Value(*value),
                _ => {
                    self.bug("a lane by a local without a value");
                    Term::Number(0)
                }
            },
            Index::Of(op, a, b) => {
                let made = (*op, self.entering_index(a), self.entering_index(b));
                if let Some(&known) = self.integers.first.get(&made) {
                    return Term::Value(known);
                }
                let value = self.value(ValueDef::Index, Shape::Int);
                self.plan.indices.insert(value, index.clone());
                self.integers.made.insert(value, made);
                self.integers.first.insert(made, value);
                Term::Value(value)
            }
        }
    }

    /// Whether the position's tangent is held lane by lane: then the form's components are stored.
    pub(super) fn hold_components(&mut self, at: usize, after: bool, home: u16, form: &Form) -> bool {
        let Some(components) = self.context.homes.components.get(&home) else { return false };
        let zero = self.plan.coefs.number(0.0, Real::Double);
        let mut coefs = vec![zero; components.len()];
        for &(leaf, c) in &form.terms {
            let lane = self.plan.lane(leaf);
            match components.iter().position(|(known, _)| Some(known) == lane.as_ref()) {
                Some(place) => coefs[place] = self.plan.coefs.add(coefs[place], c),
                None => self.plan.lacks_room = true,
            }
        }
        self.step(at, after, Action::Components(home, coefs));
        true
    }

    /// Whether the tangent is so few lanes that what becomes of it is computed for each.
    pub(super) fn is_few(&self, form: &Form) -> bool {
        self.context.homes.most_components > 0 && self.is_sparse(form)
    }

    /// The form with a coefficient made of each one.
    pub(super) fn each_lane(
        &mut self,
        form: &Form,
        real: Real,
        mut make: impl FnMut(&mut Coefs, CoefId) -> CoefId,
    ) -> Form {
        let coefs = &mut self.plan.coefs;
        let mut of = |&(leaf, c): &(Leaf, CoefId)| {
            let made = make(coefs, c);
            (leaf, coefs.convert(made, real))
        };
        Form { terms: form.terms.iter().map(&mut of).collect() }
    }

    /// What a helper makes of the components of tangents.
    pub(super) fn lane_by_lane(
        &mut self,
        real: Real,
        (helper, used): (HelperId, &[Expr]),
        args: &[CoefId],
        result: CoefId,
        forms: &[Form],
    ) -> Form {
        let mut leaves: Vec<Leaf> = Vec::new();
        for (leaf, _) in forms.iter().flat_map(|form| &form.terms) {
            if !leaves.contains(leaf) {
                leaves.push(*leaf);
            }
        }
        let mut terms = Vec::new();
        for leaf in leaves {
            let used = used.iter().map(|e| match e {
                Expr::Tangent(i) => {
                    let term = forms[*i as usize].terms.iter().find(|(l, _)| *l == leaf);
                    let c = term.map(|(_, c)| *c);
                    let c = c.unwrap_or_else(|| self.plan.coefs.number(0.0, Real::Double));
                    self.plan.coefs.convert(c, Real::Double)
                }
                other => self.expression(other, args, result),
            });
            let used = used.collect();
            let c = self.plan.coefs.intern(Coef::Helper(helper, used), Real::Double);
            terms.push((leaf, self.plan.coefs.convert(c, real)));
        }
        Form { terms }
    }
}
