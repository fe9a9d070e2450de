//! Where what is in a place may have been directly before.

use super::places::captured;
use super::sources::{ANY, Source, Traced, below, rank};
use super::{Holding, Place, methods, parameters};
use crate::activity::fact::ArrayKind;
use crate::program::classes::{ClassId, Classes, FINAL, MethodId};
use nabla_classfile::{Insn, MemberRef, Opcode};
use std::collections::BTreeSet;
use std::rc::Rc;

impl<'a> Holding<'a> {
    /// Where what is in a place may have been directly before.
    pub(super) fn before(&self, classes: &Classes<'a>, place: Place) -> Rc<BTreeSet<Place>> {
        if let Some(known) = self.before.borrow().get(&place) {
            return Rc::clone(known);
        }
        let before = Rc::new(self.look_before(classes, place));
        self.before.borrow_mut().insert(place, Rc::clone(&before));
        before
    }

    fn look_before(&self, classes: &Classes<'a>, place: Place) -> BTreeSet<Place> {
        match place {
            Place::Field(class, index) => self.stored(classes, class, index),
            Place::Parameter(method, index) => self.given(classes, method, index),
            Place::Result(method) => match self.traced(classes, method) {
                Some(traced) => {
                    let others = self.returns(classes, method).others.clone();
                    self.places(classes, method, &traced, rank_of_result(classes, method), others)
                }
                None => BTreeSet::new(),
            },
            Place::Made(method, at) => match self.traced(classes, method) {
                Some(traced) => {
                    let mut rows = self.rows(classes, method, &traced, |source| source == Source::At(at));
                    let pool = &classes.get(method.class).pool;
                    for body in self.all_bodies(classes, pool, &traced.code().insns[at]) {
                        rows.extend(self.rows_of_result(classes, body));
                    }
                    rows
                }
                None => BTreeSet::new(),
            },
            Place::Passed(calls, depth) => self.passed(classes, calls, depth),
            Place::Elsewhere(_) => BTreeSet::new(),
        }
    }

    /// What is stored into a field, and as rows into its arrays.
    pub(super) fn stored(&self, classes: &Classes<'a>, class: ClassId, index: usize) -> BTreeSet<Place> {
        let declaring = classes.get(class);
        let member = &declaring.fields[index];
        let (Ok(name), Ok(descriptor)) =
            (declaring.pool.utf8(member.name), declaring.pool.utf8(member.descriptor))
        else {
            return BTreeSet::new();
        };
        let rows = ArrayKind::of(&descriptor).is_some_and(|kind| kind.rank > 1);
        let naming = match member.access & FINAL != 0 && !rows {
            // Only its own class assigns it.
            true => vec![class],
            false => self.naming(classes, &name, &descriptor),
        };
        let is_it = |m: &MemberRef| {
            m.name == name
                && m.descriptor == descriptor
                && classes.field(&m.owner, &name, &descriptor) == Some((class, index))
        };
        let mut all = BTreeSet::new();
        for method in self.methods_naming(classes, naming, &is_it) {
            let pool = &classes.get(method.class).pool;
            let Some(traced) = self.traced(classes, method) else { continue };
            let insns = &traced.code().insns;
            let stores = |insn: &Insn| match insn {
                Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => {
                    pool.member_ref(*index).is_ok_and(|m| is_it(&m))
                }
                _ => false,
            };
            for (at, insn) in insns.iter().enumerate() {
                if stores(insn) && !self.stores_new(classes, method, at) {
                    all.extend(self.taken(classes, method, &traced, at, 0));
                }
            }
        }
        if rows {
            all.extend(self.rows_of_field(classes, Place::Field(class, index)));
        }
        all
    }

    /// What is stored as rows into a field's arrays, wherever they come to.
    fn rows_of_field(&self, classes: &Classes<'a>, field: Place) -> BTreeSet<Place> {
        let mut all = BTreeSet::new();
        for place in self.reached(classes, field) {
            for &method in self.users(classes, place).iter() {
                let Some(traced) = self.traced(classes, method) else { continue };
                let of_field = |source| self.places(classes, method, &traced, ANY, [source]).contains(&place);
                all.extend(self.rows(classes, method, &traced, of_field));
            }
        }
        all
    }

    /// What callers give for a parameter.
    pub(super) fn given(&self, classes: &Classes<'a>, callee: MethodId, parameter: usize) -> BTreeSet<Place> {
        let class = classes.get(callee.class);
        let member = &class.methods[callee.index as usize];
        let Ok(descriptor) = class.pool.utf8(member.descriptor) else { return BTreeSet::new() };
        let mut all = self.captured_before(classes, callee, parameter);
        if self.is_function(classes, callee) {
            all.extend(self.applied_to(classes, callee, parameter));
        }
        let last = parameters(&descriptor).saturating_sub(1);
        all.extend(self.passed_to(classes, callee, last.saturating_sub(parameter)));
        all
    }

    /// What lambdas of the method's class capture for a parameter of it.
    fn captured_before(&self, classes: &Classes<'a>, callee: MethodId, parameter: usize) -> BTreeSet<Place> {
        let mut all = BTreeSet::new();
        if !self.is_function(classes, callee) {
            return all;
        }
        for method in methods(classes, vec![callee.class]) {
            let Some(traced) = self.traced(classes, method) else { continue };
            for (at, insn) in traced.code().insns.iter().enumerate() {
                for (body, given, depth) in captured(classes, method, insn) {
                    if (body, given) == (callee, parameter) {
                        all.extend(self.taken(classes, method, &traced, at, depth));
                    }
                }
            }
        }
        all
    }

    /// What a method that makes an array stores as its rows.
    pub(super) fn rows_of_result(&self, classes: &Classes<'a>, method: MethodId) -> BTreeSet<Place> {
        let Some(traced) = self.traced(classes, method) else { return BTreeSet::new() };
        let results = traced.results();
        self.rows(classes, method, &traced, |source| results.contains(&source))
    }

    /// What is stored as a row into arrays from these sources.
    pub(super) fn rows(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        traced: &Traced<'a>,
        of: impl Fn(Source) -> bool,
    ) -> BTreeSet<Place> {
        let pool = &classes.get(method.class).pool;
        let mut all = BTreeSet::new();
        for &(at, rows, array) in traced.row_stores(pool) {
            if traced.operand(at, array).iter().any(|source| of(*source)) {
                all.extend(self.taken(classes, method, traced, at, rows));
            }
        }
        for &at in traced.taking_out(pool) {
            // What it gives back is the array that it is given, or a new one.
            let into = traced.operand(at, 0).iter().any(|source| of(*source)) || of(Source::At(at));
            if into && self.takes_out(classes, pool, &traced.code().insns[at]) {
                all.insert(Place::Elsewhere(below(traced.rank(at, 0))));
            }
        }
        all
    }
}

/// The rank of the arrays that a method gives.
fn rank_of_result(classes: &Classes, method: MethodId) -> u8 {
    let class = classes.get(method.class);
    let descriptor = class.pool.utf8(class.methods[method.index as usize].descriptor);
    descriptor.ok().and_then(|d| Some(rank(d.rsplit_once(')')?.1))).unwrap_or(ANY)
}
