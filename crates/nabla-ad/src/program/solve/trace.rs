//! What an analysis asked the rest of the program and told it, in order.
//!
//! An analysis depends on nothing else: where it would be answered as before, it would come to what it came
//! to before. So one that is to be repeated asks these questions first, and is run only from an answer on
//! that differs. What is forgotten for a method that is refused is mostly found again in this way, and so
//! is everything when it is made sure that nothing changes any more.

use super::Program;
use crate::program::callbacks::Bodies;
use crate::program::fields::FieldId;
use crate::program::holders::{Functions, Holder};
use crate::program::instance::{CalleeRef, Key, Pattern, Summary, World};
use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A question with its answer, or something that was told.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Event {
    /// Of [`World::summary`].
    Summary(Rc<Call>, Answer),
    /// Of [`World::is_active`].
    Active(FieldId, (bool, bool)),
    /// Of [`World::is_stored`].
    Stored(FieldId, bool),
    /// Of [`World::callbacks`].
    Callbacks(Bodies, bool, bool),
    /// Of [`World::held`].
    Held(Holder, Functions),
    /// What [`World::hold`] was told.
    Hold(Holder, Functions),
    /// What [`World::store`] was told.
    Store(FieldId),
    /// What [`World::activate`] was told.
    Activate(FieldId),
    /// What [`World::expose`] was told.
    Expose(FieldId),
    /// What [`World::meet_elsewhere`] was told.
    MeetElsewhere,
    /// Of [`World::initialise`].
    Initialise(Bodies, bool),
    /// Of [`World::run_outside`].
    RunOutside(String, bool),
    /// Of [`World::says`].
    Says(bool),
    /// What [`World::remember`] was told.
    Remember(Bodies),
}

/// What a call names, the lambdas that its receiver may be, and its pattern.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) callee: CalleeRef,
    pub(super) receiver: Functions,
    pub(super) pattern: Pattern,
}

impl Hash for Call {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.callee.targets), self.receiver, &self.pattern).hash(state);
    }
}

/// The summary of a call.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Answer(pub(super) Rc<Summary>);

impl Hash for Answer {
    /// Few calls have two.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The events of an analysis, each where it came first.
#[derive(Default)]
pub(super) struct Trace {
    events: Vec<Event>,
    known: FxHashSet<Event>,
}

impl Trace {
    /// Something was asked or told; whether it was not before.
    pub(super) fn add(&mut self, event: Event) -> bool {
        // Most were, and need no copy.
        let is_new = !self.known.contains(&event);
        if is_new {
            self.known.insert(event.clone());
            self.events.push(event);
        }
        is_new
    }
}

/// How many analyses of one method in one pattern are remembered: where methods call one another, each
/// is analysed a few times until all is known of the others.
const MOST: usize = 8;

/// An analysis that was run.
pub(super) struct Ended {
    events: Vec<Event>,
    summary: Summary,
}

impl Program<'_> {
    /// The current analysis asked this, or told it; whether it may not have done so before.
    pub(super) fn note(&self, event: impl FnOnce() -> Event) -> bool {
        match self.traces.borrow_mut().last_mut() {
            Some(Some(trace)) => trace.add(event()),
            _ => true,
        }
    }

    /// The current analysis is run: what it asks from here on is kept.
    pub(super) fn begin_trace(&self) {
        if let Some(trace) = self.traces.borrow_mut().last_mut() {
            *trace = Some(Trace::default());
        }
    }

    /// The current analysis came to this.
    pub(super) fn end_trace(&self, key: &Key, summary: &Summary) {
        let trace = self.traces.borrow_mut().last_mut().and_then(Option::take);
        let Some(trace) = trace else { return };
        let ended = Ended { events: trace.events, summary: summary.clone() };
        let mut all = self.ended.borrow_mut();
        let known = all.entry(key.clone()).or_default();
        if known.len() == MOST {
            known.remove(0);
        }
        known.push(ended.into());
    }

    /// Calls may reach other bodies than when these analyses ended, or began, of which events do not tell.
    pub(super) fn forget_traces(&self) {
        self.ended.borrow_mut().clear();
        self.traces.borrow_mut().iter_mut().for_each(|trace| *trace = None);
    }

    /// What an analysis of the method in this pattern comes to, if it is answered as one before was. Those
    /// that were answered alike so far ask the same next.
    pub(super) fn repeated(&self, key: &Key) -> Option<Summary> {
        let mut alike = self.ended.borrow().get(key)?.clone();
        for at in 0.. {
            if let Some(ended) = alike.iter().find(|ended| ended.events.len() == at) {
                return Some(ended.summary.clone());
            }
            let now = self.again(&alike.first()?.events[at]);
            alike.retain(|ended| ended.events[at] == now);
        }
        None
    }

    /// The same with the answer that is given now.
    fn again(&self, event: &Event) -> Event {
        match event {
            Event::Summary(call, known) => {
                let answer = self.summary(&call.callee, call.receiver, &call.pattern);
                // Comparing what is the same object costs nothing.
                let answer = if answer == known.0 { known.clone() } else { Answer(answer) };
                return Event::Summary(Rc::clone(call), answer);
            }
            Event::Active(field, _) => return Event::Active(*field, self.is_active(*field)),
            Event::Stored(field, _) => return Event::Stored(*field, self.is_stored(*field)),
            Event::Callbacks(bodies, compared, _) => {
                return Event::Callbacks(*bodies, *compared, self.callbacks(*bodies, *compared));
            }
            Event::Initialise(bodies, _) => return Event::Initialise(*bodies, self.initialise(*bodies)),
            Event::RunOutside(interface, _) => {
                return Event::RunOutside(interface.clone(), self.run_outside(interface));
            }
            Event::Says(_) => return Event::Says(self.says()),
            Event::Held(holder, _) => return Event::Held(*holder, self.held(*holder)),
            Event::Hold(holder, functions) => self.hold(*holder, *functions),
            Event::Store(field) => self.store(*field),
            Event::Activate(field) => self.activate(*field),
            Event::Expose(field) => self.expose(*field),
            Event::MeetElsewhere => self.meet_elsewhere(),
            Event::Remember(bodies) => self.remember(*bodies),
        }
        event.clone()
    }
}
