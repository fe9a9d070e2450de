//! A call that reaches several bodies: which of them are run with their tangents, and what it gives.
//!
//! Where the receiver decides, a body whose result is lost throws in place of its tangent, and the
//! others are followed: one unknown class among many is no reason to refuse all. Its primal must
//! never be run for it where that would make a derivative wrong: where it leaves wrong tangents
//! behind, or where the result is taken for one that depends on nothing.

use crate::program::instance::{Callee, Pattern, ResultLevel, Summary};

/// The summary of the call of bodies with these summaries, beside `start`.
pub fn chosen<'s>(
    callee: &Callee,
    pattern: &Pattern,
    bodies: impl Iterator<Item = &'s Summary>,
    start: Summary,
) -> Summary {
    let (lost, followed): (Vec<&Summary>, Vec<&Summary>) = bodies.partition(|summary| summary.is_lost());
    let throws = callee.targets.dispatched && !lost.is_empty() && !followed.is_empty();
    if !throws || start.result == ResultLevel::Lost {
        return lost.into_iter().chain(followed).fold(start, Summary::join);
    }
    let mut summary = followed.into_iter().fold(start, Summary::join);
    let leaves = |s: &&Summary| s.writes || !s.stores.is_empty() || !pattern.gone.has(s.gone);
    summary.writes |= lost.iter().any(leaves);
    summary.throws = true;
    match callee.result.as_str() {
        // What no tangent goes with may decide and count, and no more.
        "Z" | "B" | "C" | "S" | "I" | "J" => summary.result = ResultLevel::Lost,
        // It is called with its tangents for the exception alone, if for nothing else.
        _ => summary.writes = true,
    }
    summary
}
