//! Sets of the instructions at which dependence is lost.

use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Instructions at which dependence is lost: every one of the first 128 of a method that can lose
/// it, and the earliest of those behind them.
///
/// Facts are written down by the million, and there are a few thousand sets: this is the number of one,
/// which means the same everywhere in a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origins(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Set {
    first: [u64; 2],
    later: u32,
}

/// The sets that there were so far, and those that two of them make.
struct Sets {
    list: Vec<Set>,
    numbers: FxHashMap<Set, u32>,
    unions: FxHashMap<(u32, u32), u32>,
}

thread_local! {
    static SETS: RefCell<Sets> = RefCell::new(Sets::new());
}

impl Sets {
    /// That of something outside the method is the first.
    fn new() -> Sets {
        let mut sets = Sets { list: Vec::new(), numbers: FxHashMap::default(), unions: FxHashMap::default() };
        sets.number(Set { first: [0, 0], later: u32::MAX - 1 });
        sets
    }

    fn number(&mut self, set: Set) -> u32 {
        *self.numbers.entry(set).or_insert_with(|| {
            self.list.push(set);
            self.list.len() as u32 - 1
        })
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if let Some(known) = self.unions.get(&(a, b)) {
            return *known;
        }
        let (x, y) = (self.list[a as usize], self.list[b as usize]);
        let first = [x.first[0] | y.first[0], x.first[1] | y.first[1]];
        let union = self.number(Set { first, later: x.later.min(y.later) });
        self.unions.insert((a, b), union);
        union
    }
}

impl Origins {
    /// Something outside the method.
    pub const ENTRY: Origins = Origins(0);

    /// The instruction at `at`, one of these sites.
    pub fn of(at: usize, sites: &[usize]) -> Origins {
        let set = match sites.binary_search(&at) {
            Ok(rank) if rank < 64 => Set { first: [1 << rank, 0], later: u32::MAX },
            Ok(rank) if rank < 128 => Set { first: [0, 1 << (rank - 64)], later: u32::MAX },
            _ => Set { first: [0, 0], later: at as u32 },
        };
        Origins(SETS.with_borrow_mut(|sets| sets.number(set)))
    }

    /// Both.
    pub fn union(self, other: Origins) -> Origins {
        let (a, b) = (self.0.min(other.0), self.0.max(other.0));
        if a == b { self } else { Origins(SETS.with_borrow_mut(|sets| sets.union(a, b))) }
    }

    /// The instructions, in order.
    pub fn instructions(self, sites: &[usize]) -> impl Iterator<Item = usize> + '_ {
        let Set { first, later } = SETS.with_borrow(|sets| sets.list[self.0 as usize]);
        let early = (0..128).filter(move |rank| first[rank / 64] >> (rank % 64) & 1 == 1);
        let early = early.map(|rank| sites[rank]);
        early.chain((later < u32::MAX - 1).then_some(later as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::Origins;

    #[test]
    fn a_union_has_the_instructions_of_both_in_order() {
        let sites: Vec<usize> = (0..200).map(|i| 3 * i).collect();
        let all = |of: Origins| of.instructions(&sites).collect::<Vec<_>>();
        let of = |rank: usize| Origins::of(3 * rank, &sites);
        assert_eq!(all(of(70).union(of(5)).union(of(5))), [15, 210]);
        assert_eq!(of(5).union(of(70)), of(70).union(of(5)));
        // Of those behind the first 128 the earliest stands for all.
        assert_eq!(all(of(150).union(of(140)).union(of(127))), [381, 420]);
        assert_eq!(all(Origins::ENTRY), []);
        assert_eq!(all(Origins::ENTRY.union(of(1))), [3]);
    }
}
