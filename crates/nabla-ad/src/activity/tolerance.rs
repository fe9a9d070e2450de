//! The tolerance of a series, where a call says it.

use crate::rules::Rule;
use nabla_classfile::{Code, Constant, ConstantPool, Insn};
use nabla_flow::Cfg;

/// The row of the call at this instruction: with a tolerance that is not known to be small it is
/// another.
pub fn at_tolerance(
    rule: &'static Rule,
    pool: &ConstantPool,
    code: &Code,
    cfg: &Cfg,
    at: usize,
) -> &'static Rule {
    let Some(operand) = rule.tolerance() else { return rule };
    rule.at_tolerance(constant(pool, code, cfg, at, rule.operands.len() - operand))
}

/// The number that is `depth` operands below the top of the stack before the instruction, where it and
/// those above it are each put there by one instruction just before.
fn constant(pool: &ConstantPool, code: &Code, cfg: &Cfg, at: usize, depth: usize) -> Option<f64> {
    let first = at.checked_sub(depth).filter(|first| cfg.block_of(*first) == cfg.block_of(at))?;
    let pushes = |insn: &Insn| match insn {
        Insn::Push(..) | Insn::Ldc(_) => true,
        Insn::Op(op) => op.mnemonic().contains("const_"),
        Insn::Local(op, _) => op.mnemonic().ends_with("load"),
        _ => false,
    };
    match &code.insns[first] {
        Insn::Ldc(index) if code.insns[first..at].iter().all(pushes) => match pool.get(*index) {
            Ok(Constant::Double(bits)) => Some(f64::from_bits(bits)),
            _ => None,
        },
        _ => None,
    }
}
