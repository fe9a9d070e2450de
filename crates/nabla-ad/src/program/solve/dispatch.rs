//! What a call gives that may reach several bodies, from the summary of each.

use super::Program;
use super::choice::chosen;
use super::instances::Reached;
use super::summarise::unknown;
use crate::activity::fact::{ArrayKind, Shape, is_of_any_object, unboxed};
use crate::activity::gone::Gone;
use crate::program::classes::ClassId;
use crate::program::functions;
use crate::program::holders::{Functions, Holder};
use crate::program::instance::{
    Analysed, Asked, Callee, CalleeRef, Carry, Pattern, ResultLevel, Returned, Summary, World,
};
use crate::signature::real_of;
use std::rc::Rc;

/// From so many bodies on, the summary of all of them is one that calls share: thousands of calls may
/// reach the same thousands of bodies.
const MANY: usize = 8;

impl Program<'_> {
    /// The summary of all bodies that the call can reach.
    pub(super) fn summary_of_call(
        &self,
        callee: &CalleeRef,
        receiver: Functions,
        pattern: &Pattern,
    ) -> Rc<Summary> {
        // Of others it does not decide which bodies there are.
        let receiver = if callee.targets.open.is_some() { receiver } else { Functions::NONE };
        let targets = Rc::as_ptr(&callee.targets);
        let asked = Asked { targets, receiver, pattern: pattern.clone() };
        let Some(reached) = self.reached_by(callee, &asked) else { return unknown(pattern).into() };
        if reached.bodies.len() >= MANY {
            let id = self.state.borrow_mut().known_or_new(Analysed::Call(asked));
            if let Some(id) = id {
                self.state.borrow_mut().calls.entry(targets).or_insert_with(|| Rc::clone(callee));
                self.ask(&[id], true);
                return Rc::clone(&self.state.borrow().list[id].summary);
            }
        }
        self.summary_of_bodies(callee, receiver, pattern, &reached)
    }

    /// The same for a call that others share.
    pub(super) fn summary_of_shared(&self, asked: &Asked) -> Rc<Summary> {
        let callee = self.state.borrow().calls.get(&asked.targets).cloned();
        let reached = callee.and_then(|callee| Some((self.reached_by(&callee, asked)?, callee)));
        match reached {
            Some((reached, callee)) => {
                self.summary_of_bodies(&callee, asked.receiver, &asked.pattern, &reached)
            }
            None => unknown(&asked.pattern).into(),
        }
    }

    /// What the call reaches; `None` where everything is settled and it was never asked for.
    fn reached_by(&self, callee: &Callee, asked: &Asked) -> Option<Rc<Reached>> {
        self.state.borrow_mut().chooses(callee);
        if let Some(known) = self.state.borrow().asked.get(asked) {
            return Some(Rc::clone(known));
        }
        let bodies = self.bodies(callee, asked.receiver).into();
        let mut state = self.state.borrow_mut();
        let reached = Rc::new(state.followed(callee, bodies, &asked.pattern)?);
        state.asked.insert(asked.clone(), Rc::clone(&reached));
        Some(reached)
    }

    fn summary_of_bodies(
        &self,
        callee: &Callee,
        receiver: Functions,
        pattern: &Pattern,
        reached: &Reached,
    ) -> Rc<Summary> {
        let open = callee.targets.open.is_some();
        self.ask(&reached.ids, true);
        let outside = callee.targets.open.as_deref().filter(|_| !self.are_known(receiver));
        let touches = outside.is_some_and(|interface| match pattern.callback {
            // Nothing throws there: the function runs as it is.
            true => self.run_outside(interface),
            false => self.touches(interface),
        });
        let mut start = self.unknown_function(callee, receiver, pattern, !reached.bodies.is_empty(), touches);
        if touches && pattern.callback {
            (start.result, start.gone) = (ResultLevel::Lost, Gone::ANYWHERE);
        }
        let (mut ids, mut given_up) = (Rc::clone(&reached.ids), &reached.given_up[..]);
        if !given_up.is_empty() && (start.result == ResultLevel::Lost || self.are_lost(&ids)) {
            // Nothing is followed here: what they do counts.
            let all = self.state.borrow_mut().of(&reached.bodies, pattern);
            let Some(all) = all else { return unknown(pattern).into() };
            self.ask(&all, true);
            (ids, given_up) = (all, &[]);
        }
        let mut state = self.state.borrow_mut();
        if callee.targets.dispatched && ids.len() + given_up.len() > 1 {
            state.chosen.extend(ids.iter());
        }
        if !given_up.is_empty() {
            let current = state.current();
            state.relying.extend(current);
        }
        if let (false, [id], []) = (open, &ids[..], given_up)
            && !may_meet_unknown(callee, pattern)
        {
            return Rc::clone(&state.list[*id].summary);
        }
        let summaries = ids.iter().map(|id| &*state.list[*id].summary);
        let may_be_another = start.result == ResultLevel::Varied;
        let mut summary = chosen(callee, pattern, summaries.chain(given_up.iter().map(|s| &**s)), start);
        if may_be_another && summary.returned == Returned::Box(Shape::MaybeDouble) {
            // One of which nothing is known gives neither a box for certain nor another object.
            summary.returned = Returned::Other;
        }
        meet_unknown(callee, pattern, &mut summary);
        if summary.throws {
            let lost = |id: &usize| state.list[*id].summary.is_lost();
            let lost: Vec<usize> = ids.iter().copied().filter(lost).collect();
            state.thrown.extend(lost);
        }
        if open && reached.bodies.is_empty() {
            match state.current() {
                Some(current) if !state.hopeless.contains(&current) => {
                    state.hopeful.insert(current);
                }
                _ => {
                    summary.returned = Returned::Other;
                    // It may give a box.
                    let given = pattern.active().next().is_some() || pattern.gone.somewhere() || touches;
                    if may_be_box(&callee.result) && (given || self.holders.borrow().is_unknown(receiver)) {
                        summary.result = ResultLevel::Lost;
                    }
                }
            }
        }
        drop(state);
        // What may be called with its tangent must be an object that has one.
        if open && (summary.result != ResultLevel::Inactive || summary.writes) {
            for body in reached.bodies.iter().filter(|body| self.classes.is_lambda(body.class)) {
                self.put(Holder::Calls(body.class), self.lambda(*body));
            }
        }
        summary.into()
    }

    /// Whether the result of each is lost.
    fn are_lost(&self, ids: &[usize]) -> bool {
        let state = self.state.borrow();
        ids.iter().all(|id| state.list[*id].summary.is_lost())
    }

    /// What is known of functions that are not: their tangent methods are called wherever an active
    /// value goes in or may have gone before, and where some that were made before `touches` one; those without
    /// one throw.
    fn unknown_function(
        &self,
        callee: &Callee,
        receiver: Functions,
        pattern: &Pattern,
        others: bool,
        touches: bool,
    ) -> Summary {
        let mut summary = Summary::default();
        if callee.targets.open.is_none() {
            return summary;
        }
        // Where classes implement an interface of the program, those are all, if no lambdas of it are at hand.
        let own = callee.targets.open.as_deref().filter(|_| callee.targets.resolved.is_some());
        let all_are_known = |own| !callee.targets.bodies.is_empty() && !self.classes.has_lambdas_of(own);
        if own.is_some_and(all_are_known) && !touches {
            return summary;
        }
        let given = pattern.active().next().is_some() || touches;
        let numbers = ArrayKind::of(&callee.result).is_some() || real_of(&callee.result).is_some();
        let unknown = self.holders.borrow().is_unknown(receiver);
        let boxed = others && (unknown || touches) && may_be_box(&callee.result);
        if given || numbers && (pattern.gone.somewhere() || unknown) || boxed {
            summary.writes = true;
            if numbers || boxed {
                summary.result = ResultLevel::Varied;
            }
        }
        let opaque = self.runs_other_code(callee, receiver);
        if opaque || pattern.parameters.contains(&Carry::Lost) {
            summary.gone = Gone::ANYWHERE;
            summary.result = ResultLevel::Lost;
        }
        summary
    }

    /// Whether a call of lambdas runs a method that one of them has from its interface, of which there is no
    /// code at hand: it calls the lambda without its tangent.
    fn runs_other_code(&self, callee: &Callee, receiver: Functions) -> bool {
        let Some(interface) = &callee.targets.open else { return false };
        let descriptor = format!("({}){}", callee.parameters.concat(), callee.result);
        let is_one = |class: ClassId| {
            let class = self.classes.get(class);
            class.interfaces.iter().filter_map(|index| class.pool.class_name(*index).ok()).any(|name| {
                *name == **interface || functions::above(&name).iter().any(|above| above == interface)
            })
        };
        let lambdas: Vec<ClassId> = self.holders.borrow().lambdas(receiver).collect();
        let lacks = |class| self.classes.resolve(class, &callee.name, &descriptor).is_none();
        lambdas.into_iter().any(|class| is_one(class) && lacks(class))
    }
}

/// Where the receiver decides, it may be of a class that is not known: its primal must not be run where active
/// values go in, for what it gives may depend on them, and what it does. So tangent methods are called, and
/// that of such a class throws, though those of all that are known may have nothing to give.
fn meet_unknown(callee: &Callee, pattern: &Pattern, summary: &mut Summary) {
    if !may_meet_unknown(callee, pattern) {
        return;
    }
    if matches!(&*callee.result, "D" | "F") && summary.result == ResultLevel::Inactive {
        summary.result = ResultLevel::Varied;
    }
    // It may store them. A body that is refused for an integer it computes is run as it is: that may decide and
    // count.
    let integer = matches!(&*callee.result, "Z" | "B" | "C" | "S" | "I" | "J");
    summary.writes |= !(integer && summary.result == ResultLevel::Lost);
}

fn may_meet_unknown(callee: &Callee, pattern: &Pattern) -> bool {
    let is_active = |carry: &Carry| matches!(carry, Carry::Tangent | Carry::Lost);
    callee.targets.dispatched && pattern.parameters.iter().any(is_active)
}

/// Whether a value of this type may be a box of a number.
fn may_be_box(descriptor: &str) -> bool {
    unboxed(descriptor).is_some() || is_of_any_object(descriptor)
}
