//! Classes that tell, as they run, where the evaluation met kinks and singular points, how close
//! comparisons were to another answer, and with what arguments calls were made.
//!
//! The code is added to the methods themselves, of the selected ones and of those that they call
//! with active values; it changes no value. What it finds out is in the class `nabla.Kinks`, which
//! is written beside them.

mod patch;
mod recorder;
mod sites;

use crate::emit::kind::Kind;
use crate::explain::Reached;
use crate::program::classes::{Arena, ClassId, Classes, MethodId};
use crate::program::instance::Key;
use crate::program::solve::Program;
use crate::root::{Root, select, settle_together};
use crate::{AdError, ClassReport, ClassSource, Input, MadeClass, ProgramReport, Request};
use nabla_classfile::ClassFile;
use sites::Sites;
use std::collections::{BTreeMap, BTreeSet};

pub use recorder::RECORDER;
pub use sites::RecordedCall;

/// What instrumented classes tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Probes {
    /// Where the evaluation met kinks and singular points.
    pub kinks: bool,
    /// With what arguments calls were made whose tangents are computed.
    pub calls: bool,
}

/// The sites of every method.
type Plan = BTreeMap<MethodId, Sites>;

/// Instruments what came of a program; also the calls that are recorded, the innermost first.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn instrument(
    inputs: &[Input],
    source: &dyn ClassSource,
    mut report: ProgramReport,
    probes: Probes,
) -> Result<(ProgramReport, Vec<RecordedCall>), AdError> {
    let arena = Arena::new();
    let mut program = Program::new(Classes::new(&arena, source));
    let mut groups: BTreeMap<u16, Vec<(ClassId, &Request)>> = BTreeMap::new();
    let mut beside = None;
    for (input, outcome) in inputs.iter().zip(&report.classes) {
        let Ok(outcome) = outcome else { continue };
        let id = program.classes.add(input.bytes, &input.requests)?;
        for (request, method) in input.requests.iter().zip(&outcome.methods) {
            if !method.refused() {
                beside.get_or_insert_with(|| outcome.class.clone());
                groups.entry(method.group).or_default().push((id, request));
            }
        }
    }
    let mut plan = Plan::new();
    let mut calls = Vec::new();
    for (group, selected) in groups {
        if group > 0 {
            program = program.of_group(group, selected.iter().map(|(id, _)| *id).collect());
        }
        calls.extend(plan_group(&program, &selected, probes, &mut plan)?);
    }
    let Some(beside) = beside else { return Ok((report, Vec::new())) };
    let mut classes: BTreeMap<ClassId, Vec<(MethodId, Sites)>> = BTreeMap::new();
    for (method, sites) in plan {
        if !sites.is_empty() && !program.classes.is_lambda(method.class) {
            classes.entry(method.class).or_default().push((method, sites));
        }
    }
    for (id, methods) in classes {
        let name = program.classes.name(id).replace('/', ".");
        let slot = output(&mut report, &name);
        let bytes = match slot.as_deref() {
            Some(bytes) => patched(ClassFile::read(bytes)?, &program, methods)?,
            None => patched(program.classes.get(id).clone(), &program, methods)?,
        };
        match slot {
            Some(slot) => *slot = bytes,
            None => enter(&mut report, name, bytes),
        }
    }
    report.callees.sort_by(|a, b| a.class.cmp(&b.class));
    let class = RECORDER.replace('/', ".");
    report.made.push(MadeClass { class, beside, output: recorder::bytes()? });
    report.made.sort_by(|a, b| a.class.cmp(&b.class));
    Ok((report, calls))
}

/// Finds the sites of methods that are differentiated together, and gives the calls that are recorded.
fn plan_group<'a>(
    program: &Program<'a>,
    selected: &[(ClassId, &Request)],
    probes: Probes,
    plan: &mut Plan,
) -> Result<Vec<RecordedCall>, AdError> {
    let select = |(id, request): &(ClassId, &Request)| select(program, *id, request);
    let mut roots: Vec<Root<'a>> = selected.iter().map(select).collect::<Result<_, _>>()?;
    for root in &mut roots {
        root.settle_alone(program)?;
    }
    settle_together(program, roots.iter_mut().collect())?;
    let key =
        |root: &Root| Some(Key { method: root.primal.as_ref()?.method, pattern: root.pattern(Kind::Jvp) });
    let keys: Vec<Key> = roots.iter().filter_map(key).collect();
    let reached = Reached::everything(program, &keys)?;
    let mut calls = Vec::new();
    for key in innermost_first(&reached, &keys) {
        if let Some(instance) = reached.instances.get(&key) {
            calls.extend(plan.entry(key.method).or_default().add(&reached, instance, probes)?);
        }
    }
    Ok(calls)
}

/// The bytes that a class has got.
fn output<'r>(report: &'r mut ProgramReport, name: &str) -> Option<&'r mut Vec<u8>> {
    let classes = report.classes.iter_mut().filter_map(|class| class.as_mut().ok());
    let mut all = classes.chain(&mut report.callees);
    all.find(|class| class.class == name && class.output.is_some())?.output.as_mut()
}

/// A class that changes for its probes alone.
fn enter(report: &mut ProgramReport, name: String, bytes: Vec<u8>) {
    let mut classes = report.classes.iter_mut().filter_map(|class| class.as_mut().ok());
    match classes.find(|class| class.class == name) {
        Some(class) => class.output = Some(bytes),
        None => {
            let own = ClassReport { class: name, source: None, methods: Vec::new(), output: Some(bytes) };
            report.callees.push(own);
        }
    }
}

fn patched(
    mut class: ClassFile,
    program: &Program,
    methods: Vec<(MethodId, Sites)>,
) -> Result<Vec<u8>, AdError> {
    for (method, sites) in methods {
        if let Some(primal) = program.primal(method)? {
            patch::method(&mut class, program, &primal, sites)?;
        }
    }
    Ok(class.write()?)
}

/// The instances, each behind those that it calls; where calls go round, behind those that were met
/// first.
fn innermost_first(reached: &Reached, roots: &[Key]) -> Vec<Key> {
    let mut met: BTreeSet<Key> = BTreeSet::new();
    let mut order = Vec::new();
    // A key, and whether what it calls is already ahead.
    let mut waiting: Vec<(Key, bool)> = roots.iter().map(|key| (key.clone(), false)).collect();
    while let Some((key, done)) = waiting.pop() {
        if done {
            order.push(key);
            continue;
        }
        if !met.insert(key.clone()) {
            continue;
        }
        waiting.push((key.clone(), true));
        let Some(instance) = reached.instances.get(&key) else { continue };
        for at in 0..instance.primal.code.insns.len() {
            let keys = reached.site(instance, at).into_iter().flat_map(|site| site.keys);
            waiting.extend(keys.map(|key| (key, false)));
        }
    }
    order
}
