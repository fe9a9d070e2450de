//! Type annotations of code, JVMS §4.7.20: their places become labels, the rest stays bytes.

use crate::annotation::annotation;
use crate::labels::Labels;
use crate::reader::Reader;
use crate::{CodeTypeAnnotation, Error, Label, Result, TypeAnnotationTarget};

/// Decodes the whole attribute.
pub(crate) fn decode(labels: &mut Labels, reader: &mut Reader<'_>) -> Result<Vec<CodeTypeAnnotation>> {
    let count = reader.u2()? as usize;
    let mut rows = Vec::with_capacity(reader.capacity(count, 8));
    for _ in 0..count {
        let target_type = reader.u1()?;
        let target = match target_type {
            0x40 | 0x41 => {
                let count = reader.u2()? as usize;
                let mut ranges = Vec::with_capacity(reader.capacity(count, 6));
                for _ in 0..count {
                    let start = reader.u2()?;
                    let end = i64::from(start) + i64::from(reader.u2()?);
                    ranges.push((labels.at(start.into())?, labels.at(end)?, reader.u2()?));
                }
                TypeAnnotationTarget::LocalVariable(ranges)
            }
            0x42 => TypeAnnotationTarget::Catch(reader.u2()?),
            0x43..=0x46 => TypeAnnotationTarget::Instruction(labels.at(reader.u2()?.into())?),
            0x47..=0x4b => TypeAnnotationTarget::TypeArgument(labels.at(reader.u2()?.into())?, reader.u1()?),
            _ => {
                let message =
                    format!("expected a type annotation of code, found target type {target_type:#04x}");
                return Err(Error::malformed(message));
            }
        };
        let start = reader.pos;
        let path = reader.u1()?;
        reader.take(2 * usize::from(path))?;
        annotation(reader, 0)?;
        let rest = reader.bytes[start..reader.pos].to_vec();
        rows.push(CodeTypeAnnotation { target_type, target, rest });
    }
    Ok(rows)
}

/// Encodes the whole attribute.
pub(crate) fn encode(
    rows: &[CodeTypeAnnotation],
    offset_of: &dyn Fn(Label) -> Result<u32>,
    out: &mut Vec<u8>,
) -> Result<()> {
    crate::class::write_count(out, rows.len(), "type annotations")?;
    for row in rows {
        out.push(row.target_type);
        match &row.target {
            TypeAnnotationTarget::LocalVariable(ranges) => {
                crate::class::write_count(out, ranges.len(), "ranges of a type annotation")?;
                for &(start, end, slot) in ranges {
                    crate::encode::range(out, offset_of(start)?, offset_of(end)?)?;
                    out.extend(slot.to_be_bytes());
                }
            }
            TypeAnnotationTarget::Catch(index) => out.extend(index.to_be_bytes()),
            TypeAnnotationTarget::Instruction(label) => out.extend((offset_of(*label)? as u16).to_be_bytes()),
            TypeAnnotationTarget::TypeArgument(label, argument) => {
                out.extend((offset_of(*label)? as u16).to_be_bytes());
                out.push(*argument);
            }
        }
        out.extend(&row.rest);
    }
    Ok(())
}
