//! Functions that a kernel meets while it runs: captured, in fields, passed on, composed. Their tangent
//! methods are links that the run time fills in with what takes such a function apart when it is called.

use crate::answer::split;
use crate::exchange::{Known, Source};
use nabla_ad::codes::{self, CodeText};
use nabla_ad::{Link, Links, MadeClass};
use nabla_classfile::{ClassFile, Insn, MemberRef, Opcode, Result};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

/// The interfaces of the JDK and of the run time whose functions are followed, with the patterns of their
/// tangent methods; each for single tangents and for lanes.
const INTERFACES: &[(&str, &[&str])] = &[
    ("java/util/function/DoubleUnaryOperator", &["1"]),
    ("io/github/nablars/DoubleFunction1", &["1"]),
    ("java/util/function/DoubleBinaryOperator", &["10", "01", "11"]),
    ("io/github/nablars/DoubleFunction2", &["10", "01", "11"]),
    ("java/util/function/ToDoubleFunction", &["1d"]),
    ("io/github/nablars/ArrayFunction", &["1d"]),
];

/// The same for interfaces of the program, by the type of their method.
const TYPES: &[(&str, &[&str])] = &[("(D)D", &["1"]), ("(DD)D", &["10", "01", "11"]), ("([D)D", &["1"])];

/// Behind the name of an interface of the program: objects of it are at hand that are lambdas.
const LAMBDA: &str = "$$Lambda";

/// Languages whose functions are of classes of their own.
const LANGUAGES: [&str; 2] = ["kotlin/", "scala/"];

/// Of a function that calls one with nothing that depends on the argument, and leaves values in memory.
pub const CALLS_AND_STORES: &CodeText = &CodeText {
    code: codes::SHARED_MEMORY.code,
    message: "`{}` calls another function and may leave values in an array, a field or a collection, which that may read",
    help: codes::SHARED_MEMORY.help,
    long: codes::SHARED_MEMORY.long,
};

/// Of a function that calls one whose tangents the run time has no place for.
pub const OTHER_TYPE: &CodeText = &CodeText {
    code: codes::UNKNOWN_FUNCTION.code,
    message: "`{}` passes what depends on its argument to a function of a type that is not followed",
    help: "use `DoubleUnaryOperator`, `DoubleBinaryOperator`, `ToDoubleFunction<double[]>` or an interface with such a method, or call the method itself",
    long: codes::UNKNOWN_FUNCTION.long,
};

/// Whether an interface of the JDK is one of functions.
pub fn is_functional(name: &str) -> bool {
    name.starts_with("java/util/function/")
        || matches!(name, "java/lang/Runnable" | "java/util/concurrent/Callable")
}

/// Whether lambdas of an interface of the program are at hand.
pub fn has_lambdas_of(interface: &str, known: &Known<'_>) -> bool {
    known.names.iter().any(|met| met.strip_suffix(LAMBDA) == Some(interface))
}

const INTERFACE: u16 = 0x0200;
const ABSTRACT: u16 = 0x0400;

/// What a class of the program or the JDK says of itself.
fn read<T>(name: &str, source: &Source, what: impl Fn(&ClassFile) -> T) -> Option<T> {
    let bytes = source.class(name)?;
    ClassFile::read(&bytes).ok().map(|class| what(&class))
}

/// The class and all classes and interfaces above it with these names; `None` where one is not at hand.
fn above(name: &str, source: &Source, wanted: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut found = vec![name.to_owned()];
    let mut next = 0;
    while next < found.len() {
        let names = read(&found[next], source, |class| {
            let names = class.interfaces.iter().chain(&class.super_class);
            let names = names.filter_map(|above| class.pool.class_name(*above).ok().map(Cow::into_owned));
            names.collect::<Vec<_>>()
        });
        for name in names? {
            if wanted(&name) && !found.contains(&name) {
                found.push(name);
            }
        }
        next += 1;
    }
    Some(found)
}

/// All classes and interfaces of the program that the objects of a class are of; none if there can be no such
/// object.
pub fn lineage(name: &str, source: &Source) -> Vec<String> {
    let concrete = read(name, source, |class| class.access & (INTERFACE | ABSTRACT) == 0) == Some(true);
    let found = concrete.then(|| above(name, source, |name| !name.starts_with("java/")));
    found.flatten().unwrap_or_default()
}

/// Whether the objects of an interface may be functions, lambdas mostly, of classes that are not known.
pub fn may_be_functions(name: &str, known: &Known<'_>) -> bool {
    if name.starts_with("java/") {
        return is_functional(name);
    }
    let functional = |class: &ClassFile| {
        let methods = class.methods.iter().filter(|method| method.access & ABSTRACT != 0);
        class.access & INTERFACE != 0 && methods.count() <= 1
    };
    read(name, known.source, functional) == Some(true)
        // Of those that are no lambdas the classes are known.
        && (has_lambdas_of(name, known) || known.implementers(name).next().is_none())
}

/// Whether what the objects of an interface of the program do as functions is followed.
pub fn is_followed_interface(name: &str, known: &Known<'_>) -> bool {
    let Some(all) = above(name, known.source, |name| name != "java/lang/Object") else { return false };
    let (mut asked, mut given) = (BTreeSet::new(), BTreeSet::new());
    for interface in all {
        let methods = read(&interface, known.source, |class| {
            let methods = class.methods.iter().filter_map(|method| {
                let texts = (class.pool.utf8(method.name).ok()?, class.pool.utf8(method.descriptor).ok()?);
                Some((texts.0.into_owned(), texts.1.into_owned(), method.access & ABSTRACT != 0))
            });
            methods.collect::<Vec<_>>()
        });
        for (method, descriptor, is_abstract) in methods.unwrap_or_default() {
            (if is_abstract { &mut asked } else { &mut given }).insert((method, descriptor));
        }
    }
    let mut asked = asked.difference(&given);
    match (asked.next(), asked.next()) {
        (Some((method, descriptor)), None) => is_followed(name, method, descriptor),
        _ => false,
    }
}

/// Whether a call of a function is followed.
pub fn is_followed_call(called: &MemberRef) -> bool {
    is_followed(&called.owner, &called.name, &called.descriptor)
}

fn is_followed(interface: &str, method: &str, descriptor: &str) -> bool {
    match own_interface(interface, method) {
        true => TYPES.iter().any(|(of, _)| *of == descriptor),
        false => INTERFACES.iter().any(|(known, _)| *known == interface) && method == METHOD,
    }
}

/// The method of the interfaces above.
const METHOD: &str = "applyAsDouble";

/// Whether a method is that of an interface of the program's, and its name can be told from what is put around it.
fn own_interface(interface: &str, method: &str) -> bool {
    let language = LANGUAGES.iter().any(|language| interface.starts_with(language));
    let listed = INTERFACES.iter().any(|(known, _)| *known == interface);
    !interface.starts_with("java/") && !language && !listed && !method.contains('$')
}

/// Whether a call is one of a function that the run time does not follow.
pub fn is_other(called: &MemberRef, known: &Known<'_>) -> bool {
    !is_followed_call(called) && may_be_functions(&called.owner, known)
}

/// How a class calls functions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Calls {
    /// With nothing that depends on the argument: the function itself, then.
    pub plain: bool,
    /// For its tangent, where the run time has no place for that.
    pub others: bool,
}

impl Calls {
    /// Adds those of the methods of a class.
    pub fn add(&mut self, bytes: &[u8], known: &Known<'_>) -> Result<()> {
        let class = ClassFile::read(bytes)?;
        for method in &class.methods {
            let Some(code) = class.code(method)? else { continue };
            for insn in &code.insns {
                let Insn::Invoke(Opcode::Invokeinterface, called) = insn else { continue };
                let called = class.pool.member_ref(*called)?;
                self.plain |= is_followed_call(&called) && may_be_functions(&called.owner, known);
                // Scala's and Kotlin's, too; an interface of a program's own package has other methods.
                self.others |= called.owner.starts_with("nabla/") && called.name.starts_with("nabla$");
            }
        }
        Ok(())
    }
}

/// Whether a kernel calls the tangent method of the tangent method of a function, which is none that the run time
/// can fill in: of one that it meets, or of a lambda of an interface of the program that it makes.
pub fn meets_again(links: &Links, made: &[MadeClass]) -> Result<bool> {
    let (mut interfaces, mut methods) = (HashSet::new(), HashSet::new());
    for made in made {
        let class = ClassFile::read(&made.output)?;
        for interface in &class.interfaces {
            interfaces.insert(class.pool.class_name(*interface)?.into_owned());
        }
        for method in &class.methods {
            methods.insert(class.pool.utf8(method.name)?.into_owned());
        }
    }
    let again = |link: &Link| match link.class.starts_with("nabla/") {
        // The lambdas that the kernel makes have it themselves.
        true => !is_function(link) && !methods.contains(&link.method),
        false => link.method.starts_with("nabla$nabla$") && interfaces.contains(&link.class),
    };
    Ok(links.values().flatten().any(again))
}

/// Whether a link is the tangent method of a function: its class is `nabla/INTERFACE$METHOD$PATTERN`.
pub fn is_function(link: &Link) -> bool {
    let name = link.class.strip_prefix("nabla/").unwrap_or_default();
    let name = name.strip_suffix("$lanes").unwrap_or(name);
    let Some((method, pattern)) = name.rsplit_once('$') else { return false };
    let Some((interface, method)) = method.rsplit_once('$') else { return false };
    let Some((taken, "D")) = split(&link.descriptor) else { return false };
    let arguments = if pattern == "1d" { 1 } else { pattern.len() };
    let tangents = pattern.matches('1').count();
    // The function, its arguments, their tangents, and where the result's goes: a tangent of this method has more.
    if taken.len() != 2 + arguments + tangents {
        return false;
    }
    let descriptor = format!("({})D", taken[1..=arguments].concat());
    // A dollar in the method's name would be taken for one that is put between.
    let named = link.method == format!("nabla${method}${pattern}");
    let patterns = match own_interface(interface, method) {
        true => TYPES.iter().find(|(of, _)| named && *of == descriptor),
        false => INTERFACES.iter().find(|(known, _)| *known == interface && method == METHOD),
    };
    patterns.is_some_and(|(_, patterns)| patterns.contains(&pattern))
}
