//! A method in one activity pattern, and what its callers must know of it.

use super::classes::{MethodId, Targets};
use super::fields::FieldId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How an argument depends on the independents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Carry {
    /// Not at all.
    Nothing,
    /// It has a tangent.
    Tangent,
    /// In a way that was lost.
    Lost,
}

/// What carries a tangent in a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    /// The Java parameters.
    pub parameters: Vec<Carry>,
    /// Whether the array that is the result must.
    pub array_result: bool,
    /// Whether an active value is in the heap, out of reach, when the call is made.
    pub heap: bool,
    /// Whether code that is not followed makes the call, and so the primal runs without its
    /// tangent.
    pub callback: bool,
    /// Whether the call is made for what it writes alone: its result is lost, and not read.
    pub unread: bool,
}

impl Pattern {
    /// These of so many parameters have a tangent, and nothing else does.
    pub fn of(active: &[usize], parameters: usize) -> Pattern {
        let carry = |i| if active.contains(&i) { Carry::Tangent } else { Carry::Nothing };
        Pattern {
            parameters: (0..parameters).map(carry).collect(),
            array_result: false,
            heap: false,
            callback: false,
            unread: false,
        }
    }

    /// The indices of the parameters that have one.
    pub fn active(&self) -> impl Iterator<Item = usize> + '_ {
        self.parameters.iter().enumerate().filter(|(_, c)| **c == Carry::Tangent).map(|(i, _)| i)
    }

    /// The pattern that a name ends with, if it is one.
    pub fn parse(text: &str) -> Option<Pattern> {
        let carries = text.trim_end_matches(['a', 'h', 'c', 'u']);
        let marks = &text[carries.len()..];
        let carry = |letter| match letter {
            '0' => Some(Carry::Nothing),
            '1' => Some(Carry::Tangent),
            'l' => Some(Carry::Lost),
            _ => None,
        };
        Some(Pattern {
            parameters: carries.chars().map(carry).collect::<Option<_>>()?,
            array_result: marks.contains('a'),
            heap: marks.contains('h'),
            callback: marks.contains('c'),
            unread: marks.contains('u'),
        })
    }

    /// The pattern in a name: `101`.
    pub fn text(&self) -> String {
        let letter = |carry: &Carry| match carry {
            Carry::Nothing => '0',
            Carry::Tangent => '1',
            Carry::Lost => 'l',
        };
        let mut text: String = self.parameters.iter().map(letter).collect();
        if self.array_result {
            text.push('a');
        }
        if self.heap {
            text.push('h');
        }
        if self.callback {
            text.push('c');
        }
        if self.unread {
            text.push('u');
        }
        text
    }
}

/// A method in one activity pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The method.
    pub method: MethodId,
    /// Its pattern.
    pub pattern: Pattern,
}

/// How the result of a call depends on the active arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ResultLevel {
    /// Not at all, as far as is known yet.
    #[default]
    Inactive,
    /// By known rules.
    Varied,
    /// In a way that is lost somewhere in the callee.
    Lost,
}

/// What an array that a caller passes or receives may be in the callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The parameter with this index.
    Parameter(usize),
    /// The result.
    Result,
    /// What a field holds.
    Field(FieldId),
}

/// What a caller must know of a callee.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// The result.
    pub result: ResultLevel,
    /// Whether the result is computed from a cast of an active value to an integer.
    pub stepped: bool,
    /// Whether an active value went out of reach into the heap before it returned.
    pub heap: bool,
    /// The same before it threw.
    pub thrown: bool,
    /// Whether it stores into an active field or array, so that its tangent must run too.
    pub writes: bool,
    /// The array parameters into which active values are stored.
    pub activates: BTreeSet<usize>,
    /// The array parameters that code which is not followed gets hold of.
    pub exposes: BTreeSet<usize>,
    /// Whether such code gets hold of the array that is the result.
    pub exposes_result: bool,
    /// Ends that may be one array.
    pub aliases: BTreeSet<BTreeSet<End>>,
}

impl Summary {
    /// The least summary above both.
    pub fn join(mut self, other: Summary) -> Summary {
        self.result = self.result.max(other.result);
        self.stepped |= other.stepped;
        self.heap |= other.heap;
        self.thrown |= other.thrown;
        self.writes |= other.writes;
        self.activates.extend(other.activates);
        self.exposes.extend(other.exposes);
        self.exposes_result |= other.exposes_result;
        self.aliases.extend(other.aliases);
        self
    }
}

/// A call of methods of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    /// The bodies it can reach.
    pub targets: Targets,
    /// The descriptors of the Java parameters.
    pub parameters: Vec<String>,
    /// The descriptor of the result.
    pub result: String,
    /// Whether the first operand is a receiver.
    pub receiver: bool,
}

/// A call of methods of the program, shared by all who look at its site.
pub type CalleeRef = Rc<Callee>;

/// Answers what the rest of the program does, and is told what is found out about it.
pub trait World {
    /// The summary of all bodies the call can reach, in this pattern.
    fn summary(&self, callee: &Callee, pattern: &Pattern) -> Summary;
    /// The field that an instruction names; `None` where its class is not at hand.
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldId>;
    /// Whether the field is active, and whether the array it holds is out of reach.
    fn is_active(&self, field: FieldId) -> (bool, bool);
    /// An active value is stored into the field or the array it holds.
    fn activate(&self, field: FieldId);
    /// Code that is not followed gets hold of the array that the field holds.
    fn expose(&self, field: FieldId);
    /// Code that is not followed may call the body.
    fn callback(&self, body: MethodId);
}
