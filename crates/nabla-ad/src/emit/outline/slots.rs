//! Sets of locals.

/// A set of slots, as bits.
#[derive(Debug, Clone)]
pub struct Slots {
    words: Vec<u64>,
}

impl Slots {
    /// The empty set, with room for those of a method with so many locals.
    pub fn none(max_locals: u16) -> Slots {
        Slots { words: vec![0; usize::from(max_locals) / 64 + 1] }
    }

    /// Adds a slot; whether it was not there.
    pub fn add(&mut self, slot: u16) -> bool {
        let Some(word) = self.words.get_mut(usize::from(slot) / 64) else { return false };
        let before = *word;
        *word |= 1 << (slot % 64);
        *word != before
    }

    /// Adds those of a list.
    pub fn extend(&mut self, list: &[u16]) {
        for &slot in list {
            self.add(slot);
        }
    }

    /// Whether the slot is in the set.
    pub fn has(&self, slot: u16) -> bool {
        self.words.get(usize::from(slot) / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }

    /// Those of a list that are in the set.
    pub fn shared<'s>(&'s self, list: &'s [u16]) -> impl Iterator<Item = u16> + 's {
        list.iter().copied().filter(|slot| self.has(*slot))
    }

    /// The bits.
    pub fn row(&self) -> &[u64] {
        &self.words
    }
}
