//! The method of a loop: what it goes through, and what happens to each element.

use super::body::{Body, Local};
use super::chain::Chain;
use super::ends::Ending;
use super::table::Step;
use super::{Elem, Loop, Stage};
use crate::AdError;
use crate::annotation::mark_inactive;
use crate::emit::arrays::reference;
use crate::output::{add_static, has_method};
use crate::program::synthesize::hash;
use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, Label, Opcode};

/// How the names of these methods begin.
pub const NAME: &str = "nabla$loop$";

/// The constant of the method, which is added where the class does not have it; `None` where none can
/// be written.
pub fn method(
    class: &mut ClassFile,
    chain: &Chain,
    line: Option<u16>,
) -> Result<Option<ConstIndex>, AdError> {
    let descriptor = format!("({}){}", chain.parameters.concat(), chain.result);
    let Some(code) = code(class, &chain.whole, &chain.parameters, line)? else { return Ok(None) };
    let name = format!("{NAME}{:08x}", hash(&format!("{:?}{descriptor}{line:?}", chain.whole)));
    let name = own(class, &name, &descriptor, &code)?;
    Ok(Some(reference(class, &name, &descriptor)?))
}

/// The name of a static method with this code. One of an earlier run is used where it is the same.
pub fn own(class: &mut ClassFile, name: &str, descriptor: &str, code: &Code) -> Result<String, AdError> {
    let mut name = name.to_owned();
    while has_method(class, &name, descriptor) {
        let is_it = |m: &&nabla_classfile::Member| {
            class.pool.utf8(m.name).is_ok_and(|n| n == *name)
                && class.pool.utf8(m.descriptor).is_ok_and(|d| d == descriptor)
        };
        let known = class.methods.iter().find(is_it);
        let known = known.and_then(|m| class.code(m).ok().flatten());
        if known.is_some_and(|known| is_same(&known, code)) {
            return Ok(name);
        }
        name.push('$');
    }
    add_static(class, &name, descriptor, code)?;
    Ok(name)
}

/// The descriptor of the method that checks a part of an array.
const PART: &str = "([DII)V";

/// The name of a method that throws what the library throws where there is no such part; no derivative
/// flows through it.
fn part(class: &mut ClassFile) -> Result<String, AdError> {
    let mut body = Body::new(class, &["[D", "I", "I"].map(str::to_owned));
    [0, 1, 2].map(|slot| body.parameter(slot)).iter().for_each(|local| body.load(local));
    body.call_static("java/util/Arrays", "stream", "([DII)Ljava/util/stream/DoubleStream;")?;
    body.op(Opcode::Pop);
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    inactive(class, "part", PART, &code)
}

/// The name of a method through which no derivative flows.
pub fn inactive(class: &mut ClassFile, what: &str, descriptor: &str, code: &Code) -> Result<String, AdError> {
    let count = class.methods.len();
    let name = own(class, &format!("{NAME}{what}"), descriptor, code)?;
    if class.methods.len() > count {
        mark_inactive(class, &name)?;
    }
    Ok(name)
}

/// Whether two methods do the same.
fn is_same(a: &Code, b: &Code) -> bool {
    let place = |code: &Code, label: &Label| code.labels.get(label.0 as usize).copied();
    a.insns.len() == b.insns.len()
        && a.insns.iter().zip(&b.insns).all(|pair| match pair {
            (Insn::Branch(x, to), Insn::Branch(y, there)) => x == y && place(a, to) == place(b, there),
            (x, y) => x == y,
        })
}

fn code(
    class: &mut ClassFile,
    whole: &Loop,
    parameters: &[String],
    line: Option<u16>,
) -> Result<Option<Code<'static>>, AdError> {
    let mut body = Body::new(class, parameters);
    for stage in &whole.stages {
        if let Stage::Map(function, _) | Stage::Filter(function) = stage {
            body.check(function)?;
        }
    }
    if let Some(function) = &whole.end.1 {
        body.check(function)?;
    }
    let source = Source::new(&mut body, whole.source)?;
    let mut ending = Ending::new(&mut body, whole, source.size.as_ref())?;
    let (next, out, skip) = (body.label(), body.label(), body.label());
    let depth = body.depth();
    if !ending.is_done() {
        body.here(next)?;
        source.leave(&mut body, out)?;
        let (mut element, mut elem) = source.element(&mut body)?;
        for stage in &whole.stages {
            match stage {
                Stage::Map(function, to) => {
                    let Some(_) = body.apply(function, &[&element])? else { return Ok(None) };
                    (element, elem) = (body.store_new(to.descriptor()), *to);
                }
                Stage::Filter(function) => {
                    let Some(_) = body.apply(function, &[&element])? else { return Ok(None) };
                    body.jump(Opcode::Ifeq, skip);
                }
                Stage::Widen => {
                    body.load(&element);
                    body.op(Opcode::I2d);
                    (element, elem) = (body.store_new("D"), Elem::Double);
                }
            }
        }
        if !ending.take(&mut body, &element, elem, &source.index)? {
            return Ok(None);
        }
        body.forget(depth);
        body.here(skip)?;
        body.increment(&source.index);
        body.jump(Opcode::Goto, next);
        body.here(out)?;
    }
    ending.give(&mut body)?;
    Ok(Some(body.finish(line)?))
}

/// What a loop goes through.
struct Source {
    step: Step,
    /// Of the element that is next.
    index: Local,
    /// How many there are, or the iterator.
    size: Option<Local>,
    iterator: Option<Local>,
}

impl Source {
    fn new(body: &mut Body, step: Step) -> Result<Source, AdError> {
        const ITERATOR: &str = "()Ljava/util/Iterator;";
        let (mut size, mut iterator) = (None, None);
        match step {
            Step::Range { closed } => {
                // toIntExact(max(0, to − from)), where both are long.
                let (from, to) = (body.parameter(0), body.parameter(1));
                body.op(Opcode::Lconst0);
                for (local, op) in [(to, None), (from, Some(Opcode::Lsub))] {
                    body.load(&local);
                    body.op(Opcode::I2l);
                    op.into_iter().for_each(|op| body.op(op));
                }
                if closed {
                    body.op(Opcode::Lconst1);
                    body.op(Opcode::Ladd);
                }
                body.call_static("java/lang/Math", "max", "(JJ)J")?;
                body.call_static("java/lang/Math", "toIntExact", "(J)I")?;
                size = Some(body.store_new("I"));
            }
            Step::Part => {
                let [array, from, to] = [0, 1, 2].map(|slot| body.parameter(slot));
                let check = part(body.class)?;
                [&array, &from, &to].into_iter().for_each(|local| body.load(local));
                body.call_own(&check, PART)?;
                body.load(&to);
                body.load(&from);
                body.op(Opcode::Isub);
                size = Some(body.store_new("I"));
            }
            Step::One(_) => {
                body.op(Opcode::Iconst1);
                size = Some(body.store_new("I"));
            }
            Step::Array(_) | Step::Indices => {
                let array = body.parameter(0);
                body.load(&array);
                body.op(Opcode::Arraylength);
                size = Some(body.store_new("I"));
            }
            _ => {
                // What the library goes through, which need not be what the iterator gives.
                let elements = body.parameter(0);
                body.load(&elements);
                if step == Step::Each {
                    body.call_interface("java/util/Collection", "stream", "()Ljava/util/stream/Stream;")?;
                    body.call_interface("java/util/stream/Stream", "iterator", ITERATOR)?;
                } else {
                    let all = "()Ljava/util/Spliterator;";
                    body.call_interface("java/lang/Iterable", "spliterator", all)?;
                    let all = "(Ljava/util/Spliterator;)Ljava/util/Iterator;";
                    body.call_static("java/util/Spliterators", "iterator", all)?;
                }
                iterator = Some(body.store_new("Ljava/util/Iterator;"));
            }
        }
        body.op(Opcode::Iconst0);
        let index = body.store_new("I");
        Ok(Source { step, index, size, iterator })
    }

    /// Jumps where there is no further element.
    fn leave(&self, body: &mut Body, out: Label) -> Result<(), AdError> {
        if let Some(iterator) = &self.iterator {
            body.load(iterator);
            body.call_interface("java/util/Iterator", "hasNext", "()Z")?;
            body.jump(Opcode::Ifeq, out);
        } else if let Some(size) = &self.size {
            body.load(&self.index);
            body.load(size);
            body.jump(Opcode::IfIcmpge, out);
        }
        Ok(())
    }

    /// The next element.
    fn element(&self, body: &mut Body) -> Result<(Local, Elem), AdError> {
        let elem = match self.step {
            Step::Indices => return Ok((self.index.clone(), Elem::Int)),
            Step::One(elem) => return Ok((body.parameter(0), elem)),
            Step::Part => {
                let (array, from) = (body.parameter(0), body.parameter(1));
                body.load(&array);
                body.load(&from);
                body.load(&self.index);
                body.op(Opcode::Iadd);
                body.op(Opcode::Daload);
                Elem::Double
            }
            Step::Array(elem) => {
                let array = body.parameter(0);
                body.load(&array);
                body.load(&self.index);
                body.op(elem.of_array());
                elem
            }
            Step::Range { .. } => {
                let from = body.parameter(0);
                body.load(&from);
                body.load(&self.index);
                body.op(Opcode::Iadd);
                Elem::Int
            }
            _ => {
                if let Some(iterator) = &self.iterator {
                    body.load(iterator);
                }
                body.call_interface("java/util/Iterator", "next", "()Ljava/lang/Object;")?;
                Elem::Object
            }
        };
        Ok((body.store_new(elem.descriptor()), elem))
    }
}
