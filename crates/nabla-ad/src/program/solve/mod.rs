//! The fixpoint over all instances: summaries go from callees to callers until none changes.

mod bound;
mod choice;
mod dispatch;
mod elsewhere;
mod given_away;
mod ids;
mod instances;
mod read;
mod retry;
mod rollback;
mod summarise;
mod trace;
mod undo;
mod usage;
mod world;

pub(crate) use read::needs_too_many_slots;
pub use usage::Reach;

use super::callbacks::Bodies;
use super::classes::{ClassId, Classes, MethodId};
use super::fields::{FieldId, Fields};
use super::holders::{Functions, Holder, Holders};
use super::holding::Holding;
use super::instance::{Analysed, Key, Pattern, Summary, World};
use super::lasting::Lasting;
use super::primal::{Flow, Primal};
use super::stored::{Begun, Reads};
use super::targets::Targets;
use crate::AdError;
use crate::activity::Activity;
use crate::activity::gone::Gone;
use instances::{Instances, Next, Version};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use summarise::unknown;
use trace::{Ended, Trace};

/// Methods that were read; `None` for one that cannot be followed.
type Primals<'a> = FxHashMap<MethodId, Option<Rc<Primal<'a>>>>;

/// The methods of the lambdas of a set that a call reaches, by what it names.
type OfLambdas = FxHashMap<(Functions, *const Targets), Rc<[MethodId]>>;

/// The methods of the program that were reached, and the summary of each in each pattern.
pub struct Program<'a> {
    /// The classes.
    pub classes: Classes<'a>,
    /// The number of the group of selected methods.
    group: u16,
    primals: RefCell<Primals<'a>>,
    /// Those that were read for other groups, as far as they are the same in this one.
    before: Primals<'a>,
    fields: RefCell<Fields>,
    holders: RefCell<Holders>,
    /// The lambdas of a set that have a type.
    casts: RefCell<FxHashMap<Functions, FxHashMap<String, Functions>>>,
    /// The methods of lambdas by the call.
    of_lambdas: RefCell<OfLambdas>,
    /// All methods of the lambdas of a set.
    passed: RefCell<FxHashMap<Functions, Option<Bodies>>>,
    holding: Holding<'a>,
    /// Fields that were met and may hold an array that was an object among others.
    sources: RefCell<BTreeSet<FieldId>>,
    /// Fields whose functions are looked for where they are assigned.
    watched: RefCell<BTreeSet<FieldId>>,
    state: RefCell<Instances>,
    /// Whether objects may be there before a call; found when all methods are settled.
    lasting: OnceCell<Lasting>,
    /// Of each analysis that is running what it asked and told so far, callers before those they ask for;
    /// `None` where that is not kept.
    traces: RefCell<Vec<Option<Trace>>>,
    /// The last analyses of each.
    ended: RefCell<FxHashMap<Key, Vec<Rc<Ended>>>>,
    /// What ended an analysis that was asked for by another.
    failed: RefCell<Option<AdError>>,
    /// What is varied in methods in patterns, once nothing changes any more.
    flows: RefCell<Option<FxHashMap<Key, Rc<Flow>>>>,
    /// The activities of those that derivatives are written of.
    activities: RefCell<FxHashMap<Key, Rc<Activity>>>,
}

/// How many analyses may wait for what they ask for: each takes some of the thread's stack. What is
/// asked for deeper down is analysed later, and those that asked once more.
const DEEPEST: usize = 60;

impl<'a> Program<'a> {
    /// A program of these classes, of which no method has been read.
    pub fn new(classes: Classes<'a>) -> Program<'a> {
        Program {
            classes,
            group: 0,
            primals: RefCell::default(),
            before: FxHashMap::default(),
            fields: RefCell::default(),
            holders: RefCell::default(),
            casts: RefCell::default(),
            of_lambdas: RefCell::default(),
            passed: RefCell::default(),
            holding: Holding::default(),
            sources: RefCell::default(),
            watched: RefCell::default(),
            state: RefCell::default(),
            lasting: OnceCell::new(),
            traces: RefCell::default(),
            ended: RefCell::default(),
            failed: RefCell::default(),
            flows: RefCell::default(),
            activities: RefCell::default(),
        }
    }

    /// How many analyses of methods have begun: what it took so far.
    pub fn analyses(&self) -> usize {
        self.state.borrow().begun
    }

    /// The program of another group of methods, of these classes: nothing is known of it.
    pub fn of_group(self, group: u16, selected: BTreeSet<ClassId>) -> Program<'a> {
        let Program { mut classes, holding, mut before, primals, .. } = self;
        match classes.select(selected) {
            true => before.extend(primals.into_inner()),
            false => before.clear(),
        }
        Program { group, holding: holding.without_fields(), before, ..Program::new(classes) }
    }

    /// The summary of the method in this pattern, once all it depends on is settled.
    pub fn settle(&self, key: &Key) -> Result<Rc<Summary>, AdError> {
        let id = self.state.borrow_mut().id(Analysed::Method(key.clone()));
        self.finish(&[id])?;
        Ok(Rc::clone(&self.state.borrow().list[id].summary))
    }

    /// Analyses what waits for it and is needed for these, until nothing does. What only methods need that
    /// were refused has no say.
    fn finish(&self, of: &[usize]) -> Result<(), AdError> {
        loop {
            let first = self.state.borrow().unsettled_first(of);
            self.demand_all(&first)?;
            if std::mem::take(&mut self.state.borrow_mut().cut) {
                let waiting = self.state.borrow().waiting_for(of);
                self.demand_all(&waiting)?;
            } else if self.state.borrow_mut().are_settled(of) && !self.give_up() {
                return Ok(());
            }
        }
    }

    fn demand_all(&self, ids: &[usize]) -> Result<(), AdError> {
        for id in ids {
            self.demand(*id, 0);
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Differs whenever more is known.
    pub fn version(&self) -> Version {
        self.state.borrow().version()
    }

    /// Analyses everything that these need again until that finds out nothing new, and what is known then.
    /// The analyses that derivatives are written from then ask what was asked before, and change
    /// nothing: what an analysis asks on its way depends on what was known when it ran.
    pub fn complete(&self, keys: &[Key]) -> Result<Version, AdError> {
        loop {
            let before = self.version();
            let ids: Vec<usize> = keys.iter().filter_map(|key| self.state.borrow().of_method(key)).collect();
            self.state.borrow_mut().queue_all(&ids);
            self.finish(&ids)?;
            if self.version() == before {
                return Ok(before);
            }
        }
    }

    /// Forgets what these do not need, once they are settled: bodies that were given up, and what only
    /// refused methods need. Nothing changes any more after that, but which fields look up what they share.
    pub fn keep(&self, keys: &[Key]) {
        self.fields.borrow_mut().link_compared();
        self.flows.replace(Some(FxHashMap::default()));
        let mut state = self.state.borrow_mut();
        let ids: Vec<usize> = keys.iter().filter_map(|key| state.of_method(key)).collect();
        let kept: FxHashSet<usize> = state.reached(state.needed_first(&ids)).into_iter().collect();
        let Instances { ids, list, asked, callbacks, .. } = &mut *state;
        ids.retain(|id| kept.contains(&id));
        callbacks.retain(|_, id| kept.contains(id));
        asked.clear();
        for (id, instance) in list.iter_mut().enumerate() {
            instance.waiting = false;
            instance.forgotten |= !kept.contains(&id);
        }
    }

    /// Settles an instance before its summary is read, as far as it does not depend on those that
    /// are being analysed: so most are analysed once, after all they call.
    fn demand(&self, id: usize, depth: usize) {
        if self.state.borrow().are_sure(&[id]) {
            return;
        }
        loop {
            if depth + self.state.borrow().running.len() > DEEPEST {
                let mut state = self.state.borrow_mut();
                state.cut |= !state.are_sure(&[id]);
                return;
            }
            let next = self.state.borrow_mut().next(id);
            match next {
                Next::Analyse => self.analyse(id),
                Next::Ask(callees) => {
                    for callee in callees {
                        self.demand(callee, depth + 1);
                        if self.state.borrow().list[id].waiting {
                            break;
                        }
                    }
                }
                Next::Read => return,
            }
        }
    }

    /// What is unknown now stays so: the instances that hoped for more are analysed again. Whether
    /// there are any.
    fn give_up(&self) -> bool {
        let mut state = self.state.borrow_mut();
        let hopeful = std::mem::take(&mut state.hopeful);
        let mut any = false;
        for id in hopeful {
            if state.hopeless.insert(id) {
                state.queue_for_good(id);
                any = true;
            }
        }
        any
    }

    fn analyse(&self, id: usize) {
        self.check_bound();
        let analysed = {
            let mut state = self.state.borrow_mut();
            state.begin(id);
            state.list[id].analysed.clone()
        };
        self.traces.borrow_mut().push(None);
        let summary = match &analysed {
            Analysed::Method(key) => self.summary_of(key),
            Analysed::Callbacks(bodies, compared) => self.summary_of_callbacks(*bodies, *compared),
            Analysed::Remembering(answers) => self.summary_of_remembering(*answers),
            Analysed::Initialising(initialisers) => self.summary_of_initialising(*initialisers),
            Analysed::Touching(interface) => self.summary_of_touching(interface),
            Analysed::Call(asked) => Summary::clone(&self.summary_of_shared(asked)),
        };
        self.traces.borrow_mut().pop();
        let mut state = self.state.borrow_mut();
        state.end(id, &summary);
        for answer in self.classes.remembering.grown() {
            state.remember_again(answer);
        }
    }

    fn summary_of(&self, key: &Key) -> Summary {
        if self.is_cut_off(key) {
            return unknown(&key.pattern);
        }
        match self.primal(key.method) {
            Ok(Some(primal)) => self.repeated(key).unwrap_or_else(|| {
                self.begin_trace();
                let flow = primal.flow_for_callers(self, &key.pattern);
                let summary = self.summarise(&primal, &flow, &key.pattern);
                self.end_trace(key, &summary);
                summary
            }),
            Ok(None) | Err(AdError::Malformed(_)) => unknown(&key.pattern),
            Err(error) => {
                self.failed.replace(Some(error));
                Summary::default()
            }
        }
    }

    fn summary_of_callbacks(&self, bodies: Bodies, compared: bool) -> Summary {
        let mut shown = false;
        for body in self.classes.callbacks.methods(bodies).iter() {
            shown |= self.callback(*body, compared);
        }
        let gone = if shown { Gone::ANYWHERE } else { Gone::NOWHERE };
        Summary { gone, ..Summary::default() }
    }

    /// What is stored then is computed from active values as elsewhere, and has no tangents. It is looked
    /// at where it is of fields that are active, and its methods where they read such.
    fn summary_of_remembering(&self, answers: Bodies) -> Summary {
        let mut seen = FxHashSet::default();
        for answer in self.classes.callbacks.methods(answers).iter() {
            self.state.borrow_mut().remembers(*answer);
            let stored = self.classes.remembering.stored(*answer);
            // Many share it.
            let Some(stored) = stored.filter(|stored| seen.insert(Rc::as_ptr(stored))) else { continue };
            self.watch_fields(&stored.fields);
            if stored.by_functions.captures || self.computes_active(&stored.by_functions.reads) {
                let fields = stored.by_functions.fields.iter();
                fields.filter_map(|field| self.number_field(*field)).for_each(|field| self.set_active(field));
            }
            for (body, reads) in &stored.by {
                self.watch_fields(reads.fields());
                if self.may_be_active(reads) {
                    self.run(*body);
                }
            }
            stored.fields.iter().filter_map(|field| self.active_field(*field)).for_each(|id| self.expose(id));
        }
        Summary::default()
    }

    /// What is stored into what was there before counts as given away, and what is computed from active values
    /// is lost.
    fn summary_of_initialising(&self, initialisers: Bodies) -> Summary {
        let mut gone = Gone::NOWHERE;
        let mut functions = Begun::default();
        let mut waiting: Vec<MethodId> = self.classes.callbacks.methods(initialisers).to_vec();
        let mut seen: BTreeSet<MethodId> = waiting.iter().copied().collect();
        while let Some(initialiser) = waiting.pop() {
            let effects = self.classes.remembering.initialiser(&self.classes, initialiser);
            functions.add(&effects);
            waiting.extend(effects.others.iter().filter(|other| seen.insert(**other)));
            self.watch_fields(effects.reads.fields().chain(&effects.stores).chain(&effects.makes));
            let reads = match &effects.reads {
                Reads::Anything => self.callback(initialiser, false),
                reads => self.may_be_active(reads),
            };
            let mut stores: Vec<_> = effects.stores.iter().collect();
            if reads {
                gone = Gone::ANYWHERE;
                stores.extend(&effects.makes);
            }
            let active = stores.into_iter().filter_map(|field| self.active_field(*field));
            active.for_each(|id| self.expose(id));
        }
        for interface in functions.called() {
            gone = gone.join(self.summary_of_touching(&interface).gone);
            let touching = self.classes.remembering.touching(&self.classes, &interface);
            let active = touching.stores.iter().filter_map(|field| self.active_field(*field));
            active.for_each(|id| self.expose(id));
        }
        Summary { gone, ..Summary::default() }
    }

    /// What functions touch is looked at where it is active; it depends on the field that is found to be.
    fn summary_of_touching(&self, interface: &str) -> Summary {
        let touching = self.classes.remembering.touching(&self.classes, interface);
        if touching.arrays {
            self.watch_all_fields();
        }
        self.watch_fields(touching.stores.iter().chain(&touching.reads));
        let any =
            touching.captured || self.touched(interface).into_iter().any(|field| self.is_active(field).0);
        Summary { gone: if any { Gone::ANYWHERE } else { Gone::NOWHERE }, ..Summary::default() }
    }

    /// The current analysis reads all that it reads again: what changed before is no reason to do so
    /// once more.
    pub(super) fn start_over(&self) {
        let mut state = self.state.borrow_mut();
        if let Some(current) = state.current() {
            state.list[current].waiting = false;
        }
    }

    /// What is varied in a method whose instance is settled.
    pub fn flow(&self, primal: &Primal<'a>, pattern: &Pattern) -> Rc<Flow> {
        let key = Key { method: primal.method, pattern: pattern.clone() };
        if let Some(known) = self.flows.borrow().as_ref().and_then(|flows| flows.get(&key)) {
            return Rc::clone(known);
        }
        let flow = Rc::new(primal.flow(self, pattern));
        if let Some(flows) = self.flows.borrow_mut().as_mut() {
            flows.insert(key, Rc::clone(&flow));
        }
        flow
    }

    /// The activity of a method whose instance is settled.
    pub fn activity(&self, primal: &Primal<'a>, pattern: &Pattern) -> Rc<Activity> {
        let key = Key { method: primal.method, pattern: pattern.clone() };
        if let Some(known) = self.activities.borrow().get(&key) {
            return Rc::clone(known);
        }
        let flow = self.flow(primal, pattern);
        let useful = primal.useful(self, &flow, pattern);
        let activity = Rc::new(Activity::new(pattern.clone(), flow, useful));
        if self.flows.borrow().is_some() {
            self.activities.borrow_mut().insert(key, Rc::clone(&activity));
        }
        activity
    }

    /// Whether code that is followed calls a lambda with its tangent, by its class.
    pub fn is_applied(&self, lambda: ClassId) -> bool {
        self.held(Holder::Calls(lambda)) != Functions::NONE
    }
}
