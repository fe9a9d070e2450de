//! What functions read and store of what was there before.

use super::calls::{Calls, calling};
use super::{Field, Reads, Stores, solved};
use crate::activity::fact::Shape;
use crate::program::classes::{ClassId, Classes, MethodId};
use crate::program::initialisers::{all_run, making};
use crate::program::kept::{COMPARATOR, Function, Uses};
use crate::program::languages::is_of_language;
use crate::program::outside::CONSTRUCTORS;
use crate::program::owner::{Owner, bits};
use nabla_classfile::ConstIndex;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What some functions read and store, with all that they call.
#[derive(Debug, Default)]
pub struct Touching {
    /// The fields with numbers that they store to.
    pub stores: BTreeSet<Field>,
    /// Those of them that were there before, but for stores through calls of many bodies: objects that are made have no
    /// tangents yet.
    pub changes: BTreeSet<Field>,
    /// Those that they read, where that goes anywhere.
    pub reads: BTreeSet<Field>,
    /// Whether arrays of numbers that were there before may be among it, whatever holds them.
    pub arrays: bool,
    /// Whether what functions have captured that they call may be.
    pub captured: bool,
    /// The initialisers of classes that constructors may run.
    pub begins: BTreeSet<MethodId>,
}

impl Touching {
    /// Whether that is nothing.
    pub fn is_nothing(&self) -> bool {
        self.stores.is_empty() && self.reads.is_empty() && !self.arrays && !self.captured
    }
}

/// What the functions of one interface read and store that the classes make, without what functions do that they call.
#[derive(Debug, Default)]
pub struct OfInterface {
    pub touching: Touching,
    /// The interfaces by which they call others.
    pub called: BTreeSet<String>,
    /// The fields with the numbers that they have captured.
    captured: BTreeSet<Field>,
    /// Whether others may be among that, which no field holds.
    pub captures: bool,
}

impl OfInterface {
    /// What they compute with that was there before.
    pub fn reads(&self) -> Reads {
        match self.touching.captured || self.touching.arrays {
            true => Reads::Anything,
            false => Reads::Fields(&self.touching.reads | &self.captured),
        }
    }

    /// What these functions do.
    pub fn new(classes: &Classes, uses: &Uses, interface: &str) -> OfInterface {
        let mut all = OfInterface::default();
        let mut made = Vec::new();
        for function in uses.of_interface(classes, interface) {
            match function {
                Function::Of(body, captured) => made.push((body, captured)),
                Function::By(other) => all.called.extend([other]),
            }
        }
        let of = interface.strip_prefix(CONSTRUCTORS);
        let makes = of.is_some();
        for class in of.map_or_else(Vec::new, |of| below(classes, of)) {
            made.extend(constructors(classes, class).map(|body| (body, usize::MAX)));
            all.touching.begins.extend(making(classes, class));
        }
        let bodies = made.iter().map(|(body, _)| *body).collect();
        for site in uses.capturing(classes, interface) {
            match captured(classes, site) {
                Some(fields) => all.captured.extend(fields),
                None => all.captures = true,
            }
        }
        let calls = Calls::new(classes, &bodies);
        let known = solved(classes, &calls, &bodies);
        for (body, captured) in made {
            if let Some(stores) = known.get(&body) {
                all.touching.add(stores, Run { captured, makes, gives: interface != COMPARATOR });
            }
        }
        let many = all.touching.named(classes, calls.of_many());
        for method in calls.order.iter().copied().chain(many) {
            all.called.extend(calling(classes, method).interfaces.iter().cloned());
            if let Some(read) = classes.method_code(method).filter(|_| makes) {
                all.touching.begins.extend(all_run(classes, method.class, &read.code));
            }
        }
        // What other functions call is looked at where it is handed to them.
        all.touching.captured = makes && !all.called.is_empty();
        all
    }
}

/// The fields with numbers of what stands for a function; `None` where nothing does, or they are boxes in arrays.
fn captured(classes: &Classes, (host, index): (ClassId, ConstIndex)) -> Option<Vec<Field>> {
    let class = classes.make(host, index)?.class;
    let own = classes.get(class);
    let mut captured = Vec::new();
    for (index, field) in own.fields.iter().enumerate() {
        let descriptor = own.pool.utf8(field.descriptor).ok()?;
        match Shape::in_field(&descriptor).keeps_tangent() {
            true => captured.push((class, index)),
            false if is_array_of_boxes(&descriptor) => return None,
            false => {}
        }
    }
    Some(captured)
}

/// Whether values of this type are arrays of what may be boxes, which are not followed.
pub fn is_array_of_boxes(descriptor: &str) -> bool {
    let element = descriptor.trim_start_matches('[');
    element.len() < descriptor.len() && Shape::in_field(element).content().is_some()
}

/// How functions are run.
struct Run {
    /// How many of their operands were there before.
    captured: usize,
    /// Whether the first is an object that is made.
    makes: bool,
    /// Whether what they give is used. An order may read what it compares, if it stores nothing.
    gives: bool,
}

/// The classes below this one, or all that are met.
fn below(classes: &Classes, of: &str) -> Vec<ClassId> {
    let below = classes.find(of).map(|_| classes.family(of));
    let names = below.unwrap_or_else(|| classes.related().classes.keys().cloned().collect());
    names.iter().filter_map(|name| classes.find(name)).collect()
}

fn constructors(classes: &Classes, class: ClassId) -> impl Iterator<Item = MethodId> {
    let own = classes.get(class);
    let methods = own.methods.iter().enumerate();
    let constructors = methods.filter(|(_, member)| own.pool.is_text(member.name, "<init>"));
    constructors.map(move |(index, _)| MethodId { class, index: index as u32 })
}

impl Touching {
    /// Adds what functions of one more interface do.
    pub fn add_all(&mut self, of: &OfInterface) {
        self.stores.extend(&of.touching.stores);
        self.reads.extend(&of.touching.reads);
        self.arrays |= of.touching.arrays;
        self.captured |= of.touching.captured;
        self.begins.extend(&of.touching.begins);
    }

    /// Adds what a function does: what it is given is looked at where it is called.
    fn add(&mut self, stores: &Stores, run: Run) {
        // What it is given and keeps is outside.
        let made = usize::from(run.makes);
        let is_there = |owner: Owner, end| {
            owner.is_outside() || bits(owner.operands()).any(|i| (made..end).contains(&i))
        };
        let was_there = |owner: Owner| is_there(owner, run.captured);
        let touched = |(field, owner): (&Field, &Owner)| is_there(*owner, usize::MAX).then_some(*field);
        self.changes.extend(stores.fields.iter().filter_map(touched));
        let stored: BTreeSet<Field> = stores.fields.iter().chain(&stores.made).filter_map(touched).collect();
        let arrays = was_there(stores.arrays);
        if run.gives || arrays || !stored.is_empty() {
            self.reads.extend(stores.reads.iter().filter_map(touched));
            self.arrays |= arrays || was_there(stores.sources);
        }
        self.stores.extend(stored);
        // What is held in two places has its tangent in one.
        self.arrays |= run.makes && stores.links;
    }

    /// Adds all that these methods name and that they call, too many to ask whose it is; those methods. Libraries of
    /// languages know nothing of the program.
    fn named(&mut self, classes: &Classes, methods: &BTreeSet<MethodId>) -> BTreeSet<MethodId> {
        let is_own = |method: &MethodId| !is_of_language(&classes.name(method.class));
        self.arrays |= !methods.is_empty();
        let mut waiting: Vec<MethodId> = methods.iter().copied().filter(is_own).collect();
        let mut reached: BTreeSet<MethodId> = waiting.iter().copied().collect();
        let mut seen: FxHashSet<MethodId> = methods.iter().copied().collect();
        // Calls of one name share their bodies, which in a large library are many.
        let mut lists = FxHashSet::default();
        while let Some(method) = waiting.pop() {
            let calling = calling(classes, method);
            let (reads, stores) = calling.fields(classes, method);
            self.reads.extend(reads);
            self.stores.extend(stores);
            for (_, bodies) in calling.bodies.iter().filter(|(_, bodies)| lists.insert(Rc::as_ptr(bodies))) {
                let own = bodies.iter().copied().filter(|body| seen.insert(*body)).filter(is_own);
                for body in own {
                    reached.insert(body);
                    waiting.push(body);
                }
            }
        }
        reached
    }
}
