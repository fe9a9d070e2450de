//! What distinguishes one derivative method from another.

use super::calls::internal_descriptor;
use super::width::Width;
use crate::activity::fact::ArrayKind;
use crate::program::instance::Pattern;
use crate::signature::{Signature, number_of};

/// What distinguishes one derivative method from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// ∂f/∂p, for the parameter with this index.
    Partial(usize),
    /// The directional derivative in the active parameters.
    Jvp,
    /// The same as the result, in place of the primal's: what second derivatives are made of.
    Slope,
    /// The partial derivative for the parameter with this index: what the rows of a Hessian are made of
    /// where a few numbers are the inputs.
    SlopeBy(usize),
    /// All partial derivatives of a number.
    Grad,
    /// All partial derivatives of an array of numbers.
    Jac,
    /// Those that are not zero, row by row.
    Csr,
    /// Those of a number by some of the inputs, which it is told.
    GradPart,
    /// Those of an array of numbers by some of the inputs.
    JacPart,
    /// What callers call in place of the primal.
    Internal(Width),
}

impl Kind {
    /// What the tangents in it are.
    pub fn width(self) -> Width {
        match self {
            Kind::Partial(_) | Kind::Jvp | Kind::Slope | Kind::SlopeBy(_) => Width::One,
            Kind::Grad | Kind::Jac | Kind::Csr | Kind::GradPart | Kind::JacPart => Width::Lanes,
            Kind::Internal(width) => width,
        }
    }

    /// The only independent of the result that is returned in place of the primal's.
    pub fn by_one(self) -> Option<usize> {
        match self {
            Kind::Partial(i) | Kind::SlopeBy(i) => Some(i),
            _ => None,
        }
    }

    /// Whether it is differentiated again, as it is written.
    pub fn is_slope(self) -> bool {
        matches!(self, Kind::Slope | Kind::SlopeBy(_))
    }

    /// What computes some of its columns, if it can be computed so.
    pub fn part(self) -> Option<Kind> {
        match self {
            Kind::Grad => Some(Kind::GradPart),
            Kind::Jac => Some(Kind::JacPart),
            _ => None,
        }
    }

    /// Whether callers call it in place of the primal.
    pub fn is_internal(self) -> bool {
        matches!(self, Kind::Internal(_))
    }

    /// Whether it has all partial derivatives.
    pub fn has_lanes(self) -> bool {
        matches!(self, Kind::Grad | Kind::Jac | Kind::Csr) || self.is_part()
    }

    /// Whether it has those by some of the inputs.
    pub fn is_part(self) -> bool {
        matches!(self, Kind::GradPart | Kind::JacPart)
    }

    /// The parameters whose tangents users give, or callers.
    pub fn given<'p>(
        self,
        pattern: &'p Pattern,
        independents: &'p [usize],
    ) -> impl Iterator<Item = usize> + 'p {
        // What else may be an array of active values has a tangent array of its own: it is differentiated again, by
        // the independents alone.
        pattern.active().filter(move |i| self != Kind::Slope || independents.contains(i))
    }

    /// The descriptor of the derivative method.
    pub fn descriptor(
        self,
        name: &str,
        signature: &Signature,
        pattern: &Pattern,
        independents: &[usize],
    ) -> String {
        let parameters: String = signature.parameters.iter().map(|p| &*p.descriptor).collect();
        let primal = format!("({parameters}){}", signature.result);
        match self {
            Kind::Partial(_) | Kind::SlopeBy(_) => {
                format!("({parameters}){}", Width::One.tangent(&signature.result))
            }
            Kind::Jvp | Kind::Slope => {
                let tangent = |i: usize| Width::One.tangent(&signature.parameters[i].descriptor);
                let tangents: String = self.given(pattern, independents).map(tangent).collect();
                let array = self.result_array(signature).unwrap_or_default();
                let result = match self {
                    Kind::Slope => Width::One.tangent(&signature.result),
                    _ => signature.result.clone(),
                };
                format!("({parameters}{tangents}{array}){result}")
            }
            Kind::Grad => format!("({parameters}[D){}", signature.result),
            Kind::Jac => format!("({parameters}[[D){}", signature.result),
            Kind::GradPart => format!("({parameters}[DII){}", signature.result),
            Kind::JacPart => format!("({parameters}[[DII){}", signature.result),
            Kind::Csr => format!("({parameters}[I[I[D){}", signature.result),
            Kind::Internal(width) => internal_descriptor(name, &primal, pattern, width),
        }
    }

    /// The array that users pass for the tangent of the result.
    pub fn result_array(self, signature: &Signature) -> Option<String> {
        match &*signature.result {
            _ if self == Kind::Slope => None,
            result if number_of(result).is_some() => Some("[D".into()),
            result if ArrayKind::of(result).is_some() => Some(format!("[{result}")),
            _ => None,
        }
    }
}
