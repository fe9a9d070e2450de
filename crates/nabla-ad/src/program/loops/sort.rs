//! `Arrays.sort` of numbers, as a method that moves each number by itself, so that its tangent moves along.
//!
//! Where a number goes is looked up in what the library sorts: behind those before it in the array that
//! are equal to it, by `Double.compare`. So numbers that are equal keep their order, and with them
//! their tangents.

use super::body::{Body, Local, all, each, length};
use super::write::{NAME, inactive, own};
use crate::AdError;
use nabla_classfile::{ClassFile, Insn, Opcode};

/// The descriptors of the methods that sort.
pub const WHOLE: &str = "([D)V";
/// The same, of a part of the array.
pub const PART: &str = "([DII)V";

const INT: u8 = 10;

/// The name of the method that sorts as the library does.
pub fn sort(class: &mut ClassFile, descriptor: &str) -> Result<String, AdError> {
    let part = part(class)?;
    if descriptor == PART {
        return Ok(part);
    }
    let mut body = Body::new(class, &["[D".to_owned()]);
    let array = body.parameter(0);
    body.load(&array);
    body.op(Opcode::Iconst0);
    body.load(&array);
    body.op(Opcode::Arraylength);
    body.call_own(&part, PART)?;
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    own(class, &format!("{NAME}sort"), WHOLE, &code)
}

/// `int[] order = order(a, from, to); double[] before = Arrays.copyOf(a, a.length); for (int i = 0; i <
/// order.length; i++) a[from + i] = before[order[i]]; value(a, before, from, to);`, where no derivative flows
/// through `order` and `value`.
fn part(class: &mut ClassFile) -> Result<String, AdError> {
    const ORDER: &str = "([DII)[I";
    const VALUE: &str = "([D[DII)V";
    let order = order(class)?;
    let value = value(class)?;
    let mut body = Body::new(class, &["[D", "I", "I"].map(str::to_owned));
    let [array, from, to] = [0, 1, 2].map(|slot| body.parameter(slot));
    all(&mut body, &[&array, &from, &to]);
    body.call_own(&order, ORDER)?;
    let order = body.store_new("[I");
    copy(&mut body, &array)?;
    let before = body.store_new("[D");
    each(
        &mut body,
        Opcode::Iconst0,
        |body| length(body, &order),
        |body, i| {
            all(body, &[&array, &from, i]);
            body.op(Opcode::Iadd);
            all(body, &[&before, &order, i]);
            body.op(Opcode::Iaload);
            body.op(Opcode::Daload);
            body.op(Opcode::Dastore);
            Ok(())
        },
    )?;
    all(&mut body, &[&array, &before, &from, &to]);
    body.call_own(&value, VALUE)?;
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    own(class, &format!("{NAME}sort"), PART, &code)
}

/// `System.arraycopy(before, from, a, from, to - from); Arrays.sort(a, from, to);`: two NaNs may differ in
/// bits that nothing compares.
fn value(class: &mut ClassFile) -> Result<String, AdError> {
    let mut body = Body::new(class, &["[D", "[D", "I", "I"].map(str::to_owned));
    let [array, before, from, to] = [0, 1, 2, 3].map(|slot| body.parameter(slot));
    all(&mut body, &[&before, &from, &array, &from, &to, &from]);
    body.op(Opcode::Isub);
    body.call_static("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V")?;
    all(&mut body, &[&array, &from, &to]);
    body.call_static("java/util/Arrays", "sort", PART)?;
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    inactive(class, "sort$value", "([D[DII)V", &code)
}

/// Where each number of the sorted part comes from:
/// `double[] s = Arrays.copyOf(a, a.length); Arrays.sort(s, from, to); int[] first = new int[to - from]; for
/// (int i = 1; i < first.length; i++) first[i] = Double.compare(s[from + i - 1], s[from + i]) == 0 ? first[i - 1]
/// : i; int[] placed = new int[first.length], order = new int[first.length]; for (int i = from; i < to; i++) { int
/// p = first[Arrays.binarySearch(s, from, to, a[i]) - from]; order[p + placed[p]++] = i; } return order;`
fn order(class: &mut ClassFile) -> Result<String, AdError> {
    let mut body = Body::new(class, &["[D", "I", "I"].map(str::to_owned));
    let [array, from, to] = [0, 1, 2].map(|slot| body.parameter(slot));
    copy(&mut body, &array)?;
    let sorted = body.store_new("[D");
    all(&mut body, &[&sorted, &from, &to]);
    body.call_static("java/util/Arrays", "sort", PART)?;
    let [first, placed, order] = [0; 3].map(|_| {
        all(&mut body, &[&to, &from]);
        body.op(Opcode::Isub);
        body.insn(Insn::NewArray(INT));
        body.store_new("[I")
    });
    each(
        &mut body,
        Opcode::Iconst1,
        |body| length(body, &first),
        |body, i| {
            let (differs, next) = (body.label(), body.label());
            for back in [true, false] {
                all(body, &[&sorted, &from, i]);
                body.op(Opcode::Iadd);
                if back {
                    body.op(Opcode::Iconst1);
                    body.op(Opcode::Isub);
                }
                body.op(Opcode::Daload);
            }
            body.call_static("java/lang/Double", "compare", "(DD)I")?;
            body.jump(Opcode::Ifne, differs);
            all(body, &[&first, i, &first, i]);
            body.op(Opcode::Iconst1);
            body.op(Opcode::Isub);
            body.op(Opcode::Iaload);
            body.op(Opcode::Iastore);
            body.jump(Opcode::Goto, next);
            body.here(differs)?;
            all(body, &[&first, i, i]);
            body.op(Opcode::Iastore);
            body.here(next)
        },
    )?;
    each(
        &mut body,
        Opcode::Iconst0,
        |body| length(body, &first),
        |body, i| {
            all(body, &[&first, &sorted, &from, &to, &array, &from, i]);
            body.op(Opcode::Iadd);
            body.op(Opcode::Daload);
            body.call_static("java/util/Arrays", "binarySearch", "([DIID)I")?;
            body.load(&from);
            body.op(Opcode::Isub);
            body.op(Opcode::Iaload);
            let place = body.store_new("I");
            all(body, &[&order, &place, &placed, &place]);
            body.op(Opcode::Iaload);
            body.op(Opcode::Iadd);
            all(body, &[&from, i]);
            body.op(Opcode::Iadd);
            body.op(Opcode::Iastore);
            all(body, &[&placed, &place]);
            body.op(Opcode::Dup2);
            body.op(Opcode::Iaload);
            body.op(Opcode::Iconst1);
            body.op(Opcode::Iadd);
            body.op(Opcode::Iastore);
            Ok(())
        },
    )?;
    body.load(&order);
    body.op(Opcode::Areturn);
    let code = body.finish(None)?;
    inactive(class, "sort$order", "([DII)[I", &code)
}

/// Leaves a copy of an array on the stack.
fn copy(body: &mut Body, array: &Local) -> Result<(), AdError> {
    body.load(array);
    length(body, array);
    body.call_static("java/util/Arrays", "copyOf", "([DI)[D")
}
