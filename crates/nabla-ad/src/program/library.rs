//! What methods of code that is not followed do to the objects that they are given.

use crate::signature::split_descriptor;

/// The package of dates and times, whose objects never change, and the functions that their methods may be given.
const TIMES: &str = "java/time/";
const OF_TIMES: &[&str] = &["Ljava/time/temporal/TemporalAdjuster;", "Ljava/time/temporal/TemporalQuery;"];

/// Classes with methods that set what others may read, as those of `java.lang.reflect` do.
const SETTERS: &[&str] = &["java/lang/System", "java/lang/Thread", "java/lang/ThreadLocal"];

/// Methods of a `VarHandle` that only read.
const HANDLES_READ: &[&str] = &["get", "getAcquire", "getOpaque", "getVolatile"];

/// Methods that give what was there before, and are given nothing of it.
const FOUND: &[(&str, &str)] = &[
    ("java/lang/Class", "getEnumConstants"),
    ("java/lang/Enum", "valueOf"),
    ("java/util/EnumSet", "allOf"),
    ("java/util/EnumSet", "complementOf"),
];

/// Methods of `java.lang` that change their receiver, by their class, or of any class of the JDK.
const CHANGING: &[(&str, &str)] = &[
    ("", "addSuppressed"),
    ("", "fillInStackTrace"),
    ("", "initCause"),
    ("", "setStackTrace"),
    ("java/lang/Appendable", "append"),
    ("java/lang/Readable", "read"),
    ("java/lang/ref/Reference", "clear"),
    ("java/lang/ref/Reference", "enqueue"),
    ("java/lang/ref/ReferenceQueue", "poll"),
];

/// Methods of `java.lang` that change what others may see, or give something else each time, as a generator of random
/// numbers does.
const MOVING_ON: &[(&str, &str)] = &[
    ("java/lang/AutoCloseable", "close"),
    ("java/lang/ProcessBuilder", "start"),
    ("java/lang/Runtime", "exec"),
    ("java/lang/Runtime", "freeMemory"),
    ("java/lang/Runtime", "totalMemory"),
    ("java/lang/System", "clearProperty"),
    ("java/lang/System", "currentTimeMillis"),
    ("java/lang/System", "nanoTime"),
    ("java/lang/Thread", "interrupt"),
    ("java/lang/Thread", "interrupted"),
    ("java/lang/Thread", "start"),
    ("java/lang/ThreadLocal", "remove"),
];

/// What a method does to its receiver and arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    Reads,
    /// Nothing; the new object that it gives may hold its arguments.
    Makes,
    /// Changes its receiver, which may hold its arguments then; a static method changes them.
    Changes,
    /// Nothing; the iterator that it gives is new, and its elements are those of the receiver.
    Iterates,
    /// Puts text of its arguments into its receiver, and gives that back.
    Writes,
    /// It may change anything.
    Unknown,
}

/// Classes whose static methods read only; so do those of `java.lang`.
const READING: &[&str] = &["java/util/Objects", "kotlin/jvm/internal/Intrinsics"];

/// Methods of any class that read only.
const READERS: &[&str] =
    &["compareTo", "equals", "get", "hasNext", "hashCode", "isEmpty", "length", "name", "ordinal", "size"];

/// Methods of collections of `java.util` that read only.
const COLLECTIONS_READ: &[&str] = &[
    "contains",
    "containsKey",
    "containsValue",
    "element",
    "entrySet",
    "first",
    "firstKey",
    "getFirst",
    "getKey",
    "getLast",
    "getOrDefault",
    "getValue",
    "indexOf",
    "keySet",
    "last",
    "lastKey",
    "max",
    "min",
    "peek",
    "peekFirst",
    "peekLast",
    "stream",
    "subList",
    "values",
];

/// Those that make a collection.
const COLLECTIONS_MAKE: &[&str] =
    &["<init>", "asList", "copyOf", "emptyList", "emptyMap", "entry", "nCopies", "of", "singletonList"];

/// Those that change one.
const COLLECTIONS_CHANGE: &[&str] = &[
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "clear",
    "ensureCapacity",
    "fill",
    "offer",
    "offerFirst",
    "offerLast",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "push",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "removeFirst",
    "removeLast",
    "reverse",
    "set",
    "setValue",
    "sort",
    "swap",
];

/// Methods that make an optional value, which never changes.
const OPTIONALS_MAKE: &[&str] = &["empty", "of", "ofNullable"];

/// Generators of numbers, which are the same in each run if they are given a seed.
const GENERATORS: &[&str] = &["java/util/Random", "java/util/SplittableRandom"];
const DRAWS: &[&str] =
    &["nextBoolean", "nextDouble", "nextFloat", "nextGaussian", "nextInt", "nextLong", "setSeed"];

/// Methods that give an iterator, and those that it goes on by: of any class.
const ITERATORS: &[&str] = &["iterator", "listIterator"];
const STEPS: &[&str] = &["next", "nextElement", "previous"];

/// Classes whose objects hold text, and their methods that only read it.
const TEXTS: &[&str] = &["java/lang/StringBuffer", "java/lang/StringBuilder", "java/util/StringJoiner"];
const TEXT_READERS: &[&str] = &[
    "capacity",
    "charAt",
    "chars",
    "codePointAt",
    "compareTo",
    "indexOf",
    "isEmpty",
    "lastIndexOf",
    "length",
    "subSequence",
    "substring",
    "toString",
];

/// Classes of `java.util` that are no collections.
const OTHERS: &[&str] = &["java/util/Formatter", "java/util/Scanner", "java/util/Timer"];

/// What a method that is not followed does. Comparing changes nothing.
pub fn role(owner: &str, name: &str, descriptor: &str) -> Role {
    if GENERATORS.contains(&owner) {
        return match name {
            "<init>" if descriptor == "(J)V" => Role::Makes,
            _ if DRAWS.contains(&name) => Role::Changes,
            _ => Role::Unknown,
        };
    }
    let sets = SETTERS.contains(&owner) || owner.starts_with("java/lang/reflect/");
    let moves_on = MOVING_ON.contains(&(owner, name));
    let handles = owner == "java/lang/invoke/VarHandle" && !HANDLES_READ.contains(&name);
    if sets && name.starts_with("set") || moves_on || handles {
        return Role::Unknown;
    }
    if owner.starts_with("java/") && CHANGING.contains(&("", name)) || CHANGING.contains(&(owner, name)) {
        return Role::Changes;
    }
    if TEXTS.contains(&owner) {
        return match name {
            "<init>" => Role::Makes,
            _ if TEXT_READERS.contains(&name) => Role::Reads,
            _ => Role::Writes,
        };
    }
    // What is read where a buffer is moves it on.
    if owner.starts_with("java/nio/") && name == "get" && !descriptor.starts_with("(I)") {
        return Role::Unknown;
    }
    match name {
        _ if ITERATORS.contains(&name) => return Role::Iterates,
        _ if STEPS.contains(&name) => return Role::Changes,
        _ => {}
    }
    // Arrays have no method that changes them.
    let reads = owner.starts_with("java/lang/") || READING.contains(&owner) || owner.starts_with('[');
    if reads && !takes_function(descriptor) {
        return if name == "<init>" { Role::Makes } else { Role::Reads };
    }
    if owner.starts_with("java/util/Optional") && !takes_function(descriptor) {
        return if OPTIONALS_MAKE.contains(&name) { Role::Makes } else { Role::Reads };
    }
    if READERS.contains(&name) || is_of_times(owner, name, descriptor) {
        return Role::Reads;
    }
    let is_exception = owner.ends_with("Exception") || owner.ends_with("Error");
    if name == "<init>" && is_exception && owner.starts_with("java/") {
        return Role::Makes;
    }
    if owner.starts_with("java/util/function/") && name == "identity" {
        return Role::Makes;
    }
    if !is_collection(owner) || takes_function(descriptor) {
        return Role::Unknown;
    }
    match name {
        _ if COLLECTIONS_READ.contains(&name) => Role::Reads,
        _ if COLLECTIONS_MAKE.contains(&name) => Role::Makes,
        _ if COLLECTIONS_CHANGE.contains(&name) => Role::Changes,
        _ => Role::Unknown,
    }
}

/// Whether a method computes with dates and times, and does not ask a clock.
fn is_of_times(owner: &str, name: &str, descriptor: &str) -> bool {
    let Some(class) = owner.strip_prefix(TIMES) else { return false };
    let changes = class.ends_with("Builder") || class.ends_with("Clock") || class == "InstantSource";
    !changes && name != "now" && !OF_TIMES.iter().any(|function| descriptor.contains(function))
}

/// Whether a method may put what it is given somewhere, be it in its receiver: not into what it makes.
pub fn may_store(owner: &str, name: &str, descriptor: &str) -> bool {
    matches!(role(owner, name, descriptor), Role::Changes | Role::Writes | Role::Unknown)
}

/// Whether a method finds what was there before, by a name or a class.
pub fn finds(owner: &str, name: &str) -> bool {
    FOUND.contains(&(owner, name))
}

/// Whether a method changes what an iterator goes over.
pub fn changes_iterated(owner: &str, name: &str) -> bool {
    let is_iterator = owner.rsplit('/').next().is_some_and(|name| name.ends_with("Iterator"));
    is_iterator && matches!(name, "add" | "remove" | "set")
}

/// Whether a method prints to its receiver.
pub fn prints(owner: &str) -> bool {
    matches!(owner, "java/io/PrintStream" | "java/io/PrintWriter")
}

/// Whether a map may put last what it is asked for.
pub fn may_order(owner: &str, name: &str) -> bool {
    let is_map = owner.starts_with("java/util/") && owner.ends_with("Map") && owner != "java/util/TreeMap";
    is_map && matches!(name, "get" | "getOrDefault")
}

/// Whether a method puts text into what its receiver was made of.
pub fn passes_text_on(owner: &str) -> bool {
    owner == "java/util/Formatter"
}

/// Whether the class is of `java.util` itself, where collections are.
pub fn is_collection(owner: &str) -> bool {
    owner.strip_prefix("java/util/").is_some_and(|class| !class.contains('/')) && !OTHERS.contains(&owner)
}

/// Whether a parameter may be a function, whose code does what it likes.
pub fn takes_function(descriptor: &str) -> bool {
    let parameters = split_descriptor(descriptor).map(|(parameters, _)| parameters).unwrap_or_default();
    let functions = ["Ljava/lang/Runnable;", "Ljava/util/Comparator;"];
    parameters.iter().any(|p| p.starts_with("Ljava/util/function/") || functions.contains(&&**p))
}
