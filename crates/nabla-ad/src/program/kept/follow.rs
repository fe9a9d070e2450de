//! Where objects go that were made in a place: whether one comes to an object of the JDK that may keep it.

use super::table::{COMPARATOR, KEEPERS, Keeps, STREAMED, STREAMS, holds, is_at_once};
use super::uses::{Place, Source, Uses, Went};
use crate::program::classes::{ClassId, Classes, INTERFACE, MethodId, STATIC, is_platform};
use crate::program::entry::entry;
use crate::program::stored::called_by;
use crate::signature::split_descriptor;
use nabla_classfile::{ConstantPool, Insn, MemberRef, Opcode};
use nabla_flow::{Kind, Value, Values};
use std::collections::BTreeSet;

/// After so many steps it may be anywhere.
const MOST_STEPS: usize = 2000;

/// Whether an object that has this method, or a function that was made of it, may be kept by one of the JDK's of
/// this row of [`KEEPERS`], or be given to one that keeps what gives it: a collection whose iterator it is. It
/// `gives` numbers, or stores some.
pub fn is_kept(classes: &Classes, uses: &Uses, body: MethodId, row: usize, gives: bool) -> bool {
    let class = classes.get(body.class);
    let Some((name, descriptor)) = named(classes, body).filter(|_| class.access & INTERFACE == 0) else {
        return true;
    };
    let mut givers = BTreeSet::new();
    for (at, interface, name) in uses.functions(body) {
        let it = It { class: None, applied: name, types: classes.callbacks.above(classes, interface) };
        if Follow::new(classes, uses, it, row, gives).comes_to_keeper(&[*at], &mut givers) {
            return true;
        }
    }
    let having = |id: &ClassId| classes.resolve(*id, &name, &descriptor) == Some(body);
    let mut waiting: Vec<ClassId> = below(classes, body.class).filter(having).collect();
    let mut seen: BTreeSet<ClassId> = waiting.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        let name = classes.name(id);
        let it = It { class: Some(id), applied: "", types: classes.callbacks.above(classes, &name) };
        if Follow::new(classes, uses, it, row, gives).comes_to_keeper(uses.made(&name), &mut givers) {
            return true;
        }
        let all = std::mem::take(&mut givers)
            .into_iter()
            .flat_map(|giver| below(classes, giver).collect::<Vec<_>>());
        waiting.extend(all.filter(|giver| seen.insert(*giver)));
    }
    false
}

/// A class and those that extend it.
fn below(classes: &Classes, class: ClassId) -> impl Iterator<Item = ClassId> {
    classes.family(&classes.name(class)).into_iter().filter_map(|name| classes.find(&name))
}

/// The name and the descriptor of a method.
fn named(classes: &Classes, method: MethodId) -> Option<(String, String)> {
    let class = classes.get(method.class);
    let member = &class.methods[method.index as usize];
    let text = |index| class.pool.utf8(index).map(|text| text.into_owned()).ok();
    Some((text(member.name)?, text(member.descriptor)?))
}

/// How many arguments a method takes.
fn arguments(descriptor: &str) -> Option<usize> {
    split_descriptor(descriptor).map(|(taken, _)| taken.len())
}

/// What is followed: an object or a function.
struct It<'x> {
    /// The class of the object.
    class: Option<ClassId>,
    /// The name of the function's method.
    applied: &'x str,
    /// The types that it has.
    types: BTreeSet<String>,
}

struct Follow<'x, 'a> {
    classes: &'x Classes<'a>,
    uses: &'x Uses,
    it: It<'x>,
    /// What may keep it.
    keeps: &'static Keeps,
    /// Whether that is a stream.
    of_streams: bool,
    /// Whether it is followed for what it gives, or else for what it stores.
    gives: bool,
    /// Classes with methods that give it to the JDK.
    givers: BTreeSet<ClassId>,
    seen: BTreeSet<(MethodId, Source)>,
    waiting: Vec<(MethodId, Source)>,
}

impl<'x, 'a> Follow<'x, 'a> {
    fn new(classes: &'x Classes<'a>, uses: &'x Uses, it: It<'x>, row: usize, gives: bool) -> Follow<'x, 'a> {
        let (start, keeps) = &KEEPERS[row];
        let of_streams = *start == STREAMS;
        let (givers, seen, waiting) = Default::default();
        Follow { classes, uses, it, keeps, of_streams, gives, givers, seen, waiting }
    }

    /// Whether what is made in these places may be kept; with the classes whose objects give it to the JDK.
    fn comes_to_keeper(mut self, made: &[Place], givers: &mut BTreeSet<ClassId>) -> bool {
        if !self.may_be_called() {
            return false;
        }
        made.iter().for_each(|(method, at)| self.goes_to(*method, Source::At(*at)));
        while let Some((method, source)) = self.waiting.pop() {
            if self.seen.len() > MOST_STEPS || self.is_given_in(method, source) {
                return true;
            }
        }
        givers.extend(self.givers);
        false
    }

    /// Whether the JDK has a type for it by which what keeps it may call it. Iterators call functions for streams, and
    /// orders.
    fn may_be_called(&self) -> bool {
        let by_iterator = *self.keeps == STREAMED && !self.of_streams;
        let is_order = !self.gives && self.it.types.contains(COMPARATOR);
        let is_silent = by_iterator && self.it.class.is_none() && !is_order && !self.uses.walks_streams();
        let mut types = self.it.types.iter().filter(|name| is_platform(name) && *name != "java/lang/Object");
        !is_silent && types.any(|name| self.keeps.fits(name, ""))
    }

    fn goes_to(&mut self, method: MethodId, source: Source) {
        if self.seen.insert((method, source)) {
            self.waiting.push((method, source));
        }
    }

    /// Whether a method gives it to one that may keep it, or somewhere where nobody looks.
    fn is_given_in(&mut self, method: MethodId, source: Source) -> bool {
        let went = self.uses.went(method, source, || went(self.classes, method, source));
        let pool = &self.classes.get(method.class).pool;
        went.iter().any(|went| match went {
            Went::Away => true,
            Went::Back => self.is_given_back(method),
            Went::Field(index) => {
                let Ok(member) = pool.member_ref(*index) else { return true };
                self.goes_on(&member.name, &member.descriptor);
                false
            }
            Went::Call(op, index, operands) => {
                let Ok(member) = pool.member_ref(*index) else { return true };
                operands.iter().any(|operand| self.is_given_to(*op, &member, *operand))
            }
        })
    }

    /// Goes on wherever something of this name is read or called.
    fn goes_on(&mut self, name: &str, descriptor: &str) {
        for (method, at) in self.uses.getting(name, descriptor) {
            self.goes_to(*method, Source::At(*at));
        }
    }

    /// Whether a function gives it to whoever has that; the callers of a method go on with it.
    fn is_given_back(&mut self, method: MethodId) -> bool {
        let Some((name, descriptor)) = named(self.classes, method) else { return true };
        if self.classes.callbacks.is_of_platform(self.classes, method) {
            self.givers.insert(method.class);
        }
        self.goes_on(&name, &descriptor);
        !self.uses.functions(method).is_empty()
    }

    /// Whether a call makes a stream that ends before anything else is asked, or what only compares the numbers
    /// that it is given.
    fn is_of_ended(&self, member: &MemberRef) -> bool {
        let ends = member.owner.starts_with(STREAMS) && !self.of_streams && !self.uses.walks_streams();
        ends || self.gives && member.owner == COMPARATOR
    }

    /// Whether a call gives this operand to a method that may keep it.
    fn is_given_to(&mut self, op: Opcode, member: &MemberRef, operand: usize) -> bool {
        let is_receiver = operand == 0 && op != Opcode::Invokestatic;
        if is_receiver && self.it.applied == member.name {
            return false;
        }
        let class = self.it.class.filter(|_| is_receiver && op != Opcode::Invokespecial);
        if let Some(body) = class.and_then(|id| self.classes.resolve(id, &member.name, &member.descriptor)) {
            self.goes_to(body, Source::Operand(0));
            return false;
        }
        if is_platform(&member.owner) {
            let itself = is_receiver && (member.owner == "java/lang/Object" || member.name == "<init>");
            if itself || is_at_once(member) || self.is_of_ended(member) {
                return false;
            }
            let makes_order = member.descriptor.ends_with(")Ljava/util/Comparator;");
            if is_receiver || makes_order || !holds(&member.owner) {
                let mut types = self.it.types.iter().filter(|name| is_platform(name));
                return types.any(|name| self.keeps.fits(name, &member.owner));
            }
            // It comes out of there as an object among others.
            let casts: Vec<Place> =
                self.it.types.iter().flat_map(|name| self.uses.casts(name)).copied().collect();
            casts.into_iter().for_each(|(method, at)| self.goes_to(method, Source::At(at)));
            return false;
        }
        let bodies = called_by(self.classes, op, member);
        bodies.iter().for_each(|body| self.goes_to(*body, Source::Operand(operand)));
        bodies.is_empty()
    }
}

/// Where a method puts what it has from the source. That is the same for whatever is followed.
fn went(classes: &Classes, method: MethodId, source: Source) -> Vec<Went> {
    let class = classes.get(method.class);
    let access = class.methods[method.index as usize].access;
    let (Some(read), Some((_, descriptor))) = (classes.method_code(method), named(classes, method)) else {
        return vec![Went::Away];
    };
    let operand = |i, _: &str, wide| Mark { wide, it: source == Source::Operand(i) };
    let entry = entry(&read.code, &descriptor, access & STATIC == 0, operand);
    let marks = Marks { pool: &class.pool, source };
    let Some(solution) = entry.and_then(|entry| read.frames(&class.pool, entry, &marks)) else {
        return vec![Went::Away];
    };
    let insns = read.code.insns.iter().enumerate();
    let went = insns.filter_map(|(at, insn)| match solution.before(at) {
        Some(Some(state)) => goes(&class.pool, insn, &state.stack),
        _ => None,
    });
    went.collect()
}

/// Where an instruction puts it, if it takes it.
fn goes(pool: &ConstantPool, insn: &Insn, stack: &[Mark]) -> Option<Went> {
    let is_it = |depth: usize| stack.iter().rev().nth(depth).is_some_and(|mark| mark.it);
    match insn {
        Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => is_it(0).then_some(Went::Field(*index)),
        Insn::Op(Opcode::Aastore | Opcode::Athrow) => is_it(0).then_some(Went::Away),
        Insn::Op(Opcode::Areturn) => is_it(0).then_some(Went::Back),
        Insn::InvokeDynamic(index) => {
            let taken = pool.name_and_type(*index).ok().and_then(|(_, descriptor)| arguments(&descriptor));
            taken.is_none_or(|taken| (0..taken).any(is_it)).then_some(Went::Away)
        }
        Insn::Invoke(op, index) => {
            let taken = pool.member_ref(*index).ok().and_then(|member| arguments(&member.descriptor));
            let Some(taken) = taken else { return Some(Went::Away) };
            let taken = taken + usize::from(*op != Opcode::Invokestatic);
            let operands: Vec<usize> = (0..taken).filter(|operand| is_it(taken - 1 - operand)).collect();
            (!operands.is_empty()).then_some(Went::Call(*op, *index, operands))
        }
        _ => None,
    }
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mark {
    wide: bool,
    /// Whether it may be what is followed.
    it: bool,
}

impl Value for Mark {
    fn is_wide(&self) -> bool {
        self.wide
    }
}

/// Which values in a method may be what is followed.
struct Marks<'x, 'a> {
    pool: &'x ConstantPool<'a>,
    source: Source,
}

impl Values for Marks<'_, '_> {
    type V = Mark;

    fn join(&self, into: &mut Mark, from: &Mark) -> bool {
        let either = into.it || from.it;
        std::mem::replace(&mut into.it, either) != either
    }

    fn caught(&self) -> Mark {
        Mark { wide: false, it: false }
    }

    fn result(&self, at: usize, insn: &Insn, operands: &[Mark], kind: &Kind) -> Mark {
        let checked = match insn {
            Insn::Invoke(Opcode::Invokestatic, index) => {
                self.pool.member_ref(*index).is_ok_and(|member| member.name == "requireNonNull")
            }
            _ => false,
        };
        let it = self.source == Source::At(at) || checked && operands[0].it;
        Mark { wide: kind.is_wide(), it }
    }

    fn copy(&self, at: usize, _insn: &Insn, value: &Mark) -> Mark {
        Mark { it: value.it || self.source == Source::At(at), ..*value }
    }
}
