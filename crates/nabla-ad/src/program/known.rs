//! Selected methods that have a rule: in the table, by name, or one that the user has written.
//!
//! A function has the same derivative whether it is called or selected: its rule's, never that of its
//! body, which looks up tables, bisects, or rounds by adding 2⁵² and taking it away again.
//! So such a method is read as if it called itself and did nothing else.

use super::classes::{INTERFACE, STATIC};
use crate::Request;
use crate::emit::coef::Real;
use crate::emit::homes::load;
use crate::rules::{self, Caller, Row, Rule, UserRules};
use crate::signature::{Signature, real_of, split_descriptor};
use nabla_classfile::{ClassFile, Code, CodeAttribute, ConstIndex, Insn, Label, Member, Opcode};

/// Adds what such methods among the selected ones call to the class's constants.
pub fn refer(class: &mut ClassFile, requests: &[Request], own: &UserRules) -> nabla_classfile::Result<()> {
    let owner = class.name()?.into_owned();
    for request in requests {
        if rule(class, &request.method, &request.descriptor, own)?.is_some() {
            match class.access & INTERFACE != 0 {
                true => class.pool.add_interface_method(&owner, &request.method, &request.descriptor)?,
                false => class.pool.add_method(&owner, &request.method, &request.descriptor)?,
            };
        }
    }
    Ok(())
}

/// The call of such a method as its code; `None` for others.
pub fn call<'a>(
    class: &ClassFile<'a>,
    member: &Member,
    signature: &Signature,
    body: &Code<'a>,
    own: &UserRules,
) -> nabla_classfile::Result<Option<Code<'a>>> {
    let (owner, name) = (class.name()?, class.pool.utf8(member.name)?);
    let descriptor = class.pool.utf8(member.descriptor)?;
    if member.access & STATIC == 0 || rule(class, &name, &descriptor, own)?.is_none() {
        return Ok(None);
    }
    let is_self = |index: &ConstIndex| {
        class.pool.member_ref(*index).is_ok_and(|m| {
            (&*m.owner, &*m.name, &*m.descriptor) == (&*owner, &*name, &*descriptor)
                && m.interface == (class.access & INTERFACE != 0)
        })
    };
    let Some(index) = (1..class.pool.len()).map(ConstIndex).find(is_self) else { return Ok(None) };
    let mut insns = Vec::new();
    for parameter in &signature.parameters {
        let op = match (parameter.real(), &*parameter.descriptor) {
            (Some(real), _) => load(real),
            (None, "J") => Opcode::Lload,
            (None, "I" | "S" | "B" | "C" | "Z") => Opcode::Iload,
            _ => Opcode::Aload,
        };
        insns.push(Insn::Local(op, parameter.slot));
    }
    insns.push(Insn::Invoke(Opcode::Invokestatic, index));
    insns.push(Insn::Op(if real_of(&signature.result) == Some(Real::Float) {
        Opcode::Freturn
    } else {
        Opcode::Dreturn
    }));
    // The line of the body's first instruction, for diagnostics.
    let lines = body.attributes.iter().find_map(|attribute| match attribute {
        CodeAttribute::LineNumbers { name, .. } => Some(*name),
        _ => None,
    });
    let lines = lines.zip(body.line_at(0));
    Ok(Some(Code {
        max_stack: signature.parameter_slots.max(2),
        max_locals: signature.parameter_slots,
        offsets: vec![0; insns.len()],
        insns,
        labels: vec![0],
        handlers: Vec::new(),
        attributes: lines
            .map(|(name, line)| CodeAttribute::LineNumbers { name, rows: vec![(Label(0), line)] })
            .into_iter()
            .collect(),
    }))
}

/// The method's rule, if it says what the derivative is for every operand.
fn rule(
    class: &ClassFile,
    name: &str,
    descriptor: &str,
    own: &UserRules,
) -> nabla_classfile::Result<Option<&'static Rule>> {
    let (owner, nest) = (class.name()?, class.nest_host()?);
    let from = Caller { name: &owner, nest: &nest };
    if let Some(rule) = own.find(from, &owner, name, descriptor) {
        let (types, _) = split_descriptor(descriptor).unwrap_or_default();
        let reals: Vec<bool> = types.iter().map(|ty| matches!(ty.as_str(), "D" | "F")).collect();
        return Ok(rule.ok().filter(|rule| rule.knows(&reals)));
    }
    let real = descriptor.ends_with(['D', 'F']);
    Ok(rules::lookup(&owner, name, descriptor).filter(|rule| match &rule.row {
        Row::Text | Row::Lost => false,
        _ => real && rule.knows(&vec![true; rule.operands.len()]),
    }))
}
