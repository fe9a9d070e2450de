//! Arrays that come from where nothing is followed: what followed code reads of them is constant.
//!
//! A field's array may have gone there, in code that ran before: into a list, or a field of type `T`. That
//! matters where active values are stored into it and it is read under another name. So it is asked whether
//! anything that is followed gets arrays, or what they hold, from there at all. Where that is a field that
//! was given one, the two may hold one array; where it is an instruction, the array is out of reach.

use super::instances::Instance;
use super::trace::Event;
use super::{Program, Reach};
use crate::activity::fact::ArrayKind;
use crate::program::classes::MethodId;
use crate::program::fields::{Field, FieldId};
use crate::program::holding::Escape;
use crate::program::instance::{Analysed, Key, ResultLevel, Summary};
use crate::signature::split_descriptor;
use std::collections::BTreeSet;

impl Program<'_> {
    /// The current analysis meets an array from there, or what one holds.
    pub(super) fn meet_elsewhere(&self) {
        self.note(|| Event::MeetElsewhere);
        let is_first = {
            let mut state = self.state.borrow_mut();
            let Some(current) = state.current() else { return };
            let is_first = state.meeting.is_empty();
            if !state.meeting.insert(current) {
                return;
            }
            state.met.push(current);
            is_first
        };
        if is_first {
            self.look_for_escapes();
        }
    }

    /// What a method may run, itself left out, that meets arrays from there.
    pub fn meeting(&self, reach: &Reach, own: MethodId) -> Vec<Key> {
        let state = self.state.borrow();
        let reached = state.meeting.iter().filter(|id| reach.has(**id));
        let keys = reached.filter_map(|id| match &state.list[*id].analysed {
            Analysed::Method(key) if key.method != own => Some(key.clone()),
            _ => None,
        });
        keys.collect()
    }

    /// Whether the method has a parameter for an array of numbers.
    pub(super) fn takes_array(&self, method: MethodId) -> bool {
        let class = self.classes.get(method.class);
        let descriptor = class.pool.utf8(class.methods[method.index as usize].descriptor);
        let parameters = descriptor.ok().and_then(|d| split_descriptor(&d)).map(|(parameters, _)| parameters);
        parameters.into_iter().flatten().any(|parameter| ArrayKind::of(&parameter).is_some())
    }

    /// More gets arrays from there than before.
    pub(super) fn look_for_escapes(&self) {
        let stored = self.fields.borrow().stored();
        stored.into_iter().for_each(|field| self.look_for_escape(field));
    }

    /// Whether the array that the field holds may be read by an instruction, or by unknown code.
    pub(super) fn is_read_elsewhere(&self, id: FieldId, field: &Field) -> bool {
        match self.holding.escaped(&self.classes, id, field.class, field.index) {
            Escape::Not => false,
            Escape::Among => {
                let mut state = self.state.borrow_mut();
                state.conflict |= !state.meeting.is_empty();
                !state.meeting.is_empty()
            }
            Escape::Unknown => true,
        }
    }

    /// Gives up bodies for which a field is out of reach, because they get arrays from where nothing is
    /// followed, where the receiver decides and others are followed: they throw in place of their tangents.
    /// Whether there are any that were not given up before; then all is to be settled again.
    pub(super) fn give_up_meeting(&self) -> bool {
        let mut any = false;
        {
            let mut state = self.state.borrow_mut();
            if !std::mem::take(&mut state.conflict) || state.bound.reached {
                return false;
            }
            let is_body = |id: &usize| {
                let method = state.list[*id].analysed.method();
                method.is_some_and(|method| !self.gives_integer(method))
            };
            let bodies: BTreeSet<usize> = state.chosen.iter().copied().filter(is_body).collect();
            for id in state.leading_to(state.met.iter().copied(), &bodies) {
                let Instance { analysed: Analysed::Method(key), summary, forgotten, .. } = &state.list[id]
                else {
                    continue;
                };
                if !state.taken_up.contains(key) && !forgotten {
                    let lost = Summary { result: ResultLevel::Lost, ..Summary::clone(summary) };
                    let key = key.clone();
                    any |= state.given_up.insert(key, lost.into()).is_none();
                }
            }
        }
        if any {
            self.roll_back();
        }
        any
    }

    /// The array that the field holds may be one that other fields were given, if it went where nothing is
    /// followed.
    pub(super) fn join_sources(&self, id: FieldId, field: &Field) {
        if self.holding.escaped(&self.classes, id, field.class, field.index) == Escape::Not {
            return;
        }
        let is_float = |field: &Field| ArrayKind::of(&field.descriptor).is_some_and(|kind| kind.float);
        let sources: Vec<FieldId> = self.sources.borrow().iter().copied().collect();
        let alike =
            sources.into_iter().filter(|source| is_float(&self.field_info(*source)) == is_float(field));
        for source in alike {
            if self.holding.join(id, source) {
                self.are_one_group(id);
            }
        }
    }
}
