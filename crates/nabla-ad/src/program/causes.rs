//! Which of the instructions that lose dependence lose it first: what is computed from something that is lost
//! already is no reason of its own.

use super::primal::{Flow, Primal};
use super::solve::Program;
use crate::activity::fact::Level;
use crate::field::operands::operand_count;
use nabla_classfile::Insn;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// Those of which nothing else is the cause, and the causes of the others; of those that are causes of one
/// another, in a loop, all.
pub fn first_causes(
    program: &Program,
    primal: &Primal,
    flow: &Flow,
    losing: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut graph = DiGraph::<usize, ()>::new();
    let mut nodes: BTreeMap<usize, NodeIndex> = BTreeMap::new();
    let mut waiting: Vec<usize> = losing.into_iter().collect();
    for &at in &waiting {
        nodes.insert(at, graph.add_node(at));
    }
    while let Some(at) = waiting.pop() {
        for cause in causes(program, primal, flow, at) {
            let node = *nodes.entry(cause).or_insert_with(|| {
                waiting.push(cause);
                graph.add_node(cause)
            });
            graph.update_edge(nodes[&at], node, ());
        }
    }
    let mut first = BTreeSet::new();
    for together in tarjan_scc(&graph) {
        let is_inside = |node: &NodeIndex| graph.neighbors(*node).all(|cause| together.contains(&cause));
        if together.iter().all(is_inside) {
            first.extend(together.iter().map(|node| graph[*node]));
        }
    }
    first
}

/// The calls at which the operands of an instruction were lost; none where one of these is active still. A field
/// or an array that is out of reach may be that because of the instruction.
fn causes(program: &Program, primal: &Primal, flow: &Flow, at: usize) -> BTreeSet<usize> {
    let count = operand_count(program, primal, &primal.code.insns[at]);
    let state = flow.varied.before(at).and_then(|varied| varied.state.as_ref());
    let operands = state.and_then(|state| state.stack.get(state.stack.len().checked_sub(count)?..));
    let is_call = |at: &usize| matches!(primal.code.insns[*at], Insn::Invoke(..) | Insn::InvokeDynamic(_));
    let mut causes = BTreeSet::new();
    for operand in operands.unwrap_or_default() {
        match operand.level {
            Level::Inactive => {}
            Level::Varied => return BTreeSet::new(),
            Level::Lost(origins) => causes.extend(origins.instructions(&primal.sites).filter(is_call)),
        }
    }
    causes
}
