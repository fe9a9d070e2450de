//! What the calls of a stream become: methods that work on arrays.

use super::DOUBLES;
use crate::AdError;
use crate::annotation::mark_inactive;
use crate::emit::arrays::with_frames;
use crate::emit::dispatch::straight;
use crate::output::add_method;
use crate::program::synthesize::empty_class;
use nabla_classfile::{ClassFile, Code, ConstIndex, Frame, Insn, Label, Opcode, VerificationType};

type Result<T> = std::result::Result<T, AdError>;

const STATIC: u16 = 0x0008 | 0x1000;
const DOUBLE: u8 = 7;
const UNARY: &str = "java/util/function/DoubleUnaryOperator";
const OF_INT: &str = "java/util/function/IntToDoubleFunction";
/// The method that replaces a sum by what the library makes of it.
const VALUE: (&str, &str) = ("value", "([D[D)V");

/// The class with all of them.
pub fn class(host: &ClassFile, name: &str) -> Result<Vec<u8>> {
    let mut class = empty_class(host, name)?;
    let sum = sum(&mut class, name)?;
    let map = map(&mut class)?;
    let range = range(&mut class)?;
    let methods = [super::SUM.zip(Some(sum)), super::MAP.zip(Some(map)), super::RANGE.zip(Some(range))];
    for ((method, descriptor), code) in methods.into_iter().flatten() {
        add_method(&mut class, STATIC, method, descriptor, &code)?;
    }
    let code = value(&mut class)?;
    add_method(&mut class, STATIC, VALUE.0, VALUE.1, &code)?;
    mark_inactive(&mut class, VALUE.0)?;
    Ok(class.write()?)
}

fn load(slot: u16) -> Insn {
    Insn::Local(Opcode::Aload, slot)
}

fn int(slot: u16) -> Insn {
    Insn::Local(Opcode::Iload, slot)
}

fn not_null(class: &mut ClassFile, slot: u16) -> Result<[Insn; 3]> {
    const DESCRIPTOR: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
    let check = class.pool.add_method("java/util/Objects", "requireNonNull", DESCRIPTOR)?;
    Ok([load(slot), Insn::Invoke(Opcode::Invokestatic, check), Insn::Op(Opcode::Pop)])
}

fn types(class: &mut ClassFile, names: &[&str]) -> Result<Vec<VerificationType>> {
    let object = |name: &&str| match *name {
        "I" => Ok(VerificationType::Integer),
        name => Ok(VerificationType::Object(class.pool.add_class(name)?)),
    };
    names.iter().map(object).collect()
}

/// `double[] r = new double[1]; for (double x : a) r[0] += x; value(a, r); return r[0];`, where no
/// derivative flows through `value`: the tangents are summed in order, the value is the library's,
/// which compensates what rounding loses.
fn sum<'a>(class: &mut ClassFile<'a>, owner: &str) -> Result<Code<'a>> {
    let value = class.pool.add_method(owner, VALUE.0, VALUE.1)?;
    let insns = vec![
        Insn::Op(Opcode::Iconst1),
        Insn::NewArray(DOUBLE),
        Insn::Local(Opcode::Astore, 1),
        Insn::Op(Opcode::Iconst0),
        Insn::Local(Opcode::Istore, 2),
        int(2),
        load(0),
        Insn::Op(Opcode::Arraylength),
        Insn::Branch(Opcode::IfIcmpge, Label(1)),
        load(1),
        Insn::Op(Opcode::Iconst0),
        Insn::Op(Opcode::Dup2),
        Insn::Op(Opcode::Daload),
        load(0),
        int(2),
        Insn::Op(Opcode::Daload),
        Insn::Op(Opcode::Dadd),
        Insn::Op(Opcode::Dastore),
        Insn::Iinc(2, 1),
        Insn::Branch(Opcode::Goto, Label(0)),
        load(0),
        load(1),
        Insn::Invoke(Opcode::Invokestatic, value),
        load(1),
        Insn::Op(Opcode::Iconst0),
        Insn::Op(Opcode::Daload),
        Insn::Op(Opcode::Dreturn),
    ];
    let locals = types(class, &["[D", "[D", "I"])?;
    let frame = Frame { locals, stack: Vec::new() };
    with_frames(class, insns, vec![5, 20], vec![frame.clone(), frame], 3)
}

/// `r[0] = DoubleStream.of(a).sum();`
fn value<'a>(class: &mut ClassFile<'a>) -> Result<Code<'a>> {
    let pool = &mut class.pool;
    let stream = pool.add_method("java/util/Arrays", "stream", "([D)Ljava/util/stream/DoubleStream;")?;
    let sum = pool.add_interface_method(DOUBLES, "sum", "()D")?;
    let insns = vec![
        load(1),
        Insn::Op(Opcode::Iconst0),
        load(0),
        Insn::Invoke(Opcode::Invokestatic, stream),
        Insn::Invoke(Opcode::Invokeinterface, sum),
        Insn::Op(Opcode::Dastore),
        Insn::Op(Opcode::Return),
    ];
    Ok(straight(insns, 4, 2))
}

/// `requireNonNull(f); double[] r = new double[a.length]; for (int i = 0; i < r.length; i++) r[i] =
/// f.applyAsDouble(a[i]); return r;`
fn map<'a>(class: &mut ClassFile<'a>) -> Result<Code<'a>> {
    let apply = class.pool.add_interface_method(UNARY, "applyAsDouble", "(D)D")?;
    let mut insns = not_null(class, 1)?.to_vec();
    insns.extend([load(0), Insn::Op(Opcode::Arraylength)]);
    let element = [load(0), int(3), Insn::Op(Opcode::Daload)];
    let labels = fill(&mut insns, (1, 2, 3), &element, apply);
    let locals = types(class, &["[D", UNARY, "[D", "I"])?;
    let frame = Frame { locals, stack: Vec::new() };
    with_frames(class, insns, labels, vec![frame.clone(), frame], 4)
}

/// `requireNonNull(f); double[] r = new double[from < to ? subtractExact(to, from) : 0]; for (int i =
/// 0; i < r.length; i++) r[i] = f.applyAsDouble(from + i); return r;`
fn range<'a>(class: &mut ClassFile<'a>) -> Result<Code<'a>> {
    let apply = class.pool.add_interface_method(OF_INT, "applyAsDouble", "(I)D")?;
    let max = class.pool.add_method("java/lang/Math", "max", "(II)I")?;
    let exact = class.pool.add_method("java/lang/Math", "subtractExact", "(II)I")?;
    let mut insns = not_null(class, 2)?.to_vec();
    // max(from, to) - from
    insns.extend([int(0), int(1), Insn::Invoke(Opcode::Invokestatic, max), int(0)]);
    insns.push(Insn::Invoke(Opcode::Invokestatic, exact));
    let element = [int(0), int(4), Insn::Op(Opcode::Iadd)];
    let labels = fill(&mut insns, (2, 3, 4), &element, apply);
    let locals = types(class, &["I", "I", OF_INT, "[D", "I"])?;
    let frame = Frame { locals, stack: Vec::new() };
    with_frames(class, insns, labels, vec![frame.clone(), frame], 5)
}

/// Makes an array of the length on the stack, fills it with what a function gives and returns it. The
/// locals are those of the function, of the array and of the index.
fn fill(
    insns: &mut Vec<Insn>,
    (function, array, index): (u16, u16, u16),
    element: &[Insn],
    apply: ConstIndex,
) -> Vec<u32> {
    insns.extend([Insn::NewArray(DOUBLE), Insn::Local(Opcode::Astore, array)]);
    insns.extend([Insn::Op(Opcode::Iconst0), Insn::Local(Opcode::Istore, index)]);
    let next = insns.len() as u32;
    insns.extend([int(index), load(array), Insn::Op(Opcode::Arraylength)]);
    insns.push(Insn::Branch(Opcode::IfIcmpge, Label(1)));
    insns.extend([load(array), int(index), load(function)]);
    insns.extend(element.iter().cloned());
    insns.extend([Insn::Invoke(Opcode::Invokeinterface, apply), Insn::Op(Opcode::Dastore)]);
    insns.extend([Insn::Iinc(index as _, 1), Insn::Branch(Opcode::Goto, Label(0))]);
    let end = insns.len() as u32;
    insns.extend([load(array), Insn::Op(Opcode::Areturn)]);
    vec![next, end]
}
