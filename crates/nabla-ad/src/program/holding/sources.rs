//! Where the arrays in a method come from: parameters and instructions.

use super::moves::{is_taking_out, moved_rows, passed_on};
use super::references::is_above_arrays;
use crate::activity::fact::ArrayKind;
use crate::program::classes::{Classes, MethodId, STATIC};
use crate::program::entry::entry;
use crate::program::method_code::MethodCode;
use crate::program::solve::needs_too_many_slots;
use nabla_classfile::{Code, ConstantPool, Insn, Opcode};
use nabla_flow::{Edge, Kind, Reference, Solution, State, Value, Values};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where an array comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The parameter with this index, the receiver not counted.
    Parameter(usize),
    /// The instruction that makes it, reads it from a field or gets it from a call.
    At(usize),
}

/// The sources of an array; none for other values.
pub type Sources = Rc<BTreeSet<Source>>;

#[derive(Debug, Clone, Default, PartialEq)]
struct Origin {
    wide: bool,
    sources: Sources,
    /// The rank of the array: [`ANY`] of an object that may be one, and one less for each rank of an array of
    /// such objects; 0 of everything else.
    rank: u8,
}

/// The rank of an object that may be an array.
pub const ANY: u8 = u8::MAX;
/// Arrays of numbers have a lower one.
const MOST: u8 = ANY / 2;

impl Origin {
    /// Whether this may be an array that nothing is known of.
    fn is_unknown(&self) -> bool {
        self.sources.is_empty() && self.rank == ANY
    }

    /// Whether its elements may be arrays that nothing is known of.
    fn holds_unknown(&self) -> bool {
        self.sources.is_empty() && self.rank == ANY - 1
    }
}

impl Value for Origin {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// A method and the sources of what its instructions take.
pub struct Traced<'a> {
    read: Rc<MethodCode<'a>>,
    states: Solution<Option<State<Origin>>>,
    /// The instructions that put rows into an array, and how deep on the stack those and the array are.
    row_stores: OnceCell<Vec<(usize, usize, usize)>>,
    /// The instructions that may take objects out of a collection.
    taking_out: OnceCell<Vec<usize>>,
    /// What locals hold at some time.
    kept: OnceCell<BTreeSet<Source>>,
}

impl<'a> Traced<'a> {
    /// Traces a method; `None` if it has no code that can be followed.
    pub fn new(classes: &Classes<'a>, method: MethodId) -> Option<Traced<'a>> {
        let class = classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let read = classes.method_code(method)?;
        if needs_too_many_slots(&read.code) {
            return None;
        }
        let descriptor = class.pool.utf8(member.descriptor).ok()?;
        let receiver = usize::from(member.access & STATIC == 0);
        let origin = |i: usize, operand: &str, wide| {
            let parameter = i.checked_sub(receiver).filter(|_| may_be_array(operand));
            let sources = Rc::new(parameter.map(Source::Parameter).into_iter().collect());
            Origin { wide, sources, rank: if i < receiver { 0 } else { rank(operand) } }
        };
        let entry = entry(&read.code, &descriptor, receiver == 1, origin)?;
        let states = read.frames(&class.pool, entry, &Trace { pool: &class.pool })?;
        Some(Traced {
            read,
            states,
            row_stores: OnceCell::new(),
            taking_out: OnceCell::new(),
            kept: OnceCell::new(),
        })
    }

    /// Its code.
    pub fn code(&self) -> &Code<'a> {
        &self.read.code
    }

    /// The sources of the operand at this depth below the top.
    pub fn operand(&self, at: usize, depth: usize) -> Sources {
        self.value(at, depth).map(|v| Rc::clone(&v.sources)).unwrap_or_default()
    }

    /// Whether it may be an array of numbers that is passed as an object.
    pub fn is_object(&self, at: usize, depth: usize) -> bool {
        self.rank(at, depth) == ANY
    }

    /// Its rank, if it is an array: the highest that it may have.
    pub fn rank(&self, at: usize, depth: usize) -> u8 {
        self.value(at, depth).map_or(0, |v| v.rank)
    }

    fn value(&self, at: usize, depth: usize) -> Option<&Origin> {
        let state = self.states.before(at).and_then(Option::as_ref)?;
        Some(&state.stack[state.stack.len().checked_sub(depth + 1)?])
    }

    /// The instructions that put rows into an array, and how deep on the stack those and the array are.
    pub fn row_stores(&self, pool: &ConstantPool) -> &[(usize, usize, usize)] {
        self.row_stores.get_or_init(|| {
            let stored = |(at, insn): (usize, &Insn)| {
                let (rows, array) = match insn {
                    Insn::Op(Opcode::Aastore) => (0, 2),
                    _ => moved_rows(pool, self, at)?,
                };
                Some((at, rows, array))
            };
            self.code().insns.iter().enumerate().filter_map(stored).collect()
        })
    }

    /// The instructions that may put what a collection holds into the array that they are given.
    pub fn taking_out(&self, pool: &ConstantPool) -> &[usize] {
        self.taking_out.get_or_init(|| {
            let is_one = |insn: &Insn| match insn {
                Insn::Invoke(_, index) => pool.member_ref(*index).is_ok_and(|m| is_taking_out(&m)),
                _ => false,
            };
            let insns = self.code().insns.iter().enumerate();
            insns.filter(|(_, insn)| is_one(insn)).map(|(at, _)| at).collect()
        })
    }

    /// The sources of the result.
    pub fn results(&self) -> BTreeSet<Source> {
        let returns = self.code().insns.iter().enumerate().filter(|(_, i)| **i == Insn::Op(Opcode::Areturn));
        returns.flat_map(|(at, _)| self.operand(at, 0).iter().copied().collect::<Vec<_>>()).collect()
    }

    /// Whether the result may be an array that was an object among others before.
    pub fn gives_unknown(&self) -> bool {
        let returns = self.code().insns.iter().enumerate().filter(|(_, i)| **i == Insn::Op(Opcode::Areturn));
        returns.into_iter().any(|(at, _)| self.value(at, 0).is_some_and(Origin::is_unknown))
    }

    /// Whether the instruction may be executed twice in one call of the method without the one at `making` in
    /// between, if that is given.
    pub fn repeats(&self, at: usize, making: Option<usize>) -> bool {
        let Some(cfg) = self.read.cfg() else { return true };
        let block = cfg.block_of(at);
        let made_in = making.map(|making| cfg.block_of(making));
        if made_in == Some(block) && making < Some(at) {
            return false;
        }
        let mut seen = BTreeSet::new();
        let mut waiting = vec![block];
        while let Some(from) = waiting.pop() {
            for (next, edge) in cfg.successors(from) {
                // An exception may come before the array is made.
                if Some(from) == made_in && edge == Edge::Normal {
                    continue;
                }
                if next == block {
                    return true;
                }
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        false
    }

    /// The instructions that may take an array from the source: it is on the stack.
    pub fn taking(&self, source: Source) -> impl Iterator<Item = usize> {
        let holds = move |at: &usize| {
            let state = self.states.before(*at).and_then(Option::as_ref);
            state.is_some_and(|state| state.stack.iter().any(|value| value.sources.contains(&source)))
        };
        (0..self.code().insns.len()).filter(holds)
    }

    /// Whether an array that this instruction made before may still be at hand when it makes another.
    pub fn outlives(&self, making: usize) -> bool {
        let Some(state) = self.states.before(making).and_then(Option::as_ref) else { return false };
        let mut values = state.stack.iter().chain(state.locals.iter().flatten());
        values.any(|value| value.sources.contains(&Source::At(making)))
    }

    /// Whether a local holds at some time what this instruction gives.
    pub fn is_kept(&self, source: usize) -> bool {
        let kept = self.kept.get_or_init(|| {
            let insns = self.code().insns.iter().enumerate();
            let stores = insns.filter(|(_, insn)| matches!(insn, Insn::Local(Opcode::Astore, _)));
            stores.flat_map(|(at, _)| self.operand(at, 0).iter().copied().collect::<Vec<_>>()).collect()
        });
        kept.contains(&Source::At(source))
    }
}

fn merge(into: &mut Origin, from: &Origin) -> bool {
    let higher = from.rank > into.rank;
    into.rank = into.rank.max(from.rank);
    if Rc::ptr_eq(&into.sources, &from.sources) || from.sources.is_subset(&into.sources) {
        return higher;
    }
    Rc::make_mut(&mut into.sources).extend(from.sources.iter());
    true
}

struct Trace<'t, 'a> {
    pool: &'t ConstantPool<'a>,
}

impl Values for Trace<'_, '_> {
    type V = Origin;

    fn join(&self, into: &mut Origin, from: &Origin) -> bool {
        merge(into, from)
    }

    fn caught(&self) -> Origin {
        Origin::default()
    }

    fn result(&self, at: usize, insn: &Insn, operands: &[Origin], kind: &Kind) -> Origin {
        let own = || {
            let array = match kind {
                Kind::Reference(Reference::Class(name)) => {
                    let given = matches!(insn, Insn::Invoke(..) | Insn::Field(..));
                    ArrayKind::of(name).is_some() || given && is_above_arrays(&format!("L{name};"))
                }
                // An array among other objects.
                Kind::Reference(Reference::Element) => operands[0].holds_unknown(),
                _ => false,
            };
            Rc::new(array.then_some(Source::At(at)).into_iter().collect())
        };
        let own_rank = match kind {
            Kind::Reference(Reference::Class(name)) => rank(name),
            _ => 0,
        };
        let (sources, rank) = match insn {
            // A row is a part of its array.
            Insn::Op(Opcode::Aaload) => {
                let array = &operands[0];
                (if array.holds_unknown() { own() } else { Rc::clone(&array.sources) }, below(array.rank))
            }
            Insn::Invoke(_, index) => {
                let m = self.pool.member_ref(*index).ok();
                if let (Some(m), Some(given)) = (&m, operands.last())
                    && is_taking_out(m)
                {
                    let mut all = given.clone();
                    if given.rank > 0 {
                        Rc::make_mut(&mut all.sources).insert(Source::At(at));
                    }
                    return all;
                }
                let passed = m.map_or(0, |m| passed_on(&m));
                match operands.get(..passed).and_then(<[_]>::split_first) {
                    Some((first, others)) => {
                        let mut given = first.clone();
                        others.iter().for_each(|other| _ = merge(&mut given, other));
                        (given.sources, given.rank)
                    }
                    None => (own(), own_rank),
                }
            }
            _ => (own(), own_rank),
        };
        Origin { wide: kind.is_wide(), sources, rank }
    }

    fn copy(&self, at: usize, insn: &Insn, value: &Origin) -> Origin {
        let cast = match insn {
            Insn::Type(Opcode::Checkcast, class) => self.pool.class_name(*class).ok(),
            _ => None,
        };
        let mut copy = value.clone();
        if let Some(name) = &cast {
            copy.rank = copy.rank.min(rank(name));
        }
        if let Some(kind) = cast.and_then(|name| ArrayKind::of(&name)) {
            if value.is_unknown() {
                copy.sources = Rc::new(BTreeSet::from([Source::At(at)]));
            }
            copy.rank = kind.rank;
        }
        copy
    }
}

/// The rank of what has this type, a class or a descriptor.
pub fn rank(name: &str) -> u8 {
    if let Some(kind) = ArrayKind::of(name) {
        return kind.rank;
    }
    let element = name.trim_start_matches('[');
    let above = is_above_arrays(element) || is_above_arrays(&format!("L{element};"));
    if above { ANY.saturating_sub((name.len() - element.len()) as u8) } else { 0 }
}

/// The rank of its rows.
pub fn below(rank: u8) -> u8 {
    if rank > MOST { rank.saturating_add(1) } else { rank.saturating_sub(1) }
}

/// Whether a value of this descriptor may be an array of numbers.
fn may_be_array(descriptor: &str) -> bool {
    ArrayKind::of(descriptor).is_some() || is_above_arrays(descriptor)
}
