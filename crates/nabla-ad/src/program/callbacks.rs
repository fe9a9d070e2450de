//! The bodies that code which is not followed may call: of a lambda, when it is made; and of classes
//! that implement the types of the JDK that a call of such code takes. Of those, the methods that a
//! type of the JDK declares, for such code knows no others.

use super::classes::{ABSTRACT, ClassId, Classes, INTERFACE, MethodId, PRIVATE, STATIC, is_platform};
use super::iterators::Iterators;
use super::kept::{STREAMS, both, giving_rows, is_making};
use super::lambdas::lambda;
use crate::activity::calls::Call;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Code, Insn, Member, MemberRef, Opcode};
use nabla_flow::{TypeState, Types, VType};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

const PUBLIC: u16 = 0x0001;
const PROTECTED: u16 = 0x0004;

/// A set of bodies that one call may reach through code that is not followed. Thousands of calls reach
/// the same thousands of bodies, so that each set is kept once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bodies(u32);

/// What is known of the types of the JDK, and who implements them.
#[derive(Default)]
pub struct Callbacks {
    types: RefCell<FxHashMap<String, Rc<Type>>>,
    bodies: RefCell<FxHashMap<String, Rc<BTreeSet<MethodId>>>>,
    /// The sets of those that implement some of several types.
    of_types: RefCell<FxHashMap<BTreeSet<String>, Option<Bodies>>>,
    ids: RefCell<FxHashMap<Rc<[MethodId]>, Bodies>>,
    /// Whether classes of the program are below classes of the JDK.
    extended: RefCell<FxHashMap<String, bool>>,
    /// What [`Callbacks::is_of_platform`] gives.
    of_platform: RefCell<FxHashMap<MethodId, bool>>,
    /// What [`Classes::order_by_access`] gives.
    pub(super) ordering: OnceCell<bool>,
    /// Whether classes have methods by which their objects say what they are.
    pub(super) saying: OnceCell<bool>,
    /// Whether all collections of a type are the JDK's.
    pub(super) collections: RefCell<FxHashMap<&'static str, bool>>,
    sets: RefCell<Vec<Rc<[MethodId]>>>,
}

/// A type of the JDK.
#[derive(Default)]
struct Type {
    /// Itself and the types of the JDK above it.
    family: BTreeSet<String>,
    /// The names and descriptors of the methods that objects have by it.
    methods: BTreeSet<(String, String)>,
    /// Whether one of them is not at hand.
    unknown: bool,
}

impl Type {
    fn join(&mut self, other: &Type) {
        self.family.extend(other.family.iter().cloned());
        self.methods.extend(other.methods.iter().cloned());
        self.unknown |= other.unknown;
    }
}

/// A map, and what it gives by its set of entries.
const MAP: &str = "java/util/Map";
const ENTRY: &str = "java/util/Map$Entry";

/// How what handlers of logs are given says which values are logged, and how functions come to see what is.
const LOGGED: &[(&str, &str)] =
    &[("getParameters", "()[Ljava/lang/Object;"), ("setFilter", "(Ljava/util/logging/Filter;)V")];
/// What is given each message.
const HANDLER: &str = "java/util/logging/Handler";

/// What the constructor of an exception calls.
const FILLS_TRACE: (&str, &str) = ("fillInStackTrace", "()Ljava/lang/Throwable;");

/// Classes of the JDK whose constructors call no method of the object that is made.
const SILENT: &[&str] = &[
    "java/io/InputStream",
    "java/io/OutputStream",
    "java/io/Reader",
    "java/io/Writer",
    "java/lang/InheritableThreadLocal",
    "java/lang/Number",
    "java/lang/Thread",
    "java/lang/ThreadLocal",
];

/// The types of `java.lang` whose objects compute where the JDK calls them.
const CALLED: &[&str] = &[
    "Appendable",
    "AutoCloseable",
    "CharSequence",
    "ClassLoader",
    "ClassValue",
    "InheritableThreadLocal",
    "Iterable",
    "Number",
    "Process",
    "Readable",
    "Runnable",
    "SecurityManager",
    "System$Logger",
    "System$LoggerFinder",
    "Thread",
    "Thread$UncaughtExceptionHandler",
    "ThreadGroup",
    "ThreadLocal",
    "reflect/InvocationHandler",
];

/// Classes of `java.util` whose constructors call methods of the object that is made, though they are given no other.
const SETTING_UP: &[&str] = &["java/util/GregorianCalendar", "java/util/Random"];

/// Types of the JDK through which it calls nothing that changes what it is given: objects say what they
/// are, whether they are equal and which comes first.
fn is_harmless(name: &str) -> bool {
    let plain = name.strip_prefix("java/lang/").is_some_and(|name| !CALLED.contains(&name));
    plain || name == "java/io/Serializable"
}

/// The types of what is on the stack in a method, found when they are first needed.
pub struct Known<'a> {
    class: &'a ClassFile<'a>,
    member: &'a Member<'a>,
    code: &'a Code<'a>,
    types: OnceCell<Option<Types>>,
}

impl<'a> Known<'a> {
    /// Those of the method whose code this is.
    pub fn new(class: &'a ClassFile<'a>, member: &'a Member<'a>, code: &'a Code<'a>) -> Known<'a> {
        Known { class, member, code, types: OnceCell::new() }
    }

    /// Those before an instruction; `None` where they are not known.
    pub fn before(&self, at: usize) -> Option<&TypeState> {
        let types = || Types::compute(self.class, self.member, self.code).ok();
        self.types.get_or_init(types).as_ref()?.before(at)
    }
}

/// The bodies that code which is not followed may call in each instruction of a method; `None` if there are
/// none.
pub fn callbacks(
    classes: &Classes,
    class: &ClassFile,
    code: &Code,
    calls: &[Option<Call>],
    types: &Known,
    iterators: &Iterators,
) -> Vec<Option<Bodies>> {
    let bodies = |(at, call): (usize, &Option<Call>)| match (&code.insns[at], call) {
        // One that is no object of a class of its own.
        (Insn::InvokeDynamic(index), Some(Call::Opaque)) => {
            let body = lambda(class, *index)?.body(classes)?;
            let has_code = classes.access(body) & ABSTRACT == 0;
            has_code.then(|| classes.callbacks.set([body].into())).flatten()
        }
        (Insn::InvokeDynamic(index), Some(Call::Text)) => {
            let (_, descriptor) = class.pool.name_and_type(*index).ok()?;
            let (taken, _) = split_descriptor(&descriptor)?;
            classes.callbacks.and(None, classes.callbacks.texts(classes, &taken))
        }
        (Insn::Invoke(op, index), Some(call @ (Call::Opaque | Call::Sink | Call::Text | Call::Box(_))))
            // A method that takes a number out of an object does no more than that.
            if !matches!((op, call), (Opcode::Invokestatic, Call::Box(_))) =>
        {
            let member = class.pool.member_ref(*index).ok()?;
            if is_own(*op, &member) {
                return None;
            }
            let (mut taken, result) = split_descriptor(&member.descriptor)?;
            if *op != Opcode::Invokestatic && member.name != "<init>" {
                taken.insert(0, format!("L{};", member.owner));
            }
            // What is on the stack is computed only where there are objects.
            if taken.iter().any(|taken| taken.ends_with(';')) {
                narrow_all(classes, &mut taken, types.before(at));
                iterators.narrow(at, &mut taken);
            }
            let callbacks = &classes.callbacks;
            let below = callbacks.below_all(classes, taken.iter().filter_map(|t| object(t)).collect());
            let own = match (call, taken.first()) {
                // The message of an exception is text, too.
                (Call::Text, _) if member.name == "<init>" => {
                    &callbacks.of_constructor(classes, class, &member) | &callbacks.texts(classes, &taken)
                }
                (Call::Text, _) => callbacks.texts(classes, &taken),
                _ if member.name == "<init>" => callbacks.of_constructor(classes, class, &member),
                (_, Some(receiver)) if *op != Opcode::Invokestatic => {
                    callbacks.named(classes, receiver, &member.name, &member.descriptor)
                }
                _ => BTreeSet::new(),
            };
            // A stream asks for its elements at its end.
            let makes = is_making(&member.name) || object(&result).is_some_and(|name| name.starts_with(STREAMS));
            let kept = match matches!(call, Call::Sink) || makes {
                true => None,
                false => classes.remembering.giving(classes, giving_rows(classes, &taken)),
            };
            both(classes, callbacks.and(below, own), kept).filter(|_| !iterators.is_own(at))
        }
        _ => None,
    };
    calls.iter().enumerate().map(bodies).collect()
}

/// Whether a constructor is one of the class of the JDK that this class extends, and may call methods of its
/// object. Of collections those do that are given others.
fn is_of_super(class: &ClassFile, member: &MemberRef) -> bool {
    let owner = &*member.owner;
    let above = class.super_class.and_then(|above| class.pool.class_name(above).ok());
    let is_super = is_platform(owner) && above.is_some_and(|above| above == owner);
    let alone = owner.starts_with("java/util/") && !member.descriptor.contains(';');
    let sets_up = SETTING_UP.contains(&owner) || owner.starts_with("java/util/logging/");
    let silent = SILENT.contains(&owner) || alone && !sets_up;
    is_super && !silent
}

/// Whether it is what an object does with itself where its class does not say otherwise, and calls nothing for:
/// `super.clone()`. Its text has its hash code.
pub fn is_own(op: Opcode, member: &MemberRef) -> bool {
    op == Opcode::Invokespecial && member.owner == "java/lang/Object" && member.name != "toString"
}

/// The class whose objects, or arrays of them, are of this type, if code that gets them may call them.
pub(super) fn object(descriptor: &str) -> Option<String> {
    let name = descriptor.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?;
    (!is_harmless(name)).then(|| name.to_owned())
}

/// The same for all that a call takes, the last on top of the stack.
pub(super) fn narrow_all(classes: &Classes, taken: &mut [String], before: Option<&TypeState>) {
    let operands = before.into_iter().flat_map(|before| before.stack.iter().rev());
    taken.iter_mut().rev().zip(operands).for_each(|(taken, known)| narrow(classes, taken, known));
}

/// What is passed may be known to be of a class of the program. Of interfaces the verifier knows nothing.
fn narrow(classes: &Classes, taken: &mut String, known: &VType) {
    let VType::Object(name) = known else { return };
    let id = classes.find(name).filter(|id| classes.get(*id).access & INTERFACE == 0);
    if id.is_some() && taken.starts_with('L') {
        *taken = format!("L{name};");
    }
}

impl Classes<'_> {
    /// Whether a class of the program is below this one of the JDK.
    pub fn is_extended(&self, name: &str) -> bool {
        if let Some(known) = self.callbacks.extended.borrow().get(name) {
            return *known;
        }
        let is_extended = self.callbacks.family(self, name).iter().any(|below| below != name);
        self.callbacks.extended.borrow_mut().insert(name.to_owned(), is_extended);
        is_extended
    }

    /// Whether the classes look at the values that are logged.
    pub fn reads_logged(&self) -> bool {
        LOGGED.iter().any(|called| self.remembering.calls(self, *called)) || self.is_extended(HANDLER)
    }
}

impl Callbacks {
    /// The methods of a set.
    pub fn methods(&self, bodies: Bodies) -> Rc<[MethodId]> {
        Rc::clone(&self.sets.borrow()[bodies.0 as usize])
    }

    /// The set of these methods; `None` if there are none.
    pub(super) fn set(&self, methods: Rc<[MethodId]>) -> Option<Bodies> {
        if methods.is_empty() {
            return None;
        }
        let mut sets = self.sets.borrow_mut();
        let next = Bodies(sets.len() as u32);
        let id = *self.ids.borrow_mut().entry(Rc::clone(&methods)).or_insert(next);
        if id == next {
            sets.push(methods);
        }
        Some(id)
    }

    /// The methods that can be called on objects of these types.
    fn below_all(&self, classes: &Classes, names: BTreeSet<String>) -> Option<Bodies> {
        if let Some(known) = self.of_types.borrow().get(&names) {
            return *known;
        }
        let below: Vec<_> = names.iter().map(|name| self.below(classes, name)).collect();
        let methods: BTreeSet<MethodId> = below.iter().flat_map(|bodies| bodies.iter().copied()).collect();
        let bodies = self.set(methods.into_iter().collect());
        self.of_types.borrow_mut().insert(names, bodies);
        bodies
    }

    /// Whether an object of one type of the JDK may be of another, above it: also where the JDK's classes
    /// are not at hand.
    pub fn may_be(&self, classes: &Classes, below: &str, above: &str) -> bool {
        let known = self.platform(classes, below, 0);
        known.unknown || known.family.contains(above)
    }

    /// The set and these.
    fn and(&self, bodies: Option<Bodies>, others: BTreeSet<MethodId>) -> Option<Bodies> {
        if others.is_empty() {
            return bodies;
        }
        let known = bodies.map(|bodies| self.methods(bodies));
        let all: BTreeSet<MethodId> =
            known.iter().flat_map(|known| known.iter().copied()).chain(others).collect();
        self.set(all.into_iter().collect())
    }

    /// What a call of a method of the JDK may run, by the type of its receiver. Of an object of which
    /// nothing is known it may be anything.
    fn named(&self, classes: &Classes, receiver: &str, name: &str, descriptor: &str) -> BTreeSet<MethodId> {
        let receiver = receiver.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let Some(receiver) = receiver.filter(|name| *name != "java/lang/Object") else {
            return BTreeSet::new();
        };
        let below = classes.family(receiver);
        let below = below.iter().filter(|below| classes.related().may_be_met(below));
        let bodies = below.filter_map(|below| classes.resolve(classes.find(below)?, name, descriptor));
        bodies.filter(|body| classes.access(*body) & (ABSTRACT | STATIC) == 0).collect()
    }

    /// What a constructor of the JDK may call of the object of this class, or of one below it.
    fn of_constructor(
        &self,
        classes: &Classes,
        class: &ClassFile,
        constructor: &MemberRef,
    ) -> BTreeSet<MethodId> {
        let Some(name) = class.name().ok().filter(|_| is_of_super(class, constructor)) else {
            return BTreeSet::new();
        };
        let mut bodies = BTreeSet::clone(&self.below(classes, &name));
        let (trace, descriptor) = FILLS_TRACE;
        bodies.extend(self.named(classes, &format!("L{name};"), trace, descriptor));
        bodies
    }

    /// What makes text of values of these types.
    fn texts(&self, classes: &Classes, taken: &[String]) -> BTreeSet<MethodId> {
        taken
            .iter()
            .flat_map(|taken| self.named(classes, taken, "toString", "()Ljava/lang/String;"))
            .collect()
    }

    /// The methods that can be called on an object of this type, in all classes of the program, and on what
    /// those give then: who asks a collection whether it has something asks its iterator.
    pub(super) fn below(&self, classes: &Classes, name: &str) -> Rc<BTreeSet<MethodId>> {
        if let Some(known) = self.bodies.borrow().get(name) {
            return Rc::clone(known);
        }
        let mut bodies = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let family = self.family(classes, &name);
            let met = family.iter().filter(|below| classes.related().may_be_met(below));
            for id in met.filter_map(|below| classes.find(below)) {
                let own = self.implementations(classes, id);
                waiting.extend(own.iter().filter_map(|body| given(classes, *body)));
                bodies.extend(own);
            }
            waiting.extend((name == MAP).then(|| ENTRY.to_owned()));
        }
        let bodies = Rc::new(bodies);
        self.bodies.borrow_mut().insert(name.to_owned(), Rc::clone(&bodies));
        bodies
    }

    /// The type and those below it in the program, also by types of the JDK, as far as those are at hand.
    fn family(&self, classes: &Classes, name: &str) -> BTreeSet<String> {
        let is_below = |below: &str| self.may_be(classes, below, name);
        let mut family: BTreeSet<String> = classes.family(name).into_iter().collect();
        family.extend(others_below(classes, name, is_below));
        family
    }

    /// The classes that may be below a type because of what the JDK says of others that they extend or
    /// implement.
    pub(super) fn by_platform(&self, classes: &Classes, name: &str) -> BTreeSet<String> {
        others_below(classes, name, |below| self.may_be(classes, below, name))
    }

    /// The names of this class and of those above it, of the program, and of the JDK those that have methods to be called.
    pub(super) fn above(&self, classes: &Classes, name: &str) -> BTreeSet<String> {
        let mut above = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            if is_platform(&name) {
                let family = &self.platform(classes, &name, 0).family;
                above.extend(family.iter().filter(|name| !is_harmless(name)).cloned());
            } else if above.insert(name.clone())
                && let Some(id) = classes.find(&name)
            {
                waiting.extend(classes.get(id).direct_supertypes().map(|name| name.into_owned()));
            }
        }
        above
    }

    /// Whether a method is one of a type of the JDK, in an object of its class or of one below.
    pub(super) fn is_of_platform(&self, classes: &Classes, method: MethodId) -> bool {
        if let Some(known) = self.of_platform.borrow().get(&method) {
            return *known;
        }
        let family = classes.family(&classes.name(method.class));
        let mut family = family.iter().filter_map(|name| classes.find(name));
        let is_one = family.any(|id| self.implementations(classes, id).contains(&method));
        self.of_platform.borrow_mut().insert(method, is_one);
        is_one
    }

    /// The methods of a class, inherited ones included, that are those of a type which is not of the program: of the
    /// JDK, or not at hand.
    fn implementations(&self, classes: &Classes, id: ClassId) -> Vec<MethodId> {
        let mut waiting = vec![id];
        let mut family = BTreeSet::new();
        let mut platform = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !family.insert(id) {
                continue;
            }
            for name in classes.get(id).direct_supertypes() {
                match classes.find(&name) {
                    Some(id) => waiting.push(id),
                    // Of a class that is not at hand nothing is known.
                    None if !is_harmless(&name) => drop(platform.insert(name.into_owned())),
                    None => {}
                }
            }
        }
        let mut implemented = Type::default();
        for name in &platform {
            implemented.join(&self.platform(classes, name, 0));
        }
        if platform.is_empty() {
            return Vec::new();
        }
        let fits = |id: ClassId, index: usize| {
            let class = classes.get(id);
            let method = &class.methods[index];
            let (name, descriptor) =
                (class.pool.utf8(method.name).ok()?, class.pool.utf8(method.descriptor).ok()?);
            let called =
                method.access & (PUBLIC | PROTECTED) != 0 && method.access & (STATIC | ABSTRACT) == 0;
            // Those that were generated are called by tangents alone.
            let own = !name.starts_with('<') && !name.starts_with("nabla$");
            let key = (name.into_owned(), descriptor.into_owned());
            let known = implemented.unknown || implemented.methods.contains(&key);
            (called && own && known).then_some(MethodId { class: id, index: index as u32 })
        };
        let all = |id: ClassId| (0..classes.get(id).methods.len()).filter_map(move |index| fits(id, index));
        family.iter().flat_map(|id| all(*id)).collect()
    }

    /// What a type of the JDK declares and inherits.
    fn platform(&self, classes: &Classes, name: &str, depth: u32) -> Rc<Type> {
        if let Some(known) = self.types.borrow().get(name) {
            return Rc::clone(known);
        }
        // A damaged class may extend itself.
        const DEEPEST: u32 = 100;
        let mut found = Type { family: BTreeSet::from([name.to_owned()]), ..Type::default() };
        let read = classes.with(name, declared).filter(|_| depth < DEEPEST);
        match read {
            Some((methods, above)) => {
                found.methods = methods;
                for above in above.iter().filter(|above| !is_harmless(above)) {
                    found.join(&self.platform(classes, above, depth + 1));
                }
            }
            None => found.unknown = true,
        }
        let found = Rc::new(found);
        self.types.borrow_mut().insert(name.to_owned(), Rc::clone(&found));
        found
    }
}

/// The classes of the program that extend or implement a type of the JDK which is below another of the JDK's.
fn others_below(classes: &Classes, name: &str, is_below: impl Fn(&str) -> bool) -> BTreeSet<String> {
    if !is_platform(name) {
        return BTreeSet::new();
    }
    let types = classes.implemented();
    let types = types.filter(|below| *below != name && is_platform(below) && !is_harmless(below));
    let family = types.filter(|below| is_below(below)).flat_map(|below| classes.family(below));
    family.filter(|name| !is_platform(name)).collect()
}

/// The type of the JDK of what a method gives, if its objects compute where they are called.
fn given(classes: &Classes, body: MethodId) -> Option<String> {
    let class = classes.get(body.class);
    let descriptor = class.pool.utf8(class.methods[body.index as usize].descriptor).ok()?;
    object(&split_descriptor(&descriptor)?.1).filter(|name| is_platform(name))
}

/// The methods that a class declares and others may call or replace, and the types above it.
fn declared(class: &ClassFile) -> (BTreeSet<(String, String)>, Vec<String>) {
    let called = class.methods.iter().filter(|m| m.access & (STATIC | PRIVATE) == 0);
    let text = |index| class.pool.utf8(index).map(|text| text.into_owned()).ok();
    let methods = called.filter_map(|m| Some((text(m.name)?, text(m.descriptor)?)));
    (methods.collect(), class.direct_supertypes().map(|name| name.into_owned()).collect())
}
