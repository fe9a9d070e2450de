//! Tangent arrays that objects keep from call to call: a scratch array in a field is there all the time,
//! and so is that of its tangents, which each call clears when it first needs it.
//!
//! What is kept was made for this field of this object, is the tangent array of nothing else in the
//! call that takes it, and never got to users:
//!
//! * a call that did not end, because it threw or because another began within it, may still use what
//!   was kept: a call says when it ends, in element 1 of the array that tells it from others;
//! * where a field is given an array, its tangents come from elsewhere, and what was kept is dropped;
//! * an array that is replaced within a call may still be in use, and is dropped;
//! * a copy of an object has the references of its original, so an object knows whose its arrays are;
//! * rows that were replaced belong to others, so that the rows themselves are kept apart;
//! * nothing is kept where users may be given an array of tangents, by a result or a row of a parameter.

use super::arrays::{like, reference, with_frames};
use super::fields::{Accessors, maker};
use super::helpers::push_double;
use super::homes::Homes;
use super::place::Sink;
use super::subject::Subject;
use super::width::Width;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::output::{add_static, has_method};
use crate::program::fields::{Field, FieldId};
use crate::program::solve::Program;
use nabla_classfile::{ClassFile, ConstIndex, Insn, Label, Opcode, VerificationType};

type Result<T> = std::result::Result<T, AdError>;

const KEPT: &str = "nabla$kept";
const KEEPER: &str = "nabla$keeper";
const OBJECT: &str = "Ljava/lang/Object;";

impl Accessors<'_, '_, '_, '_> {
    /// Whether the tangent array of the field is kept.
    pub(super) fn keeps(&self, field: &Field) -> bool {
        keeps(self.program, field, self.width)
    }

    /// The field for what is kept: the array, or one of arrays as it is given out, and its rows as they
    /// were made.
    pub(super) fn kept(&self, field: &Field) -> (String, String) {
        let (tangent, descriptor) = self.tangent(field);
        let of_rows = ArrayKind::of(&field.descriptor).is_some_and(|kind| kind.rank == 2);
        (format!("{tangent}$kept"), if of_rows { format!("[{descriptor}") } else { descriptor })
    }

    /// The fields that are needed for it.
    pub(super) fn kept_fields(&self) -> Vec<(String, String)> {
        let kept = self.fields.iter().filter(|field| self.keeps(field));
        let mut fields: Vec<_> = kept.map(|field| self.kept(field)).collect();
        if !self.is_static && !fields.is_empty() {
            fields.push((self.keeper(), OBJECT.into()));
        }
        fields
    }

    fn keeper(&self) -> String {
        self.beside(KEEPER)
    }

    /// The instructions that drop what is kept.
    pub(super) fn drop_kept(&mut self, field: &Field) -> Result<Vec<Insn>> {
        if !self.keeps(field) {
            return Ok(Vec::new());
        }
        let (name, descriptor) = self.kept(field);
        let mut insns = self.object();
        insns.push(Insn::Op(Opcode::AconstNull));
        insns.push(self.put(&name, &descriptor)?);
        Ok(insns)
    }

    /// Adds the instructions that drop everything where the call that the object remembers has not ended;
    /// they jump behind themselves, which is what they give.
    pub(super) fn drop_unfinished(&mut self, insns: &mut Vec<Insn>, end: Label) -> Result<Option<u32>> {
        if self.kept_fields().is_empty() {
            return Ok(None);
        }
        let call = self.get(&self.call_field(), self.call())?;
        insns.extend(call.iter().cloned());
        insns.push(Insn::Branch(Opcode::Ifnull, end));
        insns.extend(call);
        insns.extend([Insn::Op(Opcode::Iconst1), Insn::Op(Opcode::Daload), Insn::Op(Opcode::Dconst0)]);
        insns.extend([Insn::Op(Opcode::Dcmpl), Insn::Branch(Opcode::Ifne, end)]);
        self.drop_all(insns)?;
        Ok(Some(insns.len() as u32))
    }

    /// Adds the instructions that drop everything that an object has from the one it is a copy of; they
    /// jump behind themselves, which is what they give.
    pub(super) fn drop_of_others(&mut self, insns: &mut Vec<Insn>, end: Label) -> Result<Option<u32>> {
        if self.is_static {
            return Ok(None);
        }
        let (keeper, object) = (self.keeper(), self.object());
        insns.extend(self.get(&keeper, OBJECT)?);
        insns.extend(object.clone());
        insns.push(Insn::Branch(Opcode::IfAcmpeq, end));
        self.drop_all(insns)?;
        insns.extend([object.clone(), object].concat());
        insns.push(self.put(&keeper, OBJECT)?);
        Ok(Some(insns.len() as u32))
    }

    fn drop_all(&mut self, insns: &mut Vec<Insn>) -> Result<()> {
        for field in self.fields {
            insns.extend(self.drop_kept(field)?);
        }
        Ok(())
    }

    /// The instructions that push a tangent array of zeros for the array: the one that is kept, if it fits.
    pub(super) fn take_kept(&mut self, field: &Field, kind: ArrayKind, primal: &[Insn]) -> Result<Vec<Insn>> {
        let (name, descriptor) = self.kept(field);
        let get = self.get(&name, &descriptor)?;
        let mut insns = self.object();
        insns.extend(primal.iter().cloned());
        insns.extend(get);
        insns.push(Insn::Invoke(Opcode::Invokestatic, cleared(self.class, kind)?));
        // It is not read again: another thread may drop it meanwhile.
        insns.push(Insn::Op(if self.is_static { Opcode::Dup } else { Opcode::DupX1 }));
        insns.push(self.put(&name, &descriptor)?);
        if kind.rank == 2 {
            insns.extend([Insn::Op(Opcode::Iconst0), Insn::Op(Opcode::Aaload)]);
        }
        Ok(insns)
    }
}

fn keeps(program: &Program, field: &Field, width: Width) -> bool {
    width == Width::One
        && (field.is_static || program.may_last(field.class))
        && !field.linked
        && ArrayKind::of(&field.descriptor).is_some_and(|kind| kind.rank <= 2)
        && program.may_keep()
}

/// Emits what makes the tangent arrays of the object ready that the method may need and that are kept,
/// where users call it. Wherever else they are read they are there, and what makes them is never run: the
/// JIT leaves it out, and with it what its effects would be.
pub fn make_ready<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
) -> Result<()> {
    let Subject { program, primal, .. } = *subject;
    if !homes.tells_end || primal.signature.is_static {
        return Ok(());
    }
    let own = primal.method.class;
    let reach = subject.reach();
    let fields = program.fields_of(own);
    let followed = |field: &Field| field.active && !field.opaque;
    for (id, field) in fields.iter().filter(|(_, f)| followed(f) && !f.is_static) {
        // Where it may throw it is made only when it is needed.
        let compared =
            |(_, other): &(FieldId, Field)| !followed(other) && other.descriptor == field.descriptor;
        let throws = field.stored && fields.iter().any(compared);
        if !throws && program.uses(&reach, *id) && keeps(program, field, homes.width) {
            subject.accessed.borrow_mut().classes.insert((own, homes.width));
            let make = maker(&mut class.pool, program, field, homes.width)?;
            sink.insns.extend([0, homes.call].map(|slot| Insn::Local(Opcode::Aload, slot)));
            sink.insns.extend([Insn::Invoke(Opcode::Invokestatic, make), Insn::Op(Opcode::Pop)]);
        }
    }
    Ok(())
}

/// The method `nabla$kept(array, kept)`: what is kept, cleared, if it fits the array, else a new one.
fn cleared(class: &mut ClassFile, kind: ArrayKind) -> Result<ConstIndex> {
    let array = kind.descriptor();
    let kept = if kind.rank == 2 { format!("[{array}") } else { array.clone() };
    let descriptor = format!("({array}{kept}){kept}");
    if !has_method(class, KEPT, &descriptor) {
        let types = [&array, &kept].map(|name| class.pool.add_class(name));
        let [array, kept] = types;
        let locals = [VerificationType::Object(array?), VerificationType::Object(kept?)];
        let code = match kind.row() {
            None => of_numbers(class, kind, locals)?,
            Some(row) => of_rows(class, row, locals)?,
        };
        add_static(class, KEPT, &descriptor, &code)?;
    }
    reference(class, KEPT, &descriptor)
}

type Code<'a> = nabla_classfile::Code<'a>;

/// `if (a == null || kept == null || kept.length != a.length) return like(a); fill(kept, 0); return kept;`
fn of_numbers<'a>(
    class: &mut ClassFile<'a>,
    kind: ArrayKind,
    locals: [VerificationType; 2],
) -> Result<Code<'a>> {
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let fill = if kind.float { "([FF)V" } else { "([DD)V" };
    let fill = class.pool.add_method("java/util/Arrays", "fill", fill)?;
    let zero = if kind.float { Insn::Op(Opcode::Fconst0) } else { push_double(&mut class.pool, 0.0)? };
    let like = like(class, kind, Width::One)?;
    let mut insns = if_other_length();
    insns.extend([load(1), zero, Insn::Invoke(Opcode::Invokestatic, fill), load(1)]);
    insns.push(Insn::Op(Opcode::Areturn));
    let other = insns.len() as u32;
    insns.extend([load(0), Insn::Invoke(Opcode::Invokestatic, like), Insn::Op(Opcode::Areturn)]);
    let frame = nabla_classfile::Frame { locals: locals.to_vec(), stack: Vec::new() };
    with_frames(class, insns, vec![other], vec![frame], 2)
}

/// Jumps to label 0 where the array or what is kept is null, or their lengths differ.
fn if_other_length() -> Vec<Insn> {
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    vec![
        load(0),
        Insn::Branch(Opcode::Ifnull, Label(0)),
        load(1),
        Insn::Branch(Opcode::Ifnull, Label(0)),
        load(1),
        Insn::Op(Opcode::Arraylength),
        load(0),
        Insn::Op(Opcode::Arraylength),
        Insn::Branch(Opcode::IfIcmpne, Label(0)),
    ]
}

/// `kept[0]` is given out and `kept[1]` is not:
/// `if (kept == null || kept[0].length != a.length) kept = new double[][][] {new double[a.length][], new …};`
/// `for (int i = 0; i < a.length; i++) kept[0][i] = kept[1][i] = kept(a[i], kept[1][i]); return kept;`
fn of_rows<'a>(class: &mut ClassFile<'a>, row: ArrayKind, locals: [VerificationType; 2]) -> Result<Code<'a>> {
    let load = |slot| Insn::Local(Opcode::Aload, slot);
    let (index, length) = (Insn::Local(Opcode::Iload, 2), Insn::Op(Opcode::Arraylength));
    let (zero, one, get) = (Insn::Op(Opcode::Iconst0), Insn::Op(Opcode::Iconst1), Insn::Op(Opcode::Aaload));
    let row_type = class.pool.add_class(&row.descriptor())?;
    let rows_type = class.pool.add_class(&format!("[{}", row.descriptor()))?;
    let cleared = cleared(class, row)?;
    let mut insns = vec![load(1), Insn::Branch(Opcode::Ifnull, Label(0)), load(1), zero.clone(), get.clone()];
    insns.extend([length.clone(), load(0), length.clone(), Insn::Branch(Opcode::IfIcmpeq, Label(1))]);
    let mut labels = vec![insns.len() as u32];
    insns.extend([Insn::Op(Opcode::Iconst2), Insn::Type(Opcode::Anewarray, rows_type)]);
    insns.push(Insn::Local(Opcode::Astore, 1));
    for at in [&zero, &one] {
        insns.extend([load(1), at.clone(), load(0), length.clone()]);
        insns.extend([Insn::Type(Opcode::Anewarray, row_type), Insn::Op(Opcode::Aastore)]);
    }
    labels.push(insns.len() as u32);
    insns.extend([zero.clone(), Insn::Local(Opcode::Istore, 2)]);
    labels.push(insns.len() as u32);
    insns.extend([index.clone(), load(0), length, Insn::Branch(Opcode::IfIcmpge, Label(3))]);
    insns.extend([load(1), zero, get.clone(), index.clone()]);
    insns.extend([load(1), one.clone(), get.clone(), index.clone()]);
    insns.extend([load(0), index.clone(), get.clone(), load(1), one, get.clone(), index, get]);
    // array, index, array, index, row: the row is stored into both.
    insns.extend([Insn::Invoke(Opcode::Invokestatic, cleared), Insn::Op(Opcode::DupX2)]);
    insns.extend([Insn::Op(Opcode::Aastore), Insn::Op(Opcode::Aastore)]);
    insns.extend([Insn::Iinc(2, 1), Insn::Branch(Opcode::Goto, Label(2))]);
    labels.push(insns.len() as u32);
    insns.extend([load(1), Insn::Op(Opcode::Areturn)]);
    let frame =
        |locals: &[VerificationType]| nabla_classfile::Frame { locals: locals.to_vec(), stack: Vec::new() };
    let looping = [locals[0], locals[1], VerificationType::Integer];
    let frames = vec![frame(&locals), frame(&locals), frame(&looping), frame(&looping)];
    let mut code = with_frames(class, insns, labels, frames, 3)?;
    code.max_stack = 8;
    Ok(code)
}
