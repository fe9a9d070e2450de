//! Puts a derivative method together: locals, prologue, blocks, tables.

use super::ahead::{read_ahead, reserve_ahead};
use super::coef::Real;
use super::dispatch::{check_receiver, unknown};
use super::frames::{Added, Mapper, width};
use super::helpers::{Helpers, push_int};
use super::homes::{Homes, Position};
use super::inherited::check_inherited;
use super::kept::make_ready;
use super::kind::Kind;
use super::ours::let_pass;
use super::outline::can_be_compiled;
use super::outside::keep_apart;
use super::parameters::{first_lanes, local, parameters};
use super::place::{Outcome, Sink, accumulators, added_up_once, emit, has_numbers_alone, shift, taken_whole};
use super::plans::{plans, with_components};
use super::seeds::{directions, give_lanes, make_buffers, seeds};
use super::subject::Subject;
use super::unknown::keep_entered;
use super::unrolled::calls_can_be_unrolled;
use super::width::Width;
use crate::AdError;
use crate::Lanes;
use crate::activity::Activity;
use crate::activity::fact::ArrayKind;
use crate::signature::give;
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, ConstIndex, ConstantPool, Error, Frame, Insn, Label, Opcode,
    VerificationType,
};
use std::collections::{BTreeMap, BTreeSet};

/// So many directions are unrolled at most, unless the user says so.
pub const MOST_COPIES: usize = 8;

/// A tangent with no more lanes than these is held lane by lane.
const MOST_COMPONENTS: usize = 16;

/// A method that is unrolled into more instructions is too large to be compiled, unless it can be taken
/// apart.
const MOST_UNROLLED: usize = 2500;

/// Writes the code of a derivative method, and says whether its directions are unrolled.
pub fn derivative<'a>(
    class: &mut ClassFile<'a>,
    helpers: &mut Helpers,
    subject: &Subject<'_, 'a>,
) -> Result<(Code<'a>, bool), AdError> {
    let known = helpers.all().len();
    let unrolled = subject.may_unroll().then_some(Style::Unrolled);
    let components = subject.kind.has_lanes().then_some(Style::Components);
    for style in unrolled.into_iter().chain(components).chain([Style::Whole]) {
        let wanted = style == Style::Unrolled && subject.lanes == Lanes::Unrolled || style == Style::Whole;
        let written = write(class, helpers, subject, style).map_err(|error| {
            let primal = subject.primal.method;
            let own = subject.program.classes.get(primal.class);
            error.in_method(own, &own.methods[primal.index as usize])
        })?;
        if let Some(code) = written {
            helpers.check(class, known)?;
            if !wanted && code.insns.len() > MOST_UNROLLED && !can_be_compiled(class, subject, &code)? {
                continue;
            }
            return Ok((code, style == Style::Unrolled));
        }
    }
    Err(AdError::Bug("a derivative that is not written".into()))
}

/// How tangents are held, where there is a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// One for each direction.
    Unrolled,
    /// Those of a few lanes lane by lane.
    Components,
    /// As the kind says.
    Whole,
}

/// Writes it in this style, if that can be.
fn write<'a>(
    class: &mut ClassFile<'a>,
    helpers: &mut Helpers,
    subject: &Subject<'_, 'a>,
    style: Style,
) -> Result<Option<Code<'a>>, AdError> {
    let Subject { primal, activity, kind, .. } = *subject;
    let (code, signature) = (&primal.code, &primal.signature);
    let unrolled = style == Style::Unrolled;
    // The primal's locals, parameters that are added, and a place for each local and stack entry.
    if 3 * u32::from(code.max_locals) + 2 * u32::from(code.max_stack) > 60_000 {
        return Err(Error::limit("expected fewer locals").into());
    }
    let width = if unrolled { subject.unrolled() } else { kind.width() };
    let mut homes = Homes::new(signature.parameter_slots, width);
    let mut added = Vec::new();
    let mut outcome = parameters(&mut homes, &mut added, subject);
    if let (true, Outcome::Lanes(result)) = (unrolled, outcome) {
        outcome = Outcome::Directions(result);
    }
    homes.first_temporary = code.max_locals + homes.added_slots;

    let mut start = places_for_results(class, &mut homes, &mut added, subject, outcome)?;
    start.extend(keep_entered(&mut homes, &mut added, subject));
    if kind.is_internal() && primal.is_overridable(class) {
        let name = class.pool.utf8(class.methods[primal.method.index as usize].name)?.into_owned();
        start.extend(check_receiver(class, &name, unknown(subject.program))?);
    } else if !kind.is_internal() && !kind.is_slope() {
        start.extend(check_inherited(
            class,
            subject.program,
            subject.primal,
            (subject.name, subject.descriptor),
        )?);
    }
    if kind.has_lanes() {
        if !unrolled {
            homes.lanes = local(&mut homes, &mut added, "I");
        }
        first_lanes(&mut homes, &mut added, subject);
    }
    reserve(&mut homes, subject);
    if style == Style::Components {
        homes.most_components = MOST_COMPONENTS;
    }
    reserve_ahead(&mut homes, &mut added, subject);
    let mut plans = plans(subject, helpers, &homes)?;
    if style == Style::Components {
        plans = with_components(plans, subject, helpers, &mut homes, &mut added)?;
        if plans.values().any(|plan| plan.lacks_room) {
            return Ok(None);
        }
    }
    if unrolled && !(plans.values().all(has_numbers_alone) && calls_can_be_unrolled(subject, helpers)?) {
        return Ok(None);
    }
    if width == Width::Lanes {
        let homes_added_to: BTreeSet<u16> = plans.values().flat_map(accumulators).collect();
        for home in homes_added_to {
            let buffer = local(&mut homes, &mut added, "[D");
            homes.buffers.insert(home, buffer);
        }
        if kind.has_lanes() {
            homes.full = added_up_once(&plans, primal, &homes);
        }
    }

    let mut sink = Sink::new(homes.first_temporary);
    if kind == Kind::Jvp
        && let Outcome::Stored(slot, real) = outcome
    {
        // A bad result array is found before anything is computed.
        let (read, drop) = match real {
            Real::Array => (Opcode::Aaload, Opcode::Pop),
            _ => (Opcode::Daload, Opcode::Pop2),
        };
        sink.insns.extend([
            Insn::Local(Opcode::Aload, slot),
            Insn::Op(Opcode::Iconst0),
            Insn::Op(read),
            Insn::Op(drop),
        ]);
    }
    sink.extra_stack = 3;
    sink.insns.extend(start);
    if let Outcome::Lanes(result) | Outcome::Entries(result) | Outcome::Part(result) = outcome {
        let whole = plans.values().flat_map(taken_whole).collect();
        give_lanes(class, &mut sink, &homes, subject, result, &whole)?;
    }
    make_buffers(class, &mut sink, &homes, kind)?;
    match outcome {
        Outcome::Directions(result) if unrolled => directions(class, &mut sink, &homes, subject, result)?,
        _ => seeds(class, &mut sink, &homes, subject)?,
    }
    if !kind.is_internal() {
        keep_apart(class, &mut sink, &homes, subject)?;
    }
    make_ready(class, &mut sink, &homes, subject)?;
    read_ahead(class, &mut sink, &homes, subject)?;
    let count = code.insns.len();
    let (mut starts, mut exact) = (vec![0; count + 1], vec![0; count]);
    for block in &primal.cfg.blocks {
        let Some(plan) = plans.get(&block.range.start) else {
            // Control never comes here; the verifier still reads it.
            for at in block.range.clone() {
                starts[at] = sink.insns.len() as u32;
                exact[at] = starts[at];
                match outcome
                    .result(&signature.result)
                    .filter(|_| code.insns[at] == Insn::Op(Opcode::Areturn))
                {
                    Some(result) => sink.insns.extend(no_result(result)),
                    None => sink.insns.push(shift(&code.insns[at], &homes)),
                }
            }
            continue;
        };
        let first = sink.insns.len() as u32;
        sink.insns.extend(let_pass(class, code, subject.leaves(), block.range.start)?);
        emit(plan, subject, class, helpers, &homes, outcome, &mut sink, &mut starts, &mut exact)?;
        starts[block.range.start] = first;
    }
    starts[count] = sink.insns.len() as u32;

    let mut result = Code {
        max_stack: code.max_stack.saturating_add(sink.extra_stack).max(4),
        max_locals: sink.locals_end.max(homes.first_temporary),
        offsets: vec![0; sink.insns.len()],
        insns: sink.insns,
        labels: code.labels.iter().map(|&at| starts[at as usize]).collect(),
        handlers: code.handlers.clone(),
        attributes: Vec::new(),
    };
    let arrays = held_as_objects(class, activity, code)?;
    let (homes, arrays) = (&homes, &arrays);
    let mut mapper =
        Mapper { primal, activity, homes, added: &added, exact: &exact, result: &mut result, arrays };
    mapper.attributes(class)?;
    Ok(Some(result))
}

/// What stands for the return of a box where control never comes and a number is to be returned.
fn no_result(number: &str) -> [Insn; 3] {
    let zero = if number == "F" { Opcode::Fconst0 } else { Opcode::Dconst0 };
    [Insn::Op(Opcode::Pop), Insn::Op(zero), Insn::Op(give(number))]
}

/// Code that makes the arrays by which callees return tangents, and their locals.
fn places_for_results(
    class: &mut ClassFile,
    homes: &mut Homes,
    added: &mut Vec<Added>,
    subject: &Subject,
    outcome: Outcome,
) -> Result<Vec<Insn>, AdError> {
    let Subject { calls, kind, .. } = *subject;
    let width = homes.width;
    let mut start = Vec::new();
    if let (Kind::Jvp, Outcome::Stored(slot, Real::Double)) = (kind, outcome)
        && subject.leaves()
        && subject.may_use_result()?
    {
        homes.call = slot;
    } else if !kind.is_internal() && subject.leaves() {
        // A method that users call makes the array for its callees itself: theirs may be an array
        // that the primal reads, and this one tells the objects of this call from those of others.
        homes.call = local(homes, added, width.call());
        let make = match width {
            Width::One | Width::Unrolled(_) => Insn::NewArray(7),
            Width::Lanes => Insn::Type(Opcode::Anewarray, class.pool.add_class("[D")?),
        };
        homes.tells_end = width == Width::One && subject.program.may_keep();
        // A callee's result has a tangent for each direction.
        let length = if homes.tells_end { 2 } else { width.copies() };
        let length = push_int(&mut class.pool, length.into())?;
        start.extend([length, make, Insn::Local(Opcode::Astore, homes.call)]);
    }
    for kind in calls.values().filter_map(|call| call.pattern.array_result) {
        let tangent = width.array(kind).descriptor();
        let descriptor = format!("[{tangent}");
        if !homes.array_results.contains_key(&descriptor) {
            let slot = local(homes, added, &descriptor);
            let element = class.pool.add_class(&tangent)?;
            start.extend([
                Insn::Op(Opcode::Iconst1),
                Insn::Type(Opcode::Anewarray, element),
                Insn::Local(Opcode::Astore, slot),
            ]);
            homes.array_results.insert(descriptor, slot);
        }
    }
    Ok(start)
}

/// The types of arrays of numbers that are held as objects of other types, which frames declare.
fn held_as_objects(
    class: &mut ClassFile,
    activity: &Activity,
    code: &Code,
) -> Result<BTreeMap<ArrayKind, ConstIndex>, AdError> {
    let mut kinds: BTreeSet<ArrayKind> = activity.pattern.arrays.values().copied().collect();
    for at in 0..code.insns.len() {
        let call = matches!(code.insns[at], Insn::Invoke(..));
        let after = activity.flow.varied.after(at).filter(|_| call);
        let top = after.and_then(|v| v.state.as_ref()?.stack.last()?.array);
        kinds.extend(top.map(|(_, kind)| kind));
    }
    for (label, frame) in frames(code) {
        let at = code.labels[label.0 as usize] as usize;
        let Some(state) = activity.flow.varied.before(at).and_then(|v| v.state.as_ref()) else { continue };
        let slots = frame.locals.iter().scan(0, |next, kind| {
            let slot = *next;
            *next += width(*kind);
            Some(slot)
        });
        let locals = slots.map(|slot| state.locals.get(slot).copied().flatten());
        let facts = locals.chain(state.stack.iter().copied().map(Some));
        for (fact, declared) in facts.zip(frame.locals.iter().chain(&frame.stack)) {
            let array = fact.and_then(|fact| fact.array).map(|(_, kind)| kind);
            kinds.extend(array.filter(|kind| is_other(&class.pool, *declared, *kind)));
        }
    }
    let mut found = BTreeMap::new();
    for kind in kinds {
        found.insert(kind, class.pool.add_class(&kind.descriptor())?);
    }
    Ok(found)
}

/// The frames that the code declares.
fn frames<'c>(code: &'c Code) -> impl Iterator<Item = &'c (Label, Frame)> {
    let rows = code.attributes.iter().filter_map(|attribute| match attribute {
        CodeAttribute::Frames { rows, .. } => Some(rows),
        _ => None,
    });
    rows.flatten()
}

/// Whether an object is declared to be of another type than that of this array.
fn is_other(pool: &ConstantPool, declared: VerificationType, kind: ArrayKind) -> bool {
    let VerificationType::Object(name) = declared else { return false };
    pool.class_name(name).is_ok_and(|name| name != kind.descriptor())
}

/// Gives the places that tangents have between blocks locals of their own.
pub(super) fn reserve(homes: &mut Homes, subject: &Subject) {
    let (activity, code) = (subject.activity, &subject.primal.code);
    let mut locals = vec![false; code.max_locals as usize];
    let mut depth = 0;
    for at in 0..code.insns.len() {
        let Some(useful) = activity.useful.before(at) else { continue };
        for (j, &u) in useful.locals.iter().enumerate() {
            locals[j] |= u;
        }
        depth = depth.max(useful.stack.iter().rposition(|&u| u).map_or(0, |k| k + 1));
    }
    // The unit vector of a number is held nowhere.
    for parameter in subject.primal.signature.parameters.iter().filter(|p| p.real().is_some()) {
        if homes.fixed.contains_key(&(parameter.slot as usize)) {
            locals[parameter.slot as usize] = false;
        }
    }
    for j in (0..locals.len()).filter(|&j| locals[j]) {
        homes.reserve(Position::Local(j));
    }
    for k in 0..depth {
        homes.reserve(Position::Stack(k));
    }
}
