//! Calls in a field version: functions of the interface, versions of callees, and code that gets
//! real parts.

use super::algebra::Translation;
use super::body::{Body, Called};
use super::stack::Held;
use super::version::Version;
use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::fact::Fact;
use crate::codes;
use crate::program::classes::MethodId;
use crate::program::instance::{Carry, Key, Pattern, ResultLevel, World};
use crate::rules::Rule;
use nabla_classfile::{Insn, Opcode};

impl Body<'_, '_> {
    /// A call.
    pub(super) fn call(&mut self, at: usize) -> Result<(), AdError> {
        let call = self.activity.flow.calls[at].clone();
        let varied = self.result(at).is_some_and(Fact::has_tangent) && self.has_result(at);
        match call {
            Some(Call::Rule(rule, _)) if varied => self.function(at, rule),
            Some(Call::Array(array)) => self.array_call(at, array),
            Some(Call::Method(_)) => self.method(at),
            // An element is no number that a box could hold.
            Some(Call::Box(_)) if varied => {
                let name = self.called(at);
                self.refuse(at, codes::FIELD_CALL, name);
                Ok(())
            }
            _ => self.unfollowed(at),
        }
    }

    fn has_result(&self, at: usize) -> bool {
        let pool = &self.program.classes.get(self.primal.method.class).pool;
        match &self.primal.code.insns[at] {
            Insn::Invoke(_, index) => pool.member_ref(*index).is_ok_and(|m| !m.descriptor.ends_with(")V")),
            _ => true,
        }
    }

    /// Code that is not followed: it gets numbers, and no array of elements.
    fn unfollowed(&mut self, at: usize) -> Result<(), AdError> {
        let (operands, _) = self.operands(at);
        if operands.iter().any(|fact| self.is_elements(fact)) {
            let name = self.called(at);
            self.refuse(at, codes::FIELD_CALL, name);
            return Ok(());
        }
        self.with_numbers(at)
    }

    /// What a call calls, for messages.
    fn called(&self, at: usize) -> String {
        let pool = &self.program.classes.get(self.primal.method.class).pool;
        match &self.primal.code.insns[at] {
            Insn::Invoke(_, index) => pool
                .member_ref(*index)
                .map(|m| format!("{}.{}", m.owner.replace('/', "."), m.name))
                .unwrap_or_default(),
            Insn::InvokeDynamic(index) => {
                pool.name_and_type(*index).map(|(name, _)| name.into_owned()).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// A function with a rule becomes the method of the interface.
    fn function(&mut self, at: usize, rule: &'static Rule) -> Result<(), AdError> {
        let is_static = matches!(self.primal.code.insns[at], Insn::Invoke(Opcode::Invokestatic, _));
        let translation = self.out.algebra.translate(rule).filter(|_| is_static);
        let held = self.held(at);
        let Some(translation) = translation else {
            let name = self.called(at);
            self.refuse(at, codes::FIELD_FUNCTION, name);
            return Ok(());
        };
        let out = &mut self.out;
        match translation {
            Translation::Unary(name) => {
                out.convert(&held, &[Held::Element])?;
                out.operate(name, "")?;
            }
            Translation::Binary(name, true) if held == [Held::Element, Held::Double] => {
                out.operate(name, "D")?;
            }
            Translation::Binary(name, _) => {
                out.convert(&held, &[Held::Element; 2])?;
                out.operate(name, "E")?;
            }
            Translation::Power if held == [Held::Element, Held::Double] => out.support("pow", "(ED)E")?,
            Translation::Power => {
                out.convert(&held, &[Held::Element; 2])?;
                out.support("power", "(EE)E")?;
            }
            Translation::Integer(name) => {
                out.convert(&held, &[Held::Element, Held::Int])?;
                out.operate(name, "I")?;
            }
            Translation::Support(name, count) => {
                out.convert(&held, &vec![Held::Element; count])?;
                out.support(name, &format!("({})E", "E".repeat(count)))?;
            }
        }
        self.settle(at, Held::Element)
    }

    /// A method of the program: its version, where an element goes in or comes out.
    fn method(&mut self, at: usize) -> Result<(), AdError> {
        let Some((callee, receiver, pattern)) = self.effects().call(at) else { return self.unfollowed(at) };
        let summary = self.program.summary(&callee, receiver, &pattern);
        let element_result = callee.result == "D" && summary.result == ResultLevel::Varied;
        if pattern.active().next().is_none() && !element_result && pattern.array_result.is_none() {
            return self.unfollowed(at);
        }
        let bodies = self.program.bodies(&callee, receiver);
        // To an interface of the JDK no version can be added.
        let resolved = callee.targets.resolved;
        let (Insn::Invoke(opcode, index), true) =
            (&self.primal.code.insns[at], resolved.is_some() && self.can_be_called(&pattern, &bodies))
        else {
            let name = self.called(at);
            self.refuse(at, codes::FIELD_CALL, name);
            return Ok(());
        };
        if callee.name == "<init>" {
            let name = self.called(at);
            self.refuse(at, codes::FIELD_OBJECT, name);
            return Ok(());
        }
        let held = self.held(at);
        let first = usize::from(callee.receiver);
        let mut wanted = held.clone();
        for (i, carry) in pattern.parameters.iter().enumerate() {
            let double = callee.parameters[i] == "D";
            match carry {
                Carry::Tangent if double => wanted[first + i] = Held::Element,
                _ if double => wanted[first + i] = Held::Double,
                _ => {}
            }
        }
        self.out.convert(&held, &wanted)?;
        self.out.local(Opcode::Aload, self.out.witness);
        let key = |method| Key { method, pattern: pattern.clone() };
        let version = |method| Version { key: key(method), element_result, selected: false };
        let Some(&any) = bodies.first() else { return Ok(()) };
        let member = self.program.classes.get(self.primal.method.class).pool.member_ref(*index)?;
        let name = version(any).internal_name(&callee.name);
        let descriptor = version(any).descriptor(self.out.algebra, &callee.parameters, &callee.result);
        let pool = &mut self.out.class.pool;
        let called = match member.interface {
            true => pool.add_interface_method(&member.owner, &name, &descriptor)?,
            false => pool.add_method(&member.owner, &name, &descriptor)?,
        };
        self.out.insns.push(Insn::Invoke(*opcode, called));
        for &body in &bodies {
            self.callees.push(Called { at, dispatched: callee.targets.dispatched, version: version(body) });
        }
        if let Some(resolved) = resolved.filter(|resolved| !bodies.contains(resolved)) {
            self.missing.push((resolved, name, descriptor));
        }
        match (&*callee.result, element_result) {
            ("D", true) => self.settle(at, Held::Element),
            ("D", false) => self.settle(at, Held::Double),
            _ => Ok(()),
        }
    }

    /// Whether all that a call reaches can have versions: methods of classes, whose arrays of
    /// numbers are passed as such.
    fn can_be_called(&self, pattern: &Pattern, bodies: &[MethodId]) -> bool {
        let lambda = bodies.iter().any(|body| self.program.classes.is_lambda(body.class));
        // A parameter that counts as constant is a number there.
        let numbers = |body: &MethodId| {
            let primal = self.program.primal(*body).ok().flatten();
            let parameters = primal.iter().flat_map(|primal| primal.signature.parameters.iter());
            parameters.zip(&pattern.parameters).any(|(p, carry)| p.inactive && *carry != Carry::Nothing)
        };
        !lambda && !bodies.is_empty() && pattern.arrays.is_empty() && !bodies.iter().any(numbers)
    }
}
