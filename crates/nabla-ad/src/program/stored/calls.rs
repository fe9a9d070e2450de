//! The methods that some may reach.

use super::Field;
use crate::activity::fact::Shape;
use crate::program::asking::may_ask;
use crate::program::classes::{Classes, MethodId};
use crate::program::lambdas::lambda;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Insn, MemberRef, Opcode};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The methods that some may reach, as far as that says whose their objects are or what they store.
pub struct Calls {
    /// Callers before those they call, by and large.
    pub order: Vec<MethodId>,
    /// By the instruction, the bodies that it may call, or makes a function of.
    pub bodies: HashMap<MethodId, BTreeMap<usize, Vec<MethodId>>>,
    /// Those of the methods that were given that each calls.
    asked: HashMap<MethodId, BTreeSet<MethodId>>,
    /// Whether one of them may have objects asked of which nothing is known.
    pub asks: bool,
}

/// A call that may reach more bodies than this is taken to be none of a cost that is kept: whatever a
/// program does could be reached through it.
const MOST_BODIES: usize = 4;

impl Calls {
    pub fn new(classes: &Classes, from: &BTreeSet<MethodId>) -> Calls {
        let mut calls = Calls {
            order: from.iter().copied().collect(),
            bodies: HashMap::new(),
            asked: HashMap::new(),
            asks: false,
        };
        let mut known = from.clone();
        let mut at = 0;
        while let Some(&method) = calls.order.get(at) {
            at += 1;
            let class = classes.get(method.class);
            let Ok(Some(code)) = class.code(&class.methods[method.index as usize]) else { continue };
            let own = calls.bodies.entry(method).or_default();
            for (at, insn) in code.insns.iter().enumerate() {
                let mut called = called(classes, class, insn);
                if may_ask(classes, class, insn) {
                    calls.asks = true;
                    called.extend(from);
                }
                let asked = called.iter().filter(|callee| from.contains(callee)).copied();
                let asked: Vec<MethodId> = asked.collect();
                calls.asked.entry(method).or_default().extend(asked);
                called.retain(|callee| !from.contains(callee));
                if called.is_empty() || called.len() > MOST_BODIES {
                    continue;
                }
                calls.order.extend(called.iter().copied().filter(|callee| known.insert(*callee)));
                own.insert(at, called);
            }
        }
        calls
    }

    pub fn at(&self, method: MethodId, at: usize) -> &[MethodId] {
        self.bodies.get(&method).and_then(|bodies| bodies.get(&at)).map(Vec::as_slice).unwrap_or_default()
    }

    /// What a method may call, itself included.
    pub fn reached(&self, method: MethodId, from: &BTreeSet<MethodId>) -> BTreeSet<MethodId> {
        let mut reached = BTreeSet::from([method]);
        let mut waiting = vec![method];
        while let Some(method) = waiting.pop() {
            let bodies = self.bodies.get(&method).into_iter().flat_map(BTreeMap::values).flatten();
            let asked = self.asked.get(&method).into_iter().flatten().filter(|asked| from.contains(asked));
            waiting.extend(bodies.chain(asked).copied().filter(|callee| reached.insert(*callee)));
        }
        reached
    }

    /// The methods that store to one of these fields, or to arrays; and where they may be passed what they
    /// store, those that call them.
    pub fn assigning(
        &self,
        classes: &Classes,
        fields: &BTreeSet<Field>,
        stores: impl Fn(&MethodId) -> bool,
    ) -> BTreeSet<MethodId> {
        let assigns = |method: &&MethodId| {
            let class = classes.get(method.class);
            let code = class.code(&class.methods[method.index as usize]);
            code.ok().flatten().is_some_and(|code| {
                code.insns.iter().any(|insn| match insn {
                    Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => {
                        let member = class.pool.member_ref(*index).ok();
                        let field = member.and_then(|m| classes.field(&m.owner, &m.name, &m.descriptor));
                        field.is_some_and(|field| fields.contains(&field))
                    }
                    insn => may_store(class, insn),
                })
            })
        };
        let assigning = self.order.iter().filter(|method| stores(method)).filter(assigns);
        let mut assigning: BTreeSet<MethodId> = assigning.copied().collect();
        let mut callers: HashMap<MethodId, Vec<MethodId>> = HashMap::new();
        for (caller, bodies) in &self.bodies {
            bodies.values().flatten().for_each(|body| callers.entry(*body).or_default().push(*caller));
        }
        let mut waiting: Vec<MethodId> = assigning.iter().copied().collect();
        while let Some(method) = waiting.pop() {
            let class = classes.get(method.class);
            let descriptor = class.pool.utf8(class.methods[method.index as usize].descriptor);
            let parameters = descriptor.ok().and_then(|d| split_descriptor(&d)).unwrap_or_default().0;
            if parameters.iter().any(|parameter| Shape::of(parameter).keeps_tangent()) {
                let callers = callers.get(&method).into_iter().flatten().copied().filter(&stores);
                waiting.extend(callers.filter(|caller| assigning.insert(*caller)));
            }
        }
        assigning
    }
}

/// Whether an instruction stores an element of an array of numbers.
fn may_store(class: &ClassFile, insn: &Insn) -> bool {
    match insn {
        Insn::Op(Opcode::Dastore | Opcode::Fastore) => true,
        Insn::Invoke(_, index) => class.pool.member_ref(*index).is_ok_and(|member| fills(&member)),
        _ => false,
    }
}

/// The bodies in the program that an instruction may call, or makes a function of.
fn called(classes: &Classes, class: &ClassFile, insn: &Insn) -> Vec<MethodId> {
    let resolve = |owner: &str, name: &str, descriptor: &str| {
        classes.find(owner).and_then(|id| classes.resolve(id, name, descriptor))
    };
    match insn {
        Insn::Invoke(op, index) => {
            let Ok(member) = class.pool.member_ref(*index) else { return Vec::new() };
            let (owner, name, descriptor) = (&*member.owner, &*member.name, &*member.descriptor);
            if let Some(targets) = classes.targets(*op, owner, name, descriptor) {
                return targets.bodies.clone();
            }
            let below = match op {
                Opcode::Invokestatic | Opcode::Invokespecial => vec![owner.to_owned()],
                _ => classes.family(owner),
            };
            below.iter().filter_map(|below| resolve(below, name, descriptor)).collect()
        }
        Insn::InvokeDynamic(index) => {
            let made = lambda(class, *index);
            made.and_then(|made| resolve(&made.owner, &made.name, &made.descriptor)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a method of the JDK fills an array of numbers.
pub fn fills(member: &MemberRef) -> bool {
    let of_numbers = member.descriptor.starts_with("([D") || member.descriptor.starts_with("([F");
    (&*member.owner, &*member.name) == ("java/util/Arrays", "fill") && of_numbers
}
