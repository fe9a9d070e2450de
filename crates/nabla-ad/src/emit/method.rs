//! Puts a derivative method together: locals, prologue, blocks, frames, tables.

use super::block::{Context, plan};
use super::calls::{TangentCalls, internal_descriptor};
use super::coef::Real;
use super::dispatch::check_receiver;
use super::helpers::Helpers;
use super::homes::{Homes, Position, store};
use super::place::{Outcome, Sink, emit, shift};
use crate::AdError;
use crate::activity::Activity;
use crate::program::instance::Pattern;
use crate::program::primal::Primal;
use crate::signature::{Signature, real_of, slots_of};
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, Frame, Insn, Label, LocalVariable, Opcode, VerificationType,
};

/// What distinguishes one derivative method from another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// ∂f/∂p, for the parameter with this index.
    Partial(usize),
    /// The directional derivative in the independents.
    Jvp(Vec<usize>),
    /// What callers call in place of the primal when these parameters are active.
    Internal(Pattern),
}

impl Kind {
    /// The descriptor of the derivative method.
    pub fn descriptor(&self, signature: &Signature) -> String {
        let parameters: String = signature.parameters.iter().map(|p| &*p.descriptor).collect();
        let primal = format!("({parameters}){}", signature.result);
        match self {
            Kind::Partial(_) => primal,
            Kind::Jvp(_) | Kind::Internal(_) => {
                let active = (0..signature.parameters.len()).map(|i| self.tangents().contains(&i)).collect();
                internal_descriptor(&primal, &Pattern(active))
            }
        }
    }
}

impl Kind {
    /// The parameters whose tangents are parameters too, in order.
    pub fn tangents(&self) -> Vec<usize> {
        match self {
            Kind::Partial(_) => Vec::new(),
            Kind::Jvp(independents) => independents.clone(),
            Kind::Internal(pattern) => pattern.active().collect(),
        }
    }
}

/// Writes the code of a derivative method.
pub fn derivative<'a>(
    class: &mut ClassFile<'a>,
    primal: &Primal<'a>,
    activity: &Activity,
    tangent_calls: &TangentCalls,
    helpers: &mut Helpers,
    kind: &Kind,
) -> Result<Code<'a>, AdError> {
    let (code, signature) = (&primal.code, &primal.signature);
    let mut homes = Homes::new(signature.parameter_slots);
    let mut next = signature.parameter_slots;
    let mut added: Vec<(String, u16, &str)> = Vec::new();
    let outcome = match kind {
        Kind::Partial(index) => {
            let slot = signature.parameters[*index].slot as usize;
            if !is_assigned(code, slot) {
                homes.ones.push(slot);
            }
            Outcome::Returned
        }
        Kind::Jvp(_) | Kind::Internal(_) => {
            for i in kind.tangents() {
                let parameter = &signature.parameters[i];
                homes.seeds.insert(parameter.slot as usize, next);
                let name = parameter.name.clone().unwrap_or_else(|| format!("arg{i}"));
                added.push((format!("{name}_dot"), next, &parameter.descriptor));
                next += parameter.slots();
            }
            added.push(("tangent".into(), next, "[D"));
            next += 1;
            Outcome::Stored(next - 1)
        }
    };
    homes.added_slots = next - signature.parameter_slots;
    homes.first_temporary = code.max_locals + homes.added_slots;
    match kind {
        Kind::Internal(_) => homes.call = next - 1,
        // A method that users call makes the array for its callees itself: theirs may be an
        // array that the primal reads.
        _ if !tangent_calls.is_empty() => {
            homes.call = homes.first_temporary;
            homes.first_temporary += 1;
        }
        _ => {}
    }
    let own_array = !tangent_calls.is_empty() && !matches!(kind, Kind::Internal(_));
    reserve(&mut homes, activity, code);

    let mut sink = Sink::new(homes.first_temporary);
    prologue(&mut sink, &homes, activity, signature, kind);
    if matches!(kind, Kind::Internal(_)) && primal.is_overridable(class) {
        let name = class.pool.utf8(class.methods[primal.method.index as usize].name)?.into_owned();
        sink.insns.extend(check_receiver(class, &name)?);
        sink.extra_stack = sink.extra_stack.max(3);
    }
    if own_array {
        added.push((String::new(), homes.call, "[D"));
        sink.insns.extend([
            Insn::Op(Opcode::Iconst1),
            Insn::NewArray(7),
            Insn::Local(Opcode::Astore, homes.call),
        ]);
    }
    let count = code.insns.len();
    let (mut starts, mut exact) = (vec![0; count + 1], vec![0; count]);
    for block in &primal.cfg.blocks {
        let start = block.range.start;
        if activity.varied.before(start).is_none_or(|v| v.state.is_none()) {
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
                pool: &class.pool,
                code,
                cfg: &primal.cfg,
                calls: &primal.calls,
                tangent_calls,
                varied: &activity.varied,
                useful: &activity.useful,
                homes: &homes,
            };
            plan(&context, helpers, block.range.clone())?
        };
        emit(
            &plan,
            code,
            class,
            helpers,
            &homes,
            tangent_calls,
            outcome,
            &mut sink,
            &mut starts,
            &mut exact,
        )?;
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

/// Whether the method assigns the local, so that its tangent may change.
fn is_assigned(code: &Code, slot: usize) -> bool {
    code.insns.iter().any(|i| match i {
        Insn::Local(op @ (Opcode::Dstore | Opcode::Lstore), s) => {
            let _ = op;
            (*s as usize).abs_diff(slot) <= 1
        }
        Insn::Local(op, s) if super::block::is_store(*op) => (slot..=slot + 1).contains(&(*s as usize)),
        _ => false,
    })
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

/// A bad result array is found before anything is computed; tangents of parameters get their seed.
fn prologue(sink: &mut Sink, homes: &Homes, activity: &Activity, signature: &Signature, kind: &Kind) {
    if let Kind::Jvp(_) = kind {
        let array = signature.parameter_slots + homes.added_slots - 1;
        sink.insns.extend([
            Insn::Local(Opcode::Aload, array),
            Insn::Op(Opcode::Iconst0),
            Insn::Op(Opcode::Daload),
            Insn::Op(Opcode::Pop2),
        ]);
        sink.extra_stack = sink.extra_stack.max(2);
    }
    let Some(useful) = activity.useful.before(0) else { return };
    for (i, parameter) in signature.parameters.iter().enumerate() {
        let slot = parameter.slot as usize;
        let Some(real) = parameter.real() else { continue };
        if !useful.local(slot) || homes.seeds.contains_key(&slot) || homes.ones.contains(&slot) {
            continue;
        }
        let Some(home) = homes.of(Position::Local(slot)) else { continue };
        let one = *kind == Kind::Partial(i);
        let seed = match (real, one) {
            (Real::Double, false) => Opcode::Dconst0,
            (Real::Double, true) => Opcode::Dconst1,
            (Real::Float, false) => Opcode::Fconst0,
            (Real::Float, true) => Opcode::Fconst1,
        };
        sink.insns.extend([Insn::Op(seed), Insn::Local(store(real), home)]);
        sink.extra_stack = sink.extra_stack.max(2);
    }
}

struct Mapper<'m, 'a> {
    primal: &'m Primal<'a>,
    activity: &'m Activity,
    homes: &'m Homes,
    added: &'m [(String, u16, &'m str)],
    exact: &'m [u32],
    result: &'m mut Code<'a>,
}

impl<'a> Mapper<'_, 'a> {
    /// The tables that speak of places and locals; others, annotations of types among them, speak
    /// of the primal alone and are left out.
    fn attributes(&mut self, class: &mut ClassFile<'a>) -> Result<(), AdError> {
        let object = class.pool.add_class("[D")?;
        for attribute in &self.primal.code.attributes {
            match attribute {
                CodeAttribute::LineNumbers { name, rows } => {
                    let rows = rows.clone();
                    self.result.attributes.push(CodeAttribute::LineNumbers { name: *name, rows });
                }
                CodeAttribute::LocalVariables { name, rows } => {
                    let own = class.pool.utf8(*name)? == "LocalVariableTable";
                    let rows = self.local_variables(class, rows, own)?;
                    self.result.attributes.push(CodeAttribute::LocalVariables { name: *name, rows });
                }
                CodeAttribute::Frames { name, rows } => {
                    let rows = rows.iter().map(|(label, f)| (*label, self.frame(*label, f, object)));
                    let rows = rows.collect();
                    self.result.attributes.push(CodeAttribute::Frames { name: *name, rows });
                }
                CodeAttribute::TypeAnnotations { .. } | CodeAttribute::Raw(_) => {}
            }
        }
        Ok(())
    }

    fn label(&mut self, at: u32) -> Label {
        self.result.labels.push(at);
        Label(self.result.labels.len() as u32 - 1)
    }

    fn local_variables(
        &mut self,
        class: &mut ClassFile<'a>,
        rows: &[LocalVariable],
        own: bool,
    ) -> Result<Vec<LocalVariable>, AdError> {
        // Parameters have their values from the very start, before the prologue.
        let start = self.label(0);
        let end = self.label(self.result.insns.len() as u32);
        let mut mapped = Vec::new();
        for row in rows {
            let mut row = *row;
            if self.primal.code.labels[row.start.0 as usize] == 0 {
                row.start = start;
            }
            row.slot = self.homes.primal(row.slot as usize);
            mapped.push(row);
        }
        if own {
            // What has no name is no parameter.
            for (name, slot, descriptor) in self.added.iter().filter(|(name, ..)| !name.is_empty()) {
                let name = class.pool.add_utf8(name)?;
                let descriptor = class.pool.add_utf8(descriptor)?;
                mapped.push(LocalVariable { start, end, name, descriptor, slot: *slot });
            }
        }
        Ok(mapped)
    }

    /// The primal's frame, its locals moved, with the parameters added and the tangents that are
    /// read from here on.
    fn frame(&mut self, label: Label, frame: &Frame, array: nabla_classfile::ConstIndex) -> Frame {
        let at = self.primal.code.labels[label.0 as usize] as usize;
        let mut slots: Vec<Option<VerificationType>> = Vec::new();
        let mut put = |slot: u16, kind: VerificationType| {
            let wide = matches!(kind, VerificationType::Double | VerificationType::Long);
            let end = slot as usize + if wide { 2 } else { 1 };
            if slots.len() < end {
                slots.resize(end, Some(VerificationType::Top));
            }
            slots[slot as usize] = Some(kind);
            if wide {
                // The second slot of a wide value has no entry.
                slots[slot as usize + 1] = None;
            }
        };
        let useful = self.activity.useful.before(at);
        let mut slot = 0usize;
        let mut tangents = Vec::new();
        for kind in &frame.locals {
            let home = self.homes.of(Position::Local(slot));
            if let Some(home) = home
                && matches!(kind, VerificationType::Double | VerificationType::Float)
                && useful.is_some_and(|u| u.local(slot))
                && !self.homes.seeds.contains_key(&slot)
            {
                tangents.push((home, *kind));
            }
            let kind = Self::exact(self.result, &self.primal.code, self.exact, *kind);
            if kind != VerificationType::Top {
                put(self.homes.primal(slot), kind);
            }
            slot += if matches!(kind, VerificationType::Double | VerificationType::Long) { 2 } else { 1 };
        }
        for (_, slot, descriptor) in self.added {
            let kind = match real_of(descriptor) {
                Some(Real::Double) => VerificationType::Double,
                Some(Real::Float) => VerificationType::Float,
                None => VerificationType::Object(array),
            };
            debug_assert!(slots_of(descriptor) > 0);
            put(*slot, kind);
        }
        for (depth, kind) in frame.stack.iter().enumerate() {
            if let Some(home) = self.homes.of(Position::Stack(depth))
                && useful.is_some_and(|u| u.entry(depth))
            {
                tangents.push((home, *kind));
            }
        }
        for (home, kind) in tangents {
            put(home, kind);
        }
        let mut locals: Vec<VerificationType> = slots.into_iter().flatten().collect();
        while locals.last() == Some(&VerificationType::Top) {
            locals.pop();
        }
        let stack = frame.stack.iter();
        let stack = stack.map(|k| Self::exact(self.result, &self.primal.code, self.exact, *k)).collect();
        Frame { locals, stack }
    }

    /// The type of an object before its constructor ran names the `new` itself, not the tangent
    /// code before it.
    fn exact(result: &mut Code, code: &Code, exact: &[u32], kind: VerificationType) -> VerificationType {
        let VerificationType::Uninitialized(label) = kind else { return kind };
        let at = code.labels[label.0 as usize] as usize;
        result.labels.push(exact[at]);
        VerificationType::Uninitialized(Label(result.labels.len() as u32 - 1))
    }
}
