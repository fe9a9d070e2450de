//! Where the instructions of a method put arrays.

use super::moves::{is_looking, moved_rows};
use super::places::captured;
use super::sources::Traced;
use super::{Holding, Place};
use crate::activity::fact::ArrayKind;
use crate::program::classes::{Classes, MethodId};
use crate::signature::split_descriptor;
use nabla_classfile::{ConstantPool, Insn, Opcode};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Where a method puts arrays from one place.
#[derive(Default)]
pub struct After {
    /// The places, and the highest rank that they have there.
    pub places: BTreeMap<Place, u8>,
    /// Where it also puts them, that no array is followed to.
    escapes: Escape,
    /// Their highest rank there.
    rank: u8,
}

impl After {
    /// Where it also puts those of this rank. Rows of one that is an object among others may be moved there
    /// by whatever takes arrays of objects.
    pub fn escapes(&self, rank: u8) -> Escape {
        if self.escapes == Escape::Among && self.rank.min(rank) > 1 { Escape::Unknown } else { self.escapes }
    }
}

/// Where arrays went that no array is followed to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Escape {
    /// Nowhere.
    #[default]
    Not,
    /// To where they are objects among others, or given to code of the JDK: the program has to get them
    /// from there to read them.
    Among,
    /// To code that is not at hand, which may keep and read them, or where rows of theirs may be moved.
    Unknown,
}

/// Where a method puts the arrays of every place that it has arrays from.
#[derive(Default)]
pub struct Flows(FxHashMap<Place, After>);

impl Flows {
    /// Where it puts those from this place, if it puts them anywhere.
    pub fn after(&self, place: Place) -> Option<&After> {
        self.0.get(&place)
    }

    /// Arrays of at most this rank from these places come to those, or to where nothing is followed.
    fn add(&mut self, (from, rank): (BTreeSet<Place>, u8), to: Result<&BTreeSet<Place>, Escape>) {
        for place in from {
            let after = self.0.entry(place).or_default();
            match to {
                Ok(places) => {
                    for place in places {
                        let known = after.places.entry(*place).or_default();
                        *known = rank.max(*known);
                    }
                }
                Err(escape) => {
                    after.escapes = escape.max(after.escapes);
                    after.rank = rank.max(after.rank);
                }
            }
        }
    }
}

/// A method whose instructions are looked at.
struct Body<'b, 'a> {
    classes: &'b Classes<'a>,
    method: MethodId,
    pool: &'b ConstantPool<'a>,
    traced: &'b Traced<'a>,
}

impl<'a> Holding<'a> {
    /// Where the method puts arrays.
    pub(super) fn flows(&self, classes: &Classes<'a>, method: MethodId) -> Rc<Flows> {
        if let Some(known) = self.flows.borrow().get(&method) {
            return Rc::clone(known);
        }
        let mut flows = Flows::default();
        if let Some(traced) = self.traced(classes, method) {
            let pool = &classes.get(method.class).pool;
            let body = Body { classes, method, pool, traced: &traced };
            for at in 0..traced.code().insns.len() {
                self.flow(&body, at, &mut flows);
            }
        }
        let flows = Rc::new(flows);
        self.flows.borrow_mut().insert(method, Rc::clone(&flows));
        flows
    }

    /// Where an instruction puts arrays.
    fn flow(&self, body: &Body<'_, 'a>, at: usize, flows: &mut Flows) {
        let Body { classes, method, pool, traced } = *body;
        let places = |depth: usize| (self.taken(classes, method, traced, at, depth), traced.rank(at, depth));
        match &traced.code().insns[at] {
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => {
                let member = pool.member_ref(*index).ok();
                let to = match member.filter(|member| ArrayKind::of(&member.descriptor).is_some()) {
                    Some(member) => match classes.field(&member.owner, &member.name, &member.descriptor) {
                        Some((class, index)) => Ok(BTreeSet::from([Place::Field(class, index)])),
                        None => Err(Escape::Unknown),
                    },
                    None => Err(Escape::Among),
                };
                flows.add(places(0), to.as_ref().map_err(|escape| *escape));
            }
            Insn::Op(Opcode::Aastore) => {
                let (arrays, _) = places(2);
                flows.add(places(0), rows_of(&arrays));
            }
            Insn::Op(Opcode::Areturn) => {
                // A function gives it to whoever calls it, and what is an array of objects is followed no further.
                let member = &classes.get(method.class).methods[method.index as usize];
                let result = pool.utf8(member.descriptor);
                let objects = result.is_ok_and(|d| d.rsplit_once(')').is_some_and(|(_, d)| holds_objects(d)));
                match objects || self.is_function(classes, method) {
                    true => flows.add(places(0), Err(Escape::Among)),
                    false => flows.add(places(0), Ok(&BTreeSet::from([Place::Result(method)]))),
                }
            }
            insn @ Insn::InvokeDynamic(_) => {
                for (body, parameter, depth) in captured(classes, method, insn) {
                    flows.add(places(depth), Ok(&BTreeSet::from([Place::Parameter(body, parameter)])));
                }
            }
            Insn::Invoke(..) => self.flow_of_call(body, at, flows),
            _ => {}
        }
    }

    /// Where a call puts the arrays that it takes.
    fn flow_of_call(&self, body: &Body<'_, 'a>, at: usize, flows: &mut Flows) {
        let Body { classes, method, pool, traced } = *body;
        let Insn::Invoke(op, index) = &traced.code().insns[at] else { return };
        let Ok(member) = pool.member_ref(*index) else { return };
        let Some((parameters, _)) = split_descriptor(&member.descriptor) else { return };
        let places = |depth: usize| (self.taken(classes, method, traced, at, depth), traced.rank(at, depth));
        let mut moved = BTreeSet::new();
        if let Some((rows, array)) = moved_rows(pool, traced, at) {
            let (arrays, _) = places(array);
            flows.add(places(rows), rows_of(&arrays));
            moved = places(rows).0;
        }
        if is_looking(&member) || self.takes_out(classes, pool, &traced.code().insns[at]) {
            return;
        }
        let count = parameters.len();
        let given: Vec<(BTreeSet<Place>, u8)> = (0..count).map(|i| places(count - 1 - i)).collect();
        if given.iter().all(|(places, _)| places.is_empty()) {
            return;
        }
        let targets = classes.targets(*op, &member.owner, &member.name, &member.descriptor);
        let functions = self.called(classes, pool, &traced.code().insns[at]);
        for (i, (given, rank)) in given.into_iter().enumerate() {
            let given = (given.difference(&moved).copied().collect::<BTreeSet<Place>>(), rank);
            let Some(targets) = &targets else {
                let known = classes.is_at_hand(&member.owner);
                flows.add(given, Err(if known { Escape::Among } else { Escape::Unknown }));
                continue;
            };
            if holds_objects(&parameters[i]) {
                flows.add(given.clone(), Err(Escape::Among));
            }
            if targets.open.is_some() && self.references(classes).has_platforms(classes, &member.owner) {
                flows.add(given.clone(), Err(Escape::Unknown));
            }
            let bodies = targets.all().map(|body| Place::Parameter(body, i));
            let functions = functions.iter();
            let functions = functions.filter_map(|f| Some(Place::Parameter(f.body, f.parameter(i)?)));
            flows.add(given, Ok(&bodies.chain(functions).collect()));
        }
    }
}

/// Whether what has this type is an array of objects: an array of arrays of numbers is not followed there.
fn holds_objects(descriptor: &str) -> bool {
    descriptor.starts_with('[') && ArrayKind::of(descriptor).is_none()
}

/// Where rows of these arrays are: in arrays that are not followed, if there are none.
fn rows_of(arrays: &BTreeSet<Place>) -> Result<&BTreeSet<Place>, Escape> {
    if arrays.is_empty() { Err(Escape::Among) } else { Ok(arrays) }
}
