//! The calls that name a method, by what they reach: thousands of calls may reach the same thousands of
//! bodies, so that what they pass is looked for once for all of these.

use super::{Holding, Place};
use crate::program::classes::{Classes, MethodId};
use nabla_classfile::{Insn, MemberRef, Opcode};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Calls that reach the same: each is an instruction of a method.
pub type Calls = Vec<(MethodId, usize)>;

/// The calls that name a method of this name and descriptor.
#[derive(Default)]
pub struct Sites {
    /// Those that reach a body, in parts of those that reach the same: by number.
    by_body: FxHashMap<MethodId, Vec<usize>>,
    /// Those that name one of an interface, which may be of a function.
    by_interface: usize,
}

impl<'a> Holding<'a> {
    /// What is passed to a body for a parameter, this deep on the stack, by all that call it by its name.
    pub(super) fn passed_to(&self, classes: &Classes<'a>, body: MethodId, depth: usize) -> BTreeSet<Place> {
        let class = classes.get(body.class);
        let member = &class.methods[body.index as usize];
        let (Ok(name), Ok(descriptor)) = (class.pool.utf8(member.name), class.pool.utf8(member.descriptor))
        else {
            return BTreeSet::new();
        };
        let sites = self.sites(classes, &name, &descriptor);
        let parts = sites.by_body.get(&body).into_iter().flatten();
        parts.map(|part| Place::Passed(*part, depth)).collect()
    }

    /// What is passed by all that call functions by this method of an interface.
    pub(super) fn passed_to_functions(
        &self,
        classes: &Classes<'a>,
        name: &str,
        descriptor: &str,
        depth: usize,
    ) -> Place {
        Place::Passed(self.sites(classes, name, descriptor).by_interface, depth)
    }

    /// What these calls pass.
    pub(super) fn passed(&self, classes: &Classes<'a>, calls: usize, depth: usize) -> BTreeSet<Place> {
        let calls = Rc::clone(&self.calls.borrow()[calls]);
        let mut all = BTreeSet::new();
        for (method, at) in calls.iter() {
            if let Some(traced) = self.traced(classes, *method) {
                all.extend(self.taken(classes, *method, &traced, *at, depth));
            }
        }
        all
    }

    /// The calls that name a body.
    pub(super) fn calls_of(&self, classes: &Classes<'a>, body: MethodId) -> Calls {
        let passed = self.passed_to(classes, body, 0);
        let all = self.calls.borrow();
        let calls = |place| match place {
            Place::Passed(calls, _) => all[calls].iter().copied(),
            _ => [].iter().copied(),
        };
        passed.into_iter().flat_map(calls).collect()
    }

    fn sites(&self, classes: &Classes<'a>, name: &str, descriptor: &str) -> Rc<Sites> {
        let key = (name.to_owned(), descriptor.to_owned());
        if let Some(known) = self.sites.borrow().get(&key) {
            return Rc::clone(known);
        }
        let sites = Rc::new(self.find_sites(classes, name, descriptor));
        self.sites.borrow_mut().insert(key, Rc::clone(&sites));
        sites
    }

    fn find_sites(&self, classes: &Classes<'a>, name: &str, descriptor: &str) -> Sites {
        let is_it = |m: &MemberRef| m.name == name && m.descriptor == descriptor;
        let mut by_targets: FxHashMap<_, (_, Calls)> = FxHashMap::default();
        let mut by_interface = Calls::new();
        for method in self.methods_naming(classes, self.naming(classes, name, descriptor), &is_it) {
            let pool = &classes.get(method.class).pool;
            let Some(traced) = self.traced(classes, method) else { continue };
            for (at, insn) in traced.code().insns.iter().enumerate() {
                let Insn::Invoke(op, index) = insn else { continue };
                let Ok(m) = pool.member_ref(*index) else { continue };
                if !is_it(&m) {
                    continue;
                }
                if *op == Opcode::Invokeinterface {
                    by_interface.push((method, at));
                }
                if let Some(targets) = classes.targets(*op, &m.owner, &m.name, &m.descriptor) {
                    let part = by_targets.entry(Rc::as_ptr(&targets)).or_insert((targets, Calls::new()));
                    part.1.push((method, at));
                }
            }
        }
        let mut all = self.calls.borrow_mut();
        let mut sites = Sites { by_interface: all.len(), ..Sites::default() };
        all.push(Rc::new(by_interface));
        let mut parts: Vec<_> = by_targets.into_values().collect();
        parts.sort_by_key(|(_, calls)| calls[0]);
        for (targets, calls) in parts {
            for body in targets.all() {
                sites.by_body.entry(body).or_default().push(all.len());
            }
            all.push(Rc::new(calls));
        }
        sites
    }
}
