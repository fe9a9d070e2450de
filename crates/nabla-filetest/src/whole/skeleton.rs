//! Draws a program: its classes with their fields and the signatures of their methods, then the
//! bodies, then what is done with it.

use super::ast::simplest;
use super::ast::{Body, Expr, Method, Program, Root, Type};
use super::before::Before;
use super::crossings::cross;
use super::expressions::Gen;
use super::holders::Holders;
use super::prune::prune;
use super::random::Random;
use super::shape::{BASE, Callable, DEEP, Features, LEAF, LEFT, MAIN, SHAPE, STOP, Shape};
use super::steps::steps;

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let mut features = Features::draw(&mut r);
    // Drawn apart, so that the other programs are what they were without.
    let mut wires = Random::new(!seed);
    features.shared = wires.percent(40);
    features.objects |= features.shared;
    let mut draw = Draw { r, count: 0, features };
    let mut shape = Shape { classes: draw.classes(), callables: Vec::new(), features };
    let mut root = draw.root();
    root.instance |= features.shared && wires.percent(60);
    draw.methods(&mut shape);
    let holders = if features.shared { Holders::draw(&mut wires, &mut shape) } else { Holders::default() };
    draw.objects(&mut shape);
    let mut before = Before::default();
    if features.shared {
        before = Before::draw(&mut wires, &shape, &holders, root.instance);
    }
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
        let mut constructors = 0;
        for method in class.methods.iter_mut().filter(|m| m.body.as_ref().is_some_and(Body::is_empty)) {
            let mut generator = Gen::new(draw.r.bits(), &shape, index, method);
            let mut body = generator.body(method);
            if method.name.is_empty() {
                if body.chain.as_ref().is_some_and(|(own, _)| *own) {
                    body.statements.truncate(2);
                }
                body.statements.splice(0..0, holders.kept(&mut wires, index, constructors));
                constructors += 1;
            } else if method.name == "f" && features.shared {
                // Where less happens between, more of it comes to the result.
                if wires.percent(60) {
                    body.statements.truncate(wires.below(3));
                }
                cross(&mut generator, &mut body, &holders, &before.pairs);
            }
            method.body = Some(body);
        }
    }
    before.happen(&mut classes[MAIN]);
    prune(&mut classes);
    let steps = steps(&mut draw.r, &root, &classes[MAIN]);
    let release = if draw.r.percent(35) { 8 } else { 17 };
    let Features { floats, statics, shared, .. } = features;
    Program { seed, classes, root, steps, release, floats, statics, shared }
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

/// Draws what there is before the bodies.
pub struct Draw {
    /// Where everything random comes from.
    pub r: Random,
    count: usize,
    /// What occurs.
    pub features: Features,
}

impl Draw {
    /// A new name.
    pub fn fresh(&mut self, letter: &str) -> String {
        self.count += 1;
        format!("{letter}{}", self.count)
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
            let class = if matches!(class, BASE | LEFT) { LEFT } else { LEAF };
            let types = shape.constructors(class)[0].clone();
            let arguments = types.into_iter().map(simplest).collect();
            if self.features.shared || self.r.percent(90) {
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
