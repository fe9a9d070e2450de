//! Arrays of numbers: where they come from, what is stored into them, and who gets hold of them.

use super::{Place, Step, put};
use crate::activity::calls::ArrayCall;
use crate::activity::fact::{ArrayKind, Fact, Level, Shape};
use crate::activity::nodes::Node;
use crate::activity::origins::Origins;
use crate::program::fields::FieldId;

impl Step<'_, '_> {
    /// A reference to one of the arrays of a node.
    pub(super) fn array(&self, node: Node, kind: ArrayKind) -> Fact {
        let level = self.analysis.nodes.borrow().level(node);
        Fact { level, array: Some((node, kind)), ..Fact::inactive(Shape::Array) }
    }

    /// What is read from an array of numbers: where code that is not followed has it, what was lost anywhere.
    pub(super) fn element(&self, node: Node) -> Level {
        let nodes = self.analysis.nodes.borrow();
        let class = nodes.class(node);
        let reachable = class.opaque.is_some() || !class.fields.is_empty();
        let anywhere = self.heap.get(&Place::Anywhere).filter(|_| reachable);
        anywhere.map_or(Level::Inactive, |&o| Level::Lost(o)).join(nodes.level(node))
    }

    /// Something of this level is stored into an array.
    pub(super) fn store(&mut self, array: &Fact, level: Level) {
        let Some((node, _)) = array.array else { return };
        self.analysis.nodes.borrow_mut().write(node);
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
            put(self.heap, &Place::Anywhere, origins);
        }
    }

    /// Code that is not followed gets hold of the array, or it comes from there.
    pub(super) fn expose(&mut self, fact: &Fact, at: usize) {
        if let Some((node, _)) = fact.array {
            let origins = self.origins(at);
            self.analysis.nodes.borrow_mut().expose(node, origins);
            if fact.level != Level::Inactive {
                self.put(Place::Anywhere, fact.level, at);
            }
        }
    }

    /// The array that a field holds.
    pub(super) fn held(&mut self, at: usize, field: Option<FieldId>, kind: ArrayKind) -> Fact {
        let node = Node::site(at);
        match field {
            // It has no elements.
            Some(field) if self.analysis.world.is_empty(field) => {}
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
                self.analysis.world.meet_elsewhere();
                let origins = self.origins(at);
                self.analysis.nodes.borrow_mut().expose(node, origins);
            }
        }
        self.array(node, kind)
    }

    /// Copies and fills of arrays.
    pub(super) fn array_call(&mut self, call: ArrayCall, at: usize, operands: &[Fact]) {
        let nodes = self.analysis.nodes;
        match call {
            ArrayCall::Clone | ArrayCall::CopyOf => {
                let (Some((from, kind)), to) = (operands[0].array, Node::site(at)) else { return };
                if kind.rank > 1 {
                    nodes.borrow_mut().unify(from, to);
                    nodes.borrow_mut().share(from);
                    return;
                }
                let level = self.element(from).join(operands[0].level);
                if level != Level::Inactive {
                    nodes.borrow_mut().activate(to);
                }
                if let Level::Lost(origins) = level {
                    nodes.borrow_mut().expose(to, origins);
                }
            }
            ArrayCall::Copy => match (operands[0].array, operands[2].array) {
                (Some((from, kind)), Some((to, _))) if kind.rank > 1 => {
                    nodes.borrow_mut().unify(from, to);
                    nodes.borrow_mut().share(from);
                }
                (Some((from, _)), Some(_)) => {
                    let level = self.element(from).join(operands[0].level);
                    self.store(&operands[2], level);
                }
                (Some(_), None) | (None, Some(_)) => {
                    self.analysis.world.meet_elsewhere();
                    self.expose(&operands[0], at);
                    self.expose(&operands[2], at);
                }
                (None, None) => {
                    // Objects are copied one by one, by an array of objects.
                    if self.analysis.world.may_be_array(at, 2) && self.analysis.world.may_be_array(at, 4) {
                        self.analysis.world.meet_elsewhere();
                    }
                    self.put(Place::Anywhere, operands[0].level, at);
                }
            },
            ArrayCall::Rows => self.store(&operands[1], Level::Inactive),
            ArrayCall::Fill => {
                if let Some(value) = operands.last() {
                    self.store(&operands[0], value.level);
                }
            }
        }
    }
}
