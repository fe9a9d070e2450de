//! The code of `f_hvp(<params>, <directions>, hvp)`: the value comes with a slope, the product is the
//! gradient of the slope.

use super::wanted::{Row, Wanted};
use crate::activity::fact::ArrayKind;
use crate::emit::arrays::like;
use crate::emit::lanes::text::{COPY, count_lanes, loads, start};
use crate::emit::width::Width;
use crate::signature::slots_of;
use crate::{AdError, Form};
use nabla_classfile::ClassFile;

/// The types of the parameters, the receiver among them, and the instructions; `own` are those of
/// the method itself.
pub fn body(
    wanted: &Wanted,
    class: &mut ClassFile,
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
    lines.extend(given[..receiver + wanted.signature.parameters.len()].iter().cloned());
    let mut tangents = String::new();
    for &i in &wanted.carried {
        let kind = Width::One.tangent(&wanted.signature.parameters[i].descriptor);
        match wanted.independents.iter().position(|own| *own == i) {
            Some(place) => lines.push(given[receiver + wanted.signature.parameters.len() + place].clone()),
            None => {
                let array = ArrayKind::of(&kind).ok_or_else(|| AdError::Bug(format!("no array: {kind}")))?;
                like(class, array, Width::One)?;
                let slot = start(&types, receiver + i);
                lines.push(format!("aload {slot}; invokestatic this.nabla$like ({kind}){kind}"));
            }
        }
        tangents += &kind;
    }
    let descriptor = format!("({}{tangents}[D){}", wanted.parameters(), wanted.signature.result);
    let jvp = wanted.invoke(&wanted.request.name(Form::Jvp, ""), &descriptor);
    lines.push(format!("aload {tangent}; {jvp}; {}", wanted.store(value)));
    let array = if wanted.at_once().is_some() { tangent } else { hvp };
    if array != hvp {
        // The product may take the place of the direction or the point, which all runs need.
        lines.push(format!("iload {count}; newarray double; astore {array} [D"));
    }
    let from = value + slots_of(&wanted.signature.result);
    let row = Row { given, array: format!("aload {array}"), first: "iconst_0".into(), count, from };
    lines.extend(wanted.row_along(&row, ""));
    if array != hvp {
        lines.push(format!("aload {array}; iconst_0; aload {hvp}; iconst_0; iload {count}; {COPY}"));
    }
    lines.push(wanted.give(value));
    Ok((types, lines))
}
