//! `new Double(x)` and its kin: the call of a constructor gives nothing, and the object that it fills stands on the
//! stack since before its number was computed. What is made is what `Double.valueOf(x)` makes, so that takes its
//! place, and `new` is left out.

use super::Replaced;
use super::body::Body;
use super::write::{NAME, own};
use crate::AdError;
use crate::emit::arrays::reference;
use crate::program::classes::STATIC;
use crate::program::entry::entry;
use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, MemberRef, Opcode};
use nabla_flow::{Cfg, Kind, Operation, State, Value, Values, frames};

const DOUBLE: &str = "java/lang/Double";
const FLOAT: &str = "java/lang/Float";
const TEXT: &str = "(Ljava/lang/String;)V";

/// Whether it is the constructor of a box that is given its number, or the text of it.
pub fn fills(owner: &str, name: &str, descriptor: &str) -> bool {
    name == "<init>"
        && matches!((owner, descriptor), (DOUBLE, "(D)V" | TEXT) | (FLOAT, "(F)V" | "(D)V" | TEXT))
}

/// Whether an instruction calls one.
pub fn fills_box(class: &ClassFile, insn: &Insn) -> bool {
    let Insn::Invoke(Opcode::Invokespecial, index) = insn else { return false };
    class.pool.member_ref(*index).is_ok_and(|m| fills(&m.owner, &m.name, &m.descriptor))
}

/// What takes the place of the boxes that a method makes so.
pub(super) fn made(
    class: &mut ClassFile,
    method: usize,
    code: &Code,
    cfg: &Cfg,
) -> Result<Vec<Replaced>, AdError> {
    let filled: Vec<usize> = (0..code.insns.len()).filter(|at| fills_box(class, &code.insns[*at])).collect();
    let mut found = Vec::new();
    if filled.is_empty() {
        return Ok(found);
    }
    let member = &class.methods[method];
    let descriptor = class.pool.utf8(member.descriptor)?.into_owned();
    let other = |_, _: &str, wide| Made { wide, by: None };
    let Some(start) = entry(code, &descriptor, member.access & STATIC == 0, other) else { return Ok(found) };
    let operations = Operation::all(&class.pool, code);
    let solution = frames(cfg, code, &operations, Some(start), &Sites);
    let states: Vec<Option<&State<Made>>> =
        (0..code.insns.len()).map(|at| solution.before(at)?.as_ref()).collect();
    for at in filled {
        let Some(new) = states[at].and_then(|state| state.stack.iter().nth_back(1)?.by) else {
            continue;
        };
        if stands(code, &states, new) {
            let call = Insn::Invoke(Opcode::Invokestatic, making(class, &code.insns[at])?);
            found.push(Replaced { at, gone: vec![new, new + 1], call, slots: 0, unless: None });
        }
    }
    Ok(found)
}

/// Whether the object that `new` makes is doubled at once, and both stand in one place until it is filled.
fn stands(code: &Code, states: &[Option<&State<Made>>], new: usize) -> bool {
    let (Some(Insn::Op(Opcode::Dup)), Some(depth)) =
        (code.insns.get(new + 1), states[new].map(|state| state.stack.len()))
    else {
        return false;
    };
    let is_it = |made: &Made| made.by == Some(new);
    let jumped_at = code.labels.iter().any(|label| *label as usize == new + 1);
    let mut holding = states.iter().enumerate().filter(|(at, _)| *at != new + 1);
    !jumped_at
        && holding.all(|(at, state)| {
            let Some(state) = state else { return true };
            let in_locals = state.locals.iter().flatten().any(is_it);
            let places: Vec<usize> = (0..state.stack.len()).filter(|i| is_it(&state.stack[*i])).collect();
            let above = state.stack.get(depth + 2..).unwrap_or_default();
            !in_locals
                && (places.is_empty() || places == [depth, depth + 1] && !reaches(&code.insns[at], above))
        })
}

/// Whether an instruction that moves what stands on the stack reaches below these.
fn reaches(insn: &Insn, above: &[Made]) -> bool {
    let slots: usize = above.iter().map(|made| 1 + usize::from(made.wide)).sum();
    let moved = match insn {
        Insn::Op(Opcode::Pop | Opcode::Dup) => 1,
        Insn::Op(Opcode::Pop2 | Opcode::Dup2 | Opcode::Swap | Opcode::DupX1) => 2,
        Insn::Op(Opcode::DupX2 | Opcode::Dup2X1) => 3,
        Insn::Op(Opcode::Dup2X2) => 4,
        _ => 0,
    };
    moved > slots
}

/// The constant of the method that makes such a box.
fn making(class: &mut ClassFile, constructor: &Insn) -> Result<ConstIndex, AdError> {
    let Insn::Invoke(_, index) = constructor else { unreachable!("a constructor is called") };
    let MemberRef { owner, descriptor, .. } = class.pool.member_ref(*index)?;
    Ok(match (&*owner, &*descriptor) {
        (DOUBLE, TEXT) => {
            class.pool.add_method(DOUBLE, "valueOf", "(Ljava/lang/String;)Ljava/lang/Double;")?
        }
        (FLOAT, TEXT) => class.pool.add_method(FLOAT, "valueOf", "(Ljava/lang/String;)Ljava/lang/Float;")?,
        (DOUBLE, _) => class.pool.add_method(DOUBLE, "valueOf", "(D)Ljava/lang/Double;")?,
        (_, "(F)V") => class.pool.add_method(FLOAT, "valueOf", "(F)Ljava/lang/Float;")?,
        _ => {
            let descriptor = "(D)Ljava/lang/Float;";
            let mut body = Body::new(class, &["D".to_owned()]);
            let number = body.parameter(0);
            body.load(&number);
            body.op(Opcode::D2f);
            let made = body.class.pool.add_method(FLOAT, "valueOf", "(F)Ljava/lang/Float;")?;
            body.insn(Insn::Invoke(Opcode::Invokestatic, made));
            body.op(Opcode::Areturn);
            let code = body.finish(None)?;
            let name = own(class, &format!("{NAME}rounded"), descriptor, &code)?;
            reference(class, &name, descriptor)?
        }
    })
}

/// A value, and the `new` that made it if it has not been filled.
#[derive(Debug, Clone, PartialEq)]
struct Made {
    wide: bool,
    by: Option<usize>,
}

impl Value for Made {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// Which `new` made each value.
struct Sites;

impl Values for Sites {
    type V = Made;

    fn result(&self, at: usize, insn: &Insn, _operands: &[Made], kind: &Kind) -> Made {
        Made { wide: kind.is_wide(), by: matches!(insn, Insn::Type(Opcode::New, _)).then_some(at) }
    }

    fn join(&self, into: &mut Made, from: &Made) -> bool {
        let differ = into.by.is_some() && into.by != from.by;
        if differ {
            into.by = None;
        }
        differ
    }

    fn caught(&self) -> Made {
        Made { wide: false, by: None }
    }

    fn constructed(&self, receiver: &Made, state: &mut State<Made>) {
        let State { stack, locals } = state;
        let same = stack.iter_mut().chain(locals.iter_mut().flatten()).filter(|made| made.by == receiver.by);
        same.for_each(|made| made.by = None);
    }
}
