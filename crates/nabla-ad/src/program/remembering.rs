//! Objects that remember what they computed when they were asked what they are: a `compareTo` that stores
//! the cost it compares by. The JDK asks as it sorts, looks for objects and makes text of them, and the
//! tangents of what is stored then are not computed. The same holds for functions that its objects keep.

use super::callbacks::Bodies;
use super::classes::{ABSTRACT, ClassId, Classes, FINAL, INTERFACE, MethodId, STATIC};
use super::kept::{Given, Uses, both, is_kept};
use super::stored::{
    Begun, ByFunctions, Callings, Initialisers, Initialising, OfInterface, Stored, Touching, reading, storing,
};
use nabla_classfile::{ClassFile, Member};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The methods by which objects of any class are asked what they are, but for their order.
const QUESTIONS: &[(&str, &str)] = &[
    ("equals", "(Ljava/lang/Object;)Z"),
    ("getCause", "()Ljava/lang/Throwable;"),
    ("getLocalizedMessage", "()Ljava/lang/String;"),
    ("getMessage", "()Ljava/lang/String;"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
];

/// Those of them that make no text.
const EQUALITY: &[&str] = &["equals", "hashCode"];

/// What objects are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asking {
    /// Whatever they answer.
    Anything,
    /// Whether they are equal, and which comes first.
    Equality,
    /// Which comes first.
    Order,
}

/// So many functions that are kept and store something are looked at one by one.
const MOST_APART: usize = 64;

/// Types of the JDK whose objects call their own methods when they are asked, without more of the program's code.
const HOLDERS: &[&str] = &["java/util/Collection", "java/util/Formattable", "java/util/Map"];

/// Methods of such objects that none is called for, to say whether it is equal to another or which comes first.
const CHANGING: &[&str] = &[
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "clear",
    "offer",
    "poll",
    "pop",
    "push",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "removeAll",
    "retainAll",
    "set",
];

/// Of what functions the JDK makes functions of an interface, besides those of the interface itself.
const COMPOSED: &[(&str, &[&str])] = &[
    (
        "java/util/Comparator",
        &[
            "java/util/function/Function",
            "java/util/function/ToDoubleFunction",
            "java/util/function/ToIntFunction",
            "java/util/function/ToLongFunction",
        ],
    ),
    ("java/util/function/BiFunction", &["java/util/Comparator", "java/util/function/Function"]),
    ("java/util/function/BinaryOperator", &["java/util/Comparator", "java/util/function/Function"]),
];

/// Whether a method answers when the JDK asks what an object is.
pub fn answers(class: &ClassFile, member: &Member) -> bool {
    if member.access & (STATIC | ABSTRACT) != 0 {
        return false;
    }
    let (Ok(name), Ok(descriptor)) = (class.pool.utf8(member.name), class.pool.utf8(member.descriptor))
    else {
        return false;
    };
    let compares = name == "compareTo" && descriptor == "(Ljava/lang/Object;)I";
    compares || QUESTIONS.contains(&(&*name, &*descriptor))
}

/// The methods of the program that store numbers as they answer such a question.
#[derive(Default)]
pub struct Remembering {
    stored: RefCell<BTreeMap<MethodId, Rc<Stored>>>,
    /// Those of which more was found since it was asked for.
    grown: RefCell<Vec<MethodId>>,
    /// Those that objects of a class may have.
    known: RefCell<FxHashMap<String, Option<Bodies>>>,
    all: OnceCell<Option<Bodies>>,
    /// The parts of the sets that are called where not all is asked.
    answering: RefCell<FxHashMap<(Bodies, Asking), Option<Bodies>>>,
    /// Those that objects of the JDK keep, by the row of their type.
    kept: RefCell<FxHashMap<usize, Option<Bodies>>>,
    /// Those of them that give what they compute from numbers.
    giving: RefCell<FxHashMap<usize, Option<Bodies>>>,
    /// What functions of an interface do that are made somewhere.
    touching: RefCell<FxHashMap<String, Rc<Touching>>>,
    /// What [`Remembering::stored_by`] gives.
    stored_by: RefCell<FxHashMap<String, Rc<ByFunctions>>>,
    /// The same without the functions that they call, which many interfaces reach.
    of_interface: RefCell<FxHashMap<String, Rc<OfInterface>>>,
    given: OnceCell<Given>,
    uses: OnceCell<Uses>,
    /// The classes that have begun to be initialised whichever selected method runs.
    begun: OnceCell<BTreeSet<ClassId>>,
    initialisers: RefCell<FxHashMap<MethodId, Rc<Initialising>>>,
    /// What was found of all of them.
    all_initialisers: RefCell<Initialisers>,
    /// What the methods of the program call.
    pub(super) callings: Callings,
    /// Whether they do anything that others notice.
    noticed: RefCell<FxHashMap<MethodId, bool>>,
}

impl Remembering {
    /// What such a method stores.
    pub fn stored(&self, answer: MethodId) -> Option<Rc<Stored>> {
        self.stored.borrow().get(&answer).cloned()
    }

    /// Those that were found to store more, since this was asked last.
    pub fn grown(&self) -> Vec<MethodId> {
        self.grown.take()
    }

    /// Those that objects of these classes may have; of a class that is none of the program's any.
    pub fn of(&self, classes: &Classes, names: &[String]) -> Option<Bodies> {
        let mut found = BTreeSet::new();
        for name in names {
            let id = classes.find(name).filter(|id| classes.get(*id).access & INTERFACE == 0);
            if id.is_none() {
                return self.all(classes);
            }
            if let Some(bodies) = self.of_class(classes, name) {
                found.extend(classes.callbacks.methods(bodies).iter().copied());
            }
        }
        classes.callbacks.set(found.into_iter().collect())
    }

    /// Those of these that are called where so much is asked.
    pub fn answering(&self, classes: &Classes, answers: Bodies, asking: Asking) -> Option<Bodies> {
        let asked: &[&str] = match asking {
            Asking::Anything => return Some(answers),
            Asking::Equality => EQUALITY,
            Asking::Order => &[],
        };
        if let Some(known) = self.answering.borrow().get(&(answers, asking)) {
            return *known;
        }
        let is_called = |method: &MethodId| {
            let class = classes.get(method.class);
            let member = &class.methods[method.index as usize];
            let is = |(name, descriptor): &(&str, &str)| {
                class.pool.is_text(member.name, name) && class.pool.is_text(member.descriptor, descriptor)
            };
            let changes = CHANGING.iter().any(|changing| class.pool.is_text(member.name, changing));
            !changes && !QUESTIONS.iter().filter(|(name, _)| !asked.contains(name)).any(is)
        };
        let methods = classes.callbacks.methods(answers);
        let called = classes.callbacks.set(methods.iter().copied().filter(is_called).collect());
        self.answering.borrow_mut().insert((answers, asking), called);
        called
    }

    fn of_class(&self, classes: &Classes, name: &str) -> Option<Bodies> {
        if let Some(known) = self.known.borrow().get(name) {
            return *known;
        }
        let is_final = |id: ClassId| classes.get(id).access & FINAL != 0;
        let family = match classes.find(name).is_some_and(is_final) {
            true => vec![name.to_owned()],
            false => classes.family(name),
        };
        let mut found = BTreeSet::new();
        for below in family.iter().filter_map(|below| classes.find(below)) {
            // An answer may be inherited.
            let mut at = Some(below);
            let mut seen = BTreeSet::new();
            while let Some(id) = at.filter(|id| seen.insert(*id)) {
                found.extend(answering(classes.get(id)).map(|index| MethodId { class: id, index }));
                at = classes.super_class(id);
            }
        }
        let bodies = match storing(classes, &found, false) {
            Some(stored) => self.keep(classes, stored),
            None => self.all(classes),
        };
        self.known.borrow_mut().insert(name.to_owned(), bodies);
        bodies
    }

    fn all(&self, classes: &Classes) -> Option<Bodies> {
        *self.all.get_or_init(|| {
            let known = classes.related().classes.iter().filter_map(|(name, own)| {
                let class = classes.find(name)?;
                Some(own.iter().map(move |index| MethodId { class, index: *index }))
            });
            // Collections ask themselves, for what they are is what they hold.
            let held: Vec<_> = HOLDERS.iter().map(|name| classes.callbacks.below(classes, name)).collect();
            let held = held.iter().flat_map(|bodies| bodies.iter().copied());
            let stored = storing(classes, &known.flatten().chain(held).collect(), true)?;
            self.keep(classes, stored)
        })
    }

    /// Those that objects of the JDK may keep, and call later.
    pub fn kept(&self, classes: &Classes, row: usize) -> Option<Bodies> {
        if let Some(known) = self.kept.borrow().get(&row) {
            return *known;
        }
        let given = self.given(classes, row);
        let storing_any = storing(classes, &given, true).unwrap_or_default().into_keys();
        let kept: BTreeSet<MethodId> =
            storing_any.filter(|body| is_kept(classes, self.uses(classes), *body, row, false)).collect();
        // What one does to its objects says little of what another does to its own.
        let parts: Vec<BTreeSet<MethodId>> = match kept.len() <= MOST_APART {
            true => kept.into_iter().map(|body| BTreeSet::from([body])).collect(),
            false => vec![kept],
        };
        let mut found = BTreeSet::new();
        for part in parts {
            let own = self.keep(classes, storing(classes, &part, true).unwrap_or_default());
            found.extend(own.iter().flat_map(|own| classes.callbacks.methods(*own).to_vec()));
        }
        let bodies = classes.callbacks.set(found.into_iter().collect());
        self.kept.borrow_mut().insert(row, bodies);
        bodies
    }

    /// Those that objects of the JDK of these rows may keep, and that compute what they give from numbers that were
    /// there before.
    pub fn giving(&self, classes: &Classes, rows: BTreeSet<usize>) -> Option<Bodies> {
        let of_row = |row: usize| {
            if let Some(known) = self.giving.borrow().get(&row) {
                return *known;
            }
            let given = self.given(classes, row).into_iter();
            let given = given.filter(|body| gives_numbers(classes, *body)).collect();
            let reading = reading(classes, &given).into_iter();
            let kept = reading.filter(|body| is_kept(classes, self.uses(classes), *body, row, true));
            let bodies = classes.callbacks.set(kept.collect());
            self.giving.borrow_mut().insert(row, bodies);
            bodies
        };
        rows.into_iter().fold(None, |all, row| both(classes, all, of_row(row)))
    }

    /// What functions of this interface, and those that they call, read and store of what was there before.
    pub fn touching(&self, classes: &Classes, interface: &str) -> Rc<Touching> {
        if let Some(known) = self.touching.borrow().get(interface) {
            return Rc::clone(known);
        }
        let mut found = Touching::default();
        let mut waiting = vec![interface.to_owned()];
        let mut seen = BTreeSet::from([interface.to_owned()]);
        while let Some(interface) = waiting.pop() {
            let of = self.of_interface(classes, &interface);
            found.add_all(&of);
            waiting.extend(of.called.iter().filter(|called| seen.insert((*called).clone())).cloned());
        }
        let found = Rc::new(found);
        self.touching.borrow_mut().insert(interface.to_owned(), Rc::clone(&found));
        found
    }

    /// What functions of this interface store to what was there before, with those that they call and that the JDK
    /// makes them of.
    pub fn stored_by(&self, classes: &Classes, interface: &str) -> Rc<ByFunctions> {
        if let Some(known) = self.stored_by.borrow().get(interface) {
            return Rc::clone(known);
        }
        let mut all = ByFunctions::default();
        for of in self.called_with(classes, interface) {
            all.fields.extend(&of.touching.changes);
            all.reads = all.reads.or(&of.reads());
            all.captures |= of.captures;
        }
        let all = Rc::new(all);
        self.stored_by.borrow_mut().insert(interface.to_owned(), Rc::clone(&all));
        all
    }

    /// The functions of this interface, those that they call, and those of which the JDK makes them.
    fn called_with(&self, classes: &Classes, interface: &str) -> Vec<Rc<OfInterface>> {
        let mut all = Vec::new();
        let mut seen = BTreeSet::from([interface.to_owned()]);
        let mut waiting = vec![interface.to_owned()];
        while let Some(interface) = waiting.pop() {
            let of = self.of_interface(classes, &interface);
            let composed = COMPOSED.iter().filter(|(name, _)| *name == interface).flat_map(|(_, of)| *of);
            let called = of.called.iter().cloned().chain(composed.map(|name| (*name).to_owned()));
            waiting.extend(called.filter(|called| seen.insert(called.clone())));
            all.push(of);
        }
        all
    }

    fn of_interface(&self, classes: &Classes, interface: &str) -> Rc<OfInterface> {
        if let Some(known) = self.of_interface.borrow().get(interface) {
            return Rc::clone(known);
        }
        let found = Rc::new(OfInterface::new(classes, self.uses(classes), interface));
        self.of_interface.borrow_mut().insert(interface.to_owned(), Rc::clone(&found));
        found
    }

    /// Whether the classes call a method of this name and descriptor.
    pub fn calls(&self, classes: &Classes, (name, descriptor): (&str, &str)) -> bool {
        !self.uses(classes).getting(name, descriptor).is_empty()
    }

    /// Whether the classes make parts of sorted collections.
    pub fn makes_parts(&self, classes: &Classes) -> bool {
        self.uses(classes).makes_parts()
    }

    /// Whether the classes make functions of this interface.
    pub fn makes(&self, classes: &Classes, interface: &str) -> bool {
        !self.uses(classes).of_interface(classes, interface).is_empty()
    }

    /// Whether the classes make any functions.
    pub fn makes_functions(&self, classes: &Classes) -> bool {
        self.uses(classes).makes_functions()
    }

    /// What objects of this row may have been given, as far as types tell.
    fn given(&self, classes: &Classes, row: usize) -> BTreeSet<MethodId> {
        self.given.get_or_init(|| Given::of(classes)).bodies(classes, row)
    }

    fn uses(&self, classes: &Classes) -> &Uses {
        self.uses.get_or_init(|| Uses::of(classes))
    }

    /// The classes that have begun to be initialised whichever selected method runs, which this says.
    pub fn begun(&self, of_selected: impl FnOnce() -> BTreeSet<ClassId>) -> &BTreeSet<ClassId> {
        self.begun.get_or_init(of_selected)
    }

    /// Whether those are the same where this says them.
    pub fn begins_as(&self, of_selected: impl FnOnce() -> BTreeSet<ClassId>) -> bool {
        self.begun.get().is_none_or(|begun| *begun == of_selected())
    }

    /// What an initialiser of a class does.
    pub fn initialiser(&self, classes: &Classes, method: MethodId) -> Rc<Initialising> {
        let mut known = self.initialisers.borrow_mut();
        let add = || Rc::new(self.all_initialisers.borrow_mut().add(classes, method));
        Rc::clone(known.entry(method).or_insert_with(add))
    }

    /// Whether an initialiser, or one that it has run, reads or stores what was there before: most make constants.
    pub fn is_noticed(&self, classes: &Classes, method: MethodId) -> bool {
        if let Some(known) = self.noticed.borrow().get(&method) {
            return *known;
        }
        let mut waiting = vec![method];
        let mut seen = BTreeSet::from([method]);
        let mut noticed = false;
        let mut functions = Begun::default();
        while let Some(next) = waiting.pop() {
            let effects = self.initialiser(classes, next);
            noticed |= effects.is_noticed();
            functions.add(&effects);
            waiting.extend(effects.others.iter().filter(|other| seen.insert(**other)));
        }
        let called = functions.called();
        noticed |= called.iter().any(|interface| !self.touching(classes, interface).is_nothing());
        self.noticed.borrow_mut().insert(method, noticed);
        noticed
    }

    fn keep(&self, classes: &Classes, stored: BTreeMap<MethodId, Rc<Stored>>) -> Option<Bodies> {
        let bodies = classes.callbacks.set(stored.keys().copied().collect());
        let mut known = self.stored.borrow_mut();
        for (method, stored) in stored {
            match known.entry(method) {
                Entry::Vacant(entry) => {
                    entry.insert(stored);
                }
                Entry::Occupied(mut entry) if **entry.get() != *stored => {
                    let both = entry.get().or(&stored);
                    entry.insert(both.into());
                    self.grown.borrow_mut().push(method);
                }
                Entry::Occupied(_) => {}
            }
        }
        bodies
    }
}

/// Whether what a method gives may be a number that is no count, or have one.
fn gives_numbers(classes: &Classes, body: MethodId) -> bool {
    let class = classes.get(body.class);
    let descriptor = class.pool.utf8(class.methods[body.index as usize].descriptor);
    let result = descriptor.ok().and_then(|d| Some(d.rsplit_once(')')?.1.to_owned()));
    result.is_some_and(|result| result.len() > 1 || matches!(&*result, "D" | "F"))
}

/// The places of a class's methods that answer such a question.
fn answering(class: &ClassFile) -> impl Iterator<Item = u32> {
    let methods = class.methods.iter().enumerate().filter(|(_, member)| answers(class, member));
    methods.map(|(index, _)| index as u32)
}
