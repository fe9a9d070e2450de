//! Code on its way: instructions, locals and the frames where ways meet.

use super::{Elem, Function};
use crate::AdError;
use crate::emit::frames::local_type;
use crate::program::synthesize;
use crate::signature::{load, slots_of, split_descriptor};
use nabla_classfile::{ClassFile, Code, CodeAttribute, Frame, Insn, Label, Opcode};

/// A local variable: its slot and its descriptor.
#[derive(Debug, Clone)]
pub struct Local(pub u16, pub String);

/// Code on its way.
pub struct Body<'c, 'a> {
    /// The class that it is for.
    pub class: &'c mut ClassFile<'a>,
    insns: Vec<Insn>,
    /// Where each label is; one that is not there yet is at the end.
    labels: Vec<u32>,
    frames: Vec<(Label, Frame)>,
    /// The locals that have values here.
    locals: Vec<Local>,
    max_locals: u16,
}

impl<'c, 'a> Body<'c, 'a> {
    /// Of a static method with these parameters.
    pub fn new(class: &'c mut ClassFile<'a>, parameters: &[String]) -> Body<'c, 'a> {
        let mut body = Body {
            class,
            insns: Vec::new(),
            labels: Vec::new(),
            frames: Vec::new(),
            locals: Vec::new(),
            max_locals: 0,
        };
        for parameter in parameters {
            body.local(parameter);
        }
        body
    }

    /// A new local, which has a value when it is stored.
    pub fn local(&mut self, descriptor: &str) -> Local {
        let slot = self.locals.last().map_or(0, |l| l.0 + slots_of(&l.1));
        let local = Local(slot, descriptor.to_owned());
        self.locals.push(local.clone());
        self.max_locals = self.max_locals.max(slot + slots_of(descriptor));
        local
    }

    /// How many locals there are.
    pub fn depth(&self) -> usize {
        self.locals.len()
    }

    /// Forgets the locals that came after so many.
    pub fn forget(&mut self, depth: usize) {
        self.locals.truncate(depth);
    }

    /// A parameter.
    pub fn parameter(&self, slot: u16) -> Local {
        let found = self.locals.iter().find(|l| l.0 == slot);
        found.cloned().unwrap_or_else(|| Local(slot, "Ljava/lang/Object;".to_owned()))
    }

    /// An instruction without operands.
    pub fn op(&mut self, op: Opcode) {
        self.insns.push(Insn::Op(op));
    }

    /// An instruction.
    pub fn insn(&mut self, insn: Insn) {
        self.insns.push(insn);
    }

    /// Loads a local.
    pub fn load(&mut self, local: &Local) {
        self.insns.push(Insn::Local(load(&local.1), local.0));
    }

    /// Stores into a new local.
    pub fn store_new(&mut self, descriptor: &str) -> Local {
        let local = self.local(descriptor);
        self.store(&local);
        local
    }

    /// Stores into a local.
    pub fn store(&mut self, local: &Local) {
        let op = match load(&local.1) {
            Opcode::Dload => Opcode::Dstore,
            Opcode::Iload => Opcode::Istore,
            _ => Opcode::Astore,
        };
        self.insns.push(Insn::Local(op, local.0));
    }

    /// Adds one to a local.
    pub fn increment(&mut self, local: &Local) {
        self.insns.push(Insn::Iinc(local.0, 1));
    }

    /// A label that is not there yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len() as u32 - 1)
    }

    /// Jumps.
    pub fn jump(&mut self, op: Opcode, label: Label) {
        self.insns.push(Insn::Branch(op, label));
    }

    /// Puts a label here.
    pub fn here(&mut self, label: Label) -> Result<(), AdError> {
        self.labels[label.0 as usize] = self.insns.len() as u32;
        let mut locals = Vec::new();
        for local in &self.locals {
            locals.push(local_type(self.class, &local.1)?);
        }
        self.frames.push((label, Frame { locals, stack: Vec::new() }));
        Ok(())
    }

    /// Calls a static method of a class.
    pub fn call_static(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<(), AdError> {
        let method = self.class.pool.add_method(owner, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokestatic, method));
        Ok(())
    }

    /// Calls a static method of this class.
    pub fn call_own(&mut self, name: &str, descriptor: &str) -> Result<(), AdError> {
        let method = crate::emit::arrays::reference(self.class, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokestatic, method));
        Ok(())
    }

    /// Calls a method of an object of a class.
    pub fn call_virtual(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<(), AdError> {
        let method = self.class.pool.add_method(owner, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokevirtual, method));
        Ok(())
    }

    /// Calls a method of an interface.
    pub fn call_interface(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<(), AdError> {
        let method = self.class.pool.add_interface_method(owner, name, descriptor)?;
        self.insns.push(Insn::Invoke(Opcode::Invokeinterface, method));
        Ok(())
    }

    /// Throws if a function is not there.
    pub fn check(&mut self, function: &Function) -> Result<(), AdError> {
        if let Function::Given { slot, .. } = function {
            self.insns.push(Insn::Local(Opcode::Aload, *slot));
            self.call_static(
                "java/util/Objects",
                "requireNonNull",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
            )?;
            self.op(Opcode::Pop);
        }
        Ok(())
    }

    /// Calls a function with these arguments, and gives the descriptor of what it gives; `None` where
    /// none can be written.
    pub fn apply(&mut self, function: &Function, arguments: &[&Local]) -> Result<Option<String>, AdError> {
        let descriptor = match function {
            Function::Given { interface, method, descriptor, slot } => {
                self.insns.push(Insn::Local(Opcode::Aload, *slot));
                arguments.iter().for_each(|a| self.load(a));
                self.call_interface(interface, method, descriptor)?;
                descriptor
            }
            Function::Made { lambda, descriptor, slot } => {
                let mut slot = *slot;
                let mut captured = Vec::new();
                for descriptor in &lambda.captured {
                    captured.push(Insn::Local(load(descriptor), slot));
                    slot += slots_of(descriptor);
                }
                let slots: Vec<u16> = arguments.iter().map(|a| a.0).collect();
                let inside = self.class.name()?.into_owned();
                let call = synthesize::call(
                    &mut self.class.pool,
                    lambda,
                    descriptor,
                    &captured,
                    &slots,
                    Some(&inside),
                )?;
                let Some(insns) = call else { return Ok(None) };
                self.insns.extend(insns);
                descriptor
            }
        };
        Ok(split_descriptor(descriptor).map(|(_, result)| result))
    }

    /// The code, of a line of the source.
    pub fn finish(self, line: Option<u16>) -> Result<Code<'static>, AdError> {
        let mut labels = self.labels;
        let mut attributes = Vec::new();
        if let Some(line) = line {
            labels.push(0);
            let name = self.class.pool.add_utf8("LineNumberTable")?;
            let rows = vec![(Label(labels.len() as u32 - 1), line)];
            attributes.push(CodeAttribute::LineNumbers { name, rows });
        }
        let mut rows = self.frames;
        rows.sort_by_key(|(label, _)| labels[label.0 as usize]);
        // One frame where two labels meet.
        rows.dedup_by_key(|(label, _)| labels[label.0 as usize]);
        if !rows.is_empty() {
            let name = self.class.pool.add_utf8("StackMapTable")?;
            attributes.push(CodeAttribute::Frames { name, rows });
        }
        Ok(Code {
            // A function's call loads what it captured and its arguments.
            max_stack: self.max_locals + 8,
            max_locals: self.max_locals,
            offsets: vec![0; self.insns.len()],
            insns: self.insns,
            labels,
            handlers: Vec::new(),
            attributes,
        })
    }
}

impl Elem {
    /// Its descriptor.
    pub fn descriptor(self) -> &'static str {
        match self {
            Elem::Double => "D",
            Elem::Int => "I",
            Elem::Object => "Ljava/lang/Object;",
        }
    }

    /// The instruction that takes one out of an array.
    pub fn of_array(self) -> Opcode {
        match self {
            Elem::Double => Opcode::Daload,
            Elem::Int => Opcode::Iaload,
            Elem::Object => Opcode::Aaload,
        }
    }
}

/// Loads these, one after the other.
pub(super) fn all(body: &mut Body, locals: &[&Local]) {
    locals.iter().for_each(|local| body.load(local));
}

/// Leaves the length of an array on the stack.
pub(super) fn length(body: &mut Body, array: &Local) {
    body.load(array);
    body.op(Opcode::Arraylength);
}

/// `for (int i = begin; i < end; i++) …`
pub(super) fn each<'c, 'a>(
    body: &mut Body<'c, 'a>,
    begin: Opcode,
    end: impl Fn(&mut Body<'c, 'a>),
    each: impl Fn(&mut Body<'c, 'a>, &Local) -> Result<(), AdError>,
) -> Result<(), AdError> {
    let depth = body.depth();
    body.op(begin);
    let index = body.store_new("I");
    let (next, out) = (body.label(), body.label());
    body.here(next)?;
    body.load(&index);
    end(body);
    body.jump(Opcode::IfIcmpge, out);
    each(body, &index)?;
    body.forget(depth + 1);
    body.increment(&index);
    body.jump(Opcode::Goto, next);
    body.forget(depth);
    body.here(out)
}
