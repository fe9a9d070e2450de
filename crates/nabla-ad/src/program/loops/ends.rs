//! What comes of the elements of a loop.
//!
//! The sum of a stream and its mean are compensated for what rounding loses, differently from one JDK
//! to the next: their value is the library's, of an array with the elements, and their tangent the sum
//! of the tangents.

use super::body::{Body, Local};
use super::table::{DOUBLES, End, OPTIONAL, Otherwise, Step};
use super::write::inactive;
use super::{Elem, Function, Loop, Stage};
use crate::AdError;
use nabla_classfile::{ClassFile, Insn, Opcode};

const DOUBLE: u8 = 7;
/// How many elements there is room for where it is not known how many come.
const ROOM: i16 = 16;

/// The end of a loop.
pub struct Ending<'l> {
    end: End,
    function: Option<&'l Function>,
    otherwise: Option<(Otherwise, u16)>,
    /// The array of the elements, and where it may have to grow.
    array: Option<Local>,
    grows: bool,
    /// How many elements came, where that is not the index.
    count: Option<Local>,
    /// The value so far.
    value: Option<Local>,
    done: bool,
}

impl<'l> Ending<'l> {
    /// Makes the locals; `size` is the number of elements of the source, where it is known.
    pub fn new(body: &mut Body, whole: &'l Loop, size: Option<&Local>) -> Result<Ending<'l>, AdError> {
        let (end, function, slot) = &whole.end;
        let (end, function) = (*end, function.as_ref());
        let filters = whole.stages.iter().any(|stage| matches!(stage, Stage::Filter(_)));
        let (mut array, mut count, mut value) = (None, None, None);
        let mut done = false;
        match end {
            End::Sum | End::Average
                if whole.stages.is_empty() && whole.source == Step::Array(Elem::Double) =>
            {
                array = Some(body.parameter(0));
                done = true;
            }
            End::Sum | End::Average | End::Array => {
                match size {
                    Some(size) => body.load(size),
                    None => body.insn(Insn::Push(Opcode::Bipush, ROOM)),
                }
                body.insn(Insn::NewArray(DOUBLE));
                array = Some(body.store_new("[D"));
                if filters || size.is_none() {
                    body.op(Opcode::Iconst0);
                    count = Some(body.store_new("I"));
                }
            }
            End::Max | End::Min | End::Reduce => {
                body.op(Opcode::Dconst0);
                value = Some(body.store_new("D"));
                body.op(Opcode::Iconst0);
                count = Some(body.store_new("I"));
            }
            End::Fold => value = Some(body.parameter(*slot)),
            End::Fill => array = Some(body.parameter(0)),
            End::ForEach => {}
        }
        let grows = size.is_none();
        Ok(Ending { end, function, otherwise: whole.otherwise, array, grows, count, value, done })
    }

    /// Whether the elements need not be looked at.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Takes an element; false where no code can do it.
    pub fn take(
        &mut self,
        body: &mut Body,
        element: &Local,
        elem: Elem,
        index: &Local,
    ) -> Result<bool, AdError> {
        let number = elem == Elem::Double;
        match (self.end, &self.array, &self.value, &self.count) {
            (End::ForEach, ..) => {
                let Some(function) = self.function else { return Ok(false) };
                return Ok(body.apply(function, &[element])?.is_some());
            }
            (End::Fill, Some(array), ..) => {
                let Some(function) = self.function else { return Ok(false) };
                body.load(array);
                body.load(index);
                let made = body.apply(function, &[element])?.is_some();
                body.op(if array.1 == "[D" { Opcode::Dastore } else { Opcode::Aastore });
                return Ok(made);
            }
            (_, Some(array), _, count) if number => {
                let at = count.as_ref().unwrap_or(index);
                if self.grows {
                    grow(body, array, at)?;
                }
                body.load(array);
                body.load(at);
                body.load(element);
                body.op(Opcode::Dastore);
                count.iter().for_each(|count| body.increment(count));
            }
            (_, _, Some(value), count) if number => {
                let (further, next) = (body.label(), body.label());
                if let Some(count) = count {
                    // The first is the value so far.
                    body.load(count);
                    body.jump(Opcode::Ifne, further);
                    body.load(element);
                    body.store(value);
                    body.jump(Opcode::Goto, next);
                    body.here(further)?;
                }
                match (self.end, self.function) {
                    (End::Max | End::Min, _) => {
                        body.load(value);
                        body.load(element);
                        let name = if self.end == End::Max { "max" } else { "min" };
                        body.call_static("java/lang/Math", name, "(DD)D")?;
                    }
                    (_, Some(function)) => {
                        if body.apply(function, &[value, element])?.is_none() {
                            return Ok(false);
                        }
                    }
                    _ => return Ok(false),
                }
                body.store(value);
                if let Some(count) = count {
                    body.here(next)?;
                    body.increment(count);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Gives what came of them.
    pub fn give(&self, body: &mut Body) -> Result<(), AdError> {
        if let (Some(array), Some(count)) = (&self.array, &self.count) {
            // What is too long is cut.
            let fits = body.label();
            body.load(count);
            body.load(array);
            body.op(Opcode::Arraylength);
            body.jump(Opcode::IfIcmpeq, fits);
            copy(body, array, |body| body.load(count))?;
            body.here(fits)?;
        }
        if let Some(otherwise) = &self.otherwise {
            let some = body.label();
            match (&self.array, &self.count) {
                (Some(array), _) => {
                    body.load(array);
                    body.op(Opcode::Arraylength);
                }
                (_, Some(count)) => body.load(count),
                _ => {}
            }
            body.jump(Opcode::Ifne, some);
            match otherwise {
                (Otherwise::Gives, slot) => body.insn(Insn::Local(Opcode::Dload, *slot)),
                (Otherwise::Throws(name), _) => {
                    body.call_static(OPTIONAL, "empty", "()Ljava/util/OptionalDouble;")?;
                    body.call_virtual(OPTIONAL, name, "()D")?;
                }
            }
            body.op(Opcode::Dreturn);
            body.here(some)?;
        }
        match (self.end, &self.array, &self.value) {
            (End::Sum | End::Average, Some(array), _) => {
                total(body, self.end, array)?;
                body.op(Opcode::Dreturn);
            }
            (End::Array, Some(array), _) => {
                body.load(array);
                body.op(Opcode::Areturn);
            }
            (_, _, Some(value)) => {
                body.load(value);
                body.op(Opcode::Dreturn);
            }
            _ => body.op(Opcode::Return),
        }
        Ok(())
    }
}

/// `if (count == array.length) array = Arrays.copyOf(array, 2 * count);`
fn grow(body: &mut Body, array: &Local, count: &Local) -> Result<(), AdError> {
    let fits = body.label();
    body.load(count);
    body.load(array);
    body.op(Opcode::Arraylength);
    body.jump(Opcode::IfIcmplt, fits);
    copy(body, array, |body| {
        body.load(count);
        body.op(Opcode::Iconst2);
        body.op(Opcode::Imul);
    })?;
    body.here(fits)
}

/// `array = Arrays.copyOf(array, length);`
fn copy(body: &mut Body, array: &Local, length: impl Fn(&mut Body)) -> Result<(), AdError> {
    body.load(array);
    length(body);
    body.call_static("java/util/Arrays", "copyOf", "([DI)[D")?;
    body.store(array);
    Ok(())
}

/// Leaves the sum of an array's elements on the stack, or their mean: `double[] r = new double[1]; for (double x
/// : a) r[0] += x; r[0] /= a.length; value(a, r);`, where no derivative flows through `value`.
fn total(body: &mut Body, end: End, array: &Local) -> Result<(), AdError> {
    let value = value(body.class, end)?;
    body.op(Opcode::Iconst1);
    body.insn(Insn::NewArray(DOUBLE));
    let total = body.store_new("[D");
    let change = |body: &mut Body, by: &dyn Fn(&mut Body)| {
        body.load(&total);
        body.op(Opcode::Iconst0);
        body.op(Opcode::Dup2);
        body.op(Opcode::Daload);
        by(body);
        body.op(Opcode::Dastore);
    };
    body.op(Opcode::Iconst0);
    let index = body.store_new("I");
    let (next, out) = (body.label(), body.label());
    body.here(next)?;
    body.load(&index);
    body.load(array);
    body.op(Opcode::Arraylength);
    body.jump(Opcode::IfIcmpge, out);
    change(body, &|body| {
        body.load(array);
        body.load(&index);
        body.op(Opcode::Daload);
        body.op(Opcode::Dadd);
    });
    body.increment(&index);
    body.jump(Opcode::Goto, next);
    body.here(out)?;
    if end == End::Average {
        change(body, &|body| {
            body.load(array);
            body.op(Opcode::Arraylength);
            body.op(Opcode::I2d);
            body.op(Opcode::Ddiv);
        });
    }
    body.load(array);
    body.load(&total);
    body.call_own(&value, "([D[D)V")?;
    body.load(&total);
    body.op(Opcode::Iconst0);
    body.op(Opcode::Daload);
    Ok(())
}

/// `r[0] = DoubleStream.of(a).sum();`
fn value(class: &mut ClassFile, end: End) -> Result<String, AdError> {
    let what = if end == End::Sum { "sum" } else { "average" };
    let mut body = Body::new(class, &["[D".to_owned(), "[D".to_owned()]);
    let (array, total) = (body.parameter(0), body.parameter(1));
    body.load(&total);
    body.op(Opcode::Iconst0);
    body.load(&array);
    body.call_static("java/util/Arrays", "stream", "([D)Ljava/util/stream/DoubleStream;")?;
    if end == End::Sum {
        body.call_interface(DOUBLES, "sum", "()D")?;
    } else {
        body.call_interface(DOUBLES, "average", "()Ljava/util/OptionalDouble;")?;
        body.call_virtual(OPTIONAL, "getAsDouble", "()D")?;
    }
    body.op(Opcode::Dastore);
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    inactive(class, what, "([D[D)V", &code)
}
