//! What the bodies of a program can name: its classes, their methods, and which features occur.

use super::ast::{Class, Type};
use super::random::Random;

/// The classes, by their place in the program.
pub const MAIN: usize = 0;
/// The exception.
pub const STOP: usize = 1;
/// The interface.
pub const SHAPE: usize = 2;
/// The class at the top of the hierarchy.
pub const BASE: usize = 3;
/// A class below it.
pub const LEFT: usize = 4;
/// A class below that one, or beside it.
pub const DEEP: usize = 5;
/// A class beside the hierarchy.
pub const LEAF: usize = 6;

/// A method that can be called.
#[derive(Debug, Clone)]
pub struct Callable {
    /// The class it is called on.
    pub class: usize,
    /// Its name.
    pub name: String,
    /// Whether it takes no object.
    pub is_static: bool,
    /// Whether the object must be seen as one of the class itself.
    pub private: bool,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type of its result.
    pub result: Type,
}

/// What the bodies can name.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The classes, without bodies.
    pub classes: Vec<Class>,
    /// The methods.
    pub callables: Vec<Callable>,
    /// What occurs.
    pub features: Features,
}

/// What occurs in a program. Each leaves something out, so that what is left meets more often, and
/// so that not all are refused for the same reason.
#[derive(Debug, Clone, Copy)]
pub struct Features {
    /// `float`
    pub floats: bool,
    /// Static fields.
    pub statics: bool,
    /// Collections, through which nothing is followed.
    pub lists: bool,
    /// Arrays of arrays.
    pub matrices: bool,
    /// Objects beside the one that is called.
    pub objects: bool,
    /// Exceptions thrown and caught.
    pub exceptions: bool,
    /// Methods of more than a few statements.
    pub long: bool,
    /// Arrays in several places before the first call.
    pub shared: bool,
}

impl Features {
    /// Draws them.
    pub fn draw(r: &mut Random) -> Features {
        let objects = r.percent(70);
        Features {
            floats: r.percent(15),
            statics: r.percent(50),
            lists: objects && r.percent(10),
            matrices: r.percent(50),
            objects,
            exceptions: r.percent(50),
            long: r.percent(20),
            shared: false,
        }
    }

    /// Whether values of this type occur.
    pub fn allow(&self, ty: Type) -> bool {
        match ty {
            Type::Float | Type::Floats => self.floats,
            Type::Matrix => self.matrices,
            Type::Object(STOP) => self.exceptions,
            Type::Object(_) | Type::Objects(_) => self.objects,
            Type::List(_) => self.lists,
            Type::Void | Type::Double | Type::Int | Type::Row => true,
        }
    }

    /// One of these types that occurs, as often as its weight says.
    pub fn pick(&self, r: &mut Random, types: &[(usize, Type)]) -> Type {
        let weights: Vec<usize> =
            types.iter().map(|(weight, ty)| if self.allow(*ty) { *weight } else { 0 }).collect();
        types[r.weighted(&weights)].1
    }
}

impl Shape {
    /// Whether an object of one class is one of the other.
    pub fn is_below(&self, class: usize, above: usize) -> bool {
        let mut at = Some(class);
        while let Some(class) = at {
            if class == above || self.classes[class].implements == Some(above) {
                return true;
            }
            at = self.classes[class].parent;
        }
        false
    }

    /// The parameters of a class's constructors.
    pub fn constructors(&self, class: usize) -> Vec<Vec<Type>> {
        let methods = self.classes[class].methods.iter().filter(|m| m.name.is_empty());
        methods.map(|m| m.parameters.iter().map(|(_, ty)| *ty).collect()).collect()
    }

    /// Whether `new` can make one.
    pub fn is_concrete(&self, class: usize) -> bool {
        let class = &self.classes[class];
        !class.interface && class.modifiers != "abstract"
    }
}
