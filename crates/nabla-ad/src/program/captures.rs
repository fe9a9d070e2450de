//! What lambdas captured that were made before a derivative runs.

use super::classes::{Classes, MethodId, STATIC, is_platform};
use super::functions::is_foreign;
use super::lambdas::{Lambda, lambda};
use crate::activity::fact::ArrayKind;
use crate::signature::split_descriptor;
use nabla_classfile::{Insn, Member, MemberRef, Opcode};
use std::collections::BTreeSet;

/// Numbers and text: nothing is behind them.
const PLAIN: &[&str] = &[
    "Z",
    "B",
    "S",
    "C",
    "I",
    "J",
    "F",
    "D",
    "Ljava/lang/Double;",
    "Ljava/lang/Float;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Boolean;",
    "Ljava/lang/String;",
];

/// Classes of the JDK that hold nothing of what those below them are given.
const EMPTY: &[&str] = &["java/lang/Object", "java/lang/Enum", "java/lang/Number", "java/lang/Record"];

/// What boxes numbers, and checks what is passed.
const HELPERS: &[&str] = &["kotlin/jvm/internal/Intrinsics", "scala/runtime/BoxesRunTime"];

/// How many methods a lambda's own may come to.
const MOST: usize = 64;

/// The flags of the fields that derivatives add: transient synthetic.
const MADE_FIELD: u16 = 0x1080;

/// Whether a lambda comes to no array of numbers by what it captured, but through other functions: there is none, or
/// its code looks at none.
pub fn captures_no_array(classes: &Classes, lambda: &Lambda) -> bool {
    let objects = lambda.captured.iter().all(|captured| is_followed(classes, captured));
    let looks_at_none = || lambda.body(classes).is_some_and(|body| reads_no_array(classes, body));
    has_no_array(classes, lambda.captured.clone()) || objects && looks_at_none()
}

/// Whether code that begins with this method takes no array out of a field, nor an object that may be one or have some
/// that are not in fields of classes of the program.
fn reads_no_array(classes: &Classes, body: MethodId) -> bool {
    let mut seen = BTreeSet::from([body]);
    let mut waiting = vec![body];
    while let Some(method) = waiting.pop() {
        let class = classes.get(method.class);
        let Ok(Some(code)) = class.code(&class.methods[method.index as usize]) else { return false };
        for insn in &code.insns {
            let harmless = match insn {
                Insn::Field(_, index) => {
                    class.pool.member_ref(*index).is_ok_and(|member| is_followed(classes, &member.descriptor))
                }
                Insn::Invoke(op, index) => match class.pool.member_ref(*index) {
                    Ok(member) if is_alone(*op, &member) => true,
                    Ok(member) => match classes.targets(*op, &member.owner, &member.name, &member.descriptor)
                    {
                        Some(targets) if !is_platform(&member.owner) => {
                            waiting.extend(targets.all().filter(|body| seen.insert(*body)));
                            seen.len() <= MOST
                        }
                        _ => false,
                    },
                    Err(_) => false,
                },
                // A function that it makes looks at what it hands on.
                Insn::InvokeDynamic(index) => match lambda(class, *index) {
                    Some(made) if made.captured.iter().all(|captured| is_followed(classes, captured)) => {
                        match made.body(classes) {
                            Some(body) => {
                                waiting.extend(seen.insert(body).then_some(body));
                                seen.len() <= MOST
                            }
                            None => is_platform(&made.owner) && takes_numbers(&made.descriptor),
                        }
                    }
                    _ => false,
                },
                _ => true,
            };
            if !harmless {
                return false;
            }
        }
    }
    true
}

/// Whether a field of this type holds a number, text, a function or an object of the program.
fn is_followed(classes: &Classes, descriptor: &str) -> bool {
    let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    let of_program = |name: &str| !is_platform(name) && classes.find(name).is_some();
    PLAIN.contains(&descriptor) || name.is_some_and(|name| is_foreign(name) || of_program(name))
}

/// Whether a call comes to no field of the program: that of a function, and of code that takes and gives numbers.
fn is_alone(op: Opcode, member: &MemberRef) -> bool {
    let owner = &*member.owner;
    op == Opcode::Invokeinterface && is_foreign(owner)
        || HELPERS.contains(&owner)
        || is_platform(owner) && takes_numbers(&member.descriptor)
}

/// Whether a method takes and gives numbers and text alone.
fn takes_numbers(descriptor: &str) -> bool {
    let plain = |descriptor: &str| PLAIN.contains(&descriptor) || descriptor == "V";
    split_descriptor(descriptor)
        .is_some_and(|(parameters, result)| parameters.iter().all(|p| plain(p)) && plain(&result))
}

/// Whether no array of numbers can be reached from values of these types. A function that captured arrays is one that
/// derivatives do not call.
fn has_no_array(classes: &Classes, mut waiting: Vec<String>) -> bool {
    let mut seen = BTreeSet::new();
    while let Some(descriptor) = waiting.pop() {
        let element = descriptor.trim_start_matches('[');
        if ArrayKind::of(&descriptor).is_some() {
            return false;
        }
        if PLAIN.contains(&element) || !seen.insert(element.to_owned()) {
            continue;
        }
        let Some(name) = element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else {
            return false;
        };
        if is_foreign(name) {
            continue;
        }
        // Of a class of the JDK nothing says what it holds.
        let mut line = classes.family(name);
        if is_platform(name) || classes.find(name).is_none() {
            return false;
        }
        let mut held = BTreeSet::new();
        while let Some(name) = line.pop() {
            let Some(id) = classes.find(&name) else { return false };
            if !held.insert(name) {
                continue;
            }
            let class = classes.get(id);
            match class.super_class.map(|above| class.pool.class_name(above)) {
                Some(Ok(above)) if EMPTY.contains(&&*above) => {}
                Some(Ok(above)) if !is_platform(&above) => line.push(above.into_owned()),
                _ => return false,
            }
            // Those that an earlier run added have tangents alone.
            let own = |field: &&Member| field.access & STATIC == 0 && field.access & MADE_FIELD != MADE_FIELD;
            for field in class.fields.iter().filter(own) {
                let Ok(descriptor) = class.pool.utf8(field.descriptor) else { return false };
                waiting.push(descriptor.into_owned());
            }
        }
    }
    true
}
