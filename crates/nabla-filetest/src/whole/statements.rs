//! Random statements and bodies.

use super::ast::{Body, Call, Cond, Expr, Handler, Jump, Method, Stmt, Target, Type};
use super::expressions::{Gen, Variable};
use super::shape::{BASE, MAIN, SHAPE, STOP};

/// Where a block stands.
#[derive(Debug, Clone, Copy, Default)]
struct Around<'l> {
    /// How deep it is nested.
    depth: usize,
    /// Whether it is in a loop.
    in_loop: bool,
    /// Whether it is in a `finally`, which nothing may leave.
    last: bool,
    /// The label of a block around it.
    label: Option<&'l str>,
}

impl Gen<'_> {
    /// The body of the method it was made for.
    pub fn body(&mut self, method: &Method) -> Body {
        let constructor = method.name.is_empty();
        let chain = if constructor { self.chain(method) } else { None };
        let most = if self.shape.features.long { 5 } else { 3 };
        let count = match (&*method.name, constructor) {
            ("f", _) => 3 + self.r.below(most),
            (_, true) => self.r.below(most),
            _ => 1 + self.r.below(most),
        };
        let mut statements = self.block(count, Around::default());
        if constructor && (self.class == MAIN || self.r.percent(85)) && !statements.is_empty() {
            // An object to start with there must be.
            let handler = Handler { class: 1, name: self.fresh(), body: Vec::new() };
            statements = vec![Stmt::Try(statements, vec![handler], Vec::new())];
        }
        let result = match method.result {
            Type::Void => None,
            Type::Double => Some(self.sum()),
            other => Some(self.of(other, 2)),
        };
        Body { chain, statements, result }
    }

    /// The constructor that a constructor calls first; nothing of the object is known there.
    fn chain(&mut self, method: &Method) -> Option<(bool, Vec<Expr>)> {
        let this = self.this.take();
        let own = self.shape.constructors(self.class);
        let chain = if own.len() > 1 && method.parameters.len() > own[0].len() && self.r.percent(40) {
            Some((true, self.arguments(&own[0], 1)))
        } else {
            let parent = self.shape.classes[self.class].parent;
            parent.and_then(|parent| {
                let types = self.r.pick(&self.shape.constructors(parent))?.clone();
                Some((false, self.arguments(&types, 1)))
            })
        };
        self.this = this;
        chain
    }

    /// A number made of several.
    fn sum(&mut self) -> Expr {
        let mut sum = self.number(2);
        let kept = [self.local(Type::Double), self.field(Type::Double), self.element(Type::Double)];
        for term in kept.into_iter().flatten() {
            sum = Expr::Binary([0, 1][self.r.below(2)], Box::new(sum), Box::new(term));
        }
        for _ in 0..self.r.below(3) {
            let term = self.number(2);
            sum = Expr::Binary([0, 0, 1, 2][self.r.below(4)], Box::new(sum), Box::new(term));
        }
        sum
    }

    fn block(&mut self, count: usize, around: Around) -> Vec<Stmt> {
        let scope = self.scope.len();
        let block = (0..count).map(|_| self.statement(around)).collect();
        self.scope.truncate(scope);
        block
    }

    fn inner(&mut self, around: Around) -> Vec<Stmt> {
        let count = 1 + self.r.below(3);
        self.block(count, Around { depth: around.depth + 1, ..around })
    }

    fn declare(&mut self, name: &str, ty: Type, assignable: bool) {
        self.scope.push(Variable { name: name.to_string(), ty, assignable });
    }

    fn any_type(&mut self) -> Type {
        use Type::{Double, Float, Floats, Int, List, Matrix, Object, Objects, Row};
        let types = [
            (10, Double),
            (8, Row),
            (3, Matrix),
            (3, Object(BASE)),
            (2, Object(SHAPE)),
            (1, Objects(BASE)),
            (1, List(BASE)),
            (2, Int),
            (3, Float),
            (3, Floats),
        ];
        self.shape.features.pick(&mut self.r, &types)
    }

    /// A number for a place that outlives the statement: seldom one that grows.
    fn kept(&mut self, depth: usize) -> Expr {
        let number = self.number(depth);
        if self.r.percent(40) { Expr::Unary([1, 2, 4][self.r.below(3)], Box::new(number)) } else { number }
    }

    fn value(&mut self, ty: Type) -> Expr {
        if ty == Type::Double { self.kept(3) } else { self.of(ty, 2) }
    }

    fn statement(&mut self, around: Around) -> Stmt {
        let features = self.shape.features;
        let nests = if around.depth < if features.long { 3 } else { 2 } { 1 } else { 0 };
        let tries = if features.exceptions { 5 * nests } else { 0 };
        let leaves = if around.last { 0 } else { 1 };
        let lists = if features.lists { 2 } else { 0 };
        let weights = [18, 22, 10, 4, 3, 3, lists, 9 * nests, 8 * nests, tries, 4 * nests, 3 * leaves];
        let made = match self.r.weighted(&weights) {
            0 => Some(self.declaration()),
            1 => {
                let ty = self.any_type();
                self.place(ty).map(|place| Stmt::Assign(place, self.value(ty)))
            }
            2 => {
                let ty =
                    if self.shape.features.floats && self.r.percent(15) { Type::Float } else { Type::Double };
                let op = [0, 0, 1, 2][self.r.below(4)];
                self.place(ty).map(|place| Stmt::Update(place, op, self.number(2)))
            }
            3 => self.effect(),
            4 => self.copy(),
            5 => self.fill(),
            6 => self.change_list(),
            7 => {
                let cond = self.cond(1);
                let then = self.inner(around);
                let otherwise = if self.r.percent(50) { self.inner(around) } else { Vec::new() };
                Some(Stmt::If(cond, then, otherwise))
            }
            8 => Some(self.repeat(around)),
            9 => Some(self.attempt(around)),
            10 => Some(self.branch(around)),
            _ => Some(self.leave(around)),
        };
        made.unwrap_or_else(|| self.declaration())
    }

    fn declaration(&mut self) -> Stmt {
        let ty = self.any_type();
        let value = self.value(ty);
        let name = self.fresh();
        self.declare(&name, ty, true);
        Stmt::Declare(name, ty, value)
    }

    /// A call for its effects; sometimes that of an overridden body.
    fn effect(&mut self) -> Option<Stmt> {
        let results = [Type::Void, Type::Void, Type::Double, Type::Row, Type::Object(BASE)];
        let ty = results[self.r.below(results.len())];
        let parent = self.this.and_then(|this| self.shape.classes[this].parent);
        if let Some(parent) = parent.filter(|_| self.r.percent(30)) {
            let callables = self.shape.callables.iter();
            let has_body = |name: &str| {
                let mut at = Some(parent);
                while let Some(class) = at {
                    if let Some(m) = self.shape.classes[class].methods.iter().find(|m| m.name == name) {
                        return m.body.is_some();
                    }
                    at = self.shape.classes[class].parent;
                }
                false
            };
            let fits: Vec<_> =
                callables.filter(|c| !c.is_static && !c.private && has_body(&c.name)).cloned().collect();
            let callable = self.r.pick(&fits)?.clone();
            let arguments = self.arguments(&callable.parameters, 2);
            let (name, result) = (callable.name, callable.result);
            return Some(Stmt::Do(Expr::Call(Call { on: Target::Super, name, result, arguments })));
        }
        self.call(ty, 2).map(Stmt::Do)
    }

    fn copy(&mut self) -> Option<Stmt> {
        let ty = match self.r.weighted(&[8, 2, if self.shape.features.floats { 3 } else { 0 }]) {
            0 => Type::Row,
            1 => Type::Matrix,
            _ => Type::Floats,
        };
        let (from, to) = (self.simple(ty)?, self.simple(ty)?);
        let part = |most| Expr::Int(most);
        let (i, j) = (self.r.below(2) as i32, self.r.below(2) as i32);
        let n = 1 + self.r.below(2) as i32 + i32::from(self.r.percent(5));
        Some(Stmt::Copy(from, part(i), to, part(j), part(n)))
    }

    fn fill(&mut self) -> Option<Stmt> {
        let floats = self.shape.features.floats && self.r.percent(20);
        let array = self.simple(if floats { Type::Floats } else { Type::Row })?;
        let range = self.r.percent(50).then(|| (Expr::Int(self.r.below(2) as i32), Expr::Int(2)));
        let value = if floats { self.of(Type::Float, 1) } else { self.kept(1) };
        Some(Stmt::Fill(array, range, value))
    }

    fn change_list(&mut self) -> Option<Stmt> {
        let class = if self.r.percent(70) { BASE } else { SHAPE };
        let list = self.simple(Type::List(class))?;
        let object = self.of(Type::Object(class), 1);
        Some(match self.r.percent(75) {
            true => Stmt::Add(list, object),
            false => Stmt::Set(list, self.index(), object),
        })
    }

    fn repeat(&mut self, around: Around) -> Stmt {
        let around = Around { in_loop: true, ..around };
        let scope = self.scope.len();
        let name = self.fresh();
        let stmt = match self.r.weighted(&[6, 2, 3]) {
            0 => {
                self.declare(&name, Type::Int, false);
                Stmt::For(name, 1 + self.r.below(3) as u8, self.inner(around))
            }
            // Its counter is in scope behind it as well, and so has to go unnamed in it.
            1 => Stmt::While(name, 1 + self.r.below(2) as u8, self.inner(around)),
            _ => {
                let types = [(2, Type::Row), (1, Type::Matrix), (1, Type::List(BASE))];
                let of = self.shape.features.pick(&mut self.r, &types);
                let array = self.of(of, 1);
                self.declare(&name, of.element(), true);
                Stmt::Each(name, of.element(), array, self.inner(around))
            }
        };
        self.scope.truncate(scope);
        stmt
    }

    fn attempt(&mut self, around: Around) -> Stmt {
        let body = self.inner(around);
        let mut handlers = Vec::new();
        let last_is_all = self.r.percent(60);
        for class in [0, 2, 3, 4, 1] {
            let wanted = if class == 1 { last_is_all } else { self.r.percent(25) };
            if wanted {
                let scope = self.scope.len();
                let name = self.fresh();
                if class == 0 {
                    self.declare(&name, Type::Object(STOP), false);
                }
                let body = self.inner(around);
                self.scope.truncate(scope);
                handlers.push(Handler { class, name, body });
            }
        }
        let last = if handlers.is_empty() || self.r.percent(15) {
            self.inner(Around { last: true, in_loop: false, label: None, ..around })
        } else {
            Vec::new()
        };
        Stmt::Try(body, handlers, last)
    }

    fn branch(&mut self, around: Around) -> Stmt {
        if self.r.percent(70) {
            let on = self.int(1);
            let count = 2 + self.r.below(2);
            let cases = (0..count).map(|_| (self.inner(around), self.r.percent(70))).collect();
            return Stmt::Switch(on, cases);
        }
        let label = format!("b{}", self.fresh());
        let mut block = self.inner(Around { label: Some(&label), ..around });
        let at = self.r.below(block.len() + 1);
        block.insert(at, Stmt::Leave(Cond::LessInt(self.int(1), Expr::Int(1)), Jump::Label(label.clone())));
        Stmt::Block(label, block)
    }

    fn leave(&mut self, around: Around) -> Stmt {
        let cond = self.cond(1);
        match (self.r.below(4), around) {
            (0, Around { in_loop: true, .. }) => Stmt::Leave(cond, Jump::Break),
            (1, Around { in_loop: true, .. }) => Stmt::Leave(cond, Jump::Continue),
            (2, Around { label: Some(label), .. }) => Stmt::Leave(cond, Jump::Label(label.to_string())),
            (3, _) if self.shape.features.exceptions => Stmt::Throw(cond, self.number(1)),
            _ => {
                let result = self.result;
                Stmt::Return(cond, (result != Type::Void).then(|| self.of(result, 1)))
            }
        }
    }
}
