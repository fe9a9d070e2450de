//! Functions: which lambdas a value may be, and what becomes of those that are passed.

use super::pattern::receiver;
use super::{Place, Step};
use crate::activity::calls::Call;
use crate::activity::fact::{Fact, Level};
use crate::program::holders::{Functions, Holder};
use crate::program::instance::Callee;
use crate::program::library::takes_function;
use crate::signature::split_descriptor;
use nabla_classfile::{ConstantPool, Insn, Opcode};

impl Step<'_, '_> {
    /// The lambdas that the result of an instruction may be.
    pub(super) fn functions(&self, at: usize, insn: &Insn, operands: &[Fact]) -> Functions {
        let world = self.analysis.world;
        let of = |descriptor: &str, holder| match world.may_be_function(descriptor) {
            // An array has those that are in any.
            true if descriptor.starts_with('[') => {
                world.union(world.held(holder), world.held(Holder::Elements))
            }
            true => world.cast(world.held(holder), descriptor),
            false => Functions::NONE,
        };
        match insn {
            // Code that is not followed may store into it, too.
            Insn::Type(Opcode::Anewarray, index) | Insn::MultiNewArray(index, _) => {
                let name = self.analysis.pool.class_name(*index).unwrap_or_default();
                let array = if name.starts_with('[') { name.into_owned() } else { format!("[L{name};") };
                world.union(of(&array, Holder::Elements), of(&array, Holder::Elsewhere))
            }
            Insn::Op(Opcode::Aaload) => operands[0].functions,
            Insn::Field(..) => {
                let named = self.named(at);
                of(&named.descriptor, named.field.map_or(Holder::Elsewhere, Holder::Field))
            }
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                let call = self.analysis.calls[at].as_ref();
                match call.and_then(|call| call.callee(operands)) {
                    Some(callee) => {
                        if let (Insn::InvokeDynamic(_), Some(make)) = (insn, callee.targets.bodies.first()) {
                            return world.lambda(*make);
                        }
                        if !world.may_be_function(&callee.result) {
                            return Functions::NONE;
                        }
                        let results = world.bodies(callee, receiver(operands)).into_iter();
                        let results = results.map(|body| of(&callee.result, Holder::Result(body)));
                        results.fold(Functions::NONE, |a, b| world.union(a, b))
                    }
                    None if matches!((insn, call), (Insn::InvokeDynamic(_), Some(Call::Opaque))) => {
                        Functions::UNKNOWN
                    }
                    // It may give back what it gets, or got.
                    None => {
                        let result = result_type(self.analysis.pool, insn);
                        if !world.may_be_function(&result) {
                            return Functions::NONE;
                        }
                        let given =
                            operands.iter().fold(Functions::NONE, |all, f| world.union(all, f.functions));
                        let found = world.union(of(&result, Holder::Elsewhere), world.cast(given, &result));
                        world.union(found, world.others())
                    }
                }
            }
            _ => Functions::NONE,
        }
    }

    /// The bodies of a call get what they are passed.
    pub(super) fn pass(&self, callee: &Callee, operands: &[Fact]) {
        if operands.iter().all(|f| f.functions == Functions::NONE) {
            return;
        }
        let (world, first) = (self.analysis.world, usize::from(callee.receiver));
        for body in world.bodies(callee, receiver(operands)) {
            for (i, operand) in operands.iter().enumerate() {
                world.hold(Holder::Parameter(body, i.checked_sub(first)), operand.functions);
            }
        }
    }

    /// Code that is not followed may call what it is handed: the level of what it gets to see then.
    pub(super) fn handed(&mut self, at: usize, operands: &[Fact]) -> Level {
        let given = operands.iter().any(|f| f.functions.any_found());
        let known = self.analysis.asked.seen.borrow().get(&at).copied().filter(|_| !given);
        let seen = known.unwrap_or_else(|| self.sees(at, operands, 0));
        if !given {
            self.analysis.asked.seen.borrow_mut().insert(at, seen);
        }
        let level = if seen { Level::Varied.lose(at, self.analysis.sites) } else { Level::Inactive };
        self.put(Place::Anywhere, level, at);
        level
    }

    /// Whether it gets to see active values; the operands are those behind so many of the call's.
    pub(super) fn sees(&self, at: usize, operands: &[Fact], first: usize) -> bool {
        let (world, sink) = (self.analysis.world, matches!(self.analysis.calls[at], Some(Call::Sink)));
        let mut passed = Functions::NONE;
        if operands.iter().any(|f| f.functions.any_found()) {
            let taken = taken(self.analysis.pool, &self.analysis.code.insns[at]);
            for (descriptor, operand) in taken.iter().skip(first).zip(operands) {
                // What is printed is not called, but where a format may ask it.
                let functions = world.cast(operand.functions, descriptor);
                let called = !sink || world.is_function(descriptor) || descriptor.starts_with('[');
                if functions.any_found() && called {
                    world.hold(Holder::Elsewhere, functions);
                    passed = world.union(passed, functions);
                }
            }
        }
        let compared = compares(self.analysis.pool, &self.analysis.code.insns[at]);
        let shown = self.calls_back(at, compared);
        let by_passed = world.methods(passed).is_some_and(|bodies| world.callbacks(bodies, compared));
        (shown || by_passed) && !sink
    }

    /// Whether methods of the program's classes that it may call show active values.
    pub(super) fn calls_back(&self, at: usize, compared: bool) -> bool {
        let world = self.analysis.world;
        if let Some(answers) = self.analysis.remembering[at] {
            world.remember(answers);
        }
        self.analysis.callbacks[at].is_some_and(|bodies| world.callbacks(bodies, compared))
    }
}

/// Whether a call makes something that only compares what the functions give that it takes:
/// `Comparator.comparingDouble(Point::x)`.
fn compares(pool: &ConstantPool, insn: &Insn) -> bool {
    let Insn::Invoke(_, index) = insn else { return false };
    pool.member_ref(*index).is_ok_and(|member| member.owner == "java/util/Comparator")
}

/// The types of the values that a call takes: the receiver's first.
pub fn taken(pool: &ConstantPool, insn: &Insn) -> Vec<String> {
    let split = |descriptor: &str| split_descriptor(descriptor).map(|(types, _)| types).unwrap_or_default();
    match insn {
        Insn::Invoke(op, index) => {
            let Ok(member) = pool.member_ref(*index) else { return Vec::new() };
            // It gives back what it is given, and does nothing with it; but a message may be made.
            let is_check = (&*member.owner, &*member.name) == ("java/util/Objects", "requireNonNull");
            if is_check && !takes_function(&member.descriptor) {
                return Vec::new();
            }
            // A constructor of a class that is not followed knows nothing of those below it.
            let owner = if member.name == "<init>" { String::new() } else { format!("L{};", member.owner) };
            let receiver = (*op != Opcode::Invokestatic).then_some(owner);
            receiver.into_iter().chain(split(&member.descriptor)).collect()
        }
        Insn::InvokeDynamic(index) => {
            pool.name_and_type(*index).map(|(_, descriptor)| split(&descriptor)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The type of a call's result.
pub(super) fn result_type(pool: &ConstantPool, insn: &Insn) -> String {
    let descriptor = match insn {
        Insn::Invoke(_, index) => pool.member_descriptor(*index),
        Insn::InvokeDynamic(index) => pool.name_and_type(*index).map(|(_, descriptor)| descriptor),
        _ => return String::new(),
    };
    descriptor.ok().and_then(|d| split_descriptor(&d)).map(|(_, result)| result).unwrap_or_default()
}
