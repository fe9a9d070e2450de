//! Bodies that were given up beside others are followed once more: what those others did to fields may be all that
//! they were lost for. They are given up for good if that has anything be lost that was not.

use super::Program;
use super::instances::Instances;
use crate::program::fields::{FieldId, Found};
use crate::program::instance::{Analysed, Key, Summary, World};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// As they were summarised when they were given up.
pub(super) type Retried = FxHashMap<Key, Rc<Summary>>;

impl Program<'_> {
    /// Follows bodies once more that were given up, once everything is settled: those of classes that the selected
    /// ones name, and then those that found out nothing about fields. Whether there are any; then all is to be
    /// settled again.
    pub fn retry_bodies(&self) -> bool {
        // Of methods that are tried apart from others most are refused, and time for that is short.
        if self.group() > 0 {
            return false;
        }
        let mut retried = self.untried(|_, key| self.classes.is_named(key.method.class));
        if retried.is_empty() {
            retried = self.untried(|state, key| state.innocent.contains(key));
        }
        if retried.is_empty() {
            return false;
        }
        self.begin();
        self.state.borrow_mut().retry(retried);
        true
    }

    /// The bodies that were given up, and were not followed once more before, of which this holds.
    fn untried(&self, holds: impl Fn(&Instances, &Key) -> bool) -> Retried {
        let mut state = self.state.borrow_mut();
        let is_one = |key: &&Key| !state.tried.contains(*key) && holds(&state, key);
        let keys: Vec<Key> = state.given_up.keys().filter(is_one).cloned().collect();
        state.tried.extend(keys.iter().cloned());
        keys.into_iter().map(|key| (key.clone(), Rc::clone(&state.given_up[&key]))).collect()
    }

    /// Judges those that are followed once more, when everything is settled with them. Whether some are given up
    /// again; then all is to be settled again.
    pub(super) fn judge_retried(&self) -> bool {
        let mut state = self.state.borrow_mut();
        let retried = std::mem::take(&mut state.retried);
        if retried.is_empty() {
            return false;
        }
        let followed: BTreeSet<usize> = retried.keys().filter_map(|key| state.of_method(key)).collect();
        let exposing: Vec<usize> = {
            let fields = self.fields.borrow();
            let exposed =
                |(id, before, _): &&(FieldId, Found, usize)| !before.opaque && fields.get(*id).opaque;
            state.found_out.iter().filter(exposed).map(|(.., by)| *by).collect()
        };
        let mut guilty = state.leading_to(exposing.iter().copied(), &followed);
        guilty.extend(followed.iter().copied().filter(|id| state.list[*id].summary.is_lost()));
        if guilty.is_empty() && exposing.is_empty() && !state.has_worsened() {
            return false;
        }
        let mut left = retried.clone();
        state.given_up.extend(retried);
        // Without a body that did it all may have.
        if guilty.is_empty() {
            left.clear();
        }
        for id in guilty {
            if let Analysed::Method(key) = &state.list[id].analysed {
                left.remove(key);
            }
        }
        drop(state);
        self.roll_back();
        self.state.borrow_mut().retry(left);
        true
    }
}

impl Instances {
    fn retry(&mut self, retried: Retried) {
        self.follow(retried.keys());
        self.retried = retried;
    }
}
