//! Calls of internal tangent methods: their names, and the calls of a method that become one.
//!
//! The internal tangent method of a callee takes the primal's arguments, then the tangents of the
//! active ones in their order, then a `double[]` whose element 0 receives the result's tangent; it
//! returns the primal's result. The `double[]` is new for every call of a method that users call,
//! and so tells objects of this call from those of another.

use crate::activity::Activity;
use crate::activity::calls::Call;
use crate::activity::effects::Effect;
use crate::emit::width::Width;
use crate::program::classes::MethodId;
use crate::program::instance::{CalleeRef, Carry, Key, Pattern, ResultLevel, World};
use crate::program::primal::Primal;
use crate::program::solve::Program;
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
    /// All bodies, those of lambdas included.
    pub bodies: Vec<MethodId>,
}

impl TangentCall {
    /// The instances that must have an internal tangent method.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.bodies.iter().map(|&method| Key { method, pattern: self.pattern.clone() })
    }
}

/// The call sites, by instruction.
pub type TangentCalls = BTreeMap<usize, TangentCall>;

/// The calls of a method that have an effect on active arrays and fields, or a result whose
/// tangent is read.
pub fn tangent_calls<'a>(program: &Program<'a>, primal: &Primal<'a>, activity: &Activity) -> TangentCalls {
    let mut found = TangentCalls::new();
    let effects = activity.effects(program, primal);
    for (at, call) in activity.flow.calls.iter().enumerate() {
        let Some(Call::Method(_)) = call else { continue };
        let Some((callee, receiver, mut pattern)) = effects.call(at) else { continue };
        let result = || {
            let after = activity.flow.varied.after(at)?.state.as_ref()?;
            let depth = after.stack.len().checked_sub(1)?;
            let read = activity.useful.after(at)?.entry(depth);
            (callee.result != "V" && read && after.stack[depth].has_tangent()).then_some(())
        };
        if result().is_some() || matches!(effects.at(at), Some(Effect::Call(..))) {
            let summary = program.summary(&callee, receiver, &pattern);
            pattern.unread = summary.result == ResultLevel::Lost && !summary.throws;
            let bodies = program.bodies(&callee, receiver);
            found.insert(at, TangentCall { callee, pattern, bodies });
        }
    }
    found
}

/// The name of the internal tangent method of a method in a pattern.
pub fn internal_name(method: &str, pattern: &Pattern) -> String {
    if method == "<init>" {
        return method.to_owned();
    }
    format!("nabla${method}${}", pattern.text())
}

/// The type that keeps the tangent constructors of a class apart from its own.
const MARKER: &str = "Ljava/lang/Void;";

/// The types of the markers of a tangent constructor: they spell the pattern, which cannot stand
/// in its name, three parameters to a marker.
pub fn markers(name: &str, pattern: &Pattern) -> Vec<String> {
    if name != "<init>" {
        return Vec::new();
    }
    // Three carries of four kinds behind a one are at most 255, the most dimensions an array has.
    let chunks = pattern.parameters.chunks(3);
    let spell = |chunk: &[Carry]| chunk.iter().fold(1, |n, c| n * 4 + *c as usize);
    let mut ranks: Vec<usize> = chunks.map(spell).collect();
    for (&i, array) in &pattern.arrays {
        ranks.extend([1 + i, 2 * usize::from(array.rank) + usize::from(array.float)]);
    }
    ranks.push(1 + pattern.gone.rank());
    if pattern.group > 0 {
        // Arrays come by twos, so that this is none of them.
        ranks.push(usize::from(pattern.group));
    }
    ranks.into_iter().map(|rank| "[".repeat(rank) + MARKER).collect()
}

/// The descriptor of the internal tangent method: the arguments, the tangents of the active ones,
/// an array for the tangent of the result, and where an array is the result, an array for
/// its tangent array.
pub fn internal_descriptor(name: &str, descriptor: &str, pattern: &Pattern, width: Width) -> String {
    let Some((parameters, result)) = split_descriptor(descriptor) else { return descriptor.to_owned() };
    let tangent = |i| pattern.tangent(i, &parameters[i], width).repeat(width.copies().into());
    let tangents: String = pattern.active().map(tangent).collect();
    let array = pattern.array_result.map(|array| format!("[{}", width.array(array).descriptor()));
    let (call, array, markers) = (width.call(), array.unwrap_or_default(), markers(name, pattern).concat());
    format!("({}{tangents}{call}{array}{markers}){result}", parameters.concat())
}

/// How many slots a call with this descriptor takes from the stack (without a receiver) and how
/// many it leaves.
pub fn slots(descriptor: &str) -> (i32, i32) {
    let Ok(method) = MethodType::parse(descriptor) else { return (0, 0) };
    let width = |wide: bool| if wide { 2 } else { 1 };
    let taken = method.params.iter().map(|p| width(p.is_wide())).sum();
    (taken, method.result.map_or(0, |r| width(r.is_wide())))
}

/// Whether the JVM can pass so many arguments: 255 slots, the receiver's included.
pub fn fits(descriptor: &str, is_static: bool) -> bool {
    slots(descriptor).0 + i32::from(!is_static) <= 255
}
