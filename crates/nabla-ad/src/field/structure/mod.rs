//! The form `structure`: the interfaces by which solvers ask a function for derivatives of any order.
//!
//! A class that implements `UnivariateFunction` also implements `UnivariateDifferentiableFunction`:
//! `value(t)` composes the argument with f, f′, f″ … at its value. f is the user's own method and f′
//! the exact derivative, both as they are on this object; only from the second on do the
//! derivatives come from the code over elements, at a variable of its own of the order wanted. So
//! neither the value nor the slope depends on the library's arithmetic, whose division and powers
//! round differently and are undefined at some points where f is not. The same holds of functions with
//! arrays for results, component by component, and of several arguments, where first derivatives are
//! chained with those of the arguments and the higher ones are what the elements have computed.

pub mod library;
mod text;

use super::Wanted;
use crate::AdError;
use crate::emit::dispatch::{UNKNOWN, check_receiver};
use crate::emit::lanes::assemble::assemble;
use crate::output::Outputs;
use crate::program::classes::{ClassId, INTERFACE};
use crate::program::solve::Program;
use crate::signature::split_descriptor;
use library::{Contract, LIBRARIES, Library};
use nabla_classfile::Attribute;
use std::borrow::Cow;

/// An interface of a library that a class is to implement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Structure {
    /// Whose it is.
    pub library: &'static Library,
    /// What it asks for.
    pub contract: &'static Contract,
}

/// What a method can make its class implement: what the libraries have beside the interfaces that it
/// implements already.
pub fn structures(program: &Program, class: ClassId, method: &str, descriptor: &str) -> Vec<Structure> {
    let Some(contract) = Contract::of(method, descriptor) else { return Vec::new() };
    if program.classes.get(class).access & INTERFACE != 0 {
        return Vec::new();
    }
    let above = program.classes.types_above(class);
    let all = LIBRARIES.iter().map(|library| Structure { library, contract });
    all.filter(|s| contract.interfaces(s.library).iter().any(|name| above.contains(name))).collect()
}

impl Structure {
    /// The descriptor of `value`.
    pub fn descriptor(&self) -> String {
        self.contract.value(self.library)
    }

    /// Makes the class of the method implement the interface; the length of the bytecode. `elements`
    /// is the method over elements, and `first` the name of the method that gives first derivatives.
    ///
    /// # Errors
    ///
    /// A fault of this library.
    pub fn implement<'a>(
        &self,
        outputs: &mut Outputs<'a>,
        elements: &Wanted<'_, 'a>,
        first: &str,
    ) -> Result<u32, AdError> {
        let (program, primal) = (elements.program, elements.primal);
        let id = primal.method.class;
        let class = &mut outputs.of(program, id).class;
        let this = class.name()?.into_owned();
        let text = self.contract.code(self.library, &this, first, &elements.name);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let descriptor = self.descriptor();
        let mut parameters = vec![format!("L{this};")];
        parameters
            .extend(split_descriptor(&descriptor).map(|(parameters, _)| parameters).unwrap_or_default());
        let mut code = assemble(class, &parameters, lines)?;
        let overridable = primal.is_overridable(class);
        if overridable {
            // One that inherits it with another `value` would get the derivatives of this one.
            let check = check_receiver(class, "value", UNKNOWN)?;
            code.labels.iter_mut().for_each(|label| *label += check.len() as u32);
            code.insns.splice(0..0, check);
        }
        let mut attributes = Vec::new();
        if let Some(text) = self.contract.signature(self.library) {
            let (name, text) = (class.pool.add_utf8("Signature")?, class.pool.add_utf8(&text)?);
            attributes.push(Attribute { name, bytes: Cow::Owned(text.0.to_be_bytes().to_vec()) });
        }
        let length = super::append(class, 0x0001, "value", &descriptor, attributes, &code)?;
        let [_, differentiable] = self.contract.interfaces(self.library);
        let interface = class.pool.add_class(&differentiable)?;
        if !class.interfaces.contains(&interface) {
            class.interfaces.push(interface);
        }
        if overridable {
            for below in program.classes.family(&this) {
                let Some(below) = program.classes.find(&below) else { continue };
                if program.classes.resolve(below, "value", self.contract.descriptor) == Some(primal.method) {
                    outputs.of(program, below).answers = true;
                }
            }
        }
        Ok(length)
    }
}
