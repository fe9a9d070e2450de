//! The constant pool: entries keep their numbers, new ones are appended without duplicates.
//!
//! Reading only notes where each entry starts; an entry is decoded when asked for. Nothing is
//! allocated per entry, which is what makes reading a whole JDK a matter of milliseconds. The first text
//! that is asked for makes room for all; those that were asked for are kept.

mod additions;
mod copy;
mod implied;
mod texts;

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::{Error, Result, mutf8};

/// An index of the constant pool.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstIndex(pub u16);

/// An entry of the constant pool; JVMS §4.4.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are those of the specification")]
pub enum Constant<'p> {
    /// Modified UTF-8, undecoded.
    Utf8(&'p [u8]),
    Integer(i32),
    /// The bits of a float.
    Float(u32),
    Long(i64),
    /// The bits of a double.
    Double(u64),
    Class(ConstIndex),
    String(ConstIndex),
    Field {
        class: ConstIndex,
        name_and_type: ConstIndex,
    },
    Method {
        class: ConstIndex,
        name_and_type: ConstIndex,
    },
    InterfaceMethod {
        class: ConstIndex,
        name_and_type: ConstIndex,
    },
    NameAndType {
        name: ConstIndex,
        descriptor: ConstIndex,
    },
    MethodHandle {
        kind: u8,
        reference: ConstIndex,
    },
    MethodType(ConstIndex),
    Dynamic {
        bootstrap: u16,
        name_and_type: ConstIndex,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: ConstIndex,
    },
    Module(ConstIndex),
    Package(ConstIndex),
}

/// A field or method reference, resolved to names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberRef<'p> {
    /// The class named, in internal form.
    pub owner: Cow<'p, str>,
    /// The member's name.
    pub name: Cow<'p, str>,
    /// The member's descriptor.
    pub descriptor: Cow<'p, str>,
    /// Whether it is an `InterfaceMethodref`.
    pub interface: bool,
}

/// The tags of the specification, table 4.4-A.
mod tag {
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD: u8 = 9;
    pub const METHOD: u8 = 10;
    pub const INTERFACE_METHOD: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

/// The bytes of an entry with this tag, the tag included; for Utf8, without its characters.
/// 0 for an unknown tag.
const SIZES: [u8; 256] = {
    let mut sizes = [0; 256];
    let rows: [(&[u8], u8); 4] = [
        (&[tag::CLASS, tag::STRING, tag::METHOD_TYPE, tag::MODULE, tag::PACKAGE, tag::UTF8], 3),
        (&[tag::METHOD_HANDLE], 4),
        (
            &[
                tag::INTEGER,
                tag::FLOAT,
                tag::FIELD,
                tag::METHOD,
                tag::INTERFACE_METHOD,
                tag::NAME_AND_TYPE,
                tag::DYNAMIC,
                tag::INVOKE_DYNAMIC,
            ],
            5,
        ),
        (&[tag::LONG, tag::DOUBLE], 9),
    ];
    let mut r = 0;
    while r < rows.len() {
        let mut t = 0;
        while t < rows[r].0.len() {
            sizes[rows[r].0[t] as usize] = rows[r].1;
            t += 1;
        }
        r += 1;
    }
    sizes
};

/// The constant pool of one class.
#[derive(Clone, Debug)]
pub struct ConstantPool<'a> {
    /// The file as read; entries of the original pool point into it.
    bytes: &'a [u8],
    /// Where the original entries end in `bytes`.
    end: usize,
    /// New entries; offset `bytes.len() + i` means `added[i]`.
    added: Vec<u8>,
    /// Where each entry starts; 0 for index 0 and the second index of a long or double.
    offsets: Vec<u32>,
    /// Hash of an entry's bytes (linear probing on the key) to its index; built by the first addition.
    lookup: Option<additions::Lookup>,
    /// The indices of the `Class` entries, for finding a class by name.
    classes: OnceLock<Vec<u16>>,
    /// Names of the implied classes: offset and length. See [`implied`].
    implied: OnceLock<Vec<(u32, u16)>>,
    /// Texts of the original entries. See [`texts`].
    texts: texts::Texts,
}

/// Where the pool begins in a class file: after magic, minor, major, and the count.
const START: usize = 10;

impl<'a> ConstantPool<'a> {
    /// Reads the pool of the class file `bytes`; also tells where it ends.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<(Self, usize)> {
        let Some(&[high, low]) = bytes.get(8..START) else {
            return Err(Error::malformed("expected the size of the constant pool").at_offset(bytes.len()));
        };
        let count = u16::from_be_bytes([high, low]) as usize;
        if count == 0 {
            let message = "expected a constant pool of at least 1, found 0";
            return Err(Error::malformed(message).at_offset(8));
        }
        if u32::try_from(bytes.len()).is_err() {
            return Err(Error::limit("expected a class file below 4 GB"));
        }
        // An entry has at least three bytes, so this is at most a small multiple of the file.
        let mut offsets = Vec::with_capacity(count.min(bytes.len()));
        offsets.push(0);
        let mut at = START;
        while offsets.len() < count {
            let fail = |what: &str| {
                Err(Error::malformed(what.to_string()).at_offset(at).at_pool_index(offsets.len() as u16))
            };
            let Some([tag, high, low]) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
                return fail("expected a constant, found the end of the file");
            };
            let size = SIZES[*tag as usize] as usize;
            match *tag {
                tag::UTF8 => {
                    offsets.push(at as u32);
                    at += size + u16::from_be_bytes([*high, *low]) as usize;
                }
                tag::LONG | tag::DOUBLE => {
                    if offsets.len() + 2 > count {
                        return fail("expected two indices for a long or double, found the end of the pool");
                    }
                    offsets.extend([at as u32, 0]);
                    at += size;
                }
                _ if size == 0 => return fail(&format!("expected a constant tag, found {tag}")),
                _ => {
                    offsets.push(at as u32);
                    at += size;
                }
            }
        }
        if at > bytes.len() {
            return Err(Error::malformed("expected the rest of a constant, found the end of the file")
                .at_offset(bytes.len())
                .at_pool_index(count as u16 - 1));
        }
        let pool = ConstantPool {
            bytes,
            end: at,
            added: Vec::new(),
            offsets,
            lookup: None,
            classes: OnceLock::new(),
            implied: OnceLock::new(),
            texts: OnceLock::new(),
        };
        Ok((pool, at))
    }

    /// Appends count and entries to a class file.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.len().to_be_bytes());
        out.extend(&self.bytes[START..self.end]);
        out.extend(&self.added);
    }

    /// The bytes that [`write`](Self::write) appends.
    pub(crate) fn size(&self) -> usize {
        2 + self.end - START + self.added.len()
    }

    /// One more than the highest index: `constant_pool_count`.
    #[allow(clippy::len_without_is_empty, reason = "index 0 is always there: a pool is never empty")]
    pub fn len(&self) -> u16 {
        self.offsets.len() as u16
    }

    /// The bytes from `offset` on; original or added.
    #[inline]
    fn at(&self, offset: usize) -> &[u8] {
        match offset.checked_sub(self.bytes.len()) {
            None => &self.bytes[offset..self.end.max(offset)],
            Some(offset) => &self.added[offset..],
        }
    }

    /// The bytes of an entry, from its tag on.
    #[inline]
    fn entry(&self, index: ConstIndex) -> Result<&[u8]> {
        match self.offsets.get(index.0 as usize) {
            Some(&offset) if offset != 0 => Ok(self.at(offset as usize)),
            _ => Err(Error::malformed("expected the index of a constant").at_pool_index(index.0)),
        }
    }

    /// Whether a class file may name this index: one beyond the entries could be taken for that of an
    /// implied class, depending on what was looked at before.
    #[inline]
    pub(crate) fn check(&self, index: ConstIndex) -> Result<()> {
        match usize::from(index.0) < self.offsets.len() {
            true => Ok(()),
            false => self.entry(index).map(drop),
        }
    }

    /// The entry at `index`.
    pub fn get(&self, index: ConstIndex) -> Result<Constant<'_>> {
        if let Some(name) = self.implied_name(index) {
            return Ok(match index.0 % 2 {
                1 => Constant::Class(ConstIndex(index.0 - 1)),
                _ => Constant::Utf8(name),
            });
        }
        let entry = self.entry(index)?;
        let u2 = |at: usize| u16::from_be_bytes([entry[at], entry[at + 1]]);
        let index2 = |at: usize| ConstIndex(u2(at));
        let u4 = || u32::from_be_bytes([entry[1], entry[2], entry[3], entry[4]]);
        let u8 = || {
            (u64::from(u4()) << 32) | u64::from(u32::from_be_bytes([entry[5], entry[6], entry[7], entry[8]]))
        };
        Ok(match entry[0] {
            tag::UTF8 => Constant::Utf8(&entry[3..3 + u2(1) as usize]),
            tag::INTEGER => Constant::Integer(u4() as i32),
            tag::FLOAT => Constant::Float(u4()),
            tag::LONG => Constant::Long(u8() as i64),
            tag::DOUBLE => Constant::Double(u8()),
            tag::CLASS => Constant::Class(index2(1)),
            tag::STRING => Constant::String(index2(1)),
            tag::FIELD => Constant::Field { class: index2(1), name_and_type: index2(3) },
            tag::METHOD => Constant::Method { class: index2(1), name_and_type: index2(3) },
            tag::INTERFACE_METHOD => Constant::InterfaceMethod { class: index2(1), name_and_type: index2(3) },
            tag::NAME_AND_TYPE => Constant::NameAndType { name: index2(1), descriptor: index2(3) },
            tag::METHOD_HANDLE => Constant::MethodHandle { kind: entry[1], reference: index2(2) },
            tag::METHOD_TYPE => Constant::MethodType(index2(1)),
            tag::DYNAMIC => Constant::Dynamic { bootstrap: u2(1), name_and_type: index2(3) },
            tag::INVOKE_DYNAMIC => Constant::InvokeDynamic { bootstrap: u2(1), name_and_type: index2(3) },
            tag::MODULE => Constant::Module(index2(1)),
            _ => Constant::Package(index2(1)),
        })
    }

    /// The modified UTF-8 bytes of a Utf8 entry.
    pub fn utf8_bytes(&self, index: ConstIndex) -> Result<&[u8]> {
        match self.get(index)? {
            Constant::Utf8(bytes) => Ok(bytes),
            other => Err(expected("a Utf8", index, other)),
        }
    }

    /// The text of a Utf8 entry, borrowed when it is plain UTF-8. A surrogate without its
    /// partner, which Java strings may hold and Rust's may not, becomes U+FFFD.
    pub fn utf8(&self, index: ConstIndex) -> Result<Cow<'_, str>> {
        if let Some(text) = self.kept_text(index) {
            return Ok(Cow::Borrowed(text));
        }
        mutf8::decode(self.utf8_bytes(index)?)
            .ok_or_else(|| Error::malformed("expected modified UTF-8").at_pool_index(index.0))
    }

    /// Whether a Utf8 entry is this text.
    pub fn is_text(&self, index: ConstIndex, text: &str) -> bool {
        let entry = self.offsets.get(usize::from(index.0)).filter(|offset| **offset != 0);
        let bytes = match entry.map(|offset| self.at(*offset as usize)) {
            Some([tag::UTF8, high, low, rest @ ..]) => {
                &rest[..usize::from(u16::from_be_bytes([*high, *low]))]
            }
            Some(_) => return false,
            None => match self.implied_name(index) {
                Some(name) if index.0.is_multiple_of(2) => name,
                _ => return false,
            },
        };
        // Other characters than most are longer in modified UTF-8.
        bytes == text.as_bytes()
            || bytes.len() > text.len() && !text.is_ascii() && *bytes == *mutf8::encode(text)
    }

    /// The name, in modified UTF-8, of a Class entry.
    pub(crate) fn class_name_bytes(&self, index: ConstIndex) -> Result<&[u8]> {
        match self.get(index)? {
            Constant::Class(name) => self.utf8_bytes(name),
            other => Err(expected("a Class", index, other)),
        }
    }

    /// The name of a Class entry, in internal form (`java/lang/String`, `[I`).
    pub fn class_name(&self, index: ConstIndex) -> Result<Cow<'_, str>> {
        match self.get(index)? {
            Constant::Class(name) => self.utf8(name),
            other => Err(expected("a Class", index, other)),
        }
    }

    /// The class, name and type of a Field, Method or InterfaceMethod entry.
    pub fn member_ref(&self, index: ConstIndex) -> Result<MemberRef<'_>> {
        let constant = self.get(index)?;
        match constant {
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => {
                let owner = self.class_name(class)?;
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                let interface = matches!(constant, Constant::InterfaceMethod { .. });
                Ok(MemberRef { owner, name, descriptor, interface })
            }
            other => Err(expected("a field or method reference", index, other)),
        }
    }

    /// The Class entry of a Field, Method or InterfaceMethod entry.
    pub fn member_class(&self, index: ConstIndex) -> Result<ConstIndex> {
        match self.get(index)? {
            Constant::Field { class, .. }
            | Constant::Method { class, .. }
            | Constant::InterfaceMethod { class, .. } => Ok(class),
            other => Err(expected("a field or method reference", index, other)),
        }
    }

    /// The descriptor of a Field, Method or InterfaceMethod entry.
    pub fn member_descriptor(&self, index: ConstIndex) -> Result<Cow<'_, str>> {
        match self.get(index)? {
            Constant::Field { name_and_type, .. }
            | Constant::Method { name_and_type, .. }
            | Constant::InterfaceMethod { name_and_type, .. } => {
                let (_, descriptor) = self.name_and_type_indices(name_and_type)?;
                self.utf8(descriptor)
            }
            other => Err(expected("a field or method reference", index, other)),
        }
    }

    /// The indices of name and descriptor of anything that has them, see [`name_and_type`](Self::name_and_type).
    pub fn name_and_type_indices(&self, index: ConstIndex) -> Result<(ConstIndex, ConstIndex)> {
        let pair = match self.get(index)? {
            Constant::NameAndType { name, descriptor } => return Ok((name, descriptor)),
            Constant::Dynamic { name_and_type, .. }
            | Constant::InvokeDynamic { name_and_type, .. }
            | Constant::Field { name_and_type, .. }
            | Constant::Method { name_and_type, .. }
            | Constant::InterfaceMethod { name_and_type, .. } => name_and_type,
            other => return Err(expected("a NameAndType", index, other)),
        };
        match self.get(pair)? {
            Constant::NameAndType { name, descriptor } => Ok((name, descriptor)),
            other => Err(expected("a NameAndType", pair, other)),
        }
    }

    /// The methods with this name and descriptor that entries refer to, those of interfaces left out.
    pub fn methods<'p>(
        &'p self,
        name: &'p str,
        descriptor: &'p str,
    ) -> impl Iterator<Item = (ConstIndex, Cow<'p, str>)> {
        (1..self.len()).map(ConstIndex).filter_map(move |index| {
            let Ok(Constant::Method { class, .. }) = self.get(index) else { return None };
            let (own, of) = self.name_and_type_indices(index).ok()?;
            let is_it = self.is_text(own, name) && self.is_text(of, descriptor);
            is_it.then(|| self.class_name(class).ok()).flatten().map(|owner| (index, owner))
        })
    }

    /// Name and descriptor of a NameAndType entry, or of one that refers to a NameAndType: Dynamic,
    /// InvokeDynamic, and references to fields and methods.
    pub fn name_and_type(&self, index: ConstIndex) -> Result<(Cow<'_, str>, Cow<'_, str>)> {
        let (name, descriptor) = self.name_and_type_indices(index)?;
        Ok((self.utf8(name)?, self.utf8(descriptor)?))
    }

    /// Whether `ldc` of this entry pushes two slots, so that it is written `ldc2_w`.
    pub(crate) fn is_wide_constant(&self, index: ConstIndex) -> Result<bool> {
        Ok(match self.get(index)? {
            Constant::Long(_) | Constant::Double(_) => true,
            Constant::Dynamic { name_and_type, .. } => {
                let (_, descriptor) = self.name_and_type_indices(name_and_type)?;
                matches!(self.utf8_bytes(descriptor)?, b"J" | b"D")
            }
            _ => false,
        })
    }
}

#[cold]
fn expected(what: &str, index: ConstIndex, found: Constant<'_>) -> Error {
    let found = format!("{found:?}");
    let found = found.split(['(', ' ']).next().unwrap_or_default();
    Error::malformed(format!("expected {what} constant, found {found}")).at_pool_index(index.0)
}
