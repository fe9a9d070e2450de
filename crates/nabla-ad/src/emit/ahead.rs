//! The tangents of arrays that fields of the object itself hold all the time a method runs: those that it
//! reads more than once are read at its start.

use super::block::may_assign_field;
use super::fields::getter;
use super::frames::Added;
use super::homes::Homes;
use super::parameters::{is_assigned, local};
use super::place::Sink;
use super::plans::loops;
use super::subject::Subject;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::program::fields::FieldId;
use crate::program::instance::World;
use nabla_classfile::{ClassFile, Insn, Opcode};
use std::collections::BTreeMap;

/// Gives the tangent arrays locals of their own.
pub fn reserve_ahead(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) {
    let Subject { program, primal, activity, .. } = *subject;
    let code = &primal.code;
    if primal.signature.is_static || primal.is_constructor || is_assigned(code, 0) {
        return;
    }
    let (effects, loops) = (subject.effects(), loops(&primal.cfg));
    let stays = !(0..code.insns.len())
        .any(|at| may_assign_field(effects.pool, &code.insns[at], &activity.flow.calls[at]));
    // Where the method takes its object for one of a class below, it may have none of that class's fields.
    let has = |field: &FieldId| {
        let class = program.field_info(*field).class;
        program.classes.above(Some(primal.method.class)).any(|above| above == class)
    };
    let mut reads: BTreeMap<FieldId, usize> = BTreeMap::new();
    for at in 0..code.insns.len() {
        let Insn::Field(Opcode::Getfield, index) = &code.insns[at] else { continue };
        let is_own = effects.operands(at, 1).is_some_and(|operands| operands[0].this);
        let after = activity.flow.varied.after(at).and_then(|varied| varied.state.as_ref());
        let read = after.and_then(|state| Some((state.stack.last()?, state.stack.len() - 1)));
        let useful = |depth| activity.useful.after(at).is_some_and(|useful| useful.entry(depth));
        if is_own && read.is_some_and(|(fact, depth)| fact.has_tangent() && useful(depth)) {
            let field = effects.pool.member_ref(*index).ok();
            let field = field.and_then(|m| program.field(&m.owner, &m.name, &m.descriptor));
            let often = if loops.iter().any(|span| span.contains(&at)) { 2 } else { 1 };
            field.filter(has).into_iter().for_each(|field| *reads.entry(field).or_default() += often);
        }
    }
    for (id, _) in reads.into_iter().filter(|(_, often)| *often > 1) {
        let field = program.field_info(id);
        if ArrayKind::of(&field.descriptor).is_some() && (stays || program.is_final(&field)) {
            let slot = local(homes, added, &homes.width.tangent(&field.descriptor));
            homes.ahead.insert(id, slot);
        }
    }
}

/// Emits code that reads them.
pub fn read_ahead<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
) -> Result<(), AdError> {
    for (&id, &slot) in &homes.ahead {
        let field = subject.program.field_info(id);
        subject.accessed.borrow_mut().classes.insert((field.class, homes.width));
        let get = getter(&mut class.pool, subject.program, &field, homes.width)?;
        sink.insns.extend([
            Insn::Local(Opcode::Aload, 0),
            Insn::Local(Opcode::Aload, homes.call),
            Insn::Invoke(Opcode::Invokestatic, get),
            Insn::Local(Opcode::Astore, slot),
        ]);
    }
    Ok(())
}
