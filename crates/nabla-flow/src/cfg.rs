//! The control-flow graph of one method: blocks, and edges of two sorts.
//!
//! A block ends after every instruction that decides where control goes, before every place that a
//! jump, switch or exception handler leads to, and before the start and the end of every exception
//! range. So each range covers whole blocks, and an exception edge belongs to the whole block: it
//! leaves from *before* any of its instructions.
//!
//! Blocks without a way to them exist too; [`Cfg::order`] leaves them out.

use std::collections::BTreeSet;
use std::ops::Range;

use nabla_classfile::{Code, Insn, Label, Opcode};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{DfsPostOrder, EdgeRef};

use crate::error::{FlowError, Result};

/// A block, by its place in [`Cfg::blocks`]; the order is that of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

impl BlockId {
    /// The index into [`Cfg::blocks`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Instructions that are executed one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The indices of its instructions; never empty.
    pub range: Range<usize>,
}

/// How control passes between two blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// By falling through, a jump or a switch, after the block's last instruction.
    Normal,
    /// By an exception that any of the block's instructions throws.
    Exception {
        /// The row of the exception table.
        handler: usize,
    },
}

/// The control-flow graph of a method.
#[derive(Debug, Clone)]
pub struct Cfg {
    /// All blocks, in the order of the code; the first is the entry.
    pub blocks: Vec<Block>,
    pub(crate) graph: DiGraph<BlockId, Edge>,
    block_of: Vec<BlockId>,
    order: Vec<BlockId>,
}

/// The most pairs of an instruction and a handler that covers it: room for every instruction of a
/// 64 KB method to have dozens, and far less than a table of 65,535 rows could name.
const MOST_COVERED: usize = 4 << 20;

/// Where control goes after an instruction that ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Targets {
    /// Whether it may go to the next instruction.
    pub falls_through: bool,
    /// The targets of a jump or switch, in the instruction's order (a switch's default last),
    /// repetitions included.
    pub jumps: Vec<Label>,
}

/// Where control goes after `insn`, exceptions aside.
pub fn targets(insn: &Insn) -> Targets {
    match insn {
        Insn::Branch(op, label) => Targets { falls_through: !op.ends_block(), jumps: vec![*label] },
        Insn::TableSwitch { default, targets, .. } => {
            Targets { falls_through: false, jumps: targets.iter().chain([default]).copied().collect() }
        }
        Insn::LookupSwitch { default, pairs } => Targets {
            falls_through: false,
            jumps: pairs.iter().map(|(_, label)| label).chain([default]).copied().collect(),
        },
        Insn::Op(op) => Targets { falls_through: !op.ends_block(), jumps: Vec::new() },
        _ => Targets { falls_through: true, jumps: Vec::new() },
    }
}

/// The instruction that always ran directly before the one at `at`; `None` if that can be reached in
/// another way.
pub fn only_before<'c>(code: &'c Code<'_>, at: usize) -> Option<&'c Insn> {
    let before = &code.insns[at.checked_sub(1)?];
    let is_it =
        |label: &Label| code.labels.get(label.0 as usize).is_some_and(|position| *position as usize == at);
    let jumped_to = code.insns.iter().any(|insn| targets(insn).jumps.iter().any(is_it));
    let handles = code.handlers.iter().any(|row| is_it(&row.target));
    (targets(before).falls_through && !jumped_to && !handles).then_some(before)
}

/// Whether `insn` decides where control goes.
fn ends_block(insn: &Insn) -> bool {
    match insn {
        Insn::Branch(..) | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => true,
        Insn::Op(op) => op.ends_block(),
        _ => false,
    }
}

impl Cfg {
    /// Builds the graph.
    ///
    /// Errors: `jsr` and `ret`, a label outside the code, code that runs past its end.
    pub fn new(code: &Code<'_>) -> Result<Cfg> {
        let length = code.insns.len();
        if length == 0 {
            return Err(FlowError::malformed(0, "a method's code has at least one instruction"));
        }
        let blocks = blocks(code)?;
        let mut block_of = Vec::with_capacity(length);
        let mut graph = DiGraph::with_capacity(blocks.len(), blocks.len() * 2);
        for (index, block) in blocks.iter().enumerate() {
            let id = BlockId(index as u32);
            graph.add_node(id);
            block_of.resize(block.range.end, id);
        }
        let mut cfg = Cfg { blocks, graph, block_of, order: Vec::new() };
        cfg.connect(code)?;
        cfg.put_in_order();
        Ok(cfg)
    }

    fn connect(&mut self, code: &Code<'_>) -> Result<()> {
        // A handler covers the blocks that start in its range: they also end in it.
        let mut covering = vec![Vec::new(); self.blocks.len()];
        let mut covered = 0;
        for (handler, row) in code.handlers.iter().enumerate() {
            let (start, end) = (position(code, row.start, 0)?, position(code, row.end, 0)?);
            let target = self.block_of[position(code, row.target, 0)?];
            if start < end {
                covered += end - start;
                if covered > MOST_COVERED {
                    let message = format!("the exception table covers more than {MOST_COVERED} instructions");
                    return Err(FlowError::Limit { insn: start, message });
                }
                let first = self.block_of[start].index();
                let last = self.block_of[end - 1].index();
                for list in &mut covering[first..=last] {
                    list.push((target, Edge::Exception { handler }));
                }
            }
        }
        for (index, covering) in covering.into_iter().enumerate() {
            let last = self.blocks[index].range.end - 1;
            let Targets { falls_through, jumps } = targets(&code.insns[last]);
            let mut normal = Vec::with_capacity(jumps.len() + 1);
            if falls_through {
                match self.block_of.get(last + 1) {
                    Some(&next) => normal.push(next),
                    None => {
                        return Err(FlowError::malformed(last, "control runs past the end of the code"));
                    }
                }
            }
            for label in jumps {
                normal.push(self.block_of[position(code, label, last)?]);
            }
            // A switch may name a block hundreds of times; one edge says as much.
            let mut seen = BTreeSet::new();
            normal.retain(|block| seen.insert(*block));
            let edges: Vec<_> =
                normal.into_iter().map(|block| (block, Edge::Normal)).chain(covering).collect();
            // petgraph lists the edge added last first; so added, they come in reading order.
            for (block, edge) in edges.into_iter().rev() {
                self.graph.add_edge(NodeIndex::new(index), NodeIndex::new(block.index()), edge);
            }
        }
        Ok(())
    }

    /// The block in which control enters the method.
    pub fn entry(&self) -> BlockId {
        BlockId(0)
    }

    /// The block of this id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The block the instruction at this index is in.
    pub fn block_of(&self, insn: usize) -> BlockId {
        self.block_of[insn]
    }

    /// Where control goes from this block: first by falling through, then by jumps, then to
    /// exception handlers in the order of the exception table.
    pub fn successors(&self, block: BlockId) -> impl Iterator<Item = (BlockId, Edge)> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(block.index()), Direction::Outgoing);
        edges.map(|edge| (self.graph[edge.target()], *edge.weight()))
    }

    /// Whence control comes to this block.
    pub fn predecessors(&self, block: BlockId) -> impl Iterator<Item = (BlockId, Edge)> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(block.index()), Direction::Incoming);
        edges.map(|edge| (self.graph[edge.source()], *edge.weight()))
    }

    /// The exception handlers (rows of the table) that cover this block, with their blocks.
    pub fn handlers(&self, block: BlockId) -> impl Iterator<Item = (BlockId, usize)> + '_ {
        self.successors(block).filter_map(|(to, edge)| match edge {
            Edge::Normal => None,
            Edge::Exception { handler } => Some((to, handler)),
        })
    }

    /// The blocks that can be reached, each after its predecessors as far as loops allow.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// Finds the order: reverse post-order.
    fn put_in_order(&mut self) {
        let mut walk = DfsPostOrder::new(&self.graph, NodeIndex::new(0));
        while let Some(node) = walk.next(&self.graph) {
            self.order.push(self.graph[node]);
        }
        self.order.reverse();
    }
}

/// Cuts the code into blocks.
fn blocks(code: &Code<'_>) -> Result<Vec<Block>> {
    let length = code.insns.len();
    let mut starts = vec![false; length + 1];
    starts[0] = true;
    for (at, insn) in code.insns.iter().enumerate() {
        match insn {
            Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) | Insn::Local(Opcode::Ret, _) => {
                return Err(FlowError::Subroutine { insn: at });
            }
            _ => {}
        }
        if ends_block(insn) {
            starts[at + 1] = true;
            for label in targets(insn).jumps {
                starts[inside(code, label, at)?] = true;
            }
        }
    }
    for row in &code.handlers {
        starts[inside(code, row.start, 0)?] = true;
        starts[position(code, row.end, 0)?] = true;
        starts[inside(code, row.target, 0)?] = true;
    }
    starts[length] = true;
    let starts: Vec<usize> = (0..=length).filter(|&at| starts[at]).collect();
    let blocks = starts.windows(2).map(|pair| Block { range: pair[0]..pair[1] }).collect();
    Ok(blocks)
}

/// The index of the instruction a label stands before; the end of the code is allowed.
fn position(code: &Code<'_>, label: Label, at: usize) -> Result<usize> {
    match code.labels.get(label.0 as usize) {
        Some(&position) if position as usize <= code.insns.len() => Ok(position as usize),
        _ => Err(FlowError::malformed(at, format!("label {} lies outside the code", label.0))),
    }
}

/// Like [`position`], for places where an instruction has to be.
fn inside(code: &Code<'_>, label: Label, at: usize) -> Result<usize> {
    let position = position(code, label, at)?;
    match position < code.insns.len() {
        true => Ok(position),
        false => Err(FlowError::malformed(at, "control would go to the end of the code")),
    }
}
