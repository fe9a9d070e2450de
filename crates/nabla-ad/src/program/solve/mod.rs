//! The fixpoint over all instances: summaries go from callees to callers until none changes.

mod choice;
mod dispatch;
mod instances;
mod read;
mod summarise;
mod usage;
mod world;

pub(crate) use read::needs_too_many_slots;
pub use usage::Reach;

use super::callbacks::Bodies;
use super::classes::{ClassId, Classes, MethodId};
use super::fields::{FieldId, Fields};
use super::holders::{Functions, Holder, Holders};
use super::holding::Holding;
use super::instance::{Analysed, Key, Pattern, ResultLevel, Summary, World};
use super::primal::Primal;
use crate::AdError;
use crate::activity::Activity;
use instances::{Instance, Instances, Next};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use summarise::unknown;

/// The methods of the program that were reached, and the summary of each in each pattern.
pub struct Program<'a> {
    /// The classes.
    pub classes: Classes<'a>,
    primals: RefCell<HashMap<MethodId, Option<Rc<Primal<'a>>>>>,
    fields: RefCell<Fields>,
    holders: RefCell<Holders>,
    /// The lambdas of a set that have a type.
    casts: RefCell<HashMap<Functions, HashMap<String, Functions>>>,
    holding: Holding<'a>,
    /// Fields whose functions are looked for where they are assigned.
    watched: RefCell<BTreeSet<FieldId>>,
    state: RefCell<Instances>,
    /// What ended an analysis that was asked for by another.
    failed: RefCell<Option<AdError>>,
}

/// How many analyses may wait for what they ask for: each takes some of the thread's stack. What is
/// asked for deeper down is analysed later, and those that asked once more.
const DEEPEST: usize = 60;

impl<'a> Program<'a> {
    /// A program of these classes, of which no method has been read.
    pub fn new(classes: Classes<'a>) -> Program<'a> {
        Program {
            classes,
            primals: RefCell::default(),
            fields: RefCell::default(),
            holders: RefCell::default(),
            casts: RefCell::default(),
            holding: Holding::default(),
            watched: RefCell::default(),
            state: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// From here on what is exposed can be taken back.
    pub fn begin(&self) {
        let mut state = self.state.borrow_mut();
        state.exposed.clear();
        state.thrown.clear();
    }

    /// Gives up the bodies that throw in place of their tangents where the receiver decides, if fields were
    /// exposed since [`Program::begin`]: what is never run must not refuse what is. Whether there are any
    /// that were not given up before; then all is to be settled again.
    pub fn give_up_bodies(&self) -> bool {
        let mut any = false;
        {
            let mut state = self.state.borrow_mut();
            let thrown = std::mem::take(&mut state.thrown);
            if state.exposed.is_empty() {
                return false;
            }
            for id in thrown {
                let Instance { analysed, summary, forgotten, .. } = &state.list[id];
                let Analysed::Method(key) = analysed else { continue };
                // What gives an integer is run as it is, where the integer is not read.
                let lost =
                    summary.result == ResultLevel::Lost && !forgotten && !self.gives_integer(key.method);
                if lost && !state.taken_up.contains(key) {
                    let (key, summary) = (key.clone(), Rc::clone(summary));
                    any |= state.given_up.insert(key, summary).is_none();
                }
            }
        }
        if any {
            self.roll_back();
        }
        any
    }

    /// Takes up again the bodies that are followed after all, because a call reaches them that no receiver
    /// decides: their tangent methods do not throw, so every call has to know what they give. Whether
    /// there are any; then all is to be settled again.
    pub fn take_up_bodies(&self) -> bool {
        let mut state = self.state.borrow_mut();
        let followed = |key: &&Key| {
            let live = state.of_method(key).map(|id| state.list[id].summary.result);
            live.is_some_and(|result| result != ResultLevel::Lost)
        };
        let followed: Vec<Key> = state.given_up.keys().filter(followed).cloned().collect();
        for key in &followed {
            state.given_up.remove(key);
            state.taken_up.insert(key.clone());
        }
        if followed.is_empty() {
            return false;
        }
        state.asked.clear();
        for id in std::mem::take(&mut state.relying) {
            state.queue(id);
        }
        true
    }

    fn gives_integer(&self, method: MethodId) -> bool {
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

    /// Takes back the exposure of fields since [`Program::begin`], and forgets what was concluded
    /// from it: a method that is refused must not make others be refused, by what it alone does.
    pub fn roll_back(&self) {
        let mut state = self.state.borrow_mut();
        let mut fields = self.fields.borrow_mut();
        let mut waiting: Vec<usize> = Vec::new();
        for id in std::mem::take(&mut state.exposed) {
            let field = fields.get_mut(id);
            field.opaque = false;
            waiting.extend(std::mem::take(&mut field.users));
        }
        state.asked.clear();
        state.callbacks.clear();
        while let Some(id) = waiting.pop() {
            let instance = &mut state.list[id];
            if std::mem::replace(&mut instance.forgotten, true) {
                continue;
            }
            let analysed = instance.analysed.clone();
            waiting.extend(std::mem::take(&mut instance.callers));
            state.ids.remove(&analysed);
        }
    }

    /// The summary of the method in this pattern, once all it depends on is settled.
    pub fn settle(&self, key: &Key) -> Result<Rc<Summary>, AdError> {
        let id = self.state.borrow_mut().id(Analysed::Method(key.clone()));
        self.finish()?;
        Ok(Rc::clone(&self.state.borrow().list[id].summary))
    }

    /// Analyses what waits for it, until nothing does.
    fn finish(&self) -> Result<(), AdError> {
        loop {
            let next = self.state.borrow().waiting.last().copied();
            match next {
                Some(next) => self.demand(next, 0),
                None if self.give_up() => {}
                None => return Ok(()),
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
        }
    }

    /// Analyses everything again until that finds out nothing new; whether it did at first. The
    /// analyses that derivatives are written from then ask what was asked before, and change nothing:
    /// what an analysis asks on its way depends on what was known when it ran.
    pub fn complete(&self) -> Result<bool, AdError> {
        let mut any = false;
        loop {
            let before = self.state.borrow().version();
            self.state.borrow_mut().queue_all();
            self.finish()?;
            if self.state.borrow().version() == before {
                return Ok(any);
            }
            any = true;
        }
    }

    /// Settles an instance before its summary is read, as far as it does not depend on those that
    /// are being analysed: so most are analysed once, after all they call.
    fn demand(&self, id: usize, depth: usize) {
        loop {
            if depth + self.state.borrow().running.len() > DEEPEST {
                return;
            }
            let next = self.state.borrow_mut().next(id);
            match next {
                Next::Analyse => self.analyse(id),
                Next::Ask(callees) => {
                    for callee in callees {
                        self.demand(callee, depth + 1);
                        if self.state.borrow().waiting.contains(&id) {
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
                state.queue(id);
                any = true;
            }
        }
        any
    }

    fn analyse(&self, id: usize) {
        let analysed = {
            let mut state = self.state.borrow_mut();
            state.begin(id);
            state.list[id].analysed.clone()
        };
        let summary = match &analysed {
            Analysed::Method(key) => self.summary_of(key),
            Analysed::Callbacks(bodies, compared) => self.summary_of_callbacks(*bodies, *compared),
            Analysed::Call(asked) => Summary::clone(&self.summary_of_shared(asked)),
        };
        self.state.borrow_mut().end(id, &summary);
    }

    fn summary_of(&self, key: &Key) -> Summary {
        match self.primal(key.method) {
            Ok(Some(primal)) => {
                let flow = primal.flow(self, &key.pattern);
                self.summarise(&primal, &flow, &key.pattern)
            }
            Ok(None) | Err(AdError::Malformed(_)) => unknown(&key.pattern),
            Err(error) => {
                self.failed.replace(Some(error));
                Summary::default()
            }
        }
    }

    fn summary_of_callbacks(&self, bodies: Bodies, compared: bool) -> Summary {
        let mut heap = false;
        for body in self.classes.callbacks.methods(bodies).iter() {
            heap |= self.callback(*body, compared);
        }
        Summary { heap, ..Summary::default() }
    }

    /// The current analysis reads all that it reads again: what changed before is no reason to do so
    /// once more.
    pub(super) fn start_over(&self) {
        let mut state = self.state.borrow_mut();
        if let Some(current) = state.current() {
            state.waiting.remove(&current);
        }
    }

    /// The activity of a method whose instance is settled.
    pub fn activity(&self, primal: &Primal<'a>, pattern: &Pattern) -> Activity {
        let flow = primal.flow(self, pattern);
        let useful = primal.useful(self, &flow, pattern);
        Activity { pattern: pattern.clone(), flow, useful }
    }

    /// Whether code that is followed calls a lambda with its tangent, by its class.
    pub fn is_applied(&self, lambda: ClassId) -> bool {
        self.held(Holder::Calls(lambda)) != Functions::NONE
    }
}
