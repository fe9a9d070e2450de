//! From a request to its answer: the method is differentiated, its derivative moved into a companion,
//! and the companion made a kernel.

use crate::assemble::{Called, assemble};
use crate::effects::{self, Effects};
use crate::exchange::{Known, Source};
use crate::functions::{self, Calls};
use crate::platform;
use crate::prepared;
use crate::request::Request;
use crate::rules;
use crate::wire::{self, Tag, Writer};
use nabla_ad::codes::{self, CodeText};
use nabla_ad::{
    AdError, COMPANION, ClassReport, Diagnostic, Input, Links, ProgramReport, Severity, Wrt, detach_to_nest,
    differentiate_program,
};
use nabla_classfile::{ClassFile, ConstIndex, Constant, Opcode};
use std::collections::BTreeSet;

/// The name of the form's method in the kernel.
const NAME: &str = "kernel$%f";

/// The name of the class that stands for a method of the JDK, in the package of its home.
const RULE: &str = "Rule";

/// The answer to a request.
pub fn respond(request: &[u8], source: &Source) -> Vec<u8> {
    let request = match Request::read(request) {
        Ok(request) => request,
        Err(error) => return wire::text(Tag::Fault, &error.to_string()),
    };
    if !request.bytes.is_empty() {
        source.give(&request.owner, &request.bytes);
    }
    match kernel(request, source) {
        Ok(answer) => answer,
        Err(AdError::Malformed(error)) => wire::text(Tag::Malformed, &error.to_string()),
        Err(AdError::Bug(text)) => wire::text(Tag::Fault, &text),
    }
}

fn kernel(mut request: Request, source: &Source) -> Result<Vec<u8>, AdError> {
    let Some(captured) = captured(&request) else {
        return Ok(unfit(&request, codes::UNFIT));
    };
    let bytes: Vec<u8> = match &request.rule_home {
        // What is not static, or has captured something, is a lambda of the JDK's own.
        Some(_) if !captured.is_empty() => return Ok(unfit(&request, codes::CODE_NOT_FOUND)),
        Some(home) => {
            let package = home.rsplit_once('/').map_or("", |(package, _)| package);
            let name = format!("{package}/{RULE}");
            let bytes = platform::calling(&name, &request.owner, &request.method, &request.descriptor)?;
            request.owner = name;
            request.method = platform::VALUE.to_owned();
            bytes
        }
        None => match source.class(&request.owner) {
            Some(bytes) => bytes.to_vec(),
            None => return Ok(unfit(&request, codes::CODE_NOT_FOUND)),
        },
    };
    // What a prepared derivative does with memory is not known.
    if request.rule_home.is_none()
        && !request.kind.inner
        && let Some(answer) = prepared_kernel(&request, &captured, &bytes)?
    {
        return Ok(answer);
    }
    let rules = rules::around(&bytes, source)?;
    let mut names = request.known.clone();
    let answer = loop {
        let known = Known::new(source, &names, &rules);
        let (answer, constructed) = differentiated(&request, &captured, &bytes, &known)?;
        let mattered = known.mattered();
        let count = names.len();
        // A receiver may be an object that the function makes itself: what that computes must be known.
        for name in constructed {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if !mattered || names.len() == count {
            break answer;
        }
    };
    if !is_refused(&answer) {
        return Ok(answer);
    }
    // Perhaps one that code makes which is not followed, and that a class at hand names.
    let count = names.len();
    add_mentioned(&bytes, &mut names)?;
    for name in &request.known {
        if let Some(bytes) = source.class(name) {
            add_mentioned(&bytes, &mut names)?;
        }
    }
    if names.len() == count {
        return Ok(answer);
    }
    let (again, _) = differentiated(&request, &captured, &bytes, &Known::new(source, &names, &rules))?;
    Ok(if is_refused(&again) { answer } else { again })
}

fn is_refused(answer: &[u8]) -> bool {
    answer.first() == Some(&(Tag::Refused as u8))
}

/// The answer where this much is known, and the classes of which the code makes objects.
fn differentiated(
    request: &Request,
    captured: &[String],
    bytes: &[u8],
    known: &Known<'_>,
) -> Result<(Vec<u8>, BTreeSet<String>), AdError> {
    let inputs = [Input { bytes, requests: vec![asked(request)] }];
    let mut report = differentiate_program(&inputs, known)?;
    let constructed = std::mem::take(&mut report.constructed);
    let (report, links) = detach_to_nest(&inputs, report, known, &functions::is_function)?;
    Ok((finish(request, captured, bytes, report, &links, known)?, constructed))
}

/// Adds the classes that a class names and that are not the JDK's.
fn add_mentioned(bytes: &[u8], names: &mut Vec<String>) -> Result<(), AdError> {
    let class = ClassFile::read(bytes)?;
    for index in 1..class.pool.len() {
        if let Ok(Constant::Class(name)) = class.pool.get(ConstIndex(index)) {
            let name = class.pool.utf8(name)?;
            if !name.starts_with(['[']) && !name.starts_with("java/") && !names.iter().any(|n| *n == name) {
                names.push(name.into_owned());
            }
        }
    }
    Ok(())
}

/// The descriptors of the captured values: the receiver, and the parameters before the open ones.
/// `None` if the method does not have the parameters and the result of such a function.
fn captured(request: &Request) -> Option<Vec<String>> {
    let (parameters, result) = split(&request.descriptor)?;
    let count = parameters.len().checked_sub(request.kind.open.len())?;
    let (first, open) = parameters.split_at(count);
    let numbers = matches!(result, "D" | "F") || result == "[D";
    if open != request.kind.open || !numbers {
        return None;
    }
    let receiver = (!request.is_static).then(|| format!("L{};", request.owner));
    Some(receiver.into_iter().chain(first.iter().map(|&d| d.to_owned())).collect())
}

/// The descriptors of parameters and result.
pub fn split(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let (mut rest, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let dimensions = rest.bytes().take_while(|&b| b == b'[').count();
        let length = match rest.as_bytes().get(dimensions)? {
            b'L' => rest.find(';')? + 1,
            _ => dimensions + 1,
        };
        let (one, others) = rest.split_at_checked(length)?;
        parameters.push(one);
        rest = others;
    }
    Some((parameters, result))
}

fn asked(request: &Request) -> nabla_ad::Request {
    let parameters = split(&request.descriptor).map_or(0, |(parameters, _)| parameters.len());
    let independents = request.kind.independents.iter();
    nabla_ad::Request {
        method: request.method.clone(),
        descriptor: request.descriptor.clone(),
        wrt: Wrt::Listed(independents.map(|i| parameters.saturating_sub(*i).to_string()).collect()),
        forms: vec![request.kind.form],
        names: vec![(request.kind.form, NAME.to_owned())],
        lanes: Default::default(),
    }
}

fn finish(
    request: &Request,
    captured: &[String],
    bytes: &[u8],
    mut report: ProgramReport,
    links: &Links,
    known: &Known<'_>,
) -> Result<Vec<u8>, AdError> {
    let root = report.classes.remove(0)?;
    let Some(method) = root.methods.first() else {
        return Err(AdError::Bug("a request without a report".into()));
    };
    if method.refused() {
        return Ok(refused(&root, &method.diagnostics));
    }
    let (Some(derivative), Some(companion)) = (method.derivatives.first(), &root.output) else {
        return Err(AdError::Bug(format!("no derivative of `{}`", request.method)));
    };
    let (parameters, result) = split(&request.descriptor).unwrap_or_default();
    let receiver = if request.is_static { None } else { captured.first().map(String::as_str) };
    let wanted = receiver.into_iter().chain(parameters).chain(request.kind.extra.iter().copied());
    if derivative.descriptor != descriptor(wanted, result) {
        return Ok(unfit(request, codes::CAPTURED_ARRAY));
    }
    let called = Called {
        opcode: Opcode::Invokestatic,
        in_interface: false,
        owner: &format!("{}{COMPANION}", request.owner),
        method: &derivative.method,
        descriptor: &derivative.descriptor,
        result,
    };
    let kernel = assemble(companion, request.kind, captured, &called)?;
    if functions::meets_again(links, &report.made)? {
        return Ok(unfit(request, codes::SECOND_OF_CALL));
    }
    let meets = links.values().flatten().any(functions::is_function);
    let outputs = std::iter::once(&root).chain(&report.callees).filter_map(|class| class.output.as_deref());
    let outputs = outputs.chain(report.made.iter().map(|made| made.output.as_slice()));
    let mut calls = Calls::default();
    for output in outputs {
        calls.add(output, known)?;
    }
    if calls.others {
        return Ok(unfit(request, functions::OTHER_TYPE));
    }
    let classes = std::iter::once(&root).chain(&report.callees);
    let mut effects = effects::of(request, bytes, classes, known)?;
    // What the functions read that it calls is not known.
    effects.reads |= request.kind.inner && (meets || calls.plain || effects.calls);
    let home = request.rule_home.as_ref().unwrap_or(&request.owner);
    // Such a function may read what this one leaves in memory, and what it gives would be constant.
    if calls.plain && effects.leaves() || effects.calls && effects.stores {
        return Ok(unfit(request, functions::CALLS_AND_STORES));
    }
    let names = if meets { known.names } else { &[] };
    let mut writer =
        header(captured, known.mattered(), effects, names, 1 + report.callees.len() + report.made.len());
    let none = Vec::new();
    let mut class = |home: &str, name: &str, class: &str, bytes: &[u8]| {
        writer.text(home).text(name).bytes(bytes);
        let links = links.get(class).unwrap_or(&none);
        writer.count(links.len());
        for link in links {
            writer.text(&link.class).text(&link.method).text(&link.descriptor);
        }
    };
    class(home, home, &root.class, &kernel);
    for callee in &report.callees {
        let bytes = callee.output.as_deref().unwrap_or_default();
        let name = callee.class.replace('.', "/");
        class(&name, &name, &callee.class, bytes);
    }
    for made in &report.made {
        class(&made.beside.replace('.', "/"), &made.class.replace('.', "/"), &made.class, &made.output);
    }
    Ok(writer.finish())
}

/// A kernel on a derivative that the class already has.
fn prepared_kernel(request: &Request, captured: &[String], bytes: &[u8]) -> Result<Option<Vec<u8>>, AdError> {
    const INTERFACE: u16 = 0x0200;
    let class = ClassFile::read(bytes)?;
    let (parameters, result) = split(&request.descriptor).unwrap_or_default();
    let wanted = descriptor(parameters.into_iter().chain(request.kind.extra.iter().copied()), result);
    let Some(method) = prepared::find(&class, request, &wanted)? else { return Ok(None) };
    let in_interface = class.access & INTERFACE != 0;
    let opcode = match (request.is_static, in_interface) {
        (true, _) => Opcode::Invokestatic,
        (false, true) => Opcode::Invokeinterface,
        (false, false) => Opcode::Invokevirtual,
    };
    let owner = request.owner.as_str();
    let called = Called { opcode, owner, in_interface, method: &method, descriptor: &wanted, result };
    let skeleton = platform::skeleton(&format!("{owner}{COMPANION}"))?;
    let kernel = assemble(&skeleton, request.kind, captured, &called)?;
    let mut writer = header(captured, false, Effects::default(), &[], 1);
    writer.text(owner).text(owner).bytes(&kernel).count(0);
    Ok(Some(writer.finish()))
}

/// An answer with this many classes, so far without them. `dispatched` says that it is for receivers
/// of the known classes; `names` are those whose objects the functions that it meets may be.
fn header(
    captured: &[String],
    dispatched: bool,
    effects: Effects,
    names: &[String],
    classes: usize,
) -> Writer {
    let mut writer = Writer::new(Tag::Kernel);
    let constructor = descriptor(captured.iter().map(String::as_str), "V");
    writer.text(&constructor).count(usize::from(dispatched)).count(effects.bits()).count(names.len());
    names.iter().for_each(|name| {
        writer.text(name);
    });
    writer.count(classes);
    writer
}

fn descriptor<'d>(parameters: impl Iterator<Item = &'d str>, result: &str) -> String {
    format!("({}){result}", parameters.collect::<String>())
}

/// What the run time itself cannot do.
fn unfit(request: &Request, text: &CodeText) -> Vec<u8> {
    let mut writer = Writer::new(Tag::Refused);
    let class = request.owner.replace('/', ".");
    let message = text.message.replacen("{}", &format!("{class}.{}", request.method), 1);
    writer.count(1).text(text.code).text(&message).text(text.help);
    writer.text(&class).text(&request.method).text("").count(0);
    writer.finish()
}

fn refused(report: &ClassReport, diagnostics: &[Diagnostic]) -> Vec<u8> {
    let mut writer = Writer::new(Tag::Refused);
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    writer.count(errors.len());
    let method = report.methods.first().map_or("", |m| m.method.as_str());
    for error in errors {
        let callee = error.callee.as_ref();
        // Companions are a matter of the command line: here there is no other place.
        let out_of_reach = [codes::UNREACHABLE, codes::UNKNOWN_ACCESS].iter().any(|c| c.code == error.code);
        let help = match out_of_reach {
            true => "differentiate the class when it is built, with the Maven or Gradle plugin",
            false => error.help.as_str(),
        };
        writer.text(error.code).text(&error.message).text(help);
        writer.text(callee.map_or(&report.class, |c| &c.class));
        writer.text(callee.map_or(method, |c| &c.method));
        writer.text(callee.map_or(&report.source, |c| &c.source).as_deref().unwrap_or_default());
        writer.count(error.line.map_or(0, usize::from));
    }
    writer.finish()
}
