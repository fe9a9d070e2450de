//! Drawing a control-flow graph for Graphviz.

use petgraph::dot::{Config, Dot};

use crate::cfg::{Cfg, Edge};

impl Cfg {
    /// The graph in the DOT language: a box for each block with a line for each instruction, as
    /// `line` gives it; exception edges are dashed and carry the row of the exception table.
    ///
    /// The text depends on nothing but the graph and `line`.
    pub fn dot(&self, title: &str, line: impl Fn(usize) -> String) -> String {
        let edge_attributes = |_, edge: petgraph::graph::EdgeReference<'_, Edge>| match edge.weight() {
            Edge::Normal => String::new(),
            Edge::Exception { handler } => format!("style=dashed label=\"catch {handler}\""),
        };
        let node_attributes = |_, (node, _): (petgraph::graph::NodeIndex, _)| {
            let mut label = format!("B{}\\l", node.index());
            for insn in self.blocks[node.index()].range.clone() {
                // `\l` ends a line and sets it flush left.
                label += &escape(&line(insn));
                label += "\\l";
            }
            format!("label=\"{label}\"")
        };
        let config = [Config::GraphContentOnly, Config::NodeNoLabel, Config::EdgeNoLabel];
        let content = Dot::with_attr_getters(&self.graph, &config, &edge_attributes, &node_attributes);
        let title = escape(title);
        format!(
            "digraph \"{title}\" {{\n    label=\"{title}\"\n    node [shape=box fontname=\"monospace\"]\n{content:?}}}\n"
        )
    }
}

/// Makes a text safe inside a quoted DOT string.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\l"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
