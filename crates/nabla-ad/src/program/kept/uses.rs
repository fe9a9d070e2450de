//! Which methods make objects and functions, and which name a member.

use super::met;
use super::table::{STREAMS, makes_part};
use crate::activity::fact::Shape;
use crate::program::classes::{ClassId, Classes, MethodId};
use crate::program::functions;
use crate::program::lambdas::{Lambda, lambda};
use crate::program::loops::is_loop;
use crate::program::stored::is_array_of_boxes;
use crate::program::synthesize::{INVOKE_INTERFACE, INVOKE_VIRTUAL};
use nabla_classfile::{ClassFile, ConstIndex, Insn, Opcode};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// An instruction of a method.
pub type Place = (MethodId, usize);

/// Where a method has an object from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// An operand of its call, the receiver being the first.
    Operand(usize),
    /// An instruction that makes it or gets it.
    At(usize),
}

/// A method, and where it has an object from.
type Had = (MethodId, Source);

/// Where it puts that.
#[derive(Debug)]
pub enum Went {
    /// Into a field.
    Field(ConstIndex),
    /// It gives it back.
    Back,
    /// A call takes it for these operands, the receiver being the first.
    Call(Opcode, ConstIndex, Vec<usize>),
    /// Where nobody looks.
    Away,
}

/// A function that the code of the classes makes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// It runs this method, whose first operands it has captured: so many.
    Of(MethodId, usize),
    /// It calls an object by this interface.
    By(String),
}

impl Function {
    /// What a function runs.
    fn of(classes: &Classes, made: &Lambda) -> Vec<Function> {
        let captured = made.captured.len();
        let mut all = Vec::new();
        if matches!(made.kind, INVOKE_VIRTUAL | INVOKE_INTERFACE) {
            // The receiver decides.
            let bodies = classes.resolved_below(&made.owner, &made.name, &made.descriptor);
            all.extend(bodies.into_iter().map(|body| Function::Of(body, captured)));
        } else {
            all.extend(made.body(classes).map(|body| Function::Of(body, captured)));
        }
        if made.kind == INVOKE_INTERFACE {
            all.push(Function::By(made.owner.clone()));
        }
        all
    }
}

/// What the code of the classes uses that may have to do with what is differentiated.
#[derive(Default)]
pub struct Uses {
    /// Where objects of a class are made.
    made: FxHashMap<String, Vec<Place>>,
    /// Where objects are told to be of a class.
    casts: FxHashMap<String, Vec<Place>>,
    /// Where functions are made of a method; with their interface and the name of its method.
    functions: FxHashMap<MethodId, Vec<(Place, String, String)>>,
    /// The functions that are made of this interface.
    of_interface: FxHashMap<String, BTreeSet<Function>>,
    /// Where those are made of them that capture numbers.
    capturing: FxHashMap<String, BTreeSet<(ClassId, ConstIndex)>>,
    /// Where a field of this name and descriptor is read, or a method called.
    getting: FxHashMap<(String, String), Vec<Place>>,
    /// Whether iterators are made of streams.
    walks_streams: bool,
    /// Whether parts are made of sorted collections.
    makes_parts: bool,
    /// What [`Uses::went`] gives.
    went: RefCell<FxHashMap<Had, Rc<[Went]>>>,
}

impl Uses {
    /// That of all such classes.
    pub fn of(classes: &Classes) -> Uses {
        let mut uses = Uses::default();
        met(classes).for_each(|id| uses.add(classes, id));
        uses
    }

    /// Where objects of this class are made.
    pub fn made(&self, name: &str) -> &[Place] {
        self.made.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where objects are told to be of this class.
    pub fn casts(&self, name: &str) -> &[Place] {
        self.casts.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where functions are made of this method; with their interface and the name of its method.
    pub fn functions(&self, body: MethodId) -> &[(Place, String, String)] {
        self.functions.get(&body).map(Vec::as_slice).unwrap_or_default()
    }

    /// The functions of this interface, or one below it.
    pub fn of_interface(&self, classes: &Classes, interface: &str) -> BTreeSet<Function> {
        all_of(&self.of_interface, classes, interface)
    }

    /// Where such are made that capture numbers: the class and the constant of the `invokedynamic`.
    pub fn capturing(&self, classes: &Classes, interface: &str) -> BTreeSet<(ClassId, ConstIndex)> {
        all_of(&self.capturing, classes, interface)
    }

    /// Whether any functions are made.
    pub fn makes_functions(&self) -> bool {
        !self.of_interface.is_empty()
    }

    /// Where such a field is read, or such a method called.
    pub fn getting(&self, name: &str, descriptor: &str) -> &[Place] {
        self.getting.get(&(name.to_owned(), descriptor.to_owned())).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where a method puts what it has from the source, which this looks for.
    pub fn went(&self, method: MethodId, source: Source, look: impl FnOnce() -> Vec<Went>) -> Rc<[Went]> {
        if let Some(known) = self.went.borrow().get(&(method, source)) {
            return Rc::clone(known);
        }
        let went: Rc<[Went]> = look().into();
        self.went.borrow_mut().insert((method, source), Rc::clone(&went));
        went
    }

    /// Whether iterators are made of streams: else those have ended before anything else is asked.
    pub fn walks_streams(&self) -> bool {
        self.walks_streams
    }

    /// Whether parts are made of sorted collections.
    pub fn makes_parts(&self) -> bool {
        self.makes_parts
    }

    fn add(&mut self, classes: &Classes, id: ClassId) {
        let class = classes.get(id);
        for (index, method) in class.methods.iter().enumerate() {
            let method_id = MethodId { class: id, index: index as u32 };
            let Ok(Some(code)) = class.code(method) else { continue };
            // The loops that are written for streams make iterators of those of collections alone.
            let is_loop = class.pool.utf8(method.name).is_ok_and(|name| is_loop(&name));
            for (at, insn) in code.insns.iter().enumerate() {
                self.walks_streams |= !is_loop && walks_stream(class, insn);
                self.enter(classes, class, (method_id, at), insn);
            }
        }
    }

    fn enter(&mut self, classes: &Classes, class: &ClassFile, place: Place, insn: &Insn) {
        match insn {
            Insn::Type(op @ (Opcode::New | Opcode::Checkcast), index) => {
                let places = if *op == Opcode::New { &mut self.made } else { &mut self.casts };
                if let Ok(name) = class.pool.class_name(*index) {
                    places.entry(name.into_owned()).or_default().push(place);
                }
            }
            Insn::Field(Opcode::Getfield | Opcode::Getstatic, index) | Insn::Invoke(_, index) => {
                self.get(class, place, *index)
            }
            Insn::InvokeDynamic(index) => {
                let Some(made) = lambda(class, *index) else { return };
                let functions = Function::of(classes, &made);
                if made.captured.iter().any(|captured| may_hold_numbers(captured)) {
                    let capturing = self.capturing.entry(made.interface.clone()).or_default();
                    capturing.insert((place.0.class, *index));
                }
                self.of_interface.entry(made.interface.clone()).or_default().extend(functions);
                if let Some(body) = made.body(classes) {
                    self.functions.entry(body).or_default().push((place, made.interface, made.method));
                }
            }
            _ => {}
        }
    }

    fn get(&mut self, class: &ClassFile, place: Place, index: ConstIndex) {
        let Ok(member) = class.pool.member_ref(index) else { return };
        self.makes_parts |= makes_part(&member.name);
        let named = (member.name.into_owned(), member.descriptor.into_owned());
        self.getting.entry(named).or_default().push(place);
    }
}

/// Whether a captured value of this type is a number, or an array of some.
fn may_hold_numbers(descriptor: &str) -> bool {
    Shape::in_field(descriptor).keeps_tangent() || is_array_of_boxes(descriptor)
}

/// What there is of this interface and those below it.
fn all_of<T: Clone + Ord>(
    of: &FxHashMap<String, BTreeSet<T>>,
    classes: &Classes,
    interface: &str,
) -> BTreeSet<T> {
    let mut all = BTreeSet::new();
    for below in classes.family(interface) {
        all.extend(of.get(&below).into_iter().flatten().cloned());
    }
    let foreign = of.iter().filter(|(name, _)| {
        *name == interface || functions::above(name).iter().any(|above| above == interface)
    });
    all.extend(foreign.flat_map(|(_, made)| made.iter().cloned()));
    all
}

/// Whether an instruction makes an iterator of a stream, or a function that does.
fn walks_stream(class: &ClassFile, insn: &Insn) -> bool {
    let walks =
        |owner: &str, name: &str| matches!(name, "iterator" | "spliterator") && owner.starts_with(STREAMS);
    match insn {
        Insn::Invoke(_, index) => class.pool.member_ref(*index).is_ok_and(|m| walks(&m.owner, &m.name)),
        Insn::InvokeDynamic(index) => {
            lambda(class, *index).is_some_and(|made| walks(&made.owner, &made.name))
        }
        _ => false,
    }
}
