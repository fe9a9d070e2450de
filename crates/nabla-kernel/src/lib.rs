//! Kernels: what a JVM that runs asks of the engine. A kernel is a class for one implementation
//! method, with a field for each value that a lambda captured; it implements an interface of the JDK
//! by the derivative of that method.
//!
//! A request and its answer are bytes ([`wire`]), so that the JNI library and a subprocess can carry
//! them alike. While it works, the engine asks for the bytes of classes.
#![forbid(unsafe_code)]

mod answer;
mod assemble;
mod effects;
mod exchange;
mod functions;
mod kernel;
mod platform;
mod prepared;
mod request;
mod rules;
pub mod wire;
mod workers;

pub use exchange::{Classes, answer};
pub use wire::PROTOCOL;
pub use workers::end;
