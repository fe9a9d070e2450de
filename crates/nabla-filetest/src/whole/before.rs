//! When arrays are given to several places: as the first class is initialised, and as its object is
//! made.

use super::ast::{Body, Call, Class, Expr, Field, FieldRef, Handler, Method, Stmt, Target, Type};
use super::holders::Holders;
use super::paths::Path;
use super::random::Random;
use super::shape::{MAIN, Shape};
use super::wiring::Wiring;

/// What is done before the first call.
#[derive(Default)]
pub struct Before {
    of_class: Option<Vec<Stmt>>,
    of_object: Option<Vec<Stmt>>,
    /// Whether a method does what is done to the object.
    apart: bool,
    methods: Vec<Method>,
    /// Places that were given one array.
    pub pairs: Vec<(Path, Path)>,
}

impl Before {
    /// Draws it.
    pub fn draw(r: &mut Random, shape: &Shape, holders: &Holders, instance: bool) -> Before {
        let mut before = Before { apart: r.percent(30), ..Before::default() };
        if shape.features.statics && (!instance || r.percent(30)) {
            before.of_class = Some(before.take(Wiring::draw(r.bits(), shape, holders, false)));
        }
        if instance {
            // What the class was given may be replaced.
            before.pairs.clear();
            before.of_object = Some(before.take(Wiring::draw(r.bits(), shape, holders, true)));
        }
        before
    }

    fn take(&mut self, wiring: Wiring<'_>) -> Vec<Stmt> {
        self.methods.extend(wiring.methods);
        self.pairs.extend(wiring.pairs);
        // An object that is missing keeps nothing from being used.
        let handler = Handler { class: 1, name: "w".into(), body: Vec::new() };
        vec![Stmt::Try(wiring.statements, vec![handler], Vec::new())]
    }

    /// Puts it into the first class.
    pub fn happen(self, main: &mut Class) {
        main.methods.extend(self.methods);
        if let Some(statements) = self.of_class {
            let result = Some(Expr::Number(1.0));
            let name = method(main, "ofClass", "static", statements, result);
            let on = Target::Class(MAIN);
            let start = Expr::Call(Call { on, name, result: Type::Double, arguments: Vec::new() });
            let field = FieldRef { class: MAIN, name: "w".into(), ty: Type::Double, private: false };
            main.fields.push(Field { field, is_static: true, start: Some(start) });
        }
        if let Some(mut statements) = self.of_object {
            if self.apart {
                let name = method(main, "ofObject", "private", statements, None);
                let on = Target::Object(Box::new(Expr::This(MAIN)));
                let call = Call { on, name, result: Type::Void, arguments: Vec::new() };
                statements = vec![Stmt::Do(Expr::Call(call))];
            }
            let constructors = main.methods.iter_mut().filter(|m| m.name.is_empty());
            for body in constructors.filter_map(|m| m.body.as_mut()) {
                body.statements.splice(0..0, statements.clone());
            }
        }
    }
}

/// Adds a method, and gives its name.
fn method(
    main: &mut Class,
    name: &str,
    modifiers: &'static str,
    statements: Vec<Stmt>,
    result: Option<Expr>,
) -> String {
    let ty = result.as_ref().map_or(Type::Void, Expr::ty);
    let body = Some(Body { chain: None, statements, result });
    main.methods.push(Method { name: name.into(), modifiers, parameters: Vec::new(), result: ty, body });
    name.into()
}
