//! Arrays from outside that several places may hold: fields that the program itself gives an array
//! that is elsewhere too, in one call, and reads in a later one.
//!
//! Their tangent arrays are found by the arrays themselves: one class of the program keeps, for every
//! call of a method that users call, which tangent array belongs to which array, as long as somebody
//! remembers the call.

use super::arrays::{reference, with_frames};
use super::helpers::push_int;
use super::width::Width;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::output::{add_field, add_method, add_static, has_method};
use crate::program::classes::{ClassId, INTERFACE, STATIC};
use crate::program::solve::Program;
use nabla_classfile::{ClassFile, ConstIndex, Frame, Insn, Label, Opcode, VerificationType};

type Result<T> = std::result::Result<T, AdError>;

const OUTSIDE: &str = "nabla$outside";
const OUTSIDE_DESCRIPTOR: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
const HELD: &str = "nabla$held";
const KNOWN: &str = "nabla$given";
const MAP: &str = "java/util/Map";
const MAP_FIELD: &str = "Ljava/util/Map;";
const PUBLIC: u16 = 0x0001;
/// private static transient synthetic
const FIELD_FLAGS: u16 = 0x0002 | STATIC | 0x0080 | 0x1000;
/// static synchronized synthetic
const METHOD_FLAGS: u16 = STATIC | 0x0020 | 0x1000;

/// The class that keeps the arrays which the fields of `id`, or its methods, may share with others: a
/// public one for all, or one of the same package; one of which nobody can tell when it is initialised, if there is.
pub fn home(program: &Program, id: ClassId) -> Option<ClassId> {
    let package = |id: ClassId| program.classes.name(id).rsplit_once('/').map(|(p, _)| p.to_owned());
    let fits = |id: &ClassId| program.classes.get(*id).access & INTERFACE == 0;
    let sharing = program.sharing();
    let all = sharing.iter().copied().filter(fits);
    let is_told = |id: &ClassId| !program.classes.is_quiet(*id);
    let public = all.clone().filter(|s| program.classes.get(*s).access & PUBLIC != 0).min_by_key(is_told);
    public.or_else(|| all.filter(|s| package(*s) == package(id)).min_by_key(is_told))
}

fn map_call(class: &mut ClassFile, name: &str, descriptor: &str) -> Result<Insn> {
    Ok(Insn::Invoke(Opcode::Invokeinterface, class.pool.add_interface_method(MAP, name, descriptor)?))
}

/// Adds to its home the method `nabla$outside(array, tangent, call)`: the tangent array that belongs to
/// the array in this call, which is from then on `tangent` if there was none.
pub fn add_registry(class: &mut ClassFile) -> Result<()> {
    if has_method(class, OUTSIDE, OUTSIDE_DESCRIPTOR) {
        return Ok(());
    }
    let owner = class.name()?.into_owned();
    add_field(class, FIELD_FLAGS, OUTSIDE, MAP_FIELD)?;
    let field = class.pool.add_field(&owner, OUTSIDE, MAP_FIELD)?;
    let get = map_call(class, "get", "(Ljava/lang/Object;)Ljava/lang/Object;")?;
    let put = map_call(class, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")?;
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let store = |slot| Insn::Local(Opcode::Astore, slot);
    let mut make = |name: &str| -> Result<[Insn; 3]> {
        let new = Insn::Type(Opcode::New, class.pool.add_class(name)?);
        let init = class.pool.add_method(name, "<init>", "()V")?;
        Ok([new, Insn::Op(Opcode::Dup), Insn::Invoke(Opcode::Invokespecial, init)])
    };
    let (weak, identity) = (make("java/util/WeakHashMap")?, make("java/util/IdentityHashMap")?);
    let map = class.pool.add_class(MAP)?;
    let mut insns =
        vec![load(0), Insn::Branch(Opcode::Ifnonnull, Label(0)), load(1), Insn::Op(Opcode::Areturn)];
    let mut labels = vec![insns.len() as u32];
    insns.extend([
        Insn::Field(Opcode::Getstatic, field),
        store(3),
        load(3),
        Insn::Branch(Opcode::Ifnonnull, Label(1)),
    ]);
    insns.extend(weak);
    insns.extend([store(3), load(3), Insn::Field(Opcode::Putstatic, field)]);
    labels.push(insns.len() as u32);
    insns.extend([load(3), load(2), get.clone(), Insn::Type(Opcode::Checkcast, map), store(4), load(4)]);
    insns.push(Insn::Branch(Opcode::Ifnonnull, Label(2)));
    insns.extend(identity);
    insns.extend([store(4), load(3), load(2), load(4), put.clone(), Insn::Op(Opcode::Pop)]);
    labels.push(insns.len() as u32);
    insns.extend([load(4), load(0), get, store(5), load(5), Insn::Branch(Opcode::Ifnull, Label(3))]);
    insns.extend([load(5), Insn::Op(Opcode::Areturn)]);
    labels.push(insns.len() as u32);
    insns.extend([load(4), load(0), load(1), put, Insn::Op(Opcode::Pop), load(1), Insn::Op(Opcode::Areturn)]);
    let object = VerificationType::Object(class.pool.add_class("java/lang/Object")?);
    let map = VerificationType::Object(map);
    let all = [object, object, object, map, map, object];
    let frames = [3, 4, 5, 6].map(|n| Frame { locals: all[..n].to_vec(), stack: Vec::new() });
    let code = with_frames(class, insns, labels, frames.to_vec(), 6)?;
    add_method(class, METHOD_FLAGS | class.access & PUBLIC, OUTSIDE, OUTSIDE_DESCRIPTOR, &code)
}

fn outside(class: &mut ClassFile, home: &str) -> Result<Insn> {
    Ok(Insn::Invoke(Opcode::Invokestatic, class.pool.add_method(home, OUTSIDE, OUTSIDE_DESCRIPTOR)?))
}

/// The static method `nabla$held(array, call)`: the tangent array of an array from outside, and of its
/// rows.
pub fn held(class: &mut ClassFile, kind: ArrayKind, home: &str, width: Width) -> Result<ConstIndex> {
    let (array, tangent) = (kind.descriptor(), width.array(kind));
    let descriptor = format!("({array}{}){}", width.call(), tangent.descriptor());
    let index = reference(class, HELD, &descriptor)?;
    if has_method(class, HELD, &descriptor) {
        return Ok(index);
    }
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let mut insns = vec![load(0), Insn::Branch(Opcode::Ifnonnull, Label(0)), Insn::Op(Opcode::AconstNull)];
    insns.extend([Insn::Op(Opcode::Areturn), load(0), Insn::Op(Opcode::Arraylength)]);
    let mut labels = vec![4];
    insns.push(match tangent.row() {
        Some(row) => Insn::Type(Opcode::Anewarray, class.pool.add_class(&row.descriptor())?),
        None => Insn::NewArray(if kind.float { 6 } else { 7 }),
    });
    let cast = class.pool.add_class(&tangent.descriptor())?;
    insns.extend([Insn::Local(Opcode::Astore, 2), load(0), load(2), load(1), outside(class, home)?]);
    insns.extend([Insn::Type(Opcode::Checkcast, cast), Insn::Local(Opcode::Astore, 3)]);
    if let Some(row) = kind.row() {
        // One that was known has its rows.
        insns.extend([load(3), load(2), Insn::Branch(Opcode::IfAcmpne, Label(2))]);
        insns.extend([Insn::Op(Opcode::Iconst0), Insn::Local(Opcode::Istore, 4)]);
        labels.push(insns.len() as u32);
        insns.extend([Insn::Local(Opcode::Iload, 4), load(0), Insn::Op(Opcode::Arraylength)]);
        insns.push(Insn::Branch(Opcode::IfIcmpge, Label(2)));
        insns.extend([load(2), Insn::Local(Opcode::Iload, 4), load(0), Insn::Local(Opcode::Iload, 4)]);
        let held_row = held(class, row, home, width)?;
        insns.extend([Insn::Op(Opcode::Aaload), load(1), Insn::Invoke(Opcode::Invokestatic, held_row)]);
        insns.extend([Insn::Op(Opcode::Aastore), Insn::Iinc(4, 1), Insn::Branch(Opcode::Goto, Label(1))]);
        labels.push(insns.len() as u32);
    }
    insns.extend([load(3), Insn::Op(Opcode::Areturn)]);
    let call = VerificationType::Object(class.pool.add_class(width.call())?);
    let array = VerificationType::Object(class.pool.add_class(&array)?);
    let tangent = VerificationType::Object(cast);
    let all = [array, call, tangent, tangent, VerificationType::Integer];
    let frames =
        [2, 5, 4].map(|n| Frame { locals: all[..n].to_vec(), stack: Vec::new() })[..labels.len()].to_vec();
    let code = with_frames(class, insns, labels, frames, 5)?;
    add_static(class, HELD, &descriptor, &code)?;
    Ok(index)
}

/// The static method `nabla$given(array, tangent, call)`: says which tangent array a parameter comes
/// with, and its rows.
pub fn given(class: &mut ClassFile, kind: ArrayKind, home: &str, width: Width) -> Result<ConstIndex> {
    let (array, tangent) = (kind.descriptor(), width.array(kind).descriptor());
    let descriptor = format!("({array}{tangent}{})V", width.call());
    let index = reference(class, KNOWN, &descriptor)?;
    if has_method(class, KNOWN, &descriptor) {
        return Ok(index);
    }
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let int = |slot| Insn::Local(Opcode::Iload, slot);
    let mut insns = vec![load(0), load(1), load(2), outside(class, home)?, Insn::Op(Opcode::Pop)];
    let mut labels = Vec::new();
    if let Some(row) = kind.row() {
        insns.extend([load(0), Insn::Branch(Opcode::Ifnull, Label(1))]);
        insns.extend([load(1), Insn::Branch(Opcode::Ifnull, Label(1))]);
        insns.extend([push_int(&mut class.pool, 0)?, Insn::Local(Opcode::Istore, 3)]);
        labels.push(insns.len() as u32);
        insns.extend([int(3), load(0), Insn::Op(Opcode::Arraylength)]);
        insns.push(Insn::Branch(Opcode::IfIcmpge, Label(1)));
        let row = given(class, row, home, width)?;
        insns.extend([load(0), int(3), Insn::Op(Opcode::Aaload), load(1), int(3), Insn::Op(Opcode::Aaload)]);
        insns.extend([load(2), Insn::Invoke(Opcode::Invokestatic, row), Insn::Iinc(3, 1)]);
        insns.push(Insn::Branch(Opcode::Goto, Label(0)));
        labels.push(insns.len() as u32);
    }
    insns.push(Insn::Op(Opcode::Return));
    let array = VerificationType::Object(class.pool.add_class(&array)?);
    let tangent = VerificationType::Object(class.pool.add_class(&tangent)?);
    let call = VerificationType::Object(class.pool.add_class(width.call())?);
    let all = [array, tangent, call, VerificationType::Integer];
    let frames =
        [4, 3].map(|n| Frame { locals: all[..n].to_vec(), stack: Vec::new() })[..labels.len()].to_vec();
    let code = with_frames(class, insns, labels, frames, 4)?;
    add_static(class, KNOWN, &descriptor, &code)?;
    Ok(index)
}
