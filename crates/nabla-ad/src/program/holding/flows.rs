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
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where a method puts arrays from one place.
#[derive(Default)]
pub struct After {
    /// The places.
    pub places: BTreeSet<Place>,
    /// Whether it also puts them where nothing is followed.
    pub escapes: bool,
}

/// Where a method puts the arrays of every place that it has arrays from.
#[derive(Default)]
pub struct Flows(FxHashMap<Place, After>);

impl Flows {
    /// Where it puts those from this place, if it puts them anywhere.
    pub fn after(&self, place: Place) -> Option<&After> {
        self.0.get(&place)
    }

    /// Arrays from these places come to those; `None` where nothing is followed.
    fn add(&mut self, from: BTreeSet<Place>, to: Option<&BTreeSet<Place>>) {
        for place in from {
            let after = self.0.entry(place).or_default();
            match to {
                Some(places) => after.places.extend(places),
                None => after.escapes = true,
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
            for at in 0..traced.code.insns.len() {
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
        let places = |depth: usize| self.taken(classes, method, traced, at, depth);
        match &traced.code.insns[at] {
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => {
                let member = pool.member_ref(*index).ok();
                let member = member.filter(|member| ArrayKind::of(&member.descriptor).is_some());
                let field = member.and_then(|m| classes.field(&m.owner, &m.name, &m.descriptor));
                let to = field.map(|(class, index)| BTreeSet::from([Place::Field(class, index)]));
                flows.add(places(0), to.as_ref());
            }
            Insn::Op(Opcode::Aastore) => {
                let arrays = Some(places(2)).filter(|arrays| !arrays.is_empty());
                flows.add(places(0), arrays.as_ref());
            }
            Insn::Op(Opcode::Areturn) => {
                // A function gives it to whoever calls it.
                let followed = !self.is_function(classes, method);
                let to = followed.then(|| BTreeSet::from([Place::Result(method)]));
                flows.add(places(0), to.as_ref());
            }
            insn @ Insn::InvokeDynamic(_) => {
                for (body, parameter, depth) in captured(classes, method, insn) {
                    flows.add(places(depth), Some(&BTreeSet::from([Place::Parameter(body, parameter)])));
                }
            }
            Insn::Invoke(..) => self.flow_of_call(body, at, flows),
            _ => {}
        }
    }

    /// Where a call puts the arrays that it takes.
    fn flow_of_call(&self, body: &Body<'_, 'a>, at: usize, flows: &mut Flows) {
        let Body { classes, method, pool, traced } = *body;
        let Insn::Invoke(op, index) = &traced.code.insns[at] else { return };
        let Ok(member) = pool.member_ref(*index) else { return };
        let Some((parameters, _)) = split_descriptor(&member.descriptor) else { return };
        let places = |depth: usize| self.taken(classes, method, traced, at, depth);
        let mut moved = BTreeSet::new();
        if let Some((rows, array)) = moved_rows(pool, traced, at) {
            moved = places(rows);
            let arrays = Some(places(array)).filter(|arrays| !arrays.is_empty());
            flows.add(moved.clone(), arrays.as_ref());
        }
        if is_looking(&member) {
            return;
        }
        let count = parameters.len();
        let given: Vec<BTreeSet<Place>> = (0..count).map(|i| places(count - 1 - i)).collect();
        if given.iter().all(BTreeSet::is_empty) {
            return;
        }
        let targets = classes.targets(*op, &member.owner, &member.name, &member.descriptor);
        let functions = self.called(classes, pool, &traced.code.insns[at]);
        for (i, given) in given.into_iter().enumerate() {
            let given: BTreeSet<Place> = given.difference(&moved).copied().collect();
            let Some(targets) = &targets else {
                flows.add(given, None);
                continue;
            };
            if targets.open.is_some() && self.references(classes).has_platforms() {
                flows.add(given.clone(), None);
            }
            let bodies = targets.all().map(|body| Place::Parameter(body, i));
            let functions = functions.iter();
            let functions = functions.filter_map(|f| Some(Place::Parameter(f.body, f.parameter(i)?)));
            flows.add(given, Some(&bodies.chain(functions).collect()));
        }
    }
}
