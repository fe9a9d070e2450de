//! `MathArrays.linearCombination` of two arrays, which takes numbers apart by their bits to gain digits:
//! the value is the library's, and the tangent that of the sum of products that it is.

use super::body::{Body, all, each, length};
use super::write::{NAME, inactive, own};
use crate::AdError;
use nabla_classfile::{ClassFile, Insn, Opcode};

/// The name of the library's method.
pub const COMBINATION: &str = "linearCombination";
/// Its descriptor.
pub const DESCRIPTOR: &str = "([D[D)D";

const DOUBLE: u8 = 7;

/// The name of the method that gives what that of this class gives:
/// `double[] exact = new double[1]; value(exact, a, b); double[] sum = new double[1]; for (int i = 0; i <
/// a.length; i++) sum[0] += a[i] * b[i]; replace(sum, exact); return sum[0];`, where no derivative flows
/// through `value` and `replace`.
pub fn combination(class: &mut ClassFile, owner: &str) -> Result<String, AdError> {
    const VALUE: &str = "([D[D[D)V";
    const REPLACE: &str = "([D[D)V";
    let value = value(class, owner, VALUE)?;
    let replace = replace(class, REPLACE)?;
    let mut body = Body::new(class, &["[D", "[D"].map(str::to_owned));
    let [a, b] = [0, 1].map(|slot| body.parameter(slot));
    let [exact, sum] = [0; 2].map(|_| {
        body.op(Opcode::Iconst1);
        body.insn(Insn::NewArray(DOUBLE));
        body.store_new("[D")
    });
    all(&mut body, &[&exact, &a, &b]);
    body.call_own(&value, VALUE)?;
    each(
        &mut body,
        Opcode::Iconst0,
        |body| length(body, &a),
        |body, i| {
            body.load(&sum);
            body.op(Opcode::Iconst0);
            body.load(&sum);
            body.op(Opcode::Iconst0);
            body.op(Opcode::Daload);
            for array in [&a, &b] {
                all(body, &[array, i]);
                body.op(Opcode::Daload);
            }
            body.op(Opcode::Dmul);
            body.op(Opcode::Dadd);
            body.op(Opcode::Dastore);
            Ok(())
        },
    )?;
    all(&mut body, &[&sum, &exact]);
    body.call_own(&replace, REPLACE)?;
    body.load(&sum);
    body.op(Opcode::Iconst0);
    body.op(Opcode::Daload);
    body.op(Opcode::Dreturn);
    let code = body.finish(None)?;
    own(class, &format!("{NAME}combination"), DESCRIPTOR, &code)
}

/// `exact[0] = MathArrays.linearCombination(a, b);`, which throws where the library does.
fn value(class: &mut ClassFile, owner: &str, descriptor: &str) -> Result<String, AdError> {
    let mut body = Body::new(class, &["[D", "[D", "[D"].map(str::to_owned));
    let [exact, a, b] = [0, 1, 2].map(|slot| body.parameter(slot));
    body.load(&exact);
    body.op(Opcode::Iconst0);
    all(&mut body, &[&a, &b]);
    body.call_static(owner, COMBINATION, DESCRIPTOR)?;
    body.op(Opcode::Dastore);
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    inactive(class, "combination$value", descriptor, &code)
}

/// `sum[0] = exact[0];`
fn replace(class: &mut ClassFile, descriptor: &str) -> Result<String, AdError> {
    let mut body = Body::new(class, &["[D", "[D"].map(str::to_owned));
    let [sum, exact] = [0, 1].map(|slot| body.parameter(slot));
    body.load(&sum);
    body.op(Opcode::Iconst0);
    body.load(&exact);
    body.op(Opcode::Iconst0);
    body.op(Opcode::Daload);
    body.op(Opcode::Dastore);
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    inactive(class, "combination$replace", descriptor, &code)
}
