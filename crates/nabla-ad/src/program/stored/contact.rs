//! What initialisers may give to functions. Where they get hold of nothing that was there before, or call none, to make
//! a function is all that they do with it.

use super::calls::{Calls, calling};
use crate::program::classes::{Classes, MethodId, is_platform};
use crate::program::initialisers::ENUM;
use crate::program::owned::is_immutable;
use crate::signature::split_descriptor;
use nabla_classfile::{Insn, MemberRef, Opcode};
use std::collections::BTreeSet;

/// Static methods of these packages and classes give nothing but what they make and what they are given.
const MAKING: &[&str] = &["java/util/", "java/lang/"];
/// But for these, which look for objects.
const FINDING: &[&str] = &[
    "java/lang/Class",
    "java/lang/Enum",
    "java/lang/Runtime",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/lang/reflect/",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/concurrent/",
    "java/util/logging/",
];

/// What an initialiser may give to functions, or have called.
#[derive(Debug, Default)]
pub struct Contact {
    /// Whether it, or a function that it makes, takes objects from where they were before.
    pub meets: bool,
    /// The interfaces of functions that they take or call.
    pub functions: BTreeSet<String>,
    /// Whether it may call functions, itself or by code that is not followed.
    pub runs: bool,
}

impl Contact {
    /// That of an initialiser, with all that it calls.
    pub fn of(classes: &Classes, calls: &Calls, initialiser: MethodId) -> Contact {
        let mut contact = Contact::default();
        // Functions that it makes run if it calls any.
        contact.follow(classes, calls, initialiser, false);
        let runs = contact.runs;
        contact.follow(classes, calls, initialiser, true);
        Contact { runs, ..contact }
    }

    /// Adds what it does with all that it calls, functions that it makes included or not.
    fn follow(&mut self, classes: &Classes, calls: &Calls, initialiser: MethodId, whole: bool) {
        let mut reached = BTreeSet::from([initialiser]);
        let mut waiting = vec![initialiser];
        while let Some(method) = waiting.pop() {
            let class = classes.get(method.class);
            let calling = calling(classes, method);
            let called = calling.interfaces.union(&calling.by_platform);
            let called: Vec<&String> = called.filter(|name| is_of_functions(classes, name)).collect();
            self.runs |= !called.is_empty();
            self.functions.extend(called.into_iter().cloned());
            let Some(read) = classes.method_code(method) else { continue };
            for (at, insn) in read.code.insns.iter().enumerate() {
                let bodies = calls.at(method, at);
                let mut go_on =
                    || waiting.extend(bodies.iter().copied().filter(|body| reached.insert(*body)));
                match insn {
                    Insn::Field(Opcode::Getstatic, index) => {
                        self.take(classes, class.pool.member_ref(*index).ok(), initialiser);
                    }
                    Insn::Invoke(..) if calls.is_of_many(method, at) => {
                        (self.meets, self.runs) = (true, true)
                    }
                    Insn::Invoke(op, index) if bodies.is_empty() => {
                        self.leave(classes, class.pool.member_ref(*index).ok(), *op);
                    }
                    Insn::Invoke(..) => go_on(),
                    Insn::InvokeDynamic(_) if whole => go_on(),
                    _ => {}
                }
            }
        }
    }

    fn take(&mut self, classes: &Classes, member: Option<MemberRef>, initialiser: MethodId) {
        let Some(member) = member else {
            self.meets = true;
            return;
        };
        let descriptor = &*member.descriptor;
        let field = classes.field(&member.owner, &member.name, descriptor);
        if is_plain(descriptor) || field.is_some_and(|(class, _)| class == initialiser.class) {
            return;
        }
        self.meets = true;
        let function = object(descriptor).filter(|name| is_of_functions(classes, name));
        self.functions.extend(function.map(str::to_owned));
    }

    /// A call of code that is not followed.
    fn leave(&mut self, classes: &Classes, member: Option<MemberRef>, op: Opcode) {
        let split = member.as_ref().and_then(|member| split_descriptor(&member.descriptor));
        let (Some(member), Some((parameters, result))) = (member, split) else {
            (self.meets, self.runs) = (true, true);
            return;
        };
        let owner = &*member.owner;
        if owner.starts_with('[') || is_silent(classes, &member) {
            return;
        }
        let is_own = !is_platform(owner);
        let is_object = !matches!(op, Opcode::Invokestatic | Opcode::Invokespecial) && !is_immutable(owner);
        let may_be_function = |given: &String| !is_plain(given) && classes.may_be_function(given);
        self.runs |= is_own || is_object || parameters.iter().any(may_be_function);
        let starts = |starts: &[&str]| starts.iter().any(|start| owner.starts_with(start));
        let finds = match op {
            Opcode::Invokestatic => !starts(MAKING) || starts(FINDING),
            _ => starts(FINDING),
        };
        self.meets |= is_own || finds && !is_plain(&result);
    }
}

/// Whether functions are made of this interface, of the program or the JDK.
fn is_of_functions(classes: &Classes, name: &str) -> bool {
    (is_platform(name) || classes.is_function(&format!("L{name};")))
        && classes.remembering.makes(classes, name)
}

/// Whether it is a final method of all objects, or of constants of enumerations, that calls nothing.
fn is_silent(classes: &Classes, member: &MemberRef) -> bool {
    let is_constant = || classes.find(&member.owner).is_some_and(|id| classes.get(id).access & ENUM != 0);
    match &*member.name {
        "getClass" => true,
        "name" | "ordinal" => &*member.owner == "java/lang/Enum" || is_constant(),
        _ => false,
    }
}

fn object(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'))
}

/// Whether values of this type are no objects that can change.
fn is_plain(descriptor: &str) -> bool {
    descriptor.len() == 1 || object(descriptor).is_some_and(is_immutable)
}
