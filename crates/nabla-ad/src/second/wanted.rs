//! A method of which second derivatives are wanted, and the names and types of what they need.

use super::{hess, hvp};
use crate::emit::lanes::assemble::assemble;
use crate::emit::lanes::text::{invoke, load};
use crate::emit::width::Width;
use crate::marker::mark;
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
    /// The parameters that have tangents in `jvp`: those, and arrays that may be taken for one of theirs.
    pub carried: Vec<usize>,
    /// Whether each row of the Hessian has a slope of its own.
    pub rows: bool,
}

/// What is needed to compute a row along a direction.
pub struct Row {
    /// The instructions that push the parameters and the direction.
    pub given: Vec<String>,
    /// Those that push the array.
    pub array: String,
    /// Those that push the number of the first element that is wanted.
    pub first: String,
    /// The local that has the number of elements.
    pub count: u16,
    /// A local for the first element of those that are computed at once.
    pub from: u16,
}

impl Wanted {
    /// What is asked of the second run: gradients of slopes, by the method's own parameters. The row of
    /// an independent needs the derivatives by those before it and by itself.
    pub fn second(&self) -> Vec<Request> {
        let wants = |form| self.request.forms.contains(&form);
        let grad = |slope: String, directions: &str, by: &[usize], row: String, lanes| Request {
            method: slope,
            descriptor: self.slope_descriptor(directions),
            wrt: Wrt::Listed(by.iter().map(usize::to_string).collect()),
            forms: vec![Form::Grad],
            names: vec![(Form::Grad, row)],
            lanes,
        };
        let mut all = Vec::new();
        if self.rows {
            for (k, &i) in self.independents.iter().enumerate() {
                let by = &self.independents[..=k];
                all.push(grad(self.slope_of(i).0, "", by, self.row_of(i), self.request.lanes));
            }
        }
        if !self.rows || wants(Form::Hvp) {
            let lanes = match self.request.lanes {
                _ if self.is_told() => Lanes::Told,
                lanes => lanes,
            };
            let slope = self.request.internal("slope");
            all.push(grad(slope, &self.directions().concat(), &self.independents, self.row(), lanes));
        }
        all
    }

    /// Whether the row along a direction is told which of its elements to compute.
    fn is_told(&self) -> bool {
        !self.rows && (self.request.forms.contains(&Form::Hess) || self.at_once().is_some())
    }

    /// How many elements of a row are computed at once, if not all of them.
    pub fn at_once(&self) -> Option<u16> {
        match self.request.lanes {
            Lanes::AtOnce(lanes) => Some(lanes),
            _ => None,
        }
    }

    /// Adds the method of the form to the class.
    pub fn add(&self, bytes: &[u8], form: Form) -> Result<(Vec<u8>, Derivative), AdError> {
        let mut class = ClassFile::read(bytes)?;
        let own = self.types(&class)?;
        let (types, lines) = match form {
            Form::Hess => hess::body(self, &mut class, own)?,
            _ => hvp::body(self, &mut class, own)?,
        };
        let code = assemble(&mut class, &types, lines.iter())?;
        let method = self.request.name(form, "");
        let parameters: String = types[usize::from(!self.signature.is_static)..].concat();
        let descriptor = format!("({parameters}){}", self.signature.result);
        add_method(&mut class, self.access & 0x000f, &method, &descriptor, &code)?;
        let of = (&*self.request.method, &*self.request.descriptor);
        let marked = mark(&mut class, of, &self.independents)?;
        if let Some(added) = class.methods.last_mut() {
            added.attributes.push(marked);
        }
        let added = class.methods.last().and_then(|m| class.attribute(&m.attributes, "Code"));
        let length = added.and_then(|a| a.bytes.get(4..8)).and_then(|b| b.try_into().ok());
        let derivative = Derivative {
            form,
            wrt: self.independents.iter().map(|&i| self.signature.label(i)).collect(),
            tangents: self.independents.to_vec(),
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

    /// The name and descriptor of the slope by one independent.
    pub fn slope_of(&self, i: usize) -> (String, String) {
        (self.request.internal(&format!("slope{i}")), self.slope_descriptor(""))
    }

    fn slope_descriptor(&self, directions: &str) -> String {
        format!("({}{directions}){}", self.parameters(), Width::One.tangent(&self.signature.result))
    }

    /// The name of the gradient of the slope along a direction: a row of the Hessian, where that is a
    /// unit vector.
    fn row(&self) -> String {
        self.request.internal("row")
    }

    /// The name of the gradient of the slope by one independent.
    fn row_of(&self, i: usize) -> String {
        self.request.internal(&format!("row{i}"))
    }

    /// Leaves the elements of the Hessian times a direction in an array, from the first that is wanted on:
    /// the instructions push the parameters and the direction, the array, and that element's number.
    pub fn row_along(&self, row: &Row, name: &str) -> Vec<String> {
        let Row { given, array, first, count, from } = row;
        let more = if self.is_told() { "II" } else { "" };
        let descriptor =
            self.slope_descriptor(&self.directions().concat()).replace(')', &format!("[D{more})"));
        let call = format!("{}; {}", self.invoke(&self.row(), &descriptor), self.drop_slope());
        let mut lines = Vec::new();
        let Some(lanes) = self.at_once() else {
            lines.extend(given.iter().cloned());
            lines.push(match self.is_told() {
                true => format!("{array}; {first}; iload {count}; {first}; isub; {call}"),
                false => format!("{array}; {call}"),
            });
            return lines;
        };
        lines.push(format!("{first}; istore {from}"));
        lines.push(format!("part{name}:"));
        lines.extend(given.iter().cloned());
        lines.push(format!(
            "{array}; iload {from}; push {lanes}; iload {count}; iload {from}; isub; invokestatic java/lang/Math.min (II)I; {call}"
        ));
        lines.push(format!(
            "iload {from}; push {lanes}; iadd; istore {from}; iload {from}; iload {count}; if_icmplt part{name}"
        ));
        lines
    }

    /// The call that does so along the unit vector of one independent, up to its own element.
    pub fn call_row_of(&self, i: usize) -> String {
        let descriptor = self.slope_descriptor("").replace(')', "[D)");
        format!("{}; {}", self.invoke(&self.row_of(i), &descriptor), self.drop_slope())
    }

    fn drop_slope(&self) -> &'static str {
        if Width::One.tangent(&self.signature.result) == "D" { "pop2" } else { "pop" }
    }

    /// The call of a method of the class that is as static as the primal.
    pub fn invoke(&self, name: &str, descriptor: &str) -> String {
        invoke(self.access, name, descriptor)
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
