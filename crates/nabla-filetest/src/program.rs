//! Random programs: an abstract syntax that prints as a Java method and evaluates itself on dual
//! numbers, so that each is the other's reference.
//!
//! The variables are `x` and `y` (the independents), `k` (a double that starts as a constant) and
//! the locals `v0`…; every loop has a fixed bound. The dual evaluation carries, beside value and
//! tangents, the sum of the absolute values of all terms that make up a tangent: the error allowed
//! to a reordered sum is relative to that, not to what cancellation leaves of it.

use std::fmt::Write;

/// The number of variables, the independents included.
pub const VARIABLES: usize = 6;
const NAMES: [&str; VARIABLES] = ["x", "y", "k", "v0", "v1", "v2"];

/// A function of one argument, by its place in [`UNARY`].
pub type Unary = usize;
/// A function or operator of two, by its place in [`BINARY`].
pub type Binary = usize;

/// How functions of one argument are written.
pub const UNARY: [&str; 10] = [
    "-",
    "Math.sin",
    "Math.cos",
    "Math.atan",
    "Math.tanh",
    "Math.abs",
    "0.5 * ",
    "Math.sqrt",
    "Math.exp",
    "Math.log",
];
/// How functions and operators of two are written.
pub const BINARY: [&str; 8] = ["+", "-", "*", "/", "Math.max", "Math.min", "Math.hypot", "%"];

/// An expression.
#[derive(Debug, Clone)]
pub enum Expr {
    /// A variable.
    Var(usize),
    /// A literal.
    Const(f64),
    /// The innermost loop's counter, or 2 outside of loops.
    Counter,
    /// A function of one argument.
    Unary(Unary, Box<Expr>),
    /// An operator or a function of two.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a < b ? c : d`.
    If(Box<[Expr; 4]>),
}

/// A statement.
#[derive(Debug, Clone)]
pub enum Stmt {
    /// `v = e`.
    Set(usize, Expr),
    /// `v *= e`, the trap.
    Multiply(usize, Expr),
    /// A loop of a few rounds.
    For(u8, Vec<Stmt>),
    /// `if (a < b) … else …`.
    If(Expr, Expr, Vec<Stmt>, Vec<Stmt>),
    /// `if (a < b) break`, which outside of loops is nothing.
    Break(Expr, Expr),
    /// `if (a < b) return v`.
    Return(Expr, Expr, usize),
    /// An exception thrown and caught between the two blocks, if a < b.
    Try(Expr, Expr, Vec<Stmt>, Vec<Stmt>),
}

/// A method body.
pub type Program = Vec<Stmt>;

/// A value with its tangents by x and y, and the sum of the tangents' absolute terms.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dual {
    /// The value.
    pub value: f64,
    /// The tangents.
    pub tangent: [f64; 2],
    /// The sums of absolute terms.
    pub scale: [f64; 2],
}

impl Dual {
    /// A constant.
    pub fn constant(value: f64) -> Dual {
        Dual { value, ..Dual::default() }
    }

    /// An independent.
    pub fn independent(value: f64, number: usize) -> Dual {
        let mut dual = Dual::constant(value);
        (dual.tangent[number], dual.scale[number]) = (1.0, 1.0);
        dual
    }

    /// The chain rule.
    fn chain(value: f64, operands: &[(Dual, f64)]) -> Dual {
        let mut result = Dual::constant(value);
        for (operand, partial) in operands {
            for i in 0..2 {
                // A zero tangent gives zero, also where the partial is infinite or NaN.
                if operand.tangent[i] != 0.0 {
                    result.tangent[i] += partial * operand.tangent[i];
                }
                if operand.scale[i] != 0.0 {
                    result.scale[i] += (partial * operand.scale[i]).abs();
                }
            }
        }
        result
    }
}

fn unary(function: Unary, a: Dual) -> Dual {
    let x = a.value;
    let (value, partial) = match function {
        0 => (-x, -1.0),
        1 => (x.sin(), x.cos()),
        2 => (x.cos(), -x.sin()),
        3 => (x.atan(), 1.0 / (1.0 + x * x)),
        4 => (x.tanh(), 1.0 / (x.cosh() * x.cosh())),
        5 => (x.abs(), if x.is_sign_negative() { -1.0 } else { 1.0 }),
        6 => (0.5 * x, 0.5),
        7 => (x.sqrt(), 0.5 / x.sqrt()),
        8 => (x.exp(), x.exp()),
        _ => (x.ln(), 1.0 / x),
    };
    Dual::chain(value, &[(a, partial)])
}

fn binary(function: Binary, a: Dual, b: Dual) -> Dual {
    let (x, y) = (a.value, b.value);
    let first = match function {
        4 => x.is_nan() || (x == y && (x.is_sign_positive() || y.is_sign_negative())) || x > y,
        _ => x.is_nan() || (x == y && (x.is_sign_negative() || y.is_sign_positive())) || x < y,
    };
    match function {
        0 => Dual::chain(x + y, &[(a, 1.0), (b, 1.0)]),
        1 => Dual::chain(x - y, &[(a, 1.0), (b, -1.0)]),
        2 => Dual::chain(x * y, &[(a, y), (b, x)]),
        3 => Dual::chain(x / y, &[(a, 1.0 / y), (b, -(x / y) / y)]),
        4 | 5 => {
            if first {
                a
            } else {
                b
            }
        }
        6 => {
            let r = x.hypot(y);
            let over = if r == 0.0 { 1.0 } else { r };
            Dual::chain(r, &[(a, x / over), (b, y / over)])
        }
        _ => Dual::chain(x % y, &[(a, 1.0), (b, -((x - x % y) / y).round())]),
    }
}

impl Expr {
    fn eval(&self, vars: &[Dual; VARIABLES], counter: u8) -> Dual {
        match self {
            Expr::Var(v) => vars[*v],
            Expr::Const(c) => Dual::constant(*c),
            Expr::Counter => Dual::constant(f64::from(counter)),
            Expr::Unary(f, a) => unary(*f, a.eval(vars, counter)),
            Expr::Binary(f, a, b) => binary(*f, a.eval(vars, counter), b.eval(vars, counter)),
            Expr::If(parts) => {
                let less = parts[0].eval(vars, counter).value < parts[1].eval(vars, counter).value;
                parts[if less { 2 } else { 3 }].eval(vars, counter)
            }
        }
    }

    fn java(&self, counter: &str) -> String {
        match self {
            Expr::Var(v) => NAMES[*v].to_string(),
            Expr::Const(c) => format!("({c:?})"),
            // As a double: an int has no negative zero and its own division.
            Expr::Counter => format!("(0.0 + {counter})"),
            Expr::Unary(f, a) => format!("({}({}))", UNARY[*f], a.java(counter)),
            Expr::Binary(f, a, b) => {
                let (a, b) = (a.java(counter), b.java(counter));
                match BINARY[*f] {
                    name if name.starts_with("Math") => format!("{name}({a}, {b})"),
                    operator => format!("({a} {operator} {b})"),
                }
            }
            Expr::If(parts) => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|i| parts[i].java(counter));
                format!("({a} < {b} ? {c} : {d})")
            }
        }
    }
}

/// How a block ends.
enum End {
    Normal,
    Break,
    Return(Dual),
}

fn run(block: &[Stmt], vars: &mut [Dual; VARIABLES], counter: Option<u8>) -> End {
    let count = counter.unwrap_or(2);
    let less =
        |a: &Expr, b: &Expr, vars: &[Dual; VARIABLES]| a.eval(vars, count).value < b.eval(vars, count).value;
    for stmt in block {
        let end = match stmt {
            Stmt::Set(v, e) => {
                vars[*v] = e.eval(vars, count);
                End::Normal
            }
            Stmt::Multiply(v, e) => {
                vars[*v] = binary(2, vars[*v], e.eval(vars, count));
                End::Normal
            }
            Stmt::For(rounds, body) => 'rounds: {
                for round in 0..*rounds {
                    match run(body, vars, Some(round)) {
                        End::Normal => {}
                        End::Break => break,
                        returned => break 'rounds returned,
                    }
                }
                End::Normal
            }
            Stmt::If(a, b, then, otherwise) => {
                let taken = if less(a, b, vars) { then } else { otherwise };
                run(taken, vars, counter)
            }
            Stmt::Break(a, b) if counter.is_some() && less(a, b, vars) => End::Break,
            Stmt::Break(..) => End::Normal,
            Stmt::Return(a, b, v) if less(a, b, vars) => End::Return(vars[*v]),
            Stmt::Return(..) => End::Normal,
            Stmt::Try(a, b, before, handler) => match run(before, vars, counter) {
                End::Normal if less(a, b, vars) => run(handler, vars, counter),
                end => end,
            },
        };
        if !matches!(end, End::Normal) {
            return end;
        }
    }
    End::Normal
}

/// The program's result by dual numbers.
pub fn eval(program: &Program, x: f64, y: f64) -> Dual {
    let mut vars = [Dual::constant(0.0); VARIABLES];
    (vars[0], vars[1], vars[2]) = (Dual::independent(x, 0), Dual::independent(y, 1), Dual::constant(1.0));
    match run(program, &mut vars, None) {
        End::Return(result) => result,
        _ => binary(0, binary(0, vars[2], vars[3]), binary(0, vars[4], vars[5])),
    }
}

/// The program as a static Java method.
pub fn java(program: &Program, name: &str) -> String {
    let mut text = format!("static double {name}(double x, double y) {{\n");
    text += "double k = 1, v0 = 0, v1 = 0, v2 = 0;\n";
    print(program, 0, &mut text);
    text += "return (k + v0) + (v1 + v2);\n}\n";
    text
}

fn print(block: &[Stmt], depth: usize, text: &mut String) {
    let counter = if depth == 0 { "2".to_string() } else { format!("i{depth}") };
    for stmt in block {
        let written = match stmt {
            Stmt::Set(v, e) => writeln!(text, "{} = {};", NAMES[*v], e.java(&counter)),
            Stmt::Multiply(v, e) => writeln!(text, "{} *= {};", NAMES[*v], e.java(&counter)),
            Stmt::For(rounds, body) => {
                let i = format!("i{}", depth + 1);
                let _ = writeln!(text, "for (int {i} = 0; {i} < {rounds}; {i}++) {{");
                print(body, depth + 1, text);
                writeln!(text, "}}")
            }
            Stmt::If(a, b, then, otherwise) => {
                let _ = writeln!(text, "if ({} < {}) {{", a.java(&counter), b.java(&counter));
                print(then, depth, text);
                text.push_str("} else {\n");
                print(otherwise, depth, text);
                writeln!(text, "}}")
            }
            Stmt::Break(..) if depth == 0 => Ok(()),
            Stmt::Break(a, b) => writeln!(text, "if ({} < {}) break;", a.java(&counter), b.java(&counter)),
            Stmt::Return(a, b, v) => {
                writeln!(text, "if ({} < {}) return {};", a.java(&counter), b.java(&counter), NAMES[*v])
            }
            Stmt::Try(a, b, before, handler) => {
                text.push_str("try {\n");
                print(before, depth, text);
                let _ = writeln!(
                    text,
                    "if ({} < {}) throw new RuntimeException();",
                    a.java(&counter),
                    b.java(&counter)
                );
                let _ = writeln!(text, "}} catch (RuntimeException e{}) {{", text.len());
                print(handler, depth, text);
                writeln!(text, "}}")
            }
        };
        written.expect("a string takes everything");
    }
}
