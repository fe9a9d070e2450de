//! Formulas as Java source, exactly: constants by their bits, every operation in parentheses.

use nabla_ad::rules::{Cond, Expr};

/// The expression over the operands `a[0]`, `a[1]`, … and the result `r`.
pub fn expression(expr: &Expr) -> String {
    let two = |a: &Expr, sign: &str, b: &Expr| format!("({} {sign} {})", expression(a), expression(b));
    match expr {
        Expr::Arg(i) => format!("a[{i}]"),
        Expr::Result => "r".into(),
        Expr::Const(x) => format!("Double.longBitsToDouble({:#x}L)", x.to_bits()),
        Expr::Neg(x) => format!("(-{})", expression(x)),
        Expr::Add(x, y) => two(x, "+", y),
        Expr::Sub(x, y) => two(x, "-", y),
        Expr::Mul(x, y) => two(x, "*", y),
        Expr::Div(x, y) => two(x, "/", y),
        Expr::Math(name, operands) => call("Math", name, operands),
        Expr::Call(owner, name, operands) => call(&owner.replace(['/', '$'], "."), name, operands),
        Expr::User(rule, ..) => panic!("{} is no row of the table", rule.shown()),
        Expr::If(c, x, y) => format!("({} ? {} : {})", condition(c), expression(x), expression(y)),
        // Nothing is compared with it.
        Expr::Unknown => "Double.NaN".into(),
        Expr::Tangent(_) => panic!("a partial has no tangents"),
    }
}

fn call(owner: &str, name: &str, operands: &[Expr]) -> String {
    let operands: Vec<String> = operands.iter().map(expression).collect();
    format!("{owner}.{name}({})", operands.join(", "))
}

fn condition(cond: &Cond) -> String {
    let two = |a: &Expr, sign: &str, b: &Expr| format!("({} {sign} {})", expression(a), expression(b));
    match cond {
        Cond::Lt(a, b) => two(a, "<", b),
        Cond::Le(a, b) => two(a, "<=", b),
        Cond::Gt(a, b) => two(a, ">", b),
        Cond::Ge(a, b) => two(a, ">=", b),
        Cond::Eq(a, b) => two(a, "==", b),
        Cond::Ne(a, b) => two(a, "!=", b),
        Cond::Not(c) => format!("!{}", condition(c)),
        Cond::And(c, d) => format!("({} && {})", condition(c), condition(d)),
        Cond::Or(c, d) => format!("({} || {})", condition(c), condition(d)),
    }
}
