//! Translates the code of a method to elements, instruction after instruction.
//!
//! The instructions, their order and the control flow are the primal's. An instruction that computes
//! a varied `double` becomes an operation of the interface; every other one computes with numbers,
//! and where an operand is an element, with its real part: what the `double` code decides by a
//! comparison or a conversion is decided on that.

use super::algebra::Algebra;
use super::homes::{Homes, Witness};
use super::stack::{Held, Writer, shuffle, shuffled};
use super::version::Version;
use super::webs::{Webs, webs};
use crate::AdError;
use crate::activity::Activity;
use crate::activity::calls::{ArrayCall, Call};
use crate::activity::effects::Effects;
use crate::activity::fact::{Fact, Level, Shape};
use crate::codes::{self, CodeText};
use crate::emit::ours::let_pass;
use crate::program::classes::MethodId;
use crate::program::instance::World;
use crate::program::primal::Primal;
use crate::program::solve::Program;
use nabla_classfile::{ClassFile, Insn, Opcode};
use nabla_flow::{MethodType, State};

/// Why an instruction has no counterpart with elements.
pub struct Refusal {
    /// The instruction.
    pub at: usize,
    /// The text.
    pub text: &'static CodeText,
    /// What it speaks of.
    pub subject: String,
}

/// A method while it is translated.
pub struct Body<'b, 'a> {
    pub(super) program: &'b Program<'a>,
    pub(super) primal: &'b Primal<'a>,
    pub(super) activity: &'b Activity,
    pub(super) version: &'b Version,
    pub(super) webs: Webs,
    pub(super) homes: Homes,
    pub(super) out: Writer<'b, 'a>,
    /// The versions that it calls, with the instructions that do.
    pub(super) callees: Vec<(usize, Version)>,
    /// Abstract methods through which it calls versions, with their names and descriptors.
    pub(super) missing: Vec<(MethodId, String, String)>,
    pub(super) refusals: Vec<Refusal>,
    /// Where each instruction of the primal begins, and where control behind the last one does.
    pub(super) starts: Vec<u32>,
}

impl<'b, 'a> Body<'b, 'a> {
    /// Translates the method; `start` comes first.
    pub fn translate(
        program: &'b Program<'a>,
        class: &'b mut ClassFile<'a>,
        algebra: &'static Algebra,
        primal: &'b Primal<'a>,
        activity: &'b Activity,
        version: &'b Version,
        start: Vec<Insn>,
    ) -> Result<Body<'b, 'a>, AdError> {
        let pool = &program.classes.get(primal.method.class).pool;
        let effects = activity.effects(program, primal);
        let takes = |at: usize, operand: usize, stored: &dyn Fn(usize) -> bool| {
            takes(primal, activity, version, &effects, at, operand, stored)
        };
        let webs = webs(pool, primal, &activity.flow, &takes);
        let homes = Homes::new(primal, version, &webs);
        let out = Writer {
            class,
            algebra,
            insns: start,
            witness: homes.witness.slot(),
            free: homes.free,
            max_locals: homes.free,
        };
        let (callees, missing, refusals) = (Vec::new(), Vec::new(), Vec::new());
        let starts = Vec::new();
        let mut body =
            Body { program, primal, activity, version, webs, homes, out, callees, missing, refusals, starts };
        body.prologue()?;
        let leaves = activity.flow.calls.iter().any(|call| matches!(call, Some(Call::Method(_))));
        for at in 0..primal.code.insns.len() {
            body.starts.push(body.out.insns.len() as u32);
            if body.state(at).is_some() {
                let first = let_pass(body.out.class, &primal.code, leaves, at)?;
                body.out.insns.extend(first);
                body.instruction(at)?;
            }
        }
        body.starts.push(body.out.insns.len() as u32);
        Ok(body)
    }

    pub(super) fn state(&self, at: usize) -> Option<&'b State<Fact>> {
        self.activity.flow.varied.before(at)?.state.as_ref()
    }

    pub(super) fn effects(&self) -> Effects<'b> {
        self.activity.effects(self.program, self.primal)
    }

    pub(super) fn refuse(&mut self, at: usize, text: &'static CodeText, subject: impl Into<String>) {
        self.refusals.push(Refusal { at, text, subject: subject.into() });
    }

    /// Parameters that cannot stay where they come, and an element to make constants of.
    fn prologue(&mut self) -> Result<(), AdError> {
        if let Witness::Arrays(slot) = self.homes.witness {
            let mut arrays = String::new();
            for (i, parameter) in self.primal.signature.parameters.iter().enumerate() {
                let active = self.version.key.pattern.active().any(|active| active == i);
                if active && parameter.descriptor == "[D" {
                    self.out.local(Opcode::Aload, self.homes.of(parameter.slot));
                    arrays.push_str("[E");
                }
            }
            self.out.support("witness", &format!("({arrays})E"))?;
            self.out.local(Opcode::Astore, slot);
        }
        if let Witness::Local(slot, parameter) = self.homes.witness {
            self.out.local(Opcode::Aload, parameter);
            self.out.local(Opcode::Astore, slot);
        }
        if !self.out.algebra.makes_constants {
            self.negative_zero()?;
        }
        for moved in self.homes.moves.clone() {
            if moved.element {
                self.out.local(Opcode::Aload, moved.from);
                self.out.local(Opcode::Astore, moved.to);
            } else if moved.lifted {
                self.out.local(Opcode::Dload, moved.from);
                self.out.lift()?;
                self.out.local(Opcode::Astore, moved.to);
            }
        }
        Ok(())
    }

    /// The operands of an instruction, deepest first, and the depth of the first.
    pub(super) fn operands(&self, at: usize) -> (Vec<Fact>, usize) {
        let Some(state) = self.state(at) else { return (Vec::new(), 0) };
        let count = operand_count(self.program, self.primal, &self.primal.code.insns[at]);
        let depth = state.stack.len().saturating_sub(count);
        (state.stack[depth..].to_vec(), depth)
    }

    /// What the operands are on the stack now.
    pub(super) fn held(&self, at: usize) -> Vec<Held> {
        let (facts, depth) = self.operands(at);
        let held = facts.iter().enumerate();
        held.map(|(i, fact)| Held::of(fact.shape, self.webs.entry(at, depth + i))).collect()
    }

    /// What the instruction leaves on top.
    pub(super) fn result(&self, at: usize) -> Option<Fact> {
        self.activity.flow.varied.after(at)?.state.as_ref()?.stack.last().copied()
    }

    /// Whether what the instruction leaves on top is an element from there on.
    pub(super) fn leaves_element(&self, at: usize) -> bool {
        let next = self.state(at + 1);
        next.is_some_and(|s| !s.stack.is_empty() && self.webs.entry(at + 1, s.stack.len() - 1))
    }

    /// What was computed becomes what it is from there on.
    pub(super) fn settle(&mut self, at: usize, computed: Held) -> Result<(), AdError> {
        let wanted = if self.leaves_element(at) { Held::Element } else { Held::Double };
        self.out.change(computed, wanted)
    }

    /// Whether the arrays that this may be hold elements.
    pub(super) fn is_elements(&self, fact: &Fact) -> bool {
        is_elements(self.activity, fact)
    }

    fn instruction(&mut self, at: usize) -> Result<(), AdError> {
        let insn = &self.primal.code.insns[at];
        if self.refuses(at, insn) {
            return Ok(());
        }
        match insn {
            Insn::Local(Opcode::Dload, slot) => self.load(at, *slot),
            Insn::Local(Opcode::Dstore, slot) => self.store(at, *slot),
            Insn::Local(op, slot) => {
                self.out.local(*op, self.homes.of(*slot));
                Ok(())
            }
            Insn::Iinc(slot, amount) => {
                self.out.insns.push(Insn::Iinc(self.homes.of(*slot), *amount));
                Ok(())
            }
            Insn::Op(op) if shuffled(*op).is_some() => self.shuffle(at, *op),
            Insn::Op(
                op
                @ (Opcode::Dadd | Opcode::Dsub | Opcode::Dmul | Opcode::Ddiv | Opcode::Drem | Opcode::Dneg),
            ) if self.result(at).is_some_and(Fact::has_tangent) => self.arithmetic(at, *op),
            Insn::Op(Opcode::Daload | Opcode::Dastore)
            | Insn::NewArray(_)
            | Insn::MultiNewArray(..)
            | Insn::Type(..) => self.array(at),
            Insn::Op(Opcode::Dreturn) if self.version.element_result => {
                self.out.convert(&self.held(at), &[Held::Element])?;
                self.out.op(Opcode::Areturn);
                Ok(())
            }
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => self.call(at),
            _ => self.with_numbers(at),
        }
    }

    /// Refuses what has no counterpart, whatever the instruction is.
    fn refuses(&mut self, at: usize, insn: &Insn) -> bool {
        let (operands, _) = self.operands(at);
        let float = |fact: &Fact| {
            fact.has_tangent()
                && (fact.shape == Shape::Float || fact.array.is_some_and(|(_, kind)| kind.float))
        };
        let result = self.result(at).filter(|_| !matches!(insn, Insn::Branch(..)));
        let boxed = |fact: &Fact| fact.has_tangent() && fact.shape.content().is_some();
        if operands.iter().chain(&result).any(boxed) {
            self.refuse(at, codes::FIELD_BOX, "");
            return true;
        }
        if operands.iter().chain(&result).any(float) {
            self.refuse(at, codes::FIELD_FLOAT, "");
            return true;
        }
        let Insn::Field(_, index) = insn else { return false };
        let pool = &self.program.classes.get(self.primal.method.class).pool;
        let Ok(member) = pool.member_ref(*index) else { return false };
        let field = self.program.field(&member.owner, &member.name, &member.descriptor);
        let tracked = matches!(Shape::of(&member.descriptor), Shape::Double | Shape::Float | Shape::Array);
        let active = tracked && field.is_some_and(|field| self.program.is_active(field).0);
        if active || operands.iter().any(|fact| self.is_elements(fact)) {
            let name = member.name.into_owned();
            self.refuse(at, codes::FIELD_OBJECT, name);
            return true;
        }
        false
    }

    fn load(&mut self, at: usize, slot: u16) -> Result<(), AdError> {
        let home = self.homes.of(slot);
        match (self.webs.local(at, slot as usize), self.leaves_element(at)) {
            (true, true) => self.out.local(Opcode::Aload, home),
            (true, false) => {
                self.out.local(Opcode::Aload, home);
                self.out.real()?;
            }
            (false, true) => {
                self.out.local(Opcode::Aload, self.out.witness);
                self.out.local(Opcode::Dload, home);
                self.out.lifted()?;
            }
            (false, false) => self.out.local(Opcode::Dload, home),
        }
        Ok(())
    }

    fn store(&mut self, at: usize, slot: u16) -> Result<(), AdError> {
        let held = self.held(at);
        let live = self.primal.live.before(at + 1).is_some_and(|live| live[slot as usize]);
        if !live {
            // A slot that nothing reads may be too narrow for a number.
            self.out.op(if held == [Held::Element] { Opcode::Pop } else { Opcode::Pop2 });
            return Ok(());
        }
        let element = self.webs.local(at + 1, slot as usize);
        let wanted = if element { Held::Element } else { Held::Double };
        self.out.convert(&held, &[wanted])?;
        self.out.local(if element { Opcode::Astore } else { Opcode::Dstore }, self.homes.of(slot));
        Ok(())
    }

    fn shuffle(&mut self, at: usize, op: Opcode) -> Result<(), AdError> {
        let (Some(state), Some((top, below))) = (self.state(at), shuffled(op)) else { return Ok(()) };
        let mut entries = state.stack.iter().enumerate().rev();
        let mut group = |slots: u16| {
            let (mut filled, mut held) = (0, Vec::new());
            while filled < slots {
                let Some((depth, fact)) = entries.next() else { break };
                filled += if matches!(fact.shape, Shape::Double | Shape::Long) { 2 } else { 1 };
                held.push(Held::of(fact.shape, self.webs.entry(at, depth)));
            }
            held
        };
        let (taken, over) = (group(top), group(below));
        let Some(op) = shuffle(op, &taken, &over) else {
            return Err(AdError::Bug("a stack that cannot be shuffled".into()));
        };
        self.out.op(op);
        Ok(())
    }

    fn arithmetic(&mut self, at: usize, op: Opcode) -> Result<(), AdError> {
        let held = self.held(at);
        let out = &mut self.out;
        let name = match op {
            Opcode::Dadd => "add",
            Opcode::Dsub => "subtract",
            Opcode::Dmul => "multiply",
            Opcode::Ddiv => "divide",
            Opcode::Dneg => "negate",
            _ => "",
        };
        match (op, &held[..]) {
            (Opcode::Dneg, _) => {
                out.convert(&held, &[Held::Element])?;
                out.operate(name, "")?;
            }
            (Opcode::Drem, _) => {
                out.convert(&held, &[Held::Element; 2])?;
                out.support("modulo", "(EE)E")?;
            }
            (_, [Held::Element, Held::Double]) => out.operate(name, "D")?,
            (Opcode::Dadd | Opcode::Dmul, [Held::Double, Held::Element]) => {
                out.bring_element_below();
                out.operate(name, "D")?;
            }
            (Opcode::Dsub, [Held::Double, Held::Element]) => {
                out.operate("negate", "")?;
                out.bring_element_below();
                out.operate("add", "D")?;
            }
            _ => {
                out.convert(&held, &[Held::Element; 2])?;
                out.operate(name, "E")?;
            }
        }
        self.settle(at, Held::Element)
    }

    /// The instruction itself, on the real parts of its operands.
    pub(super) fn with_numbers(&mut self, at: usize) -> Result<(), AdError> {
        let insn = self.primal.code.insns[at].clone();
        let held = self.held(at);
        let lifted = self.leaves_element(at) && gives_double(self.program, self.primal, &insn);
        if held.is_empty() && lifted {
            self.out.local(Opcode::Aload, self.out.witness);
            self.out.insns.push(insn);
            return self.out.lifted();
        }
        let numbers: Vec<Held> =
            held.iter().map(|h| if *h == Held::Element { Held::Double } else { *h }).collect();
        self.out.convert(&held, &numbers)?;
        self.out.insns.push(insn);
        if lifted { self.out.lift() } else { Ok(()) }
    }

    /// A negative zero in place of the element at hand: a number added to it stays what it is, and
    /// its other components are those of a constant.
    fn negative_zero(&mut self) -> Result<(), AdError> {
        if !self.version.selected {
            // The caller has passed one.
            return Ok(());
        }
        let (slot, from) = (self.out.free, self.homes.witness.slot());
        self.out.local(Opcode::Aload, from);
        let field = self.out.algebra.field;
        self.out.call("getField", &format!("(){field}"))?;
        let zero = format!("(){}", self.out.algebra.element);
        let owner = field.trim_start_matches('L').trim_end_matches(';');
        let index = self.out.class.pool.add_interface_method(owner, "getZero", &zero)?;
        self.out.insns.push(Insn::Invoke(Opcode::Invokeinterface, index));
        self.out.operate("negate", "")?;
        self.out.local(Opcode::Astore, slot);
        self.out.witness = slot;
        self.out.free += 1;
        self.out.max_locals = self.out.max_locals.max(slot + 1);
        Ok(())
    }
}

/// Whether the arrays that this may be hold elements.
pub fn is_elements(activity: &Activity, fact: &Fact) -> bool {
    fact.array.is_some_and(|(node, _)| activity.flow.nodes.level(node) == Level::Varied)
}

/// How many values an instruction takes that is no load and moves none.
fn operand_count(program: &Program, primal: &Primal, insn: &Insn) -> usize {
    let pool = &program.classes.get(primal.method.class).pool;
    let parameters = |descriptor: &str| MethodType::parse(descriptor).map_or(0, |t| t.params.len());
    match insn {
        Insn::Op(op) | Insn::Branch(op, _) => op.pops().map_or(0, str::len),
        Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } | Insn::NewArray(_) => 1,
        Insn::Local(op, _) => usize::from(op.mnemonic().ends_with("store")),
        Insn::Field(op, _) => match op {
            Opcode::Putfield => 2,
            Opcode::Getfield | Opcode::Putstatic => 1,
            _ => 0,
        },
        Insn::Invoke(op, index) => pool
            .member_ref(*index)
            .map_or(0, |m| parameters(&m.descriptor) + usize::from(*op != Opcode::Invokestatic)),
        Insn::InvokeDynamic(index) => pool.name_and_type(*index).map_or(0, |(_, d)| parameters(&d)),
        Insn::Type(op, _) => usize::from(*op != Opcode::New),
        Insn::MultiNewArray(_, dimensions) => usize::from(*dimensions),
        Insn::Push(..) | Insn::Ldc(_) | Insn::Iinc(..) => 0,
    }
}

/// Whether the instruction leaves a `double`.
fn gives_double(program: &Program, primal: &Primal, insn: &Insn) -> bool {
    let pool = &program.classes.get(primal.method.class).pool;
    match insn {
        Insn::Op(op) => op.pushes() == Some("D"),
        Insn::Ldc(index) => matches!(
            pool.get(*index),
            Ok(nabla_classfile::Constant::Double(_) | nabla_classfile::Constant::Dynamic { .. })
        ),
        Insn::Field(Opcode::Getfield | Opcode::Getstatic, index) => {
            pool.member_ref(*index).is_ok_and(|m| m.descriptor == "D")
        }
        Insn::Invoke(_, index) => pool.member_ref(*index).is_ok_and(|m| m.descriptor.ends_with(")D")),
        Insn::InvokeDynamic(index) => pool.name_and_type(*index).is_ok_and(|(_, d)| d.ends_with(")D")),
        _ => false,
    }
}

/// Whether an instruction takes its operand with this index as an element.
fn takes(
    primal: &Primal,
    activity: &Activity,
    version: &Version,
    effects: &Effects,
    at: usize,
    operand: usize,
    stored: &dyn Fn(usize) -> bool,
) -> bool {
    let varied = || {
        let after = activity.flow.varied.after(at).and_then(|v| v.state.as_ref());
        after.and_then(|s| s.stack.last()).is_some_and(|f| f.has_tangent())
    };
    let into_elements =
        |count: usize| effects.operands(at, count).is_some_and(|o| is_elements(activity, &o[0]));
    match &primal.code.insns[at] {
        Insn::Local(Opcode::Dstore, slot) => stored(*slot as usize),
        Insn::Op(Opcode::Dastore) => operand == 2 && into_elements(3),
        Insn::Op(Opcode::Dreturn) => version.element_result,
        Insn::Op(op) => op.pushes() == Some("D") && varied(),
        Insn::Invoke(opcode, _) => match activity.flow.calls.get(at).and_then(Option::as_ref) {
            Some(Call::Rule(..)) => varied(),
            Some(Call::Array(ArrayCall::Fill)) => {
                effects.argument_count(at).is_some_and(|count| operand + 1 == count && into_elements(count))
            }
            Some(Call::Method(_)) => effects.call(at).is_some_and(|(_, _, pattern)| {
                let receiver = usize::from(*opcode != Opcode::Invokestatic);
                operand >= receiver && pattern.active().any(|i| i + receiver == operand)
            }),
            _ => false,
        },
        _ => false,
    }
}
