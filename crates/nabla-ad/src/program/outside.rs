//! Functions that code of the JDK may run which were made where nothing is followed: an order in a field, a task
//! in a list.

use super::classes::{ABSTRACT, Classes, is_platform};
use super::functions;
use super::lambdas::lambda;
use crate::activity::calls::Call;
use crate::activity::varied::functions::taken;
use nabla_classfile::{ClassFile, Code, Insn};
use std::collections::BTreeMap;

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
