//! What every analysis of a method stands on: its control-flow graph ([`Cfg`]), the abstract
//! machine ([`execute`]), the types at each instruction ([`Types`]) and one fixpoint engine
//! ([`solve`]), with a short way for analyses that ask what instructions give ([`frames`]).
#![forbid(unsafe_code)]

mod cfg;
mod descriptor;
mod dot;
mod engine;
mod error;
mod frames;
mod infer;
mod locals;
mod machine;
mod operation;
mod shuffle;
mod state;
mod types;
mod typing;
mod vtype;

pub use cfg::{Block, BlockId, Cfg, Edge, Targets, only_before, targets};
pub use descriptor::{DescriptorError, FieldType, Kind, MethodType, Reference};
pub use engine::{Analysis, Solution, solve, solve_at};
pub use error::{FlowError, Result};
pub use frames::{Values, frames};
pub use locals::Locals;
pub use machine::{Interpreter, execute};
pub use operation::Operation;
pub use state::{State, Value};
pub use types::{TypeState, Types};
pub use vtype::VType;
