//! Gradients and Jacobians of which so many columns are computed at once, in as many runs of the method
//! as it takes: `nabla$part$f(<params>, result, from, lanes)` computes some, `f_grad` or `f_jac` calls it.

use super::assemble::assemble;
use super::support;
use super::text::{count_lanes, invoke, load, loads, start};
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::emit::homes::{Homes, Position};
use crate::emit::kind::Kind;
use crate::emit::place::Sink;
use crate::emit::seeds;
use crate::emit::subject::Subject;
use crate::emit::width::Width;
use crate::signature::{Signature, give};
use nabla_classfile::{ClassFile, Code, Insn, Opcode};

/// The tangents of the independents at the beginning of a part: unit vectors of the lanes that it has,
/// counted from its first one. The array it writes to is in local `result`, then come the first lane
/// and how many they are.
pub fn give_part<'a>(
    class: &mut ClassFile<'a>,
    sink: &mut Sink,
    homes: &Homes,
    subject: &Subject<'_, 'a>,
    result: u16,
) -> Result<(), AdError> {
    let useful = subject.activity.useful.before(0);
    let (from, lanes) = (result + 1, result + 2);
    sink.insns.extend([
        Insn::Local(Opcode::Iload, from),
        Insn::Op(Opcode::Ineg),
        Insn::Local(Opcode::Istore, homes.lanes),
    ]);
    for &i in subject.independents {
        let parameter = &subject.primal.signature.parameters[i];
        let (slot, kind) = (parameter.slot as usize, &parameter.descriptor);
        let array = ArrayKind::of(kind);
        let home = homes.of(Position::Local(slot)).filter(|_| useful.is_some_and(|u| u.local(slot)));
        if let Some(home) = home {
            let part = match array {
                Some(_) => {
                    sink.insns.push(Insn::Local(Opcode::Aload, parameter.slot));
                    support(class, "part", &format!("({kind}II){}", Width::Lanes.tangent(kind)))?
                }
                None => support(class, "part", "(II)[D")?,
            };
            sink.insns.extend([
                Insn::Local(Opcode::Iload, homes.lanes),
                Insn::Local(Opcode::Iload, lanes),
                Insn::Invoke(Opcode::Invokestatic, part),
                Insn::Local(Opcode::Astore, home),
            ]);
        }
        sink.insns.extend(seeds::count_lanes(class, homes, parameter)?);
    }
    sink.insns.extend([Insn::Local(Opcode::Iload, lanes), Insn::Local(Opcode::Istore, homes.lanes)]);
    Ok(())
}

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
