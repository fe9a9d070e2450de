//! The definite verification type of every local and stack entry before every instruction.
//!
//! Where the method has a `StackMapTable`, its frames say what holds at the places control comes
//! together, and in between one pass over the code finds the rest, as the verifier does. Where it
//! has none (class files before version 50, and straight code), the types are inferred by the
//! fixpoint engine; two references of different classes then join to `java/lang/Object`, because
//! no class hierarchy is at hand. That suffices to know which values are numbers of which kind.

use std::collections::HashMap;
use std::sync::Arc;

use nabla_classfile::{ClassFile, Code, CodeAttribute, Frame, Insn, Label, Member, Opcode};

use crate::cfg::{Cfg, targets};
use crate::error::{FlowError, Result};
use crate::infer::infer;
use crate::machine::execute;
use crate::state::State;
use crate::typing::Typing;
use crate::vtype::VType;

/// The types at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeState {
    /// By slot, `max_locals` of them. Shared with the neighbours until a store changes one.
    pub locals: Arc<[VType]>,
    /// One per value, bottom first.
    pub stack: Vec<VType>,
}

/// The types before each instruction of a method.
#[derive(Debug, Clone)]
pub struct Types {
    before: Vec<Option<TypeState>>,
}

/// The most entries a method's table may have: room for 64 KB of code with hundreds of locals, and
/// far less than code with 65,535 locals and thousands of stores to them could demand.
const MOST_ENTRIES: usize = 16 << 20;

impl Types {
    /// Computes the types of the method whose code this is.
    ///
    /// Errors: code that no verifier accepts as far as this is seen here, `jsr`, `ret`.
    pub fn compute(class: &ClassFile<'_>, method: &Member<'_>, code: &Code<'_>) -> Result<Types> {
        let mut typing = Typing::new(class, code);
        let entry = typing.entry(method)?;
        let frames = code.attributes.iter().find_map(|attribute| match attribute {
            CodeAttribute::Frames { rows, .. } => Some(rows),
            _ => None,
        });
        let mut table = Table { before: vec![None; code.insns.len()], entries: 0 };
        let set = |at: usize, state: &State<VType>, stored| table.set(at, state, stored);
        match frames {
            Some(rows) => simulate(&mut typing, entry, rows, set)?,
            None if is_straight(code) => simulate(&mut typing, entry, &[], set)?,
            None => {
                // The engine keeps every state whole.
                if code.insns.len() * usize::from(code.max_locals) > MOST_ENTRIES {
                    return Err(too_large(0));
                }
                let cfg = Cfg::new(code)?;
                infer(&cfg, code, typing, entry, |at, state| table.set(at, state, true))?;
            }
        }
        Ok(Types { before: table.before })
    }

    /// Shows the types before each instruction, one after the other, of a method that has frames or
    /// no jumps: nothing is kept, so that there is no limit. Code of which nothing is known is left out.
    ///
    /// Errors: as [`compute`](Self::compute); whether the types could be had is the result.
    pub fn visit(
        class: &ClassFile<'_>,
        method: &Member<'_>,
        code: &Code<'_>,
        mut see: impl FnMut(usize, &State<VType>),
    ) -> Result<bool> {
        let mut typing = Typing::new(class, code);
        let entry = typing.entry(method)?;
        let frames = code.attributes.iter().find_map(|attribute| match attribute {
            CodeAttribute::Frames { rows, .. } => Some(&rows[..]),
            _ => None,
        });
        let Some(rows) = frames.or_else(|| is_straight(code).then_some(&[])) else { return Ok(false) };
        simulate(&mut typing, entry, rows, |at, state, _| {
            see(at, state);
            Ok(())
        })?;
        Ok(true)
    }

    /// The types before the instruction. `None` if control never gets there; code that is never
    /// reached but has a frame of its own has the types of that frame.
    pub fn before(&self, insn: usize) -> Option<&TypeState> {
        self.before.get(insn)?.as_ref()
    }
}

/// Whether control goes through the code from its first instruction to its last.
fn is_straight(code: &Code<'_>) -> bool {
    code.handlers.is_empty() && code.insns.iter().all(|insn| targets(insn).jumps.is_empty())
}

/// One pass: a frame replaces what is known; after a `goto` nothing is known until the next frame.
fn simulate(
    typing: &mut Typing<'_, '_>,
    entry: State<VType>,
    rows: &[(Label, Frame)],
    mut set: impl FnMut(usize, &State<VType>, bool) -> Result<()>,
) -> Result<()> {
    let code = typing.code;
    let mut frames = HashMap::with_capacity(rows.len());
    for (label, frame) in rows {
        frames.insert(typing.position(*label, 0)?, frame);
    }
    let mut known = Some(entry);
    let mut stored = true;
    for (at, insn) in code.insns.iter().enumerate() {
        if let Some(frame) = frames.get(&at) {
            known = Some(typing.frame(at, frame)?);
            stored = true;
        }
        let Some(state) = &mut known else { continue };
        set(at, state, stored)?;
        execute(&typing.class.pool, at, insn, state, typing)?;
        stored = matches!(insn, Insn::Local(..) | Insn::Invoke(Opcode::Invokespecial, _));
        if !targets(insn).falls_through {
            known = None;
        }
    }
    Ok(())
}

/// The table while it is filled.
struct Table {
    before: Vec<Option<TypeState>>,
    entries: usize,
}

impl Table {
    /// Writes the state before an instruction down. `stored` tells whether the locals may differ
    /// from those before the preceding instruction.
    fn set(&mut self, at: usize, state: &State<VType>, stored: bool) -> Result<()> {
        let previous = at.checked_sub(1).and_then(|at| self.before[at].as_ref());
        let locals = || state.locals.iter().map(|local| local.clone().unwrap_or(VType::Top));
        let shared = previous
            .map(|previous| &previous.locals)
            .filter(|shared| !stored || shared.iter().cloned().eq(locals()));
        let locals = match shared {
            Some(shared) => shared.clone(),
            None => {
                self.entries += state.locals.len();
                locals().collect()
            }
        };
        self.entries += state.stack.len();
        if self.entries > MOST_ENTRIES {
            return Err(too_large(at));
        }
        self.before[at] = Some(TypeState { locals, stack: state.stack.clone() });
        Ok(())
    }
}

fn too_large(insn: usize) -> FlowError {
    let message = format!("the types of this method would fill more than {MOST_ENTRIES} entries");
    FlowError::Limit { insn, message }
}
