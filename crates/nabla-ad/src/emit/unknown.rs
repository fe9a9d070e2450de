//! Arrays that come from where arrays are not followed: cast from objects, or given by code that is
//! not known. What they hold is constant, so the derivative throws if one of them is an array that the
//! method is passed and active values are stored through one of the names.

use super::apart::{Held, Passed, compared};
use super::frames::Added;
use super::homes::Homes;
use super::parameters::{is_assigned, local};
use super::subject::Subject;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::activity::nodes::Node;
use nabla_classfile::{ClassFile, Insn, Opcode};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, AdError>;

/// An array that an instruction gives.
#[derive(Clone, Copy)]
struct Unknown {
    kind: ArrayKind,
    /// Whether active values are stored into it.
    stored: bool,
}

/// The array that the instruction gives, where it comes from where arrays are not followed.
fn unknown(subject: &Subject, at: usize) -> Option<Unknown> {
    let gives = |insn: &Insn| {
        matches!(insn, Insn::Type(Opcode::Checkcast, _) | Insn::Invoke(..) | Insn::InvokeDynamic(_))
    };
    let flow = &subject.activity.flow;
    if !gives(&subject.primal.code.insns[at]) {
        return None;
    }
    let (node, kind) = flow.varied.after(at)?.state.as_ref()?.stack.last()?.array?;
    let class = flow.nodes.class(node);
    let known = node != Node::site(at) || class.opaque.is_none();
    (!known).then_some(Unknown { kind, stored: class.stored })
}

/// An array of unknown origin, and those that the method is passed with which it is compared.
pub struct Comparison {
    at: usize,
    array: Unknown,
    others: Vec<Passed>,
}

impl Comparison {
    /// What is compared behind the instruction, if anything is.
    pub fn of(homes: &Homes, subject: &Subject, at: usize) -> Option<Comparison> {
        let array = unknown(subject, at)?;
        let missed = |p: &Passed| p.kind.float == array.kind.float && (array.stored || p.carried && p.stored);
        let others: Vec<Passed> = Passed::all(homes, subject).into_iter().filter(missed).collect();
        (!others.is_empty()).then_some(Comparison { at, array, others })
    }

    /// The instructions that throw if the array, which this local has, is one that the method is passed,
    /// or a row of one, or has it as a row.
    pub fn throw<'a>(
        self,
        class: &mut ClassFile<'a>,
        homes: &Homes,
        subject: &Subject<'_, 'a>,
        local: u16,
    ) -> Result<Vec<Insn>> {
        let name = called(class, subject, self.at)?;
        let load = vec![Insn::Local(Opcode::Aload, local)];
        let held = Held { load, rank: self.array.kind.rank, name: &name };
        let mut insns = Vec::new();
        for mut passed in self.others {
            passed.slot = homes.entered.get(&passed.slot).copied().unwrap_or(passed.slot);
            insns.extend(match self.array.stored {
                true => compared(class, &held, &passed.held())?,
                false => compared(class, &passed.held(), &held)?,
            });
        }
        Ok(insns)
    }
}

/// Copies the arrays that are passed and compared, and that the method assigns other arrays to.
pub fn keep_entered(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) -> Vec<Insn> {
    let code = &subject.primal.code;
    let lost: BTreeSet<(u16, ArrayKind)> = (0..code.insns.len())
        .filter_map(|at| Comparison::of(homes, subject, at))
        .flat_map(|comparison| comparison.others)
        .filter(|p| is_assigned(code, p.slot as usize))
        .map(|p| (p.slot, p.kind))
        .collect();
    let mut insns = Vec::new();
    for (slot, kind) in lost {
        let copy = local(homes, added, &kind.descriptor());
        insns.extend([Insn::Local(Opcode::Aload, slot), Insn::Local(Opcode::Astore, copy)]);
        homes.entered.insert(slot, copy);
    }
    insns
}

/// What the instruction is called in messages: by the call that the array comes from, or by its type.
fn called(class: &ClassFile, subject: &Subject, at: usize) -> Result<String> {
    let insns = &subject.primal.code.insns;
    let is_cast = matches!(insns[at], Insn::Type(..));
    for insn in [Some(&insns[at]), at.checked_sub(1).filter(|_| is_cast).map(|before| &insns[before])] {
        if let Some(Insn::Invoke(_, index)) = insn {
            return Ok(format!("{}()", class.pool.member_ref(*index)?.name));
        }
    }
    Ok("an object".to_owned())
}

/// Throws if an array that active values are stored into is passed as an object, too, or an array of
/// objects that has it is.
pub fn objects_apart(class: &mut ClassFile, all: &[Passed], subject: &Subject) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    let signature = &subject.primal.signature;
    for (i, parameter) in signature.parameters.iter().enumerate() {
        let rank = parameter.descriptor.bytes().take_while(|&b| b == b'[').count();
        if !MAY_BE_ARRAYS.contains(&&parameter.descriptor[rank..]) {
            continue;
        }
        for passed in all.iter().filter(|p| p.carried && p.stored) {
            let object = Held {
                load: vec![Insn::Local(Opcode::Aload, parameter.slot)],
                rank: passed.kind.rank + u8::from(rank > 0),
                name: &signature.label(i),
            };
            insns.extend(compared(class, &passed.held(), &object)?);
        }
    }
    Ok(insns)
}

/// The types besides those of arrays that an array has.
const MAY_BE_ARRAYS: [&str; 3] = ["Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"];
