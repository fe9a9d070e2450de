//! Expressions and conditions as Java.

use super::ast::{Call, Cond, Expr, Target, Type};
use super::java::{BINARY, Printer, UNARY};

impl Printer<'_> {
    pub(super) fn new_array(&self, ty: Type, length: &str, rows: Option<String>) -> String {
        let element = self.ty(ty).replace("[]", "");
        match (ty, rows) {
            (Type::Matrix, Some(rows)) => format!("new {element}[{length}][{rows}]"),
            (Type::Matrix, None) => format!("new {element}[{length}][]"),
            _ => format!("new {element}[{length}]"),
        }
    }

    pub(super) fn number(&self, x: f64) -> String {
        if self.twin { format!("Dual.c({x:?})") } else { format!("({x:?})") }
    }

    /// The arguments of a call, with the fuel.
    pub(super) fn arguments(&self, arguments: &[Expr]) -> String {
        let mut texts: Vec<String> = arguments.iter().map(|e| self.expr(e)).collect();
        texts.push(self.fuel.into());
        texts.join(", ")
    }

    /// A place that is assigned, or read as it is.
    pub(super) fn place(&self, expr: &Expr) -> String {
        match expr {
            Expr::Field(None, field) => format!("{}.{}", self.name(field.class), field.name),
            Expr::Field(Some(object), field) => {
                let text = self.expr(object);
                match object.ty() == Type::Object(field.class) || !field.private {
                    true => format!("{text}.{}", field.name),
                    false => format!("(({}) {text}).{}", self.name(field.class), field.name),
                }
            }
            Expr::Element(array, index) => format!("{}[{}]", self.expr(array), self.expr(index)),
            other => self.expr(other),
        }
    }

    /// `f(a, b)` in the reference, an operator or a function of `Math` otherwise.
    pub(super) fn operation(&self, op: usize, a: &str, b: &str) -> String {
        let (java, twin) = BINARY[op];
        match (self.twin, java.starts_with("Math")) {
            (true, _) => format!("Dual.{twin}({a}, {b})"),
            (false, true) => format!("{java}({a}, {b})"),
            (false, false) => format!("({a} {java} {b})"),
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        let to = |e: &Expr| self.expr(e);
        match expr {
            Expr::Number(x) => self.number(*x),
            Expr::Int(i) => i.to_string(),
            Expr::Null(ty) => format!("(({}) null)", self.ty(*ty)),
            Expr::Local(name, _) => name.clone(),
            Expr::This(_) => "this".into(),
            Expr::Field(..) | Expr::Element(..) => {
                let read = matches!(expr.ty(), Type::Double | Type::Float) && self.twin;
                if read { format!("Dual.z({})", self.place(expr)) } else { self.place(expr) }
            }
            Expr::Length(of) => match of.ty() {
                Type::List(_) => format!("{}.size()", to(of)),
                _ => format!("{}.length", to(of)),
            },
            Expr::Unary(f, a) if self.twin => format!("Dual.{}({})", UNARY[*f].1, to(a)),
            Expr::Unary(f, a) => format!("({}({}))", UNARY[*f].0, to(a)),
            Expr::Binary(op, a, b) => self.operation(*op, &to(a), &to(b)),
            Expr::Floats(product, a, b) => {
                let result = self.operation(if *product { 2 } else { 0 }, &to(a), &to(b));
                if self.twin { format!("Dual.f({result})") } else { result }
            }
            Expr::ToFloat(a) => {
                if self.twin {
                    format!("Dual.f({})", to(a))
                } else {
                    format!("((float) {})", to(a))
                }
            }
            Expr::FromFloat(a) => {
                if self.twin {
                    to(a)
                } else {
                    format!("((double) {})", to(a))
                }
            }
            Expr::FromInt(a) => {
                if self.twin {
                    format!("Dual.c({})", to(a))
                } else {
                    format!("((double) {})", to(a))
                }
            }
            Expr::ToInt(a) => {
                let a = if self.twin { format!("Dual.v({})", to(a)) } else { to(a) };
                format!("((int) Math.abs(7 * {a}) % 3)")
            }
            Expr::Modulo(a, b) => format!("Math.floorMod({} + {}, 3)", to(a), to(b)),
            Expr::Choice(c, a, b) => format!("({} ? {} : {})", self.cond(c), to(a), to(b)),
            Expr::Call(call) => self.call(call),
            Expr::New(class, arguments) => {
                format!("new {}({})", self.name(*class), self.arguments(arguments))
            }
            Expr::NewArray(ty, length, rows) => {
                self.new_array(*ty, &to(length), rows.as_ref().map(|rows| to(rows)))
            }
            Expr::Elements(ty, elements) => match ty {
                Type::List(_) => format!("new {}()", self.ty(*ty)),
                _ => {
                    let texts: Vec<String> = elements.iter().map(to).collect();
                    format!("new {} {{{}}}", self.ty(*ty), texts.join(", "))
                }
            },
            Expr::Clone(a) => format!("{}.clone()", to(a)),
            Expr::CopyOf(a, n) => format!("Arrays.copyOf({}, {})", to(a), to(n)),
            Expr::CopyOfRange(a, i, j) => format!("Arrays.copyOfRange({}, {}, {})", to(a), to(i), to(j)),
            Expr::Get(list, i) => format!("{}.get({})", to(list), to(i)),
            Expr::Cast(class, a) => format!("(({}) {})", self.name(*class), to(a)),
        }
    }

    fn call(&self, call: &Call) -> String {
        let on = match &call.on {
            Target::Class(class) => self.name(*class),
            Target::Object(object) => self.expr(object),
            Target::Super => "super".into(),
        };
        format!("{on}.{}({})", call.name, self.arguments(&call.arguments))
    }

    pub(super) fn cond(&self, cond: &Cond) -> String {
        let value = |e: &Expr| match self.twin {
            true => format!("Dual.v({})", self.expr(e)),
            false => self.expr(e),
        };
        match cond {
            Cond::Less(a, b) => format!("{} < {}", value(a), value(b)),
            Cond::LessInt(a, b) => format!("{} < {}", self.expr(a), self.expr(b)),
            Cond::Same(a, b) => format!("{} == {}", self.expr(a), self.expr(b)),
            Cond::Is(a, class) => format!("{} instanceof {}", self.expr(a), self.name(*class)),
            Cond::Not(c) => format!("!({})", self.cond(c)),
            Cond::Both(and, a, b) => {
                format!("({} {} {})", self.cond(a), if *and { "&&" } else { "||" }, self.cond(b))
            }
        }
    }
}
