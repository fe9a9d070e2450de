//! The derivative of every function that is not descended into: one table, one row a function.
//!
//! A row is ordinary mathematics over the operands and the result; how rows are combined and
//! emitted is decided elsewhere, once. The value is always the primal's own, so a row says only
//! what the tangent is. Every choice at a singular point is pinned beside its row.
//!
//! Rows follow six principles. Rules, never bodies, for `java.lang.Math` and `StrictMath`: the
//! JDK's own code would give abs' = −1 at +0. Where Java picks an operand, the tangent is that of
//! the operand picked. Zero tangent in, zero tangent out, also where the partial is infinite or NaN
//! ([`Row::Guarded`]). abs and copySign go by the sign bit. Outside the domain the formula is
//! followed as written. The branch taken is the function.
//!
//! Libraries are known by name ([`lookup_in`]): their elementary functions share `Math`'s rows, and
//! special functions, whose code chooses between series by convergence tests, have rows of their own.

#[macro_use]
mod macros;

mod bounded;
mod derive;
mod doc;
pub mod eval;
mod expr;
mod fast_math;
mod formula;
mod guard;
mod libraries;
mod numbers;
mod page;
mod polygamma;
mod pow;
mod quotient;
mod special;
mod table;
mod tolerance;
mod user;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use bounded::{bounded, comes_to_rest};
pub use derive::{derive, tangent};
pub use doc::{RowText, rows};
pub use expr::{Cond, Expr, words};
pub use fast_math::ARRAYS;
pub use formula::{Names, write_expr};
pub use guard::guarded;
pub use libraries::{is_module, left_to_code, lookup, lookup_in, math_classes};
pub use page::markdown;
pub use pow::pow_constant;
pub use quotient::{inverse, quotient, reciprocal};
pub use user::{Access, Caller, Found, UserRule, UserRules};

/// What the tangent of a result is.
#[derive(Debug, Clone, PartialEq)]
pub enum Row {
    /// The sum of partial times tangent. Every partial is finite where the value is, and none has a
    /// conditional, so they are emitted inline as coefficients; 1/d makes t/d of the tangent t.
    Partials(Vec<Expr>),
    /// The same sum, but a zero tangent contributes zero whatever its partial is (principle 3).
    /// Partials may have conditionals and calls of a library, and one may be unknown
    /// ([`Rule::knows`]).
    Guarded(Vec<Expr>),
    /// The same sum as in `Partials`, of partials with conditionals or calls of a library.
    Helper(Vec<Expr>),
    /// The whole tangent, over operands, tangents and the result.
    Select(Expr),
    /// The same function of operand 0's tangent; the other operands are not differentiated.
    Same,
    /// The derivative is 0, or the result is an integer or a truth value.
    Zero,
    /// The result is text, which ends activity.
    Text,
    /// The derivative would be lost: a refusal if the result reaches a dependent.
    Lost,
}

/// An operand tuple with the partials that the specification demands there.
#[derive(Debug, Clone, Copy)]
pub struct Pin {
    /// One value per operand.
    pub operands: &'static [f64],
    /// One partial per operand; NaN demands a NaN, and zeros are compared without their sign.
    pub partials: &'static [f64],
}

/// One row of the table under one name.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The class in internal form, `java/lang/Math`, or `operator`.
    pub owner: &'static str,
    /// The method's name or the operator's sign.
    pub name: &'static str,
    /// What helper methods made of the row are called after: rows of one stem have one formula.
    pub stem: &'static str,
    /// The method's descriptor.
    pub descriptor: &'static str,
    /// The names of the operands, for documents.
    pub operands: &'static [&'static str],
    /// The tangent.
    pub row: Row,
    /// Where tests compare with differences of the function, one interval an operand.
    pub domain: &'static [(f64, f64)],
    /// Pinned points.
    pub pins: &'static [Pin],
    /// Singular points and restrictions, in words.
    pub note: &'static str,
    /// Whether the report notes that a derivative ended here although the result depends on the
    /// operand, as in a cast to an integer.
    pub lossy: bool,
}

/// A part of the table, made when a class of it is first asked for: most programs know one library.
struct Part {
    rules: Vec<Rule>,
    index: HashMap<Key, usize>,
}

type Key = (&'static str, &'static str, &'static str);

impl Part {
    fn new(fill: fn(&mut Vec<Rule>)) -> Part {
        let mut rules = Vec::new();
        fill(&mut rules);
        let index = rules.iter().enumerate().map(|(i, r)| ((r.owner, r.name, r.descriptor), i)).collect();
        Part { rules, index }
    }

    fn find<'k>(&'static self, owner: &'k str, name: &'k str, descriptor: &'k str) -> Option<&'static Rule> {
        // The key's lifetime is the caller's; the map's keys are static and shrink to it.
        let index: &HashMap<(&'k str, &'k str, &'k str), usize> = &self.index;
        index.get(&(owner, name, descriptor)).map(|i| &self.rules[*i])
    }
}

/// Operators and the JDK's classes.
static JAVA: LazyLock<Part> = LazyLock::new(|| Part::new(table::rows));
/// Elementary functions of libraries.
static ELEMENTARY: LazyLock<Part> = LazyLock::new(|| Part::new(fast_math::rows));
/// Special functions of Commons Math 3 and Hipparchus.
static SPECIAL: LazyLock<Part> = LazyLock::new(|| Part::new(special::rows));
/// Special functions of Commons Numbers.
static NUMBERS: LazyLock<Part> = LazyLock::new(|| Part::new(numbers::rows));

/// The row of an operator: `+`, `-`, `*`, `/`, `%`, `neg`, or a conversion such as `d2f`.
pub fn operator(sign: &str) -> Option<&'static Rule> {
    JAVA.rules.iter().find(|r| r.owner == "operator" && r.name == sign)
}

/// Every row, in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [&JAVA, &ELEMENTARY, &SPECIAL, &NUMBERS].into_iter().flat_map(|part| &part.rules)
}

/// The row whose helpers are called after this stem.
pub fn lookup_stem(stem: &str) -> Option<&'static Rule> {
    all().find(|r| r.stem == stem && !matches!(r.row, Row::Zero | Row::Text | Row::Lost))
}

impl Rule {
    /// Whether the tangent of the result is known where the operands marked here are active: not
    /// where the partial of one of them is unknown.
    pub fn knows(&self, active: &[bool]) -> bool {
        match &self.row {
            Row::Partials(partials) | Row::Guarded(partials) | Row::Helper(partials) => {
                partials.iter().zip(active).all(|(partial, active)| !active || *partial != Expr::Unknown)
            }
            _ => true,
        }
    }
}
