//! Gradients and Jacobians of which so many columns are computed at once, in as many runs of the method
//! as it takes: `nabla$part$f(<params>, result, from, lanes)` computes some, `f_grad` or `f_jac` calls it.

use super::assemble::assemble;
use super::text::{COPY, count_lanes, invoke, load, loads, start};
use crate::AdError;
use crate::emit::kind::Kind;
use crate::emit::results::results_apart;
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
    let mut given = loads(&types);
    let result = start(&types, types.len() - 1);
    let (count, from, whole, value) = (result + 1, result + 2, result + 3, result + 4);
    let places = independents.iter().map(|&i| (&*types[receiver + i], start(&types, receiver + i)));
    let mut lines = count_lanes(count, places);
    lines.push(match kind {
        // A bad result array is found before anything is computed.
        Kind::GradPart => format!("aload {result}; iload {count}; call check ([DI)V"),
        _ => format!("aload {result}; iload {count}; call checkRows ([[DI)V"),
    });
    if kind != Kind::GradPart {
        lines.extend(results_apart(class, signature, result, "jacobian")?);
    }
    if kind == Kind::GradPart {
        // The gradient may take the place of the point, which all runs need.
        lines.push(format!("iload {count}; newarray double; astore {whole} [D"));
        given.pop();
        given.push(format!("aload {whole}"));
    }
    lines.push(format!("iconst_0; istore {from}"));
    lines.push("next:".into());
    lines.extend(given);
    lines.push(format!(
        "iload {from}; push {at_once}; iload {count}; iload {from}; isub; invokestatic java/lang/Math.min (II)I"
    ));
    lines.push(invoke(access, name, descriptor));
    let returned = &signature.result;
    lines.push(match &**returned {
        "D" => format!("dstore {value}"),
        "F" => format!("fstore {value}"),
        array => format!("astore {value} {array}"),
    });
    lines.push(format!(
        "iload {from}; push {at_once}; iadd; istore {from}; iload {from}; iload {count}; if_icmplt next"
    ));
    if kind == Kind::GradPart {
        lines.push(format!("aload {whole}; iconst_0; aload {result}; iconst_0; iload {count}; {COPY}"));
    }
    lines.push(format!("{} {value}; {}", load(returned), give(returned).mnemonic()));
    assemble(class, &types, lines.iter())
}
