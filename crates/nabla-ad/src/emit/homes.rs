//! Where tangents live between blocks: one local per primal local, one per stack depth.

use super::coef::Real;
use super::lanes::independents::FirstLane;
use super::lanes::index::Lane;
use super::width::Width;
use crate::program::fields::FieldId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The place of a tangent between blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// The tangent of the primal local with this slot.
    Local(usize),
    /// The tangent of the stack entry at this depth, counted in entries from the bottom.
    Stack(usize),
}

/// The locals of a derivative method.
#[derive(Debug)]
pub struct Homes {
    /// Slots of the primal's receiver and parameters: they keep their numbers.
    pub parameter_slots: u16,
    /// Slots of the parameters added behind them.
    pub added_slots: u16,
    /// Slots of the tangents that are parameters, by the primal parameter's slot.
    pub given: HashMap<usize, u16>,
    /// Slots of a seed that is a parameter (`jvp`), by the independent's slot.
    pub seeds: HashMap<usize, u16>,
    /// Slots of those among them whose independent is never assigned: what the user gives.
    pub directions: Vec<u16>,
    /// Slots of independents that are never assigned and whose seed is the constant 1 (`partial`).
    pub ones: Vec<usize>,
    /// What tangents are.
    pub width: Width,
    /// The independents, by slot, whose tangents are unit vectors throughout, and their first lanes.
    pub fixed: BTreeMap<usize, FirstLane>,
    /// The locals with the buffers of homes that are added to, by the home.
    pub buffers: BTreeMap<u16, u16>,
    /// Those of these homes whose buffers have all lanes.
    pub full: BTreeSet<u16>,
    /// The locals of tangents that are held lane by lane, by the home of each.
    pub components: BTreeMap<u16, Vec<(Lane, u16)>>,
    /// So many lanes a tangent has at most that is held so.
    pub most_components: usize,
    /// The local with the number of lanes.
    pub lanes: u16,
    /// The local with the array in which callees leave the tangents of their results.
    pub call: u16,
    /// Whether that array says when the call ends, in element 1.
    pub tells_end: bool,
    /// The locals in which callees leave the tangent arrays of their results, by the type of the
    /// local.
    pub array_results: BTreeMap<String, u16>,
    /// The locals with the tangents of arrays that fields of the object itself hold all the time.
    pub ahead: BTreeMap<FieldId, u16>,
    /// Copies of arrays that are passed, by the parameter's slot, where the method assigns it.
    pub entered: BTreeMap<u16, u16>,
    positions: HashMap<Position, u16>,
    /// The first slot that is free in every block.
    pub first_temporary: u16,
}

impl Homes {
    /// The homes of a method whose parameters take this many slots.
    pub fn new(parameter_slots: u16, width: Width) -> Homes {
        Homes {
            parameter_slots,
            added_slots: 0,
            given: HashMap::new(),
            seeds: HashMap::new(),
            ones: Vec::new(),
            width,
            fixed: BTreeMap::new(),
            buffers: BTreeMap::new(),
            full: BTreeSet::new(),
            components: BTreeMap::new(),
            most_components: 0,
            lanes: 0,
            call: 0,
            tells_end: false,
            array_results: BTreeMap::new(),
            entered: BTreeMap::new(),
            ahead: BTreeMap::new(),
            directions: Vec::new(),
            positions: HashMap::new(),
            first_temporary: 0,
        }
    }

    /// The slot a primal local has in the derivative method.
    pub fn primal(&self, slot: usize) -> u16 {
        let slot = slot as u16;
        if slot < self.parameter_slots { slot } else { slot + self.added_slots }
    }

    /// Gives the position a local of its own, unless it is a seed's parameter.
    pub fn reserve(&mut self, position: Position) {
        if let Position::Local(slot) = position
            && (self.seeds.contains_key(&slot) || self.ones.contains(&slot))
        {
            return;
        }
        if !self.positions.contains_key(&position) {
            self.positions.insert(position, self.first_temporary);
            self.first_temporary += 2 * self.width.copies();
        }
    }

    /// The local in which the position's tangent is held.
    pub fn of(&self, position: Position) -> Option<u16> {
        if let Position::Local(slot) = position
            && let Some(&seed) = self.seeds.get(&slot)
        {
            return Some(seed);
        }
        self.positions.get(&position).copied()
    }

    /// The same, if the tangent is not held lane by lane.
    pub fn whole(&self, position: Position) -> Option<u16> {
        self.of(position).filter(|home| !self.components.contains_key(home))
    }

    /// All positions with a local of their own, by slot.
    pub fn all(&self) -> impl Iterator<Item = (Position, u16)> + '_ {
        self.positions.iter().map(|(p, s)| (*p, *s))
    }
}

/// The load instruction of a type.
pub fn load(real: Real) -> nabla_classfile::Opcode {
    match real {
        Real::Double => nabla_classfile::Opcode::Dload,
        Real::Float => nabla_classfile::Opcode::Fload,
        Real::Array => nabla_classfile::Opcode::Aload,
    }
}

/// The store instruction of a type.
pub fn store(real: Real) -> nabla_classfile::Opcode {
    match real {
        Real::Double => nabla_classfile::Opcode::Dstore,
        Real::Float => nabla_classfile::Opcode::Fstore,
        Real::Array => nabla_classfile::Opcode::Astore,
    }
}
