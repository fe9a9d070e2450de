//! Which classes of the libraries of languages the program reaches: those whose static methods it may run, and
//! those of which there may be objects. A library has thousands that implement the same few types, and whose
//! objects are made by methods that nothing calls. All methods of all other classes count as run, for what was there
//! before was made by some of them; of the libraries those that they may call, by name and descriptor.

use super::classes::{ABSTRACT, Classes, MethodId, STATIC, is_platform};
use super::functions::is_foreign;
use super::lambdas::maker;
use super::languages::is_of_language;
use super::related::element;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Opcode};
use rustc_hash::{FxHashMap, FxHashSet};

/// Types above others that the JDK does not call by.
const UNCALLED: &[&str] = &["java/io/Serializable", "java/lang/Cloneable", "java/lang/Object"];

/// Methods that anything may call.
const ANYWHERE: &[(&str, &str)] =
    &[("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")];

/// A method's name and descriptor.
type Key = (String, String);

/// What is reached so far.
struct Reach<'c, 'a> {
    classes: &'c Classes<'a>,
    /// The classes of the libraries right below a type.
    below: FxHashMap<String, Vec<String>>,
    reached: FxHashSet<String>,
    /// Those whose objects there may be, and the types above them.
    made: FxHashSet<String>,
    called: FxHashSet<Key>,
    /// The methods of those that are made which nothing has called yet.
    uncalled: FxHashMap<Key, Vec<MethodId>>,
    run: FxHashSet<MethodId>,
    waiting: Vec<MethodId>,
}

/// The names of those classes.
pub fn reached(classes: &Classes) -> FxHashSet<String> {
    let mut below: FxHashMap<String, Vec<String>> = FxHashMap::default();
    classes.scan_all(|name, class| {
        if classes.is_of_library(name) {
            for above in class.direct_supertypes() {
                below.entry(above.into_owned()).or_default().push(name.to_owned());
            }
        }
    });
    if below.is_empty() {
        return FxHashSet::default();
    }
    let mut reach = Reach {
        classes,
        below,
        reached: FxHashSet::default(),
        made: FxHashSet::default(),
        called: ANYWHERE.iter().map(|(name, descriptor)| ((*name).into(), (*descriptor).into())).collect(),
        uncalled: FxHashMap::default(),
        run: FxHashSet::default(),
        waiting: Vec::new(),
    };
    classes.scan_all(|name, class| {
        if !classes.is_of_library(name) {
            reach.own(class);
        }
    });
    reach.finish();
    reach.reached
}

impl Reach<'_, '_> {
    /// Adds what a class does that is not of a library, and what it may be given.
    fn own(&mut self, class: &ClassFile) {
        // What it inherits is run as its own is.
        class.direct_supertypes().for_each(|above| self.make(&above));
        let descriptors = class.fields.iter().chain(&class.methods);
        for descriptor in descriptors.filter_map(|member| class.pool.utf8(member.descriptor).ok()) {
            match split_descriptor(&descriptor) {
                Some((parameters, _)) => parameters.iter().for_each(|given| self.given(class_of(given))),
                None => self.given(class_of(&descriptor)),
            }
        }
        for method in &class.methods {
            let Ok(Some(code)) = class.code(method) else { continue };
            self.code(class, &code);
            for insn in &code.insns {
                if let Insn::Type(Opcode::Checkcast | Opcode::Instanceof, index) = insn
                    && let Ok(name) = class.pool.class_name(*index)
                {
                    self.given(element(&name));
                }
            }
        }
    }

    /// An object of this class may come from where nothing is known. Functions that do have no tangents.
    fn given(&mut self, name: Option<&str>) {
        let Some(name) = name.filter(|name| is_of_language(name) && !is_foreign(name)) else { return };
        let mut waiting = vec![name.to_owned()];
        let mut seen = FxHashSet::default();
        while let Some(name) = waiting.pop() {
            if seen.insert(name.clone()) {
                waiting.extend(self.below.get(&name).into_iter().flatten().cloned());
                self.make(&name);
            }
        }
    }

    /// There may be objects of this class.
    fn make(&mut self, name: &str) {
        if !self.classes.is_of_library(name) || !self.made.insert(name.to_owned()) {
            return;
        }
        self.reach(name);
        let Some(id) = self.classes.find(name) else { return };
        let class = self.classes.get(id);
        class.direct_supertypes().for_each(|above| self.make(&above));
        let above = self.classes.types_above(id);
        let by_platform = above.iter().any(|name| is_platform(name) && !UNCALLED.contains(&&**name));
        for (index, method) in class.methods.iter().enumerate() {
            if method.access & (STATIC | ABSTRACT) != 0 {
                continue;
            }
            let texts = (class.pool.utf8(method.name), class.pool.utf8(method.descriptor));
            let (Ok(name), Ok(descriptor)) = texts else { continue };
            let key = (name.into_owned(), descriptor.into_owned());
            let method = MethodId { class: id, index: index as u32 };
            match self.called.contains(&key) || by_platform && may_be_platforms(&key.1) {
                true => self.run(method),
                false => self.uncalled.entry(key).or_default().push(method),
            }
        }
    }

    /// The class is initialised, and those above it.
    fn reach(&mut self, name: &str) {
        if !self.classes.is_of_library(name) || !self.reached.insert(name.to_owned()) {
            return;
        }
        let Some(id) = self.classes.find(name) else { return };
        self.classes.declared(id, "<clinit>", "()V").into_iter().for_each(|method| self.run(method));
        self.classes.get(id).direct_supertypes().for_each(|above| self.reach(&above));
    }

    fn run(&mut self, method: MethodId) {
        if self.run.insert(method) {
            self.waiting.push(method);
        }
    }

    fn finish(&mut self) {
        while let Some(method) = self.waiting.pop() {
            let class = self.classes.get(method.class);
            if let Ok(Some(code)) = class.code(&class.methods[method.index as usize]) {
                self.code(class, &code);
            }
        }
    }

    /// Adds what code does.
    fn code(&mut self, class: &ClassFile, code: &Code) {
        for insn in &code.insns {
            match insn {
                Insn::Type(Opcode::New, index) => {
                    let name = class.pool.class_name(*index);
                    name.into_iter().for_each(|name| self.make(&name));
                }
                Insn::Field(Opcode::Getstatic | Opcode::Putstatic, index) => {
                    let member = class.pool.member_ref(*index);
                    member.into_iter().for_each(|member| self.reach(&member.owner));
                }
                Insn::Invoke(op, index) => {
                    self.call(class, *index, matches!(op, Opcode::Invokestatic | Opcode::Invokespecial));
                }
                Insn::InvokeDynamic(index) => {
                    let Some((_, row)) = maker(class, *index) else { continue };
                    for argument in row.arguments {
                        if let Ok(Constant::MethodHandle { reference, .. }) = class.pool.get(argument) {
                            self.call(class, reference, true);
                            self.call(class, reference, false);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// A method is called, the one that is named or what objects have in its place.
    fn call(&mut self, class: &ClassFile, index: ConstIndex, as_named: bool) {
        let Ok(member) = class.pool.member_ref(index) else { return };
        if as_named {
            if !self.classes.is_of_library(&member.owner) {
                return;
            }
            if member.name == "<init>" {
                self.make(&member.owner);
            }
            self.reach(&member.owner);
            let mut waiting = vec![member.owner.into_owned()];
            let mut seen = FxHashSet::default();
            while let Some(name) = waiting.pop() {
                let Some(id) = self.classes.find(&name).filter(|_| seen.insert(name)) else { continue };
                match self.classes.declared(id, &member.name, &member.descriptor) {
                    Some(method) => self.run(method),
                    None => {
                        waiting
                            .extend(self.classes.get(id).direct_supertypes().map(|name| name.into_owned()));
                    }
                }
            }
        } else {
            let key = (member.name.into_owned(), member.descriptor.into_owned());
            if !self.called.contains(&key) {
                self.uncalled.remove(&key).into_iter().flatten().for_each(|method| self.run(method));
                self.called.insert(key);
            }
        }
    }
}

/// The class whose objects, or arrays of them, are of this type.
fn class_of(descriptor: &str) -> Option<&str> {
    descriptor.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')
}

/// Whether a method of the JDK's may have this descriptor.
fn may_be_platforms(descriptor: &str) -> bool {
    let Some((taken, result)) = split_descriptor(descriptor) else { return true };
    taken.iter().chain([&result]).filter_map(|one| class_of(one)).all(is_platform)
}
