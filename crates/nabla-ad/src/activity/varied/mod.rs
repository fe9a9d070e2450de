//! Which values depend on an independent (forward).
//!
//! The lattice of a value is `Inactive < Varied < Lost(origin)`. A lost value depends on an
//! independent through something no tangent can follow: the result of an unknown call, the bits of
//! a double, what comes back from a collection that an active value went into. Lost values may
//! control, index and print; one that reaches the result is a refusal at its origin.
//!
//! Arrays are followed by alias class ([`Nodes`]) and fields over the whole program, whatever the
//! order of stores and loads; the rest of the heap, in which values are lost, in the order of the
//! code.

mod arrays;
mod call;
pub mod elsewhere;
pub mod functions;
mod initialisers;
mod pattern;
mod step;
mod text;

pub use pattern::pattern;

use super::calls::Call;
use super::fact::{Fact, Level, Shape};
use super::gone::Gone;
use super::nodes::Nodes;
use super::origins::Origins;
use crate::program::callbacks::Bodies;
use crate::program::fields::FieldId;
use crate::program::holders::Functions;
use crate::program::instance::{Pattern, Summary, World};
use crate::program::outside::Outside;
use nabla_classfile::{Code, ConstantPool};
use nabla_flow::{Analysis, Operation, Solution, State};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A part of the heap in which an active value was lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The fields of this name, of any object.
    Field(Rc<str>),
    /// The elements of arrays that this store instruction's type can write.
    Elements(u8),
    /// Text, which a parser may turn back into numbers.
    Text,
    /// Wherever an unknown callee may have put it.
    Anywhere,
}

/// The state before an instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Varied {
    /// Locals and stack; `None` where control does not come.
    pub state: Option<State<Fact>>,
    /// Where active values were lost, and the instructions that put them there.
    heap: Heap,
}

/// Where active values were lost, and the instructions that put them there. Few instructions do: states
/// share it until one does.
type Heap = Rc<BTreeMap<Place, Origins>>;

impl Varied {
    /// Where active values were lost in the heap on some way here.
    pub fn gone(&self) -> Gone {
        gone(&self.heap)
    }

    /// The instructions that lost them.
    pub fn lost(&self) -> impl Iterator<Item = Origins> + '_ {
        self.heap.values().copied()
    }
}

/// The analysis of one method for one set of independents.
pub struct VariedAnalysis<'a> {
    /// The pool the instructions refer to.
    pub pool: &'a ConstantPool<'a>,
    /// The method.
    pub code: &'a Code<'a>,
    /// What its instructions do to the stack and the locals; `None` where one is malformed.
    pub operations: &'a [Option<Operation>],
    /// The meaning of its calls.
    pub calls: &'a [Option<Call>],
    /// Which locals may be read later.
    pub live: &'a Solution<Vec<bool>>,
    /// The instructions that can lose a dependence.
    pub sites: &'a [usize],
    /// Receives the calls whose rule does not know a partial that is needed.
    pub unknown: &'a RefCell<BTreeSet<usize>>,
    /// The rest of the program.
    pub world: &'a dyn World,
    /// The arrays, as far as they are known.
    pub nodes: &'a RefCell<Nodes>,
    /// Where callees may have lost active values in the heap before they threw.
    pub thrown: &'a Cell<Gone>,
    /// The locals at entry.
    pub entry: State<Fact>,
    /// Where active values were lost in the heap before the method was called.
    pub gone: Gone,
    /// Whether the primal runs without its tangent, called by code that is not followed.
    pub callback: bool,
    /// Whether it is a constructor.
    pub constructor: bool,
    /// The bodies that such code may call through what each instruction makes.
    pub callbacks: &'a [Option<Bodies>],
    /// The methods by which it may have objects asked what they are, and that store what they compute.
    pub remembering: &'a [Option<Bodies>],
    /// The initialisers of classes that instructions may run.
    pub initialisers: &'a [Option<Bodies>],
    /// The functions that were made elsewhere and each may run, where those may touch numbers.
    pub outside: &'a BTreeMap<usize, Vec<Outside>>,
    /// See [`Body::foreign`](crate::program::primal::Body::foreign).
    pub foreign: &'a [usize],
    /// See [`Body::handing`](crate::program::primal::Body::handing).
    pub handing: &'a [usize],
    /// See [`Body::printed`](crate::program::primal::Body::printed).
    pub printed: &'a [usize],
    /// See [`Body::boxed`](crate::program::primal::Body::boxed).
    pub boxed: Option<usize>,
    /// The fields that instructions name.
    pub fields: &'a [OnceCell<Named>],
    /// What the rest of the program answered.
    pub asked: &'a Asked,
}

/// A field that an instruction names.
#[derive(Debug, Clone)]
pub struct Named {
    /// Where values that are lost in it are.
    place: Place,
    /// The field; `None` where its class is not at hand.
    field: Option<FieldId>,
    /// Its descriptor.
    descriptor: String,
}

/// Whom a call reaches, in which pattern, and the summary.
type Answer = (Functions, Pattern, Rc<Summary>);

/// What the rest of the program answered, by the instruction that asks: one asks again whenever it is
/// visited. Where an answer changes, the whole analysis is repeated.
#[derive(Debug, Default)]
pub struct Asked {
    /// The summaries of calls, with what was asked for last.
    summaries: RefCell<FxHashMap<usize, Answer>>,
    /// Whether code that is not followed gets to see active values, where it is passed no lambda.
    seen: RefCell<FxHashMap<usize, bool>>,
}

impl Analysis for VariedAnalysis<'_> {
    type Domain = Varied;
    const FORWARD: bool = true;

    fn bottom(&self) -> Varied {
        Varied { state: None, heap: Heap::default() }
    }

    fn boundary(&self) -> Varied {
        let heap: BTreeMap<_, _> = places(self.gone).map(|place| (place, Origins::ENTRY)).collect();
        Varied { state: Some(self.entry.clone()), heap: heap.into() }
    }

    fn join(&self, into: &mut Varied, from: &Varied) -> bool {
        let mut changed = false;
        if into.heap.is_empty() {
            changed = !from.heap.is_empty();
            into.heap = Rc::clone(&from.heap);
        } else if !Rc::ptr_eq(&into.heap, &from.heap) {
            for (place, &origin) in &*from.heap {
                changed |= put(&mut into.heap, place, origin);
            }
        }
        let Some(source) = &from.state else { return changed };
        let Some(target) = &mut into.state else {
            into.state = Some(source.clone());
            return true;
        };
        let mut others: Vec<(usize, Option<Fact>)> = Vec::new();
        target.locals.beside(&source.locals, |slot, a, b, shared| {
            let joined = match (a, b) {
                (None, _) => return,
                (Some(x), Some(y)) if (shared || x == y) && x.is_kept_by_joins() => return,
                (Some(x), Some(y)) => self.join_facts(*x, *y, &mut into.heap),
                (Some(_), None) => None,
            };
            if *a != joined {
                others.push((slot, joined));
            }
        });
        changed |= !others.is_empty();
        others.into_iter().for_each(|(slot, joined)| target.locals[slot] = joined);
        for (a, b) in target.stack.iter_mut().zip(&source.stack) {
            let Some(joined) = self.join_facts(*a, *b, &mut into.heap) else { continue };
            changed |= *a != joined;
            *a = joined;
        }
        changed
    }

    fn transfer(&self, at: usize, domain: &mut Varied) {
        let Some(state) = &mut domain.state else { return };
        let mut step = Step { analysis: self, heap: &mut domain.heap };
        step.initialise(at);
        let operation = self.operations[at].as_ref();
        let done = operation.and_then(|o| o.execute(at, &self.code.insns[at], state, &mut step).ok());
        if done.is_none() {
            // The verifier rejects such code; nothing after it is analysed.
            domain.state = None;
        }
    }

    fn arriving(&self, first: usize, domain: &Varied) -> Option<Varied> {
        let (state, live) = (domain.state.as_ref()?, self.live.before(first)?);
        let arrays = state.locals.iter().enumerate().filter(|(_, f)| f.is_some_and(|f| f.array.is_some()));
        let dead: Vec<usize> = arrays.map(|(slot, _)| slot).filter(|slot| !live[*slot]).collect();
        let mut arriving = (!dead.is_empty()).then(|| domain.clone())?;
        for slot in dead {
            arriving.state.as_mut()?.locals[slot] = None;
        }
        Some(arriving)
    }

    fn exception_edge(&self, domain: &Varied, _handler: usize) -> Varied {
        let mut caught = domain.clone();
        if let Some(state) = &mut caught.state {
            state.stack = vec![Fact::inactive(Shape::Reference)];
        }
        for place in places(self.thrown.get()) {
            put(&mut caught.heap, &place, Origins::ENTRY);
        }
        caught
    }
}

/// The elements of arrays of objects.
const OBJECTS: Place = Place::Elements(b'A');

/// The kinds of the places in which active values were lost.
fn gone(heap: &Heap) -> Gone {
    let kind = |place: &Place| match *place {
        Place::Text => Gone::TEXT,
        OBJECTS => Gone::OBJECTS,
        _ => Gone::ANYWHERE,
    };
    heap.keys().map(kind).fold(Gone::NOWHERE, Gone::join)
}

/// The places that stand for kinds of them.
fn places(gone: Gone) -> impl Iterator<Item = Place> {
    gone.parts().map(|part| match part {
        Gone::TEXT => Place::Text,
        Gone::OBJECTS => OBJECTS,
        _ => Place::Anywhere,
    })
}

fn put(heap: &mut Heap, place: &Place, origin: Origins) -> bool {
    let before = heap.get(place).copied();
    let joined = before.map_or(origin, |o| o.union(origin));
    if before != Some(joined) {
        Rc::make_mut(heap).insert(place.clone(), joined);
    }
    before != Some(joined)
}

impl VariedAnalysis<'_> {
    /// The least fact above both; `None` for values of different kinds, which no instruction reads.
    fn join_facts(&self, a: Fact, b: Fact, heap: &mut Heap) -> Option<Fact> {
        if a == b && a.is_kept_by_joins() {
            return Some(a);
        }
        let level = a.level.join(b.level);
        let stepped = a.stepped | b.stepped;
        let (shape, array) = match (a.shape, b.shape) {
            (x, y) if x == y && x != Shape::Array => (x, None),
            (Shape::Array, Shape::Null) => (Shape::Array, a.array),
            (Shape::Null, Shape::Array) => (Shape::Array, b.array),
            (x, Shape::Null) | (Shape::Null, x) if x.content().is_some() => (x, None),
            (Shape::BoxedDouble, Shape::MaybeDouble) | (Shape::MaybeDouble, Shape::BoxedDouble) => {
                (Shape::MaybeDouble, None)
            }
            (Shape::BoxedDouble | Shape::MaybeDouble, Shape::Reference)
            | (Shape::Reference, Shape::BoxedDouble | Shape::MaybeDouble)
                if level == Level::Varied =>
            {
                (Shape::MaybeDouble, None)
            }
            (Shape::Array, Shape::Array) => match (a.array, b.array) {
                (Some((x, kind)), Some((y, other))) if kind == other => {
                    self.nodes.borrow_mut().unify(x, y);
                    (Shape::Array, Some((x.min(y), kind)))
                }
                _ => (Shape::Reference, None),
            },
            (x, y) if x.is_reference() && y.is_reference() => (Shape::Reference, None),
            _ => return None,
        };
        let mut level = level;
        if shape == Shape::Reference {
            // An array that is held as an object is followed no further.
            for (node, _) in [a.array, b.array].into_iter().flatten() {
                if self.nodes.borrow().class(node).active {
                    put(heap, &Place::Anywhere, Origins::ENTRY);
                }
                self.nodes.borrow_mut().expose(node, Origins::ENTRY);
            }
            if level == Level::Varied {
                level = Level::Lost(Origins::ENTRY);
            }
        }
        let functions = self.world.union(a.functions, b.functions);
        Some(Fact { shape, level, stepped, this: a.this && b.this, array, functions })
    }
}

/// What one instruction does to the values before it, and to the heap.
struct Step<'a, 'b> {
    analysis: &'b VariedAnalysis<'a>,
    heap: &'b mut Heap,
}

impl Step<'_, '_> {
    fn origins(&self, at: usize) -> Origins {
        Origins::of(at, self.analysis.sites)
    }

    fn put(&mut self, place: Place, level: Level, at: usize) {
        if let Level::Lost(origin) = level.lose(at, self.analysis.sites) {
            put(self.heap, &place, origin);
        }
    }

    fn get(&self, place: &Place) -> Level {
        let here = self.heap.get(place).map_or(Level::Inactive, |&o| Level::Lost(o));
        let anywhere = self.heap.get(&Place::Anywhere).map_or(Level::Inactive, |&o| Level::Lost(o));
        here.join(anywhere)
    }
}
