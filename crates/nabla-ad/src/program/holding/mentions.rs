//! Which methods of a class name a member.

use super::methods;
use super::references::concerns;
use crate::program::classes::{ClassId, Classes, MethodId};
use nabla_classfile::{ConstIndex, Insn, MemberRef};
use std::collections::{BTreeMap, BTreeSet};

/// The methods of a class by the members that they name, of those that arrays of numbers may be in or go
/// through: each method is read once for all of them.
#[derive(Default)]
pub struct Mentions(BTreeMap<ConstIndex, BTreeSet<u32>>);

impl Mentions {
    /// Reads the methods of a class.
    pub fn new(classes: &Classes, id: ClassId) -> Mentions {
        let class = classes.get(id);
        let mut found = Mentions::default();
        for method in methods(classes, vec![id]) {
            let Ok(Some(code)) = class.code(&class.methods[method.index as usize]) else { continue };
            for insn in &code.insns {
                let (Insn::Field(_, index) | Insn::Invoke(_, index)) = insn else { continue };
                if class.pool.name_and_type(*index).is_ok_and(|(_, descriptor)| concerns(&descriptor)) {
                    found.0.entry(*index).or_default().insert(method.index);
                }
            }
        }
        found
    }

    /// The methods that name the member.
    pub fn of(
        &self,
        classes: &Classes,
        class: ClassId,
        is_it: &dyn Fn(&MemberRef) -> bool,
    ) -> BTreeSet<MethodId> {
        let pool = &classes.get(class).pool;
        let named = self.0.iter().filter(|(index, _)| pool.member_ref(**index).is_ok_and(|m| is_it(&m)));
        named.flat_map(|(_, methods)| methods.iter().map(|&index| MethodId { class, index })).collect()
    }
}
