//! Whether the arrays of a field went where nothing is followed, in code that ran before.

use super::moves::{is_looking, moved_rows};
use super::places::captured;
use super::sources::Traced;
use super::{Holding, Place, methods};
use crate::activity::fact::ArrayKind;
use crate::program::classes::{ClassId, Classes, MethodId};
use crate::signature::split_descriptor;
use nabla_classfile::{Insn, Member, MemberRef, Opcode};
use std::collections::BTreeSet;

impl<'a> Holding<'a> {
    /// Whether an array of the field may have come into a place that is no field of arrays.
    pub(super) fn escapes(&self, classes: &Classes<'a>, field: Place) -> bool {
        let places = self.origins(classes, field).places;
        places.contains(&Place::Elsewhere) || self.follow(classes, places, true).1
    }

    /// The places that arrays from this one may come to, as far as they are followed.
    pub(super) fn reached(&self, classes: &Classes<'a>, from: Place) -> BTreeSet<Place> {
        self.follow(classes, BTreeSet::from([from]), false).0
    }

    /// The places that arrays from these may come to, and whether they may come where nothing is
    /// followed: then these are not all, if that is all that is `asked`.
    fn follow(
        &self,
        classes: &Classes<'a>,
        mut places: BTreeSet<Place>,
        asked: bool,
    ) -> (BTreeSet<Place>, bool) {
        let mut escapes = false;
        let mut waiting: Vec<Place> = places.iter().copied().collect();
        while let Some(place) = waiting.pop() {
            for method in self.users(classes, place) {
                let Some(traced) = self.traced(classes, method) else { continue };
                for at in 0..traced.code.insns.len() {
                    match self.after(classes, method, &traced, at, place) {
                        Some(next) => waiting.extend(next.into_iter().filter(|next| places.insert(*next))),
                        None if asked => return (places, true),
                        None => escapes = true,
                    }
                }
            }
        }
        (places, escapes)
    }

    /// The methods in which arrays from a place are used.
    pub(super) fn users(&self, classes: &Classes<'a>, place: Place) -> Vec<MethodId> {
        match place {
            Place::Parameter(method, _) | Place::Made(method, _) => vec![method],
            Place::Elsewhere => Vec::new(),
            Place::Field(class, index) => {
                self.naming_member(classes, class, &classes.get(class).fields[index])
            }
            Place::Result(method) => {
                let member = &classes.get(method.class).methods[method.index as usize];
                self.naming_member(classes, method.class, member)
            }
        }
    }

    /// Whether functions are made of the method.
    pub(super) fn is_function(&self, classes: &Classes<'a>, method: MethodId) -> bool {
        let class = classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let (name, descriptor) = (class.pool.utf8(member.name), class.pool.utf8(member.descriptor));
        let (Ok(name), Ok(descriptor)) = (name, descriptor) else { return false };
        self.references(classes).is_function(&name, &descriptor)
    }

    /// The methods with an instruction that names a field or method of this name and descriptor.
    pub(super) fn naming_member(
        &self,
        classes: &Classes<'a>,
        class: ClassId,
        member: &Member,
    ) -> Vec<MethodId> {
        let pool = &classes.get(class).pool;
        let (Ok(name), Ok(descriptor)) = (pool.utf8(member.name), pool.utf8(member.descriptor)) else {
            return Vec::new();
        };
        let is_it = |m: &MemberRef| m.name == name && m.descriptor == descriptor;
        let all = methods(classes, self.naming(classes, &name, &descriptor));
        all.filter(|method| self.names(classes, *method, &is_it)).collect()
    }

    /// Where an instruction puts an array from the place; `None` where nothing is followed.
    fn after(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        traced: &Traced<'a>,
        at: usize,
        place: Place,
    ) -> Option<BTreeSet<Place>> {
        let pool = &classes.get(method.class).pool;
        let places = |depth: usize| {
            let sources = traced.operand(at, depth);
            self.places(classes, method, traced, sources.iter().copied())
        };
        let holds = |depth: usize| places(depth).contains(&place);
        match &traced.code.insns[at] {
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) if holds(0) => {
                let member = pool.member_ref(*index).ok()?;
                ArrayKind::of(&member.descriptor)?;
                let (class, index) = classes.field(&member.owner, &member.name, &member.descriptor)?;
                Some(BTreeSet::from([Place::Field(class, index)]))
            }
            Insn::Op(Opcode::Aastore) if holds(0) => Some(places(2)).filter(|arrays| !arrays.is_empty()),
            // A function gives it to whoever calls it.
            Insn::Op(Opcode::Areturn) if holds(0) && self.is_function(classes, method) => None,
            Insn::Op(Opcode::Areturn) if holds(0) => Some(BTreeSet::from([Place::Result(method)])),
            Insn::InvokeDynamic(_) => {
                let captured = captured(classes, method, &traced.code.insns[at]);
                let given = captured.into_iter().filter(|(_, _, depth)| holds(*depth));
                Some(given.map(|(body, parameter, _)| Place::Parameter(body, parameter)).collect())
            }
            Insn::Invoke(op, index) => {
                let member = pool.member_ref(*index).ok()?;
                let (parameters, _) = split_descriptor(&member.descriptor)?;
                let count = parameters.len();
                let given: Vec<usize> = (0..count).filter(|i| holds(count - 1 - i)).collect();
                if let Some((_, array)) = moved_rows(pool, traced, at).filter(|(rows, _)| holds(*rows)) {
                    return Some(places(array)).filter(|arrays| !arrays.is_empty());
                }
                if given.is_empty() || is_looking(&member) {
                    return Some(BTreeSet::new());
                }
                let targets = classes.targets(*op, &member.owner, &member.name, &member.descriptor)?;
                let bodies = targets.bodies.iter();
                let mut next: BTreeSet<Place> =
                    bodies.flat_map(|body| given.iter().map(|i| Place::Parameter(*body, *i))).collect();
                for function in self.called(classes, pool, &traced.code.insns[at]) {
                    let parameters = given.iter().filter_map(|i| function.parameter(*i));
                    next.extend(parameters.map(|i| Place::Parameter(function.body, i)));
                }
                Some(next)
            }
            _ => Some(BTreeSet::new()),
        }
    }
}
