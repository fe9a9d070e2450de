//! The pipeline: read → select → control flow → activity → rewrite → write.

use crate::activity::calls;
use crate::activity::varied::losing_sites;
use crate::codes;
use crate::diagnose::{diagnose, diagnostic};
use crate::emit::helpers::{Helpers, compile};
use crate::emit::method::{Activity, Kind, Primal, derivative};
use crate::report::{ClassReport, Derivative, Diagnostic, MethodReport, Severity};
use crate::signature::{Signature, real_of};
use crate::{AdError, Form, Request, Wrt};
use nabla_classfile::{Attribute, ClassFile, Code, Insn, Member, Opcode};
use nabla_flow::Cfg;
use std::borrow::Cow;

/// Adds derivative methods to a class.
///
/// # Errors
///
/// A damaged class file, or a fault of this library. What cannot be differentiated is no error: it
/// is refused in the report.
pub fn differentiate(bytes: &[u8], requests: &[Request]) -> Result<ClassReport, AdError> {
    let mut class = ClassFile::read(bytes)?;
    let mut helpers = Helpers::default();
    let mut methods = Vec::new();
    for request in requests {
        methods.push(one(&mut class, &mut helpers, request)?);
    }
    let any = methods.iter().any(|m| !m.derivatives.is_empty());
    if any {
        add_helpers(&mut class, &helpers)?;
    }
    Ok(ClassReport {
        class: class.name()?.replace('/', "."),
        source: source_file(&class),
        methods,
        output: if any { Some(class.write()?) } else { None },
    })
}

fn source_file(class: &ClassFile) -> Option<String> {
    let attribute = class.attribute(&class.attributes, "SourceFile")?;
    let index = u16::from_be_bytes(attribute.bytes.get(..2)?.try_into().ok()?);
    Some(class.pool.utf8(nabla_classfile::ConstIndex(index)).ok()?.into_owned())
}

/// The index of the requested method.
pub(crate) fn find(class: &ClassFile, request: &Request) -> Result<usize, AdError> {
    class
        .methods
        .iter()
        .position(|m| {
            class.pool.utf8(m.name).is_ok_and(|n| n == request.method)
                && class.pool.utf8(m.descriptor).is_ok_and(|d| d == request.descriptor)
        })
        .ok_or_else(|| AdError::Bug(format!("no method {}{}", request.method, request.descriptor)))
}

/// What reading a method for differentiation comes to.
pub(crate) enum Read<'a> {
    /// It can be analysed.
    Primal(Box<Primal<'a>>, Vec<usize>),
    /// It cannot have a derivative.
    Refused(Diagnostic),
}

/// Reads the requested method and chooses its independents.
pub(crate) fn read<'a>(class: &ClassFile<'a>, index: usize, request: &Request) -> Result<Read<'a>, AdError> {
    let method = &class.methods[index];
    let name = &request.method;
    let refuse =
        |text, subject: &str| Ok(Read::Refused(diagnostic(Severity::Error, text, subject, None, None)));
    let Some(signature) = Signature::of(class, method)? else {
        return refuse(codes::NO_DEPENDENT, name);
    };
    if name.starts_with('<') {
        return refuse(codes::CONSTRUCTOR, name);
    }
    let Some(code) = class.code(method)? else { return refuse(codes::NO_CODE, name) };
    if real_of(&signature.result).is_none() {
        return refuse(codes::NO_DEPENDENT, name);
    }
    let independents = match signature.independents(&request.wrt) {
        Ok(independents) => independents,
        Err(entry) => return refuse(codes::UNKNOWN_INDEPENDENT, &entry),
    };
    if independents.is_empty() {
        return refuse(codes::NO_INDEPENDENT, name);
    }
    let array = signature.parameters.iter().position(|p| p.descriptor == "[D" || p.descriptor == "[F");
    if let (Wrt::All, Some(array)) = (&request.wrt, array) {
        return refuse(codes::ARRAY_INDEPENDENT, &signature.label(array));
    }
    let subroutine =
        |i: &Insn| matches!(i, Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) | Insn::Local(Opcode::Ret, _));
    if code.insns.iter().any(subroutine) {
        return refuse(codes::SUBROUTINE, name);
    }
    let cfg = Cfg::new(&code).map_err(|e| AdError::Bug(e.to_string()))?;
    let calls = calls::classify(&class.pool, &class.name()?, &code)?;
    Ok(Read::Primal(
        Box::new(Primal { sites: losing_sites(&code), signature, code, cfg, calls }),
        independents,
    ))
}

fn one<'a>(
    class: &mut ClassFile<'a>,
    helpers: &mut Helpers,
    request: &Request,
) -> Result<MethodReport, AdError> {
    let index = find(class, request)?;
    let mut report = MethodReport {
        method: request.method.clone(),
        descriptor: request.descriptor.clone(),
        line: None,
        code_bytes: code_bytes(class, &class.methods[index]),
        derivatives: Vec::new(),
        diagnostics: Vec::new(),
    };
    let (primal, independents) = match read(class, index, request)? {
        Read::Primal(primal, independents) => (primal, independents),
        Read::Refused(diagnostic) => {
            report.diagnostics.push(diagnostic);
            return Ok(report);
        }
    };
    report.line = primal.code.line_at(0);
    let all = primal.activity(class, &independents);
    let label = |i: usize| primal.signature.label(i);
    let each: Vec<(String, Activity)> =
        independents.iter().map(|&i| (label(i), primal.activity(class, &[i]))).collect();
    report.diagnostics = diagnose(&class.pool, &primal, &all, &each);
    if report.refused() {
        return Ok(report);
    }
    for kind in kinds(request, &independents) {
        let (activity, wrt) = match &kind {
            Kind::Partial(i) => {
                let place = independents.iter().position(|x| x == i).unwrap_or(0);
                (&each[place].1, vec![label(*i)])
            }
            Kind::Jvp(_) => (&all, independents.iter().map(|&i| label(i)).collect()),
        };
        let (form, name) = name(request, &kind, &primal.signature);
        let descriptor = kind.descriptor(&primal.signature);
        let taken = class.methods.iter().any(|m| {
            class.pool.utf8(m.name).is_ok_and(|n| n == *name)
                && class.pool.utf8(m.descriptor).is_ok_and(|d| d == *descriptor)
        });
        if taken {
            let refusal = diagnostic(Severity::Error, codes::NAME_TAKEN, &name, Some(&primal), None);
            report.diagnostics.push(refusal);
            continue;
        }
        let code = derivative(class, &primal, activity, helpers, &kind)?;
        let bytes = match append(class, index, &name, &descriptor, &kind, &primal.signature, &code) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == nabla_classfile::ErrorKind::Limit => {
                let refusal =
                    diagnostic(Severity::Error, codes::TOO_LARGE, &request.method, Some(&primal), None);
                report.diagnostics.push(refusal);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if bytes > 8000 {
            let warning = diagnostic(Severity::Warning, codes::NEVER_COMPILED, &name, Some(&primal), None);
            report.diagnostics.push(warning);
        }
        report.derivatives.push(Derivative {
            form,
            wrt,
            method: name,
            descriptor,
            is_static: primal.signature.is_static,
            code_bytes: bytes,
        });
    }
    if report.refused() {
        for derivative in report.derivatives.drain(..) {
            class.methods.retain(|m| {
                !(class.pool.utf8(m.name).is_ok_and(|n| n == *derivative.method)
                    && class.pool.utf8(m.descriptor).is_ok_and(|d| d == *derivative.descriptor))
            });
        }
    }
    Ok(report)
}

fn kinds(request: &Request, independents: &[usize]) -> Vec<Kind> {
    let forms = if request.forms.is_empty() { Form::ALL } else { &request.forms };
    let mut kinds = Vec::new();
    for form in Form::ALL.iter().filter(|f| forms.contains(f)) {
        match form {
            Form::Partial => kinds.extend(independents.iter().map(|&i| Kind::Partial(i))),
            Form::Jvp => kinds.push(Kind::Jvp(independents.to_vec())),
        }
    }
    kinds
}

fn name(request: &Request, kind: &Kind, signature: &Signature) -> (Form, String) {
    let (form, parameter) = match kind {
        Kind::Partial(i) => (Form::Partial, signature.label(*i)),
        Kind::Jvp(_) => (Form::Jvp, String::new()),
    };
    let own = request.names.iter().find(|(f, _)| *f == form);
    let template = own.map_or(form.default_template(), |(_, t)| t);
    (form, template.replace("%f", &request.method).replace("%p", &parameter))
}

fn code_bytes(class: &ClassFile, method: &Member) -> u32 {
    class
        .attribute(&method.attributes, "Code")
        .and_then(|a| Some(u32::from_be_bytes(a.bytes.get(4..8)?.try_into().ok()?)))
        .unwrap_or(0)
}

/// Flags a derivative does not take over: synthetic, bridge, varargs.
const OWN_FLAGS: u16 = 0x1000 | 0x0040 | 0x0080;

/// Adds the method to the class and gives the length of its bytecode.
fn append<'a>(
    class: &mut ClassFile<'a>,
    primal: usize,
    name: &str,
    descriptor: &str,
    kind: &Kind,
    signature: &Signature,
    code: &Code,
) -> nabla_classfile::Result<u32> {
    let mut access = class.methods[primal].access & !OWN_FLAGS;
    if *kind != Kind::Jvp(vec![]) && matches!(kind, Kind::Partial(_)) {
        access |= class.methods[primal].access & 0x0080;
    }
    let exceptions = class.attribute(&class.methods[primal].attributes, "Exceptions").cloned();
    let mut member = Member {
        access,
        name: class.pool.add_utf8(name)?,
        descriptor: class.pool.add_utf8(descriptor)?,
        attributes: Vec::new(),
    };
    let bytes = class.encode_code(&member, code)?;
    let length = bytes.get(4..8).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    let code_name = class.pool.add_utf8("Code")?;
    member.attributes.push(Attribute { name: code_name, bytes: Cow::Owned(bytes) });
    member.attributes.extend(exceptions);
    if class.attribute(&class.methods[primal].attributes, "MethodParameters").is_some() {
        member.attributes.push(method_parameters(class, kind, signature)?);
    }
    class.methods.push(member);
    Ok(length)
}

fn method_parameters<'a>(
    class: &mut ClassFile<'a>,
    kind: &Kind,
    signature: &Signature,
) -> nabla_classfile::Result<Attribute<'a>> {
    let mut names: Vec<Option<String>> = signature.parameters.iter().map(|p| p.name.clone()).collect();
    if let Kind::Jvp(independents) = kind {
        for &i in independents {
            names.push(signature.parameters[i].name.as_ref().map(|n| format!("{n}_dot")));
        }
        names.push(Some("tangent".into()));
    }
    let mut bytes = vec![names.len() as u8];
    for name in names {
        let index = match name {
            Some(name) => class.pool.add_utf8(&name)?.0,
            None => 0,
        };
        bytes.extend(index.to_be_bytes());
        bytes.extend([0, 0]);
    }
    Ok(Attribute { name: class.pool.add_utf8("MethodParameters")?, bytes: Cow::Owned(bytes) })
}

/// Adds the helpers that the class does not have yet.
fn add_helpers(class: &mut ClassFile, helpers: &Helpers) -> Result<(), AdError> {
    for helper in helpers.all() {
        let there = |m: &Member| class.pool.utf8(m.name).is_ok_and(|n| n == *helper.name);
        if class.methods.iter().any(there) {
            continue;
        }
        let code = compile(helper, &mut class.pool)?;
        // private static synthetic
        let mut member = Member {
            access: 0x0002 | 0x0008 | 0x1000,
            name: class.pool.add_utf8(&helper.name)?,
            descriptor: class.pool.add_utf8(&helper.descriptor())?,
            attributes: Vec::new(),
        };
        let bytes = class.encode_code(&member, &code)?;
        let name = class.pool.add_utf8("Code")?;
        member.attributes.push(Attribute { name, bytes: Cow::Owned(bytes) });
        class.methods.push(member);
    }
    Ok(())
}
