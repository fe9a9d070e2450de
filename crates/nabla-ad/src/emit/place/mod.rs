//! Decides in which locals a block's tangents and the primal values they need are held, and emits.
//!
//! A primal value is read again from a local or constant that still has it; only where there is
//! none it is kept: copied to a temporary right where it was computed, or before the local that
//! has it is assigned.
//!
//! `uses` counts what is read and when; `locals` follows what the primal's locals hold; `keep`
//! copies what none of them holds; `actions` emits what the plan asks for, of the forms and
//! coefficients that `terms` pushes, and `lanes` and `components` where tangents are lanes.

mod actions;
mod buffers;
mod components;
mod keep;
mod lanes;
mod locals;
mod results;
mod survey;
mod terms;
mod uses;

use super::block::{Plan, TangentDef, ValueDef};
use super::calls::TangentCalls;
use super::coef::{CoefId, Real, ValueId};
use super::fields::Accessed;
use super::form::TangentId;
use super::helpers::Helpers;
use super::homes::Homes;
use super::subject::Subject;
use super::unknown::Comparison;
use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::fact::Shape;
use crate::activity::fact::unboxed;
use crate::activity::useful::Useful;
use crate::emit::functions::constant_reader;
use crate::program::classes::{ClassId, INTERFACE, MethodId};
use crate::program::fields::FieldId;
use crate::program::instance::World;
use crate::program::solve::Program;
use crate::signature::Parameter;
use keep::kept;
use locals::Locals;
use nabla_classfile::{ClassFile, ConstIndex, Error, Insn, Opcode};
use nabla_flow::Solution;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
pub use survey::{accumulators, added_up_once, has_numbers_alone, taken_whole};
use uses::{Uses, needed};

/// What a derivative method does with its result's tangent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is the result.
    Returned,
    /// It goes into element 0 of the array in this local, and the primal is returned.
    Stored(u16, Real),
    /// Its lanes become the elements of the array in this local, or the rows of one of arrays.
    Lanes(u16),
    /// Its lanes that are not zero become entries in the three arrays from this local on: where rows
    /// start, columns, values.
    Entries(u16),
    /// Some of its lanes, from the number in the local behind on, become the elements of the array in
    /// this local, or those of the rows of one of arrays.
    Part(u16),
    /// Its unrolled directions become the elements of the array in this local.
    Directions(u16),
    /// There is none.
    Nothing,
}

impl Outcome {
    /// The type of the tangent that is returned in place of a box of this type.
    pub fn result(self, descriptor: &str) -> Option<&'static str> {
        unboxed(descriptor).filter(|_| self == Outcome::Returned)
    }
}

/// Where instructions go, and how deep the tangent code's stack is.
#[derive(Debug, Default)]
pub struct Sink {
    /// The instructions so far.
    pub insns: Vec<Insn>,
    /// Slots of stack the tangent code needs beyond the primal's.
    pub extra_stack: u16,
    /// The first slot no temporary uses.
    pub locals_end: u16,
    depth: u16,
}

impl Sink {
    /// An empty sink; temporaries start at this slot.
    pub fn new(locals_end: u16) -> Sink {
        Sink { locals_end, ..Sink::default() }
    }

    fn push(&mut self, insn: Insn, slots: i32) {
        self.insns.push(insn);
        self.depth = (i32::from(self.depth) + slots).clamp(0, i32::from(u16::MAX)) as u16;
        self.extra_stack = self.extra_stack.max(self.depth);
    }
}

struct Emitter<'e, 'a> {
    plan: &'e Plan,
    class: &'e mut ClassFile<'a>,
    helpers: &'e Helpers,
    homes: &'e Homes,
    outcome: Outcome,
    sink: &'e mut Sink,
    uses: &'e Uses,
    kept: &'e HashSet<ValueId>,
    needed: &'e HashSet<TangentId>,
    /// What the positions' locals hold.
    held: HashMap<u16, TangentId>,
    tangent_temps: HashMap<TangentId, u16>,
    /// Those among them that are what a position holds, which may be added to later.
    lent: HashSet<TangentId>,
    /// The locals with the factors by which what is lent is to be multiplied.
    factors: HashMap<TangentId, u16>,
    value_temps: HashMap<ValueId, u16>,
    coef_temps: HashMap<CoefId, u16>,
    /// The lanes of elements of independents.
    lane_temps: HashMap<TangentId, u16>,
    /// The values in the locals of components that entered.
    components: HashMap<u16, ValueId>,
    /// The direction whose tangents are computed, where they are unrolled.
    copy: u16,
    locals: Locals,
    next: u16,
    step: usize,
    program: &'e Program<'a>,
    own: ClassId,
    accessed: &'e RefCell<Accessed>,
    lambdas: &'e RefCell<BTreeSet<ClassId>>,
    constants: &'e RefCell<BTreeSet<FieldId>>,
    tangent_calls: &'e TangentCalls,
    /// The type of the result.
    result: String,
    /// The method's parameters.
    parameters: &'e [Parameter],
    /// Where tangents are read.
    useful: &'e Solution<Useful>,
    /// Whether control may go from the block to an exception handler.
    is_covered: bool,
    /// What stands in place of the instruction that comes next.
    replaced: Option<Insn>,
}

/// Emits the block; `starts` receives the position of each instruction's tangent code, `exact`
/// that of the instruction itself.
#[allow(clippy::too_many_arguments)]
pub fn emit<'a>(
    plan: &Plan,
    subject: &Subject<'_, 'a>,
    class: &mut ClassFile<'a>,
    helpers: &Helpers,
    homes: &Homes,
    outcome: Outcome,
    sink: &mut Sink,
    starts: &mut [u32],
    exact: &mut [u32],
) -> std::result::Result<(), AdError> {
    let (code, tangent_calls) = (&subject.primal.code, subject.calls);
    let cfg = &subject.primal.cfg;
    let needed = needed(plan);
    let uses = Uses::count(plan, &needed, homes.width.copies());
    let kept = kept(plan, code, &uses);
    let mut emitter = Emitter {
        plan,
        class,
        helpers,
        homes,
        outcome,
        sink,
        uses: &uses,
        kept: &kept,
        needed: &needed,
        held: HashMap::new(),
        tangent_temps: HashMap::new(),
        lent: HashSet::new(),
        factors: HashMap::new(),
        value_temps: HashMap::new(),
        coef_temps: HashMap::new(),
        lane_temps: HashMap::new(),
        components: HashMap::new(),
        copy: 0,
        locals: Locals::enter(plan),
        next: homes.first_temporary,
        step: 0,
        program: subject.program,
        own: subject.primal.method.class,
        accessed: subject.accessed,
        lambdas: subject.lambdas,
        constants: subject.constants,
        tangent_calls,
        result: subject.primal.signature.result.clone(),
        parameters: &subject.primal.signature.parameters,
        useful: &subject.activity.useful,
        is_covered: cfg.handlers(cfg.block_of(plan.range.start)).next().is_some(),
        replaced: None,
    };
    for (i, (def, _)) in plan.tangents.iter().enumerate() {
        if let TangentDef::Held(home) = def {
            emitter.held.insert(*home, TangentId(i as u32));
        }
    }
    for (i, (def, _)) in plan.values.iter().enumerate() {
        if let ValueDef::Component(slot) = def {
            emitter.components.insert(*slot, ValueId(i as u32));
        }
    }
    for at in plan.range.clone() {
        starts[at] = emitter.sink.insns.len() as u32;
        if at == plan.range.start {
            emitter.spill_stack();
        }
        emitter.save_overwritten(&code.insns[at]);
        emitter.actions(at, false, code)?;
        if homes.tells_end && is_return(&code.insns[at]) {
            emitter.tell_end();
        }
        exact[at] = emitter.sink.insns.len() as u32;
        let insn = match emitter.replaced.take() {
            Some(insn) => insn,
            None => match emitter.lambda(at, subject)? {
                Some(insn) => insn,
                None => emitter.constant(at, subject)?.unwrap_or_else(|| shift(&code.insns[at], homes)),
            },
        };
        emitter.sink.insns.push(insn);
        emitter.locals.execute(at, code, plan);
        emitter.save_result(at, &code.insns[at]);
        emitter.keep_apart(at, subject)?;
        emitter.actions(at, true, code)?;
    }
    if emitter.next == u16::MAX {
        return Err(Error::limit("expected fewer locals").into());
    }
    Ok(())
}

impl<'a> Emitter<'_, 'a> {
    /// Has an array of unknown origin compared with those that the method is passed.
    fn keep_apart(&mut self, at: usize, subject: &Subject<'_, 'a>) -> Result<(), AdError> {
        if let Some(comparison) = Comparison::of(self.homes, subject, at) {
            let local = self.keep_top(Shape::Array);
            let throw = comparison.throw(self.class, self.homes, subject, local)?;
            self.sink.extra_stack = self.sink.extra_stack.max(self.sink.depth + 3);
            self.sink.insns.extend(throw);
        }
        Ok(())
    }

    /// Says that the call ends. What it returns may be the tangent, which lies on the stack by now.
    fn tell_end(&mut self) {
        self.sink.extra_stack = self.sink.extra_stack.max(2 + 4);
        self.sink.push(Insn::Local(Opcode::Aload, self.homes.call), 1);
        self.sink.push(Insn::Op(Opcode::Iconst1), 1);
        self.sink.push(Insn::Op(Opcode::Dconst1), 2);
        self.sink.push(Insn::Op(Opcode::Dastore), -4);
    }

    /// The call that makes the object of a lambda's class, where tangent methods of it are called.
    fn lambda(&mut self, at: usize, subject: &Subject<'_, 'a>) -> Result<Option<Insn>, AdError> {
        let (Insn::InvokeDynamic(_), Some(Call::Method(callee))) =
            (&subject.primal.code.insns[at], &subject.primal.calls[at])
        else {
            return Ok(None);
        };
        let make = callee.targets.bodies.first().copied();
        let Some(make) = make.filter(|make| self.program.is_applied(make.class)) else { return Ok(None) };
        Ok(Some(Insn::Invoke(Opcode::Invokestatic, self.make(make)?)))
    }

    /// The call that gives a function which a constant holds as an object of its lambda's class.
    fn constant(&mut self, at: usize, subject: &Subject<'_, 'a>) -> Result<Option<Insn>, AdError> {
        let Insn::Field(Opcode::Getstatic, index) = &subject.primal.code.insns[at] else { return Ok(None) };
        let pool = &self.program.classes.get(self.own).pool;
        let member = pool.member_ref(*index)?;
        if !self.program.is_function(&member.descriptor) {
            return Ok(None);
        }
        let Some(field) = self.program.field(&member.owner, &member.name, &member.descriptor) else {
            return Ok(None);
        };
        let make = self.program.constant_lambda(field);
        if make.is_none_or(|make| !self.program.is_applied(make.class)) {
            return Ok(None);
        }
        self.constants.borrow_mut().insert(field);
        let reader = constant_reader(self.program, self.class, field)?;
        Ok(Some(Insn::Invoke(Opcode::Invokestatic, reader)))
    }

    /// The method that makes the object of a lambda's class, or another of a class that is made.
    fn make(&mut self, make: MethodId) -> Result<ConstIndex, AdError> {
        self.lambdas.borrow_mut().insert(make.class);
        let made = self.program.classes.get(make.class);
        let method = &made.methods[make.index as usize];
        let (name, descriptor) = (made.pool.utf8(method.name)?, made.pool.utf8(method.descriptor)?);
        let (owner, pool) = (made.name()?, &mut self.class.pool);
        Ok(match made.access & INTERFACE {
            0 => pool.add_method(&owner, &name, &descriptor)?,
            _ => pool.add_interface_method(&owner, &name, &descriptor)?,
        })
    }
}

fn is_return(insn: &Insn) -> bool {
    matches!(insn, Insn::Op(op) if op.mnemonic().ends_with("return"))
}

/// The instruction with its local moved behind the parameters that were added.
pub fn shift(insn: &Insn, homes: &Homes) -> Insn {
    match insn {
        Insn::Local(op, slot) => Insn::Local(*op, homes.primal(*slot as usize)),
        Insn::Iinc(slot, by) => Insn::Iinc(homes.primal(*slot as usize), *by),
        other => other.clone(),
    }
}
