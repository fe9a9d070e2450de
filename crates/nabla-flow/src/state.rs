//! The state of the abstract machine: operand stack and locals.
//!
//! A `long` or `double` is one entry of the stack; in the locals it sits in the first of its two
//! slots and the second is `None`.

use crate::error::{FlowError, Result};
use crate::locals::Locals;

/// A value on the abstract stack.
pub trait Value: Clone {
    /// Whether it takes two slots (`long`, `double`).
    fn is_wide(&self) -> bool;
}

/// The operand stack and the locals before or after an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<V> {
    /// The locals.
    pub locals: Locals<V>,
    /// Bottom first, one entry per value.
    pub stack: Vec<V>,
}

impl<V: Value> State<V> {
    /// No values, in this many slots.
    pub fn new(max_locals: usize) -> State<V> {
        State { locals: (0..max_locals).map(|_| None).collect(), stack: Vec::new() }
    }

    /// Joins another state value by value; whether that changed anything. A local that has a value on
    /// one way only, or values of two widths, has none.
    pub fn join(&mut self, from: &State<V>, merge: impl Fn(&mut V, &V) -> bool) -> bool {
        let mut changed = false;
        for (a, b) in self.locals.iter_mut().zip(from.locals.iter()) {
            match (&mut *a, b) {
                (Some(x), Some(y)) if x.is_wide() == y.is_wide() => changed |= merge(x, y),
                (Some(_), _) => {
                    *a = None;
                    changed = true;
                }
                (None, _) => {}
            }
        }
        for (a, b) in self.stack.iter_mut().zip(&from.stack) {
            changed |= merge(a, b);
        }
        changed
    }

    /// Sets a local; what a wide value half covered before is gone. `Err` holds the number of slots
    /// that would be needed.
    pub fn set_local(&mut self, slot: usize, value: V) -> std::result::Result<(), usize> {
        let wide = value.is_wide();
        let needed = slot + 1 + usize::from(wide);
        if needed > self.locals.len() {
            return Err(needed);
        }
        if slot > 0 && self.locals[slot - 1].as_ref().is_some_and(V::is_wide) {
            self.locals[slot - 1] = None;
        }
        self.locals[slot] = Some(value);
        if wide {
            self.locals[slot + 1] = None;
        }
        Ok(())
    }
}

/// Where the values begin, on top of the stack, that these letters stand for.
pub(crate) fn popped<V: Value>(at: usize, letters: &[u8], stack: &[V]) -> Result<usize> {
    let Some(base) = stack.len().checked_sub(letters.len()) else {
        let (needs, has) = (letters.len(), stack.len());
        return Err(FlowError::malformed(at, format!("expected {needs} values on the stack, found {has}")));
    };
    let fits = |(value, letter): (&V, &u8)| value.is_wide() == matches!(letter, b'J' | b'D');
    match stack[base..].iter().zip(letters).all(fits) {
        true => Ok(base),
        false => Err(FlowError::malformed(at, "an operand has the wrong width")),
    }
}

/// The value of this width in a local.
pub(crate) fn read_local<V: Value>(at: usize, slot: usize, wide: bool, state: &State<V>) -> Result<&V> {
    match state.locals.get(slot) {
        Some(Some(value)) if value.is_wide() == wide => Ok(value),
        Some(Some(_)) => Err(FlowError::malformed(at, format!("local {slot} has the wrong width"))),
        Some(None) => Err(FlowError::malformed(at, format!("local {slot} has no value here"))),
        None => Err(FlowError::malformed(at, format!("local {slot} of {}", state.locals.len()))),
    }
}

/// Sets a local or says that there is no such slot.
pub(crate) fn write_local<V: Value>(at: usize, slot: usize, value: V, state: &mut State<V>) -> Result<()> {
    let slots = state.locals.len();
    state
        .set_local(slot, value)
        .map_err(|needed| FlowError::malformed(at, format!("{needed} local slots needed, {slots} declared")))
}

/// Joins what is known where control may not come, `None`, with another such state; whether that changed
/// anything.
pub fn join_reached<V: Value>(
    into: &mut Option<State<V>>,
    from: &Option<State<V>>,
    merge: impl Fn(&mut V, &V) -> bool,
) -> bool {
    let Some(from) = from else { return false };
    let Some(into) = into else {
        *into = Some(from.clone());
        return true;
    };
    into.join(from, merge)
}
