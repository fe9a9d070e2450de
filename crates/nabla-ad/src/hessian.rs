//! The form `hess`: the gradient of the slope along each independent.
//!
//! The slope of f along a direction is what `f_jvp` leaves in its result array; as a method of its
//! own it is differentiated again, by `grad`, in the classes that the first run wrote. A row of the
//! Hessian is that gradient along a unit direction, so `f_hess` runs the method once for each
//! independent, and once for the value and the gradient. What changes state that outlives the call
//! is refused.

use crate::activity::fact::ArrayKind;
use crate::differentiate::{Input, ProgramReport, first_order};
use crate::emit::arrays::like;
use crate::emit::lanes::assemble::assemble;
use crate::emit::width::Width;
use crate::output::add_method;
use crate::report::{ClassReport, Derivative};
use crate::rules::UserRule;
use crate::signature::{Signature, slots_of};
use crate::{AdError, ClassSource, Form, Request, Wrt};
use nabla_classfile::ClassFile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A method whose Hessian is wanted, after the first run.
struct Wanted {
    request: Request,
    signature: Signature,
    access: u16,
    independents: Vec<usize>,
}

/// Adds the methods of the form `hess` to what the first run wrote.
///
/// # Errors
///
/// A fault of this library. What is wrong with one input is in its report.
pub fn add_hessians(
    inputs: &[Input],
    source: &dyn ClassSource,
    first: ProgramReport,
) -> Result<ProgramReport, AdError> {
    let mut report = first;
    let mut wanted: BTreeMap<usize, Vec<Wanted>> = BTreeMap::new();
    for (place, (input, class)) in inputs.iter().zip(&mut report.classes).enumerate() {
        let Ok(class) = class else { continue };
        let all = hessians(input, class)?;
        if let (false, Some(bytes)) = (all.is_empty(), &class.output) {
            class.output = Some(with_slopes(bytes, &all)?);
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
            requests: wanted.get(&place).into_iter().flatten().map(Wanted::second).collect(),
        })
        .collect();
    let over = Overlay { source, callees: callees(&report) };
    let second = first_order(&again, &over)?;
    for (place, class) in second.classes.into_iter().enumerate() {
        let (Ok(first), Ok(class)) = (&mut report.classes[place], class) else { continue };
        if class.output.is_some() {
            first.output = class.output;
        }
        for (wanted, method) in wanted.remove(&place).unwrap_or_default().iter().zip(class.methods) {
            let name = &wanted.request.method;
            let Some(report) = first
                .methods
                .iter_mut()
                .find(|m| m.method == *name && m.descriptor == wanted.request.descriptor)
            else {
                continue;
            };
            if method.refused() {
                report.diagnostics.extend(method.diagnostics.into_iter().map(|mut d| {
                    d.message = format!("in the second derivative of `{name}`: {}", d.message);
                    d
                }));
                report.derivatives.clear();
                continue;
            }
            if let Some(bytes) = &first.output {
                let (bytes, derivative) = wanted.add(bytes)?;
                first.output = Some(bytes);
                report.derivatives.push(derivative);
            }
        }
    }
    for callee in second.callees {
        match report.callees.iter_mut().find(|known| known.class == callee.class) {
            Some(known) => known.output = callee.output,
            None => report.callees.push(callee),
        }
    }
    report.callees.sort_by(|a, b| a.class.cmp(&b.class));
    Ok(report)
}

/// The methods of a class whose Hessian is wanted and not refused.
fn hessians(input: &Input, report: &ClassReport) -> Result<Vec<Wanted>, AdError> {
    let class = ClassFile::read(input.bytes)?;
    let mut all = Vec::new();
    for (request, method) in input.requests.iter().zip(&report.methods) {
        if !request.forms.contains(&Form::Hess) || method.refused() {
            continue;
        }
        for member in &class.methods {
            let is = |index, text: &str| class.pool.utf8_bytes(index) == Ok(text.as_bytes());
            if !is(member.name, &request.method) || !is(member.descriptor, &request.descriptor) {
                continue;
            }
            let Some(signature) = Signature::of(&class, member)? else { continue };
            let Ok(independents) = signature.independents(&request.wrt) else { continue };
            if matches!(&*signature.result, "D" | "F") {
                let access = member.access;
                all.push(Wanted { request: request.clone(), signature, access, independents });
            }
        }
    }
    Ok(all)
}

fn callees(report: &ProgramReport) -> BTreeMap<String, Arc<[u8]>> {
    let written = report.callees.iter().filter_map(|callee| {
        let bytes = callee.output.as_deref()?;
        Some((callee.class.replace('.', "/"), Arc::from(bytes)))
    });
    written.collect()
}

/// The classes that the first run wrote, before those of the class path.
struct Overlay<'s> {
    source: &'s dyn ClassSource,
    callees: BTreeMap<String, Arc<[u8]>>,
}

impl ClassSource for Overlay<'_> {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        self.callees.get(name).cloned().or_else(|| self.source.class(name))
    }

    fn names(&self) -> Vec<String> {
        self.source.names()
    }

    fn rules(&self) -> Vec<UserRule> {
        self.source.rules()
    }
}

/// Adds the slopes: methods that return what `jvp` leaves in its result array.
fn with_slopes(bytes: &[u8], all: &[Wanted]) -> Result<Vec<u8>, AdError> {
    let mut class = ClassFile::read(bytes)?;
    for wanted in all {
        let mut lines = Vec::new();
        let types = wanted.slope_types(&class)?;
        let slots: u16 = types.iter().map(|t| slots_of(t)).sum();
        lines.push(format!("iconst_1; newarray double; astore {slots} [D"));
        lines.extend(loads(&types, 0));
        lines.push(format!("aload {slots}"));
        let jvp = wanted.request.name(Form::Jvp, "");
        lines.push(wanted.invoke(&class, &jvp, &wanted.jvp_descriptor())?);
        lines.push(format!("{}; aload {slots}; iconst_0; daload; dreturn", wanted.pop()));
        let code = assemble(&mut class, &types, lines.iter())?;
        add_method(&mut class, wanted.access(), &wanted.slope(), &wanted.slope_descriptor(), &code)?;
    }
    Ok(class.write()?)
}

/// Pushes the parameters from this one on.
fn loads(types: &[String], first: usize) -> Vec<String> {
    let mut slot = types[..first].iter().map(|t| slots_of(t)).sum::<u16>();
    let mut lines = Vec::new();
    for kind in &types[first..] {
        lines.push(format!("{} {slot}", load(kind)));
        slot += slots_of(kind);
    }
    lines
}

fn load(kind: &str) -> &'static str {
    match kind {
        "D" => "dload",
        "F" => "fload",
        "J" => "lload",
        "I" | "Z" | "B" | "S" | "C" => "iload",
        _ => "aload",
    }
}

impl Wanted {
    /// Synthetic, with what else the primal has of `public`, `private`, `static`.
    fn access(&self) -> u16 {
        0x1000 | self.access & 0x000f
    }

    fn slope(&self) -> String {
        format!("nabla$slope${}", self.request.method)
    }

    fn row(&self) -> String {
        format!("nabla$row${}", self.request.method)
    }

    fn parameters(&self) -> String {
        self.signature.parameters.iter().map(|p| &*p.descriptor).collect()
    }

    fn directions(&self) -> String {
        self.independents.iter().map(|&i| &*self.signature.parameters[i].descriptor).collect()
    }

    fn jvp_descriptor(&self) -> String {
        format!("({}{}[D){}", self.parameters(), self.directions(), self.signature.result)
    }

    fn slope_descriptor(&self) -> String {
        format!("({}{})D", self.parameters(), self.directions())
    }

    /// The receiver's type, if there is one, and those of the parameters.
    fn types(&self, class: &ClassFile) -> Result<Vec<String>, AdError> {
        let mut types = Vec::new();
        if !self.signature.is_static {
            types.push(format!("L{};", class.name()?));
        }
        types.extend(self.signature.parameters.iter().map(|p| p.descriptor.clone()));
        Ok(types)
    }

    fn slope_types(&self, class: &ClassFile) -> Result<Vec<String>, AdError> {
        let mut types = self.types(class)?;
        types.extend(self.independents.iter().map(|&i| self.signature.parameters[i].descriptor.clone()));
        Ok(types)
    }

    /// The call of a method of the class that is as static as the primal.
    fn invoke(&self, class: &ClassFile, name: &str, descriptor: &str) -> Result<String, AdError> {
        let owner = class.name()?;
        let op = match (self.signature.is_static, class.access & 0x0200 != 0) {
            (true, _) => return Ok(format!("invokestatic this.{name} {descriptor}")),
            (false, true) => "invokeinterface",
            (false, false) if self.access & 0x0002 != 0 => "invokespecial",
            (false, false) => "invokevirtual",
        };
        Ok(format!("{op} {owner}.{name} {descriptor}"))
    }

    /// Drops a result of the primal.
    fn pop(&self) -> &'static str {
        if self.signature.result == "D" { "pop2" } else { "pop" }
    }

    /// What is asked of the second run.
    fn second(&self) -> Request {
        Request {
            method: self.slope(),
            descriptor: self.slope_descriptor(),
            wrt: Wrt::Listed(self.independents.iter().map(usize::to_string).collect()),
            forms: vec![Form::Grad],
            names: vec![(Form::Grad, self.row())],
        }
    }

    /// Adds `f_hess` to the class.
    fn add(&self, bytes: &[u8]) -> Result<(Vec<u8>, Derivative), AdError> {
        let mut class = ClassFile::read(bytes)?;
        let mut types = self.types(&class)?;
        let given = types.len();
        types.extend(["[D".to_owned(), "[[D".to_owned()]);
        let lines = self.body(&mut class, &types, given)?;
        let code = assemble(&mut class, &types, lines.iter())?;
        let method = self.request.name(Form::Hess, "");
        let descriptor = format!("({}[D[[D){}", self.parameters(), self.signature.result);
        add_method(&mut class, self.access & 0x000f, &method, &descriptor, &code)?;
        let added = class.methods.last().and_then(|m| class.attribute(&m.attributes, "Code"));
        let length = added.and_then(|a| a.bytes.get(4..8)).and_then(|b| b.try_into().ok());
        let derivative = Derivative {
            form: Form::Hess,
            wrt: self.independents.iter().map(|&i| self.signature.label(i)).collect(),
            method,
            descriptor,
            is_static: self.signature.is_static,
            code_bytes: length.map_or(0, u32::from_be_bytes),
        };
        Ok((class.write()?, derivative))
    }

    fn body(&self, class: &mut ClassFile, types: &[String], given: usize) -> Result<Vec<String>, AdError> {
        let start = |i: usize| types[..i].iter().map(|t| slots_of(t)).sum::<u16>();
        let (gradient, hessian) = (start(given), start(given + 1));
        let mut next = start(types.len());
        let mut local = |slots: u16| {
            next += slots;
            next - slots
        };
        let (value, lane, count) = (local(2), local(1), local(1));
        let receiver = usize::from(!self.signature.is_static);
        let mut lines = vec![format!("iconst_0; istore {count}")];
        let mut directions = Vec::new();
        for &i in &self.independents {
            let (kind, slot) = (&types[receiver + i], start(receiver + i));
            let direction = local(slots_of(kind));
            match ArrayKind::of(kind) {
                Some(array) => {
                    like(class, array, Width::One)?;
                    lines.push(format!(
                        "aload {slot}; invokestatic this.nabla$like ({kind}){kind}; astore {direction} {kind}"
                    ));
                    lines.push(format!(
                        "iload {count}; aload {slot}; call count ({kind})I; iadd; istore {count}"
                    ));
                }
                None if kind == "F" => lines.push(format!("fconst_0; fstore {direction}; iinc {count} 1")),
                None => lines.push(format!("dconst_0; dstore {direction}; iinc {count} 1")),
            }
            directions.push(direction);
        }
        // Bad result arrays are found before anything is computed.
        lines.push(format!("aload {gradient}; iload {count}; call check ([DI)V; iconst_0; istore {lane}"));
        lines.push("checks:".into());
        lines.push(format!("iload {lane}; iload {count}; if_icmpge checked"));
        lines.push(format!("aload {hessian}; iload {lane}; aaload; iload {count}; call check ([DI)V"));
        lines.push(format!("iinc {lane} 1; goto checks"));
        lines.push("checked:".into());
        lines.extend(loads(&types[..given], 0));
        lines.push(format!("aload {gradient}"));
        let grad = format!("({}[D){}", self.parameters(), self.signature.result);
        lines.push(self.invoke(class, &self.request.name(Form::Grad, ""), &grad)?);
        let store = if self.signature.result == "F" { "fstore" } else { "dstore" };
        lines.push(format!("{store} {value}; iconst_0; istore {lane}"));
        let mut row = loads(&types[..given], 0);
        for (&i, direction) in self.independents.iter().zip(&directions) {
            row.push(format!("{} {direction}", load(&types[receiver + i])));
        }
        row.push(format!("aload {hessian}; iload {lane}; aaload"));
        let descriptor = self.slope_descriptor().replace(")D", "[D)D");
        row.push(self.invoke(class, &self.row(), &descriptor)?);
        row.push(format!("pop2; iinc {lane} 1"));
        for (&i, &direction) in self.independents.iter().zip(&directions) {
            let kind = &types[receiver + i];
            match ArrayKind::of(kind) {
                Some(array) => {
                    lines.extend(each(&i.to_string(), array, direction, &mut || local(1), &row));
                }
                None => {
                    let (one, zero, store) = match &**kind {
                        "F" => ("fconst_1", "fconst_0", "fstore"),
                        _ => ("dconst_1", "dconst_0", "dstore"),
                    };
                    lines.push(format!("{one}; {store} {direction}"));
                    lines.extend(row.iter().cloned());
                    lines.push(format!("{zero}; {store} {direction}"));
                }
            }
        }
        let (load, give) =
            if self.signature.result == "F" { ("fload", "freturn") } else { ("dload", "dreturn") };
        lines.push(format!("{load} {value}; {give}"));
        Ok(lines)
    }
}

/// Runs the row once with each element of the direction array set to one.
fn each(
    name: &str,
    kind: ArrayKind,
    array: u16,
    local: &mut dyn FnMut() -> u16,
    row: &[String],
) -> Vec<String> {
    let index = local();
    let mut lines = vec![format!("aload {array}; ifnull end{name}; iconst_0; istore {index}")];
    lines.push(format!("next{name}:"));
    lines.push(format!("iload {index}; aload {array}; arraylength; if_icmpge end{name}"));
    let (one, zero, store) =
        if kind.float { ("fconst_1", "fconst_0", "fastore") } else { ("dconst_1", "dconst_0", "dastore") };
    match kind.row() {
        None => {
            lines.push(format!("aload {array}; iload {index}; {one}; {store}"));
            lines.extend(row.iter().cloned());
            lines.push(format!("aload {array}; iload {index}; {zero}; {store}"));
        }
        Some(inner) => {
            let held = local();
            lines.push(format!("aload {array}; iload {index}; aaload; astore {held} {}", inner.descriptor()));
            lines.extend(each(&format!("{name}r"), inner, held, local, row));
        }
    }
    lines.push(format!("iinc {index} 1; goto next{name}"));
    lines.push(format!("end{name}:"));
    lines
}
