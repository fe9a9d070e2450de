//! Exact derivative methods for JVM bytecode.
//!
//! [`differentiate`] takes the bytes of a class and requests, and gives back the class with
//! derivative methods beside the primals, and a report.
#![forbid(unsafe_code)]

pub mod activity;
mod annotation;
mod candidates;
pub mod codes;
mod detached;
mod diagnose;
mod differentiate;
pub mod emit;
mod explain;
mod field;
mod instrument;
mod marker;
mod output;
pub mod program;
mod receiver;
mod report;
mod request;
mod root;
pub mod rules;
mod second;
mod serial;
mod signature;
mod source;

pub use annotation::{
    DerivativeOf, Derives, Differentiable, derivative_of, derives, differentiable, rules_in,
};
pub use candidates::{Candidate, candidates};
pub use detached::{COMPANION, Link, Links, detach, detach_to_nest, differentiate_detached, is_companion};
pub use differentiate::{Input, MadeClass, ProgramReport, differentiate, differentiate_program};
pub use emit::link::unlink;
pub use explain::{ExplainedLine, Explanation, Place, explain_method};
pub use instrument::{Probes, RECORDER, RecordedCall, instrument};
pub use marker::{independents_of, is_derivative_of};
pub use program::lambdas::{Lambda, lambda};
pub use program::library::may_store;
pub use program::synthesize::INFIX as LAMBDA;
pub use report::{CalleePlace, ClassReport, Derivative, Diagnostic, MethodReport, Severity};
pub use request::{Form, Lanes, Request, Wrt};
pub use root::default_forms;
pub use source::{ClassSource, NoClasses};

/// Why no report could be made at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdError {
    /// The class file is damaged.
    Malformed(nabla_classfile::Error),
    /// A fault of this library.
    Bug(String),
}

impl std::fmt::Display for AdError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AdError::Malformed(error) => error.fmt(f),
            AdError::Bug(text) => write!(f, "internal error: {text}"),
        }
    }
}

impl AdError {
    /// Code whose flow cannot be computed: the class file's fault, at a place in it.
    pub(crate) fn flow(error: &nabla_flow::FlowError, code: &nabla_classfile::Code) -> AdError {
        let offset = code.offsets.get(error.insn()).copied().unwrap_or_default();
        AdError::Malformed(nabla_classfile::Error::malformed(error.to_string()).at_offset(offset as usize))
    }

    /// Adds the method to the place, unless known.
    pub(crate) fn in_method(
        self,
        class: &nabla_classfile::ClassFile<'_>,
        method: &nabla_classfile::Member<'_>,
    ) -> AdError {
        match self {
            AdError::Malformed(error) => AdError::Malformed(error.in_method(|| class.method_name(method))),
            AdError::Bug(_) => self,
        }
    }
}

impl std::error::Error for AdError {}

impl From<nabla_classfile::Error> for AdError {
    fn from(error: nabla_classfile::Error) -> AdError {
        AdError::Malformed(error)
    }
}
