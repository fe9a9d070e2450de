//! Differentiation of everything that can be: never a panic, never a fault of ours.
#![no_main]

#[path = "../../crates/nabla-ad/tests/common/exercise.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::exercise(bytes));
