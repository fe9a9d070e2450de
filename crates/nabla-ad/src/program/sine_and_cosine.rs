//! `FastMath.sinCos` of Hipparchus, which gives both in one object: read as the calls of its `sin` and `cos`.
//!
//! Its own body reduces the argument with bit tricks and looks up tables, as those of `sin` and `cos` do, which
//! have a rule. All three compute the same steps, so that the numbers are the same, bit for bit.

use nabla_classfile::{ClassFile, Code, CodeAttribute, ConstIndex, Insn, Label, Member, Opcode};

const OWNER: &str = "org/hipparchus/util/FastMath";
const PAIR: &str = "org/hipparchus/util/SinCos";
const METHOD: (&str, &str) = ("sinCos", "(D)Lorg/hipparchus/util/SinCos;");

/// Makes room in the constant pool for what the method is read as.
pub fn refer(class: &mut ClassFile) {
    if class.name().is_ok_and(|name| name == OWNER) {
        // Where there is no room, the method is read as it is.
        let _ = class.pool.add_class(PAIR);
        let _ = class.pool.add_method(PAIR, "<init>", "(DD)V");
        for name in ["sin", "cos"] {
            let _ = class.pool.add_method(OWNER, name, "(D)D");
        }
    }
}

/// The code of that method as those calls; that of others as it is.
pub fn as_calls<'a>(class: &ClassFile, member: &Member, code: Code<'a>) -> Code<'a> {
    let is = |index, text| class.pool.is_text(index, text);
    let own = class.name().is_ok_and(|name| name == OWNER);
    if !own || !is(member.name, METHOD.0) || !is(member.descriptor, METHOD.1) {
        return code;
    }
    let method = |owner: &str, name: &str, descriptor: &str| {
        class.pool.methods(name, descriptor).find(|(_, of)| of == owner).map(|(index, _)| index)
    };
    let pair =
        (1..class.pool.len()).map(ConstIndex).find(|&i| class.pool.class_name(i).is_ok_and(|n| n == PAIR));
    let (Some(pair), Some(init)) = (pair, method(PAIR, "<init>", "(DD)V")) else { return code };
    let (Some(sin), Some(cos)) = (method(OWNER, "sin", "(D)D"), method(OWNER, "cos", "(D)D")) else {
        return code;
    };
    let load = || Insn::Local(Opcode::Dload, 0);
    let insns = vec![
        Insn::Type(Opcode::New, pair),
        Insn::Op(Opcode::Dup),
        load(),
        Insn::Invoke(Opcode::Invokestatic, sin),
        load(),
        Insn::Invoke(Opcode::Invokestatic, cos),
        Insn::Invoke(Opcode::Invokespecial, init),
        Insn::Op(Opcode::Areturn),
    ];
    let line = code.line_at(0);
    let lines = code.attributes.into_iter().find_map(|attribute| match attribute {
        CodeAttribute::LineNumbers { name, .. } => Some(name),
        _ => None,
    });
    let lines =
        lines.zip(line).map(|(name, line)| CodeAttribute::LineNumbers { name, rows: vec![(Label(0), line)] });
    Code {
        max_stack: 6,
        max_locals: 2,
        offsets: vec![0; insns.len()],
        insns,
        labels: vec![0],
        handlers: Vec::new(),
        attributes: lines.into_iter().collect(),
    }
}
