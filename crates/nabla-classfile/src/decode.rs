//! From the bytes of a `Code` attribute to its model.

use crate::class::read_attributes;
use crate::labels::Labels;
use crate::opcode::Shape;
use crate::reader::Reader;
use crate::{
    Attribute, Code, CodeAttribute, ConstIndex, ConstantPool, Error, Handler, Insn, LocalVariable, Opcode,
    Result, frames, type_annotations,
};

/// What the inside of a method depends on.
pub(crate) struct MethodContext {
    pub descriptor: ConstIndex,
    pub this_class: ConstIndex,
    pub is_static: bool,
    /// Whether `this` starts uninitialized.
    pub is_constructor: bool,
    /// Before version 45.3, the sizes at the head of `Code` had half the width.
    pub is_ancient: bool,
}

/// Decodes the bytes of a `Code` attribute.
pub(crate) fn decode<'a>(
    pool: &ConstantPool<'_>,
    context: &MethodContext,
    bytes: &'a [u8],
) -> Result<Code<'a>> {
    let mut reader = Reader::new(bytes);
    let (max_stack, max_locals, length) = if context.is_ancient {
        (u16::from(reader.u1()?), u16::from(reader.u1()?), reader.u2()? as usize)
    } else {
        (reader.u2()?, reader.u2()?, reader.u4()? as usize)
    };
    if length > 65535 {
        return Err(Error::malformed(format!("expected at most 65535 bytes of code, found {length}")));
    }
    let bytecode = reader.take(length)?;
    let mut labels = Labels::new(length);
    let (insns, offsets) = decode_insns(bytecode, &mut labels)?;

    let count = reader.u2()? as usize;
    let mut handlers = Vec::with_capacity(reader.capacity(count, 8));
    for _ in 0..count {
        handlers.push(Handler {
            start: labels.at(reader.u2()?.into())?,
            end: labels.at(reader.u2()?.into())?,
            target: labels.at(reader.u2()?.into())?,
            catch_type: Some(reader.index()?).filter(|index| index.0 != 0),
        });
    }

    let raw = read_attributes(&mut reader)?;
    reader.finish("the Code attribute")?;
    let budget = bytes.len() * 32 + (1 << 16);
    let mut attributes = Vec::with_capacity(raw.len());
    for attribute in raw {
        attributes.push(decode_attribute(pool, context, &mut labels, attribute, budget)?);
    }
    let labels = labels.resolve(&offsets)?;
    Ok(Code { max_stack, max_locals, insns, offsets, labels, handlers, attributes })
}

fn decode_insns(bytecode: &[u8], labels: &mut Labels) -> Result<(Vec<Insn>, Vec<u32>)> {
    // javac's instructions have 2.1 bytes on average.
    let mut insns = Vec::with_capacity(bytecode.len() / 2 + 1);
    let mut offsets = Vec::with_capacity(bytecode.len() / 2 + 1);
    let mut reader = Reader::new(bytecode);
    while reader.pos < bytecode.len() {
        let at = reader.pos;
        offsets.push(at as u32);
        match decode_insn(&mut reader, labels) {
            Ok(insn) => insns.push(insn),
            Err(mut error) => {
                error.place.offset = Some(at as u32);
                return Err(error);
            }
        }
    }
    Ok((insns, offsets))
}

#[inline]
fn decode_insn(reader: &mut Reader<'_>, labels: &mut Labels) -> Result<Insn> {
    let at = reader.pos as i64;
    let code = reader.u1()?;
    let opcode = Opcode::from_u8(code).ok_or_else(|| {
        Error::malformed(format!("expected an opcode of the specification, found {code:#04x}"))
    })?;
    Ok(match opcode.shape() {
        Shape::Plain => Insn::Op(opcode),
        Shape::Byte => Insn::Push(opcode, i16::from(reader.u1()? as i8)),
        Shape::Short => Insn::Push(opcode, reader.i2()?),
        Shape::Ldc => Insn::Ldc(ConstIndex(reader.u1()?.into())),
        Shape::LdcWide => Insn::Ldc(reader.index()?),
        Shape::Local => Insn::Local(opcode, reader.u1()?.into()),
        Shape::LocalShort(opcode, slot) => Insn::Local(opcode, slot.into()),
        Shape::Iinc => Insn::Iinc(reader.u1()?.into(), i16::from(reader.u1()? as i8)),
        Shape::Branch => Insn::Branch(opcode, labels.at(at + i64::from(reader.i2()?))?),
        Shape::BranchWide => Insn::Branch(opcode, labels.at(at + i64::from(reader.i4()?))?),
        Shape::TableSwitch => {
            padding(reader)?;
            let default = labels.at(at + i64::from(reader.i4()?))?;
            let (low, high) = (reader.i4()?, reader.i4()?);
            let count = i64::from(high) - i64::from(low) + 1;
            let count = usize::try_from(count)
                .map_err(|_| Error::malformed(format!("expected low <= high, found {low} and {high}")))?;
            let targets = reader.take(count.saturating_mul(4))?.chunks_exact(4);
            let targets = targets.map(|offset| labels.at(at + i4(offset))).collect::<Result<_>>()?;
            Insn::TableSwitch { default, low, targets }
        }
        Shape::LookupSwitch => {
            padding(reader)?;
            let default = labels.at(at + i64::from(reader.i4()?))?;
            let count = reader.u4()? as usize;
            let pairs = reader.take(count.saturating_mul(8))?.chunks_exact(8);
            let pair = |pair: &[u8]| Ok((i4(&pair[..4]) as i32, labels.at(at + i4(&pair[4..]))?));
            Insn::LookupSwitch { default, pairs: pairs.map(pair).collect::<Result<_>>()? }
        }
        Shape::Field => Insn::Field(opcode, reader.index()?),
        Shape::Invoke => Insn::Invoke(opcode, reader.index()?),
        Shape::InvokeInterface => {
            let index = reader.index()?;
            // The count repeats the descriptor; the verifier compares them, and the writer computes it.
            reader.take(2)?;
            Insn::Invoke(opcode, index)
        }
        Shape::InvokeDynamic => {
            let index = reader.index()?;
            reader.take(2)?;
            Insn::InvokeDynamic(index)
        }
        Shape::Type => Insn::Type(opcode, reader.index()?),
        Shape::NewArray => Insn::NewArray(reader.u1()?),
        Shape::MultiNewArray => Insn::MultiNewArray(reader.index()?, reader.u1()?),
        Shape::Wide => {
            let code = reader.u1()?;
            match Opcode::from_u8(code).map(|opcode| (opcode, opcode.shape())) {
                Some((opcode, Shape::Local)) => Insn::Local(opcode, reader.u2()?),
                Some((_, Shape::Iinc)) => Insn::Iinc(reader.u2()?, reader.i2()?),
                _ => {
                    return Err(Error::malformed(format!(
                        "expected an opcode that wide applies to, found {code:#04x}"
                    )));
                }
            }
        }
    })
}

/// The operands of a switch begin at a multiple of four.
fn padding(reader: &mut Reader<'_>) -> Result<()> {
    reader.take(reader.pos.wrapping_neg() % 4)?;
    Ok(())
}

fn i4(bytes: &[u8]) -> i64 {
    bytes.first_chunk().map_or(0, |bytes| i64::from(i32::from_be_bytes(*bytes)))
}

fn decode_attribute<'a>(
    pool: &ConstantPool<'_>,
    context: &MethodContext,
    labels: &mut Labels,
    attribute: Attribute<'a>,
    budget: usize,
) -> Result<CodeAttribute<'a>> {
    let name = attribute.name;
    let kind = pool.utf8_bytes(name)?;
    let mut reader = Reader::new(&attribute.bytes);
    let decoded = match kind {
        b"LineNumberTable" => {
            let count = reader.u2()? as usize;
            let mut rows = Vec::with_capacity(reader.capacity(count, 4));
            for _ in 0..count {
                rows.push((labels.at(reader.u2()?.into())?, reader.u2()?));
            }
            CodeAttribute::LineNumbers { name, rows }
        }
        b"LocalVariableTable" | b"LocalVariableTypeTable" => {
            let count = reader.u2()? as usize;
            let mut rows = Vec::with_capacity(reader.capacity(count, 10));
            for _ in 0..count {
                let start = reader.u2()?;
                rows.push(LocalVariable {
                    start: labels.at(start.into())?,
                    end: labels.at(i64::from(start) + i64::from(reader.u2()?))?,
                    name: reader.index()?,
                    descriptor: reader.index()?,
                    slot: reader.u2()?,
                });
            }
            CodeAttribute::LocalVariables { name, rows }
        }
        b"StackMapTable" => {
            let rows = frames::decode(pool, context, labels, &mut reader, budget)?;
            CodeAttribute::Frames { name, rows }
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            let rows = type_annotations::decode(labels, &mut reader)?;
            CodeAttribute::TypeAnnotations { name, rows }
        }
        _ => return Ok(CodeAttribute::Raw(attribute)),
    };
    reader.finish("an attribute of Code")?;
    Ok(decoded)
}
