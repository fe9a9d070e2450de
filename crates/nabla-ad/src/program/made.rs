//! The classes that stand for lambdas, made when the method that has the lambda is first read.

use super::classes::{ClassId, Classes, INTERFACE, MethodId, PRIVATE, is_platform};
use super::functions;
use super::lambdas::{Lambda, SERIALIZABLE_TYPE, lambda, linked};
use super::synthesize::{MAKE, class_name, make_descriptor, synthesize};
use nabla_classfile::ConstIndex;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The classes that stand for lambdas.
#[derive(Debug, Default)]
pub struct Lambdas {
    /// By the class that has the lambda, and the constant of its `invokedynamic`.
    sites: FxHashMap<(ClassId, ConstIndex), Option<ClassId>>,
    all: BTreeSet<ClassId>,
}

const OBJECT: &str = "java/lang/Object";
const PROTECTED: u16 = 0x0004;
/// The method handle kind, JVMS table 5.4.3.5-A.
const INVOKE_SPECIAL: u8 = 7;

impl Classes<'_> {
    /// The method that makes the object of a lambda; `None` where none can be written.
    pub fn make(&self, host: ClassId, index: ConstIndex) -> Option<MethodId> {
        if let Some(made) =
            linked(self.get(host), index).and_then(|made| self.find(&made)).filter(|id| !self.is_lambda(*id))
        {
            let (_, descriptor) = self.get(host).pool.name_and_type(index).ok()?;
            return self.declared(made, MAKE, &descriptor);
        }
        let known = self.lambdas.borrow().sites.get(&(host, index)).copied();
        let class = known.unwrap_or_else(|| {
            let made = self.make_class(host, index);
            self.lambdas.borrow_mut().sites.insert((host, index), made);
            made
        })?;
        let lambda = lambda(self.get(host), index)?;
        self.declared(class, MAKE, &make_descriptor(&lambda))
    }

    /// Where objects of a lambda's class are made that anything may come of, wherever that stays: the class
    /// that has it, the `invokedynamic`, and the lambda's class.
    pub fn lambda_sites(&self) -> Vec<(ClassId, ConstIndex, ClassId)> {
        let lambdas = self.lambdas.borrow();
        let made = lambdas.sites.iter().filter_map(|((host, index), made)| Some((*host, *index, (*made)?)));
        let mut sites: Vec<_> = made.collect();
        sites.sort_unstable();
        sites
    }

    fn make_class(&self, host: ClassId, index: ConstIndex) -> Option<ClassId> {
        let lambda = lambda(self.get(host), index)?;
        if !self.is_reachable(host, &lambda) {
            return None;
        }
        let mut name = class_name(&self.name(host), &lambda);
        // A class of an earlier run may have tangents of that run, which are used.
        while let Some(known) = self.find(&name) {
            if self.is_lambda(known) {
                return Some(known);
            }
            name.push('$');
        }
        let bytes = synthesize(self.get(host), &name, &self.typed(lambda)).ok()??;
        let class = self.add_made(&name, bytes)?;
        self.lambdas.borrow_mut().all.insert(class);
        Some(class)
    }

    /// The same without a type that its interface has anyway, as the JVM makes it.
    fn typed(&self, mut lambda: Lambda) -> Lambda {
        let interface = self.find(&lambda.interface);
        if interface.is_some_and(|interface| self.types_above(interface).contains(SERIALIZABLE_TYPE)) {
            lambda.markers.retain(|marker| marker != SERIALIZABLE_TYPE);
        }
        lambda
    }

    /// Whether another class of the package can call the method, if need be when it is made less
    /// private.
    fn is_reachable(&self, host: ClassId, lambda: &Lambda) -> bool {
        let package = |name: &str| name.rsplit_once('/').map(|(package, _)| package.to_owned());
        let host_name = self.name(host);
        // `super.f()` cannot be called from elsewhere.
        if lambda.kind == INVOKE_SPECIAL && lambda.owner != host_name {
            return false;
        }
        if is_platform(&lambda.owner) || lambda.owner.starts_with('[') {
            return !matches!(&*lambda.name, "clone" | "finalize");
        }
        let Some(owner) = self.find(&lambda.owner) else { return true };
        let Some(method) = self.resolve(owner, &lambda.name, &lambda.descriptor) else { return true };
        let access = self.access(method);
        if access & PRIVATE != 0 {
            return package(&lambda.owner) == package(&host_name);
        }
        if lambda.kind == INVOKE_SPECIAL {
            // Another class would call the method of the object's class.
            return false;
        }
        access & PROTECTED == 0 || package(&self.name(method.class)) == package(&host_name)
    }

    /// Whether the class stands for a lambda.
    pub fn is_lambda(&self, class: ClassId) -> bool {
        self.lambdas.borrow().all.contains(&class)
    }

    /// Whether values of this type are functions, by an interface of the program or a known one.
    pub fn is_function(&self, descriptor: &str) -> bool {
        let Some(name) = object(descriptor) else { return false };
        functions::is_foreign(name) || self.is_interface(name)
    }

    /// Whether the object of a lambda can have this type, or be an element of an array of it.
    pub fn has_type(&self, lambda: ClassId, descriptor: &str) -> bool {
        let element = object(descriptor.trim_start_matches('['));
        let Some(wanted) = element.filter(|name| *name != OBJECT) else { return true };
        let mut waiting = self.interface_names(lambda);
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            // What is above an interface of the JDK is not known but for those of functions.
            let alone = functions::is_foreign(&name) || name == SERIALIZABLE_TYPE;
            let unknown = !alone && self.find(&name).is_none();
            if name == wanted || unknown && self.find(wanted).is_none() {
                return true;
            }
            if seen.insert(name.clone()) {
                waiting.extend(functions::above(&name));
                waiting.extend(self.find(&name).map(|id| self.interface_names(id)).unwrap_or_default());
            }
        }
        false
    }

    /// Whether values of this type may be functions.
    pub fn may_be_function(&self, descriptor: &str) -> bool {
        let Some(name) = object(descriptor.trim_start_matches('[')) else { return false };
        match is_platform(name) {
            true => !is_class_of_language(name),
            false => self.find(name).is_none() || self.is_interface(name),
        }
    }

    fn is_interface(&self, name: &str) -> bool {
        self.find(name).is_some_and(|id| self.get(id).access & INTERFACE != 0)
    }
}

/// Classes of `java.lang`, but for exceptions: no function is of such a type, as it may be of an interface.
const CLASSES: &[&str] = &[
    "Boolean",
    "Byte",
    "Character",
    "Class",
    "ClassLoader",
    "Double",
    "Enum",
    "Float",
    "Integer",
    "Long",
    "Math",
    "Number",
    "Record",
    "Short",
    "StrictMath",
    "String",
    "StringBuffer",
    "StringBuilder",
    "System",
    "Thread",
    "ThreadLocal",
    "Throwable",
    "Void",
];

/// Whether this is a class of `java.lang` that no function can be an object of.
fn is_class_of_language(name: &str) -> bool {
    let Some(simple) = name.strip_prefix("java/lang/") else { return false };
    CLASSES.contains(&simple) || simple.ends_with("Exception") || simple.ends_with("Error")
}

/// The name of a class in a descriptor.
fn object(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}
