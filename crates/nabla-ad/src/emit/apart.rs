//! What throws where one array is in two places that the analysis held apart: what is read through
//! the other would be taken for constant.

use super::arrays::{reference, with_frames};
use super::homes::{Homes, Position};
use super::lanes::assemble::add;
use super::ours::{EXCEPTIONS, MARK};
use super::rows;
use super::subject::Subject;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::activity::nodes::Node;
use crate::output::{add_static, has_method};
use crate::program::instance::Carry;
use crate::signature::Parameter;
use nabla_classfile::{ClassFile, ConstIndex, Frame, Insn, Label, Opcode, VerificationType};

type Result<T> = std::result::Result<T, AdError>;

const APART: &str = "nabla$apart";
/// The descriptor of the methods that compare two objects.
pub const APART_DESCRIPTOR: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V";

/// Throws if the two arrays on the stack are one: `if (a == b && a != null) throw new
/// IllegalStateException(…)`.
pub fn apart(class: &mut ClassFile, stored: &str, other: &str) -> Result<[Insn; 2]> {
    let method = apart_method(class)?;
    let what = format!("`{stored}` and `{other}` are one array");
    Ok([not_followed(class, &what, other)?, Insn::Invoke(Opcode::Invokestatic, method)])
}

/// The method that throws if the second array on the stack is a row of the first, or a row of its rows.
pub fn rows_apart(class: &mut ClassFile) -> Result<ConstIndex> {
    const DESCRIPTOR: &str = "([Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V";
    let itself = reference(class, APART, DESCRIPTOR)?;
    if !has_method(class, APART, DESCRIPTOR) {
        let apart = apart_method(class)?;
        let rows = class.pool.add_class("[Ljava/lang/Object;")?;
        let load = |slot| Insn::Local(Opcode::Aload, slot);
        let mut insns = vec![load(0), Insn::Branch(Opcode::Ifnull, Label(2)), Insn::Op(Opcode::Iconst0)];
        insns.push(Insn::Local(Opcode::Istore, 3));
        let next = insns.len() as u32;
        insns.extend([Insn::Local(Opcode::Iload, 3), load(0), Insn::Op(Opcode::Arraylength)]);
        insns.push(Insn::Branch(Opcode::IfIcmpge, Label(2)));
        let row = [load(0), Insn::Local(Opcode::Iload, 3), Insn::Op(Opcode::Aaload)];
        insns.extend(row.clone());
        insns.extend([load(1), load(2), Insn::Invoke(Opcode::Invokestatic, apart)]);
        insns.extend(row.clone());
        insns.extend([Insn::Type(Opcode::Instanceof, rows), Insn::Branch(Opcode::Ifeq, Label(1))]);
        insns.extend(row);
        insns.extend([Insn::Type(Opcode::Checkcast, rows), load(1), load(2)]);
        insns.push(Insn::Invoke(Opcode::Invokestatic, itself));
        let step = insns.len() as u32;
        insns.extend([Insn::Iinc(3, 1), Insn::Branch(Opcode::Goto, Label(0))]);
        let end = insns.len() as u32;
        insns.push(Insn::Op(Opcode::Return));
        let object = VerificationType::Object(class.pool.add_class("java/lang/Object")?);
        let text = VerificationType::Object(class.pool.add_class("java/lang/String")?);
        let all = [VerificationType::Object(rows), object, text, VerificationType::Integer];
        let frames = [4, 4, 3].map(|n| Frame { locals: all[..n].to_vec(), stack: Vec::new() });
        let code = with_frames(class, insns, vec![next, step, end], frames.to_vec(), 4)?;
        add_static(class, APART, DESCRIPTOR, &code)?;
    }
    Ok(itself)
}

/// The instruction that pushes what the exception says.
pub fn not_followed(class: &mut ClassFile, what: &str, other: &str) -> Result<Insn> {
    told(class, &format!("{what}, and the derivative through `{other}` is not followed"))
}

/// The method that throws if the two arrays on the stack are one.
pub fn apart_method(class: &mut ClassFile) -> Result<ConstIndex> {
    if !has_method(class, APART, APART_DESCRIPTOR) {
        const EXCEPTION: &str = EXCEPTIONS[1];
        let pool = &mut class.pool;
        let insns = vec![
            Insn::Local(Opcode::Aload, 0),
            Insn::Branch(Opcode::Ifnull, Label(0)),
            Insn::Local(Opcode::Aload, 0),
            Insn::Local(Opcode::Aload, 1),
            Insn::Branch(Opcode::IfAcmpne, Label(0)),
            Insn::Type(Opcode::New, pool.add_class(EXCEPTION)?),
            Insn::Op(Opcode::Dup),
            Insn::Local(Opcode::Aload, 2),
            Insn::Invoke(
                Opcode::Invokespecial,
                pool.add_method(EXCEPTION, "<init>", "(Ljava/lang/String;)V")?,
            ),
            Insn::Op(Opcode::Athrow),
            Insn::Op(Opcode::Return),
        ];
        let mut object = |name: &str| Ok::<_, AdError>(VerificationType::Object(pool.add_class(name)?));
        let locals =
            vec![object("java/lang/Object")?, object("java/lang/Object")?, object("java/lang/String")?];
        let code = with_frames(class, insns, vec![10], vec![Frame { locals, stack: Vec::new() }], 3)?;
        add_static(class, APART, APART_DESCRIPTOR, &code)?;
    }
    reference(class, APART, APART_DESCRIPTOR)
}

/// The method that throws if two objects are one array, one is a row of the other, or they have a row in common.
pub const EITHER: &str = "nabla$apartRows";

/// Adds that method.
pub fn either_apart(class: &mut ClassFile) -> Result<()> {
    if !has_method(class, EITHER, APART_DESCRIPTOR) {
        apart_method(class)?;
        rows_apart(class)?;
        rows::meeting(class)?;
        add(class, EITHER, APART_DESCRIPTOR, TEXT.lines().map(str::trim))?;
    }
    Ok(())
}

const TEXT: &str = "\
    aload 0; aload 1; aload 2
    invokestatic this.nabla$apart (Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V
    aload 0; instanceof [Ljava/lang/Object;; ifeq L1
    aload 0; checkcast [Ljava/lang/Object;; aload 1; aload 2
    invokestatic this.nabla$apart ([Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V
  L1:
    aload 1; instanceof [Ljava/lang/Object;; ifeq L2
    aload 1; checkcast [Ljava/lang/Object;; aload 0; aload 2
    invokestatic this.nabla$apart ([Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V
    aload 0; instanceof [Ljava/lang/Object;; ifeq L2
    aload 0; checkcast [Ljava/lang/Object;; aconst_null; aload 1; checkcast [Ljava/lang/Object;; aconst_null; aload 2
    invokestatic this.nabla$rowsMeet ([Ljava/lang/Object;[Ljava/lang/Object;[Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;)V
  L2:
    return";

/// An array that users pass to the method that is written.
pub struct Passed {
    /// What the user calls it.
    pub name: String,
    /// Its type.
    pub kind: ArrayKind,
    /// The local with the array.
    pub slot: u16,
    /// Whether its numbers may depend on the independents.
    pub carried: bool,
    /// Whether active values are stored into it.
    pub stored: bool,
    /// Whether anything is.
    pub written: bool,
    /// The local with its tangent array, where that is kept at entry.
    pub tangent: Option<u16>,
}

impl Passed {
    /// The parameter.
    pub fn held(&self) -> Held<'_> {
        let load = vec![Insn::Local(Opcode::Aload, self.slot)];
        Held { load, rank: self.kind.rank, name: &self.name }
    }

    /// All of them.
    pub fn all(homes: &Homes, subject: &Subject) -> Vec<Passed> {
        let Subject { primal, activity, .. } = *subject;
        let of = |(i, parameter): (usize, &Parameter)| {
            let slot = parameter.slot as usize;
            let useful = || activity.useful.before(0).is_some_and(|useful| useful.local(slot));
            let made = || homes.of(Position::Local(slot)).filter(|_| useful());
            let array = activity.flow.nodes.class(Node::parameter(i));
            Some(Passed {
                name: parameter.name.clone().unwrap_or_else(|| format!("arg{i}")),
                kind: ArrayKind::of(&parameter.descriptor)?,
                slot: parameter.slot,
                carried: activity.pattern.parameters[i] == Carry::Tangent,
                stored: array.stored,
                written: array.written,
                tangent: homes.given.get(&slot).copied().or_else(made),
            })
        };
        primal.signature.parameters.iter().enumerate().filter_map(of).collect()
    }
}

/// Throws if one array is passed as two parameters, or as one and as a row of another, something is stored into
/// it, and its two tangent arrays are not one: what is stored through the one name would not be seen through the
/// other.
pub fn parameters_apart(class: &mut ClassFile, all: &[Passed]) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    let load = |slot: u16| Insn::Local(Opcode::Aload, slot);
    for (i, a) in all.iter().enumerate() {
        for b in all[..i].iter().filter(|b| b.kind.float == a.kind.float) {
            let (stored, other) = match (a.carried, b.carried) {
                (true, true) if a.written || b.written => (a, b),
                (true, false) if a.stored || b.written => (a, b),
                (false, true) if b.stored || a.written => (b, a),
                _ => continue,
            };
            if a.kind == b.kind && a.carried && b.carried {
                let (Some(x), Some(y)) = (a.tangent, b.tangent) else { continue };
                insns.extend([a.slot, b.slot, x, y].map(load));
                insns.extend(one_tangent(class, &a.name, &b.name)?);
                insns.extend(rows_meet(class, [&a.held(), &b.held()], [Some(x), Some(y)])?);
                continue;
            }
            insns.extend(compared(class, &stored.held(), &other.held())?);
        }
    }
    Ok(insns)
}

/// Throws if what users give as the direction of an array is that of another one, too, or an array that is passed,
/// and something is stored into one of them: it is then stored into the other.
pub fn directions_apart(class: &mut ClassFile, homes: &Homes, all: &[Passed]) -> Result<Vec<Insn>> {
    let load = |slot: u16| Insn::Local(Opcode::Aload, slot);
    let direction = |passed: &Passed| homes.given.get(&(passed.slot as usize)).copied();
    let mut insns = Vec::new();
    for (i, a) in all.iter().enumerate() {
        let Some(x) = direction(a) else { continue };
        let meet =
            |b: &&Passed| a.kind == b.kind && [a, *b].iter().any(|passed| passed.stored || passed.written);
        for b in all.iter().filter(meet) {
            let what = format!("the direction of `{}` and `{}` are one array", a.name, b.name);
            insns.extend([load(x), load(b.slot), told(class, &what)?]);
            insns.push(Insn::Invoke(Opcode::Invokestatic, apart_method(class)?));
        }
        for b in all[..i].iter().filter(meet) {
            let Some(y) = direction(b) else { continue };
            let what = format!("`{}` and `{}` have one direction, and are two arrays", b.name, a.name);
            insns.extend([x, y, a.slot, b.slot].map(load));
            insns.extend([told(class, &what)?, Insn::Invoke(Opcode::Invokestatic, apart_if_two(class)?)]);
        }
    }
    Ok(insns)
}

/// The instruction that pushes what the exception says.
fn told(class: &mut ClassFile, what: &str) -> Result<Insn> {
    let name = class.name()?.replace('/', ".");
    Ok(Insn::Ldc(class.pool.add_string(&format!("{name}: {what}{MARK}"))?))
}

/// A place that has an array: what loads it, its rank, and what the user calls it.
pub struct Held<'s> {
    /// Loads the array.
    pub load: Vec<Insn>,
    /// 1 for `double[]`.
    pub rank: u8,
    /// What the user calls the place.
    pub name: &'s str,
}

/// Throws if the arrays are one, or the one a row of the other: what is stored through the first is not
/// seen through the second.
pub fn compared(class: &mut ClassFile, stored: &Held, other: &Held) -> Result<Vec<Insn>> {
    if stored.rank == other.rank {
        let throw = apart(class, stored.name, other.name)?;
        let rows = rows_meet(class, [stored, other], [None, None])?;
        return Ok([&stored.load[..], &other.load, &throw, &rows].concat());
    }
    let (rows, row) = if stored.rank > other.rank { (stored, other) } else { (other, stored) };
    let what = format!("`{}` is a row of `{}`", row.name, rows.name);
    let throw =
        [not_followed(class, &what, other.name)?, Insn::Invoke(Opcode::Invokestatic, rows_apart(class)?)];
    Ok([&rows.load[..], &row.load, &throw].concat())
}

/// Throws if two arrays of arrays have a row in common, and not its tangent.
fn rows_meet(class: &mut ClassFile, [a, b]: [&Held; 2], tangents: [Option<u16>; 2]) -> Result<Vec<Insn>> {
    if a.rank < 2 || b.rank < 2 {
        return Ok(Vec::new());
    }
    let what = format!("a row of `{}` is one of `{}`", a.name, b.name);
    let told = not_followed(class, &what, b.name)?;
    rows::meet(class, [&a.load, &b.load], tangents, told)
}

/// Throws if the arrays are one and the objects that hold them are two: what is stored into the first
/// is not seen through the second.
pub fn compared_unless(
    class: &mut ClassFile,
    stored: &Held,
    other: &Held,
    of_stored: &[Insn],
    of_other: &[Insn],
) -> Result<Vec<Insn>> {
    let what = format!("`{}` and `{}` are one array", stored.name, other.name);
    let throw =
        [not_followed(class, &what, other.name)?, Insn::Invoke(Opcode::Invokestatic, apart_if_two(class)?)];
    Ok([&stored.load[..], &other.load, of_stored, of_other, &throw].concat())
}

/// Throws if the first two arrays on the stack are one and the next two, their tangent arrays, are not.
fn one_tangent(class: &mut ClassFile, a: &str, b: &str) -> Result<[Insn; 2]> {
    let name = class.name()?.replace('/', ".");
    let what = format!("{name}: `{a}` and `{b}` are one array, and have two tangent arrays");
    let what = class.pool.add_string(&what)?;
    Ok([Insn::Ldc(what), Insn::Invoke(Opcode::Invokestatic, apart_if_two(class)?)])
}

/// The method that throws if the first two references on the stack are one and the next two are not.
fn apart_if_two(class: &mut ClassFile) -> Result<ConstIndex> {
    const DESCRIPTOR: &str =
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V";
    if !has_method(class, APART, DESCRIPTOR) {
        let insns = vec![
            Insn::Local(Opcode::Aload, 2),
            Insn::Local(Opcode::Aload, 3),
            Insn::Branch(Opcode::IfAcmpeq, Label(0)),
            Insn::Local(Opcode::Aload, 0),
            Insn::Local(Opcode::Aload, 1),
            Insn::Local(Opcode::Aload, 4),
            Insn::Invoke(Opcode::Invokestatic, apart_method(class)?),
            Insn::Op(Opcode::Return),
        ];
        let object = VerificationType::Object(class.pool.add_class("java/lang/Object")?);
        let text = VerificationType::Object(class.pool.add_class("java/lang/String")?);
        let locals = vec![object, object, object, object, text];
        let code = with_frames(class, insns, vec![7], vec![Frame { locals, stack: Vec::new() }], 5)?;
        add_static(class, APART, DESCRIPTOR, &code)?;
    }
    reference(class, APART, DESCRIPTOR)
}
