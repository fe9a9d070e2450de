//! Classes by name, read when first asked for, and the bodies a call can reach.

use super::callbacks::Callbacks;
use super::cloned;
use super::functions;
use super::known;
use super::languages::Made;
use super::loops::{self, Loops};
use super::made::Lambdas;
use super::method_code::MethodCodes;
pub use super::platform::is_platform;
use super::related::{Graph, Related};
use super::remembering::Remembering;
use super::sine_and_cosine;
use super::targets::Targets;
use super::user_rules::Rules;
use crate::annotation::{derivative_of, is_inactive};
use crate::{ClassSource, Request};
use elsa::FrozenVec;
use nabla_classfile::{ClassFile, MemberRef, Opcode};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A class of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// A method of the program: its class and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId {
    /// The class.
    pub class: ClassId,
    /// The index into the class's methods.
    pub index: u32,
}

/// The bytes of every class that was read; they outlive the classes.
pub type Arena = FrozenVec<Arc<[u8]>>;

/// What a call names: how it is made, and the owner, name and descriptor.
type Named = (u8, String, String, String);

/// A field, not static, that holds an object of a class of the program.
#[derive(Debug, Clone)]
pub struct HeldObject {
    /// The field, by its class and its place there.
    pub field: (ClassId, usize),
    /// The internal name of its type.
    pub class: String,
}

/// The classes of the program, read when first asked for.
pub struct Classes<'a> {
    arena: &'a Arena,
    pub(super) source: &'a dyn ClassSource,
    list: FrozenVec<Box<ClassFile<'a>>>,
    ids: RefCell<FxHashMap<String, Option<ClassId>>>,
    pub(super) selected: RefCell<BTreeSet<String>>,
    /// The classes that those name, and what they extend.
    pub(super) named: OnceCell<BTreeSet<ClassId>>,
    pub(super) references: OnceCell<Graph>,
    pub(super) related: OnceCell<Related>,
    subtypes: OnceCell<FxHashMap<String, Vec<String>>>,
    /// Those that were given, by name.
    pub(super) inputs: RefCell<FxHashSet<String>>,
    /// The classes of the libraries of languages that the program reaches.
    pub(super) reached: OnceCell<FxHashSet<String>>,
    /// What libraries have.
    pub(super) libraries: OnceCell<FxHashSet<String>>,
    /// Those of which there may be objects, and those that are initialised.
    pub(super) met: RefCell<FxHashSet<String>>,
    pub(super) initialised: RefCell<FxHashSet<String>>,
    /// What [`Classes::super_class`] gives.
    supers: RefCell<FxHashMap<ClassId, Option<ClassId>>>,
    /// What [`Classes::relatives`] gives.
    relatives: RefCell<FxHashMap<String, Rc<BTreeSet<ClassId>>>>,
    /// What [`Classes::held_objects`] gives.
    held_objects: RefCell<FxHashMap<String, Rc<[HeldObject]>>>,
    targets: RefCell<FxHashMap<Named, Option<Rc<Targets>>>>,
    pub(super) lambdas: RefCell<Lambdas>,
    pub(super) callbacks: Callbacks,
    pub(super) remembering: Remembering,
    pub(super) loops: RefCell<FxHashMap<ClassId, Rc<Loops>>>,
    pub(super) method_codes: MethodCodes<'a>,
    /// What [`Classes::is_quiet`] gives.
    pub(super) quiet: RefCell<FxHashMap<ClassId, bool>>,
    /// The classes of the collections that fields hold.
    pub(super) collections: RefCell<FxHashMap<(ClassId, usize), Option<&'static str>>>,
    /// What [`Classes::is_empty_array`] gives.
    pub(super) empty: RefCell<FxHashMap<(ClassId, usize), bool>>,
    pub(super) user_rules: Rules,
}

/// Access flags the resolution of a call asks for.
pub(crate) const PRIVATE: u16 = 0x0002;
pub(crate) const STATIC: u16 = 0x0008;
pub(crate) const FINAL: u16 = 0x0010;
pub(crate) const INTERFACE: u16 = 0x0200;
pub(crate) const ABSTRACT: u16 = 0x0400;

/// A damaged class may extend itself.
const MOST_ABOVE: usize = 1000;

/// Class-file versions: the first with class constants, and the first with bodies in interfaces.
pub(crate) const JAVA_5: u16 = 49;
pub(crate) const JAVA_8: u16 = 52;

impl<'a> Classes<'a> {
    /// No class yet.
    pub fn new(arena: &'a Arena, source: &'a dyn ClassSource) -> Classes<'a> {
        Classes {
            arena,
            source,
            list: FrozenVec::new(),
            ids: RefCell::default(),
            selected: RefCell::default(),
            named: OnceCell::new(),
            references: OnceCell::new(),
            related: OnceCell::new(),
            subtypes: OnceCell::new(),
            inputs: RefCell::default(),
            reached: OnceCell::new(),
            libraries: OnceCell::new(),
            met: RefCell::default(),
            initialised: RefCell::default(),
            supers: RefCell::default(),
            relatives: RefCell::default(),
            held_objects: RefCell::default(),
            targets: RefCell::default(),
            lambdas: RefCell::default(),
            callbacks: Callbacks::default(),
            remembering: Remembering::default(),
            loops: RefCell::default(),
            method_codes: MethodCodes::default(),
            quiet: RefCell::default(),
            collections: RefCell::default(),
            empty: RefCell::default(),
            user_rules: Rules::default(),
        }
    }

    /// Adds an input; of two with one name the first is the one that calls reach.
    pub fn add(&self, bytes: &'a [u8], requests: &[Request]) -> nabla_classfile::Result<ClassId> {
        let mut class = ClassFile::read(bytes)?;
        known::refer(&mut class, requests, self.rules())?;
        let name = class.name()?.into_owned();
        if !requests.is_empty() {
            self.selected.borrow_mut().insert(name.clone());
        }
        let id = self.enter(class);
        self.inputs.borrow_mut().insert(name.clone());
        self.ids.borrow_mut().entry(name).or_insert(Some(id));
        Ok(id)
    }

    /// Adds a class that no input has, under a name that no other has.
    pub(super) fn add_made(&self, name: &str, bytes: Vec<u8>) -> Option<ClassId> {
        let id = self.push(ClassFile::read(self.arena.push_get(bytes.into())).ok()?);
        self.ids.borrow_mut().insert(name.to_owned(), Some(id));
        Some(id)
    }

    /// Adds a class of the program.
    fn enter(&self, mut class: ClassFile<'a>) -> ClassId {
        cloned::refer(&mut class);
        sine_and_cosine::refer(&mut class);
        // While a program runs, the function that the JDK made is the one that is called.
        let loops = loops::write(&mut class, self.takes_place());
        let id = self.push(class);
        self.loops.borrow_mut().insert(id, Rc::new(loops));
        id
    }

    fn push(&self, class: ClassFile<'a>) -> ClassId {
        self.list.push(Box::new(class));
        ClassId(self.list.len() as u32 - 1)
    }

    /// Whether what is made takes the place of the classes that were given.
    pub fn takes_place(&self) -> bool {
        self.source.takes_place()
    }

    /// How many analyses one selected method may take.
    pub fn most_analyses(&self) -> usize {
        self.source.most_analyses()
    }

    /// Whether derivatives are made while a program runs, of the functions that it has then.
    pub fn meets_functions(&self) -> bool {
        self.source.meets_functions()
    }

    /// Whether what is added to a class may use its private members.
    pub fn sees_private(&self) -> bool {
        self.source.takes_place() || self.source.meets_functions()
    }

    /// Whether a function of this type that the caller gives has tangents, whatever it is.
    pub fn meets(&self, descriptor: &str) -> bool {
        let name = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';'));
        let meets = |name: &str| functions::is_foreign(name) || self.source.meets_lambdas_of(name);
        self.source.meets_functions() && name.is_some_and(meets)
    }

    /// Whether functions of an interface of the program are at hand while that runs, whose classes have no
    /// names.
    pub fn has_lambdas_of(&self, interface: &str) -> bool {
        self.source.has_lambdas_of(interface)
    }

    /// Whether the user says of the method that a call names that no derivative flows through it.
    pub fn is_inactive(&self, member: &MemberRef) -> bool {
        let Some(class) = self.find(&member.owner) else { return false };
        let Some(id) = self.resolve(class, &member.name, &member.descriptor) else { return false };
        let class = self.get(id.class);
        is_inactive(class, &class.methods[id.index as usize])
    }

    /// The class.
    pub fn get(&self, id: ClassId) -> &ClassFile<'a> {
        &self.list[id.0 as usize]
    }

    /// The class of this internal name, if it is at hand and derivatives can be added to it. One
    /// that cannot be read counts as not at hand.
    pub fn find(&self, name: &str) -> Option<ClassId> {
        if is_platform(name) {
            return None;
        }
        if let Some(found) = self.ids.borrow().get(name) {
            return *found;
        }
        let read = || {
            let class = ClassFile::read(self.arena.push_get(self.source.class(name)?)).ok()?;
            (class.name().ok()? == name).then(|| self.enter(class))
        };
        let found = read();
        self.ids.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// What there is to see in the class of this internal name, which may belong to the JDK.
    pub fn with<T>(&self, name: &str, look: impl Fn(&ClassFile) -> T) -> Option<T> {
        if let Some(id) = self.find(name) {
            return Some(look(self.get(id)));
        }
        let bytes = self.source.class(name)?;
        ClassFile::read(&bytes).ok().map(|class| look(&class))
    }

    /// The internal name of a class.
    pub fn name(&self, id: ClassId) -> String {
        self.get(id).name().map(|n| n.into_owned()).unwrap_or_default()
    }

    /// The class that this one extends, if it is at hand.
    pub fn super_class(&self, id: ClassId) -> Option<ClassId> {
        if let Some(known) = self.supers.borrow().get(&id) {
            return *known;
        }
        let class = self.get(id);
        let name = class.super_class.and_then(|name| class.pool.class_name(name).ok());
        let found = name.and_then(|name| self.find(&name));
        self.supers.borrow_mut().insert(id, found);
        found
    }

    /// Whether the class is `Object`, or extends a class of the JDK: none of the program is above it.
    pub fn extends_platform(&self, id: ClassId) -> bool {
        let class = self.get(id);
        let name = class.super_class.map(|above| class.pool.class_name(above));
        name.is_none_or(|name| name.is_ok_and(|name| is_platform(&name)))
    }

    /// Whether the class of this name and all that it extends are at hand, or are of the JDK, or arrays.
    pub fn is_at_hand(&self, name: &str) -> bool {
        if is_platform(name) || name.starts_with('[') {
            return true;
        }
        let top = self.above(self.find(name)).last();
        top.is_some_and(|top| self.extends_platform(top))
    }

    /// The class and those that it extends, as far as they are at hand.
    pub fn above(&self, class: Option<ClassId>) -> impl Iterator<Item = ClassId> {
        std::iter::successors(class, |id| self.super_class(*id)).take(MOST_ABOVE)
    }

    /// The class of this internal name, those that it extends, and those below it: the types that an
    /// object of its type may have, with their fields.
    pub fn relatives(&self, name: &str) -> Rc<BTreeSet<ClassId>> {
        if let Some(known) = self.relatives.borrow().get(name) {
            return Rc::clone(known);
        }
        let mut all: BTreeSet<ClassId> = self.above(self.find(name)).collect();
        all.extend(self.family(name).iter().filter_map(|below| self.find(below)));
        let all = Rc::new(all);
        self.relatives.borrow_mut().insert(name.to_owned(), Rc::clone(&all));
        all
    }

    /// The fields through which an object of this internal name may hold others, its
    /// [`relatives`](Classes::relatives)' included.
    pub fn held_objects(&self, name: &str) -> Rc<[HeldObject]> {
        if let Some(known) = self.held_objects.borrow().get(name) {
            return Rc::clone(known);
        }
        let mut all = Vec::new();
        for &id in self.relatives(name).iter() {
            let class = self.get(id);
            let fields = class.fields.iter().enumerate().filter(|(_, field)| field.access & STATIC == 0);
            for (index, field) in fields {
                let Ok(descriptor) = class.pool.utf8(field.descriptor) else { continue };
                let held = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
                if let Some(class) = held.filter(|name| self.find(name).is_some()) {
                    all.push(HeldObject { field: (id, index), class: class.to_owned() });
                }
            }
        }
        let all: Rc<[HeldObject]> = all.into();
        self.held_objects.borrow_mut().insert(name.to_owned(), Rc::clone(&all));
        all
    }

    pub(super) fn interfaces(&self, id: ClassId) -> Vec<ClassId> {
        self.interface_names(id).iter().filter_map(|name| self.find(name)).collect()
    }

    /// The internal names of the interfaces that a class names.
    pub fn interface_names(&self, id: ClassId) -> Vec<String> {
        let class = self.get(id);
        let names = class.interfaces.iter().filter_map(|i| class.pool.class_name(*i).ok());
        names.map(|name| name.into_owned()).collect()
    }

    /// The internal names of all classes and interfaces above a class, as far as they are at hand.
    pub fn types_above(&self, class: ClassId) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![class];
        while let Some(id) = waiting.pop() {
            let class = self.get(id);
            let parent = class.super_class.and_then(|index| class.pool.class_name(index).ok());
            let names = self.interface_names(id).into_iter();
            for name in names.chain(parent.map(|name| name.into_owned())) {
                waiting.extend(self.find(&name).filter(|_| !found.contains(&name)));
                found.insert(name);
            }
        }
        found
    }

    /// The method a class declares.
    pub fn declared(&self, id: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let class = self.get(id);
        let index = class
            .methods
            .iter()
            .position(|m| class.pool.is_text(m.name, name) && class.pool.is_text(m.descriptor, descriptor))?;
        Some(MethodId { class: id, index: index as u32 })
    }

    /// The field a name means in a class: its own, else that of a super class or an interface.
    pub fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<(ClassId, usize)> {
        let mut waiting = vec![self.find(owner)?];
        let mut seen = FxHashSet::default();
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let class = self.get(id);
            let index = class.fields.iter().position(|f| {
                class.pool.is_text(f.name, name) && class.pool.is_text(f.descriptor, descriptor)
            });
            if let Some(index) = index {
                return Some((id, index));
            }
            waiting.extend(self.super_class(id));
            waiting.extend(self.interfaces(id));
        }
        None
    }

    /// The access flags of a method.
    pub fn access(&self, method: MethodId) -> u16 {
        self.get(method.class).methods[method.index as usize].access
    }

    /// The internal names of the class and all known classes below it.
    pub fn family(&self, name: &str) -> Vec<String> {
        let subtypes = self.subtypes.get_or_init(|| self.index_subtypes());
        let mut found = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            if found.insert(name.clone())
                && let Some(below) = subtypes.get(&name)
            {
                waiting.extend(below.iter().cloned());
            }
        }
        found.into_iter().collect()
    }

    /// The internal names of the types that classes of the program extend and implement.
    pub(super) fn implemented(&self) -> impl Iterator<Item = &str> {
        self.subtypes.get_or_init(|| self.index_subtypes()).keys().map(String::as_str)
    }

    fn index_subtypes(&self) -> FxHashMap<String, Vec<String>> {
        let mut below: FxHashMap<String, Vec<String>> = FxHashMap::default();
        let mut named = Made::default();
        self.scan(|name, class| {
            if self.is_own(name) {
                named.extend(Made::by(class));
            }
            for above in class.direct_supertypes() {
                below.entry(above.into_owned()).or_default().push(name.to_owned());
            }
        });
        self.add_met(named);
        below
    }

    /// The names of the classes that [`Classes::scan`] looks at.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let given = self.list.iter().filter_map(|class| class.name().ok()).map(Cow::into_owned);
        given.chain(self.source.names()).filter(|name| !is_platform(name) && self.is_reached(name)).collect()
    }

    /// Looks at every class that the program reaches; those that no call has reached are not kept. Lambdas,
    /// which come while calls are followed, are left out.
    pub(super) fn scan(&self, look: impl FnMut(&str, &ClassFile)) {
        self.scan_those(|name| self.is_reached(name), look);
    }

    /// The same for all classes of such a name, whether the program reaches them or not.
    pub(super) fn scan_those(&self, wanted: impl Fn(&str) -> bool, mut look: impl FnMut(&str, &ClassFile)) {
        let mut known = FxHashSet::default();
        for (at, class) in self.list.iter().enumerate() {
            if self.is_lambda(ClassId(at as u32)) {
                continue;
            }
            let Ok(name) = class.name() else { continue };
            if wanted(&name) {
                look(&name, class);
            }
            known.insert(name.into_owned());
        }
        for name in self.source.names() {
            if known.contains(&name) || is_platform(&name) || !wanted(&name) {
                continue;
            }
            if let Some(bytes) = self.source.class(&name)
                && let Ok(class) = ClassFile::read(&bytes)
            {
                look(&name, &class);
            }
        }
    }

    /// The bodies a call can reach, or `None` where not all of them can be known: the class is not
    /// at hand, or a body has no bytecode.
    pub fn targets(&self, op: Opcode, owner: &str, name: &str, descriptor: &str) -> Option<Rc<Targets>> {
        let named = (op as u8, owner.to_owned(), name.to_owned(), descriptor.to_owned());
        if let Some(known) = self.targets.borrow().get(&named) {
            return known.clone();
        }
        let targets = self.find_targets(op, owner, name, descriptor).map(Rc::new);
        self.targets.borrow_mut().insert(named, targets.clone());
        targets
    }

    fn find_targets(&self, op: Opcode, owner: &str, name: &str, descriptor: &str) -> Option<Targets> {
        if op == Opcode::Invokeinterface && functions::is_foreign(owner) {
            return self.applied(owner, name, descriptor);
        }
        let class = self.find(owner)?;
        let Some(found) = self.named(class, name, descriptor) else {
            let by_object = matches!(op, Opcode::Invokeinterface | Opcode::Invokevirtual);
            let above = by_object.then(|| self.function_above(class, name))?;
            return self.functions_below(owner, name, descriptor, above?);
        };
        let access = self.access(found);
        let fixed = matches!(op, Opcode::Invokestatic | Opcode::Invokespecial)
            || access & (PRIVATE | FINAL | STATIC) != 0
            || self.get(class).access & FINAL != 0;
        if fixed {
            return self.has_code(found).then(|| Targets::one(found));
        }
        let mut bodies = self.overriding(owner, name, descriptor)?;
        // Lambdas of no class with a name have the default methods of their interface.
        if access & ABSTRACT == 0 && self.source.meets_lambdas_of(owner) && !bodies.contains(&found) {
            bodies.push(found);
            bodies.sort_unstable();
        }
        let open = (self.get(class).access & INTERFACE != 0).then(|| owner.to_owned());
        let known = !bodies.is_empty() || open.is_some();
        let of_languages = Vec::new();
        known.then_some(Targets { bodies, of_languages, resolved: Some(found), dispatched: true, open })
    }

    /// The methods that a call may come to in a type and the classes below it, those without code included.
    pub(super) fn resolved_below(&self, owner: &str, name: &str, descriptor: &str) -> BTreeSet<MethodId> {
        let below = self.family(owner).into_iter().filter_map(|below| self.find(&below));
        below.filter_map(|id| self.resolve(id, name, descriptor)).collect()
    }

    /// The bodies of the method in the class and all known classes below it, those of lambdas left
    /// out; `None` if one of them cannot be followed.
    fn overriding(&self, owner: &str, name: &str, descriptor: &str) -> Option<Vec<MethodId>> {
        let all = self.bodies_below(owner, name, descriptor)?;
        let bodies: BTreeSet<MethodId> = all.into_iter().map(|(_, body)| body).collect();
        Some(bodies.into_iter().collect())
    }

    /// The same, each with the name of a class that has it.
    pub(super) fn bodies_below(
        &self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Vec<(String, MethodId)>> {
        let mut bodies = Vec::new();
        let family = self.family(owner);
        let others = self.callbacks.by_platform(self, owner).into_iter();
        let others = others.filter(|below| {
            // It may have nothing to do with it, where the JDK is not at hand.
            self.find(below).is_some_and(|below| self.resolve(below, name, descriptor).is_some())
        });
        for name_below in family.into_iter().chain(others).collect::<BTreeSet<_>>() {
            if functions::is_foreign(&name_below) {
                continue;
            }
            let below = self.find(&name_below)?;
            if self.get(below).access & (ABSTRACT | INTERFACE) != 0 {
                continue;
            }
            let body = self.resolve(below, name, descriptor)?;
            if !self.has_code(body) {
                return None;
            }
            bodies.push((name_below, body));
        }
        Some(bodies)
    }

    /// The bodies of a function of an interface to which nothing can be added.
    fn applied(&self, owner: &str, name: &str, descriptor: &str) -> Option<Targets> {
        if !functions::is_applied(owner, name) {
            return None;
        }
        self.functions_below(owner, name, descriptor, owner.to_owned())
    }

    /// The interface to which nothing can be added, above one of the program, that declares this method of functions.
    fn function_above(&self, class: ClassId, method: &str) -> Option<String> {
        let mut waiting = self.interface_names(class);
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if functions::is_foreign(&name) && functions::is_applied(&name, method) {
                return Some(name);
            }
            if seen.insert(name.clone()) {
                waiting.extend(functions::above(&name));
                waiting.extend(self.find(&name).map(|id| self.interface_names(id)).unwrap_or_default());
            }
        }
        None
    }

    /// Whether it has code, and what stands there is what runs: a stub is filled in afterwards.
    fn has_code(&self, method: MethodId) -> bool {
        let class = self.get(method.class);
        let member = &class.methods[method.index as usize];
        class.attribute(&member.attributes, "Code").is_some() && derivative_of(class, member).is_none()
    }
}
