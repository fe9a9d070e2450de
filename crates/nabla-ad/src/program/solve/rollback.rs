//! What a method that is refused, or a body that is given up, found out about fields is taken back: what is
//! never run must not refuse what is.

use super::Program;
use super::instances::{Instance, Instances};
use crate::program::classes::MethodId;
use crate::program::fields::{FieldId, Found};
use crate::program::instance::{Analysed, Key};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// After so many instances that were forgotten only exposures are taken back, for which fewer are: thousands of
/// refused methods of a large program would have it analysed thousands of times.
const MOST_FORGOTTEN: usize = 1 << 16;

impl Program<'_> {
    /// From here on what is found out about fields can be taken back.
    pub fn begin(&self) {
        self.flows.take();
        self.activities.take();
        let mut state = self.state.borrow_mut();
        state.begin_trial();
        state.found_out.clear();
        state.at_first.clear();
        state.met.clear();
        state.conflict = false;
        state.unbound();
    }

    /// Decides which bodies are given up. Whether that changed; then all is to be settled again.
    pub fn choose_bodies(&self) -> bool {
        self.judge_retried() || self.give_up_meeting() || self.give_up_bodies() || self.take_up_bodies()
    }

    /// Gives up the bodies that throw in place of their tangents where the receiver decides, if something
    /// was found out about fields since [`Program::begin`]. Whether there are any that were not given up
    /// before; then all is to be settled again.
    fn give_up_bodies(&self) -> bool {
        let mut state = self.state.borrow_mut();
        if state.bound.reached || state.found_out.is_empty() && state.met.is_empty() {
            return false;
        }
        // Calls that were there before the trial are not looked at again for each.
        let lost: BTreeSet<usize> =
            state.thrown.iter().copied().filter(|id| self.may_give_up(&state, *id)).collect();
        if lost.is_empty() {
            return false;
        }
        let guilty = state.leading_to(state.found_out.iter().map(|(.., by)| *by), &lost);
        for id in lost {
            let Instance { analysed: Analysed::Method(key), summary, .. } = &state.list[id] else { continue };
            let (key, summary) = (key.clone(), Rc::clone(summary));
            if !guilty.contains(&id) {
                state.innocent.insert(key.clone());
            }
            state.given_up.insert(key, summary);
        }
        drop(state);
        self.roll_back();
        true
    }

    /// Whether the body is lost, and was neither given up nor taken up again.
    fn may_give_up(&self, state: &Instances, id: usize) -> bool {
        let Instance { analysed: Analysed::Method(key), summary, forgotten, .. } = &state.list[id] else {
            return false;
        };
        // What gives an integer is run as it is, where the integer is not read.
        summary.is_lost()
            && !forgotten
            && !self.gives_integer(key.method)
            && !state.taken_up.contains(key)
            && !state.given_up.contains_key(key)
    }

    /// Takes up again the bodies that are followed after all, because a call reaches them that no receiver
    /// decides: their tangent methods do not throw, so every call has to know what they give. Whether
    /// there are any; then all is to be settled again.
    fn take_up_bodies(&self) -> bool {
        let mut state = self.state.borrow_mut();
        let followed = state.followed_after_all();
        state.take_up(&followed);
        !followed.is_empty()
    }

    pub(super) fn gives_integer(&self, method: MethodId) -> bool {
        let class = self.classes.get(method.class);
        let descriptor = class.pool.utf8(class.methods[method.index as usize].descriptor);
        let result =
            |d: &str| d.rsplit_once(')').map(|(_, result)| result.len() == 1 && !"DF".contains(result));
        descriptor.is_ok_and(|d| result(&d) == Some(true))
    }

    /// Whether the body was given up, and no call reaches it in another way.
    pub fn is_given_up(&self, key: &Key) -> bool {
        let state = self.state.borrow();
        state.given_up.contains_key(key) && state.of_method(key).is_none()
    }

    /// Takes back what was found out about fields since [`Program::begin`], and what was concluded from it: a
    /// method that is refused must not make others be refused, by what it alone does.
    pub fn roll_back(&self) {
        let (found_out, at_first, met) = {
            let mut state = self.state.borrow_mut();
            let Instances { found_out, at_first, met, .. } = &mut *state;
            (std::mem::take(found_out), std::mem::take(at_first), std::mem::take(met))
        };
        let mut misled = self.state.borrow_mut().undo_trial();
        let mut changed: BTreeSet<FieldId> = BTreeSet::new();
        let all = self.state.borrow().forgotten() < MOST_FORGOTTEN;
        for (id, before, _) in found_out.into_iter().rev() {
            let mut fields = self.fields.borrow_mut();
            let field = fields.get_mut(id);
            let before = if all { before } else { Found { opaque: before.opaque, ..field.found() } };
            if before == field.found() {
                continue;
            }
            field.take_back(before);
            misled.extend(fields.users(id).ones());
            changed.insert(id);
        }
        while let Some(id) = changed.pop_first() {
            let group = self.holding.group(id);
            self.join(&group);
            changed.retain(|id| !group.contains(id));
        }
        misled.extend(&met);
        self.forget(misled);
        let mut state = self.state.borrow_mut();
        for id in met {
            state.meeting.remove(&id);
        }
        drop(state);
        self.tell_what_lasts(&at_first);
        self.state.borrow_mut().begin_trial();
    }

    /// Of these fields not all is taken back: who uses them has to know.
    fn tell_what_lasts(&self, at_first: &FxHashMap<FieldId, Found>) {
        let fields = self.fields.borrow();
        let mut state = self.state.borrow_mut();
        for (id, before) in at_first {
            if fields.get(*id).found() == *before {
                continue;
            }
            for user in state.concerned(&fields, *id, *before) {
                state.queue(user);
            }
        }
    }

    /// Of fields that may hold one array, what holds for one holds for all: that they may is not taken back.
    fn join(&self, group: &BTreeSet<FieldId>) {
        let mut fields = self.fields.borrow_mut();
        let mut all = group.iter().map(|id| fields.get(*id).found()).fold(Found::default(), Found::or);
        if all.stored && !all.opaque {
            let escapes = |id: &FieldId| self.is_read_elsewhere(*id, fields.get(*id));
            all.opaque = self.classes.takes_place() && group.iter().any(escapes);
        }
        for id in group {
            fields.get_mut(*id).take_back(all);
        }
    }

    /// Forgets of these instances those that the trial made, and what depends on them; the others are as they were
    /// before it.
    fn forget(&self, mut misled: Vec<usize>) {
        let mut state = self.state.borrow_mut();
        while let Some(id) = misled.pop() {
            if state.was_there(id) || std::mem::replace(&mut state.list[id].forgotten, true) {
                continue;
            }
            state.meeting.remove(&id);
            let callers = std::mem::take(&mut state.list[id].callers);
            misled.extend(callers);
            let analysed = state.list[id].analysed.clone();
            state.ids.remove(&analysed);
        }
        let Instances { asked, callbacks, list, .. } = &mut *state;
        asked.clear();
        callbacks.retain(|_, id| !list[*id].forgotten);
    }
}
