//! Programs as Java: once with `double`, once with `Dual` in its place.
//!
//! What is read from a field or an element is given to `Dual.z` first: null there is zero, and a
//! number that an earlier call left is a constant. Everything else is the same text with functions
//! in place of operators, so that evaluation keeps its order.

use std::fmt::Write;

use super::ast::{Body, Class, Expr, Field, FieldRef, Jump, Method, Program, Stmt, Type};

/// Functions of one number, in Java and by their name in `Dual`.
pub const UNARY: [(&str, &str); 8] = [
    ("-", "neg"),
    ("Math.sin", "sin"),
    ("Math.cos", "cos"),
    ("Math.atan", "atan"),
    ("Math.tanh", "tanh"),
    ("Math.abs", "abs"),
    ("0.5 * ", "half"),
    ("Math.floor", "floor"),
];
/// Functions and operators of two.
pub const BINARY: [(&str, &str); 8] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("Math.max", "max"),
    ("Math.min", "min"),
    ("Math.hypot", "hypot"),
    ("%", "rem"),
];
/// What is caught.
pub const CAUGHT: [&str; 5] =
    ["Stop", "RuntimeException", "IndexOutOfBoundsException", "NullPointerException", "ClassCastException"];

/// Prints the program; its reference where `twin` is set.
pub fn java(program: &Program, twin: bool) -> String {
    let mut printer = Printer { program, twin, fuel: "g", text: String::new() };
    printer.text += "import java.util.ArrayList;\nimport java.util.Arrays;\n";
    printer.class(0);
    printer.text
}

/// The name of the first class.
pub fn main_class(program: &Program, twin: bool) -> String {
    format!("{}{}", if twin { "T" } else { "P" }, program.seed)
}

/// Prints one of the two.
pub(super) struct Printer<'p> {
    program: &'p Program,
    pub(super) twin: bool,
    /// What calls pass to be counted down, so that they end.
    pub(super) fuel: &'static str,
    text: String,
}

impl Printer<'_> {
    pub(super) fn name(&self, class: usize) -> String {
        if class == 0 {
            main_class(self.program, self.twin)
        } else {
            self.program.classes[class].name.clone()
        }
    }

    pub(super) fn ty(&self, ty: Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Int => "int".into(),
            Type::Double | Type::Float if self.twin => "Dual".into(),
            Type::Row | Type::Floats if self.twin => "Dual[]".into(),
            Type::Matrix if self.twin => "Dual[][]".into(),
            Type::Double => "double".into(),
            Type::Float => "float".into(),
            Type::Row => "double[]".into(),
            Type::Matrix => "double[][]".into(),
            Type::Floats => "float[]".into(),
            Type::Object(class) => self.name(class),
            Type::Objects(class) => self.name(class) + "[]",
            Type::List(class) => format!("ArrayList<{}>", self.name(class)),
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn class(&mut self, index: usize) {
        let class = &self.program.classes[index];
        let name = self.name(index);
        let kind = if class.interface { "interface" } else { "class" };
        let nested = if index > 0 && !class.interface { "static " } else { "" };
        let mut head = format!("{nested}{} {kind} {name}", class.modifiers);
        if class.name == "Stop" {
            head += " extends RuntimeException";
        }
        if let Some(parent) = class.parent {
            head += &format!(" extends {}", self.name(parent));
        }
        if let Some(interface) = class.implements {
            head += &format!(" implements {}", self.name(interface));
        }
        self.line(&(head + " {"));
        for field in &class.fields {
            self.field(field);
        }
        for method in &class.methods {
            self.method(class, index, method);
        }
        if index == 0 {
            let numbers = [0.75, -0.5].map(|x| self.number(x));
            let fuel = "new int[] {40}";
            self.line(&format!(
                "static {name} make() {{ return new {name}({}, {}, {fuel}); }}",
                numbers[0], numbers[1]
            ));
            (1..self.program.classes.len()).for_each(|inner| self.class(inner));
        }
        self.line("}");
    }

    fn field(&mut self, field: &Field) {
        let FieldRef { name, ty, private, .. } = &field.field;
        let modifiers = format!(
            "{}{}",
            if *private { "private " } else { "" },
            if field.is_static { "static " } else { "" }
        );
        self.fuel = "new int[] {20}";
        let mut start = field.start.as_ref().map(|e| format!(" = {}", self.expr(e))).unwrap_or_default();
        if let Some(e @ Expr::New(..)) = &field.start {
            // A constructor that throws must not keep the class from being used.
            let (ty, e) = (self.ty(*ty), self.expr(e));
            self.line(&format!("static {ty} {name}made() {{"));
            self.line(&format!("try {{ return {e}; }} catch (RuntimeException e) {{ return null; }}\n}}"));
            start = format!(" = {name}made()");
        }
        self.fuel = "g";
        self.line(&format!("{modifiers}{} {name}{start};", self.ty(*ty)));
    }

    fn method(&mut self, class: &Class, index: usize, method: &Method) {
        let is_root = method.name == "f";
        let mut parameters: Vec<String> =
            method.parameters.iter().map(|(name, ty)| format!("{} {name}", self.ty(*ty))).collect();
        if !is_root {
            parameters.push("int[] g".into());
        }
        let parameters = parameters.join(", ");
        let constructor = method.name.is_empty();
        let head = match constructor {
            true => self.name(index),
            false => format!("{} {} {}", method.modifiers, self.ty(method.result), method.name),
        };
        let Some(body) = &method.body else {
            self.line(&format!("{head}({parameters});"));
            return;
        };
        self.line(&format!("{head}({parameters}) {{"));
        if is_root {
            self.line("int[] g = {60};");
        } else if !constructor {
            let nothing = match self.default(method.result) {
                Some(value) => format!("return {value};"),
                None => "return;".into(),
            };
            self.line(&format!("if (--g[0] < 0) {nothing}"));
        }
        self.body(class, body);
        self.line("}");
    }

    fn body(&mut self, class: &Class, body: &Body) {
        if let Some((own, arguments)) = &body.chain
            && (*own || class.parent.is_some())
        {
            let arguments = self.arguments(arguments);
            self.line(&format!("{}({arguments});", if *own { "this" } else { "super" }));
        }
        self.block(&body.statements);
        if let Some(result) = &body.result {
            let result = self.expr(result);
            self.line(&format!("return {result};"));
        }
    }

    /// What a method returns that has no fuel left.
    fn default(&self, ty: Type) -> Option<String> {
        Some(match ty {
            Type::Void => return None,
            Type::Double | Type::Float if self.twin => "Dual.c(0)".into(),
            Type::Double | Type::Float | Type::Int => "0".into(),
            Type::Row | Type::Floats => self.new_array(ty, "3", None),
            Type::Matrix => self.new_array(ty, "3", Some("3".into())),
            _ => "null".into(),
        })
    }

    fn block(&mut self, block: &[Stmt]) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn nested(&mut self, head: &str, block: &[Stmt]) {
        self.line(&format!("{head} {{"));
        self.block(block);
        self.line("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Declare(name, ty, e) => {
                let line = format!("{} {name} = {};", self.ty(*ty), self.expr(e));
                self.line(&line);
            }
            Stmt::Assign(place, e) => {
                let line = format!("{} = {};", self.place(place), self.expr(e));
                self.line(&line);
            }
            Stmt::Update(place, op, e) => self.update(place, *op, e),
            Stmt::Do(e) => {
                let line = self.expr(e) + ";";
                self.line(&line);
            }
            Stmt::Copy(a, i, b, j, n) => {
                let [a, i, b, j, n] = [a, i, b, j, n].map(|e| self.expr(e));
                self.line(&format!("System.arraycopy({a}, {i}, {b}, {j}, {n});"));
            }
            Stmt::Fill(a, range, e) => {
                let mut arguments = vec![self.expr(a)];
                arguments.extend(range.iter().flat_map(|(i, j)| [self.expr(i), self.expr(j)]));
                arguments.push(self.expr(e));
                self.line(&format!("Arrays.fill({});", arguments.join(", ")));
            }
            Stmt::Add(list, e) => {
                let line = format!("{}.add({});", self.expr(list), self.expr(e));
                self.line(&line);
            }
            Stmt::Set(list, i, e) => {
                let line = format!("{}.set({}, {});", self.expr(list), self.expr(i), self.expr(e));
                self.line(&line);
            }
            Stmt::If(c, then, otherwise) => {
                let c = self.cond(c);
                self.nested(&format!("if ({c})"), then);
                if !otherwise.is_empty() {
                    self.nested("else", otherwise);
                }
            }
            Stmt::For(i, rounds, body) => {
                self.nested(&format!("for (int {i} = 0; {i} < {rounds}; {i}++)"), body);
            }
            Stmt::While(i, rounds, body) => {
                self.line(&format!("int {i} = {rounds};"));
                self.nested("do", body);
                self.line(&format!("while (--{i} > 0);"));
            }
            Stmt::Each(name, ty, of, body) => self.each(name, *ty, of, body),
            Stmt::Switch(on, cases) => {
                let on = self.expr(on);
                self.line(&format!("switch ({on}) {{"));
                for (i, (body, leaves)) in cases.iter().enumerate() {
                    let label = if i + 1 == cases.len() { "default".into() } else { format!("case {i}") };
                    self.nested(&format!("{label}:"), body);
                    if *leaves {
                        self.line("break;");
                    }
                }
                self.line("}");
            }
            Stmt::Block(label, body) => self.nested(&format!("{label}:"), body),
            Stmt::Try(body, handlers, last) => {
                self.nested("try", body);
                for handler in handlers {
                    self.nested(
                        &format!("catch ({} {})", CAUGHT[handler.class], handler.name),
                        &handler.body,
                    );
                }
                if !last.is_empty() {
                    self.nested("finally", last);
                }
            }
            Stmt::Leave(c, jump) => {
                let jump = match jump {
                    Jump::Break => "break".into(),
                    Jump::Continue => "continue".into(),
                    Jump::Label(label) => format!("break {label}"),
                };
                let line = format!("if ({}) {jump};", self.cond(c));
                self.line(&line);
            }
            Stmt::Return(c, e) => {
                let e = e.as_ref().map(|e| " ".to_string() + &self.expr(e)).unwrap_or_default();
                let line = format!("if ({}) return{e};", self.cond(c));
                self.line(&line);
            }
            Stmt::Throw(c, e) => {
                let line = format!("if ({}) throw new Stop({}, g);", self.cond(c), self.expr(e));
                self.line(&line);
            }
        }
    }

    /// The reference names the place twice, once what it is of is known: a call in it is made once.
    ///
    /// So does the program where javac would go through an access method, for a private field before
    /// release 11: that one reads the field after the operand was evaluated, against the language.
    fn update(&mut self, place: &Expr, op: usize, e: &Expr) {
        let accessor = self.program.release < 11 && matches!(place, Expr::Field(_, field) if field.private);
        let e = self.expr(e);
        if !self.twin && !accessor {
            let target = self.place(place);
            return self.line(&format!("{target} {}= {e};", BINARY[op].0));
        }
        let named = |name: &str, of: &Expr| Box::new(Expr::Local(name.into(), of.ty()));
        let (of, place) = match place {
            Expr::Element(array, index) => {
                let at = Expr::Element(named("array_", array), named("index_", index));
                (vec![("array_", array), ("index_", index)], at)
            }
            Expr::Field(Some(object), field) => {
                (vec![("object_", object)], Expr::Field(Some(named("object_", object)), field.clone()))
            }
            place => (Vec::new(), place.clone()),
        };
        let of = of.into_iter().map(|(name, e)| format!("{} {name} = {}; ", self.ty(e.ty()), self.expr(e)));
        let of: String = of.collect();
        let (target, result) = (self.place(&place), self.operation(op, &self.expr(&place), &e));
        self.line(&match (place.ty(), self.twin) {
            (Type::Float, true) => format!("{{ {of}{target} = Dual.f({result}); }}"),
            (Type::Float, false) => format!("{{ {of}{target} = (float) {result}; }}"),
            _ => format!("{{ {of}{target} = {result}; }}"),
        });
    }

    fn each(&mut self, name: &str, ty: Type, of: &Expr, body: &[Stmt]) {
        let of = self.expr(of);
        let number = matches!(ty, Type::Double | Type::Float) && self.twin;
        let held = if number { format!("{name}_") } else { name.to_string() };
        let _ = writeln!(self.text, "for ({} {held} : {of}) {{", self.ty(ty));
        if number {
            self.line(&format!("Dual {name} = Dual.z({held});"));
        }
        self.block(body);
        self.line("}");
    }
}
