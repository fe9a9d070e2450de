//! Arrays that come from outside, in fields and parameters: two places may hold one and the same.
//!
//! Where both have a tangent, they are given one tangent array. Where active values are stored into
//! the one and the other has none, because the analysis held them apart, the derivative throws: what
//! is read through the other would be taken for constant. Looked at are the fields of one class, and
//! the parameters of a method that users call beside the fields of its own class.

use super::apart::{Passed, apart, directions_apart, parameters_apart};
use super::arrays::{like, shared, with_frames};
use super::captured::captured_apart;
use super::elsewhere::elsewhere;
use super::fields::{Accessors, generation, getter, maker, maker_name, receiver, setter};
use super::homes::Homes;
use super::place::Sink;
use super::registry::{given, held, home};
use super::rows;
use super::subject::Subject;
use super::unknown::objects_apart;
use super::width::Width;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::program::classes::PRIVATE;
use crate::program::fields::Field;
use crate::program::solve::Program;
use nabla_classfile::{ClassFile, ConstantPool, Insn, Label, Opcode};

type Result<T> = std::result::Result<T, AdError>;

impl Accessors<'_, '_, '_, '_> {
    /// Gives the tangent array, if there is one of this call that fits; what is seldom done is apart, so that
    /// the rest is small.
    pub(super) fn array_getter(&mut self, field: &Field, get: &[Insn]) -> Result<(Vec<Insn>, Vec<u32>)> {
        let (call, tangent) = (self.first(), self.first() + 1);
        let primal = self.get(&field.name, &field.descriptor)?;
        // It is read before the call it belongs to, and once: another thread may claim the object meanwhile.
        let mut insns = get.to_vec();
        insns.push(Insn::Local(Opcode::Astore, tangent));
        insns.extend(self.if_stale(Label(0))?);
        insns.push(Insn::Local(Opcode::Aload, tangent));
        insns.push(Insn::Branch(Opcode::Ifnull, Label(0)));
        // One that only constructors assign is the one for which the tangent array was made.
        if !self.program.is_final(field) {
            insns.extend(primal.clone());
            insns.push(Insn::Branch(Opcode::Ifnull, Label(0)));
            insns.extend(primal);
            insns.push(Insn::Op(Opcode::Arraylength));
            insns.push(Insn::Local(Opcode::Aload, tangent));
            insns.push(Insn::Op(Opcode::Arraylength));
            insns.push(Insn::Branch(Opcode::IfIcmpne, Label(0)));
        }
        insns.push(Insn::Local(Opcode::Aload, tangent));
        insns.push(Insn::Op(Opcode::Areturn));
        let seldom = insns.len() as u32;
        insns.extend(self.object());
        insns.push(Insn::Local(Opcode::Aload, call));
        let make = maker(&mut self.class.pool, self.program, field, self.width)?;
        insns.extend([Insn::Invoke(Opcode::Invokestatic, make), Insn::Op(Opcode::Areturn)]);
        Ok((insns, vec![seldom]))
    }

    /// The method `nabla$make$k(object, call)`: the tangent array of an array that came from outside is zeros
    /// of its present length. Where other threads have one made for the same object, and nothing is
    /// stored through any, whichever they get is right.
    pub(super) fn array_maker(&mut self, field: &Field, kind: ArrayKind, get: &[Insn]) -> Result<()> {
        let (call, kept) = (self.first(), self.first() + 1);
        let primal = self.get(&field.name, &field.descriptor)?;
        let (tangent, descriptor) = self.tangent(field);
        let put = self.put(&tangent, &descriptor)?;
        let mut insns = self.freshen(call)?;
        insns.extend(primal.clone());
        insns.push(Insn::Branch(Opcode::Ifnonnull, Label(0)));
        insns.extend([Insn::Op(Opcode::AconstNull), Insn::Op(Opcode::Areturn)]);
        let there = insns.len() as u32;
        insns.extend(get.iter().cloned());
        insns.push(Insn::Local(Opcode::Astore, kept));
        insns.push(Insn::Local(Opcode::Aload, kept));
        insns.push(Insn::Branch(Opcode::Ifnull, Label(1)));
        insns.push(Insn::Local(Opcode::Aload, kept));
        insns.push(Insn::Op(Opcode::Arraylength));
        insns.extend(primal.clone());
        insns.push(Insn::Op(Opcode::Arraylength));
        insns.push(Insn::Branch(Opcode::IfIcmpeq, Label(2)));
        let mut labels = vec![there, insns.len() as u32, 0];
        insns.extend(self.apart(field, &primal)?);
        if self.keeps(field) {
            let end = Label(labels.len() as u32);
            labels.extend(self.drop_of_others(&mut insns, end)?);
            // One of this call, of another length, may still be in use.
            let end = Label(labels.len() as u32);
            insns.push(Insn::Local(Opcode::Aload, kept));
            insns.push(Insn::Branch(Opcode::Ifnull, end));
            insns.extend(self.drop_kept(field)?);
            labels.push(insns.len() as u32);
        }
        match home(self.program, field.class).filter(|_| field.linked) {
            Some(home) => {
                let held = held(self.class, kind, &self.program.classes.name(home), self.width)?;
                insns.extend(primal.clone());
                insns.push(Insn::Local(Opcode::Aload, call));
                insns.push(Insn::Invoke(Opcode::Invokestatic, held));
            }
            None if self.keeps(field) => insns.extend(self.take_kept(field, kind, &primal)?),
            None => {
                insns.extend(primal.clone());
                insns.push(Insn::Invoke(Opcode::Invokestatic, like(self.class, kind, self.width)?));
            }
        }
        insns.extend(self.together(field, kind, &primal)?);
        insns.push(Insn::Local(Opcode::Astore, kept));
        insns.extend(self.object());
        insns.push(Insn::Local(Opcode::Aload, kept));
        insns.push(put);
        labels[2] = insns.len() as u32;
        insns.push(Insn::Local(Opcode::Aload, kept));
        insns.push(Insn::Op(Opcode::Areturn));
        let mut frames = vec![self.frame(&[self.call(), &descriptor])?; labels.len()];
        frames[0] = self.frame(&[self.call()])?;
        let code = with_frames(self.class, insns, labels, frames, call + 2)?;
        let (name, descriptor) = maker_name(self.program, field, self.width);
        self.add(PRIVATE, &name, &descriptor, &code)
    }

    /// Throws if a field without a tangent holds the array of this one.
    fn apart(&mut self, field: &Field, primal: &[Insn]) -> Result<Vec<Insn>> {
        let mut insns = Vec::new();
        let others = self.others;
        for other in others.iter().filter(|o| field.stored && sees(field, o)) {
            if !self.program.uses_both(field, other) {
                continue;
            }
            insns.extend(primal.iter().cloned());
            insns.extend(load_field(&mut self.class.pool, self.program.classes.name(other.class), other)?);
            insns.extend(apart(self.class, &field.name, &other.name)?);
        }
        Ok(insns)
    }

    /// Puts the tangent array of a field that holds the same array in place of the one on the stack.
    fn together(&mut self, field: &Field, kind: ArrayKind, primal: &[Insn]) -> Result<Vec<Insn>> {
        let mut insns = Vec::new();
        let all = self.all;
        for other in all.iter().filter(|o| o.index != field.index && sees(field, o)) {
            insns.extend(primal.iter().cloned());
            insns.extend(load_field(&mut self.class.pool, self.program.classes.name(other.class), other)?);
            if other.is_static && !field.is_static {
                insns.push(Insn::Local(Opcode::Aload, self.first()));
                let get = getter(&mut self.class.pool, self.program, other, self.width)?;
                insns.push(Insn::Invoke(Opcode::Invokestatic, get));
            } else {
                let (tangent, descriptor) = self.tangent(other);
                insns.extend(self.get(&tangent, &descriptor)?);
            }
            insns.push(Insn::Invoke(Opcode::Invokestatic, shared(self.class, kind, self.width)?));
        }
        Ok(insns)
    }

    /// The method `nabla$pass$k(object, array, tangent, call)`: where the field holds the array that
    /// is passed, it is given its tangent array.
    pub(super) fn passer(&mut self, field: &Field) -> Result<()> {
        let array = self.first();
        let mut insns = vec![
            Insn::Local(Opcode::Aload, array),
            Insn::Branch(Opcode::Ifnull, Label(0)),
            Insn::Local(Opcode::Aload, array),
        ];
        insns.extend(self.get(&field.name, &field.descriptor)?);
        insns.push(Insn::Branch(Opcode::IfAcmpne, Label(0)));
        insns.extend(self.object());
        insns.push(Insn::Local(Opcode::Aload, array + 1));
        insns.push(Insn::Local(Opcode::Aload, array + 2));
        let set = setter(&mut self.class.pool, self.program, field, self.width)?;
        insns.push(Insn::Invoke(Opcode::Invokestatic, set));
        let end = insns.len() as u32;
        insns.push(Insn::Op(Opcode::Return));
        let (_, tangent) = self.tangent(field);
        let frame = self.frame(&[&field.descriptor, &tangent, self.width.call()])?;
        let code = with_frames(self.class, insns, vec![end], vec![frame], array + 3)?;
        let (name, descriptor) = passer(self.program, field, self.width);
        self.add(self.access(field), &name, &descriptor, &code)
    }
}

/// Whether the accessor of one field can read the other, of the same type.
fn sees(field: &Field, other: &Field) -> bool {
    other.descriptor == field.descriptor && (other.is_static || !field.is_static)
}

fn passer(program: &Program, field: &Field, width: Width) -> (String, String) {
    let name = format!("nabla$pass${}{}", field.name, generation(program, field.class));
    let receiver = receiver(&program.classes.name(field.class), field);
    let (array, call) = (&field.descriptor, width.call());
    (name, format!("({receiver}{array}{}{call})V", width.tangent(array)))
}

/// Reads a field of `this`, or of its class.
fn load_field(pool: &mut ConstantPool, owner: String, field: &Field) -> Result<Vec<Insn>> {
    let index = pool.add_field(&owner, &field.name, &field.descriptor)?;
    Ok(match field.is_static {
        true => vec![Insn::Field(Opcode::Getstatic, index)],
        false => vec![Insn::Local(Opcode::Aload, 0), Insn::Field(Opcode::Getfield, index)],
    })
}

/// Emits what a method that users call does about its array parameters and the fields of its class,
/// before anything is computed.
pub fn keep_apart<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
) -> Result<()> {
    let Subject { program, primal, .. } = *subject;
    let own = primal.method.class;
    let owner = program.classes.name(own);
    let reach = subject.reach();
    let mut fields = program.fields_of(own);
    fields.retain(|(id, f)| (f.is_static || !primal.signature.is_static) && program.uses(&reach, *id));
    let active = |f: &Field| f.active && !f.opaque;
    let mut insns = Vec::new();
    let all = Passed::all(homes, subject);
    for passed in &all {
        let descriptor = passed.kind.descriptor();
        for (id, field) in fields.iter().filter(|(_, f)| f.descriptor == descriptor) {
            match (active(field), passed.carried) {
                // Without a call number, no field is read or written.
                (true, true) if homes.call > 0 => {
                    let Some(tangent) = passed.tangent else { continue };
                    if !field.is_static {
                        insns.push(Insn::Local(Opcode::Aload, 0));
                    }
                    insns.extend([passed.slot, tangent, homes.call].map(|s| Insn::Local(Opcode::Aload, s)));
                    let (name, descriptor) = passer(program, field, homes.width);
                    let index = class.pool.add_method(&owner, &name, &descriptor)?;
                    insns.push(Insn::Invoke(Opcode::Invokestatic, index));
                    let mut accessed = subject.accessed.borrow_mut();
                    accessed.classes.insert((own, homes.width));
                    accessed.passed.insert((*id, homes.width));
                }
                // What is stored through a field that is not followed is not seen through any other name.
                (true, false) | (false, _) if field.stored => {
                    insns.push(Insn::Local(Opcode::Aload, passed.slot));
                    insns.extend(load_field(&mut class.pool, owner.clone(), field)?);
                    insns.extend(apart(class, &field.name, &passed.name)?);
                }
                (false, true) if passed.stored || field.written => {
                    insns.push(Insn::Local(Opcode::Aload, passed.slot));
                    insns.extend(load_field(&mut class.pool, owner.clone(), field)?);
                    insns.extend(apart(class, &passed.name, &field.name)?);
                }
                _ => {}
            }
        }
    }
    insns.extend(parameters_apart(class, &all)?);
    insns.extend(rows::apart(class, &all)?);
    insns.extend(directions_apart(class, homes, &all)?);
    insns.extend(objects_apart(class, &all, subject)?);
    insns.extend(captured_apart(class, &all, subject)?);
    insns.extend(elsewhere(class, &all, homes, &reach, subject)?);
    // Only fields that may share arrays ask which tangent array belongs to one.
    let asks = || program.arrays_of(&reach).iter().any(|f| f.linked && active(f));
    if let Some(home) = home(program, own).filter(|_| homes.call > 0 && asks()) {
        let name = program.classes.name(home);
        for passed in &all {
            let Some(tangent) = passed.tangent else { continue };
            subject.accessed.borrow_mut().homes.insert(home);
            insns.extend([passed.slot, tangent, homes.call].map(|s| Insn::Local(Opcode::Aload, s)));
            insns.push(Insn::Invoke(Opcode::Invokestatic, given(class, passed.kind, &name, homes.width)?));
        }
    }
    // The accessors of a static field see no object.
    for (_, stored) in fields.iter().filter(|(_, f)| f.is_static && active(f) && f.stored) {
        for (_, other) in fields.iter().filter(|(_, f)| !f.is_static && !active(f)) {
            if other.descriptor == stored.descriptor {
                insns.extend(load_field(&mut class.pool, owner.clone(), stored)?);
                insns.extend(load_field(&mut class.pool, owner.clone(), other)?);
                insns.extend(apart(class, &stored.name, &other.name)?);
            }
        }
    }
    if !insns.is_empty() {
        sink.extra_stack = sink.extra_stack.max(6);
        sink.insns.extend(insns);
    }
    Ok(())
}
