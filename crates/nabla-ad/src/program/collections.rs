//! Collections of which the class is known: that of `new ArrayList<>()` is no class of the program, whatever other
//! lists the program has.

use super::classes::{ClassId, Classes, FINAL, MethodId};
use super::iterators::Iterators;
use nabla_classfile::{ClassFile, Insn, MemberRef, Opcode};

/// Classes of the JDK's collections and maps, which hold what they are given themselves.
const CONCRETE: &[&str] = &[
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/PriorityQueue",
    "java/util/TreeMap",
    "java/util/TreeSet",
];

/// The types by which such objects are called.
const NAMED: &[&str] = &[
    "java/lang/Iterable",
    "java/util/Collection",
    "java/util/Deque",
    "java/util/Iterator",
    "java/util/List",
    "java/util/ListIterator",
    "java/util/Map",
    "java/util/Map$Entry",
    "java/util/NavigableMap",
    "java/util/NavigableSet",
    "java/util/Queue",
    "java/util/SequencedCollection",
    "java/util/Set",
    "java/util/SortedMap",
    "java/util/SortedSet",
];

/// What compares as it looks for something in it.
const SORTED: &str = "java/util/TreeMap";
const SORTED_ENTRIES: &str = "java/util/TreeMap$EntrySet";
const SORTED_KEYS: &str = "java/util/TreeMap$KeySet";
/// What compares as its iterator removes something.
const QUEUE: &str = "java/util/PriorityQueue";
const ENTRIES: &str = "java/util/HashMap$EntrySet";
const ENTRY: &str = "java/util/HashMap$Node";
const ENTRY_ITERATOR: &str = "java/util/HashMap$EntryIterator";
const ITERATOR: &str = "java/util/ArrayList$Itr";
const LIST_OF: &str = "java/util/ImmutableCollections$ListN";
const MAP_OF: &str = "java/util/ImmutableCollections$MapN";
const SET_OF: &str = "java/util/ImmutableCollections$SetN";
const VALUES: &str = "java/util/HashMap$Values";
const ARRAY_LIST_OF: &str = "java/util/Arrays$ArrayList";

/// Methods of the JDK that make such objects.
const MAKERS: &[(&str, &[&str], &str)] = &[
    ("java/util/Arrays", &["asList"], ARRAY_LIST_OF),
    ("java/util/Collections", &["emptyList", "nCopies", "singletonList"], LIST_OF),
    ("java/util/List", &["copyOf", "of"], LIST_OF),
    ("java/util/Map", &["copyOf", "of", "ofEntries"], MAP_OF),
    ("java/util/Set", &["copyOf", "of"], SET_OF),
];

/// What the methods of such objects give, by their names: views of them, and what goes through them. Of several
/// classes of the JDK one stands for all.
fn given(known: &str, name: &str) -> Option<&'static str> {
    match (known, name) {
        (ENTRIES | SORTED_ENTRIES, "iterator") => Some(ENTRY_ITERATOR),
        (ENTRY_ITERATOR, "next") => Some(ENTRY),
        (ENTRY | ENTRY_ITERATOR | ITERATOR | QUEUE, _) => None,
        (SORTED, "entrySet") => Some(SORTED_ENTRIES),
        (SORTED, "keySet" | "navigableKeySet") => Some(SORTED_KEYS),
        (_, "iterator" | "listIterator" | "descendingIterator") => Some(ITERATOR),
        (_, "entrySet") => Some(ENTRIES),
        (_, "keySet" | "navigableKeySet" | "values") => Some(VALUES),
        (_, "subList") => Some(LIST_OF),
        _ => None,
    }
}

/// Whether it is an iterator of such a collection.
pub(super) fn is_iterator(known: Option<&str>) -> bool {
    matches!(known, Some(ITERATOR | ENTRY_ITERATOR))
}

/// The class of what an instruction gives, by that of its receiver.
pub(super) fn class_of(
    classes: &Classes,
    class: &ClassFile,
    insn: &Insn,
    receiver: Option<&'static str>,
) -> Option<&'static str> {
    match insn {
        Insn::Type(Opcode::New, made) => {
            let made = class.pool.class_name(*made).ok()?;
            CONCRETE.iter().copied().find(|name| *name == made)
        }
        Insn::Type(Opcode::Checkcast, _) => receiver,
        Insn::Invoke(Opcode::Invokestatic, called) => {
            let called = class.pool.member_ref(*called).ok()?;
            let is = |(owner, names, _): &&(&str, &[&str], &str)| {
                *owner == called.owner && names.contains(&&*called.name)
            };
            MAKERS.iter().find(is).map(|(.., made)| *made)
        }
        Insn::Invoke(_, called) => given(receiver?, &class.pool.member_ref(*called).ok()?.name),
        Insn::Field(Opcode::Getfield | Opcode::Getstatic, read) => {
            let read = class.pool.member_ref(*read).ok()?;
            let is_named = read
                .descriptor
                .strip_prefix('L')?
                .strip_suffix(';')
                .is_some_and(|t| NAMED.contains(&t) || CONCRETE.contains(&t));
            let (class, index) =
                classes.field(&read.owner, &read.name, &read.descriptor).filter(|_| is_named)?;
            classes.held_collection(class, index)
        }
        _ => None,
    }
}

/// The type of what is passed, where it is known to be of this class. A class that the program extends is named by
/// one that it cannot extend, and that does the same with what it holds.
pub(super) fn narrowed(classes: &Classes, taken: &str, known: &'static str) -> Option<String> {
    let taken = taken.strip_prefix('L')?.strip_suffix(';')?;
    let exact = match known {
        _ if !NAMED.contains(&taken) => return None,
        _ if !classes.is_extended(known) => known,
        "java/util/ArrayList" | "java/util/LinkedList" => ARRAY_LIST_OF,
        "java/util/HashMap" | "java/util/LinkedHashMap" => MAP_OF,
        "java/util/HashSet" | "java/util/LinkedHashSet" => SET_OF,
        _ => return None,
    };
    Some(format!("L{exact};"))
}

impl Classes<'_> {
    /// The class of the collection that a field holds from its first use on: only constructors and initialisers of
    /// its class assign it, new ones.
    fn held_collection(&self, class: ClassId, index: usize) -> Option<&'static str> {
        if let Some(known) = self.collections.borrow().get(&(class, index)) {
            return *known;
        }
        // One that is made of another field, which is made of this one.
        self.collections.borrow_mut().insert((class, index), None);
        let found = self.look_for_collection(class, index);
        self.collections.borrow_mut().insert((class, index), found);
        found
    }

    fn look_for_collection(&self, id: ClassId, index: usize) -> Option<&'static str> {
        let class = self.get(id);
        let field = &class.fields[index];
        if field.access & FINAL == 0 {
            return None;
        }
        let (name, descriptor) = (class.pool.utf8(field.name).ok()?, class.pool.utf8(field.descriptor).ok()?);
        let own = class.name().ok()?;
        let is_field = |m: MemberRef| m.owner == own && m.name == name && m.descriptor == descriptor;
        let mut found = None;
        for (method, member) in class.methods.iter().enumerate() {
            let code = class.code(member).ok()?;
            let Some(code) = code else { continue };
            let stores = |insn: &Insn| match insn {
                Insn::Field(Opcode::Putfield | Opcode::Putstatic, stored) => {
                    class.pool.member_ref(*stored).is_ok_and(is_field)
                }
                _ => false,
            };
            let places: Vec<usize> = (0..code.insns.len()).filter(|at| stores(&code.insns[*at])).collect();
            if places.is_empty() {
                continue;
            }
            let method = MethodId { class: id, index: method as u32 };
            let iterators = Iterators::new(self, method, &code);
            for at in places {
                let stored = iterators.known(at, 0)?;
                if found.is_some_and(|found| found != stored) {
                    return None;
                }
                found = Some(stored);
            }
        }
        found
    }
}
