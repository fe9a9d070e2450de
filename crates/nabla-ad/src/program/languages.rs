//! The libraries that languages come with. Thousands of their classes are functions, and each could be what a
//! call of a function calls; but an object of one is only there where the program names its class, or code of the
//! libraries that is followed makes it. Others throw, as do those of classes that are not known.

use super::classes::{Classes, MethodId, is_platform};
use super::functions::is_foreign;
use super::reached::reached;
use super::targets::Targets;
use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Opcode};
use rustc_hash::FxHashSet;

/// How the names of their classes start.
const LIBRARIES: &[&str] = &["kotlin/", "kotlinx/", "scala/"];

/// Whether a class belongs to such a library.
pub fn is_of_language(name: &str) -> bool {
    LIBRARIES.iter().any(|start| name.starts_with(start))
}

/// Methods that make text of what they are given and print it, like those of `PrintStream`.
const PRINTING: &[(&str, &[&str])] =
    &[("scala/Console$", &["print", "println"]), ("scala/Predef$", &["print", "println"])];

/// Whether a method prints what it is given.
pub fn is_printing(owner: &str, name: &str) -> bool {
    PRINTING.iter().any(|(class, names)| *class == owner && names.contains(&name))
}

/// Collections that give back what was put in, and compute nothing: that they are functions, too, is of no
/// interest.
const STRICT: &[&str] = &["scala/collection/immutable/", "scala/collection/mutable/"];

/// All collections, and what belongs to them.
const COLLECTIONS: &str = "scala/collection/";

/// Parts of the names of those that compute when they are asked.
const LAZY: &[&str] = &["Lazy", "Stream", "View", "WithDefault", "$anon"];

fn is_strict_collection(name: &str) -> bool {
    STRICT.iter().any(|start| name.starts_with(start)) && !LAZY.iter().any(|part| name.contains(part))
}

/// The classes of which code makes objects.
pub(super) fn made_in<'c>(class: &'c ClassFile, code: &'c Code) -> impl Iterator<Item = String> + 'c {
    code.insns.iter().filter_map(|insn| match insn {
        Insn::Type(Opcode::New, index) => class.pool.class_name(*index).ok().map(|name| name.into_owned()),
        _ => None,
    })
}

/// What code does with the classes of such libraries.
#[derive(Default)]
pub struct Made {
    /// Those of which it makes objects.
    made: Vec<String>,
    /// Those that it initialises.
    initialised: Vec<String>,
}

impl Made {
    /// What code does.
    fn of(class: &ClassFile, code: &Code) -> Made {
        let mut named = Made { made: made_in(class, code).collect(), initialised: Vec::new() };
        for insn in &code.insns {
            if let Insn::Field(Opcode::Getstatic, index) | Insn::Invoke(Opcode::Invokestatic, index) = insn {
                let member = class.pool.member_ref(*index);
                named.initialised.extend(member.map(|member| member.owner.into_owned()));
            }
        }
        named.made.retain(|name| is_of_language(name));
        named.initialised.retain(|name| is_of_language(name));
        named
    }

    /// What the code of a class may do: an object of each class that it names.
    pub fn by(class: &ClassFile) -> Made {
        let all = (1..class.pool.len()).map(ConstIndex);
        let classes = all.filter(|index| matches!(class.pool.get(*index), Ok(Constant::Class(_))));
        let names = classes.filter_map(|index| class.pool.class_name(index).ok());
        let names = names.filter(|name| is_of_language(name)).map(|name| name.into_owned());
        Made { made: names.collect(), initialised: Vec::new() }
    }

    /// Both.
    pub fn extend(&mut self, other: Made) {
        self.made.extend(other.made);
        self.initialised.extend(other.initialised);
    }
}

impl Classes<'_> {
    /// Adds the classes of which code makes objects that is followed. Whether there are functions among them
    /// that were not there before.
    pub(super) fn meet(&self, method: MethodId, code: &Code) -> bool {
        let class = self.get(method.class);
        // What others name counts anyway.
        class.name().is_ok_and(|name| is_of_language(&name)) && self.add_met(Made::of(class, code))
    }

    /// The same for these, with what is made where they are initialised.
    pub(super) fn add_met(&self, named: Made) -> bool {
        let mut waiting = named;
        let mut functions = false;
        loop {
            let next = if let Some(made) = waiting.made.pop() {
                let is_new = self.met.borrow_mut().insert(made.clone());
                functions |= is_new && !is_strict_collection(&made) && self.is_function_class(&made);
                made
            } else if let Some(initialised) = waiting.initialised.pop() {
                initialised
            } else {
                return functions;
            };
            if !self.initialised.borrow_mut().insert(next.clone()) {
                continue;
            }
            let Some(class) = self.find(&next).map(|id| self.get(id)) else { continue };
            for method in &class.methods {
                // The only object of a class is made by the first, mostly, which calls the second.
                let initialises =
                    class.pool.utf8(method.name).is_ok_and(|name| name == "<clinit>" || name == "<init>");
                if let (true, Ok(Some(code))) = (initialises, class.code(method)) {
                    let mut named = Made::of(class, &code);
                    // What collections have from then on, as for those that are empty, has nothing of the program's.
                    named.made.retain(|name| !name.starts_with(COLLECTIONS));
                    waiting.extend(named);
                }
            }
        }
    }

    /// Whether an object of a class of such a library may be what a call of a function calls.
    pub(super) fn may_be_called(&self, name: &str) -> bool {
        self.met.borrow().contains(name) && !is_strict_collection(name)
    }

    /// Whether objects of the class may be there though no code that is followed names it.
    pub(super) fn is_own(&self, name: &str) -> bool {
        !self.is_of_library(name) || self.meets_functions()
    }

    /// Whether a class belongs to such a library, which is not itself what is differentiated.
    pub(super) fn is_of_library(&self, name: &str) -> bool {
        is_of_language(name) && !self.inputs.borrow().contains(name)
    }

    /// Whether the program may run code of the class, or have objects of it.
    pub(super) fn is_reached(&self, name: &str) -> bool {
        !self.is_apart(name)
            || self.meets_functions()
            || self.reached.get_or_init(|| reached(self)).contains(name)
    }

    /// Whether a class is one of a library, which is not itself what is differentiated.
    pub(super) fn is_apart(&self, name: &str) -> bool {
        let libraries = || self.libraries.get_or_init(|| self.source.libraries().into_iter().collect());
        let is_library = is_of_language(name) || libraries().contains(name) && !is_platform(name);
        is_library && !self.inputs.borrow().contains(name)
    }

    /// The bodies of a function, and the interface whose lambdas the call reaches, too.
    pub(super) fn functions_below(
        &self,
        owner: &str,
        name: &str,
        descriptor: &str,
        open: String,
    ) -> Option<Targets> {
        let mut of_languages = Vec::new();
        let mut bodies = Vec::new();
        for (below, body) in self.bodies_below(owner, name, descriptor)? {
            match self.is_own(&below) {
                true => bodies.push(body),
                false => of_languages.push((below, body)),
            }
        }
        bodies.sort_unstable();
        bodies.dedup();
        Some(Targets { bodies, of_languages, resolved: None, dispatched: true, open: Some(open) })
    }

    /// Whether objects of the class are functions.
    fn is_function_class(&self, name: &str) -> bool {
        let mut waiting = vec![name.to_owned()];
        let mut seen = FxHashSet::default();
        while let Some(name) = waiting.pop() {
            if is_foreign(&name) {
                return true;
            }
            if is_platform(&name) || !seen.insert(name.clone()) {
                continue;
            }
            let Some(class) = self.find(&name).map(|id| self.get(id)) else { continue };
            waiting.extend(class.direct_supertypes().map(|name| name.into_owned()));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::is_of_language;

    #[test]
    fn libraries_of_languages_are_known_by_their_packages() {
        assert!(is_of_language("scala/collection/immutable/List"));
        assert!(is_of_language("kotlin/sequences/Sequence"));
        assert!(!is_of_language("scalar/Vec"));
        assert!(!is_of_language("demo/kotlin/Vec"));
    }
}
