//! The forms of instructions, jumps that go far, and the frames they need, down to a JVM that
//! verifies and runs the result.

mod common;

use std::process::Command;

use nabla_classfile::{
    BootstrapMethod, ClassFile, Code, CodeAttribute, ConstIndex, Constant, ErrorKind, Frame, Handler, Insn,
    Label, Member, MethodParameter, Opcode, VerificationType,
};

/// `public class Far extends Object` with one static method without code.
fn far(descriptor: &str) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 7];
    for text in ["Far", "java/lang/Object", "main", descriptor] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    bytes.extend([0, 0x21, 0, 5, 0, 6, 0, 0, 0, 0, 0, 1, 0, 9, 0, 3, 0, 4, 0, 0, 0, 0]);
    bytes
}

fn code(insns: Vec<Insn>, labels: Vec<u32>) -> Code<'static> {
    let offsets = (0..insns.len() as u32).collect();
    Code { max_stack: 4, max_locals: 2, insns, offsets, labels, handlers: Vec::new(), attributes: Vec::new() }
}

/// The bytecode for these instructions.
fn bytecode(class: &mut ClassFile<'_>, code: &Code<'_>) -> Vec<u8> {
    let method = class.methods[0].clone();
    let bytes = class.encode_code(&method, code).expect("it can be encoded");
    let length = u32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    bytes[8..8 + length].to_vec()
}

#[test]
fn the_shortest_form_is_chosen() {
    let bytes = far("()V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let integer = class.pool.add_integer(7).unwrap();
    let double = class.pool.add_double(7.0).unwrap();
    let wide_condy = class.pool.add_dynamic(0, "d", "D").unwrap();
    for i in 0..300 {
        class.pool.add_integer(1000 + i).unwrap();
    }
    let far_integer = class.pool.add_integer(9999).unwrap();
    assert!(far_integer.0 > 255);
    let [high, low] = far_integer.0.to_be_bytes();
    let interface = class.pool.add_interface_method("I", "m", "(JLI;[D)V").unwrap();
    let cases: Vec<(Insn, Vec<u8>)> = vec![
        (Insn::Local(Opcode::Iload, 3), vec![0x1d]),
        (Insn::Local(Opcode::Astore, 0), vec![0x4b]),
        (Insn::Local(Opcode::Dload, 4), vec![0x18, 4]),
        (Insn::Local(Opcode::Dload, 256), vec![0xc4, 0x18, 1, 0]),
        (Insn::Local(Opcode::Ret, 1), vec![0xa9, 1]),
        (Insn::Iinc(255, -128), vec![0x84, 255, 0x80]),
        (Insn::Iinc(1, 128), vec![0xc4, 0x84, 0, 1, 0, 128]),
        (Insn::Iinc(256, 1), vec![0xc4, 0x84, 1, 0, 0, 1]),
        (Insn::Ldc(integer), vec![0x12, integer.0 as u8]),
        (Insn::Ldc(far_integer), vec![0x13, high, low]),
        (Insn::Ldc(double), vec![0x14, 0, double.0 as u8]),
        (Insn::Ldc(wide_condy), vec![0x14, 0, wide_condy.0 as u8]),
        (Insn::Push(Opcode::Bipush, -1), vec![0x10, 0xff]),
        (Insn::Push(Opcode::Sipush, -2), vec![0x11, 0xff, 0xfe]),
        (Insn::Invoke(Opcode::Invokeinterface, interface), {
            let [high, low] = interface.0.to_be_bytes();
            vec![0xb9, high, low, 5, 0]
        }),
    ];
    for (insn, expected) in cases {
        assert_eq!(bytecode(&mut class, &code(vec![insn.clone()], vec![])), expected, "{insn:?}");
    }
}

#[test]
fn switches_are_padded() {
    let bytes = far("()V");
    let mut class = ClassFile::read(&bytes).unwrap();
    for nops in 0..4 {
        let mut insns = vec![Insn::Op(Opcode::Nop); nops];
        insns.push(Insn::TableSwitch { default: Label(0), low: -1, targets: vec![Label(0), Label(1)] });
        insns.push(Insn::LookupSwitch { default: Label(1), pairs: vec![(5, Label(0))] });
        insns.push(Insn::Op(Opcode::Return));
        let code = code(insns, vec![nops as u32 + 2, 0]);
        class.set_code(0, &code).unwrap();
        let decoded = class.code(&class.methods[0]).unwrap().unwrap();
        assert_eq!(decoded.insns.len(), code.insns.len());
        let targets = |code: &Code<'_>| match &code.insns[nops] {
            Insn::TableSwitch { default, low: -1, targets } => {
                let all = std::iter::once(default).chain(targets);
                all.map(|label| code.labels[label.0 as usize]).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(targets(&decoded), targets(&code));
    }
}

/// A `main` that jumps over `gap` bytes: forward if there are no arguments, back afterwards.
fn jumping(class: &mut ClassFile<'_>, gap: usize) -> Code<'static> {
    let mut insns = vec![
        Insn::Local(Opcode::Aload, 0),
        Insn::Op(Opcode::Arraylength),
        Insn::Branch(Opcode::Ifeq, Label(0)),
    ];
    insns.extend(vec![Insn::Op(Opcode::Nop); gap]);
    insns.push(Insn::Branch(Opcode::Goto, Label(1)));
    let (back, end) = (insns.len() as u32, insns.len() as u32 + 2);
    // Label 0: the way back; label 1: the end.
    insns.push(Insn::Op(Opcode::Iconst0));
    insns.push(Insn::Branch(Opcode::Ifne, Label(2)));
    insns.push(Insn::Op(Opcode::Return));
    let mut code = code(insns, vec![back, end, 0]);
    let strings = class.pool.add_class("[Ljava/lang/String;").unwrap();
    let frame = || Frame { locals: vec![VerificationType::Object(strings)], stack: Vec::new() };
    let rows = vec![(Label(2), frame()), (Label(0), frame()), (Label(1), frame())];
    code.attributes.push(CodeAttribute::Frames { name: class.pool.add_utf8("StackMapTable").unwrap(), rows });
    code
}

#[test]
fn far_jumps_are_inverted_and_run() {
    let bytes = far("([Ljava/lang/String;)V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let code = jumping(&mut class, 40_000);
    let error = class.set_code(0, &code).expect_err("no frame behind the jump");
    assert_eq!(error.kind, ErrorKind::Limit);
    assert!(error.message.contains("conditional branch without frame"), "{error}");
    assert!(class.methods[0].attributes.is_empty(), "a failure changes nothing");

    let CodeAttribute::Frames { rows, .. } = &code.attributes[0] else { panic!() };
    let frame = rows[0].1.clone();
    class.set_code_with(0, &code, &|_| Some(frame.clone())).unwrap();
    let decoded = class.code(&class.methods[0]).unwrap().unwrap();
    assert!(matches!(decoded.insns[2], Insn::Branch(Opcode::Ifne, _)));
    assert!(matches!(decoded.insns[3], Insn::Branch(Opcode::GotoW, _)));
    // It is code like any other now.
    let written = class.write().unwrap();
    assert_eq!(nabla_classfile::recode(&written).unwrap(), written);
    run(&written);

    let near = jumping(&mut class, 30_000);
    class.set_code(0, &near).unwrap();
    assert_eq!(class.code(&class.methods[0]).unwrap().unwrap().insns, near.insns);
    run(&class.write().unwrap());

    let error = {
        let long = jumping(&mut class, 65_536);
        class.set_code(0, &long).expect_err("too long")
    };
    assert_eq!(error.kind, ErrorKind::Limit);
    assert_eq!(error.place.method.as_deref(), Some("main([Ljava/lang/String;)V"));
}

/// Runs the class `Far` in every JVM with full verification.
fn run(class: &[u8]) {
    for jdk in common::jdks() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("Far.class"), class).unwrap();
        let mut java = Command::new(jdk.join("bin/java"));
        let output = java.arg("-Xverify:all").arg("-cp").arg(dir.path()).arg("Far").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_place_may_have_several_labels() {
    let bytes = far("()V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let mut code = code(vec![Insn::Op(Opcode::Nop); 9], vec![5, 6, 2, 2]);
    let name = class.pool.add_utf8("StackMapTable").unwrap();
    let frame = |new| Frame { locals: vec![VerificationType::Uninitialized(new)], stack: Vec::new() };
    let rows = vec![(Label(0), frame(Label(2))), (Label(1), frame(Label(3)))];
    code.attributes = vec![CodeAttribute::Frames { name, rows }];
    class.set_code(0, &code).unwrap();
    // An append of one local made at 2, and the same again.
    let table = [0, 2, 252, 0, 5, 8, 0, 2, 0];
    assert_eq!(&class.methods[0].attributes[0].bytes[27..], table);
}

#[test]
fn frames_take_their_smallest_form() {
    let bytes = far("(ILjava/lang/String;J)V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let size = class.pool.len();
    let mut code = code(vec![Insn::Op(Opcode::Nop); 400], (0..400).collect());
    // The pool has no class String: the first frame gets an implied index, only a full frame an entry.
    let empty = vec![(Label(0), Frame::default())];
    let name = class.pool.add_utf8("StackMapTable").unwrap();
    code.attributes = vec![CodeAttribute::Frames { name, rows: empty }];
    class.set_code(0, &code).unwrap();
    assert_eq!(class.pool.len(), size + 2, "StackMapTable and Code are new");
    let mut bytes = class.write().unwrap();
    // The frame is a chop of three locals. It becomes a same_frame, which repeats them.
    let at = bytes.windows(5).rposition(|window| window == [0, 1, 248, 0, 0]).unwrap();
    bytes.splice(at + 2..at + 5, [0]);
    bytes[at - 4..at].copy_from_slice(&3_u32.to_be_bytes());
    let attribute =
        bytes.windows(4).rposition(|window| window == (8 + 400 + 4 + 6 + 5_u32).to_be_bytes()).unwrap();
    bytes[attribute..attribute + 4].copy_from_slice(&(8 + 400 + 4 + 6 + 3_u32).to_be_bytes());

    let mut class = ClassFile::read(&bytes).unwrap();
    let mut decoded = class.code(&class.methods[0]).unwrap().unwrap();
    let CodeAttribute::Frames { rows, .. } = &mut decoded.attributes[0] else { panic!() };
    let initial = rows[0].1.locals.clone();
    let VerificationType::Object(string) = initial[1] else { panic!("{initial:?}") };
    assert!(class.pool.is_implied(string));
    assert_eq!(class.pool.class_name(string).unwrap(), "java/lang/String");
    assert!(matches!(class.pool.get(string), Ok(Constant::Class(_))));
    assert_eq!(class.write().unwrap(), bytes);

    decoded.labels = (0..400).collect();
    let CodeAttribute::Frames { rows, .. } = &mut decoded.attributes[0] else { panic!() };
    let longer = [&initial[..], &[VerificationType::Double]].concat();
    let frame = |locals: &[VerificationType], stack: &[VerificationType]| Frame {
        locals: locals.to_vec(),
        stack: stack.to_vec(),
    };
    *rows = vec![
        (Label(0), frame(&initial, &[])),
        (Label(100), frame(&initial, &[])),
        (Label(101), frame(&initial, &[VerificationType::Integer])),
        (Label(201), frame(&initial, &[VerificationType::Integer])),
        (Label(202), frame(&longer, &[])),
        (Label(203), frame(&initial, &[])),
        (Label(204), frame(&initial, &[VerificationType::Integer, VerificationType::Null])),
    ];
    let size = class.pool.len();
    class.set_code(0, &decoded).unwrap();
    assert_eq!(class.pool.len(), size + 2, "the full frame names String: a Utf8 and a Class");
    let encoded = &class.methods[0].attributes[0].bytes;
    let [high, low] = (size + 1).to_be_bytes();
    let mut table = vec![0, 7, 0, 251, 0, 99, 64, 1, 247, 0, 99, 1, 252, 0, 0, 3, 250, 0, 0];
    table.extend([255, 0, 0, 0, 3, 1, 7, high, low, 4, 0, 2, 1, 5]);
    assert!(encoded.ends_with(&table), "{:?}", &encoded[encoded.len() - table.len()..]);
    // The index given out before the class had an entry still means the same.
    class.set_code(0, &decoded).unwrap();
    assert!(class.methods[0].attributes[0].bytes.ends_with(&table));
}

#[test]
fn pool_additions_are_not_duplicated() {
    let bytes = far("()V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let size = class.pool.len();
    assert_eq!(class.pool.add_class("Far").unwrap(), ConstIndex(5));
    assert_eq!(class.pool.len(), size);
    let a = class.pool.add_method("Far", "f", "(D)D").unwrap();
    assert_eq!(class.pool.add_method("Far", "f", "(D)D").unwrap(), a);
    assert_ne!(class.pool.add_interface_method("Far", "f", "(D)D").unwrap(), a);
    let reference = class.pool.member_ref(a).unwrap();
    assert_eq!((&*reference.owner, &*reference.name, &*reference.descriptor), ("Far", "f", "(D)D"));
    let zero = class.pool.add_double(0.0).unwrap();
    let after = class.pool.add_integer(1).unwrap();
    assert_eq!(after.0, zero.0 + 2, "a double takes two indices");
    assert_ne!(class.pool.add_double(-0.0).unwrap(), zero, "the sign of zero counts");
    let text = class.pool.add_string("nul \0 and \u{1f600}").unwrap();
    let written = class.write().unwrap();
    let read = ClassFile::read(&written).unwrap();
    assert_eq!(read.pool.len(), class.pool.len());
    let Ok(Constant::String(index)) = read.pool.get(text) else { panic!() };
    assert_eq!(read.pool.utf8(index).unwrap(), "nul \0 and \u{1f600}");
    assert!(read.pool.get(ConstIndex(zero.0 + 1)).is_err());
}

#[test]
fn a_full_pool_is_a_limit() {
    let bytes = far("()V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let error = (0..70_000).find_map(|i| class.pool.add_integer(i).err()).expect("it is full");
    assert_eq!(error.kind, ErrorKind::Limit);
    assert_eq!(class.pool.len(), 65535);
    assert_eq!(ClassFile::read(&class.write().unwrap()).unwrap().pool.len(), 65535);
}

#[test]
fn attributes_grow() {
    let bytes = far("(D)V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let method = class.pool.add_method("Far", "bootstrap", "()V").unwrap();
    let handle = class.pool.add_method_handle(6, method).unwrap();
    let row = BootstrapMethod { method: handle, arguments: vec![method] };
    assert_eq!(class.add_bootstrap_method(&row).unwrap(), 0);
    assert_eq!(class.add_bootstrap_method(&row).unwrap(), 0);
    let other = BootstrapMethod { method: handle, arguments: vec![] };
    assert_eq!(class.add_bootstrap_method(&other).unwrap(), 1);
    class.add_nest_member("Far$Inner").unwrap();
    class.add_nest_member("Far$Inner").unwrap();
    class.add_nest_member("Far$Other").unwrap();
    let name = class.pool.add_utf8("x").unwrap();
    let parameters =
        [MethodParameter { name: Some(name), access: 0x10 }, MethodParameter { name: None, access: 0x1000 }];
    class.set_method_parameters(0, &parameters).unwrap();
    let written = class.write().unwrap();
    let read = ClassFile::read(&written).unwrap();
    assert_eq!(read.bootstrap_methods().unwrap(), [row, other]);
    let members = read.nest_members().unwrap();
    let members: Vec<_> = members.iter().map(|&index| read.pool.class_name(index).unwrap()).collect();
    assert_eq!(members, ["Far$Inner", "Far$Other"]);
    assert_eq!(read.method_parameters(0).unwrap().as_deref(), Some(&parameters[..]));
}

#[test]
fn what_code_cannot_say_is_an_error() {
    let bytes = far("()V");
    let mut class = ClassFile::read(&bytes).unwrap();
    let mut fails = |code: Code<'_>| {
        let error = class.set_code(0, &code).expect_err("it is malformed");
        assert_eq!(error.kind, ErrorKind::Malformed, "{error}");
        assert_eq!(error.place.method.as_deref(), Some("main()V"));
    };
    fails(code(vec![Insn::Branch(Opcode::Goto, Label(3))], vec![0]));
    fails(code(vec![Insn::Branch(Opcode::Goto, Label(0))], vec![7]));
    fails(code(vec![Insn::Push(Opcode::Bipush, 128)], vec![]));
    fails(code(vec![Insn::Local(Opcode::Nop, 1)], vec![]));
    let mut covered = code(vec![Insn::Op(Opcode::Return)], vec![0]);
    covered.handlers = vec![Handler { start: Label(0), end: Label(1), target: Label(0), catch_type: None }];
    fails(covered);
}

#[test]
fn errors_tell_the_place() {
    let mut bytes = far("()V");
    bytes.push(0);
    let error = ClassFile::read(&bytes).expect_err("a byte too many");
    assert_eq!(error.place.offset, Some(bytes.len() as u32 - 1));
    assert!(error.to_string().contains("expected the end of the class file, found 1 more bytes"), "{error}");
    let bytes = far("()V");
    let class = ClassFile::read(&bytes).unwrap();
    let error = class.pool.class_name(ConstIndex(1)).expect_err("that is a Utf8");
    assert_eq!(
        error.to_string(),
        "malformed class file: expected a Class constant, found Utf8 (constant #1)"
    );
    let mut class = ClassFile::read(&bytes).unwrap();
    let bytes = vec![0, 0, 0, 0, 0, 0, 0, 2, 0, 0xfe, 0, 0, 0, 0];
    let name = class.pool.add_utf8("Code").unwrap();
    class.methods[0].attributes.push(nabla_classfile::Attribute { name, bytes: bytes.into() });
    let method: &Member<'_> = &class.methods[0];
    let error = class.code(method).expect_err("0xfe is no opcode");
    assert_eq!((error.place.method.as_deref(), error.place.offset), (Some("main()V"), Some(1)));
}
