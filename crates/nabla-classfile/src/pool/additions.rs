//! New entries: appended, and found again instead of added twice.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use super::{ConstIndex, ConstantPool, SIZES, tag};
use crate::{Error, Result, mutf8};

/// The indices of entries, by a hash of their bytes or the next free number.
pub(super) type Lookup = HashMap<u64, u16, BuildHasherDefault<Key>>;

/// A key that is a hash already.
#[derive(Debug, Clone, Default)]
pub(super) struct Key(u64);

impl Hasher for Key {
    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= hash(bytes);
    }

    fn write_u64(&mut self, key: u64) {
        // Of the product that it is, the high bits are the better ones, and tables look at the low ones.
        self.0 = key.rotate_left(26);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Additions. Each returns the entry's index, the first one if it was there already; it fails
/// when the pool is full.
impl ConstantPool<'_> {
    pub(super) fn add(&mut self, entry: &[u8]) -> Result<ConstIndex> {
        if self.lookup.is_none() {
            let mut lookup = Lookup::with_capacity_and_hasher(self.offsets.len() + 16, Default::default());
            for index in 1..self.len() {
                if self.offsets[index as usize] != 0 {
                    let raw = self.raw(index);
                    if let Err(key) = self.find(&lookup, raw) {
                        lookup.insert(key, index);
                    }
                }
            }
            self.lookup = Some(lookup);
        }
        let key = match self.find(self.lookup.as_ref().unwrap_or(&Lookup::default()), entry) {
            Ok(index) => return Ok(ConstIndex(index)),
            Err(key) => key,
        };
        let wide = matches!(entry[0], tag::LONG | tag::DOUBLE);
        let index = self.offsets.len();
        let limit = 65535 - 2 * self.implied.get().map_or(0, Vec::len);
        if index + 1 + usize::from(wide) > limit {
            return Err(Error::limit("expected room in the constant pool, found 65535 entries"));
        }
        let offset = u32::try_from(self.bytes.len() + self.added.len())
            .map_err(|_| Error::limit("expected a constant pool below 4 GB"))?;
        self.offsets.push(offset);
        if wide {
            self.offsets.push(0);
        }
        self.added.extend(entry);
        let index = index as u16;
        if let Some(lookup) = &mut self.lookup {
            lookup.insert(key, index);
        }
        if entry[0] == tag::CLASS
            && let Some(classes) = self.classes.get_mut()
        {
            classes.push(index);
        }
        if entry.get(..4).is_some_and(|start| start[0] == tag::UTF8 && start[3] == b'(')
            && let Some(mut implied) = self.implied.take()
        {
            self.collect_implied(&mut implied, index);
            self.implied = OnceLock::from(implied);
        }
        Ok(ConstIndex(index))
    }

    /// The bytes of the entry at `index`, which must exist; no more than that entry's.
    fn raw(&self, index: u16) -> &[u8] {
        let entry = self.at(self.offsets[index as usize] as usize);
        let mut size = SIZES[entry[0] as usize] as usize;
        if entry[0] == tag::UTF8 {
            size += u16::from_be_bytes([entry[1], entry[2]]) as usize;
        }
        &entry[..size]
    }

    /// The index of an entry, or the free key for it.
    fn find(&self, lookup: &Lookup, entry: &[u8]) -> Result<u16, u64> {
        let mut key = hash(entry);
        while let Some(&index) = lookup.get(&key) {
            if self.raw(index) == entry {
                return Ok(index);
            }
            key = key.wrapping_add(1);
        }
        Err(key)
    }

    pub(super) fn add_indices(&mut self, tag: u8, a: ConstIndex, b: ConstIndex) -> Result<ConstIndex> {
        let ([a0, a1], [b0, b1]) = (a.0.to_be_bytes(), b.0.to_be_bytes());
        self.add(&[tag, a0, a1, b0, b1])
    }

    pub(super) fn add_index(&mut self, tag: u8, a: ConstIndex) -> Result<ConstIndex> {
        let [a0, a1] = a.0.to_be_bytes();
        self.add(&[tag, a0, a1])
    }

    pub(super) fn add_utf8_bytes(&mut self, text: &[u8]) -> Result<ConstIndex> {
        let length = u16::try_from(text.len()).map_err(|_| {
            Error::limit(format!("expected a text of at most 65535 bytes, found {}", text.len()))
        })?;
        let mut entry = Vec::with_capacity(text.len() + 3);
        entry.push(tag::UTF8);
        entry.extend(length.to_be_bytes());
        entry.extend(text);
        self.add(&entry)
    }

    /// Adds a Utf8 entry.
    pub fn add_utf8(&mut self, text: &str) -> Result<ConstIndex> {
        self.add_utf8_bytes(&mutf8::encode(text))
    }

    /// Adds a Class entry of this internal name, or of this array descriptor.
    pub fn add_class(&mut self, name: &str) -> Result<ConstIndex> {
        let name = self.add_utf8(name)?;
        self.add_index(tag::CLASS, name)
    }

    /// Adds a Package entry of this internal name.
    pub fn add_package(&mut self, name: &str) -> Result<ConstIndex> {
        let name = self.add_utf8(name)?;
        self.add_index(tag::PACKAGE, name)
    }

    /// Adds a String entry.
    pub fn add_string(&mut self, text: &str) -> Result<ConstIndex> {
        let text = self.add_utf8(text)?;
        self.add_index(tag::STRING, text)
    }

    /// Adds a MethodType entry.
    pub fn add_method_type(&mut self, descriptor: &str) -> Result<ConstIndex> {
        let descriptor = self.add_utf8(descriptor)?;
        self.add_index(tag::METHOD_TYPE, descriptor)
    }

    /// Adds a MethodHandle entry of this kind (JVMS table 5.4.3.5-A) for a reference.
    pub fn add_method_handle(&mut self, kind: u8, reference: ConstIndex) -> Result<ConstIndex> {
        let [a, b] = reference.0.to_be_bytes();
        self.add(&[tag::METHOD_HANDLE, kind, a, b])
    }

    /// Adds an InvokeDynamic entry; `bootstrap` counts rows of `BootstrapMethods`.
    pub fn add_invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> Result<ConstIndex> {
        let pair = self.add_name_and_type(name, descriptor)?;
        self.add_indices(tag::INVOKE_DYNAMIC, ConstIndex(bootstrap), pair)
    }

    /// Adds a Dynamic entry; `bootstrap` counts rows of `BootstrapMethods`.
    pub fn add_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> Result<ConstIndex> {
        let pair = self.add_name_and_type(name, descriptor)?;
        self.add_indices(tag::DYNAMIC, ConstIndex(bootstrap), pair)
    }

    /// Adds an Integer entry.
    pub fn add_integer(&mut self, value: i32) -> Result<ConstIndex> {
        let [a, b, c, d] = value.to_be_bytes();
        self.add(&[tag::INTEGER, a, b, c, d])
    }

    /// Adds a Float entry; two floats are the same if their bits are.
    pub fn add_float(&mut self, value: f32) -> Result<ConstIndex> {
        let [a, b, c, d] = value.to_bits().to_be_bytes();
        self.add(&[tag::FLOAT, a, b, c, d])
    }

    /// Adds a Long entry.
    pub fn add_long(&mut self, value: i64) -> Result<ConstIndex> {
        let [a, b, c, d, e, f, g, h] = value.to_be_bytes();
        self.add(&[tag::LONG, a, b, c, d, e, f, g, h])
    }

    /// Adds a Double entry; two doubles are the same if their bits are.
    pub fn add_double(&mut self, value: f64) -> Result<ConstIndex> {
        let [a, b, c, d, e, f, g, h] = value.to_bits().to_be_bytes();
        self.add(&[tag::DOUBLE, a, b, c, d, e, f, g, h])
    }

    /// Adds a NameAndType entry.
    pub fn add_name_and_type(&mut self, name: &str, descriptor: &str) -> Result<ConstIndex> {
        let (name, descriptor) = (self.add_utf8(name)?, self.add_utf8(descriptor)?);
        self.add_indices(tag::NAME_AND_TYPE, name, descriptor)
    }

    fn add_member(&mut self, tag: u8, owner: &str, name: &str, descriptor: &str) -> Result<ConstIndex> {
        let (owner, pair) = (self.add_class(owner)?, self.add_name_and_type(name, descriptor)?);
        self.add_indices(tag, owner, pair)
    }

    /// Adds a Fieldref entry.
    pub fn add_field(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<ConstIndex> {
        self.add_member(tag::FIELD, owner, name, descriptor)
    }

    /// Adds a Methodref entry: a method of a class.
    pub fn add_method(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<ConstIndex> {
        self.add_member(tag::METHOD, owner, name, descriptor)
    }

    /// Adds an InterfaceMethodref entry: a method of an interface.
    pub fn add_interface_method(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<ConstIndex> {
        self.add_member(tag::INTERFACE_METHOD, owner, name, descriptor)
    }
}

/// A quick hash (FNV-1a over bytes is too slow here, so over words); equality is checked anyway.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let (words, rest) = bytes.as_chunks::<8>();
    words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
    if !rest.is_empty() {
        mix(rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    }
    hash
}
