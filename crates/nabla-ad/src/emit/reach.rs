//! What a class that stands for a lambda calls of the class that has the lambda, and could not reach
//! there: private methods.

use crate::AdError;
use crate::output::{Outputs, add_method, has_method};
use crate::program::classes::{ClassId, INTERFACE, PRIVATE, STATIC};
use crate::program::solve::Program;
use crate::signature::{give, load, slots_of, split_descriptor};
use nabla_classfile::{ClassFile, Code, Insn, Opcode};

/// Makes everything reachable that the methods of the class call.
pub fn reach<'a>(program: &Program<'a>, outputs: &mut Outputs<'a>, lambda: ClassId) -> Result<(), AdError> {
    let count = outputs.of(program, lambda).class.methods.len();
    for index in 0..count {
        let class = &outputs.of(program, lambda).class;
        let Some(mut code) = class.code(&class.methods[index])? else { continue };
        let own = class.name()?.into_owned();
        let mut changed = false;
        for insn in &mut code.insns {
            let Insn::Invoke(_, member) = insn else { continue };
            let class = &mut outputs.of(program, lambda).class;
            let member = class.pool.member_ref(*member)?;
            let (owner, name, descriptor) =
                (member.owner.into_owned(), member.name.into_owned(), member.descriptor.into_owned());
            let Some(id) = program.classes.find(&owner).filter(|_| owner != own) else { continue };
            let called = &mut outputs.of(program, id).class;
            let Some(bridge) = open(called, &owner, &name, &descriptor)? else { continue };
            let interface = called.access & INTERFACE != 0;
            let class = &mut outputs.of(program, lambda).class;
            let index = match interface {
                true => class.pool.add_interface_method(&owner, &bridge.0, &bridge.1)?,
                false => class.pool.add_method(&owner, &bridge.0, &bridge.1)?,
            };
            (*insn, changed) = (Insn::Invoke(Opcode::Invokestatic, index), true);
        }
        if changed {
            outputs.of(program, lambda).class.set_code(index, &code)?;
        }
    }
    Ok(())
}

/// Opens a private method to the package: static methods and constructors themselves, for those are
/// not overridden; others through a static method, whose name and descriptor this gives.
fn open(
    class: &mut ClassFile,
    owner: &str,
    name: &str,
    descriptor: &str,
) -> Result<Option<(String, String)>, AdError> {
    let found = class
        .methods
        .iter()
        .position(|m| class.pool.is_text(m.name, name) && class.pool.is_text(m.descriptor, descriptor));
    let Some(index) = found.filter(|&index| class.methods[index].access & PRIVATE != 0) else {
        return Ok(None);
    };
    // All that an interface has is public or private.
    let interface = class.access & INTERFACE != 0;
    let access = if interface { 0x0001 } else { 0 };
    let method = &mut class.methods[index];
    if method.access & STATIC != 0 || name == "<init>" {
        method.access = method.access & !PRIVATE | access;
        return Ok(None);
    }
    let bridge = (format!("nabla$call${name}"), format!("(L{owner};{}", descriptor.trim_start_matches('(')));
    if !has_method(class, &bridge.0, &bridge.1) {
        let called = match interface {
            true => class.pool.add_interface_method(owner, name, descriptor)?,
            false => class.pool.add_method(owner, name, descriptor)?,
        };
        let (parameters, result) = split_descriptor(descriptor).unwrap_or_default();
        let mut insns = vec![Insn::Local(Opcode::Aload, 0)];
        let mut slot = 1;
        for parameter in &parameters {
            insns.push(Insn::Local(load(parameter), slot));
            slot += slots_of(parameter);
        }
        insns.push(Insn::Invoke(Opcode::Invokespecial, called));
        insns.push(Insn::Op(give(&result)));
        let code = Code {
            max_stack: slot.max(2),
            max_locals: slot,
            offsets: vec![0; insns.len()],
            insns,
            labels: Vec::new(),
            handlers: Vec::new(),
            attributes: Vec::new(),
        };
        // static synthetic
        add_method(class, access | 0x1008, &bridge.0, &bridge.1, &code)?;
    }
    Ok(Some(bridge))
}
