//! Reads methods written as text: the instructions of `support.jvm` and those made from a pattern.

use crate::AdError;
use crate::emit::arrays::{reference, with_frames};
use crate::emit::dispatch::class_object;
use crate::emit::frames::local_type;
use crate::emit::helpers::{push_double, push_int};
use crate::output::add_static;
use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, Frame, Handler, Insn, Label, Opcode, VerificationType,
};
use std::collections::BTreeMap;

/// A method of the text: its name, its descriptor and its lines.
pub struct Text<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its descriptor.
    pub descriptor: &'t str,
    /// Labels, and instructions separated by `; `.
    pub lines: Vec<&'t str>,
}

/// Splits a text into its methods: each begins with a line that is not indented.
pub fn methods(text: &str) -> Vec<Text<'_>> {
    let mut all: Vec<Text> = Vec::new();
    for line in text.lines() {
        let plain = line.trim();
        if plain.is_empty() || plain.starts_with("//") {
            continue;
        }
        match (line.starts_with(' '), plain.split_once(' '), all.last_mut()) {
            (false, Some((name, descriptor)), _) => all.push(Text { name, descriptor, lines: Vec::new() }),
            (_, _, Some(method)) => method.lines.push(plain),
            _ => {}
        }
    }
    all
}

/// Adds a static method with the instructions of these lines.
pub fn add(
    class: &mut ClassFile,
    name: &str,
    descriptor: &str,
    lines: impl Iterator<Item = impl AsRef<str>>,
) -> Result<(), AdError> {
    let (parameters, _) = split_descriptor(descriptor).ok_or_else(|| malformed(descriptor))?;
    let code = assemble(class, &parameters, lines)?;
    add_static(class, name, descriptor, &code)
}

/// The code of these lines, for a method whose parameters, the receiver among them, have these
/// types.
pub fn assemble<'a>(
    class: &mut ClassFile<'a>,
    parameters: &[String],
    lines: impl Iterator<Item = impl AsRef<str>>,
) -> Result<Code<'a>, AdError> {
    let mut assembler = Assembler {
        class,
        insns: Vec::new(),
        names: Vec::new(),
        places: BTreeMap::new(),
        states: BTreeMap::new(),
        state: Some(BTreeMap::new()),
        handlers: Vec::new(),
        max_locals: 0,
    };
    assembler.parameters(parameters)?;
    for line in lines {
        let line = line.as_ref();
        match line.strip_suffix(':') {
            Some(label) => assembler.label(label),
            None => line.split("; ").try_for_each(|insn| assembler.insn(insn))?,
        }
    }
    let Assembler { insns, names, places, states, max_locals, handlers, .. } = assembler;
    let mut labels = Vec::new();
    let mut frames = Vec::new();
    for name in &names {
        let place = places.get(name).ok_or_else(|| malformed(name))?;
        labels.push(*place);
        let mut frame = frame(states.get(name).ok_or_else(|| malformed(name))?);
        let label = Label(frames.len() as u32);
        let caught = handlers.iter().filter(|handler| handler.target == label);
        frame.stack.extend(caught.filter_map(|handler| handler.catch_type).map(VerificationType::Object));
        frames.push(frame);
    }
    let places = labels.clone();
    let mut code = with_frames(class, insns, labels, frames, max_locals)?;
    // A call is given each local once, at most.
    code.handlers = handlers;
    code.max_stack = MAX_STACK.max(max_locals.saturating_add(8));
    for attribute in &mut code.attributes {
        if let CodeAttribute::Frames { rows, .. } = attribute {
            rows.sort_by_key(|(label, _)| places[label.0 as usize]);
        }
    }
    if names.is_empty() {
        code.attributes.clear();
    }
    Ok(code)
}

/// As deep as any of the methods goes.
const MAX_STACK: u16 = 32;

fn malformed(text: &str) -> AdError {
    AdError::Bug(format!("a support method does not read: {text}"))
}

/// The types of the assigned locals, by slot.
type Locals = BTreeMap<u16, VerificationType>;

fn frame(state: &Locals) -> Frame {
    let mut locals = Vec::new();
    let mut slot = 0;
    for (&at, &kind) in state {
        while slot < at {
            locals.push(VerificationType::Top);
            slot += 1;
        }
        locals.push(kind);
        slot = at + if matches!(kind, VerificationType::Double | VerificationType::Long) { 2 } else { 1 };
    }
    Frame { locals, stack: Vec::new() }
}

struct Assembler<'c, 'a> {
    class: &'c mut ClassFile<'a>,
    insns: Vec<Insn>,
    /// The labels, in the order in which they are first named.
    names: Vec<String>,
    places: BTreeMap<String, u32>,
    states: BTreeMap<String, Locals>,
    /// What is known here; `None` where control does not come.
    state: Option<Locals>,
    handlers: Vec<Handler>,
    max_locals: u16,
}

impl Assembler<'_, '_> {
    fn assign(&mut self, slot: u16, descriptor: &str) -> Result<(), AdError> {
        let kind = local_type(self.class, descriptor)?;
        self.max_locals = self.max_locals.max(slot + slots_of(descriptor));
        if let Some(state) = &mut self.state {
            state.insert(slot, kind);
        }
        Ok(())
    }

    fn parameters(&mut self, parameters: &[String]) -> Result<(), AdError> {
        let mut slot = 0;
        for parameter in parameters {
            self.assign(slot, parameter)?;
            slot += slots_of(parameter);
        }
        Ok(())
    }

    /// Control comes to the label from here.
    fn reach(&mut self, label: &str) -> Label {
        if let Some(state) = &self.state {
            match self.states.get_mut(label) {
                // A jump back comes with all that was assigned when the label was first reached.
                Some(_) if self.places.contains_key(label) => {}
                Some(known) => known.retain(|slot, kind| state.get(slot) == Some(kind)),
                None => {
                    self.states.insert(label.to_owned(), state.clone());
                }
            }
        }
        let known = self.names.iter().position(|n| n == label);
        Label(known.unwrap_or_else(|| {
            self.names.push(label.to_owned());
            self.names.len() - 1
        }) as u32)
    }

    /// What is thrown from a label on comes here, if it is of this class; the locals of that label are known.
    fn caught(&mut self, class: &str, from: &str) -> Result<(), AdError> {
        let state = self.states.get(from).cloned().ok_or_else(|| malformed(from))?;
        self.state = Some(state);
        let label = format!("{from} caught");
        self.label(&label);
        let (start, target) = (self.reach(from), self.reach(&label));
        let catch_type = Some(self.class.pool.add_class(class)?);
        self.handlers.push(Handler { start, end: target, target, catch_type });
        Ok(())
    }

    fn label(&mut self, label: &str) {
        self.reach(label);
        self.places.insert(label.to_owned(), self.insns.len() as u32);
        self.state = self.states.get(label).cloned();
    }

    fn insn(&mut self, text: &str) -> Result<(), AdError> {
        let (mnemonic, rest) = text.split_once(' ').unwrap_or((text, ""));
        let names_member =
            mnemonic.starts_with("invoke") || mnemonic.ends_with("field") || mnemonic.ends_with("static");
        let words: Vec<&str> = match rest.rsplit_once(' ') {
            // The name of a member may have spaces.
            Some((name, descriptor)) if names_member => vec![name, descriptor],
            _ => rest.split_whitespace().collect(),
        };
        let number =
            |i: usize| words.get(i).and_then(|w| w.parse::<i16>().ok()).ok_or_else(|| malformed(text));
        if let ("caught", [class, from]) = (mnemonic, &words[..]) {
            return self.caught(class, from);
        }
        if let ("class", [name]) = (mnemonic, &words[..]) {
            self.insns.extend(class_object(self.class, name)?);
            return Ok(());
        }
        let insn = match (mnemonic, &words[..]) {
            ("call", [name, descriptor]) => {
                let index = super::support(self.class, name, descriptor)?;
                Insn::Invoke(Opcode::Invokestatic, index)
            }
            ("invokestatic" | "invokevirtual" | "invokespecial" | "invokeinterface", [name, descriptor]) => {
                let (owner, name) = name.rsplit_once('.').ok_or_else(|| malformed(text))?;
                let index = match owner {
                    // A method of the class itself, which may be an interface.
                    "this" => reference(self.class, name, descriptor)?,
                    _ if mnemonic == "invokeinterface" => {
                        self.class.pool.add_interface_method(owner, name, descriptor)?
                    }
                    _ => self.class.pool.add_method(owner, name, descriptor)?,
                };
                Insn::Invoke(Opcode::named(mnemonic).ok_or_else(|| malformed(text))?, index)
            }
            ("getfield" | "putfield" | "getstatic" | "putstatic", [name, descriptor]) => {
                let (owner, name) = name.rsplit_once('.').ok_or_else(|| malformed(text))?;
                let field = self.class.pool.add_field(owner, name, descriptor)?;
                let op = Opcode::named(mnemonic).ok_or_else(|| malformed(text))?;
                Insn::Field(op, field)
            }
            ("newarray", ["double"]) => Insn::NewArray(7),
            ("newarray", ["int"]) => Insn::NewArray(10),
            ("new", [class]) => Insn::Type(Opcode::New, self.class.pool.add_class(class)?),
            ("push", [number]) => {
                push_int(&mut self.class.pool, number.parse().map_err(|_| malformed(text))?)?
            }
            ("long", [number]) => {
                let number = number.parse().map_err(|_| malformed(text))?;
                Insn::Ldc(self.class.pool.add_long(number)?)
            }
            ("double", [number]) => {
                let number = number.parse().map_err(|_| malformed(text))?;
                push_double(&mut self.class.pool, number)?
            }
            ("text", words) => Insn::Ldc(self.class.pool.add_string(&words.join(" "))?),
            ("instanceof", [class]) => Insn::Type(Opcode::Instanceof, self.class.pool.add_class(class)?),
            ("checkcast", [class]) => Insn::Type(Opcode::Checkcast, self.class.pool.add_class(class)?),
            ("anewarray", [class]) => Insn::Type(Opcode::Anewarray, self.class.pool.add_class(class)?),
            ("iinc", [_, _]) => Insn::Iinc(number(0)? as u16, number(1)?),
            (_, rest) => {
                let opcode = Opcode::named(mnemonic).ok_or_else(|| malformed(text))?;
                match rest {
                    [] => Insn::Op(opcode),
                    [label] if mnemonic == "goto" || mnemonic.starts_with("if") => {
                        Insn::Branch(opcode, self.reach(label))
                    }
                    [_, ..] => {
                        let slot = number(0)? as u16;
                        match (opcode, rest) {
                            (Opcode::Astore, [_, kind]) => self.assign(slot, kind)?,
                            (Opcode::Istore, _) => self.assign(slot, "I")?,
                            (Opcode::Fstore, _) => self.assign(slot, "F")?,
                            (Opcode::Dstore, _) => self.assign(slot, "D")?,
                            (Opcode::Lstore, _) => self.assign(slot, "J")?,
                            _ => {}
                        }
                        Insn::Local(opcode, slot)
                    }
                }
            }
        };
        if insn.opcode().ends_block() {
            self.state = None;
        }
        self.insns.push(insn);
        Ok(())
    }
}
