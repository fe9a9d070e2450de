//! The augmented classes of a program, and which generated method a call in one of them means.
//!
//! A companion's methods are static, so nothing is dispatched: a call by the receiver's class is
//! kept where all known classes have the same body, and the generated check of the receiver, which
//! now asks the companion, throws for others.

use super::Home;
use super::generated::{Generated, INTERNAL, references};
use super::receiver::Known;
use super::{ABSTRACT, INTERFACE, Link, PRIVATE, PUBLIC, STATIC};
use crate::emit::dispatch::SELF;
use crate::emit::functions::PACKAGE;
use crate::{AdError, ClassSource};
use nabla_classfile::{ClassFile, ConstIndex, MemberRef, Opcode, Result};
use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// A generated method: its class and its index there.
pub type At = (usize, usize);

/// The augmented classes.
pub struct Program<'g, 'a> {
    /// Where companions live.
    pub home: Home,
    /// The classes.
    pub classes: Vec<Generated<'g, 'a>>,
    by_name: HashMap<String, usize>,
    source: &'g dyn ClassSource,
    /// The tangent methods of functions that whoever defines the companions has.
    applies: &'g dyn Fn(&Link) -> bool,
    /// Asked for at every call.
    lineages: RefCell<HashMap<String, Rc<[String]>>>,
}

/// What a set of methods leads to.
#[derive(Default)]
pub struct Closure {
    /// The methods; each but the first ones with the one that calls it, and the place there.
    pub methods: BTreeMap<At, Option<(At, usize)>>,
    /// Those that a method of another package calls.
    pub foreign: BTreeSet<At>,
}

impl<'g, 'a> Program<'g, 'a> {
    /// Of these classes; `source` knows those between them.
    pub fn new(
        home: Home,
        classes: Vec<Generated<'g, 'a>>,
        source: &'g dyn ClassSource,
        applies: &'g dyn Fn(&Link) -> bool,
    ) -> Program<'g, 'a> {
        let mut by_name = HashMap::new();
        for (number, class) in classes.iter().enumerate() {
            by_name.entry(class.own.clone()).or_insert(number);
        }
        Program { home, classes, by_name, source, applies, lineages: RefCell::default() }
    }

    /// The generated method that a constant of a class refers to.
    pub fn target(&self, class: usize, member: ConstIndex) -> Result<Option<At>> {
        let from = &self.classes[class];
        let member = from.class.pool.member_ref(member)?;
        if member.owner == *from.own
            && let Some(index) = from.index(&member.name, &member.descriptor)
        {
            return Ok(Some((class, index)));
        }
        Ok(self.resolve(&member.owner, &member.name, &member.descriptor, |_| true))
    }

    /// What a generated method stands for that calls the tangent method of a function, where whoever
    /// defines the companion knows a way to call it; or that is the tangent method of an interface of the
    /// program, which is called for functions and objects of classes that were not known.
    pub fn applied(&self, at: At) -> Result<Option<Link>> {
        let class = &self.classes[at.0];
        let (name, descriptor) = (class.name(at.1)?, class.detached_descriptor(at.1)?);
        let method = &class.class.methods[at.1];
        if class.class.access & INTERFACE != 0
            && let Some(((primal, pattern), rest)) = class.asked(at.1)?.zip(descriptor.split_once(';'))
        {
            let interface = format!("{PACKAGE}{}${primal}${pattern}", class.own);
            let descriptor = format!("(Ljava/lang/Object;{}", rest.1);
            return Ok(self.known(Link { class: interface, method: name, descriptor }));
        }
        let calls = name.starts_with(INTERNAL) && descriptor.starts_with("(Ljava/lang/Object;");
        if !calls || method.access & STATIC == 0 {
            return Ok(None);
        }
        let Some(code) = class.class.code(method)? else { return Ok(None) };
        for reference in references(class.class, &code)? {
            let called = class.class.pool.member_ref(reference.member)?;
            if called.owner.starts_with(PACKAGE) {
                let (class, method) = (called.owner.into_owned(), called.name.into_owned());
                return Ok(self.known(Link { class, method, descriptor }));
            }
        }
        Ok(None)
    }

    /// The link, if whoever defines the companion knows a way to call what it stands for, or a lambda's class
    /// has it.
    fn known(&self, link: Link) -> Option<Link> {
        let rest = link.descriptor.split_once(';').map_or("", |(_, rest)| rest);
        let descriptor = format!("({rest}");
        let mut made = self.classes.iter().filter(|class| class.made);
        ((self.applies)(&link) || made.any(|class| class.index(&link.method, &descriptor).is_some()))
            .then_some(link)
    }

    /// The first generated method of this name that is meant, in a class or above it.
    fn resolve(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
        is_meant: impl Fn(At) -> bool,
    ) -> Option<At> {
        let declared = |class: &str| {
            let number = *self.by_name.get(class)?;
            Some((number, self.classes[number].index(name, descriptor)?))
        };
        // Only internal methods are called by way of another class.
        if !name.starts_with(INTERNAL) {
            return declared(class);
        }
        self.lineage(class).iter().filter_map(|class| declared(class)).find(|at| is_meant(*at))
    }

    /// The class and all above it that are known, in the order in which a member is looked for:
    /// super classes first, and interfaces before those above them.
    fn lineage(&self, class: &str) -> Rc<[String]> {
        if let Some(known) = self.lineages.borrow().get(class) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut interfaces: Vec<String> = Vec::new();
        let mut next = Some(class.to_owned());
        while let Some(class) = next.filter(|class| !found.contains(class)) {
            let (parent, own) = self.parents(&class);
            found.push(class);
            interfaces.extend(own);
            next = parent;
        }
        let (mut seen, mut above_first) = (HashSet::new(), Vec::new());
        interfaces.iter().for_each(|interface| self.visit(interface, &mut seen, &mut above_first));
        found.extend(above_first.into_iter().rev());
        let found: Rc<[String]> = found.into();
        self.lineages.borrow_mut().insert(class.to_owned(), found.clone());
        found
    }

    /// Lists an interface and those above it, each behind those above it.
    fn visit(&self, interface: &str, seen: &mut HashSet<String>, above_first: &mut Vec<String>) {
        if seen.insert(interface.to_owned()) {
            self.parents(interface).1.iter().for_each(|above| self.visit(above, seen, above_first));
            above_first.push(interface.to_owned());
        }
    }

    fn parents(&self, class: &str) -> (Option<String>, Vec<String>) {
        let names = |class: &ClassFile| {
            let name = |index| class.pool.class_name(index).ok().map(Cow::into_owned);
            let interfaces = class.interfaces.iter().filter_map(|&i| name(i)).collect();
            (class.super_class.and_then(name), interfaces)
        };
        if let Some(&number) = self.by_name.get(class) {
            return names(self.classes[number].original);
        }
        // Nothing generated is above a class of the JDK.
        if crate::program::classes::is_platform(class) {
            return (None, Vec::new());
        }
        let bytes = self.source.class(class);
        bytes.and_then(|bytes| ClassFile::read(&bytes).ok().map(|class| names(&class))).unwrap_or_default()
    }

    fn is_below(&self, class: &str, above: &str) -> bool {
        self.lineage(class).iter().any(|class| class == above)
    }

    /// A class with another body than the one that a call in a class means, if the receiver's class
    /// decides.
    pub fn overriding(
        &self,
        class: usize,
        member: ConstIndex,
        opcode: Option<Opcode>,
        target: At,
    ) -> Result<Option<&str>> {
        let dispatched = matches!(opcode, Some(Opcode::Invokevirtual | Opcode::Invokeinterface));
        if !dispatched || !self.classes[target.0].is_overridable(target.1) {
            return Ok(None);
        }
        let member = self.classes[class].class.pool.member_ref(member)?;
        // The companion answers this one for all of them.
        if member.name.starts_with(SELF) {
            return Ok(None);
        }
        let other = |below: &&Generated| {
            !below.made
                && self.is_below(&below.own, &member.owner)
                && self.chosen(&below.own, &member, target) != Some(target)
        };
        Ok(self.classes.iter().find(other).map(|class| class.own.as_str()))
    }

    /// The method of a class that a call means which names this one: of another package, none replaces a method
    /// without access.
    fn chosen(&self, class: &str, member: &MemberRef, target: At) -> Option<At> {
        const OPEN: u16 = 0x0001 | 0x0004;
        // Private methods above are not inherited.
        let is_inherited = |at: At| {
            let found = &self.classes[at.0];
            found.own == class || found.class.methods[at.1].access & PRIVATE == 0
        };
        let found = self.resolve(class, &member.name, &member.descriptor, is_inherited)?;
        let package = |at: At| self.classes[at.0].own.rsplit_once('/').map(|(package, _)| package);
        let open = self.classes[target.0].class.methods[target.1].access & OPEN != 0;
        Some(if open || package(found) == package(target) { found } else { target })
    }

    /// Where a hidden companion dispatches a call: the known classes below the one that it names,
    /// subclasses first, and what each of them has. Empty where there is nothing to decide.
    pub fn bodies(
        &self,
        class: usize,
        member: ConstIndex,
        opcode: Option<Opcode>,
        target: At,
    ) -> Result<Vec<(String, At)>> {
        if self.home == Home::Package || self.overriding(class, member, opcode, target)?.is_none() {
            return Ok(Vec::new());
        }
        let member = self.classes[class].class.pool.member_ref(member)?;
        let mut bodies = Vec::new();
        for below in self.classes.iter().filter(|c| c.class.access & ABSTRACT == 0 && !c.made) {
            if self.is_below(&below.own, &member.owner)
                && let Some(body) = self.chosen(&below.own, &member, target)
            {
                bodies.push((below.own.clone(), body));
            }
        }
        // A class has all above it in its lineage and so a longer one than each of them.
        bodies.sort_by_cached_key(|(class, _)| (Reverse(self.lineage(class).len()), class.clone()));
        Ok(bodies)
    }

    /// Whether the companion of one class can name another class.
    pub fn can_name(&self, from: usize, class: usize) -> bool {
        let class = &self.classes[class];
        class.original.access & PUBLIC != 0 || package(&class.own) == package(&self.classes[from].own)
    }

    /// The other classes that were known when receivers of a class are checked. Of a hidden companion, lambdas
    /// count that are of this interface alone: others may have a default method of another one.
    pub fn known_below(&self, class: usize) -> Known {
        let generated = &self.classes[class];
        let hidden = self.home == Home::Nest;
        let is_of_this_alone = |below: &Generated| {
            let interfaces = &below.original.interfaces;
            interfaces.len() == 1
                && below.original.pool.class_name(interfaces[0]).is_ok_and(|name| name == generated.own)
        };
        let known = self.classes.iter().filter(|below| {
            below.own != generated.own && below.answers() && self.is_below(&below.own, &generated.own)
        });
        let (made, named): (Vec<&Generated>, Vec<_>) = known.partition(|below| hidden && below.made);
        let name = |below: &Generated| below.own.replace('/', ".");
        Known {
            names: named.into_iter().map(name).collect(),
            hidden: made.into_iter().filter(|below| is_of_this_alone(below)).map(name).collect(),
            lambdas: hidden && generated.original.access & INTERFACE != 0,
        }
    }

    /// The methods and the generated ones that they lead to.
    pub fn closure(&self, roots: impl Iterator<Item = At>) -> std::result::Result<Closure, AdError> {
        let mut closure = Closure::default();
        let mut waiting: VecDeque<(At, Option<(At, usize)>)> = roots.map(|root| (root, None)).collect();
        while let Some((at, caller)) = waiting.pop_front() {
            if closure.methods.contains_key(&at) {
                continue;
            }
            closure.methods.insert(at, caller);
            let class = &self.classes[at.0];
            // Which of them are called is known when they are.
            if class.made {
                waiting.extend(class.with_code().map(|index| ((at.0, index), Some((at, 0)))));
            }
            if class.lacks_code(at.1)? {
                continue;
            }
            let code = class.code(at.1)?;
            for reference in references(class.class, &code)? {
                if let Some(target) = self.target(at.0, reference.member)? {
                    let own = Some(target).filter(|_| self.applied(target).is_ok_and(|link| link.is_none()));
                    let own = own.filter(|own| !class.made || own.0 != at.0);
                    if own.is_some() && package(&class.own) != package(&self.classes[target.0].own) {
                        closure.foreign.insert(target);
                    }
                    let bodies = self.bodies(at.0, reference.member, reference.opcode, target)?;
                    for target in bodies.into_iter().map(|(_, body)| body).chain(own) {
                        waiting.push_back((target, Some((at, reference.at))));
                    }
                }
            }
        }
        Ok(closure)
    }
}

/// The package of an internal name.
pub fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}
