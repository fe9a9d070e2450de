//! A method of which second derivatives are wanted, and the names and types of what they need.

use super::{hess, hvp};
use crate::emit::lanes::assemble::assemble;
use crate::emit::lanes::text::{invoke, load};
use crate::emit::width::Width;
use crate::output::add_method;
use crate::report::Derivative;
use crate::signature::{Signature, give};
use crate::{AdError, Form, Lanes, Request, Wrt};
use nabla_classfile::ClassFile;

/// A method of which second derivatives are wanted, after the first run.
pub struct Wanted {
    /// Its place among the requests of its class.
    pub place: usize,
    /// What the user asked for.
    pub request: Request,
    /// The method's parameters and result.
    pub signature: Signature,
    /// Its access flags.
    pub access: u16,
    /// Its independents.
    pub independents: Vec<usize>,
}

impl Wanted {
    /// What is asked of the second run: the gradient of the slope, by the method's own parameters.
    pub fn second(&self) -> Request {
        Request {
            method: self.slope(),
            descriptor: self.slope_descriptor(),
            wrt: Wrt::Listed(self.independents.iter().map(usize::to_string).collect()),
            forms: vec![Form::Grad],
            names: vec![(Form::Grad, self.row())],
            lanes: match self.request.lanes {
                Lanes::AtOnce(_) => Lanes::Chosen,
                lanes => lanes,
            },
        }
    }

    /// Adds the method of the form to the class.
    pub fn add(&self, bytes: &[u8], form: Form) -> Result<(Vec<u8>, Derivative), AdError> {
        let mut class = ClassFile::read(bytes)?;
        let own = self.types(&class)?;
        let (types, lines) = match form {
            Form::Hess => hess::body(self, &mut class, own)?,
            _ => hvp::body(self, &class, own)?,
        };
        let code = assemble(&mut class, &types, lines.iter())?;
        let method = self.request.name(form, "");
        let parameters: String = types[usize::from(!self.signature.is_static)..].concat();
        let descriptor = format!("({parameters}){}", self.signature.result);
        add_method(&mut class, self.access & 0x000f, &method, &descriptor, &code)?;
        let added = class.methods.last().and_then(|m| class.attribute(&m.attributes, "Code"));
        let length = added.and_then(|a| a.bytes.get(4..8)).and_then(|b| b.try_into().ok());
        let derivative = Derivative {
            form,
            wrt: self.independents.iter().map(|&i| self.signature.label(i)).collect(),
            method,
            descriptor,
            is_static: self.signature.is_static,
            code_bytes: length.map_or(0, u32::from_be_bytes),
        };
        Ok((class.write()?, derivative))
    }

    /// The types of the method's parameters in one string.
    pub fn parameters(&self) -> String {
        self.signature.parameters.iter().map(|p| &*p.descriptor).collect()
    }

    /// The types of the independents, which are those of directions.
    pub fn directions(&self) -> Vec<String> {
        let tangent = |&i: &usize| Width::One.tangent(&self.signature.parameters[i].descriptor);
        self.independents.iter().map(tangent).collect()
    }

    /// The receiver's type, if there is one, and those of the parameters.
    fn types(&self, class: &ClassFile) -> Result<Vec<String>, AdError> {
        let mut types = Vec::new();
        if !self.signature.is_static {
            types.push(format!("L{};", class.name()?));
        }
        types.extend(self.signature.parameters.iter().map(|p| p.descriptor.clone()));
        Ok(types)
    }

    /// The name of the slope along a direction.
    fn slope(&self) -> String {
        self.request.internal("slope")
    }

    fn slope_descriptor(&self) -> String {
        let slope = Width::One.tangent(&self.signature.result);
        format!("({}{}){slope}", self.parameters(), self.directions().concat())
    }

    /// The name of the gradient of the slope: a row of the Hessian, where the direction is a unit
    /// vector.
    fn row(&self) -> String {
        self.request.internal("row")
    }

    /// The call that leaves the Hessian times a direction in an array, and drops the slope; the
    /// parameters, the direction and the array are on the stack.
    pub fn call_row(&self, class: &ClassFile) -> Result<String, AdError> {
        let descriptor = self.slope_descriptor().replace(')', "[D)");
        let pop = if Width::One.tangent(&self.signature.result) == "D" { "pop2" } else { "pop" };
        Ok(format!("{}; {pop}", self.invoke(class, &self.row(), &descriptor)?))
    }

    /// The call of a method of the class that is as static as the primal.
    pub fn invoke(&self, class: &ClassFile, name: &str, descriptor: &str) -> Result<String, AdError> {
        invoke(class, self.access, name, descriptor)
    }

    /// Stores the method's result in this local.
    pub fn store(&self, value: u16) -> String {
        match &*self.signature.result {
            "F" => format!("fstore {value}"),
            "D" => format!("dstore {value}"),
            boxed => format!("astore {value} {boxed}"),
        }
    }

    /// Returns the result that was stored in this local.
    pub fn give(&self, value: u16) -> String {
        let result = &self.signature.result;
        format!("{} {value}; {}", load(result), give(result).mnemonic())
    }
}
