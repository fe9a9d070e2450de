//! What users say of the static methods that calls name: their rules, and classes whose methods mean `Math`'s.

use super::classes::{ClassId, Classes};
use crate::annotation::rules_in;
use crate::rules::{self, Caller, Found, Rule, UserRules};
use nabla_classfile::MemberRef;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The rules, as far as they were asked for.
#[derive(Default)]
pub(super) struct Rules {
    all: OnceCell<UserRules>,
    math: OnceCell<Vec<String>>,
    within: RefCell<FxHashMap<ClassId, Rc<UserRules>>>,
}

impl Classes<'_> {
    /// The rules that users have written in the program.
    pub fn rules(&self) -> &UserRules {
        self.user_rules.all.get_or_init(|| UserRules::new(self.source.rules()))
    }

    /// The rule that users have written for the static method that a call in the class `from` means, be it that
    /// of a class above the one it names; also one in the class of the function itself, wherever that is.
    pub fn user_rule(&self, from: ClassId, member: &MemberRef) -> Option<Found> {
        let find = |rules: &UserRules, of: &str| {
            if rules.is_empty() {
                return None;
            }
            let (name, nest) = (self.name(from), self.get(from).nest_host().ok()?);
            rules.find(Caller { name: &name, nest: &nest }, of, &member.name, &member.descriptor)
        };
        let known = || find(self.rules(), &member.owner);
        let Some(class) = self.declaring(member) else { return known() };
        let of = self.name(class);
        known().or_else(|| find(self.rules(), &of)).or_else(|| find(&self.within(class), &of))
    }

    /// The rule of the table for a static method, where the user says by what name it is known there.
    pub fn rule(&self, member: &MemberRef) -> Option<&'static Rule> {
        let math = self.user_rules.math.get_or_init(|| self.source.math());
        let means_math = |owner: &str| math.iter().any(|class| class == owner);
        let declaring = || self.declaring(member).is_some_and(|class| means_math(&self.name(class)));
        let known = match !math.is_empty() && (means_math(&member.owner) || declaring()) {
            true => "java/lang/Math",
            false => &member.owner,
        };
        rules::lookup(known, &member.name, &member.descriptor)
    }

    /// The class that has the static method that a call means.
    fn declaring(&self, member: &MemberRef) -> Option<ClassId> {
        let named = self.find(&member.owner)?;
        Some(self.named(named, &member.name, &member.descriptor)?.class)
    }

    /// The rules in a class of which it has the functions, too.
    fn within(&self, id: ClassId) -> Rc<UserRules> {
        if let Some(known) = self.user_rules.within.borrow().get(&id) {
            return Rc::clone(known);
        }
        let name = self.name(id);
        let own = rules_in(self.get(id)).into_iter().filter(|rule| rule.of == name).collect();
        let own = Rc::new(UserRules::new(own));
        self.user_rules.within.borrow_mut().insert(id, Rc::clone(&own));
        own
    }
}
