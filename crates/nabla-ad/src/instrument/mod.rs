//! Classes that tell, as they run, where the evaluation met kinks and singular points, how close
//! comparisons were to another answer, and with what arguments calls were made.
//!
//! The code is added to the methods themselves, of the selected ones and of those that they call
//! with active values; it changes no value. What it finds out is in the class `nabla.Kinks`, which
//! is written beside them.

mod patch;
mod recorder;
mod sites;

use crate::explain::Reached;
use crate::program::classes::{Arena, ClassId, Classes, MethodId};
use crate::program::instance::Key;
use crate::program::solve::Program;
use crate::root::select;
use crate::{AdError, ClassReport, ClassSource, Input, MadeClass, ProgramReport};
use nabla_classfile::ClassFile;
use sites::Sites;
use std::collections::{BTreeMap, VecDeque};

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
    let program = Program::new(Classes::new(&arena, source));
    let mut plan = Plan::new();
    let mut calls = Vec::new();
    let mut beside = None;
    for (input, outcome) in inputs.iter().zip(&report.classes) {
        let Ok(outcome) = outcome else { continue };
        let id = program.classes.add(input.bytes, &input.requests)?;
        for (request, method) in input.requests.iter().zip(&outcome.methods) {
            if method.refused() {
                continue;
            }
            let mut root = select(&program, id, request)?;
            while root.settle(&program)? {}
            let Some(primal) = &root.primal else { continue };
            beside.get_or_insert_with(|| outcome.class.clone());
            let key = Key { method: primal.method, pattern: root.pattern(crate::emit::method::Kind::Jvp) };
            let reached = Reached::everything(&program, &key)?;
            for (depth, key) in by_depth(&reached, &key) {
                let Some(instance) = reached.instances.get(&key) else { continue };
                let sites = plan.entry(key.method).or_default();
                calls.extend(sites.add(&reached, instance, probes)?.into_iter().map(|call| (depth, call)));
            }
        }
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
    calls.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    Ok((report, calls.into_iter().map(|(_, call)| call).collect()))
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

/// The instances in the order in which calls lead to them.
fn by_depth(reached: &Reached, root: &Key) -> Vec<(usize, Key)> {
    let mut found: Vec<(usize, Key)> = Vec::new();
    let mut waiting = VecDeque::from([(0, root.clone())]);
    while let Some((depth, key)) = waiting.pop_front() {
        if found.iter().any(|(_, known)| *known == key) {
            continue;
        }
        if let Some(instance) = reached.instances.get(&key) {
            for at in 0..instance.primal.code.insns.len() {
                let site = reached.site(instance, at);
                waiting.extend(site.into_iter().flat_map(|site| site.keys).map(|key| (depth + 1, key)));
            }
            found.push((depth, key));
        }
    }
    found
}
