//! The class of the object that a lambda makes, as a compiler without `invokedynamic` would have
//! written it: fields for what it captures, and a method that calls the lambda's.
//!
//! What holds of other objects so holds of functions: a captured value is a field that may be
//! active, a call is dispatched, a tangent method stands beside the method.

use super::lambdas::Lambda;
use crate::AdError;
use crate::emit::dispatch::straight;
use crate::output::add_method;
use crate::signature::{give, load, slots_of, split_descriptor};
use nabla_classfile::{ClassFile, Code, ConstIndex, ConstantPool, Insn, Member, Opcode, Result};

/// The static method that makes the object.
pub const MAKE: &str = "make";

/// What stands between the name of the class that has the lambda and the rest.
pub const INFIX: &str = "$nabla$Lambda$";

/// `final super synthetic`
const CLASS: u16 = 0x0010 | 0x0020 | 0x1000;
/// `private final synthetic`
const FIELD: u16 = 0x0002 | 0x0010 | 0x1000;
const PRIVATE: u16 = 0x0002 | 0x1000;
const STATIC: u16 = 0x0008 | 0x1000;
const PUBLIC: u16 = 0x0001 | 0x1000;

/// Method handle kinds, JVMS table 5.4.3.5-A.
pub(super) const INVOKE_VIRTUAL: u8 = 5;
/// That of a static method.
pub const INVOKE_STATIC: u8 = 6;
const INVOKE_SPECIAL: u8 = 7;
const NEW_INVOKE_SPECIAL: u8 = 8;
pub(super) const INVOKE_INTERFACE: u8 = 9;

/// The name of the class: the same for the same lambda, and another for another.
pub fn class_name(host: &str, lambda: &Lambda) -> String {
    format!("{host}{INFIX}{:08x}", hash(&format!("{lambda:?}")))
}

/// A number for a name: FNV-1a, folded.
pub fn hash(text: &str) -> u32 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ hash >> 32) as u32
}

/// The descriptor of the method that makes the object.
pub fn make_descriptor(lambda: &Lambda) -> String {
    format!("({})L{};", lambda.captured.concat(), lambda.interface)
}

/// A class without members, of the version of another.
pub fn empty_class(host: &ClassFile, name: &str) -> Result<ClassFile<'static>> {
    // An empty pool; the indices of the names are set when they have been added.
    const EMPTY: [u8; 24] = {
        let mut bytes = [0; 24];
        [bytes[0], bytes[1], bytes[2], bytes[3]] = 0xcafe_babe_u32.to_be_bytes();
        bytes[9] = 1;
        [bytes[10], bytes[11]] = CLASS.to_be_bytes();
        bytes
    };
    let mut class = ClassFile::read(&EMPTY)?;
    (class.minor, class.major) = (host.minor, host.major);
    class.this_class = class.pool.add_class(name)?;
    class.super_class = Some(class.pool.add_class("java/lang/Object")?);
    Ok(class)
}

/// The bytes of the class, of the version of the class that has the lambda; `None` where a method
/// of an ordinary class cannot do what the lambda does.
pub fn synthesize(
    host: &ClassFile,
    name: &str,
    lambda: &Lambda,
) -> std::result::Result<Option<Vec<u8>>, AdError> {
    let mut class = empty_class(host, name)?;
    for interface in std::iter::once(&lambda.interface).chain(&lambda.markers) {
        let interface = class.pool.add_class(interface)?;
        if !class.interfaces.contains(&interface) {
            class.interfaces.push(interface);
        }
    }
    let mut fields = Vec::new();
    for (i, descriptor) in lambda.captured.iter().enumerate() {
        let field = format!("c{i}");
        fields.push(class.pool.add_field(name, &field, descriptor)?);
        let (field, descriptor) = (class.pool.add_utf8(&field)?, class.pool.add_utf8(descriptor)?);
        class.fields.push(Member { access: FIELD, name: field, descriptor, attributes: Vec::new() });
    }
    let arguments = lambda.captured.concat();
    let (init, make) = (format!("({arguments})V"), make_descriptor(lambda));
    let code = constructor(&mut class.pool, lambda, &fields)?;
    add_method(&mut class, PRIVATE, "<init>", &init, &code)?;
    let code = maker(&mut class.pool, name, lambda, &init)?;
    add_method(&mut class, STATIC, MAKE, &make, &code)?;
    for descriptor in &lambda.descriptors {
        let Some(code) = body(&mut class.pool, lambda, &fields, descriptor)? else { return Ok(None) };
        add_method(&mut class, PUBLIC, &lambda.method, descriptor, &code)?;
    }
    for (method, descriptor) in specialised(lambda) {
        if let Some(code) = body(&mut class.pool, lambda, &fields, &descriptor)? {
            add_method(&mut class, PUBLIC, &method, &descriptor, &code)?;
        }
    }
    Ok(Some(class.write()?))
}

/// The methods that an interface of Scala's has beside the one that a lambda implements, with boxes or without
/// them: the interface's own would call that one by code that has no tangents.
fn specialised(lambda: &Lambda) -> Vec<(String, String)> {
    let Some((taken, _)) = split_descriptor(&lambda.actual) else { return Vec::new() };
    let Some((_, result)) = split_descriptor(&lambda.descriptor) else { return Vec::new() };
    match (&*lambda.interface, &*lambda.method) {
        ("scala/Function0", "apply") if result != "V" && is_primitive(&result) => {
            vec![(format!("apply$mc{result}$sp"), format!("(){result}"))]
        }
        (interface, _) if interface.starts_with("scala/runtime/java8/JFunction") && result != "V" => {
            let objects = "Ljava/lang/Object;".repeat(taken.len());
            vec![("apply".to_owned(), format!("({objects})Ljava/lang/Object;"))]
        }
        _ => Vec::new(),
    }
}

/// Stores what is captured.
fn constructor<'a>(pool: &mut ConstantPool<'a>, lambda: &Lambda, fields: &[ConstIndex]) -> Result<Code<'a>> {
    let object = pool.add_method("java/lang/Object", "<init>", "()V")?;
    let mut insns = vec![Insn::Local(Opcode::Aload, 0), Insn::Invoke(Opcode::Invokespecial, object)];
    let mut slot = 1;
    for (descriptor, field) in lambda.captured.iter().zip(fields) {
        insns.push(Insn::Local(Opcode::Aload, 0));
        insns.push(Insn::Local(load(descriptor), slot));
        insns.push(Insn::Field(Opcode::Putfield, *field));
        slot += slots_of(descriptor);
    }
    insns.push(Insn::Op(Opcode::Return));
    Ok(straight(insns, 3, slot))
}

/// `return new Lambda(captured…);`
fn maker<'a>(pool: &mut ConstantPool<'a>, name: &str, lambda: &Lambda, init: &str) -> Result<Code<'a>> {
    let mut insns = vec![Insn::Type(Opcode::New, pool.add_class(name)?), Insn::Op(Opcode::Dup)];
    let mut slot = 0;
    for descriptor in &lambda.captured {
        insns.push(Insn::Local(load(descriptor), slot));
        slot += slots_of(descriptor);
    }
    insns.push(Insn::Invoke(Opcode::Invokespecial, pool.add_method(name, "<init>", init)?));
    insns.push(Insn::Op(Opcode::Areturn));
    Ok(straight(insns, slot + 2, slot))
}

/// Calls the lambda's method with what was captured and the arguments, and gives its result as the
/// interface does.
fn body<'a>(
    pool: &mut ConstantPool<'a>,
    lambda: &Lambda,
    fields: &[ConstIndex],
    descriptor: &str,
) -> Result<Option<Code<'a>>> {
    let Some((given, wanted)) = split_descriptor(descriptor) else { return Ok(None) };
    let field = |field| [Insn::Local(Opcode::Aload, 0), Insn::Field(Opcode::Getfield, field)];
    let captured: Vec<Insn> = fields.iter().flat_map(|index| field(*index)).collect();
    let mut slot = 1;
    let mut slots = Vec::new();
    for given in &given {
        slots.push(slot);
        slot += slots_of(given);
    }
    let Some(mut insns) = call(pool, lambda, descriptor, &captured, &slots, None)? else { return Ok(None) };
    insns.push(Insn::Op(give(&wanted)));
    let captured: u16 = lambda.captured.iter().map(|d| slots_of(d)).sum();
    Ok(Some(straight(insns, captured + 2 * given.len() as u16 + 4, slot)))
}

/// The instructions that call the lambda's method with what was captured, as these instructions load it,
/// and with the arguments in these slots, each as that method takes it, and make of its result what the
/// interface gives. `inside` is the class that they are for, if that is the one that has the lambda.
pub fn call(
    pool: &mut ConstantPool,
    lambda: &Lambda,
    descriptor: &str,
    captured: &[Insn],
    slots: &[u16],
    inside: Option<&str>,
) -> Result<Option<Vec<Insn>>> {
    let Some((given, wanted)) = split_descriptor(descriptor) else { return Ok(None) };
    let Some((actual, actual_result)) = split_descriptor(&lambda.actual) else { return Ok(None) };
    let Some((mut taken, mut result)) = split_descriptor(&lambda.descriptor) else { return Ok(None) };
    let object = format!("L{};", lambda.owner);
    let mut insns = Vec::new();
    let call = match lambda.kind {
        INVOKE_STATIC => Opcode::Invokestatic,
        NEW_INVOKE_SPECIAL => {
            insns.push(Insn::Type(Opcode::New, pool.add_class(&lambda.owner)?));
            insns.push(Insn::Op(Opcode::Dup));
            result = object;
            Opcode::Invokespecial
        }
        // A special one is a private method of the class that has the lambda.
        INVOKE_VIRTUAL | INVOKE_SPECIAL | INVOKE_INTERFACE => {
            taken.insert(0, if lambda.owner.starts_with('[') { lambda.owner.clone() } else { object });
            match lambda.kind {
                INVOKE_SPECIAL if inside.is_some() => Opcode::Invokespecial,
                _ if lambda.in_interface => Opcode::Invokeinterface,
                _ => Opcode::Invokevirtual,
            }
        }
        _ => return Ok(None),
    };
    if given.len() != actual.len()
        || given.len() != slots.len()
        || taken.len() != lambda.captured.len() + given.len()
    {
        return Ok(None);
    }
    insns.extend(captured.iter().cloned());
    let behind = &taken[lambda.captured.len()..];
    for (((given, slot), actual), taken) in given.iter().zip(slots).zip(&actual).zip(behind) {
        insns.push(Insn::Local(load(given), *slot));
        let Some(cast) = convert(pool, given, actual)? else { return Ok(None) };
        let Some(rest) = convert(pool, actual, taken)? else { return Ok(None) };
        insns.extend(cast);
        insns.extend(rest);
    }
    let method = if lambda.in_interface {
        pool.add_interface_method(&lambda.owner, &lambda.name, &lambda.descriptor)?
    } else {
        pool.add_method(&lambda.owner, &lambda.name, &lambda.descriptor)?
    };
    insns.push(Insn::Invoke(call, method));
    match &*wanted {
        "V" => match slots_of(&result) {
            0 => {}
            1 => insns.push(Insn::Op(Opcode::Pop)),
            _ => insns.push(Insn::Op(Opcode::Pop2)),
        },
        _ => {
            let Some(first) = convert(pool, &result, &actual_result)? else { return Ok(None) };
            let Some(second) = convert(pool, &actual_result, &wanted)? else { return Ok(None) };
            insns.extend(first);
            insns.extend(second);
        }
    }
    Ok(Some(insns))
}

/// The classes of boxed values, their primitive types, and the methods that open them.
const BOXES: &[(&str, &str, &str)] = &[
    ("java/lang/Double", "D", "doubleValue"),
    ("java/lang/Float", "F", "floatValue"),
    ("java/lang/Long", "J", "longValue"),
    ("java/lang/Integer", "I", "intValue"),
    ("java/lang/Short", "S", "shortValue"),
    ("java/lang/Byte", "B", "byteValue"),
    ("java/lang/Character", "C", "charValue"),
    ("java/lang/Boolean", "Z", "booleanValue"),
];

/// The instructions that make of a value of one type one of another; `None` where none are known.
pub fn convert(pool: &mut ConstantPool, from: &str, to: &str) -> Result<Option<Vec<Insn>>> {
    if from == to || to == "Ljava/lang/Object;" && !is_primitive(from) {
        return Ok(Some(Vec::new()));
    }
    Ok(match (is_primitive(from), is_primitive(to)) {
        (true, true) => widen(from, to).map(|op| op.map(Insn::Op).into_iter().collect()),
        (true, false) => {
            let Some((class, ..)) = BOXES.iter().find(|(_, primitive, _)| *primitive == from) else {
                return Ok(None);
            };
            let method = pool.add_method(class, "valueOf", &format!("({from})L{class};"))?;
            Some(vec![Insn::Invoke(Opcode::Invokestatic, method)])
        }
        (false, true) => {
            // An object of unknown class is a box of what is wanted.
            let own = |(class, ..): &&(&str, &str, &str)| from == format!("L{class};");
            let row = BOXES.iter().find(own).or(BOXES.iter().find(|(_, primitive, _)| *primitive == to));
            let Some((class, primitive, method)) = row else { return Ok(None) };
            let Some(widened) = widen(primitive, to) else { return Ok(None) };
            let cast = Insn::Type(Opcode::Checkcast, pool.add_class(class)?);
            let method = pool.add_method(class, method, &format!("(){primitive}"))?;
            let open = [cast, Insn::Invoke(Opcode::Invokevirtual, method)];
            Some(open.into_iter().chain(widened.map(Insn::Op)).collect())
        }
        (false, false) => {
            let name = to.strip_prefix('L').and_then(|t| t.strip_suffix(';')).unwrap_or(to);
            Some(vec![Insn::Type(Opcode::Checkcast, pool.add_class(name)?)])
        }
    })
}

fn is_primitive(descriptor: &str) -> bool {
    descriptor.len() == 1
}

/// The instruction that widens a number, if one is needed; `None` where the types do not fit.
fn widen(from: &str, to: &str) -> Option<Option<Opcode>> {
    let from = if matches!(from, "S" | "B" | "C") { "I" } else { from };
    let to = if matches!(to, "S" | "B" | "C") { "I" } else { to };
    Some(match (from, to) {
        (from, to) if from == to => None,
        ("I", "J") => Some(Opcode::I2l),
        ("I", "F") => Some(Opcode::I2f),
        ("I", "D") => Some(Opcode::I2d),
        ("J", "F") => Some(Opcode::L2f),
        ("J", "D") => Some(Opcode::L2d),
        ("F", "D") => Some(Opcode::F2d),
        _ => return None,
    })
}
