//! Linear forms: a tangent as the sum of coefficients times the tangents that enter.

use super::coef::{CoefId, Coefs, Real};

/// A tangent that a form is linear in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TangentId(pub u32);

/// What a term of a form multiplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// A seed that is the constant 1: the term is its coefficient.
    One,
    /// A tangent held in a local.
    Tangent(TangentId),
}

/// Σ coefficient · leaf, in the order in which the leaves entered; no terms: the tangent is zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// The terms; no leaf twice.
    pub terms: Vec<(Leaf, CoefId)>,
}

impl Form {
    /// One leaf with the coefficient 1.
    pub fn leaf(leaf: Leaf, real: Real, coefs: &mut Coefs) -> Form {
        let one = coefs.number(1.0, real);
        Form { terms: vec![(leaf, one)] }
    }

    /// Whether the tangent is known to be zero.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The leaf, if the form is that leaf times 1.
    pub fn as_leaf(&self, coefs: &Coefs) -> Option<Leaf> {
        match self.terms[..] {
            [(leaf, c)] if coefs.as_number(c) == Some(1.0) => Some(leaf),
            _ => None,
        }
    }

    /// Terms whose coefficient is not ±1: the products that evaluating or scaling the form costs.
    pub fn products(&self, coefs: &Coefs) -> usize {
        self.terms.iter().filter(|(leaf, c)| *leaf != Leaf::One && !coefs.is_unit(*c)).count()
    }

    /// c · self
    pub fn scale(&self, c: CoefId, coefs: &mut Coefs) -> Form {
        self.map(coefs, |coefs, k| coefs.mul(c, k))
    }

    /// self / d
    pub fn divide(&self, d: CoefId, coefs: &mut Coefs) -> Form {
        self.map(coefs, |coefs, k| coefs.div(k, d))
    }

    /// −self
    pub fn negate(&self, coefs: &mut Coefs) -> Form {
        self.map(coefs, Coefs::neg)
    }

    fn map(&self, coefs: &mut Coefs, f: impl Fn(&mut Coefs, CoefId) -> CoefId) -> Form {
        let mut terms = Vec::with_capacity(self.terms.len());
        for &(leaf, k) in &self.terms {
            let c = f(coefs, k);
            if coefs.as_number(c) != Some(0.0) {
                terms.push((leaf, c));
            }
        }
        Form { terms }
    }

    /// self + other
    pub fn add(&self, other: &Form, coefs: &mut Coefs) -> Form {
        let mut terms = self.terms.clone();
        for &(leaf, k) in &other.terms {
            match terms.iter_mut().find(|(l, _)| *l == leaf) {
                Some((_, c)) => *c = coefs.add(*c, k),
                None => terms.push((leaf, k)),
            }
        }
        terms.retain(|&(_, c)| coefs.as_number(c) != Some(0.0));
        Form { terms }
    }

    /// The number of different leaves of two forms together.
    pub fn union_len(&self, other: &Form) -> usize {
        let extra = other.terms.iter().filter(|(l, _)| self.terms.iter().all(|(m, _)| m != l));
        self.terms.len() + extra.count()
    }
}
