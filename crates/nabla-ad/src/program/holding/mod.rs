//! Which fields may hold one and the same array, because code that no derivative runs has put it
//! there: constructors, initialisers, setters.
//!
//! What a derivative runs is followed with its values. What ran before is only asked where it had
//! arrays from: an array that is stored into a field is traced back, over parameters to the callers
//! of the method and over results into methods, to the fields and instructions that it came from.
//! Two fields whose arrays come from one place may hold one array. Arrays that the program does not
//! make itself are taken for different ones. [`escape`] asks where an array went that way: what is
//! kept as an object of another type, or given to code that is not followed, may come back anywhere,
//! and what came from there may still be there.

mod alone;
mod copied;
mod escape;
mod flows;
mod functions;
mod mentions;
mod moves;
mod origins;
mod places;
mod references;
mod sites;
mod sources;

use super::classes::{ClassId, Classes, MethodId};
use crate::activity::fact::ArrayKind;
use crate::program::fields::FieldId;
use crate::signature::split_descriptor;
pub use flows::Escape;
use flows::Flows;
use functions::FunctionIndex;
use mentions::Mentions;
use nabla_classfile::{ConstantPool, Insn, MemberRef, Opcode};
use places::Returns;
use references::References;
use rustc_hash::FxHashMap;
use sites::{Calls, Sites};
use sources::Traced;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The name and the descriptor of a member.
type Named = (String, String);

/// Where arrays may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    /// A field: its class, and its place there.
    Field(ClassId, usize),
    /// A parameter of a method.
    Parameter(MethodId, usize),
    /// The result of a method.
    Result(MethodId),
    /// An instruction of a method that makes an array.
    Made(MethodId, usize),
    /// What calls pass, by their number in [`Holding::calls`], this deep on the stack.
    Passed(usize, usize),
    /// Wherever an array may be that is an object among others: in a list, or a field of type `T`. Of this rank, the
    /// highest that it may have.
    Elsewhere(u8),
}

/// What the arrays of a field come from.
struct Found {
    places: BTreeSet<Place>,
    /// Whether the fields of two objects may hold one array.
    shared: bool,
}

/// What is found of a field that is met first.
pub struct Entered {
    /// Whether its array may be elsewhere too.
    pub shared: bool,
    /// Whether its array may be one that was an object among others before.
    pub from_elsewhere: bool,
}

/// The fields that were asked for, in groups of those that may hold one array.
#[derive(Default)]
pub struct Holding<'a> {
    references: OnceCell<References>,
    functions: OnceCell<FunctionIndex>,
    mentions: RefCell<FxHashMap<ClassId, Rc<Mentions>>>,
    traced: RefCell<FxHashMap<MethodId, Option<Rc<Traced<'a>>>>>,
    /// Whose field's group an array from this place belongs to.
    from: RefCell<BTreeMap<Place, FieldId>>,
    groups: RefCell<BTreeMap<FieldId, Rc<BTreeSet<FieldId>>>>,
    escaped: RefCell<BTreeMap<FieldId, Escape>>,
    returned: RefCell<FxHashMap<MethodId, Rc<Returns>>>,
    /// The methods that name a member, by its name and descriptor.
    named: RefCell<FxHashMap<Named, Rc<[MethodId]>>>,
    /// Where arrays were directly before they came to a place.
    before: RefCell<FxHashMap<Place, Rc<BTreeSet<Place>>>>,
    flows: RefCell<FxHashMap<MethodId, Rc<Flows>>>,
    sites: RefCell<FxHashMap<(String, String), Rc<Sites>>>,
    stores_new: RefCell<FxHashMap<(MethodId, usize), bool>>,
    /// Calls that reach the same.
    calls: RefCell<Vec<Rc<Calls>>>,
}

impl<'a> Holding<'a> {
    /// What was read from the code, as if no field had been asked for.
    pub fn without_fields(self) -> Holding<'a> {
        let (from, groups, escaped) = Default::default();
        Holding { from, groups, escaped, ..self }
    }

    /// The fields that may hold an array that this one holds, itself included.
    pub fn group(&self, field: FieldId) -> Rc<BTreeSet<FieldId>> {
        let known = self.groups.borrow().get(&field).cloned();
        known.unwrap_or_else(|| Rc::new(BTreeSet::from([field])))
    }

    /// Takes a further field.
    pub fn enter(&self, classes: &Classes<'a>, id: FieldId, class: ClassId, index: usize) -> Entered {
        let mut found = self.origins(classes, Place::Field(class, index));
        let from_elsewhere = found.places.iter().any(|place| matches!(place, Place::Elsewhere(_)));
        // One parameter is given many arrays, and a method many results.
        found.places.retain(|place| matches!(place, Place::Field(..) | Place::Made(..)));
        let mut group = BTreeSet::from([id]);
        let mut from = self.from.borrow_mut();
        for place in found.places {
            group.extend(self.group(*from.entry(place).or_insert(id)).iter());
        }
        let shared = found.shared || group.len() > 1 || self.may_be_copied(classes, class, index);
        self.set_group(group);
        Entered { shared, from_elsewhere }
    }

    /// The fields may hold one array, by a way that is not followed: whether that was not known.
    pub fn join(&self, a: FieldId, b: FieldId) -> bool {
        let group = self.group(a);
        if group.contains(&b) {
            return false;
        }
        self.set_group(group.union(&self.group(b)).copied().collect());
        true
    }

    fn set_group(&self, group: BTreeSet<FieldId>) {
        let group = Rc::new(group);
        let mut groups = self.groups.borrow_mut();
        for member in group.iter() {
            groups.insert(*member, Rc::clone(&group));
        }
    }

    /// Where arrays of the field may have come to that are no fields of arrays.
    pub fn escaped(&self, classes: &Classes<'a>, id: FieldId, class: ClassId, index: usize) -> Escape {
        if let Some(known) = self.escaped.borrow().get(&id) {
            return *known;
        }
        let escaped = self.escapes(classes, Place::Field(class, index));
        self.escaped.borrow_mut().insert(id, escaped);
        escaped
    }

    /// All places that an array of the field may have been in before.
    fn origins(&self, classes: &Classes<'a>, field: Place) -> Found {
        let mut found = Found { places: BTreeSet::from([field]), shared: false };
        let mut waiting = vec![field];
        while let Some(place) = waiting.pop() {
            for from in self.before(classes, place).iter().copied() {
                // What one object gives, or a list, may come to several, and to several rows.
                found.shared |= matches!(from, Place::Field(..) | Place::Elsewhere(_))
                    || self.is_shared(classes, field, place, from);
                if found.places.insert(from) {
                    waiting.push(from);
                }
            }
        }
        found
    }

    /// Whether an array that was made there may come to several objects' fields, or to several rows.
    fn is_shared(&self, classes: &Classes<'a>, field: Place, place: Place, from: Place) -> bool {
        let Place::Made(method, at) = from else { return false };
        let class = classes.get(method.class);
        let name = class.pool.utf8_bytes(class.methods[method.index as usize].name);
        let once = matches!(name, Ok(b"<init>" | b"<clinit>"));
        let own = matches!(place, Place::Field(class, _) if once && class == method.class);
        let Some(traced) = self.traced(classes, method) else { return false };
        let row = made_rank(&class.pool, &traced.code().insns[at]) < rank(classes, field);
        (row || !own) && traced.is_kept(at)
    }

    /// Whether what is this deep on the stack before an instruction of a method may be an array of numbers
    /// that is passed as an object.
    pub fn is_object(&self, classes: &Classes<'a>, method: MethodId, at: usize, depth: usize) -> bool {
        self.traced(classes, method).is_none_or(|traced| traced.is_object(at, depth))
    }

    fn references(&self, classes: &Classes<'a>) -> &References {
        self.references.get_or_init(|| References::new(classes))
    }

    /// The classes that name a member.
    fn naming(&self, classes: &Classes<'a>, name: &str, descriptor: &str) -> Vec<ClassId> {
        self.references(classes).of(name, descriptor).filter_map(|class| classes.find(class)).collect()
    }

    /// The methods of these classes with an instruction that names the member.
    fn methods_naming(
        &self,
        classes: &Classes<'a>,
        of: Vec<ClassId>,
        is_it: &dyn Fn(&MemberRef) -> bool,
    ) -> Vec<MethodId> {
        let mentions = |class: ClassId| {
            let mut known = self.mentions.borrow_mut();
            Rc::clone(known.entry(class).or_insert_with(|| Rc::new(Mentions::new(classes, class))))
        };
        of.into_iter().flat_map(|class| mentions(class).of(classes, class, is_it)).collect()
    }

    fn traced(&self, classes: &Classes<'a>, method: MethodId) -> Option<Rc<Traced<'a>>> {
        if let Some(known) = self.traced.borrow().get(&method) {
            return known.clone();
        }
        let traced = Traced::new(classes, method).map(Rc::new);
        self.traced.borrow_mut().insert(method, traced.clone());
        traced
    }
}

/// The rank of a field's arrays.
fn rank(classes: &Classes, field: Place) -> u8 {
    let Place::Field(class, index) = field else { return 0 };
    let class = classes.get(class);
    let descriptor = class.pool.utf8(class.fields[index].descriptor);
    descriptor.ok().and_then(|d| ArrayKind::of(&d)).map_or(0, |kind| kind.rank)
}

/// The rank of an array that an instruction makes.
fn made_rank(pool: &ConstantPool, insn: &Insn) -> u8 {
    let kind = match insn {
        Insn::Type(Opcode::Anewarray, class) => {
            pool.class_name(*class).ok().and_then(|row| ArrayKind::of(&format!("[{row}")))
        }
        Insn::MultiNewArray(class, _) => pool.class_name(*class).ok().and_then(|name| ArrayKind::of(&name)),
        Insn::Invoke(_, index) => {
            let member = pool.member_ref(*index).ok();
            member.and_then(|m| ArrayKind::of(m.descriptor.rsplit_once(')')?.1))
        }
        _ => None,
    };
    kind.map_or(1, |kind| kind.rank)
}

/// The methods of the classes as they were given: what ran before knows nothing of loops written out.
fn methods(classes: &Classes, of: Vec<ClassId>) -> impl Iterator<Item = MethodId> {
    let given = |class: &ClassId| {
        let loops = classes.loops_of(*class);
        (0..classes.get(*class).methods.len()).filter(move |index| !loops.contains(index))
    };
    let all = |class: &ClassId| given(class).map(|index| (*class, index as u32)).collect::<Vec<_>>();
    let found: Vec<(ClassId, u32)> = of.iter().flat_map(all).collect();
    found.into_iter().map(|(class, index)| MethodId { class, index })
}

fn parameters(descriptor: &str) -> usize {
    split_descriptor(descriptor).map_or(0, |(parameters, _)| parameters.len())
}
