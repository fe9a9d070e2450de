//! How a companion answers for the classes that were known: not through an overriding method, for
//! it has none, but by name, so that no class is loaded for it.

use nabla_classfile::{
    Code, CodeAttribute, ConstantPool, Frame, Insn, Label, Opcode, Result, VerificationType,
};

/// The code of `nabla$self(receiver)`: the receiver's class where it is one of `below` (binary names
/// with dots), else `own`, which then is another one.
pub fn known<'a>(pool: &mut ConstantPool, own: &str, below: &[String]) -> Result<Code<'a>> {
    let get_class = pool.add_method("java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
    let get_name = pool.add_method("java/lang/Class", "getName", "()Ljava/lang/String;")?;
    let equals = pool.add_method("java/lang/String", "equals", "(Ljava/lang/Object;)Z")?;
    let itself = pool.add_class(own)?;
    let mut insns = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Invoke(Opcode::Invokevirtual, get_class),
        Insn::Local(Opcode::Astore, 1),
    ];
    for name in below {
        insns.extend([
            Insn::Local(Opcode::Aload, 1),
            Insn::Invoke(Opcode::Invokevirtual, get_name),
            Insn::Ldc(pool.add_string(name)?),
            Insn::Invoke(Opcode::Invokevirtual, equals),
            Insn::Branch(Opcode::Ifne, Label(0)),
        ]);
    }
    insns.extend([Insn::Ldc(itself), Insn::Op(Opcode::Areturn)]);
    let mut attributes = Vec::new();
    let mut labels = Vec::new();
    if !below.is_empty() {
        labels.push(insns.len() as u32);
        insns.extend([Insn::Local(Opcode::Aload, 1), Insn::Op(Opcode::Areturn)]);
        let class = pool.add_class("java/lang/Class")?;
        let locals = vec![VerificationType::Object(itself), VerificationType::Object(class)];
        let frame = Frame { locals, stack: Vec::new() };
        attributes.push(CodeAttribute::Frames {
            name: pool.add_utf8("StackMapTable")?,
            rows: vec![(Label(0), frame)],
        });
    }
    let offsets = vec![0; insns.len()];
    Ok(Code { max_stack: 2, max_locals: 2, insns, offsets, labels, handlers: Vec::new(), attributes })
}
