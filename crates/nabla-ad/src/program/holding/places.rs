//! The places that the sources in a method stand for: what a call gives is known by the method that it
//! calls, and where that gives its argument or a new array, by the call.

use super::moves::{is_looking, makes, moved_rows};
use super::sources::{Source, Traced};
use super::{Holding, Place, parameters};
use crate::activity::fact::ArrayKind;
use crate::program::classes::{Classes, MethodId, STATIC, is_platform};
use crate::program::lambdas::lambda;
use nabla_classfile::{ConstantPool, Insn, Opcode};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a method gives back.
#[derive(Default)]
pub struct Returns {
    /// How many parameters it has.
    pub(super) parameters: usize,
    /// Those that it gives back.
    pub(super) passed: BTreeSet<usize>,
    /// Whether it gives an array that it makes for this call.
    pub(super) makes: bool,
    /// The sources of anything else.
    pub(super) others: BTreeSet<Source>,
    /// Whether it may give an array that was an object among others.
    unknown: bool,
}

impl<'a> Holding<'a> {
    /// The places that an instruction's operand at this depth below the top comes from.
    pub(super) fn taken(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        traced: &Traced<'a>,
        at: usize,
        depth: usize,
    ) -> BTreeSet<Place> {
        let (sources, rank) = (traced.operand(at, depth), traced.rank(at, depth));
        self.places(classes, method, traced, rank, sources.iter().copied())
    }

    /// The places that sources in a method stand for, of arrays of at most this rank.
    pub(super) fn places(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        traced: &Traced<'a>,
        rank: u8,
        sources: impl IntoIterator<Item = Source>,
    ) -> BTreeSet<Place> {
        let pool = &classes.get(method.class).pool;
        let mut all = BTreeSet::new();
        let mut waiting: Vec<Source> = sources.into_iter().collect();
        let mut seen: BTreeSet<Source> = waiting.iter().copied().collect();
        while let Some(source) = waiting.pop() {
            let at = match source {
                Source::Parameter(index) => {
                    all.insert(Place::Parameter(method, index));
                    continue;
                }
                Source::At(at) => at,
            };
            match &traced.code().insns[at] {
                Insn::Field(_, index) => {
                    let member = pool.member_ref(*index).ok();
                    let member = member.filter(|m| ArrayKind::of(&m.descriptor).is_some());
                    let field = member.and_then(|m| classes.field(&m.owner, &m.name, &m.descriptor));
                    if field.is_some_and(|(class, index)| classes.is_empty_array(class, index)) {
                        continue;
                    }
                    all.insert(
                        field.map_or(Place::Elsewhere(rank), |(class, index)| Place::Field(class, index)),
                    );
                }
                Insn::Type(Opcode::Checkcast, _) | Insn::Op(Opcode::Aaload) => {
                    _ = all.insert(Place::Elsewhere(rank))
                }
                Insn::Invoke(_, index) => {
                    let functions = self.called(classes, pool, &traced.code().insns[at]);
                    if let Ok(m) = pool.member_ref(*index)
                        && is_platform(&m.owner)
                        && (functions.is_empty() || self.references(classes).has_platforms(classes, &m.owner))
                    {
                        // What is no new array may be one that was given to it.
                        let is_new = makes(&m) || self.takes_out(classes, pool, &traced.code().insns[at]);
                        all.insert(if is_new { Place::Made(method, at) } else { Place::Elsewhere(rank) });
                    }
                    for body in bodies(classes, pool, &traced.code().insns[at]) {
                        let returns = self.returns(classes, body);
                        let count = returns.parameters;
                        let given = returns.passed.iter().flat_map(|i| {
                            let sources = traced.operand(at, count - 1 - i);
                            sources.iter().copied().collect::<Vec<_>>()
                        });
                        waiting.extend(given.filter(|source| seen.insert(*source)));
                        all.extend(returns.makes.then_some(Place::Made(method, at)));
                        all.extend((!returns.others.is_empty()).then_some(Place::Result(body)));
                        all.extend(returns.unknown.then_some(Place::Elsewhere(rank)));
                    }
                    for function in functions {
                        let (body, returns) = (function.body, self.returns(classes, function.body));
                        all.extend(returns.passed.iter().map(|i| Place::Parameter(body, *i)));
                        all.extend(returns.makes.then_some(Place::Made(method, at)));
                        all.extend((!returns.others.is_empty()).then_some(Place::Result(body)));
                        all.extend(returns.unknown.then_some(Place::Elsewhere(rank)));
                    }
                }
                _ => all.extend([Place::Made(method, at)]),
            }
        }
        all
    }

    /// The bodies that a call reaches.
    pub(super) fn all_bodies(
        &self,
        classes: &Classes<'a>,
        pool: &ConstantPool,
        insn: &Insn,
    ) -> Vec<MethodId> {
        let functions = self.called(classes, pool, insn).into_iter().map(|function| function.body);
        bodies(classes, pool, insn).into_iter().chain(functions).collect()
    }

    /// What a method gives back, by call where that is known.
    pub(super) fn returns(&self, classes: &Classes<'a>, method: MethodId) -> Rc<Returns> {
        if let Some(known) = self.returned.borrow().get(&method) {
            return Rc::clone(known);
        }
        // One that calls itself gives what its other results are.
        self.returned.borrow_mut().insert(method, Rc::default());
        let class = classes.get(method.class);
        let descriptor = class.pool.utf8(class.methods[method.index as usize].descriptor);
        let mut returns =
            Returns { parameters: descriptor.map_or(0, |d| parameters(&d)), ..Returns::default() };
        if let Some(traced) = self.traced(classes, method) {
            returns.unknown = traced.gives_unknown();
            for source in traced.results() {
                match source {
                    Source::Parameter(index) => _ = returns.passed.insert(index),
                    Source::At(at) if self.is_made_here(classes, method, &traced, at) => returns.makes = true,
                    other => _ = returns.others.insert(other),
                }
            }
        }
        let returns = Rc::new(returns);
        self.returned.borrow_mut().insert(method, Rc::clone(&returns));
        returns
    }

    /// Whether an array that the method gives back is a new one each time, which nothing else holds.
    pub(super) fn is_made_here(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        traced: &Traced<'a>,
        source: usize,
    ) -> bool {
        let pool = &classes.get(method.class).pool;
        let insns = &traced.code().insns;
        let made = match &insns[source] {
            Insn::NewArray(_) | Insn::MultiNewArray(..) | Insn::Type(Opcode::Anewarray, _) => true,
            insn @ Insn::Invoke(_, index) => {
                let copies = pool.member_ref(*index).is_ok_and(|m| is_looking(&m));
                let bodies = bodies(classes, pool, insn);
                let makes = |body: &MethodId| {
                    let returns = self.returns(classes, *body);
                    returns.makes && returns.passed.is_empty() && returns.others.is_empty()
                };
                copies || !bodies.is_empty() && bodies.iter().all(makes)
            }
            _ => false,
        };
        let holds = |at: usize, depth: usize| traced.operand(at, depth).contains(&Source::At(source));
        let kept = |at: usize| match &insns[at] {
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, _) | Insn::Op(Opcode::Aastore) => holds(at, 0),
            Insn::Invoke(_, index) => pool.member_ref(*index).is_ok_and(|m| {
                moved_rows(pool, traced, at).is_some_and(|(rows, _)| holds(at, rows))
                    || !is_looking(&m) && (0..parameters(&m.descriptor)).any(|depth| holds(at, depth))
            }),
            Insn::InvokeDynamic(index) => pool
                .name_and_type(*index)
                .is_ok_and(|(_, descriptor)| (0..parameters(&descriptor)).any(|depth| holds(at, depth))),
            _ => false,
        };
        made && !(0..insns.len()).any(kept)
    }
}

/// The bodies that a call reaches, those of functions left out.
fn bodies(classes: &Classes, pool: &ConstantPool, insn: &Insn) -> Vec<MethodId> {
    let Insn::Invoke(op, index) = insn else { return Vec::new() };
    let Ok(m) = pool.member_ref(*index) else { return Vec::new() };
    classes
        .targets(*op, &m.owner, &m.name, &m.descriptor)
        .map_or(Vec::new(), |targets| targets.all().collect())
}

/// The parameters of a method for which a lambda keeps what it captures, each with how deep on the stack
/// that is.
pub fn captured(classes: &Classes, method: MethodId, insn: &Insn) -> Vec<(MethodId, usize, usize)> {
    let Insn::InvokeDynamic(index) = insn else { return Vec::new() };
    let made = lambda(classes.get(method.class), *index);
    let body = made.as_ref().and_then(|l| classes.resolve(classes.find(&l.owner)?, &l.name, &l.descriptor));
    let (Some(made), Some(body)) = (made, body) else { return Vec::new() };
    let (count, receiver) = (made.captured.len(), usize::from(classes.access(body) & STATIC == 0));
    (receiver..count).map(|i| (body, i - receiver, count - 1 - i)).collect()
}
