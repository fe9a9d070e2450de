//! Methods of the JDK that do nothing but call a function with values: written out as methods of the
//! program, in which the function's tangent method is called. Values and order are those of the JDK.

use super::classes::{ClassId, Classes, INTERFACE, MethodId};
use super::library::is_collection;
use super::synthesize::{INFIX, empty_class};
use crate::AdError;
use crate::emit::arrays::with_frames;
use crate::output::add_method;
use nabla_classfile::{ClassFile, Code, Frame, Insn, Label, MemberRef, Opcode, VerificationType};

/// A method of the JDK that is written out.
struct Model {
    /// Whether it is a method of this class.
    owner: fn(&str) -> bool,
    name: &'static str,
    descriptor: &'static str,
    /// The descriptor as a static method.
    taken: &'static str,
    code: for<'a> fn(&mut ClassFile<'a>) -> Result<Code<'a>, AdError>,
}

const MODELS: &[Model] = &[
    Model {
        owner: |owner| owner == "java/util/Arrays",
        name: "setAll",
        descriptor: "([DLjava/util/function/IntToDoubleFunction;)V",
        taken: "([DLjava/util/function/IntToDoubleFunction;)V",
        code: set_all,
    },
    Model {
        owner: |owner| owner == "java/lang/Iterable" || is_collection(owner),
        name: "forEach",
        descriptor: "(Ljava/util/function/Consumer;)V",
        taken: "(Ljava/lang/Iterable;Ljava/util/function/Consumer;)V",
        code: for_each,
    },
];

const STATIC: u16 = 0x0008 | 0x1000;

impl Classes<'_> {
    /// The static method that does what the named one does, of a class beside the one that calls it.
    pub fn model(&self, host: ClassId, member: &MemberRef) -> Option<MethodId> {
        let named = |m: &&Model| m.name == member.name && m.descriptor == member.descriptor;
        let model = MODELS.iter().find(|m| named(m) && (m.owner)(&member.owner))?;
        // A class of the program may do it in its own way.
        let replaces = |name: &String| {
            let id = self.find(name)?;
            self.declared(id, model.name, model.descriptor)
        };
        if self.family(&member.owner).iter().any(|below| replaces(below).is_some()) {
            return None;
        }
        let mut name = format!("{}{INFIX}{}", self.name(host), model.name);
        // A class of an earlier run may have tangents of that run, which are used.
        let known = loop {
            match self.find(&name) {
                Some(known) if self.is_lambda(known) => break Some(known),
                Some(_) => name.push('$'),
                None => break None,
            }
        };
        let class = match known {
            Some(known) => known,
            None => {
                let mut class = empty_class(self.get(host), &name).ok()?;
                let code = (model.code)(&mut class).ok()?;
                add_method(&mut class, STATIC, model.name, model.taken, &code).ok()?;
                let class = self.add_made(&name, class.write().ok()?)?;
                self.lambdas.borrow_mut().add(class);
                class
            }
        };
        // Methods of interfaces could not be called as those of classes are.
        let sound = self.get(class).access & INTERFACE == 0;
        self.declared(class, model.name, model.taken).filter(|_| sound)
    }
}

fn load(slot: u16) -> Insn {
    Insn::Local(Opcode::Aload, slot)
}

fn objects(class: &mut ClassFile, names: &[&str]) -> Result<Vec<VerificationType>, AdError> {
    let types = names.iter().map(|name| Ok(VerificationType::Object(class.pool.add_class(name)?)));
    types.collect()
}

/// `requireNonNull(function); for (int i = 0; i < array.length; i++) array[i] = function.applyAsDouble(i);`
fn set_all<'a>(class: &mut ClassFile<'a>) -> Result<Code<'a>, AdError> {
    const FUNCTION: &str = "java/util/function/IntToDoubleFunction";
    let check = class.pool.add_method(
        "java/util/Objects",
        "requireNonNull",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
    )?;
    let apply = class.pool.add_interface_method(FUNCTION, "applyAsDouble", "(I)D")?;
    let insns = vec![
        load(1),
        Insn::Invoke(Opcode::Invokestatic, check),
        Insn::Op(Opcode::Pop),
        Insn::Op(Opcode::Iconst0),
        Insn::Local(Opcode::Istore, 2),
        Insn::Local(Opcode::Iload, 2),
        load(0),
        Insn::Op(Opcode::Arraylength),
        Insn::Branch(Opcode::IfIcmpge, Label(1)),
        load(0),
        Insn::Local(Opcode::Iload, 2),
        load(1),
        Insn::Local(Opcode::Iload, 2),
        Insn::Invoke(Opcode::Invokeinterface, apply),
        Insn::Op(Opcode::Dastore),
        Insn::Iinc(2, 1),
        Insn::Branch(Opcode::Goto, Label(0)),
        Insn::Op(Opcode::Return),
    ];
    let mut locals = objects(class, &["[D", FUNCTION])?;
    locals.push(VerificationType::Integer);
    let frame = Frame { locals, stack: Vec::new() };
    with_frames(class, insns, vec![5, 17], vec![frame.clone(), frame], 3)
}

/// `requireNonNull(function); for (Object element : iterable) function.accept(element);`
fn for_each<'a>(class: &mut ClassFile<'a>) -> Result<Code<'a>, AdError> {
    const FUNCTION: &str = "java/util/function/Consumer";
    const ITERATOR: &str = "java/util/Iterator";
    let pool = &mut class.pool;
    let check =
        pool.add_method("java/util/Objects", "requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;")?;
    let iterator = pool.add_interface_method("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;")?;
    let has_next = pool.add_interface_method(ITERATOR, "hasNext", "()Z")?;
    let next = pool.add_interface_method(ITERATOR, "next", "()Ljava/lang/Object;")?;
    let accept = pool.add_interface_method(FUNCTION, "accept", "(Ljava/lang/Object;)V")?;
    let insns = vec![
        load(1),
        Insn::Invoke(Opcode::Invokestatic, check),
        Insn::Op(Opcode::Pop),
        load(0),
        Insn::Invoke(Opcode::Invokeinterface, iterator),
        Insn::Local(Opcode::Astore, 2),
        load(2),
        Insn::Invoke(Opcode::Invokeinterface, has_next),
        Insn::Branch(Opcode::Ifeq, Label(1)),
        load(1),
        load(2),
        Insn::Invoke(Opcode::Invokeinterface, next),
        Insn::Invoke(Opcode::Invokeinterface, accept),
        Insn::Branch(Opcode::Goto, Label(0)),
        Insn::Op(Opcode::Return),
    ];
    let locals = objects(class, &["java/lang/Iterable", FUNCTION, ITERATOR])?;
    let frame = Frame { locals, stack: Vec::new() };
    with_frames(class, insns, vec![6, 14], vec![frame.clone(), frame], 3)
}
