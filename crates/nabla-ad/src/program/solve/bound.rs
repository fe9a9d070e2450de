//! What one selected method may take: in a program of thousands of methods that all lead to one another it may
//! reach most of them, in many patterns each. From a bound on those of them that are not settled are not
//! followed: what they do is unknown, as if they had no code.

use super::Program;
use super::instances::{Instance, Instances};
use crate::program::instance::{Analysed, Key};
use rustc_hash::FxHashSet;

/// How often the bound may be reached until nothing new is followed: what was cut off may lead to more again.
const MOST: usize = 3;

/// What part of the bound there is from then on for what is left, each time.
const PART: usize = 10;

/// What is left of it.
#[derive(Default)]
pub(super) struct Bound {
    /// With which analysis it is reached; none where methods take what they take.
    end: Option<usize>,
    /// Whether it was reached since `Program::begin`.
    pub(super) reached: bool,
    /// How often it was reached since then.
    times: usize,
    /// Methods in patterns that are not followed for it, now and later.
    too_large: FxHashSet<Key>,
}

impl Program<'_> {
    /// The same as [`Program::begin`] for one method alone, which may not take too long.
    pub fn begin_alone(&self) {
        self.begin();
        let mut state = self.state.borrow_mut();
        state.bound.end = Some(state.begun + self.classes.most_analyses());
    }

    /// Whether the method is not followed because of all that it leads to.
    pub fn is_too_large(&self, key: &Key) -> bool {
        self.state.borrow().bound.too_large.contains(key)
    }

    /// The same, also because the bound was reached too often.
    pub(super) fn is_cut_off(&self, key: &Key) -> bool {
        let mut state = self.state.borrow_mut();
        let cut_off = state.bound.times >= MOST && state.of_method(key).is_none_or(|id| !state.was_there(id));
        if cut_off {
            state.bound.too_large.insert(key.clone());
        }
        state.bound.too_large.contains(key)
    }

    /// Where the bound is reached, all that is not settled is followed no further.
    pub(super) fn check_bound(&self) {
        let mut state = self.state.borrow_mut();
        if state.bound.end.is_some_and(|end| end <= state.begun) {
            state.end_unsettled();
            state.bound.end = Some(state.begun + self.classes.most_analyses() / PART);
            state.bound.reached = true;
            state.bound.times += 1;
        }
    }
}

impl Instances {
    /// A trial begins in which methods take what they take.
    pub(super) fn unbound(&mut self) {
        self.bound.end = None;
        self.bound.reached = false;
        self.bound.times = 0;
    }

    fn end_unsettled(&mut self) {
        for id in 0..self.list.len() {
            if !self.is_unsettled(id) {
                continue;
            }
            if let Analysed::Method(key) = &self.list[id].analysed {
                self.bound.too_large.insert(key.clone());
                self.queue(id);
            }
        }
    }

    /// Whether it came in the trial, and depends on others that it is not settled with.
    fn is_unsettled(&self, id: usize) -> bool {
        let Instance { callees, waiting, running, unsure, forgotten, .. } = &self.list[id];
        !self.was_there(id) && !forgotten && !callees.is_empty() && (*waiting || *running || *unsure)
    }
}
