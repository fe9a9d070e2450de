//! Activity: which values depend on an independent and reach a dependent.
//!
//! Two analyses on one engine. `varied` goes forward and says, for every stack entry and local
//! before every instruction, whether its value depends on an independent, and whether the way of
//! that dependence was lost. `useful` goes backward *over the varied values only* and says where
//! a tangent may still be read: exactly the places that must have one.

pub mod calls;
pub mod useful;
pub mod varied;

use nabla_flow::Solution;

/// The activity of a method for one set of independents.
pub struct Activity {
    /// What is varied.
    pub varied: Solution<varied::Varied>,
    /// Where tangents are read.
    pub useful: Solution<useful::Useful>,
}
