//! The graph of what a method calls, for Graphviz: methods in the patterns in which they are called,
//! rules, and where a derivative is refused.

use super::reached::{Reached, active_names};
use crate::activity::calls::Call;
use crate::activity::fact::Level;
use crate::program::instance::{Carry, Key, ResultLevel};
use crate::report::{Diagnostic, MethodReport, Severity};
use crate::rules::{self, Row, Rule};
use nabla_classfile::Insn;
use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, EdgeReference, NodeIndex};
use std::collections::BTreeMap;

/// What a node stands for; one node each.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Id {
    /// A method in a pattern.
    Method(Key),
    /// A method that is called with nothing active.
    Inactive(String),
    /// A function with a rule, or code that is not followed: its name.
    Outside(String),
}

#[derive(Debug)]
struct Node {
    label: Vec<String>,
    look: &'static str,
    /// What is refused in it.
    refusals: Vec<String>,
}

/// The calls of one method by another.
#[derive(Debug, Default)]
struct Edge {
    lines: Vec<u16>,
    active: bool,
    refused: bool,
}

type Graph = DiGraph<Node, Edge>;

const SELECTED: &str = "style=\"bold,filled\" fillcolor=\"#fff3d6\"";
const ACTIVE: &str = "style=filled fillcolor=\"#fff3d6\"";
const INACTIVE: &str = "style=dashed color=gray40 fontcolor=gray40";
const RULE: &str = "shape=ellipse style=filled fillcolor=\"#e3f0e3\"";
const QUIET: &str = "shape=ellipse style=dashed color=gray40 fontcolor=gray40";
const UNKNOWN: &str = "shape=octagon color=\"#b3261e\" fontcolor=\"#b3261e\"";

/// The graph of a method that was refused before it was read.
pub fn alone(report: &MethodReport) -> String {
    let mut graph = Graph::new();
    let refusals = report.diagnostics.iter().map(refusal).collect();
    graph.add_node(Node { label: vec![report.method.clone()], look: SELECTED, refusals });
    text(&graph, &report.method)
}

/// The graph of a method, of which this is the report.
pub fn draw(reached: &Reached, root: &Key, report: &MethodReport) -> String {
    let mut drawing = Drawing { reached, root, report, graph: Graph::new(), nodes: BTreeMap::new() };
    drawing.node(Id::Method(root.clone()), || (Vec::new(), SELECTED));
    let keys: Vec<&Key> = reached.instances.keys().collect();
    for key in keys {
        drawing.calls(key);
    }
    text(&drawing.graph, &format!("calls of {}", report.method))
}

struct Drawing<'r, 'p, 'a> {
    reached: &'r Reached<'p, 'a>,
    root: &'r Key,
    report: &'r MethodReport,
    graph: Graph,
    nodes: BTreeMap<Id, NodeIndex>,
}

impl Drawing<'_, '_, '_> {
    fn node(&mut self, id: Id, look: impl FnOnce() -> (Vec<String>, &'static str)) -> NodeIndex {
        if let Some(&known) = self.nodes.get(&id) {
            return known;
        }
        let node = match &id {
            Id::Method(key) => self.method(key),
            _ => {
                let (label, look) = look();
                Node { label, look, refusals: Vec::new() }
            }
        };
        let index = self.graph.add_node(node);
        self.nodes.insert(id, index);
        index
    }

    fn method(&self, key: &Key) -> Node {
        let (class, name) = self.reached.name(key.method);
        let mut label = vec![format!("{class}.{name}{}", self.reached.descriptor(key.method))];
        if let Some(instance) = self.reached.instances.get(key) {
            label.push(format!("active: {}", active_names(&instance.primal, &key.pattern)));
            let lost = key.pattern.parameters.iter().enumerate().filter(|(_, c)| **c == Carry::Lost);
            let lost: Vec<String> = lost.map(|(i, _)| instance.primal.signature.label(i)).collect();
            if !lost.is_empty() {
                label.push(format!("not followed: {}", lost.join(", ")));
            }
        }
        if key != self.root && !key.pattern.text().is_empty() {
            label.push(format!("pattern: {}", key.pattern.text()));
        }
        let refusals = self.refusals(key).map(refusal).collect();
        Node { label, look: if key == self.root { SELECTED } else { ACTIVE }, refusals }
    }

    /// What is refused in a method.
    fn refusals<'s>(&'s self, key: &Key) -> impl Iterator<Item = &'s Diagnostic> {
        let (class, method) = self.reached.name(key.method);
        let descriptor = self.reached.descriptor(key.method);
        let own = key.method == self.root.method;
        let errors = self.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        errors.filter(move |d| match &d.callee {
            Some(place) => (&place.class, &place.method, &place.descriptor) == (&class, &method, &descriptor),
            None => own,
        })
    }

    /// Draws the calls of one method.
    fn calls(&mut self, key: &Key) {
        let Some(instance) = self.reached.instances.get(key) else { return };
        let from = self.node(Id::Method(key.clone()), || (Vec::new(), ACTIVE));
        for at in 0..instance.primal.code.insns.len() {
            let Some(call) = &instance.activity.flow.calls[at] else { continue };
            let effects = instance.activity.effects(self.reached.program, &instance.primal);
            if effects.flow.varied.before(at).is_none_or(|v| v.state.is_none()) {
                continue;
            }
            let count = effects.argument_count(at).unwrap_or(0);
            let given = effects.operands(at, count).unwrap_or_default();
            let active = given.iter().any(|f| f.level != Level::Inactive);
            let offset = instance.primal.code.offsets[at];
            let refused = self.refusals(key).any(|d| d.offset == Some(offset));
            let mut to = Vec::new();
            let goes;
            if let Some(site) = self.reached.site(instance, at) {
                goes = site.result != ResultLevel::Inactive || site.writes;
                for key in site.keys {
                    let (class, name) = self.reached.name(key.method);
                    let text = format!("{class}.{name}{}", self.reached.descriptor(key.method));
                    let id = if goes { Id::Method(key) } else { Id::Inactive(text.clone()) };
                    to.push(self.node(id, || (vec![text], INACTIVE)));
                }
            } else {
                let name = outside(self.reached, instance, at);
                let (label, look) = look(call, name.clone(), active);
                goes = active && look != QUIET;
                to.push(self.node(Id::Outside(name), || (label, look)));
            }
            let line = instance.primal.code.line_at(at);
            for to in to {
                self.edge(from, to, line, goes, refused);
            }
        }
    }

    fn edge(&mut self, from: NodeIndex, to: NodeIndex, line: Option<u16>, active: bool, refused: bool) {
        let index = self.graph.find_edge(from, to);
        let index = index.unwrap_or_else(|| self.graph.add_edge(from, to, Edge::default()));
        let edge = &mut self.graph[index];
        edge.lines.extend(line);
        edge.active |= active;
        edge.refused |= refused;
    }
}

/// The name of what is called outside the program.
fn outside(reached: &Reached, instance: &super::reached::Instance, at: usize) -> String {
    let text = reached.insn(&instance.primal, at);
    match &instance.primal.code.insns[at] {
        Insn::InvokeDynamic(_) => text,
        _ => text.split_once(' ').map_or(text.clone(), |(_, name)| name.to_owned()),
    }
}

/// What a call that is not followed means.
fn look(call: &Call, name: String, active: bool) -> (Vec<String>, &'static str) {
    match call {
        Call::Rule(rule, _) => match (&rule.row, formula(rule)) {
            (Row::Lost, _) if active => (vec![name, "the derivative is lost".to_owned()], UNKNOWN),
            (Row::Zero | Row::Text | Row::Lost, _) | (_, None) => (vec![name], QUIET),
            (_, Some(formula)) => (vec![name, formula], RULE),
        },
        Call::Array(_) => (vec![name, "tangent arrays alike".to_owned()], RULE),
        Call::Box(_) => (vec![name, "the tangent of the number".to_owned()], RULE),
        Call::Sink => (vec![name, "nothing comes back".to_owned()], QUIET),
        Call::Text | Call::Components(_) => (vec![name, "text".to_owned()], QUIET),
        Call::Method(_) | Call::Opaque if active => (vec![name, "not followed".to_owned()], UNKNOWN),
        Call::Method(_) | Call::Opaque => (vec![name], QUIET),
    }
}

/// The partials of a rule, as the table shows them.
fn formula(rule: &Rule) -> Option<String> {
    let row =
        rules::rows().find(|r| (r.owner, r.name, r.descriptor) == (rule.owner, rule.name, rule.descriptor));
    match row {
        Some(row) => (!row.partials.is_empty()).then(|| format!("rule: {}", row.partials.join(", "))),
        None => Some("rule of the user or of an earlier run".to_owned()),
    }
}

fn refusal(diagnostic: &Diagnostic) -> String {
    let line = diagnostic.line.map(|l| format!(" at line {l}")).unwrap_or_default();
    format!("{}{line}: {}", diagnostic.code, diagnostic.message)
}

/// The graph in the DOT language.
fn text(graph: &Graph, title: &str) -> String {
    let edge = |_, edge: EdgeReference<'_, Edge>| {
        let Edge { lines, active, refused } = edge.weight();
        let mut lines: Vec<String> = lines.iter().map(u16::to_string).collect();
        lines.dedup();
        let label = match lines.len() {
            0 => String::new(),
            1 => format!("label=\"line {}\" ", lines[0]),
            _ => format!("label=\"lines {}\" ", lines.join(", ")),
        };
        let look = match (refused, active) {
            (true, _) => "color=\"#b3261e\" penwidth=2",
            (_, true) => "penwidth=2",
            _ => "style=dashed color=gray40",
        };
        format!("{label}{look}")
    };
    let node = |_, (_, node): (NodeIndex, &Node)| {
        let refusals = node.refusals.iter().map(|r| format!("refused: {r}"));
        let lines: Vec<String> = node.label.iter().cloned().chain(refusals).map(|l| escape(&l)).collect();
        let red = if node.refusals.is_empty() { "" } else { " color=\"#b3261e\"" };
        format!("label=\"{}\\l\" {}{red}", lines.join("\\l"), node.look)
    };
    let config = [Config::GraphContentOnly, Config::NodeNoLabel, Config::EdgeNoLabel];
    let content = Dot::with_attr_getters(graph, &config, &edge, &node);
    format!(
        "digraph \"{title}\" {{\n    rankdir=LR\n    node [shape=box fontname=\"monospace\"]\n{content:?}}}\n",
        title = escape(title)
    )
}

/// Makes a text safe inside a quoted DOT string.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(|c: char| c.is_control(), " ")
}
