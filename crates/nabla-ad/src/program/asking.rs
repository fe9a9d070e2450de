//! Which instructions may have objects asked what they are: whether they are equal, which comes first, what
//! text they are. The JDK does that with whatever it is given, and it may have been given anything before.

use super::callbacks::{Bodies, Known, is_own};
use super::classes::Classes;
use super::iterators::Iterators;
use super::kept::{both, compares_ends, is_making, of_platform, rows};
use super::lambdas::{lambda, maker};
use super::library::takes_function;
use super::owned::is_immutable;
use super::remembering::Asking;
use crate::activity::calls::Call;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, MemberRef, Opcode};
use nabla_flow::VType;

/// Classes of the JDK that are not immutable and whose objects hold none of the program's; nor are any of the
/// program's theirs.
const PLAIN: &[&str] = &[
    "java/io/PrintStream",
    "java/io/PrintWriter",
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/lang/Number",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/Thread",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/math/MathContext",
    "java/math/RoundingMode",
    "java/text/DecimalFormat",
    "java/text/FieldPosition",
    "java/text/NumberFormat",
    "java/text/ParsePosition",
    "java/util/Locale",
    "java/util/Random",
    "java/util/Scanner",
];

/// The types of [`QUIET`] of which a part of a sorted collection may be.
const SORTED: &[&str] = &["java/lang/Iterable", "java/util/Collection", "java/util/Map", "java/util/Set"];

/// What makes `equals`, `hashCode` and `toString` of a record.
const OF_RECORDS: &str = "java/lang/runtime/ObjectMethods";

/// Methods of the JDK that ask no object, by the class that is named: those of collections that only hold
/// what they are given where they are told to, and those of objects as such.
const QUIET: &[(&str, &[&str])] = &[
    ("java/lang/Enum", &["<init>", "compareTo", "equals", "hashCode", "name", "ordinal"]),
    ("java/lang/Number", &["<init>"]),
    ("java/lang/Object", &["<init>", "getClass", "notify", "notifyAll", "wait"]),
    ("java/lang/Iterable", &["iterator"]),
    ("java/lang/System", &["arraycopy", "identityHashCode"]),
    ("java/util/ArrayDeque", HELD),
    ("java/util/ArrayList", HELD),
    ("java/util/Arrays", &["asList", "copyOf", "copyOfRange", "fill", "stream"]),
    ("java/util/Collection", &["isEmpty", "iterator", "size", "stream", "toArray"]),
    ("java/util/Collections", &["emptyList", "reverse", "shuffle", "swap", "unmodifiableList"]),
    ("java/util/Deque", HELD),
    ("java/util/Iterator", &["hasNext", "next"]),
    ("java/util/LinkedList", HELD),
    ("java/util/List", HELD),
    ("java/util/ListIterator", &["hasNext", "hasPrevious", "next", "previous"]),
    ("java/util/Map", &["entrySet", "isEmpty", "keySet", "size", "values"]),
    ("java/util/Map$Entry", &["getKey", "getValue", "setValue"]),
    ("java/util/Objects", &["isNull", "nonNull", "requireNonNull"]),
    ("java/util/Optional", &["empty", "get", "isEmpty", "isPresent", "of", "ofNullable", "orElseThrow"]),
    ("java/util/Set", &["isEmpty", "iterator", "size"]),
    ("java/util/Vector", HELD),
];

/// The methods of a list or a double-ended queue that take and give by the place.
const HELD: &[&str] = &[
    "<init>",
    "add",
    "addAll",
    "addElement",
    "addFirst",
    "addLast",
    "clear",
    "elementAt",
    "ensureCapacity",
    "get",
    "getFirst",
    "getLast",
    "isEmpty",
    "iterator",
    "listIterator",
    "offerFirst",
    "offerLast",
    "peekFirst",
    "peekLast",
    "pollFirst",
    "pollLast",
    "pop",
    "push",
    "removeFirst",
    "removeLast",
    "set",
    "size",
    "stream",
    "subList",
    "toArray",
    "trimToSize",
];

/// Types of the JDK whose methods find, order and count objects, and make no text of any but where their names say so or
/// a function does that they are given. What may be in order by a function is not among them.
const COLLECTIONS: &[&str] = &[
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/Arrays",
    "java/util/Collections",
    "java/util/EnumMap",
    "java/util/EnumSet",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/Hashtable",
    "java/util/IdentityHashMap",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/List",
    "java/util/ListIterator",
    "java/util/Stack",
    "java/util/Vector",
];

/// Those that do: `Set.of` and `Map.of` say in an exception what was there twice.
const TEXTS: &[&str] = &["deepToString", "of", "ofEntries", "toString"];

/// Those that ask for nothing but the order.
const ORDERING: &[&str] = &["binarySearch", "max", "min", "parallelSort", "sort"];

/// For each instruction the methods of objects that it may have asked, of those that store what they compute
/// then.
pub fn asked(
    classes: &Classes,
    class: &ClassFile,
    code: &Code,
    calls: &[Option<Call>],
    types: &Known,
    iterators: &Iterators,
) -> Vec<Option<Bodies>> {
    let objects = |at: usize, call: &Call| match &code.insns[at] {
        Insn::Invoke(op, index) if matches!(call, Call::Opaque | Call::Sink | Call::Text) => {
            let member = of_platform(classes, class.pool.member_ref(*index).ok()?)?;
            (!is_quiet(classes, *op, &member))
                .then(|| operands(*op, &member, Some((at, types, iterators))))?
        }
        Insn::InvokeDynamic(index) => asked_dynamic(class, *index, call),
        _ => None,
    };
    let asked = |at, call: &Call| {
        let given = objects(at, call)?;
        let objects: Vec<String> = given.iter().filter_map(|given| object(classes, given)).collect();
        if objects.is_empty() {
            return None;
        }
        let answers = classes.remembering.of(classes, &objects)?;
        classes.remembering.answering(classes, answers, asking(classes, class, &code.insns[at]))
    };
    let kept = |at, call: &Call| match &code.insns[at] {
        Insn::Invoke(op, index) if matches!(call, Call::Opaque | Call::Sink | Call::Text) => {
            let member = of_platform(classes, class.pool.member_ref(*index).ok()?)?;
            let calls = !is_making(&member.name) || may_be_part(classes, &member.name);
            let keeps = calls && !iterators.is_own(at);
            keeps.then(|| kept(classes, operands(*op, &member, Some((at, types, iterators)))?))?
        }
        _ => None,
    };
    let both = |(at, call): (usize, &Option<Call>)| {
        let call = call.as_ref()?;
        both(classes, asked(at, call), kept(at, call))
    };
    calls.iter().enumerate().map(both).collect()
}

/// The methods that a call may run because objects of the JDK were given them before, of those that store.
fn kept(classes: &Classes, operands: Vec<String>) -> Option<Bodies> {
    let rows = rows(classes, &operands);
    rows.into_iter().fold(None, |all, row| both(classes, all, classes.remembering.kept(classes, row)))
}

/// Whether an instruction may have objects asked of which nothing is known.
pub fn may_ask(classes: &Classes, class: &ClassFile, insn: &Insn) -> bool {
    let given = match insn {
        Insn::Invoke(op, index) => {
            let Ok(member) = class.pool.member_ref(*index) else { return true };
            match of_platform(classes, member) {
                Some(member) if !is_quiet(classes, *op, &member) => operands(*op, &member, None),
                _ => return false,
            }
        }
        Insn::InvokeDynamic(index) if lambda(class, *index).is_none() => taken(class, *index),
        _ => None,
    };
    given.into_iter().flatten().any(|given| object(classes, &given).is_some())
}

/// The types of what a call is given, the receiver's first, as far as they are known; `None` if they are not.
fn operands(
    op: Opcode,
    member: &MemberRef,
    known: Option<(usize, &Known, &Iterators)>,
) -> Option<Vec<String>> {
    let (mut taken, _) = split_descriptor(&member.descriptor)?;
    if member.name == "<init>" {
        // A new object has nothing to say yet; it is below the operands.
    } else if op != Opcode::Invokestatic {
        taken.insert(0, format!("L{};", member.owner));
    }
    let Some((at, types, iterators)) = known else { return Some(taken) };
    let known = types.before(at).map(|before| &*before.stack).unwrap_or_default();
    for (taken, known) in taken.iter_mut().rev().zip(known.iter().rev()) {
        // Interfaces are not known to the verifier.
        if let VType::Object(name) = known
            && matches!(&**taken, "Ljava/lang/Object;" | "[Ljava/lang/Object;")
        {
            *taken = if name.starts_with('[') { name.to_string() } else { format!("L{name};") };
        }
    }
    iterators.narrow(at, &mut taken);
    Some(taken)
}

/// Whether a method asks no object, whatever it is given.
fn is_quiet(classes: &Classes, op: Opcode, member: &MemberRef) -> bool {
    let (owner, name) = (&*member.owner, &*member.name);
    let quiet = QUIET.iter().any(|(class, names)| *class == owner && names.contains(&name))
        && !(SORTED.contains(&owner) && may_be_part(classes, name));
    // Kotlin's checks of arguments compare with `null`.
    let checks = owner == "kotlin/jvm/internal/Intrinsics" && name.starts_with("check");
    let copies = owner.starts_with('[');
    // It goes through what it is given.
    let given_part = member.descriptor.contains("Ljava/util/Collection;)")
        && matches!(name, "<init>" | "addAll")
        && classes.remembering.makes_parts(classes);
    quiet && !given_part || is_own(op, member) || checks || copies
}

/// What a call may ask of objects.
fn asking(classes: &Classes, class: &ClassFile, insn: &Insn) -> Asking {
    let Insn::Invoke(_, index) = insn else { return Asking::Anything };
    let member = class.pool.member_ref(*index).ok().and_then(|member| of_platform(classes, member));
    let Some(member) = member.filter(|member| COLLECTIONS.contains(&&*member.owner)) else {
        return Asking::Anything;
    };
    match &*member.name {
        name if TEXTS.contains(&name) => Asking::Anything,
        _ if takes_function(&member.descriptor) => Asking::Anything,
        name if ORDERING.contains(&name) => Asking::Order,
        _ => Asking::Equality,
    }
}

/// The types of what is asked by what an `invokedynamic` makes: text, and what records are by their
/// components. A lambda does nothing yet.
fn asked_dynamic(class: &ClassFile, index: ConstIndex, call: &Call) -> Option<Vec<String>> {
    match call {
        Call::Components(components) => Some(components.iter().map(|one| one.descriptor.clone()).collect()),
        Call::Text => taken(class, index),
        Call::Opaque => maker(class, index)
            .is_some_and(|(maker, _)| maker.owner == OF_RECORDS)
            .then(|| vec!["Ljava/lang/Object;".to_owned()]),
        _ => None,
    }
}

fn taken(class: &ClassFile, index: ConstIndex) -> Option<Vec<String>> {
    let (_, descriptor) = class.pool.name_and_type(index).ok()?;
    Some(split_descriptor(&descriptor)?.0)
}

/// The class of what is of this type, or of its elements, if it may be an object of a class of the program,
/// or hold one.
fn object(classes: &Classes, descriptor: &str) -> Option<String> {
    let class = descriptor.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?;
    let is_plain = PLAIN.contains(&class) && !classes.is_extended(class);
    (!is_immutable(class) && !is_plain).then(|| class.to_owned())
}

/// Whether what this method is called on may be a part of a sorted collection, which compares then.
fn may_be_part(classes: &Classes, name: &str) -> bool {
    compares_ends(name) && classes.remembering.makes_parts(classes)
}
