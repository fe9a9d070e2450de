//! What users call, and what becomes of the methods that assign fields.

use super::{ASSIGNING, Bound, HeldField, RECEIVER, member};
use crate::AdError;
use crate::codes;
use crate::diagnose::diagnostic;
use crate::emit::lanes::assemble::assemble;
use crate::marker::{FIELD, mark};
use crate::output::{add_method, has_method, named_parameters};
use crate::report::{Derivative, Diagnostic, MethodReport, Severity};
use crate::signature::{Signature, give, load, slots_of, split_descriptor};
use nabla_classfile::{Attribute, ClassFile, Code, Insn, Opcode};

/// The names of the parameters, as far as they are known, and of the fields.
pub fn parameter_names<'a>(class: &mut ClassFile<'a>, bound: &Bound) -> Result<Attribute<'a>, AdError> {
    let asked = member(class, &bound.asked.method, &bound.asked.descriptor);
    let signature = asked.map(|m| Signature::of(class, m)).transpose()?.flatten();
    let known = signature.map(|s| s.parameters).unwrap_or_default();
    let mut names: Vec<Option<String>> = known.into_iter().map(|p| p.name).collect();
    names.extend(bound.fields.iter().map(|f| Some(f.label.clone())));
    Ok(named_parameters(class, &names)?)
}

/// Adds the methods that users call to what was written, takes the assignments out of the
/// derivatives and the methods that assign out of the class.
pub fn add(bytes: &[u8], all: &[Bound], reports: &mut [MethodReport]) -> Result<Vec<u8>, AdError> {
    let mut class = ClassFile::read(bytes)?;
    for bound in all {
        let report = &mut reports[bound.place];
        if report.refused() {
            continue;
        }
        for i in 0..report.derivatives.len() {
            let derivative = facade(&mut class, bound, &report.derivatives[i])?;
            let Some(derivative) = derivative else {
                let name = name(bound, &report.derivatives[i]);
                let refusal = diagnostic(Severity::Error, codes::NAME_TAKEN, &name, None, None);
                report.diagnostics.push(Diagnostic { line: report.line, ..refusal });
                report.derivatives.clear();
                break;
            };
            report.derivatives[i] = derivative;
        }
    }
    let own = |class: &ClassFile, index| all.iter().any(|b| class.pool.is_text(index, &b.method));
    let mut methods = std::mem::take(&mut class.methods);
    methods.retain(|m| !own(&class, m.name));
    class.methods = methods;
    for i in 0..class.methods.len() {
        // The names of second derivatives have it behind another beginning.
        if class.pool.utf8(class.methods[i].name).is_ok_and(|n| n.contains(ASSIGNING)) {
            assign_nothing(&mut class, i, all)?;
        }
    }
    Ok(class.write()?)
}

/// The name that users call a derivative by.
fn name(bound: &Bound, derivative: &Derivative) -> String {
    bound.asked.name(derivative.form, derivative.wrt.first().map_or("", String::as_str))
}

/// Adds the method that users call; `None` where the class has one of its name.
fn facade(class: &mut ClassFile, bound: &Bound, inner: &Derivative) -> Result<Option<Derivative>, AdError> {
    let owner = class.name()?.into_owned();
    let method = name(bound, inner);
    let (all, result) = split_descriptor(&inner.descriptor).unwrap_or_default();
    let (given, rest) = all.split_at(bound.parameters);
    let rest = &rest[bound.fields.len()..];
    let descriptor = format!("({}{}){result}", given.concat(), rest.concat());
    if has_method(class, &method, &descriptor) {
        return Ok(None);
    }
    let mut types = vec![format!("L{owner};")];
    types.extend(given.iter().chain(rest).cloned());
    let mut lines = vec!["aload 0".to_owned()];
    let mut slot = 1;
    for (i, kind) in given.iter().chain(rest).enumerate() {
        if i == given.len() {
            lines.extend(reads(&owner, bound));
        }
        lines.push(format!("{} {slot}", load(kind).mnemonic()));
        slot += slots_of(kind);
    }
    if rest.is_empty() {
        lines.extend(reads(&owner, bound));
    }
    lines.push(format!("invokespecial {owner}.{} {}", inner.method, inner.descriptor));
    lines.push(give(&result).mnemonic().to_owned());
    let code = assemble(class, &types, lines.iter())?;
    let asked = member(class, &bound.asked.method, &bound.asked.descriptor);
    let access = asked.map_or(0x0001, |m| m.access & 0x0007);
    let exceptions = asked.and_then(|m| class.attribute(&m.attributes, "Exceptions")).cloned();
    add_method(class, access, &method, &descriptor, &code)?;
    // By more than parameters.
    let mark = mark(class, (&bound.asked.method, &bound.asked.descriptor), &[FIELD])?;
    if let Some(added) = class.methods.last_mut() {
        added.attributes.extend(exceptions);
        added.attributes.push(mark);
    }
    let held = |label: &String| bound.fields.iter().find(|f| f.label == *label);
    let parameters = inner.wrt.len().saturating_sub(bound.fields.len());
    let wrt = inner.wrt.iter().enumerate().map(|(i, label)| {
        let field = held(label).filter(|_| inner.wrt.len() == 1 || i >= parameters);
        field.map_or_else(|| label.clone(), |field| format!("{RECEIVER}{}", field.name))
    });
    let wrt = wrt.collect();
    let tangents = inner.tangents.iter().copied().filter(|&i| i < bound.parameters).collect();
    Ok(Some(Derivative { wrt, tangents, method, descriptor, ..inner.clone() }))
}

/// Pushes the values that the fields have.
fn reads(owner: &str, bound: &Bound) -> Vec<String> {
    let read = |HeldField { name, descriptor, .. }: &HeldField| {
        format!("aload 0; getfield {owner}.{name} {descriptor}")
    };
    bound.fields.iter().map(read).collect()
}

/// Drops what would be assigned: it is the value that the field has, which may be final.
fn assign_nothing(class: &mut ClassFile, method: usize, all: &[Bound]) -> Result<(), AdError> {
    let Some(mut code) = class.code(&class.methods[method])? else { return Ok(()) };
    let owner = class.name()?.into_owned();
    let held = |insn: &Insn| {
        let Insn::Field(Opcode::Putfield, index) = insn else { return None };
        let field = class.pool.member_ref(*index).ok()?;
        let ours = |f: &HeldField| f.name == field.name && f.descriptor == field.descriptor;
        let bound = field.owner == owner && all.iter().flat_map(|b| &b.fields).any(ours);
        bound.then(|| slots_of(&field.descriptor))
    };
    let places: Vec<(usize, u16)> =
        code.insns.iter().enumerate().filter_map(|(at, insn)| Some((at, held(insn)?))).collect();
    for &(at, slots) in places.iter().rev() {
        replace(&mut code, at, if slots == 2 { Opcode::Pop2 } else { Opcode::Pop });
    }
    Ok(class.set_code(method, &code)?)
}

/// Two instructions that drop a value and the object in place of one.
fn replace(code: &mut Code, at: usize, drop: Opcode) {
    code.insns[at] = Insn::Op(drop);
    code.insns.insert(at + 1, Insn::Op(Opcode::Pop));
    code.offsets.insert(at + 1, code.offsets[at]);
    for label in &mut code.labels {
        *label += u32::from(*label > at as u32);
    }
}
