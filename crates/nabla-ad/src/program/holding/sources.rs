//! Where the arrays in a method come from: parameters and instructions.

use crate::activity::fact::ArrayKind;
use crate::program::classes::{Classes, MethodId, STATIC};
use crate::program::solve::needs_too_many_slots;
use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::{Code, ConstantPool, Insn, MemberRef, Opcode};
use nabla_flow::{Analysis, Cfg, Interpreter, Kind, Reference, Solution, State, Value, execute, solve};
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

#[derive(Debug, Clone, PartialEq)]
struct Origin {
    wide: bool,
    sources: Sources,
}

impl Value for Origin {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// A method and the sources of what its instructions take.
pub struct Traced<'a> {
    /// Its code.
    pub code: Code<'a>,
    states: Solution<Option<State<Origin>>>,
}

impl<'a> Traced<'a> {
    /// Traces a method; `None` if it has no code that can be followed.
    pub fn new(classes: &Classes<'a>, method: MethodId) -> Option<Traced<'a>> {
        let class = classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let code = class.code(member).ok()??;
        if needs_too_many_slots(&code) {
            return None;
        }
        let (parameters, _) = split_descriptor(&class.pool.utf8(member.descriptor).ok()?)?;
        let mut entry = State::new(usize::from(code.max_locals));
        let mut slot = usize::from(member.access & STATIC == 0);
        if slot == 1 {
            entry.set_local(0, Origin { wide: false, sources: Sources::default() }).ok()?;
        }
        for (i, parameter) in parameters.iter().enumerate() {
            let array = may_be_array(parameter).then_some(Source::Parameter(i));
            let wide = slots_of(parameter) == 2;
            entry.set_local(slot, Origin { wide, sources: Rc::new(array.into_iter().collect()) }).ok()?;
            slot += usize::from(slots_of(parameter));
        }
        let cfg = Cfg::new(&code).ok()?;
        let states = solve(&cfg, &code, &Trace { pool: &class.pool, code: &code, entry });
        Some(Traced { code, states })
    }

    /// The sources of the operand at this depth below the top.
    pub fn operand(&self, at: usize, depth: usize) -> Sources {
        let state = self.states.before(at).and_then(Option::as_ref);
        let value = state.and_then(|s| s.stack.len().checked_sub(depth + 1).map(|i| &s.stack[i]));
        value.map(|v| Rc::clone(&v.sources)).unwrap_or_default()
    }

    /// The sources of the result.
    pub fn results(&self) -> BTreeSet<Source> {
        let returns = self.code.insns.iter().enumerate().filter(|(_, i)| **i == Insn::Op(Opcode::Areturn));
        returns.flat_map(|(at, _)| self.operand(at, 0).iter().copied().collect::<Vec<_>>()).collect()
    }

    /// Whether a local holds at some time what this instruction gives.
    pub fn is_kept(&self, source: usize) -> bool {
        let stores = |insn: &Insn| matches!(insn, Insn::Local(Opcode::Astore, _));
        let mut insns = self.code.insns.iter().enumerate().filter(|(_, insn)| stores(insn));
        insns.any(|(at, _)| self.operand(at, 0).contains(&Source::At(source)))
    }
}

struct Trace<'t, 'a> {
    pool: &'t ConstantPool<'a>,
    code: &'t Code<'a>,
    entry: State<Origin>,
}

impl Analysis for Trace<'_, '_> {
    type Domain = Option<State<Origin>>;
    const FORWARD: bool = true;

    fn bottom(&self) -> Self::Domain {
        None
    }

    fn boundary(&self) -> Self::Domain {
        Some(self.entry.clone())
    }

    fn join(&self, into: &mut Self::Domain, from: &Self::Domain) -> bool {
        let Some(from) = from else { return false };
        let Some(into) = into else {
            *into = Some(from.clone());
            return true;
        };
        into.join(from, merge)
    }

    fn transfer(&self, at: usize, domain: &mut Self::Domain) {
        let Some(state) = domain else { return };
        let mut step = Step { pool: self.pool };
        if execute(self.pool, at, &self.code.insns[at], state, &mut step).is_err() {
            *domain = None;
        }
    }

    fn exception_edge(&self, domain: &Self::Domain, _handler: usize) -> Self::Domain {
        let mut caught = domain.clone();
        if let Some(state) = &mut caught {
            state.stack = vec![Origin { wide: false, sources: Sources::default() }];
        }
        caught
    }
}

fn merge(into: &mut Origin, from: &Origin) -> bool {
    if Rc::ptr_eq(&into.sources, &from.sources) || from.sources.is_subset(&into.sources) {
        return false;
    }
    Rc::make_mut(&mut into.sources).extend(from.sources.iter());
    true
}

struct Step<'t, 'a> {
    pool: &'t ConstantPool<'a>,
}

impl Interpreter for Step<'_, '_> {
    type V = Origin;

    fn result(&mut self, at: usize, insn: &Insn, operands: &[Origin], kind: Kind) -> Origin {
        let own = || {
            let array = match &kind {
                Kind::Reference(Reference::Class(name)) => {
                    ArrayKind::of(name).is_some()
                        || matches!(insn, Insn::Invoke(..)) && name.as_ref() == "java/lang/Object"
                }
                _ => false,
            };
            Rc::new(array.then_some(Source::At(at)).into_iter().collect())
        };
        let sources = match insn {
            // A row is a part of its array.
            Insn::Op(Opcode::Aaload) => Rc::clone(&operands[0].sources),
            Insn::Invoke(_, index) => match self.pool.member_ref(*index) {
                Ok(m) if gives_what_it_takes(&m) => Rc::clone(&operands[0].sources),
                _ => own(),
            },
            _ => own(),
        };
        Origin { wide: kind.is_wide(), sources }
    }
}

/// Whether a value of this descriptor may be an array of numbers.
fn may_be_array(descriptor: &str) -> bool {
    ArrayKind::of(descriptor).is_some() || descriptor == "Ljava/lang/Object;"
}

/// Whether a method of the JDK gives its first operand, or an array with the same rows.
fn gives_what_it_takes(m: &MemberRef) -> bool {
    m.name.starts_with("requireNonNull") && m.owner == "java/util/Objects"
        || m.name == "clone" && ArrayKind::of(&m.owner).is_some_and(|kind| kind.rank > 1)
}
