//! What is known of fields, and which methods use them.

use super::Program;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::program::classes::{ClassId, FINAL, INTERFACE, MethodId};
use crate::program::fields::{Field, FieldId};
use crate::program::instance::Key;
use crate::program::lasting::Lasting;
use crate::program::primal::Primal;
use fixedbitset::FixedBitSet;
use nabla_classfile::{Insn, Opcode};
use std::collections::BTreeSet;
use std::rc::Rc;

const PUBLIC: u16 = 0x0001;

/// What a method may run: itself and what it calls, directly or by others, by the instances' numbers.
pub struct Reach(FixedBitSet);

impl Reach {
    /// Whether the instance with this number is among it.
    pub(super) fn has(&self, id: usize) -> bool {
        self.0.contains(id)
    }
}

impl<'a> Program<'a> {
    /// The field.
    pub fn field_info(&self, id: FieldId) -> Field {
        self.fields.borrow().get(id).clone()
    }

    /// Whether nothing but constructors assigns the field.
    pub fn is_final(&self, field: &Field) -> bool {
        self.classes.get(field.class).fields[field.index].access & FINAL != 0
    }

    /// Everything that reads or writes the field, directly or by what it calls.
    fn users(&self, field: &Field) -> BTreeSet<usize> {
        let (state, fields) = (self.state.borrow(), self.fields.borrow());
        let id = fields.known(field.class, field.index);
        let mut waiting: Vec<usize> = id.iter().flat_map(|id| fields.users(*id).ones()).collect();
        let mut all = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if all.insert(id) {
                waiting.extend(&state.list[id].callers);
            }
        }
        all
    }

    /// Finds out of which classes objects may be there before a call of one of these methods, once all is
    /// settled; `again` where derivatives are differentiated again.
    ///
    /// # Errors
    ///
    /// A damaged class.
    pub fn find_lasting(&self, roots: impl Iterator<Item = MethodId>, again: bool) -> Result<(), AdError> {
        let followed: BTreeSet<MethodId> = {
            let state = self.state.borrow();
            let known = state.list.iter().filter(|instance| !instance.forgotten);
            known.filter_map(|instance| instance.analysed.method()).collect()
        };
        let found = Lasting::new(self, roots, &followed, again)?;
        let _ = self.lasting.set(found);
        Ok(())
    }

    /// Whether objects may keep tangent arrays from call to call: users are given none of them.
    pub fn may_keep(&self) -> bool {
        self.lasting.get().is_some_and(Lasting::keeps_arrays)
    }

    /// Whether objects of the class may have tangents of an earlier call.
    pub fn may_last(&self, class: ClassId) -> bool {
        self.lasting.get().is_none_or(|lasting| lasting.has(&self.classes, class))
    }

    /// What the method in this pattern may run.
    pub fn reach(&self, key: &Key) -> Reach {
        let state = self.state.borrow();
        Reach(state.reach(state.of_method(key)))
    }

    /// Whether some of it reads or writes the field.
    pub fn uses(&self, reach: &Reach, field: FieldId) -> bool {
        !self.fields.borrow().users(field).is_disjoint(&reach.0)
    }

    /// The fields with arrays of numbers that it reads or writes.
    pub fn arrays_of(&self, reach: &Reach) -> Vec<Field> {
        let fields = self.fields.borrow();
        let used: BTreeSet<FieldId> = reach.0.ones().flat_map(|id| fields.used_by(id)).copied().collect();
        let used = used.into_iter().map(|id| fields.get(id));
        used.filter(|field| ArrayKind::of(&field.descriptor).is_some()).cloned().collect()
    }

    /// The classes with fields that it reads or writes.
    pub fn classes_of(&self, reach: &Reach) -> BTreeSet<ClassId> {
        let fields = self.fields.borrow();
        reach.0.ones().flat_map(|id| fields.used_by(id)).map(|id| fields.get(*id).class).collect()
    }

    /// The methods themselves.
    pub fn methods_of(&self, reach: &Reach) -> BTreeSet<MethodId> {
        let state = self.state.borrow();
        reach.0.ones().filter_map(|id| state.list[id].analysed.method()).collect()
    }

    /// The fields with objects that it reads, or arrays of them: by class and place there.
    pub fn objects_of(&self, reach: &Reach) -> BTreeSet<(ClassId, usize)> {
        let mut found = BTreeSet::new();
        for primal in self.methods_of(reach).into_iter().filter_map(|method| self.primal(method).ok()?) {
            found.extend(primal.objects_read.get_or_init(|| self.objects_read(&primal)));
        }
        found
    }

    fn objects_read(&self, primal: &Primal) -> Vec<(ClassId, usize)> {
        let pool = &self.classes.get(primal.method.class).pool;
        let field = |insn: &Insn| {
            let Insn::Field(Opcode::Getstatic | Opcode::Getfield, index) = insn else { return None };
            let is_object = |descriptor: &str| descriptor.trim_start_matches('[').starts_with('L');
            let field = pool.member_ref(*index).ok().filter(|field| is_object(&field.descriptor))?;
            self.classes.field(&field.owner, &field.name, &field.descriptor)
        };
        primal.code.insns.iter().filter_map(field).collect()
    }

    /// Whether some method reads or writes both.
    pub fn uses_both(&self, a: &Field, b: &Field) -> bool {
        !self.users(a).is_disjoint(&self.users(b))
    }

    /// A field that is met first: its array may be one that another holds, by what ran before.
    pub(super) fn enter(&self, id: FieldId) {
        let field = self.field_info(id);
        let lambda = self.classes.is_lambda(field.class);
        // Classes that stay as they are have no tangent fields: what they hold is no array of tangents.
        let stays = !self.classes.takes_place();
        if ArrayKind::of(&field.descriptor).is_none() || field.inactive || lambda || stays {
            return;
        }
        let entered = self.holding.enter(&self.classes, id, field.class, field.index);
        if entered.shared {
            self.are_one_group(id);
        }
        if entered.from_elsewhere {
            self.sources.borrow_mut().insert(id);
            self.look_for_escapes();
        }
    }

    /// The field and others of its group may hold one array: what is known of one holds for all.
    pub(super) fn are_one_group(&self, id: FieldId) {
        let group = self.holding.group(id);
        let all: Vec<Field> = group.iter().map(|id| self.field_info(*id)).collect();
        for id in group.iter() {
            self.share(*id);
        }
        if all.iter().any(|field| field.active) {
            self.set_active(id);
        }
        if all.iter().any(|field| field.stored) {
            self.set_stored(id);
        }
        // The registry has to be in a class that all of them see.
        let apart = group.len() > 1 && !self.see_one_another(&all);
        if apart || all.iter().any(|field| field.opaque) {
            self.set_opaque(id);
        }
        if apart {
            // That is so whatever becomes of the method for which the fields were met.
            let mut state = self.state.borrow_mut();
            let of_group = state.found_out.iter_mut().filter(|(id, ..)| group.contains(id));
            of_group.for_each(|(_, before, _)| before.opaque = true);
        }
    }

    /// Whether an instruction of a method stores an array into a field that nothing else holds.
    pub fn stores_new(&self, method: MethodId, at: usize) -> bool {
        self.holding.stores_new(&self.classes, method, at)
    }

    /// Active values are stored into the field's array: where it went before, they may be lost.
    pub(super) fn look_for_escape(&self, id: FieldId) {
        if !self.classes.takes_place() {
            return;
        }
        for member in self.holding.group(id).iter() {
            let field = self.field_info(*member);
            if field.opaque {
                continue;
            }
            if self.is_read_elsewhere(*member, &field) {
                self.set_opaque(*member);
            } else {
                self.join_sources(*member, &field);
            }
        }
    }

    /// Whether one of the fields' classes is public, or all are of one package.
    fn see_one_another(&self, fields: &[Field]) -> bool {
        let public = |f: &Field| self.classes.get(f.class).access & (PUBLIC | INTERFACE) == PUBLIC;
        let package = |f: &Field| self.classes.name(f.class).rsplit_once('/').map(|(p, _)| p.to_owned());
        let packages: BTreeSet<_> = fields.iter().map(package).collect();
        packages.len() == 1 || fields.iter().any(public)
    }

    /// The field may come to hold an array that is elsewhere too.
    pub fn share(&self, field: FieldId) {
        // Nothing is concluded from it before derivatives are written.
        self.fields.borrow_mut().get_mut(field).linked = true;
    }

    /// Something is stored into the array that the field holds, active or not.
    pub fn write(&self, field: FieldId) {
        // Nothing is concluded from it before derivatives are written.
        let group = self.holding.group(field);
        let mut fields = self.fields.borrow_mut();
        group.iter().for_each(|field| fields.get_mut(*field).written = true);
    }

    /// The classes of active fields that may share arrays.
    pub fn sharing(&self) -> Rc<BTreeSet<ClassId>> {
        self.fields.borrow().sharing()
    }

    /// The fields of the class that were met.
    pub fn fields_of(&self, class: ClassId) -> Vec<(FieldId, Field)> {
        let fields = self.fields.borrow();
        fields.of(class).iter().map(|id| (*id, fields.get(*id).clone())).collect()
    }

    /// The active fields of each class that tangents are kept for.
    pub fn active_fields(&self, class: ClassId) -> Vec<FieldId> {
        let fields = self.fields.borrow();
        let tracked = |id: &FieldId| {
            let field = fields.get(*id);
            field.active && !field.opaque
        };
        fields.of(class).iter().copied().filter(tracked).collect()
    }
}
