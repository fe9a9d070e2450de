//! Methods that field versions call in the class itself: functions and array operations for which
//! the interface has no method, as text.
//!
//! `E` is an element. What decides between elements is the real part, as it decides in the primal.

use super::algebra::Algebra;
use crate::AdError;
use crate::emit::arrays::reference;
use crate::emit::lanes::assemble::add;
use crate::output::has_method;
use nabla_classfile::{ClassFile, ConstIndex};

/// The larger or the smaller one, as `Math` chooses: a NaN, else by value, else by sign.
const CHOOSE: &str = "
    aload 0; real; dstore 2; aload 1; real; dstore 4
    dload 2; dload 2; dcmpl; ifne first
    dload 2; dload 4; invokestatic java/lang/Math.NAME (DD)D
    invokestatic java/lang/Double.doubleToRawLongBits (D)J
    dload 2; invokestatic java/lang/Double.doubleToRawLongBits (D)J; lcmp; ifne second
    first:
    aload 0; areturn
    second:
    aload 1; areturn";

/// A remainder, by the quotient that belongs to the exact one of the real parts: the libraries divide and round, and what they
/// subtract is rounded, too. An element whose real part is all of its value gets the exact one; one with more digits has them.
const REMAINDER: &str = "
    iconst_0; istore 11; aload 0; real; dconst_0; dcmpg; ifge positive
    iconst_1; istore 11; aload 0; operate negate; astore 0 E
    positive:
    aload 0; real; dstore 2; aload 1; real; dstore 4; aload 0; astore 10 E
    dload 2; dload 4; EXACT; dstore 6
    dload 2; dload 6; dsub; dload 4; ddiv; invokestatic java/lang/Math.rint (D)D
    double 1.7976931348623157E308; invokestatic java/lang/Math.min (DD)D
    double -1.7976931348623157E308; invokestatic java/lang/Math.max (DD)D; dstore 8
    dload 8; dconst_0; dcmpl; ifeq done
    aload 0; aload 1; dload 8; invokeinterface INTERFACE.multiply (D)ERASED; operate subtract E; astore 10 E
    aload 0; dload 2; invokeinterface INTERFACE.subtract (D)ERASED; real; dconst_0; dcmpl; ifne done
    aload 1; dload 4; invokeinterface INTERFACE.subtract (D)ERASED; real; dconst_0; dcmpl; ifne done
    aload 10; aload 10; real; invokeinterface INTERFACE.subtract (D)ERASED
    dload 6; invokeinterface INTERFACE.add (D)ERASED; astore 10 E
    done:
    iload 11; ifne negative
    aload 10; areturn
    negative:
    aload 10; operate negate; areturn";

/// A power. That of 0 with an exponent that is no `int` has no derivatives in Hipparchus' `DerivativeStructure`, and the first
/// power of 0 no second one in `UnivariateDerivative2`.
const POW: &str = "
    aload 0; real; dconst_0; dcmpl; ifne any
    dload 1; d2i; istore 3; iload 3; i2d; dload 1; dcmpl; ifne any
    iload 3; iconst_1; if_icmpeq itself
    aload 0; iload 3; invokeinterface INTERFACE.pow (I)ERASED; areturn
    any:
    aload 0; dload 1; invokeinterface INTERFACE.pow (D)ERASED; areturn
    itself:
    aload 0; areturn";

/// A power whose exponent is an element: where that is constant it is a number, for the libraries take the logarithm of the
/// base, which may be negative.
const POW_BY_ELEMENT: &str = "
    aload 1; real; dstore 2
    aload 1; dconst_0; invokeinterface INTERFACE.multiply (D)ERASED; dload 2; invokeinterface INTERFACE.add (D)ERASED
    aload 1; invokevirtual java/lang/Object.equals (Ljava/lang/Object;)Z; ifeq varies
    aload 0; dload 2; support pow (ED)E; areturn
    varies:
    aload 0; aload 1; operate pow E; areturn";

/// The hypotenuse. Where one side is far shorter, the libraries give the other without what it owes to the shorter one:
/// no second derivative by that. There it is |x|·√(1 + (y/x)²), of which the value is |x|. The sign is the real part's: a complex
/// number's own magnitude has no derivative.
const HYPOT: &str = "
    aload 0; real; invokestatic java/lang/Math.abs (D)D; dstore 2
    aload 1; real; invokestatic java/lang/Math.abs (D)D; dstore 4
    dload 2; dload 4; dadd; double inf; dcmpl; ifeq any
    dload 4; dload 2; ddiv; double 1e-8; dcmpg; iflt first
    dload 2; dload 4; ddiv; double 1e-8; dcmpg; iflt second
    any:
    aload 0; aload 1; operate hypot E; areturn
    second:
    aload 0; astore 6 E; aload 1; astore 0 E; aload 6; astore 1 E
    first:
    aload 1; aload 0; operate divide E; astore 6 E
    aload 6; aload 6; operate multiply E; dconst_1; invokeinterface INTERFACE.add (D)ERASED; operate sqrt; astore 6 E
    aload 0; real; dconst_0; dcmpg; ifge positive
    aload 0; operate negate; astore 0 E
    positive:
    aload 0; aload 6; operate multiply E; areturn";

/// An array of zeros.
const ARRAY: &str = "aload 1; field; iload 0; invokestatic ARRAYS.buildArray (FIELDI)[ELEMENT; areturn";

/// A rectangle of zeros; with a negative width, rows that are null.
const RECTANGLE: &str =
    "aload 2; field; iload 0; iload 1; invokestatic ARRAYS.buildArray (FIELDII)[[ELEMENT; areturn";

/// Constant elements of these values.
const LIFT: &str = "
    aload 0; arraylength; aload 1; support array (IE)[E; astore 2 [E; iconst_0; istore 3
    next:
    iload 3; aload 0; arraylength; if_icmpge end
    aload 2; iload 3; aload 1; aload 0; iload 3; daload; constant; aastore; iinc 3 1; goto next
    end:
    aload 2; areturn";

/// A copy of this length, filled up with zeros.
const COPY: &str = "
    aload 0; iload 1; invokestatic java/util/Arrays.copyOf ([Ljava/lang/Object;I)[Ljava/lang/Object;
    astore 3 [E; aload 0; arraylength; istore 4
    next:
    iload 4; iload 1; if_icmpge end
    aload 3; iload 4; aload 2; dconst_0; constant; aastore; iinc 4 1; goto next
    end:
    aload 3; areturn";

/// A copy of a range, filled up with zeros.
const COPY_RANGE: &str = "
    aload 0; iload 1; iload 2; invokestatic java/util/Arrays.copyOfRange ([Ljava/lang/Object;II)[Ljava/lang/Object;
    astore 4 [E; aload 0; arraylength; iload 1; isub; istore 5
    next:
    iload 5; aload 4; arraylength; if_icmpge end
    aload 4; iload 5; aload 3; dconst_0; constant; aastore; iinc 5 1; goto next
    end:
    aload 4; areturn";

/// The support methods by name; `witness` is written for the arrays at hand.
const TEXTS: &[(&str, &str)] = &[
    ("fma", "aload 0; aload 1; operate multiply E; aload 2; operate add E; areturn"),
    ("clamp", "aload 0; aload 1; support max (EE)E; aload 2; support min (EE)E; areturn"),
    ("pow", POW),
    ("power", POW_BY_ELEMENT),
    ("hypot", HYPOT),
    ("array", ARRAY),
    ("rectangle", RECTANGLE),
    ("lift", LIFT),
    ("copy", COPY),
    ("range", COPY_RANGE),
];

/// The method of this name and descriptor, added if the class has none.
pub fn support(
    class: &mut ClassFile,
    algebra: &Algebra,
    name: &str,
    descriptor: &str,
) -> Result<ConstIndex, AdError> {
    let full = format!("nabla$field${name}");
    let typed = typed(algebra, descriptor);
    if !has_method(class, &full, &typed) {
        let text = match name {
            "max" | "min" => CHOOSE.replace("NAME", name),
            "modulo" => REMAINDER.replace("EXACT", "drem"),
            "remainder" => REMAINDER.replace("EXACT", "invokestatic java/lang/Math.IEEEremainder (DD)D"),
            "witness" => witness(descriptor),
            _ => TEXTS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, text)| (*text).to_owned())
                .unwrap_or_default(),
        };
        let mut lines = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let insns: Result<Vec<String>, AdError> =
                line.split("; ").map(|insn| instruction(class, algebra, insn)).collect();
            lines.push(insns?.join("; "));
        }
        add(class, &full, &typed, lines.iter())?;
    }
    reference(class, &full, &typed)
}

/// A descriptor in which `E` stands for an element.
pub fn typed(algebra: &Algebra, descriptor: &str) -> String {
    descriptor.replace('E', &algebra.reference())
}

/// One instruction of a text, with the operations of the interface written out.
fn instruction(class: &mut ClassFile, algebra: &Algebra, text: &str) -> Result<String, AdError> {
    let Algebra { interface, element, arrays, field, .. } = algebra;
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["real"] => format!("invokeinterface {interface}.getReal ()D"),
        ["field"] => format!("invokeinterface {interface}.getField (){field}"),
        ["constant"] if algebra.makes_constants => {
            format!("invokeinterface {interface}.newInstance (D){element}")
        }
        ["constant"] => format!("invokeinterface {interface}.add (D){element}"),
        ["operate", name] => format!("invokeinterface {interface}.{name} (){element}"),
        ["operate", name, _] => format!("invokeinterface {interface}.{name} ({element}){element}"),
        ["support", name, descriptor] => {
            support(class, algebra, name, descriptor)?;
            format!("invokestatic this.nabla$field${name} {}", typed(algebra, descriptor))
        }
        ["astore", slot, kind] => format!("astore {slot} {}", typed(algebra, kind)),
        _ => {
            let text = text.replace("INTERFACE", interface).replace("ERASED", element);
            let element = element.trim_start_matches('[');
            text.replace("ARRAYS", arrays).replace("FIELD", field).replace("ELEMENT", element)
        }
    })
}

/// The first element that there is in one of the arrays, or arrays of arrays; null if there is none.
fn witness(descriptor: &str) -> String {
    let taken = descriptor.split(')').next().unwrap_or_default().trim_start_matches('(');
    let arrays: Vec<&str> = taken.split_inclusive('E').collect();
    let (row, column, elements) = (arrays.len(), arrays.len() + 1, arrays.len() + 2);
    let mut text = format!("iconst_0; istore {row}; iconst_0; istore {column}\n");
    for (i, array) in arrays.iter().enumerate() {
        let (mut from, mut end) = (i, format!("next{i}"));
        if array.starts_with("[[") {
            (from, end) = (elements, format!("row{i}"));
            text += &format!(
                "aload {i}; ifnull next{i}; iconst_0; istore {row}
                row{i}:
                iload {row}; aload {i}; arraylength; if_icmpge next{i}
                aload {i}; iload {row}; aaload; astore {elements} [E; iinc {row} 1\n"
            );
        }
        text += &format!(
            "aload {from}; ifnull {end}; iconst_0; istore {column}
            look{i}:
            iload {column}; aload {from}; arraylength; if_icmpge {end}
            aload {from}; iload {column}; aaload; ifnull step{i}
            aload {from}; iload {column}; aaload; areturn
            step{i}:
            iinc {column} 1; goto look{i}
            next{i}:\n"
        );
    }
    text + "aconst_null; areturn"
}
