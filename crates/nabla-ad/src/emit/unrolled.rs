//! Which calls a method may make whose directions are unrolled: those of bodies that can be unrolled, too.
//!
//! The tangent method of such a body is given a number for each direction in place of each tangent, and
//! leaves as many in the array for the result's.

use super::calls::{TangentCall, TangentCalls, fits, tangent_calls};
use super::functions::Applied;
use super::helpers::Helpers;
use super::homes::Homes;
use super::kind::Kind;
use super::method::reserve;
use super::parameters::parameters;
use super::place::has_numbers_alone;
use super::plans::plans;
use super::subject::Subject;
use super::width::Width;
use crate::AdError;
use crate::program::instance::{Key, ResultLevel};
use crate::signature::number_of;
use std::collections::HashSet;

/// Whether all bodies that the calls of the method reach can be unrolled.
pub fn calls_can_be_unrolled(subject: &Subject, helpers: &mut Helpers) -> Result<bool, AdError> {
    let mut seen = HashSet::new();
    bodies_can_be(subject, subject.calls, subject.unrolled(), helpers, &mut seen)
}

fn bodies_can_be(
    subject: &Subject,
    calls: &TangentCalls,
    width: Width,
    helpers: &mut Helpers,
    seen: &mut HashSet<Key>,
) -> Result<bool, AdError> {
    for call in calls.values() {
        let Some(key) = only_body(call, width) else { return Ok(false) };
        if seen.insert(key.clone()) && !body_can_be(subject, &key, width, helpers, seen)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The instance that the call reaches, whatever its receiver, if there is one alone.
fn only_body(call: &TangentCall, width: Width) -> Option<Key> {
    let targets = &call.callee.targets;
    let [body] = call.bodies[..] else { return None };
    let one = !targets.dispatched && targets.open.is_none() && targets.resolved == Some(body);
    let plain = one && Applied::of(call, width).is_none();
    plain.then(|| Key { method: body, pattern: call.pattern.clone() })
}

/// Whether the body takes and gives numbers, changes nothing else that has a tangent, and calls what is so.
fn body_can_be(
    subject: &Subject,
    key: &Key,
    width: Width,
    helpers: &mut Helpers,
    seen: &mut HashSet<Key>,
) -> Result<bool, AdError> {
    let (program, pattern) = (subject.program, &key.pattern);
    let Some(primal) = program.primal(key.method)? else { return Ok(false) };
    let signature = &primal.signature;
    let doubles = pattern.active().all(|i| signature.parameters[i].descriptor == "D");
    if primal.is_constructor || !doubles || number_of(&signature.result).is_none() || pattern.unread {
        return Ok(false);
    }
    let summary = program.settle(key)?;
    if program.is_given_up(key) || summary.result == ResultLevel::Lost || summary.writes {
        return Ok(false);
    }
    let activity = program.activity(&primal, pattern);
    let calls = tangent_calls(program, &primal, &activity);
    let kind = Kind::Internal(width);
    let body =
        Subject { primal: &primal, activity: &activity, calls: &calls, kind, independents: &[], ..*subject };
    // The name matters to constructors alone.
    if !fits(&kind.descriptor("", signature, pattern, &[]), signature.is_static) || body.uses_fields() {
        return Ok(false);
    }
    let mut homes = Homes::new(signature.parameter_slots, width);
    parameters(&mut homes, &mut Vec::new(), &body);
    homes.first_temporary = primal.code.max_locals + homes.added_slots;
    reserve(&mut homes, &body);
    let alone = plans(&body, helpers, &homes)?.values().all(has_numbers_alone);
    Ok(alone && bodies_can_be(subject, &calls, width, helpers, seen)?)
}
