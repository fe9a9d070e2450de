//! From a request to its answer: the method is differentiated, its derivative moved into a companion,
//! and the companion made a kernel.

use crate::assemble::{Called, assemble};
use crate::exchange::{Known, Source};
use crate::platform;
use crate::request::Request;
use crate::wire::{self, Tag, Writer};
use nabla_ad::codes::{self, CodeText};
use nabla_ad::{
    AdError, COMPANION, ClassReport, Diagnostic, Input, Links, ProgramReport, Severity, Wrt, detach_to_nest,
    differentiate_program,
};

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
    let input = Input { bytes: &bytes, requests: vec![asked(&request)] };
    let known = Known { source, names: &request.known };
    let inputs = [input];
    let report = differentiate_program(&inputs, &known)?;
    let (report, links) = detach_to_nest(&inputs, report, &known)?;
    finish(&request, &captured, report, &links)
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
fn split(descriptor: &str) -> Option<(Vec<&str>, &str)> {
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
    let independent = parameters.saturating_sub(request.kind.independent);
    nabla_ad::Request {
        method: request.method.clone(),
        descriptor: request.descriptor.clone(),
        wrt: Wrt::Listed(vec![independent.to_string()]),
        forms: vec![request.kind.form],
        names: vec![(request.kind.form, NAME.to_owned())],
    }
}

fn finish(
    request: &Request,
    captured: &[String],
    mut report: ProgramReport,
    links: &Links,
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
    let extra = request.kind.extra.iter().copied();
    let wanted: String = receiver.into_iter().chain(parameters).chain(extra).collect();
    if derivative.descriptor != format!("({wanted}){result}") {
        return Ok(unfit(request, codes::CAPTURED_ARRAY));
    }
    let called = Called {
        owner: &format!("{}{COMPANION}", request.owner),
        method: &derivative.method,
        descriptor: &derivative.descriptor,
        result,
    };
    let kernel = assemble(companion, request.kind, captured, &called)?;
    let home = request.rule_home.as_ref().unwrap_or(&request.owner);
    let mut writer = Writer::new(Tag::Kernel);
    writer.text(&format!("({})V", captured.concat()));
    writer.count(1 + report.callees.len());
    let none = Vec::new();
    let mut class = |home: &str, report: &ClassReport, bytes: &[u8]| {
        writer.text(home).bytes(bytes);
        let links = links.get(&report.class).unwrap_or(&none);
        writer.count(links.len());
        for link in links {
            writer.text(&link.class).text(&link.method).text(&link.descriptor);
        }
    };
    class(home, &root, &kernel);
    for callee in &report.callees {
        let bytes = callee.output.as_deref().unwrap_or_default();
        class(&callee.class.replace('.', "/"), callee, bytes);
    }
    Ok(writer.finish())
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
