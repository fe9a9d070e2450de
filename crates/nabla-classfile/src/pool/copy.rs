//! Constants of one pool in another: for members that move from class to class.

use super::{ConstIndex, Constant, ConstantPool, SIZES, tag};
use crate::{Error, Result};

impl ConstantPool<'_> {
    /// Adds a constant of another pool, with what it refers to. Texts keep their bytes.
    ///
    /// # Errors
    /// `Malformed` for a constant that names a bootstrap method: that belongs to its class, and has
    /// another number elsewhere.
    pub fn add_from(&mut self, other: &ConstantPool<'_>, index: ConstIndex) -> Result<ConstIndex> {
        Ok(match other.get(index)? {
            Constant::Utf8(text) => self.add_utf8_bytes(text)?,
            Constant::Integer(_) | Constant::Float(_) | Constant::Long(_) | Constant::Double(_) => {
                let entry = other.entry(index)?;
                self.add(&entry[..SIZES[entry[0] as usize] as usize])?
            }
            Constant::Class(name) => self.add_index_from(other, tag::CLASS, name)?,
            Constant::String(text) => self.add_index_from(other, tag::STRING, text)?,
            Constant::MethodType(descriptor) => self.add_index_from(other, tag::METHOD_TYPE, descriptor)?,
            Constant::Module(name) => self.add_index_from(other, tag::MODULE, name)?,
            Constant::Package(name) => self.add_index_from(other, tag::PACKAGE, name)?,
            Constant::Field { class, name_and_type } => {
                self.add_pair_from(other, tag::FIELD, class, name_and_type)?
            }
            Constant::Method { class, name_and_type } => {
                self.add_pair_from(other, tag::METHOD, class, name_and_type)?
            }
            Constant::InterfaceMethod { class, name_and_type } => {
                self.add_pair_from(other, tag::INTERFACE_METHOD, class, name_and_type)?
            }
            Constant::NameAndType { name, descriptor } => {
                self.add_pair_from(other, tag::NAME_AND_TYPE, name, descriptor)?
            }
            Constant::MethodHandle { kind, reference } => {
                // Nothing else may stand here; a damaged pool could lead back to the handle.
                other.member_ref(reference)?;
                let reference = self.add_from(other, reference)?;
                self.add_method_handle(kind, reference)?
            }
            Constant::Dynamic { .. } | Constant::InvokeDynamic { .. } => {
                let message = "expected a constant without a bootstrap method";
                return Err(Error::malformed(message).at_pool_index(index.0));
            }
        })
    }

    fn add_index_from(&mut self, other: &ConstantPool<'_>, tag: u8, a: ConstIndex) -> Result<ConstIndex> {
        let text = self.add_utf8_bytes(other.utf8_bytes(a)?)?;
        self.add_index(tag, text)
    }

    fn add_pair_from(
        &mut self,
        other: &ConstantPool<'_>,
        tag: u8,
        a: ConstIndex,
        b: ConstIndex,
    ) -> Result<ConstIndex> {
        // A damaged pool could refer in circles; these constants refer to simpler ones only.
        let simpler = |index| {
            let constant = other.get(index)?;
            let pair = matches!(constant, Constant::NameAndType { .. }) && tag != tag::NAME_AND_TYPE;
            match constant {
                Constant::Utf8(_) | Constant::Class(_) => Ok(()),
                _ if pair => Ok(()),
                _ => Err(Error::malformed("expected a name or a class").at_pool_index(index.0)),
            }
        };
        simpler(a)?;
        simpler(b)?;
        let (a, b) = (self.add_from(other, a)?, self.add_from(other, b)?);
        self.add_indices(tag, a, b)
    }
}

#[cfg(test)]
mod tests {
    use crate::{ClassFile, ConstIndex, Constant};

    /// A class file of nothing but these constants.
    fn class(count: u16, pool: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52];
        bytes.extend((count + 1).to_be_bytes());
        bytes.extend(pool);
        bytes.extend([0; 14]);
        bytes
    }

    #[test]
    fn constants_are_copied_with_what_they_name() {
        let empty = class(0, &[]);
        let mut from = ClassFile::read(&empty).unwrap();
        let pool = &mut from.pool;
        let method = pool.add_interface_method("demo/I", "f", "(D)D").unwrap();
        let indices = [
            pool.add_double(-0.0).unwrap(),
            pool.add_long(7).unwrap(),
            pool.add_float(f32::NAN).unwrap(),
            pool.add_string("text").unwrap(),
            pool.add_field("demo/A", "x", "D").unwrap(),
            pool.add_method_handle(9, method).unwrap(),
            pool.add_method_type("(D)D").unwrap(),
        ];
        let mut to = ClassFile::read(&empty).unwrap();
        to.pool.add_utf8("so that the indices differ").unwrap();
        for index in indices {
            let copied = to.pool.add_from(&from.pool, index).unwrap();
            assert_eq!(to.pool.add_from(&from.pool, index), Ok(copied));
            match (from.pool.get(index).unwrap(), to.pool.get(copied).unwrap()) {
                (Constant::String(a), Constant::String(b))
                | (Constant::MethodType(a), Constant::MethodType(b)) => {
                    assert_eq!(from.pool.utf8(a), to.pool.utf8(b));
                }
                (
                    Constant::MethodHandle { kind: 9, reference: a },
                    Constant::MethodHandle { kind: 9, reference: b },
                ) => assert_eq!(from.pool.member_ref(a), to.pool.member_ref(b)),
                (Constant::Field { .. }, Constant::Field { .. }) => {
                    assert_eq!(from.pool.member_ref(index), to.pool.member_ref(copied));
                }
                (a, b) => assert_eq!(a, b),
            }
        }
        let indy = from.pool.add_invoke_dynamic(0, "f", "()V").unwrap();
        assert!(to.pool.add_from(&from.pool, indy).is_err());
    }

    #[test]
    fn surrogates_without_partner_survive_and_circles_end() {
        // A Utf8 of the bytes of U+D800, and a String of it; a Methodref and a handle of themselves.
        let bytes = class(4, &[1, 0, 3, 0xed, 0xa0, 0x80, 8, 0, 1, 10, 0, 3, 0, 3, 15, 5, 0, 4]);
        let from = ClassFile::read(&bytes).unwrap();
        let empty = class(0, &[]);
        let mut to = ClassFile::read(&empty).unwrap();
        let copied = to.pool.add_from(&from.pool, ConstIndex(2)).unwrap();
        let Ok(Constant::String(text)) = to.pool.get(copied) else { panic!() };
        assert_eq!(to.pool.utf8_bytes(text), Ok(&[0xed, 0xa0, 0x80][..]));
        for circle in [3, 4, 9] {
            assert!(to.pool.add_from(&from.pool, ConstIndex(circle)).is_err());
        }
    }
}
