//! Where arrays are kept: in a field, or in a row of an array of arrays, of an object.

use super::ast::{Call, Expr, FieldRef, Target, Type};
use super::shape::Shape;

/// A field that holds an array, or a row of one that holds an array of arrays.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// The field.
    pub field: FieldRef,
    /// Which row.
    pub row: Option<i32>,
}

impl Slot {
    /// The type of what is kept.
    pub fn ty(&self) -> Type {
        if self.row.is_some() { Type::Row } else { self.field.ty }
    }

    /// What is kept there in an object, or in a class.
    pub fn of(&self, object: Option<Expr>) -> Expr {
        let field = Expr::Field(object.map(Box::new), self.field.clone());
        match self.row {
            Some(row) => Expr::Element(Box::new(field), Box::new(Expr::Int(row))),
            None => field,
        }
    }
}

/// All slots for arrays of numbers that the class declares, or its classes have where `is_static`.
pub fn slots(shape: &Shape, class: usize, is_static: bool) -> Vec<Slot> {
    let fields = shape.classes[class].fields.iter().filter(|f| f.is_static == is_static);
    fields
        .flat_map(|f| {
            let slot = |row| Slot { field: f.field.clone(), row };
            match f.field.ty {
                Type::Row | Type::Floats => vec![slot(None)],
                Type::Matrix => vec![slot(None), slot(Some(0)), slot(Some(2))],
                _ => Vec::new(),
            }
        })
        .collect()
}

/// The slots of an object of the class, inherited ones included.
pub fn all_slots(shape: &Shape, class: usize) -> Vec<Slot> {
    let mut all = slots(shape, class, false);
    if let Some(parent) = shape.classes[class].parent {
        all.extend(all_slots(shape, parent));
    }
    all
}

/// A slot of an object at hand, or of a class.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The object.
    pub object: Option<Expr>,
    /// The slot.
    pub slot: Slot,
}

impl Path {
    /// What is kept there.
    pub fn expr(&self) -> Expr {
        self.slot.of(self.object.clone())
    }

    /// A number of what is kept there; of an array of floats, a float.
    pub fn number(&self, index: i32) -> Expr {
        let row = match self.slot.ty() {
            Type::Matrix => Expr::Element(Box::new(self.expr()), Box::new(Expr::Int(2))),
            _ => self.expr(),
        };
        Expr::Element(Box::new(row), Box::new(Expr::Int(index)))
    }

    /// A call of one of its object's methods.
    pub fn call(&self, name: &str, result: Type, arguments: Vec<Expr>) -> Option<Expr> {
        let on = Target::Object(Box::new(self.object.clone()?));
        Some(Expr::Call(Call { on, name: name.to_string(), result, arguments }))
    }
}
