//! What is known of each instruction of a method that is to be outlined.

use super::live::{Access, access};
use super::slots::Slots;
use nabla_classfile::{ClassFile, Code, CodeAttribute, ConstantPool, Frame, Insn, Member, Opcode};
use nabla_flow::{MethodType, Types, VType, targets};
use std::collections::HashSet;

/// The facts, each by the index of the instruction.
pub struct Facts {
    /// The values on the stack before it; none where nothing is known.
    pub depth: Vec<Option<u16>>,
    /// How many of them, from the bottom, it leaves as they are.
    pub untouched: Vec<u16>,
    /// From this one on all of them can be passed and returned.
    pub fit: Vec<u16>,
    /// The most bytes that it takes.
    pub bytes: Vec<u32>,
    /// The first and the last place that it jumps to.
    pub out: Vec<Option<(u32, u32)>>,
    /// The first and the last jump that leads to it.
    pub from: Vec<Option<(u32, u32)>>,
    /// Locals that hold objects whose class the method cannot be known to reach.
    pub unnamed: Slots,
    /// Locals that hold objects before their constructor ran.
    pub raw: Slots,
}

impl Facts {
    /// The facts of a method; none if its types are not known.
    pub fn of(class: &ClassFile, member: &Member, code: &Code) -> Option<Facts> {
        let count = code.insns.len();
        let mut facts = Facts {
            depth: vec![None; count + 1],
            untouched: vec![0; count],
            fit: vec![0; count],
            bytes: code.insns.iter().map(bytes).collect(),
            out: vec![None; count],
            from: vec![None; count + 1],
            unnamed: Slots::none(code.max_locals),
            raw: Slots::none(code.max_locals),
        };
        let named = Named::of(class, code)?;
        let framed: HashSet<usize> = frames(code).map(|(at, _)| at).collect();
        let mut known = true;
        let visited = Types::visit(class, member, code, |at, state| {
            let depth = state.stack.len();
            let fit = |kind: &VType| !matches!(kind, VType::Top | VType::Null) && !is_raw(kind);
            let Some(touched) = touched(&class.pool, &code.insns[at], &state.stack) else {
                known = false;
                return;
            };
            facts.depth[at] = Some(depth as u16);
            facts.untouched[at] = depth.saturating_sub(touched) as u16;
            facts.fit[at] = state.stack.iter().rposition(|kind| !fit(kind)).map_or(0, |k| k as u16 + 1);
            let stored = at.checked_sub(1).and_then(|at| access(&code.insns[at])).filter(|a| a.writes);
            // Locals change where one is stored, and where a frame says what holds.
            let changed = match stored {
                _ if at == 0 || framed.contains(&at) => 0..state.locals.len(),
                Some(Access { slot, .. }) => usize::from(slot)..usize::from(slot) + 1,
                None => 0..0,
            };
            for slot in changed {
                match state.locals.get(slot).and_then(Option::as_ref) {
                    Some(VType::Object(name)) if !named.reaches(name) => facts.unnamed.extend(&[slot as u16]),
                    Some(kind) if is_raw(kind) => facts.raw.extend(&[slot as u16]),
                    _ => {}
                }
            }
        });
        if visited != Ok(true) || !known {
            return None;
        }
        for (at, insn) in code.insns.iter().enumerate() {
            for label in targets(insn).jumps {
                let to = *code.labels.get(label.0 as usize)?;
                widen(facts.out.get_mut(at)?, to);
                widen(facts.from.get_mut(to as usize)?, at as u32);
            }
        }
        Some(facts)
    }
}

/// The frames of a method, each with the index of its instruction.
pub fn frames<'c>(code: &'c Code) -> impl Iterator<Item = (usize, &'c Frame)> {
    let rows = code.attributes.iter().filter_map(|attribute| match attribute {
        CodeAttribute::Frames { rows, .. } => Some(rows),
        _ => None,
    });
    rows.flatten().map(|(label, frame)| (code.labels[label.0 as usize] as usize, frame))
}

fn widen(range: &mut Option<(u32, u32)>, by: u32) {
    let (first, last) = range.unwrap_or((by, by));
    *range = Some((first.min(by), last.max(by)));
}

fn is_raw(kind: &VType) -> bool {
    matches!(kind, VType::UninitializedThis | VType::Uninitialized(_))
}

/// The classes that a method can be known to reach: an array of them can be made, and an object from
/// such an array be given its type again.
struct Named {
    package: String,
    classes: HashSet<String>,
}

impl Named {
    fn of(class: &ClassFile, code: &Code) -> Option<Named> {
        let own = class.name().ok()?;
        let package = own.rsplit_once('/').map_or("", |(package, _)| package).to_owned();
        let mut classes = HashSet::from(["java/lang/Object".to_owned()]);
        let mut named = HashSet::new();
        for insn in &code.insns {
            let index = match insn {
                Insn::Type(_, index) => *index,
                Insn::Field(_, index) | Insn::Invoke(_, index) => class.pool.member_class(*index).ok()?,
                _ => continue,
            };
            if named.insert(index) {
                classes.insert(element(&class.pool.class_name(index).ok()?).to_owned());
            }
        }
        Some(Named { package, classes })
    }

    fn reaches(&self, name: &str) -> bool {
        let name = match name.strip_prefix('[') {
            Some(row) if !row.trim_start_matches('[').starts_with('L') => return true,
            _ => element(name),
        };
        name.rsplit_once('/').map_or("", |(package, _)| package) == self.package
            || self.classes.contains(name)
    }
}

fn element(name: &str) -> &str {
    let inner = name.trim_start_matches('[');
    match inner.len() == name.len() {
        true => name,
        false => inner.strip_prefix('L').and_then(|n| n.strip_suffix(';')).unwrap_or(inner),
    }
}

/// How many values from the top of the stack an instruction reads or moves; none if it is damaged.
fn touched(pool: &ConstantPool, insn: &Insn, stack: &[VType]) -> Option<usize> {
    use Opcode::{Dup, Dup2, Dup2X1, Dup2X2, DupX1, DupX2, Getfield, Getstatic, Pop, Pop2, Putstatic, Swap};
    let wide = |from_top: usize| {
        let kind = stack.len().checked_sub(from_top).and_then(|at| stack.get(at));
        usize::from(matches!(kind, Some(VType::Long | VType::Double)))
    };
    let called = |descriptor: &str, receiver: usize| {
        MethodType::parse(descriptor).ok().map(|method| method.params.len() + receiver)
    };
    Some(match insn {
        Insn::Op(op) => match (op, op.pops()) {
            (_, Some(kinds)) => kinds.len(),
            (Dup | Pop, _) => 1,
            (DupX1 | Swap, _) => 2,
            (Dup2 | Pop2, _) => 2 - wide(1),
            // Where two values pass for one, one less is touched: more are fewer regions.
            (DupX2 | Dup2X1, _) => 3,
            (Dup2X2, _) => 4,
            _ => return None,
        },
        Insn::Branch(op, _) => op.pops()?.len(),
        Insn::Push(..) | Insn::Ldc(_) | Insn::Iinc(..) => 0,
        Insn::Local(..) => usize::from(access(insn)?.writes),
        Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } | Insn::NewArray(_) => 1,
        Insn::Field(Getstatic, _) => 0,
        Insn::Field(Getfield | Putstatic, _) => 1,
        Insn::Field(..) => 2,
        Insn::Invoke(op, index) => {
            called(&pool.member_descriptor(*index).ok()?, usize::from(*op != Opcode::Invokestatic))?
        }
        Insn::InvokeDynamic(index) => called(&pool.name_and_type(*index).ok()?.1, 0)?,
        Insn::Type(Opcode::New, _) => 0,
        Insn::Type(..) => 1,
        Insn::MultiNewArray(_, dimensions) => usize::from(*dimensions),
    })
}

/// The most bytes that an instruction takes where its jump is short and its local may be another one
/// of the first 256.
pub fn bytes(insn: &Insn) -> u32 {
    match insn {
        Insn::Op(_) => 1,
        Insn::Push(Opcode::Bipush, _) | Insn::NewArray(_) => 2,
        Insn::Local(_, slot) if *slot < 256 => 2,
        Insn::Local(..) | Insn::MultiNewArray(..) => 4,
        Insn::Iinc(slot, by) if *slot < 256 && i8::try_from(*by).is_ok() => 3,
        Insn::Iinc(..) => 6,
        Insn::Invoke(Opcode::Invokeinterface, _) | Insn::InvokeDynamic(_) => 5,
        Insn::Branch(Opcode::GotoW, _) => 5,
        Insn::TableSwitch { targets, .. } => 16 + 4 * targets.len() as u32,
        Insn::LookupSwitch { pairs, .. } => 12 + 8 * pairs.len() as u32,
        _ => 3,
    }
}
