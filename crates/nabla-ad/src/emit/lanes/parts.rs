//! Gradients and Jacobians of which so many columns are computed at once, in as many runs of the method
//! as it takes: `nabla$part$f(<params>, result, from, lanes)` computes some, `f_grad` or `f_jac` calls it.

use super::assemble::assemble;
use super::text::{count_lanes, invoke, load, loads, start};
use crate::AdError;
use crate::emit::kind::Kind;
use crate::signature::{Signature, give};
use nabla_classfile::{ClassFile, Code};

/// The code of `f_grad` or `f_jac`, which runs the method that computes a part.
pub fn in_parts<'a>(
    class: &mut ClassFile<'a>,
    signature: &Signature,
    independents: &[usize],
    access: u16,
    part: (Kind, &str, &str),
    at_once: u16,
) -> Result<Code<'a>, AdError> {
    let (kind, name, descriptor) = part;
    let mut types = Vec::new();
    if !signature.is_static {
        types.push(format!("L{};", class.name()?));
    }
    let receiver = types.len();
    types.extend(signature.parameters.iter().map(|p| p.descriptor.clone()));
    types.push(if kind == Kind::GradPart { "[D".into() } else { "[[D".into() });
    let given = loads(&types);
    let result = start(&types, types.len() - 1);
    let (count, from, value) = (result + 1, result + 2, result + 3);
    let places = independents.iter().map(|&i| (&*types[receiver + i], start(&types, receiver + i)));
    let mut lines = count_lanes(count, places);
    lines.push(match kind {
        // A bad result array is found before anything is computed.
        Kind::GradPart => format!("aload {result}; iload {count}; call check ([DI)V"),
        _ => format!("aload {result}; arraylength; pop"),
    });
    lines.push(format!("iconst_0; istore {from}"));
    lines.push("next:".into());
    lines.extend(given);
    lines.push(format!(
        "iload {from}; push {at_once}; iload {count}; iload {from}; isub; invokestatic java/lang/Math.min (II)I"
    ));
    lines.push(invoke(class, access, name, descriptor)?);
    let returned = &signature.result;
    lines.push(match &**returned {
        "D" => format!("dstore {value}"),
        "F" => format!("fstore {value}"),
        array => format!("astore {value} {array}"),
    });
    lines.push(format!(
        "iload {from}; push {at_once}; iadd; istore {from}; iload {from}; iload {count}; if_icmplt next"
    ));
    lines.push(format!("{} {value}; {}", load(returned), give(returned).mnemonic()));
    assemble(class, &types, lines.iter())
}
