//! Which objects of the JDK keep what they are given, and which of its methods do.

use crate::program::classes::is_platform;
use crate::program::owned::is_immutable;
use nabla_classfile::MemberRef;

/// What objects may keep, and call later.
#[derive(PartialEq)]
pub struct Keeps {
    /// How the names of its types begin.
    pub types: &'static [&'static str],
    /// How the names of the classes begin whose methods are given it.
    pub by: &'static [&'static str],
    /// What that may keep in turn.
    pub of: Option<&'static Keeps>,
}

/// Which objects may keep what: types of the JDK by how their names begin. The first row counts.
pub const KEEPERS: &[(&str, Keeps)] = &[
    ("java/util/ArrayDeque", NONE),
    ("java/util/ArrayList", NONE),
    ("java/util/Arrays", NONE),
    ("java/util/BitSet", NONE),
    ("java/util/Collections", NONE),
    (COMPARATOR, FUNCTIONS),
    ("java/util/EnumMap", NONE),
    ("java/util/EnumSet", NONE),
    ("java/util/Enumeration", STREAMED),
    ("java/util/Formatter", IO),
    ("java/util/HashMap", NONE),
    ("java/util/HashSet", NONE),
    ("java/util/Hashtable", NONE),
    ("java/util/IdentityHashMap", NONE),
    ("java/util/Iterator", STREAMED),
    ("java/util/LinkedHash", NONE),
    ("java/util/LinkedList", NONE),
    ("java/util/ListIterator", STREAMED),
    ("java/util/List", NONE),
    ("java/util/Locale", NONE),
    ("java/util/Map$Entry", NONE),
    ("java/util/Objects", NONE),
    ("java/util/Observable", OBSERVERS),
    ("java/util/Optional", NONE),
    ("java/util/PrimitiveIterator", STREAMED),
    ("java/util/Random", NUMBERS),
    ("java/util/Scanner", IO),
    ("java/util/Spliterator", STREAMED),
    ("java/util/Stack", NONE),
    ("java/util/StringJoiner", NONE),
    ("java/util/Timer", TASKS),
    ("java/util/UUID", NONE),
    ("java/util/Vector", NONE),
    ("java/util/concurrent/ConcurrentHashMap", NONE),
    ("java/util/concurrent/ConcurrentLinked", NONE),
    ("java/util/concurrent/ConcurrentSkipList", ORDERS),
    ("java/util/concurrent/CopyOnWrite", NONE),
    ("java/util/concurrent/PriorityBlocking", ORDERS),
    ("java/util/concurrent/TimeUnit", NONE),
    ("java/util/concurrent/atomic/", FUNCTIONS),
    ("java/util/concurrent/locks/", NONE),
    ("java/util/concurrent/", TASKS),
    ("java/util/function/", FUNCTIONS),
    ("java/util/jar/", IO),
    ("java/util/logging/", LOGS),
    ("java/util/regex/", IO),
    (STREAMS, STREAMED),
    ("java/util/zip/", IO),
    // Other collections, which may be in an order.
    ("java/util/", ORDERS),
    ("java/io/", IO),
    ("java/lang/InheritableThreadLocal", SUPPLIERS),
    ("java/lang/Iterable", STREAMED),
    // It may be any of them.
    ("java/lang/Object", ORDERS),
    ("java/lang/Runnable", TASKS),
    ("java/lang/ThreadLocal", SUPPLIERS),
    ("java/lang/Thread", TASKS),
    ("java/lang/ref/Cleaner", TASKS),
    ("java/lang/", NONE),
    ("java/math/", NONE),
    ("java/text/", TEXTS),
    ("java/time/", NONE),
    ("", ANYTHING),
];

/// The type of orders.
pub const COMPARATOR: &str = "java/util/Comparator";
/// How the names of streams begin.
pub const STREAMS: &str = "java/util/stream/";

const ANYTHING: Keeps = Keeps { types: &[""], by: &[""], of: None };
const FUNCTIONS: Keeps = Keeps {
    types: &[COMPARATOR, "java/util/function/"],
    by: &[
        "java/util/Collections",
        COMPARATOR,
        "java/util/Map$Entry",
        "java/util/concurrent/atomic/",
        "java/util/function/",
    ],
    of: None,
};
const IO: Keeps = Keeps { types: &["java/io/", "java/lang/"], by: &["java/io/", "java/util/"], of: None };
const LOGS: Keeps = Keeps { types: &["java/util/"], by: &["java/util/logging/"], of: None };
const NONE: Keeps = Keeps { types: &[], by: &[], of: None };
const NUMBERS: Keeps = Keeps { types: &["java/util/random/"], by: &["java/util/Random"], of: None };
const OBSERVERS: Keeps = Keeps { types: &["java/util/Observer"], by: &["java/util/Observable"], of: None };
const ORDERS: Keeps = Keeps { types: &[COMPARATOR], by: &["java/util/"], of: Some(&KEYS) };
const KEYS: Keeps =
    Keeps { types: &["java/util/function/"], by: &[COMPARATOR, "java/util/Map$Entry"], of: None };
pub const STREAMED: Keeps = Keeps {
    types: &["java/io/", "java/lang/Iterable", "java/lang/Runnable", "java/util/"],
    by: &[""],
    of: None,
};
const SUPPLIERS: Keeps =
    Keeps { types: &["java/lang/", "java/util/function/"], by: &["java/lang/"], of: None };
const TASKS: Keeps =
    Keeps { types: &["java/lang/", "java/util/"], by: &["java/lang/", "java/util/"], of: None };
const TEXTS: Keeps = Keeps { types: &["java/text/", "java/util/"], by: &["java/text/"], of: None };

/// Methods of the JDK that are done with what they are given when they return.
const AT_ONCE: &[&str] = &[
    "accumulateAndGet",
    "addAll",
    "allMatch",
    "anyMatch",
    "binarySearch",
    "collect",
    "compute",
    "computeIfAbsent",
    "computeIfPresent",
    "containsAll",
    "copyOf",
    "forEach",
    "forEachOrdered",
    "forEachRemaining",
    "getAndAccumulate",
    "getAndUpdate",
    "ifPresent",
    "ifPresentOrElse",
    "join",
    "max",
    "merge",
    "min",
    "noneMatch",
    "orElseGet",
    "orElseThrow",
    "parallelPrefix",
    "parallelSetAll",
    "parallelSort",
    "putAll",
    "reduce",
    "removeAll",
    "removeIf",
    "replaceAll",
    "requireNonNull",
    "retainAll",
    "setAll",
    "sort",
    "tryAdvance",
    "updateAndGet",
];

/// Classes of the JDK whose methods are all so: they copy collections, or have the value already.
const COPYING: &[&str] = &[
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/Optional",
    "java/util/OptionalDouble",
    "java/util/OptionalInt",
    "java/util/OptionalLong",
    "java/util/Vector",
];

/// Methods that make another object, and call nothing that is kept.
const MAKING: &[&str] = &[
    "<init>",
    "entrySet",
    "isEmpty",
    "iterator",
    "keySet",
    "listIterator",
    "size",
    "spliterator",
    "stream",
    "values",
];

/// Those of them, and of collections that hold what they are given, by which a part of a sorted collection compares.
const BOUNDED: &[&str] =
    &["<init>", "entrySet", "isEmpty", "iterator", "keySet", "size", "stream", "toArray", "values"];

/// Methods that make a part of a sorted collection, which finds its ends by comparing.
const PARTS: &[&str] = &["headMap", "headSet", "subMap", "subSet", "tailMap", "tailSet"];

/// Which row of [`KEEPERS`] is that of a type, if its objects keep anything.
pub fn keeper(name: &str) -> Option<usize> {
    let row = KEEPERS.iter().position(|(start, _)| name.starts_with(start))?;
    (is_platform(name) && !is_immutable(name) && KEEPERS[row].1 != NONE).then_some(row)
}

/// Whether a method of this name makes a part of a sorted collection.
pub fn makes_part(name: &str) -> bool {
    PARTS.contains(&name)
}

/// Whether a part of a sorted collection may compare in a method of this name.
pub fn compares_ends(name: &str) -> bool {
    BOUNDED.contains(&name)
}

/// Whether a method of the JDK calls nothing that its object keeps, unless that is a part of a sorted collection.
pub fn is_making(name: &str) -> bool {
    MAKING.contains(&name)
}

impl Keeps {
    /// Whether objects keep what has this type, of the JDK or the program, and a method of this class is given.
    pub fn fits(&self, name: &str, owner: &str) -> bool {
        let starts = |name: &str, starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
        let own = (!is_platform(name) || starts(name, self.types))
            && (!is_platform(owner) || starts(owner, self.by));
        own || self.of.is_some_and(|of| of.fits(name, owner))
    }
}

/// Whether objects of this class of the JDK only hold what they are given.
pub fn holds(owner: &str) -> bool {
    KEEPERS.iter().find(|(start, _)| owner.starts_with(start)).is_some_and(|(_, keeps)| *keeps == NONE)
}

/// Whether a method of the JDK keeps nothing of what it is given.
pub fn is_at_once(member: &MemberRef) -> bool {
    AT_ONCE.contains(&&*member.name) || COPYING.contains(&&*member.owner)
}
