//! What a caller asks for: a method, its independents, the forms wanted and their names.

use crate::output::INTERNAL;

/// A form of derivative method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// One method per scalar independent, giving ∂f/∂p.
    Partial,
    /// The directional derivative beside the value.
    Jvp,
    /// The gradient beside the value.
    Grad,
    /// The Jacobian matrix beside the value.
    Jac,
    /// The Jacobian matrix in compressed sparse rows, beside the value.
    Csr,
    /// The gradient and the Hessian matrix beside the value.
    Hess,
    /// The Hessian matrix times a direction, beside the value.
    Hvp,
    /// The method over Hipparchus' `CalculusFieldElement`.
    Field,
    /// The interface of a function that solvers ask for derivatives of any order.
    Structure,
}

impl Form {
    /// All forms, in the order in which they are emitted.
    pub const ALL: &'static [Form] = &[
        Form::Partial,
        Form::Jvp,
        Form::Grad,
        Form::Jac,
        Form::Csr,
        Form::Hess,
        Form::Hvp,
        Form::Field,
        Form::Structure,
    ];

    /// The name used on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Form::Partial => "partial",
            Form::Jvp => "jvp",
            Form::Grad => "grad",
            Form::Jac => "jac",
            Form::Csr => "csr",
            Form::Hess => "hess",
            Form::Hvp => "hvp",
            Form::Field => "field",
            Form::Structure => "structure",
        }
    }

    /// The default template of the generated method's name: `%f` is the primal's name, `%p` the
    /// independent's.
    pub fn default_template(self) -> &'static str {
        match self {
            Form::Partial => "%f_d%p",
            Form::Jvp => "%f_jvp",
            Form::Grad => "%f_grad",
            Form::Jac => "%f_jac",
            Form::Csr => "%f_jac_csr",
            Form::Hess => "%f_hess",
            Form::Hvp => "%f_hvp",
            // Overloads: their parameters are of another type.
            Form::Field | Form::Structure => "%f",
        }
    }
}

impl Request {
    /// Whether the form is wanted, not only needed for another.
    pub(crate) fn wants(&self, form: Form) -> bool {
        self.forms.is_empty() || self.forms.contains(&form)
    }

    /// The forms wanted that are made of derivatives of a derivative.
    pub(crate) fn second_order(&self) -> impl Iterator<Item = Form> + '_ {
        [Form::Hess, Form::Hvp].into_iter().filter(|form| self.forms.contains(form))
    }

    /// The name of a method that users do not call. Requests for one method by different independents
    /// have methods of their own.
    pub(crate) fn internal(&self, what: &str) -> String {
        let mut name = format!("{INTERNAL}{what}${}", self.method);
        if let Wrt::Listed(entries) = &self.wrt {
            for entry in entries {
                name.push('$');
                // A method's name has none of these.
                name.push_str(&entry.replace(['.', ';', '[', '/', '<', '>'], "_"));
            }
        }
        name
    }

    /// The name of the method of a form; `%p` is the independent's name.
    pub fn name(&self, form: Form, parameter: &str) -> String {
        if !self.wants(form) {
            return self.internal(form.name());
        }
        let own = self.names.iter().find(|(f, _)| *f == form);
        let template = own.map_or(form.default_template(), |(_, t)| t);
        template.replace("%f", &self.method).replace("%p", parameter)
    }
}

/// The independents: parameter names or zero-based indices of the Java parameters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Wrt {
    /// Every `double` and `float` parameter.
    #[default]
    All,
    /// These, by name or index, in the order given by the user.
    Listed(Vec<String>),
}

/// How the directions of gradients and Jacobians are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lanes {
    /// A few are unrolled, many are lanes.
    #[default]
    Chosen,
    /// Unrolled, however many there are; lanes where they cannot be.
    Unrolled,
    /// Lanes, however few there are.
    Blocks,
    /// So many lanes at once, in as many runs as it takes.
    AtOnce(u16),
    /// Those that the method is told: its last parameters are the first of them and how many they are.
    Told,
}

/// A request to differentiate one method of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The method's name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The independents.
    pub wrt: Wrt,
    /// The forms wanted; empty: the default for the signature.
    pub forms: Vec<Form>,
    /// Name templates that replace the default ones.
    pub names: Vec<(Form, String)>,
    /// How directions are computed.
    pub lanes: Lanes,
}
