//! The engine with two textbook analyses: taint of locals (forward) and live locals (backward).

mod common;

use std::collections::BTreeSet;

use common::{code, jump, op};
use nabla_classfile::{Code, Insn, Opcode::*};
use nabla_flow::{Analysis, Cfg, Solution, solve};

type Slots = BTreeSet<u16>;

fn union(into: &mut Slots, from: &Slots) -> bool {
    let before = into.len();
    into.extend(from);
    into.len() != before
}

/// Slots that hold something computed from slot 0. Every store takes from the load before it.
struct Taint<'c>(&'c Code<'c>);

impl Analysis for Taint<'_> {
    type Domain = Option<Slots>;
    const FORWARD: bool = true;

    fn bottom(&self) -> Option<Slots> {
        None
    }
    fn boundary(&self) -> Option<Slots> {
        Some(Slots::from([0]))
    }
    fn join(&self, into: &mut Option<Slots>, from: &Option<Slots>) -> bool {
        match (into.as_mut(), from) {
            (_, None) => false,
            (Some(into), Some(from)) => union(into, from),
            (None, Some(_)) => {
                *into = from.clone();
                true
            }
        }
    }
    fn transfer(&self, insn: usize, state: &mut Option<Slots>) {
        let state = state.as_mut().expect("the engine visits only what it has reached");
        if let Insn::Local(Istore, to) = self.0.insns[insn] {
            match &self.0.insns[insn - 1] {
                Insn::Local(Iload, from) if state.contains(from) => _ = state.insert(to),
                _ => _ = state.remove(&to),
            }
        }
    }
    fn exception_edge(&self, state: &Option<Slots>, _handler: usize) -> Option<Slots> {
        state.clone()
    }
}

/// Slots that are read before they are written.
struct Live<'c>(&'c Code<'c>);

impl Analysis for Live<'_> {
    type Domain = Slots;
    const FORWARD: bool = false;

    fn bottom(&self) -> Slots {
        Slots::new()
    }
    fn boundary(&self) -> Slots {
        Slots::new()
    }
    fn join(&self, into: &mut Slots, from: &Slots) -> bool {
        union(into, from)
    }
    fn transfer(&self, insn: usize, state: &mut Slots) {
        match self.0.insns[insn] {
            Insn::Local(Iload, slot) | Insn::Iinc(slot, _) => _ = state.insert(slot),
            Insn::Local(Istore, slot) => _ = state.remove(&slot),
            _ => {}
        }
    }
    fn exception_edge(&self, state: &Slots, _handler: usize) -> Slots {
        state.clone()
    }
}

fn run<A: Analysis>(code: &Code, analysis: A) -> Solution<A::Domain> {
    solve(&Cfg::new(code).unwrap(), code, &analysis)
}

fn load(slot: u16) -> Insn {
    Insn::Local(Iload, slot)
}

fn store(slot: u16) -> Insn {
    Insn::Local(Istore, slot)
}

#[test]
fn knowledge_goes_around_a_loop() {
    // 1 = const; 2 = const; while (..) { 2 = 1; 1 = 0; } use(2): 2 is tainted in the second round.
    let code = code(
        3,
        vec![
            op(Iconst0),
            store(1),
            op(Iconst0),
            store(2),
            op(Iconst0),
            jump(Ifeq, 11),
            load(1),
            store(2),
            load(0),
            store(1),
            jump(Goto, 4),
            load(2),
            op(Ireturn),
        ],
        &[],
    );
    let taint = run(&code, Taint(&code));
    assert_eq!(taint.before(0), Some(&Some(Slots::from([0]))));
    assert_eq!(taint.before(4), Some(&Some(Slots::from([0, 1, 2]))));
    assert_eq!(taint.after(7), Some(&Some(Slots::from([0, 1, 2]))));
    assert_eq!(taint.after(3), Some(&Some(Slots::from([0]))), "after a block's last, not before the next");

    let live = run(&code, Live(&code));
    assert_eq!(live.before(0), Some(&Slots::from([0])));
    assert_eq!(live.before(4), Some(&Slots::from([0, 1, 2])));
    assert_eq!(live.before(8), Some(&Slots::from([0, 2])));
    assert_eq!(live.after(11), Some(&Slots::new()));
    assert_eq!(live.after(12), Some(&Slots::new()));
}

#[test]
fn a_handler_sees_the_state_before_each_instruction() {
    // try { 1 = 0; 1 = const; } catch { return 1; }: at the throw 1 may be tainted, after it is not.
    let code = code(
        2,
        vec![load(0), store(1), op(Iconst0), store(1), op(Return), op(Pop), load(1), op(Ireturn)],
        &[(1, 4, 5)],
    );
    let taint = run(&code, Taint(&code));
    assert_eq!(taint.before(5), Some(&Some(Slots::from([0, 1]))));
    assert_eq!(taint.before(4), Some(&Some(Slots::from([0]))));

    // A store in the range does not end the life of what the handler reads.
    let live = run(&code, Live(&code));
    assert_eq!(live.before(3), Some(&Slots::from([1])));
    assert_eq!(live.before(1), Some(&Slots::from([1])));
    assert_eq!(live.before(0), Some(&Slots::from([0, 1])));
    assert_eq!(live.before(4), Some(&Slots::new()));
}

#[test]
fn the_last_store_of_a_range_is_not_seen_by_its_handler() {
    let code = code(2, vec![load(0), store(1), op(Return), op(Pop), load(1), op(Ireturn)], &[(0, 2, 3)]);
    let taint = run(&code, Taint(&code));
    assert_eq!(taint.before(3), Some(&Some(Slots::from([0]))));
}

#[test]
fn what_is_not_reached_has_no_state() {
    let code = code(1, vec![jump(Goto, 2), op(Nop), op(Return)], &[]);
    let taint = run(&code, Taint(&code));
    assert!(taint.before(1).is_none() && taint.after(1).is_none());
    assert!(taint.before(2).is_some() && taint.after(0).is_some());
    assert!(taint.before(99).is_none());
    let live = run(&code, Live(&code));
    assert!(live.before(1).is_none() && live.before(2).is_some());
}

#[test]
fn an_endless_loop_ends_the_search() {
    let code = code(2, vec![load(0), store(1), jump(Goto, 0)], &[]);
    assert_eq!(run(&code, Taint(&code)).before(0), Some(&Some(Slots::from([0, 1]))));
    assert_eq!(run(&code, Live(&code)).before(0), Some(&Slots::from([0])));
}
