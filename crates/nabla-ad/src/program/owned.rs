//! Whose the objects are that a method changes: made by the call itself, passed to it, or there before.
//!
//! What a call makes is its own, with all that can be reached from it, except for what lies in places
//! in which something from outside is stored anywhere: fields by their name, the elements of arrays,
//! the contents of collections. A clone of an array of objects is its own, but for what is reached from it.

use super::library::{Role, changes_iterated, finds, may_order, passes_text_on, prints, role};
use super::owner::{Changes, Found, OUTSIDE, OWN, Owner, Place};
use super::primal::Primal;
use super::selected::LINKED_MAP;
use super::solve::Program;
use crate::AdError;
use crate::activity::calls::{ArrayCall, Call};
use crate::activity::effects::Effects;
use nabla_classfile::{ConstIndex, Insn, MemberRef, Opcode};
use nabla_flow::{Kind, MethodType, Reference, State, Values, frames};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Classes whose objects never change.
const IMMUTABLE: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/String",
];

/// Where the names begin of static fields in which code compiled by ecj keeps which case a constant of an `enum` is.
const SWITCH_TABLE: &str = "$SWITCH_TABLE$";

/// The bodies of a method's calls, by the instruction.
pub type Bodies = FxHashMap<usize, Vec<Rc<Changes>>>;

/// A method, and what is known of those that it calls.
pub struct Owned<'x, 'a> {
    program: &'x Program<'a>,
    primal: &'x Primal<'a>,
    effects: &'x Effects<'x>,
    bodies: &'x Bodies,
    outside: &'x BTreeSet<Place>,
}

impl<'x, 'a> Owned<'x, 'a> {
    /// The method, in the pattern that `effects` has.
    pub fn new(
        program: &'x Program<'a>,
        primal: &'x Primal<'a>,
        effects: &'x Effects<'x>,
        bodies: &'x Bodies,
        outside: &'x BTreeSet<Place>,
    ) -> Owned<'x, 'a> {
        Owned { program, primal, effects, bodies, outside }
    }

    /// What it changes, and the places in which it stores something from outside.
    ///
    /// # Errors
    ///
    /// A damaged constant pool.
    pub fn changes(&self) -> Result<(Changes, BTreeSet<Place>), AdError> {
        let primal = self.primal;
        let solution = frames(&primal.cfg, &primal.code, &primal.operations, self.entry(), self);
        let mut found = Found::default();
        for at in 0..self.primal.code.insns.len() {
            if let Some(Some(state)) = solution.before(at) {
                self.effect(at, state, &mut found)?;
            }
        }
        Ok((found.changes, found.kept))
    }

    fn effect(&self, at: usize, state: &State<Owner>, found: &mut Found) -> Result<(), AdError> {
        let insn = &self.primal.code.insns[at];
        let last = |count: usize| &state.stack[state.stack.len().saturating_sub(count)..];
        match insn {
            // What ecj writes of a `switch` fills its table once, and the same each time.
            Insn::Field(Opcode::Putstatic, index)
                if self.effects.pool.member_ref(*index)?.name.starts_with(SWITCH_TABLE) => {}
            Insn::Field(Opcode::Putstatic, _) => found.change(at, OUTSIDE),
            Insn::Field(Opcode::Putfield, index) => {
                let [receiver, value] = last(2) else { return Ok(()) };
                // Its derivatives leave the assignment out.
                if !self.program.classes.assigns(self.primal.method) {
                    found.change(at, *receiver);
                }
                let name = self.effects.pool.member_ref(*index)?.name.into_owned();
                found.keep(*value, &Place::Field(name));
            }
            Insn::Op(op) if op.mnemonic().ends_with("astore") => {
                let [array, _, value] = last(3) else { return Ok(()) };
                found.change_array(at, *array);
                found.keep(*value, &Place::Elements);
            }
            Insn::Op(Opcode::Areturn) => {
                let [value] = last(1) else { return Ok(()) };
                found.changes.result = found.changes.result.or(*value);
            }
            Insn::Invoke(..) | Insn::InvokeDynamic(_) => {
                let operands = last(self.operand_count(insn)?);
                match &self.effects.calls[at] {
                    Some(Call::Method(_)) => match self.bodies.get(&at) {
                        Some(bodies) => bodies.iter().for_each(|body| found.call(at, body, operands)),
                        None => found.change(at, OUTSIDE),
                    },
                    Some(Call::Array(ArrayCall::Fill)) => found.change_array(at, operands[0]),
                    Some(Call::Array(ArrayCall::Rows)) => found.change_array(at, operands[1]),
                    Some(Call::Array(ArrayCall::Copy)) => {
                        found.change_array(at, operands[2]);
                        if self
                            .effects
                            .operands(at, 5)
                            .is_none_or(|o| o[0].array.is_none_or(|(_, k)| k.rank > 1))
                        {
                            found.keep(operands[0], &Place::Elements);
                        }
                    }
                    Some(Call::Rule(rule, _)) if rule.name == "random" => found.change(at, OUTSIDE),
                    Some(Call::Opaque) => self.opaque(at, insn, operands, found)?,
                    Some(Call::Text) if self.passes_text_on(insn)? => found.change(at, OUTSIDE),
                    // What others may read is printed once more; the console has it twice.
                    Some(Call::Sink | Call::Text) if self.prints(insn)? => found.change(at, operands[0]),
                    Some(Call::Text) if self.role(insn)? == Some(Role::Writes) => {
                        found.change(at, operands[0])
                    }
                    _ => {}
                }
                // Methods of the program, behind a type of the JDK's.
                if !matches!(self.effects.calls[at], Some(Call::Method(_))) {
                    let bodies = self.bodies.get(&at).into_iter().flatten();
                    bodies.for_each(|body| found.call(at, body, operands));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn opaque(&self, at: usize, insn: &Insn, operands: &[Owner], found: &mut Found) -> Result<(), AdError> {
        let Insn::Invoke(op, index) = insn else { return Ok(()) };
        let member = self.effects.pool.member_ref(*index)?;
        let is_static = *op == Opcode::Invokestatic;
        match role(&member.owner, &member.name, &member.descriptor) {
            Role::Reads if may_order(&member.owner, &member.name) => {
                if member.owner == LINKED_MAP || self.program.classes.order_by_access() {
                    found.change(at, operands[0]);
                }
            }
            Role::Reads => {}
            Role::Iterates => found.keep(operands[0], &Place::Iterated),
            Role::Writes => found.change(at, operands[0]),
            Role::Unknown => found.change(at, OUTSIDE),
            Role::Makes => {
                let given = &operands[usize::from(!is_static)..];
                given.iter().for_each(|o| found.keep(*o, &Place::Contents));
            }
            Role::Changes => {
                let changed = if is_static { operands.len() } else { 1 };
                operands[..changed].iter().for_each(|o| found.change(at, *o));
                if changes_iterated(&member.owner, &member.name) {
                    found.change(at, self.within(operands[0], &Place::Iterated));
                }
                operands[changed..].iter().for_each(|o| found.keep(*o, &Place::Contents));
            }
        }
        Ok(())
    }

    /// What the method does that an instruction calls.
    fn role(&self, insn: &Insn) -> Result<Option<Role>, AdError> {
        let Insn::Invoke(_, index) = insn else { return Ok(None) };
        let member = self.effects.pool.member_ref(*index)?;
        Ok(Some(role(&member.owner, &member.name, &member.descriptor)))
    }

    fn prints(&self, insn: &Insn) -> Result<bool, AdError> {
        let Insn::Invoke(_, index) = insn else { return Ok(false) };
        Ok(prints(&self.effects.pool.member_ref(*index)?.owner))
    }

    fn passes_text_on(&self, insn: &Insn) -> Result<bool, AdError> {
        let Insn::Invoke(_, index) = insn else { return Ok(false) };
        Ok(passes_text_on(&self.effects.pool.member_ref(*index)?.owner))
    }

    fn is_console(&self, index: ConstIndex) -> bool {
        let field = self.effects.pool.member_ref(index);
        field.is_ok_and(|f| f.owner == "java/lang/System" && matches!(&*f.name, "out" | "err"))
    }

    fn operand_count(&self, insn: &Insn) -> Result<usize, AdError> {
        let (descriptor, receiver) = match insn {
            Insn::Invoke(op, index) => {
                let descriptor = self.effects.pool.member_ref(*index)?.descriptor.into_owned();
                (descriptor, usize::from(*op != Opcode::Invokestatic))
            }
            Insn::InvokeDynamic(index) => (self.effects.pool.name_and_type(*index)?.1.into_owned(), 0),
            _ => return Ok(0),
        };
        Ok(MethodType::parse(&descriptor).map_or(0, |t| t.params.len()) + receiver)
    }

    /// Whose what lies there is, in an object of this owner.
    fn within(&self, owner: Owner, place: &Place) -> Owner {
        // The JDK puts elements of arrays into its own objects, and gives them.
        let is_there = self.outside.contains(place)
            || *place == Place::Contents && self.outside.contains(&Place::Elements);
        if is_there { OUTSIDE } else { owner.reached() }
    }

    /// Whose the result of a call is.
    fn called(&self, at: usize, insn: &Insn, operands: &[Owner]) -> Owner {
        let all = || operands.iter().fold(OWN, |owner, o| owner.or(o.reached()));
        let bodies = self.bodies.get(&at);
        let of_bodies = bodies
            .map(|bodies| bodies.iter().fold(OWN, |owner, body| owner.or(body.result.passed(operands))));
        match &self.effects.calls[at] {
            Some(Call::Method(_)) => of_bodies.unwrap_or(OUTSIDE),
            _ if of_bodies.is_some_and(|owner| !owner.is_own()) => {
                all().or(of_bodies.unwrap_or(OUTSIDE)).reached()
            }
            Some(Call::Box(_) | Call::Rule(..)) => OWN,
            Some(Call::Array(_) | Call::Opaque) => {
                let Insn::Invoke(_, index) = insn else { return self.within(all(), &Place::Contents) };
                let Ok(member) = self.effects.pool.member_ref(*index) else { return OUTSIDE };
                match role(&member.owner, &member.name, &member.descriptor) {
                    _ if is_copy(&member) => OWN,
                    _ if finds(&member.owner, &member.name) => OUTSIDE,
                    // The elements are the same objects.
                    _ if member.name == "clone" && member.owner.starts_with('[') => operands[0].copied(),
                    Role::Iterates => OWN,
                    role if operands.is_empty() && role != Role::Makes => OUTSIDE,
                    // The element of an iterator, maybe.
                    Role::Changes => self.within(self.within(all(), &Place::Contents), &Place::Iterated),
                    _ => self.within(all(), &Place::Contents),
                }
            }
            Some(Call::Text) if matches!(self.role(insn), Ok(Some(Role::Writes))) => operands[0].reached(),
            _ => all(),
        }
    }

    fn entry(&self) -> Option<State<Owner>> {
        let signature = &self.primal.signature;
        let mut entry = State::new(self.primal.code.max_locals as usize);
        let receiver = usize::from(!signature.is_static);
        if receiver == 1 {
            entry.set_local(0, Owner::operand(0)).ok()?;
        }
        for (i, parameter) in signature.parameters.iter().enumerate() {
            let owner = match parameter.descriptor.as_bytes() {
                [b'J' | b'D'] => Owner::number(true),
                [_] => OWN,
                [b'L', name @ .., b';'] if is_immutable(std::str::from_utf8(name).unwrap_or_default()) => OWN,
                _ => Owner::operand(i + receiver),
            };
            entry.set_local(usize::from(parameter.slot), owner).ok()?;
        }
        Some(entry)
    }
}

impl Values for Owned<'_, '_> {
    type V = Owner;

    fn join(&self, into: &mut Owner, from: &Owner) -> bool {
        let joined = into.or(*from);
        std::mem::replace(into, joined) != joined
    }

    fn caught(&self) -> Owner {
        OUTSIDE
    }

    fn result(&self, at: usize, insn: &Insn, operands: &[Owner], kind: &Kind) -> Owner {
        let wide = matches!(kind, Kind::Long | Kind::Double);
        match (kind, insn) {
            (Kind::Int | Kind::Long | Kind::Float | Kind::Double, _) => Owner::number(wide),
            (Kind::Reference(Reference::Class(name)), _) if is_immutable(name) => OWN,
            (_, Insn::Field(Opcode::Getfield, index)) => match self.effects.pool.member_ref(*index) {
                Ok(member) => self.within(operands[0], &Place::Field(member.name.into_owned())),
                Err(_) => OUTSIDE,
            },
            // Nothing reads what is printed there.
            (_, Insn::Field(Opcode::Getstatic, index)) if self.is_console(*index) => OWN,
            (_, Insn::Field(..)) => OUTSIDE,
            (_, Insn::Op(Opcode::Aaload)) => self.within(operands[0], &Place::Elements),
            (_, Insn::Invoke(..) | Insn::InvokeDynamic(_)) => self.called(at, insn, operands),
            // What is made here, and constants.
            _ => OWN,
        }
    }
}

/// Whether a method of the JDK gives a copy of an array of numbers.
pub(super) fn is_copy(member: &MemberRef) -> bool {
    let (owner, name) = (&*member.owner, &*member.name);
    name == "clone" && is_of_numbers(owner)
        || owner == "java/util/Arrays" && name.starts_with("copyOf") && is_of_numbers(&member.descriptor[1..])
}

/// Whether what the text begins with is an array of numbers.
fn is_of_numbers(descriptor: &str) -> bool {
    matches!(descriptor.as_bytes(), [b'[', kind, ..] if !matches!(kind, b'[' | b'L'))
}

/// Whether objects of the class never change.
pub(super) fn is_immutable(class: &str) -> bool {
    IMMUTABLE.contains(&class)
}
