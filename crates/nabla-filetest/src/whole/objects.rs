//! Random objects, new ones and those at hand, and calls of their methods.

use super::ast::{Call, Cond, Expr, Target, Type, simplest};
use super::expressions::Gen;
use super::shape::{BASE, LEAF, LEFT, STOP};

/// So many objects are made at most, each for the constructor of the one before: where constructors take
/// several, that might never end.
const MOST_NESTED: usize = 12;

impl Gen<'_> {
    /// An object of the class without a call: `this`, a local, a field of `this`, an element.
    pub fn at_hand(&mut self, class: usize) -> Option<Expr> {
        let mut all = Vec::new();
        if let Some(this) = self.this.filter(|this| self.shape.is_below(*this, class)) {
            all.extend([Expr::This(this), Expr::This(this)]);
        }
        for v in &self.scope {
            let local = || Expr::Local(v.name.clone(), v.ty);
            match v.ty {
                Type::Object(of) if self.shape.is_below(of, class) => all.push(local()),
                Type::Object(of)
                    if class != STOP && of != STOP && self.shape.is_below(class, of) && self.r.percent(3) =>
                {
                    all.push(Expr::Cast(class, Box::new(local())));
                }
                _ => {}
            }
        }
        for (at, declaring) in self.shape.classes.iter().enumerate() {
            for f in &declaring.fields {
                let Type::Object(of) = f.field.ty else { continue };
                if !self.shape.is_below(of, class) {
                    continue;
                }
                if f.is_static {
                    all.push(Expr::Field(None, f.field.clone()));
                } else if let Some(this) = self.this.filter(|this| self.shape.is_below(*this, at)) {
                    all.push(Expr::Field(Some(Box::new(Expr::This(this))), f.field.clone()));
                }
            }
        }
        self.r.pick(&all).cloned()
    }

    /// The same, to be looked into: seldom null.
    pub fn receiver(&mut self, class: usize) -> Option<Expr> {
        let object = self.at_hand(class)?;
        if !matches!(object, Expr::Field(..)) || self.r.percent(15) {
            return Some(object);
        }
        let there = Cond::Not(Box::new(Cond::Same(object.clone(), Expr::Null(object.ty()))));
        let other = match self.this.filter(|this| self.shape.is_below(*this, class)) {
            Some(this) => Some(Expr::This(this)),
            None => self.plain(class),
        };
        Some(match other {
            Some(other) => {
                Expr::Cast(class, Box::new(Expr::Choice(Box::new(there), Box::new(object), Box::new(other))))
            }
            None => object,
        })
    }

    /// An object of the class or below it; null where nothing else is at hand.
    pub fn object(&mut self, class: usize, depth: usize) -> Expr {
        let ty = Type::Object(class);
        let weights = if depth == 0 { [4, 1, 0, 0, 0, 1] } else { [8, 8, 3, 3, 3, 1] };
        let made = match self.r.weighted(&weights) {
            0 => self.at_hand(class),
            1 => self.make(class, depth),
            2 => self.call(ty, depth),
            3 => Some(Expr::Cast(class, Box::new(self.choice(ty, depth)))),
            4 => {
                let list = self.simple(Type::List(class));
                list.map(|list| Expr::Get(Box::new(list), Box::new(self.index())))
            }
            _ => self.element(ty),
        };
        made.or_else(|| self.at_hand(class)).or_else(|| self.make(class, 0)).unwrap_or(Expr::Null(ty))
    }

    /// A new object.
    pub fn make(&mut self, class: usize, depth: usize) -> Option<Expr> {
        if !self.makes || self.nested == MOST_NESTED {
            return None;
        }
        let classes = BASE..=LEAF;
        let fits: Vec<usize> =
            classes.filter(|c| self.shape.is_concrete(*c) && self.shape.is_below(*c, class)).collect();
        let class = *self.r.pick(&fits)?;
        let constructors = self.shape.constructors(class);
        let types = self.r.pick(&constructors)?.clone();
        self.nested += 1;
        let arguments = self.arguments(&types, depth);
        self.nested -= 1;
        Some(Expr::New(class, arguments))
    }

    /// A new object made of the simplest arguments.
    fn plain(&mut self, class: usize) -> Option<Expr> {
        if !self.makes {
            return None;
        }
        let class = [LEFT, LEAF].into_iter().find(|made| self.shape.is_below(*made, class))?;
        let types = self.shape.constructors(class).first()?.clone();
        Some(Expr::New(class, types.into_iter().map(simplest).collect()))
    }

    /// Arguments of these types.
    pub fn arguments(&mut self, types: &[Type], depth: usize) -> Vec<Expr> {
        types.iter().map(|ty| self.of(*ty, depth.saturating_sub(1).min(1))).collect()
    }

    /// A call with a result of the type.
    pub fn call(&mut self, ty: Type, depth: usize) -> Option<Expr> {
        self.calls = self.calls.checked_sub(1)?;
        let fits: Vec<usize> =
            (0..self.shape.callables.len()).filter(|i| self.shape.callables[*i].result == ty).collect();
        let callable = &self.shape.callables[*self.r.pick(&fits)?];
        let on = if callable.is_static {
            Target::Class(callable.class)
        } else {
            let object = self.receiver(callable.class)?;
            match object.ty() == Type::Object(callable.class) || !callable.private {
                true => Target::Object(Box::new(object)),
                false => Target::Object(Box::new(Expr::Cast(callable.class, Box::new(object)))),
            }
        };
        let arguments = self.arguments(&callable.parameters, depth);
        Some(Expr::Call(Call { on, name: callable.name.clone(), result: ty, arguments }))
    }
}
