//! `StackMapTable`: from deltas to full frames and back; JVMS §4.7.4.

use crate::decode::MethodContext;
use crate::labels::Labels;
use crate::reader::Reader;
use crate::{ConstantPool, Error, Frame, Label, Result, VerificationType, descriptor};

/// The locals at the start of a method: what its descriptor says.
pub(crate) fn initial(pool: &ConstantPool<'_>, context: &MethodContext) -> Result<Vec<VerificationType>> {
    let mut locals = Vec::new();
    if context.is_constructor {
        locals.push(VerificationType::UninitializedThis);
    } else if !context.is_static {
        locals.push(VerificationType::Object(context.this_class));
    }
    descriptor::parameters(pool.utf8_bytes(context.descriptor)?, |parameter| {
        locals.push(match parameter {
            b"J" => VerificationType::Long,
            b"D" => VerificationType::Double,
            b"F" => VerificationType::Float,
            _ => match descriptor::class_of(parameter) {
                Some(name) => VerificationType::Object(pool.class_index(name)?),
                None => VerificationType::Integer,
            },
        });
        Ok(())
    })?;
    Ok(locals)
}

/// Decodes the table. `budget` bounds the verification types of all frames together: a frame may
/// repeat the locals of the one before in a single byte, so a small file could ask for gigabytes.
pub(crate) fn decode(
    pool: &ConstantPool<'_>,
    context: &MethodContext,
    labels: &mut Labels,
    reader: &mut Reader<'_>,
    mut budget: usize,
) -> Result<Vec<(Label, Frame)>> {
    let count = reader.u2()? as usize;
    let mut rows = Vec::with_capacity(reader.capacity(count, 1));
    let mut locals = initial(pool, context)?;
    let mut next = 0;
    for _ in 0..count {
        let at = reader.pos;
        let tag = reader.u1()?;
        let mut stack = Vec::new();
        let delta = match tag {
            0..=63 => tag.into(),
            64..=127 => {
                stack.push(decode_type(labels, reader)?);
                u16::from(tag - 64)
            }
            247 => {
                let delta = reader.u2()?;
                stack.push(decode_type(labels, reader)?);
                delta
            }
            248..=250 => {
                let chopped = usize::from(251 - tag);
                let left = locals.len().checked_sub(chopped).ok_or_else(|| {
                    Error::malformed(format!(
                        "expected at least {chopped} locals to chop, found {}",
                        locals.len()
                    ))
                })?;
                locals.truncate(left);
                reader.u2()?
            }
            251 => reader.u2()?,
            252..=254 => {
                let delta = reader.u2()?;
                for _ in 251..tag {
                    locals.push(decode_type(labels, reader)?);
                }
                delta
            }
            255 => {
                let delta = reader.u2()?;
                decode_types(labels, reader, &mut locals)?;
                decode_types(labels, reader, &mut stack)?;
                delta
            }
            128..=246 => {
                let message =
                    format!("expected the tag of a frame, found {tag}, at byte {at} of the StackMapTable");
                return Err(Error::malformed(message));
            }
        };
        budget = budget.checked_sub(locals.len() + stack.len()).ok_or_else(|| {
            Error::limit("expected frames of moderate size, found more locals in them than the code can use")
        })?;
        next += i64::from(delta);
        rows.push((labels.at(next)?, Frame { locals: locals.clone(), stack }));
        next += 1;
    }
    Ok(rows)
}

fn decode_types(
    labels: &mut Labels,
    reader: &mut Reader<'_>,
    into: &mut Vec<VerificationType>,
) -> Result<()> {
    let count = reader.u2()? as usize;
    into.clear();
    into.reserve(reader.capacity(count, 1));
    for _ in 0..count {
        into.push(decode_type(labels, reader)?);
    }
    Ok(())
}

fn decode_type(labels: &mut Labels, reader: &mut Reader<'_>) -> Result<VerificationType> {
    Ok(match reader.u1()? {
        0 => VerificationType::Top,
        1 => VerificationType::Integer,
        2 => VerificationType::Float,
        3 => VerificationType::Double,
        4 => VerificationType::Long,
        5 => VerificationType::Null,
        6 => VerificationType::UninitializedThis,
        7 => VerificationType::Object(reader.index()?),
        8 => VerificationType::Uninitialized(labels.at(reader.u2()?.into())?),
        tag => return Err(Error::malformed(format!("expected the tag of a verification type, found {tag}"))),
    })
}

/// Encodes frames at ascending bytecode offsets, each as the smallest difference from the one
/// before, by the choices of javac. `offset_of` gives the bytecode offset of a label.
pub(crate) fn encode<'f>(
    pool: &mut ConstantPool<'_>,
    context: &MethodContext,
    rows: impl ExactSizeIterator<Item = (u32, &'f Frame)>,
    offset_of: &dyn Fn(Label) -> Result<u32>,
    out: &mut Vec<u8>,
) -> Result<()> {
    crate::class::write_count(out, rows.len(), "frames")?;
    let initial = initial(pool, context)?;
    let mut previous: &[VerificationType] = &initial;
    let mut next = 0;
    for (offset, frame) in rows {
        let delta =
            offset.checked_sub(next).and_then(|delta| u16::try_from(delta).ok()).ok_or_else(|| {
                Error::malformed("expected frames in the order of the code, one at a place")
                    .at_offset(offset as usize)
            })?;
        next = offset + 1;
        let locals = &frame.locals[..];
        let common = common_locals(pool, offset_of, previous, locals);
        let (had, has) = (previous.len(), locals.len());
        let is_prefix = common == had.min(has);
        match &frame.stack[..] {
            [] if is_prefix && had == has => match delta {
                0..=63 => out.push(delta as u8),
                _ => tag(out, 251, delta),
            },
            [] if is_prefix && had > has && had - has <= 3 => tag(out, 251 - (had - has) as u8, delta),
            [] if is_prefix && has > had && has - had <= 3 => {
                tag(out, 251 + (has - had) as u8, delta);
                for &local in &locals[had..] {
                    encode_type(pool, local, offset_of, out)?;
                }
            }
            &[top] if is_prefix && had == has => {
                match delta {
                    0..=63 => out.push(64 + delta as u8),
                    _ => tag(out, 247, delta),
                }
                encode_type(pool, top, offset_of, out)?;
            }
            stack => {
                tag(out, 255, delta);
                for types in [locals, stack] {
                    crate::class::write_count(out, types.len(), "values in a frame")?;
                    for &value in types {
                        encode_type(pool, value, offset_of, out)?;
                    }
                }
            }
        }
        previous = locals;
    }
    Ok(())
}

/// How many of the first locals are the same. A class may have several entries and a place several
/// labels.
fn common_locals(
    pool: &ConstantPool<'_>,
    offset_of: &dyn Fn(Label) -> Result<u32>,
    a: &[VerificationType],
    b: &[VerificationType],
) -> usize {
    let same = |a: VerificationType, b: VerificationType| match (a, b) {
        (VerificationType::Uninitialized(a), VerificationType::Uninitialized(b)) if a != b => {
            matches!((offset_of(a), offset_of(b)), (Ok(a), Ok(b)) if a == b)
        }
        (VerificationType::Object(a), VerificationType::Object(b)) if a != b => {
            pool.canonical(a) == pool.canonical(b)
        }
        (a, b) => a == b,
    };
    a.iter().zip(b).take_while(|&(&a, &b)| same(a, b)).count()
}

fn tag(out: &mut Vec<u8>, tag: u8, delta: u16) {
    out.push(tag);
    out.extend(delta.to_be_bytes());
}

fn encode_type(
    pool: &mut ConstantPool<'_>,
    value: VerificationType,
    offset_of: &dyn Fn(Label) -> Result<u32>,
    out: &mut Vec<u8>,
) -> Result<()> {
    match value {
        VerificationType::Top => out.push(0),
        VerificationType::Integer => out.push(1),
        VerificationType::Float => out.push(2),
        VerificationType::Double => out.push(3),
        VerificationType::Long => out.push(4),
        VerificationType::Null => out.push(5),
        VerificationType::UninitializedThis => out.push(6),
        VerificationType::Object(class) => {
            out.push(7);
            out.extend(pool.real(class)?.0.to_be_bytes());
        }
        VerificationType::Uninitialized(label) => {
            out.push(8);
            out.extend((offset_of(label)? as u16).to_be_bytes());
        }
    }
    Ok(())
}
