//! The code of `f_hess(<params>, gradient, hessian)`: the value comes with the gradient, and each row
//! is the Hessian times a unit direction. Of a row only the elements on one side of the diagonal are
//! computed, and the others are those of other rows: where rows have slopes of their own those before it,
//! else those after it, for what a loop has not read yet takes no lane there.

use super::wanted::{Row, Wanted};
use crate::activity::fact::ArrayKind;
use crate::emit::arrays::like;
use crate::emit::lanes::text::{COPY, count_lanes, load, loads, start};
use crate::emit::results::results_apart;
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
    let given = loads(&own);
    let mut types = own;
    let (gradient, hessian) = (start(&types, types.len()), start(&types, types.len()) + 1);
    types.extend(["[D".to_owned(), "[[D".to_owned()]);
    let mut next = hessian + 1;
    let mut local = |slots: u16| {
        next += slots;
        next - slots
    };
    let (value, lane, count, first, from) = (local(2), local(1), local(1), local(1), local(1));
    let independents: Vec<(String, u16)> = wanted
        .independents
        .iter()
        .map(|&i| (Width::One.tangent(&types[receiver + i]), start(&types, receiver + i)))
        .collect();
    let mut lines = count_lanes(count, independents.iter().map(|(kind, slot)| (&**kind, *slot)));
    // Bad result arrays are found before anything is computed.
    lines.push(format!("aload {gradient}; iload {count}; call check ([DI)V; iconst_0; istore {lane}"));
    lines.push("checks:".into());
    lines.push(format!("iload {lane}; iload {count}; if_icmpge checked"));
    lines.push(format!("aload {hessian}; iload {lane}; aaload; iload {count}; call check ([DI)V"));
    lines.push(format!("iinc {lane} 1; goto checks"));
    lines.push("checked:".into());
    lines.extend(results_apart(class, &wanted.signature, hessian, "hessian")?);
    // The gradient may take the place of the point, which all runs need.
    lines.push(format!("iload {count}; newarray double; astore {first} [D"));
    lines.extend(given.iter().cloned());
    let descriptor = format!("({}[D){}", wanted.parameters(), wanted.signature.result);
    let grad = wanted.invoke(&wanted.request.name(Form::Grad, ""), &descriptor);
    lines.push(format!("aload {first}; {grad}; {}; iconst_0; istore {lane}", wanted.store(value)));
    if wanted.rows {
        for (k, &i) in wanted.independents.iter().enumerate() {
            lines.extend(given.iter().cloned());
            lines.push(format!("aload {hessian}; push {k}; aaload; {}", wanted.call_row_of(i)));
        }
    } else {
        let (array, diagonal) = (format!("aload {hessian}; iload {lane}; aaload"), format!("iload {lane}"));
        let row = Row { given, array, first: diagonal, count, from };
        along_directions(wanted, class, &independents, row, lane, &mut local, &mut lines)?;
    }
    let above = if wanted.rows { "iconst_0" } else { "iconst_1" };
    lines.push(format!("aload {hessian}; iload {count}; {above}; call mirror ([[DIZ)V"));
    lines.push(format!("aload {first}; iconst_0; aload {gradient}; iconst_0; iload {count}; {COPY}"));
    lines.push(wanted.give(value));
    Ok((types, lines))
}

/// Runs the row along one unit vector after the other.
fn along_directions(
    wanted: &Wanted,
    class: &mut ClassFile,
    independents: &[(String, u16)],
    mut row: Row,
    lane: u16,
    local: &mut dyn FnMut(u16) -> u16,
    lines: &mut Vec<String>,
) -> Result<(), AdError> {
    let mut directions = Vec::new();
    for (kind, slot) in independents {
        let direction = local(slots_of(kind));
        match (ArrayKind::of(kind), &**kind) {
            (Some(array), _) => {
                like(class, array, Width::One)?;
                lines.push(format!(
                    "aload {slot}; invokestatic this.nabla$like ({kind}){kind}; astore {direction} {kind}"
                ));
            }
            (None, "F") => lines.push(format!("fconst_0; fstore {direction}")),
            (None, _) => lines.push(format!("dconst_0; dstore {direction}")),
        }
        row.given.push(format!("{} {direction}", load(kind)));
        directions.push(direction);
    }
    let along = |name: &str| {
        let mut lines = wanted.row_along(&row, name);
        lines.push(format!("iinc {lane} 1"));
        Ok(lines)
    };
    for (i, ((kind, _), &direction)) in independents.iter().zip(&directions).enumerate() {
        match (ArrayKind::of(kind), &**kind) {
            (Some(array), _) => {
                lines.extend(each(&i.to_string(), array, direction, &mut || local(1), &along)?);
            }
            (None, kind) => {
                let (one, zero, store) = match kind {
                    "F" => ("fconst_1", "fconst_0", "fstore"),
                    _ => ("dconst_1", "dconst_0", "dstore"),
                };
                lines.push(format!("{one}; {store} {direction}"));
                lines.extend(along(&i.to_string())?);
                lines.push(format!("{zero}; {store} {direction}"));
            }
        }
    }
    Ok(())
}

/// Runs the row once with each element of the direction array set to one.
fn each(
    name: &str,
    kind: ArrayKind,
    array: u16,
    local: &mut dyn FnMut() -> u16,
    row: &dyn Fn(&str) -> Result<Vec<String>, AdError>,
) -> Result<Vec<String>, AdError> {
    let index = local();
    let mut lines = vec![format!("aload {array}; ifnull end{name}; iconst_0; istore {index}")];
    lines.push(format!("next{name}:"));
    lines.push(format!("iload {index}; aload {array}; arraylength; if_icmpge end{name}"));
    let (one, zero, store) =
        if kind.float { ("fconst_1", "fconst_0", "fastore") } else { ("dconst_1", "dconst_0", "dastore") };
    match kind.row() {
        None => {
            lines.push(format!("aload {array}; iload {index}; {one}; {store}"));
            lines.extend(row(name)?);
            lines.push(format!("aload {array}; iload {index}; {zero}; {store}"));
        }
        Some(inner) => {
            let held = local();
            lines.push(format!("aload {array}; iload {index}; aaload; astore {held} {}", inner.descriptor()));
            lines.extend(each(&format!("{name}r"), inner, held, local, row)?);
        }
    }
    lines.push(format!("iinc {index} 1; goto next{name}"));
    lines.push(format!("end{name}:"));
    Ok(lines)
}
