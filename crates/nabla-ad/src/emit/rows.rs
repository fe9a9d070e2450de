//! Arrays of arrays of which two rows are one array: what is stored through the one is seen through the other.
//!
//! Tangent arrays that derivatives make have one row in both places, too. Those that users give may have two, and
//! rows of independents have a direction for each: then the derivative throws, if anything is stored.

use super::apart::{Passed, not_followed};
use super::arrays::reference;
use super::lanes::assemble::add;
use crate::AdError;
use crate::output::has_method;
use nabla_classfile::{ClassFile, ConstIndex, Insn, MemberRef, Opcode};

type Result<T> = std::result::Result<T, AdError>;

const SHARED: &str = "nabla$rows";
const SHARED_DESCRIPTOR: &str = "([Ljava/lang/Object;[Ljava/lang/Object;)V";
const SHARED_AMONG: &str = "([Ljava/lang/Object;[Ljava/lang/Object;Ljava/util/IdentityHashMap;)V";
const CHECKED: &str = "nabla$rowsApart";
const CHECKED_DESCRIPTOR: &str = "([Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;)V";
const MET: &str = "nabla$rowsMeet";
const MET_DESCRIPTOR: &str =
    "([Ljava/lang/Object;[Ljava/lang/Object;[Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;)V";
const LOOKED_UP: &str = "nabla$rowsIn";
const LOOKED_UP_DESCRIPTOR: &str =
    "([Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;Ljava/util/IdentityHashMap;ZZ)V";

/// Whether this is [`share`]'s method, of whichever class.
pub fn is_sharing(m: &MemberRef) -> bool {
    m.name == SHARED && m.descriptor == SHARED_DESCRIPTOR
}

/// The method that has the rows of the second array be one where those of the first are.
pub fn share(class: &mut ClassFile) -> Result<ConstIndex> {
    method(class, SHARED, SHARED_AMONG, SHARE_AMONG)?;
    method(class, SHARED, SHARED_DESCRIPTOR, SHARE)
}

/// Throws if two rows of an array that is passed are one array, anything is stored into its numbers, and its
/// tangent array has two rows there: what is stored through the one would not be seen through the other.
pub fn apart(class: &mut ClassFile, all: &[Passed]) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    for passed in all.iter().filter(|p| p.kind.rank > 1 && p.carried && (p.stored || p.written)) {
        let what = format!("two rows of `{}` are one array", passed.name);
        let tangent = passed.tangent.map_or(Insn::Op(Opcode::AconstNull), |t| Insn::Local(Opcode::Aload, t));
        insns.extend([Insn::Local(Opcode::Aload, passed.slot), tangent]);
        insns.push(not_followed(class, &what, &passed.name)?);
        method(class, LOOKED_UP, LOOKED_UP_DESCRIPTOR, LOOK_UP)?;
        let checked = method(class, CHECKED, CHECKED_DESCRIPTOR, CHECK)?;
        insns.push(Insn::Invoke(Opcode::Invokestatic, checked));
    }
    Ok(insns)
}

/// The instructions that throw if a row of one array is one of another, too, and has two tangent arrays there; the
/// tangent arrays are `None` where rows have none. The arrays themselves are compared elsewhere.
pub fn meet(
    class: &mut ClassFile,
    loads: [&[Insn]; 2],
    tangents: [Option<u16>; 2],
    told: Insn,
) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    for (array, tangent) in loads.into_iter().zip(tangents) {
        insns.extend_from_slice(array);
        insns.push(tangent.map_or(Insn::Op(Opcode::AconstNull), |t| Insn::Local(Opcode::Aload, t)));
    }
    insns.extend([told, Insn::Invoke(Opcode::Invokestatic, meeting(class)?)]);
    Ok(insns)
}

/// The method that does so.
pub fn meeting(class: &mut ClassFile) -> Result<ConstIndex> {
    method(class, LOOKED_UP, LOOKED_UP_DESCRIPTOR, LOOK_UP)?;
    method(class, MET, MET_DESCRIPTOR, MEET)
}

/// The method with these instructions.
fn method(class: &mut ClassFile, name: &str, descriptor: &str, text: &str) -> Result<ConstIndex> {
    if !has_method(class, name, descriptor) {
        add(class, name, descriptor, text.lines().map(str::trim))?;
    }
    reference(class, name, descriptor)
}

/// So many rows are compared with one another; more are looked up.
const SHARE: &str = "\
    aload 0; arraylength; push 24; if_icmpgt many
    aload 0; instanceof [[Ljava/lang/Object;; ifne many
    iconst_1; istore 2
  next:
    iload 2; aload 0; arraylength; if_icmpge done
    iconst_0; istore 3
  before:
    iload 3; iload 2; if_icmpge step
    aload 0; iload 2; aaload; aload 0; iload 3; aaload; if_acmpeq one
    iinc 3 1; goto before
  one:
    aload 1; iload 2; aload 1; iload 3; aaload; aastore
  step:
    iinc 2 1; goto next
  many:
    aload 0; aload 1
    new java/util/IdentityHashMap; dup; aload 0; arraylength; invokespecial java/util/IdentityHashMap.<init> (I)V
    invokestatic this.nabla$rows ([Ljava/lang/Object;[Ljava/lang/Object;Ljava/util/IdentityHashMap;)V
  done:
    return";

/// The rows that were met are in local 2, with their tangents. Most rows are met once: the first tangent of one that
/// is not is put back.
const SHARE_AMONG: &str = "\
    iconst_0; istore 3
  next:
    iload 3; aload 0; arraylength; if_icmpge done
    aload 0; iload 3; aaload; ifnull step
    aload 2; aload 0; iload 3; aaload; aload 1; iload 3; aaload
    invokevirtual java/util/IdentityHashMap.put (Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
    astore 4 Ljava/lang/Object;
    aload 4; ifnull new
    aload 2; aload 0; iload 3; aaload; aload 4
    invokevirtual java/util/IdentityHashMap.put (Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;; pop
    aload 1; iload 3; aload 4; aastore; goto step
  new:
    aload 0; iload 3; aaload; instanceof [Ljava/lang/Object;; ifeq step
    aload 0; iload 3; aaload; checkcast [Ljava/lang/Object;
    aload 1; iload 3; aaload; checkcast [Ljava/lang/Object;; aload 2
    invokestatic this.nabla$rows ([Ljava/lang/Object;[Ljava/lang/Object;Ljava/util/IdentityHashMap;)V
  step:
    iinc 3 1; goto next
  done:
    return";

/// The tangent array in local 1 is null where each row has one of its own; what to say is in local 2.
const CHECK: &str = "\
    aload 0; ifnull done
    aload 0; arraylength; push 24; if_icmpgt many
    aload 0; instanceof [[Ljava/lang/Object;; ifne many
    iconst_1; istore 3
  next:
    iload 3; aload 0; arraylength; if_icmpge done
    iconst_0; istore 4
  before:
    iload 4; iload 3; if_icmpge step
    aload 0; iload 3; aaload; aload 0; iload 4; aaload; if_acmpeq many
    iinc 4 1; goto before
  step:
    iinc 3 1; goto next
  many:
    aload 0; aload 1; aload 2
    new java/util/IdentityHashMap; dup; aload 0; arraylength; invokespecial java/util/IdentityHashMap.<init> (I)V
    iconst_1; iconst_1
    invokestatic this.nabla$rowsIn ([Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;Ljava/util/IdentityHashMap;ZZ)V
  done:
    return";

/// The first array and its tangents are in locals 0 and 1, the second in 2 and 3. Few rows are compared first.
const MEET: &str = "\
    aload 0; ifnull done
    aload 2; ifnull done
    aload 0; aload 2; if_acmpeq done
    aload 0; arraylength; push 24; if_icmpgt many
    aload 2; arraylength; push 24; if_icmpgt many
    aload 0; instanceof [[Ljava/lang/Object;; ifne many
    iconst_0; istore 5
  next:
    iload 5; aload 0; arraylength; if_icmpge done
    iconst_0; istore 6
  other:
    iload 6; aload 2; arraylength; if_icmpge step
    aload 0; iload 5; aaload; aload 2; iload 6; aaload; if_acmpeq many
    iinc 6 1; goto other
  step:
    iinc 5 1; goto next
  many:
    new java/util/IdentityHashMap; dup; aload 0; arraylength; invokespecial java/util/IdentityHashMap.<init> (I)V
    astore 7 Ljava/util/IdentityHashMap;
    aload 0; aload 1; aload 4; aload 7; iconst_0; iconst_1
    invokestatic this.nabla$rowsIn ([Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;Ljava/util/IdentityHashMap;ZZ)V
    aload 2; aload 3; aload 4; aload 7; iconst_1; iconst_0
    invokestatic this.nabla$rowsIn ([Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;Ljava/util/IdentityHashMap;ZZ)V
  done:
    return";

/// Goes over rows, whose tangents are in local 1: looks for them among those in local 3 where local 4 says so, which
/// have their tangents, and puts them there where local 5 does.
const LOOK_UP: &str = "\
    iconst_0; istore 6
  next:
    iload 6; aload 0; arraylength; if_icmpge done
    aload 0; iload 6; aaload; astore 7 Ljava/lang/Object;
    aload 7; ifnull step
    aconst_null; astore 8 Ljava/lang/Object;
    aload 1; ifnull look
    iload 6; aload 1; arraylength; if_icmpge look
    aload 1; iload 6; aaload; astore 8 Ljava/lang/Object;
  look:
    iload 4; ifeq note
    aload 3; aload 7; invokevirtual java/util/IdentityHashMap.containsKey (Ljava/lang/Object;)Z; ifeq note
    aload 1; ifnull throw
    aload 3; aload 7; invokevirtual java/util/IdentityHashMap.get (Ljava/lang/Object;)Ljava/lang/Object;
    aload 8; if_acmpeq step
  throw:
    new java/lang/IllegalStateException; dup; aload 2
    invokespecial java/lang/IllegalStateException.<init> (Ljava/lang/String;)V; athrow
  note:
    iload 5; ifeq within
    aload 3; aload 7; aload 8
    invokevirtual java/util/IdentityHashMap.put (Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;; pop
  within:
    aload 7; instanceof [Ljava/lang/Object;; ifeq step
    aload 7; checkcast [Ljava/lang/Object;; aload 8; checkcast [Ljava/lang/Object;
    aload 2; aload 3; iload 4; iload 5
    invokestatic this.nabla$rowsIn ([Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;Ljava/util/IdentityHashMap;ZZ)V
  step:
    iinc 6 1; goto next
  done:
    return";
