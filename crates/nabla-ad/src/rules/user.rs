//! Rules that users have written: a method annotated `@Derivative` is the `jvp` of a function.
//!
//! The partial by an operand is what that method leaves for the tangent 1 of it and 0 of the
//! others; the tangent of a call is then the sum of partial times tangent, as in any other row.

use super::{Expr, Row, Rule};
use crate::program::classes::{INTERFACE, PRIVATE};
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Member, Result};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Which code can call a method.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// That of every package.
    Public,
    /// That of its package.
    Package,
    /// That of its nest, by the internal name of the host.
    Private(String),
}

/// A class whose code calls a rule.
#[derive(Debug, Clone, Copy)]
pub struct Caller<'n> {
    /// Its internal name.
    pub name: &'n str,
    /// That of the host of its nest.
    pub nest: &'n str,
}

/// A method annotated `@Derivative`, static, of the form of a `jvp`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserRule {
    /// The internal name of its class.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Which code can call it.
    pub access: Access,
    /// Whether its class is an interface.
    pub interface: bool,
    /// The internal name of the class that declares the function.
    pub of: String,
    /// The function's name.
    pub function: String,
}

const PUBLIC: u16 = 0x0001;

impl UserRule {
    /// The method of a class as the rule of a function.
    ///
    /// # Errors
    ///
    /// A damaged class.
    pub fn new(class: &ClassFile, method: &Member, of: String, function: String) -> Result<UserRule> {
        let access = match method.access {
            access if access & PRIVATE != 0 => Access::Private(class.nest_host()?.into_owned()),
            access if access & class.access & PUBLIC != 0 => Access::Public,
            _ => Access::Package,
        };
        Ok(UserRule {
            class: class.name()?.into_owned(),
            method: class.pool.utf8(method.name)?.into_owned(),
            descriptor: class.pool.utf8(method.descriptor)?.into_owned(),
            access,
            interface: class.access & INTERFACE != 0,
            of,
            function,
        })
    }

    /// Itself in a message: `demo.Rules.logGamma_jvp`.
    pub fn named(&self) -> String {
        format!("{}.{}", self.class.replace('/', "."), self.method)
    }

    /// The function in a message: `demo.Gamma.logGamma`.
    pub fn shown(&self) -> String {
        format!("{}.{}", self.of.replace('/', "."), self.function)
    }

    /// The function's descriptor: the parameters whose tangents and whose `double[]` are the rest.
    /// `None` if they are not, or if one is no `double`, `float` or `int`.
    pub fn function_descriptor(&self) -> Option<String> {
        let (types, result) = split_descriptor(&self.descriptor)?;
        let (array, types) = types.split_last()?;
        let real = |t: &&String| matches!(t.as_str(), "D" | "F");
        let count = (0..=types.len()).find(|&n| n + types[..n].iter().filter(real).count() == types.len())?;
        let (own, tangents) = types.split_at(count);
        let fits = array == "[D"
            && matches!(result.as_str(), "D" | "F")
            && own.iter().all(|t| real(&t) || t == "I")
            && own.iter().filter(real).eq(tangents)
            && !tangents.is_empty();
        fits.then(|| format!("({}){result}", own.concat()))
    }

    /// Whether code of this class can call it.
    fn is_reachable(&self, from: Caller) -> bool {
        let package = |name: &str| name.rsplit_once('/').map(|(package, _)| package.to_owned());
        match &self.access {
            Access::Public => true,
            Access::Package => package(&self.class) == package(from.name),
            Access::Private(nest) => nest == from.nest,
        }
    }
}

/// A rule, or one that cannot be called from where it is needed.
pub type Found = std::result::Result<&'static Rule, Box<UserRule>>;

/// The rules of a program, by the function's class, name and descriptor.
#[derive(Debug, Default)]
pub struct UserRules(HashMap<(String, String, String), (UserRule, &'static Rule)>);

impl UserRules {
    /// The rules that have the form of one; of two for a function the first by name counts.
    pub fn new(mut all: Vec<UserRule>) -> UserRules {
        all.sort();
        let mut rules = UserRules::default();
        for user in all {
            let Some(descriptor) = user.function_descriptor() else { continue };
            let key = (user.of.clone(), user.function.clone(), descriptor.clone());
            rules.0.entry(key).or_insert_with(|| {
                let rule = row(&user, &descriptor);
                (user, rule)
            });
        }
        rules
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is known of a call in a class: the rule, or one that the class cannot call.
    pub fn find(&self, from: Caller, of: &str, function: &str, descriptor: &str) -> Option<Found> {
        let (user, rule) = self.0.get(&(of.to_owned(), function.to_owned(), descriptor.to_owned()))?;
        Some(if user.is_reachable(from) { Ok(rule) } else { Err(Box::new(user.clone())) })
    }
}

/// The row. A few a process, which may differentiate many times, kept to its end like those of the table.
fn row(user: &UserRule, descriptor: &str) -> &'static Rule {
    static KNOWN: LazyLock<Mutex<HashMap<UserRule, &'static Rule>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(user.clone()).or_insert_with(|| made(user, descriptor))
}

fn made(user: &UserRule, descriptor: &str) -> &'static Rule {
    let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
    let rule: &'static UserRule = Box::leak(Box::new(user.clone()));
    let types = split_descriptor(descriptor).map(|(types, _)| types).unwrap_or_default();
    let operands = || (0..types.len() as u8).map(Expr::Arg).collect();
    let partial = |(i, t): (usize, &String)| match t.as_str() {
        "I" => Expr::Unknown,
        _ => Expr::User(rule, i as u8, operands()),
    };
    let rule = Rule {
        owner: leak(&user.of),
        name: leak(&user.function),
        stem: leak(&stem(user, descriptor)),
        descriptor: leak(descriptor),
        operands: &[],
        row: Row::Guarded(types.iter().enumerate().map(partial).collect()),
        domain: &[],
        pins: &[],
        note: "",
        lossy: false,
    };
    Box::leak(Box::new(rule))
}

/// What the names of its helpers begin with, another one for each rule: two classes may have rules of one name,
/// and one class those of overloaded functions.
fn stem(user: &UserRule, descriptor: &str) -> String {
    let class = user.class.replace('_', "_1").replace('/', "_");
    let types: String = descriptor.chars().filter(char::is_ascii_alphabetic).collect();
    format!("rule${class}${}${types}", user.method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_is_what_the_tangents_leave() {
        for (descriptor, function) in [
            ("(DD[D)D", Some("(D)D")),
            ("(DDDD[D)D", Some("(DD)D")),
            ("(IDD[D)D", Some("(ID)D")),
            ("(FIDFD[D)F", Some("(FID)F")),
            ("(D[D)D", None),
            ("(DDD[D)D", None),
            ("(DF[D)D", None),
            ("(DD)D", None),
            ("(DD[F)D", None),
            ("(JDD[D)D", None),
            ("(I[D)D", None),
            ("(DD[D)V", None),
            ("()D", None),
        ] {
            let rule = UserRule {
                class: "demo/Rules".into(),
                method: "f_jvp".into(),
                descriptor: descriptor.into(),
                access: Access::Public,
                interface: false,
                of: "demo/Library".into(),
                function: "f".into(),
            };
            assert_eq!(rule.function_descriptor().as_deref(), function, "{descriptor}");
        }
    }

    #[test]
    fn a_rule_is_made_once_a_process() {
        let rule = UserRule {
            class: "demo/Rules".into(),
            method: "once_jvp".into(),
            descriptor: "(DD[D)D".into(),
            access: Access::Public,
            interface: false,
            of: "demo/Library".into(),
            function: "once".into(),
        };
        let find = || {
            let rules = UserRules::new(vec![rule.clone()]);
            rules
                .find(Caller { name: "demo/Caller", nest: "demo/Caller" }, "demo/Library", "once", "(D)D")
                .unwrap()
                .unwrap()
        };
        assert!(std::ptr::eq(find(), find()));
    }
}
