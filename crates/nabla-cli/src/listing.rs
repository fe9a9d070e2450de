//! The listing of a class, for people: names instead of pool numbers, labels instead of offsets
//! where control goes.

use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Label, Member};

use crate::parameters;

/// The class in one line, then its fields and methods.
pub fn header(class: &ClassFile<'_>) -> String {
    let mut text =
        format!("{}{}", flags(class.access & !0x0020, Kind::Class), class_reference(class, class.this_class));
    if let Some(parent) = class.super_class
        && class_reference(class, parent) != "java.lang.Object"
    {
        text.push_str(&format!(" extends {}", class_reference(class, parent)));
    }
    if !class.interfaces.is_empty() {
        let names: Vec<_> = class.interfaces.iter().map(|&i| class_reference(class, i)).collect();
        text.push_str(&format!(" implements {}", names.join(", ")));
    }
    text.push_str(&format!("  // class file version {}.{}", class.major, class.minor));
    text
}

/// A field's declaration.
pub fn field(class: &ClassFile<'_>, field: &Member<'_>) -> String {
    let descriptor = utf8(class, field.descriptor);
    format!(
        "{}{} {};",
        flags(field.access, Kind::Field),
        parameters::java_type(&descriptor),
        utf8(class, field.name)
    )
}

/// A method's declaration, with its descriptor.
pub fn declaration(class: &ClassFile<'_>, method: &Member<'_>) -> String {
    let (name, descriptor) = (utf8(class, method.name), utf8(class, method.descriptor));
    let result = parameters::split(&descriptor).map_or_else(String::new, |(_, r)| parameters::java_type(r));
    let signature = parameters::signature(&name, &descriptor, &parameters::names(class, method));
    format!("{}{result} {signature};  // {descriptor}", flags(method.access, Kind::Method))
}

/// The code of a method, an instruction a line: source line, offset, mnemonic, operands.
pub fn code(class: &ClassFile<'_>, code: &Code<'_>) -> String {
    let mut text = format!("      // stack {}, locals {}\n", code.max_stack, code.max_locals);
    let mut last_line = None;
    for (index, insn) in code.insns.iter().enumerate() {
        let line = code.line_at(index);
        let shown = match line {
            Some(line) if last_line != Some(line) => format!("{line:>5}"),
            _ => " ".repeat(5),
        };
        last_line = line.or(last_line);
        text.push_str(&format!("{shown} {:>5}: {}\n", offset(code, index), instruction(class, code, insn)));
    }
    for handler in &code.handlers {
        let caught = handler.catch_type.map_or_else(|| "any".to_owned(), |c| class_reference(class, c));
        text.push_str(&format!(
            "            catch {caught} in {}..{} at {}\n",
            at(code, handler.start),
            at(code, handler.end),
            at(code, handler.target)
        ));
    }
    text
}

/// One instruction.
pub fn instruction(class: &ClassFile<'_>, code: &Code<'_>, insn: &Insn) -> String {
    match insn {
        Insn::Op(op) => op.mnemonic().to_owned(),
        Insn::Push(op, value) => format!("{} {value}", op.mnemonic()),
        Insn::Ldc(index) => format!("ldc {}", constant(class, *index)),
        Insn::Local(op, slot) => format!("{} {slot}", op.mnemonic()),
        Insn::Iinc(slot, amount) => format!("iinc {slot} {amount:+}"),
        Insn::Branch(op, target) => format!("{} {}", op.mnemonic(), at(code, *target)),
        Insn::TableSwitch { default, low, targets } => {
            let cases = targets
                .iter()
                .enumerate()
                .map(|(i, &t)| format!("{}: {}", i64::from(*low) + i as i64, at(code, t)));
            format!(
                "tableswitch {{ {}, default: {} }}",
                cases.collect::<Vec<_>>().join(", "),
                at(code, *default)
            )
        }
        Insn::LookupSwitch { default, pairs } => {
            let cases = pairs.iter().map(|&(key, t)| format!("{key}: {}", at(code, t)));
            let cases = cases.map(|c| c + ", ").collect::<String>();
            format!("lookupswitch {{ {cases}default: {} }}", at(code, *default))
        }
        Insn::Field(op, index) | Insn::Invoke(op, index) | Insn::Type(op, index) => {
            format!("{} {}", op.mnemonic(), constant(class, *index))
        }
        Insn::InvokeDynamic(index) => format!("invokedynamic {}", constant(class, *index)),
        Insn::NewArray(kind) => {
            let names = ["boolean", "char", "float", "double", "byte", "short", "int", "long"];
            let name = usize::from(*kind).checked_sub(4).and_then(|i| names.get(i)).unwrap_or(&"?");
            format!("newarray {name}")
        }
        Insn::MultiNewArray(index, dimensions) => {
            format!("multianewarray {} {dimensions}", constant(class, *index))
        }
    }
}

/// A constant as Java would write it. What is broken is shown so, for a listing must not fail.
fn constant(class: &ClassFile<'_>, index: ConstIndex) -> String {
    let broken = || format!("<invalid constant #{}>", index.0);
    let Ok(constant) = class.pool.get(index) else {
        return broken();
    };
    match constant {
        Constant::Integer(value) => value.to_string(),
        Constant::Float(bits) => format!("{:?}f", f32::from_bits(bits)),
        Constant::Long(value) => format!("{value}L"),
        Constant::Double(bits) => format!("{:?}", f64::from_bits(bits)),
        Constant::String(text) => format!("{:?}", utf8(class, text)),
        Constant::Class(_) => class_reference(class, index),
        Constant::Field { .. } | Constant::Method { .. } | Constant::InterfaceMethod { .. } => {
            class.pool.member_ref(index).map_or_else(
                |_| broken(),
                |member| {
                    let separator = if member.descriptor.starts_with('(') { "" } else { " " };
                    format!(
                        "{}.{}{separator}{}",
                        member.owner.replace('/', "."),
                        member.name,
                        member.descriptor
                    )
                },
            )
        }
        Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } => {
            class.pool.name_and_type(index).map_or_else(
                |_| broken(),
                |(name, descriptor)| format!("{name}{descriptor} [bootstrap {bootstrap}]"),
            )
        }
        Constant::MethodType(descriptor) => utf8(class, descriptor),
        Constant::MethodHandle { kind, reference } => {
            format!(
                "handle {kind} {}",
                class.pool.member_ref(reference).map_or_else(
                    |_| broken(),
                    |m| format!("{}.{}{}", m.owner.replace('/', "."), m.name, m.descriptor)
                )
            )
        }
        _ => broken(),
    }
}

fn class_reference(class: &ClassFile<'_>, index: ConstIndex) -> String {
    class
        .pool
        .class_name(index)
        .map_or_else(|_| format!("<invalid constant #{}>", index.0), |n| n.replace('/', "."))
}

/// Text of the pool; what is not there is shown as its number.
pub fn utf8(class: &ClassFile<'_>, index: ConstIndex) -> String {
    class
        .pool
        .utf8(index)
        .map_or_else(|_| format!("<invalid constant #{}>", index.0), |text| text.into_owned())
}

fn at(code: &Code<'_>, label: Label) -> String {
    match code.labels.get(label.0 as usize) {
        Some(&index) if (index as usize) < code.insns.len() => offset(code, index as usize).to_string(),
        _ => "end".to_owned(),
    }
}

fn offset(code: &Code<'_>, index: usize) -> u32 {
    code.offsets.get(index).copied().unwrap_or(index as u32)
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Class,
    Field,
    Method,
}

/// Access flags as modifiers. The same bit means different things on classes, fields and methods.
fn flags(access: u16, kind: Kind) -> String {
    const TABLE: &[(u16, &str, &[Kind])] = &[
        (0x0001, "public", &[Kind::Class, Kind::Field, Kind::Method]),
        (0x0002, "private", &[Kind::Field, Kind::Method]),
        (0x0004, "protected", &[Kind::Field, Kind::Method]),
        (0x0008, "static", &[Kind::Field, Kind::Method]),
        (0x0010, "final", &[Kind::Class, Kind::Field, Kind::Method]),
        (0x0020, "synchronized", &[Kind::Method]),
        (0x0040, "volatile", &[Kind::Field]),
        (0x0040, "bridge", &[Kind::Method]),
        (0x0080, "transient", &[Kind::Field]),
        (0x0080, "varargs", &[Kind::Method]),
        (0x0100, "native", &[Kind::Method]),
        (0x0400, "abstract", &[Kind::Class, Kind::Method]),
        (0x0800, "strictfp", &[Kind::Method]),
        (0x1000, "synthetic", &[Kind::Class, Kind::Field, Kind::Method]),
    ];
    let mut text: String = TABLE
        .iter()
        .filter(|(bit, _, kinds)| access & bit != 0 && kinds.contains(&kind))
        .map(|(_, word, _)| format!("{word} "))
        .collect();
    if kind == Kind::Class {
        text.push_str(match access {
            a if a & 0x2000 != 0 => "@interface ",
            a if a & 0x0200 != 0 => "interface ",
            a if a & 0x4000 != 0 => "enum ",
            a if a & 0x8000 != 0 => "module ",
            _ => "class ",
        });
    }
    text
}
