//! Terms of rules under which a zero tangent stays zero, whatever its partial is.

use super::{Cond, Expr};

/// The term of this tangent: `tangent == 0 ? tangent : partial * tangent`.
pub fn guarded(tangent: &Expr, partial: &Expr) -> Expr {
    let zero = Cond::Eq(tangent.clone(), Expr::Const(0.0));
    Expr::If(Box::new(zero), Box::new(tangent.clone()), Box::new(term(partial, tangent.clone())))
}

/// Which `Arg` is the tangent of such a term, and what the term is elsewhere.
pub fn guarded_term(expr: &Expr) -> Option<(u8, &Expr)> {
    let Expr::If(cond, zero, term) = expr else { return None };
    match (&**cond, &**zero) {
        (Cond::Eq(Expr::Arg(t), Expr::Const(0.0)), Expr::Arg(i)) if t == i => Some((*t, term)),
        _ => None,
    }
}

/// partial · tangent, by one factor after the other: the tangent may be as large as a divisor, or as
/// a factor is small, as in −r·(r·t) for 1/x of a large x. 1/d · t is t/d, one rounding less.
fn term(partial: &Expr, tangent: Expr) -> Expr {
    match partial {
        Expr::Neg(a) => Expr::Neg(Box::new(term(a, tangent))),
        Expr::Div(one, d) if **one == Expr::Const(1.0) => Expr::Div(Box::new(tangent), d.clone()),
        Expr::Div(a, d) => Expr::Div(Box::new(term(a, tangent)), d.clone()),
        Expr::Mul(a, b) => Expr::Mul(a.clone(), Box::new(term(b, tangent))),
        other => Expr::Mul(Box::new(other.clone()), Box::new(tangent)),
    }
}
