//! What is written of a function that can be serialised stays what it was: an object of a lambda's class gives the
//! description that one of the JVM's gives in its place, which programs read that have no derivatives as well. It is
//! read back by the class that has the lambda, which makes the function with its own `invokedynamic`.
//!
//! `java.lang.invoke.SerializedLambda` says what the description is made of.

use super::dispatch::straight;
use super::helpers::push_int;
use crate::AdError;
use crate::output::{add_method, has_method};
use crate::program::classes::{ClassId, Classes};
use crate::program::lambdas::Lambda;
use crate::program::synthesize::convert;
use nabla_classfile::{ClassFile, ConstantPool, Insn, Opcode, Result};

const DESCRIPTION: &str = "java/lang/invoke/SerializedLambda";
const NAME: &str = "writeReplace";
const DESCRIPTOR: &str = "()Ljava/lang/Object;";
/// `private final synthetic`, as the JVM's lambdas have it.
const ACCESS: u16 = 0x0002 | 0x0010 | 0x1000;

/// Adds the method that gives the description, if the lambda of this class can be serialised.
pub fn add_description(
    class: &mut ClassFile,
    classes: &Classes,
    host: ClassId,
    lambda: &Lambda,
) -> std::result::Result<(), AdError> {
    if !lambda.is_serialisable() || has_method(class, NAME, DESCRIPTOR) {
        return Ok(());
    }
    let own = class.name()?.into_owned();
    let pool = &mut class.pool;
    let mut insns = vec![Insn::Type(Opcode::New, pool.add_class(DESCRIPTION)?), Insn::Op(Opcode::Dup)];
    insns.push(Insn::Ldc(pool.add_class(&classes.name(host))?));
    let [taken, ..] = &*lambda.descriptors else { return Ok(()) };
    for text in [&lambda.interface, &lambda.method, taken] {
        insns.push(Insn::Ldc(pool.add_string(text)?));
    }
    insns.push(push_int(pool, lambda.kind.into())?);
    for text in [&declaring(classes, lambda), &lambda.name, &lambda.descriptor, &lambda.actual] {
        insns.push(Insn::Ldc(pool.add_string(text)?));
    }
    insns.extend(captured(pool, &own, lambda)?);
    let init = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;\
                Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V";
    insns.push(Insn::Invoke(Opcode::Invokespecial, pool.add_method(DESCRIPTION, "<init>", init)?));
    insns.push(Insn::Op(Opcode::Areturn));
    add_method(class, ACCESS, NAME, DESCRIPTOR, &straight(insns, 17, 1))
}

/// The class that has the method that the lambda calls: the lambda may name it by one below.
fn declaring(classes: &Classes, lambda: &Lambda) -> String {
    lambda.body(classes).map_or_else(|| lambda.owner.clone(), |method| classes.name(method.class))
}

/// `new Object[] { this.c0, … }`
fn captured(pool: &mut ConstantPool, own: &str, lambda: &Lambda) -> Result<Vec<Insn>> {
    const OBJECT: &str = "java/lang/Object";
    let count = push_int(pool, lambda.captured.len() as i32)?;
    let mut insns = vec![count, Insn::Type(Opcode::Anewarray, pool.add_class(OBJECT)?)];
    for (i, descriptor) in lambda.captured.iter().enumerate() {
        insns.extend([Insn::Op(Opcode::Dup), push_int(pool, i as i32)?, Insn::Local(Opcode::Aload, 0)]);
        insns.push(Insn::Field(Opcode::Getfield, pool.add_field(own, &format!("c{i}"), descriptor)?));
        insns.extend(convert(pool, descriptor, "Ljava/lang/Object;")?.unwrap_or_default());
        insns.push(Insn::Op(Opcode::Aastore));
    }
    Ok(insns)
}
