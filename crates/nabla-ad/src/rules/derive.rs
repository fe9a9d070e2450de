//! The derivative of a rule's expression, for derivatives of derivatives.
//!
//! A helper method that an earlier run emitted holds an expression of the table; its own partials
//! are found by differentiating that expression, with the table's rows for the functions in it. A
//! conditional is differentiated branch by branch: the branch taken is the function.

use super::{Cond, Expr, Row, lookup};

/// ∂expr/∂Arg(k); `None` where a function in it has no such row.
pub fn derive(expr: &Expr, k: u8) -> Option<Expr> {
    let zero = || Expr::Const(0.0);
    Some(match expr {
        Expr::Arg(i) => Expr::Const(if *i == k { 1.0 } else { 0.0 }),
        Expr::Const(_) => zero(),
        Expr::Tangent(_) | Expr::Result | Expr::Unknown | Expr::User(..) => return None,
        Expr::Neg(a) => negative(derive(a, k)?),
        Expr::Add(a, b) => sum(derive(a, k)?, derive(b, k)?),
        Expr::Sub(a, b) => sum(derive(a, k)?, negative(derive(b, k)?)),
        Expr::Mul(a, b) => sum(product(derive(a, k)?, (**b).clone()), product((**a).clone(), derive(b, k)?)),
        Expr::Div(a, b) => {
            let (a_dot, b_dot) = (derive(a, k)?, derive(b, k)?);
            let numerator = sum(a_dot, negative(product(expr.clone(), b_dot)));
            if is_zero(&numerator) { zero() } else { numerator / (**b).clone() }
        }
        Expr::Math(name, args) => function(expr, "java/lang/Math", name, args, k)?,
        Expr::Call(owner, name, args) => function(expr, owner, name, args, k)?,
        Expr::If(c, a, b) => {
            let (a, b) = (derive(a, k)?, derive(b, k)?);
            if a == b { a } else { Expr::If(c.clone(), Box::new(a), Box::new(b)) }
        }
    })
}

/// The chain rule with the function's row.
fn function(whole: &Expr, owner: &str, name: &str, args: &[Expr], k: u8) -> Option<Expr> {
    let descriptor = format!("({})D", "D".repeat(args.len()));
    let rule = lookup(owner, name, &descriptor)?;
    let (partials, guarded) = match &rule.row {
        Row::Partials(p) | Row::Helper(p) => (p, false),
        Row::Guarded(p) => (p, true),
        Row::Zero => return Some(Expr::Const(0.0)),
        _ => return None,
    };
    let mut total = Expr::Const(0.0);
    for (partial, arg) in partials.iter().zip(args) {
        let dot = derive(arg, k)?;
        if is_zero(&dot) {
            continue;
        }
        if *partial == Expr::Unknown {
            return None;
        }
        let term = product(substitute(partial, args, whole), dot.clone());
        let term = match dot {
            Expr::Const(_) => term,
            _ if guarded => Expr::If(
                Box::new(Cond::Eq(dot.clone(), Expr::Const(0.0))),
                Box::new(Expr::Const(0.0)),
                Box::new(term),
            ),
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
