//! Tangent code: from activity to instructions.
//!
//! `block` executes one basic block on symbols and says which tangents must exist where; `place`
//! decides in which locals they and the primal values they need are held, and emits; `helpers`
//! are the synthetic methods for formulas with a condition; `calls` says which calls go to the
//! tangent method of their callee; `width` says whether a tangent is one number, several (`unrolled`) or `lanes`; `method`
//! puts a derivative method together; `ours` are the exceptions of a derivative itself; `link` has the program make functions that have tangents, and `serialised` keeps what is written of them; `far` encodes one whose jumps are long.

pub mod ahead;
pub mod among;
mod apart;
pub mod arrays;
pub mod block;
pub mod calls;
pub mod captured;
pub mod coef;
pub mod dispatch;
pub mod elsewhere;
pub mod far;
pub mod fields;
pub mod form;
pub mod frames;
pub mod functions;
pub mod helpers;
pub mod homes;
pub mod inherited;
mod kept;
pub mod kind;
pub mod lanes;
pub mod link;
pub mod method;
pub mod ours;
pub mod outline;
pub mod outside;
pub mod parameters;
pub mod place;
pub mod plans;
pub mod reach;
pub mod registry;
pub mod results;
pub mod rows;
pub mod seeds;
mod serialised;
pub mod subject;
pub mod unknown;
pub mod unrolled;
pub mod ways;
pub mod width;
