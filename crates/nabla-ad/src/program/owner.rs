//! Whose an object is, and what a method does to the objects that it is passed.

use nabla_flow::Value;
use std::collections::BTreeSet;

/// Where objects are kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In fields of this name.
    Field(String),
    /// In arrays.
    Elements,
    /// In objects of code that is not followed.
    Contents,
    /// Where iterators are.
    Iterated,
}

/// Whose an object may be; the call's own otherwise. A number is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Owner {
    wide: bool,
    /// The operands of the call, the receiver first, that it may be or be reached from.
    operands: u64,
    /// Whether it may have been there before, elsewhere.
    outside: bool,
    /// Whether that is true only of what is reached from it: a copy of an array of objects.
    copy: bool,
}

/// It may have been there before, elsewhere.
pub const OUTSIDE: Owner = Owner { wide: false, operands: 0, outside: true, copy: false };
/// Made by the call, or a number.
pub const OWN: Owner = Owner { wide: false, operands: 0, outside: false, copy: false };

impl Owner {
    /// What this operand is, the receiver first.
    pub fn operand(i: usize) -> Owner {
        if i < 64 { Owner { operands: 1 << i, ..OWN } } else { OUTSIDE }
    }

    /// A number.
    pub fn number(wide: bool) -> Owner {
        Owner { wide, ..OWN }
    }

    /// Whether it is nobody's but the call's.
    pub fn is_own(self) -> bool {
        self.operands == 0 && !self.outside
    }

    /// Whether it may have been there before, elsewhere.
    pub fn is_outside(self) -> bool {
        self.outside
    }

    /// The operands that it may be or be reached from, the receiver's bit first.
    pub fn operands(self) -> u64 {
        self.operands
    }

    /// One of both.
    pub fn or(self, other: Owner) -> Owner {
        let both = Owner {
            wide: self.wide,
            operands: self.operands | other.operands,
            outside: self.outside | other.outside,
            copy: false,
        };
        if self.is_new() && other.is_new() { both.copied() } else { both }
    }

    /// Whether it was made by the call itself, whosever what is reached from it is.
    fn is_new(self) -> bool {
        self.copy || self.is_own()
    }

    /// A new array with the elements of one.
    pub fn copied(self) -> Owner {
        Owner { copy: !self.is_own(), ..self }
    }

    /// What may be reached from it.
    pub fn reached(self) -> Owner {
        Owner { copy: false, ..self }
    }

    /// The same for the caller, who passes these operands.
    pub fn passed(self, operands: &[Owner]) -> Owner {
        let own = Owner { operands: 0, ..self.reached() };
        let operand = |i: usize| operands.get(i).copied().unwrap_or(OUTSIDE).reached();
        let all = bits(self.operands).fold(own, |owner, i| owner.or(operand(i)));
        if self.copy { all.copied() } else { all }
    }
}

impl Value for Owner {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// The places of the bits that are set.
pub fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |i| set >> i & 1 == 1)
}

/// What a method changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    /// An instruction that changes what was there before, or calls what may.
    pub at: Option<usize>,
    /// The operands that are changed, the receiver first.
    pub parameters: u64,
    /// The operands that are stored somewhere.
    pub kept: BTreeSet<(usize, Place)>,
    /// Whose the result is.
    pub result: Owner,
}

/// What was found in a method.
#[derive(Debug, Default)]
pub struct Found {
    /// What the method changes.
    pub changes: Changes,
    /// The places in which something from outside is stored.
    pub kept: BTreeSet<Place>,
}

impl Found {
    /// An array of this owner is changed, and nothing that is reached from it.
    pub fn change_array(&mut self, at: usize, owner: Owner) {
        if !owner.copy {
            self.change(at, owner);
        }
    }

    /// An object of this owner is changed, or what is reached from it.
    pub fn change(&mut self, at: usize, owner: Owner) {
        if owner.outside {
            self.changes.at.get_or_insert(at);
        }
        self.changes.parameters |= owner.operands;
    }

    /// An object of this owner is stored there.
    pub fn keep(&mut self, owner: Owner, place: &Place) {
        if owner.outside {
            self.kept.insert(place.clone());
        }
        self.changes.kept.extend(bits(owner.operands).map(|i| (i, place.clone())));
    }

    /// What a body does that is called with these operands.
    pub fn call(&mut self, at: usize, body: &Changes, operands: &[Owner]) {
        let operand = |i: usize| operands.get(i).copied().unwrap_or(OUTSIDE);
        if body.at.is_some() {
            self.change(at, OUTSIDE);
        }
        bits(body.parameters).for_each(|i| self.change(at, operand(i)));
        body.kept.iter().for_each(|(i, place)| self.keep(operand(*i), place));
    }
}
