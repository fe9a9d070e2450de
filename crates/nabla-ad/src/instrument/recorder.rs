//! The class that instrumented classes tell what they meet: `nabla.Kinks`.
//!
//! Its methods have no jumps, so they need no frames. A place has a row of seven numbers: how often
//! the evaluation came there, how often it met the kink or the singular point, how near it came, how
//! often the first of two numbers was the smaller, how near it came relative to the larger one, the
//! second numbers one after another, which at a step say which one it is, and so which of each two
//! was the smaller; of both a remainder, by which sequences are told apart.

use crate::AdError;
use crate::output::add_method;
use nabla_classfile::{ClassFile, Code, ConstIndex, Insn, Member, Opcode, Result};

/// The recorder's internal name.
pub const RECORDER: &str = "nabla/Kinks";

const MAP: &str = "Ljava/util/Map;";
const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const SYNCHRONIZED: u16 = 0x0020;
/// Public, final, super.
const CLASS: u16 = 0x0031;
/// Java 8.
const VERSION: u32 = 52;
/// The largest prime below 2⁵⁰: three times a remainder by it, and a small number, are exact.
const PRIME: f64 = 1_125_899_906_842_597.0;
/// The code of `double` in `newarray`.
const DOUBLE: u8 = 7;

/// The class file.
pub fn bytes() -> std::result::Result<Vec<u8>, AdError> {
    let mut bytes = Vec::from(0xcafe_babe_u32.to_be_bytes());
    bytes.extend(VERSION.to_be_bytes());
    // An empty pool; the indices of the names are set when they have been added.
    bytes.extend([0, 1]);
    bytes.extend(CLASS.to_be_bytes());
    bytes.extend([0; 12]);
    let mut class = ClassFile::read(&bytes)?;
    class.this_class = class.pool.add_class(RECORDER)?;
    class.super_class = Some(class.pool.add_class("java/lang/Object")?);
    for field in ["met", "called"] {
        let (name, descriptor) = (class.pool.add_utf8(field)?, class.pool.add_utf8(MAP)?);
        // Private and static.
        class.fields.push(Member { access: 0x000a, name, descriptor, attributes: Vec::new() });
    }
    const OPEN: u16 = PUBLIC | STATIC | SYNCHRONIZED;
    let code = met(&mut class)?;
    add_method(&mut class, OPEN, "met", "(DDLjava/lang/String;)V", &code)?;
    let code = singular(&mut class)?;
    add_method(&mut class, OPEN, "singular", "(DLjava/lang/String;)V", &code)?;
    let code = called(&mut class)?;
    add_method(&mut class, OPEN, "called", "([Ljava/lang/Object;Ljava/lang/String;)V", &code)?;
    for (name, field) in [("take", "met"), ("takeCalls", "called")] {
        let code = take(&mut class, field)?;
        add_method(&mut class, OPEN, name, "()Ljava/util/Map;", &code)?;
    }
    let code = initialiser(&mut class)?;
    add_method(&mut class, STATIC, "<clinit>", "()V", &code)?;
    Ok(class.write()?)
}

fn code(insns: Vec<Insn>, max_locals: u16) -> Code<'static> {
    Code {
        max_stack: 12,
        max_locals,
        offsets: vec![0; insns.len()],
        insns,
        labels: Vec::new(),
        handlers: Vec::new(),
        attributes: Vec::new(),
    }
}

fn field(class: &mut ClassFile, name: &str) -> Result<ConstIndex> {
    class.pool.add_field(RECORDER, name, MAP)
}

fn call(class: &mut ClassFile, owner: &str, name: &str, descriptor: &str) -> Result<Insn> {
    Ok(Insn::Invoke(Opcode::Invokestatic, class.pool.add_method(owner, name, descriptor)?))
}

/// A call of a method of the map.
fn on_map(class: &mut ClassFile, name: &str, arguments: usize) -> Result<Insn> {
    let objects = "Ljava/lang/Object;".repeat(arguments);
    let descriptor = format!("({objects})Ljava/lang/Object;");
    Ok(Insn::Invoke(
        Opcode::Invokeinterface,
        class.pool.add_interface_method("java/util/Map", name, &descriptor)?,
    ))
}

/// The smaller of two numbers that are not negative, NaN taken for the largest: as `long`s they
/// have the same order. Stands between the first number as `long` and the second as `double`.
fn smaller(class: &mut ClassFile) -> Result<Vec<Insn>> {
    Ok(vec![
        bits(class)?,
        call(class, "java/lang/Math", "min", "(JJ)J")?,
        call(class, "java/lang/Double", "longBitsToDouble", "(J)D")?,
    ])
}

fn bits(class: &mut ClassFile) -> Result<Insn> {
    call(class, "java/lang/Double", "doubleToLongBits", "(D)J")
}

fn met(class: &mut ClassFile) -> Result<Code<'static>> {
    use Insn::{Local, Op};
    const SITE: u16 = 4;
    const ROW: u16 = 5;
    const ORDER: u16 = 6;
    let map = field(class, "met")?;
    let infinity = class.pool.add_double(f64::INFINITY)?;
    let half = class.pool.add_double(0.5)?;
    let row = class.pool.add_class("[D")?;
    let mut insns = vec![
        Insn::Field(Opcode::Getstatic, map),
        Local(Opcode::Aload, SITE),
        Insn::Push(Opcode::Bipush, 7),
        Insn::NewArray(DOUBLE),
        Op(Opcode::Dup),
        Op(Opcode::Iconst2),
        Insn::Ldc(infinity),
        Op(Opcode::Dastore),
        Op(Opcode::Dup),
        Op(Opcode::Iconst4),
        Insn::Ldc(infinity),
        Op(Opcode::Dastore),
        on_map(class, "putIfAbsent", 2)?,
        Op(Opcode::Pop),
        Insn::Field(Opcode::Getstatic, map),
        Local(Opcode::Aload, SITE),
        on_map(class, "get", 1)?,
        Insn::Type(Opcode::Checkcast, row),
        Local(Opcode::Astore, ROW),
        // −1, 0 or 1; −1 also where one of them is no number.
        Local(Opcode::Dload, 0),
        Local(Opcode::Dload, 2),
        Op(Opcode::Dcmpl),
        Local(Opcode::Istore, ORDER),
    ];
    let entry = |which: Opcode| [Local(Opcode::Aload, ROW), Op(which), Op(Opcode::Dup2), Op(Opcode::Daload)];
    let add = [Op(Opcode::Dadd), Op(Opcode::Dastore)];
    let square = [Local(Opcode::Iload, ORDER), Local(Opcode::Iload, ORDER), Op(Opcode::Imul)];
    insns.extend(entry(Opcode::Iconst0));
    insns.push(Op(Opcode::Dconst1));
    insns.extend(add.clone());
    insns.extend(entry(Opcode::Iconst1));
    insns.push(Op(Opcode::Iconst1));
    insns.extend(square.clone());
    insns.extend([Op(Opcode::Isub), Op(Opcode::I2d)]);
    insns.extend(add.clone());
    let abs = call(class, "java/lang/Math", "abs", "(D)D")?;
    let apart = [Local(Opcode::Dload, 0), Local(Opcode::Dload, 2), Op(Opcode::Dsub), abs.clone()];
    insns.extend(entry(Opcode::Iconst2));
    insns.push(bits(class)?);
    insns.extend(apart.clone());
    insns.extend(smaller(class)?);
    insns.push(Op(Opcode::Dastore));
    insns.extend(entry(Opcode::Iconst4));
    insns.push(bits(class)?);
    insns.extend(apart);
    insns.extend([Local(Opcode::Dload, 0), abs.clone(), Local(Opcode::Dload, 2), abs]);
    insns.push(call(class, "java/lang/Math", "max", "(DD)D")?);
    insns.push(Op(Opcode::Ddiv));
    insns.extend(smaller(class)?);
    insns.push(Op(Opcode::Dastore));
    insns.extend(entry(Opcode::Iconst3));
    insns.extend(square);
    insns.extend([Local(Opcode::Iload, ORDER), Op(Opcode::Isub), Op(Opcode::I2d)]);
    insns.extend([Insn::Ldc(half), Op(Opcode::Dmul)]);
    insns.extend(add);
    // What follows what: three times the remainder before, and the next.
    let (three, prime) = (class.pool.add_double(3.0)?, class.pool.add_double(PRIME)?);
    let follows = [Op(Opcode::Dadd), Insn::Ldc(prime), Op(Opcode::Drem), Op(Opcode::Dastore)];
    insns.extend(entry(Opcode::Iconst5));
    insns.extend([Insn::Ldc(three), Op(Opcode::Dmul), Local(Opcode::Dload, 2)]);
    insns.extend(follows.clone());
    insns.extend([Local(Opcode::Aload, ROW), Insn::Push(Opcode::Bipush, 6), Op(Opcode::Dup2)]);
    insns.extend([Op(Opcode::Daload), Insn::Ldc(three), Op(Opcode::Dmul)]);
    insns.extend([Local(Opcode::Iload, ORDER), Op(Opcode::I2d)]);
    insns.extend(follows);
    insns.push(Op(Opcode::Return));
    Ok(code(insns, 7))
}

/// A partial is as near to being infinite as its inverse is to 0; NaN is taken for infinite.
fn singular(class: &mut ClassFile) -> Result<Code<'static>> {
    let infinity = class.pool.add_double(f64::INFINITY)?;
    let mut insns = vec![
        Insn::Op(Opcode::Dconst1),
        Insn::Local(Opcode::Dload, 0),
        call(class, "java/lang/Math", "abs", "(D)D")?,
        bits(class)?,
        Insn::Ldc(infinity),
    ];
    insns.extend(smaller(class)?);
    insns.extend([Insn::Op(Opcode::Ddiv), Insn::Op(Opcode::Dconst0), Insn::Local(Opcode::Aload, 2)]);
    insns.push(call(class, RECORDER, "met", "(DDLjava/lang/String;)V")?);
    insns.push(Insn::Op(Opcode::Return));
    Ok(code(insns, 3))
}

/// The first arguments at each place are kept.
fn called(class: &mut ClassFile) -> Result<Code<'static>> {
    let map = field(class, "called")?;
    let insns = vec![
        Insn::Field(Opcode::Getstatic, map),
        Insn::Local(Opcode::Aload, 1),
        Insn::Local(Opcode::Aload, 0),
        on_map(class, "putIfAbsent", 2)?,
        Insn::Op(Opcode::Pop),
        Insn::Op(Opcode::Return),
    ];
    Ok(code(insns, 2))
}

/// Hands out what was recorded, and begins anew.
fn take(class: &mut ClassFile, name: &str) -> Result<Code<'static>> {
    let map = field(class, name)?;
    let mut insns = vec![Insn::Field(Opcode::Getstatic, map)];
    insns.extend(new_map(class, map)?);
    insns.push(Insn::Op(Opcode::Areturn));
    Ok(code(insns, 0))
}

fn new_map(class: &mut ClassFile, field: ConstIndex) -> Result<Vec<Insn>> {
    let tree = class.pool.add_class("java/util/TreeMap")?;
    let init = class.pool.add_method("java/util/TreeMap", "<init>", "()V")?;
    Ok(vec![
        Insn::Type(Opcode::New, tree),
        Insn::Op(Opcode::Dup),
        Insn::Invoke(Opcode::Invokespecial, init),
        Insn::Field(Opcode::Putstatic, field),
    ])
}

fn initialiser(class: &mut ClassFile) -> Result<Code<'static>> {
    let mut insns = Vec::new();
    for name in ["met", "called"] {
        let map = field(class, name)?;
        insns.extend(new_map(class, map)?);
    }
    insns.push(Insn::Op(Opcode::Return));
    Ok(code(insns, 0))
}
