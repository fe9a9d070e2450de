//! What is known of fields, and which methods use them.

use super::Program;
use crate::program::classes::ClassId;
use crate::program::fields::{Field, FieldId};
use crate::program::instance::Key;
use std::collections::BTreeSet;

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

    /// Whether some method reads or writes both.
    pub fn uses_both(&self, a: &Field, b: &Field) -> bool {
        !self.users(a).is_disjoint(&self.users(b))
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
