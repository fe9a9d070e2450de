//! Leaves out what is never called: it would only be compiled.

use std::collections::BTreeSet;

use super::ast::{Call, Class, Expr, Method};
use super::shape::MAIN;
use super::visit::{self, Visitor};

/// What a body names.
#[derive(Default)]
struct Named {
    methods: BTreeSet<String>,
    made: BTreeSet<usize>,
}

impl Visitor for Named {
    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(Call { name, .. }) => drop(self.methods.insert(name.clone())),
            Expr::New(class, _) => drop(self.made.insert(*class)),
            _ => {}
        }
    }
}

/// Removes methods that `f` does not reach, and empties the constructors of classes that nothing
/// makes.
pub fn prune(classes: &mut [Class]) {
    let mut named = Named::default();
    named.methods.insert("f".into());
    named.made.insert(MAIN);
    for class in classes.iter_mut() {
        class.fields.iter_mut().filter_map(|f| f.start.as_mut()).for_each(|e| visit::expr(e, &mut named));
    }
    loop {
        let before = (named.methods.len(), named.made.len());
        for (index, class) in classes.iter_mut().enumerate() {
            for method in &mut class.methods {
                let reached = is_reached(index, method, &named);
                let Some(body) = &mut method.body else { continue };
                if reached {
                    visit::body(body, &mut named);
                } else if let (true, Some((_, passed))) = (method.name.is_empty(), &mut body.chain) {
                    // A constructor that is emptied still calls another one.
                    passed.iter_mut().for_each(|e| visit::expr(e, &mut named));
                }
            }
            if let (true, Some(parent)) = (named.made.contains(&index), class.parent) {
                named.made.insert(parent);
            }
        }
        if (named.methods.len(), named.made.len()) == before {
            break;
        }
    }
    for (index, class) in classes.iter_mut().enumerate() {
        let made = named.made.contains(&index);
        for constructor in class.methods.iter_mut().filter(|m| m.name.is_empty() && !made) {
            constructor.body.iter_mut().for_each(|body| body.statements.clear());
        }
        class.methods.retain(|m| m.name.is_empty() || named.methods.contains(&m.name));
    }
}

fn is_reached(index: usize, method: &Method, named: &Named) -> bool {
    if method.name.is_empty() { named.made.contains(&index) } else { named.methods.contains(&method.name) }
}
