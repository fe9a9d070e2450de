//! Calls of code that is not followed by which a program may read an array that went there before.

use crate::activity::fact::Fact;
use crate::program::instance::World;
use nabla_classfile::{ConstantPool, Insn, MemberRef};

/// How the names of classes of the JDK begin that read arrays for their users.
const READERS: &[&str] = &[
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/nio/",
    "java/util/PrimitiveIterator",
    "java/util/function/",
    "java/util/stream/",
];

/// Whether the call of code that is not followed may give numbers of such an array, or put it, as a row,
/// where it is given arrays.
pub fn may_read(world: &dyn World, pool: &ConstantPool, insn: &Insn, operands: &[Fact]) -> bool {
    let reads = match insn {
        Insn::Invoke(_, index) => {
            pool.member_ref(*index).is_ok_and(|member| !world.is_at_hand(&member.owner) || is_reader(&member))
        }
        _ => false,
    };
    reads || operands.iter().any(|operand| operand.array.is_some_and(|(_, kind)| kind.rank > 1))
}

/// Whether a method of the JDK reads arrays that it was not given.
pub fn is_reader(member: &MemberRef) -> bool {
    READERS.iter().any(|reader| member.owner.starts_with(reader)) && !is_new(member)
}

/// Whether the method makes an array, and reads none.
fn is_new(member: &MemberRef) -> bool {
    member.owner == "java/lang/reflect/Array" && member.name == "newInstance"
}
