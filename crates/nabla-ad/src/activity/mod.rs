//! Activity: which values depend on an independent and reach a dependent.
//!
//! Two analyses on one engine. `varied` goes forward and says, for every stack entry and local
//! before every instruction, whether its value depends on an independent, and whether the way of
//! that dependence was lost. `useful` goes backward *over the varied values only* and says where
//! a tangent may still be read: exactly the places that must have one.

//! `effects` says which instructions change something that outlives them, and so need their
//! tangents whatever becomes of their result.

pub mod calls;
pub mod effects;
pub mod fact;
pub mod gone;
pub mod live;
pub mod nodes;
pub mod origins;
mod tolerance;
pub mod useful;
pub mod varied;

use crate::program::instance::Pattern;
use crate::program::primal::{Flow, Primal};
use crate::program::solve::Program;
use effects::Effects;
use fact::{Fact, Shape, is_of_any_object};
use nabla_classfile::{Insn, Opcode};
use nabla_flow::{Cfg, Solution, State};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The activity of a method in one pattern.
pub struct Activity {
    /// The pattern.
    pub pattern: Pattern,
    /// What is varied, and what its arrays come to.
    pub flow: Rc<Flow>,
    /// Where tangents are read.
    pub useful: Solution<useful::Useful>,
    /// Whether some place may hold a `Double` or another object where a block starts.
    maybe: OnceCell<bool>,
}

impl Activity {
    /// The activity with these.
    pub fn new(pattern: Pattern, flow: Rc<Flow>, useful: Solution<useful::Useful>) -> Activity {
        Activity { pattern, flow, useful, maybe: OnceCell::new() }
    }

    /// The effects of the method's instructions.
    pub fn effects<'e, 'a>(&'e self, program: &'e Program<'a>, primal: &'e Primal<'a>) -> Effects<'e> {
        Effects {
            pool: &program.classes.get(primal.method.class).pool,
            code: &primal.code,
            calls: &self.flow.calls,
            world: program,
            flow: &self.flow,
            pattern: &self.pattern,
        }
    }

    /// The shape of the boxes that the method returns, if it does: where it returns `null`, their tangent is
    /// zero, and so it is where other bodies of a call return active ones, and this one does not.
    pub fn boxed_result(&self, primal: &Primal) -> Option<Shape> {
        let shapes = || {
            primal.code.insns.iter().enumerate().filter_map(|(at, insn)| {
                let Insn::Op(Opcode::Areturn) = insn else { return None };
                Some(self.flow.varied.before(at)?.state.as_ref()?.stack.last()?.shape)
            })
        };
        let object =
            || is_of_any_object(&primal.signature.result) && shapes().any(|shape| shape == Shape::Reference);
        shapes().find(|shape| shape.content().is_some()).or_else(|| object().then_some(Shape::MaybeDouble))
    }

    /// Whether a place that holds such a value may be one that holds boxes later, and so has a tangent: where
    /// ways join, `null` is a box, and another object may be.
    pub fn may_become_box(&self, cfg: &Cfg, shape: Shape) -> bool {
        let is_maybe = |fact: &Fact| fact.shape == Shape::MaybeDouble;
        let holds_one = |start: usize| {
            let state = self.flow.varied.before(start).and_then(|v| v.state.as_ref());
            state.is_some_and(|s| s.locals.iter().flatten().chain(&s.stack).any(is_maybe))
        };
        match shape {
            Shape::Null => true,
            Shape::Reference => {
                *self.maybe.get_or_init(|| cfg.blocks.iter().any(|block| holds_one(block.range.start)))
            }
            _ => false,
        }
    }

    /// The shape of the boxes that a place may hold which holds `null`, or another object, at an instruction where
    /// a block starts; `Null` if there are none.
    pub fn box_of(&self, cfg: &Cfg, start: usize, place: impl Fn(&State<Fact>) -> Option<Fact>) -> Shape {
        let (mut waiting, mut seen) = (vec![start], BTreeSet::new());
        while let Some(start) = waiting.pop() {
            let state = self.flow.varied.before(start).and_then(|v| v.state.as_ref());
            match state.and_then(&place).map(|fact| fact.shape) {
                Some(shape) if self.may_become_box(cfg, shape) => {
                    if !seen.insert(start) {
                        continue;
                    }
                    let block = cfg.block_of(start);
                    let next = cfg.successors(block).map(|(to, _)| to);
                    let caught = cfg.handlers(block).map(|(handler, _)| handler);
                    waiting.extend(next.chain(caught).map(|to| cfg.block(to).range.start));
                }
                Some(shape) if shape.content().is_some() => return shape,
                _ => {}
            }
        }
        Shape::Null
    }
}
