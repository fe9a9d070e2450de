//! A set of lambdas. In a large program a holder comes to hold thousands, one after the other, and
//! every set on the way is kept: so sets that differ little share what they have in common.

use super::classes::ClassId;
use std::rc::Rc;

/// As many class numbers stand together.
const ROOM: u32 = 512;

/// Which of [`ROOM`] neighbouring classes are in the set; never empty.
type Chunk = [u64; ROOM as usize / 64];

/// Lambdas by the number of their class, and whether others are among them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LambdaSet {
    /// The last one is not `None`, so equal sets are equal here.
    chunks: Vec<Option<Rc<Chunk>>>,
    /// A function that the caller of the selected method gave.
    pub outside: bool,
    /// A lambda of the program for which there is no class.
    pub unknown: bool,
    /// Whatever comes from code that is not followed.
    pub other: bool,
}

impl LambdaSet {
    /// No lambda with a class.
    pub fn of(outside: bool, unknown: bool, other: bool) -> LambdaSet {
        LambdaSet { chunks: Vec::new(), outside, unknown, other }
    }

    /// Whether nothing but lambdas that have a class are among them.
    pub fn is_known(&self) -> bool {
        !self.outside && !self.unknown && !self.other
    }

    /// Adds a lambda.
    pub fn insert(&mut self, lambda: ClassId) {
        let (chunk, bit) = ((lambda.0 / ROOM) as usize, lambda.0 % ROOM);
        if self.chunks.len() <= chunk {
            self.chunks.resize(chunk + 1, None);
        }
        let chunk = self.chunks[chunk].get_or_insert_default();
        Rc::make_mut(chunk)[(bit / 64) as usize] |= 1 << (bit % 64);
    }

    /// Whether all that is in `other` is here, too.
    pub fn includes(&self, other: &LambdaSet) -> bool {
        let flags = (self.outside || !other.outside)
            && (self.unknown || !other.unknown)
            && (self.other || !other.other);
        let within = |(i, theirs): (usize, &Option<Rc<Chunk>>)| {
            let Some(theirs) = theirs else { return true };
            let Some(Some(ours)) = self.chunks.get(i) else { return false };
            Rc::ptr_eq(ours, theirs)
                || ours.iter().zip(theirs.iter()).all(|(ours, theirs)| theirs & !ours == 0)
        };
        flags && other.chunks.len() <= self.chunks.len() && other.chunks.iter().enumerate().all(within)
    }

    /// Both.
    pub fn union(&self, other: &LambdaSet) -> LambdaSet {
        let (long, short) =
            if self.chunks.len() < other.chunks.len() { (other, self) } else { (self, other) };
        let mut all = long.clone();
        for (ours, theirs) in all.chunks.iter_mut().zip(&short.chunks) {
            match (&mut *ours, theirs) {
                (Some(ours), Some(theirs)) if !Rc::ptr_eq(ours, theirs) => {
                    Rc::make_mut(ours)
                        .iter_mut()
                        .zip(theirs.iter())
                        .for_each(|(ours, theirs)| *ours |= theirs);
                }
                (None, Some(theirs)) => *ours = Some(Rc::clone(theirs)),
                _ => {}
            }
        }
        all.outside |= short.outside;
        all.unknown |= short.unknown;
        all.other |= short.other;
        all
    }

    /// The lambdas, by the number of their class.
    pub fn lambdas(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.chunks.iter().zip(0u32..).flat_map(|(chunk, i)| {
            let bits = chunk.iter().flat_map(|chunk| chunk.iter().zip(0u32..));
            bits.flat_map(move |(word, j)| {
                (0..64)
                    .filter(move |bit| word >> bit & 1 == 1)
                    .map(move |bit| ClassId(i * ROOM + j * 64 + bit))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn set(numbers: &BTreeSet<u32>) -> LambdaSet {
        let mut set = LambdaSet::default();
        numbers.iter().rev().for_each(|n| set.insert(ClassId(*n)));
        set
    }

    #[test]
    fn it_is_a_set() {
        let multiples = |of: u32, below: u32| (0..below).filter(|n| n % of == 0).collect::<BTreeSet<u32>>();
        let sets = [(7, 0), (1, 1), (7, 40), (511, 1600), (64, 3000), (2, 700), (1, 2000), (900, 1801)];
        let sets = sets.map(|(of, below)| multiples(of, below));
        for a in &sets {
            assert_eq!(set(a).lambdas().map(|l| l.0).collect::<BTreeSet<u32>>(), *a);
            for b in &sets {
                let both = a | b;
                assert_eq!(set(a).union(&set(b)), set(&both));
                assert!(set(&both).includes(&set(a)));
                assert_eq!(set(a).includes(&set(b)), a.is_superset(b));
            }
        }
    }

    #[test]
    fn what_is_no_lambda_with_a_class_counts() {
        let outside = LambdaSet::of(true, false, false);
        let both = outside.union(&LambdaSet::of(false, true, false));
        assert!(both.outside && both.unknown && both.includes(&outside) && !outside.includes(&both));
    }
}
