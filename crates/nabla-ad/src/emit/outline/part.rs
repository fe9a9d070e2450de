//! One part: the method that it becomes, and the call that takes its place.

use super::homes::PartHomes;
use super::live::Live;
use super::passed::{Known, Passed, passed};
use super::search::{Region, is_return};
use super::slots::Slots;
use super::tables::{add_tables, part_frames};
use super::values::{Sort, descriptor, slots};
use crate::AdError;
use crate::emit::arrays::reference;
use crate::emit::helpers::push_int;
use nabla_classfile::{ClassFile, Code, Insn, Member, Opcode};

/// A part, and what is left of it where it was.
pub struct Part<'a> {
    /// What takes its place.
    pub call: Vec<Insn>,
    /// The locals of the call beyond those of the method.
    pub scratch: u16,
    /// The stack that the call needs beyond that of the method.
    pub stack: u16,
    /// The type of its result, parameters, and arrays.
    pub descriptor: String,
    /// Its code.
    pub code: Code<'a>,
}

/// Cuts a region out of a method whose name and types are given; none if a value cannot be passed.
pub fn cut<'a>(
    class: &mut ClassFile<'a>,
    (owner, name): (&str, &str),
    code: &Code<'a>,
    region: &Region,
    live: &Live,
    (unnamed, known): (&Slots, &Known),
) -> Result<Option<Part<'a>>, AdError> {
    let Some(passed) = passed(code, region, live, unnamed, known) else { return Ok(None) };
    let body = &code.insns[region.start..region.end];
    let mut text = String::from("(");
    let mut end = 0;
    for kind in &passed.operands {
        text += &descriptor(kind);
        end += slots(kind);
    }
    let mut parameters = Vec::new();
    for (slot, kind) in &passed.locals {
        text += &descriptor(kind);
        parameters.push((*slot, end, slots(kind) == 2));
        end += slots(kind);
    }
    let first_array = end;
    for sort in passed.left.keys() {
        text += sort.array();
        end += 1;
    }
    text.push(')');
    let given = passed.result.as_ref().or(passed.returned.as_ref().map(|(_, kind)| kind));
    match region.returns {
        true => text += owner.rsplit_once(')').map_or("V", |(_, result)| result),
        false => text += &given.map_or("V".to_owned(), descriptor),
    }

    let homes = PartHomes::of(body, &parameters, end);
    let mut insns = Vec::new();
    for &(place, from, to) in &homes.moved {
        let Some(sort) = Sort::of(&passed.locals[place].1) else { return Ok(None) };
        insns.extend([sort.load(from), sort.store(to)]);
    }
    for home in passed.nulls.iter().filter_map(|slot| homes.of_slot(*slot)) {
        insns.extend([Insn::Op(Opcode::AconstNull), Insn::Local(Opcode::Astore, home)]);
    }
    let mut at = 0;
    for kind in &passed.operands {
        let Some(sort) = Sort::of(kind) else { return Ok(None) };
        insns.push(sort.load(at));
        at += slots(kind);
    }
    let prologue = insns.len();
    insns.extend(body.iter().map(|insn| homes.moved(insn)));
    if !region.returns {
        for (k, (sort, values)) in passed.left.iter().enumerate() {
            for (place, (slot, _)) in values.iter().enumerate() {
                let Some(home) = homes.of_slot(*slot) else { return Ok(None) };
                insns.push(Insn::Local(Opcode::Aload, first_array + k as u16));
                insns.push(push_int(&mut class.pool, place as i32)?);
                insns.extend([sort.load(home), sort.put()]);
            }
        }
        if let Some((slot, kind)) = &passed.returned {
            let (Some(sort), Some(home)) = (Sort::of(kind), homes.of_slot(*slot)) else { return Ok(None) };
            insns.push(sort.load(home));
        }
        insns.push(match given {
            Some(kind) => Sort::of(kind).map_or(Insn::Op(Opcode::Return), Sort::give),
            None => Insn::Op(Opcode::Return),
        });
    }

    let place = |at: u32| {
        let inside = region.start..=region.end;
        if inside.contains(&(at as usize)) { at - region.start as u32 + prologue as u32 } else { 0 }
    };
    let mut part = Code {
        max_stack: code.max_stack.saturating_add(8),
        max_locals: homes.end,
        offsets: vec![0; insns.len()],
        insns,
        labels: code.labels.iter().map(|&at| place(at)).collect(),
        handlers: Vec::new(),
        attributes: Vec::new(),
    };
    part.handlers.extend(code.handlers.iter().copied().filter(|handler| {
        let target = code.labels[handler.target.0 as usize] as usize;
        target > region.start && target < region.end
    }));
    let arrays = passed.left.keys().map(|sort| sort.frame(class)).collect::<Result<Vec<_>, _>>()?;
    let rows = part_frames(code, region, &homes, first_array, &arrays);
    add_tables(code, region, rows, &mut part);
    let call = call(class, code, region, &passed, name, &text)?;
    let scratch = passed.left.len() as u16;
    Ok(Some(Part { call, scratch, stack: end + 8, descriptor: text, code: part }))
}

/// The call, and what it does with what comes back.
fn call(
    class: &mut ClassFile,
    code: &Code,
    region: &Region,
    passed: &Passed,
    name: &str,
    text: &str,
) -> Result<Vec<Insn>, AdError> {
    let mut insns = Vec::new();
    for (slot, kind) in &passed.locals {
        insns.extend(Sort::of(kind).map(|sort| sort.load(*slot)));
    }
    for (k, (sort, values)) in passed.left.iter().enumerate() {
        insns.push(push_int(&mut class.pool, values.len() as i32)?);
        insns.push(sort.make(class)?);
        insns.push(Insn::Op(Opcode::Dup));
        insns.push(Insn::Local(Opcode::Astore, code.max_locals + k as u16));
    }
    insns.push(Insn::Invoke(Opcode::Invokestatic, reference(class, name, text)?));
    if region.returns {
        let give = code.insns[region.start..region.end].iter().find(|insn| is_return(insn));
        insns.extend(give.cloned());
    }
    if let Some((slot, kind)) = &passed.returned {
        insns.extend(Sort::of(kind).map(|sort| sort.store(*slot)));
    }
    for (k, (sort, values)) in passed.left.iter().enumerate() {
        for (place, (slot, kind)) in values.iter().enumerate() {
            insns.push(Insn::Local(Opcode::Aload, code.max_locals + k as u16));
            insns.push(push_int(&mut class.pool, place as i32)?);
            insns.push(sort.get());
            insns.extend(sort.cast(class, kind)?);
            insns.push(sort.store(*slot));
        }
    }
    for slot in &passed.left_null {
        insns.extend([Insn::Op(Opcode::AconstNull), Insn::Local(Opcode::Astore, *slot)]);
    }
    Ok(insns)
}

/// The flags of a part: private, static and synthetic, and strict where the method is.
pub fn access_of(class: &ClassFile, owner: &Member) -> u16 {
    let strict = if (46..=60).contains(&class.major) { owner.access & 0x0800 } else { 0 };
    0x0002 | 0x0008 | 0x1000 | strict
}
