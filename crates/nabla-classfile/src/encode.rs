//! From the model of code to the bytes of a `Code` attribute.
//!
//! Instructions are laid out with short jumps; if one does not reach its target, it is marked far
//! and everything is laid out again. Marks are only ever added, so this ends.

use std::borrow::Cow;

use crate::class::{write_attribute, write_count};
use crate::decode::MethodContext;
use crate::{
    Code, CodeAttribute, ConstIndex, ConstantPool, Error, Frame, Insn, Label, Opcode, Result, descriptor,
};
use crate::{frames, type_annotations};

/// Encodes a `Code` attribute; see [`ClassFile::encode_code_with`](crate::ClassFile::encode_code_with).
pub(crate) fn encode(
    pool: &mut ConstantPool<'_>,
    context: &MethodContext,
    code: &Code<'_>,
    frame_at: &dyn Fn(usize) -> Option<Frame>,
) -> Result<Vec<u8>> {
    let mut layout = Layout { code, far: Vec::new(), positions: Vec::new(), jumps: Vec::new(), head: 8 };
    let mut out = Vec::with_capacity(64 + 3 * code.insns.len());
    if context.is_ancient {
        layout.head = 4;
        out.extend([narrow(code.max_stack)?, narrow(code.max_locals)?, 0, 0]);
    } else {
        out.extend(code.max_stack.to_be_bytes());
        out.extend(code.max_locals.to_be_bytes());
        out.extend([0; 4]);
    }
    layout.write(pool, &mut out)?;
    let length = out.len() - layout.head;
    if context.is_ancient {
        out[2..4].copy_from_slice(&(length as u16).to_be_bytes());
    } else {
        out[4..8].copy_from_slice(&(length as u32).to_be_bytes());
    }

    let offset_of = |label: Label| layout.offset_of(label);
    write_count(&mut out, code.handlers.len(), "exception handlers")?;
    for handler in &code.handlers {
        let (start, end) = (offset_of(handler.start)?, offset_of(handler.end)?);
        // An end of 65536 would not fit, and the code is at most 65535 bytes long.
        for offset in [start, end, offset_of(handler.target)?] {
            out.extend((offset as u16).to_be_bytes());
        }
        let catch_type = handler.catch_type.map_or(Ok(ConstIndex(0)), |class| pool.real(class))?;
        out.extend(catch_type.0.to_be_bytes());
    }

    write_count(&mut out, code.attributes.len(), "attributes of Code")?;
    for attribute in &code.attributes {
        let name = match attribute {
            CodeAttribute::Raw(attribute) => {
                write_attribute(&mut out, attribute)?;
                continue;
            }
            CodeAttribute::LineNumbers { name, .. }
            | CodeAttribute::LocalVariables { name, .. }
            | CodeAttribute::Frames { name, .. }
            | CodeAttribute::TypeAnnotations { name, .. } => *name,
        };
        out.extend(name.0.to_be_bytes());
        let start = out.len();
        out.extend([0; 4]);
        match attribute {
            CodeAttribute::Raw(_) => {}
            CodeAttribute::LineNumbers { rows, .. } => {
                write_count(&mut out, rows.len(), "line numbers")?;
                for &(label, line) in rows {
                    out.extend((offset_of(label)? as u16).to_be_bytes());
                    out.extend(line.to_be_bytes());
                }
            }
            CodeAttribute::LocalVariables { rows, .. } => {
                write_count(&mut out, rows.len(), "local variables")?;
                for row in rows {
                    range(&mut out, offset_of(row.start)?, offset_of(row.end)?)?;
                    for index in [row.name.0, row.descriptor.0, row.slot] {
                        out.extend(index.to_be_bytes());
                    }
                }
            }
            CodeAttribute::Frames { rows, .. } => {
                let rows = layout.frames(rows, frame_at)?;
                let rows = rows.iter().map(|(offset, frame)| (*offset, &**frame));
                frames::encode(pool, context, rows, &offset_of, &mut out)?;
            }
            CodeAttribute::TypeAnnotations { rows, .. } => {
                type_annotations::encode(rows, &offset_of, &mut out)?
            }
        }
        let length = (out.len() - start - 4) as u32;
        out[start..start + 4].copy_from_slice(&length.to_be_bytes());
    }
    Ok(out)
}

fn narrow(size: u16) -> Result<u8> {
    u8::try_from(size)
        .map_err(|_| Error::limit("expected at most 255 slots in a class file before version 45.3"))
}

/// Writes a range as start and length.
pub(crate) fn range(out: &mut Vec<u8>, start: u32, end: u32) -> Result<()> {
    let length = end.checked_sub(start).ok_or_else(|| {
        Error::malformed(format!("expected a range, found one from {start} to {end}"))
            .at_offset(start as usize)
    })?;
    out.extend((start as u16).to_be_bytes());
    out.extend((length as u16).to_be_bytes());
    Ok(())
}

/// Where the instructions of a method come to lie.
struct Layout<'c> {
    code: &'c Code<'c>,
    /// By instruction, whether its jump is far; empty while none is.
    far: Vec<bool>,
    /// By instruction and for the end: the bytecode offset.
    positions: Vec<u32>,
    jumps: Vec<Jump>,
    /// Where the bytecode starts in the output.
    head: usize,
}

/// An offset to be filled in when all positions are known.
struct Jump {
    insn: u32,
    /// What the offset is relative to.
    from: u32,
    /// Where it is in the bytecode.
    at: u32,
    wide: bool,
    target: Label,
}

impl Layout<'_> {
    fn index_of(&self, label: Label) -> Result<usize> {
        let index = self.code.labels.get(label.0 as usize).copied();
        index.map(|index| index as usize).filter(|&index| index <= self.code.insns.len()).ok_or_else(|| {
            Error::malformed(format!("expected a label of the code, found number {} at {index:?}", label.0))
        })
    }

    fn offset_of(&self, label: Label) -> Result<u32> {
        Ok(self.positions[self.index_of(label)?])
    }

    fn is_far(&self, insn: usize) -> bool {
        self.far.get(insn).is_some_and(|&far| far)
    }

    /// Appends the bytecode.
    fn write(&mut self, pool: &mut ConstantPool<'_>, out: &mut Vec<u8>) -> Result<()> {
        self.positions.reserve(self.code.insns.len() + 1);
        loop {
            out.truncate(self.head);
            self.positions.clear();
            self.jumps.clear();
            for (index, insn) in self.code.insns.iter().enumerate() {
                self.positions.push((out.len() - self.head) as u32);
                let place = |error: Error| match self.code.offsets.get(index) {
                    Some(&offset) => error.at_offset(offset as usize),
                    None => error,
                };
                self.write_insn(pool, index, insn, out).map_err(place)?;
            }
            let length = out.len() - self.head;
            self.positions.push(length as u32);
            if length > 65535 {
                return Err(Error::limit(format!("expected at most 65535 bytes of code, found {length}")));
            }
            if self.patch(out)? {
                return Ok(());
            }
        }
    }

    /// Fills in the offsets of jumps; false if some do not fit and are now marked far.
    fn patch(&mut self, out: &mut [u8]) -> Result<bool> {
        let mut fits = true;
        let jumps = std::mem::take(&mut self.jumps);
        for jump in &jumps {
            let offset = self.offset_of(jump.target)? as i32 - jump.from as i32;
            let at = self.head + jump.at as usize;
            if jump.wide {
                out[at..at + 4].copy_from_slice(&offset.to_be_bytes());
            } else if let Ok(offset) = i16::try_from(offset) {
                out[at..at + 2].copy_from_slice(&offset.to_be_bytes());
            } else {
                fits = false;
                self.far.resize(self.code.insns.len(), false);
                self.far[jump.insn as usize] = true;
            }
        }
        self.jumps = jumps;
        Ok(fits)
    }

    /// Leaves room for an offset relative to the instruction at `from`.
    #[inline]
    fn jump(&mut self, out: &mut Vec<u8>, insn: usize, from: usize, wide: bool, target: Label) {
        let at = (out.len() - self.head) as u32;
        let from = (from - self.head) as u32;
        self.jumps.push(Jump { insn: insn as u32, from, at, wide, target });
        out.extend(&[0; 4][..if wide { 4 } else { 2 }]);
    }

    fn write_insn(
        &mut self,
        pool: &mut ConstantPool<'_>,
        index: usize,
        insn: &Insn,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let from = out.len();
        let with_index = |out: &mut Vec<u8>, opcode: Opcode, index: ConstIndex| {
            let [a, b] = index.0.to_be_bytes();
            out.extend([opcode as u8, a, b]);
        };
        match *insn {
            Insn::Op(opcode) => out.push(opcode as u8),
            Insn::Push(Opcode::Bipush, value) => {
                let value = i8::try_from(value)
                    .map_err(|_| Error::malformed(format!("expected a byte behind bipush, found {value}")))?;
                out.extend([Opcode::Bipush as u8, value as u8]);
            }
            Insn::Push(opcode, value) => with_index(out, opcode, ConstIndex(value as u16)),
            Insn::Ldc(constant) => {
                let constant = pool.real(constant)?;
                match u8::try_from(constant.0) {
                    _ if pool.is_wide_constant(constant)? => with_index(out, Opcode::Ldc2W, constant),
                    Ok(short) => out.extend([Opcode::Ldc as u8, short]),
                    Err(_) => with_index(out, Opcode::LdcW, constant),
                }
            }
            Insn::Local(opcode, slot) => write_local(out, opcode, slot)?,
            Insn::Iinc(slot, amount) => match (u8::try_from(slot), i8::try_from(amount)) {
                (Ok(slot), Ok(amount)) => out.extend([Opcode::Iinc as u8, slot, amount as u8]),
                _ => {
                    out.extend([Opcode::Wide as u8, Opcode::Iinc as u8]);
                    out.extend(slot.to_be_bytes());
                    out.extend(amount.to_be_bytes());
                }
            },
            Insn::Branch(opcode, target) => {
                let wide = match opcode {
                    Opcode::GotoW | Opcode::JsrW => Some(opcode),
                    _ if !self.is_far(index) => None,
                    Opcode::Goto => Some(Opcode::GotoW),
                    Opcode::Jsr => Some(Opcode::JsrW),
                    _ => {
                        let inverse = opcode.inverse().ok_or_else(|| {
                            Error::malformed(format!("expected a jump, found {}", opcode.mnemonic()))
                        })?;
                        // Over itself and the goto_w behind it: 3 + 5 bytes.
                        out.extend([inverse as u8, 0, 8]);
                        let from = out.len();
                        out.push(Opcode::GotoW as u8);
                        self.jump(out, index, from, true, target);
                        return Ok(());
                    }
                };
                out.push(wide.unwrap_or(opcode) as u8);
                self.jump(out, index, from, wide.is_some(), target);
            }
            Insn::TableSwitch { default, low, ref targets } => {
                out.push(Opcode::Tableswitch as u8);
                self.pad(out);
                self.jump(out, index, from, true, default);
                let high = i64::from(low) + targets.len() as i64 - 1;
                let high =
                    i32::try_from(high).map_err(|_| Error::malformed("expected a tableswitch within int"))?;
                out.extend(low.to_be_bytes());
                out.extend(high.to_be_bytes());
                for &target in targets {
                    self.jump(out, index, from, true, target);
                }
            }
            Insn::LookupSwitch { default, ref pairs } => {
                out.push(Opcode::Lookupswitch as u8);
                self.pad(out);
                self.jump(out, index, from, true, default);
                out.extend((pairs.len() as u32).to_be_bytes());
                for &(value, target) in pairs {
                    out.extend(value.to_be_bytes());
                    self.jump(out, index, from, true, target);
                }
            }
            Insn::Invoke(Opcode::Invokeinterface, method) => {
                let (_, descriptor) = pool.name_and_type_indices(method)?;
                let slots = 1 + descriptor::argument_slots(pool.utf8_bytes(descriptor)?)?;
                let slots = u8::try_from(slots).map_err(|_| {
                    Error::limit(format!("expected at most 255 slots of arguments, found {slots}"))
                })?;
                with_index(out, Opcode::Invokeinterface, method);
                out.extend([slots, 0]);
            }
            Insn::Field(opcode, index) | Insn::Invoke(opcode, index) => with_index(out, opcode, index),
            Insn::InvokeDynamic(index) => {
                with_index(out, Opcode::Invokedynamic, index);
                out.extend([0, 0]);
            }
            Insn::Type(opcode, class) => with_index(out, opcode, pool.real(class)?),
            Insn::NewArray(kind) => out.extend([Opcode::Newarray as u8, kind]),
            Insn::MultiNewArray(class, dimensions) => {
                with_index(out, Opcode::Multianewarray, pool.real(class)?);
                out.push(dimensions);
            }
        }
        Ok(())
    }

    /// The operands of a switch begin at a multiple of four, counted from the first instruction.
    fn pad(&self, out: &mut Vec<u8>) {
        let padding = (out.len() - self.head).wrapping_neg() % 4;
        out.extend(&[0; 3][..padding]);
    }

    /// The frames with their offsets, and one behind each inverted jump that has none.
    fn frames<'f>(
        &self,
        rows: &'f [(Label, Frame)],
        frame_at: &dyn Fn(usize) -> Option<Frame>,
    ) -> Result<Vec<(u32, Cow<'f, Frame>)>> {
        let mut result = Vec::with_capacity(rows.len());
        for (label, frame) in rows {
            result.push((self.offset_of(*label)?, Cow::Borrowed(frame)));
        }
        for (index, insn) in self.code.insns.iter().enumerate() {
            if !self.is_far(index) || !matches!(insn, Insn::Branch(opcode, _) if opcode.is_conditional()) {
                continue;
            }
            let offset = self.positions[index + 1];
            if let Err(at) = result.binary_search_by_key(&offset, |row| row.0) {
                let frame = frame_at(index + 1)
                    .ok_or_else(|| Error::limit("method too large for conditional branch without frame"))?;
                result.insert(at, (offset, Cow::Owned(frame)));
            }
        }
        Ok(result)
    }
}

fn write_local(out: &mut Vec<u8>, opcode: Opcode, slot: u16) -> Result<()> {
    let short = match opcode as u8 {
        code @ 0x15..=0x19 => Some(0x1a + 4 * (code - 0x15)),
        code @ 0x36..=0x3a => Some(0x3b + 4 * (code - 0x36)),
        0xa9 => None,
        _ => {
            return Err(Error::malformed(format!(
                "expected a load, a store or ret, found {}",
                opcode.mnemonic()
            )));
        }
    };
    match (short, u8::try_from(slot)) {
        (Some(short), Ok(slot @ 0..=3)) => out.push(short + slot),
        (_, Ok(slot)) => out.extend([opcode as u8, slot]),
        (_, Err(_)) => {
            let [a, b] = slot.to_be_bytes();
            out.extend([Opcode::Wide as u8, opcode as u8, a, b]);
        }
    }
    Ok(())
}
