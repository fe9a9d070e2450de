//! Whether a method changes what outlives its call: another run may then compute something else.
//!
//! What the call makes itself it may change. Methods are looked at until nothing more is found of the
//! places in which something from outside may lie ([`owned`](super::owned)).

use super::instance::{Pattern, World};
use super::owned::Owned;
use super::owner::{Changes, Place};
use super::primal::Primal;
use super::solve::Program;
use crate::AdError;
use crate::activity::calls::Call;
use crate::program::classes::{MethodId, is_platform};
use nabla_classfile::{ConstantPool, Insn, Opcode};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The instruction of the method that changes what outlives it, or calls what does.
///
/// # Errors
///
/// A damaged class among those it calls.
pub fn changed<'a>(
    program: &Program<'a>,
    primal: &Primal<'a>,
    pattern: &Pattern,
    settled: &Settled,
) -> Result<Option<usize>, AdError> {
    let (known, seen) = (FxHashMap::default(), FxHashSet::default());
    let mut state = State { program, known, seen, settled, outside: BTreeSet::new(), grown: false };
    loop {
        state.grown = false;
        state.seen.clear();
        let found = state.of(primal, pattern)?;
        // What the method is passed was there before.
        if found.at.is_some() || found.parameters != 0 {
            // More is never found to be less.
            let all = state.known.into_iter().filter(|(_, changes)| changes.at.is_some());
            settled.borrow_mut().extend(all);
            return Ok(found.at.or(Some(0)));
        }
        for (_, place) in &found.kept {
            state.keep(place.clone());
        }
        if !state.grown {
            if state.outside.is_empty() {
                let seen = state.seen;
                settled.borrow_mut().extend(state.known.into_iter().filter(|(key, _)| seen.contains(key)));
            }
            return Ok(None);
        }
    }
}

type Key = (MethodId, Pattern);

/// What methods change that were asked about before: those that change what is from outside wherever they run, and
/// others as long as nothing from outside lies anywhere, if all that they run was looked at. It holds as long as the
/// program's analyses do.
pub type Settled = RefCell<FxHashMap<Key, Rc<Changes>>>;

const OBJECT: &str = "java/lang/Object";

struct State<'p, 'a> {
    program: &'p Program<'a>,
    /// What is known so far.
    known: FxHashMap<Key, Rc<Changes>>,
    /// The methods that were looked at in this round.
    seen: FxHashSet<Key>,
    settled: &'p Settled,
    /// Where something from outside may lie.
    outside: BTreeSet<Place>,
    /// Whether more was found in this round.
    grown: bool,
}

impl<'a> State<'_, 'a> {
    fn keep(&mut self, place: Place) {
        self.grown |= self.outside.insert(place);
    }

    fn of(&mut self, primal: &Primal<'a>, pattern: &Pattern) -> Result<Rc<Changes>, AdError> {
        let key = (primal.method, pattern.clone());
        let settled = self.settled.borrow().get(&key).cloned();
        if let Some(settled) = settled.filter(|settled| settled.at.is_some() || self.outside.is_empty()) {
            return Ok(settled);
        }
        if !self.seen.insert(key.clone()) {
            return Ok(self.known.get(&key).cloned().unwrap_or_default());
        }
        let program = self.program;
        let activity = program.activity(primal, pattern);
        let effects = activity.effects(program, primal);
        let mut bodies = FxHashMap::default();
        for (at, call) in activity.flow.calls.iter().enumerate() {
            if !matches!(call, Some(Call::Method(_))) {
                let behind = self.behind(&primal.code.insns[at], effects.pool)?;
                if let Some(found) = self.as_they_are(&behind)? {
                    bodies.insert(at, found);
                }
                continue;
            }
            if let Some((callee, receiver, pattern)) = effects.call(at)
                && let Some(found) = self.bodies(&program.bodies(&callee, receiver), &pattern)?
            {
                bodies.insert(at, found);
            }
        }
        let owned = Owned::new(program, primal, &effects, &bodies, &self.outside);
        let (changes, kept) = owned.changes()?;
        for place in kept {
            self.keep(place);
        }
        let changes = Rc::new(changes);
        if self.known.get(&key) != Some(&changes) {
            self.grown = true;
            self.known.insert(key, Rc::clone(&changes));
        }
        Ok(changes)
    }

    /// The methods of the program that a call of one of the JDK's may run.
    fn behind(&self, insn: &Insn, pool: &ConstantPool) -> Result<BTreeSet<MethodId>, AdError> {
        let Insn::Invoke(Opcode::Invokevirtual | Opcode::Invokeinterface, index) = insn else {
            return Ok(BTreeSet::new());
        };
        let member = pool.member_ref(*index)?;
        if !is_platform(&member.owner) || member.owner == OBJECT {
            return Ok(BTreeSet::new());
        }
        let classes = &self.program.classes;
        let (name, descriptor) = (&member.name, &member.descriptor);
        let mut all = classes.resolved_below(&member.owner, name, descriptor);
        let others = classes.callbacks.by_platform(classes, &member.owner).into_iter();
        let others = others.filter_map(|below| classes.find(&below));
        all.extend(others.filter_map(|below| classes.resolve(below, name, descriptor)));
        Ok(all)
    }

    /// What methods change that are run as they are, where there are any with code.
    fn as_they_are(&mut self, methods: &BTreeSet<MethodId>) -> Result<Option<Vec<Rc<Changes>>>, AdError> {
        let mut all = Vec::new();
        for method in methods {
            let Some(body) = self.program.primal(*method)? else { continue };
            let count = body.signature.parameters.len();
            all.push(self.of(&body, &Pattern::of(&[], count).in_group(self.program.group()))?);
        }
        Ok((!all.is_empty()).then_some(all))
    }

    /// What the bodies of a call change; `None` if one of them is not known.
    fn bodies(
        &mut self,
        bodies: &[MethodId],
        pattern: &Pattern,
    ) -> Result<Option<Vec<Rc<Changes>>>, AdError> {
        let mut all = Vec::new();
        for body in bodies {
            let Some(body) = self.program.primal(*body)? else { return Ok(None) };
            all.push(self.of(&body, pattern)?);
        }
        Ok((!all.is_empty()).then_some(all))
    }
}
