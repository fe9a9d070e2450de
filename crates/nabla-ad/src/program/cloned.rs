//! `Object.clone` of an array, as Kotlin's compiler calls it: the method of the array's type, as that of Java calls it.
//!
//! The method that users call stays as it is; where it is differentiated its call names the array's type.

use crate::activity::fact::ArrayKind;
use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, Member, Opcode};
use nabla_flow::{Types, VType};

const CLONE: (&str, &str) = ("clone", "()Ljava/lang/Object;");

/// Makes room in the constant pool for the methods of those types.
pub fn refer(class: &mut ClassFile) {
    let Some(clone) = of(class, "java/lang/Object") else { return };
    let mut types = Vec::new();
    for member in &class.methods {
        let Ok(Some(code)) = class.code(member) else { continue };
        types.extend(of_arrays(class, member, &code, clone).into_iter().map(|(_, array)| array));
    }
    for array in types {
        // Where there is no room, the call stays one that is not followed.
        let _ = class.pool.add_method(&array, CLONE.0, CLONE.1);
    }
}

/// The same code with those calls.
pub fn with_types<'a>(class: &ClassFile, member: &Member, mut code: Code<'a>) -> Code<'a> {
    let Some(clone) = of(class, "java/lang/Object") else { return code };
    for (at, array) in of_arrays(class, member, &code, clone) {
        if let Some(own) = of(class, &array) {
            code.insns[at] = Insn::Invoke(Opcode::Invokevirtual, own);
        }
    }
    code
}

/// The method `clone` of a class or an array in the constant pool.
fn of(class: &ClassFile, owner: &str) -> Option<ConstIndex> {
    class.pool.methods(CLONE.0, CLONE.1).find(|(_, of)| of == owner).map(|(index, _)| index)
}

/// The calls of it for arrays of numbers, and the types of those.
fn of_arrays(class: &ClassFile, member: &Member, code: &Code, clone: ConstIndex) -> Vec<(usize, String)> {
    let call = Insn::Invoke(Opcode::Invokevirtual, clone);
    if !code.insns.contains(&call) {
        return Vec::new();
    }
    let Ok(types) = Types::compute(class, member, code) else { return Vec::new() };
    let array = |at: usize| match types.before(at)?.stack.last()? {
        VType::Object(name) if ArrayKind::of(name).is_some() => Some((at, name.to_string())),
        _ => None,
    };
    let calls = code.insns.iter().enumerate().filter(|(_, insn)| **insn == call);
    calls.filter_map(|(at, _)| array(at)).collect()
}
