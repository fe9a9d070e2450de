//! What is done before the first call: arrays are given to several fields and objects, by their
//! constructors, setters and getters, so that one writes what another reads.

use super::ast::{Body, Call, Expr, Method, Stmt, Target, Type, simplest};
use super::holders::{Access, Holders, seen_as};
use super::paths::{Path, Slot, all_slots, slots};
use super::random::Random;
use super::shape::{LEAF, MAIN, Shape};

/// An object at hand: how it is named, and the class it was made of.
#[derive(Debug, Clone)]
struct Object {
    expr: Expr,
    class: usize,
}

/// Draws statements.
pub struct Wiring<'s> {
    r: Random,
    shape: &'s Shape,
    holders: &'s Holders,
    /// Whether there is an object of the first class.
    instance: bool,
    objects: Vec<Object>,
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The methods that they call.
    pub methods: Vec<Method>,
    /// Places that were given one array.
    pub pairs: Vec<(Path, Path)>,
}

impl<'s> Wiring<'s> {
    /// For the object of the first class, or for its static fields alone.
    pub fn draw(seed: u64, shape: &'s Shape, holders: &'s Holders, instance: bool) -> Wiring<'s> {
        let mut wiring = Wiring {
            r: Random::new(seed),
            shape,
            holders,
            instance,
            objects: Vec::new(),
            statements: Vec::new(),
            methods: Vec::new(),
            pairs: Vec::new(),
        };
        for (expr, field) in wiring.object_fields() {
            if let Some(Expr::New(class, _)) = field {
                wiring.objects.push(Object { expr, class });
            }
        }
        for _ in 0..2 + wiring.r.below(4) {
            wiring.step();
        }
        let Wiring { objects, pairs, .. } = &mut wiring;
        let is_there = |path: &Path| match &path.object {
            Some(object) => *object == Expr::This(MAIN) || objects.iter().any(|o| o.seen() == *object),
            None => true,
        };
        pairs.retain(|(a, b)| is_there(a) && is_there(b));
        wiring
    }

    /// The first class's fields of objects, and what they start with.
    fn object_fields(&self) -> Vec<(Expr, Option<Expr>)> {
        let fields = self.shape.classes[MAIN].fields.iter();
        let fields =
            fields.filter(|f| matches!(f.field.ty, Type::Object(_)) && (self.instance || f.is_static));
        fields
            .map(|f| {
                let on = (!f.is_static).then(|| Box::new(Expr::This(MAIN)));
                (Expr::Field(on, f.field.clone()), f.start.clone())
            })
            .collect()
    }

    fn step(&mut self) -> Option<()> {
        let ty =
            self.shape.features.pick(&mut self.r, &[(6, Type::Row), (1, Type::Matrix), (2, Type::Floats)]);
        match self.r.weighted(&[50, 20, 15, 15]) {
            0 => {
                let from = self.path(ty)?;
                let given = self.given(&from);
                let to = self.put(given, ty)?;
                self.pairs.push((to, from));
            }
            1 => {
                let name = format!("w{}", self.statements.len());
                self.statements.push(Stmt::Declare(name.clone(), ty, filled(ty)));
                let (a, b) =
                    (self.put(Expr::Local(name.clone(), ty), ty)?, self.put(Expr::Local(name, ty), ty)?);
                self.pairs.push((a, b));
            }
            2 => self.nest()?,
            _ => self.view()?,
        }
        Some(())
    }

    /// A place for an array of this type.
    fn path(&mut self, ty: Type) -> Option<Path> {
        let mut all = Vec::new();
        let paths = |object: Option<&Expr>, slots: Vec<Slot>| -> Vec<Path> {
            slots.into_iter().map(|slot| Path { object: object.cloned(), slot }).collect()
        };
        all.extend(paths(None, slots(self.shape, MAIN, true)));
        all.extend(paths(None, slots(self.shape, LEAF, true)));
        if self.instance {
            all.extend(paths(Some(&Expr::This(MAIN)), slots(self.shape, MAIN, false)));
        }
        for object in &self.objects {
            all.extend(paths(Some(&object.seen()), all_slots(self.shape, object.class)));
        }
        all.retain(|path| path.slot.ty() == ty);
        self.r.pick(&all).cloned()
    }

    /// The array of a place: read, asked for, or – seldom – a copy of it.
    fn given(&mut self, from: &Path) -> Expr {
        let kept = from.expr();
        let getter = self.holders.accessor(&from.slot, |access| access == Access::Give);
        match self.r.weighted(&[50, 40, 10]) {
            1 => getter.and_then(|g| from.call(&g.name, from.slot.ty(), Vec::new())).unwrap_or(kept),
            2 => Expr::Clone(Box::new(kept)),
            _ => kept,
        }
    }

    /// Puts an array somewhere: a new object, by a setter, or into a field.
    fn put(&mut self, array: Expr, ty: Type) -> Option<Path> {
        if self.r.percent(45) {
            return self.make(array, ty);
        }
        let to = self.path(ty)?;
        let setter = self.holders.accessor(&to.slot, |access| access == Access::Set);
        let call = setter.and_then(|s| to.call(&s.name, Type::Void, vec![array.clone()]));
        self.statements.push(match call.filter(|_| self.r.percent(70)) {
            Some(call) => Stmt::Do(call),
            None => Stmt::Assign(to.expr(), array),
        });
        Some(to)
    }

    /// Makes an object that keeps the array, sometimes by a static method.
    fn make(&mut self, array: Expr, ty: Type) -> Option<Path> {
        let stores =
            self.holders.stores.iter().filter(|s| s.slot.ty() == ty && self.shape.is_concrete(s.class));
        let store = (*self.r.pick(&stores.collect::<Vec<_>>())?).clone();
        let fields = self.object_fields().into_iter().map(|(expr, _)| expr);
        let fits =
            fields.filter(|f| matches!(f.ty(), Type::Object(of) if self.shape.is_below(store.class, of)));
        let field = self.r.pick(&fits.collect::<Vec<_>>())?.clone();
        let types = self.shape.constructors(store.class)[store.nth].clone();
        let mut arguments: Vec<Expr> = types.iter().map(|ty| self.argument(*ty)).collect();
        arguments[store.parameter] = array;
        let made = match self.r.percent(25) {
            true => self.factory(store.class, types, arguments),
            false => Expr::New(store.class, arguments),
        };
        Some(Path { object: Some(self.assign(field, made, store.class)), slot: store.slot })
    }

    fn argument(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Row | Type::Matrix | Type::Floats => match self.path(ty).filter(|_| self.r.percent(50)) {
                Some(path) => self.given(&path),
                None => filled(ty),
            },
            Type::Object(class) => {
                let fits = self.objects.iter().filter(|o| self.shape.is_below(o.class, class));
                let fits: Vec<Expr> = fits.map(Object::seen).collect();
                self.r.pick(&fits).cloned().unwrap_or(Expr::Null(ty))
            }
            other => simplest(other),
        }
    }

    /// A call of a static method that makes the object.
    fn factory(&mut self, class: usize, types: Vec<Type>, arguments: Vec<Expr>) -> Expr {
        let side = if self.instance { "i" } else { "s" };
        let name = format!("w{side}{}", self.methods.len());
        let parameters: Vec<(String, Type)> =
            types.into_iter().enumerate().map(|(i, ty)| (format!("p{i}"), ty)).collect();
        let passed = parameters.iter().map(|(name, ty)| Expr::Local(name.clone(), *ty)).collect();
        let made = Expr::New(class, passed);
        let body = Some(Body { chain: None, statements: Vec::new(), result: Some(made) });
        let result = seen_as(class);
        self.methods.push(Method { name: name.clone(), modifiers: "static", parameters, result, body });
        Expr::Cast(class, Box::new(Expr::Call(Call { on: Target::Class(MAIN), name, result, arguments })))
    }

    /// Puts a new object into a field; how it is named now.
    fn assign(&mut self, field: Expr, made: Expr, class: usize) -> Expr {
        self.statements.push(Stmt::Assign(field.clone(), made));
        self.objects.retain(|object| object.expr != field);
        let object = Object { expr: field, class };
        self.objects.push(object.clone());
        object.seen()
    }

    /// Puts an object into another, or into an array: what it keeps is reached in two ways.
    fn nest(&mut self) -> Option<()> {
        let inner = self.r.pick(&self.objects)?.clone();
        let outer = self.r.pick(&self.objects)?.clone();
        let mut places: Vec<Expr> = Vec::new();
        let mut at = Some(outer.class);
        while let Some(class) = at {
            let declared = self.shape.classes[class].fields.iter().filter(|f| !f.is_static);
            places.extend(declared.map(|f| Expr::Field(Some(Box::new(outer.seen())), f.field.clone())));
            at = self.shape.classes[class].parent;
        }
        for f in self.shape.classes[MAIN].fields.iter().filter(|f| f.is_static) {
            let array = Expr::Field(None, f.field.clone());
            if matches!(f.field.ty, Type::Objects(_)) {
                places.push(Expr::Element(Box::new(array), Box::new(Expr::Int(self.r.below(3) as i32))));
            }
        }
        places.retain(|p| matches!(p.ty(), Type::Object(of) if self.shape.is_below(inner.class, of)));
        let expr = self.r.pick(&places)?.clone();
        self.statements.push(Stmt::Assign(expr.clone(), inner.seen()));
        let slot = self.r.pick(&all_slots(self.shape, inner.class))?.clone();
        let nested = Object { expr, class: inner.class };
        self.pairs.push((
            Path { object: Some(nested.seen()), slot: slot.clone() },
            Path { object: Some(inner.seen()), slot },
        ));
        self.objects.push(nested);
        Some(())
    }

    /// Has an object give another with its array.
    fn view(&mut self) -> Option<()> {
        let of = self.r.pick(&self.objects)?.clone();
        let own = all_slots(self.shape, of.class);
        let views = self.holders.accessors.iter();
        let views = views.filter(|a| a.access == Access::View && own.contains(&a.slot));
        let view = (*self.r.pick(&views.collect::<Vec<_>>())?).clone();
        let made = view.slot.field.class;
        let ty = view.slot.ty();
        let store = self.holders.stores.iter().find(|s| s.class == made && s.slot.ty() == ty)?;
        let fields = self.object_fields().into_iter().map(|(expr, _)| expr);
        let fits: Vec<Expr> = fields.filter(|field| field.ty() == seen_as(made)).collect();
        let field = self.r.pick(&fits)?.clone();
        let from = Path { object: Some(of.seen()), slot: view.slot };
        let call = from.call(&view.name, seen_as(made), Vec::new())?;
        let object = self.assign(field.clone(), call, made);
        if field != of.expr {
            self.pairs.push((Path { object: Some(object), slot: store.slot.clone() }, from));
        }
        Some(())
    }
}

impl Object {
    /// As one of the class it was made of.
    fn seen(&self) -> Expr {
        if self.expr.ty() == Type::Object(self.class) {
            return self.expr.clone();
        }
        Expr::Cast(self.class, Box::new(self.expr.clone()))
    }
}

/// A new array.
fn filled(ty: Type) -> Expr {
    let row = |x: f64| Expr::Elements(Type::Row, (0..3).map(|i| Expr::Number(x + f64::from(i))).collect());
    match ty {
        Type::Matrix => Expr::Elements(ty, vec![row(0.5), row(-1.0), row(0.25)]),
        Type::Floats => simplest(ty),
        _ => row(-0.5),
    }
}
