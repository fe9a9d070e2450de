//! Calls of internal tangent methods: their names, and the calls of a method that become one.
//!
//! The internal tangent method of a callee takes the primal's arguments, then the tangents of the
//! active ones in their order, then a `double[]` whose element 0 receives the result's tangent; it
//! returns the primal's result.

use crate::activity::Activity;
use crate::activity::calls::Call;
use crate::activity::varied::pattern;
use crate::program::instance::{CalleeRef, Key, Pattern};
use crate::program::primal::Primal;
use crate::signature::split_descriptor;
use nabla_flow::MethodType;
use std::collections::BTreeMap;

/// A call site whose callee's tangent is needed.
#[derive(Debug, Clone)]
pub struct TangentCall {
    /// The bodies it can reach.
    pub callee: CalleeRef,
    /// Which of its parameters are active.
    pub pattern: Pattern,
}

impl TangentCall {
    /// The instances that must have an internal tangent method.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.callee.targets.bodies.iter().map(|&method| Key { method, pattern: self.pattern.clone() })
    }
}

/// The call sites, by instruction.
pub type TangentCalls = BTreeMap<usize, TangentCall>;

/// The calls of a method whose result has a tangent that is read.
pub fn tangent_calls(primal: &Primal, activity: &Activity) -> TangentCalls {
    let mut found = TangentCalls::new();
    for (at, call) in primal.calls.iter().enumerate() {
        let Some(Call::Method(callee)) = call else { continue };
        let state = |v: &crate::activity::varied::Varied| v.state.clone();
        let (Some(before), Some(after)) =
            (activity.varied.before(at).and_then(state), activity.varied.after(at).and_then(state))
        else {
            continue;
        };
        let Some(result) = after.stack.last() else { continue };
        let depth = after.stack.len() - 1;
        let read = activity.useful.after(at).is_some_and(|u| u.entry(depth));
        let operands = callee.parameters.len() + usize::from(callee.receiver);
        let returns = after.stack.len() + operands > before.stack.len();
        if !returns || !read || !result.has_tangent() {
            continue;
        }
        let operands = &before.stack[before.stack.len() - operands..];
        found.insert(at, TangentCall { callee: callee.clone(), pattern: pattern(callee, operands) });
    }
    found
}

/// The name of the internal tangent method of a method in a pattern.
pub fn internal_name(method: &str, pattern: &Pattern) -> String {
    format!("nabla${method}${}", pattern.text())
}

/// The descriptor of the internal tangent method.
pub fn internal_descriptor(descriptor: &str, pattern: &Pattern) -> String {
    let Some((parameters, result)) = split_descriptor(descriptor) else { return descriptor.to_owned() };
    let tangents: String = pattern.active().map(|i| &*parameters[i]).collect();
    format!("({}{tangents}[D){result}", parameters.concat())
}

/// How many slots a call with this descriptor takes from the stack (without a receiver) and how
/// many it leaves.
pub fn slots(descriptor: &str) -> (i32, i32) {
    let Ok(method) = MethodType::parse(descriptor) else { return (0, 0) };
    let width = |wide: bool| if wide { 2 } else { 1 };
    let taken = method.params.iter().map(|p| width(p.is_wide())).sum();
    (taken, method.result.map_or(0, |r| width(r.is_wide())))
}
