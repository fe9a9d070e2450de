//! Which values depend on an independent (forward).
//!
//! The lattice of a value is `Inactive < Varied < Lost(origin)`. A lost value depends on an
//! independent through something no tangent can follow: the result of an unknown call, what was
//! read back from an array or field that an active value went into, the bits of a double. Lost
//! values may control, index and print; one that reaches the result is a refusal at its origin.

use super::calls::Call;
use crate::program::instance::{Callee, Callees, Pattern, ResultLevel, Summary};
use crate::rules::Row;
use nabla_classfile::{Code, ConstantPool, Insn, Opcode};
use nabla_flow::{Analysis, Interpreter, Kind, State, Value, execute};
use std::collections::BTreeMap;

/// How a value depends on the independents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Not at all: its tangent is zero.
    Inactive,
    /// By known rules.
    Varied,
    /// By ways that are lost at these instructions.
    Lost(Origins),
}

/// Instructions at which dependence is lost: every one of the first 128 of a method that can lose
/// it, and the earliest of those behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origins {
    first: u128,
    later: u32,
}

impl Origins {
    fn of(at: usize, sites: &[usize]) -> Origins {
        match sites.binary_search(&at) {
            Ok(rank) if rank < 128 => Origins { first: 1 << rank, later: u32::MAX },
            _ => Origins { first: 0, later: at as u32 },
        }
    }

    fn union(self, other: Origins) -> Origins {
        Origins { first: self.first | other.first, later: self.later.min(other.later) }
    }

    /// The instructions, in order.
    pub fn instructions(self, sites: &[usize]) -> impl Iterator<Item = usize> + '_ {
        let early = (0..128).filter(move |rank| self.first >> rank & 1 == 1).map(|rank| sites[rank]);
        early.chain((self.later != u32::MAX).then_some(self.later as usize))
    }
}

/// The instructions of a method that can lose a dependence: calls and stores to the heap.
pub fn losing_sites(code: &Code) -> Vec<usize> {
    let loses = |insn: &Insn| match insn {
        Insn::Invoke(..) | Insn::InvokeDynamic(_) => true,
        Insn::Field(op, _) => matches!(op, Opcode::Putfield | Opcode::Putstatic),
        Insn::Op(op) => op.mnemonic().ends_with("astore"),
        _ => false,
    };
    (0..code.insns.len()).filter(|at| loses(&code.insns[*at])).collect()
}

impl Level {
    /// The least level above both.
    pub fn join(self, other: Level) -> Level {
        match (self, other) {
            (Level::Lost(a), Level::Lost(b)) => Level::Lost(a.union(b)),
            (Level::Lost(a), _) | (_, Level::Lost(a)) => Level::Lost(a),
            (Level::Varied, _) | (_, Level::Varied) => Level::Varied,
            _ => Level::Inactive,
        }
    }

    /// The level of what an instruction at `at` makes of a value that it takes out of reach.
    fn lose(self, at: usize, sites: &[usize]) -> Level {
        match self {
            Level::Inactive => Level::Inactive,
            lost => lost.join(Level::Lost(Origins::of(at, sites))),
        }
    }
}

/// The computational kind of a value, as the rewriter needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `int` and smaller.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// Anything held by reference.
    Reference,
}

impl Shape {
    /// The shape of values with this field descriptor.
    pub fn of(descriptor: &str) -> Shape {
        match descriptor {
            "D" => Shape::Double,
            "F" => Shape::Float,
            "J" => Shape::Long,
            "Z" | "B" | "C" | "S" | "I" => Shape::Int,
            _ => Shape::Reference,
        }
    }
}

impl From<&Kind> for Shape {
    fn from(kind: &Kind) -> Shape {
        match kind {
            Kind::Int => Shape::Int,
            Kind::Long => Shape::Long,
            Kind::Float => Shape::Float,
            Kind::Double => Shape::Double,
            _ => Shape::Reference,
        }
    }
}

/// The abstract value: its shape and level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub shape: Shape,
    /// How it depends on the independents.
    pub level: Level,
    /// Whether it follows an active value in steps: computed from a cast of one to an integer.
    pub stepped: bool,
}

impl Fact {
    /// A value of this shape that depends on no independent.
    pub fn inactive(shape: Shape) -> Fact {
        Fact { shape, level: Level::Inactive, stepped: false }
    }

    /// Whether the value depends on an independent in a way that is not followed.
    pub fn is_lost(&self) -> bool {
        matches!(self.level, Level::Lost(_))
    }

    /// Whether the value has a tangent that may be other than zero.
    pub fn has_tangent(self) -> bool {
        self.level == Level::Varied && matches!(self.shape, Shape::Double | Shape::Float)
    }
}

/// Which parameters of a callee are active, from the operands of a call.
pub fn pattern(callee: &Callee, operands: &[Fact]) -> Pattern {
    Pattern(operands[usize::from(callee.receiver)..].iter().map(|f| f.has_tangent()).collect())
}

impl Value for Fact {
    fn is_wide(&self) -> bool {
        matches!(self.shape, Shape::Long | Shape::Double)
    }
}

/// A part of the heap that an active value went into.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The fields of this name, of any object.
    Field(String),
    /// The elements of arrays that this store instruction's type can write.
    Elements(u8),
    /// Text, which a parser may turn back into numbers.
    Text,
    /// Wherever an unknown callee may have put it.
    Anywhere,
}

/// The state before an instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Varied {
    /// Locals and stack; `None` where control does not come.
    pub state: Option<State<Fact>>,
    /// Where active values went, and the instructions that put them there.
    heap: BTreeMap<Place, Origins>,
}

impl Varied {
    /// Whether an active value went into the heap on some way here.
    pub fn reaches_heap(&self) -> bool {
        !self.heap.is_empty()
    }
}

/// The analysis of one method for one set of independents.
pub struct VariedAnalysis<'a> {
    /// The pool the instructions refer to.
    pub pool: &'a ConstantPool<'a>,
    /// The method.
    pub code: &'a Code<'a>,
    /// The meaning of its calls.
    pub calls: &'a [Option<Call>],
    /// The instructions that can lose a dependence.
    pub sites: &'a [usize],
    /// What the methods of the program give that it calls.
    pub callees: &'a dyn Callees,
    /// The locals at entry.
    pub entry: State<Fact>,
}

impl Analysis for VariedAnalysis<'_> {
    type Domain = Varied;
    const FORWARD: bool = true;

    fn bottom(&self) -> Varied {
        Varied { state: None, heap: BTreeMap::new() }
    }

    fn boundary(&self) -> Varied {
        Varied { state: Some(self.entry.clone()), heap: BTreeMap::new() }
    }

    fn join(&self, into: &mut Varied, from: &Varied) -> bool {
        let mut changed = false;
        for (place, &origin) in &from.heap {
            let before = into.heap.get(place).copied();
            let joined = before.map_or(origin, |o| o.union(origin));
            changed |= before != Some(joined);
            into.heap.insert(place.clone(), joined);
        }
        let Some(source) = &from.state else { return changed };
        let Some(target) = &mut into.state else {
            into.state = Some(source.clone());
            return true;
        };
        for (a, b) in target.locals.iter_mut().zip(&source.locals) {
            let joined = match (*a, *b) {
                (Some(x), Some(y)) if x.shape == y.shape => Some(Fact {
                    shape: x.shape,
                    level: x.level.join(y.level),
                    stepped: x.stepped | y.stepped,
                }),
                _ => None,
            };
            changed |= *a != joined;
            *a = joined;
        }
        for (a, b) in target.stack.iter_mut().zip(&source.stack) {
            let joined = Fact { level: a.level.join(b.level), stepped: a.stepped | b.stepped, ..*a };
            changed |= *a != joined;
            *a = joined;
        }
        changed
    }

    fn transfer(&self, at: usize, domain: &mut Varied) {
        let Some(state) = &mut domain.state else { return };
        let mut step = Step { analysis: self, heap: &mut domain.heap };
        if execute(self.pool, at, &self.code.insns[at], state, &mut step).is_err() {
            // The verifier rejects such code; nothing after it is analysed.
            domain.state = None;
        }
    }

    fn exception_edge(&self, domain: &Varied, _handler: usize) -> Varied {
        let mut caught = domain.clone();
        if let Some(state) = &mut caught.state {
            state.stack = vec![Fact::inactive(Shape::Reference)];
        }
        caught
    }
}

struct Step<'a, 'b> {
    analysis: &'b VariedAnalysis<'a>,
    heap: &'b mut BTreeMap<Place, Origins>,
}

impl Step<'_, '_> {
    fn put(&mut self, place: Place, level: Level, at: usize) {
        if let Level::Lost(origin) = level.lose(at, self.analysis.sites) {
            let slot = self.heap.entry(place).or_insert(origin);
            *slot = slot.union(origin);
        }
    }

    fn get(&self, place: &Place) -> Level {
        let here = self.heap.get(place).map_or(Level::Inactive, |&o| Level::Lost(o));
        let anywhere = self.heap.get(&Place::Anywhere).map_or(Level::Inactive, |&o| Level::Lost(o));
        here.join(anywhere)
    }

    fn field(&self, insn: &Insn) -> Place {
        let Insn::Field(_, index) = insn else { return Place::Anywhere };
        let name = self.analysis.pool.member_ref(*index).map(|m| m.name.into_owned());
        name.map_or(Place::Anywhere, Place::Field)
    }

    /// Whether the result is a cast of an active value or computed from one. What a comparison or
    /// an index decides is control, not computation.
    fn stepped(&self, at: usize, insn: &Insn, operands: &[Fact]) -> bool {
        let active = operands.iter().any(|f| f.level != Level::Inactive);
        let passed = operands.iter().any(|f| f.stepped);
        match (insn, &self.analysis.calls[at]) {
            (_, Some(Call::Rule(rule, _))) => (rule.lossy && active) || passed,
            (_, Some(Call::Method(callee))) => passed || self.summary(callee, operands).stepped,
            (Insn::Op(Opcode::D2i | Opcode::D2l | Opcode::F2i | Opcode::F2l), _) => active || passed,
            (Insn::Op(op), _) => {
                passed && !op.mnemonic().ends_with("aload") && !op.mnemonic().contains("cmp")
            }
            _ => passed,
        }
    }

    /// The summary of a callee for the arguments that are active.
    fn summary(&self, callee: &Callee, operands: &[Fact]) -> Summary {
        let pattern = pattern(callee, operands);
        if pattern.is_inactive() {
            Summary::default()
        } else {
            self.analysis.callees.summary(callee, &pattern)
        }
    }

    /// The level of a call's result; what it may do to the heap is recorded.
    fn call(&mut self, at: usize, operands: &[Fact]) -> Level {
        let joined = operands.iter().fold(Level::Inactive, |l, f| l.join(f.level));
        match &self.analysis.calls[at] {
            Some(Call::Sink) => Level::Inactive,
            Some(Call::Text) => {
                self.put(Place::Text, joined, at);
                joined.lose(at, self.analysis.sites)
            }
            Some(Call::Rule(rule, _)) => match rule.row {
                Row::Zero | Row::Text => Level::Inactive,
                Row::Lost if operands.iter().any(|f| f.shape == Shape::Reference) => {
                    joined.lose(at, self.analysis.sites).join(self.get(&Place::Text))
                }
                Row::Lost => joined.lose(at, self.analysis.sites),
                _ => joined,
            },
            Some(Call::Method(callee)) if self.heap.is_empty() && !operands.iter().any(Fact::is_lost) => {
                let summary = self.summary(callee, operands);
                if summary.heap {
                    self.put(Place::Anywhere, Level::Varied, at);
                }
                match summary.result {
                    ResultLevel::Inactive => Level::Inactive,
                    ResultLevel::Varied => Level::Varied,
                    ResultLevel::Lost => Level::Varied.lose(at, self.analysis.sites),
                }
            }
            Some(Call::Method(_) | Call::Opaque) | None => {
                self.put(Place::Anywhere, joined, at);
                // A callee can read whatever an active value went into before.
                let seen = self.heap.values().fold(Level::Inactive, |l, &o| l.join(Level::Lost(o)));
                joined.lose(at, self.analysis.sites).join(seen)
            }
        }
    }
}

impl Interpreter for Step<'_, '_> {
    type V = Fact;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[Fact], kind: Kind) -> Fact {
        let shape = Shape::from(&kind);
        let joined = || operands.iter().fold(Level::Inactive, |l, f| l.join(f.level));
        let level = match insn {
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => self.call(at, operands),
            Insn::Field(..) => {
                let place = self.field(insn);
                self.get(&place).join(joined())
            }
            Insn::Op(op) => match op {
                Opcode::Daload
                | Opcode::Faload
                | Opcode::Aaload
                | Opcode::Iaload
                | Opcode::Laload
                | Opcode::Baload
                | Opcode::Caload
                | Opcode::Saload => {
                    // An index chooses an element; it does not vary with it.
                    self.get(&elements(*op)).join(operands[0].level)
                }
                Opcode::Dcmpl
                | Opcode::Dcmpg
                | Opcode::Fcmpl
                | Opcode::Fcmpg
                | Opcode::Lcmp
                | Opcode::D2i
                | Opcode::D2l
                | Opcode::F2i
                | Opcode::F2l
                | Opcode::Arraylength => Level::Inactive,
                _ => joined(),
            },
            Insn::Type(Opcode::Instanceof, _) => Level::Inactive,
            Insn::Type(Opcode::Checkcast, _) | Insn::Iinc(..) => joined(),
            _ => Level::Inactive,
        };
        Fact { shape, level, stepped: self.stepped(at, insn, operands) }
    }

    fn consume(&mut self, at: usize, insn: &Insn, operands: &[Fact]) {
        match insn {
            Insn::Field(..) => {
                let place = self.field(insn);
                let level = operands.last().map_or(Level::Inactive, |f| f.level);
                self.put(place, level, at);
            }
            Insn::Op(
                op @ (Opcode::Dastore
                | Opcode::Fastore
                | Opcode::Aastore
                | Opcode::Iastore
                | Opcode::Lastore
                | Opcode::Bastore
                | Opcode::Castore
                | Opcode::Sastore),
            ) => self.put(elements(*op), operands[2].level, at),
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                self.call(at, operands);
            }
            _ => {}
        }
    }
}

/// Loads and stores of one element type share a place.
fn elements(op: Opcode) -> Place {
    Place::Elements(match op {
        Opcode::Daload | Opcode::Dastore => b'D',
        Opcode::Faload | Opcode::Fastore => b'F',
        Opcode::Aaload | Opcode::Aastore => b'A',
        Opcode::Laload | Opcode::Lastore => b'J',
        _ => b'I',
    })
}
