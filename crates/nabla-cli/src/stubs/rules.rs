//! `@Derivative`: the user's own rules among the inputs.

use nabla_classfile::{ClassFile, Member};

use super::Stub;
use super::wanted::{Problem, Wanted};
use crate::classpath::ClassPath;
use crate::engine::{self, ClassSource, DerivativeOf, UserRule, codes};
use crate::inputs::Inputs;
use crate::parameters::{self, STATIC};
use crate::rules_file::{expected, shown};

/// A method annotated `@Derivative`.
#[derive(Debug, Clone)]
pub struct OwnRule {
    /// What the engine is told.
    pub rule: UserRule,
    /// The function's descriptor as the annotation gives it, or nothing.
    descriptor: String,
    /// The number of its class among the units.
    unit: usize,
    is_static: bool,
    line: Option<u16>,
}

/// The rules in a class.
pub fn find(class: &ClassFile<'_>, unit: usize) -> Vec<OwnRule> {
    let rule = |method: &Member<'_>| {
        let asked = engine::derives(class, method)?;
        let rule = UserRule::new(class, method, asked.class, asked.method).ok()?;
        let line = class.code(method).ok().flatten().and_then(|code| code.line_at(0));
        let is_static = method.access & STATIC != 0;
        Some(OwnRule { rule, descriptor: asked.descriptor, unit, is_static, line })
    };
    class.methods.iter().filter_map(rule).collect()
}

/// Those that cannot be the derivative of what they name.
pub fn refused(inputs: &Inputs, class_path: &ClassPath<'_>, rules: &[OwnRule]) -> Vec<Wanted> {
    let unfit = |own: &&OwnRule| {
        let Some(descriptor) = own.rule.function_descriptor() else { return true };
        if !own.is_static
            || own.rule.of.is_empty()
            || (!own.descriptor.is_empty() && own.descriptor != descriptor)
        {
            return true;
        }
        let release = class_path.release(&inputs.units[own.unit]);
        let Some(bytes) = class_path.at(release).class(&own.rule.of) else { return false };
        ClassFile::read(&bytes).is_ok_and(|class| {
            let method = parameters::find(&class, &own.rule.function, &descriptor);
            method.is_none_or(|method| method.access & STATIC == 0)
        })
    };
    let problem = |own: &OwnRule| {
        let OwnRule { rule, unit, is_static, line, .. } = own;
        let stub = Stub {
            unit: *unit,
            class: rule.class.clone(),
            major: 0,
            method: rule.method.clone(),
            descriptor: rule.descriptor.clone(),
            is_static: *is_static,
            line: *line,
            asked: DerivativeOf::default(),
        };
        let subject = rule.shown();
        let help = help(inputs, class_path, own);
        Wanted { stub, derivative: Err(Problem { help, ..Problem::new(codes::RULE_FORM, subject) }) }
    };
    rules.iter().filter(unfit).map(problem).collect()
}

/// What the rule must look like for the methods of that name that can have one, or why there is none.
fn help(inputs: &Inputs, class_path: &ClassPath<'_>, own: &OwnRule) -> Option<String> {
    let OwnRule { rule, unit, descriptor: given, .. } = own;
    let release = class_path.release(&inputs.units[*unit]);
    let bytes = class_path.at(release).class(&rule.of)?;
    let class = ClassFile::read(&bytes).ok()?;
    let named =
        class.methods.iter().filter(|m| class.pool.utf8(m.name).is_ok_and(|name| name == rule.function));
    let named: Vec<&Member<'_>> = named.collect();
    let of = rule.of.replace('/', ".");
    if named.is_empty() {
        return Some(format!("`{of}` has no method `{}`", rule.function));
    }
    let descriptor =
        |m: &&Member<'_>| class.pool.utf8(m.descriptor).ok().map(|descriptor| descriptor.into_owned());
    let functions = named.iter().filter(|m| m.access & STATIC != 0).filter_map(descriptor);
    let functions: Vec<String> = functions.filter(|found| given.is_empty() || given == found).collect();
    if functions.is_empty() && !given.is_empty() {
        return Some(format!("`{of}` has no static method `{}{given}`", rule.function));
    }
    let expected: Vec<String> = functions.iter().filter_map(|f| expected(f)).collect();
    let shown: Vec<String> = expected.iter().map(|e| format!("`{}`", shown(&rule.method, e))).collect();
    match shown.is_empty() {
        true => Some(format!(
            "no method `{}` of `{of}` is static, with parameters of type `double`, `float` or `int` and a result of type `double` or `float`",
            rule.function
        )),
        false => Some(format!("expected {}", shown.join(" or "))),
    }
}
