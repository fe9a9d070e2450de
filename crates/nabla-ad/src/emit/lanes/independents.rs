//! The independents whose tangents are unit vectors wherever they are read: numbers that are never
//! assigned, and arrays that nothing is stored into. A read of one is a lane, and no vector is made.

use crate::activity::calls::{ArrayCall, Call};
use crate::activity::effects::Effect;
use crate::activity::fact::ArrayKind;
use crate::activity::nodes::Node;
use crate::emit::block::is_store;
use crate::emit::subject::Subject;
use crate::program::fields::Field;
use crate::program::primal::Primal;
use crate::signature::{Parameter, slots_of};
use nabla_classfile::{Insn, Opcode};

/// The first lane of an independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstLane {
    /// This one.
    Number(u16),
    /// The one in this local.
    Local(u16),
}

/// The parameters, by index, whose tangents are unit vectors throughout.
pub fn fixed(subject: &Subject) -> Vec<usize> {
    let Subject { program, primal, .. } = *subject;
    let own = program.fields_of(primal.method.class);
    let used = program.arrays_of(&subject.reach());
    let fixed = |i: &usize| {
        let parameter = &primal.signature.parameters[*i];
        if is_assigned(primal, parameter) {
            return false;
        }
        match ArrayKind::of(&parameter.descriptor) {
            None => parameter.real().is_some(),
            Some(kind) => {
                // A field may hold the array, or have it as a row, and be stored through.
                let near = |f: &Field| ArrayKind::of(&f.descriptor).is_some_and(|k| k.float == kind.float);
                let shares = |f: &Field| f.active && near(f) && (f.linked || f.class == primal.method.class);
                kind.rank == 1
                    && !own.iter().any(|(_, f)| f.active && f.descriptor == parameter.descriptor)
                    && !used.iter().any(shares)
                    && !is_changed(subject, primal, Node::parameter(*i))
            }
        }
    };
    subject.independents.iter().copied().filter(fixed).collect()
}

/// Whether the method assigns one of the parameter's slots.
fn is_assigned(primal: &Primal, parameter: &Parameter) -> bool {
    let slots = parameter.slot..parameter.slot + slots_of(&parameter.descriptor);
    primal.code.insns.iter().any(|insn| match insn {
        Insn::Local(Opcode::Dstore | Opcode::Lstore, slot) => {
            slots.contains(slot) || slots.contains(&(slot + 1))
        }
        Insn::Local(op, slot) => is_store(*op) && slots.contains(slot),
        _ => false,
    })
}

/// Whether the method may store into the array, or gives it to others.
fn is_changed(subject: &Subject, primal: &Primal, array: Node) -> bool {
    let effects = subject.effects();
    let nodes = &subject.activity.flow.nodes;
    let class = nodes.class(array);
    if class.stored || class.shared || class.opaque.is_some() || !class.fields.is_empty() {
        return true;
    }
    let is_it = |at: usize, count: usize, place: usize| match effects.operands(at, count) {
        Some(operands) => operands[place].array.is_some_and(|(n, _)| nodes.find(n) == nodes.find(array)),
        None => false,
    };
    (0..primal.code.insns.len()).any(|at| {
        let count = || effects.argument_count(at).unwrap_or(0);
        match (&primal.code.insns[at], effects.at(at)) {
            (_, Some(Effect::Element | Effect::Row)) => is_it(at, 3, 0) || is_it(at, 3, 2),
            (_, Some(Effect::Array(ArrayCall::Copy))) => is_it(at, 5, 2),
            (_, Some(Effect::Array(ArrayCall::Rows))) => is_it(at, 2, 1),
            (_, Some(Effect::Array(_))) => is_it(at, count(), 0),
            (Insn::InvokeDynamic(_), _) => {
                let depth = subject.activity.flow.varied.before(at).and_then(|v| v.state.as_ref());
                let depth = depth.map_or(0, |state| state.stack.len());
                (0..depth).any(|place| is_it(at, depth, place))
            }
            (Insn::Invoke(..), _) => match &effects.calls[at] {
                Some(Call::Rule(..) | Call::Array(_)) => false,
                Some(Call::Method(callee)) => {
                    let count = callee.parameters.len() + usize::from(callee.receiver);
                    (0..count).any(|place| is_it(at, count, place))
                }
                _ => (0..count()).any(|place| is_it(at, count(), place)),
            },
            _ => false,
        }
    })
}
