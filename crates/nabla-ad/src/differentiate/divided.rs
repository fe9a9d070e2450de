//! Gradients and Jacobians that are computed all at once where there is memory for it, and in parts where not.

use super::emission::Emission;
use crate::emit::kind::Kind;
use crate::emit::lanes::parts::{Division, in_parts};
use crate::emit::subject::Subject;
use crate::output::append;
use crate::program::primal::Primal;
use crate::program::state::{self, Settled};
use crate::root::{Root, name};
use crate::{AdError, Lanes};
use nabla_classfile::{ClassFile, Code, Insn, Opcode};

/// Whether a run may need more memory than there is, and another run computes the same: it makes arrays of tangents,
/// or objects with some, and changes nothing of what was there before.
pub(super) fn may_be_divided(subject: &Subject, settled: &Settled) -> Result<bool, AdError> {
    let chosen = matches!(subject.lanes, Lanes::Chosen | Lanes::Blocks);
    let keeps = chosen && !subject.may_unroll() && keeps_tangents(subject);
    let changed = || state::changed(subject.program, subject.primal, &subject.activity.pattern, settled);
    Ok(keeps && changed()?.is_none())
}

/// Whether it, or what it may call, makes arrays of numbers, or objects with active fields.
fn keeps_tangents(subject: &Subject) -> bool {
    let program = subject.program;
    let makes = |class: &ClassFile, insn: &Insn| match insn {
        Insn::NewArray(kind) => matches!(*kind, FLOAT | DOUBLE),
        Insn::MultiNewArray(..) => true,
        Insn::Invoke(_, called) => {
            class.pool.member_ref(*called).is_ok_and(|called| COPYING.contains(&&*called.name))
        }
        Insn::Type(Opcode::New, made) => {
            let made = class.pool.class_name(*made).ok().and_then(|name| program.classes.find(&name));
            made.is_some_and(|made| {
                program.classes.above(Some(made)).any(|of| !program.active_fields(of).is_empty())
            })
        }
        _ => false,
    };
    let of_code = |class: &ClassFile, code: &Code| code.insns.iter().any(|insn| makes(class, insn));
    let own = program.classes.get(subject.primal.method.class);
    let mut called = program.methods_of(&subject.reach()).into_iter();
    of_code(own, &subject.primal.code)
        || called.any(|method| match program.primal(method) {
            Ok(Some(primal)) => of_code(program.classes.get(method.class), &primal.code),
            _ => true,
        })
}

/// The types of the instruction that makes an array, JVMS table 6.5.newarray-A.
const FLOAT: u8 = 6;
const DOUBLE: u8 = 7;

/// Methods of the JDK that make arrays of what they are given.
const COPYING: &[&str] = &["clone", "copyOf", "copyOfRange", "toArray"];

impl<'a> Emission<'_, 'a> {
    /// Adds the method that users call: it runs `all`, and the method that computes a part where memory ends.
    pub(super) fn divide(
        &mut self,
        root: &Root<'a>,
        primal: &Primal<'a>,
        (kind, part): (Kind, Kind),
        (called, all): (&str, &str),
    ) -> Result<(), AdError> {
        let (signature, independents) = (&primal.signature, &root.independents);
        let pattern = root.pattern(kind);
        let (_, part_name) = name(&root.request, part, signature);
        let descriptor = part.descriptor(&part_name, signature, &pattern, independents);
        let class = &mut self.outputs.of(self.program, primal.method.class).class;
        let index = primal.method.index as usize;
        let access = class.methods[index].access;
        let part = (part, &*part_name, &*descriptor);
        let division = Division::WhereMemoryEnds(all);
        let code = in_parts(class, signature, independents, access, part, division)?;
        append(class, index, called, kind, signature, &pattern, independents, &code, false)?;
        Ok(())
    }
}
