//! How a companion answers for the classes that were known: not through an overriding method, for
//! it has none, but by name, so that no class is loaded for it.

use std::collections::BTreeSet;

use nabla_classfile::{
    Code, CodeAttribute, ConstantPool, Frame, Insn, Label, Opcode, Result, VerificationType,
};

/// What the names of the classes have that the JVM makes of lambdas.
const LAMBDA: &str = "$$Lambda";

/// Which classes are known.
pub struct Known {
    /// Those with these names.
    pub names: BTreeSet<String>,
    /// Hidden ones that were defined with these names.
    pub hidden: BTreeSet<String>,
    /// Lambdas of the JVM's own that are of this interface alone: they have its default methods.
    pub lambdas: bool,
}

/// The code of `nabla$self$…(receiver)`: the receiver's class where it is known (by names with dots), else
/// `own`, which then is another one.
pub fn known<'a>(pool: &mut ConstantPool, own: &str, below: &Known) -> Result<Code<'a>> {
    let get_class = pool.add_method("java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
    let itself = pool.add_class(own)?;
    let mut insns = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokevirtual, get_class),
        Insn::Local(Opcode::Astore, 1),
    ];
    for name in &below.names {
        insns.extend(named(pool, name, "equals", "(Ljava/lang/Object;)Z")?);
        insns.push(Insn::Branch(Opcode::Ifne, Label(0)));
    }
    for name in &below.hidden {
        // A slash and a number follow.
        insns.extend(named(pool, &format!("{name}/"), "startsWith", "(Ljava/lang/String;)Z")?);
        insns.push(Insn::Branch(Opcode::Ifne, Label(0)));
    }
    let mut labels = vec![0];
    if below.lambdas {
        let interfaces = pool.add_method("java/lang/Class", "getInterfaces", "()[Ljava/lang/Class;")?;
        let interfaces = [Insn::Local(Opcode::Aload, 1), Insn::Invoke(Opcode::Invokevirtual, interfaces)];
        insns.extend(named(pool, LAMBDA, "contains", "(Ljava/lang/CharSequence;)Z")?);
        insns.push(Insn::Branch(Opcode::Ifeq, Label(1)));
        insns.extend(interfaces.clone());
        insns.extend([Insn::Op(Opcode::Arraylength), Insn::Op(Opcode::Iconst1)]);
        insns.push(Insn::Branch(Opcode::IfIcmpne, Label(1)));
        insns.extend(interfaces);
        insns.extend([Insn::Op(Opcode::Iconst0), Insn::Op(Opcode::Aaload), Insn::Ldc(itself)]);
        insns.push(Insn::Branch(Opcode::IfAcmpeq, Label(0)));
        labels.push(insns.len() as u32);
    }
    insns.extend([Insn::Ldc(itself), Insn::Op(Opcode::Areturn)]);
    let mut attributes = Vec::new();
    if insns.iter().any(|insn| matches!(insn, Insn::Branch(..))) {
        labels[0] = insns.len() as u32;
        insns.extend([Insn::Local(Opcode::Aload, 1), Insn::Op(Opcode::Areturn)]);
        let class = pool.add_class("java/lang/Class")?;
        let locals = vec![VerificationType::Object(itself), VerificationType::Object(class)];
        let frame = Frame { locals, stack: Vec::new() };
        let rows = (0..labels.len() as u32).rev().map(|label| (Label(label), frame.clone()));
        attributes
            .push(CodeAttribute::Frames { name: pool.add_utf8("StackMapTable")?, rows: rows.collect() });
    } else {
        labels.clear();
    }
    let offsets = vec![0; insns.len()];
    Ok(Code { max_stack: 2, max_locals: 2, insns, offsets, labels, handlers: Vec::new(), attributes })
}

/// Leaves on the stack what a method of `String` says of the receiver's class name and a text.
fn named(pool: &mut ConstantPool, text: &str, method: &str, descriptor: &str) -> Result<[Insn; 4]> {
    let get_name = pool.add_method("java/lang/Class", "getName", "()Ljava/lang/String;")?;
    let method = pool.add_method("java/lang/String", method, descriptor)?;
    Ok([
        Insn::Local(Opcode::Aload, 1),
        Insn::Invoke(Opcode::Invokevirtual, get_name),
        Insn::Ldc(pool.add_string(text)?),
        Insn::Invoke(Opcode::Invokevirtual, method),
    ])
}
