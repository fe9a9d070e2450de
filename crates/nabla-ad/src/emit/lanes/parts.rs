//! Gradients and Jacobians of which so many columns are computed at once, in as many runs of the method
//! as it takes: `nabla$part$f(<params>, result, from, lanes)` computes some, `f_grad` or `f_jac` calls it.

use super::assemble::assemble;
use super::text::{COPY, count_lanes, invoke, load, loads, start};
use crate::AdError;
use crate::emit::kind::Kind;
use crate::emit::results::results_apart;
use crate::signature::{Signature, give};
use nabla_classfile::{ClassFile, Code};

/// How the columns are divided.
pub enum Division<'t> {
    /// So many at once.
    AtOnce(u16),
    /// All at once, by the method with this name, and fewer where memory ends: a quarter of what did not fit,
    /// until no more is left to divide.
    WhereMemoryEnds(&'t str),
}

/// The smallest part that is divided no more: less would be no block.
const LEAST: u16 = 8;

/// The code of `f_grad` or `f_jac`, which runs the method that computes a part.
pub fn in_parts<'a>(
    class: &mut ClassFile<'a>,
    signature: &Signature,
    independents: &[usize],
    access: u16,
    part: (Kind, &str, &str),
    division: Division<'_>,
) -> Result<Code<'a>, AdError> {
    let (kind, name, descriptor) = part;
    let mut types = Vec::new();
    if !signature.is_static {
        types.push(format!("L{};", class.name()?));
    }
    let receiver = types.len();
    types.extend(signature.parameters.iter().map(|p| p.descriptor.clone()));
    let given = if kind == Kind::GradPart { "[D" } else { "[[D" };
    types.push(given.into());
    let result = start(&types, types.len() - 1);
    let (count, from, whole, at_once) = (result + 1, result + 2, result + 3, result + 4);
    let (error, value) = (at_once + 1, at_once + 2);
    let returned = &*signature.result;
    let give = give(returned).mnemonic();

    let places = independents.iter().map(|&i| (&*types[receiver + i], start(&types, receiver + i)));
    let mut prepared = count_lanes(count, places);
    prepared.push(match kind {
        // A bad result array is found before anything is computed.
        Kind::GradPart => format!("aload {result}; iload {count}; call check ([DI)V"),
        _ => format!("aload {result}; iload {count}; call checkRows ([[DI)V"),
    });
    if kind != Kind::GradPart {
        prepared.extend(results_apart(class, signature, result, "jacobian")?);
    }
    prepared.push(match kind {
        // The gradient may take the place of the point, which all runs need.
        Kind::GradPart => format!("iload {count}; newarray double; astore {whole} [D"),
        _ => format!("aload {result}; astore {whole} [[D"),
    });

    let mut lines = Vec::new();
    match division {
        Division::AtOnce(lanes) => {
            lines.extend(prepared.iter().cloned());
            lines.push(format!("push {lanes}; istore {at_once}; iconst_0; istore {from}"));
        }
        Division::WhereMemoryEnds(all) => {
            lines.push(format!("iconst_0; istore {count}; iconst_0; istore {from}"));
            lines.push(format!("aload {result}; astore {whole} {given}; iconst_0; istore {at_once}"));
            lines.push("start:".into());
            lines.push(format!("iload {at_once}; ifne next"));
            lines.extend(loads(&types));
            let parameters: String = signature.parameters.iter().map(|p| &*p.descriptor).collect();
            lines.push(invoke(access, all, &format!("({parameters}{given}){returned}")));
            lines.push(give.to_owned());
        }
    }
    lines.push("next:".into());
    let mut passed = loads(&types);
    passed.pop();
    lines.extend(passed);
    lines.push(format!("aload {whole}; iload {from}"));
    lines.push(format!(
        "iload {at_once}; iload {count}; iload {from}; isub; invokestatic java/lang/Math.min (II)I"
    ));
    lines.push(invoke(access, name, descriptor));
    lines.push(match returned {
        "D" => format!("dstore {value}"),
        "F" => format!("fstore {value}"),
        array => format!("astore {value} {array}"),
    });
    lines.push(format!(
        "iload {from}; iload {at_once}; iadd; istore {from}; iload {from}; iload {count}; if_icmplt next"
    ));
    if kind == Kind::GradPart {
        lines.push(format!("aload {whole}; iconst_0; aload {result}; iconst_0; iload {count}; {COPY}"));
    }
    lines.push(format!("{} {value}; {give}", load(returned)));
    if let Division::WhereMemoryEnds(_) = division {
        lines.push(format!("caught {MEMORY} start"));
        lines.push(format!("astore {error} L{MEMORY};"));
        lines.push(format!("iload {at_once}; ifne less"));
        lines.extend(prepared);
        lines.push(format!("iload {count}; istore {at_once}"));
        lines.push("less:".into());
        lines.push(format!("iload {at_once}; push {LEAST}; if_icmpgt divide; aload {error}; athrow"));
        lines.push("divide:".into());
        // Whole blocks, of which none is in two parts.
        lines.push(format!("iload {at_once}; push 31; iadd; push 32; idiv; push 8; imul; istore {at_once}"));
        lines.push("goto start".into());
    }
    assemble(class, &types, lines.iter())
}

const MEMORY: &str = "java/lang/OutOfMemoryError";
