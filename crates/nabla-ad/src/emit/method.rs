//! Puts a derivative method together: locals, prologue, blocks, tables.

use super::block::{Context, is_store, plan};
use super::calls::{TangentCalls, internal_descriptor};
use super::coef::Real;
use super::dispatch::check_receiver;
use super::fields::Accessed;
use super::frames::{Added, Mapper};
use super::helpers::Helpers;
use super::homes::{Homes, Position, store};
use super::lanes::independents::{FirstLane, fixed};
use super::ours::let_pass;
use super::outside::keep_apart;
use super::place::{Outcome, Sink, accumulators, emit, has_numbers_alone, shift, taken_whole};
use super::seeds::{directions, give_lanes, make_buffers, seeds};
use super::width::Width;
use crate::AdError;
use crate::activity::Activity;
use crate::activity::effects::Effects;
use crate::activity::fact::ArrayKind;
use crate::program::classes::ClassId;
use crate::program::fields::FieldId;
use crate::program::instance::{Pattern, World};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use crate::signature::{Parameter, Signature, slots_of};
use nabla_classfile::{ClassFile, Code, ConstIndex, Error, Insn, Opcode};
use nabla_flow::Cfg;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What distinguishes one derivative method from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// ∂f/∂p, for the parameter with this index.
    Partial(usize),
    /// The directional derivative in the active parameters.
    Jvp,
    /// All partial derivatives of a number.
    Grad,
    /// All partial derivatives of an array of numbers.
    Jac,
    /// What callers call in place of the primal.
    Internal(Width),
}

impl Kind {
    /// What the tangents in it are.
    pub fn width(self) -> Width {
        match self {
            Kind::Partial(_) | Kind::Jvp => Width::One,
            Kind::Grad | Kind::Jac => Width::Lanes,
            Kind::Internal(width) => width,
        }
    }

    /// Whether callers call it in place of the primal.
    pub fn is_internal(self) -> bool {
        matches!(self, Kind::Internal(_))
    }

    /// The descriptor of the derivative method.
    pub fn descriptor(self, name: &str, signature: &Signature, pattern: &Pattern) -> String {
        let parameters: String = signature.parameters.iter().map(|p| &*p.descriptor).collect();
        let primal = format!("({parameters}){}", signature.result);
        match self {
            Kind::Partial(_) => primal,
            Kind::Jvp => {
                let tangents: String =
                    pattern.active().map(|i| &*signature.parameters[i].descriptor).collect();
                let result = self.result_array(signature).unwrap_or_default();
                format!("({parameters}{tangents}{result}){}", signature.result)
            }
            Kind::Grad => format!("({parameters}[D){}", signature.result),
            Kind::Jac => format!("({parameters}[[D){}", signature.result),
            Kind::Internal(width) => internal_descriptor(name, &primal, pattern, width),
        }
    }

    /// The array that users pass for the tangent of the result.
    fn result_array(self, signature: &Signature) -> Option<String> {
        match &*signature.result {
            "D" | "F" => Some("[D".into()),
            result if ArrayKind::of(result).is_some() => Some(format!("[{result}")),
            _ => None,
        }
    }
}

/// The method whose derivative is written, in one pattern.
pub struct Subject<'s, 'a> {
    /// The program.
    pub program: &'s Program<'a>,
    /// The method.
    pub primal: &'s Primal<'a>,
    /// Its activity.
    pub activity: &'s Activity,
    /// Its calls that go to tangent methods.
    pub calls: &'s TangentCalls,
    /// What is written.
    pub kind: Kind,
    /// The parameters that lanes are for.
    pub independents: &'s [usize],
    /// Receives the tangent fields it reads and writes.
    pub accessed: &'s RefCell<Accessed>,
    /// Receives the classes of lambdas of which it makes objects.
    pub lambdas: &'s RefCell<BTreeSet<ClassId>>,
    /// Receives the fields whose constant functions it reads.
    pub constants: &'s RefCell<BTreeSet<FieldId>>,
}

impl<'s> Subject<'s, '_> {
    /// What its instructions change.
    pub fn effects(&self) -> Effects<'s> {
        self.activity.effects(self.program, self.primal)
    }

    /// Whether tangents beside fields are read or written.
    fn uses_fields(&self) -> bool {
        let effects = self.effects();
        self.primal.code.insns.iter().any(|insn| match insn {
            Insn::Field(_, index) => effects
                .pool
                .member_ref(*index)
                .ok()
                .and_then(|m| self.program.field(&m.owner, &m.name, &m.descriptor))
                .is_some_and(|field| self.program.is_active(field) == (true, false)),
            _ => false,
        })
    }

    /// Whether other code is called for tangents, which may not follow something.
    pub fn leaves(&self) -> bool {
        !self.calls.is_empty() || self.uses_fields()
    }

    /// The fields of the object that a constructor makes, as far as its own class declares them.
    fn own_fields(&self) -> Vec<FieldId> {
        match self.primal.is_constructor {
            true => self.program.active_fields(self.primal.method.class),
            false => Vec::new(),
        }
    }
}

/// So many directions are unrolled at most.
const MOST_COPIES: usize = 8;

/// A method that is unrolled into more instructions would be too large to be compiled.
const MOST_UNROLLED: usize = 2500;

/// Writes the code of a derivative method.
pub fn derivative<'a>(
    class: &mut ClassFile<'a>,
    helpers: &mut Helpers,
    subject: &Subject<'_, 'a>,
) -> Result<Code<'a>, AdError> {
    let numbers = |i: &usize| subject.primal.signature.parameters[*i].real().is_some();
    let unrolled = subject.kind == Kind::Grad
        && subject.independents.iter().all(numbers)
        && (1..=MOST_COPIES).contains(&subject.independents.len())
        && subject.calls.is_empty()
        && !subject.uses_fields();
    let code = if unrolled { write(class, helpers, subject, true)? } else { None };
    match code {
        Some(code) => Ok(code),
        None => write(class, helpers, subject, false)?
            .ok_or_else(|| AdError::Bug("a derivative that is not written".into())),
    }
}

/// Writes it with a tangent per direction, if it can be, or else as its kind says.
fn write<'a>(
    class: &mut ClassFile<'a>,
    helpers: &mut Helpers,
    subject: &Subject<'_, 'a>,
    unrolled: bool,
) -> Result<Option<Code<'a>>, AdError> {
    let Subject { program, primal, activity, calls, kind, .. } = *subject;
    let (code, signature) = (&primal.code, &primal.signature);
    // The primal's locals, parameters that are added, and a place for each local and stack entry.
    if 3 * u32::from(code.max_locals) + 2 * u32::from(code.max_stack) > 60_000 {
        return Err(Error::limit("expected fewer locals").into());
    }
    let width = if unrolled { Width::One } else { kind.width() };
    let mut homes = Homes::new(signature.parameter_slots, width);
    let mut added = Vec::new();
    let mut outcome = parameters(&mut homes, &mut added, subject);
    if let (true, Outcome::Lanes(result)) = (unrolled, outcome) {
        outcome = Outcome::Directions(result);
        homes.copies = subject.independents.len() as u16;
    }
    homes.first_temporary = code.max_locals + homes.added_slots;

    let mut start = Vec::new();
    if !kind.is_internal() && subject.leaves() {
        // A method that users call makes the array for its callees itself: theirs may be an array
        // that the primal reads, and this one tells the objects of this call from those of others.
        homes.call = local(&mut homes, &mut added, width.call());
        let make = match width {
            Width::One => Insn::NewArray(7),
            Width::Lanes => Insn::Type(Opcode::Anewarray, class.pool.add_class("[D")?),
        };
        start.extend([Insn::Op(Opcode::Iconst1), make, Insn::Local(Opcode::Astore, homes.call)]);
    }
    for kind in calls.values().filter_map(|call| call.pattern.array_result) {
        let tangent = width.array(kind).descriptor();
        let descriptor = format!("[{tangent}");
        if !homes.array_results.contains_key(&descriptor) {
            let slot = local(&mut homes, &mut added, &descriptor);
            let element = class.pool.add_class(&tangent)?;
            start.extend([
                Insn::Op(Opcode::Iconst1),
                Insn::Type(Opcode::Anewarray, element),
                Insn::Local(Opcode::Astore, slot),
            ]);
            homes.array_results.insert(descriptor, slot);
        }
    }
    if kind.is_internal() && primal.is_overridable(class) {
        let name = class.pool.utf8(class.methods[primal.method.index as usize].name)?.into_owned();
        start.extend(check_receiver(class, &name)?);
    }
    if matches!(kind, Kind::Grad | Kind::Jac) {
        if !unrolled {
            homes.lanes = local(&mut homes, &mut added, "I");
        }
        first_lanes(&mut homes, &mut added, subject);
    }
    reserve(&mut homes, subject);
    let own_fields = subject.own_fields();
    let boxed_result = activity.boxed_result(code).filter(|_| kind.is_internal());
    let loops = loops(&primal.cfg);
    let mut plans = BTreeMap::new();
    for block in &primal.cfg.blocks {
        let start = block.range.start;
        // Where control never comes there is nothing to plan.
        if activity.flow.varied.before(start).is_some_and(|v| v.state.is_some()) {
            let context = Context {
                pool: &program.classes.get(primal.method.class).pool,
                code,
                cfg: &primal.cfg,
                calls: &activity.flow.calls,
                tangent_calls: calls,
                effects: subject.effects(),
                own_fields: &own_fields,
                in_loop: loops.iter().any(|span| span.contains(&start)),
                activity,
                boxed_result,
                useful: &activity.useful,
                homes: &homes,
            };
            plans.insert(start, plan(&context, helpers, block.range.clone())?);
        }
    }
    if unrolled && !plans.values().all(has_numbers_alone) {
        return Ok(None);
    }
    if width == Width::Lanes {
        let homes_added_to: BTreeSet<u16> = plans.values().flat_map(accumulators).collect();
        for home in homes_added_to {
            let buffer = local(&mut homes, &mut added, "[D");
            homes.buffers.insert(home, buffer);
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
    if let Outcome::Lanes(result) = outcome {
        let whole = plans.values().flat_map(taken_whole).collect();
        give_lanes(class, &mut sink, &homes, subject, result, &whole)?;
    }
    make_buffers(class, &mut sink, &homes, kind)?;
    match outcome {
        Outcome::Directions(result) => directions(class, &mut sink, &homes, subject, result)?,
        _ => seeds(class, &mut sink, &homes, subject)?,
    }
    if !kind.is_internal() {
        keep_apart(class, &mut sink, &homes, subject)?;
    }
    let count = code.insns.len();
    let (mut starts, mut exact) = (vec![0; count + 1], vec![0; count]);
    for block in &primal.cfg.blocks {
        let Some(plan) = plans.get(&block.range.start) else {
            // Control never comes here; the verifier still reads it.
            for at in block.range.clone() {
                starts[at] = sink.insns.len() as u32;
                exact[at] = starts[at];
                sink.insns.push(shift(&code.insns[at], &homes));
            }
            continue;
        };
        let first = sink.insns.len() as u32;
        sink.insns.extend(let_pass(class, code, subject.leaves(), block.range.start)?);
        emit(plan, subject, class, helpers, &homes, outcome, &mut sink, &mut starts, &mut exact)?;
        starts[block.range.start] = first;
    }
    starts[count] = sink.insns.len() as u32;
    if unrolled && sink.insns.len() > MOST_UNROLLED {
        return Ok(None);
    }

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

/// The instructions that a jump backwards runs again.
fn loops(cfg: &Cfg) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    for block in &cfg.blocks {
        for (to, _) in cfg.successors(cfg.block_of(block.range.start)) {
            let target = cfg.block(to).range.start;
            if target < block.range.end {
                spans.push(target..block.range.end);
            }
        }
    }
    spans
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
    let mut found = BTreeMap::new();
    for kind in kinds {
        found.insert(kind, class.pool.add_class(&kind.descriptor())?);
    }
    Ok(found)
}

/// Says of which independents a read is a lane, and where their first lanes are found.
fn first_lanes(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) {
    let fixed = fixed(subject);
    let mut before = Some(0);
    for &i in subject.independents {
        let parameter = &subject.primal.signature.parameters[i];
        if fixed.contains(&i) {
            let first = match before {
                Some(lanes) => FirstLane::Number(lanes),
                None => FirstLane::Local(local(homes, added, "I")),
            };
            homes.fixed.insert(parameter.slot as usize, first);
        }
        // How many lanes an array takes is known at run time.
        before = before.filter(|_| parameter.real().is_some()).map(|lanes| lanes + 1);
    }
}

/// A local that holds a value of this type all the time.
fn local(homes: &mut Homes, added: &mut Vec<Added>, descriptor: &str) -> u16 {
    let slot = homes.first_temporary;
    homes.first_temporary += 1;
    added.push(Added { name: String::new(), slot, descriptor: descriptor.to_owned() });
    slot
}

/// Lays out the parameters that are added, and says where the result's tangent goes.
fn parameters(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) -> Outcome {
    let Subject { primal, activity, kind, .. } = *subject;
    let (signature, width) = (&primal.signature, kind.width());
    if let Kind::Partial(index) = kind {
        let slot = signature.parameters[index].slot as usize;
        if !is_assigned(&primal.code, slot) {
            homes.ones.push(slot);
        }
        return Outcome::Returned;
    }
    let mut next = signature.parameter_slots;
    let mut add = |name: String, descriptor: &str, slots: u16| {
        added.push(Added { name, slot: next, descriptor: descriptor.to_owned() });
        next += slots;
        next - slots
    };
    let given = match kind {
        // Its tangents are made where it begins.
        Kind::Grad | Kind::Jac => None,
        _ => Some(activity.pattern.active()),
    };
    for i in given.into_iter().flatten() {
        let parameter = &signature.parameters[i];
        let name = parameter.name.clone().unwrap_or_else(|| format!("arg{i}"));
        let tangent = activity.pattern.tangent(i, &parameter.descriptor, width);
        let slot = add(format!("{name}_dot"), &tangent, slots_of(&tangent));
        homes.given.insert(parameter.slot as usize, slot);
        if keeps_type(&primal.code, parameter) {
            homes.seeds.insert(parameter.slot as usize, slot);
            if kind == Kind::Jvp && !is_assigned(&primal.code, parameter.slot as usize) {
                homes.directions.push(slot);
            }
        }
    }
    let real = match &*signature.result {
        "D" | "F" => Some(Real::Double),
        result => match ArrayKind::of(result).or(activity.pattern.array_result) {
            Some(_) => Some(Real::Array),
            None => activity.boxed_result(&primal.code).map(|_| Real::Double),
        },
    };
    let outcome = if kind == Kind::Grad {
        Outcome::Lanes(add("gradient".into(), "[D", 1))
    } else if kind == Kind::Jac {
        Outcome::Lanes(add("jacobian".into(), "[[D", 1))
    } else if kind.is_internal() {
        homes.call = add("call".into(), width.call(), 1);
        match real {
            Some(Real::Array) => match activity.pattern.array_result {
                Some(kind) => {
                    let descriptor = format!("[{}", width.array(kind).descriptor());
                    Outcome::Stored(add("tangent".into(), &descriptor, 1), Real::Array)
                }
                None => Outcome::Nothing,
            },
            None => Outcome::Nothing,
            Some(real) => Outcome::Stored(homes.call, width.held(real)),
        }
    } else {
        match kind.result_array(signature) {
            Some(descriptor) => {
                Outcome::Stored(add("tangent".into(), &descriptor, 1), real.unwrap_or(Real::Double))
            }
            None => Outcome::Nothing,
        }
    };
    if kind.is_internal() {
        let class = subject.program.classes.get(primal.method.class);
        let name = &class.methods[primal.method.index as usize].name;
        let name = class.pool.utf8(*name).map(|n| n.into_owned()).unwrap_or_default();
        for marker in super::calls::markers(&name, &activity.pattern) {
            add(String::new(), &marker, 1);
        }
    }
    homes.added_slots = next - signature.parameter_slots;
    outcome
}

/// Whether the method assigns the local, so that its tangent may change.
fn is_assigned(code: &Code, slot: usize) -> bool {
    code.insns.iter().any(|i| match i {
        Insn::Local(Opcode::Dstore | Opcode::Lstore, s) => (*s as usize).abs_diff(slot) <= 1,
        Insn::Local(op, s) if is_store(*op) => (slot..=slot + 1).contains(&(*s as usize)),
        _ => false,
    })
}

/// Whether the parameter's local has values of its type only, so that the tangent that is given
/// can be kept where it is: a frame declares it with that type everywhere.
fn keeps_type(code: &Code, parameter: &Parameter) -> bool {
    match parameter.real() {
        Some(real) => !code.insns.iter().any(|i| match i {
            Insn::Local(op, s) if is_store(*op) && *op != store(real) => *s == parameter.slot,
            _ => false,
        }),
        None => !is_assigned(code, parameter.slot as usize),
    }
}

fn reserve(homes: &mut Homes, subject: &Subject) {
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
