//! Gradients and Jacobians that are computed all at once where there is memory for it, and in parts where not.

use super::emission::Emission;
use crate::emit::kind::Kind;
use crate::emit::lanes::parts::{Division, in_parts};
use crate::emit::subject::Subject;
use crate::output::append;
use crate::program::primal::Primal;
use crate::program::state;
use crate::root::{Root, name};
use crate::{AdError, Lanes};
use nabla_classfile::{Insn, Opcode};

/// Whether a run may need more memory than there is, and another run computes the same: it keeps tangents
/// elsewhere than in locals, and changes nothing of what was there before.
pub(super) fn may_be_divided(subject: &Subject) -> Result<bool, AdError> {
    let chosen = matches!(subject.lanes, Lanes::Chosen | Lanes::Blocks);
    let keeps = chosen && !subject.may_unroll() && (subject.leaves() || stores(subject));
    Ok(keeps && state::changed(subject.program, subject.primal, &subject.activity.pattern)?.is_none())
}

/// Whether it stores into arrays.
fn stores(subject: &Subject) -> bool {
    let stores = |insn: &Insn| matches!(insn, Insn::Op(Opcode::Dastore | Opcode::Fastore | Opcode::Aastore));
    subject.primal.code.insns.iter().any(stores)
}

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
