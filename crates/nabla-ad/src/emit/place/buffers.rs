//! Buffers, which belong to one local each: what is added to them, and what they lend.

use super::Emitter;
use super::uses::{forms, forms_at};
use crate::AdError;
use crate::activity::useful::Useful;
use crate::emit::block::{Action, Argument};
use crate::emit::coef::{CoefId, HelperId};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::homes::Position;
use nabla_classfile::{Insn, Opcode};

type Result<T> = std::result::Result<T, AdError>;

type Term = (Leaf, CoefId);

impl Emitter<'_, '_> {
    /// Computes the form in the home's buffer. Where the form has what the home holds as one of its
    /// terms, that is scaled if it must be and the others are added to it, at the cost of the lanes
    /// that they have.
    pub(super) fn accumulate(&mut self, home: u16, buffer: u16, form: &Form) -> Result<()> {
        let old = self.held.get(&home).copied();
        let is_old = |(leaf, _): &&Term| old.is_some_and(|old| *leaf == Leaf::Tangent(old));
        let mut terms = form.terms.clone();
        let full = self.homes.full.contains(&home);
        match form.terms.iter().find(is_old) {
            Some(term) => {
                terms.retain(|t| t != term);
                self.sink.push(Insn::Local(Opcode::Aload, home), 1);
                if self.plan.coefs.as_number(term.1) != Some(1.0) {
                    self.coefficient(term.1)?;
                    self.support("times", "([DD)[D", -2)?;
                }
            }
            None => {
                self.sink.push(Insn::Local(Opcode::Aload, buffer), 1);
                if full {
                    self.sink.push(Insn::Local(Opcode::Iload, self.homes.lanes), 1);
                    self.support("full", "([DI)[D", -1)?;
                } else {
                    self.support("reset", "([D)[D", 0)?;
                }
            }
        }
        let mut rest = &terms[..];
        while let [first, behind @ ..] = rest {
            rest = behind;
            match behind {
                [second, behind @ ..] if !full && self.is_plain(first) && self.is_plain(second) => {
                    self.gather_two(*first, *second)?;
                    rest = behind;
                }
                _ => self.gather(*first, if full { "gatherFull" } else { "gather" })?,
            }
        }
        self.sink.push(Insn::Op(Opcode::Dup), 1);
        self.sink.push(Insn::Local(Opcode::Astore, buffer), -1);
        self.sink.push(Insn::Local(Opcode::Astore, home), -1);
        Ok(())
    }

    /// Adds a term to the buffer on the stack.
    fn gather(&mut self, (leaf, c): Term, how: &str) -> Result<()> {
        if let Leaf::Tangent(t) = leaf
            && let Some(&factor) = self.factors.get(&t)
        {
            self.coefficient(c)?;
            self.sink.push(Insn::Local(Opcode::Dload, factor), 2);
            self.leaf(t);
            return self.support(how, "([DDD[D)[D", -5);
        }
        match self.lane_term(leaf, c)? {
            true => self.add_lane(leaf, how),
            false => self.support(how, "([DD[D)[D", -3),
        }
    }

    /// Whether the term is a coefficient and a lane that there is, or lanes.
    fn is_plain(&self, (leaf, _): &Term) -> bool {
        let Leaf::Tangent(t) = leaf else { return false };
        !self.factors.contains_key(t) && (self.lane_of(*t).is_none() || !self.is_part() && !self.may_lack(*t))
    }

    /// Adds two terms to the buffer on the stack, which is found out to have room once.
    fn gather_two(&mut self, first: Term, second: Term) -> Result<()> {
        let is_lane = |(leaf, _): &Term| matches!(leaf, Leaf::Tangent(t) if self.lane_of(*t).is_some());
        let (first, second) = if is_lane(&second) { (second, first) } else { (first, second) };
        let descriptor = match (self.lane_term(first.0, first.1)?, self.lane_term(second.0, second.1)?) {
            (true, true) => "([DDIDI)[D",
            (true, false) => "([DDID[D)[D",
            (false, _) => "([DD[DD[D)[D",
        };
        self.support("gather", descriptor, -6)
    }

    /// The home, and its buffer, in which the form may be computed though another place is to have it:
    /// what the home holds is one of several terms, and nothing else reads it.
    pub(super) fn spendable(&self, form: &Form) -> Option<(u16, u16)> {
        let lent = |t: &TangentId| self.uses.tangents.get(t).is_some_and(|last| *last >= self.step);
        if form.terms.len() < 2 || self.lent.iter().any(lent) {
            return None;
        }
        let homes = form.terms.iter().filter_map(|(leaf, _)| {
            let Leaf::Tangent(t) = leaf else { return None };
            let held = self.held.iter().filter(|(_, held)| *held == t).map(|(home, _)| *home).min()?;
            let is_last =
                self.uses.tangents.get(t) == Some(&self.step) && !self.tangent_temps.contains_key(t);
            let once = forms_at(self.plan, self.step).iter().map(|form| reads(form, *t)).sum::<usize>() == 1;
            (is_last && once && !self.homes.full.contains(&held) && self.dies(held)).then_some(held)
        });
        homes.min().and_then(|home| Some((home, *self.homes.buffers.get(&home)?)))
    }

    /// Whether what the home holds is read no more behind the step.
    fn dies(&self, home: u16) -> bool {
        let step = &self.plan.steps[self.step];
        let local = self.homes.all().find(|(_, of)| *of == home).map(|(position, _)| position);
        let Some(Position::Local(slot)) = local.filter(|_| step.after && !self.is_covered) else {
            return false;
        };
        let read = |useful: Option<&Useful>| useful.is_some_and(|useful| useful.local(slot));
        let end = self.plan.range.end;
        !(step.at + 1..end).any(|at| read(self.useful.before(at))) && !read(self.useful.after(end - 1))
    }

    /// Whether the tangent is nothing but added to buffers.
    pub(super) fn is_only_added(&self, id: TangentId) -> bool {
        let added = self.plan.steps.iter().map(|step| match &step.action {
            Action::Store(home, form, ..) if self.homes.buffers.contains_key(home) => reads(form, id),
            _ => 0,
        });
        let read = forms(self.plan, self.needed).iter().map(|form| reads(form, id)).sum::<usize>();
        added.sum::<usize>() == read
    }

    /// Computes by what factor the tangent that a rule lends is to be multiplied: its partial, where
    /// that is no matter of the range of numbers.
    pub(super) fn factor(&mut self, id: TangentId, helper: HelperId, args: &[Argument]) -> Result<()> {
        for arg in args {
            match arg {
                Argument::Tangent(_) => self.sink.push(Insn::Op(Opcode::Dconst1), 2),
                Argument::Primal(c) => self.coef(*c)?,
            }
        }
        self.call(helper, args.len())?;
        self.support("factor", "(D)D", 0)?;
        let factor = self.temporary(2);
        self.sink.push(Insn::Local(Opcode::Dstore, factor), -2);
        self.factors.insert(id, factor);
        self.lent.insert(id);
        Ok(())
    }
}

/// How many terms of the form have the tangent.
fn reads(form: &Form, id: TangentId) -> usize {
    form.terms.iter().filter(|(leaf, _)| *leaf == Leaf::Tangent(id)).count()
}
