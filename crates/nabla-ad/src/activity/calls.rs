//! What an invocation means for tangents.

use super::fact::{ArrayKind, Fact};
use super::tolerance::at_tolerance;
use crate::emit::helpers::Helpers;
use crate::emit::inherited::INHERITS;
use crate::emit::rows::is_sharing;
use crate::program::classes::{ClassId, Classes, is_platform};
use crate::program::holders::Functions;
use crate::program::instance::{Callee, CalleeRef};
use crate::program::lambdas::maker;
use crate::program::languages::is_printing;
use crate::program::library::takes_function;
use crate::program::records::{Component, components};
use crate::program::synthesize::MAKE;
use crate::program::targets::Targets;
use crate::rules::{self, Row, Rule};
use crate::signature::split_descriptor;
use nabla_classfile::{Code, ConstIndex, Insn, MemberRef, Opcode};
use nabla_flow::Cfg;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{LazyLock, Mutex};

/// The meaning of one call site.
#[derive(Debug, Clone)]
pub enum Call {
    /// A function with a rule; the string is the callee's descriptor.
    Rule(&'static Rule, String),
    /// Prints or logs: nothing comes back.
    Sink,
    /// Turns values into text, from which only a parser can bring them back.
    Text,
    /// Makes text of the components of a record: these fields.
    Components(Rc<[Component]>),
    /// Copies or fills arrays.
    Array(ArrayCall),
    /// Puts a number into a box or takes it out: the result's type.
    Box(&'static str),
    /// Methods of the program, whose own bytecode is differentiated.
    Method(CalleeRef),
    /// Code of which nothing is known here.
    Opaque,
}

/// What is done to arrays by methods of the JDK.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrayCall {
    /// `a.clone()`
    Clone,
    /// `Arrays.copyOf` and `Arrays.copyOfRange`
    CopyOf,
    /// `System.arraycopy`
    Copy,
    /// `Arrays.fill`
    Fill,
    /// What an earlier run wrote: rows of the second array are one where those of the first are.
    Rows,
}

/// The methods that copy and fill arrays of numbers.
fn array_call(owner: &str, name: &str, descriptor: &str) -> Option<ArrayCall> {
    Some(match (owner, name, descriptor) {
        ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V") => ArrayCall::Copy,
        ("java/util/Arrays", "copyOf", "([DI)[D" | "([FI)[F") => ArrayCall::CopyOf,
        ("java/util/Arrays", "copyOfRange", "([DII)[D" | "([FII)[F") => ArrayCall::CopyOf,
        ("java/util/Arrays", "fill", "([DD)V" | "([FF)V" | "([DIID)V" | "([FIIF)V") => ArrayCall::Fill,
        (owner, "clone", "()Ljava/lang/Object;") if ArrayKind::of(owner).is_some() => ArrayCall::Clone,
        _ => return None,
    })
}

/// The methods that put a number into a box, or take one out; `Number` and `Object` stand for a box
/// that is passed as such.
fn box_call(owner: &str, name: &str, descriptor: &str) -> Option<&'static str> {
    let number = matches!(owner, "java/lang/Double" | "java/lang/Float" | "java/lang/Number");
    Some(match (owner, name, descriptor) {
        ("java/lang/Double", "valueOf", "(D)Ljava/lang/Double;") => "D",
        ("java/lang/Float", "valueOf", "(F)Ljava/lang/Float;") => "F",
        ("scala/runtime/BoxesRunTime", "boxToDouble", "(D)Ljava/lang/Double;") => "D",
        ("scala/runtime/BoxesRunTime", "boxToFloat", "(F)Ljava/lang/Float;") => "F",
        ("scala/runtime/BoxesRunTime", "unboxToDouble", "(Ljava/lang/Object;)D") => "D",
        ("scala/runtime/BoxesRunTime", "unboxToFloat", "(Ljava/lang/Object;)F") => "F",
        (_, "doubleValue", "()D") if number => "D",
        (_, "floatValue", "()F") if number => "F",
        _ => return None,
    })
}

/// Classes whose methods log what they are given, unless classes of the program extend them, or read what is logged.
const LOGS: &[&str] = &["java/util/logging/Logger", "java/lang/System$Logger"];

/// The class of Kotlin's checks of arguments.
const CHECKS: &str = "kotlin/jvm/internal/Intrinsics";

/// Methods that look at what they are given, keep nothing of it and give an integer, or nothing.
const OBSERVERS: &[(&str, &str)] = &[
    // What constructors of Scala's traits end with; its own code calls a method handle.
    ("scala/runtime/Statics", "releaseFence"),
    ("java/util/Arrays", "equals"),
    ("java/util/Arrays", "hashCode"),
    ("java/util/Arrays", "deepEquals"),
    ("java/util/Arrays", "deepHashCode"),
    ("java/lang/System", "identityHashCode"),
    ("java/lang/Double", "compareTo"),
    ("java/lang/Double", "equals"),
    ("java/lang/Double", "hashCode"),
    ("java/lang/Double", "isInfinite"),
    ("java/lang/Double", "isNaN"),
    ("java/lang/Float", "compareTo"),
    ("java/lang/Float", "equals"),
    ("java/lang/Float", "hashCode"),
    ("java/lang/Float", "isInfinite"),
    ("java/lang/Float", "isNaN"),
];

/// Whether a method looks for a number in an array of numbers. One that looks for an object calls its methods.
fn is_search(owner: &str, name: &str, descriptor: &str) -> bool {
    (owner, name) == ("java/util/Arrays", "binarySearch") && !descriptor.contains('L')
}

/// Classes whose methods make text of what they are given.
const TEXT: &[&str] = &[
    "java/io/PrintStream",
    "java/io/PrintWriter",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/String",
    "java/util/Formatter",
    "java/util/StringJoiner",
];

/// The bodies of calls whose rule does not know every partial: they are followed where one that is
/// unknown is needed.
pub fn bodies(
    classes: &Classes,
    class: ClassId,
    code: &Code,
    calls: &[Option<Call>],
) -> nabla_classfile::Result<BTreeMap<usize, Call>> {
    let mut bodies = BTreeMap::new();
    for (at, (insn, call)) in code.insns.iter().zip(calls).enumerate() {
        let (Insn::Invoke(opcode, index), Some(Call::Rule(rule, _))) = (insn, call) else { continue };
        if !rule.knows(&vec![true; rule.operands.len()]) {
            let member = classes.get(class).pool.member_ref(*index)?;
            bodies.extend(callee(classes, *opcode, &member).map(|body| (at, body)));
        }
    }
    Ok(bodies)
}

/// Classifies every call of a method; `None` where the instruction is no call.
pub fn classify(
    classes: &Classes,
    class: ClassId,
    code: &Code,
    cfg: &Cfg,
) -> nabla_classfile::Result<Vec<Option<Call>>> {
    let pool = &classes.get(class).pool;
    let name = classes.get(class).name()?;
    let mut calls = Vec::with_capacity(code.insns.len());
    for (at, insn) in code.insns.iter().enumerate() {
        let mut call = call(classes, class, &name, insn)?;
        if let Some(Call::Rule(rule, _)) = &mut call {
            *rule = at_tolerance(rule, pool, code, cfg, at);
        }
        calls.push(call);
    }
    Ok(calls)
}

impl Call {
    /// The callee, where these operands do not say that it is code of which nothing is known: a
    /// function that the caller of the selected method gave.
    pub fn callee(&self, operands: &[Fact]) -> Option<&CalleeRef> {
        let Call::Method(callee) = self else { return None };
        let outside = operands.first().is_some_and(|f| f.functions == Functions::OUTSIDE);
        let unknown = callee.targets.open.is_some() && callee.targets.bodies.is_empty() && outside;
        (!unknown).then_some(callee)
    }
}

/// The rule of a helper that an earlier run emitted into the class: its expression, differentiated.
fn helper(name: &str, descriptor: &str) -> Option<&'static Rule> {
    static KNOWN: LazyLock<Mutex<FxHashMap<String, Option<&'static Rule>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().ok()?;
    if let Some(found) = known.get(name) {
        return *found;
    }
    let made = Helpers::by_name(name).filter(|h| h.descriptor() == descriptor).and_then(|helper| {
        // A handful of rows a process, kept like those of the table.
        let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
        let rule = Rule {
            owner: "",
            name: leak(helper.stem()?),
            stem: leak(helper.stem()?),
            descriptor: leak(descriptor),
            operands: &[],
            row: helper.row()?,
            domain: &[],
            pins: &[],
            note: "",
            lossy: false,
        };
        Some(&*Box::leak(Box::new(rule)))
    });
    known.insert(name.to_owned(), made);
    made
}

/// The operands of a rule among those of the instruction: without the receiver of a method.
pub fn arguments<'o, T>(insn: &Insn, operands: &'o [T]) -> &'o [T] {
    let receiver = matches!(insn, Insn::Invoke(opcode, _) if *opcode != Opcode::Invokestatic);
    &operands[usize::from(receiver)..]
}

/// The bodies a call can reach, where all of them are known.
fn callee(classes: &Classes, opcode: Opcode, member: &MemberRef) -> Option<Call> {
    let targets = classes.targets(opcode, &member.owner, &member.name, &member.descriptor)?;
    let (parameters, result) = split_descriptor(&member.descriptor)?;
    let receiver = opcode != Opcode::Invokestatic;
    let name = member.name.to_string();
    Some(Call::Method(Rc::new(Callee { targets, name, parameters, result, receiver })))
}

/// The method that makes the object of a lambda.
fn make(classes: &Classes, class: ClassId, index: ConstIndex) -> Option<Call> {
    let method = classes.make(class, index)?;
    let (_, descriptor) = classes.get(class).pool.name_and_type(index).ok()?;
    let (parameters, result) = split_descriptor(&descriptor)?;
    let targets = Rc::new(Targets::one(method));
    let name = MAKE.to_owned();
    Some(Call::Method(Rc::new(Callee { targets, name, parameters, result, receiver: false })))
}

/// Whether it gives an exception of the JDK's its message, which is text, and no more than a cause beside it.
fn is_message(owner: &str, name: &str, descriptor: &str) -> bool {
    let exception =
        owner == "java/lang/Throwable" || owner.ends_with("Exception") || owner.ends_with("Error");
    let told = matches!(descriptor, "(Ljava/lang/String;)V" | "(Ljava/lang/String;Ljava/lang/Throwable;)V");
    name == "<init>" && told && exception && is_platform(owner)
}

/// The method that does what one of a library does, with tangents.
fn written_out(classes: &Classes, class: ClassId, member: &MemberRef) -> Option<Call> {
    let method = classes.written_out(class, member)?;
    let (parameters, result) = split_descriptor(&member.descriptor)?;
    let targets = Rc::new(Targets::one(method));
    let name = member.name.to_string();
    Some(Call::Method(Rc::new(Callee { targets, name, parameters, result, receiver: false })))
}

/// What chooses among the patterns of a `switch`: it looks at a value, which may be a box, and gives a place.
const SWITCHES: &str = "java/lang/runtime/SwitchBootstraps";

fn call(classes: &Classes, id: ClassId, class: &str, insn: &Insn) -> nabla_classfile::Result<Option<Call>> {
    let pool = &classes.get(id).pool;
    match insn {
        Insn::Invoke(opcode, index) => {
            let member = pool.member_ref(*index)?;
            let (owner, name) = (&*member.owner, &*member.name);
            if *opcode == Opcode::Invokestatic
                && let Some(rule) = classes.user_rule(id, &member)
            {
                // The user's word counts before the table's.
                return Ok(Some(
                    rule.map_or(Call::Opaque, |r| Call::Rule(r, member.descriptor.into_owned())),
                ));
            }
            if let Some(real) = box_call(owner, name, &member.descriptor) {
                return Ok(Some(Call::Box(real)));
            }
            let function = *opcode == Opcode::Invokestatic
                || (*opcode == Opcode::Invokevirtual && rules::is_module(owner));
            if function
                && let Some(rule) = if owner == class && name.starts_with("nabla$") {
                    helper(name, &member.descriptor)
                } else {
                    classes.rule(&member)
                }
            {
                return Ok(Some(match rule.row {
                    Row::Text => Call::Text,
                    _ => Call::Rule(rule, member.descriptor.into_owned()),
                }));
            }
            if let Some(call) = array_call(owner, name, &member.descriptor) {
                return Ok(Some(Call::Array(call)));
            }
            if owner == class && is_sharing(&member) {
                return Ok(Some(Call::Array(ArrayCall::Rows)));
            }
            let observes = OBSERVERS.contains(&(owner, name)) || is_search(owner, name, &member.descriptor);
            let calls = takes_function(&member.descriptor);
            // What an earlier run wrote: whether the receiver inherits a method.
            let asks = owner == class && name.starts_with(INHERITS);
            let logs = LOGS.contains(&owner) && !classes.is_extended(owner) && !classes.reads_logged();
            Ok(Some(if logs || owner == CHECKS || observes && !calls || asks {
                Call::Sink
            } else if TEXT.contains(&owner) && !calls
                || (owner, name) == ("java/util/Arrays", "toString")
                || is_printing(owner, name)
                || is_message(owner, name, &member.descriptor)
            {
                Call::Text
            } else if classes.is_inactive(&member) {
                // The user's word: nothing comes back.
                Call::Sink
            } else {
                let written = written_out(classes, id, &member);
                written.or_else(|| callee(classes, *opcode, &member)).unwrap_or(Call::Opaque)
            }))
        }
        Insn::InvokeDynamic(index) => {
            let (name, _) = pool.name_and_type(*index)?;
            if matches!(&*name, "makeConcatWithConstants" | "makeConcat") {
                return Ok(Some(Call::Text));
            }
            if maker(classes.get(id), *index).is_some_and(|(maker, _)| maker.owner == SWITCHES) {
                return Ok(Some(Call::Sink));
            }
            let shown = || components(classes.get(id), *index).map(|all| Call::Components(all.into()));
            Ok(Some(shown().or_else(|| make(classes, id, *index)).unwrap_or(Call::Opaque)))
        }
        _ => Ok(None),
    }
}
