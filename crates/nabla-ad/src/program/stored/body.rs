//! What one method stores, from what is known of those that it calls.

use super::calls::{Calls, filled, unboxes};
use super::held::{Held, owners};
use super::{Field, Place, Stores};
use crate::activity::fact::{ArrayKind, Shape};
use crate::program::classes::{Classes, MethodId, STATIC};
use crate::program::entry::entry;
use crate::program::owned::{is_copy, is_immutable};
use crate::program::owner::{OUTSIDE, OWN, Owner, bits};
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, Code, Insn, MemberRef, Opcode};
use nabla_flow::{Kind, Reference, Values, only_before};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many operands are told apart.
const MOST_OPERANDS: usize = 64;

/// What is known when a method is looked at.
pub struct Body<'x, 'a> {
    pub classes: &'x Classes<'a>,
    pub calls: &'x Calls,
    pub known: &'x FxHashMap<MethodId, Stores>,
    pub outside: &'x BTreeSet<Place>,
    /// The places of which it was asked whether what they hold is from outside, and it is not.
    pub asked: RefCell<FxHashSet<Place>>,
}

impl Body<'_, '_> {
    /// What a method stores, and the places in which it keeps something from outside; `None` if it has no
    /// code that a verifier accepts.
    pub fn stores(&self, method: MethodId) -> Option<(Stores, BTreeSet<Place>)> {
        let class = self.classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let read = self.classes.method_code(method)?;
        let descriptor = class.pool.utf8(member.descriptor).ok()?;
        let has_receiver = member.access & STATIC == 0;
        let entry = entry(&read.code, &descriptor, has_receiver, |i, operand: &str, wide| {
            let owner = if operand.len() == 1 { Owner::number(wide) } else { Owner::operand(i) };
            Held { numbers: ArrayKind::of(operand).is_some(), ..Held::by(owner) }
        })?;
        let owners = Owners { body: self, method, class, code: &read.code };
        let solution = read.frames(&class.pool, entry, &owners)?;
        let mut found = Found::default();
        for at in 0..read.code.insns.len() {
            if let Some(Some(state)) = solution.before(at) {
                owners.effect(at, &state.stack, &mut found);
            }
        }
        Some((found.stores, found.kept))
    }

    /// Whose what lies there is, in an object of this owner.
    fn within(&self, owner: Owner, place: Place) -> Owner {
        if self.outside.contains(&place) {
            return OUTSIDE;
        }
        self.asked.borrow_mut().insert(place);
        owner
    }

    /// The fields with numbers of a class of the program, and of those above it.
    fn fields(&self, name: &str) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut at = self.classes.find(name);
        while let Some(id) = at {
            let class = self.classes.get(id);
            let numbers = |index: &usize| {
                class
                    .pool
                    .utf8(class.fields[*index].descriptor)
                    .is_ok_and(|d| Shape::in_field(&d).keeps_tangent())
            };
            fields.extend((0..class.fields.len()).filter(numbers).map(|index| (id, index)));
            at = self.classes.super_class(id).filter(|above| fields.iter().all(|(id, _)| id != above));
        }
        fields
    }
}

/// What is done to an object of one's own is nobody else's affair.
pub fn enter(fields: &mut BTreeMap<Field, Owner>, field: Field, owner: Owner) {
    if !owner.is_own() {
        let known = fields.entry(field).or_insert(OWN);
        *known = known.or(owner);
    }
}

/// What was found in a method.
#[derive(Default)]
struct Found {
    stores: Stores,
    /// The places in which it keeps something from outside.
    kept: BTreeSet<Place>,
}

impl Found {
    fn store(&mut self, field: Field, owner: Owner) {
        enter(&mut self.stores.fields, field, owner);
    }

    /// A new object of a class with this field is stored in one of this owner.
    fn make(&mut self, field: Field, owner: Owner) {
        enter(&mut self.stores.made, field, owner);
    }

    fn read(&mut self, field: Field, owner: Owner) {
        enter(&mut self.stores.reads, field, owner);
    }

    /// Numbers are taken out of an array or another object.
    fn take(&mut self, object: &Held) {
        if object.fields.is_empty() {
            self.stores.sources = self.stores.sources.or(object.owner);
        }
        object.fields.iter().for_each(|field| self.read(*field, object.owner));
    }

    fn keep(&mut self, owner: Owner, place: Place) {
        if owner.is_outside() {
            self.kept.insert(place);
        }
        self.stores.kept.extend(bits(owner.operands()).map(|i| (i, place)));
    }

    /// An element of an array is stored.
    fn element(&mut self, array: &Held) {
        if array.fields.is_empty() {
            self.stores.arrays = self.stores.arrays.or(array.owner);
        }
        array.fields.iter().for_each(|field| self.store(*field, array.owner));
    }

    fn call(&mut self, body: &Stores, operands: &[Held]) {
        let owners = owners(operands);
        for (field, owner) in &body.fields {
            self.store(*field, owner.passed(&owners));
        }
        for (field, owner) in &body.made {
            self.make(*field, owner.passed(&owners));
        }
        for (field, owner) in &body.reads {
            self.read(*field, owner.passed(&owners));
        }
        if body.sources.is_outside() {
            self.stores.sources = OUTSIDE;
        }
        bits(body.sources.operands()).filter_map(|i| operands.get(i)).for_each(|array| self.take(array));
        bits(body.arrays.operands()).filter_map(|i| operands.get(i)).for_each(|array| self.element(array));
        self.stores.links |= body.links;
        for (i, place) in &body.kept {
            self.keep(owners.get(*i).copied().unwrap_or(OUTSIDE), *place);
        }
    }
}

/// Whether a value of this type may be a number or have one in it.
fn may_hold(descriptor: &str) -> bool {
    Shape::in_field(descriptor).keeps_tangent() || descriptor.contains('L') && !descriptor.contains("Ljava/")
}

/// Whose the values in a method are.
struct Owners<'x, 'a> {
    body: &'x Body<'x, 'a>,
    method: MethodId,
    class: &'x ClassFile<'a>,
    code: &'x Code<'a>,
}

impl Owners<'_, '_> {
    fn effect(&self, at: usize, stack: &[Held], found: &mut Found) {
        let insn = &self.code.insns[at];
        let last = |count: usize| &stack[stack.len().saturating_sub(count)..];
        match insn {
            Insn::Field(op @ (Opcode::Putfield | Opcode::Putstatic), index) => {
                let Ok(member) = self.class.pool.member_ref(*index) else { return };
                found.stores.links |= ArrayKind::of(&member.descriptor).is_some() && !self.is_made(at);
                match (op, last(2)) {
                    (Opcode::Putfield, [receiver, value]) => {
                        self.assign(&member, receiver.owner, value.owner, found)
                    }
                    (_, [.., value]) => self.assign(&member, OUTSIDE, value.owner, found),
                    _ => {}
                }
            }
            Insn::Field(Opcode::Getfield | Opcode::Getstatic, index) => {
                let Ok(member) = self.class.pool.member_ref(*index) else { return };
                let owner =
                    if matches!(insn, Insn::Field(Opcode::Getfield, _)) { last(1)[0].owner } else { OUTSIDE };
                // What is in an array is read where it is taken out.
                let is_array = ArrayKind::of(&member.descriptor).is_some();
                if !is_array && Shape::in_field(&member.descriptor).keeps_tangent() {
                    let field = self.body.classes.field(&member.owner, &member.name, &member.descriptor);
                    field.into_iter().for_each(|field| found.read(field, owner));
                }
            }
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => found.element(&last(3)[0]),
            Insn::Op(Opcode::Daload | Opcode::Faload) => found.take(&last(2)[0]),
            Insn::Op(Opcode::Aastore) => {
                let place = if last(3)[0].numbers { Place::Rows } else { Place::Elements };
                found.stores.links |= last(3)[0].numbers && !self.is_made(at);
                found.keep(last(1)[0].owner, place);
            }
            Insn::Op(Opcode::Areturn) => _ = found.stores.result.join(&last(1)[0]),
            Insn::Invoke(op, index) => {
                let Ok(member) = self.class.pool.member_ref(*index) else { return };
                let receiver = usize::from(*op != Opcode::Invokestatic);
                let count = split_descriptor(&member.descriptor).map_or(0, |(types, _)| types.len());
                let operands = last(count + receiver);
                let bodies = self.body.calls.at(self.method, at);
                for body in bodies.iter().filter_map(|body| self.body.known.get(body)) {
                    found.call(body, operands);
                }
                if let Some(array) =
                    filled(&member).and_then(|i| operands.get(i)).filter(|array| array.numbers)
                {
                    found.element(array);
                }
                if self.body.calls.is_of_many(self.method, at) {
                    found.stores.sources = OUTSIDE;
                }
                if unboxes(self.class, insn) {
                    found.take(&operands[0]);
                }
                if bodies.is_empty() {
                    operands.iter().filter(|operand| operand.numbers).for_each(|operand| found.take(operand));
                }
                // What is not followed may hold what it gets.
                if bodies.is_empty() {
                    let given = operands[receiver..].iter();
                    given.for_each(|operand| found.keep(operand.owner, Place::Contents));
                }
            }
            // Whenever it is called, with whatever.
            Insn::InvokeDynamic(_) => {
                let bodies = self.body.calls.at(self.method, at).iter();
                let own = if self.body.calls.functions_apart { MOST_OPERANDS } else { 0 };
                let given = vec![Held::default(); own];
                bodies.filter_map(|body| self.body.known.get(body)).for_each(|body| found.call(body, &given));
            }
            _ => {}
        }
    }

    /// Whether what is stored there is an array that was made right before, which nobody else has.
    fn is_made(&self, at: usize) -> bool {
        let makes = |before: usize| match &self.code.insns[before] {
            Insn::NewArray(_) | Insn::MultiNewArray(..) => true,
            Insn::Invoke(_, index) => self.class.pool.member_ref(*index).is_ok_and(|member| is_copy(&member)),
            _ => false,
        };
        at.checked_sub(1).is_some_and(makes) && only_before(self.code, at).is_some()
    }

    fn assign(&self, member: &MemberRef, receiver: Owner, value: Owner, found: &mut Found) {
        let field = self.body.classes.field(&member.owner, &member.name, &member.descriptor);
        found.keep(value, field.map_or(Place::Contents, Place::Field));
        if Shape::in_field(&member.descriptor).keeps_tangent() {
            field.into_iter().for_each(|field| found.store(field, receiver));
        } else if value.is_own() && may_hold(&member.descriptor) {
            // A new object, with what was computed.
            let element = member.descriptor.trim_start_matches('[');
            let name = element.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or_default();
            self.body.fields(name).into_iter().for_each(|field| found.make(field, receiver));
        }
    }

    /// What a field holds, of an object of this owner.
    fn field(&self, member: &MemberRef, owner: Owner) -> Held {
        let field = self.body.classes.field(&member.owner, &member.name, &member.descriptor);
        let owner = self.body.within(owner, field.map_or(Place::Contents, Place::Field));
        let array = field.filter(|_| ArrayKind::of(&member.descriptor).is_some());
        Held { owner, numbers: array.is_some(), fields: Rc::new(array.into_iter().collect()) }
    }

    /// What a call gives.
    fn called(&self, at: usize, operands: &[Held], numbers: bool) -> Held {
        let calls = self.body.calls;
        let bodies = calls.at(self.method, at).iter().filter(|body| calls.bodies.contains_key(*body));
        let mut bodies = bodies.peekable();
        let mut result = Held { numbers, ..Held::default() };
        if bodies.peek().is_some() {
            for body in bodies.filter_map(|body| self.body.known.get(body)) {
                let passed = body.result.passed(operands);
                result.owner = result.owner.or(passed.owner);
                Rc::make_mut(&mut result.fields).extend(passed.fields.iter());
            }
            return result;
        }
        for operand in operands {
            result.owner = result.owner.or(operand.owner);
            Rc::make_mut(&mut result.fields).extend(operand.fields.iter());
        }
        result.owner = match operands {
            [] => OUTSIDE,
            _ => self.body.within(result.owner, Place::Contents),
        };
        result
    }
}

impl Values for Owners<'_, '_> {
    type V = Held;

    fn join(&self, into: &mut Held, from: &Held) -> bool {
        into.join(from)
    }

    fn caught(&self) -> Held {
        Held::by(OUTSIDE)
    }

    fn result(&self, at: usize, insn: &Insn, operands: &[Held], kind: &Kind) -> Held {
        let Owners { body, class, .. } = *self;
        let numbers =
            matches!(kind, Kind::Reference(Reference::Class(name)) if ArrayKind::of(name).is_some());
        match (kind, insn) {
            (Kind::Int | Kind::Long | Kind::Float | Kind::Double, _) => {
                Held::by(Owner::number(kind.is_wide()))
            }
            (Kind::Reference(Reference::Class(name)), _) if is_immutable(name) => Held::default(),
            (_, Insn::Field(op, index)) => match (op, class.pool.member_ref(*index)) {
                (Opcode::Getfield, Ok(member)) => self.field(&member, operands[0].owner),
                (_, Ok(member)) => self.field(&member, OUTSIDE),
                _ => Held::by(OUTSIDE),
            },
            (_, Insn::Op(Opcode::Aaload)) => {
                let place = if operands[0].numbers { Place::Rows } else { Place::Elements };
                Held { owner: body.within(operands[0].owner, place), ..operands[0].clone() }
            }
            (_, Insn::Invoke(_, index)) => match class.pool.member_ref(*index) {
                Ok(member) if is_copy(&member) => Held { numbers, ..Held::default() },
                _ => self.called(at, operands, numbers),
            },
            // What is made here, functions and constants.
            _ => Held { numbers, ..Held::default() },
        }
    }
}
