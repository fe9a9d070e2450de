//! What classes give to objects of the JDK that may keep it.

use super::table::{KEEPERS, STREAMED, is_at_once, keeper};
use super::{met, of_platform};
use crate::program::callbacks::{Known, narrow_all, object};
use crate::program::classes::{ABSTRACT, ClassId, Classes, MethodId, is_platform};
use crate::program::functions;
use crate::program::lambdas::lambda;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, ConstIndex, Insn, MemberRef};
use std::collections::BTreeSet;

/// What the classes that are met give objects of the JDK, which may keep it.
#[derive(Default)]
pub struct Given {
    /// The types by which they give what was made elsewhere, with the class whose method gets it.
    types: BTreeSet<(String, String)>,
    /// The same where they make a lambda and give it at once, with its method.
    given: Vec<(String, String, MethodId)>,
    /// What they make a lambda of, and do something else with it; with its interface.
    made: Vec<(String, MethodId)>,
}

impl Given {
    /// That of all classes that may have to do with what is differentiated.
    pub fn of(classes: &Classes) -> Given {
        let mut given = Given::default();
        met(classes).for_each(|id| given.add(classes, id));
        given
    }

    /// Adds what a class may give.
    fn add(&mut self, classes: &Classes, id: ClassId) {
        let class = classes.get(id);
        for method in &class.methods {
            let Ok(Some(code)) = class.code(method) else { continue };
            let types = Known::new(class, method, &code);
            let mut new = None;
            for (at, insn) in code.insns.iter().enumerate() {
                let last = new.take();
                match insn {
                    Insn::Invoke(_, index) => {
                        let Ok(member) = class.pool.member_ref(*index) else { continue };
                        let known = |mut taken: Vec<String>| {
                            narrow_all(classes, &mut taken, types.before(at));
                            taken
                        };
                        // A class of the program may inherit what keeps it.
                        let member = of_platform(classes, member.clone()).unwrap_or(member);
                        self.call(&member, last, known);
                    }
                    Insn::InvokeDynamic(index) => {
                        self.made.extend(last);
                        new = function(classes, class, *index);
                    }
                    _ => self.made.extend(last),
                }
            }
        }
    }

    /// Adds what a call may give, with the lambda that is its last operand.
    fn call(
        &mut self,
        member: &MemberRef,
        last: Option<(String, MethodId)>,
        known: impl Fn(Vec<String>) -> Vec<String>,
    ) {
        let Some((mut taken, result)) = split_descriptor(&member.descriptor) else { return };
        let goes_on = object(&result).and_then(|name| keeper(&name));
        if goes_on.is_some_and(|row| KEEPERS[row].1 == STREAMED) {
            // The iterator of a collection keeps it.
            let own = member.owner.trim_start_matches('[').to_owned();
            self.types.insert((own.clone(), own));
        }
        if !is_platform(&member.owner) {
            self.made.extend(last);
        } else if !is_at_once(member) {
            let owner = &*member.owner;
            let last = last.and_then(|(_, body)| Some((object(&taken.pop()?)?, owner.to_owned(), body)));
            let is_last = last.is_some();
            self.given.extend(last);
            if taken.iter().any(|taken| object(taken).is_some()) {
                let taken = if is_last { taken } else { known(taken) };
                self.types.extend(taken.iter().filter_map(|taken| Some((object(taken)?, owner.to_owned()))));
            }
        }
    }

    /// The methods that objects of this row may call, of classes and of lambdas, as far as types tell.
    pub fn bodies(&self, classes: &Classes, row: usize) -> BTreeSet<MethodId> {
        let keeps = &KEEPERS[row].1;
        let types = self.types.iter().filter(|(name, owner)| keeps.fits(name, owner));
        let types: BTreeSet<&String> = types.map(|(name, _)| name).collect();
        let mut bodies = BTreeSet::new();
        for name in &types {
            bodies.extend(classes.callbacks.below(classes, name).iter().copied());
        }
        let types: Vec<&String> = types.into_iter().filter(|name| is_platform(name)).collect();
        let is_given = |interface: &str| match functions::is_foreign(interface) {
            true => {
                types.iter().any(|given| *given == interface || functions::above(interface).contains(given))
            }
            false => types.iter().any(|given| classes.callbacks.may_be(classes, interface, given)),
        };
        let given = self.given.iter().filter(|(name, owner, _)| keeps.fits(name, owner));
        bodies.extend(given.map(|(_, _, body)| *body));
        let made = self.made.iter().filter(|(interface, _)| is_given(interface));
        bodies.extend(made.map(|(_, body)| *body));
        bodies
    }
}

/// The interface and the method of a lambda.
fn function(classes: &Classes, class: &ClassFile, index: ConstIndex) -> Option<(String, MethodId)> {
    let made = lambda(class, index)?;
    let body = made.body(classes)?;
    (classes.access(body) & ABSTRACT == 0).then_some((made.interface, body))
}
