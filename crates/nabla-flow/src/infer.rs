//! Type inference for methods without frames, as an [`Analysis`].

use std::cell::RefCell;

use nabla_classfile::Code;

use crate::cfg::Cfg;
use crate::engine::{Analysis, solve};
use crate::error::{FlowError, Result};
use crate::machine::execute;
use crate::state::State;
use crate::typing::Typing;
use crate::vtype::VType;

/// Infers the types of the reachable instructions and hands them to `record` in code order.
pub(crate) fn infer<'a>(
    cfg: &Cfg,
    code: &Code<'a>,
    typing: Typing<'_, 'a>,
    entry: State<VType>,
    mut record: impl FnMut(usize, &State<VType>) -> Result<()>,
) -> Result<()> {
    let inference = Inference { code, typing: RefCell::new(typing), entry, error: RefCell::new(None) };
    let solution = solve(cfg, code, &inference);
    if let Some(error) = inference.error.into_inner() {
        return Err(error);
    }
    for at in 0..code.insns.len() {
        if let Some(Some(state)) = solution.before(at) {
            record(at, state)?;
        }
    }
    Ok(())
}

/// The lattice: `None` is below all states; states join value by value.
struct Inference<'i, 'c, 'a> {
    code: &'i Code<'a>,
    typing: RefCell<Typing<'c, 'a>>,
    entry: State<VType>,
    /// The engine knows no errors: the first is kept here and the state becomes `None`, which
    /// brings the search to an end.
    error: RefCell<Option<FlowError>>,
}

impl Inference<'_, '_, '_> {
    fn fail(&self, error: FlowError) {
        self.error.borrow_mut().get_or_insert(error);
    }
}

impl Analysis for Inference<'_, '_, '_> {
    type Domain = Option<State<VType>>;
    const FORWARD: bool = true;

    fn bottom(&self) -> Self::Domain {
        None
    }

    fn boundary(&self) -> Self::Domain {
        Some(self.entry.clone())
    }

    fn join(&self, into: &mut Self::Domain, from: &Self::Domain) -> bool {
        match (into.as_mut(), from) {
            (_, None) => false,
            (None, Some(_)) => {
                *into = from.clone();
                true
            }
            (Some(into), Some(from)) if into.stack.len() != from.stack.len() => {
                let (one, other) = (into.stack.len(), from.stack.len());
                self.fail(FlowError::malformed(
                    0,
                    format!("paths meet with {one} and {other} values on the stack"),
                ));
                false
            }
            (Some(into), Some(from)) => join(into, from),
        }
    }

    fn transfer(&self, insn: usize, state: &mut Self::Domain) {
        let Some(known) = state else { return };
        let mut typing = self.typing.borrow_mut();
        let pool = &typing.class.pool;
        if let Err(error) = execute(pool, insn, &self.code.insns[insn], known, &mut *typing) {
            self.fail(error);
            *state = None;
        }
    }

    fn exception_edge(&self, state: &Self::Domain, handler: usize) -> Self::Domain {
        let state = state.as_ref()?;
        let caught = match self.code.handlers[handler].catch_type {
            None => VType::object("java/lang/Throwable"),
            Some(class) => match self.typing.borrow_mut().name(0, class) {
                Ok(name) => VType::Object(name),
                Err(error) => {
                    self.fail(error);
                    return None;
                }
            },
        };
        Some(State { locals: state.locals.clone(), stack: vec![caught] })
    }
}

/// Joins value by value; whether `into` changed.
fn join(into: &mut State<VType>, from: &State<VType>) -> bool {
    let mut changed = false;
    for (into, from) in into.locals.iter_mut().zip(from.locals.iter()) {
        let joined = match (&*into, from) {
            (Some(one), Some(other)) => Some(join_types(one, other)).filter(|ty| *ty != VType::Top),
            _ => None,
        };
        changed |= *into != joined;
        *into = joined;
    }
    for (into, from) in into.stack.iter_mut().zip(&from.stack) {
        let joined = join_types(into, from);
        changed |= *into != joined;
        *into = joined;
    }
    changed
}

/// The least type above both, among those that need no class hierarchy.
fn join_types(one: &VType, other: &VType) -> VType {
    match (one, other) {
        _ if one == other => one.clone(),
        (VType::Null, VType::Object(_)) => other.clone(),
        (VType::Object(_), VType::Null) => one.clone(),
        (VType::Object(_), VType::Object(_)) => VType::object("java/lang/Object"),
        _ => VType::Top,
    }
}
