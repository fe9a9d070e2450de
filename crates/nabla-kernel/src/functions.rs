//! Functions that a kernel meets while it runs: captured, in fields, passed on, composed. Their tangent
//! methods are links that the run time fills in with what takes such a function apart when it is called.

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

/// Whether a class calls a function with nothing that depends on the argument: the function itself, then.
pub fn is_called(bytes: &[u8]) -> Result<bool> {
    let class = ClassFile::read(bytes)?;
    for method in &class.methods {
        let Some(code) = class.code(method)? else { continue };
        for insn in &code.insns {
            if let Insn::Invoke(Opcode::Invokeinterface, called) = insn {
                let called = class.pool.member_ref(*called)?;
                let function = INTERFACES.iter().any(|(known, _)| *known == called.owner);
                if function && called.name == "applyAsDouble" {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// Whether a link is the tangent method of a function.
pub fn is_function(link: &Link) -> bool {
    let name = link.class.strip_prefix("nabla/").unwrap_or_default();
    let name = name.strip_suffix("$lanes").unwrap_or(name);
    let Some((interface, pattern)) = name.split_once("$applyAsDouble$") else { return false };
    INTERFACES.iter().any(|(known, patterns)| *known == interface && patterns.contains(&pattern))
}
