//! Draws a program: its classes with their fields and the signatures of their methods, then the
//! bodies, then what is done with it.

use super::ast::simplest;
use super::ast::{Action, Body, Class, Expr, Field, FieldRef, Method, Program, Root, Step, Type};
use super::expressions::Gen;
use super::prune::prune;
use super::random::Random;
use super::shape::{BASE, Callable, DEEP, Features, LEAF, LEFT, MAIN, SHAPE, STOP, Shape};

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let features = Features::draw(&mut r);
    let mut draw = Draw { r, count: 0, features };
    let mut shape = Shape { classes: draw.classes(), callables: Vec::new(), features };
    let root = draw.root();
    draw.methods(&mut shape);
    draw.objects(&mut shape);
    let mut classes = shape.classes.clone();
    let main = Method {
        name: "f".into(),
        modifiers: if root.instance { "" } else { "static" },
        parameters: parameters(&root.parameters, &["x", "y", "a", "b"]),
        result: root.result,
        body: Some(Body { chain: None, statements: Vec::new(), result: None }),
    };
    classes[MAIN].methods.insert(0, main);
    for (index, class) in classes.iter_mut().enumerate() {
        for method in class.methods.iter_mut().filter(|m| m.body.is_some()) {
            let mut generator = Gen::new(draw.r.bits(), &shape, index, method);
            let mut body = generator.body(method);
            if method.name.is_empty() && body.chain.as_ref().is_some_and(|(own, _)| *own) {
                body.statements.truncate(2);
            }
            method.body = Some(body);
        }
    }
    prune(&mut classes);
    let steps = draw.steps(&root, &classes[MAIN]);
    let release = if draw.r.percent(35) { 8 } else { 17 };
    Program { seed, classes, root, steps, release, floats: features.floats, statics: features.statics }
}

/// Names for the parameters of a root: numbers, then arrays; an int is `n`.
fn parameters(types: &[Type], names: &[&str]) -> Vec<(String, Type)> {
    let (mut numbers, mut arrays) = (names[..2].iter(), names[2..].iter());
    let name = |ty: &Type| match ty {
        Type::Int => "n",
        Type::Row => arrays.next().copied().unwrap_or("c"),
        _ => numbers.next().copied().unwrap_or("z"),
    };
    types.iter().map(name).map(str::to_string).zip(types.iter().copied()).collect()
}

struct Draw {
    r: Random,
    count: usize,
    features: Features,
}

impl Draw {
    fn fresh(&mut self, letter: &str) -> String {
        self.count += 1;
        format!("{letter}{}", self.count)
    }

    fn classes(&mut self) -> Vec<Class> {
        let class = |name: &str, parent, implements| Class {
            name: name.into(),
            modifiers: "",
            interface: false,
            parent,
            implements,
            fields: Vec::new(),
            methods: Vec::new(),
        };
        let mut classes = vec![
            class("Main", None, None),
            class("Stop", None, None),
            class("Shape", None, None),
            class("Base", None, Some(SHAPE)),
            class("Left", Some(BASE), None),
            class("Deep", Some(if self.r.percent(60) { LEFT } else { BASE }), None),
            class("Leaf", None, Some(SHAPE)),
        ];
        classes[SHAPE].interface = true;
        if self.r.percent(40) {
            classes[BASE].modifiers = "abstract";
        }
        if self.r.percent(30) {
            classes[LEAF].modifiers = "final";
        }
        use Type::{Double, Float, Floats, Int, List, Matrix, Object, Objects, Row};
        let plan: [(usize, &[Type]); 6] = [
            (MAIN, &[Double, Double, Row, Row, Matrix, Object(BASE), Object(SHAPE), List(BASE)]),
            (STOP, &[Double]),
            (BASE, &[Double, Double, Row, Object(BASE), Int]),
            (LEFT, &[Double, Row, Matrix]),
            (DEEP, &[Double, Object(LEAF)]),
            (LEAF, &[Double, Row, Object(SHAPE)]),
        ];
        for (class, types) in plan {
            for ty in types {
                self.field(&mut classes, class, *ty, false);
            }
        }
        if self.features.statics {
            for ty in [Double, Double, Row, Row, Matrix, Object(BASE), List(SHAPE), Objects(BASE)] {
                self.field(&mut classes, MAIN, ty, true);
            }
            self.field(&mut classes, BASE, Double, true);
            self.field(&mut classes, LEAF, Row, true);
        }
        for (class, ty) in [(MAIN, Floats), (BASE, Float), (LEAF, Floats)] {
            let is_static = self.features.statics && class == MAIN;
            self.field(&mut classes, class, ty, is_static);
        }
        classes
    }

    fn field(&mut self, classes: &mut [Class], class: usize, ty: Type, is_static: bool) {
        let used = class == MAIN || self.features.allow(Type::Object(class));
        if !used || !self.features.allow(ty) || self.r.percent(15) {
            return;
        }
        let name = self.fresh("f");
        let private = self.r.percent(25);
        let number = |r: &mut Random| Expr::Number(r.below(9) as f64 / 4.0 - 1.0);
        let start = match ty {
            Type::Double => self.r.percent(40).then(|| number(&mut self.r)),
            Type::Row => self.r.percent(96).then(|| self.row()),
            Type::Matrix => {
                self.r.percent(96).then(|| Expr::Elements(ty, (0..3).map(|_| self.row()).collect()))
            }
            Type::Floats | Type::Objects(_) => {
                Some(Expr::NewArray(ty, Box::new(Expr::Int(3)), None)).filter(|_| self.r.percent(96))
            }
            Type::List(_) => Some(Expr::Elements(ty, Vec::new())),
            // Others are made once constructors are known.
            Type::Object(of) if of != LEAF && !is_static && class != MAIN => {
                self.r.percent(90).then_some(Expr::This(class))
            }
            _ => None,
        };
        let field = FieldRef { class, name, ty, private };
        classes[class].fields.push(Field { field, is_static, start });
    }

    fn row(&mut self) -> Expr {
        let number = |r: &mut Random| Expr::Number(r.below(9) as f64 / 4.0 - 1.0);
        Expr::Elements(Type::Row, (0..3).map(|_| number(&mut self.r)).collect())
    }

    fn root(&mut self) -> Root {
        use Type::{Double, Int, Row, Void};
        let (parameters, result) = match self.r.weighted(&[70, 15, 5, 5, 5]) {
            0 => (vec![Double, Double, Int], Double),
            1 => (vec![Double, Row, Double, Int], Double),
            2 => (vec![Double, Row, Row, Int], Double),
            3 => (vec![Double, Double, Int], Row),
            _ => (vec![Double, Row, Int], Void),
        };
        Root { instance: self.r.percent(35), parameters, result }
    }

    fn parameter(&mut self) -> Type {
        use Type::{Double, Float, Floats, Int, List, Matrix, Object, Row};
        let types = [
            (9, Double),
            (6, Row),
            (2, Matrix),
            (2, Object(BASE)),
            (2, Object(SHAPE)),
            (1, List(BASE)),
            (2, Int),
            (4, Float),
            (4, Floats),
        ];
        self.features.pick(&mut self.r, &types)
    }

    /// The same for a constructor: mostly no object, because few are there to be passed.
    fn own_parameter(&mut self) -> Type {
        let ty = self.parameter();
        if matches!(ty, Type::Object(_)) && self.r.percent(70) { Type::Row } else { ty }
    }

    fn result(&mut self) -> Type {
        use Type::{Double, Matrix, Object, Row, Void};
        let types = [(10, Double), (4, Void), (4, Row), (1, Matrix), (2, Object(BASE)), (1, Object(SHAPE))];
        self.features.pick(&mut self.r, &types)
    }

    fn signature(&mut self) -> (Vec<Type>, Type) {
        let count = self.r.below(4);
        ((0..count).map(|_| self.parameter()).collect(), self.result())
    }

    /// Methods and constructors, with empty bodies.
    fn methods(&mut self, shape: &mut Shape) {
        for class in [MAIN, STOP, BASE, LEFT, DEEP, LEAF] {
            let count = if matches!(class, BASE | LEFT) { 2 } else { 1 };
            for nth in 0..count {
                let types = match class {
                    MAIN => vec![Type::Double, Type::Double],
                    STOP => vec![Type::Double],
                    // Told apart by the number of their parameters.
                    _ => (0..1 + 2 * nth).map(|_| self.own_parameter()).collect(),
                };
                add(shape, class, String::new(), "", &types, Type::Void, true);
            }
        }
        let objects = self.features.objects;
        for _ in 0..1 + self.r.below(3) {
            let (types, result) = self.signature();
            let class = if !objects || self.r.percent(70) { MAIN } else { LEAF };
            self.callable(shape, class, "static", types, result);
        }
        for class in [MAIN, BASE, LEFT, LEAF] {
            if (class == MAIN || objects) && self.r.percent(50) {
                let (types, result) = self.signature();
                let modifiers = ["private", "final", ""][self.r.below(3)];
                self.callable(shape, class, modifiers, types, result);
            }
        }
        if objects {
            self.dispatched(shape);
        }
    }

    /// Objects for the fields of the first class.
    fn objects(&mut self, shape: &mut Shape) {
        for at in 0..shape.classes[MAIN].fields.len() {
            let Type::Object(class) = shape.classes[MAIN].fields[at].field.ty else { continue };
            let class = if class == BASE { LEFT } else { LEAF };
            let types = shape.constructors(class)[0].clone();
            let arguments = types.into_iter().map(simplest).collect();
            if self.r.percent(90) {
                shape.classes[MAIN].fields[at].start = Some(Expr::New(class, arguments));
            }
        }
    }

    fn callable(
        &mut self,
        shape: &mut Shape,
        class: usize,
        modifiers: &'static str,
        parameters: Vec<Type>,
        result: Type,
    ) {
        let name = self.fresh("m");
        add(shape, class, name.clone(), modifiers, &parameters, result, true);
        let (is_static, private) = (modifiers == "static", modifiers == "private");
        shape.callables.push(Callable { class, name, is_static, private, parameters, result });
    }

    /// Methods that are overridden: one of the interface with a body and one without, and two of
    /// the class.
    fn dispatched(&mut self, shape: &mut Shape) {
        let is_abstract = shape.classes[BASE].modifiers == "abstract";
        for (class, has_body) in [(SHAPE, false), (SHAPE, true), (BASE, true), (BASE, !is_abstract)] {
            if self.r.percent(40) {
                continue;
            }
            let (parameters, result) = self.signature();
            let name = self.fresh("v");
            let modifiers = match (class, has_body) {
                (SHAPE, true) => "public default",
                (_, true) => "public",
                (_, false) => "public abstract",
            };
            add(shape, class, name.clone(), modifiers, &parameters, result, has_body);
            for below in [BASE, LEFT, DEEP, LEAF] {
                if below == class || !shape.is_below(below, class) {
                    continue;
                }
                // The first class that can be made must have a body.
                let inherits =
                    has_body || (below != LEAF && below != BASE && is_defined(shape, below, &name));
                let may_wait = below == BASE && is_abstract;
                if self.r.percent(50) || (!inherits && !may_wait) {
                    add(shape, below, name.clone(), "public", &parameters, result, true);
                }
            }
            let callable = Callable { class, name, is_static: false, private: false, parameters, result };
            shape.callables.push(callable);
        }
    }

    fn steps(&mut self, root: &Root, main: &Class) -> Vec<Step> {
        let of = |types: &[Type]| -> Vec<String> {
            let fields = main.fields.iter().filter(|f| root.instance || f.is_static);
            let fields = fields.filter(|f| types.contains(&f.field.ty));
            fields.map(|f| f.field.name.clone()).collect()
        };
        let (places, rows) = (of(&[Type::Double, Type::Row]), of(&[Type::Row]));
        let numbers = root.parameters.iter().filter(|ty| **ty == Type::Double).count();
        let count = 2 + self.r.below(4);
        let mut steps = Vec::new();
        for _ in 0..count {
            let action = match self.r.weighted(&[2, 8, 6, 2, 1]) {
                0 => Action::Primal,
                1 => Action::Jvp,
                2 => Action::Partial(self.r.below(numbers)),
                3 => self.r.pick(&places).map_or(Action::Jvp, |f| Action::Put(f.clone())),
                _ => match (self.r.pick(&rows).cloned(), self.r.pick(&rows).cloned()) {
                    (Some(a), Some(b)) => Action::Share(a, b),
                    _ => Action::Jvp,
                },
            };
            let at = (0..2).map(|_| self.r.below(33) as f64 / 8.0 - 2.0).collect();
            let seeds = (0..2).map(|_| self.r.below(9) as f64 / 4.0 - 1.0).collect();
            steps.push(Step {
                action,
                at,
                seeds,
                n: if self.r.percent(8) { 3 } else { self.r.below(3) as i32 },
            });
        }
        steps
    }
}

fn is_defined(shape: &Shape, class: usize, name: &str) -> bool {
    let mut at = Some(class);
    while let Some(class) = at {
        if shape.classes[class].methods.iter().any(|m| m.name == name && m.body.is_some()) {
            return true;
        }
        at = shape.classes[class].parent;
    }
    false
}

fn add(
    shape: &mut Shape,
    class: usize,
    name: String,
    modifiers: &'static str,
    types: &[Type],
    result: Type,
    has_body: bool,
) {
    let parameters = types.iter().enumerate().map(|(i, ty)| (format!("p{i}"), *ty)).collect();
    let body = has_body.then(|| Body { chain: None, statements: Vec::new(), result: None });
    shape.classes[class].methods.push(Method { name, modifiers, parameters, result, body });
}
