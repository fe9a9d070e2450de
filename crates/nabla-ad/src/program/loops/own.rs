//! Classes of the program that have a method of the JDK's collections in a way of their own.

use crate::program::classes::Classes;
use crate::program::library::is_collection;

const ITERABLE: &str = "java/lang/Iterable";

impl Classes<'_> {
    /// Whether a method of a type of the JDK may be one that a class of the program has in its own way.
    pub(super) fn is_replaced(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let collections = self.implemented().filter(|above| *above == ITERABLE || is_collection(above));
        let above: Vec<&str> =
            collections.filter(|above| self.callbacks.may_be(self, above, owner)).collect();
        let family = above.into_iter().chain([owner]).flat_map(|above| self.family(above));
        let mut own = family.filter_map(|below| self.find(&below));
        own.any(|id| {
            let has = |name: &str, descriptor: &str| self.resolve(id, name, descriptor).is_some();
            has(name, descriptor) || has("spliterator", "()Ljava/util/Spliterator;")
        })
    }
}
