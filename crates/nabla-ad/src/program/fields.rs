//! The fields of the program: which of them hold active values.
//!
//! A field's activity belongs to the field, over the whole program: an active value stored by one
//! method is read by another.

use super::classes::{ClassId, Classes, INTERFACE, STATIC};
use crate::activity::fact::ArrayKind;
use crate::annotation::is_inactive;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A field of a class of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(u32);

/// What is known of a field.
#[derive(Debug, Clone)]
pub struct Field {
    /// The class that declares it.
    pub class: ClassId,
    /// Its place among the class's fields.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it belongs to the class and not to objects.
    pub is_static: bool,
    /// Whether the user says that no derivative flows through it.
    pub inactive: bool,
    /// Whether an active value is stored into it, or into the array it holds.
    pub active: bool,
    /// Whether active values are stored into elements of the array it holds.
    pub stored: bool,
    /// Whether anything is stored into elements of that array, active or not.
    pub written: bool,
    /// Whether it may come to hold an array that another field, another object's, or an array of
    /// arrays holds too.
    pub linked: bool,
    /// Whether code that is not followed gets hold of the array it holds.
    pub opaque: bool,
    /// Whether the array it holds is an independent.
    pub independent: bool,
}

/// What is found out about a field while methods are analysed, and can be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// [`Field::active`].
    pub active: bool,
    /// [`Field::stored`].
    pub stored: bool,
    /// [`Field::opaque`].
    pub opaque: bool,
}

impl Found {
    /// What is found out about one of two fields.
    pub fn or(self, other: Found) -> Found {
        Found {
            active: self.active || other.active,
            stored: self.stored || other.stored,
            opaque: self.opaque || other.opaque,
        }
    }
}

impl Field {
    /// What is found out about it.
    pub fn found(&self) -> Found {
        Found { active: self.active, stored: self.stored, opaque: self.opaque }
    }

    /// Takes back what was found out since it was this.
    pub fn take_back(&mut self, before: Found) {
        Found { active: self.active, stored: self.stored, opaque: self.opaque } = before;
    }
}

/// All fields that were met.
#[derive(Debug, Default)]
pub struct Fields {
    list: Vec<Field>,
    /// The instances that read or write each.
    users: Vec<FixedBitSet>,
    /// What [`Fields::used_by`] gives, until one reads or writes more.
    used: OnceCell<FxHashMap<usize, Vec<FieldId>>>,
    ids: FxHashMap<(ClassId, usize), FieldId>,
    /// Those of each class, in the order in which it declares them.
    of_class: FxHashMap<ClassId, Vec<FieldId>>,
    by_name: FxHashMap<(String, String, String), Option<FieldId>>,
    /// What [`Fields::sharing`] gives, until a field changes.
    sharing: OnceCell<Rc<BTreeSet<ClassId>>>,
}

impl Fields {
    /// The field.
    pub fn get(&self, id: FieldId) -> &Field {
        &self.list[id.0 as usize]
    }

    /// The field.
    pub fn get_mut(&mut self, id: FieldId) -> &mut Field {
        self.sharing.take();
        &mut self.list[id.0 as usize]
    }

    /// The instances that read or write the field.
    pub fn users(&self, id: FieldId) -> &FixedBitSet {
        &self.users[id.0 as usize]
    }

    /// The fields that this instance reads or writes.
    pub fn used_by(&self, user: usize) -> &[FieldId] {
        let find = || {
            let mut used: FxHashMap<usize, Vec<FieldId>> = FxHashMap::default();
            for (field, users) in self.users.iter().enumerate() {
                users.ones().for_each(|user| used.entry(user).or_default().push(FieldId(field as u32)));
            }
            used
        };
        self.used.get_or_init(find).get(&user).map_or(&[], Vec::as_slice)
    }

    /// This instance reads or writes the field.
    pub fn add_user(&mut self, id: FieldId, user: usize) {
        let users = &mut self.users[id.0 as usize];
        if !users.contains(user) {
            users.grow_and_insert(user);
            self.used.take();
        }
    }

    /// The fields into whose arrays active values are stored, or whose arrays are independents.
    pub fn stored(&self) -> Vec<FieldId> {
        let is_one = |field: &Field| field.stored || field.active && field.independent;
        let all = self.list.iter().enumerate().filter(|(_, field)| is_one(field));
        all.map(|(id, _)| FieldId(id as u32)).collect()
    }

    /// Whether any field is active.
    pub fn are_any_active(&self) -> bool {
        self.list.iter().any(|field| field.active)
    }

    /// The fields with arrays that are active.
    pub fn active_arrays(&self) -> Vec<FieldId> {
        let is_one = |field: &Field| field.active && ArrayKind::of(&field.descriptor).is_some();
        let all = self.list.iter().enumerate().filter(|(_, field)| is_one(field));
        all.map(|(id, _)| FieldId(id as u32)).collect()
    }

    /// Whether there are any active ones.
    pub fn any_active(&self) -> bool {
        self.list.iter().any(|field| field.active)
    }

    /// The field at this place of a class, if it was met.
    pub fn known(&self, class: ClassId, index: usize) -> Option<FieldId> {
        self.ids.get(&(class, index)).copied()
    }

    /// How many were met.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The field that an instruction names; `None` where its class is not at hand.
    pub fn resolve(
        &mut self,
        classes: &Classes,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<FieldId> {
        let key = (owner.to_owned(), name.to_owned(), descriptor.to_owned());
        if let Some(known) = self.by_name.get(&key) {
            return *known;
        }
        let found = classes.field(owner, name, descriptor).map(|(class, index)| {
            let next = FieldId(self.list.len() as u32);
            let id = *self.ids.entry((class, index)).or_insert(next);
            if id == next {
                let declaring = classes.get(class);
                self.list.push(Field {
                    class,
                    index,
                    name: name.to_owned(),
                    descriptor: descriptor.to_owned(),
                    is_static: declaring.fields[index].access & STATIC != 0,
                    inactive: is_inactive(declaring, &declaring.fields[index]),
                    active: false,
                    stored: false,
                    written: false,
                    linked: false,
                    // The fields of interfaces are final: there cannot be one for tangents.
                    opaque: declaring.access & INTERFACE != 0,
                    independent: false,
                });
                self.users.push(FixedBitSet::new());
                let all = self.of_class.entry(class).or_default();
                let place = all.partition_point(|other| self.list[other.0 as usize].index < index);
                all.insert(place, id);
            }
            id
        });
        self.by_name.insert(key, found);
        found
    }

    /// Of the fields of a class that are compared with each other all look their tangents up if one does: an array
    /// that several hold has the one that is looked up.
    pub fn link_compared(&mut self) {
        let tracked = |field: &&Field| field.active && !field.opaque;
        let linked = self.list.iter().filter(tracked).filter(|field| field.linked);
        let linked: FxHashSet<(ClassId, String)> =
            linked.map(|field| (field.class, field.descriptor.clone())).collect();
        for field in self.list.iter_mut().filter(|field| tracked(&&**field)) {
            field.linked |= linked.contains(&(field.class, field.descriptor.clone()));
        }
    }

    /// The classes of active fields that may share arrays, in order.
    pub fn sharing(&self) -> Rc<BTreeSet<ClassId>> {
        let shares = |f: &&Field| f.linked && f.active && !f.opaque;
        let find = || Rc::new(self.list.iter().filter(shares).map(|f| f.class).collect());
        Rc::clone(self.sharing.get_or_init(find))
    }

    /// The fields of a class that were met, in the order in which the class declares them.
    pub fn of(&self, class: ClassId) -> &[FieldId] {
        self.of_class.get(&class).map_or(&[], Vec::as_slice)
    }
}
