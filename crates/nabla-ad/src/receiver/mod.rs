//! Independents that are fields of the receiver: `--wrt this.k`.
//!
//! A method `nabla$with$k$f(<params>, k)` that assigns the field and calls f is differentiated like
//! any other. What users call, `f_jvp(<params>, …)`, calls its derivative with the value that the
//! field has, and so the derivative leaves the assignment out: nothing of the object changes.

mod facade;

use crate::activity::fact::ArrayKind;
use crate::annotation::is_inactive;
use crate::differentiate::{Input, ProgramReport};
use crate::emit::lanes::assemble::assemble;
use crate::output::add_method;
use crate::program::classes::STATIC;
use crate::report::{ClassReport, Diagnostic};
use crate::signature::{Signature, give, load, real_of, slots_of, split_descriptor};
use crate::{AdError, ClassSource, Form, Request, Wrt};
use nabla_classfile::{ClassFile, Member};

/// What an entry of the list of independents begins with that is a field of the receiver.
pub const RECEIVER: &str = "this.";

/// How the names of the methods begin that assign fields.
pub const ASSIGNING: &str = "nabla$with$";

const SYNCHRONIZED: u16 = 0x0020;

/// A field of the receiver that is an independent.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HeldField {
    name: String,
    descriptor: String,
    /// What it is called in the names of derivatives: other than the parameters.
    label: String,
}

/// A request with such fields: what the user asked, and what takes its place.
struct Bound {
    asked: Request,
    /// Its place among the requests for the class.
    place: usize,
    /// The method that assigns the fields and calls the one that is asked for.
    method: String,
    descriptor: String,
    parameters: usize,
    fields: Vec<HeldField>,
}

/// A class to which methods that assign fields were added, and the requests for them.
pub struct BoundInput {
    bytes: Option<Vec<u8>>,
    requests: Vec<Request>,
    bound: Vec<Bound>,
}

impl BoundInput {
    /// What is differentiated in place of the input.
    pub fn input<'b>(&'b self, input: &Input<'b>) -> Input<'b> {
        Input { bytes: self.bytes.as_deref().unwrap_or(input.bytes), requests: self.requests.clone() }
    }
}

/// Whether an independent of the request is a field of the receiver.
pub fn names_fields(request: &Request) -> bool {
    matches!(&request.wrt, Wrt::Listed(entries) if entries.iter().any(|e| e.starts_with(RECEIVER)))
}

/// Adds the methods that assign fields. A request that names a field which cannot be an independent
/// is refused for that entry.
///
/// # Errors
///
/// A fault of this library.
pub fn bind(input: &Input, source: &dyn ClassSource) -> Result<BoundInput, AdError> {
    let mut result = BoundInput { bytes: None, requests: input.requests.clone(), bound: Vec::new() };
    // A damaged class is told of where it is read again.
    let Ok(mut class) = ClassFile::read(input.bytes) else { return Ok(result) };
    for (place, request) in input.requests.iter().enumerate() {
        if !names_fields(request) {
            continue;
        }
        let Some((bound, wrt)) = bound(&class, source, place, request)? else {
            if let Some(entry) = misfit(&class, source, request)? {
                result.requests[place].wrt = Wrt::Listed(vec![entry]);
            }
            continue;
        };
        add_assigning(&mut class, &bound)?;
        result.requests[place] = Request {
            method: bound.method.clone(),
            descriptor: bound.descriptor.clone(),
            wrt: Wrt::Listed(wrt),
            forms: request.forms.clone(),
            names: Vec::new(),
            lanes: request.lanes,
        };
        result.bound.push(bound);
    }
    if !result.bound.is_empty() {
        result.bytes = Some(class.write()?);
    }
    Ok(result)
}

/// The method that takes the place of the one that is asked for, and its independents.
fn bound(
    class: &ClassFile,
    source: &dyn ClassSource,
    place: usize,
    request: &Request,
) -> Result<Option<(Bound, Vec<String>)>, AdError> {
    let Wrt::Listed(entries) = &request.wrt else { return Ok(None) };
    let over_types = request.forms.iter().any(|f| matches!(f, Form::Field | Form::Structure));
    let Some(member) = member(class, &request.method, &request.descriptor) else { return Ok(None) };
    let Some(signature) = Signature::of(class, member)? else { return Ok(None) };
    if over_types || signature.is_static || request.method.starts_with('<') {
        return Ok(None);
    }
    let (mut fields, mut wrt) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry.strip_prefix(RECEIVER) {
            None => wrt.push(entry.clone()),
            Some(name) => {
                let Some(field) = field(class, source, name)? else { return Ok(None) };
                if fields.contains(&field) {
                    return Ok(None);
                }
                fields.push(field);
            }
        }
    }
    // A parameter that takes the value of a field is none that the user may name.
    if signature.independents(&Wrt::Listed(wrt.clone())).is_err() {
        return Ok(None);
    }
    let parameters = signature.parameters.len();
    for field in &mut fields {
        if (0..parameters).any(|i| signature.label(i) == field.label) {
            field.label.insert_str(0, "this_");
        }
    }
    wrt.extend((0..fields.len()).map(|i| (parameters + i).to_string()));
    let (descriptors, result) = split_descriptor(&request.descriptor).unwrap_or_default();
    let held: String = fields.iter().map(|f| f.descriptor.as_str()).collect();
    let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
    let bound = Bound {
        asked: request.clone(),
        place,
        method: format!("{ASSIGNING}{}${}", names.join("$"), request.method),
        descriptor: format!("({}{held}){result}", descriptors.concat()),
        parameters,
        fields,
    };
    Ok(Some((bound, wrt)))
}

/// The first entry of the request that is a field which cannot be an independent.
fn misfit(class: &ClassFile, source: &dyn ClassSource, request: &Request) -> Result<Option<String>, AdError> {
    let Wrt::Listed(entries) = &request.wrt else { return Ok(None) };
    for entry in entries {
        if let Some(name) = entry.strip_prefix(RECEIVER)
            && field(class, source, name)?.is_none()
        {
            return Ok(Some(entry.clone()));
        }
    }
    Ok(None)
}

fn member<'m, 'a>(class: &'m ClassFile<'a>, name: &str, descriptor: &str) -> Option<&'m Member<'a>> {
    class
        .methods
        .iter()
        .find(|m| class.pool.is_text(m.name, name) && class.pool.is_text(m.descriptor, descriptor))
}

/// The field of the receiver, if it holds numbers and code of the class can read it.
fn field(class: &ClassFile, source: &dyn ClassSource, name: &str) -> Result<Option<HeldField>, AdError> {
    let own = |class: &ClassFile| -> Option<(u16, bool, String)> {
        let field = class.fields.iter().find(|f| class.pool.is_text(f.name, name))?;
        let descriptor = class.pool.utf8(field.descriptor).ok()?.into_owned();
        Some((field.access, is_inactive(class, field), descriptor))
    };
    let package = |name: &str| name.rsplit_once('/').map_or(String::new(), |(p, _)| p.to_owned());
    let home = package(&class.name()?);
    let fits = |(access, inactive, descriptor): (u16, bool, String), owner: Option<&str>| {
        let visible = match (owner, access & 0x0007) {
            (None, _) | (_, 0x0001 | 0x0004) => true,
            (Some(owner), 0) => package(owner) == home,
            _ => false,
        };
        let number = real_of(&descriptor).is_some() || ArrayKind::of(&descriptor).is_some();
        let fits = visible && number && !inactive && access & STATIC == 0;
        fits.then(|| HeldField { name: name.to_owned(), descriptor, label: name.to_owned() })
    };
    if let Some(found) = own(class) {
        return Ok(fits(found, None));
    }
    let mut above = super_name(class)?;
    while let Some(owner) = above {
        let Some(bytes) = source.class(&owner) else { break };
        let class = ClassFile::read(&bytes)?;
        if let Some(found) = own(&class) {
            return Ok(fits(found, Some(&owner)));
        }
        above = super_name(&class)?;
    }
    Ok(None)
}

fn super_name(class: &ClassFile) -> Result<Option<String>, AdError> {
    let name = class.super_class.map(|index| class.pool.class_name(index)).transpose()?;
    Ok(name.map(|n| n.into()))
}

/// Adds the method that assigns the fields and calls the one that is asked for.
fn add_assigning(class: &mut ClassFile, bound: &Bound) -> Result<(), AdError> {
    let owner = class.name()?.into_owned();
    let (parameters, result) = split_descriptor(&bound.descriptor).unwrap_or_default();
    let mut types = vec![format!("L{owner};")];
    types.extend(parameters);
    let slot = |i: usize| types[..i].iter().map(|t| slots_of(t)).sum::<u16>();
    let push = |i: usize| format!("{} {}", load(&types[i]).mnemonic(), slot(i));
    let first = 1 + bound.parameters;
    let mut lines = Vec::new();
    for (i, HeldField { name, descriptor, .. }) in bound.fields.iter().enumerate() {
        lines.push(format!("aload 0; {}; putfield {owner}.{name} {descriptor}", push(first + i)));
    }
    lines.extend((0..first).map(push));
    let Request { method, descriptor, .. } = &bound.asked;
    lines.push(format!("invokespecial {owner}.{method} {descriptor}; {}", give(&result).mnemonic()));
    let code = assemble(class, &types, lines.iter())?;
    // The object has the tangents of its fields while the derivative runs: other such derivatives wait.
    const ACCESS: u16 = 0x1000 | SYNCHRONIZED | 0x0002;
    add_method(class, ACCESS, &bound.method, &bound.descriptor, &code)?;
    let named = facade::parameter_names(class, bound)?;
    if let Some(added) = class.methods.last_mut() {
        added.attributes.push(named);
    }
    Ok(())
}

/// Gives the report the names of what the user asked, and the classes the methods that users call.
///
/// # Errors
///
/// A fault of this library.
pub fn release(mut report: ProgramReport, inputs: &[BoundInput]) -> Result<ProgramReport, AdError> {
    for (class, input) in report.classes.iter_mut().zip(inputs) {
        let Ok(class) = class else { continue };
        for bound in &input.bound {
            rename(class, bound);
        }
        if let (Some(bytes), false) = (&class.output, input.bound.is_empty()) {
            let bytes = facade::add(bytes, &input.bound, &mut class.methods)?;
            class.output = Some(bytes);
        }
    }
    Ok(report)
}

/// Speaks of the method that is asked for, where the one that assigns is spoken of.
fn rename(class: &mut ClassReport, bound: &Bound) {
    let name = class.class.clone();
    let method = &mut class.methods[bound.place];
    method.method.clone_from(&bound.asked.method);
    method.descriptor.clone_from(&bound.asked.descriptor);
    for diagnostic in &mut method.diagnostics {
        diagnostic.message = diagnostic.message.replace(&bound.method, &bound.asked.method);
        let Some(callee) = &mut diagnostic.callee else { continue };
        callee.chain.retain(|(_, method, _)| !method.starts_with(ASSIGNING));
        let same = callee.class == name
            && callee.method == bound.asked.method
            && callee.descriptor == bound.asked.descriptor;
        if same && callee.chain.is_empty() {
            diagnostic.callee = None;
        }
    }
    let place = |d: &Diagnostic| (d.severity, d.line, d.offset);
    method.diagnostics.dedup_by(|a, b| place(a) == place(b) && a.message == b.message);
}
