//! The code of `f_hvp(<params>, <directions>, hvp)`: the value comes with a slope, the product is the
//! gradient of the slope.

use super::wanted::Wanted;
use crate::emit::lanes::text::{count_lanes, loads, start};
use crate::{AdError, Form};
use nabla_classfile::ClassFile;

/// The types of the parameters, the receiver among them, and the instructions; `own` are those of
/// the method itself.
pub fn body(
    wanted: &Wanted,
    class: &ClassFile,
    own: Vec<String>,
) -> Result<(Vec<String>, Vec<String>), AdError> {
    let receiver = usize::from(!wanted.signature.is_static);
    let mut types = own;
    types.extend(wanted.directions());
    let given = loads(&types);
    types.push("[D".to_owned());
    let hvp = start(&types, types.len() - 1);
    let (count, tangent, value) = (hvp + 1, hvp + 2, hvp + 3);
    let independents =
        wanted.independents.iter().map(|&i| (&*types[receiver + i], start(&types, receiver + i)));
    // A bad result array is found before anything is computed.
    let mut lines = count_lanes(count, independents);
    lines.push(format!("aload {hvp}; iload {count}; call check ([DI)V"));
    lines.push(format!("iconst_1; newarray double; astore {tangent} [D"));
    lines.extend(given.iter().cloned());
    let directions = wanted.directions().concat();
    let descriptor = format!("({}{directions}[D){}", wanted.parameters(), wanted.signature.result);
    let jvp = wanted.invoke(class, &wanted.request.name(Form::Jvp, ""), &descriptor)?;
    lines.push(format!("aload {tangent}; {jvp}; {}", wanted.store(value)));
    lines.extend(given);
    lines.push(format!("aload {hvp}; {}", wanted.call_row(class, &format!("iconst_0; iload {count}"))?));
    lines.push(wanted.give(value));
    Ok((types, lines))
}
