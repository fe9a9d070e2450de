//! Fields whose tangents are left wrong: what is stored there depends on an independent in a way that
//! is lost, or code that is not followed gets hold of it.
//!
//! Only what selected methods come to call counts. Where the receiver's class decides, a body whose
//! own result is lost throws in place of its tangent: neither it nor what it alone calls is run.

use super::Program;
use super::instances::Instances;
use crate::program::fields::FieldId;
use std::collections::BTreeSet;

impl Instances {
    /// The instance that is being analysed does what these do.
    pub(super) fn follow(&mut self, ids: impl IntoIterator<Item = usize>) {
        if let Some(current) = self.current {
            self.list[current].followed.extend(ids);
        }
    }

    /// The instance, or where it was taken back, a new one that is to be analysed.
    pub(super) fn renew(&mut self, id: usize) -> usize {
        if !self.list[id].forgotten {
            return id;
        }
        let key = self.list[id].key.clone();
        self.id(&key)
    }

    /// The fields that are spoilt by what the roots have come to call.
    fn spoilt(&mut self) -> BTreeSet<FieldId> {
        let known = std::mem::take(&mut self.analysed).into_iter().filter(|id| self.list[*id].reached);
        let new = self.roots.union(&self.standing).copied().filter(|id| !self.list[*id].reached);
        let mut waiting: Vec<usize> = known.chain(new).collect();
        let mut fields = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            self.list[id].reached = true;
            fields.extend(&self.list[id].spoils);
            waiting.extend(self.list[id].followed.iter().copied().filter(|id| !self.list[*id].reached));
        }
        fields
    }
}

impl Program<'_> {
    /// Marks the fields that are spoilt; whether there are new ones.
    pub(super) fn spoil_reached(&self) -> bool {
        let spoilt = self.state.borrow_mut().spoilt();
        let mut any = false;
        for id in spoilt {
            if !self.fields.borrow().get(id).opaque {
                self.state.borrow_mut().exposed.push(id);
                self.tell(id, |field| !std::mem::replace(&mut field.opaque, true));
                any = true;
            }
        }
        any
    }

    /// The fields that were spoilt since [`Program::begin`], in order.
    pub fn spoilt(&self) -> Vec<FieldId> {
        let mut fields = self.state.borrow().exposed.clone();
        fields.sort_unstable();
        fields
    }
}
