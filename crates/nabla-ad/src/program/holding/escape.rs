//! Whether the arrays of a field went where nothing is followed, in code that ran before.

use super::{Escape, Holding, Place, rank};
use crate::program::classes::{ClassId, Classes, MethodId};
use nabla_classfile::{Member, MemberRef};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl<'a> Holding<'a> {
    /// Where arrays of the field may have come to that are no fields of arrays.
    pub(super) fn escapes(&self, classes: &Classes<'a>, field: Place) -> Escape {
        let places = self.origins(classes, field).places;
        let rank = rank(classes, field);
        let from = places.iter().map(|place| match place {
            Place::Elsewhere(there) if rank.min(*there) > 1 => Escape::Unknown,
            Place::Elsewhere(_) => Escape::Among,
            _ => Escape::Not,
        });
        let from = from.max().unwrap_or_default();
        from.max(self.follow(classes, places, rank, true).1)
    }

    /// The places that arrays from this one may come to, as far as they are followed.
    pub(super) fn reached(&self, classes: &Classes<'a>, from: Place) -> BTreeSet<Place> {
        self.follow(classes, BTreeSet::from([from]), u8::MAX, false).0
    }

    /// The places that arrays of this rank from these may come to, and where else, that nothing is followed to: these
    /// are not all, where they come to unknown code and that is all that is `asked`.
    pub(super) fn follow(
        &self,
        classes: &Classes<'a>,
        from: BTreeSet<Place>,
        rank: u8,
        asked: bool,
    ) -> (BTreeSet<Place>, Escape) {
        let mut escapes = Escape::Not;
        let mut waiting: Vec<Place> = from.iter().copied().collect();
        let mut places: BTreeMap<Place, u8> = from.into_iter().map(|place| (place, rank)).collect();
        while let Some(place) = waiting.pop() {
            let rank = places[&place];
            for &method in self.users(classes, place).iter() {
                let flows = self.flows(classes, method);
                let Some(after) = flows.after(place) else { continue };
                escapes = after.escapes(rank).max(escapes);
                if escapes == Escape::Unknown && asked {
                    return (places.into_keys().collect(), escapes);
                }
                for (next, there) in &after.places {
                    let there = rank.min(*there);
                    if places.get(next).is_none_or(|known| *known < there) {
                        places.insert(*next, there);
                        waiting.push(*next);
                    }
                }
            }
        }
        (places.into_keys().collect(), escapes)
    }

    /// The methods in which arrays from a place are used.
    pub(super) fn users(&self, classes: &Classes<'a>, place: Place) -> Rc<[MethodId]> {
        match place {
            Place::Parameter(method, _) | Place::Made(method, _) => [method].into(),
            // Those are in other places before and afterwards.
            Place::Passed(..) | Place::Elsewhere(_) => Rc::default(),
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
    ) -> Rc<[MethodId]> {
        let pool = &classes.get(class).pool;
        let (Ok(name), Ok(descriptor)) = (pool.utf8(member.name), pool.utf8(member.descriptor)) else {
            return Rc::default();
        };
        let key = (name.into_owned(), descriptor.into_owned());
        if let Some(known) = self.named.borrow().get(&key) {
            return Rc::clone(known);
        }
        let (name, descriptor) = &key;
        let is_it = |m: &MemberRef| m.name == **name && m.descriptor == **descriptor;
        let found: Rc<[MethodId]> =
            self.methods_naming(classes, self.naming(classes, name, descriptor), &is_it).into();
        self.named.borrow_mut().insert(key, Rc::clone(&found));
        found
    }
}
