//! Recoding and relocation: a class decoded and encoded again, as it was or with every
//! instruction moved. They prove that nothing in a class depends on where its code lies.

use crate::{
    ClassFile, Code, CodeAttribute, ErrorKind, Insn, Label, Opcode, Result, TypeAnnotationTarget,
    VerificationType,
};

/// Decodes and encodes the code of every method of a class file.
pub fn recode(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut class = ClassFile::read(bytes)?;
    recode_class(&mut class)?;
    class.write()
}

/// Decodes and encodes the code of every method.
pub fn recode_class(class: &mut ClassFile<'_>) -> Result<()> {
    for index in 0..class.methods.len() {
        if let Some(code) = class.code(&class.methods[index])? {
            class.set_code(index, &code)?;
        }
    }
    Ok(())
}

/// Relocates every method of a class file. Two kinds of methods stay as they are: one that would
/// become too long, and `Object.finalize`: HotSpot registers every object for finalization whose
/// `finalize` is more than a single `return`, and with a `nop` in that of `Object` it would do so
/// for all of them, and crash before the class that keeps the register is there.
pub fn relocate_class(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut class = ClassFile::read(bytes)?;
    let is_object = class.name()? == "java/lang/Object";
    for index in 0..class.methods.len() {
        if is_object && class.pool.utf8(class.methods[index].name)? == "finalize" {
            continue;
        }
        if let Some(mut code) = class.code(&class.methods[index])? {
            relocate(&mut code);
            match class.set_code(index, &code) {
                Err(error) if error.kind == ErrorKind::Limit => {}
                result => result?,
            }
        }
    }
    class.write()
}

/// Puts a `nop` before every instruction. Jumps, frames and ranges go to the `nop`; what names an
/// instruction itself (an uninitialized object its `new`, a type annotation) stays with it.
pub fn relocate(code: &mut Code<'_>) {
    let count = code.insns.len();
    let old = std::mem::take(&mut code.insns);
    code.insns = old.into_iter().flat_map(|insn| [Insn::Op(Opcode::Nop), insn]).collect();
    code.offsets = code.offsets.iter().flat_map(|&offset| [offset, offset]).collect();
    for label in &mut code.labels {
        *label *= 2;
    }
    let mut itself = Itself { twins: vec![None; code.labels.len()], end: 2 * count as u32 };
    let labels = &mut code.labels;
    for attribute in &mut code.attributes {
        match attribute {
            CodeAttribute::Frames { rows, .. } => {
                for (_, frame) in rows {
                    for value in frame.locals.iter_mut().chain(&mut frame.stack) {
                        if let VerificationType::Uninitialized(label) = value {
                            itself.follow(labels, label);
                        }
                    }
                }
            }
            CodeAttribute::TypeAnnotations { rows, .. } => {
                for row in rows {
                    match &mut row.target {
                        TypeAnnotationTarget::Instruction(label)
                        | TypeAnnotationTarget::TypeArgument(label, _) => {
                            itself.follow(labels, label);
                        }
                        TypeAnnotationTarget::LocalVariable(_) | TypeAnnotationTarget::Catch(_) => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Labels of the instructions themselves, beside those of their `nop`s.
struct Itself {
    twins: Vec<Option<Label>>,
    end: u32,
}

impl Itself {
    fn follow(&mut self, labels: &mut Vec<u32>, label: &mut Label) {
        let position = labels[label.0 as usize];
        let twin = self.twins[label.0 as usize].get_or_insert_with(|| {
            labels.push((position + 1).min(self.end));
            Label(labels.len() as u32 - 1)
        });
        *label = *twin;
    }
}
