//! Draws the classes and their fields.

use super::ast::{Class, Expr, Field, FieldRef, Type};
use super::random::Random;
use super::shape::{BASE, DEEP, LEAF, LEFT, MAIN, SHAPE, STOP};
use super::skeleton::Draw;

impl Draw {
    /// The classes, with fields and without methods.
    pub fn classes(&mut self) -> Vec<Class> {
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
        if self.features.shared {
            for (class, ty) in [(MAIN, Object(LEFT)), (MAIN, Object(LEAF)), (MAIN, Row), (LEAF, Matrix)] {
                self.field(&mut classes, class, ty, false);
            }
            if self.features.statics {
                self.field(&mut classes, MAIN, Object(LEAF), true);
            }
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
}
