//! The types of compiled Java methods, from frames and by inference.

mod common;

use common::{code, compile, empty_class, jump, op};
use nabla_classfile::{ClassFile, Code, CodeAttribute, ConstIndex, Insn, Member, Opcode};
use nabla_flow::{FlowError, TypeState, Types, VType};

const SOURCE: &str = r#"
public class Kinds {
    static double f(double x, int n, long k, float y, double[] a, Object o) {
        double r = 1;
        for (int i = 0; i < n; i++) {
            try {
                r *= a[i] + (x > 0 ? x : k);
                String[][] s = (String[][]) o;
                r += new StringBuilder(n > 3 ? "a" : null).append(s[i][0]).length();
            } catch (ArrayIndexOutOfBoundsException e) {
                r += e.getMessage().length() + y;
            } finally {
                r++;
            }
        }
        return r;
    }

    Kinds(boolean b) {
        super();
    }
}
"#;

/// Gives the method and its code to `look`.
fn with_method(class: &ClassFile, name: &str, look: impl FnOnce(&Member, &Code)) {
    let method = class.methods.iter().find(|m| class.pool.utf8(m.name).unwrap() == name).unwrap();
    look(method, &class.code(method).unwrap().unwrap());
}

fn show(state: &TypeState) -> String {
    let list = |types: &[VType]| types.iter().map(VType::to_string).collect::<Vec<_>>().join(" ");
    format!("{} | {}", list(&state.locals), list(&state.stack))
}

/// The states before each instruction that `which` holds for.
fn before(types: &Types, code: &Code, which: impl Fn(&Insn) -> bool) -> Vec<String> {
    let places = (0..code.insns.len()).filter(|&at| which(&code.insns[at]));
    places.map(|at| show(types.before(at).unwrap())).collect()
}

#[test]
fn types_that_are_shown_one_after_the_other_are_those_of_the_table() {
    let bytes = compile("shown", "Kinds", SOURCE, &[]);
    let class = ClassFile::read(&bytes).unwrap();
    with_method(&class, "f", |method, code| {
        let types = Types::compute(&class, method, code).unwrap();
        let mut seen = 0;
        let shown = Types::visit(&class, method, code, |at, state| {
            let known = types.before(at).unwrap();
            let locals: Vec<VType> = state.locals.iter().map(|l| l.clone().unwrap_or(VType::Top)).collect();
            assert_eq!((&locals[..], &state.stack), (&known.locals[..], &known.stack), "{at}");
            seen += 1;
        });
        assert_eq!(shown, Ok(true));
        assert_eq!(seen, code.insns.len());
        // Without frames, a pass over code with jumps tells nothing.
        let mut code = code.clone();
        code.attributes.clear();
        assert_eq!(Types::visit(&class, method, &code, |_, _| ()), Ok(false));
    });
}

#[test]
fn every_instruction_of_a_java_method_has_types() {
    let bytes = compile("types", "Kinds", SOURCE, &[]);
    let class = ClassFile::read(&bytes).unwrap();
    with_method(&class, "f", |method, code| {
        let types = Types::compute(&class, method, code).unwrap();
        let entry = show(types.before(0).unwrap());
        assert!(entry.starts_with("double top int long top float [D java/lang/Object top"), "{entry}");
        // The call of the constructor finds the uninitialised object twice below its argument.
        let new = code.insns.iter().position(|i| matches!(i, Insn::Type(Opcode::New, _))).unwrap();
        let construct = before(&types, code, |i| matches!(i, Insn::Invoke(Opcode::Invokespecial, _)));
        let tail = format!("| double uninitialized @{new} uninitialized @{new} java/lang/String");
        assert!(construct[0].ends_with(&tail), "{construct:?}");
        // After it, both are objects; an element of `String[][]` is `String[]`, and so on.
        let array = before(&types, code, |i| *i == op(Opcode::Aaload));
        assert!(array[0].ends_with("| double java/lang/StringBuilder [[Ljava/lang/String; int"), "{array:?}");
        assert!(array[1].ends_with("| double java/lang/StringBuilder [Ljava/lang/String; int"), "{array:?}");
        // The element of a double array, multiplied.
        let product = before(&types, code, |i| *i == op(Opcode::Dmul));
        assert!(product[0].ends_with("| double double"), "{product:?}");
    });
    with_method(&class, "<init>", |method, code| {
        let types = Types::compute(&class, method, code).unwrap();
        assert_eq!(show(types.before(0).unwrap()), "uninitialized this int | ");
        assert_eq!(show(types.before(2).unwrap()), "Kinds int | ");
    });
}

#[test]
fn inference_finds_the_same_without_frames() {
    let bytes = compile("types-inferred", "Kinds", SOURCE, &[]);
    let class = ClassFile::read(&bytes).unwrap();
    with_method(&class, "f", |method, code| {
        let mut bare = code.clone();
        bare.attributes.retain(|a| !matches!(a, CodeAttribute::Frames { .. }));
        assert_ne!(bare.attributes.len(), code.attributes.len());
        let framed = Types::compute(&class, method, code).unwrap();
        let inferred = Types::compute(&class, method, &bare).unwrap();
        for at in 0..code.insns.len() {
            let (framed, inferred) = (framed.before(at).unwrap(), inferred.before(at).unwrap());
            assert_eq!(framed.stack.len(), inferred.stack.len());
            for (framed, inferred) in framed.locals.iter().zip(inferred.locals.iter()) {
                assert!(
                    *framed == VType::Top || framed.is_reference() || framed == inferred,
                    "{at}: {framed} {inferred}"
                );
            }
        }
    });
}

/// The types of static code of this descriptor without frames.
fn infer(descriptor: &str, code: &Code) -> Result<Types, FlowError> {
    let bytes = empty_class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let descriptor = class.pool.add_utf8(descriptor).unwrap();
    let name = class.pool.add_utf8("m").unwrap();
    let method = Member { access: 8, name, descriptor, attributes: Vec::new() };
    Types::compute(&class, &method, code)
}

#[test]
fn paths_that_meet_join_their_types() {
    use Opcode::*;
    // l2 = b ? null : o, and l1 (an int) is overwritten by a reference on one path.
    let code = code(
        3,
        vec![
            Insn::Local(Iload, 1),
            jump(Ifeq, 7),
            op(AconstNull),
            Insn::Local(Astore, 2),
            op(AconstNull),
            Insn::Local(Astore, 1),
            jump(Goto, 9),
            Insn::Local(Aload, 0),
            Insn::Local(Astore, 2),
            op(Return),
        ],
        &[],
    );
    let types = infer("(Ljava/lang/String;I)V", &code).unwrap();
    assert_eq!(show(types.before(9).unwrap()), "java/lang/String top java/lang/String | ");
    assert_eq!(show(types.before(6).unwrap()), "java/lang/String null null | ");
}

#[test]
fn code_that_cannot_be_typed_is_an_error() {
    use Opcode::*;
    let malformed = |descriptor: &str, locals, insns: Vec<Insn>| {
        let error = infer(descriptor, &code(locals, insns.clone(), &[])).expect_err(&format!("{insns:?}"));
        assert!(matches!(error, FlowError::Malformed { .. }), "{error}");
    };
    malformed("(D)V", 1, vec![op(Return)]);
    malformed("(D", 2, vec![op(Return)]);
    malformed("()V", 0, vec![op(Dadd), op(Return)]);
    malformed("()V", 1, vec![Insn::Local(Iload, 0), op(Return)]);
    malformed("()V", 0, vec![Insn::Type(New, ConstIndex(999)), op(Return)]);
    // A loop that leaves a value on the stack each time round.
    malformed("()V", 0, vec![op(Iconst0), jump(Goto, 0)]);
    let subroutine = infer("()V", &code(0, vec![jump(Jsr, 0)], &[])).unwrap_err();
    assert_eq!(subroutine, FlowError::Subroutine { insn: 0 });
}

#[test]
fn a_hostile_method_meets_a_limit() {
    let mut insns = Vec::new();
    for _ in 0..2000 {
        insns.push(op(Opcode::Iconst0));
        insns.push(Insn::Local(Opcode::Istore, 65534));
        insns.push(op(Opcode::AconstNull));
        insns.push(Insn::Local(Opcode::Astore, 65534));
    }
    for last in [op(Opcode::Return), jump(Opcode::Goto, 0)] {
        let insns = insns.iter().cloned().chain([last]).collect();
        let error = infer("()V", &code(65535, insns, &[])).unwrap_err();
        assert!(matches!(error, FlowError::Limit { .. }), "{error}");
    }
}
