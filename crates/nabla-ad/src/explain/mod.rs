//! What is active in a method and why, instruction by instruction.

mod graph;
mod reached;
mod why;

use crate::activity::Activity;
use crate::activity::useful::Useful;
use crate::activity::varied::Varied;
use crate::emit::kind::Kind;
use crate::program::classes::{Arena, Classes};
use crate::program::instance::Key;
use crate::program::solve::Program;
use crate::report::MethodReport;
use crate::root::{select, settle_together};
use crate::{AdError, ClassSource, Input, Request, differentiate_program};
use nabla_classfile::{Code, CodeAttribute, ConstantPool, Insn};
use std::collections::BTreeMap;

pub use reached::{Instance, Place, Reached};

/// One instruction and its activity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedLine {
    /// The source line.
    pub line: Option<u16>,
    /// The bytecode offset.
    pub offset: u32,
    /// The instruction.
    pub insn: String,
    /// Whether tangent code is written beside it.
    pub active: bool,
    /// Why it is active or not.
    pub why: String,
    /// Where in other methods, or earlier in this one, that is decided; the nearest comes first.
    pub chain: Vec<Place>,
}

/// The activity of a method, and what would be generated for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Its instructions; empty if it was refused before analysis.
    pub lines: Vec<ExplainedLine>,
    /// By source line, the local variables that the class file names there, and whether one holds
    /// an active value before or after an instruction of the line.
    pub locals: BTreeMap<u16, BTreeMap<String, bool>>,
    /// The control-flow graph for Graphviz.
    pub cfg_dot: String,
    /// The same with active instructions marked.
    pub activity_dot: String,
    /// The calls that it makes, directly and through others, for Graphviz.
    pub calls_dot: String,
    /// What differentiating it gives.
    pub report: MethodReport,
}

/// Explains one method.
///
/// # Errors
///
/// As [`differentiate`].
pub fn explain_method(
    bytes: &[u8],
    request: &Request,
    source: &dyn ClassSource,
) -> Result<Explanation, AdError> {
    let input = Input { bytes, requests: vec![request.clone()] };
    let report = differentiate_program(&[input], source)?.classes.remove(0)?.methods.remove(0);
    let arena = Arena::new();
    let program = Program::new(Classes::new(&arena, source));
    let mut root = select(&program, program.classes.add(bytes, std::slice::from_ref(request))?, request)?;
    root.settle_alone(&program)?;
    settle_together(&program, vec![&mut root])?;
    let mut explanation = Explanation {
        lines: vec![],
        locals: BTreeMap::new(),
        cfg_dot: String::new(),
        activity_dot: String::new(),
        calls_dot: String::new(),
        report,
    };
    let Some(primal) = &root.primal else {
        explanation.calls_dot = graph::alone(&explanation.report);
        return Ok(explanation);
    };
    let pool = &program.classes.get(primal.method.class).pool;
    let key = Key { method: primal.method, pattern: root.pattern(Kind::Jvp) };
    let reached = Reached::of(&program, &key)?;
    for (at, insn) in primal.code.insns.iter().enumerate() {
        let why = reached.why(&key, at);
        explanation.lines.push(ExplainedLine {
            line: primal.code.line_at(at),
            offset: primal.code.offsets[at],
            insn: text(pool, insn),
            active: why.active,
            why: why.sentence.into(),
            chain: why.chain,
        });
    }
    explanation.locals = locals(pool, &primal.code, &program.activity(primal, &key.pattern))?;
    explanation.calls_dot = graph::draw(&reached, &key, &explanation.report);
    let lines = &explanation.lines;
    explanation.cfg_dot = primal.cfg.dot(&request.method, |at| lines[at].insn.clone());
    explanation.activity_dot = primal.cfg.dot(&request.method, |at| {
        format!("{}{}", if lines[at].active { "* " } else { "  " }, lines[at].insn)
    });
    Ok(explanation)
}

/// The activity of named local variables, by source line.
fn locals(
    pool: &ConstantPool,
    code: &Code,
    activity: &Activity,
) -> Result<BTreeMap<u16, BTreeMap<String, bool>>, AdError> {
    let mut found: BTreeMap<u16, BTreeMap<String, bool>> = BTreeMap::new();
    let rows = code.attributes.iter().filter_map(|attribute| match attribute {
        // The table of generic types names no variable that is not in the other one.
        CodeAttribute::LocalVariables { rows, .. } => Some(rows),
        _ => None,
    });
    for row in rows.flatten() {
        let name = pool.utf8(row.name)?;
        let (start, end) = (code.labels[row.start.0 as usize], code.labels[row.end.0 as usize]);
        let in_scope = |at: usize| (start as usize..end as usize).contains(&at);
        let slot = row.slot as usize;
        let active = |varied: Option<&Varied>, useful: Option<&Useful>| {
            let fact = varied.and_then(|v| v.state.as_ref()?.locals.get(slot).copied().flatten());
            fact.is_some_and(|f| f.has_tangent()) && useful.is_some_and(|u| u.local(slot))
        };
        for (at, insn) in code.insns.iter().enumerate() {
            let Some(line) = code.line_at(at) else { continue };
            // A store gives its variable a value, and often begins its scope.
            let stores = matches!(insn, Insn::Local(op, to)
                if usize::from(*to) == slot && op.mnemonic().contains("store"));
            let before = in_scope(at) && active(activity.flow.varied.before(at), activity.useful.before(at));
            let after = stores
                && in_scope(at + 1)
                && active(activity.flow.varied.after(at), activity.useful.after(at));
            if in_scope(at) || (stores && in_scope(at + 1)) {
                *found.entry(line).or_default().entry(name.to_string()).or_default() |= before | after;
            }
        }
    }
    Ok(found)
}

/// The instruction with the names of what it refers to.
fn text(pool: &ConstantPool, insn: &Insn) -> String {
    match insn {
        Insn::Op(op) => op.mnemonic().into(),
        Insn::Push(op, x) => format!("{} {x}", op.mnemonic()),
        Insn::Local(op, slot) => format!("{} {slot}", op.mnemonic()),
        Insn::Iinc(slot, by) => format!("iinc {slot}, {by}"),
        Insn::Branch(op, _) => op.mnemonic().into(),
        Insn::Field(op, index) | Insn::Invoke(op, index) => match pool.member_ref(*index) {
            Ok(m) => format!("{} {}.{}", op.mnemonic(), m.owner.replace('/', "."), m.name),
            Err(_) => op.mnemonic().into(),
        },
        Insn::Type(op, index) => match pool.class_name(*index) {
            Ok(name) => format!("{} {}", op.mnemonic(), name.replace('/', ".")),
            Err(_) => op.mnemonic().into(),
        },
        Insn::Ldc(index) => match pool.get(*index) {
            Ok(nabla_classfile::Constant::Double(bits)) => format!("ldc {}", f64::from_bits(bits)),
            Ok(nabla_classfile::Constant::Float(bits)) => format!("ldc {}", f32::from_bits(bits)),
            _ => "ldc".into(),
        },
        Insn::TableSwitch { .. } => "tableswitch".into(),
        Insn::LookupSwitch { .. } => "lookupswitch".into(),
        Insn::InvokeDynamic(index) => match pool.name_and_type(*index) {
            Ok((name, _)) => format!("invokedynamic {name}"),
            Err(_) => "invokedynamic".into(),
        },
        Insn::NewArray(_) => "newarray".into(),
        Insn::MultiNewArray(..) => "multianewarray".into(),
    }
}
