//! Constants that hold an array without elements: `static final double[] NONE = new double[0]`.
//!
//! Objects are given such an array before they have one of their own. It holds no value that another object
//! could read, so that two fields that may hold it have nothing in common.

use super::classes::{ClassId, Classes, FINAL, STATIC};
use crate::activity::fact::ArrayKind;
use nabla_classfile::{ClassFile, Insn, Opcode};

impl Classes<'_> {
    /// Whether the field of the class is such a constant.
    pub fn is_empty_array(&self, class: ClassId, index: usize) -> bool {
        if let Some(known) = self.empty.borrow().get(&(class, index)) {
            return *known;
        }
        let found = is_empty(self.get(class), index);
        self.empty.borrow_mut().insert((class, index), found);
        found
    }
}

fn is_empty(class: &ClassFile, index: usize) -> bool {
    let field = &class.fields[index];
    let text = |index| class.pool.utf8(index).ok();
    let (Some(name), Some(descriptor)) = (text(field.name), text(field.descriptor)) else { return false };
    if field.access & (STATIC | FINAL) != STATIC | FINAL || ArrayKind::of(&descriptor).is_none() {
        return false;
    }
    let mut any = false;
    for member in &class.methods {
        let Ok(code) = class.code(member) else { return false };
        let Some(code) = code else { continue };
        for (at, insn) in code.insns.iter().enumerate() {
            let Insn::Field(Opcode::Putstatic, stored) = insn else { continue };
            let Ok(stored) = class.pool.member_ref(*stored) else { return false };
            if stored.name != name || stored.descriptor != descriptor {
                continue;
            }
            let made = |before: &[Insn]| {
                matches!(
                    before,
                    [.., Insn::Op(Opcode::Iconst0), Insn::NewArray(_) | Insn::Type(Opcode::Anewarray, _)]
                )
            };
            let reached =
                code.labels.iter().any(|&label| (at.saturating_sub(1)..=at).contains(&(label as usize)));
            if reached || !made(&code.insns[..at]) {
                return false;
            }
            any = true;
        }
    }
    any
}
