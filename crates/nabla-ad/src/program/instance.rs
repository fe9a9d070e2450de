//! A method in one activity pattern, and what its callers must know of it.

use super::classes::{MethodId, Targets};
use std::rc::Rc;

/// Which Java parameters carry a tangent in a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern(pub Vec<bool>);

impl Pattern {
    /// Whether no parameter does.
    pub fn is_inactive(&self) -> bool {
        !self.0.contains(&true)
    }

    /// The indices of the parameters that do.
    pub fn active(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, a)| **a).map(|(i, _)| i)
    }

    /// The pattern in a name: `101`.
    pub fn text(&self) -> String {
        self.0.iter().map(|a| if *a { '1' } else { '0' }).collect()
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

/// What a caller must know of a callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// The result.
    pub result: ResultLevel,
    /// Whether the result is computed from a cast of an active value to an integer.
    pub stepped: bool,
    /// Whether an active value went out of reach into the heap.
    pub heap: bool,
}

impl Summary {
    /// The least summary above both.
    pub fn join(self, other: Summary) -> Summary {
        Summary {
            result: self.result.max(other.result),
            stepped: self.stepped | other.stepped,
            heap: self.heap | other.heap,
        }
    }
}

/// A call of methods of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    /// The bodies it can reach.
    pub targets: Targets,
    /// The descriptors of the Java parameters.
    pub parameters: Vec<String>,
    /// Whether the first operand is a receiver.
    pub receiver: bool,
}

/// A call of methods of the program, shared by all who look at its site.
pub type CalleeRef = Rc<Callee>;

/// Answers what a call gives.
pub trait Callees {
    /// The summary of all bodies the call can reach, in this pattern.
    fn summary(&self, callee: &Callee, pattern: &Pattern) -> Summary;
}
