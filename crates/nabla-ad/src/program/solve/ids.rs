//! The numbers of instances by what is analysed.

use crate::program::instance::{Analysed, Key};
use rustc_hash::FxHashMap;

/// Methods are apart: they are asked for most, by keys that are not made for it.
#[derive(Default)]
pub(super) struct Ids {
    methods: FxHashMap<Key, usize>,
    others: FxHashMap<Analysed, usize>,
}

impl Ids {
    pub(super) fn get(&self, analysed: &Analysed) -> Option<usize> {
        match analysed {
            Analysed::Method(key) => self.of_method(key),
            other => self.others.get(other).copied(),
        }
    }

    pub(super) fn of_method(&self, key: &Key) -> Option<usize> {
        self.methods.get(key).copied()
    }

    pub(super) fn insert(&mut self, analysed: Analysed, id: usize) {
        match analysed {
            Analysed::Method(key) => self.methods.insert(key, id),
            other => self.others.insert(other, id),
        };
    }

    pub(super) fn remove(&mut self, analysed: &Analysed) {
        match analysed {
            Analysed::Method(key) => self.methods.remove(key),
            other => self.others.remove(other),
        };
    }

    /// Keeps those whose number is such.
    pub(super) fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        self.methods.retain(|_, id| is_kept(*id));
        self.others.retain(|_, id| is_kept(*id));
    }

    pub(super) fn len(&self) -> usize {
        self.methods.len() + self.others.len()
    }
}
