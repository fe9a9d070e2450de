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
pub mod live;
pub mod nodes;
pub mod useful;
pub mod varied;

use crate::program::instance::Pattern;
use crate::program::primal::{Flow, Primal};
use crate::program::solve::Program;
use effects::Effects;
use nabla_flow::Solution;

/// The activity of a method in one pattern.
pub struct Activity {
    /// The pattern.
    pub pattern: Pattern,
    /// What is varied, and what its arrays come to.
    pub flow: Flow,
    /// Where tangents are read.
    pub useful: Solution<useful::Useful>,
}

impl Activity {
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
}
