//! What is known of fields, and which methods use them.

use super::Program;
use crate::activity::fact::ArrayKind;
use crate::program::classes::{ClassId, INTERFACE, MethodId};
use crate::program::fields::{Field, FieldId};
use crate::program::instance::{Key, World};
use nabla_classfile::{Insn, Opcode};
use std::collections::BTreeSet;

const PUBLIC: u16 = 0x0001;

impl Program<'_> {
    /// The field.
    pub fn field_info(&self, id: FieldId) -> Field {
        self.fields.borrow().get(id).clone()
    }

    /// Everything that reads or writes the field, directly or by what it calls.
    fn users(&self, field: &Field) -> BTreeSet<usize> {
        let state = self.state.borrow();
        let mut waiting: Vec<usize> = field.users.iter().copied().collect();
        let mut all = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if all.insert(id) {
                waiting.extend(&state.list[id].callers);
            }
        }
        all
    }

    /// Whether the method in this pattern reads or writes the field, directly or by what it calls.
    pub fn uses(&self, key: &Key, field: &Field) -> bool {
        let id = self.state.borrow().ids.get(key).copied();
        id.is_some_and(|id| self.users(field).contains(&id))
    }

    /// The fields that the method in this pattern reads or writes, directly or by what it calls.
    pub fn used_by(&self, key: &Key) -> Vec<Field> {
        let reached = self.state.borrow().reached(key);
        let uses = |field: &Field| !field.users.is_disjoint(&reached);
        self.fields.borrow().all().filter(|f| uses(f)).cloned().collect()
    }

    /// The static fields with objects that the method in this pattern reads, directly or by what it
    /// calls: by class and place there.
    pub fn common_objects(&self, key: &Key) -> BTreeSet<(ClassId, usize)> {
        let reached: BTreeSet<MethodId> = {
            let state = self.state.borrow();
            let reached = state.reached(key);
            reached.iter().map(|id| state.list[*id].key.method).collect()
        };
        let mut found = BTreeSet::new();
        for method in reached {
            let Ok(Some(primal)) = self.primal(method) else { continue };
            let pool = &self.classes.get(method.class).pool;
            for insn in &primal.code.insns {
                if let Insn::Field(Opcode::Getstatic, index) = insn
                    && let Ok(field) = pool.member_ref(*index)
                    && field.descriptor.starts_with('L')
                {
                    found.extend(self.classes.field(&field.owner, &field.name, &field.descriptor));
                }
            }
        }
        found
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
        if !self.holding.enter(&self.classes, id, field.class, field.index) {
            return;
        }
        let group = self.holding.group(id);
        let all: Vec<Field> = group.iter().map(|id| self.field_info(*id)).collect();
        for id in group.iter() {
            self.share(*id);
        }
        if all.iter().any(|field| field.active) {
            self.activate(id);
        }
        if all.iter().any(|field| field.stored) {
            self.store(id);
        }
        // The registry has to be in a class that all of them see.
        let apart = group.len() > 1 && !self.see_one_another(&all);
        if apart || all.iter().any(|field| field.opaque) {
            self.expose(id);
        }
        if apart {
            // That is so whatever becomes of the method for which the fields were met.
            self.state.borrow_mut().exposed.retain(|id| !group.contains(id));
        }
    }

    /// Active values are stored into the field's array: where it went before, they would be lost.
    pub(super) fn look_for_escape(&self, id: FieldId) {
        if !self.classes.takes_place() {
            return;
        }
        for member in self.holding.group(id).iter() {
            let field = self.field_info(*member);
            if !field.opaque && self.holding.has_escaped(&self.classes, *member, field.class, field.index) {
                self.expose(*member);
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

    /// The classes of active fields that may share arrays.
    pub fn sharing(&self) -> BTreeSet<ClassId> {
        self.fields.borrow().sharing()
    }

    /// The fields of the class that were met.
    pub fn fields_of(&self, class: ClassId) -> Vec<(FieldId, Field)> {
        let fields = self.fields.borrow();
        fields.of(class).into_iter().map(|id| (id, fields.get(id).clone())).collect()
    }

    /// The active fields of each class that tangents are kept for.
    pub fn active_fields(&self, class: ClassId) -> Vec<FieldId> {
        let fields = self.fields.borrow();
        let tracked = |id: &FieldId| {
            let field = fields.get(*id);
            !field.opaque && field.class == class
        };
        fields.active().remove(&class).unwrap_or_default().into_iter().filter(tracked).collect()
    }
}
