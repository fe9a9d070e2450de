//! Which of the user's rules the derivatives of a run call.

use nabla_classfile::{ClassFile, ConstIndex, Constant};

use crate::engine::UserRule;
use crate::pipeline::{Payload, Run};

/// The rules that code of a run calls: where a derivative is wrong, they are what the user can look at.
pub fn of(run: &Run) -> Vec<&UserRule> {
    let bytes = run.classes.iter().filter_map(|class| match &class.payload {
        Some(Payload::Bytes(bytes)) => ClassFile::read(bytes).ok(),
        _ => None,
    });
    let classes: Vec<ClassFile<'_>> = bytes.collect();
    run.rules.iter().filter(|rule| classes.iter().any(|class| calls(class, rule))).collect()
}

/// Whether a class names the method of a rule among those that it calls.
fn calls(class: &ClassFile<'_>, rule: &UserRule) -> bool {
    (1..class.pool.len()).map(ConstIndex).any(|index| {
        let method =
            matches!(class.pool.get(index), Ok(Constant::Method { .. } | Constant::InterfaceMethod { .. }));
        method
            && class.pool.member_ref(index).is_ok_and(|member| {
                (&*member.owner, &*member.name) == (&*rule.class, &*rule.method)
                    && member.descriptor == *rule.descriptor
            })
    })
}

/// What to do about a wrong derivative: to look at the rule of the call that was located, or at all rules
/// that may take part; `None` where no rule of the user's does.
pub fn advice(rules: &[&UserRule], located: &str) -> Option<String> {
    let found = |rule: &&&UserRule| located.contains(&format!(": calls {}; ", rule.shown()));
    let told = |rule: &UserRule| {
        format!("`{}.{}`, the derivative of `{}`", rule.class.replace('/', "."), rule.method, rule.shown())
    };
    if let Some(rule) = rules.iter().find(found) {
        return Some(format!("look at your own rule {}", told(rule)));
    }
    // What is located elsewhere is no rule's, unless a function stands between.
    let elsewhere = located.contains(": calls ") && !located.contains(": calls java.util.function.");
    if rules.is_empty() || elsewhere && !located.starts_with("it ") {
        return None;
    }
    let names: Vec<String> = rules.iter().map(|rule| told(rule)).collect();
    let hint = if located.is_empty() { "; `verify --locate` tells the call that is wrong" } else { "" };
    Some(format!("look at your own rules first: {}{hint}", names.join("; ")))
}
