//! The locals of a state, which states share.

use std::ops::{Index, IndexMut};
use std::rc::Rc;

/// As many neighbours are shared or copied together.
const ROOM: usize = 64;

/// Neighbouring locals.
type Chunk<V> = Rc<Vec<Option<V>>>;

/// The locals by slot; `None` where there is no usable value and in the second slot of a wide value.
///
/// An instruction changes few of them: states share the others. A long method has thousands of locals and
/// tens of thousands of instructions, with a state each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locals<V> {
    first: Chunk<V>,
    /// What most methods do not have.
    rest: Rc<Vec<Chunk<V>>>,
}

impl<V> Locals<V> {
    /// How many slots there are.
    pub fn len(&self) -> usize {
        let last = self.rest.last().map_or(0, |last| ROOM * (self.rest.len() - 1) + last.len());
        self.first.len() + last
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The local in this slot; `None` if there is no such slot.
    pub fn get(&self, slot: usize) -> Option<&Option<V>> {
        match slot < ROOM {
            true => self.first.get(slot),
            false => self.rest.get(slot / ROOM - 1)?.get(slot % ROOM),
        }
    }

    /// All of them, by slot.
    pub fn iter(&self) -> impl Iterator<Item = &Option<V>> {
        self.first.iter().chain(self.rest.iter().flat_map(|chunk| chunk.iter()))
    }

    /// Shows what is in each slot of both, and whether that is one thing that they share.
    pub fn beside<'x>(
        &'x self,
        other: &'x Locals<V>,
        mut see: impl FnMut(usize, &'x Option<V>, &'x Option<V>, bool),
    ) {
        let mut slot = 0;
        let firsts = std::iter::once((&self.first, &other.first));
        for (own, other) in firsts.chain(self.rest.iter().zip(&*other.rest)) {
            let shared = Rc::ptr_eq(own, other);
            for (own, other) in own.iter().zip(&**other) {
                see(slot, own, other, shared);
                slot += 1;
            }
        }
    }
}

impl<V: Clone> Locals<V> {
    /// All of them, by slot, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Option<V>> {
        let rest = if self.rest.is_empty() { [].iter_mut() } else { Rc::make_mut(&mut self.rest).iter_mut() };
        Rc::make_mut(&mut self.first).iter_mut().chain(rest.flat_map(|chunk| Rc::make_mut(chunk).iter_mut()))
    }
}

impl<V> Index<usize> for Locals<V> {
    type Output = Option<V>;

    fn index(&self, slot: usize) -> &Option<V> {
        match slot < ROOM {
            true => &self.first[slot],
            false => &self.rest[slot / ROOM - 1][slot % ROOM],
        }
    }
}

impl<V: Clone> IndexMut<usize> for Locals<V> {
    fn index_mut(&mut self, slot: usize) -> &mut Option<V> {
        match slot < ROOM {
            true => &mut Rc::make_mut(&mut self.first)[slot],
            false => &mut Rc::make_mut(&mut Rc::make_mut(&mut self.rest)[slot / ROOM - 1])[slot % ROOM],
        }
    }
}

impl<V> FromIterator<Option<V>> for Locals<V> {
    fn from_iter<I: IntoIterator<Item = Option<V>>>(values: I) -> Locals<V> {
        let mut values = values.into_iter();
        let mut next = || -> Chunk<V> { Rc::new(values.by_ref().take(ROOM).collect()) };
        let first = next();
        let mut rest = Vec::new();
        if first.len() == ROOM {
            rest.extend(std::iter::from_fn(|| Some(next()).filter(|chunk| !chunk.is_empty())));
        }
        Locals { first, rest: Rc::new(rest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_a_list() {
        for len in [0, 1, ROOM - 1, ROOM, ROOM + 1, 3 * ROOM, 3 * ROOM + 5] {
            let list: Vec<Option<usize>> = (0..len).map(|i| (i % 3 != 0).then_some(i)).collect();
            let mut locals: Locals<usize> = list.iter().copied().collect();
            assert_eq!(locals.len(), len);
            assert_eq!(locals.is_empty(), len == 0);
            assert_eq!(locals.get(len), None);
            assert!(locals.iter().eq(list.iter()));
            let before = locals.clone();
            for slot in 0..len {
                locals[slot] = Some(2 * slot);
                assert_eq!(locals.get(slot), Some(&Some(2 * slot)));
                assert_eq!(before[slot], list[slot]);
            }
            locals.iter_mut().for_each(|local| *local = None);
            assert!(locals.iter().all(Option::is_none));
            assert!(before.iter().eq(list.iter()));
            let mut changed = before.clone();
            if len > 0 {
                changed[len - 1] = Some(len);
            }
            let mut seen = 0;
            changed.beside(&before, |slot, own, other, shared| {
                assert_eq!((own, other), (&changed[slot], &before[slot]));
                assert_eq!(shared, slot / ROOM < len.saturating_sub(1) / ROOM);
                seen += 1;
            });
            assert_eq!(seen, len);
        }
    }
}
