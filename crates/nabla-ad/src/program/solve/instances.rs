//! The methods that were reached, each in its patterns: what is known of them, and who depends on it.

use super::bound::Bound;
use super::ids::Ids;
use super::retry::Retried;
use super::undo::Undo;
use crate::program::classes::{ClassId, MethodId};
use crate::program::fields::{FieldId, Fields, Found};
use crate::program::instance::{Analysed, Asked, Callee, CalleeRef, Key, Pattern, ResultLevel, Summary};
use crate::program::targets::Targets;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a call reaches.
pub(super) struct Reached {
    /// All bodies.
    pub(super) bodies: Rc<[MethodId]>,
    /// The instances.
    pub(super) ids: Rc<[usize]>,
    /// The bodies that were given up, as they were summarised.
    pub(super) given_up: Vec<Rc<Summary>>,
}

/// How much is known: how many instances there are, and how often something was found out for one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Version {
    instances: usize,
    found: usize,
}

/// All of them.
#[derive(Default)]
pub(super) struct Instances {
    pub(super) ids: Ids,
    pub(super) list: Vec<Instance>,
    /// How many analyses of methods have begun.
    pub(super) begun: usize,
    /// The instances that are being analysed, callers before those they ask for: the last depends
    /// on what it asks for.
    pub(super) running: Vec<usize>,
    /// What calls reach: one that reaches many bodies is asked about again and again.
    pub(super) asked: FxHashMap<Asked, Rc<Reached>>,
    /// A call of each that is shared, by what it names.
    pub(super) calls: FxHashMap<*const Targets, CalleeRef>,
    /// The instances of methods that code which is not followed may call.
    pub(super) callbacks: FxHashMap<MethodId, usize>,
    /// Those that assign a field with a function, which is looked for there.
    pub(super) watching: BTreeSet<usize>,
    /// Those that are analysed again when a field becomes active, by its place in its class, and those that are for
    /// any.
    pub(super) watching_fields: FxHashMap<(ClassId, usize), FxHashSet<usize>>,
    pub(super) watching_all: FxHashSet<usize>,
    /// Those that depend on what methods store that answer what objects are.
    remembering: FxHashMap<MethodId, FxHashSet<usize>>,
    /// Whether something was asked for too deep down to be analysed then.
    pub(super) cut: bool,
    /// The fields of which something was found out since `Program::begin`, what was known before, and the
    /// instance that found it out.
    pub(super) found_out: Vec<(FieldId, Found, usize)>,
    /// What was known of these fields then: not all of it is taken back.
    pub(super) at_first: FxHashMap<FieldId, Found>,
    /// The instances that meet arrays from where nothing is followed.
    pub(super) meeting: BTreeSet<usize>,
    /// Those that were found to since `Program::begin`.
    pub(super) met: Vec<usize>,
    /// Whether fields were found to be out of reach for it since then.
    pub(super) conflict: bool,
    /// Those that are called where the receiver decides between several.
    pub(super) chosen: BTreeSet<usize>,
    /// Bodies that throw in place of their tangents where the receiver decides, and would do something to
    /// fields: as they were summarised.
    pub(super) given_up: FxHashMap<Key, Rc<Summary>>,
    /// Those of them that found out nothing about fields.
    pub(super) innocent: FxHashSet<Key>,
    /// Those that are followed once more, as they were summarised.
    pub(super) retried: Retried,
    /// Those that were at some time.
    pub(super) tried: FxHashSet<Key>,
    /// Those that were taken up again, and stay so.
    pub(super) taken_up: FxHashSet<Key>,
    /// The instances with a call that takes a body for given up.
    pub(super) relying: BTreeSet<usize>,
    /// Instances with a call whose bodies may become more: there may be more functions of languages.
    choosing: BTreeSet<usize>,
    /// Instances that throw so, of which a call found it.
    pub(super) thrown: BTreeSet<usize>,
    /// Instances with a call of a function of which nothing is known yet.
    pub(super) hopeful: BTreeSet<usize>,
    /// Those that have waited for everything else.
    pub(super) hopeless: BTreeSet<usize>,
    /// How many more may begin for one selected method.
    pub(super) bound: Bound,
    /// What the trial since `Program::begin` did.
    pub(super) undo: Undo,
    /// How often something was found out that an instance depends on.
    found: usize,
    /// How often a summary changed.
    changed: usize,
    /// What was known when all that are `watching` were sure, and how many those were.
    sure: Option<(Version, usize)>,
    /// What was known when no body that was given up was followed.
    unfollowed: Option<[usize; 4]>,
}

/// One of them.
pub(super) struct Instance {
    pub(super) analysed: Analysed,
    pub(super) summary: Rc<Summary>,
    /// Those that asked for its summary at some time.
    pub(super) callers: FxHashSet<usize>,
    /// Those whose last analysis did, and whether they looked at more of it than
    /// [`Summary::shows`].
    pub(super) readers: FxHashMap<usize, bool>,
    /// What its own last analysis asked for.
    pub(super) callees: Vec<usize>,
    /// Whether it is to be analysed.
    pub(super) waiting: bool,
    /// Whether it is being analysed.
    pub(super) running: bool,
    /// Whether something that it depends on through others may be waiting.
    pub(super) unsure: bool,
    /// Whether it was taken back.
    pub(super) forgotten: bool,
}

impl Instances {
    /// The number of the instance, new if need be.
    pub(super) fn id(&mut self, analysed: Analysed) -> usize {
        if let Some(id) = self.ids.get(&analysed) {
            return id;
        }
        let id = self.list.len();
        self.ids.insert(analysed.clone(), id);
        self.list.push(Instance {
            analysed,
            summary: Rc::default(),
            callers: FxHashSet::default(),
            readers: FxHashMap::default(),
            callees: Vec::new(),
            waiting: true,
            running: false,
            unsure: false,
            forgotten: false,
        });
        id
    }

    /// The instances of these bodies; `None` where everything is settled and one was never asked for:
    /// nothing may be concluded.
    pub(super) fn of(&mut self, bodies: &[MethodId], pattern: &Pattern) -> Option<Rc<[usize]>> {
        let mut ids = Vec::with_capacity(bodies.len());
        for &method in bodies {
            let analysed = Analysed::Method(Key { method, pattern: pattern.clone() });
            ids.push(self.known_or_new(analysed)?);
        }
        Some(ids.into())
    }

    /// The same without those that were given up, where the receiver decides.
    pub(super) fn followed(
        &mut self,
        callee: &Callee,
        bodies: Rc<[MethodId]>,
        pattern: &Pattern,
    ) -> Option<Reached> {
        if self.given_up.is_empty() || !callee.targets.dispatched {
            return Some(Reached { ids: self.of(&bodies, pattern)?, given_up: Vec::new(), bodies });
        }
        let key = |method: &MethodId| Key { method: *method, pattern: pattern.clone() };
        let given_up = |method: &MethodId| self.given_up.get(&key(method)).cloned();
        let lost = bodies.iter().filter_map(given_up).collect();
        let others: Vec<MethodId> =
            bodies.iter().copied().filter(|method| !self.given_up.contains_key(&key(method))).collect();
        Some(Reached { ids: self.of(&others, pattern)?, given_up: lost, bodies })
    }

    /// These bodies are followed after all: calls that took them for given up are analysed again.
    pub(super) fn take_up(&mut self, bodies: &[Key]) {
        self.follow(bodies);
        self.taken_up.extend(bodies.iter().cloned());
    }

    /// The same, though they may be given up again.
    pub(super) fn follow<'k>(&mut self, bodies: impl IntoIterator<Item = &'k Key>) {
        let given_up = self.given_up.len();
        for key in bodies {
            self.given_up.remove(key);
        }
        if self.given_up.len() == given_up {
            return;
        }
        self.asked.clear();
        for id in std::mem::take(&mut self.relying) {
            self.queue_for_good(id);
        }
    }

    /// The current instance depends on what the method stores, as far as that is known.
    pub(super) fn remembers(&mut self, answer: MethodId) {
        if let Some(current) = self.current() {
            self.remembering.entry(answer).or_default().insert(current);
        }
    }

    /// More is known of what the method stores.
    pub(super) fn remember_again(&mut self, answer: MethodId) {
        let users = self.remembering.get(&answer).cloned().unwrap_or_default();
        users.into_iter().for_each(|user| self.queue_for_good(user));
    }

    /// Those that are analysed again because more is known of the field than before.
    pub(super) fn concerned(&self, fields: &Fields, id: FieldId, before: Found) -> BTreeSet<usize> {
        let field = fields.get(id);
        let mut concerned: BTreeSet<usize> = fields.users(id).ones().collect();
        if field.active && !before.active {
            let own = self.watching_fields.get(&(field.class, field.index));
            concerned.extend(own.into_iter().chain([&self.watching_all]).flatten());
        }
        concerned
    }

    /// The current instance has this call, whose bodies may become more.
    pub(super) fn chooses(&mut self, callee: &Callee) {
        if !callee.targets.of_languages.is_empty() {
            let current = self.current();
            self.choosing.extend(current);
        }
    }

    /// Calls may reach more than they did: those that make them are analysed again.
    pub(super) fn choose_again(&mut self) {
        self.asked.clear();
        for id in std::mem::take(&mut self.choosing) {
            self.queue_for_good(id);
        }
    }

    /// The number of the instance, new if something is being analysed; `None` where everything is
    /// settled and it was never asked for.
    pub(super) fn known_or_new(&mut self, analysed: Analysed) -> Option<usize> {
        match self.ids.get(&analysed) {
            Some(id) => Some(id),
            None if self.running.is_empty() => None,
            None => Some(self.id(analysed)),
        }
    }

    /// The number of the method's instance.
    pub(super) fn of_method(&self, key: &Key) -> Option<usize> {
        self.ids.of_method(key)
    }

    /// The instances and all that they ask for, directly or by others, in order.
    pub(super) fn reached(&self, of: impl IntoIterator<Item = usize>) -> Vec<usize> {
        self.reach(of).ones().collect()
    }

    /// The same as a set.
    pub(super) fn reach(&self, of: impl IntoIterator<Item = usize>) -> FixedBitSet {
        let mut waiting: Vec<usize> = of.into_iter().collect();
        let mut reach = FixedBitSet::with_capacity(self.list.len());
        while let Some(id) = waiting.pop() {
            if !reach.put(id) {
                waiting.extend(&self.list[id].callees);
            }
        }
        reach
    }

    /// Of `some` instances those from which calls lead to one of these without leading to another of them.
    pub(super) fn leading_to(
        &self,
        these: impl IntoIterator<Item = usize>,
        some: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let mut waiting: Vec<usize> = these.into_iter().collect();
        let mut seen = FixedBitSet::with_capacity(self.list.len());
        let mut leading = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if seen.put(id) {
                continue;
            }
            match some.contains(&id) {
                true => _ = leading.insert(id),
                false => waiting.extend(&self.list[id].callers),
            }
        }
        leading
    }

    /// How many were forgotten.
    pub(super) fn forgotten(&self) -> usize {
        self.list.len() - self.ids.len()
    }

    /// These, and what they may need for the functions that are found in fields.
    pub(super) fn needed_first(&self, of: &[usize]) -> Vec<usize> {
        of.iter().chain(&self.watching).copied().filter(|id| !self.list[*id].forgotten).collect()
    }

    /// Those to be analysed that these need, callees first.
    pub(super) fn waiting_for(&self, of: &[usize]) -> Vec<usize> {
        let reached = self.reached(self.needed_first(of));
        reached.into_iter().rev().filter(|id| self.list[*id].waiting).collect()
    }

    /// The same where those that are watching are not sure to be settled.
    pub(super) fn unsettled_first(&self, of: &[usize]) -> Vec<usize> {
        match self.sure == Some(self.watched()) {
            true => of.iter().copied().filter(|id| !self.list[*id].forgotten).collect(),
            false => self.needed_first(of),
        }
    }

    /// Whether these are settled, and what they may need.
    pub(super) fn are_settled(&mut self, of: &[usize]) -> bool {
        if self.sure != Some(self.watched()) {
            self.sure = self.are_sure(&self.needed_first(&[])).then_some(self.watched());
        }
        self.sure.is_some() && self.are_sure(&self.unsettled_first(of))
    }

    fn watched(&self) -> (Version, usize) {
        (self.version(), self.watching.len())
    }

    /// Of the bodies that were given up those that are followed now.
    pub(super) fn followed_after_all(&mut self) -> Vec<Key> {
        let known = [self.list.len(), self.ids.len(), self.changed, self.given_up.len()];
        if self.unfollowed == Some(known) {
            return Vec::new();
        }
        let followed = |key: &&Key| {
            let live = self.of_method(key).map(|id| self.list[id].summary.result);
            live.is_some_and(|result| result != ResultLevel::Lost)
        };
        let followed: Vec<Key> = self.given_up.keys().filter(followed).cloned().collect();
        self.unfollowed = followed.is_empty().then_some(known);
        followed
    }

    /// Whether neither they nor what they depend on are to be analysed.
    pub(super) fn are_sure(&self, ids: &[usize]) -> bool {
        let is_sure = |id: &usize| {
            let instance = &self.list[*id];
            instance.running || !instance.unsure && !instance.waiting
        };
        ids.iter().all(is_sure)
    }

    /// The instance that is being analysed.
    pub(super) fn current(&self) -> Option<usize> {
        self.running.last().copied()
    }

    /// The current instance depends on this one from now on: on the `whole` summary, or on whether
    /// it shows anything.
    pub(super) fn read(&mut self, id: usize, whole: bool) {
        let Some(current) = self.current() else { return };
        if let Some(known) = self.list[id].readers.get_mut(&current) {
            *known |= whole;
            return;
        }
        self.list[id].readers.insert(current, whole);
        self.list[id].callers.insert(current);
        self.list[current].callees.push(id);
    }

    /// Begins an analysis, which will ask anew.
    pub(super) fn begin(&mut self, id: usize) {
        self.begun += usize::from(matches!(self.list[id].analysed, Analysed::Method(_)));
        self.save(id);
        self.running.push(id);
        self.list[id].running = true;
        self.list[id].waiting = false;
        for callee in std::mem::take(&mut self.list[id].callees) {
            self.list[callee].readers.remove(&id);
        }
    }

    /// Ends it with this summary; whoever read a lesser one is analysed again.
    pub(super) fn end(&mut self, id: usize, summary: &Summary) {
        self.running.pop();
        let instance = &mut self.list[id];
        instance.running = false;
        let joined = match instance.analysed {
            // What bodies do that turn out to throw in place of their tangents counts no more.
            Analysed::Call(_) => summary.clone(),
            _ => Summary::clone(&instance.summary).join(summary),
        };
        if joined != *instance.summary {
            let shows = joined.shows() != instance.summary.shows();
            instance.summary = joined.into();
            self.changed += 1;
            for (reader, whole) in instance.readers.clone() {
                if whole || shows {
                    self.queue(reader);
                }
            }
        }
    }

    /// It is to be analysed again; those that depend on it are no longer sure to be settled.
    pub(super) fn queue(&mut self, id: usize) {
        self.found += 1;
        if !self.list[id].forgotten {
            self.save(id);
        }
        let instance = &mut self.list[id];
        if instance.forgotten || std::mem::replace(&mut instance.waiting, true) {
            return;
        }
        let mut above = vec![id];
        while let Some(id) = above.pop() {
            for reader in self.list[id].readers.keys().copied().collect::<Vec<_>>() {
                if !std::mem::replace(&mut self.list[reader].unsure, true) {
                    above.push(reader);
                }
            }
        }
    }

    /// All that these need are to be analysed again.
    pub(super) fn queue_all(&mut self, of: &[usize]) {
        self.sure = None;
        for id in self.reached(self.needed_first(of)) {
            self.save(id);
            self.list[id].unsure = true;
            self.list[id].waiting = true;
        }
    }

    /// What is known has changed, other than by analyses: nothing that was sure is so without being looked at.
    pub(super) fn learn(&mut self) {
        self.found += 1;
        self.changed += 1;
        self.sure = None;
    }

    /// Differs whenever more is known.
    pub(super) fn version(&self) -> Version {
        Version { instances: self.list.len(), found: self.found }
    }

    /// What is to be done before the instance's summary is read.
    pub(super) fn next(&mut self, id: usize) -> Next {
        let instance = &mut self.list[id];
        if instance.running {
            Next::Read
        } else if instance.waiting {
            Next::Analyse
        } else if std::mem::take(&mut instance.unsure) {
            Next::Ask(instance.callees.clone())
        } else {
            Next::Read
        }
    }
}

/// What is to be done before the summary of an instance is read.
pub(super) enum Next {
    /// It is to be analysed.
    Analyse,
    /// Those it depends on are to be settled, which may have it analysed again.
    Ask(Vec<usize>),
    /// Nothing, or nothing can be done now.
    Read,
}
