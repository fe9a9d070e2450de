//! The `Signature` attribute of a field version, by which Java code is compiled against it:
//! `<T extends CalculusFieldElement<T>> T f(T x, double a)`.

use super::algebra::Algebra;
use super::version::Version;
use crate::program::instance::Carry;
use crate::signature::split_descriptor;

/// The signature of the version of a method with this descriptor, whose own signature is `generic` if
/// it has one.
pub fn signature(
    algebra: &Algebra,
    version: &Version,
    descriptor: &str,
    generic: Option<&str>,
) -> Option<String> {
    let (erased, _) = split_descriptor(descriptor)?;
    let own = generic.and_then(split).filter(|own| own.parameters.len() == erased.len());
    let own = match own {
        Some(own) => own,
        None => {
            let (parameters, result) = split_descriptor(descriptor)?;
            Generic { variables: String::new(), parameters, result, thrown: String::new() }
        }
    };
    let text = format!("{}{}{}", own.variables, own.parameters.concat(), own.result);
    let name = variable(&text);
    let of_elements = |kind: &str| kind.replace('D', &format!("T{name};"));
    let pattern = &version.key.pattern;
    let parameters: String = own
        .parameters
        .iter()
        .zip(&pattern.parameters)
        .map(|(kind, carry)| if *carry == Carry::Tangent { of_elements(kind) } else { kind.clone() })
        .collect();
    let elements = version.element_result && own.result == "D" || pattern.array_result.is_some();
    let result = if elements { of_elements(&own.result) } else { own.result.clone() };
    let (variables, thrown) = (own.variables, own.thrown);
    let bound = format!("{name}::L{}<T{name};>;", algebra.interface);
    Some(format!("<{variables}{bound}>({parameters}){result}{thrown}"))
}

/// A type variable that the text does not name.
fn variable(text: &str) -> String {
    let taken = |name: &str| text.contains(&format!("T{name};")) || text.contains(&format!("{name}:"));
    let numbered = (2..).map(|n| format!("T{n}"));
    std::iter::once("T".to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// A method's signature in its parts.
struct Generic {
    /// The declarations of its type variables.
    variables: String,
    parameters: Vec<String>,
    result: String,
    /// What it throws, with the signs before each.
    thrown: String,
}

fn split(text: &str) -> Option<Generic> {
    let (variables, rest) = match text.strip_prefix('<') {
        Some(inner) => {
            let end = closing(inner)?;
            (inner[..end].to_owned(), &inner[end + 1..])
        }
        None => (String::new(), text),
    };
    let mut rest = rest.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let length = type_length(rest)?;
        parameters.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    let rest = &rest[1..];
    let length = if rest.starts_with('V') { 1 } else { type_length(rest)? };
    let (result, thrown) = (rest[..length].to_owned(), rest[length..].to_owned());
    Some(Generic { variables, parameters, result, thrown })
}

/// Where the bracket is that closes one opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The length of the type that the text begins with.
fn type_length(text: &str) -> Option<usize> {
    let dimensions = text.bytes().take_while(|&b| b == b'[').count();
    match text.as_bytes().get(dimensions)? {
        b'L' | b'T' => {
            let mut depth = 0;
            for (at, byte) in text.bytes().enumerate().skip(dimensions) {
                match byte {
                    b'<' => depth += 1,
                    b'>' => depth -= 1,
                    b';' if depth == 0 => return Some(at + 1),
                    _ => {}
                }
            }
            None
        }
        _ => Some(dimensions + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::algebra::HIPPARCHUS;
    use super::*;
    use crate::program::classes::{ClassId, MethodId};
    use crate::program::instance::{Key, Pattern};

    fn version(active: &[usize], parameters: usize) -> Version {
        let method = MethodId { class: ClassId(0), index: 0 };
        let key = Key { method, pattern: Pattern::of(active, parameters) };
        Version { key, element_result: true, selected: true }
    }

    #[test]
    fn active_numbers_become_the_variable() {
        let plain = signature(&HIPPARCHUS, &version(&[0, 2], 3), "(DD[D)D", None);
        assert_eq!(plain.unwrap(), "<T::Lorg/hipparchus/CalculusFieldElement<TT;>;>(TT;D[TT;)TT;");
    }

    #[test]
    fn a_generic_method_keeps_its_own_variables() {
        let own = "<T:Ljava/lang/Object;>(Ljava/util/List<TT;>;D)D^Ljava/io/IOException;";
        let made = signature(&HIPPARCHUS, &version(&[1], 2), "(Ljava/util/List;D)D", Some(own));
        let bound = "T2::Lorg/hipparchus/CalculusFieldElement<TT2;>;";
        let expected =
            format!("<T:Ljava/lang/Object;{bound}>(Ljava/util/List<TT;>;TT2;)TT2;^Ljava/io/IOException;");
        assert_eq!(made.unwrap(), expected);
    }
}
