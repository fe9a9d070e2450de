//! What passes arrays on: constructors that keep what they are given, setters, getters, views, and
//! methods that write and read what is kept.

use super::ast::{Body, Expr, Method, Stmt, Type, simplest};
use super::paths::{Slot, all_slots, slots};
use super::random::Random;
use super::shape::{BASE, Callable, DEEP, LEAF, LEFT, MAIN, SHAPE, Shape};

/// What a method does with a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Keeps the array it is given.
    Set,
    /// Gives the array away.
    Give,
    /// Gives an object away that is made with the array.
    View,
    /// Stores a number into the array, at this index.
    Write(i32),
    /// Gives a number of it.
    Read(i32),
}

/// A method that does.
#[derive(Debug, Clone)]
pub struct Accessor {
    /// What it does.
    pub access: Access,
    /// To which slot.
    pub slot: Slot,
    /// Its name.
    pub name: String,
}

/// A constructor that keeps an argument.
#[derive(Debug, Clone)]
pub struct Store {
    /// Its class.
    pub class: usize,
    /// Which of the class's constructors.
    pub nth: usize,
    /// Which of its parameters.
    pub parameter: usize,
    /// Where.
    pub slot: Slot,
}

/// All that pass arrays on.
#[derive(Debug, Clone, Default)]
pub struct Holders {
    /// The methods.
    pub accessors: Vec<Accessor>,
    /// The constructors.
    pub stores: Vec<Store>,
}

impl Holders {
    /// Gives them to the classes.
    pub fn draw(r: &mut Random, shape: &mut Shape) -> Holders {
        let mut holders = Holders::default();
        for class in [BASE, LEFT, DEEP, LEAF] {
            holders.constructors(r, shape, class);
        }
        for class in [MAIN, BASE, LEFT, LEAF] {
            for slot in slots(shape, class, false) {
                holders.accessors(r, shape, class, &slot);
            }
        }
        holders.interface(r, shape);
        holders
    }

    /// A method of the interface that gives an array away; each class has its own.
    fn interface(&mut self, r: &mut Random, shape: &mut Shape) {
        let mut of = |class| {
            let rows = slots(shape, class, false).into_iter().filter(|slot| slot.ty() == Type::Row);
            r.pick(&rows.collect::<Vec<_>>()).cloned()
        };
        let (Some(base), Some(leaf)) = (of(BASE), of(LEAF)) else { return };
        let called = format!("k{}", self.accessors.len());
        for (class, modifiers, slot) in
            [(SHAPE, "public abstract", None), (BASE, "public", Some(base)), (LEAF, "public", Some(leaf))]
        {
            let given = slot.as_ref().map(|slot| slot.of(Some(Expr::This(class))));
            let body = given.map(|given| Body { chain: None, statements: Vec::new(), result: Some(given) });
            let (name, parameters, result) = (called.clone(), Vec::new(), Type::Row);
            shape.classes[class].methods.push(Method { name, modifiers, parameters, result, body });
            if let Some(slot) = slot {
                // Found before one that is no method of the interface.
                self.accessors.insert(0, Accessor { access: Access::Give, slot, name: called.clone() });
            }
        }
        let (name, is_static, private, parameters, result) = (called, false, false, Vec::new(), Type::Row);
        shape.callables.push(Callable { class: SHAPE, name, is_static, private, parameters, result });
    }

    fn constructors(&mut self, r: &mut Random, shape: &mut Shape, class: usize) {
        let matrices = shape.features.matrices;
        let constructors = shape.classes[class].methods.iter_mut().filter(|m| m.name.is_empty());
        for (_, ty) in constructors.flat_map(|m| &mut m.parameters) {
            if r.percent(60) {
                *ty = if matrices && r.percent(15) { Type::Matrix } else { Type::Row };
            }
        }
        let slots = all_slots(shape, class);
        for (nth, types) in shape.constructors(class).into_iter().enumerate() {
            for (parameter, ty) in types.into_iter().enumerate() {
                let fits: Vec<&Slot> = slots.iter().filter(|slot| slot.ty() == ty).collect();
                let wanted = r.percent(85);
                if let Some(&slot) = r.pick(&fits).filter(|_| wanted) {
                    self.stores.push(Store { class, nth, parameter, slot: slot.clone() });
                }
            }
        }
    }

    fn accessors(&mut self, r: &mut Random, shape: &mut Shape, class: usize, slot: &Slot) {
        let index = r.below(3) as i32;
        let all = [Access::Set, Access::Give, Access::View, Access::Write(index), Access::Read(index)];
        for access in all {
            if r.percent(50) {
                continue;
            }
            let Some((parameters, result, body)) = self.body(r, shape, class, slot, access) else { continue };
            let name = format!("k{}", self.accessors.len());
            let named = parameters.iter().enumerate().map(|(i, ty)| (format!("p{i}"), *ty)).collect();
            let (modifiers, body) = ("", Some(body));
            let method = Method { name: name.clone(), modifiers, parameters: named, result, body };
            shape.classes[class].methods.push(method);
            self.accessors.push(Accessor { access, slot: slot.clone(), name: name.clone() });
            let (is_static, private) = (false, false);
            shape.callables.push(Callable { class, name, is_static, private, parameters, result });
        }
    }

    /// Parameters, result and body of an accessor.
    fn body(
        &self,
        r: &mut Random,
        shape: &Shape,
        class: usize,
        slot: &Slot,
        access: Access,
    ) -> Option<(Vec<Type>, Type, Body)> {
        let ty = slot.ty();
        let kept = slot.of(Some(Expr::This(class)));
        let number = |i| Expr::Element(Box::new(kept.clone()), Box::new(Expr::Int(i)));
        let given = |ty| Expr::Local("p0".into(), ty);
        let body = |statements, result| Body { chain: None, statements, result };
        let is_row = ty == Type::Row;
        Some(match access {
            Access::Set => {
                let statements = keep(r, "p0", ty, kept);
                (vec![ty], Type::Void, body(statements, None))
            }
            Access::Give => (Vec::new(), ty, body(Vec::new(), Some(kept))),
            Access::View => {
                let store = self.stores.iter().find(|s| s.class == class && s.slot.ty() == ty)?;
                let types = &shape.constructors(class)[store.nth];
                let mut arguments: Vec<Expr> = types.iter().copied().map(simplest).collect();
                arguments[store.parameter] = kept;
                let made = Some(Expr::New(class, arguments)).filter(|_| shape.is_concrete(class));
                (Vec::new(), seen_as(class), body(Vec::new(), Some(made?)))
            }
            Access::Write(i) if is_row => {
                let statement = Stmt::Assign(number(i), given(Type::Double));
                (vec![Type::Double], Type::Void, body(vec![statement], None))
            }
            Access::Read(i) if is_row => (Vec::new(), Type::Double, body(Vec::new(), Some(number(i)))),
            Access::Write(_) | Access::Read(_) => return None,
        })
    }

    /// The name of a method of this kind for the slot.
    pub fn accessor(&self, slot: &Slot, is_it: impl Fn(Access) -> bool) -> Option<&Accessor> {
        self.accessors.iter().find(|a| a.slot == *slot && is_it(a.access))
    }

    /// The statements with which a constructor keeps its arguments.
    pub fn kept(&self, r: &mut Random, class: usize, nth: usize) -> Vec<Stmt> {
        let stores = self.stores.iter().filter(|s| s.class == class && s.nth == nth);
        let stores: Vec<&Store> = stores.collect();
        let keeps = |s: &&Store| {
            let place = s.slot.of(Some(Expr::This(class)));
            keep(r, &format!("p{}", s.parameter), s.slot.ty(), place)
        };
        stores.iter().flat_map(keeps).collect()
    }
}

/// The type as which a new object is given away: one of those that fields have.
pub fn seen_as(class: usize) -> Type {
    Type::Object(if class == LEAF { SHAPE } else { BASE })
}

/// Keeps a parameter, sometimes by way of a variable.
fn keep(r: &mut Random, parameter: &str, ty: Type, place: Expr) -> Vec<Stmt> {
    let given = Expr::Local(parameter.into(), ty);
    if r.percent(75) {
        return vec![Stmt::Assign(place, given)];
    }
    let name = format!("k{parameter}");
    vec![Stmt::Declare(name.clone(), ty, given), Stmt::Assign(place, Expr::Local(name, ty))]
}
