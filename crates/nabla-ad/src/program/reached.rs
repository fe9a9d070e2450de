//! Which classes of the libraries the program reaches: those whose static methods it may run, and those of which
//! there may be objects. A library has thousands that implement the same few types, and whose objects are made by
//! methods that nothing calls. All methods of the classes that are given count as run, for what was there before was
//! made by some of them; of the libraries those that they may call, by name and descriptor, and all of what may be
//! passed in from elsewhere.

use super::classes::{ABSTRACT, Classes, FINAL, MethodId, STATIC, is_platform};
use super::functions::is_foreign;
use super::lambdas::maker;
use super::languages::is_of_language;
use super::related::element;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Opcode};
use rustc_hash::{FxHashMap, FxHashSet};

/// Types above others that the JDK does not call by.
const UNCALLED: &[&str] = &["java/io/Serializable", "java/lang/Cloneable", "java/lang/Object"];

/// Classes and packages of the JDK by which code makes objects whose classes it does not name.
const BY_NAME: &[&str] =
    &["java/io/ObjectInputStream", "java/lang/Class", "java/lang/reflect/", "java/util/ServiceLoader"];

/// Methods that anything may call.
const ANYWHERE: &[(&str, &str)] =
    &[("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")];

/// A method's name and descriptor.
type Key = (String, String);

/// What is reached so far.
struct Reach<'c, 'a> {
    classes: &'c Classes<'a>,
    /// The classes right below a type.
    below: FxHashMap<String, Vec<String>>,
    reached: FxHashSet<String>,
    /// The types of which objects may come from elsewhere.
    given: FxHashSet<String>,
    /// The classes of libraries that are to be treated as those that are given, for their objects may be so.
    outside: Vec<String>,
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
    let mut any = false;
    let enter = |name: &str, class: &ClassFile| {
        any |= classes.is_apart(name);
        for above in class.direct_supertypes() {
            below.entry(above.into_owned()).or_default().push(name.to_owned());
        }
    };
    classes.scan_those(|_| true, enter);
    if !any {
        return FxHashSet::default();
    }
    let mut reach = Reach {
        classes,
        below,
        reached: FxHashSet::default(),
        given: FxHashSet::default(),
        outside: Vec::new(),
        made: FxHashSet::default(),
        called: ANYWHERE.iter().map(|(name, descriptor)| ((*name).into(), (*descriptor).into())).collect(),
        uncalled: FxHashMap::default(),
        run: FxHashSet::default(),
        waiting: Vec::new(),
    };
    classes.scan_those(|name| !classes.is_apart(name), |_, class| reach.own(class));
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
            self.tested(class, &code);
        }
    }

    /// An object of this class may come from where nothing is known. Functions of languages that do have no tangents; of
    /// the JDK's types only functions are followed.
    fn given(&mut self, name: Option<&str>) {
        let Some(name) = name else { return };
        let by_language = is_of_language(name);
        if (by_language || is_platform(name)) && by_language == is_foreign(name) {
            return;
        }
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            if !self.given.insert(name.clone()) {
                continue;
            }
            waiting.extend(self.below.get(&name).into_iter().flatten().cloned());
            match is_of_language(&name) {
                true if by_language => self.make(&name),
                true => _ = self.given.remove(&name),
                false if self.classes.is_apart(&name) => {
                    self.make(&name);
                    self.outside.push(name);
                }
                false => {}
            }
        }
    }

    /// There may be objects of this class.
    fn make(&mut self, name: &str) {
        if !self.classes.is_apart(name) || !self.made.insert(name.to_owned()) {
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
        if !self.classes.is_apart(name) || !self.reached.insert(name.to_owned()) {
            return;
        }
        let Some(id) = self.classes.find(name) else { return };
        self.classes.declared(id, "<clinit>", "()V").into_iter().for_each(|method| self.run(method));
        if !is_of_language(name) {
            let class = self.classes.get(id);
            let assigned = class.fields.iter().filter(|field| field.access & (STATIC | FINAL) == STATIC);
            for descriptor in assigned.filter_map(|field| class.pool.utf8(field.descriptor).ok()) {
                self.given(class_of(&descriptor));
            }
        }
        self.classes.get(id).direct_supertypes().for_each(|above| self.reach(&above));
    }

    fn run(&mut self, method: MethodId) {
        if self.run.insert(method) {
            self.waiting.push(method);
        }
    }

    fn finish(&mut self) {
        loop {
            if let Some(method) = self.waiting.pop() {
                let class = self.classes.get(method.class);
                if let Ok(Some(code)) = class.code(&class.methods[method.index as usize]) {
                    self.code(class, &code);
                    if !is_of_language(&self.classes.name(method.class)) && makes_by_name(class, &code) {
                        self.tested(class, &code);
                    }
                }
            } else if let Some(name) = self.outside.pop() {
                let Some(id) = self.classes.find(&name) else { continue };
                self.own(self.classes.get(id));
            } else {
                return;
            }
        }
    }

    /// Objects of the classes for which code looks may come from elsewhere.
    fn tested(&mut self, class: &ClassFile, code: &Code) {
        for insn in &code.insns {
            if let Insn::Type(Opcode::Checkcast | Opcode::Instanceof, index) = insn
                && let Ok(name) = class.pool.class_name(*index)
            {
                self.given(element(&name));
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
            if !self.classes.is_apart(&member.owner) {
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

/// Whether code makes objects whose classes it may not name.
fn makes_by_name(class: &ClassFile, code: &Code) -> bool {
    code.insns.iter().any(|insn| {
        let Insn::Invoke(_, index) = insn else { return false };
        let member = class.pool.member_ref(*index);
        member.is_ok_and(|member| BY_NAME.iter().any(|start| member.owner.starts_with(start)))
    })
}

/// Whether a method of the JDK's may have this descriptor.
fn may_be_platforms(descriptor: &str) -> bool {
    let Some((taken, result)) = split_descriptor(descriptor) else { return true };
    taken.iter().chain([&result]).filter_map(|one| class_of(one)).all(is_platform)
}
