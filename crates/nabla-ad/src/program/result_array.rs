//! Whether a method can read the array in which users are given the tangent of its result.
//!
//! Callees leave the tangents of their results in an array. It may be the one that the user gives, and
//! then needs not be made, where nothing that runs reads arrays of numbers, or is code that is not
//! followed and may be given one.

use super::classes::{Classes, MethodId, is_platform};
use super::owned::is_immutable;
use super::primal::Primal;
use super::solve::{Program, Reach};
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Insn, Opcode};
use std::collections::BTreeSet;

impl Program<'_> {
    /// Whether some of what a method may run reads or stores into arrays of numbers, or may have code that
    /// is not followed do so.
    ///
    /// # Errors
    ///
    /// A damaged class.
    pub fn meets_arrays(&self, reach: &Reach) -> Result<bool, AdError> {
        let methods = self.methods_of(reach);
        for &method in &methods {
            let Some(primal) = self.primal(method)? else { return Ok(true) };
            let class = self.classes.get(method.class);
            let meets = |insn: &Insn| meets_arrays(&self.classes, class, insn, &methods);
            if has_array(&primal) || primal.code.insns.iter().any(meets) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some of what a method may run remembers in objects or classes to which call tangents belong.
    pub fn remembers_calls(&self, reach: &Reach) -> bool {
        let remembers = |class| {
            let fields = self.active_fields(class);
            let is_static = |id: &_| self.field_info(*id).is_static;
            !fields.is_empty() && self.may_last(class) || fields.iter().any(is_static)
        };
        let made = self.methods_of(reach).into_iter().map(|method| method.class);
        made.chain(self.classes_of(reach)).any(remembers)
    }
}

fn has_array(primal: &Primal) -> bool {
    primal.signature.parameters.iter().any(|parameter| ArrayKind::of(&parameter.descriptor).is_some())
}

fn meets_arrays(classes: &Classes, class: &ClassFile, insn: &Insn, followed: &BTreeSet<MethodId>) -> bool {
    match insn {
        Insn::Op(op) => matches!(op, Opcode::Daload | Opcode::Dastore | Opcode::Faload | Opcode::Fastore),
        Insn::InvokeDynamic(_) => true,
        Insn::Invoke(op, index) => {
            let Ok(called) = class.pool.member_ref(*index) else { return true };
            let targets = classes.targets(*op, &called.owner, &called.name, &called.descriptor);
            if targets.is_some_and(|t| t.resolved.is_some() && t.bodies.iter().all(|b| followed.contains(b)))
            {
                return false;
            }
            let known = is_platform(&called.owner)
                && (*op == Opcode::Invokestatic || called.name == "<init>" || is_immutable(&called.owner));
            let (parameters, _) = split_descriptor(&called.descriptor).unwrap_or_default();
            let simple = |parameter: &String| match parameter.strip_prefix('L') {
                Some(name) => is_immutable(name.trim_end_matches(';')),
                None => !parameter.starts_with('['),
            };
            !known || !parameters.iter().all(simple)
        }
        _ => false,
    }
}
