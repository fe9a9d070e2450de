//! Implied classes: indices for classes that only a descriptor names.
//!
//! The first frame of a method follows from its descriptor, and a class may be named in a
//! descriptor without having a `Class` entry of its own. A frame in its full form needs an index
//! for it all the same, and adding one would change a class that is only looked at. Such a class
//! has an *implied* index above the real ones, counted down from 65535; every method here
//! resolves it, and the writer of code adds the entry if it is really written.

use super::{ConstIndex, Constant, ConstantPool, tag};
use crate::{Error, Result, descriptor};

impl ConstantPool<'_> {
    /// The index of the Class entry with this name, or its implied index.
    pub(crate) fn class_index(&self, name: &[u8]) -> Result<ConstIndex> {
        if let Some(index) = self.real_class_index(name) {
            return Ok(index);
        }
        let implied = self.implied.get_or_init(|| {
            let mut implied = Vec::new();
            for index in 1..self.len() {
                self.collect_implied(&mut implied, index);
            }
            implied
        });
        match implied.iter().position(|&class| self.slice(class) == name) {
            Some(k) => Ok(ConstIndex(65535 - 2 * k as u16)),
            None => {
                Err(Error::limit("expected room in the constant pool for the classes of the descriptors"))
            }
        }
    }

    fn real_class_index(&self, name: &[u8]) -> Option<ConstIndex> {
        let classes = self.classes.get_or_init(|| {
            let is_class =
                |&index: &u16| self.entry(ConstIndex(index)).is_ok_and(|entry| entry[0] == tag::CLASS);
            (1..self.len()).filter(is_class).collect()
        });
        classes.iter().map(|&index| ConstIndex(index)).find(|&index| self.class_name_bytes(index) == Ok(name))
    }

    fn slice(&self, (offset, length): (u32, u16)) -> &[u8] {
        &self.at(offset as usize)[..length as usize]
    }

    /// Notes the parameter classes of the entry at `index`, if it may be a method descriptor.
    pub(super) fn collect_implied(&self, implied: &mut Vec<(u32, u16)>, index: u16) {
        let Ok(Constant::Utf8(text)) = self.get_real(index) else { return };
        if text.first() != Some(&b'(') {
            return;
        }
        let start = self.offsets[index as usize] + 3;
        let room = (65535 - usize::from(self.len())) / 2;
        let mut at = 1;
        // Text that only looks like a descriptor yields classes that nobody will ask for.
        let _ = descriptor::parameters(text, |parameter| {
            if let Some(name) = descriptor::class_of(parameter)
                && implied.len() < room
                && !implied.iter().any(|&class| self.slice(class) == name)
            {
                let skip = parameter.starts_with(b"L") as u32;
                implied.push((start + at + skip, name.len() as u16));
            }
            at += parameter.len() as u32;
            Ok(())
        });
    }

    fn get_real(&self, index: u16) -> Result<Constant<'_>> {
        let entry = self.entry(ConstIndex(index))?;
        match entry[0] {
            tag::UTF8 => self.get(ConstIndex(index)),
            _ => Err(Error::malformed("expected a Utf8")),
        }
    }

    #[inline]
    pub(super) fn implied_name(&self, index: ConstIndex) -> Option<&[u8]> {
        if (index.0 as usize) < self.offsets.len() {
            return None;
        }
        let implied = self.implied.get()?;
        implied.get((65535 - index.0) as usize / 2).map(|&class| self.slice(class))
    }

    /// Whether this is the implied index of a class without entry.
    pub fn is_implied(&self, index: ConstIndex) -> bool {
        self.implied_name(index).is_some()
    }

    /// The index to compare by: an implied class that has got an entry meanwhile has that one.
    pub(crate) fn canonical(&self, index: ConstIndex) -> ConstIndex {
        match self.implied_name(index) {
            Some(name) => self.real_class_index(name).unwrap_or(index),
            None => index,
        }
    }

    /// The index to write: adds the entry of an implied class.
    #[inline]
    pub(crate) fn real(&mut self, index: ConstIndex) -> Result<ConstIndex> {
        match self.implied_name(index) {
            None => Ok(index),
            Some(name) => {
                let name = name.to_vec();
                let text = self.add_utf8_bytes(&name)?;
                if index.0 % 2 == 1 { self.add_index(tag::CLASS, text) } else { Ok(text) }
            }
        }
    }
}
