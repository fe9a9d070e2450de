//! Refusals and warnings of a method, from its activity.

use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::fact::Level;
use crate::activity::varied::Varied;
use crate::codes::{self, CodeText};
use crate::program::classes::{MethodId, is_platform};
use crate::program::functions;
use crate::program::instance::{CalleeRef, World};
use crate::program::loops::{begins_stream, breaks, is_loop};
use crate::program::primal::{Flow, Primal};
use crate::program::reasons::{Reason, reasons, throwing};
use crate::program::solve::Program;
use crate::report::{CalleePlace, Diagnostic, Severity};
use crate::rules::{Row, UserRule};
use crate::signature::{number_of, split_descriptor};
use nabla_classfile::{ClassFile, ConstantPool, Insn, Opcode};
use nabla_flow::Solution;
use std::rc::Rc;

/// A diagnostic about the instruction at `at`, or about the whole method.
pub fn diagnostic(
    severity: Severity,
    text: &CodeText,
    subject: &str,
    primal: Option<&Primal>,
    at: Option<usize>,
) -> Diagnostic {
    let line = primal.and_then(|p| p.code.line_at(at.unwrap_or(0)));
    let offset = at.and_then(|at| primal?.code.offsets.get(at).copied());
    Diagnostic {
        severity,
        code: text.code,
        line,
        offset,
        message: text.message.replacen("{}", subject, 1),
        help: text.help.to_owned(),
        callee: None,
    }
}

/// Everything there is to say about the method with these independents; `each` tells what is varied by the
/// independents one by one, with their names.
///
/// # Errors
///
/// A damaged class among those it calls.
pub fn diagnose<'a>(
    program: &Program<'a>,
    primal: &Primal<'a>,
    all: &Flow,
    each: &[(String, Rc<Flow>)],
) -> Result<Vec<Diagnostic>, AdError> {
    let mut found = refusals(program, primal, all)?;
    let pool = &program.classes.get(primal.method.class).pool;
    found.extend(surprises(primal, pool, &all.varied));
    let scalar = number_of(&primal.signature.result).is_some();
    for (name, flow) in each.iter().filter(|_| scalar) {
        let returned = returns(primal, &flow.varied);
        let inactive = returned.iter().all(|(_, level)| *level == Level::Inactive);
        if !inactive {
            continue;
        }
        let warning = match throwing(program, primal, flow)? {
            Some(body) => throws(program, body)?,
            None => {
                let decided = decides(primal, &flow.varied);
                let text = if decided { codes::ONLY_COMPARED } else { codes::INDEPENDENT_UNUSED };
                Some(diagnostic(Severity::Warning, text, name, Some(primal), None))
            }
        };
        found.extend(warning.filter(|warning| !found.contains(warning)));
    }
    found.sort_by_key(|d| (d.callee.is_some(), d.offset, d.code));
    Ok(found)
}

/// The warning that all that could reach the result is a body that throws.
fn throws(program: &Program, body: Reason) -> Result<Option<Diagnostic>, AdError> {
    let Some(primal) = program.primal(body.method)? else { return Ok(None) };
    let callee = place(program, &body)?;
    let subject = format!("{}.{}", callee.class, callee.method);
    let warning = diagnostic(Severity::Warning, codes::THROWS, &subject, Some(&primal), Some(body.at));
    Ok(Some(Diagnostic { callee: Some(callee), ..warning }))
}

/// The instructions that return a number, and the level of what they return.
fn returns(primal: &Primal, varied: &Solution<Varied>) -> Vec<(usize, Level)> {
    let mut found = Vec::new();
    for (at, insn) in primal.code.insns.iter().enumerate() {
        if returns_number(primal, insn)
            && let Some(top) = top(varied, at, 0)
        {
            found.push((at, top));
        }
    }
    found
}

/// Whether the instruction returns a number, or a box of one.
fn returns_number(primal: &Primal, insn: &Insn) -> bool {
    let number = number_of(&primal.signature.result).is_some();
    number && matches!(insn, Insn::Op(Opcode::Dreturn | Opcode::Freturn | Opcode::Areturn))
}

/// The level of the stack entry `depth` below the top before an instruction.
fn top(varied: &Solution<Varied>, at: usize, depth: usize) -> Option<Level> {
    let state = varied.before(at)?.state.as_ref()?;
    let place = state.stack.len().checked_sub(depth + 1)?;
    Some(state.stack[place].level)
}

/// What is lost of the method's result.
///
/// # Errors
///
/// A damaged class among those it calls.
pub fn refusals<'a>(
    program: &Program<'a>,
    primal: &Primal<'a>,
    flow: &Flow,
) -> Result<Vec<Diagnostic>, AdError> {
    let mut found = Vec::new();
    for mut reason in reasons(program, primal, flow)? {
        let Some(body) = program.primal(reason.method)? else { continue };
        let pool = &program.classes.get(reason.method.class).pool;
        reason.at = breaks(pool, &body.code, reason.at).unwrap_or(reason.at);
        let (text, subject) = match (cause(pool, &body, reason.at), reason.too_much) {
            ((_, subject), true) => (codes::TOO_MUCH, subject),
            (cause, false) => cause,
        };
        let lost_at = reason.at;
        let of_elements = is_of_elements(program, pool, reason.method, &body.code.insns[lost_at]);
        let captured = program.classes.is_lambda(reason.method.class);
        let reason = outside(program, reason);
        let Some(shown) = program.primal(reason.method)? else { continue };
        let mut refusal = diagnostic(Severity::Error, text, &subject, Some(&shown), Some(reason.at));
        if of_elements {
            refusal.message = ELEMENTS.to_owned();
            refusal.help = ELEMENTS_HELP.to_owned();
        } else if captured && text.code == codes::CALL.code {
            refusal.message = CAPTURED.to_owned();
            refusal.help = CAPTURED_HELP.to_owned();
        } else if let Some(class) = unseen(program, pool, &body, lost_at)
            && [codes::CALL.code, codes::FIELD.code].contains(&text.code)
        {
            refusal.message = refusal.message.replace(NO_RULE, ", whose class was not found");
            refusal.message = refusal.message.replace(NOT_FOLLOWED, ", whose class was not found");
            refusal.help = format!("give `{class}` with `--class-path`");
        } else if let Some(rule) = hidden_rule(program, pool, &body, lost_at) {
            refusal.help =
                format!("make `{}` public, and its class: it cannot be called from here", rule.named());
        } else if is_function(pool, &body, lost_at) {
            refusal.message = refusal.message.replace(NO_RULE, ", a function whose body is not known");
            refusal.help = FUNCTION_HELP.to_owned();
        } else if let Some(help) = given_away(program, pool, &body, lost_at)? {
            refusal.help = help;
        } else if is_at_hand(program, pool, &body, lost_at) {
            refusal.message = refusal.message.replace(NO_RULE, NOT_FOLLOWED);
            if matches!(body.code.insns[lost_at], Insn::Type(..)) {
                refusal.help = INITIALISER_HELP.to_owned();
            }
        } else if text.code == codes::CALL.code
            && let Some(help) = library_help(pool, &body.code.insns[lost_at])
        {
            refusal.help = help.to_owned();
        }
        if !reason.chain.is_empty() {
            refusal.callee = Some(place(program, &reason)?);
        }
        if !found.contains(&refusal) {
            found.push(refusal);
        }
    }
    // What a function does with an element is lost because that is.
    let elements: Vec<Diagnostic> = found.iter().filter(|d| d.message == ELEMENTS).cloned().collect();
    let same = |a: &Diagnostic, b: &Diagnostic| (&a.callee, a.offset) == (&b.callee, b.offset);
    found.retain(|d| d.message == ELEMENTS || !elements.iter().any(|element| same(element, d)));
    Ok(found)
}

/// What is said of a loop that stands for calls of streams and collections, whose methods users do not write.
const ELEMENTS: &str =
    "the result depends on an independent through elements of a stream or collection that are not followed";
const ELEMENTS_HELP: &str =
    "write a loop over an array, or over objects of your own; boxes in collections are not followed";

/// What is said of a lambda whose class, which users do not write, keeps what it captured.
const CAPTURED: &str = "the result depends on an independent through what a lambda captured that code which is not followed may call";
const CAPTURED_HELP: &str =
    "call the lambda in code of your own, or keep active values out of the arrays that it changes";

/// Whether an instruction of such a loop goes on to the next element, or one of the user's calls the loop.
fn is_of_elements(program: &Program, pool: &ConstantPool, method: MethodId, insn: &Insn) -> bool {
    let Insn::Invoke(_, index) = insn else { return false };
    let Ok(member) = pool.member_ref(*index) else { return false };
    let goes_on = member.owner.starts_with("java/util/stream/") || member.owner.ends_with("Iterator");
    is_loop(&member.name) || goes_on && is_in_loop(program, method)
}

fn is_in_loop(program: &Program, method: MethodId) -> bool {
    let class = program.classes.get(method.class);
    class.pool.utf8(class.methods[method.index as usize].name).is_ok_and(|name| is_loop(&name))
}

/// Where a reason is to be seen in the user's code: a loop that stands for calls is where they are, and what a
/// lambda captures where that is made.
fn outside(program: &Program, mut reason: Reason) -> Reason {
    while (is_in_loop(program, reason.method) || program.classes.is_lambda(reason.method.class))
        && let Some((method, at)) = reason.chain.pop()
    {
        (reason.method, reason.at) = (method, at);
    }
    reason
}

/// How the message of a call ends of which nothing more is known.
const NO_RULE: &str = ", for which no rule is known";
/// The same where there is code of it, and of fields.
const NOT_FOLLOWED: &str = ", which is not followed";

/// What to do about an initialiser of a class: it cannot be called.
const INITIALISER_HELP: &str = "keep active values out of the fields that the initialiser reads or changes";

/// What to do about a method of the JDK, or about a function that it is given: neither can be inlined.
fn library_help(pool: &ConstantPool, insn: &Insn) -> Option<&'static str> {
    let Insn::Invoke(opcode, index) = insn else {
        let made = matches!(insn, Insn::InvokeDynamic(_));
        return made.then_some("call the function in a loop of your own");
    };
    let member = pool.member_ref(*index).ok()?;
    let owner = &*member.owner;
    Some(match *opcode {
        _ if owner.starts_with("java/util/stream/") || begins_stream(&member) => {
            "write a loop, or begin and end the stream in one expression, by methods that are followed"
        }
        _ if !is_platform(owner) => return None,
        Opcode::Invokestatic => {
            "give its derivative with `@Derivative` or `--rules`, or write what it does in code of your own"
        }
        _ => "write what it does in code of your own, or keep active values out of the call",
    })
}

/// What to do about a function that the selected method is given.
const FUNCTION_HELP: &str = "select a method that makes the function: from there on the bodies of lambdas and method references are known";

/// What to do about a field that code stores to which is called by code that is not followed.
fn given_away(
    program: &Program,
    pool: &ConstantPool,
    body: &Primal,
    at: usize,
) -> Result<Option<String>, AdError> {
    let Insn::Field(_, index) = &body.code.insns[at] else { return Ok(None) };
    let member = pool.member_ref(*index)?;
    let field = World::field(program, &member.owner, &member.name, &member.descriptor);
    let Some(method) = field.and_then(|field| program.given_away_by(field)) else { return Ok(None) };
    let by = Reason { method, at: 0, chain: Vec::new(), too_much: false };
    let CalleePlace { class, method: name, source, .. } = place(program, &by)?;
    let line = program.primal(method)?.and_then(|primal| primal.code.line_at(0));
    let line = source.zip(line).map(|(source, line)| format!(" ({source}:{line})")).unwrap_or_default();
    Ok(Some(format!(
        "`{class}.{name}`{line}, which code that is not followed calls, stores to it or hands it on: call it in code of your own, or keep the value in local variables"
    )))
}

/// Whether an instruction calls a function of which the program has no body.
fn is_function(pool: &ConstantPool, body: &Primal, at: usize) -> bool {
    let Insn::Invoke(Opcode::Invokeinterface, index) = &body.code.insns[at] else { return false };
    let Ok(member) = pool.member_ref(*index) else { return false };
    if functions::is_foreign(&member.owner) {
        return functions::is_applied(&member.owner, &member.name);
    }
    // Where classes implement it, it is one of theirs that is not followed.
    let is_open = |callee: &CalleeRef| callee.targets.open.is_some() && callee.targets.bodies.is_empty();
    matches!(&body.calls[at], Some(Call::Method(callee)) if is_open(callee))
}

/// The class whose method an instruction calls, or whose field it names, where that is not at hand.
fn unseen(program: &Program, pool: &ConstantPool, body: &Primal, at: usize) -> Option<String> {
    let owner = owner(pool, body, at).filter(|owner| !is_platform(owner))?;
    program.classes.find(&owner).is_none().then(|| owner.replace('/', "."))
}

/// The rule of a function that an instruction calls where the rule cannot be.
fn hidden_rule(program: &Program, pool: &ConstantPool, body: &Primal, at: usize) -> Option<Box<UserRule>> {
    let Insn::Invoke(Opcode::Invokestatic, index) = &body.code.insns[at] else { return None };
    program.classes.user_rule(body.method.class, &pool.member_ref(*index).ok()?)?.err()
}

/// Whether an instruction calls a method of a class of the program: there is code, and it is not followed.
fn is_at_hand(program: &Program, pool: &ConstantPool, body: &Primal, at: usize) -> bool {
    owner(pool, body, at).is_some_and(|owner| !is_platform(&owner) && program.classes.find(&owner).is_some())
}

/// The class whose method or field an instruction names, if it is no array's.
fn owner(pool: &ConstantPool, body: &Primal, at: usize) -> Option<String> {
    let owner = match &body.code.insns[at] {
        Insn::Invoke(_, index) | Insn::Field(_, index) => pool.member_ref(*index).ok()?.owner,
        Insn::Type(Opcode::New, index) => pool.class_name(*index).ok()?,
        _ => return None,
    };
    (!owner.starts_with('[')).then(|| owner.into_owned())
}

/// Where a reason lies that is not in the selected method itself.
pub fn place(program: &Program, reason: &Reason) -> Result<CalleePlace, AdError> {
    let name = |id: MethodId| {
        let class = program.classes.get(id.class);
        let method = class.pool.utf8(class.methods[id.index as usize].name).map(|n| n.into_owned());
        (program.classes.name(id.class).replace('/', "."), method.unwrap_or_default())
    };
    let class = program.classes.get(reason.method.class);
    let descriptor = class.pool.utf8(class.methods[reason.method.index as usize].descriptor)?.into_owned();
    let mut chain = Vec::new();
    for &(caller, at) in &reason.chain {
        let (class, method) = name(caller);
        let line = program.primal(caller)?.and_then(|p| p.code.line_at(at));
        chain.push((class, method, line));
    }
    let source = source_file(class);
    let (class, method) = name(reason.method);
    Ok(CalleePlace { class, method, descriptor, source, chain })
}

/// The name of the source file of a class.
pub fn source_file(class: &ClassFile) -> Option<String> {
    let attribute = class.attribute(&class.attributes, "SourceFile")?;
    let index = u16::from_be_bytes(attribute.bytes.get(..2)?.try_into().ok()?);
    Some(class.pool.utf8(nabla_classfile::ConstIndex(index)).ok()?.into_owned())
}

fn cause(pool: &ConstantPool, primal: &Primal, at: usize) -> (&'static CodeText, String) {
    match &primal.code.insns[at] {
        Insn::Field(_, index) => {
            let name = pool.member_ref(*index).map(|m| m.name.into_owned());
            (codes::FIELD, name.unwrap_or_default())
        }
        Insn::Invoke(_, index) => {
            let Ok(member) = pool.member_ref(*index) else { return (codes::CALL, String::new()) };
            let owner = member.owner.replace('/', ".");
            let subject = format!("{owner}.{}", member.name);
            // A box that was made for the call.
            let boxed = at > 0 && matches!(primal.calls[at - 1], Some(Call::Box(_)));
            let text = match &primal.calls[at] {
                Some(Call::Box(_)) => codes::BOX,
                Some(Call::Opaque) if boxed => codes::BOX,
                Some(Call::Rule(rule, _)) if rule.row != Row::Lost => codes::CALL,
                Some(Call::Rule(..) | Call::Text | Call::Components(_)) => codes::BITS,
                _ => codes::CALL,
            };
            (text, subject)
        }
        // It runs the initialiser of the class.
        Insn::Type(Opcode::New, index) => {
            let class = pool.class_name(*index).map(|name| name.replace('/', "."));
            (codes::CALL, format!("{}.<clinit>", class.unwrap_or_default()))
        }
        Insn::InvokeDynamic(index) => {
            let name = pool.name_and_type(*index).map(|(n, _)| n.into_owned()).unwrap_or_default();
            match &primal.calls[at] {
                Some(Call::Text | Call::Components(_)) => (codes::BITS, "string concatenation".into()),
                _ => (codes::CALL, name),
            }
        }
        _ if at > 0 && matches!(primal.calls[at - 1], Some(Call::Box(_))) => {
            (codes::BOX, "an array of objects".to_owned())
        }
        _ => (codes::ARRAY, String::new()),
    }
}

/// Whether an active value is compared or cast.
fn decides(primal: &Primal, varied: &Solution<Varied>) -> bool {
    (0..primal.code.insns.len()).any(|at| is_lossy(primal, at) && active_operand(primal, varied, at))
}

fn active_operand(primal: &Primal, varied: &Solution<Varied>, at: usize) -> bool {
    let two = is_compare(&primal.code.insns[at]);
    let active = |depth| top(varied, at, depth).is_some_and(|l| l != Level::Inactive);
    active(0) || (two && active(1))
}

fn is_compare(insn: &Insn) -> bool {
    matches!(insn, Insn::Op(Opcode::Dcmpl | Opcode::Dcmpg | Opcode::Fcmpl | Opcode::Fcmpg))
}

fn is_cast(primal: &Primal, at: usize) -> bool {
    match (&primal.code.insns[at], &primal.calls[at]) {
        (Insn::Op(Opcode::D2i | Opcode::D2l | Opcode::F2i | Opcode::F2l), _) => true,
        (_, Some(Call::Rule(rule, _))) => rule.lossy,
        _ => false,
    }
}

fn is_lossy(primal: &Primal, at: usize) -> bool {
    is_compare(&primal.code.insns[at]) || is_cast(primal, at)
}

/// Whether a call gives what follows an active value in steps, where nothing that it is given does.
fn casts_within<'v>(primal: &Primal, varied: &'v Solution<Varied>, at: usize) -> bool {
    let Some(Call::Method(callee)) = &primal.calls[at] else { return false };
    let state = |varied: Option<&'v Varied>| varied?.state.as_ref();
    let (Some(before), Some(after)) = (state(varied.before(at)), state(varied.after(at))) else {
        return false;
    };
    let taken = callee.parameters.len() + usize::from(callee.receiver);
    let mut given = before.stack.iter().rev().take(taken);
    callee.result != "V" && after.stack.last().is_some_and(|f| f.stepped) && !given.any(|f| f.stepped)
}

/// Methods that say whether numbers, or text of them, are equal, by their class; an order does where it is compared
/// with 0.
const EQUALITIES: &[(&str, &[&str])] = &[
    ("java/lang/Double", &["compare", "compareTo", "equals"]),
    ("java/lang/Float", &["compare", "compareTo", "equals"]),
    ("java/lang/Object", &["equals"]),
    ("java/lang/String", &["compareTo", "contentEquals", "equals"]),
    ("java/util/Arrays", &["deepEquals", "equals"]),
    ("java/util/Objects", &["deepEquals", "equals"]),
    ("kotlin/jvm/internal/Intrinsics", &["areEqual"]),
    ("scala/runtime/BoxesRunTime", &["equals"]),
];

/// Whether an instruction says whether an active value, or an array of such, is equal to another.
fn asks_for_equality(primal: &Primal, pool: &ConstantPool, varied: &Solution<Varied>, at: usize) -> bool {
    let branches =
        matches!(primal.code.insns.get(at + 1), Some(Insn::Branch(Opcode::Ifeq | Opcode::Ifne, _)));
    let Insn::Invoke(op, index) = &primal.code.insns[at] else {
        return branches && is_compare(&primal.code.insns[at]) && active_operand(primal, varied, at);
    };
    let Ok(member) = pool.member_ref(*index) else { return false };
    let (owner, name) = (&*member.owner, &*member.name);
    let asks = EQUALITIES.iter().any(|(class, names)| *class == owner && names.contains(&name));
    if !asks || name.starts_with("compare") && !branches {
        return false;
    }
    if matches!(owner, "java/lang/Object" | "java/lang/String") && !makes_text(primal, varied) {
        return false;
    }
    let parameters = split_descriptor(&member.descriptor).map_or(0, |(parameters, _)| parameters.len());
    let taken = parameters + usize::from(*op != Opcode::Invokestatic);
    (0..taken).any(|depth| top(varied, at, depth).is_some_and(|level| level != Level::Inactive))
}

/// Whether a method makes text, or an object, of an active number itself: what it has from elsewhere may be any text.
fn makes_text(primal: &Primal, varied: &Solution<Varied>) -> bool {
    let active = |at| (0..2).any(|depth| top(varied, at, depth).is_some_and(|level| level == Level::Varied));
    let makes = |at: usize| match &primal.calls[at] {
        Some(Call::Text | Call::Box(_)) => active(at),
        Some(Call::Rule(rule, _)) => rule.row == Row::Text && active(at),
        _ => false,
    };
    (0..primal.code.insns.len()).any(makes)
}

/// Equality and casts of active values.
fn surprises(primal: &Primal, pool: &ConstantPool, varied: &Solution<Varied>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // A cast that only controls loses nothing.
    let stepped = (0..primal.code.insns.len()).any(|at| {
        returns_number(primal, &primal.code.insns[at])
            && varied.before(at).and_then(|v| v.state.as_ref()?.stack.last()).is_some_and(|f| f.stepped)
    });
    for at in 0..primal.code.insns.len() {
        if stepped && casts_within(primal, varied, at) {
            found.push(diagnostic(Severity::Warning, codes::CAST, "", Some(primal), Some(at)));
        }
        if asks_for_equality(primal, pool, varied, at) {
            found.push(diagnostic(Severity::Warning, codes::EQUALITY, "", Some(primal), Some(at)));
        } else if stepped && is_cast(primal, at) && active_operand(primal, varied, at) {
            found.push(diagnostic(Severity::Warning, codes::CAST, "", Some(primal), Some(at)));
        }
    }
    found
}
