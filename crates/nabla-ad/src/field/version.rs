//! A method's field version: its name, its descriptor, and which of its values are elements.

use super::algebra::Algebra;
use crate::activity::fact::ArrayKind;
use crate::program::instance::{Carry, Key};
use crate::signature::Signature;

/// A method in one activity pattern, computing with elements.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The method and its pattern.
    pub key: Key,
    /// Whether its result is an element, and not a `double`; an array's elements stand in the pattern.
    pub element_result: bool,
    /// Whether users call it: then it has the method's own parameters and no more.
    pub selected: bool,
}

impl Version {
    /// The types of its parameters.
    pub fn parameters(&self, algebra: &Algebra, parameters: &[String]) -> Vec<String> {
        let own = parameters.iter().zip(&self.key.pattern.parameters);
        let mut types: Vec<String> = own
            .map(|(descriptor, carry)| match carry {
                Carry::Tangent => element_type(algebra, descriptor),
                _ => descriptor.clone(),
            })
            .collect();
        if !self.selected {
            // An element from which constants are made.
            types.push(algebra.reference());
        }
        types
    }

    /// The type of its result.
    pub fn result(&self, algebra: &Algebra, result: &str) -> String {
        match (result, self.key.pattern.array_result) {
            ("D", _) if self.element_result => algebra.reference(),
            (_, Some(array)) => element_type(algebra, &array.descriptor()),
            _ => result.to_owned(),
        }
    }

    /// Its descriptor.
    pub fn descriptor(&self, algebra: &Algebra, parameters: &[String], result: &str) -> String {
        let parameters = self.parameters(algebra, parameters).concat();
        format!("({parameters}){}", self.result(algebra, result))
    }

    /// The descriptor of the version of a method with this signature.
    pub fn descriptor_of(&self, algebra: &Algebra, signature: &Signature) -> String {
        let parameters: Vec<String> = signature.parameters.iter().map(|p| p.descriptor.clone()).collect();
        self.descriptor(algebra, &parameters, &signature.result)
    }

    /// The name by which callers call it in place of the method.
    pub fn internal_name(&self, method: &str) -> String {
        format!("nabla$field${method}${}", self.key.pattern.text())
    }
}

/// The type that takes the place of a `double` or an array of them.
pub fn element_type(algebra: &Algebra, descriptor: &str) -> String {
    match ArrayKind::of(descriptor) {
        Some(array) => "[".repeat(array.rank.into()) + &algebra.reference(),
        None if descriptor == "D" => algebra.reference(),
        None => descriptor.to_owned(),
    }
}
