//! Functions that code of the JDK may run which were made where nothing is followed: an order in a field, a task
//! in a list.

use super::classes::{ABSTRACT, Classes, is_platform};
use super::functions;
use super::lambdas::lambda;
use crate::activity::calls::Call;
use crate::activity::varied::functions::taken;
use nabla_classfile::{ClassFile, Code, ConstantPool, Insn, MemberRef, Opcode};
use std::collections::BTreeMap;

/// How the name begins, before that of a class, that stands for an interface whose functions are the constructors of
/// all classes below that one.
pub const CONSTRUCTORS: &str = "<init>";

/// Classes of the JDK by which a program makes objects whose class its code does not name.
const MAKING: &[&str] = &["java/lang/Class", "java/lang/reflect/Constructor"];

/// The name that stands for the constructors of which an instruction runs one that the code does not name.
pub fn constructors(pool: &ConstantPool, insns: &[Insn], at: usize) -> Option<String> {
    let Insn::Invoke(_, index) = insns[at] else { return None };
    let makes = |member: MemberRef| member.name == "newInstance" && MAKING.contains(&&*member.owner);
    pool.member_ref(index).is_ok_and(makes).then_some(())?;
    // An object of another class goes nowhere.
    let class = match insns.get(at + 1) {
        Some(Insn::Type(Opcode::Checkcast, class)) => pool.class_name(*class).ok()?,
        _ => "java/lang/Object".into(),
    };
    Some(format!("{CONSTRUCTORS}{class}"))
}

/// A function that an instruction may run, or makes that runs it.
pub struct Outside {
    /// Which operand it is; `None` where it comes later.
    pub operand: Option<usize>,
    /// Its interface.
    pub interface: String,
}

/// Those of each instruction that may read or store numbers.
pub fn outside(
    classes: &Classes,
    class: &ClassFile,
    code: &Code,
    calls: &[Option<Call>],
) -> BTreeMap<usize, Vec<Outside>> {
    let touches = |outside: &Outside| !classes.remembering.touching(classes, &outside.interface).is_nothing();
    let mut all = BTreeMap::new();
    for (at, call) in calls.iter().enumerate() {
        let found: Vec<Outside> = match (&code.insns[at], call) {
            (Insn::Invoke(..), Some(Call::Opaque | Call::Sink | Call::Text)) => given(class, &code.insns[at]),
            (Insn::InvokeDynamic(index), Some(Call::Opaque)) => {
                let interface = lambda(class, *index).and_then(|made| {
                    let is_own =
                        || made.body(classes).is_some_and(|body| classes.access(body) & ABSTRACT != 0);
                    (functions::is_foreign(&made.owner) || is_own()).then_some(made.owner)
                });
                interface.into_iter().map(|interface| Outside { operand: None, interface }).collect()
            }
            _ => continue,
        };
        let found: Vec<Outside> = found.into_iter().filter(touches).collect();
        if !found.is_empty() {
            all.insert(at, found);
        }
    }
    all
}

/// The operands of a call whose types may be those of functions.
fn given(class: &ClassFile, insn: &Insn) -> Vec<Outside> {
    let types = taken(&class.pool, insn);
    let interface = |taken: &str| {
        let name = taken.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?;
        (is_platform(name) && name != "java/lang/Object" && name != "java/lang/String")
            .then(|| name.to_owned())
    };
    let given = types.iter().enumerate().filter_map(|(i, taken)| Some((i, interface(taken)?)));
    given.map(|(i, interface)| Outside { operand: Some(i), interface }).collect()
}
