//! The code of a helper: its formula as instructions, with frames where branches meet.

use super::Helper;
use crate::rules::{Cond, Expr, UserRule};
use crate::signature::split_descriptor;
use nabla_classfile::{
    Code, CodeAttribute, ConstantPool, Frame, Insn, Label, Opcode, Result, VerificationType,
};

/// The code of `double` in `newarray`.
const DOUBLE: u8 = 7;

/// The instructions that push a number.
pub fn push_double(pool: &mut ConstantPool, x: f64) -> Result<Insn> {
    Ok(match x.to_bits() {
        0 => Insn::Op(Opcode::Dconst0),
        bits if bits == 1f64.to_bits() => Insn::Op(Opcode::Dconst1),
        _ => Insn::Ldc(pool.add_double(x)?),
    })
}

/// The instruction that pushes an integer.
pub fn push_int(pool: &mut ConstantPool, x: i32) -> Result<Insn> {
    Ok(match x {
        -1 => Insn::Op(Opcode::IconstM1),
        0 => Insn::Op(Opcode::Iconst0),
        1 => Insn::Op(Opcode::Iconst1),
        2 => Insn::Op(Opcode::Iconst2),
        3 => Insn::Op(Opcode::Iconst3),
        4 => Insn::Op(Opcode::Iconst4),
        5 => Insn::Op(Opcode::Iconst5),
        -128..=127 => Insn::Push(Opcode::Bipush, x as i16),
        -32768..=32767 => Insn::Push(Opcode::Sipush, x as i16),
        _ => Insn::Ldc(pool.add_integer(x)?),
    })
}

/// The call of a `Math` function of doubles.
pub fn math(pool: &mut ConstantPool, name: &str, operands: usize) -> Result<Insn> {
    function(pool, "java/lang/Math", name, operands)
}

/// The call of a class's static function of doubles.
fn function(pool: &mut ConstantPool, owner: &str, name: &str, operands: usize) -> Result<Insn> {
    let descriptor = format!("({})D", "D".repeat(operands));
    Ok(Insn::Invoke(Opcode::Invokestatic, pool.add_method(owner, name, &descriptor)?))
}

/// Writes a helper's body.
pub fn compile(helper: &Helper, pool: &mut ConstantPool) -> Result<Code<'static>> {
    let mut compiler = Compiler {
        pool,
        insns: Vec::new(),
        labels: Vec::new(),
        frames: Vec::new(),
        depth: 0,
        deepest: 0,
        arity: helper.arity,
        array: false,
    };
    compiler.expr(&helper.body)?;
    compiler.insns.push(Insn::Op(Opcode::Dreturn));
    let mut frames = std::mem::take(&mut compiler.frames);
    frames.sort_by_key(|(label, _)| compiler.labels[label.0 as usize]);
    // Two labels may stand at one place; one frame is enough.
    frames.dedup_by_key(|(label, _)| compiler.labels[label.0 as usize]);
    let (insns, labels, deepest, array) = (compiler.insns, compiler.labels, compiler.deepest, compiler.array);
    let mut attributes = Vec::new();
    if !frames.is_empty() {
        let name = pool.add_utf8("StackMapTable")?;
        attributes.push(CodeAttribute::Frames { name, rows: frames });
    }
    Ok(Code {
        max_stack: deepest * 2 + 1,
        max_locals: helper.arity as u16 * 2 + u16::from(array),
        offsets: vec![0; insns.len()],
        insns,
        labels,
        handlers: Vec::new(),
        attributes,
    })
}

struct Compiler<'p, 'a> {
    pool: &'p mut ConstantPool<'a>,
    insns: Vec<Insn>,
    labels: Vec<u32>,
    frames: Vec<(Label, Frame)>,
    /// Doubles on the stack.
    depth: u16,
    deepest: u16,
    arity: usize,
    /// Whether a local behind the parameters holds an array.
    array: bool,
}

impl Compiler<'_, '_> {
    fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.insns.len() as u32;
        let frame = Frame {
            locals: vec![VerificationType::Double; self.arity],
            stack: vec![VerificationType::Double; self.depth as usize],
        };
        self.frames.push((label, frame));
    }

    fn pushed(&mut self, insn: Insn) {
        self.insns.push(insn);
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    fn expr(&mut self, expr: &Expr) -> Result<()> {
        match expr {
            Expr::Arg(i) => self.pushed(Insn::Local(Opcode::Dload, u16::from(*i) * 2)),
            Expr::Const(x) => {
                let push = push_double(self.pool, *x)?;
                self.pushed(push);
            }
            Expr::Neg(a) => {
                self.expr(a)?;
                self.insns.push(Insn::Op(Opcode::Dneg));
            }
            Expr::Add(a, b) => self.binary(a, b, Opcode::Dadd)?,
            Expr::Sub(a, b) => self.binary(a, b, Opcode::Dsub)?,
            Expr::Mul(a, b) => self.binary(a, b, Opcode::Dmul)?,
            Expr::Div(a, b) => self.binary(a, b, Opcode::Ddiv)?,
            Expr::Math(name, args) => self.call("java/lang/Math", name, args)?,
            Expr::Call(owner, name, args) => self.call(owner, name, args)?,
            Expr::User(rule, operand, args) => self.user(rule, *operand, args)?,
            Expr::If(cond, a, b) => {
                let (otherwise, end) = (self.label(), self.label());
                self.branch(cond, false, otherwise)?;
                let depth = self.depth;
                self.expr(a)?;
                self.insns.push(Insn::Branch(Opcode::Goto, end));
                self.depth = depth;
                self.bind(otherwise);
                self.expr(b)?;
                self.bind(end);
            }
            Expr::Tangent(_) | Expr::Result => unreachable!("replaced by parameters"),
            Expr::Unknown => unreachable!("an operand whose partial is unknown is not active"),
        }
        Ok(())
    }

    /// The partial from a user's `jvp`: it is called with the tangent 1 for one operand and 0 for
    /// the others, and leaves the partial in an array.
    fn user(&mut self, rule: &UserRule, operand: u8, args: &[Expr]) -> Result<()> {
        let UserRule { class, method, descriptor, .. } = rule;
        let (types, result) = split_descriptor(descriptor).unwrap_or_default();
        let array = self.arity as u16 * 2;
        self.array = true;
        self.insns.push(Insn::Op(Opcode::Iconst1));
        self.insns.push(Insn::NewArray(DOUBLE));
        self.insns.push(Insn::Local(Opcode::Astore, array));
        let depth = self.depth;
        for (arg, kind) in args.iter().zip(&types) {
            self.expr(arg)?;
            match kind.as_str() {
                "F" => self.insns.push(Insn::Op(Opcode::D2f)),
                "I" => self.insns.push(Insn::Op(Opcode::D2i)),
                _ => {}
            }
        }
        for (i, kind) in types[..args.len()].iter().enumerate() {
            let one = i == usize::from(operand);
            match kind.as_str() {
                "D" => self.pushed(Insn::Op(if one { Opcode::Dconst1 } else { Opcode::Dconst0 })),
                "F" => self.pushed(Insn::Op(if one { Opcode::Fconst1 } else { Opcode::Fconst0 })),
                _ => {}
            }
        }
        self.pushed(Insn::Local(Opcode::Aload, array));
        let method = match rule.interface {
            true => self.pool.add_interface_method(class, method, descriptor)?,
            false => self.pool.add_method(class, method, descriptor)?,
        };
        self.insns.push(Insn::Invoke(Opcode::Invokestatic, method));
        self.insns.push(Insn::Op(if result == "D" { Opcode::Pop2 } else { Opcode::Pop }));
        self.depth = depth;
        self.pushed(Insn::Local(Opcode::Aload, array));
        self.insns.push(Insn::Op(Opcode::Iconst0));
        self.insns.push(Insn::Op(Opcode::Daload));
        Ok(())
    }

    fn call(&mut self, owner: &str, name: &str, args: &[Expr]) -> Result<()> {
        for arg in args {
            self.expr(arg)?;
        }
        let call = function(self.pool, owner, name, args.len())?;
        self.insns.push(call);
        self.depth = self.depth + 1 - args.len() as u16;
        Ok(())
    }

    fn binary(&mut self, a: &Expr, b: &Expr, op: Opcode) -> Result<()> {
        self.expr(a)?;
        self.expr(b)?;
        self.insns.push(Insn::Op(op));
        self.depth -= 1;
        Ok(())
    }

    /// Jumps if the condition is `sense`; a comparison with NaN does not hold.
    fn branch(&mut self, cond: &Cond, sense: bool, target: Label) -> Result<()> {
        let (a, b, compare, holds, fails) = match cond {
            Cond::Lt(a, b) => (a, b, Opcode::Dcmpg, Opcode::Iflt, Opcode::Ifge),
            Cond::Le(a, b) => (a, b, Opcode::Dcmpg, Opcode::Ifle, Opcode::Ifgt),
            Cond::Gt(a, b) => (a, b, Opcode::Dcmpl, Opcode::Ifgt, Opcode::Ifle),
            Cond::Ge(a, b) => (a, b, Opcode::Dcmpl, Opcode::Ifge, Opcode::Iflt),
            Cond::Eq(a, b) => (a, b, Opcode::Dcmpl, Opcode::Ifeq, Opcode::Ifne),
            Cond::Ne(a, b) => (a, b, Opcode::Dcmpl, Opcode::Ifne, Opcode::Ifeq),
            Cond::Not(a) => return self.branch(a, !sense, target),
            Cond::And(a, b) | Cond::Or(a, b) => {
                // What the first operand decides alone: false for ∧, true for ∨.
                let decides = matches!(cond, Cond::Or(..));
                if decides == sense {
                    self.branch(a, sense, target)?;
                    return self.branch(b, sense, target);
                }
                let over = self.label();
                self.branch(a, decides, over)?;
                self.branch(b, sense, target)?;
                self.bind(over);
                return Ok(());
            }
        };
        self.expr(a)?;
        self.expr(b)?;
        self.insns.push(Insn::Op(compare));
        self.depth -= 2;
        self.insns.push(Insn::Branch(if sense { holds } else { fails }, target));
        Ok(())
    }
}
