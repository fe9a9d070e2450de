//! Methods of the JDK that do nothing but call functions element for element – streams that begin and
//! end in one expression, `Arrays.setAll`, `forEach` – written out as the loops that they are; and others that
//! are no more than their code says.
//!
//! Each becomes a static method of the class that has the calls ([`write`](mod@write)), and where the
//! calls are read, the last of them is a call of that method ([`chain`]). What it takes is what the calls
//! took, and what their functions captured: it calls the functions' methods itself, so that none needs
//! an object. Values and order are those of the JDK: each element goes through all functions
//! before the next.

mod body;
pub mod boxes;
mod chain;
mod combination;
mod composition;
mod ends;
mod own;
mod plain;
mod present;
mod prune;
mod rows;
mod sort;
mod table;
mod write;

use super::classes::{ClassId, Classes, JAVA_8, MethodId};
use super::lambdas::Lambda;
use crate::output::INTERNAL;
use crate::rules::ARRAYS;
use chain::{Chain, chain};
use nabla_classfile::{
    ClassFile, Code, CodeAttribute, ConstIndex, Constant, ConstantPool, Insn, Label, MemberRef, Opcode,
    VerificationType,
};
use nabla_flow::Cfg;
pub use prune::prune;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use table::{End, Otherwise, Step};

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elem {
    /// A `double`.
    Double,
    /// An `int`.
    Int,
    /// An object.
    Object,
}

/// A function that a loop calls, and where what it takes along begins among the loop's parameters.
#[derive(Debug)]
enum Function {
    /// Made where it is passed: its method is called with what it captured.
    Made { lambda: Box<Lambda>, descriptor: &'static str, slot: u16 },
    /// An object that is passed.
    Given { interface: &'static str, method: &'static str, descriptor: &'static str, slot: u16 },
}

/// What becomes of an element on its way.
#[derive(Debug)]
enum Stage {
    Map(Function, Elem),
    Filter(Function),
    Widen,
}

/// A loop.
#[derive(Debug)]
struct Loop {
    source: Step,
    stages: Vec<Stage>,
    /// With the function, and the slot of the call's first argument.
    end: (End, Option<Function>, u16),
    /// With the slot of the number.
    otherwise: Option<(Otherwise, u16)>,
}

/// The loops that were written into a class.
#[derive(Default)]
pub struct Loops {
    /// By the method that has the calls.
    calls: FxHashMap<u32, Vec<Replaced>>,
    /// The methods that do what one of the library does, by its owner, name and descriptor.
    written: FxHashMap<Named, String>,
    /// The methods that were added.
    added: Range<usize>,
}

/// The owner, the name and the descriptor of a method of a library.
type Named = (String, &'static str, &'static str);

/// Those of methods that are written out by themselves.
fn named(owner: &str, name: &str, descriptor: &str) -> Option<Named> {
    let known = match (owner, name, descriptor) {
        ("java/util/Arrays", "sort", sort::WHOLE) => ("sort", sort::WHOLE),
        ("java/util/Arrays", "sort", sort::PART) => ("sort", sort::PART),
        ("java/util/Objects", present::PRESENT, present::PLAIN) => (present::PRESENT, present::PLAIN),
        ("java/util/Objects", present::PRESENT, present::TOLD) => (present::PRESENT, present::TOLD),
        (owner, combination::COMBINATION, combination::DESCRIPTOR) if ARRAYS.contains(&owner) => {
            (combination::COMBINATION, combination::DESCRIPTOR)
        }
        _ => return None,
    };
    Some((owner.to_owned(), known.0, known.1))
}

/// Calls that one takes the place of.
struct Replaced {
    at: usize,
    gone: Vec<usize>,
    call: Insn,
    slots: u16,
    unless: Unless,
}

/// A method of the JDK – owner, name, descriptor – that a class of the program may have in a way of its own.
type Unless = Option<(String, String, String)>;

/// Whether a method of this name is that of a loop, or its tangent method.
pub fn is_loop(name: &str) -> bool {
    name.strip_prefix(INTERNAL)
        .is_some_and(|rest| name.starts_with(write::NAME) || rest.starts_with(write::NAME))
}

/// The call that keeps the stream from being written out which one of these calls is of: the first one in the
/// expression that no loop has.
pub fn breaks(pool: &ConstantPool, code: &Code, call: usize) -> Option<usize> {
    let member = |at: usize| match &code.insns[at] {
        Insn::Invoke(_, index) => pool.member_ref(*index).ok(),
        _ => None,
    };
    let is_of = |at: usize, from: Option<Elem>| {
        member(at).is_some_and(|m| table::step(&m.owner, &m.name, &m.descriptor, from).is_some())
    };
    let goes_on =
        |at: usize| [Elem::Double, Elem::Int, Elem::Object].into_iter().any(|elem| is_of(at, Some(elem)));
    if !is_of(call, None) && !goes_on(call) {
        return None;
    }
    let stays =
        |at: &usize| !matches!(&code.insns[*at], Insn::Local(Opcode::Astore, _) | Insn::Op(Opcode::Areturn));
    let begin = (0..=call).rev().take_while(stays).find(|at| is_of(*at, None))?;
    let is_step = |at: &usize| member(*at).is_some_and(|m| m.owner.starts_with(STREAMS)) && !is_of(*at, None);
    (begin + 1..code.insns.len()).take_while(stays).filter(is_step).find(|at| !goes_on(*at))
}

/// Whether a method begins a stream that may be written out as a loop.
pub fn begins_stream(member: &MemberRef) -> bool {
    table::step(&member.owner, &member.name, &member.descriptor, None).is_some()
}

/// The package of streams.
const STREAMS: &str = "java/util/stream/";

/// Writes the loops into a class that has such calls, and functions that are made of others if `composed`.
pub fn write(class: &mut ClassFile, composed: bool) -> Loops {
    let (calls, written) = starts(class, composed);
    if calls.is_empty() && written.is_empty() {
        return Loops::default();
    }
    let before = class.clone();
    write_all(class, &calls, &written).unwrap_or_else(|_| {
        // There was no room: what the calls do stays unknown.
        *class = before;
        Loops::default()
    })
}

/// The constants of calls that a loop may begin with, and the methods that are written out by themselves.
fn starts(class: &ClassFile, composed: bool) -> (BTreeSet<ConstIndex>, BTreeSet<Named>) {
    let (mut calls, mut written) = (BTreeSet::new(), BTreeSet::new());
    for index in (1..class.pool.len()).map(ConstIndex) {
        let Ok(Constant::Method { .. } | Constant::InterfaceMethod { .. }) = class.pool.get(index) else {
            continue;
        };
        let Ok(member) = class.pool.member_ref(index) else { continue };
        let (owner, name, descriptor) = (&*member.owner, &*member.name, &*member.descriptor);
        written.extend(named(owner, name, descriptor));
        if boxes::fills(owner, name, descriptor) {
            calls.insert(index);
            continue;
        }
        if !owner.starts_with("java/") {
            continue;
        }
        if table::step(owner, name, descriptor, None).is_some()
            || table::alone(owner, name, descriptor).is_some()
            || rows::is_copied(owner, name, descriptor)
            || composed && class.major >= JAVA_8 && composition::is_made(&member)
        {
            calls.insert(index);
        }
    }
    (calls, written)
}

fn write_all(
    class: &mut ClassFile,
    starts: &BTreeSet<ConstIndex>,
    written: &BTreeSet<Named>,
) -> Result<Loops, crate::AdError> {
    let count = class.methods.len();
    let mut calls = FxHashMap::default();
    for method in 0..count {
        // What an earlier run wrote stays as it is.
        if class.pool.utf8(class.methods[method].name)?.starts_with(write::NAME) {
            continue;
        }
        let Ok(Some(code)) = class.code(&class.methods[method]) else { continue };
        let code = code.into_owned();
        let begins = |insn: &Insn| matches!(insn, Insn::Invoke(_, index) if starts.contains(index));
        if !code.insns.iter().any(begins) {
            continue;
        }
        let Ok(cfg) = Cfg::new(&code) else { continue };
        let mut replaced = boxes::made(class, method, &code, &cfg)?;
        // What constructors and initialisers make is there before a derivative runs, and is the JDK's then.
        let made_before = class.pool.utf8(class.methods[method].name)?.starts_with('<');
        for at in (0..code.insns.len()).filter(|at| begins(&code.insns[*at])) {
            if boxes::fills_box(class, &code.insns[at]) {
                continue;
            }
            if let Some((call, slots)) = rows::copied(class, &code, at)? {
                let call = Insn::Invoke(Opcode::Invokestatic, call);
                replaced.push(Replaced { at, gone: Vec::new(), call, slots, unless: None });
                continue;
            }
            let site = format!("{}#{}", name_of(class, method), replaced.len());
            if !made_before
                && let Some((call, slots, unless)) = composition::made(class, &code.insns[at], &site)?
            {
                let call = Insn::Invoke(Opcode::Invokestatic, call);
                replaced.push(Replaced { at, gone: Vec::new(), call, slots, unless });
                continue;
            }
            let block = cfg.block(cfg.block_of(at)).range.clone();
            let Some(found) = chain(class, &code, block, at) else { continue };
            let Some(call) = write::method(class, &found, code.line_at(found.at))? else { continue };
            let Chain { at, gone, parameters, replaced: unless, .. } = found;
            let slots = parameters.iter().map(|p| crate::signature::slots_of(p)).sum();
            let unless = unless.map(|(owner, row)| (owner, row.name.to_owned(), row.descriptor.to_owned()));
            replaced.push(Replaced {
                at,
                gone,
                call: Insn::Invoke(Opcode::Invokestatic, call),
                slots,
                unless,
            });
        }
        calls.insert(method as u32, replaced);
    }
    let named = written.iter().map(|named| {
        let name = match named {
            (owner, combination::COMBINATION, _) => combination::combination(class, owner)?,
            (_, present::PRESENT, descriptor) => present::present(class, descriptor)?,
            (_, _, descriptor) => sort::sort(class, descriptor)?,
        };
        Ok((named.clone(), name))
    });
    let written = named.collect::<Result<_, crate::AdError>>()?;
    Ok(Loops { calls, written, added: count..class.methods.len() })
}

/// A name for a method among those of its class.
fn name_of(class: &ClassFile, method: usize) -> String {
    let method = &class.methods[method];
    let text = |index| class.pool.utf8(index).map(|text| text.into_owned()).unwrap_or_default();
    text(method.name) + &text(method.descriptor)
}

/// Makes an instruction do nothing; where it is a `new`, its object is on no stack.
fn leave_out(code: &mut Code, at: usize) {
    code.insns[at] = Insn::Op(Opcode::Nop);
    let Code { attributes, labels, .. } = code;
    for attribute in attributes {
        if let CodeAttribute::Frames { rows, .. } = attribute {
            let is_it =
                |label: &Label| labels.get(label.0 as usize).is_some_and(|place| *place as usize == at);
            let stays =
                |value: &VerificationType| !matches!(value, VerificationType::Uninitialized(by) if is_it(by));
            rows.iter_mut().for_each(|(_, frame)| frame.stack.retain(stays));
        }
    }
}

impl Classes<'_> {
    /// The code of a method with the calls of each loop replaced.
    pub fn with_loops<'c>(&self, method: MethodId, mut code: Code<'c>) -> Code<'c> {
        // While they are looked at, classes may be read.
        let loops = self.loops.borrow().get(&method.class).cloned();
        let all = loops.as_ref().and_then(|loops| loops.calls.get(&method.index));
        for replaced in all.into_iter().flatten() {
            if replaced.unless.as_ref().is_some_and(|(o, n, d)| self.is_replaced(o, n, d)) {
                continue;
            }
            for at in &replaced.gone {
                leave_out(&mut code, *at);
            }
            code.insns[replaced.at] = replaced.call.clone();
            // What the calls took is there all at once.
            code.max_stack = code.max_stack.saturating_add(replaced.slots);
        }
        code
    }

    /// The method that does what one of a library does, with tangents.
    pub fn written_out(&self, class: ClassId, member: &MemberRef) -> Option<MethodId> {
        let named = named(&member.owner, &member.name, &member.descriptor)?;
        let loops = self.loops.borrow();
        let name = loops.get(&class)?.written.get(&named)?;
        self.declared(class, name, &member.descriptor)
    }

    /// The methods of loops that were written into a class.
    pub fn loops_of(&self, class: ClassId) -> Range<usize> {
        self.loops.borrow().get(&class).map(|loops| loops.added.clone()).unwrap_or_default()
    }
}
