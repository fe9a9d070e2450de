//! What the instructions of the primal take and leave: how many operands, and which as elements.

use super::version::Version;
use crate::activity::Activity;
use crate::activity::calls::{ArrayCall, Call};
use crate::activity::effects::Effects;
use crate::activity::fact::{Fact, Level};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use nabla_classfile::{Insn, Opcode};
use nabla_flow::MethodType;

/// Whether the arrays that this may be hold elements.
pub fn is_elements(activity: &Activity, fact: &Fact) -> bool {
    fact.array.is_some_and(|(node, _)| activity.flow.nodes.level(node) == Level::Varied)
}

/// How many values an instruction takes that is no load and moves none.
pub fn operand_count(program: &Program, primal: &Primal, insn: &Insn) -> usize {
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
pub fn gives_double(program: &Program, primal: &Primal, insn: &Insn) -> bool {
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
pub fn takes(
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
