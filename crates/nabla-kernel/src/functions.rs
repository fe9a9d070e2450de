//! Functions that a kernel meets while it runs: captured, in fields, passed on, composed. Their tangent
//! methods are links that the run time fills in with what takes such a function apart when it is called.

use crate::answer::split;
use crate::exchange::Known;
use nabla_ad::Link;
use nabla_ad::codes::{self, CodeText};
use nabla_classfile::{ClassFile, Insn, Opcode, Result};

/// The interfaces of the tangent methods that the run time has; each for single tangents and for lanes.
const INTERFACES: &[(&str, &[&str])] = &[
    ("java/util/function/DoubleUnaryOperator", &["1"]),
    ("io/github/nablars/DoubleFunction1", &["1"]),
    ("java/util/function/DoubleBinaryOperator", &["10", "01", "11"]),
    ("io/github/nablars/DoubleFunction2", &["10", "01", "11"]),
    ("java/util/function/ToDoubleFunction", &["1d"]),
    ("io/github/nablars/ArrayFunction", &["1d"]),
];

/// Of a function that calls one with nothing that depends on the argument, and leaves values in memory.
pub const CALLS_AND_STORES: &CodeText = &CodeText {
    code: codes::SHARED_MEMORY.code,
    message: "`{}` calls another function and may leave values in an array or a field, which that may read",
    help: codes::SHARED_MEMORY.help,
    long: codes::SHARED_MEMORY.long,
};

/// Of a function that calls one whose tangents the run time has no place for.
pub const OTHER_TYPE: &CodeText = &CodeText {
    code: codes::UNKNOWN_FUNCTION.code,
    message: "`{}` passes what depends on its argument to a function of a type that is not followed",
    help: "use `DoubleUnaryOperator`, `DoubleBinaryOperator` or `ToDoubleFunction<double[]>`, or call the method itself",
    long: codes::UNKNOWN_FUNCTION.long,
};

/// Whether an interface of the JDK is one of functions.
pub fn is_functional(name: &str) -> bool {
    name.starts_with("java/util/function/")
        || matches!(name, "java/lang/Runnable" | "java/util/concurrent/Callable")
}

/// Whether the objects of an interface are functions that the run time does not follow: lambdas, mostly.
pub fn is_other(name: &str, known: &Known<'_>) -> bool {
    if name.starts_with("java/") {
        return is_functional(name) && INTERFACES.iter().all(|(followed, _)| *followed != name);
    }
    const INTERFACE: u16 = 0x0200;
    const ABSTRACT: u16 = 0x0400;
    let read = |name: &str, what: &dyn Fn(&ClassFile) -> bool| {
        let bytes = known.source.class(name);
        bytes.is_some_and(|bytes| ClassFile::read(&bytes).is_ok_and(|class| what(&class)))
    };
    let functional = |class: &ClassFile| {
        let methods = class.methods.iter().filter(|method| method.access & ABSTRACT != 0);
        class.access & INTERFACE != 0 && methods.count() == 1
    };
    // Of those that are no lambdas the classes are known.
    let implements = |class: &ClassFile| {
        class.interfaces.iter().any(|above| class.pool.class_name(*above).is_ok_and(|above| above == name))
    };
    read(name, &functional) && !known.names.iter().any(|below| read(below, &implements))
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
    pub fn add(&mut self, bytes: &[u8]) -> Result<()> {
        let class = ClassFile::read(bytes)?;
        for method in &class.methods {
            let Some(code) = class.code(method)? else { continue };
            for insn in &code.insns {
                let Insn::Invoke(Opcode::Invokeinterface, called) = insn else { continue };
                let called = class.pool.member_ref(*called)?;
                let function = INTERFACES.iter().any(|(known, _)| *known == called.owner);
                self.plain |= function && called.name == "applyAsDouble";
                // Scala's and Kotlin's, too; an interface of a program's own package has other methods.
                self.others |= called.owner.starts_with("nabla/") && called.name.starts_with("nabla$");
            }
        }
        Ok(())
    }
}

/// Whether a link is the tangent method of a function.
pub fn is_function(link: &Link) -> bool {
    let name = link.class.strip_prefix("nabla/").unwrap_or_default();
    let name = name.strip_suffix("$lanes").unwrap_or(name);
    let Some((interface, pattern)) = name.split_once("$applyAsDouble$") else { return false };
    let arguments = if pattern == "1d" { 1 } else { pattern.len() };
    let tangents = pattern.matches('1').count();
    // The function, its arguments, their tangents, and where the result's goes: a tangent of this method has more.
    let first_order =
        split(&link.descriptor).is_some_and(|(taken, _)| taken.len() == 2 + arguments + tangents);
    first_order
        && INTERFACES.iter().any(|(known, patterns)| *known == interface && patterns.contains(&pattern))
}
