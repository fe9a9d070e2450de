//! Whether a method changes what outlives its call: another run may then compute something else.
//!
//! A field of an object that the call made itself counts too, unless its constructor stores it: the
//! analysis does not tell objects apart.

use super::instance::{Pattern, World};
use super::primal::Primal;
use super::solve::Program;
use crate::AdError;
use crate::activity::calls::Call;
use crate::activity::fact::Fact;
use crate::activity::nodes::Node;
use crate::program::classes::MethodId;
use crate::receiver::ASSIGNING;
use nabla_classfile::{Insn, Opcode};
use std::collections::{BTreeSet, HashMap};

/// Methods of code that is not followed which read only.
const READERS: &[&str] =
    &["equals", "get", "hasNext", "hashCode", "isEmpty", "iterator", "length", "next", "size"];

/// The instruction of the method that changes what outlives it, or calls what does.
///
/// # Errors
///
/// A damaged class among those it calls.
pub fn changed<'a>(
    program: &Program<'a>,
    primal: &Primal<'a>,
    pattern: &Pattern,
) -> Result<Option<usize>, AdError> {
    let mut state = State { program, known: HashMap::new() };
    let found = state.of(primal, pattern)?;
    Ok(found.at.or(found.parameters.first().map(|_| 0)))
}

/// What a method changes.
#[derive(Debug, Clone, Default)]
struct Changes {
    /// An instruction that changes a field, or calls what is not followed.
    at: Option<usize>,
    /// The parameters whose arrays are stored into.
    parameters: BTreeSet<usize>,
}

struct State<'p, 'a> {
    program: &'p Program<'a>,
    known: HashMap<(MethodId, Pattern), Changes>,
}

impl<'a> State<'_, 'a> {
    fn of(&mut self, primal: &Primal<'a>, pattern: &Pattern) -> Result<Changes, AdError> {
        let key = (primal.method, pattern.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        // What a recursive call changes is found where it is changed.
        self.known.insert(key.clone(), Changes::default());
        let activity = self.program.activity(primal, pattern);
        let effects = activity.effects(self.program, primal);
        let mut changes = Changes::default();
        let parameters = 0..primal.signature.parameters.len();
        let passed = |fact: &Fact| {
            let (node, _) = fact.array?;
            let class = activity.flow.nodes.find(node);
            parameters.clone().find(|i| activity.flow.nodes.find(Node::parameter(*i)) == class)
        };
        // Its derivatives leave the assignment out.
        let class = self.program.classes.get(primal.method.class);
        let name = class.pool.utf8_bytes(class.methods[primal.method.index as usize].name)?;
        let assigns_nothing = name.starts_with(ASSIGNING.as_bytes());
        for (at, insn) in primal.code.insns.iter().enumerate() {
            let changes_state = match insn {
                Insn::Field(Opcode::Putstatic, _) => true,
                Insn::Field(Opcode::Putfield, _) => !primal.is_constructor && !assigns_nothing,
                Insn::Op(op) if op.mnemonic().ends_with("astore") => {
                    let operands = effects.operands(at, 3);
                    changes.parameters.extend(operands.and_then(|o| passed(&o[0])));
                    // An array of a field, or one that is not followed and may be passed.
                    operands.is_some_and(|o| match o[0].array {
                        Some((node, _)) => !activity.flow.nodes.class(node).fields.is_empty(),
                        None => holds_array(primal),
                    })
                }
                _ => false,
            };
            let calls_state = match &activity.flow.calls[at] {
                Some(Call::Opaque) => !self.reads(primal, insn)?,
                Some(Call::Method(_)) => {
                    let Some((callee, receiver, pattern)) = effects.call(at) else {
                        changes.at.get_or_insert(at);
                        continue;
                    };
                    let mut found = false;
                    let count = callee.parameters.len() + usize::from(callee.receiver);
                    let first = usize::from(callee.receiver);
                    let operands = effects.operands(at, count);
                    let bodies = self.program.bodies(&callee, receiver);
                    found |= bodies.is_empty();
                    for body in bodies {
                        let Some(body) = self.program.primal(body)? else {
                            found = true;
                            continue;
                        };
                        let of = self.of(&body, &pattern)?;
                        found |= of.at.is_some();
                        for i in of.parameters {
                            let operand = operands.and_then(|o| o.get(first + i));
                            changes.parameters.extend(operands.and_then(|_| passed(operand?)));
                            found |= operand
                                .and_then(|o| o.array)
                                .is_some_and(|(node, _)| !activity.flow.nodes.class(node).fields.is_empty());
                        }
                    }
                    found
                }
                _ => false,
            };
            if changes_state || calls_state {
                changes.at.get_or_insert(at);
            }
        }
        self.known.insert(key, changes.clone());
        Ok(changes)
    }

    /// Whether a call of code that is not followed only reads.
    fn reads(&self, primal: &Primal<'a>, insn: &Insn) -> Result<bool, AdError> {
        let Insn::Invoke(_, index) = insn else { return Ok(true) };
        let member = self.program.classes.get(primal.method.class).pool.member_ref(*index)?;
        let owner = &*member.owner;
        let reader = owner.starts_with("java/lang/") || owner == "java/util/Objects";
        Ok(reader || READERS.contains(&&*member.name))
    }
}

/// Whether the method is passed arrays that are not of `double` or `float`, or reads a field, which
/// may hold one.
fn holds_array(primal: &Primal) -> bool {
    let passed = primal.signature.parameters.iter().any(|p| p.descriptor.starts_with('[') && !p.is_real());
    passed || primal.code.insns.iter().any(|insn| matches!(insn, Insn::Field(..)))
}
