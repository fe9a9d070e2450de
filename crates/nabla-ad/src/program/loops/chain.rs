//! Finds the calls that one loop takes the place of: a stream that begins and ends in one block, with
//! nothing but functions and what they capture made between its calls.

use super::plain::effect;
use super::table::{self, End, Otherwise, Row, Step};
use super::{Elem, Function, Loop, Stage};
use crate::program::lambdas::{Lambda, lambda};
use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::{ClassFile, Code, Insn, MemberRef};
use std::ops::Range;

/// The calls of a loop.
pub struct Chain {
    /// The last call: that of the loop stands here.
    pub at: usize,
    /// The other instructions that are gone.
    pub gone: Vec<usize>,
    /// The loop.
    pub whole: Loop,
    /// The descriptors of what the loop's method takes.
    pub parameters: Vec<String>,
    /// The descriptor of what it gives.
    pub result: String,
    /// The method that a class of the program may have in its own way.
    pub replaced: Option<(String, &'static Row)>,
}

/// The most slots that a loop's method takes.
const MOST: u16 = 100;

/// An entry above the stream.
#[derive(Clone)]
enum Entry {
    /// A slot of a value.
    Slot,
    /// A function that is made by the instruction.
    Made(usize, Box<Lambda>),
}

/// A chain on its way.
struct Finder<'c, 'a> {
    class: &'c ClassFile<'a>,
    above: Vec<Entry>,
    parameters: Vec<String>,
    gone: Vec<usize>,
    stages: Vec<Stage>,
    end: Option<(End, Option<Function>, u16)>,
}

/// The chain that begins with the call at an instruction, in a block.
pub fn chain(class: &ClassFile, code: &Code, block: Range<usize>, at: usize) -> Option<Chain> {
    let called = member(class, &code.insns[at])?;
    let mut finder = Finder {
        class,
        above: Vec::new(),
        parameters: Vec::new(),
        gone: Vec::new(),
        stages: Vec::new(),
        end: None,
    };
    let (owner, name, descriptor) = (&*called.owner, &*called.name, &*called.descriptor);
    let replaced = |row: &'static Row| row.is_virtual().then(|| (owner.to_owned(), row));
    if let Some(row) = table::alone(owner, name, descriptor) {
        return finder.alone(code, block, at, row, replaced(row));
    }
    let row = table::step(owner, name, descriptor, None)?;
    let mut elem = match row.step {
        Step::Array(elem) | Step::One(elem) => elem,
        Step::Part => Elem::Double,
        Step::Range { .. } => Elem::Int,
        _ => Elem::Object,
    };
    finder.source(row)?;
    finder.gone.push(at);
    for at in at + 1..block.end {
        let insn = &code.insns[at];
        let next = member(class, insn).and_then(|m| match finder.end {
            None => table::step(&m.owner, &m.name, &m.descriptor, Some(elem)),
            Some(_) => table::opened(&m.owner, &m.name, &m.descriptor),
        });
        let Some(next) = next else {
            finder.pass(insn, at)?;
            continue;
        };
        let (function, slot) = finder.arguments(next)?;
        let mut otherwise = None;
        match next.step {
            Step::Map(to) => {
                finder.stages.push(Stage::Map(function?, to));
                elem = to;
            }
            Step::Filter => finder.stages.push(Stage::Filter(function?)),
            Step::Widen => {
                finder.stages.push(Stage::Widen);
                elem = Elem::Double;
            }
            Step::End(end) => finder.end = Some((end, function, slot)),
            Step::Otherwise(what) => otherwise = Some((what, slot)),
            _ => return None,
        }
        if finder.end.as_ref().is_some_and(|(end, ..)| !end.is_optional() || otherwise.is_some()) {
            let result = split_descriptor(next.descriptor)?.1;
            return finder.finish(at, row.step, otherwise, result, None);
        }
        finder.gone.push(at);
    }
    None
}

/// The method that an instruction calls.
fn member<'c>(class: &'c ClassFile, insn: &Insn) -> Option<MemberRef<'c>> {
    let Insn::Invoke(_, index) = insn else { return None };
    class.pool.member_ref(*index).ok()
}

impl Finder<'_, '_> {
    /// A loop by itself: the function may be made right before.
    fn alone(
        mut self,
        code: &Code,
        block: Range<usize>,
        at: usize,
        row: &'static Row,
        replaced: Option<(String, &'static Row)>,
    ) -> Option<Chain> {
        let (mut parameters, _) = split_descriptor(row.descriptor)?;
        let taken = parameters.pop()?;
        let (source, first) = match parameters.pop() {
            Some(array) => (Step::Indices, array),
            None => (Step::Elements, "Ljava/lang/Iterable;".to_owned()),
        };
        self.parameters.push(first);
        let before = at.checked_sub(1).filter(|before| block.contains(before));
        let made = before.and_then(|before| match &code.insns[before] {
            Insn::InvokeDynamic(index) => Some(Entry::Made(before, Box::new(lambda(self.class, *index)?))),
            _ => None,
        });
        self.above.push(made.unwrap_or(Entry::Slot));
        let function = self.function(&taken)?;
        let Step::End(end) = row.step else { return None };
        self.end = Some((end, Some(function), 0));
        self.finish(at, source, None, "V".to_owned(), replaced)
    }

    /// Takes what a stream begins with.
    fn source(&mut self, row: &Row) -> Option<()> {
        (self.parameters, _) = split_descriptor(row.descriptor)?;
        if row.step == Step::Each {
            self.parameters.push("Ljava/util/Collection;".to_owned());
        }
        Some(())
    }

    /// Takes the arguments of a call: its function, and the slot of the first.
    fn arguments(&mut self, row: &Row) -> Option<(Option<Function>, u16)> {
        let (parameters, _) = split_descriptor(row.descriptor)?;
        let slot = self.slots();
        let mut function = None;
        for parameter in parameters {
            if table::function(&parameter).is_some() {
                function = Some(self.function(&parameter)?);
            } else {
                for _ in 0..slots_of(&parameter) {
                    self.take_first()?;
                }
                self.parameters.push(parameter);
            }
        }
        self.above.is_empty().then_some((function, slot))
    }

    fn take_first(&mut self) -> Option<()> {
        let first = (!self.above.is_empty()).then(|| self.above.remove(0))?;
        matches!(first, Entry::Slot).then_some(())
    }

    fn slots(&self) -> u16 {
        self.parameters.iter().map(|p| slots_of(p)).sum()
    }

    /// Takes the next entry as a function of this type.
    fn function(&mut self, parameter: &str) -> Option<Function> {
        let (interface, method, descriptor) = table::function(parameter)?;
        let slot = self.slots();
        if self.above.is_empty() {
            return None;
        }
        match self.above.remove(0) {
            Entry::Made(at, lambda) if is_plain(self.class, &lambda, interface) => {
                self.gone.push(at);
                self.parameters.extend(lambda.captured.iter().cloned());
                Some(Function::Made { lambda, descriptor, slot })
            }
            _ => {
                self.parameters.push(parameter.to_owned());
                Some(Function::Given { interface, method, descriptor, slot })
            }
        }
    }

    /// Passes an instruction that does nothing but make a value of others.
    fn pass(&mut self, insn: &Insn, at: usize) -> Option<()> {
        if let Insn::InvokeDynamic(index) = insn {
            let lambda = lambda(self.class, *index)?;
            let captured = lambda.captured.iter().map(|t| slots_of(t)).sum();
            self.pop(captured)?;
            self.above.push(Entry::Made(at, Box::new(lambda)));
            return Some(());
        }
        let (popped, pushed) = effect(self.class, insn)?;
        self.pop(popped)?;
        self.above.extend((0..pushed).map(|_| Entry::Slot));
        Some(())
    }

    fn pop(&mut self, slots: u16) -> Option<()> {
        for _ in 0..slots {
            let Entry::Slot = self.above.pop()? else { return None };
        }
        Some(())
    }

    fn finish(
        self,
        at: usize,
        source: Step,
        otherwise: Option<(Otherwise, u16)>,
        result: String,
        replaced: Option<(String, &'static Row)>,
    ) -> Option<Chain> {
        if self.slots() > MOST {
            return None;
        }
        let whole = Loop { source, stages: self.stages, end: self.end?, otherwise };
        Some(Chain { at, gone: self.gone, whole, parameters: self.parameters, result, replaced })
    }
}

/// Whether a method of the class that has the lambda can do what it does.
fn is_plain(class: &ClassFile, lambda: &Lambda, interface: &str) -> bool {
    /// The method handle kind of `invokespecial`: `super.f()`, or a private method.
    const INVOKE_SPECIAL: u8 = 7;
    let own = class.name().is_ok_and(|name| name == lambda.owner);
    let private = || {
        class.methods.iter().any(|m| {
            m.access & 0x0002 != 0
                && class.pool.utf8(m.name).is_ok_and(|n| n == lambda.name)
                && class.pool.utf8(m.descriptor).is_ok_and(|d| d == lambda.descriptor)
        })
    };
    lambda.interface == interface && (lambda.kind != INVOKE_SPECIAL || own && private())
}
