//! The tangents with which a derivative method begins.

use super::arrays;
use super::coef::Real;
use super::helpers::push_int;
use super::homes::{Homes, Position, store};
use super::lanes::independents::FirstLane;
use super::lanes::support;
use super::place::Sink;
use super::width::Width;
use super::{kind::Kind, subject::Subject};
use crate::AdError;
use crate::activity::fact::{ArrayKind, Shape, unboxed};
use crate::signature::{Parameter, real_of};
use nabla_classfile::{ClassFile, Insn, Opcode};
use std::collections::BTreeSet;

/// The tangents of parameters at entry: given ones are copied where they cannot stay, a `partial`
/// makes its own.
pub fn seeds<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
) -> Result<(), AdError> {
    let Subject { primal, activity, kind, .. } = *subject;
    let Some(useful) = activity.useful.before(0) else { return Ok(()) };
    let mut made: Vec<(&Parameter, u16)> = Vec::new();
    for (i, parameter) in primal.signature.parameters.iter().enumerate() {
        let slot = parameter.slot as usize;
        let array = activity.pattern.array(i, &parameter.descriptor);
        let content = activity.pattern.content(i).or(unboxed(&parameter.descriptor));
        let real = parameter.real().or(array.map(|_| Real::Array)).or(content.and_then(real_of));
        let Some(real) = real.or_else(|| box_later(subject, slot)) else { continue };
        if !useful.local(slot) || homes.seeds.contains_key(&slot) || homes.ones.contains(&slot) {
            continue;
        }
        let Some(home) = homes.of(Position::Local(slot)) else { continue };
        if let Some(&given) = homes.given.get(&slot) {
            let (from, to) = (homes.width.load(real), homes.width.store(real));
            for copy in 0..homes.width.copies() {
                sink.insns.extend([Insn::Local(from, given + 2 * copy), Insn::Local(to, home + 2 * copy)]);
            }
            continue;
        }
        if subject.independents.contains(&i) && homes.width == Width::Lanes {
            continue;
        }
        let active = activity.pattern.active().any(|active| active == i);
        if let (Some(array), true) = (array, active) {
            let like = arrays::like(class, array, homes.width)?;
            sink.insns.push(Insn::Local(Opcode::Aload, parameter.slot));
            sink.insns.push(Insn::Invoke(Opcode::Invokestatic, like));
            // One array passed twice has one tangent array.
            for (other, tangent) in made.iter().filter(|(p, _)| p.descriptor == parameter.descriptor) {
                let shared = arrays::shared(class, array, homes.width)?;
                sink.insns.extend([
                    Insn::Local(Opcode::Aload, parameter.slot),
                    Insn::Local(Opcode::Aload, other.slot),
                    Insn::Local(Opcode::Aload, *tangent),
                    Insn::Invoke(Opcode::Invokestatic, shared),
                ]);
            }
            sink.insns.push(Insn::Local(Opcode::Astore, home));
            sink.extra_stack = sink.extra_stack.max(4);
            made.push((parameter, home));
            continue;
        }
        let one = kind.by_one() == Some(i);
        let seed = match (homes.width.held(real), one) {
            (Real::Double, false) => Opcode::Dconst0,
            (Real::Double, true) => Opcode::Dconst1,
            (Real::Float, false) => Opcode::Fconst0,
            (Real::Float, true) => Opcode::Fconst1,
            (Real::Array, _) => Opcode::AconstNull,
        };
        for copy in 0..homes.width.copies() {
            sink.insns.extend([Insn::Op(seed), Insn::Local(homes.width.store(real), home + 2 * copy)]);
        }
    }
    Ok(())
}

/// The type of the tangent of a parameter that is an object, where its local may hold a box later.
fn box_later(subject: &Subject, slot: usize) -> Option<Real> {
    let (cfg, activity) = (&subject.primal.cfg, subject.activity);
    if !activity.may_become_box(cfg, Shape::Reference) {
        return None;
    }
    real_of(activity.box_of(cfg, 0, |state| *state.locals.get(slot)?).content()?)
}

/// Gives every number among the independents a lane, in the order of the parameters, counts them,
/// and finds a bad result array before anything is computed.
pub fn give_lanes<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
    result: u16,
    whole: &BTreeSet<usize>,
) -> Result<(), AdError> {
    let Subject { primal, activity, kind, .. } = *subject;
    let useful = activity.useful.before(0);
    // The lanes of a part are counted from its first one, and those before it are less than zero.
    match kind.is_part() {
        true => sink.insns.extend([Insn::Local(Opcode::Iload, result + 1), Insn::Op(Opcode::Ineg)]),
        false => sink.insns.push(Insn::Op(Opcode::Iconst0)),
    }
    sink.insns.push(Insn::Local(Opcode::Istore, homes.lanes));
    for &i in subject.independents {
        let parameter = &primal.signature.parameters[i];
        let slot = parameter.slot as usize;
        let home = homes.of(Position::Local(slot)).filter(|_| useful.is_some_and(|u| u.local(slot)));
        let array = ArrayKind::of(&parameter.descriptor);
        let fixed = homes.fixed.get(&slot);
        if let Some(FirstLane::Local(first)) = fixed {
            sink.insns.push(Insn::Local(Opcode::Iload, homes.lanes));
            sink.insns.push(Insn::Local(Opcode::Istore, *first));
        }
        // Objects that are called may be given the array.
        let needless = fixed.is_some() && !whole.contains(&slot) && (array.is_none() || homes.call == 0);
        if let Some(home) = home.filter(|_| needless) {
            sink.insns.extend([Insn::Op(Opcode::AconstNull), Insn::Local(Opcode::Astore, home)]);
        } else if let Some(home) = home {
            let more = if kind.is_part() { "I" } else { "" };
            let seed = match array {
                Some(_) => {
                    sink.insns.push(Insn::Local(Opcode::Aload, parameter.slot));
                    let tangent = Width::Lanes.tangent(&parameter.descriptor);
                    let name = if kind.is_part() { "part" } else { "seed" };
                    support(class, name, &format!("({}I{more}){tangent}", parameter.descriptor))?
                }
                None => {
                    sink.insns.push(Insn::Op(Opcode::Dconst1));
                    let name = if kind.is_part() { "unitIn" } else { "unit" };
                    support(class, name, &format!("(DI{more})[D"))?
                }
            };
            sink.insns.push(Insn::Local(Opcode::Iload, homes.lanes));
            if kind.is_part() {
                sink.insns.push(Insn::Local(Opcode::Iload, result + 2));
            }
            sink.insns.extend([Insn::Invoke(Opcode::Invokestatic, seed), Insn::Local(Opcode::Astore, home)]);
        }
        sink.insns.extend(count_lanes(class, homes, parameter)?);
    }
    if kind.is_part() {
        // Who calls it has looked at the result array.
        let lanes = Insn::Local(Opcode::Iload, result + 2);
        sink.insns.extend([lanes, Insn::Local(Opcode::Istore, homes.lanes)]);
        return Ok(());
    }
    sink.insns.push(Insn::Local(Opcode::Aload, result));
    let length = [Insn::Op(Opcode::Arraylength), Insn::Op(Opcode::Pop)];
    match kind {
        Kind::Grad | Kind::Jac => {
            let check = match kind {
                Kind::Grad => support(class, "check", "([DI)V")?,
                _ => support(class, "checkRows", "([[DI)V")?,
            };
            sink.insns.push(Insn::Local(Opcode::Iload, homes.lanes));
            sink.insns.push(Insn::Invoke(Opcode::Invokestatic, check));
        }
        Kind::Csr => {
            // At least one row starts.
            let first = [Insn::Op(Opcode::Iconst0), Insn::Op(Opcode::Iaload), Insn::Op(Opcode::Pop)];
            sink.insns.extend(first);
            for array in [result + 1, result + 2] {
                sink.insns.push(Insn::Local(Opcode::Aload, array));
                sink.insns.extend(length.clone());
            }
        }
        _ => sink.insns.extend(length),
    }
    Ok(())
}

/// Adds the lanes of an independent to the number in their local.
pub fn count_lanes(
    class: &mut ClassFile,
    homes: &Homes,
    parameter: &Parameter,
) -> Result<Vec<Insn>, AdError> {
    if ArrayKind::of(&parameter.descriptor).is_none() {
        return Ok(vec![Insn::Iinc(homes.lanes, 1)]);
    }
    let count = support(class, "count", &format!("({})I", parameter.descriptor))?;
    Ok(vec![
        Insn::Local(Opcode::Iload, homes.lanes),
        Insn::Local(Opcode::Aload, parameter.slot),
        Insn::Invoke(Opcode::Invokestatic, count),
        Insn::Op(Opcode::Iadd),
        Insn::Local(Opcode::Istore, homes.lanes),
    ])
}

/// The buffers of homes that are added to; those that have all lanes are made where they are set to
/// zero.
pub fn make_buffers<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    kind: Kind,
) -> Result<(), AdError> {
    for (home, &buffer) in &homes.buffers {
        match kind.has_lanes() && !homes.full.contains(home) {
            true => {
                let loose = support(class, "loose", "(I)[D")?;
                sink.insns.push(Insn::Local(Opcode::Iload, homes.lanes));
                sink.insns.push(Insn::Invoke(Opcode::Invokestatic, loose));
            }
            false => sink.insns.push(Insn::Op(Opcode::AconstNull)),
        }
        sink.insns.push(Insn::Local(Opcode::Astore, buffer));
    }
    for (_, component) in homes.components.values().flatten() {
        sink.insns.extend([Insn::Op(Opcode::Dconst0), Insn::Local(Opcode::Dstore, *component)]);
    }
    Ok(())
}

/// The tangents of parameters at the beginning of an unrolled gradient; a bad result array is found
/// before anything is computed.
pub fn directions<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
    result: u16,
) -> Result<(), AdError> {
    let last = push_int(&mut class.pool, i32::from(homes.width.copies()) - 1)?;
    let check = [Insn::Op(Opcode::Daload), Insn::Op(Opcode::Pop2)];
    sink.insns.extend([Insn::Local(Opcode::Aload, result), last]);
    sink.insns.extend(check);
    let Some(useful) = subject.activity.useful.before(0) else { return Ok(()) };
    for (i, parameter) in subject.primal.signature.parameters.iter().enumerate() {
        let slot = parameter.slot as usize;
        let home = homes.of(Position::Local(slot)).filter(|_| useful.local(slot));
        let real = parameter.real().or_else(|| box_later(subject, slot));
        let (Some(real), Some(home)) = (real, home) else { continue };
        let direction = subject.independents.iter().position(|independent| *independent == i);
        for copy in 0..homes.width.copies() {
            let seed = match (real, direction == Some(copy as usize)) {
                (Real::Float, false) => Opcode::Fconst0,
                (Real::Float, true) => Opcode::Fconst1,
                (_, false) => Opcode::Dconst0,
                (_, true) => Opcode::Dconst1,
            };
            sink.insns.extend([Insn::Op(seed), Insn::Local(store(real), home + 2 * copy)]);
        }
    }
    Ok(())
}
