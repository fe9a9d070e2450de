//! Random code: what is written is read again as the same.

#[path = "common/random.rs"]
mod random;

use std::sync::LazyLock;

use nabla_classfile::{
    ClassFile, Code, CodeAttribute, ConstIndex, Frame, Handler, Insn, Label, LocalVariable, Opcode, Shape,
    VerificationType, recode,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use random::{config, empty};

const LABELS: u32 = 6;

/// What instructions and tables name.
struct Constants {
    text: ConstIndex,
    class: ConstIndex,
    loadable: [ConstIndex; 4],
    field: ConstIndex,
    method: ConstIndex,
    interface: ConstIndex,
    call_site: ConstIndex,
    tables: [ConstIndex; 3],
}

impl Constants {
    /// Adds them; always at the same places of the empty class's pool.
    fn add(class: &mut ClassFile<'_>) -> nabla_classfile::Result<Constants> {
        let pool = &mut class.pool;
        Ok(Constants {
            text: pool.add_utf8("I")?,
            class: pool.add_class("java/lang/String")?,
            loadable: [
                pool.add_integer(7)?,
                pool.add_double(0.5)?,
                pool.add_string("s")?,
                pool.add_long(-1)?,
            ],
            field: pool.add_field("T", "f", "D")?,
            method: pool.add_method("T", "m", "(DI)V")?,
            interface: pool.add_interface_method("I", "m", "(JLI;[D)V")?,
            call_site: pool.add_invoke_dynamic(0, "i", "(D)V")?,
            tables: [
                pool.add_utf8("LineNumberTable")?,
                pool.add_utf8("LocalVariableTable")?,
                pool.add_utf8("StackMapTable")?,
            ],
        })
    }
}

static CONSTANTS: LazyLock<Constants> = LazyLock::new(|| {
    let bytes = empty();
    let mut class = ClassFile::read(&bytes).expect("it is well-formed");
    Constants::add(&mut class).expect("there is room")
});

fn label() -> impl Strategy<Value = Label> {
    (0..LABELS).prop_map(Label)
}

/// Any instruction with this opcode; none for prefixes and abbreviations, which are not of the model.
fn with_opcode(opcode: Opcode) -> Option<BoxedStrategy<Insn>> {
    let constants = &*CONSTANTS;
    let any_slot = prop_oneof![0..6_u16, any::<u16>()];
    Some(match opcode.shape() {
        Shape::Plain => Just(Insn::Op(opcode)).boxed(),
        Shape::Byte => any::<i8>().prop_map(move |value| Insn::Push(opcode, value.into())).boxed(),
        Shape::Short => any::<i16>().prop_map(move |value| Insn::Push(opcode, value)).boxed(),
        Shape::Ldc => select(&constants.loadable).prop_map(Insn::Ldc).boxed(),
        Shape::Local => any_slot.prop_map(move |slot| Insn::Local(opcode, slot)).boxed(),
        Shape::Iinc => (any_slot, prop_oneof![-2..3_i16, any::<i16>()])
            .prop_map(|(slot, amount)| Insn::Iinc(slot, amount))
            .boxed(),
        Shape::Branch | Shape::BranchWide => {
            label().prop_map(move |target| Insn::Branch(opcode, target)).boxed()
        }
        Shape::TableSwitch => (label(), any::<i16>(), vec(label(), 1..5))
            .prop_map(|(default, low, targets)| Insn::TableSwitch { default, low: low.into(), targets })
            .boxed(),
        Shape::LookupSwitch => (label(), prop::collection::btree_map(any::<i32>(), label(), 0..5))
            .prop_map(|(default, pairs)| Insn::LookupSwitch { default, pairs: pairs.into_iter().collect() })
            .boxed(),
        Shape::Field => Just(Insn::Field(opcode, constants.field)).boxed(),
        Shape::Invoke => Just(Insn::Invoke(opcode, constants.method)).boxed(),
        Shape::InvokeInterface => Just(Insn::Invoke(opcode, constants.interface)).boxed(),
        Shape::InvokeDynamic => Just(Insn::InvokeDynamic(constants.call_site)).boxed(),
        Shape::Type => Just(Insn::Type(opcode, constants.class)).boxed(),
        Shape::NewArray => (4..12_u8).prop_map(Insn::NewArray).boxed(),
        Shape::MultiNewArray => {
            (1..4_u8).prop_map(|dimensions| Insn::MultiNewArray(constants.class, dimensions)).boxed()
        }
        Shape::LdcWide | Shape::LocalShort(..) | Shape::Wide => return None,
    })
}

fn insn() -> impl Strategy<Value = Insn> {
    static OPCODES: LazyLock<Vec<Opcode>> =
        LazyLock::new(|| Opcode::all().filter(|opcode| with_opcode(*opcode).is_some()).collect());
    select(OPCODES.as_slice()).prop_flat_map(|opcode| with_opcode(opcode).expect("filtered above"))
}

fn verification_type() -> impl Strategy<Value = VerificationType> {
    use VerificationType::*;
    let simple = select(&[Top, Integer, Float, Long, Double, Null, UninitializedThis][..]);
    prop_oneof![4 => simple, 1 => Just(Object(CONSTANTS.class)), 1 => label().prop_map(Uninitialized)]
}

fn frame() -> impl Strategy<Value = Frame> {
    // An empty stack and a stack of one have short forms.
    let stack = prop_oneof![2 => vec(verification_type(), 0..2), 1 => vec(verification_type(), 0..4)];
    (vec(verification_type(), 0..5), stack).prop_map(|(locals, stack)| Frame { locals, stack })
}

fn code() -> impl Strategy<Value = Code<'static>> {
    let insns = vec(insn(), 1..60);
    let ends = (0..LABELS, 0..LABELS);
    let handler = (ends.clone(), label(), any::<bool>());
    let tables =
        (vec((label(), any::<u16>()), 0..5), vec((ends, 0..9_u16), 0..4), vec(frame(), LABELS as usize));
    (
        insns,
        vec(any::<prop::sample::Index>(), LABELS as usize),
        vec(handler, 0..3),
        tables,
        any::<(u16, u16)>(),
    )
        .prop_map(|(insns, places, handlers, (lines, variables, frames), (max_stack, max_locals))| {
            // In order, so that a lower label never lies behind a higher one.
            let mut labels: Vec<u32> = places.iter().map(|at| at.index(insns.len()) as u32).collect();
            labels.sort_unstable();
            let range = |(a, b): (u32, u32)| (Label(a.min(b)), Label(a.max(b)));
            let handlers = handlers.into_iter().map(|(ends, target, all)| {
                let ((start, end), catch_type) = (range(ends), (!all).then_some(CONSTANTS.class));
                Handler { start, end, target, catch_type }
            });
            let variables = variables.into_iter().map(|(ends, slot)| {
                let ((start, end), name) = (range(ends), CONSTANTS.text);
                LocalVariable { start, end, name, descriptor: name, slot }
            });
            // One frame a place, in the order of the code.
            let rows = frames.into_iter().enumerate();
            let rows = rows.filter(|(i, _)| *i == 0 || labels[*i] != labels[*i - 1]);
            let rows = rows.map(|(i, frame)| (Label(i as u32), frame)).collect();
            let [line_table, variable_table, frame_table] = CONSTANTS.tables;
            Code {
                max_stack,
                max_locals,
                offsets: (0..insns.len() as u32).collect(),
                handlers: handlers.collect(),
                attributes: vec![
                    CodeAttribute::LineNumbers { name: line_table, rows: lines },
                    CodeAttribute::LocalVariables { name: variable_table, rows: variables.collect() },
                    CodeAttribute::Frames { name: frame_table, rows },
                ],
                insns,
                labels,
            }
        })
}

/// The same code with every label numbered by its place, for two codes may number them differently.
fn by_place(code: &Code<'_>) -> Code<'static> {
    let mut code = code.clone().into_owned();
    let labels = std::mem::take(&mut code.labels);
    let place = |label: &mut Label| label.0 = labels[label.0 as usize];
    for insn in &mut code.insns {
        match insn {
            Insn::Branch(_, target) => place(target),
            Insn::TableSwitch { default, targets, .. } => {
                place(default);
                targets.iter_mut().for_each(place);
            }
            Insn::LookupSwitch { default, pairs } => {
                place(default);
                pairs.iter_mut().for_each(|(_, target)| place(target));
            }
            _ => {}
        }
    }
    for handler in &mut code.handlers {
        [&mut handler.start, &mut handler.end, &mut handler.target].into_iter().for_each(place);
    }
    for attribute in &mut code.attributes {
        match attribute {
            CodeAttribute::LineNumbers { rows, .. } => rows.iter_mut().for_each(|(label, _)| place(label)),
            CodeAttribute::LocalVariables { rows, .. } => {
                rows.iter_mut().for_each(|row| [&mut row.start, &mut row.end].into_iter().for_each(place));
            }
            CodeAttribute::Frames { rows, .. } => {
                for (label, frame) in rows {
                    place(label);
                    for kind in frame.locals.iter_mut().chain(&mut frame.stack) {
                        if let VerificationType::Uninitialized(label) = kind {
                            place(label);
                        }
                    }
                }
            }
            CodeAttribute::TypeAnnotations { .. } | CodeAttribute::Raw(_) => {}
        }
    }
    code.offsets.clear();
    code
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn code_is_read_as_it_was_written(code in code()) {
        let bytes = empty();
        let mut class = ClassFile::read(&bytes).unwrap();
        Constants::add(&mut class).unwrap();
        class.set_code(0, &code).unwrap();
        let written = class.write().unwrap();
        let class = ClassFile::read(&written).unwrap();
        let decoded = class.code(&class.methods[0]).unwrap().unwrap();
        prop_assert_eq!(by_place(&decoded), by_place(&code));
        prop_assert_eq!(recode(&written).unwrap(), written);
    }
}
