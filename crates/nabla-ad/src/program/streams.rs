//! Streams of numbers that begin and end in one expression, as `Arrays.stream(a).map(f).sum()` and
//! `IntStream.range(0, n).mapToDouble(f).sum()`: read as calls that work on arrays and are followed.
//!
//! Each call of the chain becomes another, or nothing; where two functions are applied, the order in
//! which they are called would be another, and the code stays as it is. What the calls become is
//! written into a class beside the one that has them ([`bodies`]).

mod bodies;

use super::classes::{ClassId, Classes};
use super::synthesize::INFIX;
use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::{ClassFile, Code, ConstIndex, ConstantPool, Insn, Opcode};
use nabla_flow::Cfg;

/// What stands for a stream while it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// The array of its numbers.
    Array,
    /// The two ends of a range.
    Range,
    /// The array of the numbers that a function gave.
    Mapped,
    /// What the last call gives.
    Done,
}

/// A call of a chain.
struct Step {
    owner: &'static str,
    name: &'static str,
    descriptor: &'static str,
    /// What it takes for the stream; `None` at the beginning.
    from: Option<Held>,
    to: Held,
    /// The name and descriptor of the method that takes its place.
    becomes: Option<(&'static str, &'static str)>,
}

const DOUBLES: &str = "java/util/stream/DoubleStream";
const INTS: &str = "java/util/stream/IntStream";
const SUM: Option<(&str, &str)> = Some(("sum", "([D)D"));
const MAP: Option<(&str, &str)> = Some(("map", "([DLjava/util/function/DoubleUnaryOperator;)[D"));
const RANGE: Option<(&str, &str)> = Some(("range", "(IILjava/util/function/IntToDoubleFunction;)[D"));

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step { owner: "java/util/Arrays", name: "stream", descriptor: "([D)Ljava/util/stream/DoubleStream;", from: None, to: Held::Array, becomes: None },
    Step { owner: DOUBLES, name: "of", descriptor: "([D)Ljava/util/stream/DoubleStream;", from: None, to: Held::Array, becomes: None },
    Step { owner: INTS, name: "range", descriptor: "(II)Ljava/util/stream/IntStream;", from: None, to: Held::Range, becomes: None },
    Step { owner: DOUBLES, name: "map", descriptor: "(Ljava/util/function/DoubleUnaryOperator;)Ljava/util/stream/DoubleStream;", from: Some(Held::Array), to: Held::Mapped, becomes: MAP },
    Step { owner: INTS, name: "mapToDouble", descriptor: "(Ljava/util/function/IntToDoubleFunction;)Ljava/util/stream/DoubleStream;", from: Some(Held::Range), to: Held::Mapped, becomes: RANGE },
    Step { owner: DOUBLES, name: "sum", descriptor: "()D", from: Some(Held::Array), to: Held::Done, becomes: SUM },
    Step { owner: DOUBLES, name: "sum", descriptor: "()D", from: Some(Held::Mapped), to: Held::Done, becomes: SUM },
    Step { owner: DOUBLES, name: "toArray", descriptor: "()[D", from: Some(Held::Mapped), to: Held::Done, becomes: None },
];

/// Adds the methods that such calls are read as to the constants of a class that may have them.
pub fn refer(class: &mut ClassFile) -> nabla_classfile::Result<()> {
    let streams = |index| class.pool.class_name(index).is_ok_and(|name| name == DOUBLES);
    if (1..class.pool.len()).map(ConstIndex).any(streams) {
        let owner = model_name(&class.name()?);
        for (name, descriptor) in [SUM, MAP, RANGE].into_iter().flatten() {
            class.pool.add_method(&owner, name, descriptor)?;
        }
    }
    Ok(())
}

fn model_name(host: &str) -> String {
    format!("{host}{INFIX}stream")
}

/// The code with the calls of each chain replaced.
pub fn read<'a>(classes: &Classes, host: ClassId, cfg: &Cfg, mut code: Code<'a>) -> Code<'a> {
    // Where nothing can be added to the class, no method beside it is called.
    if !classes.takes_place() {
        return code;
    }
    let pool = &classes.get(host).pool;
    let chains: Vec<Chain> = (0..code.insns.len()).filter_map(|at| chain(pool, cfg, &code, at)).collect();
    if chains.is_empty() {
        return code;
    }
    let name = model_name(&classes.name(host));
    if classes.find(&name).is_none() && make(classes, host, &name).is_none() {
        return code;
    }
    let reference = |(method, descriptor): (&str, &str)| {
        let is_it = |index: &ConstIndex| {
            let found = pool.member_ref(*index);
            found.is_ok_and(|m| (&*m.owner, &*m.name, &*m.descriptor) == (&*name, method, descriptor))
        };
        let index = (1..pool.len()).map(ConstIndex).find(is_it)?;
        Some(Insn::Invoke(Opcode::Invokestatic, index))
    };
    for chain in chains {
        let replaced = |step: &Step| step.becomes.map_or(Some(Insn::Op(Opcode::Nop)), reference);
        let insns: Option<Vec<(usize, Insn)>> =
            chain.iter().map(|(at, step)| Some((*at, replaced(step)?))).collect();
        for (at, insn) in insns.into_iter().flatten() {
            code.insns[at] = insn;
        }
    }
    // A range is two numbers where the stream was one object.
    code.max_stack = code.max_stack.saturating_add(1);
    code
}

/// The calls of a chain, each with its instruction.
type Chain = Vec<(usize, &'static Step)>;

/// The chain that begins with an instruction, if it ends in the same block, and nothing but functions
/// and what they capture is made between its calls.
fn chain(pool: &ConstantPool, cfg: &Cfg, code: &Code, first: usize) -> Option<Chain> {
    let begin = step(pool, &code.insns[first], None)?;
    let mut found = vec![(first, begin)];
    let mut held = begin.to;
    // The slots above the stream.
    let mut above = 0;
    for at in cfg.block(cfg.block_of(first)).range.clone().filter(|at| *at > first) {
        let insn = &code.insns[at];
        if let Some(next) = step(pool, insn, Some(held)) {
            let functions = if next.descriptor.starts_with("()") { 0 } else { 1 };
            if above != functions {
                return None;
            }
            above = 0;
            found.push((at, next));
            held = next.to;
            if held == Held::Done {
                return Some(found);
            }
            continue;
        }
        above = match insn {
            Insn::Local(op, _) => above + pushed(*op)?,
            Insn::InvokeDynamic(index) => {
                let (_, descriptor) = pool.name_and_type(*index).ok()?;
                let (taken, _) = split_descriptor(&descriptor)?;
                above.checked_sub(taken.iter().map(|t| slots_of(t)).sum())? + 1
            }
            _ => return None,
        };
    }
    None
}

fn pushed(op: Opcode) -> Option<u16> {
    match op {
        Opcode::Aload | Opcode::Iload | Opcode::Fload => Some(1),
        Opcode::Dload | Opcode::Lload => Some(2),
        _ => None,
    }
}

fn step(pool: &ConstantPool, insn: &Insn, held: Option<Held>) -> Option<&'static Step> {
    let Insn::Invoke(_, index) = insn else { return None };
    let member = pool.member_ref(*index).ok()?;
    let named =
        |s: &&Step| (s.owner, s.name, s.descriptor) == (&*member.owner, &*member.name, &*member.descriptor);
    STEPS.iter().find(|step| step.from == held && named(step))
}

fn make(classes: &Classes, host: ClassId, name: &str) -> Option<ClassId> {
    let class = classes.add_made(name, bodies::class(classes.get(host), name).ok()?)?;
    let mut lambdas = classes.lambdas.borrow_mut();
    lambdas.add(class);
    lambdas.streams.push((host, class));
    Some(class)
}
