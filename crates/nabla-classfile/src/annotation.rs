//! Annotations, JVMS §4.7.16: `RuntimeVisibleAnnotations` and `RuntimeInvisibleAnnotations`.

use crate::reader::Reader;
use crate::{Attribute, ClassFile, ConstIndex, Error, Result};

/// How deep element values may nest; annotations cannot contain themselves, so javac never
/// comes near, and the reader does not recurse without end.
const MAX_DEPTH: usize = 64;

/// An annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The descriptor of its type (Utf8).
    pub annotation_type: ConstIndex,
    /// The elements written out: name (Utf8) and value. Those left at their default are not there.
    pub elements: Vec<(ConstIndex, ElementValue)>,
}

/// The value of an element of an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElementValue {
    /// A number, character or truth value: the tag (`B C D F I J S Z`), the constant.
    Number(u8, ConstIndex),
    /// A string (Utf8).
    Text(ConstIndex),
    /// A constant of an enum: the descriptor of its type and its name (both Utf8).
    Enum(ConstIndex, ConstIndex),
    /// A class: a return descriptor (Utf8).
    Class(ConstIndex),
    /// Another annotation.
    Annotation(Annotation),
    /// An array of values.
    Array(Vec<ElementValue>),
}

impl<'a> ClassFile<'a> {
    /// The annotations in the attribute of this name, none if it is not there.
    pub fn annotations(&self, attributes: &[Attribute<'a>], name: &str) -> Result<Vec<Annotation>> {
        let Some(attribute) = self.attribute(attributes, name) else { return Ok(Vec::new()) };
        let mut reader = Reader::new(&attribute.bytes);
        let count = reader.u2()? as usize;
        let mut annotations = Vec::with_capacity(reader.capacity(count, 4));
        for _ in 0..count {
            annotations.push(annotation(&mut reader, 0)?);
        }
        reader.finish(name)?;
        Ok(annotations)
    }

    /// The annotations of each parameter in the attribute of this name, none if it is not there.
    /// Compilers leave out parameters that the source does not have; those come first.
    pub fn parameter_annotations(
        &self,
        attributes: &[Attribute<'a>],
        name: &str,
    ) -> Result<Vec<Vec<Annotation>>> {
        let Some(attribute) = self.attribute(attributes, name) else { return Ok(Vec::new()) };
        let mut reader = Reader::new(&attribute.bytes);
        let mut parameters = Vec::new();
        for _ in 0..reader.u1()? {
            let count = reader.u2()? as usize;
            let mut annotations = Vec::with_capacity(reader.capacity(count, 4));
            for _ in 0..count {
                annotations.push(annotation(&mut reader, 0)?);
            }
            parameters.push(annotations);
        }
        reader.finish(name)?;
        Ok(parameters)
    }
}

/// Reads an annotation, which lies `depth` values deep.
pub(crate) fn annotation(reader: &mut Reader<'_>, depth: usize) -> Result<Annotation> {
    let annotation_type = reader.index()?;
    let count = reader.u2()? as usize;
    let mut elements = Vec::with_capacity(reader.capacity(count, 5));
    for _ in 0..count {
        elements.push((reader.index()?, value(reader, depth + 1)?));
    }
    Ok(Annotation { annotation_type, elements })
}

fn value(reader: &mut Reader<'_>, depth: usize) -> Result<ElementValue> {
    if depth > MAX_DEPTH {
        return Err(Error::limit(format!("expected annotations nested at most {MAX_DEPTH} deep")));
    }
    Ok(match reader.u1()? {
        tag @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => {
            ElementValue::Number(tag, reader.index()?)
        }
        b's' => ElementValue::Text(reader.index()?),
        b'e' => ElementValue::Enum(reader.index()?, reader.index()?),
        b'c' => ElementValue::Class(reader.index()?),
        b'@' => ElementValue::Annotation(annotation(reader, depth)?),
        b'[' => {
            let count = reader.u2()? as usize;
            let mut values = Vec::with_capacity(reader.capacity(count, 3));
            for _ in 0..count {
                values.push(value(reader, depth + 1)?);
            }
            ElementValue::Array(values)
        }
        tag => {
            return Err(Error::malformed(format!("expected the tag of an element value, found {tag:#04x}")));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Annotation> {
        let mut reader = Reader::new(bytes);
        let annotation = annotation(&mut reader, 0)?;
        reader.finish("the annotation")?;
        Ok(annotation)
    }

    #[test]
    fn every_kind_of_value() {
        // @1(2 = 7, 3 = "8", 4 = 9.10, 5 = 11.class, 6 = {@12(13 = "14"), {}})
        let bytes = [
            &[0, 1, 0, 5][..],
            &[0, 2, b'I', 0, 7],
            &[0, 3, b's', 0, 8],
            &[0, 4, b'e', 0, 9, 0, 10],
            &[0, 5, b'c', 0, 11],
            &[0, 6, b'[', 0, 2, b'@', 0, 12, 0, 1, 0, 13, b's', 0, 14, b'[', 0, 0],
        ];
        let inner = Annotation {
            annotation_type: ConstIndex(12),
            elements: vec![(ConstIndex(13), ElementValue::Text(ConstIndex(14)))],
        };
        let array = vec![ElementValue::Annotation(inner), ElementValue::Array(vec![])];
        let values = [
            ElementValue::Number(b'I', ConstIndex(7)),
            ElementValue::Text(ConstIndex(8)),
            ElementValue::Enum(ConstIndex(9), ConstIndex(10)),
            ElementValue::Class(ConstIndex(11)),
            ElementValue::Array(array),
        ];
        let elements = (2..).map(ConstIndex).zip(values).collect();
        assert_eq!(read(&bytes.concat()), Ok(Annotation { annotation_type: ConstIndex(1), elements }));
    }

    #[test]
    fn what_is_no_annotation_is_an_error() {
        for bytes in [
            &[][..],
            &[0, 1, 0, 1],
            &[0, 1, 0, 1, 0, 2, b'?', 0, 3],
            &[0, 1, 0, 1, 0, 2, b'[', 255, 255],
            &[0, 1, 0, 0, 0],
        ] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn nesting_is_limited() {
        let nested = |depth: usize| {
            let mut bytes = vec![0, 1, 0, 1, 0, 2];
            bytes.extend([b'[', 0, 1].repeat(depth));
            bytes.extend([b's', 0, 3]);
            read(&bytes)
        };
        assert!(nested(MAX_DEPTH - 1).is_ok());
        assert!(nested(MAX_DEPTH).is_err());
        assert!(nested(20_000).is_err());
    }
}
