//! Whether a field is given an array that nothing else holds: one that a method makes, fills and puts
//! there, or passes to a constructor that does.

use super::moves::{is_looking, moved_rows};
use super::sources::{Source, Traced};
use super::{Escape, Holding, Place, parameters};
use crate::activity::fact::{ArrayKind, makes_array};
use crate::program::classes::{Classes, MethodId};
use crate::program::functions::is_foreign;
use nabla_classfile::{ConstantPool, Insn, MemberRef, Opcode};
use nabla_flow::only_before;
use std::collections::BTreeSet;

impl<'a> Holding<'a> {
    /// Whether the array that the instruction at `at` stores into a field is new, and stays there alone: no
    /// other instruction puts it anywhere, and this one does not put it into a second object. What is passed
    /// to a constructor from outside the program is taken for new.
    pub fn stores_new(&self, classes: &Classes<'a>, method: MethodId, at: usize) -> bool {
        if let Some(known) = self.stores_new.borrow().get(&(method, at)) {
            return *known;
        }
        let is_new = self.takes_new(classes, method, at, 0, &mut BTreeSet::new());
        self.stores_new.borrow_mut().insert((method, at), is_new);
        is_new
    }

    /// Whether this is so of the operand this deep on the stack; constructors that were `asked` lead round in
    /// a circle.
    fn takes_new(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        at: usize,
        depth: usize,
        asked: &mut BTreeSet<(MethodId, usize)>,
    ) -> bool {
        let Some(traced) = self.traced(classes, method) else { return false };
        let pool = &classes.get(method.class).pool;
        if depth == 0 && only_before(traced.code(), at).is_some_and(|insn| is_making(pool, insn)) {
            return true;
        }
        // Where rows came from is asked elsewhere, by where the array of them was made.
        if traced.rank(at, depth) != 1 {
            return false;
        }
        let sources = traced.operand(at, depth);
        let mut all = sources.iter();
        let (Some(&source), None) = (all.next(), all.next()) else { return false };
        let is_new = match source {
            Source::At(making) => {
                is_making(pool, &traced.code().insns[making])
                    && !traced.repeats(at, Some(making))
                    && !traced.outlives(making)
            }
            Source::Parameter(index) => {
                !traced.repeats(at, None) && self.is_given_new(classes, method, index, asked)
            }
        };
        is_new
            && holds_once(pool, &traced, at, source)
            && !traced.results().contains(&source)
            && !traced
                .taking(source)
                .any(|other| other != at && self.keeps(classes, method, &traced, other, source))
    }

    /// Whether all arrays that the program passes to a constructor for a parameter are new, and its alone.
    fn is_given_new(
        &self,
        classes: &Classes<'a>,
        callee: MethodId,
        parameter: usize,
        asked: &mut BTreeSet<(MethodId, usize)>,
    ) -> bool {
        let class = classes.get(callee.class);
        let member = &class.methods[callee.index as usize];
        let constructs = class.pool.utf8_bytes(member.name) == Ok(b"<init>");
        if !constructs || self.is_function(classes, callee) || !asked.insert((callee, parameter)) {
            return false;
        }
        let Ok(descriptor) = class.pool.utf8(member.descriptor) else { return false };
        let depth = parameters(&descriptor) - 1 - parameter;
        // Functions are made by nothing that calls a constructor.
        let calls = self.calls_of(classes, callee);
        !calls.is_empty()
            && calls.into_iter().all(|(method, at)| self.takes_new(classes, method, at, depth, asked))
    }

    /// Whether the instruction may put the array from this source into another place.
    fn keeps(
        &self,
        classes: &Classes<'a>,
        method: MethodId,
        traced: &Traced<'a>,
        at: usize,
        source: Source,
    ) -> bool {
        let pool = &classes.get(method.class).pool;
        let holds = |depth: usize| traced.operand(at, depth).contains(&source);
        let insn = &traced.code().insns[at];
        match insn {
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, _) | Insn::Op(Opcode::Aastore) => holds(0),
            Insn::InvokeDynamic(index) => {
                let made = pool.name_and_type(*index);
                made.is_ok_and(|(_, descriptor)| (0..parameters(&descriptor)).any(holds))
            }
            Insn::Invoke(_, index) => {
                let Ok(called) = pool.member_ref(*index) else { return true };
                let count = parameters(&called.descriptor);
                let given: Vec<usize> = (0..count).filter(|i| holds(count - 1 - i)).collect();
                let moved = moved_rows(pool, traced, at).is_some_and(|(rows, _)| holds(rows));
                if given.is_empty() || !moved && moves_numbers(&called) {
                    return false;
                }
                let bodies = self.all_bodies(classes, pool, insn);
                let looks = |body: &MethodId| given.iter().all(|i| self.only_looks(classes, *body, *i));
                let unknown = is_foreign(&called.owner)
                    && self.references(classes).has_platforms(classes, &called.owner);
                unknown || bodies.is_empty() || !bodies.iter().all(looks)
            }
            _ => false,
        }
    }

    /// Whether a method, and what it calls, puts the array that is this parameter nowhere.
    fn only_looks(&self, classes: &Classes<'a>, body: MethodId, parameter: usize) -> bool {
        let from = BTreeSet::from([Place::Parameter(body, parameter)]);
        let (places, escapes) = self.follow(classes, from, u8::MAX, true);
        escapes == Escape::Not && places.iter().all(|place| matches!(place, Place::Parameter(..)))
    }
}

/// Whether the instruction takes what comes from the source once.
fn holds_once(pool: &ConstantPool, traced: &Traced, at: usize, source: Source) -> bool {
    let count = match &traced.code().insns[at] {
        Insn::Invoke(_, index) => pool.member_ref(*index).map_or(0, |m| parameters(&m.descriptor)),
        _ => 1,
    };
    (0..count).filter(|depth| traced.operand(at, *depth).contains(&source)).count() == 1
}

/// Whether the instruction gives a new array of numbers, or null.
fn is_making(pool: &ConstantPool, insn: &Insn) -> bool {
    let copies = |m: MemberRef| match &*m.owner {
        "java/util/Arrays" => m.name.starts_with("copyOf") && !m.descriptor.contains("Ljava/lang/Object;"),
        owner => m.name == "clone" && ArrayKind::of(owner).is_some_and(|kind| kind.rank == 1),
    };
    match insn {
        Insn::Invoke(_, index) => pool.member_ref(*index).is_ok_and(copies),
        insn => makes_array(insn),
    }
}

/// Whether the method of the JDK only reads and writes the elements of arrays that it is given.
fn moves_numbers(m: &MemberRef) -> bool {
    let of_arrays = matches!(&*m.owner, "java/util/Arrays" | "java/lang/System") || m.name == "clone";
    is_looking(m) && of_arrays && (m.descriptor.ends_with(")V") || m.name == "clone")
}
