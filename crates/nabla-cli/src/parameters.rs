//! Descriptors as people read them, and the names of a method's parameters.

use nabla_classfile::{ClassFile, CodeAttribute, Member};

/// The access flag of a static method.
pub const STATIC: u16 = 0x0008;

/// A method descriptor taken apart: the parameter types and the result type, as descriptors.
/// `None` when it is malformed.
pub fn split(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let inner = descriptor.strip_prefix('(')?;
    let close = inner.find(')')?;
    let (mut rest, result) = (&inner[..close], &inner[close + 1..]);
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let (one, after) = rest.split_at(type_length(rest)?);
        parameters.push(one);
        rest = after;
    }
    let complete = result == "V" || type_length(result) == Some(result.len());
    (complete || result.is_empty()).then_some((parameters, result))
}

/// The length of the field type that `text` starts with.
fn type_length(text: &str) -> Option<usize> {
    let dimensions = text.bytes().take_while(|&b| b == b'[').count();
    match text.as_bytes().get(dimensions)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dimensions + 1),
        b'L' => text.find(';').filter(|&end| end > dimensions + 1).map(|end| end + 1),
        _ => None,
    }
}

/// A field type in Java's words: `[D` is `double[]`, `Ljava/lang/String;` is `String`.
pub fn java_type(descriptor: &str) -> String {
    let dimensions = descriptor.bytes().take_while(|&b| b == b'[').count();
    let element = match &descriptor[dimensions..] {
        "B" => "byte",
        "C" => "char",
        "D" => "double",
        "F" => "float",
        "I" => "int",
        "J" => "long",
        "S" => "short",
        "Z" => "boolean",
        "V" => "void",
        object => {
            let name = object.trim_start_matches('L').trim_end_matches(';');
            name.rsplit('/').next().unwrap_or(name)
        }
    };
    element.to_owned() + &"[]".repeat(dimensions)
}

/// `name(double, int)`, with the parameters' names where they are known.
pub fn signature(name: &str, descriptor: &str, names: &[Option<String>]) -> String {
    let Some((parameters, _)) = split(descriptor) else {
        return format!("{name}{descriptor}");
    };
    let parameters: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(i, p)| match names.get(i) {
            Some(Some(name)) => format!("{} {name}", java_type(p)),
            _ => java_type(p),
        })
        .collect();
    format!("{name}({})", parameters.join(", "))
}

/// The slots a value of this type takes.
fn width(descriptor: &str) -> u16 {
    if matches!(descriptor, "J" | "D") { 2 } else { 1 }
}

/// The method of a class with this name and descriptor.
pub fn find<'c, 'a>(class: &'c ClassFile<'a>, name: &str, descriptor: &str) -> Option<&'c Member<'a>> {
    class.methods.iter().find(|m| {
        class.pool.utf8(m.name).is_ok_and(|n| n == name)
            && class.pool.utf8(m.descriptor).is_ok_and(|d| d == descriptor)
    })
}

/// The names of the Java parameters, from `MethodParameters`, else from `LocalVariableTable`.
/// What cannot be read has no name here; whether it is malformed is for others to say.
pub fn names(class: &ClassFile<'_>, method: &Member<'_>) -> Vec<Option<String>> {
    let descriptor = class.pool.utf8(method.descriptor).unwrap_or_default();
    let Some((parameters, _)) = split(&descriptor) else {
        return Vec::new();
    };
    from_method_parameters(class, method, parameters.len())
        .unwrap_or_else(|| from_local_variables(class, method, &parameters))
}

fn from_method_parameters(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    count: usize,
) -> Option<Vec<Option<String>>> {
    let attribute = class.attribute(&method.attributes, "MethodParameters")?;
    let (&listed, rows) = attribute.bytes.split_first()?;
    if usize::from(listed) != count {
        return None;
    }
    let names = rows.chunks_exact(4).map(|row| {
        let index = u16::from_be_bytes([row[0], row[1]]);
        let name = class.pool.utf8(nabla_classfile::ConstIndex(index)).ok()?;
        (index != 0).then(|| name.into_owned())
    });
    Some(names.collect())
}

fn from_local_variables(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    parameters: &[&str],
) -> Vec<Option<String>> {
    let mut names = vec![None; parameters.len()];
    let Ok(Some(code)) = class.code(method) else {
        return names;
    };
    for attribute in &code.attributes {
        let CodeAttribute::LocalVariables { name, rows } = attribute else {
            continue;
        };
        if class.pool.utf8(*name).is_ok_and(|n| n != "LocalVariableTable") {
            continue;
        }
        let mut slot = u16::from(method.access & STATIC == 0);
        for (parameter, found) in parameters.iter().zip(&mut names) {
            let row = rows.iter().find(|r| {
                // A parameter lives from the first instruction; a later variable may reuse its slot.
                r.slot == slot && code.labels.get(r.start.0 as usize) == Some(&0)
            });
            *found = row.and_then(|r| class.pool.utf8(r.name).ok()).map(|n| n.into_owned());
            slot += width(parameter);
        }
    }
    names
}

/// Whether a type is a number that may be an independent, or a box of one.
pub fn is_scalar(descriptor: &str) -> bool {
    matches!(descriptor, "D" | "F" | "Ljava/lang/Double;" | "Ljava/lang/Float;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_taken_apart() {
        assert_eq!(split("(D[[ILjava/lang/String;)D"), Some((vec!["D", "[[I", "Ljava/lang/String;"], "D")));
        assert_eq!(split("(DD)"), Some((vec!["D", "D"], "")));
        assert_eq!(split("()V"), Some((vec![], "V")));
        for bad in ["", "D", "(double)D", "(D", "([)D", "(L;)V", "(D)DD", "(V)V"] {
            assert_eq!(split(bad), None, "{bad}");
        }
    }

    #[test]
    fn types_are_written_as_in_java() {
        assert_eq!(
            signature("f", "(D[FLjava/lang/String;)V", &[Some("x".into())]),
            "f(double x, float[], String)"
        );
    }
}
