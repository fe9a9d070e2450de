//! Field and method descriptors (JVM specification §4.3) and the kinds of value they name.

use std::fmt;
use std::sync::Arc;

/// The computational kind of a value: what the JVM's stack and locals distinguish. `boolean`,
/// `byte`, `char` and `short` are [`Kind::Int`] there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `int` and the smaller integer types.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference, with what the instruction says about it.
    Reference(Reference),
}

/// What an instruction says about the reference it gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Reference {
    /// `null`.
    Null,
    /// An instance of this class (internal name) or array type (descriptor).
    Class(Arc<str>),
    /// An element of the array that is the first operand (`aaload`).
    Element,
    /// An instance of this class whose constructor has not run yet (`new`).
    New(Arc<str>),
}

impl Kind {
    /// A reference to an instance of the class or array type of this name.
    pub fn class(name: &str) -> Kind {
        Kind::Reference(Reference::Class(name.into()))
    }

    /// Whether a value of this kind takes two slots.
    pub fn is_wide(&self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// Whether a value of this kind is a reference.
    pub fn is_reference(&self) -> bool {
        matches!(self, Kind::Reference(_))
    }

    /// The number of slots a value of this kind takes.
    pub fn slots(&self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }
}

/// A descriptor that is not one, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescriptorError {
    /// The whole text.
    pub descriptor: String,
    /// What was expected where.
    pub message: String,
}

impl fmt::Display for DescriptorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "descriptor {:?}: {}", self.descriptor, self.message)
    }
}

impl std::error::Error for DescriptorError {}

/// A type as a descriptor names it, borrowed from the descriptor's text: `D`, `[I`, `Ljava/lang/Object;`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldType<'d>(&'d str);

impl<'d> FieldType<'d> {
    /// Parses the descriptor of a field.
    pub fn parse(descriptor: &'d str) -> Result<FieldType<'d>, DescriptorError> {
        match first_type(descriptor) {
            Ok((found, "")) => Ok(found),
            Ok((_, rest)) => Err(error(descriptor, format!("{rest:?} follows the type"))),
            Err(message) => Err(error(descriptor, message)),
        }
    }

    /// The descriptor's text.
    pub fn text(self) -> &'d str {
        self.0
    }

    /// The computational kind of a value of this type.
    pub fn kind(self) -> Kind {
        match self.0.as_bytes()[0] {
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' => Kind::class(&self.0[1..self.0.len() - 1]),
            b'[' => Kind::class(self.0),
            _ => Kind::Int,
        }
    }

    /// Whether a value of this type takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self.0, "J" | "D")
    }

    /// Whether this is a class or array type.
    pub fn is_reference(self) -> bool {
        self.0.starts_with(['L', '['])
    }

    /// The number of slots a value of this type takes.
    pub fn slots(self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }
}

impl fmt::Display for FieldType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A method's parameter types and its result type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodType<'d> {
    /// The declared parameters, without the receiver.
    pub params: Vec<FieldType<'d>>,
    /// The result; `None` for `void`.
    pub result: Option<FieldType<'d>>,
}

impl<'d> MethodType<'d> {
    /// Parses the descriptor of a method.
    pub fn parse(descriptor: &'d str) -> Result<MethodType<'d>, DescriptorError> {
        let Some(mut rest) = descriptor.strip_prefix('(') else {
            return Err(error(descriptor, "a method's descriptor starts with '('".into()));
        };
        let mut params = Vec::new();
        while !rest.starts_with(')') {
            let (param, after) = first_type(rest).map_err(|message| error(descriptor, message))?;
            params.push(param);
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => None,
            text => Some(FieldType::parse(text).map_err(|e| error(descriptor, e.message))?),
        };
        Ok(MethodType { params, result })
    }

    /// The number of slots the declared parameters take.
    pub fn param_slots(&self) -> usize {
        self.params.iter().map(|p| p.slots()).sum()
    }

    /// The first slot of each declared parameter; a receiver moves all by one.
    pub fn param_offsets(&self, has_receiver: bool) -> Vec<usize> {
        let mut next = usize::from(has_receiver);
        let mut take = |slots| {
            next += slots;
            next - slots
        };
        self.params.iter().map(|p| take(p.slots())).collect()
    }
}

/// Splits the first type off a non-empty text.
fn first_type(text: &str) -> Result<(FieldType<'_>, &str), String> {
    let dimensions = text.bytes().take_while(|&b| b == b'[').count();
    if dimensions > 255 {
        return Err("more than 255 array dimensions".into());
    }
    let length = match text.as_bytes().get(dimensions) {
        Some(b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => dimensions + 1,
        Some(b'L') => match text[dimensions..].find(';') {
            Some(1) => return Err("a class type without a name".into()),
            Some(end) => dimensions + end + 1,
            None => return Err("a class type without ';'".into()),
        },
        Some(_) => return Err(format!("expected a type at {:?}", &text[dimensions..])),
        None => return Err("expected a type at the end".into()),
    };
    Ok((FieldType(&text[..length]), &text[length..]))
}

fn error(descriptor: &str, message: String) -> DescriptorError {
    DescriptorError { descriptor: descriptor.into(), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_their_slots() {
        let method = MethodType::parse("(D[[JLjava/lang/String;ZJ)F").unwrap();
        let texts: Vec<_> = method.params.iter().map(|p| p.text()).collect();
        assert_eq!(texts, ["D", "[[J", "Ljava/lang/String;", "Z", "J"]);
        assert_eq!(method.param_offsets(true), [1, 3, 4, 5, 6]);
        assert_eq!(method.param_slots(), 7);
        assert_eq!(method.params[2].kind(), Kind::class("java/lang/String"));
        assert_eq!(method.params[1].kind(), Kind::class("[[J"));
        assert_eq!(method.result.map(FieldType::kind), Some(Kind::Float));
    }

    #[test]
    fn what_is_no_descriptor_is_an_error() {
        for text in ["", "V", "()", "(", "(I", "(V)V", "(L;)V", "(Lx)V", "()VV", "()[V", "([)V", "I", "()é"]
        {
            assert!(MethodType::parse(text).is_err(), "{text}");
        }
        for text in ["", "V", "II", "L;", "La", "[", "é", "[é"] {
            assert!(FieldType::parse(text).is_err(), "{text}");
        }
    }
}
