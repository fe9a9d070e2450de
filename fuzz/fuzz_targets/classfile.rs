//! Reading and writing, decoding and encoding: never a panic, and an untouched class stays as it was.
#![no_main]

#[path = "../../crates/nabla-classfile/tests/common/exercise.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::exercise(bytes));
