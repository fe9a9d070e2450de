//! The derivative of a rule's expression, for derivatives of derivatives.
//!
//! A helper method that an earlier run emitted holds an expression of the table; its own partials
//! are found by differentiating that expression, with the table's rows for the functions in it. A
//! conditional is differentiated branch by branch: the branch taken is the function. But a condition
//! that keeps a zero tangent zero is none of the function's, which is smooth there.

use super::guard::{guarded, guarded_term};
use super::quotient::vanishes;
use super::{Cond, Expr, Row, lookup};

/// ∂expr/∂Arg(k); `None` where a function in it has no such row.
pub fn derive(expr: &Expr, k: u8) -> Option<Expr> {
    along(expr, &|i| Expr::Const(if i == k { 1.0 } else { 0.0 }))
}

/// The tangent of the expression, over its `Arg`s and their tangents; `None` as for [`derive`].
pub fn tangent(expr: &Expr) -> Option<Expr> {
    along(expr, &Expr::Tangent)
}

/// The same, where these are the tangents of the `Arg`s.
fn along(expr: &Expr, of: &dyn Fn(u8) -> Expr) -> Option<Expr> {
    let zero = || Expr::Const(0.0);
    let d = |e: &Expr| along(e, of);
    if let Some((t, term)) = guarded_term(expr) {
        return guarded_along(t, term, of);
    }
    Some(match expr {
        Expr::Arg(i) => of(*i),
        Expr::Const(_) => zero(),
        Expr::Tangent(_) | Expr::Result | Expr::Unknown | Expr::User(..) => return None,
        Expr::Neg(a) => negative(d(a)?),
        Expr::Add(a, b) => sum(d(a)?, d(b)?),
        Expr::Sub(a, b) => sum(d(a)?, negative(d(b)?)),
        Expr::Mul(a, b) => sum(product(d(a)?, (**b).clone()), product((**a).clone(), d(b)?)),
        Expr::Div(a, b) => {
            let (x_dot, y_dot) = (d(a)?, d(b)?);
            let over = |x: Expr| if is_zero(&x) { zero() } else { x / (**b).clone() };
            let whole = over(sum(x_dot.clone(), negative(product(expr.clone(), y_dot.clone()))));
            // As the first derivative, each further one leaves out what an infinite divisor contributes.
            match is_zero(&y_dot) {
                true => whole,
                false => Expr::If(Box::new(vanishes(b, expr)), Box::new(over(x_dot)), Box::new(whole)),
            }
        }
        Expr::Math(name, args) => function(expr, "java/lang/Math", name, args, of)?,
        Expr::Call(owner, name, args) => function(expr, owner, name, args, of)?,
        Expr::If(c, a, b) => {
            let (a, b) = (d(a)?, d(b)?);
            if a == b { a } else { Expr::If(c.clone(), Box::new(a), Box::new(b)) }
        }
    })
}

/// The same for a term p·t that is zero where t is: p·t' + t·p', each zero where its tangent is.
fn guarded_along(t: u8, term: &Expr, of: &dyn Fn(u8) -> Expr) -> Option<Expr> {
    let partial = derive(term, t)?;
    let first = match of(t) {
        Expr::Const(x) => product(partial.clone(), Expr::Const(x)),
        dot => guarded(&dot, &partial),
    };
    let rest = along(&partial, &|i| if i == t { Expr::Const(0.0) } else { of(i) })?;
    let second = if is_zero(&rest) { rest } else { guarded(&Expr::Arg(t), &rest) };
    Some(sum(first, second))
}

/// The chain rule with the function's row.
fn function(whole: &Expr, owner: &str, name: &str, args: &[Expr], of: &dyn Fn(u8) -> Expr) -> Option<Expr> {
    let descriptor = format!("({})D", "D".repeat(args.len()));
    let rule = lookup(owner, name, &descriptor)?;
    let (partials, guards) = match &rule.row {
        Row::Partials(p) | Row::Helper(p) => (p, false),
        Row::Guarded(p) => (p, true),
        Row::Zero => return Some(Expr::Const(0.0)),
        _ => return None,
    };
    let mut total = Expr::Const(0.0);
    for (partial, arg) in partials.iter().zip(args) {
        let dot = along(arg, of)?;
        if is_zero(&dot) {
            continue;
        }
        if *partial == Expr::Unknown {
            return None;
        }
        let partial = substitute(partial, args, whole);
        let term = product(partial.clone(), dot.clone());
        let term = match dot {
            Expr::Const(_) => term,
            _ if guards => {
                let finite = Cond::Le(Expr::Math("abs", vec![partial]), Expr::Const(f64::MAX));
                let stays = Cond::Eq(dot, Expr::Const(0.0)).and(Cond::Not(Box::new(finite)));
                Expr::If(Box::new(stays), Box::new(Expr::Const(0.0)), Box::new(term))
            }
            _ => term,
        };
        total = sum(total, term);
    }
    Some(total)
}

/// A row's expression with its operands and result put in.
fn substitute(expr: &Expr, args: &[Expr], result: &Expr) -> Expr {
    expr.replace(&|leaf| match leaf {
        Expr::Arg(i) => args[*i as usize].clone(),
        Expr::Result => result.clone(),
        other => other.clone(),
    })
}

fn is_zero(e: &Expr) -> bool {
    matches!(e, Expr::Const(x) if *x == 0.0)
}

fn sum(a: Expr, b: Expr) -> Expr {
    match (is_zero(&a), is_zero(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => a + b,
    }
}

fn product(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Const(x), _) if *x == 0.0 => a,
        (_, Expr::Const(y)) if *y == 0.0 => b,
        (Expr::Const(x), _) if *x == 1.0 => b,
        (_, Expr::Const(y)) if *y == 1.0 => a,
        _ => a * b,
    }
}

fn negative(a: Expr) -> Expr {
    match a {
        _ if is_zero(&a) => a,
        Expr::Neg(inner) => *inner,
        _ => -a,
    }
}
