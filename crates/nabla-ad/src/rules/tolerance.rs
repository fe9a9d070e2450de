//! Functions that sum a series, or go through a continued fraction, until a tolerance is met that
//! they are given.
//!
//! Their rows are the derivatives of the limits, and so are good to what the tolerance leaves: with a
//! loose one the code computes another function, whose derivative only the code has.

use super::{Expr, Key, Row, Rule, all};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The largest tolerance for which the limit's derivative is that of the code, to the last digits: the
/// libraries' own choice is this or less.
const FINE: f64 = 1e-14;

/// The rows of calls with another tolerance: no partial is known.
static LOOSE: LazyLock<HashMap<Key, Rule>> = LazyLock::new(|| {
    let with_tolerance = all().filter(|rule| rule.tolerance().is_some());
    let loose = |rule: &Rule| Rule {
        row: Row::Guarded(vec![Expr::Unknown; rule.operands.len()]),
        pins: &[],
        ..rule.clone()
    };
    with_tolerance.map(|rule| ((rule.owner, rule.name, rule.descriptor), loose(rule))).collect()
});

impl Rule {
    /// Which operand is a relative tolerance that the function's code goes by, so that its derivative
    /// is not known in general.
    pub fn tolerance(&self) -> Option<usize> {
        let code_counts = !self.knows(&vec![true; self.operands.len()]);
        self.operands.iter().position(|operand| code_counts && *operand == "epsilon")
    }

    /// The row of a call of this function with that tolerance; `None` is one that is no constant.
    pub fn at_tolerance(&'static self, tolerance: Option<f64>) -> &'static Rule {
        let fine = tolerance.is_some_and(|epsilon| epsilon <= FINE);
        let loose = LOOSE.get(&(self.owner, self.name, self.descriptor)).filter(|_| !fine);
        loose.unwrap_or(self)
    }
}
