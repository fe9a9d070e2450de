//! Translates the code of a method to elements, instruction after instruction.
//!
//! The instructions, their order and the control flow are the primal's. An instruction that computes
//! a varied `double` becomes an operation of the interface; every other one computes with numbers,
//! and where an operand is an element, with its real part: what the `double` code decides by a
//! comparison or a conversion is decided on that.

use super::algebra::Algebra;
use super::homes::Homes;
use super::operands::{is_elements, operand_count, takes};
use super::stack::{Held, Writer, shuffled};
use super::version::Version;
use super::webs::{Webs, webs};
use crate::AdError;
use crate::activity::Activity;
use crate::activity::calls::Call;
use crate::activity::effects::Effects;
use crate::activity::fact::{Fact, Shape};
use crate::codes::{self, CodeText};
use crate::emit::ours::let_pass;
use crate::program::classes::MethodId;
use crate::program::instance::World;
use crate::program::primal::Primal;
use crate::program::solve::Program;
use nabla_classfile::{ClassFile, Insn, Opcode};
use nabla_flow::State;

/// Why an instruction has no counterpart with elements.
pub struct Refusal {
    /// The instruction.
    pub at: usize,
    /// The text.
    pub text: &'static CodeText,
    /// What it speaks of.
    pub subject: String,
}

/// A version that is called.
pub struct Called {
    /// The instruction.
    pub at: usize,
    /// Whether the receiver decides that it is this one.
    pub dispatched: bool,
    /// The version.
    pub version: Version,
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
    pub(super) callees: Vec<Called>,
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
        if active || operands.iter().chain(&result).any(|fact| self.is_elements(fact)) {
            let name = member.name.into_owned();
            self.refuse(at, codes::FIELD_OBJECT, name);
            return true;
        }
        false
    }
}
