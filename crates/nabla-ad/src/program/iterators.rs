//! Iterators of the JDK's own collections: what a loop over a list gets its elements from. No iterator of
//! the program's is among them, if none of its classes is such a collection.

use super::classes::{Classes, MethodId, STATIC, is_platform};
use super::collections::{class_of, is_iterator, narrowed};
use super::entry::entry;
use super::solve::needs_too_many_slots;
use nabla_classfile::{ClassFile, Code, ConstantPool, Insn, MemberRef, Opcode};
use nabla_flow::{Cfg, Kind, Operation, Solution, State, Value, Values, frames, only_before};
use std::cell::OnceCell;

/// The types of iterators, and the methods by which they go on.
const ITERATORS: &[&str] = &["java/util/Iterator", "java/util/ListIterator"];
const STEPS: &[&str] = &["hasNext", "hasPrevious", "next", "previous"];
const LIST: &str = "java/util/List";

/// Types of collections and maps, with those of which no class of the program may be where all of them are the JDK's:
/// other collections may be views of maps. An `iterator` of such a one is the JDK's, too.
const COLLECTIONS: &[(&str, &[&str])] = &[
    (LIST, &[LIST]),
    ("java/util/ArrayList", &[LIST]),
    ("java/util/LinkedList", &[LIST]),
    ("java/util/Collection", ALL),
    ("java/util/Set", ALL),
    ("java/util/SortedSet", ALL),
    ("java/util/Queue", ALL),
    ("java/util/Deque", ALL),
    ("java/util/ArrayDeque", ALL),
    ("java/util/PriorityQueue", ALL),
    ("java/util/HashSet", ALL),
    ("java/util/LinkedHashSet", ALL),
    ("java/util/TreeSet", ALL),
    ("java/util/Map", MAP),
    ("java/util/SortedMap", MAP),
    ("java/util/NavigableMap", MAP),
    ("java/util/HashMap", MAP),
    ("java/util/LinkedHashMap", MAP),
    ("java/util/TreeMap", MAP),
    ("java/util/Map$Entry", &["java/util/Map$Entry"]),
    ("java/lang/Iterable", &["java/lang/Iterable", "java/util/Map"]),
];

const MAP: &[&str] = &["java/util/Map"];

/// The types whose objects Kotlin's library has classes of that compute nothing.
const VIEWED: &[&str] = &[LIST, "java/util/Map", "java/util/Map$Entry"];

const ALL: &[&str] = &["java/util/Collection", "java/util/Map"];

/// A value of a method: whether it is such an iterator, and its class, if it is a collection of which that is known.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Origin {
    wide: bool,
    own: bool,
    known: Option<&'static str>,
}

impl Value for Origin {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// The iterators of one method, found when they are first needed.
pub struct Iterators<'i, 'a> {
    classes: &'i Classes<'a>,
    method: MethodId,
    code: &'i Code<'a>,
    states: OnceCell<Option<Solution<Option<State<Origin>>>>>,
}

impl<'i, 'a> Iterators<'i, 'a> {
    /// Those of the method whose code this is.
    pub fn new(classes: &'i Classes<'a>, method: MethodId, code: &'i Code<'a>) -> Iterators<'i, 'a> {
        Iterators { classes, method, code, states: OnceCell::new() }
    }

    /// Whether the instruction has an iterator go on that a collection of the JDK's gave.
    pub fn is_own(&self, at: usize) -> bool {
        let pool = &self.classes.get(self.method.class).pool;
        let Insn::Invoke(Opcode::Invokeinterface, index) = &self.code.insns[at] else { return false };
        let steps = |m: MemberRef| ITERATORS.contains(&&*m.owner) && STEPS.contains(&&*m.name);
        if !pool.member_ref(*index).is_ok_and(steps) {
            return false;
        }
        let state = self.before(at);
        state.and_then(|state| state.stack.last()).is_some_and(|receiver| receiver.own)
    }

    /// The class of the collection that is this deep on the stack before an instruction, if it is known.
    pub(super) fn known(&self, at: usize, depth: usize) -> Option<&'static str> {
        self.before(at)?.stack.iter().nth_back(depth)?.known
    }

    /// Names the classes of collections that are known, in place of the types of what an instruction takes.
    pub(super) fn narrow(&self, at: usize, taken: &mut [String]) {
        for (depth, taken) in taken.iter_mut().rev().enumerate() {
            if taken.starts_with("Ljava/")
                && let Some(known) = self.known(at, depth)
                && let Some(narrowed) = narrowed(self.classes, taken, known)
            {
                *taken = narrowed;
            }
        }
    }

    fn before(&self, at: usize) -> Option<&State<Origin>> {
        self.states.get_or_init(|| self.solve()).as_ref()?.before(at)?.as_ref()
    }

    fn solve(&self) -> Option<Solution<Option<State<Origin>>>> {
        let class = self.classes.get(self.method.class);
        let member = &class.methods[self.method.index as usize];
        if needs_too_many_slots(self.code) {
            return None;
        }
        let descriptor = class.pool.utf8(member.descriptor).ok()?;
        let other = |_, _: &str, wide| Origin { wide, own: false, known: None };
        let entry = entry(self.code, &descriptor, member.access & STATIC == 0, other)?;
        let values = Origins { classes: self.classes, class, code: self.code };
        let operations = Operation::all(&class.pool, self.code);
        Some(frames(&Cfg::new(self.code).ok()?, self.code, &operations, Some(entry), &values))
    }
}

struct Origins<'t, 'a> {
    classes: &'t Classes<'a>,
    class: &'t ClassFile<'a>,
    code: &'t Code<'a>,
}

impl Values for Origins<'_, '_> {
    type V = Origin;

    fn result(&self, at: usize, insn: &Insn, operands: &[Origin], kind: &Kind) -> Origin {
        let pool = &self.class.pool;
        let given = match insn {
            Insn::Invoke(Opcode::Invokeinterface | Opcode::Invokevirtual, index) => {
                let gives = |m: MemberRef| {
                    matches!(&*m.name, "iterator" | "listIterator") && is_jdks(self.classes, &m.owner)
                };
                pool.member_ref(*index).is_ok_and(gives)
            }
            _ => false,
        };
        let receiver = operands.first().and_then(|receiver| receiver.known);
        let known = class_of(self.classes, self.class, insn, receiver);
        let own = given || is_iterator(known) || goes_through(self.classes, pool, self.code, at);
        Origin { wide: kind.is_wide(), own, known }
    }

    fn join(&self, into: &mut Origin, from: &Origin) -> bool {
        let before = *into;
        into.own &= from.own;
        into.known = into.known.filter(|known| from.known == Some(known));
        *into != before
    }

    fn caught(&self) -> Origin {
        Origin { wide: false, own: false, known: None }
    }
}

/// Whether only classes of Kotlin's library are of the type, which in lists and maps give what was put there.
fn is_kotlins(classes: &Classes, implemented: &str) -> bool {
    classes.family(implemented).iter().all(|class| class == implemented || class.starts_with("kotlin/"))
}

/// Whether the call is the second of two by which loops that stand for streams go through the elements of a collection of
/// the JDK's: `c.stream().iterator()`, `Spliterators.iterator(c.spliterator())`.
pub(super) fn goes_through(classes: &Classes, pool: &ConstantPool, code: &Code, at: usize) -> bool {
    let member = |insn: &Insn| match insn {
        Insn::Invoke(_, index) => pool.member_ref(*index).ok(),
        _ => None,
    };
    let both = || Some((member(only_before(code, at)?)?, member(&code.insns[at])?));
    let Some((first, second)) = both() else { return false };
    let is = |a: &str, b: &str| first.name == a && second.owner == b && second.name == "iterator";
    (is("stream", "java/util/stream/Stream") || is("spliterator", "java/util/Spliterators"))
        && is_jdks(classes, &first.owner)
}

/// Whether all collections of this type are the JDK's.
pub(super) fn is_jdks(classes: &Classes, name: &str) -> bool {
    let Some((name, of)) = COLLECTIONS.iter().find(|(known, _)| *known == name) else { return false };
    if let Some(known) = classes.callbacks.collections.borrow().get(name) {
        return *known;
    }
    let may_be = |implemented: &str| match is_platform(implemented) {
        true => of
            .iter()
            .any(|above| implemented == *above || classes.callbacks.may_be(classes, implemented, above)),
        // Nothing is known of what is not at hand.
        false => classes.find(implemented).is_none(),
    };
    let kotlins =
        |implemented: &str| of.iter().all(|above| VIEWED.contains(above)) && is_kotlins(classes, implemented);
    let found = !classes.implemented().any(|implemented| may_be(implemented) && !kotlins(implemented));
    classes.callbacks.collections.borrow_mut().insert(name, found);
    found
}
