//! Instructions that may stand between the calls of a stream.

use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::{ClassFile, ConstIndex, Constant, Insn, MemberRef, Opcode};

/// The slots that an instruction takes and gives that has no effect but its value, and throws nothing
/// but what another of the chain would throw there: a `NullPointerException`.
pub fn effect(class: &ClassFile, insn: &Insn) -> Option<(u16, u16)> {
    use Opcode as O;
    let pool = &class.pool;
    Some(match insn {
        Insn::Local(op, _) => match op {
            O::Aload | O::Iload | O::Fload => (0, 1),
            O::Dload | O::Lload => (0, 2),
            _ => return None,
        },
        Insn::Push(..) => (0, 1),
        Insn::Ldc(index) => match pool.get(*index).ok()? {
            Constant::Integer(_) | Constant::Float(_) | Constant::String(_) => (0, 1),
            Constant::Double(_) | Constant::Long(_) => (0, 2),
            _ => return None,
        },
        Insn::Op(op) => match op {
            O::AconstNull | O::IconstM1 | O::Iconst0 | O::Iconst1 | O::Iconst2 | O::Iconst3 => (0, 1),
            O::Iconst4 | O::Iconst5 | O::Fconst0 | O::Fconst1 | O::Fconst2 => (0, 1),
            O::Lconst0 | O::Lconst1 | O::Dconst0 | O::Dconst1 => (0, 2),
            O::Iadd | O::Isub | O::Imul => (2, 1),
            O::Dadd | O::Dsub | O::Dmul | O::Ddiv => (4, 2),
            O::Ineg => (1, 1),
            O::Dneg => (2, 2),
            O::I2d | O::F2d => (1, 2),
            O::Dup => (1, 2),
            O::Pop => (1, 0),
            _ => return None,
        },
        Insn::Field(op, index) => {
            let field = pool.member_ref(*index).ok()?;
            let own = class.name().is_ok_and(|name| name == field.owner);
            match op {
                O::Getfield => (1, slots_of(&field.descriptor)),
                // Another class might begin to live here.
                O::Getstatic if own => (0, slots_of(&field.descriptor)),
                _ => return None,
            }
        }
        // By these, compilers make sure that the object of `object::method` is there.
        Insn::Invoke(O::Invokestatic, index) => {
            is(class, *index, "java/util/Objects", "requireNonNull").then_some((1, 1))?
        }
        Insn::Invoke(O::Invokevirtual, index) => {
            is(class, *index, "java/lang/Object", "getClass").then_some((1, 1))?
        }
        _ => return None,
    })
}

fn is(class: &ClassFile, index: ConstIndex, owner: &str, name: &str) -> bool {
    let one = |m: MemberRef| {
        m.owner == owner && m.name == name && split_descriptor(&m.descriptor).is_some_and(|d| d.0.len() < 2)
    };
    class.pool.member_ref(index).is_ok_and(one)
}
