//! Calls by which the JDK's collections give what they hold, or are made of what they are given. They hand objects
//! on and look at none: what such a call gives says nothing that it was not given, whatever was made a text of
//! before.

use super::classes::{Classes, is_platform};
use super::iterators::{Iterators, goes_through, is_jdks};
use crate::activity::calls::Call;
use nabla_classfile::{ClassFile, Code, Insn, MemberRef, Opcode};

/// Those that a receiver decides, by the type that is named.
const GIVING: &[(&str, &[&str])] = &[
    ("java/lang/Iterable", &["iterator", "spliterator"]),
    ("java/util/ArrayDeque", QUEUE),
    ("java/util/ArrayList", LIST),
    ("java/util/Collection", &["iterator", "stream"]),
    ("java/util/Deque", QUEUE),
    ("java/util/HashMap", MAP),
    ("java/util/HashSet", &["iterator", "stream"]),
    ("java/util/LinkedHashMap", MAP),
    ("java/util/LinkedHashSet", &["iterator", "stream"]),
    (
        "java/util/LinkedList",
        &["descendingIterator", "get", "getFirst", "getLast", "iterator", "poll", "pop", "stream"],
    ),
    ("java/util/List", LIST),
    ("java/util/Map", MAP),
    ("java/util/Map$Entry", &["getKey", "getValue", "setValue"]),
    ("java/util/NavigableMap", SORTED),
    ("java/util/PriorityQueue", &["iterator", "peek", "poll", "remove", "stream"]),
    ("java/util/Queue", &["iterator", "peek", "poll", "remove", "stream"]),
    ("java/util/Set", &["iterator", "stream"]),
    ("java/util/SortedMap", SORTED),
    ("java/util/SortedSet", &["first", "iterator", "last", "stream"]),
    ("java/util/TreeMap", SORTED),
    ("java/util/TreeSet", &["first", "iterator", "last", "pollFirst", "pollLast", "stream"]),
];

const LIST: &[&str] = &[
    "get",
    "getFirst",
    "getLast",
    "iterator",
    "listIterator",
    "remove",
    "removeFirst",
    "removeLast",
    "set",
    "stream",
    "subList",
];

const QUEUE: &[&str] = &[
    "descendingIterator",
    "element",
    "getFirst",
    "getLast",
    "iterator",
    "peek",
    "peekFirst",
    "peekLast",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "remove",
    "removeFirst",
    "removeLast",
    "stream",
];

const MAP: &[&str] = &["entrySet", "get", "getOrDefault", "keySet", "put", "putIfAbsent", "remove", "values"];

const SORTED: &[&str] = &[
    "ceilingEntry",
    "ceilingKey",
    "descendingMap",
    "entrySet",
    "firstEntry",
    "firstKey",
    "floorEntry",
    "floorKey",
    "get",
    "getOrDefault",
    "headMap",
    "higherEntry",
    "higherKey",
    "keySet",
    "lastEntry",
    "lastKey",
    "lowerEntry",
    "lowerKey",
    "pollFirstEntry",
    "pollLastEntry",
    "put",
    "remove",
    "subMap",
    "tailMap",
    "values",
];

/// Those of classes that the program cannot extend, and static ones.
const ALONE: &[(&str, &[&str])] = &[
    ("java/lang/Boolean", &["valueOf"]),
    ("java/lang/Character", &["valueOf"]),
    ("java/lang/Integer", &["valueOf"]),
    ("java/lang/Long", &["valueOf"]),
    ("java/util/Arrays", &["asList"]),
    ("java/util/Collections", &["emptyList", "emptyMap", "emptySet", "singleton", "singletonList"]),
    ("java/util/List", &["of"]),
    ("java/util/Map", &["entry", "of"]),
    ("java/util/Objects", &["requireNonNull"]),
    ("java/util/Optional", &["empty", "get", "of", "ofNullable", "orElse", "orElseThrow"]),
    ("java/util/Set", &["of"]),
];

/// The calls of a method that are such.
pub fn handing(
    classes: &Classes,
    class: &ClassFile,
    code: &Code,
    calls: &[Option<Call>],
    iterators: &Iterators,
) -> Vec<usize> {
    let is_one = |at: &usize| match &code.insns[*at] {
        Insn::Invoke(op, index) if matches!(calls[*at], Some(Call::Opaque)) => {
            class.pool.member_ref(*index).is_ok_and(|member| hands(classes, *op, &member))
                || goes_through(classes, &class.pool, code, *at)
                || iterators.is_own(*at)
        }
        _ => false,
    };
    (0..code.insns.len()).filter(is_one).collect()
}

fn hands(classes: &Classes, op: Opcode, member: &MemberRef) -> bool {
    let (owner, name) = (&*member.owner, &*member.name);
    let is_in =
        |table: &[(&str, &[&str])]| table.iter().any(|(of, names)| *of == owner && names.contains(&name));
    // A function that is given computes what is given back, and text is parsed.
    let computes =
        ["Ljava/util/function/", "(Ljava/lang/String;"].iter().any(|taken| member.descriptor.contains(taken));
    is_platform(owner)
        && !computes
        && (is_in(ALONE) || op != Opcode::Invokestatic && is_in(GIVING) && is_jdks(classes, owner))
}
