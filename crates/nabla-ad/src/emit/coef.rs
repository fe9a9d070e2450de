//! Coefficients: expressions over primal values, shared and simplified as they are built.
//!
//! A node is built once (hash-consing), so that a subexpression two tangents have in common is
//! seen as one and computed once. Zero and one are folded here: a term of an inactive operand
//! never becomes an instruction.

use std::collections::HashMap;

/// A primal value of the block: what one instruction computed, or what a local held at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// A coefficient node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CoefId(pub u32);

/// A synthetic helper method of the class, see [`crate::emit::helpers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HelperId(pub u32);

/// The computational type of a coefficient or tangent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Real {
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// An array of them: it is only moved, never computed with.
    Array,
}

/// What a node computes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Coef {
    /// A number, by its bits as a double.
    Number(u64),
    /// A primal value, converted to the node's type if it is an integer.
    Value(ValueId),
    /// −a
    Neg(CoefId),
    /// a + b
    Add(CoefId, CoefId),
    /// a − b
    Sub(CoefId, CoefId),
    /// a · b
    Mul(CoefId, CoefId),
    /// a / b
    Div(CoefId, CoefId),
    /// A function of `java.lang.Math`.
    Math(&'static str, Vec<CoefId>),
    /// A helper method.
    Helper(HelperId, Vec<CoefId>),
    /// A conversion from the other type.
    Convert(CoefId),
}

/// The arena of a block's coefficients.
#[derive(Debug, Default)]
pub struct Coefs {
    nodes: Vec<(Coef, Real)>,
    index: HashMap<(Coef, Real), CoefId>,
    depths: Vec<u16>,
}

impl Coefs {
    /// The node and its type.
    pub fn get(&self, id: CoefId) -> (&Coef, Real) {
        let (node, real) = &self.nodes[id.0 as usize];
        (node, *real)
    }

    /// The nodes a node is made of.
    pub fn children(&self, id: CoefId) -> Vec<CoefId> {
        match self.get(id).0 {
            Coef::Number(_) | Coef::Value(_) => vec![],
            Coef::Neg(a) | Coef::Convert(a) => vec![*a],
            Coef::Add(a, b) | Coef::Sub(a, b) | Coef::Mul(a, b) | Coef::Div(a, b) => vec![*a, *b],
            Coef::Math(_, args) | Coef::Helper(_, args) => args.clone(),
        }
    }

    /// The operations from the node down to its deepest value.
    pub fn depth(&self, id: CoefId) -> u16 {
        self.depths[id.0 as usize]
    }

    /// A node of the given type.
    pub fn intern(&mut self, node: Coef, real: Real) -> CoefId {
        if let Some(&id) = self.index.get(&(node.clone(), real)) {
            return id;
        }
        let id = CoefId(self.nodes.len() as u32);
        self.nodes.push((node.clone(), real));
        let below = self.children(id).into_iter().map(|child| self.depth(child)).max();
        self.depths.push(below.map_or(0, |depth| depth.saturating_add(1)));
        self.index.insert((node, real), id);
        id
    }

    /// A number.
    pub fn number(&mut self, x: f64, real: Real) -> CoefId {
        self.intern(Coef::Number(x.to_bits()), real)
    }

    /// The number a node is, if it is one.
    pub fn as_number(&self, id: CoefId) -> Option<f64> {
        match self.get(id).0 {
            Coef::Number(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    /// Whether the node is ±1, so that a product with it costs nothing.
    pub fn is_unit(&self, id: CoefId) -> bool {
        matches!(self.as_number(id), Some(x) if x.abs() == 1.0)
    }

    /// Whether an operation on two numbers gives one that is out of range, where a tangent that came
    /// between them would not be.
    pub fn leaves_range(&self, a: CoefId, b: CoefId, op: fn(f64, f64) -> f64) -> bool {
        match (self.as_number(a), self.as_number(b)) {
            (Some(x), Some(y)) => x != 0.0 && y != 0.0 && !holds(op(x, y), self.real(a)),
            _ => false,
        }
    }

    fn real(&self, id: CoefId) -> Real {
        self.nodes[id.0 as usize].1
    }

    /// Folds an operation on two numbers; floats are rounded as the JVM would.
    fn fold(&mut self, a: CoefId, b: CoefId, op: fn(f64, f64) -> f64) -> Option<CoefId> {
        let (x, y) = (self.as_number(a)?, self.as_number(b)?);
        let real = self.real(a);
        // A double operation on two floats, rounded to float, is the float operation.
        let result = match real {
            Real::Double | Real::Array => op(x, y),
            Real::Float => f64::from(op(x, y) as f32),
        };
        Some(self.number(result, real))
    }

    /// −a
    pub fn neg(&mut self, a: CoefId) -> CoefId {
        if let Some(x) = self.as_number(a) {
            let real = self.real(a);
            return self.number(-x, real);
        }
        match *self.get(a).0 {
            Coef::Neg(inner) => inner,
            Coef::Sub(x, y) => self.intern(Coef::Sub(y, x), self.real(a)),
            _ => self.intern(Coef::Neg(a), self.real(a)),
        }
    }

    /// a + b
    pub fn add(&mut self, a: CoefId, b: CoefId) -> CoefId {
        if let Some(folded) = self.fold(a, b, |x, y| x + y) {
            return folded;
        }
        if self.as_number(a) == Some(0.0) {
            return b;
        }
        if self.as_number(b) == Some(0.0) {
            return a;
        }
        let real = self.real(a);
        if a == b {
            let two = self.number(2.0, real);
            return self.mul(two, a);
        }
        if let Coef::Neg(inner) = *self.get(b).0 {
            return self.sub(a, inner);
        }
        if let Coef::Neg(inner) = *self.get(a).0 {
            return self.sub(b, inner);
        }
        self.intern(Coef::Add(a, b), real)
    }

    /// a − b
    pub fn sub(&mut self, a: CoefId, b: CoefId) -> CoefId {
        if let Some(folded) = self.fold(a, b, |x, y| x - y) {
            return folded;
        }
        if self.as_number(b) == Some(0.0) {
            return a;
        }
        if self.as_number(a) == Some(0.0) {
            return self.neg(b);
        }
        let real = self.real(a);
        if let Coef::Neg(inner) = *self.get(b).0 {
            return self.add(a, inner);
        }
        self.intern(Coef::Sub(a, b), real)
    }

    /// a · b; a number factor goes first.
    pub fn mul(&mut self, a: CoefId, b: CoefId) -> CoefId {
        if let Some(folded) = self.fold(a, b, |x, y| x * y) {
            return folded;
        }
        let real = self.real(a);
        let (a, b) = if self.as_number(b).is_some() { (b, a) } else { (a, b) };
        match self.as_number(a) {
            Some(0.0) => return self.number(0.0, real),
            Some(1.0) => return b,
            Some(-1.0) => return self.neg(b),
            Some(x) => {
                // 2 · (3 · v) is 6 · v only where the product of the numbers is exact enough:
                // powers of two always are.
                if let Coef::Mul(inner, rest) = *self.get(b).0
                    && let Some(y) = self.as_number(inner)
                    && (is_power_of_two(x) || is_power_of_two(y))
                    && holds(x * y, real)
                {
                    let product = self.number(x * y, real);
                    return self.mul(product, rest);
                }
            }
            None => {}
        }
        match (self.get(a).0.clone(), self.get(b).0.clone()) {
            (Coef::Neg(x), Coef::Neg(y)) => return self.mul(x, y),
            (Coef::Neg(x), _) => {
                let product = self.mul(x, b);
                return self.neg(product);
            }
            (_, Coef::Neg(y)) => {
                let product = self.mul(a, y);
                return self.neg(product);
            }
            // c · (1/d) is c/d: one rounding less.
            (_, Coef::Div(one, d)) if self.as_number(one) == Some(1.0) => return self.div(a, d),
            (Coef::Div(one, d), _) if self.as_number(one) == Some(1.0) => return self.div(b, d),
            _ => {}
        }
        self.intern(Coef::Mul(a, b), real)
    }

    /// a / b
    pub fn div(&mut self, a: CoefId, b: CoefId) -> CoefId {
        if let Some(folded) = self.fold(a, b, |x, y| x / y) {
            return folded;
        }
        let real = self.real(a);
        if self.as_number(a) == Some(0.0) {
            return self.number(0.0, real);
        }
        match self.as_number(b) {
            Some(1.0) => return a,
            Some(-1.0) => return self.neg(a),
            Some(x) if is_power_of_two(x) => {
                let inverse = self.number(1.0 / x, real);
                return self.mul(inverse, a);
            }
            _ => {}
        }
        if let Coef::Neg(inner) = *self.get(a).0 {
            let quotient = self.div(inner, b);
            return self.neg(quotient);
        }
        self.intern(Coef::Div(a, b), real)
    }

    /// A conversion to the other type; a number is converted here and now.
    pub fn convert(&mut self, a: CoefId, to: Real) -> CoefId {
        if self.real(a) == to {
            return a;
        }
        match self.as_number(a) {
            Some(x) if to == Real::Float => self.number(f64::from(x as f32), to),
            Some(x) => self.number(x, to),
            None => self.intern(Coef::Convert(a), to),
        }
    }
}

/// Whether scaling by the number is exact (short of overflow and underflow).
fn is_power_of_two(x: f64) -> bool {
    x.is_normal() && x.to_bits() & 0x000f_ffff_ffff_ffff == 0 && x.abs() < 1e100 && x.abs() > 1e-100
}

/// Whether the type holds the number, and to its full precision.
fn holds(x: f64, real: Real) -> bool {
    match real {
        Real::Float => (x as f32).is_normal(),
        Real::Double | Real::Array => x.is_normal(),
    }
}
