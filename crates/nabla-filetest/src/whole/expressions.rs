//! Random expressions of every type, of what is in scope.

use super::ast::{Expr, FieldRef, Method, Type};
use super::random::Random;
use super::shape::{MAIN, Shape};

/// The place of division in [`BINARY`](super::java::BINARY).
const DIVIDE: usize = 3;
const HYPOT: usize = 6;

/// A local variable.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it may be assigned: it is no loop's counter.
    pub assignable: bool,
}

/// Draws the body of one method.
pub struct Gen<'s> {
    /// Where everything random comes from.
    pub r: Random,
    /// What can be named.
    pub shape: &'s Shape,
    /// The class the method is in.
    pub class: usize,
    /// The class of `this`, where there is one.
    pub this: Option<usize>,
    /// Whether objects can be made: a constructor that makes objects might never end.
    pub makes: bool,
    /// How many objects are being made, each for the constructor of the one before.
    pub nested: usize,
    /// What is in scope.
    pub scope: Vec<Variable>,
    /// How many calls it may still make.
    pub calls: usize,
    /// The number of names given.
    pub names: usize,
    /// The result's type.
    pub result: Type,
}

impl<'s> Gen<'s> {
    /// For the body of this method of the class.
    pub fn new(seed: u64, shape: &'s Shape, class: usize, method: &Method) -> Gen<'s> {
        let is_static = method.modifiers.contains("static");
        let parameters = method.parameters.iter();
        let scope = parameters.map(|(name, ty)| Variable { name: name.clone(), ty: *ty, assignable: true });
        Gen {
            r: Random::new(seed),
            shape,
            class,
            this: (!is_static).then_some(class),
            makes: !method.name.is_empty() || class == MAIN,
            nested: 0,
            scope: scope.collect(),
            calls: 4,
            names: 0,
            result: method.result,
        }
    }

    /// A new name.
    pub fn fresh(&mut self) -> String {
        self.names += 1;
        format!("l{}", self.names)
    }

    /// An expression of the type.
    pub fn of(&mut self, ty: Type, depth: usize) -> Expr {
        match ty {
            Type::Double | Type::Void => self.number(depth),
            Type::Float => self.float(depth),
            Type::Int => self.int(depth),
            Type::Object(class) => self.object(class, depth),
            array => self.array(array, depth),
        }
    }

    /// A local variable of the type.
    pub fn local(&mut self, ty: Type) -> Option<Expr> {
        let fits: Vec<&Variable> = self.scope.iter().filter(|v| v.ty == ty).collect();
        // The latest ones are the most interesting, and the first: the parameters.
        let recent = match self.r.percent(30) {
            true => &fits[..fits.len().min(2)],
            false => &fits[fits.len().saturating_sub(5)..],
        };
        self.r.pick(recent).map(|v| Expr::Local(v.name.clone(), v.ty))
    }

    /// A field of the type, of an object at hand or of a class.
    pub fn field(&mut self, ty: Type) -> Option<Expr> {
        let mut all: Vec<(FieldRef, bool)> = Vec::new();
        for class in &self.shape.classes {
            let fits = class.fields.iter().filter(|f| f.field.ty == ty);
            all.extend(fits.map(|f| (f.field.clone(), f.is_static)));
        }
        for _ in 0..4 {
            let (field, is_static) = self.r.pick(&all)?.clone();
            if is_static {
                return Some(Expr::Field(None, field));
            }
            if let Some(object) = self.receiver(field.class) {
                return Some(Expr::Field(Some(Box::new(object)), field));
            }
        }
        None
    }

    /// An index into an array of three elements, seldom beyond.
    pub fn index(&mut self) -> Expr {
        match self.r.weighted(&[100, 84, 14, 1]) {
            0 => Expr::Int(self.r.below(3) as i32),
            1 => self.local(Type::Int).unwrap_or(Expr::Int(1)),
            2 => self.int(1),
            _ => Expr::Int(3),
        }
    }

    /// A place of the type that can be assigned: local, field or element.
    pub fn place(&mut self, ty: Type) -> Option<Expr> {
        match self.r.weighted(&[35, 35, 30]) {
            0 => {
                let fits = self.scope.iter().filter(|v| v.ty == ty && v.assignable);
                let fits: Vec<&Variable> = fits.collect();
                self.r.pick(&fits).map(|v| Expr::Local(v.name.clone(), v.ty))
            }
            1 => self.field(ty),
            _ => self.element(ty),
        }
    }

    /// An element of this type, of an array at hand.
    pub fn element(&mut self, ty: Type) -> Option<Expr> {
        let array = match ty {
            Type::Double if self.r.percent(80) => self.simple(Type::Row)?,
            Type::Double => {
                let (matrix, index) = (self.simple(Type::Matrix)?, self.index());
                Expr::Element(Box::new(matrix), Box::new(index))
            }
            Type::Row => self.simple(Type::Matrix)?,
            Type::Float => self.simple(Type::Floats)?,
            Type::Object(class) => self.simple(Type::Objects(class))?,
            _ => return None,
        };
        Some(Expr::Element(Box::new(array), Box::new(self.index())))
    }

    /// A local or field of the type.
    pub fn simple(&mut self, ty: Type) -> Option<Expr> {
        let local = self.r.percent(60);
        let first = if local { self.local(ty) } else { self.field(ty) };
        first.or_else(|| self.field(ty)).or_else(|| self.local(ty))
    }

    /// A number.
    pub fn number(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return match self.r.weighted(&[70, 22, 8]) {
                0 => self.local(Type::Double),
                1 => self.field(Type::Double),
                _ => None,
            }
            .unwrap_or_else(|| Expr::Number(self.r.below(17) as f64 / 4.0 - 2.0));
        }
        let floats = if self.shape.features.floats { 6 } else { 0 };
        let made = match self.r.weighted(&[14, 10, 12, 18, 8, 4, 10, 2, floats, 2]) {
            0 => self.local(Type::Double),
            1 => self.field(Type::Double),
            2 => self.element(Type::Double),
            3 => {
                let op = [0, 0, 1, 2, 2, 4, 5, HYPOT][self.r.below(8)];
                Some(Expr::Binary(op, self.boxed(depth), self.boxed(depth)))
            }
            4 => Some(Expr::Unary(self.r.below(8), self.boxed(depth))),
            5 => Some(self.choice(Type::Double, depth)),
            6 => self.call(Type::Double, depth),
            7 => Some(Expr::FromInt(Box::new(self.int(1)))),
            8 => Some(Expr::FromFloat(Box::new(self.float(depth - 1)))),
            _ => {
                let below = Expr::Binary(HYPOT, Box::new(Expr::Number(1.0)), self.boxed(depth));
                let op = if self.r.percent(70) { DIVIDE } else { 7 };
                Some(Expr::Binary(op, self.boxed(depth), Box::new(below)))
            }
        };
        made.unwrap_or_else(|| self.number(depth - 1))
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.number(depth - 1))
    }

    pub fn choice(&mut self, ty: Type, depth: usize) -> Expr {
        let depth = depth.saturating_sub(1);
        let cond = self.cond(1);
        Expr::Choice(Box::new(cond), Box::new(self.of(ty, depth)), Box::new(self.of(ty, depth)))
    }

    fn float(&mut self, depth: usize) -> Expr {
        let made = match self.r.weighted(&[4, 4, 4, if depth > 0 { 5 } else { 0 }]) {
            0 => self.local(Type::Float),
            1 => self.field(Type::Float),
            2 => self.element(Type::Float),
            _ => {
                let (a, b) = (self.float(depth - 1), self.float(depth - 1));
                Some(Expr::Floats(self.r.percent(50), Box::new(a), Box::new(b)))
            }
        };
        made.unwrap_or_else(|| Expr::ToFloat(Box::new(self.number(depth.saturating_sub(1)))))
    }

    /// An int, mostly 0, 1 or 2.
    pub fn int(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.local(Type::Int).unwrap_or(Expr::Int(self.r.below(3) as i32));
        }
        match self.r.weighted(&[5, 5, 3, 1, 2]) {
            0 => Expr::Int(self.r.below(3) as i32),
            1 => self.int(0),
            2 => Expr::Modulo(Box::new(self.int(depth - 1)), Box::new(self.int(depth - 1))),
            3 => Expr::ToInt(Box::new(self.number(1))),
            _ => match self.field(Type::Int) {
                // Nobody keeps such a field below three.
                Some(field) => Expr::Modulo(Box::new(field), Box::new(Expr::Int(0))),
                None => Expr::Int(0),
            },
        }
    }

    /// An array or a list.
    fn array(&mut self, ty: Type, depth: usize) -> Expr {
        if depth == 0 {
            return self.simple(ty).unwrap_or_else(|| self.new_array(ty, 0));
        }
        let clones = if matches!(ty, Type::List(_)) { 0 } else { 4 };
        let copies = if matches!(ty, Type::Row | Type::Floats) { 2 } else { 0 };
        let made = match self.r.weighted(&[14, 12, 6, 6, 6, clones, copies, 2, 1]) {
            0 => self.local(ty),
            1 => self.field(ty),
            2 => self.element(ty),
            3 => self.call(ty, depth),
            4 => Some(self.choice(ty, depth)),
            5 => self.simple(ty).map(|a| Expr::Clone(Box::new(a))),
            6 => self.simple(ty).map(|a| {
                let n = if self.r.percent(10) { 2 } else { 3 + self.r.below(2) as i32 };
                match self.r.percent(60) {
                    true => Expr::CopyOf(Box::new(a), Box::new(Expr::Int(n))),
                    false => {
                        Expr::CopyOfRange(Box::new(a), Box::new(Expr::Int(1)), Box::new(Expr::Int(n + 1)))
                    }
                }
            }),
            7 => None,
            _ if self.r.percent(25) => Some(Expr::Null(ty)),
            _ => None,
        };
        made.unwrap_or_else(|| self.new_array(ty, depth - 1))
    }

    fn new_array(&mut self, ty: Type, depth: usize) -> Expr {
        let three = || Box::new(Expr::Int(3));
        let element = ty.element();
        match ty {
            Type::List(_) => Expr::Elements(ty, Vec::new()),
            Type::Matrix if self.r.percent(40) => Expr::NewArray(ty, three(), Some(three())),
            Type::Matrix if self.r.percent(3) => Expr::NewArray(ty, three(), None),
            Type::Objects(_) => Expr::NewArray(ty, three(), None),
            Type::Row | Type::Floats if self.r.percent(30) => Expr::NewArray(ty, three(), None),
            _ => Expr::Elements(ty, (0..3).map(|_| self.of(element, depth.min(1))).collect()),
        }
    }
}
