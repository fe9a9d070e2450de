//! The arrays of a method by alias class: two references that may be one array share a class, and
//! an array is active as a whole, everywhere, because a store through one name is read through
//! another.
//!
//! Classes are found by unification (union–find) while the analysis of what is varied runs; what
//! they come to only grows, and the analysis is repeated until none grows that it has looked at.

use super::fact::{ArrayKind, Level};
use super::origins::Origins;
use crate::program::fields::FieldId;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Where arrays come from: a parameter, or an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// The arrays passed as the parameter with this index.
    pub fn parameter(index: usize) -> Node {
        Node(index as u32)
    }

    /// The arrays that the instruction at this index gives.
    pub fn site(at: usize) -> Node {
        Node(256 + at as u32)
    }
}

/// What is known of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Class {
    /// Whether an active value is stored into one of its arrays.
    pub active: bool,
    /// Whether that is an element, and not a whole array or the tangents a parameter comes with.
    pub stored: bool,
    /// Whether anything is stored into an element, active or not.
    pub written: bool,
    /// Whether one of them may be in several places at once, besides locals.
    pub shared: bool,
    /// Code that is not followed may read and write its arrays since these instructions.
    pub opaque: Option<Origins>,
    /// The fields that hold its arrays.
    pub fields: BTreeSet<FieldId>,
}

/// The alias classes of one method in one pattern.
#[derive(Debug, Clone, Default)]
pub struct Nodes {
    parents: BTreeMap<Node, Node>,
    classes: BTreeMap<Node, Class>,
    /// The types of arrays that calls give as objects of other types.
    kinds: BTreeMap<Node, ArrayKind>,
    /// The instructions that put arrays into fields.
    puts: BTreeSet<(Node, usize)>,
    /// The classes that were looked at since [`Nodes::take_changed`], by the nodes that stand for them.
    seen: RefCell<BTreeSet<Node>>,
    changed: bool,
}

/// What is known of arrays that nothing is known of.
static NOTHING: Class = Class {
    active: false,
    stored: false,
    written: false,
    shared: false,
    opaque: None,
    fields: BTreeSet::new(),
};

impl Nodes {
    /// The node that stands for the class.
    pub fn find(&self, node: Node) -> Node {
        let mut at = node;
        while let Some(&parent) = self.parents.get(&at) {
            at = parent;
        }
        at
    }

    /// What is known of a node's class.
    pub fn class(&self, node: Node) -> &Class {
        let root = self.find(node);
        if !self.changed {
            self.seen.borrow_mut().insert(root);
        }
        self.classes.get(&root).unwrap_or(&NOTHING)
    }

    fn change(&mut self, node: Node, change: impl FnOnce(&mut Class) -> bool) {
        let root = self.find(node);
        let changed = change(self.classes.entry(root).or_default());
        self.changed |= changed && self.seen.get_mut().contains(&root);
    }

    /// The type of an array that a call gives as an object of another type.
    pub fn kind(&self, node: Node) -> Option<ArrayKind> {
        self.kinds.get(&node).copied()
    }

    /// The call gives such an array.
    pub fn give(&mut self, node: Node, kind: ArrayKind) {
        self.changed |= self.kinds.insert(node, kind) != Some(kind);
    }

    /// An active value may be stored into it.
    pub fn activate(&mut self, node: Node) {
        self.change(node, |class| !std::mem::replace(&mut class.active, true));
    }

    /// An active value is stored into one of its elements.
    pub fn store(&mut self, node: Node) {
        self.change(node, |class| !std::mem::replace(&mut class.stored, true));
    }

    /// Something is stored into one of its elements. Nothing is concluded from it before derivatives are written.
    pub fn write(&mut self, node: Node) {
        self.change(node, |class| {
            class.written = true;
            false
        });
    }

    /// One of its arrays is put into a further place. Nothing is concluded from it before the analysis is done.
    pub fn share(&mut self, node: Node) {
        self.change(node, |class| {
            class.shared = true;
            false
        });
    }

    /// The instruction puts one of its arrays into a field.
    pub fn put(&mut self, node: Node, at: usize) {
        self.puts.insert((node, at));
    }

    /// The instructions that put arrays into fields, of those that active values may be stored into.
    pub fn active_puts(&self) -> Vec<(Node, usize)> {
        let is_active = |(node, _): &&(Node, usize)| self.class(*node).active;
        self.puts.iter().filter(is_active).copied().collect()
    }

    /// Code that is not followed gets hold of it.
    pub fn expose(&mut self, node: Node, origins: Origins) {
        self.change(node, |class| {
            let joined = class.opaque.map_or(origins, |o| o.union(origins));
            class.opaque.replace(joined) != Some(joined)
        });
    }

    /// The field holds it.
    pub fn link(&mut self, node: Node, field: FieldId) {
        self.change(node, |class| class.fields.insert(field));
    }

    /// Both may be the same array.
    pub fn unify(&mut self, a: Node, b: Node) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (root, other) = (a.min(b), a.max(b));
        self.parents.insert(other, root);
        let moved = self.classes.remove(&other).unwrap_or_default();
        let class = self.classes.entry(root).or_default();
        let (seen, parts) = (self.seen.get_mut(), [class.clone(), moved.clone()]);
        let seen = [seen.contains(&root), seen.remove(&other)];
        class.active |= moved.active;
        class.stored |= moved.stored;
        class.written |= moved.written;
        class.shared |= moved.shared;
        class.opaque = match (class.opaque, moved.opaque) {
            (Some(x), Some(y)) => Some(x.union(y)),
            (x, y) => x.or(y),
        };
        class.fields.extend(moved.fields);
        for (part, seen) in parts.iter().zip(seen) {
            self.changed |= seen && part != class;
            if seen {
                self.seen.get_mut().insert(root);
            }
        }
    }

    /// The level of a reference to such an array, and of what is read from it.
    pub fn level(&self, node: Node) -> Level {
        match self.class(node) {
            Class { active: false, .. } => Level::Inactive,
            Class { opaque: Some(origins), .. } => Level::Lost(*origins),
            _ => Level::Varied,
        }
    }

    /// Has the analysis repeated.
    pub fn touch(&mut self) {
        self.changed = true;
    }

    /// Whether anything was learnt of classes that were looked at before, since this was asked last.
    pub fn take_changed(&mut self) -> bool {
        self.seen.get_mut().clear();
        std::mem::take(&mut self.changed)
    }

    /// The fields of all classes, with those that the same arrays are in.
    pub fn with_fields(&self) -> Vec<Class> {
        self.classes.values().filter(|c| !c.fields.is_empty()).cloned().collect()
    }
}
