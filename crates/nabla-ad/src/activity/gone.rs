//! Where active values went that no tangent follows, as callers and callees tell each other.

/// A set of kinds of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Gone(u8);

impl Gone {
    /// No place.
    pub const NOWHERE: Gone = Gone(0);
    /// Text, which a parser may turn back into numbers.
    pub const TEXT: Gone = Gone(1);
    /// Elements of arrays of objects.
    pub const OBJECTS: Gone = Gone(2);
    /// Anywhere: whatever is read may be one of them, from those places too.
    pub const ANYWHERE: Gone = Gone(7);

    /// The letters of sets in the names of patterns, the one that holds the others first.
    const LETTERS: [(Gone, char); 3] = [(Gone::ANYWHERE, 'h'), (Gone::TEXT, 't'), (Gone::OBJECTS, 'e')];

    /// Both.
    pub fn join(self, other: Gone) -> Gone {
        Gone(self.0 | other.0)
    }

    /// Whether these kinds are among them.
    pub fn has(self, other: Gone) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether active values went to some place.
    pub fn somewhere(self) -> bool {
        self != Gone::NOWHERE
    }

    /// The fewest sets that make up this one.
    pub fn parts(self) -> impl Iterator<Item = Gone> {
        self.letters().map(|(part, _)| part)
    }

    /// Its letters in the names of patterns.
    pub fn text(self) -> impl Iterator<Item = char> {
        self.letters().map(|(_, letter)| letter)
    }

    fn letters(self) -> impl Iterator<Item = (Gone, char)> {
        let most = if self == Gone::ANYWHERE { 1 } else { Self::LETTERS.len() };
        Self::LETTERS.into_iter().take(most).filter(move |(part, _)| self.has(*part))
    }

    /// The set with this letter.
    pub fn parse(letter: char) -> Option<Gone> {
        Self::LETTERS.into_iter().find(|(_, named)| *named == letter).map(|(part, _)| part)
    }

    /// A number below 8 that tells the sets apart.
    pub fn rank(self) -> usize {
        usize::from(self.0)
    }
}
