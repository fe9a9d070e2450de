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
    /// Anywhere else.
    pub const ANYWHERE: Gone = Gone(4);

    /// The sets of one kind each, with their letters in the names of patterns.
    pub const KINDS: [(Gone, char); 3] = [(Gone::TEXT, 't'), (Gone::OBJECTS, 'e'), (Gone::ANYWHERE, 'h')];

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

    /// A number below 8 that tells the sets apart.
    pub fn rank(self) -> usize {
        usize::from(self.0)
    }
}
