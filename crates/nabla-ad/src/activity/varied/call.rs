//! Calls: the level of a result, and what the callee does to the heap and to arrays.

use super::elsewhere::may_read;
use super::pattern::{pattern, receiver};
use super::text::{copies_out, reads_into};
use super::{Place, Step, gone, places};
use crate::activity::calls::{Call, arguments};
use crate::activity::fact::{ArrayKind, Fact, Level, Shape};
use crate::activity::nodes::Node;
use crate::activity::origins::Origins;
use crate::program::instance::{CalleeRef, End, ResultLevel, Returned, Summary};
use crate::program::outside::constructors;
use crate::rules::Row;
use nabla_classfile::{ConstantPool, Insn};
use std::rc::Rc;

/// Classes of the JDK through which a program reads fields and calls methods that its code does not name.
const REFLECTIVE: &[&str] = &[
    "java/io/ObjectInput",
    "java/io/ObjectInputStream",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Field",
    "java/lang/reflect/Method",
];

fn reflects(pool: &ConstantPool, insn: &Insn) -> bool {
    let Insn::Invoke(_, index) = insn else { return false };
    pool.member_ref(*index).is_ok_and(|member| REFLECTIVE.contains(&&*member.owner))
}

impl Step<'_, '_> {
    /// The summary of the bodies that a call reaches.
    pub(super) fn summary(&self, at: usize, callee: &CalleeRef, operands: &[Fact]) -> Rc<Summary> {
        let (nodes, world) = (self.analysis.nodes.borrow(), self.analysis.world);
        let mut pattern = pattern(&nodes, at, world, callee, operands, gone(self.heap));
        pattern.callback = self.analysis.callback;
        drop(nodes);
        let receiver = receiver(operands);
        let summaries = &self.analysis.asked.summaries;
        if let Some((for_receiver, for_pattern, summary)) = summaries.borrow().get(&at)
            && (*for_receiver, for_pattern) == (receiver, &pattern)
        {
            return Rc::clone(summary);
        }
        let summary = world.summary(callee, receiver, &pattern);
        summaries.borrow_mut().insert(at, (receiver, pattern, Rc::clone(&summary)));
        summary
    }

    /// The level of a call's result; what it may do to the heap is recorded.
    pub(super) fn call(&mut self, at: usize, operands: &[Fact]) -> Level {
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
                // It may call what it is given: an object that formats itself.
                let given = match operands.iter().any(|f| f.functions.any_found()) {
                    true => self.handed(at, operands),
                    false => Level::Inactive,
                };
                let said = joined.join(self.said(at)).join(given);
                if copies_out(self.analysis.pool, &self.analysis.code.insns[at]) {
                    self.put(Place::Anywhere, said, at);
                }
                self.text(said, at)
            }
            Some(Call::Components(components)) => {
                let held =
                    components.iter().any(|component| self.shows(component)) | self.calls_back(at, false);
                self.text(if held { Level::Varied } else { Level::Inactive }, at)
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
            // What is no box for certain may hold anything.
            Some(Call::Box(_)) => match operands[0] {
                Fact { shape: Shape::Reference, level: Level::Varied, .. } => {
                    Level::Varied.lose(at, self.analysis.sites)
                }
                // An object of a class of the program computes what it gives.
                Fact { shape: Shape::Reference | Shape::MaybeDouble, level, .. }
                    if self.calls_back(at, false) =>
                {
                    level.join(Level::Varied.lose(at, self.analysis.sites))
                }
                // One of the JDK's may hold what went into it: a sum, a number of many digits.
                Fact { shape: Shape::Reference | Shape::MaybeDouble, level, .. }
                    if self.is_any_number(at) =>
                {
                    level.join(self.seen(at))
                }
                operand => operand.level,
            },
            Some(Call::Array(call)) => {
                self.array_call(*call, at, operands);
                Level::Inactive
            }
            Some(Call::Method(_) | Call::Opaque) | None => {
                if may_read(self.analysis.world, self.analysis.pool, &self.analysis.code.insns[at], operands)
                {
                    self.analysis.world.meet_elsewhere();
                }
                let given = self.handed(at, operands);
                for operand in operands {
                    self.expose(operand, at);
                }
                // One that reads any field and calls any method makes objects of what it finds.
                let insn = &self.analysis.code.insns[at];
                let reflected = reflects(self.analysis.pool, insn) || self.analysis.foreign.contains(&at);
                // What it makes may hold all that was lost, and what its constructor finds.
                let made = constructors(self.analysis.pool, &self.analysis.code.insns, at);
                let is_lost = made.is_some_and(|constructors| {
                    joined != Level::Inactive
                        || !self.heap.is_empty()
                        || self.analysis.world.run_outside(&constructors)
                });
                let outside = self.runs_outside(at, operands) || is_lost;
                let lost = reflected || outside;
                let given = if lost { Level::Varied.lose(at, self.analysis.sites) } else { given };
                let read = match reads_into(self.analysis.pool, &self.analysis.code.insns[at]) {
                    true => self.get(&Place::Text),
                    false => Level::Inactive,
                };
                self.put(Place::Anywhere, joined.join(given).join(read), at);
                let said = self.says(at);
                joined.lose(at, self.analysis.sites).join(self.seen(at)).join(given).join(said)
            }
        }
    }

    /// The shape of the reference that a call gives: `null` until something else is returned.
    pub(super) fn returned(&self, at: usize, call: &Call, operands: &[Fact]) -> Shape {
        let summary = call.callee(operands).map(|callee| self.summary(at, callee, operands));
        let level = summary.as_ref().map_or(ResultLevel::Inactive, |summary| summary.result);
        match summary.map(|summary| summary.returned) {
            Some(Returned::Nothing) => Shape::Null,
            Some(Returned::Box(Shape::MaybeDouble)) if level != ResultLevel::Varied => Shape::Reference,
            Some(Returned::Box(shape)) => shape,
            _ => Shape::Reference,
        }
    }

    pub(super) fn method_call(&mut self, callee: &CalleeRef, at: usize, operands: &[Fact]) -> Level {
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
            for node in summary.written.iter().filter_map(|&i| array(i)) {
                nodes.write(node);
            }
            for (aliases, shared) in &summary.aliases {
                let node = |end: &End| match end {
                    End::Parameter(i) => array(*i),
                    End::Result => Some(result),
                    End::Field(_) => None,
                };
                let ends: Vec<Node> = aliases.iter().filter_map(node).collect();
                if *shared {
                    ends.iter().for_each(|&node| nodes.share(node));
                }
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
        for place in places(summary.gone) {
            self.put(place, Level::Varied, at);
        }
        let thrown = self.analysis.thrown.get();
        if !thrown.has(summary.thrown) {
            self.analysis.thrown.set(thrown.join(summary.thrown));
            // Handlers that were passed already are looked at again.
            self.analysis.nodes.borrow_mut().touch();
        }
        let mut shown = Level::Inactive;
        if self.shown(callee, at, operands) {
            shown = Level::Varied.lose(at, self.analysis.sites);
            self.put(Place::Anywhere, shown, at);
        }
        if summary.unfollowed {
            shown = shown.join(self.handed(at, operands));
        }
        shown.join(match summary.result {
            // An array that is an object among others.
            ResultLevel::Varied
                if matches!(summary.returned, Returned::Object | Returned::Other)
                    && callee.result.starts_with('L') =>
            {
                Level::Varied.lose(at, self.analysis.sites)
            }
            ResultLevel::Inactive => Level::Inactive,
            ResultLevel::Varied => Level::Varied,
            ResultLevel::Lost => Level::Varied.lose(at, self.analysis.sites),
        })
    }

    /// Whether a call takes a number out of an object of which no more is known than that it has one.
    fn is_any_number(&self, at: usize) -> bool {
        let Insn::Invoke(_, index) = &self.analysis.code.insns[at] else { return false };
        self.analysis.pool.member_ref(*index).is_ok_and(|member| member.owner == "java/lang/Number")
    }

    /// Whether a call runs functions as they are that may compute from active values, though none goes in.
    fn runs_outside(&self, at: usize, operands: &[Fact]) -> bool {
        let world = self.analysis.world;
        if let Some(Call::Method(callee)) = &self.analysis.calls[at] {
            return callee.targets.open.as_deref().is_some_and(|interface| world.run_outside(interface));
        }
        let Some(outside) = self.analysis.outside.get(&at) else { return false };
        // Those that were made here are looked at for themselves.
        let is_outside = |i: usize| operands.get(i).is_some_and(|f| !world.are_known(f.functions));
        let run = outside.iter().filter(|outside| outside.operand.is_none_or(is_outside));
        run.fold(false, |any, outside| any | world.run_outside(&outside.interface))
    }

    /// Whether a function of which nothing is known is given others, and gets to see active values when it calls
    /// them.
    fn shown(&self, callee: &CalleeRef, at: usize, operands: &[Fact]) -> bool {
        let world = self.analysis.world;
        let first = usize::from(callee.receiver);
        let given = operands.get(first..).unwrap_or_default();
        callee.targets.open.is_some()
            && given.iter().any(|f| f.functions.any_found())
            && world.gives_up()
            && world.bodies(callee, receiver(operands)).is_empty()
            && self.sees(at, given, first)
    }
}
