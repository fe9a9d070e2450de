//! What `@Differentiable` on a method asks for.

use nabla_classfile::{ClassFile, ConstIndex, Constant, Member};

/// The annotation's descriptor; its retention decides in which of the two attributes it stands.
const DIFFERENTIABLE: &str = "Lio/github/nablars/api/Differentiable;";

/// The elements of the annotation; empty means the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differentiable {
    /// Names or indices of the independents.
    pub wrt: Vec<String>,
    /// Names of forms, as the enum spells them (`JVP`).
    pub forms: Vec<String>,
}

/// Reads the annotation of a method, if it is there. An annotation that cannot be read counts as
/// absent: annotations are not ours to verify.
pub fn differentiable(class: &ClassFile<'_>, method: &Member<'_>) -> Option<Differentiable> {
    ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"].iter().find_map(|name| {
        let attribute = class.attribute(&method.attributes, name)?;
        let mut reader = Reader { class, rest: &attribute.bytes };
        let count = reader.u16()?;
        (0..count).find_map(|_| reader.annotation().flatten())
    })
}

struct Reader<'r, 'a> {
    class: &'r ClassFile<'a>,
    rest: &'r [u8],
}

impl Reader<'_, '_> {
    fn u8(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    fn utf8(&mut self) -> Option<String> {
        let index = ConstIndex(self.u16()?);
        Some(self.class.pool.utf8(index).ok()?.into_owned())
    }

    /// Reads one annotation; `Some(None)` is another one than ours.
    fn annotation(&mut self) -> Option<Option<Differentiable>> {
        let ours = self.utf8()? == DIFFERENTIABLE;
        let mut found = Differentiable::default();
        for _ in 0..self.u16()? {
            let element = self.utf8()?;
            let mut values = Vec::new();
            self.value(&mut values, 0)?;
            match element.as_str() {
                "wrt" => found.wrt = values,
                "forms" => found.forms = values,
                _ => {}
            }
        }
        Some(ours.then_some(found))
    }

    /// Reads an element value; strings and enum constants are collected, the rest is passed over.
    fn value(&mut self, into: &mut Vec<String>, depth: u8) -> Option<()> {
        // Nesting is limited, so that a made-up file cannot exhaust the stack.
        if depth > 16 {
            return None;
        }
        match self.u8()? {
            b's' => into.push(self.utf8()?),
            b'e' => {
                self.u16()?;
                into.push(self.utf8()?);
            }
            b'[' => {
                for _ in 0..self.u16()? {
                    self.value(into, depth + 1)?;
                }
            }
            b'@' => {
                self.u16()?;
                for _ in 0..self.u16()? {
                    self.u16()?;
                    self.value(&mut Vec::new(), depth + 1)?;
                }
            }
            _ => {
                let index = ConstIndex(self.u16()?);
                // An int constant may be a zero-based index written as a number.
                if let Ok(Constant::Integer(number)) = self.class.pool.get(index) {
                    into.push(number.to_string());
                }
            }
        }
        Some(())
    }
}
