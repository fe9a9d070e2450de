//! Arrays of objects that are made to be printed, as compilers make them for `String.format("%f %f", x, y)`: what is
//! stored in one is read for a text, and by nobody else.

use super::classes::{Classes, MethodId, STATIC};
use super::entry::entry;
use super::solve::needs_too_many_slots;
use crate::activity::calls::Call;
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::{Cfg, Kind, Operation, Value, Values, frames};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A value: the instruction that made it, if that is an array of objects of which all is known.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Made {
    wide: bool,
    at: Option<usize>,
}

impl Value for Made {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// The stores into such arrays.
pub fn printed(
    classes: &Classes,
    method: MethodId,
    code: &Code,
    operations: &[Option<Operation>],
    cfg: &Cfg,
    calls: &[Option<Call>],
) -> Vec<usize> {
    let is_made = |insn: &Insn| matches!(insn, Insn::Type(Opcode::Anewarray, _));
    let stores = |at: &usize| matches!(code.insns[*at], Insn::Op(Opcode::Aastore));
    let prints = |at: &usize| matches!(calls[*at], Some(Call::Text));
    let all = || 0..code.insns.len();
    if !code.insns.iter().any(is_made) || !all().any(|at| prints(&at)) || needs_too_many_slots(code) {
        return Vec::new();
    }
    let class = classes.get(method.class);
    let member = &class.methods[method.index as usize];
    let other = |_, _: &str, wide| Made { wide, at: None };
    let Ok(descriptor) = class.pool.utf8(member.descriptor) else { return Vec::new() };
    let Some(entry) = entry(code, &descriptor, member.access & STATIC == 0, other) else { return Vec::new() };
    let values = Arrays { shared: RefCell::default() };
    let states = frames(cfg, code, operations, Some(entry), &values);
    let mut shared = values.shared.into_inner();
    let mut found = Vec::new();
    for at in all() {
        let Some(state) = states.before(at).as_ref().and_then(|state| state.as_ref()) else { continue };
        let taken = operations[at].as_ref().map_or(0, Operation::operands);
        let operands = &state.stack[state.stack.len().saturating_sub(taken)..];
        let array = operands.first().and_then(|array| array.at).filter(|_| stores(&at));
        found.extend(array.map(|array| (at, array)));
        // What moves it is no use of it, and what is stored into it is one of that.
        let moves = matches!(
            code.insns[at],
            Insn::Local(Opcode::Aload | Opcode::Astore, _) | Insn::Op(Opcode::Dup | Opcode::Pop)
        );
        let uses = operands.iter().skip(usize::from(array.is_some())).filter_map(|operand| operand.at);
        if !moves && !prints(&at) {
            shared.extend(uses);
        }
    }
    found.retain(|(_, array)| !shared.contains(array));
    found.into_iter().map(|(at, _)| at).collect()
}

struct Arrays {
    /// Those that may be one of several.
    shared: RefCell<BTreeSet<usize>>,
}

impl Values for Arrays {
    type V = Made;

    fn result(&self, at: usize, insn: &Insn, _operands: &[Made], kind: &Kind) -> Made {
        let array = matches!(insn, Insn::Type(Opcode::Anewarray, _));
        Made { wide: kind.is_wide(), at: array.then_some(at) }
    }

    fn join(&self, into: &mut Made, from: &Made) -> bool {
        if into.at == from.at {
            return false;
        }
        self.shared.borrow_mut().extend(into.at.into_iter().chain(from.at));
        into.at.take().is_some()
    }

    fn caught(&self) -> Made {
        Made { wide: false, at: None }
    }
}
