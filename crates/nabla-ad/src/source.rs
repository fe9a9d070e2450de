//! Where the engine finds classes other than the one it works on.

use crate::rules::UserRule;
use std::sync::Arc;

/// Where classes that are not selected themselves are found: callees, super classes, interfaces.
pub trait ClassSource: Sync {
    /// The bytes of the class with this internal name (`java/lang/Object`), if it can be found.
    fn class(&self, name: &str) -> Option<Arc<[u8]>>;
    /// All classes on the class path that may extend or implement others (not the JDK's), by internal name.
    fn names(&self) -> Vec<String>;
    /// Those of them that are parts of libraries: there are objects of such a class only where the program makes them,
    /// or may be given them.
    fn libraries(&self) -> Vec<String> {
        Vec::new()
    }
    /// The rules that users have written.
    fn rules(&self) -> Vec<UserRule> {
        Vec::new()
    }
    /// Whether what is made takes the place of the classes that were given, so that objects of those
    /// that were stored or sent must fit.
    fn takes_place(&self) -> bool {
        true
    }
    /// Whether functions of the JDK's interfaces that a method is given have tangents, whatever they are.
    fn meets_functions(&self) -> bool {
        false
    }
    /// Whether functions of this interface of the program may come, too, that are of no class with a name.
    fn has_lambdas_of(&self, _interface: &str) -> bool {
        false
    }
    /// Whether those have tangents, whatever they are.
    fn meets_lambdas_of(&self, _interface: &str) -> bool {
        false
    }
    /// How many analyses of methods one selected method may take before what is not settled then is followed no
    /// further. Those of the largest libraries of mathematics take fewer.
    fn most_analyses(&self) -> usize {
        150_000
    }
    /// The internal names of classes whose static methods mean what those of `Math` mean that have
    /// their names and types.
    fn math(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Finds nothing.
pub struct NoClasses;

impl ClassSource for NoClasses {
    fn class(&self, _name: &str) -> Option<Arc<[u8]>> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}
