//! noak and classfile-parser read the whole JDK beside us and see the same: constants, members,
//! attributes, and instructions with their operands.
//!
//! Each is asked only what it reads rightly: classfile-parser knows no Dynamic, Module and Package
//! constants and stops at classes that have them; noak's line numbers and frames are wrong.

mod common;

use std::fmt::Write as _;

use nabla_classfile::{ClassFile, Code, ConstIndex, Constant, Insn, Label};
use noak::reader::AttributeContent;
use noak::reader::attributes::RawInstruction;
use noak::reader::cpool::Item;

#[test]
fn noak_agrees() {
    common::every_class(|_, bytes| {
        let ours = ClassFile::read(bytes).map_err(|error| error.to_string())?;
        noak_pool(&ours, bytes)?;
        noak_methods(&ours, bytes)
    });
}

fn noak_pool(ours: &ClassFile<'_>, bytes: &[u8]) -> Result<(), String> {
    let theirs = noak::reader::Class::new(bytes).map_err(|error| error.to_string())?;
    same("access", ours.access, theirs.access_flags().bits())?;
    same("this", ours.this_class.0, theirs.this_class().as_u16())?;
    same("super", ours.super_class.map(|i| i.0), theirs.super_class().map(|i| i.as_u16()))?;
    let interfaces = theirs.interfaces().iter().map(|i| i.map(|i| i.as_u16()).unwrap_or(0));
    same("interfaces", ours.interfaces.iter().map(|i| i.0).collect::<Vec<_>>(), interfaces.collect())?;
    let mut count = 0;
    for (index, item) in theirs.pool().iter_indices() {
        count += 1;
        let index = ConstIndex(index.as_u16());
        let constant = ours.pool.get(index).map_err(|error| error.to_string())?;
        let i = ConstIndex;
        let theirs = match item {
            Item::Utf8(x) => Constant::Utf8(x.content.as_bytes()),
            Item::Integer(x) => Constant::Integer(x.value),
            Item::Float(x) => Constant::Float(x.value.to_bits()),
            Item::Long(x) => Constant::Long(x.value),
            Item::Double(x) => Constant::Double(x.value.to_bits()),
            Item::Class(x) => Constant::Class(i(x.name.as_u16())),
            Item::String(x) => Constant::String(i(x.string.as_u16())),
            Item::FieldRef(x) => {
                Constant::Field { class: i(x.class.as_u16()), name_and_type: i(x.name_and_type.as_u16()) }
            }
            Item::MethodRef(x) => {
                Constant::Method { class: i(x.class.as_u16()), name_and_type: i(x.name_and_type.as_u16()) }
            }
            Item::InterfaceMethodRef(x) => Constant::InterfaceMethod {
                class: i(x.class.as_u16()),
                name_and_type: i(x.name_and_type.as_u16()),
            },
            Item::NameAndType(x) => {
                Constant::NameAndType { name: i(x.name.as_u16()), descriptor: i(x.descriptor.as_u16()) }
            }
            Item::MethodHandle(x) => {
                // noak names the kinds, in the order of the specification.
                Constant::MethodHandle { kind: x.kind as u8 + 1, reference: i(x.reference.as_u16()) }
            }
            Item::MethodType(x) => Constant::MethodType(i(x.descriptor.as_u16())),
            Item::Dynamic(x) => Constant::Dynamic {
                bootstrap: x.bootstrap_method_attr,
                name_and_type: i(x.name_and_type.as_u16()),
            },
            Item::InvokeDynamic(x) => Constant::InvokeDynamic {
                bootstrap: x.bootstrap_method_attr,
                name_and_type: i(x.name_and_type.as_u16()),
            },
            Item::Module(x) => Constant::Module(i(x.name.as_u16())),
            Item::Package(x) => Constant::Package(i(x.name.as_u16())),
        };
        same(&format!("constant {}", index.0), constant, theirs)?;
    }
    same(
        "number of constants",
        (1..ours.pool.len()).filter(|&i| ours.pool.get(ConstIndex(i)).is_ok()).count(),
        count,
    )
}

fn noak_methods(ours: &ClassFile<'_>, bytes: &[u8]) -> Result<(), String> {
    let theirs = noak::reader::Class::new(bytes).map_err(|error| error.to_string())?;
    let fields = theirs.fields().iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let methods =
        theirs.methods().iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    same("fields", ours.fields.len(), fields.len())?;
    for (ours, theirs) in ours.fields.iter().zip(&fields) {
        same("field", (ours.access, ours.name.0), (theirs.access_flags().bits(), theirs.name().as_u16()))?;
        same("field type", ours.descriptor.0, theirs.descriptor().as_u16())?;
    }
    same("methods", ours.methods.len(), methods.len())?;
    let (mut left, mut right) = (String::new(), String::new());
    for (method, theirs_method) in ours.methods.iter().zip(&methods) {
        same(
            "method",
            (method.access, method.name.0),
            (theirs_method.access_flags().bits(), theirs_method.name().as_u16()),
        )?;
        same("method type", method.descriptor.0, theirs_method.descriptor().as_u16())?;
        let code = ours.code(method).map_err(|error| error.to_string())?;
        let mut has_code = false;
        for attribute in theirs_method.attributes().iter() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            if ours.pool.utf8_bytes(ConstIndex(attribute.name().as_u16())) != Ok(b"Code") {
                continue;
            }
            let content = attribute.read_content(theirs.pool()).map_err(|error| error.to_string())?;
            let AttributeContent::Code(theirs) = content else {
                return Err("noak finds no Code".to_string());
            };
            has_code = true;
            let code = code.as_ref().ok_or("we find no Code")?;
            same("sizes", (code.max_stack, code.max_locals), (theirs.max_stack(), theirs.max_locals()))?;
            let handlers = theirs.exception_handlers().map(|handler| {
                let catch_type = handler.catch_type().map_or(0, |class| class.as_u16());
                (handler.start().as_u32(), handler.end().as_u32(), handler.handler().as_u32(), catch_type)
            });
            same("handlers", our_handlers(code), handlers.collect::<Vec<_>>())?;
            let mut index = 0;
            for insn in theirs.raw_instructions() {
                let (at, insn) = insn.map_err(|error| error.to_string())?;
                left.clear();
                right.clear();
                our_text(&mut left, code, index);
                let _ = write!(right, "{} ", at.as_u32());
                match insn {
                    RawInstruction::LookupSwitch(switch) => {
                        let _ = write!(right, "lookupswitch {}", switch.default_offset());
                        for pair in switch.pairs().take(switch.pairs().count()) {
                            let _ = write!(right, " {} {}", pair.key(), pair.offset());
                        }
                    }
                    RawInstruction::TableSwitch(switch) => {
                        let (low, high) = (switch.low(), switch.high());
                        let _ = write!(right, "tableswitch {} {low} {high}", switch.default_offset());
                        for pair in switch.pairs().take((high - low + 1) as usize) {
                            let _ = write!(right, " {}", pair.offset());
                        }
                    }
                    insn => normalized(&mut right, &format!("{insn:?}")),
                }
                same("instruction", &left, &right)?;
                index += 1;
            }
            same("instructions", code.insns.len(), index)?;
        }
        same("Code", code.is_some(), has_code)?;
    }
    Ok(())
}

#[test]
fn classfile_parser_agrees() {
    use classfile_parser::attribute_info::code_attribute_parser;
    use classfile_parser::code_attribute::code_parser;

    let seen = std::sync::atomic::AtomicUsize::new(0);
    let all = common::every_class(|_, bytes| {
        let ours = ClassFile::read(bytes).map_err(|error| error.to_string())?;
        let known = |index| {
            !matches!(
                ours.pool.get(ConstIndex(index)),
                Ok(Constant::Dynamic { .. } | Constant::Module(_) | Constant::Package(_))
            )
        };
        if !(1..ours.pool.len()).all(known) {
            return Ok(());
        }
        seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let (_, theirs) =
            classfile_parser::class_parser(bytes).map_err(|_| "classfile-parser fails".to_string())?;
        same("version", (ours.major, ours.minor), (theirs.major_version, theirs.minor_version))?;
        same("this", ours.this_class.0, theirs.this_class)?;
        same(
            "interfaces",
            ours.interfaces.iter().map(|i| i.0).collect::<Vec<_>>(),
            theirs.interfaces.clone(),
        )?;
        for (at, theirs) in theirs.const_pool.iter().enumerate() {
            classfile_parser_constant(&ours, ConstIndex(at as u16 + 1), theirs)?;
        }
        same("fields", ours.fields.len(), theirs.fields.len())?;
        for (ours, theirs) in ours.fields.iter().zip(&theirs.fields) {
            same("field", (ours.name.0, ours.descriptor.0), (theirs.name_index, theirs.descriptor_index))?;
        }
        same("methods", ours.methods.len(), theirs.methods.len())?;
        let (mut left, mut right) = (String::new(), String::new());
        for (method, theirs) in ours.methods.iter().zip(&theirs.methods) {
            same(
                "method",
                (method.name.0, method.descriptor.0),
                (theirs.name_index, theirs.descriptor_index),
            )?;
            same("attributes", method.attributes.len(), theirs.attributes.len())?;
            for (attribute, theirs) in method.attributes.iter().zip(&theirs.attributes) {
                same("attribute", attribute.name.0, theirs.attribute_name_index)?;
                same("attribute's bytes", &*attribute.bytes, &theirs.info)?;
                if ours.pool.utf8_bytes(attribute.name) != Ok(b"Code") {
                    continue;
                }
                let code = ours.code(method).map_err(|error| error.to_string())?.ok_or("we find no Code")?;
                let (_, theirs) =
                    code_attribute_parser(&theirs.info).map_err(|_| "classfile-parser fails at Code")?;
                let (_, insns) =
                    code_parser(&theirs.code).map_err(|_| "classfile-parser fails at instructions")?;
                same("instructions", code.insns.len(), insns.len())?;
                for (index, (at, insn)) in insns.iter().enumerate() {
                    left.clear();
                    right.clear();
                    our_text(&mut left, &code, index);
                    let _ = write!(right, "{at} ");
                    normalized(&mut right, &format!("{insn:?}"));
                    same("instruction", &left, &right)?;
                }
            }
        }
        Ok(())
    });
    let seen = seen.into_inner();
    println!("classfile-parser: {seen} of {all} classes");
    // The rest has constants that it does not know; if it were many, the test would say nothing.
    assert!(seen * 10 >= all * 9);
}

fn classfile_parser_constant(
    ours: &ClassFile<'_>,
    index: ConstIndex,
    theirs: &classfile_parser::constant_info::ConstantInfo,
) -> Result<(), String> {
    use classfile_parser::constant_info::ConstantInfo as C;
    let i = ConstIndex;
    let theirs = match theirs {
        C::Unusable => return same("unusable", ours.pool.get(index).is_err(), true),
        C::Utf8(x) => Constant::Utf8(&x.bytes),
        C::Integer(x) => Constant::Integer(x.value),
        C::Float(x) => Constant::Float(x.value.to_bits()),
        C::Long(x) => Constant::Long(x.value),
        C::Double(x) => Constant::Double(x.value.to_bits()),
        C::Class(x) => Constant::Class(i(x.name_index)),
        C::String(x) => Constant::String(i(x.string_index)),
        C::FieldRef(x) => {
            Constant::Field { class: i(x.class_index), name_and_type: i(x.name_and_type_index) }
        }
        C::MethodRef(x) => {
            Constant::Method { class: i(x.class_index), name_and_type: i(x.name_and_type_index) }
        }
        C::InterfaceMethodRef(x) => {
            Constant::InterfaceMethod { class: i(x.class_index), name_and_type: i(x.name_and_type_index) }
        }
        C::NameAndType(x) => {
            Constant::NameAndType { name: i(x.name_index), descriptor: i(x.descriptor_index) }
        }
        C::MethodHandle(x) => {
            Constant::MethodHandle { kind: x.reference_kind, reference: i(x.reference_index) }
        }
        C::MethodType(x) => Constant::MethodType(i(x.descriptor_index)),
        C::InvokeDynamic(x) => {
            let name_and_type = i(x.name_and_type_index);
            Constant::InvokeDynamic { bootstrap: x.bootstrap_method_attr_index, name_and_type }
        }
    };
    same("constant", ours.pool.get(index), Ok(theirs))
}

fn our_handlers(code: &Code<'_>) -> Vec<(u32, u32, u32, u16)> {
    // Only instruction starts can be compared by their offsets; the end of the code has none.
    let end = code.insns.len();
    let at = |label: Label| {
        code.offsets.get(code.labels[label.0 as usize] as usize).copied().unwrap_or(end as u32)
    };
    let catch_type = |h: &nabla_classfile::Handler| h.catch_type.map_or(0, |class| class.0);
    code.handlers.iter().map(|h| (at(h.start), at(h.end), at(h.target), catch_type(h))).collect()
}

/// An instruction as `offset mnemonic operands`, jumps relative.
fn our_text(out: &mut String, code: &Code<'_>, index: usize) {
    let at = code.offsets[index];
    let to = |label: Label| {
        let target = code.labels[label.0 as usize] as usize;
        i64::from(code.offsets[target]) - i64::from(at)
    };
    let insn = &code.insns[index];
    let _ = write!(out, "{at} ");
    let name = match insn {
        Insn::Ldc(_) => "ldc",
        _ => insn.opcode().mnemonic(),
    };
    out.extend(name.chars().filter(|&c| c != '_'));
    let _ = match insn {
        Insn::Op(_) => Ok(()),
        Insn::Push(_, value) => write!(out, " {value}"),
        Insn::Local(_, slot) => write!(out, " {slot}"),
        Insn::Iinc(slot, amount) => write!(out, " {slot} {amount}"),
        Insn::Branch(_, target) => write!(out, " {}", to(*target)),
        Insn::TableSwitch { default, low, targets } => {
            let high = *low as i64 + targets.len() as i64 - 1;
            let _ = write!(out, " {} {low} {high}", to(*default));
            targets.iter().try_for_each(|&target| write!(out, " {}", to(target)))
        }
        Insn::LookupSwitch { default, pairs } => {
            let _ = write!(out, " {}", to(*default));
            pairs.iter().try_for_each(|&(value, target)| write!(out, " {value} {}", to(target)))
        }
        Insn::Ldc(i) | Insn::Field(_, i) | Insn::Invoke(_, i) | Insn::InvokeDynamic(i) | Insn::Type(_, i) => {
            write!(out, " {}", i.0)
        }
        Insn::NewArray(kind) => write!(out, " {kind}"),
        Insn::MultiNewArray(class, dimensions) => write!(out, " {} {dimensions}", class.0),
    };
}

/// The debugging text of another library's instruction in the form of [`our_text`].
fn normalized(out: &mut String, debug: &str) {
    let end = debug.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(debug.len());
    let mut name = debug[..end].to_ascii_lowercase();
    if let Some(plain) = name.strip_suffix("wide") {
        name.truncate(plain.len());
    }
    if matches!(&name[..], "ldcw" | "ldc2w") {
        name.truncate(3);
    }
    let is_local = |name: &str| {
        name == "ret"
            || matches!(name.get(1..), Some("load" | "store")) && name.starts_with(['i', 'l', 'f', 'd', 'a'])
    };
    if let Some(plain) = name.strip_suffix('w')
        && (is_local(plain) || plain == "iinc")
    {
        name.truncate(plain.len());
    }
    if let Some(plain) = name.strip_suffix(['0', '1', '2', '3'])
        && is_local(plain)
    {
        let _ = write!(out, "{plain} {}", &name[plain.len()..]);
        return;
    }
    out.push_str(&name);
    let kinds = ["Boolean", "Char", "Float", "Double", "Byte", "Short", "Int", "Long"];
    let mut numbers =
        debug[end..].split(|c: char| !c.is_ascii_digit() && c != '-').filter(|text| !text.is_empty());
    match &name[..] {
        "invokeinterface" => {
            // The count follows from the descriptor and is not in our model.
            let _ = write!(out, " {}", numbers.next().unwrap_or_default());
        }
        "newarray" if debug.contains("atype") => {
            let kind = kinds.iter().position(|kind| debug[end..].contains(&format!(": {kind} ")));
            let _ = write!(out, " {}", kind.map_or(0, |kind| kind + 4));
        }
        _ => numbers.for_each(|number| {
            let _ = write!(out, " {number}");
        }),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: ours is {ours:?}, theirs {theirs:?}")) }
}
