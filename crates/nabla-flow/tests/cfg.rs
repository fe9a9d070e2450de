//! Blocks and edges of small codes.

mod common;

use common::{code, jump, op};
use nabla_classfile::{Code, Insn, Label, Opcode::*};
use nabla_flow::{BlockId, Cfg, Edge, FlowError};

/// The graph in one line: `0..2>1,2 2..3!0>3`: ranges, successors, handlers with their rows.
fn show(code: &Code) -> String {
    let cfg = Cfg::new(code).unwrap();
    let blocks = (0..cfg.blocks.len()).map(|index| {
        let id = BlockId(index as u32);
        let edges: String = cfg
            .successors(id)
            .map(|(to, edge)| match edge {
                Edge::Normal => format!(">{}", to.0),
                Edge::Exception { handler } => format!("!{handler}>{}", to.0),
            })
            .collect();
        format!("{:?}{edges}", cfg.blocks[index].range)
    });
    blocks.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_loop() {
    let code = code(
        2,
        vec![
            op(Iconst0),
            Insn::Local(Istore, 1),
            Insn::Local(Iload, 1),
            jump(Ifge, 6),
            Insn::Iinc(1, 1),
            jump(Goto, 2),
            op(Return),
        ],
        &[],
    );
    assert_eq!(show(&code), "0..2>1 2..4>2>3 4..6>1 6..7");
    let cfg = Cfg::new(&code).unwrap();
    assert_eq!(cfg.block_of(5), BlockId(2));
    let order: Vec<u32> = cfg.order().iter().map(|b| b.0).collect();
    assert_eq!(order[..2], [0, 1]);
    assert_eq!(order.len(), 4);
    let mut into: Vec<u32> = cfg.predecessors(BlockId(1)).map(|(b, _)| b.0).collect();
    into.sort();
    assert_eq!(into, [0, 2]);
}

#[test]
fn a_switch_has_one_edge_to_each_target() {
    let targets = vec![Label(2), Label(3), Label(2)];
    let table = code(
        0,
        vec![op(Iconst0), Insn::TableSwitch { default: Label(3), low: -1, targets }, op(Nop), op(Return)],
        &[],
    );
    assert_eq!(show(&table), "0..2>1>2 2..3>2 3..4");
    let pairs = vec![(-5, Label(3)), (7, Label(3))];
    let lookup =
        code(0, vec![op(Iconst0), Insn::LookupSwitch { default: Label(2), pairs }, op(Nop), op(Return)], &[]);
    assert_eq!(show(&lookup), "0..2>2>1 2..3>2 3..4");
}

#[test]
fn exception_ranges_cover_whole_blocks() {
    // Rows 0 and 1 overlap; the handler covers itself, as javac's `synchronized` does.
    let code =
        code(0, vec![op(Nop), op(Nop), op(Nop), op(Return), op(Pop), op(Return)], &[(1, 3, 4), (2, 5, 4)]);
    assert_eq!(show(&code), "0..1>1 1..2>2!0>4 2..3>3!0>4!1>4 3..4!1>4 4..5>5!1>4 5..6");
}

#[test]
fn a_range_may_end_with_the_code_and_blocks_may_be_unreachable() {
    let code = code(0, vec![op(Return), op(Nop), op(Return), op(Athrow)], &[(0, 4, 3)]);
    assert_eq!(show(&code), "0..1!0>2 1..3!0>2 3..4!0>2");
    let order = Cfg::new(&code).unwrap().order().to_vec();
    assert_eq!(order, [BlockId(0), BlockId(2)]);
}

/// Rows of an exception table: start, end, target.
type Rows = &'static [(u32, u32, u32)];

#[test]
fn what_is_no_flow_is_an_error() {
    let new = |insns: Vec<Insn>, handlers: &[(u32, u32, u32)]| Cfg::new(&code(1, insns, handlers)).err();
    assert_eq!(new(vec![op(Nop), jump(Jsr, 0)], &[]), Some(FlowError::Subroutine { insn: 1 }));
    assert_eq!(new(vec![Insn::Local(Ret, 0)], &[]), Some(FlowError::Subroutine { insn: 0 }));
    let malformed: [(Vec<Insn>, Rows); 6] = [
        (vec![], &[]),
        (vec![op(Nop)], &[]),
        (vec![jump(Ifeq, 0)], &[]),
        (vec![jump(Goto, 1)], &[]),
        (vec![jump(Goto, 77)], &[]),
        (vec![op(Return)], &[(0, 1, 1)]),
    ];
    for (insns, handlers) in malformed {
        assert!(matches!(new(insns.clone(), handlers), Some(FlowError::Malformed { .. })), "{insns:?}");
    }
}

#[test]
fn a_hostile_exception_table_meets_a_limit() {
    let mut insns = vec![op(Nop); 1000];
    insns.push(op(Athrow));
    let error = Cfg::new(&code(0, insns, &[(0, 1000, 1000); 65535])).unwrap_err();
    assert!(matches!(error, FlowError::Limit { .. }), "{error}");
}

#[test]
fn the_drawing_names_blocks_instructions_and_handlers() {
    let code = code(0, vec![op(Nop), op(Return), op(Athrow)], &[(0, 1, 2)]);
    let dot = Cfg::new(&code).unwrap().dot("f(\"x\")", |insn| format!("{insn}: \"{:?}\"", code.insns[insn]));
    let expected = r#"digraph "f(\"x\")" {
    label="f(\"x\")"
    node [shape=box fontname="monospace"]
    0 [ label="B0\l0: \"Op(Nop)\"\l"]
    1 [ label="B1\l1: \"Op(Return)\"\l"]
    2 [ label="B2\l2: \"Op(Athrow)\"\l"]
    0 -> 2 [ style=dashed label="catch 0"]
    0 -> 1 [ ]
}
"#;
    assert_eq!(dot, expected);
}
