//! Methods of the JDK that put rows of one array of arrays into another, and those that keep arrays.

use super::Holding;
use super::sources::Traced;
use crate::activity::fact::ArrayKind;
use crate::emit::rows::is_sharing;
use crate::program::classes::Classes;
use nabla_classfile::{ConstantPool, Insn, MemberRef};

/// Classes of the JDK and of compilers whose methods keep no array that they are given.
const LOOKING: &[&str] = &[
    "java/util/Arrays",
    "java/util/Objects",
    "java/lang/Object",
    "java/lang/System",
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/reflect/Array",
    "java/io/PrintStream",
    "java/util/stream/DoubleStream",
    "kotlin/jvm/internal/Intrinsics",
    "scala/runtime/ScalaRunTime",
];

/// Those of their methods that do: lists and streams of rows, and what gets and sets them.
const KEEPING: &[(&str, &str, &str)] = &[
    ("java/util/Arrays", "asList", "("),
    ("java/util/Arrays", "stream", "([Ljava/lang/Object;"),
    ("java/util/Arrays", "spliterator", "([Ljava/lang/Object;"),
    ("java/lang/reflect/Array", "get", "("),
    ("java/lang/reflect/Array", "set", "("),
];

/// Whether the method keeps no array that it is given.
pub fn is_looking(m: &MemberRef) -> bool {
    let keeps = |(owner, name, takes): &(&str, &str, &str)| {
        m.owner == *owner && m.name == *name && m.descriptor.starts_with(takes)
    };
    LOOKING.contains(&&*m.owner) && !KEEPING.iter().any(keeps)
        || is_sharing(m)
        || m.name == "clone" && m.owner.starts_with('[')
}

/// Whether a method of the JDK gives a new array of numbers each time.
pub fn makes(m: &MemberRef) -> bool {
    is_looking(m) || m.owner.starts_with("java/util/stream/") && m.name == "toArray"
}

/// Which operands of a method that is static or has no parameters it gives back, or an array with the
/// same rows: so many from the first on.
pub fn passed_on(m: &MemberRef) -> usize {
    match (&*m.owner, &*m.name) {
        ("java/util/Objects", "requireNonNullElse") => 2,
        ("java/util/Objects", name) if name.starts_with("requireNonNull") => 1,
        ("java/util/Arrays", "copyOf" | "copyOfRange")
            if m.descriptor.starts_with("([Ljava/lang/Object;") =>
        {
            1
        }
        (owner, "clone") if ArrayKind::of(owner).is_some_and(|kind| kind.rank > 1) => 1,
        _ => 0,
    }
}

/// How deep on the stack are the rows that an instruction's method puts into an array, or an array of
/// them, and that array.
pub fn moved_rows(pool: &ConstantPool, traced: &Traced, at: usize) -> Option<(usize, usize)> {
    let Insn::Invoke(_, index) = &traced.code().insns[at] else { return None };
    let m = pool.member_ref(*index).ok()?;
    match (&*m.owner, &*m.name, &*m.descriptor) {
        ("java/lang/System", "arraycopy", _) if traced.rank(at, 4) > 1 => Some((4, 2)),
        ("java/util/Arrays", "fill", "([Ljava/lang/Object;Ljava/lang/Object;)V") => Some((0, 1)),
        ("java/util/Arrays", "fill", "([Ljava/lang/Object;IILjava/lang/Object;)V") => Some((0, 3)),
        _ => None,
    }
}

/// The methods of collections that put what they hold into the array that they are given, and keep neither.
const TAKING_OUT: &[(&str, &str)] =
    &[("copyInto", "([Ljava/lang/Object;)V"), ("toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;")];

/// Whether a method of the JDK may be one of these.
pub fn is_taking_out(m: &MemberRef) -> bool {
    m.owner.starts_with("java/util/") && TAKING_OUT.contains(&(&*m.name, &*m.descriptor))
}

impl Holding<'_> {
    /// Whether an instruction calls one, and no class of the program has a method of its own in its place.
    pub(super) fn takes_out(&self, classes: &Classes, pool: &ConstantPool, insn: &Insn) -> bool {
        let Insn::Invoke(_, index) = insn else { return false };
        let Ok(m) = pool.member_ref(*index) else { return false };
        if !is_taking_out(&m) {
            return false;
        }
        let is_own = |below: String| {
            classes.find(&below).is_some_and(|id| classes.resolve(id, &m.name, &m.descriptor).is_some())
        };
        let by_platform = classes.callbacks.by_platform(classes, &m.owner);
        !classes.family(&m.owner).into_iter().chain(by_platform).any(is_own)
    }
}
