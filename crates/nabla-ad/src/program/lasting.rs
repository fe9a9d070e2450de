//! Classes of objects that may last: that were there before a call of a derivative, or come from code
//! that is not followed. Objects of all other classes are made by the call in which they are met, so
//! that none has tangents of another call.
//!
//! An object that was there before is read from somewhere: a receiver or parameter of a method that
//! users call, a static field, what unfollowed code gives or stores into what it is given, an exception,
//! or a field or element of another such object. What can be read there the types of these places say;
//! a place of type `Object` may have anything.

use super::captures::captures_no_array;
use super::classes::{ClassId, Classes, MethodId, STATIC};
use super::lambdas::lambda;
use super::owned::is_immutable;
use super::solve::Program;
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Opcode, Result};
use std::collections::{BTreeMap, BTreeSet};

const OBJECT: &str = "java/lang/Object";

/// Methods of the JDK that keep nothing of what they are given and give nothing of their own: by their
/// class, and by their name if not all are meant. Copies of arrays hold what their sources hold.
const HARMLESS: &[(&str, &str)] = &[
    ("java/lang/Math", ""),
    ("java/lang/StrictMath", ""),
    (OBJECT, "<init>"),
    (OBJECT, "getClass"),
    ("java/lang/Number", "<init>"),
    ("java/lang/Record", "<init>"),
    ("java/lang/System", "arraycopy"),
    ("java/util/Objects", "requireNonNull"),
    ("scala/runtime/Statics", "releaseFence"),
];

/// Whether objects may last, by their class.
#[derive(Debug, Default)]
pub struct Lasting {
    /// Whether all may.
    all: bool,
    /// Those that may, with the classes that they extend.
    names: BTreeSet<String>,
    /// The types of places where something that may last is read: all that extend them may.
    read: BTreeSet<String>,
    /// All types of what may last.
    types: BTreeSet<String>,
    /// What may be read, too, where objects of a type may last: their methods may be others than those
    /// that are followed, and a lambda has what it captured.
    behind: BTreeMap<String, Vec<String>>,
    waiting: Vec<String>,
    /// Whether users may be given arrays of tangents that objects have.
    gives_arrays: bool,
}

impl Lasting {
    /// Those of the program, of which users call these methods.
    ///
    /// # Errors
    ///
    /// A damaged class.
    pub fn new(
        program: &Program,
        roots: impl Iterator<Item = MethodId>,
        followed: &BTreeSet<MethodId>,
        again: bool,
    ) -> std::result::Result<Lasting, AdError> {
        let classes = &program.classes;
        let mut lasting = Lasting { all: !classes.takes_place(), ..Lasting::default() };
        lasting.gives_arrays = again || lasting.all;
        for root in roots {
            let class = classes.get(root.class);
            let descriptor = class.pool.utf8(class.methods[root.index as usize].descriptor)?;
            if classes.access(root) & STATIC == 0 {
                lasting.add_class(&classes.name(root.class));
            }
            lasting.add_parameters(&descriptor);
            lasting.gives_arrays |= gives_arrays(classes, &descriptor);
        }
        for &method in followed {
            if let Some(primal) = program.primal(method)? {
                lasting.read(classes, classes.get(method.class), &primal.code, followed)?;
            }
        }
        // What lambdas captured that are followed: code that is not may have made them before.
        for (host, index, _) in classes.lambda_sites() {
            if let Some(made) =
                lambda(classes.get(host), index).filter(|made| captures_no_array(classes, made))
            {
                made.captured.iter().for_each(|captured| lasting.add(captured));
            }
        }
        lasting.spread(classes);
        Ok(lasting)
    }

    /// Whether objects of the class may last; of a lambda they always may.
    pub fn has(&self, classes: &Classes, class: ClassId) -> bool {
        self.all || classes.is_lambda(class) || self.names.contains(&classes.name(class))
    }

    /// Whether tangent arrays that objects have stay with them.
    pub fn keeps_arrays(&self) -> bool {
        !self.gives_arrays
    }

    fn add(&mut self, descriptor: &str) {
        let element = descriptor.trim_start_matches('[');
        if let Some(name) = element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            self.add_class(name);
        }
    }

    /// A class, or the type of an array as the constant pool names it.
    fn add_class(&mut self, name: &str) {
        if name.starts_with('[') {
            return self.add(name);
        }
        self.all |= name == OBJECT;
        if !is_immutable(name) && self.read.insert(name.to_owned()) {
            self.waiting.push(name.to_owned());
        }
    }

    fn add_parameters(&mut self, descriptor: &str) {
        let (parameters, _) = split_descriptor(descriptor).unwrap_or_default();
        parameters.iter().for_each(|parameter| self.add(parameter));
    }

    /// What may come from code that is not followed, and what such code may change.
    fn add_call(&mut self, descriptor: &str) {
        self.add_parameters(descriptor);
        if let Some((_, result)) = split_descriptor(descriptor) {
            self.add(&result);
        }
    }

    fn add_behind(&mut self, name: &str, descriptor: &str) {
        self.behind.entry(name.to_owned()).or_default().push(descriptor.to_owned());
    }

    /// What a method that is followed reads.
    fn read(
        &mut self,
        classes: &Classes,
        class: &ClassFile,
        code: &Code,
        followed: &BTreeSet<MethodId>,
    ) -> Result<()> {
        for handler in &code.handlers {
            match handler.catch_type {
                Some(caught) => self.add_class(&class.pool.class_name(caught)?),
                None => self.add_class("java/lang/Throwable"),
            }
        }
        for insn in &code.insns {
            match insn {
                Insn::Field(op, index) => {
                    let field = class.pool.member_ref(*index)?;
                    let known = classes.field(&field.owner, &field.name, &field.descriptor).is_some();
                    if *op == Opcode::Getstatic || *op == Opcode::Getfield && !known {
                        self.add(&field.descriptor);
                    }
                }
                // An object of a class that is not known may have more types than where it is read.
                Insn::Type(Opcode::Checkcast, index) => {
                    let name = class.pool.class_name(*index)?;
                    if !name.starts_with('[') {
                        self.add_class(&name);
                    }
                }
                Insn::Invoke(op, index) => self.call(classes, class, (*op, *index), followed)?,
                Insn::Ldc(index) if matches!(class.pool.get(*index)?, Constant::Dynamic { .. }) => {
                    self.add(&class.pool.name_and_type(*index)?.1);
                }
                Insn::InvokeDynamic(index) => self.make(classes, class, *index, followed)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        classes: &Classes,
        class: &ClassFile,
        (op, index): (Opcode, ConstIndex),
        followed: &BTreeSet<MethodId>,
    ) -> Result<()> {
        let called = class.pool.member_ref(index)?;
        // A copy of an array holds what the array holds.
        let of_array = called.owner.starts_with('[');
        let harmless = |(owner, name): &(&str, &str)| {
            called.owner == *owner && (name.is_empty() || called.name == *name)
        };
        if of_array || HARMLESS.iter().any(harmless) {
            return Ok(());
        }
        let targets = classes.targets(op, &called.owner, &called.name, &called.descriptor);
        match targets.filter(|targets| targets.all().all(|body| followed.contains(&body))) {
            Some(targets) if targets.resolved.is_some() => {
                if targets.dispatched {
                    self.add_behind(&called.owner, &called.descriptor);
                }
            }
            _ => {
                if op != Opcode::Invokestatic {
                    self.add_class(&called.owner);
                }
                self.add_call(&called.descriptor);
            }
        }
        Ok(())
    }

    /// What an `invokedynamic` makes is new, if it is a lambda. Who calls one that lasts passes what it has.
    fn make(
        &mut self,
        classes: &Classes,
        class: &ClassFile,
        index: ConstIndex,
        followed: &BTreeSet<MethodId>,
    ) -> Result<()> {
        let descriptor = class.pool.name_and_type(index)?.1;
        let Some(made) = lambda(class, index) else {
            self.add_call(&descriptor);
            return Ok(());
        };
        let body = classes.find(&made.owner);
        let body = body.and_then(|owner| classes.declared(owner, &made.name, &made.descriptor));
        let owner = format!("(L{};)V", made.owner);
        let all = [&*descriptor, &made.descriptor, &made.actual, &owner];
        match body.is_some_and(|body| followed.contains(&body)) {
            true => all.iter().for_each(|types| self.add_behind(&made.interface, types)),
            false => all.iter().for_each(|types| self.add_call(types)),
        }
        Ok(())
    }

    /// What can be read from what may last may last.
    fn spread(&mut self, classes: &Classes) {
        while let Some(name) = self.waiting.pop().filter(|_| !self.all) {
            for below in classes.family(&name) {
                self.be(&below);
                let mut line = vec![below];
                while let Some(name) = line.pop() {
                    let Some(id) = classes.find(&name).filter(|_| self.names.insert(name.clone())) else {
                        continue;
                    };
                    self.hold(classes, id);
                    line.extend(classes.super_class(id).map(|above| classes.name(above)));
                }
            }
        }
    }

    /// Something that may last is of this type.
    fn be(&mut self, name: &str) {
        if self.types.insert(name.to_owned()) {
            for descriptor in self.behind.remove(name).unwrap_or_default() {
                self.add_call(&descriptor);
            }
        }
    }

    /// Objects of the class, or of one that extends it, may last: so may what its fields hold.
    fn hold(&mut self, classes: &Classes, id: ClassId) {
        let class = classes.get(id);
        self.be(&classes.name(id));
        let mut above = classes.interface_names(id);
        let mut seen = BTreeSet::new();
        while let Some(name) = above.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            self.be(&name);
            above.extend(classes.find(&name).map(|id| classes.interface_names(id)).unwrap_or_default());
        }
        for field in class.fields.iter().filter(|field| field.access & STATIC == 0) {
            match class.pool.utf8(field.descriptor) {
                Ok(descriptor) => self.add(&descriptor),
                Err(_) => self.all = true,
            }
        }
    }
}

/// Whether users of a method of this type may be given arrays by it: its result is one, or may be one that
/// is an object, or a parameter has places for arrays that its class does not keep to itself.
fn gives_arrays(classes: &Classes, descriptor: &str) -> bool {
    let Some((parameters, result)) = split_descriptor(descriptor) else { return true };
    let has_none = |descriptor: &str| match descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')) {
        Some(name) => is_immutable(name) || classes.find(name).is_some(),
        None => !descriptor.starts_with('['),
    };
    let of_numbers = |descriptor: &str| ArrayKind::of(descriptor).is_some_and(|kind| kind.rank == 1);
    !has_none(&result) || !parameters.iter().all(|parameter| has_none(parameter) || of_numbers(parameter))
}
