//! The fixpoint over all instances: summaries go from callees to callers until none changes.

use super::classes::{ClassId, Classes, MethodId};
use super::fields::{Field, FieldId, Fields};
use super::holders::{Functions, Holder, Holders};
use super::instance::{Callee, Carry, End, Key, Pattern, ResultLevel, Returned, Summary, World};
use super::known;
use super::lambdas::callbacks;
use super::primal::{Flow, Primal};
use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::effects::Effects;
use crate::activity::fact::{ArrayKind, Fact, Level, Shape, losing_sites};
use crate::activity::live::LiveAnalysis;
use crate::activity::nodes::Node;
use crate::activity::{Activity, calls};
use crate::signature::{Signature, real_of};
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::Cfg;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

const PUBLIC: u16 = 0x0001;

/// The methods of the program that were reached, and the summary of each in each pattern.
pub struct Program<'a> {
    /// The classes.
    pub classes: Classes<'a>,
    primals: RefCell<HashMap<MethodId, Option<Rc<Primal<'a>>>>>,
    fields: RefCell<Fields>,
    holders: RefCell<Holders>,
    /// Fields whose functions are looked for where they are assigned.
    watched: RefCell<BTreeSet<FieldId>>,
    state: RefCell<Instances>,
}

/// A call, who asks, and the pattern.
type Asked = (*const Callee, Option<usize>, Pattern);

#[derive(Default)]
struct Instances {
    ids: HashMap<Key, usize>,
    list: Vec<Instance>,
    /// Those to be analysed. The one that was found last is next, for it is likely to be called by
    /// the others: so most are settled before their callers.
    waiting: BTreeSet<usize>,
    /// The instance that is being analysed: it depends on what it asks for.
    current: Option<usize>,
    /// The instances that a call asks for, by the call, who asks, and the pattern: a call that
    /// reaches many bodies is asked about again and again.
    asked: HashMap<Asked, Rc<[usize]>>,
    /// The fields that were exposed since [`Program::begin`].
    exposed: Vec<FieldId>,
    /// Instances with a call of a function of which nothing is known yet.
    hopeful: BTreeSet<usize>,
    /// Those that have waited for everything else.
    hopeless: BTreeSet<usize>,
}

struct Instance {
    key: Key,
    summary: Summary,
    callers: BTreeSet<usize>,
    /// Whether it was taken back.
    forgotten: bool,
}

impl Instances {
    fn id(&mut self, key: &Key) -> usize {
        if let Some(&id) = self.ids.get(key) {
            return id;
        }
        let id = self.list.len();
        self.ids.insert(key.clone(), id);
        self.list.push(Instance {
            key: key.clone(),
            summary: Summary::default(),
            callers: BTreeSet::new(),
            forgotten: false,
        });
        self.waiting.insert(id);
        id
    }

    /// The instances of these bodies, which the current one depends on from now on; `None` where
    /// everything is settled and one was never asked for: nothing may be concluded.
    fn ask(&mut self, bodies: &[MethodId], pattern: &Pattern) -> Option<Rc<[usize]>> {
        let mut ids = Vec::with_capacity(bodies.len());
        for &method in bodies {
            let key = Key { method, pattern: pattern.clone() };
            let id = match self.ids.get(&key) {
                Some(&id) => id,
                None if self.current.is_none() => return None,
                None => self.id(&key),
            };
            if let Some(current) = self.current {
                self.list[id].callers.insert(current);
            }
            ids.push(id);
        }
        Some(ids.into())
    }

    fn queue(&mut self, id: usize) {
        if !self.list[id].forgotten {
            self.waiting.insert(id);
        }
    }
}

/// Whether tangents may find no local: each slot and each entry of the stack can need two more, and
/// there are 65535. No compiler's method has so many.
pub(crate) fn needs_too_many_slots(code: &Code) -> bool {
    u32::from(code.max_locals) + u32::from(code.max_stack) > 8192
}

impl<'a> Program<'a> {
    /// A program of these classes, of which no method has been read.
    pub fn new(classes: Classes<'a>) -> Program<'a> {
        Program {
            classes,
            primals: RefCell::default(),
            fields: RefCell::default(),
            holders: RefCell::default(),
            watched: RefCell::default(),
            state: RefCell::default(),
        }
    }

    /// The method, read and its calls resolved; `None` if it has no bytecode that can be followed.
    pub fn primal(&self, method: MethodId) -> Result<Option<Rc<Primal<'a>>>, AdError> {
        if let Some(known) = self.primals.borrow().get(&method) {
            return Ok(known.clone());
        }
        let read = self.read(method)?.map(Rc::new);
        self.primals.borrow_mut().insert(method, read.clone());
        Ok(read)
    }

    fn read(&self, method: MethodId) -> Result<Option<Primal<'a>>, AdError> {
        let class = self.classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let Some(signature) = Signature::of(class, member)? else { return Ok(None) };
        let Some(code) = class.code(member)? else { return Ok(None) };
        if signature.parameter_slots > code.max_locals {
            let (slots, locals) = (signature.parameter_slots, code.max_locals);
            let message = format!("expected {slots} local slots for the parameters, found {locals}");
            return Err(nabla_classfile::Error::malformed(message).into());
        }
        if needs_too_many_slots(&code) {
            return Ok(None);
        }
        let subroutine =
            |i: &Insn| matches!(i, Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) | Insn::Local(Opcode::Ret, _));
        if code.insns.iter().any(subroutine) {
            return Ok(None);
        }
        let code = known::call(class, member, &signature, &code)?.unwrap_or(code);
        let cfg = Cfg::new(&code).map_err(|e| AdError::flow(&e, &code))?;
        let calls = calls::classify(&self.classes, method.class, &code)?;
        let bodies = calls::bodies(&self.classes, method.class, &code, &calls)?;
        let is_constructor = class.pool.utf8_bytes(member.name) == Ok(b"<init>");
        let live = nabla_flow::solve(&cfg, &code, &LiveAnalysis { code: &code });
        let sites = code.insns.iter().zip(&calls);
        let callbacks = sites.map(|(i, call)| callbacks(&self.classes, class, i, call.as_ref())).collect();
        Ok(Some(Primal {
            method,
            callbacks,
            is_constructor,
            sites: losing_sites(&code),
            signature,
            live,
            code,
            cfg,
            calls: Rc::new(calls),
            bodies,
        }))
    }

    /// From here on what is exposed can be taken back.
    pub fn begin(&self) {
        self.state.borrow_mut().exposed.clear();
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
        while let Some(id) = waiting.pop() {
            let instance = &mut state.list[id];
            if std::mem::replace(&mut instance.forgotten, true) {
                continue;
            }
            let key = instance.key.clone();
            waiting.extend(std::mem::take(&mut instance.callers));
            state.ids.remove(&key);
        }
    }

    /// The summary of the method in this pattern, once all it depends on is settled.
    pub fn settle(&self, key: &Key) -> Result<Summary, AdError> {
        let id = self.state.borrow_mut().id(key);
        loop {
            let next = self.state.borrow_mut().waiting.pop_last();
            match next {
                Some(next) => self.analyse(next)?,
                None if self.give_up() => {}
                None => break,
            }
        }
        Ok(self.state.borrow().list[id].summary.clone())
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

    fn analyse(&self, id: usize) -> Result<(), AdError> {
        let key = {
            let mut state = self.state.borrow_mut();
            state.current = Some(id);
            state.list[id].key.clone()
        };
        let summary = match self.primal(key.method) {
            Ok(Some(primal)) => {
                let flow = primal.flow(self, &key.pattern);
                self.summarise(&primal, &flow, &key.pattern)
            }
            Ok(None) | Err(AdError::Malformed(_)) => unknown(&key.pattern),
            Err(error) => return Err(error),
        };
        let mut state = self.state.borrow_mut();
        state.current = None;
        let joined = state.list[id].summary.clone().join(&summary);
        if joined != state.list[id].summary {
            state.list[id].summary = joined;
            for caller in state.list[id].callers.clone() {
                state.queue(caller);
            }
        }
        Ok(())
    }

    /// The activity of a method whose instance is settled.
    pub fn activity(&self, primal: &Primal<'a>, pattern: &Pattern) -> Activity {
        let flow = primal.flow(self, pattern);
        let useful = primal.useful(self, &flow, pattern);
        Activity { pattern: pattern.clone(), flow, useful }
    }

    /// What the callers must know of a method.
    fn summarise(&self, primal: &Primal<'a>, flow: &Flow, pattern: &Pattern) -> Summary {
        let pool = &self.classes.get(primal.method.class).pool;
        let (code, calls) = (&primal.code, &flow.calls[..]);
        let effects = Effects { pool, code, calls, world: self, flow, pattern };
        let mut summary = Summary { thrown: flow.thrown, ..Summary::default() };
        let mut ends: BTreeMap<Node, BTreeSet<End>> = BTreeMap::new();
        for (at, insn) in primal.code.insns.iter().enumerate() {
            let Some(before) = flow.varied.before(at) else { continue };
            let Some(state) = &before.state else { continue };
            summary.writes |= effects.writes(at, primal.is_constructor) || self.makes(primal, at);
            let Insn::Op(op) = insn else { continue };
            if *op == Opcode::Athrow {
                summary.thrown |= before.reaches_heap();
            }
            if !op.mnemonic().ends_with("return") {
                continue;
            }
            summary.heap |= before.reaches_heap();
            if let Some(result) = state.stack.last().filter(|_| *op != Opcode::Return) {
                summary.stepped |= result.stepped;
                self.hold(Holder::Result(primal.method), result.functions);
                summary.result = summary.result.max(level(result));
                summary.returned = summary.returned.join(match (result.shape, result.array) {
                    (Shape::Null, _) => Returned::Nothing,
                    (_, Some((_, kind))) => Returned::Array(kind),
                    _ => Returned::Other,
                });
                if let Some((node, _)) = result.array {
                    ends.entry(flow.nodes.find(node)).or_default().insert(End::Result);
                    summary.exposes_result |= flow.nodes.class(node).opaque.is_some();
                }
            }
        }
        for (i, parameter) in primal.signature.parameters.iter().enumerate() {
            if pattern.array(i, &parameter.descriptor).is_none() {
                continue;
            }
            let node = Node::parameter(i);
            let class = flow.nodes.class(node);
            ends.entry(flow.nodes.find(node)).or_default().insert(End::Parameter(i));
            if class.active && pattern.parameters[i] == Carry::Nothing {
                summary.activates.insert(i);
            }
            if class.stored {
                summary.stores.insert(i);
            }
            if class.opaque.is_some() {
                summary.exposes.insert(i);
            }
        }
        if summary.returned == Returned::Other {
            // An array that the caller gets as an object is followed no further.
            for ends in ends.values().filter(|ends| ends.contains(&End::Result)) {
                summary.exposes.extend(ends.iter().filter_map(|end| match end {
                    End::Parameter(i) => Some(*i),
                    _ => None,
                }));
            }
            for node in ends.iter().filter(|(_, ends)| ends.contains(&End::Result)).map(|(node, _)| *node) {
                flow.nodes.class(node).fields.into_iter().for_each(|field| self.expose(field));
            }
        }
        for (node, mut ends) in ends {
            ends.extend(flow.nodes.class(node).fields.into_iter().map(End::Field));
            if ends.len() > 1 {
                summary.aliases.insert(ends);
            }
        }
        summary
    }

    /// Whether the instruction makes a lambda that is called with its tangent: without its tangent code, it would
    /// make an object without tangent methods.
    fn makes(&self, primal: &Primal, at: usize) -> bool {
        let (Insn::InvokeDynamic(_), Some(Call::Method(callee))) =
            (&primal.code.insns[at], &primal.calls[at])
        else {
            return false;
        };
        callee.targets.bodies.first().is_some_and(|make| self.is_applied(make.class))
    }

    /// Whether code that is followed calls a lambda with its tangent, by its class.
    pub fn is_applied(&self, lambda: ClassId) -> bool {
        self.held(Holder::Calls(lambda)) != Functions::NONE
    }

    /// The field.
    pub fn field_info(&self, id: FieldId) -> Field {
        self.fields.borrow().get(id).clone()
    }

    /// Everything that reads or writes the field, directly or by what it calls.
    fn users(&self, field: &Field) -> BTreeSet<usize> {
        let state = self.state.borrow();
        let mut waiting: Vec<usize> = field.users.iter().copied().collect();
        let mut all = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if all.insert(id) {
                waiting.extend(&state.list[id].callers);
            }
        }
        all
    }

    /// Whether the method in this pattern reads or writes the field, directly or by what it calls.
    pub fn uses(&self, key: &Key, field: &Field) -> bool {
        let id = self.state.borrow().ids.get(key).copied();
        id.is_some_and(|id| self.users(field).contains(&id))
    }

    /// Whether some method reads or writes both.
    pub fn uses_both(&self, a: &Field, b: &Field) -> bool {
        !self.users(a).is_disjoint(&self.users(b))
    }

    /// The field may come to hold an array that is elsewhere too.
    pub fn share(&self, field: FieldId) {
        // Nothing is concluded from it before derivatives are written.
        self.fields.borrow_mut().get_mut(field).linked = true;
    }

    /// The classes of active fields that may share arrays.
    pub fn sharing(&self) -> BTreeSet<ClassId> {
        self.fields.borrow().sharing()
    }

    /// The fields of the class that were met.
    pub fn fields_of(&self, class: ClassId) -> Vec<(FieldId, Field)> {
        let fields = self.fields.borrow();
        fields.of(class).into_iter().map(|id| (id, fields.get(id).clone())).collect()
    }

    /// The active fields of each class that tangents are kept for.
    pub fn active_fields(&self, class: ClassId) -> Vec<FieldId> {
        let fields = self.fields.borrow();
        let tracked = |id: &FieldId| {
            let field = fields.get(*id);
            !field.opaque && field.class == class
        };
        fields.active().remove(&class).unwrap_or_default().into_iter().filter(tracked).collect()
    }
}

/// The summary of a method whose code cannot be followed.
fn unknown(pattern: &Pattern) -> Summary {
    let all: BTreeSet<usize> = (0..pattern.parameters.len()).collect();
    Summary {
        result: ResultLevel::Lost,
        heap: true,
        thrown: true,
        exposes: all,
        exposes_result: true,
        returned: Returned::Other,
        ..Summary::default()
    }
}

impl World for Program<'_> {
    fn bodies(&self, callee: &Callee, receiver: Functions) -> Vec<MethodId> {
        let mut bodies = callee.targets.bodies.clone();
        if callee.targets.open.is_some() && receiver != Functions::NONE {
            let descriptor = format!("({}){}", callee.parameters.concat(), callee.result);
            let lambdas: Vec<ClassId> = self.holders.borrow().lambdas(receiver).collect();
            let body = |class| self.classes.resolve(class, &callee.name, &descriptor);
            bodies.extend(lambdas.into_iter().filter_map(body));
            bodies.sort_unstable();
            bodies.dedup();
        }
        bodies
    }

    fn summary(&self, callee: &Callee, receiver: Functions, pattern: &Pattern) -> Summary {
        let mut state = self.state.borrow_mut();
        let site = (std::ptr::from_ref(callee), state.current, pattern.clone());
        // Which lambdas a call reaches may still grow.
        let known = state.asked.get(&site).filter(|_| callee.targets.open.is_none()).cloned();
        let bodies = if known.is_none() { self.bodies(callee, receiver) } else { Vec::new() };
        let ids = match known {
            Some(ids) => ids,
            None => {
                let Some(ids) = state.ask(&bodies, pattern) else { return unknown(pattern) };
                state.asked.insert(site, Rc::clone(&ids));
                ids
            }
        };
        let known = || ids.iter().map(|id| &state.list[*id].summary);
        // Where the receiver decides, a body whose tangent is lost is an exception at run time; the
        // others are followed.
        let followed = |s: &Summary| s.result != ResultLevel::Lost;
        let choose = callee.targets.dispatched && known().any(followed);
        let chosen = known().filter(|s| !choose || followed(s));
        let mut summary = chosen.fold(self.unknown_function(callee, receiver, pattern), Summary::join);
        if callee.targets.open.is_some() && bodies.is_empty() {
            match state.current {
                Some(current) if !state.hopeless.contains(&current) => {
                    state.hopeful.insert(current);
                }
                _ => summary.returned = Returned::Other,
            }
        }
        drop(state);
        // What may be called with its tangent must be an object that has one.
        if callee.targets.open.is_some() && (summary.result != ResultLevel::Inactive || summary.writes) {
            for body in bodies.iter().filter(|body| self.classes.is_lambda(body.class)) {
                self.hold(Holder::Calls(body.class), self.lambda(*body));
            }
        }
        summary
    }

    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldId> {
        self.fields.borrow_mut().resolve(&self.classes, owner, name, descriptor)
    }

    fn is_inactive(&self, field: FieldId) -> bool {
        self.fields.borrow().get(field).inactive
    }

    fn is_active(&self, field: FieldId) -> (bool, bool) {
        let current = self.state.borrow().current;
        let mut fields = self.fields.borrow_mut();
        let field = fields.get_mut(field);
        field.users.extend(current);
        (field.active, field.opaque)
    }

    fn is_captured(&self, field: FieldId) -> bool {
        self.classes.is_lambda(self.fields.borrow().get(field).class)
    }

    fn is_stored(&self, field: FieldId) -> bool {
        self.fields.borrow().get(field).stored
    }

    fn store(&self, field: FieldId) {
        self.tell(field, |field| !std::mem::replace(&mut field.stored, true));
    }

    fn activate(&self, field: FieldId) {
        self.tell(field, |field| !std::mem::replace(&mut field.active, true));
    }

    fn callback(&self, body: MethodId) -> Summary {
        let Ok(Some(primal)) = self.primal(body) else { return Summary::default() };
        let mut pattern = Pattern::of(&[], primal.signature.parameters.len());
        pattern.callback = true;
        let key = Key { method: body, pattern };
        let mut state = self.state.borrow_mut();
        let id = match state.current {
            Some(current) => {
                let id = state.id(&key);
                state.list[id].callers.insert(current);
                Some(id)
            }
            None => state.ids.get(&key).copied(),
        };
        id.map(|id| state.list[id].summary.clone()).unwrap_or_default()
    }

    fn methods(&self, functions: Functions) -> Vec<MethodId> {
        let methods = |class| {
            let methods = self.classes.get(class).methods.iter().enumerate();
            let public = methods.filter(|(_, m)| m.access & PUBLIC != 0);
            public.map(move |(index, _)| MethodId { class, index: index as u32 })
        };
        let lambdas: Vec<ClassId> = self.holders.borrow().lambdas(functions).collect();
        lambdas.into_iter().flat_map(methods).collect()
    }

    fn lambda(&self, make: MethodId) -> Functions {
        self.holders.borrow_mut().one(make.class)
    }

    fn cast(&self, functions: Functions, descriptor: &str) -> Functions {
        let has_type = |lambda| self.classes.has_type(lambda, descriptor);
        self.holders.borrow_mut().filter(functions, has_type)
    }

    fn union(&self, a: Functions, b: Functions) -> Functions {
        self.holders.borrow_mut().union(a, b)
    }

    fn held(&self, holder: Holder) -> Functions {
        let current = self.state.borrow().current;
        if let Holder::Field(field) = holder
            && current.is_some()
            && self.watched.borrow_mut().insert(field)
        {
            for key in self.watch(field) {
                self.state.borrow_mut().id(&key);
            }
        }
        self.holders.borrow_mut().held(holder, current)
    }

    fn hold(&self, holder: Holder, functions: Functions) {
        if functions == Functions::NONE {
            return;
        }
        let users = self.holders.borrow_mut().hold(holder, functions);
        let mut state = self.state.borrow_mut();
        for user in users {
            state.queue(user);
        }
    }

    fn is_function(&self, descriptor: &str) -> bool {
        self.classes.is_function(descriptor)
    }

    fn may_be_function(&self, descriptor: &str) -> bool {
        self.classes.may_be_function(descriptor)
    }

    fn expose(&self, field: FieldId) {
        self.tell(field, |field| !std::mem::replace(&mut field.opaque, true));
    }
}

impl Program<'_> {
    /// What is known of functions that are not: their tangent methods are called wherever an active
    /// value goes in or may have gone before, and those without one throw.
    fn unknown_function(&self, callee: &Callee, receiver: Functions, pattern: &Pattern) -> Summary {
        let mut summary = Summary::default();
        if callee.targets.open.is_none() {
            return summary;
        }
        // Where classes implement an interface of the program, those are all.
        if callee.targets.resolved.is_some() && !callee.targets.bodies.is_empty() {
            return summary;
        }
        let given = pattern.active().next().is_some();
        let numbers = ArrayKind::of(&callee.result).is_some() || real_of(&callee.result).is_some();
        if given || numbers && (pattern.heap || self.holders.borrow().is_unknown(receiver)) {
            summary.writes = true;
            if numbers {
                summary.result = ResultLevel::Varied;
            }
        }
        if pattern.parameters.contains(&Carry::Lost) {
            summary.heap = true;
            summary.result = ResultLevel::Lost;
        }
        summary
    }

    /// Changes a field; those that use it are analysed again.
    fn tell(&self, id: FieldId, change: impl FnOnce(&mut Field) -> bool) {
        let users = {
            let mut fields = self.fields.borrow_mut();
            let field = fields.get_mut(id);
            field.users.extend(self.state.borrow().current);
            let before = field.opaque;
            if !change(field) {
                return;
            }
            if field.opaque != before {
                self.state.borrow_mut().exposed.push(id);
            }
            field.users.clone()
        };
        let mut state = self.state.borrow_mut();
        for user in users {
            state.queue(user);
        }
    }
}

fn level(fact: &Fact) -> ResultLevel {
    match fact.level {
        Level::Inactive => ResultLevel::Inactive,
        Level::Varied if fact.has_tangent() => ResultLevel::Varied,
        // An integer that varies is a cast; a reference that does is not followed here.
        Level::Varied | Level::Lost(_) => ResultLevel::Lost,
    }
}
