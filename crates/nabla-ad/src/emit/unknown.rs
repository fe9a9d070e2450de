//! Arrays that come from where arrays are not followed: cast from objects, or given by code that is
//! not known. What they hold is constant, so the derivative throws if one of them is an array that the
//! method is passed and active values are stored through one of the names.

use super::apart::{Held, Passed, apart_method, compared, not_followed};
use super::arrays::{reference, with_frames};
use super::frames::Added;
use super::homes::Homes;
use super::lanes::assemble::add;
use super::parameters::{is_assigned, local};
use super::subject::Subject;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::activity::nodes::Node;
use crate::output::{add_static, has_method};
use crate::program::instance::Key;
use crate::program::primal::{Flow, Primal};
use crate::program::solve::Reach;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, ConstIndex, ConstantPool, Frame, Insn, Label, Opcode, VerificationType};
use std::borrow::Cow;
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, AdError>;

/// An array that an instruction gives.
#[derive(Clone, Copy)]
struct Unknown {
    kind: ArrayKind,
    /// Whether active values are stored into it.
    stored: bool,
}

/// What methods do with arrays of this type that come from where arrays are not followed.
#[derive(Clone, Copy, Default)]
pub struct Met {
    /// They get some.
    pub any: bool,
    /// They store active values into some.
    pub stored: bool,
}

/// The same for what a method calls, directly or by others: arrays of `double`, then of `float`.
pub fn met(subject: &Subject, reach: &Reach) -> Result<[Met; 2]> {
    let program = subject.program;
    let mut met = [Met::default(); 2];
    for Key { method, pattern } in program.meeting(reach, subject.primal.method) {
        let Some(primal) = program.primal(method)? else { continue };
        let pool = &program.classes.get(method.class).pool;
        let insns = primal.code.insns.iter().enumerate();
        let places: Vec<usize> = insns.filter(|(_, insn)| may_give(pool, insn)).map(|(at, _)| at).collect();
        // What is varied is computed only where it is asked for.
        if places.is_empty() {
            continue;
        }
        let flow = program.flow(&primal, &pattern);
        for array in places.into_iter().filter_map(|at| unknown(&primal, &flow, at)) {
            let met = &mut met[usize::from(array.kind.float)];
            met.any = true;
            met.stored |= array.stored;
        }
    }
    Ok(met)
}

/// Whether an instruction may give an array of numbers, by its type: a callee may give one as an object.
fn may_give(pool: &ConstantPool, insn: &Insn) -> bool {
    let given = match insn {
        Insn::Type(Opcode::Checkcast, ty) => pool.class_name(*ty).map(Cow::into_owned),
        Insn::Invoke(_, index) => pool.member_ref(*index).map(|member| result_of(&member.descriptor)),
        Insn::InvokeDynamic(index) => {
            pool.name_and_type(*index).map(|(_, descriptor)| result_of(&descriptor))
        }
        _ => return false,
    };
    given.is_ok_and(|given| ArrayKind::of(&given).is_some() || given == "Ljava/lang/Object;")
}

fn result_of(descriptor: &str) -> String {
    split_descriptor(descriptor).map(|(_, result)| result).unwrap_or_default()
}

/// The array that the instruction gives, where it comes from where arrays are not followed.
fn unknown(primal: &Primal, flow: &Flow, at: usize) -> Option<Unknown> {
    let gives = |insn: &Insn| {
        matches!(insn, Insn::Type(Opcode::Checkcast, _) | Insn::Invoke(..) | Insn::InvokeDynamic(_))
    };
    if !gives(&primal.code.insns[at]) {
        return None;
    }
    let (node, kind) = flow.varied.after(at)?.state.as_ref()?.stack.last()?.array?;
    let class = flow.nodes.class(node);
    let known = node != Node::site(at) || class.opaque.is_none();
    (!known).then_some(Unknown { kind, stored: class.stored })
}

/// An array of unknown origin, and those that the method is passed with which it is compared.
pub struct Comparison {
    at: usize,
    array: Unknown,
    others: Vec<Passed>,
}

impl Comparison {
    /// What is compared behind the instruction, if anything is.
    pub fn of(homes: &Homes, subject: &Subject, at: usize) -> Option<Comparison> {
        let array = unknown(subject.primal, &subject.activity.flow, at)?;
        let missed = |p: &Passed| p.kind.float == array.kind.float && (array.stored || p.carried && p.stored);
        let others: Vec<Passed> = Passed::all(homes, subject).into_iter().filter(missed).collect();
        (!others.is_empty()).then_some(Comparison { at, array, others })
    }

    /// The instructions that throw if the array, which this local has, is one that the method is passed,
    /// or a row of one, or has it as a row.
    pub fn throw<'a>(
        self,
        class: &mut ClassFile<'a>,
        homes: &Homes,
        subject: &Subject<'_, 'a>,
        local: u16,
    ) -> Result<Vec<Insn>> {
        let name = called(class, subject, self.at)?;
        let mut load = vec![Insn::Local(Opcode::Aload, local)];
        if self.array.kind.rank > 1 {
            // What `clone` gives is no array for the verifier before it is cast.
            load.push(Insn::Type(Opcode::Checkcast, class.pool.add_class("[Ljava/lang/Object;")?));
        }
        let held = Held { load, rank: self.array.kind.rank, name: &name };
        let mut insns = Vec::new();
        for mut passed in self.others {
            passed.slot = homes.entered.get(&passed.slot).copied().unwrap_or(passed.slot);
            insns.extend(match self.array.stored {
                true => compared(class, &held, &passed.held())?,
                false => compared(class, &passed.held(), &held)?,
            });
        }
        Ok(insns)
    }
}

/// Copies the arrays that are passed and compared, and that the method assigns other arrays to.
pub fn keep_entered(homes: &mut Homes, added: &mut Vec<Added>, subject: &Subject) -> Vec<Insn> {
    let code = &subject.primal.code;
    let lost: BTreeSet<(u16, ArrayKind)> = (0..code.insns.len())
        .filter_map(|at| Comparison::of(homes, subject, at))
        .flat_map(|comparison| comparison.others)
        .filter(|p| is_assigned(code, p.slot as usize))
        .map(|p| (p.slot, p.kind))
        .collect();
    let mut insns = Vec::new();
    for (slot, kind) in lost {
        let copy = local(homes, added, &kind.descriptor());
        insns.extend([Insn::Local(Opcode::Aload, slot), Insn::Local(Opcode::Astore, copy)]);
        homes.entered.insert(slot, copy);
    }
    insns
}

/// What the instruction is called in messages: by the call that the array comes from, or by its type.
fn called(class: &ClassFile, subject: &Subject, at: usize) -> Result<String> {
    let insns = &subject.primal.code.insns;
    let is_cast = matches!(insns[at], Insn::Type(..));
    for insn in [Some(&insns[at]), at.checked_sub(1).filter(|_| is_cast).map(|before| &insns[before])] {
        if let Some(Insn::Invoke(_, index)) = insn {
            return Ok(format!("{}()", class.pool.member_ref(*index)?.name));
        }
    }
    Ok("an object".to_owned())
}

/// Throws if an array that active values are stored into is passed as an object, too, or behind a buffer,
/// or an array of objects that has it is; or if one is passed behind a buffer and active values leave the
/// method.
pub fn objects_apart(class: &mut ClassFile, all: &[Passed], subject: &Subject) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    let signature = &subject.primal.signature;
    for (i, parameter) in signature.parameters.iter().enumerate() {
        let name = signature.label(i);
        let mut load = vec![Insn::Local(Opcode::Aload, parameter.slot)];
        if is_buffer(&parameter.descriptor) {
            load.push(Insn::Invoke(Opcode::Invokestatic, behind(class)?));
            for passed in all.iter().filter(|p| p.kind.rank == 1 && (p.carried && p.stored || loses(subject)))
            {
                let array = Held { load: load.clone(), rank: 1, name: &name };
                insns.extend(compared(class, &passed.held(), &array)?);
                let what = format!("`{name}` is read-only, and may show `{}`", passed.name);
                insns.extend([load[0].clone(), not_followed(class, &what, &name)?]);
                insns.push(Insn::Invoke(Opcode::Invokestatic, hidden(class)?));
            }
            continue;
        }
        let rank = parameter.descriptor.bytes().take_while(|&b| b == b'[').count();
        if !MAY_BE_ARRAYS.contains(&&parameter.descriptor[rank..]) {
            continue;
        }
        for passed in all.iter().filter(|p| p.carried && p.stored) {
            let rank = passed.kind.rank + u8::from(rank > 0);
            let object = Held { load: load.clone(), rank, name: &name };
            insns.extend(compared(class, &passed.held(), &object)?);
        }
    }
    Ok(insns)
}

/// The types besides those of arrays that an array has.
const MAY_BE_ARRAYS: [&str; 3] = ["Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"];

/// Whether an object of this type may read and write an array of numbers for its users.
fn is_buffer(descriptor: &str) -> bool {
    matches!(descriptor, "Ljava/nio/DoubleBuffer;" | "Ljava/nio/FloatBuffer;" | "Ljava/nio/Buffer;")
}

/// Whether active values go where they are not followed.
fn loses(subject: &Subject) -> bool {
    let varied = &subject.activity.flow.varied;
    let mut after = (0..subject.primal.code.insns.len()).filter_map(|at| varied.after(at));
    after.any(|facts| facts.gone().somewhere())
}

/// The method that throws if an array is behind a buffer that does not give it away.
fn hidden(class: &mut ClassFile) -> Result<ConstIndex> {
    const NAME: &str = "nabla$hidden";
    const DESCRIPTOR: &str = "(Ljava/nio/Buffer;Ljava/lang/String;)V";
    const TEXT: &str = "\
        aload 0; ifnull L1
        aload 0; invokevirtual java/nio/Buffer.isReadOnly ()Z; ifeq L1
        aload 0; invokevirtual java/nio/Buffer.isDirect ()Z; ifne L1
        aload 0; aload 0; aload 1
        invokestatic this.nabla$apart (Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V
      L1:
        return";
    if !has_method(class, NAME, DESCRIPTOR) {
        apart_method(class)?;
        add(class, NAME, DESCRIPTOR, TEXT.lines().map(str::trim))?;
    }
    reference(class, NAME, DESCRIPTOR)
}

/// The method that gives the array behind a buffer: `buffer != null && buffer.hasArray() ? buffer.array() : null`.
fn behind(class: &mut ClassFile) -> Result<ConstIndex> {
    const NAME: &str = "nabla$behind";
    const BUFFER: &str = "java/nio/Buffer";
    const DESCRIPTOR: &str = "(Ljava/nio/Buffer;)Ljava/lang/Object;";
    if !has_method(class, NAME, DESCRIPTOR) {
        let has = class.pool.add_method(BUFFER, "hasArray", "()Z")?;
        let array = class.pool.add_method(BUFFER, "array", "()Ljava/lang/Object;")?;
        let buffer = Insn::Local(Opcode::Aload, 0);
        let insns = vec![
            buffer.clone(),
            Insn::Branch(Opcode::Ifnull, Label(0)),
            buffer.clone(),
            Insn::Invoke(Opcode::Invokevirtual, has),
            Insn::Branch(Opcode::Ifeq, Label(0)),
            buffer,
            Insn::Invoke(Opcode::Invokevirtual, array),
            Insn::Op(Opcode::Areturn),
            Insn::Op(Opcode::AconstNull),
            Insn::Op(Opcode::Areturn),
        ];
        let locals = vec![VerificationType::Object(class.pool.add_class(BUFFER)?)];
        let code = with_frames(class, insns, vec![8], vec![Frame { locals, stack: Vec::new() }], 1)?;
        add_static(class, NAME, DESCRIPTOR, &code)?;
    }
    reference(class, NAME, DESCRIPTOR)
}
