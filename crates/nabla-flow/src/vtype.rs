//! Verification types with classes by name.

use std::fmt;
use std::sync::Arc;

use crate::descriptor::{Kind, Reference};
use crate::state::Value;

/// A verification type. Unlike [the class file's](nabla_classfile::VerificationType) it names classes by name, for the class of a
/// call's result is in no pool entry, and uninitialised objects by the index of their `new`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum VType {
    /// Unusable; also the second slot of a wide local.
    Top,
    /// `int` and the smaller integer types.
    Int,
    /// `float`.
    Float,
    /// `long`.
    Long,
    /// `double`.
    Double,
    /// The type of `null`.
    Null,
    /// `this` in a constructor before the call of another.
    UninitializedThis,
    /// The object made by the `new` at this instruction index, before its constructor ran.
    Uninitialized(usize),
    /// An instance of the class of this internal name, or an array of this descriptor.
    Object(Arc<str>),
}

impl VType {
    /// An instance of the class or array type of this name.
    pub fn object(name: &str) -> VType {
        VType::Object(name.into())
    }

    /// The type of a value of this kind; `None` where the kind alone does not tell.
    pub fn of_kind(kind: &Kind) -> Option<VType> {
        Some(match kind {
            Kind::Int => VType::Int,
            Kind::Long => VType::Long,
            Kind::Float => VType::Float,
            Kind::Double => VType::Double,
            Kind::Reference(Reference::Null) => VType::Null,
            Kind::Reference(Reference::Class(name)) => VType::Object(name.clone()),
            Kind::Reference(Reference::Element | Reference::New(_)) => return None,
        })
    }

    /// Whether this is an initialised reference or `null`.
    pub fn is_reference(&self) -> bool {
        matches!(self, VType::Null | VType::Object(_))
    }
}

impl Value for VType {
    fn is_wide(&self) -> bool {
        matches!(self, VType::Long | VType::Double)
    }
}

impl fmt::Display for VType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VType::Top => f.write_str("top"),
            VType::Int => f.write_str("int"),
            VType::Float => f.write_str("float"),
            VType::Long => f.write_str("long"),
            VType::Double => f.write_str("double"),
            VType::Null => f.write_str("null"),
            VType::UninitializedThis => f.write_str("uninitialized this"),
            VType::Uninitialized(new) => write!(f, "uninitialized @{new}"),
            VType::Object(name) => f.write_str(name),
        }
    }
}
