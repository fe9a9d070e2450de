//! What a method learns from the rest of the program while it is analysed, and tells it.

use super::Program;
use super::trace::{Answer, Call, Event};
use crate::activity::fact::ArrayKind;
use crate::program::callbacks::Bodies;
use crate::program::classes::{ClassId, MethodId};
use crate::program::fields::{Field, FieldId};
use crate::program::holders::{Functions, Holder};
use crate::program::instance::{Analysed, Callee, CalleeRef, Pattern, Summary, World};
use crate::program::outside::CONSTRUCTORS;
use crate::program::stored::Reads;
use std::rc::Rc;

const PUBLIC: u16 = 0x0001;

impl World for Program<'_> {
    fn group(&self) -> u16 {
        self.group
    }

    fn gives_up(&self) -> bool {
        let state = self.state.borrow();
        state.current().is_none_or(|current| state.hopeless.contains(&current))
    }

    fn bodies(&self, callee: &Callee, receiver: Functions) -> Vec<MethodId> {
        let mut bodies = callee.targets.bodies.clone();
        if !callee.targets.of_languages.is_empty() {
            self.state.borrow_mut().chooses(callee);
            let there = callee.targets.of_languages.iter();
            let there = there.filter(|(class, _)| self.classes.may_be_called(class));
            bodies.extend(there.map(|(_, body)| *body));
            bodies.sort_unstable();
            bodies.dedup();
        }
        if callee.targets.open.is_some() && receiver.any_found() {
            bodies.extend(self.bodies_of_lambdas(callee, receiver).iter());
            bodies.sort_unstable();
            bodies.dedup();
        }
        bodies
    }

    fn summary(&self, callee: &CalleeRef, receiver: Functions, pattern: &Pattern) -> Rc<Summary> {
        let summary = self.summary_of_call(callee, receiver, pattern);
        self.note(|| {
            let call = Call { callee: Rc::clone(callee), receiver, pattern: pattern.clone() };
            Event::Summary(call.into(), Answer(Rc::clone(&summary)))
        });
        summary
    }

    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldId> {
        let known = self.fields.borrow().count();
        let found = self.fields.borrow_mut().resolve(&self.classes, owner, name, descriptor);
        let is_new = self.fields.borrow().count() > known;
        if let Some(id) = found.filter(|_| is_new) {
            self.enter(id);
        }
        found
    }

    fn is_inactive(&self, field: FieldId) -> bool {
        self.fields.borrow().get(field).inactive
    }

    fn is_active(&self, id: FieldId) -> (bool, bool) {
        let current = self.state.borrow().current();
        let mut fields = self.fields.borrow_mut();
        if let Some(user) = current {
            fields.add_user(id, user);
        }
        let field = fields.get(id);
        let answer = (field.active, field.opaque);
        self.note(|| Event::Active(id, answer));
        answer
    }

    fn is_empty(&self, field: FieldId) -> bool {
        let fields = self.fields.borrow();
        let field = fields.get(field);
        self.classes.is_empty_array(field.class, field.index)
    }

    fn is_captured(&self, field: FieldId) -> bool {
        self.classes.is_lambda(self.fields.borrow().get(field).class)
    }

    fn is_stored(&self, field: FieldId) -> bool {
        let answer = self.fields.borrow().get(field).stored;
        self.note(|| Event::Stored(field, answer));
        answer
    }

    fn store(&self, field: FieldId) {
        self.note(|| Event::Store(field));
        self.set_stored(field);
    }

    fn activate(&self, field: FieldId) {
        self.note(|| Event::Activate(field));
        self.set_active(field);
    }

    fn callbacks(&self, bodies: Bodies, compared: bool) -> bool {
        let Some(answer) = self.shows(Analysed::Callbacks(bodies, compared)) else { return false };
        self.note(|| Event::Callbacks(bodies, compared, answer));
        answer
    }

    fn remember(&self, answers: Bodies) {
        let stored = |answer: &MethodId| self.classes.remembering.stored(*answer);
        // What they store is not followed, nor what they read.
        if self.classes.callbacks.methods(answers).iter().filter_map(stored).any(|stored| stored.meets) {
            Program::meet_elsewhere(self);
        }
        self.note(|| Event::Remember(answers));
        let id = self.state.borrow_mut().known_or_new(Analysed::Remembering(answers));
        self.ask(id.as_slice(), false);
    }

    fn initialise(&self, initialisers: Bodies) -> bool {
        let Some(answer) = self.shows(Analysed::Initialising(initialisers)) else { return false };
        self.note(|| Event::Initialise(initialisers, answer));
        answer
    }

    fn others(&self) -> Functions {
        match self.classes.remembering.makes_functions(&self.classes) {
            true => Functions::OTHER,
            false => Functions::NONE,
        }
    }

    fn are_known(&self, functions: Functions) -> bool {
        self.holders.borrow().are_known(functions)
    }

    fn run_outside(&self, interface: &str) -> bool {
        let answer = self.touches(interface);
        self.note(|| Event::RunOutside(interface.to_owned(), answer));
        // What constructors have made is lost.
        if answer && !interface.starts_with(CONSTRUCTORS) {
            // What it stores may be active, and has no tangent.
            let touching = self.classes.remembering.touching(&self.classes, interface);
            for field in touching.stores.iter().filter_map(|field| self.number_field(*field)) {
                self.set_active(field);
                self.expose(field);
            }
        }
        answer
    }

    fn methods(&self, functions: Functions) -> Option<Bodies> {
        if let Some(known) = self.passed.borrow().get(&functions) {
            return *known;
        }
        let methods = |class| {
            let methods = self.classes.get(class).methods.iter().enumerate();
            let public = methods.filter(|(_, m)| m.access & PUBLIC != 0);
            public.map(move |(index, _)| MethodId { class, index: index as u32 })
        };
        let lambdas: Vec<ClassId> = self.holders.borrow().lambdas(functions).collect();
        let bodies = self.classes.callbacks.set(lambdas.into_iter().flat_map(methods).collect());
        self.passed.borrow_mut().insert(functions, bodies);
        bodies
    }

    fn lambda(&self, make: MethodId) -> Functions {
        self.holders.borrow_mut().one(make.class)
    }

    fn cast(&self, functions: Functions, descriptor: &str) -> Functions {
        if let Some(known) = self.casts.borrow().get(&functions).and_then(|casts| casts.get(descriptor)) {
            return *known;
        }
        let has_type = |lambda| self.classes.has_type(lambda, descriptor);
        let cast = self.holders.borrow_mut().filter(functions, has_type);
        self.casts.borrow_mut().entry(functions).or_default().insert(descriptor.to_owned(), cast);
        cast
    }

    fn union(&self, a: Functions, b: Functions) -> Functions {
        self.holders.borrow_mut().union(a, b)
    }

    fn held(&self, holder: Holder) -> Functions {
        let current = self.state.borrow().current();
        if let Holder::Field(field) = holder
            && current.is_some()
            && self.watched.borrow_mut().insert(field)
        {
            let reader = current.and_then(|id| self.state.borrow().list[id].analysed.method());
            for key in self.watch(field, reader.map(|method| method.class)) {
                let mut state = self.state.borrow_mut();
                let id = state.id(Analysed::Method(key));
                state.watching.insert(id);
            }
        }
        let answer = self.holders.borrow().held(holder);
        // Who has seen it is known until it becomes more.
        if self.note(|| Event::Held(holder, answer))
            && let Some(user) = current
        {
            self.holders.borrow_mut().seen_by(holder, user);
        }
        answer
    }

    fn hold(&self, holder: Holder, functions: Functions) {
        if self.note(|| Event::Hold(holder, functions)) {
            self.put(holder, functions);
        }
    }

    fn is_function(&self, descriptor: &str) -> bool {
        self.classes.is_function(descriptor)
    }

    fn may_be_function(&self, descriptor: &str) -> bool {
        self.classes.may_be_function(descriptor)
    }

    fn is_at_hand(&self, name: &str) -> bool {
        self.classes.is_at_hand(name)
    }

    fn may_be_array(&self, at: usize, depth: usize) -> bool {
        let state = self.state.borrow();
        let method = state.current().and_then(|current| state.list[current].analysed.method());
        method.is_none_or(|method| self.holding.is_object(&self.classes, method, at, depth))
    }

    fn meet_elsewhere(&self) {
        Program::meet_elsewhere(self);
    }

    fn is_extended(&self, name: &str) -> bool {
        self.classes.is_extended(name)
    }

    fn says(&self) -> bool {
        if !self.classes.say_themselves() {
            return false;
        }
        let says = self.fields.borrow().are_any_active();
        if !says {
            self.watch_all_fields();
        }
        self.note(|| Event::Says(says));
        says
    }

    fn expose(&self, field: FieldId) {
        self.note(|| Event::Expose(field));
        self.set_opaque(field);
    }
}

impl Program<'_> {
    /// Whether functions of this interface may touch active values that were made where nothing is followed.
    pub(super) fn touches(&self, interface: &str) -> bool {
        let touching = self.classes.remembering.touching(&self.classes, interface);
        !touching.is_nothing() && self.shows(Analysed::Touching(interface.to_owned())) == Some(true)
    }

    /// The active fields that they may touch.
    pub(super) fn touched(&self, interface: &str) -> Vec<FieldId> {
        let touching = self.classes.remembering.touching(&self.classes, interface);
        let fields = touching.stores.iter().chain(&touching.reads);
        let mut touched: Vec<FieldId> = fields.filter_map(|field| self.active_field(*field)).collect();
        if touching.arrays {
            touched.extend(self.fields.borrow().active_arrays());
        }
        touched
    }

    /// Whether what is analysed shows active values to others; `None` if nothing new is analysed any more.
    fn shows(&self, analysed: Analysed) -> Option<bool> {
        let id = self.state.borrow_mut().known_or_new(analysed)?;
        self.ask(&[id], false);
        Some(self.state.borrow().list[id].summary.shows())
    }

    /// See [`Field::active`].
    pub(super) fn set_active(&self, field: FieldId) {
        self.tell(field, |field| !std::mem::replace(&mut field.active, true));
        if self.assigns_independents() {
            self.fields.borrow_mut().get_mut(field).independent = true;
            self.look_for_escape(field);
        }
    }

    /// Whether the method that is being analysed assigns fields what they hold, as independents.
    fn assigns_independents(&self) -> bool {
        let state = self.state.borrow();
        let method = state.current().and_then(|current| state.list[current].analysed.method());
        method.is_some_and(|method| self.classes.assigns(method))
    }

    /// See [`Field::stored`].
    pub(super) fn set_stored(&self, field: FieldId) {
        self.tell(field, |field| !std::mem::replace(&mut field.stored, true));
        self.look_for_escape(field);
    }

    /// See [`Field::opaque`].
    pub(super) fn set_opaque(&self, field: FieldId) {
        self.tell(field, |field| !std::mem::replace(&mut field.opaque, true));
    }

    /// Lambdas are put there.
    pub(super) fn put(&self, holder: Holder, functions: Functions) {
        if functions == Functions::NONE {
            return;
        }
        let users = self.holders.borrow_mut().hold(holder, functions);
        let mut state = self.state.borrow_mut();
        for user in users {
            state.queue_for_good(user);
        }
    }

    /// The methods of these lambdas that a call by its name reaches.
    fn bodies_of_lambdas(&self, callee: &Callee, receiver: Functions) -> Rc<[MethodId]> {
        let key = (receiver, Rc::as_ptr(&callee.targets));
        if let Some(known) = self.of_lambdas.borrow().get(&key) {
            return Rc::clone(known);
        }
        let descriptor = format!("({}){}", callee.parameters.concat(), callee.result);
        let lambdas: Vec<ClassId> = self.holders.borrow().lambdas(receiver).collect();
        let body = |class| self.classes.resolve(class, &callee.name, &descriptor);
        let bodies: Rc<[MethodId]> = lambdas.into_iter().filter_map(body).collect();
        self.of_lambdas.borrow_mut().insert(key, Rc::clone(&bodies));
        bodies
    }

    /// Code that is not followed may call the body: whether it gets to see active values then.
    pub(super) fn callback(&self, body: MethodId, compared: bool) -> bool {
        if self.takes_array(body) {
            Program::meet_elsewhere(self);
        }
        let known = self.state.borrow().callbacks.get(&body).copied();
        let Some(id) = known.or_else(|| self.called_back(body)) else { return false };
        self.ask(&[id], compared);
        let summary = Rc::clone(&self.state.borrow().list[id].summary);
        if compared { summary.shows_beside_result() } else { summary.shows() }
    }

    /// The instance of a method that code which is not followed may call; `None` where it cannot be
    /// followed itself, or everything is settled and it was never asked for.
    fn called_back(&self, body: MethodId) -> Option<usize> {
        let primal = self.primal(body).ok()??;
        let mut pattern = Pattern::of(&[], primal.signature.parameters.len()).in_group(self.group());
        pattern.callback = true;
        let mut state = self.state.borrow_mut();
        let id = state.of(&[body], &pattern)?[0];
        state.callbacks.insert(body, id);
        Some(id)
    }

    /// Code that is not followed calls the method as it is: fields get what it stores.
    pub(super) fn run(&self, body: MethodId) {
        let Ok(Some(primal)) = self.primal(body) else { return };
        let pattern = Pattern::of(&[], primal.signature.parameters.len()).in_group(self.group());
        let ids = self.state.borrow_mut().of(&[body], &pattern);
        ids.iter().for_each(|ids| self.ask(ids, false));
    }

    /// The current instance is analysed again when one of these fields becomes active.
    pub(super) fn watch_fields<'f>(&self, fields: impl IntoIterator<Item = &'f (ClassId, usize)>) {
        let mut state = self.state.borrow_mut();
        let Some(current) = state.current() else { return };
        for field in fields {
            state.watching_fields.entry(*field).or_default().insert(current);
        }
    }

    /// The same for any field.
    pub(super) fn watch_all_fields(&self) {
        let mut state = self.state.borrow_mut();
        let current = state.current();
        state.watching_all.extend(current);
    }

    /// Whether a method that reads so reads active fields by now.
    pub(super) fn may_be_active(&self, reads: &Reads) -> bool {
        match reads {
            Reads::Fields(fields) => fields.iter().any(|field| self.active_field(*field).is_some()),
            Reads::Anything => true,
        }
    }

    /// Whether functions that read so, and are given the same, compute anything active by now.
    pub(super) fn computes_active(&self, reads: &Reads) -> bool {
        match reads {
            Reads::Fields(fields) => {
                self.watch_fields(fields);
                self.may_be_active(reads)
            }
            Reads::Anything => {
                self.watch_all_fields();
                self.fields.borrow().any_active()
            }
        }
    }

    /// The field at this place of a class, if it is active by now.
    pub(super) fn active_field(&self, (class, index): (ClassId, usize)) -> Option<FieldId> {
        let known = self.fields.borrow().known(class, index);
        // One that nothing else uses may hold the array of one that is active.
        let id = known.or_else(|| self.array_field(class, index))?;
        self.field_info(id).active.then_some(id)
    }

    fn array_field(&self, class: ClassId, index: usize) -> Option<FieldId> {
        let declaring = self.classes.get(class);
        ArrayKind::of(&declaring.pool.utf8(declaring.fields[index].descriptor).ok()?)?;
        self.number_field((class, index))
    }

    pub(super) fn number_field(&self, (class, index): (ClassId, usize)) -> Option<FieldId> {
        let known = self.fields.borrow().known(class, index);
        if known.is_some() {
            return known;
        }
        let declaring = self.classes.get(class);
        let field = &declaring.fields[index];
        let name = declaring.pool.utf8(field.name).ok()?;
        self.field(&self.classes.name(class), &name, &declaring.pool.utf8(field.descriptor).ok()?)
    }

    /// The current instance is about to read the summaries of these, or whether they show anything.
    pub(super) fn ask(&self, ids: &[usize], whole: bool) {
        if self.state.borrow().running.is_empty() {
            return;
        }
        for &id in ids {
            self.demand(id, 0);
            self.state.borrow_mut().read(id, whole);
        }
    }

    /// Changes a field, and those that may hold its array; those that use them are analysed again.
    pub(super) fn tell(&self, id: FieldId, change: impl Fn(&mut Field) -> bool) {
        // Once all is settled, nothing that counts finds out more.
        let Some(current) = self.state.borrow().current() else { return };
        for id in self.holding.group(id).iter() {
            let users = {
                let mut fields = self.fields.borrow_mut();
                fields.add_user(*id, current);
                let field = fields.get_mut(*id);
                let before = field.found();
                if !change(field) {
                    continue;
                }
                let mut state = self.state.borrow_mut();
                state.found_out.push((*id, before, current));
                state.at_first.entry(*id).or_insert(before);
                state.concerned(&fields, *id, before)
            };
            let mut state = self.state.borrow_mut();
            for user in users {
                state.queue(user);
            }
        }
    }
}
