//! The abstract machine with values that are letters: `a` takes one slot, `A` two.

mod common;

use common::{empty_class, op};
use nabla_classfile::{ClassFile, Insn, Opcode};
use nabla_flow::{FlowError, Interpreter, Kind, State, Value, execute};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Letter(char);

impl Value for Letter {
    fn is_wide(&self) -> bool {
        self.0.is_uppercase()
    }
}

/// Results are `r` and `R`; the operands of the last instruction are kept, constructors counted.
#[derive(Default)]
struct Spelling {
    operands: String,
    constructed: String,
}

impl Interpreter for Spelling {
    type V = Letter;

    fn result(&mut self, _: usize, _: &Insn, operands: &[Letter], kind: &Kind) -> Letter {
        self.operands = spell(operands);
        Letter(if kind.is_wide() { 'R' } else { 'r' })
    }

    fn consume(&mut self, _: usize, _: &Insn, operands: &[Letter]) {
        self.operands = spell(operands) + ".";
    }

    fn constructed(&mut self, _: usize, _: &Insn, receiver: &Letter, state: &mut State<Letter>) {
        self.constructed.push(receiver.0);
        for value in &mut state.stack {
            if value == receiver {
                *value = Letter('i');
            }
        }
    }
}

fn spell(values: &[Letter]) -> String {
    values.iter().map(|value| value.0).collect()
}

fn letters(text: &str) -> Vec<Letter> {
    text.chars().map(Letter).collect()
}

/// The stack and the operands after one instruction; what it needs is added to the pool.
fn step(insn: impl FnOnce(&mut ClassFile) -> Insn, before: &str) -> Result<(String, String), FlowError> {
    let bytes = empty_class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let insn = insn(&mut class);
    let mut state = State { stack: letters(before), ..State::new(4) };
    let mut spelling = Spelling::default();
    execute(&class.pool, 7, &insn, &mut state, &mut spelling)?;
    Ok((spell(&state.stack), spelling.operands))
}

#[test]
fn the_dup_family_moves_values_by_their_width() {
    use Opcode::*;
    let legal = [
        (Pop, "xa", "x"),
        (Pop2, "xab", "x"),
        (Pop2, "xA", "x"),
        (Swap, "xab", "xba"),
        (Dup, "xa", "xaa"),
        (DupX1, "xba", "xaba"),
        (DupX2, "xcba", "xacba"),
        (DupX2, "xBa", "xaBa"),
        (Dup2, "xba", "xbaba"),
        (Dup2, "xA", "xAA"),
        (Dup2X1, "xcba", "xbacba"),
        (Dup2X1, "xbA", "xAbA"),
        (Dup2X2, "xdcba", "xbadcba"),
        (Dup2X2, "xcbA", "xAcbA"),
        (Dup2X2, "xCba", "xbaCba"),
        (Dup2X2, "xBA", "xABA"),
    ];
    for (code, before, after) in legal {
        assert_eq!(step(|_| op(code), before).unwrap().0, after, "{code:?} {before}");
    }
    let illegal = [
        (Pop, "A"),
        (Pop, ""),
        (Pop2, "Ab"),
        (Pop2, "b"),
        (Swap, "aB"),
        (Swap, "Ab"),
        (Dup, "A"),
        (DupX1, "Ab"),
        (DupX1, "aB"),
        (DupX2, "Bcd"),
        (DupX2, "xA"),
        (Dup2, "Ab"),
        (Dup2X1, "BA"),
        (Dup2X1, "Aab"),
        (Dup2X2, "AbC"),
    ];
    for (code, before) in illegal {
        assert!(
            matches!(step(|_| op(code), before), Err(FlowError::Malformed { insn: 7, .. })),
            "{code:?} {before}"
        );
    }
}

#[test]
fn operands_are_counted_and_have_their_width() {
    use Opcode::*;
    let cases = [
        (op(Dadd), "xAB", "xR", "AB"),
        (op(Dcmpg), "xAB", "xr", "AB"),
        (op(Lshl), "xAb", "xR", "Ab"),
        (op(D2i), "xA", "xr", "A"),
        (op(Daload), "xai", "xR", "ai"),
        (op(Aaload), "xai", "xr", "ai"),
        (op(Dastore), "xaiA", "x", "aiA."),
        (op(Dreturn), "xA", "x", "A."),
        (op(Athrow), "xa", "x", "a."),
        (op(Monitorenter), "xa", "x", "a."),
        (op(Dconst1), "x", "xR", ""),
        (op(AconstNull), "x", "xr", ""),
        (op(Nop), "x", "x", ""),
        (Insn::Push(Sipush, 300), "x", "xr", ""),
        (common::jump(IfIcmplt, 0), "xab", "x", "ab."),
        (common::jump(Ifnull, 0), "xa", "x", "a."),
        (common::jump(Goto, 0), "x", "x", "."),
        (Insn::NewArray(7), "xn", "xr", "n"),
    ];
    for (insn, before, after, operands) in cases {
        let found = step(|_| insn.clone(), before).unwrap();
        assert_eq!(found, (after.into(), operands.into()), "{insn:?}");
    }
    for (insn, before) in [(op(Dadd), "aB"), (op(Dadd), "A"), (op(Iadd), "aB"), (Insn::NewArray(3), "n")] {
        assert!(step(|_| insn.clone(), before).is_err(), "{insn:?}");
    }
}

#[test]
fn calls_and_fields_follow_their_descriptors() {
    use Opcode::*;
    let call = |op, descriptor: &'static str, before| {
        step(move |c| Insn::Invoke(op, c.pool.add_method("T", "m", descriptor).unwrap()), before).unwrap()
    };
    assert_eq!(call(Invokestatic, "(DI[J)D", "xAbc"), ("xR".into(), "Abc".into()));
    assert_eq!(call(Invokevirtual, "(DI)V", "xoAb"), ("x".into(), "oAb.".into()));
    assert_eq!(call(Invokeinterface, "()Ljava/lang/String;", "xo"), ("xr".into(), "o".into()));
    let field = |op, descriptor: &'static str, before| {
        step(move |c| Insn::Field(op, c.pool.add_field("T", "f", descriptor).unwrap()), before).unwrap()
    };
    assert_eq!(field(Getstatic, "D", "x"), ("xR".into(), "".into()));
    assert_eq!(field(Getfield, "[D", "xo"), ("xr".into(), "o".into()));
    assert_eq!(field(Putstatic, "J", "xA"), ("x".into(), "A.".into()));
    assert_eq!(field(Putfield, "Z", "xoa"), ("x".into(), "oa.".into()));
    let class = |op, before| step(move |c| Insn::Type(op, c.pool.add_class("U").unwrap()), before).unwrap();
    assert_eq!(class(New, "x").0, "xr");
    assert_eq!(class(Anewarray, "xn").0, "xr");
    assert_eq!(class(Instanceof, "xo").0, "xr");
    assert_eq!(class(Checkcast, "xo").0, "xo", "a cast keeps the value");
    let found = step(|c| Insn::MultiNewArray(c.pool.add_class("[[D").unwrap(), 2), "xnm").unwrap();
    assert_eq!(found, ("xr".into(), "nm".into()));
    let found = step(|c| Insn::Ldc(c.pool.add_double(2.5).unwrap()), "x").unwrap();
    assert_eq!(found.0, "xR");
    let found = step(|c| Insn::Ldc(c.pool.add_string("s").unwrap()), "x").unwrap();
    assert_eq!(found.0, "xr");
    assert!(step(|c| Insn::Ldc(c.pool.add_utf8("s").unwrap()), "x").is_err());
    assert!(step(|c| Insn::Invoke(Invokestatic, c.pool.add_method("T", "m", "(D").unwrap()), "A").is_err());
    // An instruction that names an entry of the wrong kind or none at all.
    assert!(step(|c| Insn::Type(New, c.pool.add_utf8("s").unwrap()), "").is_err());
    assert!(step(|_| Insn::Invoke(Invokestatic, nabla_classfile::ConstIndex(60000)), "").is_err());
}

#[test]
fn a_constructor_tells_the_interpreter() {
    let construct = |c: &mut ClassFile| {
        Insn::Invoke(Opcode::Invokespecial, c.pool.add_method("T", "<init>", "(D)V").unwrap())
    };
    let bytes = empty_class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let insn = construct(&mut class);
    let mut state = State { stack: letters("onnA"), ..State::new(0) };
    let mut spelling = Spelling::default();
    execute(&class.pool, 0, &insn, &mut state, &mut spelling).unwrap();
    assert_eq!((spell(&state.stack), spelling.constructed), ("oi".into(), "n".into()));
}

#[test]
fn wide_locals_take_two_slots() {
    use Opcode::*;
    let bytes = empty_class();
    let class = ClassFile::read(&bytes).unwrap();
    let mut state = State { stack: letters("AbC"), ..State::new(4) };
    let mut run =
        |insn| execute(&class.pool, 0, &insn, &mut state, &mut Spelling::default()).map(|()| state.clone());

    assert!(run(Insn::Local(Dload, 1)).is_err(), "nothing there yet");
    let after = run(Insn::Local(Dstore, 1)).unwrap();
    assert!(after.locals.iter().eq(&[None, Some(Letter('C')), None, None]));
    assert!(run(Insn::Local(Iload, 2)).is_err(), "the second half of a double");
    assert!(run(Insn::Local(Iload, 1)).is_err(), "a double is no int");
    // A store into the second half ends the double; one at the first half ends both.
    let after = run(Insn::Local(Istore, 2)).unwrap();
    assert!(after.locals.iter().eq(&[None, None, Some(Letter('b')), None]));
    let after = run(Insn::Iinc(2, -3)).unwrap();
    assert!(after.locals.iter().eq(&[None, None, Some(Letter('r')), None]));
    assert!(run(Insn::Local(Dstore, 3)).is_err(), "a double needs slot 4, which is not declared");
    assert!(run(Insn::Iinc(9, 1)).is_err());
    assert_eq!(run(Insn::Local(Ret, 0)), Err(FlowError::Subroutine { insn: 0 }));
    assert_eq!(run(common::jump(Jsr, 0)), Err(FlowError::Subroutine { insn: 0 }));
}
