//! Classes of the program that have a method of the JDK's collections in a way of their own.

use crate::program::classes::{Classes, is_platform};
use crate::program::library::is_collection;
use std::collections::HashSet;

const OBJECT: &str = "java/lang/Object";
const ITERABLE: &str = "java/lang/Iterable";

impl Classes<'_> {
    /// Whether a method of a type of the JDK may be one that a class of the program has in its own way.
    pub(super) fn is_replaced(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let collections = self.implemented().filter(|above| *above == ITERABLE || is_collection(above));
        let above: Vec<&str> = collections.filter(|above| self.may_be(above, owner)).collect();
        let family = above.into_iter().chain([owner]).flat_map(|above| self.family(above));
        let mut own = family.filter_map(|below| self.find(&below));
        own.any(|id| {
            let has = |name: &str, descriptor: &str| self.resolve(id, name, descriptor).is_some();
            has(name, descriptor) || has("spliterator", "()Ljava/util/Spliterator;")
        })
    }

    /// Whether an object of a class below one type of the JDK may be of another: also where the JDK's
    /// classes are not at hand.
    fn may_be(&self, below: &str, above: &str) -> bool {
        let mut waiting = vec![below.to_owned()];
        let mut seen = HashSet::new();
        while let Some(name) = waiting.pop() {
            if name == above {
                return true;
            }
            if name == OBJECT || !is_platform(&name) || !seen.insert(name.clone()) {
                continue;
            }
            let Some(parents) = self.with(&name, |class| {
                let names = class.super_class.iter().chain(&class.interfaces);
                let names = names.filter_map(|index| class.pool.class_name(*index).ok());
                names.map(|name| name.into_owned()).collect::<Vec<_>>()
            }) else {
                return true;
            };
            waiting.extend(parents);
        }
        false
    }
}
