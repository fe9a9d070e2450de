//! Which values depend on an independent (forward).
//!
//! The lattice of a value is `Inactive < Varied < Lost(origin)`. A lost value depends on an
//! independent through something no tangent can follow: the result of an unknown call, the bits of
//! a double, what comes back from a collection that an active value went into. Lost values may
//! control, index and print; one that reaches the result is a refusal at its origin.
//!
//! Arrays are followed by alias class ([`Nodes`]) and fields over the whole program, whatever the
//! order of stores and loads; the rest of the heap, in which values are lost, in the order of the
//! code.

use super::calls::{ArrayCall, Call, arguments};
use super::fact::{ArrayKind, Fact, Level, Origins, Shape};
use super::nodes::{Node, Nodes};
use crate::program::classes::MethodId;
use crate::program::fields::FieldId;
use crate::program::holders::{Functions, Holder};
use crate::program::instance::{Callee, Carry, End, Pattern, ResultLevel, Returned, Summary, World};
use crate::rules::Row;
use crate::signature::split_descriptor;
use nabla_classfile::{Code, ConstantPool, Insn, Opcode};
use nabla_flow::{Analysis, Interpreter, Kind, Solution, State, execute};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A part of the heap in which an active value was lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The fields of this name, of any object.
    Field(String),
    /// The elements of arrays that this store instruction's type can write.
    Elements(u8),
    /// Text, which a parser may turn back into numbers.
    Text,
    /// Wherever an unknown callee may have put it.
    Anywhere,
}

/// The state before an instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Varied {
    /// Locals and stack; `None` where control does not come.
    pub state: Option<State<Fact>>,
    /// Where active values were lost, and the instructions that put them there.
    heap: BTreeMap<Place, Origins>,
}

impl Varied {
    /// Whether an active value was lost in the heap on some way here.
    pub fn reaches_heap(&self) -> bool {
        !self.heap.is_empty()
    }
}

/// The analysis of one method for one set of independents.
pub struct VariedAnalysis<'a> {
    /// The pool the instructions refer to.
    pub pool: &'a ConstantPool<'a>,
    /// The method.
    pub code: &'a Code<'a>,
    /// The meaning of its calls.
    pub calls: &'a [Option<Call>],
    /// Which locals may be read later.
    pub live: &'a Solution<Vec<bool>>,
    /// The instructions that can lose a dependence.
    pub sites: &'a [usize],
    /// Receives the calls whose rule does not know a partial that is needed.
    pub unknown: &'a RefCell<BTreeSet<usize>>,
    /// The rest of the program.
    pub world: &'a dyn World,
    /// The arrays, as far as they are known.
    pub nodes: &'a RefCell<Nodes>,
    /// Whether a callee may throw after it lost an active value in the heap.
    pub thrown: &'a Cell<bool>,
    /// The locals at entry.
    pub entry: State<Fact>,
    /// Whether active values were lost in the heap before the method was called.
    pub heap: bool,
    /// Whether the primal runs without its tangent, called by code that is not followed.
    pub callback: bool,
    /// The bodies that such code may call through what each instruction makes.
    pub callbacks: &'a [Vec<MethodId>],
}

impl Analysis for VariedAnalysis<'_> {
    type Domain = Varied;
    const FORWARD: bool = true;

    fn bottom(&self) -> Varied {
        Varied { state: None, heap: BTreeMap::new() }
    }

    fn boundary(&self) -> Varied {
        let heap = self.heap.then_some((Place::Anywhere, Origins::ENTRY));
        Varied { state: Some(self.entry.clone()), heap: heap.into_iter().collect() }
    }

    fn join(&self, into: &mut Varied, from: &Varied) -> bool {
        let mut changed = false;
        for (place, &origin) in &from.heap {
            changed |= put(&mut into.heap, place.clone(), origin);
        }
        let Some(source) = &from.state else { return changed };
        let Some(target) = &mut into.state else {
            into.state = Some(source.clone());
            return true;
        };
        for (a, b) in target.locals.iter_mut().zip(&source.locals) {
            let joined = match (*a, *b) {
                (Some(x), Some(y)) => self.join_facts(x, y, &mut into.heap),
                _ => None,
            };
            changed |= *a != joined;
            *a = joined;
        }
        for (a, b) in target.stack.iter_mut().zip(&source.stack) {
            let Some(joined) = self.join_facts(*a, *b, &mut into.heap) else { continue };
            changed |= *a != joined;
            *a = joined;
        }
        changed
    }

    fn transfer(&self, at: usize, domain: &mut Varied) {
        let Some(state) = &mut domain.state else { return };
        let mut step = Step { analysis: self, heap: &mut domain.heap };
        if execute(self.pool, at, &self.code.insns[at], state, &mut step).is_err() {
            // The verifier rejects such code; nothing after it is analysed.
            domain.state = None;
        }
    }

    fn arriving(&self, first: usize, domain: &Varied) -> Option<Varied> {
        let (state, live) = (domain.state.as_ref()?, self.live.before(first)?);
        let dead = |slot: usize| state.locals[slot].is_some_and(|f| f.array.is_some()) && !live[slot];
        let dead: Vec<usize> = (0..state.locals.len()).filter(|slot| dead(*slot)).collect();
        let mut arriving = (!dead.is_empty()).then(|| domain.clone())?;
        for slot in dead {
            arriving.state.as_mut()?.locals[slot] = None;
        }
        Some(arriving)
    }

    fn exception_edge(&self, domain: &Varied, _handler: usize) -> Varied {
        let mut caught = domain.clone();
        if let Some(state) = &mut caught.state {
            state.stack = vec![Fact::inactive(Shape::Reference)];
        }
        if self.thrown.get() {
            put(&mut caught.heap, Place::Anywhere, Origins::ENTRY);
        }
        caught
    }
}

fn put(heap: &mut BTreeMap<Place, Origins>, place: Place, origin: Origins) -> bool {
    let before = heap.get(&place).copied();
    let joined = before.map_or(origin, |o| o.union(origin));
    heap.insert(place, joined);
    before != Some(joined)
}

impl VariedAnalysis<'_> {
    /// The least fact above both; `None` for values of different kinds, which no instruction reads.
    fn join_facts(&self, a: Fact, b: Fact, heap: &mut BTreeMap<Place, Origins>) -> Option<Fact> {
        let level = a.level.join(b.level);
        let stepped = a.stepped | b.stepped;
        let (shape, array) = match (a.shape, b.shape) {
            (x, y) if x == y && x != Shape::Array => (x, None),
            (Shape::Array, Shape::Null) => (Shape::Array, a.array),
            (Shape::Null, Shape::Array) => (Shape::Array, b.array),
            (Shape::Array, Shape::Array) => match (a.array, b.array) {
                (Some((x, kind)), Some((y, other))) if kind == other => {
                    self.nodes.borrow_mut().unify(x, y);
                    (Shape::Array, Some((x.min(y), kind)))
                }
                _ => (Shape::Reference, None),
            },
            (
                Shape::Array | Shape::Null | Shape::Reference,
                Shape::Array | Shape::Null | Shape::Reference,
            ) => (Shape::Reference, None),
            _ => return None,
        };
        let mut level = level;
        if shape == Shape::Reference {
            // An array that is held as an object is followed no further.
            for (node, _) in [a.array, b.array].into_iter().flatten() {
                if self.nodes.borrow().class(node).active {
                    put(heap, Place::Anywhere, Origins::ENTRY);
                }
                self.nodes.borrow_mut().expose(node, Origins::ENTRY);
            }
            if level == Level::Varied {
                level = Level::Lost(Origins::ENTRY);
            }
        }
        let functions = self.world.union(a.functions, b.functions);
        Some(Fact { shape, level, stepped, this: a.this && b.this, array, functions })
    }
}

struct Step<'a, 'b> {
    analysis: &'b VariedAnalysis<'a>,
    heap: &'b mut BTreeMap<Place, Origins>,
}

impl Step<'_, '_> {
    fn origins(&self, at: usize) -> Origins {
        Origins::of(at, self.analysis.sites)
    }

    fn put(&mut self, place: Place, level: Level, at: usize) {
        if let Level::Lost(origin) = level.lose(at, self.analysis.sites) {
            put(self.heap, place, origin);
        }
    }

    fn get(&self, place: &Place) -> Level {
        let here = self.heap.get(place).map_or(Level::Inactive, |&o| Level::Lost(o));
        let anywhere = self.heap.get(&Place::Anywhere).map_or(Level::Inactive, |&o| Level::Lost(o));
        here.join(anywhere)
    }

    /// A reference to one of the arrays of a node.
    fn array(&self, node: Node, kind: ArrayKind) -> Fact {
        let level = self.analysis.nodes.borrow().level(node);
        Fact { level, array: Some((node, kind)), ..Fact::inactive(Shape::Array) }
    }

    /// Something of this level is stored into an array.
    fn store(&mut self, array: &Fact, level: Level) {
        let Some((node, _)) = array.array else { return };
        if self.analysis.callback {
            self.analysis.nodes.borrow_mut().expose(node, Origins::ENTRY);
        }
        if level == Level::Inactive {
            return;
        }
        self.analysis.nodes.borrow_mut().activate(node);
        self.analysis.nodes.borrow_mut().store(node);
        if let Level::Lost(origins) = level {
            self.analysis.nodes.borrow_mut().expose(node, origins);
        }
        if let Some(origins) = self.analysis.nodes.borrow().class(node).opaque {
            put(self.heap, Place::Anywhere, origins);
        }
    }

    /// Code that is not followed gets hold of the array, or it comes from there.
    fn expose(&mut self, fact: &Fact, at: usize) {
        if let Some((node, _)) = fact.array {
            let origins = self.origins(at);
            self.analysis.nodes.borrow_mut().expose(node, origins);
            if fact.level != Level::Inactive {
                self.put(Place::Anywhere, fact.level, at);
            }
        }
    }

    /// Whether the array that is stored at `at` was made by the instruction before, for nobody else.
    fn is_new(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let copied = matches!(self.analysis.calls[before], Some(Call::Array(ArrayCall::CopyOf)));
        let made = matches!(
            self.analysis.code.insns[before],
            Insn::NewArray(_)
                | Insn::MultiNewArray(..)
                | Insn::Type(Opcode::Anewarray, _)
                | Insn::Op(Opcode::AconstNull)
        );
        copied || made
    }

    fn named(&self, insn: &Insn) -> (Place, Option<FieldId>, String) {
        let Insn::Field(_, index) = insn else { return (Place::Anywhere, None, String::new()) };
        match self.analysis.pool.member_ref(*index) {
            Ok(m) => {
                let field = self.analysis.world.field(&m.owner, &m.name, &m.descriptor);
                (Place::Field(m.name.into_owned()), field, m.descriptor.into_owned())
            }
            Err(_) => (Place::Anywhere, None, String::new()),
        }
    }

    /// The array that a field holds.
    fn held(&mut self, at: usize, field: Option<FieldId>, kind: ArrayKind) -> Fact {
        let node = Node::site(at);
        match field {
            Some(field) => {
                let (active, opaque) = self.analysis.world.is_active(field);
                let mut nodes = self.analysis.nodes.borrow_mut();
                nodes.link(node, field);
                if self.analysis.world.is_stored(field) {
                    nodes.store(node);
                }
                if active {
                    nodes.activate(node);
                }
                if opaque {
                    nodes.expose(node, Origins::of(at, self.analysis.sites));
                }
            }
            None => {
                let origins = self.origins(at);
                self.analysis.nodes.borrow_mut().expose(node, origins);
            }
        }
        self.array(node, kind)
    }

    /// Whether the result is a cast of an active value or computed from one. What a comparison or
    /// an index decides is control, not computation.
    fn stepped(&self, at: usize, insn: &Insn, operands: &[Fact]) -> bool {
        let active = operands.iter().any(|f| f.level != Level::Inactive);
        let passed = operands.iter().any(|f| f.stepped);
        match (insn, &self.analysis.calls[at]) {
            (_, Some(Call::Rule(rule, _))) => (rule.lossy && active) || passed,
            (_, Some(call @ Call::Method(_))) => {
                let callee = call.callee(operands);
                passed || callee.is_some_and(|callee| self.summary(at, callee, operands).stepped)
            }
            (Insn::Op(Opcode::D2i | Opcode::D2l | Opcode::F2i | Opcode::F2l), _) => active || passed,
            (Insn::Op(op), _) => {
                passed && !op.mnemonic().ends_with("aload") && !op.mnemonic().contains("cmp")
            }
            _ => passed,
        }
    }

    fn summary(&self, at: usize, callee: &Callee, operands: &[Fact]) -> Summary {
        let (nodes, world) = (self.analysis.nodes.borrow(), self.analysis.world);
        let mut pattern = pattern(&nodes, at, world, callee, operands, !self.heap.is_empty());
        pattern.callback = self.analysis.callback;
        drop(nodes);
        world.summary(callee, receiver(operands), &pattern)
    }

    /// The level of a call's result; what it may do to the heap is recorded.
    fn call(&mut self, at: usize, operands: &[Fact]) -> Level {
        let joined = operands.iter().fold(Level::Inactive, |l, f| l.join(f.level));
        let call = &self.analysis.calls[at];
        if let Some(callee) = call.as_ref().and_then(|call| call.callee(operands)) {
            return self.method_call(&callee.clone(), at, operands);
        }
        match call {
            Some(Call::Sink) => {
                self.handed(at, operands);
                Level::Inactive
            }
            Some(Call::Text) => {
                self.put(Place::Text, joined, at);
                joined.lose(at, self.analysis.sites)
            }
            Some(Call::Rule(rule, _)) => {
                let operands = arguments(&self.analysis.code.insns[at], operands);
                let active: Vec<bool> = operands.iter().map(|f| f.level != Level::Inactive).collect();
                let joined = operands.iter().fold(Level::Inactive, |l, f| l.join(f.level));
                match rule.row {
                    Row::Zero | Row::Text => Level::Inactive,
                    Row::Lost if operands.iter().any(|f| f.shape == Shape::Reference) => {
                        joined.lose(at, self.analysis.sites).join(self.get(&Place::Text))
                    }
                    Row::Lost => joined.lose(at, self.analysis.sites),
                    _ if !rule.knows(&active) => {
                        self.analysis.unknown.borrow_mut().insert(at);
                        joined.lose(at, self.analysis.sites)
                    }
                    _ => joined,
                }
            }
            Some(Call::Array(call)) => {
                self.array_call(*call, at, operands);
                Level::Inactive
            }
            Some(Call::Method(_) | Call::Opaque) | None => {
                let given = self.handed(at, operands);
                for operand in operands {
                    self.expose(operand, at);
                }
                self.put(Place::Anywhere, joined, at);
                // A callee can read whatever an active value went into before.
                let seen = self.heap.values().fold(Level::Inactive, |l, &o| l.join(Level::Lost(o)));
                joined.lose(at, self.analysis.sites).join(seen).join(given)
            }
        }
    }

    /// The shape of the reference that a call gives: `null` until something else is returned.
    fn returned(&self, at: usize, call: &Call, operands: &[Fact]) -> Shape {
        let summary = call.callee(operands).map(|callee| self.summary(at, callee, operands));
        match summary {
            Some(Summary { returned: Returned::Nothing, .. }) => Shape::Null,
            _ => Shape::Reference,
        }
    }

    /// The lambdas that the result of an instruction may be.
    fn functions(&self, at: usize, insn: &Insn, operands: &[Fact]) -> Functions {
        let world = self.analysis.world;
        let of = |descriptor: &str, holder| match world.may_be_function(descriptor) {
            // An array has those that are in any.
            true if descriptor.starts_with('[') => {
                world.union(world.held(holder), world.held(Holder::Elements))
            }
            true => world.cast(world.held(holder), descriptor),
            false => Functions::NONE,
        };
        match insn {
            Insn::Type(Opcode::Anewarray, index) | Insn::MultiNewArray(index, _) => {
                let name = self.analysis.pool.class_name(*index).unwrap_or_default();
                let array = if name.starts_with('[') { name.into_owned() } else { format!("[L{name};") };
                of(&array, Holder::Elements)
            }
            Insn::Op(Opcode::Aaload) => operands[0].functions,
            Insn::Field(..) => {
                let (_, field, descriptor) = self.named(insn);
                of(&descriptor, field.map_or(Holder::Elsewhere, Holder::Field))
            }
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                let call = self.analysis.calls[at].as_ref();
                match call.and_then(|call| call.callee(operands)) {
                    Some(callee) => {
                        if let (Insn::InvokeDynamic(_), Some(make)) = (insn, callee.targets.bodies.first()) {
                            return world.lambda(*make);
                        }
                        let results = world.bodies(callee, receiver(operands)).into_iter();
                        let results = results.map(|body| of(&callee.result, Holder::Result(body)));
                        results.fold(Functions::NONE, |a, b| world.union(a, b))
                    }
                    None if matches!((insn, call), (Insn::InvokeDynamic(_), Some(Call::Opaque))) => {
                        Functions::UNKNOWN
                    }
                    // It may give back what it got.
                    None => of(&result_type(self.analysis.pool, insn), Holder::Elsewhere),
                }
            }
            _ => Functions::NONE,
        }
    }

    /// The bodies of a call get what they are passed.
    fn pass(&self, callee: &Callee, operands: &[Fact]) {
        if operands.iter().all(|f| f.functions == Functions::NONE) {
            return;
        }
        let (world, first) = (self.analysis.world, usize::from(callee.receiver));
        for body in world.bodies(callee, receiver(operands)) {
            for (i, operand) in operands.iter().enumerate() {
                world.hold(Holder::Parameter(body, i.checked_sub(first)), operand.functions);
            }
        }
    }

    /// Code that is not followed may call what it is handed: the level of what it gets to see then.
    fn handed(&mut self, at: usize, operands: &[Fact]) -> Level {
        let (world, sink) = (self.analysis.world, matches!(self.analysis.calls[at], Some(Call::Sink)));
        let mut bodies = self.analysis.callbacks[at].clone();
        for (descriptor, operand) in
            taken(self.analysis.pool, &self.analysis.code.insns[at]).iter().zip(operands)
        {
            // What is printed is not called.
            let functions = world.cast(operand.functions, descriptor);
            if functions != Functions::NONE && (!sink || world.is_function(descriptor)) {
                world.hold(Holder::Elsewhere, functions);
                bodies.extend(world.methods(functions));
            }
        }
        let mut level = Level::Inactive;
        for body in bodies {
            let summary = world.callback(body);
            let gives = summary.result != ResultLevel::Inactive;
            if !sink && (gives || summary.heap || summary.thrown || !summary.activates.is_empty()) {
                level = Level::Varied.lose(at, self.analysis.sites);
            }
        }
        self.put(Place::Anywhere, level, at);
        level
    }

    fn method_call(&mut self, callee: &Callee, at: usize, operands: &[Fact]) -> Level {
        self.pass(callee, operands);
        let summary = self.summary(at, callee, operands);
        let first = usize::from(callee.receiver);
        let array = |i: usize| operands.get(first + i).and_then(|f| f.array).map(|(node, _)| node);
        let result = Node::site(at);
        {
            let mut nodes = self.analysis.nodes.borrow_mut();
            for node in summary.activates.iter().filter_map(|&i| array(i)) {
                nodes.activate(node);
            }
            for node in summary.stores.iter().filter_map(|&i| array(i)) {
                nodes.store(node);
            }
            for aliases in &summary.aliases {
                let node = |end: &End| match end {
                    End::Parameter(i) => array(*i),
                    End::Result => Some(result),
                    End::Field(_) => None,
                };
                let ends: Vec<Node> = aliases.iter().filter_map(node).collect();
                ends.iter().for_each(|&node| nodes.share(node));
                for pair in ends.windows(2) {
                    nodes.unify(pair[0], pair[1]);
                }
                for end in aliases {
                    if let (End::Field(field), Some(&node)) = (end, ends.first()) {
                        nodes.link(node, *field);
                        if self.analysis.world.is_stored(*field) {
                            nodes.store(node);
                        }
                        if self.analysis.world.is_active(*field).0 {
                            nodes.activate(node);
                        }
                    }
                }
            }
            let declared = ArrayKind::of(&callee.result);
            if let (None, Returned::Array(kind)) = (declared, summary.returned) {
                nodes.give(result, kind);
            }
            let array = declared.is_some() || nodes.kind(result).is_some();
            if array && summary.result != ResultLevel::Inactive {
                nodes.activate(result);
            }
            if summary.exposes_result {
                nodes.expose(result, Origins::of(at, self.analysis.sites));
            }
        }
        for &i in &summary.exposes {
            if let Some(operand) = operands.get(first + i) {
                self.expose(operand, at);
            }
        }
        if summary.heap {
            self.put(Place::Anywhere, Level::Varied, at);
        }
        if summary.thrown && !self.analysis.thrown.replace(true) {
            // Handlers that were passed already are looked at again.
            self.analysis.nodes.borrow_mut().touch();
        }
        match summary.result {
            // An array that is an object among others.
            ResultLevel::Varied if summary.returned == Returned::Other && callee.result.starts_with('L') => {
                Level::Varied.lose(at, self.analysis.sites)
            }
            ResultLevel::Inactive => Level::Inactive,
            ResultLevel::Varied => Level::Varied,
            ResultLevel::Lost => Level::Varied.lose(at, self.analysis.sites),
        }
    }

    /// Copies and fills of arrays.
    fn array_call(&mut self, call: ArrayCall, at: usize, operands: &[Fact]) {
        let nodes = self.analysis.nodes;
        match call {
            ArrayCall::Clone | ArrayCall::CopyOf => {
                let (Some((from, kind)), to) = (operands[0].array, Node::site(at)) else { return };
                if kind.rank > 1 {
                    nodes.borrow_mut().unify(from, to);
                    nodes.borrow_mut().share(from);
                    return;
                }
                let class = nodes.borrow().class(from);
                if class.active {
                    nodes.borrow_mut().activate(to);
                }
                if let (true, Some(origins)) = (class.active, class.opaque) {
                    nodes.borrow_mut().expose(to, origins);
                }
            }
            ArrayCall::Copy => match (operands[0].array, operands[2].array) {
                (Some((from, kind)), Some((to, _))) if kind.rank > 1 => {
                    nodes.borrow_mut().unify(from, to);
                    nodes.borrow_mut().share(from);
                }
                (Some(_), Some(_)) => self.store(&operands[2], operands[0].level),
                (Some(_), None) | (None, Some(_)) => {
                    self.expose(&operands[0], at);
                    self.expose(&operands[2], at);
                }
                (None, None) => self.put(Place::Anywhere, operands[0].level, at),
            },
            ArrayCall::Fill => {
                if let Some(value) = operands.last() {
                    self.store(&operands[0], value.level);
                }
            }
        }
    }
}

/// The lambdas that the receiver of a call may be.
fn receiver(operands: &[Fact]) -> Functions {
    operands.first().map_or(Functions::NONE, |f| f.functions)
}

/// The types of the values that a call takes: the receiver's first.
fn taken(pool: &ConstantPool, insn: &Insn) -> Vec<String> {
    let split = |descriptor: &str| split_descriptor(descriptor).map(|(types, _)| types).unwrap_or_default();
    match insn {
        Insn::Invoke(op, index) => {
            let Ok(member) = pool.member_ref(*index) else { return Vec::new() };
            // It gives back what it is given, and does nothing with it.
            if (&*member.owner, &*member.name) == ("java/util/Objects", "requireNonNull") {
                return Vec::new();
            }
            // A constructor of a class that is not followed knows nothing of those below it.
            let owner = if member.name == "<init>" { String::new() } else { format!("L{};", member.owner) };
            let receiver = (*op != Opcode::Invokestatic).then_some(owner);
            receiver.into_iter().chain(split(&member.descriptor)).collect()
        }
        Insn::InvokeDynamic(index) => {
            pool.name_and_type(*index).map(|(_, descriptor)| split(&descriptor)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The type of a call's result.
fn result_type(pool: &ConstantPool, insn: &Insn) -> String {
    let descriptor = match insn {
        Insn::Invoke(_, index) => pool.member_ref(*index).map(|m| m.descriptor),
        Insn::InvokeDynamic(index) => pool.name_and_type(*index).map(|(_, descriptor)| descriptor),
        _ => return String::new(),
    };
    descriptor.ok().and_then(|d| split_descriptor(&d)).map(|(_, result)| result).unwrap_or_default()
}

/// The pattern of a call, from its operands.
pub fn pattern(
    nodes: &Nodes,
    at: usize,
    world: &dyn World,
    callee: &Callee,
    operands: &[Fact],
    heap: bool,
) -> Pattern {
    let carry = |(fact, descriptor): (&Fact, &String)| match fact.level {
        Level::Lost(_) => Carry::Lost,
        _ if fact.has_tangent() => Carry::Tangent,
        _ if fact.functions == Functions::OUTSIDE && world.is_function(descriptor) => Carry::Outside,
        _ => Carry::Nothing,
    };
    let operands = &operands[usize::from(callee.receiver)..];
    let parameters = operands.iter().zip(&callee.parameters).map(carry).collect();
    let result = Node::site(at);
    let array_result = ArrayKind::of(&callee.result).or(nodes.kind(result));
    let array_result = array_result.filter(|_| nodes.class(result).active);
    let array = |(i, (fact, descriptor)): (usize, (&Fact, &String))| match ArrayKind::of(descriptor) {
        None => Some((i, fact.array?.1)),
        Some(_) => None,
    };
    let arrays = operands.iter().zip(&callee.parameters).enumerate().filter_map(array).collect();
    Pattern { parameters, arrays, array_result, heap, callback: false, unread: false }
}

impl Interpreter for Step<'_, '_> {
    type V = Fact;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[Fact], kind: Kind) -> Fact {
        let shape = Shape::from(&kind);
        let stepped = self.stepped(at, insn, operands);
        let joined = || operands.iter().fold(Level::Inactive, |l, f| l.join(f.level));
        let array_kind = match &kind {
            Kind::Reference(nabla_flow::Reference::Class(name)) => ArrayKind::of(name),
            _ => None,
        };
        let level = match insn {
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                let level = self.call(at, operands);
                if let Some(Call::Array(ArrayCall::Clone)) = &self.analysis.calls[at]
                    && let Some((_, kind)) = operands[0].array
                {
                    return self.array(Node::site(at), kind);
                }
                let node = Node::site(at);
                let given = self.analysis.nodes.borrow().kind(node);
                if let Some(kind) = array_kind.or(given) {
                    let call = self.analysis.calls[at].as_ref();
                    let followed = call.is_some_and(|c| c.callee(operands).is_some());
                    if !followed && !matches!(call, Some(Call::Array(_))) {
                        // Where it came from is not known, nor who else holds it.
                        let origins = self.origins(at);
                        self.analysis.nodes.borrow_mut().expose(node, origins);
                    }
                    let array = self.array(node, kind);
                    let level = if matches!(level, Level::Lost(_)) { level } else { array.level };
                    return Fact { level, ..array };
                }
                level
            }
            Insn::Field(..) => {
                let (place, field, descriptor) = self.named(insn);
                if let Some(kind) = ArrayKind::of(&descriptor) {
                    return self.held(at, field, kind);
                }
                match field {
                    Some(field) if self.analysis.world.is_inactive(field) => Level::Inactive,
                    Some(field) if matches!(shape, Shape::Double | Shape::Float) => {
                        // Code that got hold of an active value may have called back. What a lambda
                        // captured stays, and one that was made there has no tangent method.
                        let anywhere = self.heap.get(&Place::Anywhere);
                        let anywhere = anywhere.filter(|_| !self.analysis.world.is_captured(field));
                        anywhere.map_or(Level::Inactive, |&o| Level::Lost(o)).join(
                            match self.analysis.world.is_active(field) {
                                (false, _) => Level::Inactive,
                                (true, false) => Level::Varied,
                                (true, true) => Level::Lost(self.origins(at)),
                            },
                        )
                    }
                    _ => self.get(&place).join(joined()),
                }
            }
            Insn::NewArray(_) | Insn::MultiNewArray(..) | Insn::Type(Opcode::Anewarray, _) => {
                match array_kind {
                    Some(kind) => return self.array(Node::site(at), kind),
                    None => Level::Inactive,
                }
            }
            Insn::Op(op) => match op {
                Opcode::Daload | Opcode::Faload => match operands[0].array {
                    Some((node, _)) => {
                        let class = self.analysis.nodes.borrow().class(node);
                        let reachable = class.opaque.is_some() || !class.fields.is_empty();
                        let anywhere = self.heap.get(&Place::Anywhere).filter(|_| reachable);
                        let lost = anywhere.map_or(Level::Inactive, |&o| Level::Lost(o));
                        lost.join(self.analysis.nodes.borrow().level(node)).join(operands[0].level)
                    }
                    None => Level::Inactive,
                },
                Opcode::Aaload => {
                    if let Some((node, kind)) = operands[0].array
                        && let Some(row) = kind.row()
                    {
                        return self.array(node, row);
                    }
                    self.get(&elements(*op)).join(operands[0].level)
                }
                Opcode::Iaload | Opcode::Laload | Opcode::Baload | Opcode::Caload | Opcode::Saload => {
                    // An index chooses an element; it does not vary with it.
                    self.get(&elements(*op)).join(operands[0].level)
                }
                Opcode::Dcmpl
                | Opcode::Dcmpg
                | Opcode::Fcmpl
                | Opcode::Fcmpg
                | Opcode::Lcmp
                | Opcode::D2i
                | Opcode::D2l
                | Opcode::F2i
                | Opcode::F2l
                | Opcode::Arraylength => Level::Inactive,
                _ => joined(),
            },
            Insn::Type(Opcode::Instanceof, _) => Level::Inactive,
            Insn::Iinc(..) => joined(),
            _ => Level::Inactive,
        };
        let shape = match &self.analysis.calls[at] {
            Some(call) if shape == Shape::Reference => self.returned(at, call, operands),
            _ => shape,
        };
        let functions = match shape {
            Shape::Reference => self.functions(at, insn, operands),
            _ => Functions::NONE,
        };
        Fact { level, stepped, functions, ..Fact::inactive(shape) }
    }

    fn consume(&mut self, at: usize, insn: &Insn, operands: &[Fact]) {
        match insn {
            Insn::Field(..) => {
                let (place, field, descriptor) = self.named(insn);
                let Some(value) = operands.last() else { return };
                let holder = field.map_or(Holder::Elsewhere, Holder::Field);
                self.analysis.world.hold(holder, value.functions);
                // An array stays what it is, wherever it is held.
                let inactive = field.is_some_and(|field| self.analysis.world.is_inactive(field));
                if inactive && value.array.is_none() {
                    return;
                }
                if let (Some(field), true) = (field, self.analysis.callback) {
                    self.analysis.world.expose(field);
                }
                match (field, value.array) {
                    // A field of another type may hold anything.
                    (_, Some(_)) if ArrayKind::of(&descriptor).is_none() => {
                        self.expose(value, at);
                        self.put(place, value.level, at);
                    }
                    (Some(field), Some((node, _))) => {
                        let (active, opaque) = self.analysis.world.is_active(field);
                        let mut nodes = self.analysis.nodes.borrow_mut();
                        nodes.link(node, field);
                        if !self.is_new(at) {
                            nodes.share(node);
                        }
                        if self.analysis.world.is_stored(field) {
                            nodes.store(node);
                        }
                        if active {
                            nodes.activate(node);
                        }
                        if opaque {
                            nodes.expose(node, Origins::of(at, self.analysis.sites));
                        }
                    }
                    (None, Some(_)) => self.expose(value, at),
                    (Some(field), None)
                        if value.level != Level::Inactive
                            && matches!(value.shape, Shape::Double | Shape::Float) =>
                    {
                        self.analysis.world.activate(field);
                        if value.is_lost() {
                            self.analysis.world.expose(field);
                        }
                    }
                    _ => self.put(place, value.level, at),
                }
            }
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => self.store(&operands[0], operands[2].level),
            Insn::Op(Opcode::Aastore) if operands[2].functions != Functions::NONE => {
                self.analysis.world.hold(Holder::Elements, operands[2].functions);
            }
            Insn::Op(Opcode::Aastore) => match (operands[0].array, operands[2].array) {
                (Some((array, kind)), Some((row, of))) if kind.row() == Some(of) => {
                    self.analysis.nodes.borrow_mut().unify(array, row);
                    self.analysis.nodes.borrow_mut().share(array);
                }
                (None, Some(_)) | (Some(_), Some(_)) => self.expose(&operands[2], at),
                _ => self.put(elements(Opcode::Aastore), operands[2].level, at),
            },
            Insn::Op(
                op
                @ (Opcode::Iastore | Opcode::Lastore | Opcode::Bastore | Opcode::Castore | Opcode::Sastore),
            ) => self.put(elements(*op), operands[2].level, at),
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                self.call(at, operands);
            }
            _ => {}
        }
    }

    fn copy(&mut self, at: usize, insn: &Insn, value: &Fact) -> Fact {
        let Insn::Type(Opcode::Checkcast, index) = insn else { return *value };
        let name = self.analysis.pool.class_name(*index).unwrap_or_default();
        let kind = ArrayKind::of(&name);
        match (kind, value.shape) {
            (Some(kind), Shape::Reference) => {
                // It comes from where arrays are not followed.
                let node = Node::site(at);
                let origins = self.origins(at);
                self.analysis.nodes.borrow_mut().expose(node, origins);
                let lost = self.get(&Place::Anywhere).join(value.level);
                let array = self.array(node, kind);
                Fact { level: if lost == Level::Inactive { array.level } else { lost }, ..array }
            }
            _ if value.functions != Functions::NONE => {
                let descriptor = if name.starts_with('[') { name.into_owned() } else { format!("L{name};") };
                let functions = self.analysis.world.cast(value.functions, &descriptor);
                Fact { functions, ..*value }
            }
            _ => *value,
        }
    }
}

/// Loads and stores of one element type share a place.
fn elements(op: Opcode) -> Place {
    Place::Elements(match op {
        Opcode::Aaload | Opcode::Aastore => b'A',
        Opcode::Laload | Opcode::Lastore => b'J',
        _ => b'I',
    })
}
