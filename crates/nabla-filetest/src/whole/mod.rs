//! Random whole programs: classes with fields, methods, arrays and objects, printed as Java twice.
//!
//! The first printing computes with `double` and is differentiated. The second, the reference,
//! computes with `Dual`: numbers that carry their tangent, immutable, in arrays and fields of
//! their own type, so that whatever aliases in the one aliases in the other ([`java`]). Values
//! must agree bit for bit and tangents to rounding, call after call on the same state.
//!
//! [`shape`] is what a program consists of, [`skeleton`] and [`fields`] draw it, [`expressions`],
//! [`objects`], [`conditions`] and [`statements`] draw the bodies; [`batch`] compiles, differentiates
//! and runs many programs at once, and [`shrink`] makes a failing one smaller.
//!
//! In many programs arrays are in several places before the first call: [`holders`] are the methods
//! that pass them on, [`wiring`] and [`before`] call them, and [`crossings`] make `f` write at one place
//! what it reads at another.

pub mod ast;
pub mod batch;
mod before;
mod conditions;
mod crossings;
mod expressions;
mod fields;
mod holders;
pub mod java;
mod objects;
mod paths;
mod prune;
pub mod random;
mod shape;
pub mod shrink;
mod skeleton;
mod statements;
mod steps;
mod terms;
pub mod visit;
mod wiring;

pub use skeleton::generate;
