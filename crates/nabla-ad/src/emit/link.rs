//! Lambdas that the program makes before a derivative runs – for a field in a constructor, for a constant – become
//! objects that have tangent methods: their `invokedynamic` stays where it is, and its bootstrap method is one
//! of the lambda's class, which makes such an object in place of one of the JVM's.
//!
//! What such an object captured is constant for derivatives, and so is what an object has that it captured:
//! `t -> t * this.k`. An array, its own or an object's, may be one that the derivative also gets from elsewhere, and
//! nothing looks for it behind a function: a lambda that may come to one stays what it was, which a derivative
//! calls with an exception.

use super::arrays::with_frames;
use super::serialised::add_description;
use crate::AdError;
use crate::output::{Outputs, VARARGS, add_method, has_method};
use crate::program::captures::captures_no_array;
use crate::program::classes::{ClassId, Classes};
use crate::program::lambdas::{
    ALT_METAFACTORY, ALT_METAFACTORY_DESCRIPTOR, FACTORY, METAFACTORY, factory_of, lambda, maker,
};
use crate::program::solve::Program;
use crate::program::synthesize::{INFIX, INVOKE_STATIC, MAKE};
use nabla_classfile::{ClassFile, ConstIndex, Constant, Frame, Insn, Label, Opcode, VerificationType};
use std::collections::BTreeSet;

/// The bootstrap methods of a lambda's class, of the same types as the JVM's.
const LINK: &str = "nabla$link";

/// An `invokedynamic` that makes such an object: the class that has it, its constant, and the lambda's class.
pub type Site = (ClassId, ConstIndex, ClassId);

/// Those of lambdas whose tangent methods a group of methods may call.
pub fn sites(program: &Program) -> Vec<Site> {
    let all = if program.classes.takes_place() { program.classes.lambda_sites() } else { Vec::new() };
    let classes = &program.classes;
    let is_one = |&(host, index, made): &Site| program.is_applied(made) && may_link(classes, host, index);
    all.into_iter().filter(is_one).collect()
}

/// Has the classes make such objects of lambdas whose classes are written.
pub fn link<'a>(
    program: &Program<'a>,
    outputs: &mut Outputs<'a>,
    sites: &BTreeSet<Site>,
) -> Result<(), AdError> {
    let written = outputs.lambdas(program);
    for &(host, index, made) in sites.iter().filter(|(_, _, made)| written.contains(made)) {
        let origin = program.classes.get(host);
        let Some((_, row)) = maker(origin, index) else { continue };
        let Some(lambda) = lambda(origin, index) else { continue };
        let (_, descriptor) = factory_of(&row);
        let output = &mut outputs.of(program, made).class;
        add_link(output, descriptor)?;
        add_description(output, &program.classes, host, &lambda)?;
        let name = output.name()?.into_owned();
        let class = &mut outputs.of(program, host).class;
        let Constant::InvokeDynamic { bootstrap: row, .. } = class.pool.get(index)? else { continue };
        bootstrap(class, row, &name, (LINK, descriptor))?;
    }
    Ok(())
}

/// Has the JVM make all lambdas of the class again.
///
/// # Errors
///
/// A damaged class.
pub fn unlink(class: &mut ClassFile) -> nabla_classfile::Result<()> {
    for (number, row) in (0..).zip(class.bootstrap_methods()?) {
        let Constant::MethodHandle { reference, .. } = class.pool.get(row.method)? else { continue };
        if class.pool.member_ref(reference)?.owner.contains(INFIX) {
            bootstrap(class, number, FACTORY, factory_of(&row))?;
        }
    }
    Ok(())
}

/// Makes a static method the bootstrap method of a row.
fn bootstrap(
    class: &mut ClassFile,
    row: u16,
    owner: &str,
    (name, descriptor): (&str, &str),
) -> nabla_classfile::Result<()> {
    let method = class.pool.add_method(owner, name, descriptor)?;
    let handle = class.pool.add_method_handle(INVOKE_STATIC, method)?;
    class.set_bootstrap_method(row, handle)
}

/// Whether the lambda comes to no array by what it captured, and no other one has its bootstrap method's row.
fn may_link(classes: &Classes, host: ClassId, index: ConstIndex) -> bool {
    let class = classes.get(host);
    let row = |index: ConstIndex| match class.pool.get(index) {
        Ok(Constant::InvokeDynamic { bootstrap, .. }) => Some(bootstrap),
        _ => None,
    };
    let others = (1..class.pool.len()).map(ConstIndex).filter(|other| *other != index);
    let Some((maker, _)) = maker(class, index) else { return false };
    // What an earlier run had made so stays so.
    let may = || lambda(class, index).is_some_and(|lambda| captures_no_array(classes, &lambda));
    (maker.name == LINK || [METAFACTORY, ALT_METAFACTORY].contains(&&*maker.name) && may())
        && others.into_iter().all(|other| row(other).is_none_or(|other| Some(other) != row(index)))
}

/// `MethodHandle make = caller.findStatic(Lambda.class, "make", type);
/// if (type.parameterCount() == 0) make = MethodHandles.constant(type.returnType(), make.invokeWithArguments());
/// return new ConstantCallSite(make);`
fn add_link(class: &mut ClassFile, descriptor: &str) -> Result<(), AdError> {
    const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
    const TYPE: &str = "java/lang/invoke/MethodType";
    const HANDLE: &str = "java/lang/invoke/MethodHandle";
    const SITE: &str = "java/lang/invoke/ConstantCallSite";
    if has_method(class, LINK, descriptor) {
        return Ok(());
    }
    let own = class.this_class;
    let pool = &mut class.pool;
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let find =
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
    let find = Insn::Invoke(Opcode::Invokevirtual, pool.add_method(LOOKUP, "findStatic", find)?);
    let count = Insn::Invoke(Opcode::Invokevirtual, pool.add_method(TYPE, "parameterCount", "()I")?);
    let result =
        Insn::Invoke(Opcode::Invokevirtual, pool.add_method(TYPE, "returnType", "()Ljava/lang/Class;")?);
    let invoke = pool.add_method(HANDLE, "invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;")?;
    let constant = "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;";
    let constant = pool.add_method("java/lang/invoke/MethodHandles", "constant", constant)?;
    let init = pool.add_method(SITE, "<init>", "(Ljava/lang/invoke/MethodHandle;)V")?;
    let mut insns = vec![load(0), Insn::Ldc(own), Insn::Ldc(pool.add_string(MAKE)?), load(2), find];
    insns.extend([Insn::Local(Opcode::Astore, 6), load(2), count, Insn::Branch(Opcode::Ifne, Label(0))]);
    insns.extend([load(2), result, load(6), Insn::Op(Opcode::Iconst0)]);
    insns.push(Insn::Type(Opcode::Anewarray, pool.add_class("java/lang/Object")?));
    insns.extend([Insn::Invoke(Opcode::Invokevirtual, invoke), Insn::Invoke(Opcode::Invokestatic, constant)]);
    insns.push(Insn::Local(Opcode::Astore, 6));
    let there = insns.len() as u32;
    insns.extend([Insn::Type(Opcode::New, pool.add_class(SITE)?), Insn::Op(Opcode::Dup), load(6)]);
    insns.extend([Insn::Invoke(Opcode::Invokespecial, init), Insn::Op(Opcode::Areturn)]);
    let given: &[&str] = match descriptor == ALT_METAFACTORY_DESCRIPTOR {
        true => &["[Ljava/lang/Object;"],
        false => &[TYPE, HANDLE, TYPE],
    };
    let locals = [LOOKUP, "java/lang/String", TYPE].iter().chain(given).map(|name| pool.add_class(name));
    let mut locals: Vec<VerificationType> =
        locals.map(|index| index.map(VerificationType::Object)).collect::<Result<_, _>>()?;
    locals.resize(6, VerificationType::Top);
    locals.push(VerificationType::Object(pool.add_class(HANDLE)?));
    let code = with_frames(class, insns, vec![there], vec![Frame { locals, stack: Vec::new() }], 7)?;
    // static synthetic: the class that has the lambda is one of the package. The other one takes what follows as an
    // array.
    let varargs = if descriptor == ALT_METAFACTORY_DESCRIPTOR { VARARGS } else { 0 };
    add_method(class, 0x1008 | varargs, LINK, descriptor, &code)
}
