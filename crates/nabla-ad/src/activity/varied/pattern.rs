//! The activity pattern of a call.

use crate::activity::fact::{ArrayKind, Fact, Level, unboxed};
use crate::activity::gone::Gone;
use crate::activity::nodes::{Node, Nodes};
use crate::program::holders::Functions;
use crate::program::instance::{Callee, Carry, Pattern, World};

/// The lambdas that the receiver of a call may be.
pub(super) fn receiver(operands: &[Fact]) -> Functions {
    operands.first().map_or(Functions::NONE, |f| f.functions)
}

/// The pattern of a call, from its operands.
pub fn pattern(
    nodes: &Nodes,
    at: usize,
    world: &dyn World,
    callee: &Callee,
    operands: &[Fact],
    gone: Gone,
) -> Pattern {
    // What was lost anywhere may be in an array that code has which is not followed.
    let reached = |fact: &Fact| {
        let opaque = |(node, _)| nodes.class(node).opaque.is_some();
        gone.has(Gone::ANYWHERE) && fact.array.is_some_and(opaque)
    };
    let carry = |(fact, descriptor): (&Fact, &String)| match fact.level {
        Level::Lost(_) => Carry::Lost,
        _ if reached(fact) => Carry::Lost,
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
    // Beside a box that has a tangent, others have to be known to be boxes: the callee may give either.
    let boxed = operands.iter().any(|fact| fact.has_tangent() && fact.shape.content().is_some());
    let content = |(i, (fact, descriptor)): (usize, (&Fact, &String))| {
        let known = unboxed(descriptor).is_some() || !boxed;
        fact.shape.content().filter(|_| !known).map(|_| (i, fact.shape))
    };
    let boxes = operands.iter().zip(&callee.parameters).enumerate().filter_map(content).collect();
    Pattern {
        parameters,
        arrays,
        boxes,
        array_result,
        gone,
        callback: false,
        unread: false,
        group: world.group(),
    }
}
