//! The program around a method: the classes it reaches, the methods it calls, and what a call
//! means for tangents.
//!
//! A callee is analysed once for each activity pattern in which it is called ([`instance`]);
//! `solve` carries summaries of callees to their callers until none changes, so that recursion
//! needs no case of its own.

mod asking;
pub mod callbacks;
pub mod captures;
mod causes;
pub mod classes;
mod cloned;
mod collections;
mod empty;
mod entry;
pub mod fields;
pub mod functions;
pub mod handing;
pub mod holders;
mod holding;
pub mod initial;
pub mod initialisers;
pub mod instance;
mod iterators;
mod kept;
pub mod known;
mod lambda_set;
pub mod lambdas;
pub mod languages;
pub mod lasting;
pub mod library;
pub mod loops;
pub mod made;
mod method_code;
pub mod outside;
mod owned;
mod owner;
mod platform;
pub mod primal;
pub mod printed;
mod quiet;
mod reached;
pub mod reasons;
pub mod records;
mod related;
mod remembering;
mod result_array;
mod selected;
mod selection;
mod sine_and_cosine;
pub mod solve;
pub mod state;
mod stored;
mod straddling;
pub mod synthesize;
pub mod targets;
mod user_rules;
