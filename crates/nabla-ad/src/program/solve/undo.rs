//! What a trial did to the instances that were there when it began, so that it can be undone: they are as they
//! were then, and need not be analysed again for a method that was refused.

use super::instances::{Instance, Instances};
use crate::program::instance::Summary;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What the instances were when the trial began, as far as it changed them.
#[derive(Default)]
pub(super) struct Undo {
    /// How many there were.
    there: usize,
    /// Those that were to be analysed again, as they were before.
    before: FxHashMap<usize, Before>,
    /// Those that are to be analysed again even if the trial is undone: because of something that is not.
    lasting: FxHashSet<usize>,
}

/// An instance when the trial began.
struct Before {
    summary: Rc<Summary>,
    /// What its last analysis asked for, and whether it looked at the whole of it.
    callees: Vec<(usize, bool)>,
    waiting: bool,
}

impl Instances {
    /// A trial begins: from here on what is done can be undone.
    pub(super) fn begin_trial(&mut self) {
        self.undo = Undo { there: self.list.len(), ..Undo::default() };
    }

    /// Whether the instance was there when the trial began.
    pub(super) fn was_there(&self, id: usize) -> bool {
        id < self.undo.there
    }

    /// The instance is about to change: how it is now is kept, if the trial has not changed it before.
    pub(super) fn save(&mut self, id: usize) {
        if !self.was_there(id) || self.undo.before.contains_key(&id) {
            return;
        }
        let instance = &self.list[id];
        let whole = |callee: &usize| self.list[*callee].readers.get(&id).copied().unwrap_or(true);
        let before = Before {
            summary: Rc::clone(&instance.summary),
            callees: instance.callees.iter().map(|callee| (*callee, whole(callee))).collect(),
            waiting: instance.waiting,
        };
        self.undo.before.insert(id, before);
    }

    /// The instance is to be analysed again, also if the trial is undone.
    pub(super) fn queue_for_good(&mut self, id: usize) {
        self.queue(id);
        if self.was_there(id) {
            self.undo.lasting.insert(id);
        }
    }

    /// Whether the trial has something be lost that was not when it began.
    pub(super) fn has_worsened(&self) -> bool {
        let worse = |id: &usize, before: &Before| {
            let (before, now) = (&before.summary, &self.list[*id].summary);
            now.is_lost() && !before.is_lost()
                || now.exposes_result && !before.exposes_result
                || !now.exposes.is_subset(&before.exposes)
                || !before.gone.has(now.gone)
        };
        self.undo.before.iter().any(|(id, before)| worse(id, before))
    }

    /// What was there before the trial is as it was, but for what lasts. It gives those that came in the trial and
    /// asked for what was different then.
    pub(super) fn undo_trial(&mut self) -> Vec<usize> {
        let before = std::mem::take(&mut self.undo.before);
        let mut misled = Vec::new();
        for (&id, before) in &before {
            for callee in std::mem::take(&mut self.list[id].callees) {
                self.list[callee].readers.remove(&id);
            }
            let Instance { summary, callers, .. } = &self.list[id];
            if *summary != before.summary {
                misled.extend(callers.iter().copied().filter(|caller| !self.was_there(*caller)));
            }
        }
        let mut waiting: Vec<usize> = std::mem::take(&mut self.undo.lasting).into_iter().collect();
        for (id, before) in before {
            for &(callee, whole) in &before.callees {
                self.list[callee].readers.insert(id, whole);
            }
            let instance = &mut self.list[id];
            instance.summary = before.summary;
            instance.callees = before.callees.into_iter().map(|(callee, _)| callee).collect();
            instance.waiting = false;
            waiting.extend(before.waiting.then_some(id));
        }
        // Whoever depends on those has to know.
        waiting.into_iter().for_each(|id| self.queue(id));
        self.learn();
        misled
    }
}
