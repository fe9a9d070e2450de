//! Which instructions change an active array or field, or call what does: their tangents are
//! computed whatever becomes of their result.

use super::calls::{ArrayCall, Call};
use super::fact::{Fact, Shape};
use super::varied::pattern;
use crate::program::fields::FieldId;
use crate::program::holders::Functions;
use crate::program::instance::{CalleeRef, Pattern, World};
use crate::program::primal::Flow;
use nabla_classfile::{Code, ConstantPool, Insn, Opcode};

/// What tangent code does beside an instruction that has an effect.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Stores the tangent into the tangent array.
    Element,
    /// Stores the tangent array of a row into the tangent array.
    Row,
    /// Stores the tangent, or the tangent array, beside the field.
    Field(FieldId),
    /// Copies or fills the tangent array.
    Array(ArrayCall),
    /// Calls the callee's tangent method.
    Call(CalleeRef, Pattern),
    /// Hands out the tangent of the result.
    Return,
}

/// What is known of the method.
pub struct Effects<'a> {
    /// The pool the instructions refer to.
    pub pool: &'a ConstantPool<'a>,
    /// The method.
    pub code: &'a Code<'a>,
    /// The meaning of its calls.
    pub calls: &'a [Option<Call>],
    /// The rest of the program.
    pub world: &'a dyn World,
    /// What is varied.
    pub flow: &'a Flow,
    /// The pattern it is called in.
    pub pattern: &'a Pattern,
}

impl Effects<'_> {
    /// The last operands of the instruction at `at`, so many.
    pub fn operands(&self, at: usize, count: usize) -> Option<&[Fact]> {
        let state = self.flow.varied.before(at)?.state.as_ref()?;
        state.stack.get(state.stack.len().checked_sub(count)?..)
    }

    /// The effect of an instruction, if it has one.
    pub fn at(&self, at: usize) -> Option<Effect> {
        match &self.code.insns[at] {
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => {
                self.operands(at, 3)?[0].has_tangent().then_some(Effect::Element)
            }
            Insn::Op(Opcode::Aastore) => self.operands(at, 3)?[0].has_tangent().then_some(Effect::Row),
            Insn::Op(Opcode::Dreturn | Opcode::Freturn | Opcode::Areturn) => {
                let result = self.operands(at, 1)?[0];
                (result.has_tangent()
                    || (self.pattern.array_result.is_some() && result.shape != Shape::Reference))
                    .then_some(Effect::Return)
            }
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => {
                let member = self.pool.member_ref(*index).ok()?;
                let field = self.world.field(&member.owner, &member.name, &member.descriptor)?;
                let tracked = Shape::in_field(&member.descriptor).keeps_tangent();
                (tracked && self.world.is_active(field) == (true, false)).then_some(Effect::Field(field))
            }
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => match self.calls[at].as_ref()? {
                Call::Array(ArrayCall::Copy) => {
                    self.operands(at, 5)?[2].has_tangent().then_some(Effect::Array(ArrayCall::Copy))
                }
                Call::Array(ArrayCall::Rows) => {
                    self.operands(at, 2)?[1].has_tangent().then_some(Effect::Array(ArrayCall::Rows))
                }
                Call::Array(ArrayCall::Fill) => {
                    let arguments = self.argument_count(at)?;
                    self.operands(at, arguments)?[0].has_tangent().then_some(Effect::Array(ArrayCall::Fill))
                }
                Call::Method(_) => {
                    let (callee, receiver, pattern) = self.call(at)?;
                    let writes = self.world.summary(&callee, receiver, &pattern).writes;
                    writes.then_some(Effect::Call(callee, pattern))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// How many operands the call at `at` takes, without a receiver.
    pub fn argument_count(&self, at: usize) -> Option<usize> {
        let Insn::Invoke(_, index) = &self.code.insns[at] else { return None };
        let member = self.pool.member_ref(*index).ok()?;
        Some(nabla_flow::MethodType::parse(&member.descriptor).ok()?.params.len())
    }

    /// The methods that the call at `at` reaches, if they are followed, the lambdas that its receiver
    /// may be, and the pattern in which they are called.
    pub fn call(&self, at: usize) -> Option<(CalleeRef, Functions, Pattern)> {
        let call = self.calls[at].as_ref()?;
        let Call::Method(callee) = call else { return None };
        let operands = self.operands(at, callee.parameters.len() + usize::from(callee.receiver))?;
        call.callee(operands)?;
        let gone = self.flow.varied.before(at)?.gone();
        let mut pattern = pattern(&self.flow.nodes, at, self.world, callee, operands, gone);
        pattern.callback = self.pattern.callback;
        Some((callee.clone(), operands.first().map_or(Functions::NONE, |f| f.functions), pattern))
    }

    /// Whether tangent code must run whatever becomes of the result. What a constructor stores
    /// into its own new object needs none where the values are inactive: the tangents of a new
    /// object are zero.
    pub fn writes(&self, at: usize, in_constructor: bool) -> bool {
        match self.at(at) {
            None | Some(Effect::Return) => false,
            Some(Effect::Field(_)) if in_constructor => {
                let putfield = matches!(self.code.insns[at], Insn::Field(Opcode::Putfield, _));
                let Some([receiver, value]) = self.operands(at, 2) else { return true };
                !(putfield && receiver.this) || value.has_tangent() || value.is_lost()
            }
            Some(_) => true,
        }
    }
}
