//! Tangents in lanes: one number per direction, all directions in one sweep.
//!
//! The tangent of a number is a `double[]` of the blocks of lanes that may not be zero, that of an
//! array is an array of such. The methods that compute with them stand in `Lanes.java` and the
//! sources beside it, from which `scripts/lanes-text` makes `support.jvm`, and in `arrays.jvm`; a
//! class gets those that its derivatives call.

pub mod assemble;
pub mod components;
pub mod independents;
pub mod index;
pub mod parts;
pub mod text;

use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::emit::arrays::reference;
use crate::emit::helpers::Helper;
use crate::emit::width::Width;
use crate::output::has_method;
use crate::signature::{slots_of, split_descriptor};
use assemble::{Text, add, methods};
use nabla_classfile::{ClassFile, ConstIndex};
use std::sync::LazyLock;

static NUMBERS: LazyLock<Vec<Text>> = LazyLock::new(|| methods(include_str!("support.jvm")));
static ARRAYS: LazyLock<Vec<Text>> = LazyLock::new(|| methods(include_str!("arrays.jvm")));

/// The support method of this name, added with those that it calls where it is not there yet.
pub fn support(class: &mut ClassFile, name: &str, descriptor: &str) -> Result<ConstIndex, AdError> {
    let full = format!("nabla$lanes${name}");
    if !has_method(class, &full, descriptor) {
        let is = |text: &&Text| text.name == name && text.descriptor == descriptor;
        if let Some(text) = NUMBERS.iter().find(is) {
            add(class, &full, descriptor, text.lines.iter())?;
        } else {
            let kind = split_descriptor(descriptor).and_then(|(p, _)| ArrayKind::of(p.first()?));
            let lines = kind.and_then(|kind| of_arrays(name, kind));
            let lines = lines.ok_or_else(|| AdError::Bug(format!("no support method {name}{descriptor}")))?;
            add(class, &full, descriptor, lines.iter())?;
        }
    }
    reference(class, &full, descriptor)
}

/// The lines of a method on arrays, for one type of array.
fn of_arrays(name: &str, kind: ArrayKind) -> Option<Vec<String>> {
    let tangent = |kind: ArrayKind| Width::Lanes.array(kind).descriptor();
    let suffix = if kind.rank == 1 { "1" } else { "n" };
    let wanted = format!("{name}-{suffix}");
    let text = ARRAYS.iter().find(|text| text.name == wanted)?;
    let fill = |line: &&str| {
        let mut line = line.replace("{x}", &kind.descriptor()).replace("{t}", &tangent(kind));
        if let Some(row) = kind.row() {
            line = line.replace("{y}", &row.descriptor()).replace("{s}", &tangent(row));
        }
        line
    };
    Some(text.lines.iter().map(fill).collect())
}

/// The method that applies a helper to every lane: of the parameters `tangents` are lanes. Where it
/// lends them, what it is given is given back if all that is lacking is a factor.
pub fn lifted_helper(
    class: &mut ClassFile,
    helper: &Helper,
    tangents: &[bool],
    lends: bool,
) -> Result<ConstIndex, AdError> {
    let call = format!("invokestatic this.{} {}", helper.name, helper.descriptor());
    let parameters: Vec<(&str, bool)> = tangents.iter().map(|lanes| ("D", *lanes)).collect();
    let name = helper.name.replacen("nabla$", "nabla$lanes$", 1) + if lends { "$lent" } else { "" };
    // Under such a rule zero stays zero, which needs no condition where the partial is a number.
    let guarded = helper.name.ends_with("$g") && tangents.iter().filter(|lanes| **lanes).count() == 1;
    let plain = match (guarded, lends) {
        (false, _) => None,
        (true, false) => Some(Plain::Scaled),
        (true, true) => Some(Plain::Lent),
    };
    lifted(class, &name, &parameters, &call, false, plain)
}

/// The method that rounds every lane to a float.
pub fn lifted_narrowing(class: &mut ClassFile) -> Result<ConstIndex, AdError> {
    lifted(class, "nabla$lanes$narrowed", &[("D", true)], "d2f; f2d", false, None)
}

/// The method that applies a static function, which is linear in its first parameter, to every
/// lane.
pub fn lifted_function(
    class: &mut ClassFile,
    owner: &str,
    name: &str,
    descriptor: &str,
) -> Result<ConstIndex, AdError> {
    let call = format!("invokestatic {owner}.{name} {descriptor}");
    let (parameters, _) = split_descriptor(descriptor).unwrap_or_default();
    let float = parameters.first().is_some_and(|p| p == "F");
    let mut kinds: Vec<(&str, bool)> = parameters.iter().map(|p| (&**p, false)).collect();
    if let Some(first) = kinds.first_mut() {
        first.1 = true;
    }
    lifted(class, &format!("nabla$lanes$same${name}"), &kinds, &call, float, None)
}

/// What a function that is linear in its only tangent gives where its partial is no matter of the
/// range of numbers.
#[derive(Clone, Copy)]
enum Plain {
    /// The partial times the tangent.
    Scaled,
    /// The tangent.
    Lent,
}

fn lifted(
    class: &mut ClassFile,
    name: &str,
    parameters: &[(&str, bool)],
    call: &str,
    float: bool,
    plain: Option<Plain>,
) -> Result<ConstIndex, AdError> {
    let types = parameters.iter().map(|(kind, lanes)| if *lanes { "[D" } else { kind });
    let descriptor = format!("({})[D", types.clone().collect::<String>());
    if has_method(class, name, &descriptor) {
        return reference(class, name, &descriptor);
    }
    let mut next = 0;
    let mut slots = Vec::new();
    for kind in types {
        slots.push(next);
        next += slots_of(kind);
    }
    let lanes: Vec<u16> =
        slots.iter().zip(parameters).filter(|(_, (_, lanes))| *lanes).map(|(slot, _)| *slot).collect();
    let (r, q, i) = (next, next + 1, next + 2);
    // The instructions that put the function's value into r[i].
    let mut one = format!("aload {r}; iload {i}");
    for (slot, (kind, lanes)) in slots.iter().zip(parameters) {
        one += &match (*lanes, *kind) {
            (true, _) => format!("; aload {slot}; iload {i}; daload"),
            (false, "D") => format!("; dload {slot}"),
            (false, "F") => format!("; fload {slot}"),
            (false, _) => format!("; iload {slot}"),
        };
        if *lanes && float {
            one += "; d2f";
        }
    }
    one += &format!("; {call}{}; dastore", if float { "; f2d" } else { "" });
    let mut lines = Vec::new();
    if let ([only], Some(plain)) = (&lanes[..], plain) {
        let partial = i + 1;
        let arguments = slots.iter().map(|slot| match slot == only {
            true => "dconst_1".to_owned(),
            false => format!("dload {slot}"),
        });
        lines.push(format!("{}; {call}; dstore {partial}", arguments.collect::<Vec<_>>().join("; ")));
        lines.push(format!("dload {partial}; call plain (D)Z; ifeq each"));
        lines.push(match plain {
            Plain::Scaled => format!("dload {partial}; aload {only}; call scaled (D[D)[D; areturn"),
            Plain::Lent => format!("aload {only}; areturn"),
        });
        lines.push("each:".into());
    }
    match lanes[..] {
        [] => return Err(AdError::Bug(format!("{name} has no tangent to be applied to"))),
        [only] => {
            lines.push(format!("aload {only}; call copied ([D)[D; astore {only} [D"));
            lines.push(format!("aload {only}; astore {r} [D"));
        }
        [first, second, ref rest @ ..] => {
            // r has the blocks that any of the tangents has, and they are given those, too.
            lines.push(format!("aload {first}; aload {second}; call union ([D[D)[D; astore {r} [D"));
            for slot in rest {
                lines.push(format!("aload {r}; aload {slot}; call union ([D[D)[D; astore {r} [D"));
            }
        }
    }
    lines.push(format!("aload {r}; ifnonnull some; aconst_null; areturn"));
    lines.push("some:".into());
    match lanes[..] {
        [_] => {
            lines.push(format!("aload {r}; arraylength; iconst_2; if_icmpne packed"));
            lines.push(format!("iconst_1; istore {i}; {one}; aload {r}; areturn"));
            lines.push("packed:".into());
        }
        _ => {
            for slot in &lanes {
                lines.push(format!("aload {r}; aload {slot}; call aligned ([D[D)[D; astore {slot} [D"));
            }
        }
    }
    lines.push(format!("iconst_1; istore {q}"));
    lines.push("block:".into());
    lines.push(format!("iload {q}; aload {r}; arraylength; if_icmpge end"));
    lines.push(format!("iload {q}; iconst_1; iadd; istore {i}; iinc {q} 9"));
    lines.push("next:".into());
    lines.push(format!("iload {i}; iload {q}; if_icmpge block; {one}; iinc {i} 1; goto next"));
    lines.push("end:".into());
    lines.push(format!("aload {r}; areturn"));
    add(class, name, &descriptor, lines.iter())?;
    reference(class, name, &descriptor)
}
