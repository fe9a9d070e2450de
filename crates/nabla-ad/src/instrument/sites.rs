//! What is worth watching in a method.

use super::Probes;
use crate::AdError;
use crate::activity::calls::{Call, arguments};
use crate::activity::fact::{Fact, Level};
use crate::emit::calls::{internal_descriptor, internal_name};
use crate::emit::helpers::{Helper, Helpers};
use crate::emit::width::Width;
use crate::explain::{Instance, Reached};
use crate::program::instance::{Carry, Key};
use crate::rules::{Expr, Row, Rule};
use crate::signature::{real_of, split_descriptor};
use nabla_classfile::{Insn, Opcode};
use std::collections::BTreeMap;

/// What is looked at, among the operands of an instruction.
#[derive(Debug, Clone, PartialEq)]
pub enum Probe {
    /// Two numbers that may be equal: of `max`, `min` and comparisons.
    Pair,
    /// A number that may be 0: of `abs`.
    Zero,
    /// A number that may be whole: of `floor` and casts.
    Whole,
    /// A number that may lie between two whole ones: of `rint`.
    Half,
    /// The step of a stair that the result is on, where the operands do not tell it.
    Step,
    /// A divisor that may be 0.
    Divisor,
    /// A partial that may be infinite or no number: the function that computes it, and of what.
    Partial(Helper, Vec<Expr>),
    /// All of them, boxed.
    Call,
}

/// An instruction that is watched.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// The types of its operands, the lowest first.
    pub operands: Vec<String>,
    /// The type of its result, where a probe needs that.
    pub result: Option<String>,
    /// The probes, by what they are called.
    pub probes: BTreeMap<String, Probe>,
}

/// The watched instructions of a method.
#[derive(Debug, Default)]
pub struct Sites {
    /// By their number.
    pub at: BTreeMap<usize, Site>,
}

/// A call that is recorded, and the tangent method that the derivative calls in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedCall {
    /// What it is recorded as.
    pub label: String,
    /// The class of the body, with dots.
    pub class: String,
    /// The body's name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The class of the tangent method, with dots.
    pub owner: String,
    /// The tangent method's name.
    pub tangent: String,
    /// Its descriptor.
    pub tangent_descriptor: String,
    /// The parameters that have tangents.
    pub active: Vec<usize>,
    /// The names of all of them.
    pub parameters: Vec<String>,
}

impl Sites {
    /// Whether nothing is watched.
    pub fn is_empty(&self) -> bool {
        self.at.values().all(|site| site.probes.is_empty())
    }

    /// Adds what is worth watching in an instance; gives the calls that are recorded.
    pub fn add<'a>(
        &mut self,
        reached: &Reached<'_, 'a>,
        instance: &Instance<'a>,
        probes: Probes,
    ) -> Result<Vec<RecordedCall>, AdError> {
        let mut recorded = Vec::new();
        for at in 0..instance.primal.code.insns.len() {
            if probes.kinks {
                self.kinks(reached, instance, at);
            }
            if probes.calls {
                recorded.extend(self.call(reached, instance, at)?);
            }
        }
        Ok(recorded)
    }

    fn watch(&mut self, at: usize, operands: &[&str], result: Option<&str>, label: String, probe: Probe) {
        let site = self.at.entry(at).or_default();
        if site.operands.len() < operands.len() {
            site.operands = operands.iter().map(|o| (*o).to_owned()).collect();
        }
        site.result = site.result.take().or(result.map(str::to_owned));
        site.probes.insert(label, probe);
    }

    fn kinks<'a>(&mut self, reached: &Reached<'_, 'a>, instance: &Instance<'a>, at: usize) {
        let code = &instance.primal.code;
        let effects = instance.activity.effects(reached.program, &instance.primal);
        let active = |count: usize| {
            effects.operands(at, count).is_some_and(|facts| facts.iter().any(|f| f.level != Level::Inactive))
        };
        let label = |what: &str| {
            let place = reached.place(&instance.primal, at, what);
            place.to_string()
        };
        match &code.insns[at] {
            Insn::Op(op @ (Opcode::Dcmpl | Opcode::Dcmpg | Opcode::Fcmpl | Opcode::Fcmpg)) if active(2) => {
                let real = if matches!(op, Opcode::Dcmpl | Opcode::Dcmpg) { "D" } else { "F" };
                let what = match code.insns.get(at + 1) {
                    Some(Insn::Branch(Opcode::Ifeq | Opcode::Ifne, _)) => "== of active values",
                    _ => "branch on active values",
                };
                self.watch(at, &[real, real], None, label(what), Probe::Pair);
            }
            Insn::Op(op @ (Opcode::Ddiv | Opcode::Fdiv)) if active(2) => {
                // What is written as a number is not 0.
                let before = at.checked_sub(1).map(|before| &code.insns[before]);
                if !matches!(before, Some(Insn::Ldc(_))) {
                    let real = if *op == Opcode::Ddiv { "D" } else { "F" };
                    self.watch(
                        at,
                        &[real, real],
                        None,
                        label("infinite partial of a division"),
                        Probe::Divisor,
                    );
                }
            }
            Insn::Op(op @ (Opcode::D2i | Opcode::D2l | Opcode::F2i | Opcode::F2l)) if active(1) => {
                let real = if matches!(op, Opcode::D2i | Opcode::D2l) { "D" } else { "F" };
                self.watch(at, &[real], None, label("step of a cast"), Probe::Whole);
            }
            insn @ Insn::Invoke(_, index) => {
                let Some(Call::Rule(rule, _)) = &instance.activity.flow.calls[at] else { return };
                let Ok(member) = effects.pool.member_ref(*index) else { return };
                let Some((types, result)) = split_descriptor(&member.descriptor) else { return };
                let receiver = usize::from(!matches!(insn, Insn::Invoke(Opcode::Invokestatic, _)));
                let Some(facts) = effects.operands(at, types.len() + receiver) else { return };
                let facts = arguments(insn, facts);
                if facts.iter().all(|f| f.level == Level::Inactive) {
                    return;
                }
                let operands: Vec<&str> = types.iter().map(|t| &**t).collect();
                for (what, probe) in of_rule(rule, facts, &operands, &result) {
                    self.watch(at, &operands, Some(&result), label(&what), probe);
                }
            }
            _ => {}
        }
    }

    fn call<'a>(
        &mut self,
        reached: &Reached<'_, 'a>,
        instance: &Instance<'a>,
        at: usize,
    ) -> Result<Vec<RecordedCall>, AdError> {
        let effects = instance.activity.effects(reached.program, &instance.primal);
        let Insn::Invoke(op, index) = &instance.primal.code.insns[at] else { return Ok(Vec::new()) };
        let member = effects.pool.member_ref(*index)?;
        let Some((types, result)) = split_descriptor(&member.descriptor) else { return Ok(Vec::new()) };
        let real = real_of(&result).is_some();
        let callee = format!("{}.{}", member.owner.replace('/', "."), member.name);
        let label = reached.place(&instance.primal, at, &format!("calls {callee}")).to_string();
        let mut found = Vec::new();
        // Where a call is recorded that cannot be compared, it is known that one was made. The object
        // of a constructor's cannot be kept before it is made.
        let mut recorded = false;
        match (reached.site(instance, at), &instance.activity.flow.calls[at]) {
            (Some(site), _) => {
                for key in site.keys.iter().filter(|_| real) {
                    found.extend(internal(reached, key, &label)?);
                }
                recorded = member.name != "<init>";
            }
            (None, Some(Call::Rule(rule, _))) if real => {
                let facts = effects.operands(at, types.len()).unwrap_or_default();
                found.extend(users(rule, facts, &member.owner, &member.name, &member.descriptor, &label));
            }
            _ => {}
        }
        if recorded || !found.is_empty() {
            let receiver = (*op != Opcode::Invokestatic).then_some("L");
            let operands: Vec<&str> = receiver.into_iter().chain(types.iter().map(|t| &**t)).collect();
            self.watch(at, &operands, None, label, Probe::Call);
        }
        Ok(found)
    }
}

/// The probes of a function with a rule.
fn of_rule(rule: &Rule, facts: &[Fact], types: &[&str], result: &str) -> Vec<(String, Probe)> {
    let tie = |what: &str, probe| vec![(format!("{what} of {}", rule.name), probe)];
    match (rule.name, types) {
        ("max" | "min", ["D", "D"] | ["F", "F"]) => return tie("tie", Probe::Pair),
        ("abs", ["D"] | ["F"]) => return tie("zero", Probe::Zero),
        ("signum", ["D"] | ["F"]) => return tie("step", Probe::Zero),
        ("floor" | "ceil", ["D"] | ["F"]) => return tie("step", Probe::Whole),
        ("rint" | "round", ["D"] | ["F"]) => return tie("step", Probe::Half),
        _ if rule.lossy && matches!(result, "D" | "F" | "I" | "J") => return tie("step", Probe::Step),
        _ => {}
    }
    let (Row::Partials(partials) | Row::Guarded(partials) | Row::Helper(partials)) = &rule.row else {
        return Vec::new();
    };
    if types.iter().any(|t| !matches!(*t, "D" | "F" | "I" | "J")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (k, partial) in partials.iter().enumerate() {
        let varied = facts.get(k).is_some_and(|f| f.level != Level::Inactive);
        if !varied || !may_be_singular(partial) {
            continue;
        }
        let mut helpers = Helpers::default();
        let (id, used) = helpers.partial(&format!("kink${}$d{k}", rule.stem), partial, types.len());
        let by = if partials.len() > 1 { format!(" by its argument {}", k + 1) } else { String::new() };
        let what = format!("infinite partial of {}{by}", rule.name);
        found.push((what, Probe::Partial(helpers.get(id).clone(), used)));
    }
    found
}

/// Whether a partial can be infinite or no number where its function has a value.
fn may_be_singular(partial: &Expr) -> bool {
    let known = !partial.any(|e| matches!(e, Expr::Unknown | Expr::User(..) | Expr::Tangent(_)));
    known
        && partial.any(|e| match e {
            Expr::Div(_, divisor) => !matches!(**divisor, Expr::Const(_)),
            Expr::Math(name, _) => matches!(*name, "pow" | "log"),
            _ => false,
        })
}

/// The tangent method that is called for a body.
fn internal(reached: &Reached, key: &Key, label: &str) -> Result<Option<RecordedCall>, AdError> {
    let pattern = &key.pattern;
    let plain = pattern.array_result.is_none() && pattern.arrays.is_empty() && !pattern.callback;
    let followed = pattern.parameters.iter().all(|c| matches!(c, Carry::Nothing | Carry::Tangent));
    let Some(primal) = reached.program.primal(key.method)? else { return Ok(None) };
    if !plain || !followed || pattern.active().next().is_none() {
        return Ok(None);
    }
    let (class, method) = reached.name(key.method);
    let descriptor = reached.descriptor(key.method);
    Ok(Some(RecordedCall {
        label: label.to_owned(),
        owner: class.clone(),
        tangent: internal_name(&method, pattern),
        tangent_descriptor: internal_descriptor(&method, &descriptor, pattern, Width::One),
        active: pattern.active().collect(),
        parameters: (0..pattern.parameters.len()).map(|i| primal.signature.label(i)).collect(),
        class,
        method,
        descriptor,
    }))
}

/// The user's own tangent method of a function.
fn users(
    rule: &Rule,
    facts: &[Fact],
    class: &str,
    method: &str,
    descriptor: &str,
    label: &str,
) -> Option<RecordedCall> {
    let (Row::Partials(partials) | Row::Guarded(partials) | Row::Helper(partials)) = &rule.row else {
        return None;
    };
    let user = partials.iter().find_map(|partial| match partial {
        Expr::User(user, ..) => Some(*user),
        _ => None,
    })?;
    // It has a tangent for every real parameter, whatever is active here.
    let (types, _) = split_descriptor(descriptor)?;
    let active = (0..types.len()).filter(|&i| real_of(&types[i]).is_some() && i < facts.len());
    Some(RecordedCall {
        label: label.to_owned(),
        class: class.replace('/', "."),
        method: method.to_owned(),
        descriptor: descriptor.to_owned(),
        owner: user.class.replace('/', "."),
        tangent: user.method.clone(),
        tangent_descriptor: user.descriptor.clone(),
        active: active.collect(),
        parameters: (0..types.len()).map(|i| i.to_string()).collect(),
    })
}
