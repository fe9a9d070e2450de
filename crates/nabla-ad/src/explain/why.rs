//! Why a value is active or not: in a sentence, and over the boundaries of calls by the chain of
//! places through which it depends on an independent, or at which that is lost.

use super::reached::{Instance, Place, Reached, active_names};
use crate::activity::calls::Call;
use crate::activity::fact::{Fact, Level};
use crate::program::instance::{Key, ResultLevel, World};
use crate::rules::Row;
use nabla_classfile::{ConstantPool, Insn, Opcode};
use std::collections::BTreeSet;

/// Whether tangent code is written beside an instruction, and why or why not.
pub struct Why {
    /// Whether it is active.
    pub active: bool,
    /// In a sentence.
    pub sentence: &'static str,
    /// Further places of which the sentence speaks: the nearest comes first.
    pub chain: Vec<Place>,
}

const REACHES: &str = "depends on an independent and reaches the result";
const UNREAD: &str = "depends on an independent but does not reach the result";
const LOST: &str = "depends on an independent in a way that is not followed";
const WRITES: &str = "stores active values into fields or arrays";
const INACTIVE: &str = "does not depend on an independent";

impl<'a> Reached<'_, 'a> {
    /// The activity of what the instruction leaves on top of the stack, or of what it takes from it.
    pub fn why(&self, key: &Key, at: usize) -> Why {
        let inactive = |sentence| Why { active: false, sentence, chain: Vec::new() };
        let Some(instance) = self.instances.get(key) else { return inactive(INACTIVE) };
        let Some((fact, useful)) = value(self.pool(instance), instance, at) else {
            return inactive("unreachable");
        };
        let (active, sentence) = match fact.map(|f| (f.level, f.has_tangent(), useful)) {
            Some((Level::Varied, true, true)) => (true, REACHES),
            Some((Level::Varied, _, _)) => (false, UNREAD),
            Some((Level::Lost(_), _, _)) => (false, LOST),
            _ if self.site(instance, at).is_some_and(|site| site.writes) => (true, WRITES),
            _ => (false, self.nothing(instance, at).unwrap_or(INACTIVE)),
        };
        let mut chain = Chain { reached: self, seen: BTreeSet::from([key.clone()]), places: Vec::new() };
        match fact.map(|f| f.level) {
            Some(Level::Lost(origins)) => {
                let first = origins.instructions(&instance.primal.sites).next();
                if let Some(origin) = first {
                    if origin != at {
                        chain.push(instance, origin, "takes it out of reach");
                    }
                    chain.call(instance, origin);
                }
            }
            Some(Level::Varied) => chain.source(instance, at),
            _ => {}
        }
        Why { active, sentence, chain: chain.places }
    }

    /// Why nothing comes back from a call that is given active values.
    fn nothing(&self, instance: &Instance<'a>, at: usize) -> Option<&'static str> {
        let effects = instance.activity.effects(self.program, &instance.primal);
        let count = effects.argument_count(at)?;
        let given = effects.operands(at, count)?.iter().any(|f| f.level != Level::Inactive);
        match instance.activity.flow.calls[at].as_ref()? {
            _ if !given => None,
            Call::Rule(rule, _) if rule.row == Row::Zero => {
                Some("its derivative is zero, or it is no number: no tangent comes from it")
            }
            Call::Sink => Some("nothing comes back from it: it prints, looks, or is marked inactive"),
            Call::Method(_) => Some("what is called gives nothing that depends on what it is given"),
            _ => None,
        }
    }
}

/// The value that an instruction leaves or takes, if there is one, and whether its tangent is read;
/// `None` where control does not come.
fn value(pool: &ConstantPool, instance: &Instance, at: usize) -> Option<(Option<Fact>, bool)> {
    let activity = &instance.activity;
    let before = activity.flow.varied.before(at)?.state.as_ref()?;
    let after = activity.flow.varied.after(at).and_then(|v| v.state.as_ref());
    let (state, useful) = match (use_of(pool, &instance.primal.code.insns[at]), after) {
        (Use::Leaves, Some(after)) => (after, activity.useful.after(at)),
        (Use::Nothing, _) => return Some((None, false)),
        _ => (before, activity.useful.before(at)),
    };
    let depth = state.stack.len().saturating_sub(1);
    Some((state.stack.last().copied(), useful.is_some_and(|u| u.entry(depth))))
}

/// What an instruction does with the top of the stack.
enum Use {
    Leaves,
    Takes,
    Nothing,
}

fn use_of(pool: &ConstantPool, insn: &Insn) -> Use {
    let ends = |descriptor: &str| match descriptor {
        "()V" => Use::Nothing,
        _ if descriptor.ends_with('V') => Use::Takes,
        _ => Use::Leaves,
    };
    match insn {
        Insn::Invoke(_, index) => pool.member_ref(*index).map_or(Use::Leaves, |m| ends(&m.descriptor)),
        Insn::Field(Opcode::Putfield | Opcode::Putstatic, _) => Use::Takes,
        Insn::Iinc(..)
        | Insn::Branch(Opcode::Goto | Opcode::GotoW, _)
        | Insn::Op(Opcode::Return | Opcode::Nop) => Use::Nothing,
        Insn::Branch(..) | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => Use::Takes,
        Insn::Op(op) | Insn::Local(op, _) => {
            let name = op.mnemonic();
            let takes = name.contains("store") || name.contains("return") || name.starts_with("pop");
            let takes = takes || name.starts_with("monitor") || *op == Opcode::Athrow;
            if takes { Use::Takes } else { Use::Leaves }
        }
        _ => Use::Leaves,
    }
}

struct Chain<'r, 'p, 'a> {
    reached: &'r Reached<'p, 'a>,
    seen: BTreeSet<Key>,
    places: Vec<Place>,
}

impl<'a> Chain<'_, '_, 'a> {
    fn push(&mut self, instance: &Instance<'a>, at: usize, what: &str) {
        let what = format!("{} {what}", self.reached.insn(&instance.primal, at));
        self.places.push(self.reached.place(&instance.primal, at, &what));
    }

    /// Where an active value that an instruction gives comes from, if that is elsewhere.
    fn source(&mut self, instance: &Instance<'a>, at: usize) {
        if let Insn::Field(Opcode::Getfield | Opcode::Getstatic, index) = &instance.primal.code.insns[at] {
            let program = self.reached.program;
            let member = self.reached.pool(instance).member_ref(*index).ok();
            let field = member.and_then(|m| program.field(&m.owner, &m.name, &m.descriptor));
            self.places.extend(field.and_then(|field| self.reached.first_store(field)));
        }
        self.call(instance, at);
    }

    /// Goes on into what a call reaches: the first body whose result depends as that of the call.
    fn call(&mut self, instance: &Instance<'a>, at: usize) {
        let Some(site) = self.reached.site(instance, at) else { return };
        let ends = site.keys.iter().filter_map(|key| {
            let body = self.reached.instances.get(key)?;
            let (end, level) = end(body, site.result)?;
            Some((key, body, end, level))
        });
        let Some((key, body, end, level)) = ends.into_iter().next() else { return };
        if !self.seen.insert(key.clone()) {
            return;
        }
        match level {
            Level::Lost(origins) => {
                let Some(origin) = origins.instructions(&body.primal.sites).next() else { return };
                let calls = self.reached.site(body, origin).is_some();
                self.push(body, origin, if calls { "is where it goes on" } else { "takes it out of reach" });
                self.call(body, origin);
            }
            _ => {
                let from = active_names(&body.primal, &key.pattern);
                self.push(body, end, &format!("gives what depends on {from}"));
                self.within(body);
            }
        }
    }

    /// The last place in a method at which a value comes from elsewhere and reaches its result.
    fn within(&mut self, body: &Instance<'a>) {
        let elsewhere = (0..body.primal.code.insns.len()).rev().find(|&at| {
            let reads = matches!(body.primal.code.insns[at], Insn::Field(op, _)
                if matches!(op, Opcode::Getfield | Opcode::Getstatic));
            let calls = || self.reached.site(body, at).is_some_and(|s| s.result == ResultLevel::Varied);
            let active = value(self.reached.pool(body), body, at)
                .is_some_and(|(f, useful)| useful && f.is_some_and(|f| f.has_tangent()));
            active && (reads || calls())
        });
        let Some(at) = elsewhere else { return };
        self.push(body, at, "is where it comes from");
        self.source(body, at);
    }
}

/// The return at which a method's result has this level, and what it returns.
fn end(body: &Instance, wanted: ResultLevel) -> Option<(usize, Level)> {
    body.primal.code.insns.iter().enumerate().find_map(|(at, insn)| {
        let Insn::Op(op) = insn else { return None };
        if !op.mnemonic().ends_with("return") || *op == Opcode::Return {
            return None;
        }
        let level = body.activity.flow.varied.before(at)?.state.as_ref()?.stack.last()?.level;
        let fits = match level {
            Level::Inactive => false,
            Level::Varied => wanted == ResultLevel::Varied,
            Level::Lost(_) => wanted == ResultLevel::Lost,
        };
        fits.then_some((at, level))
    })
}
