//! `@Derivative`: the user's own rules among the inputs.

use nabla_classfile::{ClassFile, Member};

use super::Stub;
use super::wanted::{Problem, Wanted};
use crate::classpath::ClassPath;
use crate::engine::{self, ClassSource, DerivativeOf, UserRule, codes};
use crate::inputs::Inputs;
use crate::parameters::{self, STATIC};

const PUBLIC: u16 = 0x0001;

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
pub fn find(class: &ClassFile<'_>, unit: usize, name: &str) -> Vec<OwnRule> {
    let rule = |method: &Member<'_>| {
        let asked = engine::derives(class, method)?;
        let rule = UserRule {
            class: name.to_owned(),
            method: class.pool.utf8(method.name).ok()?.into_owned(),
            descriptor: class.pool.utf8(method.descriptor).ok()?.into_owned(),
            public: method.access & class.access & PUBLIC != 0,
            of: asked.class,
            function: asked.method,
        };
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
        if !own.is_static || (!own.descriptor.is_empty() && own.descriptor != descriptor) {
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
        let subject = format!("{}.{}", rule.of.replace('/', "."), rule.function);
        Wanted { stub, derivative: Err(Problem { code: codes::RULE_FORM, subject }) }
    };
    rules.iter().filter(unfit).map(problem).collect()
}
