//! The forms `hess` and `hvp`: the gradient of the slope along a direction.
//!
//! The slope of f along a direction is what `f_jvp` leaves in its result array; as the result of a
//! method of its own it is differentiated again, by `grad`, in the classes that the first run wrote.
//! That gradient is the Hessian times the direction, so `f_hvp` runs it once, and `f_hess` along
//! each unit direction. The method is run more than once, so what changes state that outlives the
//! call is refused.

mod finish;
mod hess;
mod hvp;
mod wanted;

use crate::codes::{self, NEVER_COMPILED};
use crate::diagnose::diagnostic;
use crate::differentiate::{Input, ProgramReport, first_order};
use crate::output::{INTERNAL, has_method};
use crate::report::{ClassReport, Diagnostic, MethodReport, Severity};
use crate::rules::UserRule;
use crate::signature::{Signature, number_of};
use crate::{AdError, ClassSource, Form, Request};
use nabla_classfile::ClassFile;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wanted::Wanted;

/// Adds the methods of the forms `hess` and `hvp` to what the first run wrote.
///
/// # Errors
///
/// A fault of this library. What is wrong with one input is in its report.
pub fn add_second_order(
    inputs: &[Input],
    source: &dyn ClassSource,
    first: ProgramReport,
) -> Result<ProgramReport, AdError> {
    let mut report = first;
    let mut wanted: BTreeMap<usize, Vec<Wanted>> = BTreeMap::new();
    for (place, (input, class)) in inputs.iter().zip(&report.classes).enumerate() {
        let Ok(class) = class else { continue };
        let all = wanted_of(input, class)?;
        if !all.is_empty() && class.output.is_some() {
            wanted.insert(place, all);
        }
    }
    let written: Vec<Vec<u8>> = inputs
        .iter()
        .zip(&report.classes)
        .map(|(input, class)| match class {
            Ok(ClassReport { output: Some(bytes), .. }) => bytes.clone(),
            _ => input.bytes.to_vec(),
        })
        .collect();
    let again: Vec<Input> = written
        .iter()
        .enumerate()
        .map(|(place, bytes)| Input {
            bytes,
            requests: wanted.get(&place).into_iter().flatten().flat_map(Wanted::second).collect(),
        })
        .collect();
    let slopes: Vec<BTreeSet<(String, String)>> =
        again.iter().map(|input| input.requests.iter().map(slope).collect()).collect();
    let over = Overlay { source, written: beside(&report) };
    let second = first_order(&again, &over)?;
    for (place, class) in second.classes.into_iter().enumerate() {
        let (Ok(first), Ok(class)) = (&mut report.classes[place], class) else { continue };
        if class.output.is_some() {
            first.output = class.output;
        }
        let mut methods = class.methods.into_iter();
        for wanted in wanted.remove(&place).unwrap_or_default() {
            let name = &wanted.request.method;
            let Some(report) = first.methods.get_mut(wanted.place) else { continue };
            let rows: Vec<MethodReport> = methods.by_ref().take(wanted.second().len()).collect();
            if rows.iter().any(MethodReport::refused) {
                // Rows are refused for the same reasons.
                for found in reasons(name, rows.into_iter().flat_map(|row| row.diagnostics).collect()) {
                    if !report.diagnostics.contains(&found) {
                        report.diagnostics.push(found);
                    }
                }
                report.derivatives.clear();
                continue;
            }
            let found: Vec<Diagnostic> = rows.into_iter().flat_map(|row| row.diagnostics).collect();
            for warning in long(&wanted.request, &found) {
                if !report.diagnostics.contains(&warning) {
                    report.diagnostics.push(warning);
                }
            }
            for form in wanted.request.second_order() {
                let Some(bytes) = &first.output else { continue };
                let (bytes, derivative) = wanted.add(bytes, form)?;
                first.output = Some(bytes);
                report.derivatives.push(derivative);
            }
        }
    }
    for callee in second.callees {
        if let Some(known) = report.callees.iter_mut().find(|known| known.class == callee.class) {
            known.output = callee.output;
        } else if let Some(known) = report.made.iter_mut().find(|known| known.class == callee.class) {
            known.output = callee.output.unwrap_or_default();
        } else {
            report.callees.push(callee);
        }
    }
    report.callees.sort_by(|a, b| a.class.cmp(&b.class));
    for made in second.made {
        match report.made.iter_mut().find(|known| known.class == made.class) {
            Some(known) => known.output = made.output,
            None => report.made.push(made),
        }
    }
    report.made.sort_by(|a, b| a.class.cmp(&b.class));
    finish::finish(inputs, source, &mut report, &slopes)?;
    Ok(report)
}

/// That what computes it is never compiled: of the method that users call.
fn long(request: &Request, found: &[Diagnostic]) -> Vec<Diagnostic> {
    let called = request.second_order().next().map(|form| request.name(form, "")).unwrap_or_default();
    let told = |found: &Diagnostic| {
        let mut warning = diagnostic(Severity::Warning, NEVER_COMPILED, &called, None, None);
        warning.line = found.line;
        warning
    };
    found.iter().filter(|d| d.code == NEVER_COMPILED.code).map(told).collect()
}

/// Why a second derivative is refused. Of code that users never see there is one reason to tell: where they
/// come to it first.
fn reasons(method: &str, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some(large) = found.iter().find(|d| d.code == codes::TOO_LARGE.code) {
        let message = format!("the second derivative of `{method}` is longer than a method can have");
        let help = "split the method, or take differences of `grad`".to_owned();
        return vec![Diagnostic { message, help, callee: None, ..large.clone() }];
    }
    let is_written = |name: &str| name.strip_prefix(INTERNAL).is_some_and(|rest| !rest.starts_with("slope$"));
    let written = |d: &Diagnostic| {
        d.message.contains(INTERNAL) || d.callee.as_ref().is_some_and(|place| is_written(&place.method))
    };
    if found.iter().any(written) {
        let own = found.iter().find(|d| d.callee.is_none() && d.line.is_some());
        let mut one = diagnostic(Severity::Error, codes::SECOND, method, None, None);
        one.line = own.and_then(|d| d.line);
        return vec![one];
    }
    let told = |mut found: Diagnostic| {
        found.message = format!("in the second derivative of `{method}`: {}", found.message);
        found
    };
    found.into_iter().map(told).collect()
}

/// The method that is differentiated again: its name and descriptor.
fn slope(request: &Request) -> (String, String) {
    (request.method.clone(), request.descriptor.clone())
}

/// The methods of a class of which second derivatives are wanted and not refused.
fn wanted_of(input: &Input, report: &ClassReport) -> Result<Vec<Wanted>, AdError> {
    let class = ClassFile::read(input.bytes)?;
    let written = report.output.as_deref().map(ClassFile::read).transpose()?;
    let mut all = Vec::new();
    for (place, (request, method)) in input.requests.iter().zip(&report.methods).enumerate() {
        if request.second_order().next().is_none() || method.refused() {
            continue;
        }
        for member in &class.methods {
            let is = |index, text: &str| class.pool.is_text(index, text);
            if !is(member.name, &request.method) || !is(member.descriptor, &request.descriptor) {
                continue;
            }
            let Some(signature) = Signature::of(&class, member)? else { continue };
            let Ok(independents) = signature.independents(&request.wrt) else { continue };
            if number_of(&signature.result).is_some() {
                let (request, access) = (request.clone(), member.access);
                let carried = method.carried.clone();
                let mut wanted =
                    Wanted { place, request, signature, access, independents, carried, rows: false };
                let (slope, descriptor) = wanted.slope_of(wanted.independents[0]);
                wanted.rows = wanted.request.forms.contains(&Form::Hess)
                    && written.as_ref().is_some_and(|class| has_method(class, &slope, &descriptor));
                all.push(wanted);
            }
        }
    }
    Ok(all)
}

/// The classes that the first run wrote beside the inputs.
fn beside(report: &ProgramReport) -> BTreeMap<String, Arc<[u8]>> {
    let callees = report.callees.iter().filter_map(|c| Some((&c.class, c.output.as_deref()?)));
    let made = report.made.iter().map(|made| (&made.class, &*made.output));
    callees.chain(made).map(|(class, bytes)| (class.replace('.', "/"), Arc::from(bytes))).collect()
}

/// The classes that the first run wrote, before those of the class path.
struct Overlay<'s> {
    source: &'s dyn ClassSource,
    written: BTreeMap<String, Arc<[u8]>>,
}

impl ClassSource for Overlay<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        self.written.get(name).cloned().or_else(|| self.source.class(name))
    }

    fn names(&self) -> Vec<String> {
        let mut names = self.source.names();
        names.extend(self.written.keys().cloned());
        names.sort_unstable();
        names.dedup();
        names
    }

    fn libraries(&self) -> Vec<String> {
        self.source.libraries()
    }

    fn rules(&self) -> Vec<UserRule> {
        self.source.rules()
    }

    fn takes_place(&self) -> bool {
        self.source.takes_place()
    }

    fn meets_functions(&self) -> bool {
        self.source.meets_functions()
    }

    fn has_lambdas_of(&self, interface: &str) -> bool {
        self.source.has_lambdas_of(interface)
    }

    fn meets_lambdas_of(&self, interface: &str) -> bool {
        self.source.meets_lambdas_of(interface)
    }

    fn most_analyses(&self) -> usize {
        self.source.most_analyses()
    }

    fn math(&self) -> Vec<String> {
        self.source.math()
    }
}
