//! Puts a derivative method together: locals, prologue, blocks, tables.

use super::arrays;
use super::block::{Context, is_store, plan};
use super::calls::{TangentCalls, internal_descriptor};
use super::coef::Real;
use super::dispatch::check_receiver;
use super::frames::{Added, Mapper};
use super::helpers::Helpers;
use super::homes::{Homes, Position, load, store};
use super::place::{Outcome, Sink, emit, shift};
use crate::AdError;
use crate::activity::Activity;
use crate::activity::effects::Effects;
use crate::activity::fact::ArrayKind;
use crate::program::classes::ClassId;
use crate::program::fields::FieldId;
use crate::program::instance::{Pattern, World};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use crate::signature::{Parameter, Signature};
use nabla_classfile::{ClassFile, Code, Insn, Opcode};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What distinguishes one derivative method from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// ∂f/∂p, for the parameter with this index.
    Partial(usize),
    /// The directional derivative in the active parameters.
    Jvp,
    /// What callers call in place of the primal.
    Internal,
}

impl Kind {
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
            Kind::Internal => internal_descriptor(name, &primal, pattern),
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
    /// Receives the classes whose tangent fields it reads and writes.
    pub field_classes: &'s RefCell<BTreeSet<ClassId>>,
}

impl<'s> Subject<'s, '_> {
    fn effects(&self) -> Effects<'s> {
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

    /// The fields of the object that a constructor makes, as far as its own class declares them.
    fn own_fields(&self) -> Vec<FieldId> {
        match self.primal.is_constructor {
            true => self.program.active_fields(self.primal.method.class),
            false => Vec::new(),
        }
    }
}

/// Writes the code of a derivative method.
pub fn derivative<'a>(
    class: &mut ClassFile<'a>,
    helpers: &mut Helpers,
    subject: &Subject<'_, 'a>,
) -> Result<Code<'a>, AdError> {
    let Subject { program, primal, activity, calls, kind, .. } = *subject;
    let (code, signature) = (&primal.code, &primal.signature);
    let mut homes = Homes::new(signature.parameter_slots);
    let mut added = Vec::new();
    let outcome = parameters(&mut homes, &mut added, subject);
    homes.first_temporary = code.max_locals + homes.added_slots;

    let mut start = Vec::new();
    if kind != Kind::Internal && (!calls.is_empty() || subject.uses_fields()) {
        // A method that users call makes the array for its callees itself: theirs may be an array
        // that the primal reads, and this one tells the objects of this call from those of others.
        homes.call = local(&mut homes, &mut added, "[D");
        start.extend([Insn::Op(Opcode::Iconst1), Insn::NewArray(7), Insn::Local(Opcode::Astore, homes.call)]);
    }
    for call in calls.values().filter(|call| call.pattern.array_result) {
        let descriptor = format!("[{}", call.callee.result);
        if !homes.array_results.contains_key(&descriptor) {
            let slot = local(&mut homes, &mut added, &descriptor);
            let element = class.pool.add_class(&call.callee.result)?;
            start.extend([
                Insn::Op(Opcode::Iconst1),
                Insn::Type(Opcode::Anewarray, element),
                Insn::Local(Opcode::Astore, slot),
            ]);
            homes.array_results.insert(descriptor, slot);
        }
    }
    if kind == Kind::Internal && primal.is_overridable(class) {
        let name = class.pool.utf8(class.methods[primal.method.index as usize].name)?.into_owned();
        start.extend(check_receiver(class, &name)?);
    }
    reserve(&mut homes, activity, code);

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
    seeds(class, &mut sink, &homes, subject)?;
    let count = code.insns.len();
    let (mut starts, mut exact) = (vec![0; count + 1], vec![0; count]);
    let own_fields = subject.own_fields();
    for block in &primal.cfg.blocks {
        let start = block.range.start;
        if activity.flow.varied.before(start).is_none_or(|v| v.state.is_none()) {
            // Control never comes here; the verifier still reads it.
            for at in block.range.clone() {
                starts[at] = sink.insns.len() as u32;
                exact[at] = starts[at];
                sink.insns.push(shift(&code.insns[at], &homes));
            }
            continue;
        }
        let plan = {
            let context = Context {
                pool: &program.classes.get(primal.method.class).pool,
                code,
                cfg: &primal.cfg,
                calls: &primal.calls,
                tangent_calls: calls,
                effects: subject.effects(),
                own_fields: &own_fields,
                useful: &activity.useful,
                homes: &homes,
            };
            plan(&context, helpers, block.range.clone())?
        };
        emit(&plan, subject, class, helpers, &homes, outcome, &mut sink, &mut starts, &mut exact)?;
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
    let mut mapper =
        Mapper { primal, activity, homes: &homes, added: &added, exact: &exact, result: &mut result };
    mapper.attributes(class)?;
    Ok(result)
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
    let signature = &primal.signature;
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
    for i in activity.pattern.active() {
        let parameter = &signature.parameters[i];
        let name = parameter.name.clone().unwrap_or_else(|| format!("arg{i}"));
        let slot = add(format!("{name}_dot"), &parameter.descriptor, parameter.slots());
        homes.given.insert(parameter.slot as usize, slot);
        if keeps_type(&primal.code, parameter) {
            homes.seeds.insert(parameter.slot as usize, slot);
        }
    }
    let real = match &*signature.result {
        "D" | "F" => Some(Real::Double),
        result => ArrayKind::of(result).map(|_| Real::Array),
    };
    let outcome = if kind == Kind::Internal {
        homes.call = add("call".into(), "[D", 1);
        match real {
            Some(Real::Array) if activity.pattern.array_result => {
                Outcome::Stored(add("tangent".into(), &format!("[{}", signature.result), 1), Real::Array)
            }
            Some(Real::Array) | None => Outcome::Nothing,
            Some(real) => Outcome::Stored(homes.call, real),
        }
    } else {
        match kind.result_array(signature) {
            Some(descriptor) => {
                Outcome::Stored(add("tangent".into(), &descriptor, 1), real.unwrap_or(Real::Double))
            }
            None => Outcome::Nothing,
        }
    };
    if kind == Kind::Internal {
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

fn reserve(homes: &mut Homes, activity: &Activity, code: &Code) {
    let mut locals = vec![false; code.max_locals as usize];
    let mut depth = 0;
    for at in 0..code.insns.len() {
        let Some(useful) = activity.useful.before(at) else { continue };
        for (j, &u) in useful.locals.iter().enumerate() {
            locals[j] |= u;
        }
        depth = depth.max(useful.stack.iter().rposition(|&u| u).map_or(0, |k| k + 1));
    }
    for j in (0..locals.len()).filter(|&j| locals[j]) {
        homes.reserve(Position::Local(j));
    }
    for k in 0..depth {
        homes.reserve(Position::Stack(k));
    }
}

/// The tangents of parameters at entry: given ones are copied where they cannot stay, a `partial`
/// makes its own.
fn seeds<'a>(
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
        let array = ArrayKind::of(&parameter.descriptor);
        let real = parameter.real().or(array.map(|_| Real::Array));
        let Some(real) = real else { continue };
        if !useful.local(slot) || homes.seeds.contains_key(&slot) || homes.ones.contains(&slot) {
            continue;
        }
        let Some(home) = homes.of(Position::Local(slot)) else { continue };
        if let Some(&given) = homes.given.get(&slot) {
            sink.insns.extend([Insn::Local(load(real), given), Insn::Local(store(real), home)]);
            continue;
        }
        let active = activity.pattern.active().any(|active| active == i);
        if let (Some(array), true) = (array, active) {
            let like = arrays::like(class, array)?;
            sink.insns.push(Insn::Local(Opcode::Aload, parameter.slot));
            sink.insns.push(Insn::Invoke(Opcode::Invokestatic, like));
            // One array passed twice has one tangent array.
            for (other, tangent) in made.iter().filter(|(p, _)| p.descriptor == parameter.descriptor) {
                let shared = arrays::shared(class, array)?;
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
        let one = kind == Kind::Partial(i);
        let seed = match (real, one) {
            (Real::Double, false) => Opcode::Dconst0,
            (Real::Double, true) => Opcode::Dconst1,
            (Real::Float, false) => Opcode::Fconst0,
            (Real::Float, true) => Opcode::Fconst1,
            (Real::Array, _) => Opcode::AconstNull,
        };
        sink.insns.extend([Insn::Op(seed), Insn::Local(store(real), home)]);
    }
    Ok(())
}
