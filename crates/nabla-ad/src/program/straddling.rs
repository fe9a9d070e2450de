//! A local of two slots of which the first is the last one of the parameters, as no compiler of Java numbers them:
//! between the two the derivative has parameters of its own.

use nabla_classfile::{ClassFile, Code, CodeAttribute, Insn, Opcode, VerificationType};

/// The same code with that local in slots of its own; so many slots have parameters.
pub fn without_straddling<'a>(class: &ClassFile, mut code: Code<'a>, parameters: u16) -> Code<'a> {
    let Some(slot) = parameters.checked_sub(1) else { return code };
    let to = code.max_locals;
    let mut found = false;
    for insn in &mut code.insns {
        if let Insn::Local(Opcode::Dload | Opcode::Dstore | Opcode::Lload | Opcode::Lstore, at) = insn
            && *at == slot
        {
            *at = to;
            found = true;
        }
    }
    if !found {
        return code;
    }
    code.max_locals += 2;
    for attribute in &mut code.attributes {
        match attribute {
            CodeAttribute::Frames { rows, .. } => {
                rows.iter_mut().for_each(|(_, frame)| move_type(&mut frame.locals, slot, to));
            }
            CodeAttribute::LocalVariables { rows, .. } => {
                let is_wide = |index| class.pool.utf8(index).is_ok_and(|d| d == "D" || d == "J");
                let moved = rows.iter_mut().filter(|row| row.slot == slot && is_wide(row.descriptor));
                moved.for_each(|row| row.slot = to);
            }
            _ => {}
        }
    }
    code
}

/// Moves the type of a wide local from one slot to another behind all.
fn move_type(locals: &mut Vec<VerificationType>, from: u16, to: u16) {
    let slots = |value: &VerificationType| match value {
        VerificationType::Double | VerificationType::Long => 2,
        _ => 1,
    };
    let begins = locals.iter().scan(0, |next, value| {
        let begin = *next;
        *next += slots(value);
        Some(begin)
    });
    let Some(at) = begins.zip(0..).find(|(begin, _)| *begin == from).map(|(_, at)| at) else { return };
    let moved = locals[at];
    if slots(&moved) == 2 {
        locals.splice(at..=at, [VerificationType::Top; 2]);
        let used: u16 = locals.iter().map(slots).sum();
        locals.extend((used..to).map(|_| VerificationType::Top));
        locals.push(moved);
    }
}
