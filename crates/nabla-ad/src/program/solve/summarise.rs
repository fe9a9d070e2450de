//! The summary of a method, from what is varied in it.

use super::Program;
use crate::activity::calls::Call;
use crate::activity::effects::Effects;
use crate::activity::fact::{Fact, Level, Shape};
use crate::activity::gone::Gone;
use crate::activity::nodes::Node;
use crate::program::holders::Holder;
use crate::program::instance::{Carry, End, Pattern, ResultLevel, Returned, Summary, World};
use crate::program::primal::{Flow, Primal};
use nabla_classfile::{Insn, Opcode};
use std::collections::{BTreeMap, BTreeSet};

/// The summary of a method whose code cannot be followed.
pub(super) fn unknown(pattern: &Pattern) -> Summary {
    let all: BTreeSet<usize> = (0..pattern.parameters.len()).collect();
    Summary {
        result: ResultLevel::Lost,
        gone: Gone::ANYWHERE,
        thrown: Gone::ANYWHERE,
        exposes: all,
        exposes_result: true,
        returned: Returned::Other,
        unfollowed: true,
        ..Summary::default()
    }
}

impl<'a> Program<'a> {
    /// What the callers must know of a method.
    pub(super) fn summarise(&self, primal: &Primal<'a>, flow: &Flow, pattern: &Pattern) -> Summary {
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
                summary.thrown = summary.thrown.join(before.gone());
            }
            if !op.mnemonic().ends_with("return") {
                continue;
            }
            summary.gone = summary.gone.join(before.gone());
            if let Some(result) = state.stack.last().filter(|_| *op != Opcode::Return) {
                summary.stepped |= result.stepped;
                self.hold(Holder::Result(primal.method), result.functions);
                if pattern.callback {
                    self.hold(Holder::Elsewhere, result.functions);
                }
                summary.result = summary.result.max(level(result));
                summary.returned = summary.returned.join(match (result.shape, result.array) {
                    (Shape::Null, _) => Returned::Nothing,
                    (_, Some((_, kind))) => Returned::Array(kind),
                    (shape, _) if shape.content().is_some() => Returned::Box(shape),
                    (Shape::Reference, _) => Returned::Object,
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
            if class.written {
                summary.written.insert(i);
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
                flow.nodes.class(node).fields.iter().for_each(|field| self.expose(*field));
            }
        }
        for (node, mut ends) in ends {
            let class = flow.nodes.class(node);
            ends.extend(class.fields.iter().copied().map(End::Field));
            if ends.len() > 1 {
                summary.aliases.insert((ends, class.shared));
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
}

fn level(fact: &Fact) -> ResultLevel {
    match fact.level {
        Level::Inactive => ResultLevel::Inactive,
        Level::Varied if fact.has_tangent() => ResultLevel::Varied,
        // An integer that varies is a cast; a reference that does is not followed here.
        Level::Varied | Level::Lost(_) => ResultLevel::Lost,
    }
}
