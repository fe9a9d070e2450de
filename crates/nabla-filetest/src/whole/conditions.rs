//! Random conditions.

use super::ast::{Cond, Expr, Type};
use super::expressions::Gen;
use super::shape::{BASE, LEAF, SHAPE};

impl Gen<'_> {
    /// A condition.
    pub fn cond(&mut self, depth: usize) -> Cond {
        match self.r.weighted(&[10, 5, 2, 2, if depth > 0 { 2 } else { 0 }]) {
            0 => Cond::Less(self.number(1), self.number(1)),
            1 => Cond::LessInt(self.int(1), self.int(1)),
            2 => self.same(),
            3 => match self.at_hand(SHAPE) {
                Some(object) => {
                    let Type::Object(of) = object.ty() else { return self.same() };
                    let class = BASE + self.r.below(LEAF - BASE + 1);
                    let related = self.shape.is_below(class, of) || self.shape.is_below(of, class);
                    Cond::Is(object, if related { class } else { SHAPE })
                }
                None => Cond::LessInt(self.int(0), Expr::Int(1)),
            },
            _ => match self.r.percent(40) {
                true => Cond::Not(Box::new(self.cond(depth - 1))),
                false => {
                    let and = self.r.percent(50);
                    Cond::Both(and, Box::new(self.cond(depth - 1)), Box::new(self.cond(depth - 1)))
                }
            },
        }
    }

    fn same(&mut self) -> Cond {
        let ty = [Type::Row, Type::Matrix, Type::Object(BASE)][self.r.below(3)];
        match (self.simple(ty), self.simple(ty)) {
            (Some(a), Some(b)) if self.r.percent(60) => Cond::Same(a, b),
            (Some(a), _) => Cond::Same(a, Expr::Null(ty)),
            _ => Cond::LessInt(self.int(0), Expr::Int(1)),
        }
    }
}
