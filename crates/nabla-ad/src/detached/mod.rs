//! Detached derivatives: out of the augmented classes, into companions `Foo$Nabla` that leave `Foo`
//! alone.
//!
//! A companion holds the generated methods of its class and what they call, all static, the receiver
//! first: it is in local 0 either way, so their code stays as it is. What a class of the same package
//! cannot reach is refused. A companion may also be made a nestmate of its class when it is defined: then
//! private members are no obstacle, and `links.rs` tells how it calls those of other classes.

mod companion;
mod constants;
mod dispatch;
mod function;
mod generated;
mod links;
mod others;
mod program;
mod reach;
mod receiver;
mod refusals;

use crate::codes;
use crate::program::synthesize::INFIX;
use crate::report::ClassReport;
use crate::{AdError, ClassSource, Input, MadeClass, ProgramReport};
use companion::Companion;
use generated::Generated;
pub use links::Link;
use nabla_classfile::ClassFile;
pub use others::differentiate_detached;
use program::{At, Closure, Program};
use refusals::{Refusals, refusal};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What is put behind a class's name for that of its companion.
pub const COMPANION: &str = "$Nabla";

/// Where companions live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// In the package of their class: named classes like any other.
    Package,
    /// In the nest of their class: each is defined as a hidden class, which no other can name.
    Nest,
}

const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;
const INTERFACE: u16 = 0x0200;
const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;

/// Puts the derivatives of augmented classes into companions, which become the outputs of the
/// report. `inputs` are the classes that were differentiated, `classes` all others.
///
/// # Errors
///
/// As [`differentiate_program`](crate::differentiate_program). What a companion cannot do is refused
/// in the report.
pub fn detach(
    inputs: &[Input],
    report: ProgramReport,
    classes: &dyn ClassSource,
) -> Result<ProgramReport, AdError> {
    Ok(detach_to(Home::Package, inputs, report, classes, &|_| false)?.0)
}

/// As [`detach`], with companions that are to be defined as hidden nestmates of their classes. Beside
/// the report: what each companion calls in others, by the binary name of its class, in the order of
/// its class data. `applies` are the tangent methods of functions that are given to it in the same way;
/// the class of such a link is the interface of the tangent method.
///
/// # Errors
///
/// As [`detach`].
pub fn detach_to_nest(
    inputs: &[Input],
    report: ProgramReport,
    classes: &dyn ClassSource,
    applies: &dyn Fn(&Link) -> bool,
) -> Result<(ProgramReport, Links), AdError> {
    detach_to(Home::Nest, inputs, report, classes, applies)
}

/// What companions call in others.
pub type Links = BTreeMap<String, Vec<Link>>;

fn detach_to(
    home: Home,
    inputs: &[Input],
    mut report: ProgramReport,
    classes: &dyn ClassSource,
    applies: &dyn Fn(&Link) -> bool,
) -> Result<(ProgramReport, Links), AdError> {
    let changed = take(home, inputs, &mut report, classes)?;
    let mut read = Vec::new();
    for class in &changed {
        read.push((ClassFile::read(&class.original)?, ClassFile::read(&class.augmented)?));
    }
    let generated = read.iter().zip(&changed).map(|((original, augmented), class)| match class.place {
        Place::Made(_) => Generated::made(augmented),
        _ => Generated::new(home, original, augmented),
    });
    let program = Program::new(home, generated.collect::<Result<_, _>>()?, classes, applies);
    let refusals = Refusals::new(&program, classes, &report.made)?;
    let mut wanted = Wanted::default();
    for (number, class) in changed.iter().enumerate() {
        let Some(report) = class.report(&mut report) else { continue };
        for method in report.methods.iter_mut().filter(|m| !m.derivatives.is_empty()) {
            let roots = method.derivatives.iter();
            let roots = roots.filter_map(|d| program.classes[number].index(&d.method, &d.descriptor));
            let closure = program.closure(roots.map(|index| (number, index)))?;
            let mut found = refusals.of(number, method, &closure)?;
            if found.is_empty()
                && let Some(name) = wanted.add(&program, closure)?
            {
                found.push(refusal(codes::NAME_TAKEN, &name, method.line, None));
            }
            if !found.is_empty() {
                method.derivatives.clear();
                method.diagnostics.extend(found);
            }
        }
    }
    let mut links = Links::new();
    let mut made = Vec::new();
    for (number, class) in changed.iter().enumerate() {
        if let Place::Made(at) = class.place
            && wanted.methods.range((number, 0)..(number + 1, 0)).next().is_some()
        {
            let (output, linked) = function::moved(&program, number, &class.augmented)?;
            let class = report.made[at].class.clone();
            links.insert(class.clone(), linked);
            made.push(MadeClass { class, beside: report.made[at].beside.clone(), output });
        }
        let Some(report) = class.report(&mut report) else { continue };
        let linked = write(&program, number, &wanted, report)?;
        links.insert(report.class.clone(), linked);
    }
    report.callees.retain(|callee| callee.output.is_some());
    report.made = made;
    Ok((report, links))
}

/// Whether a class is a companion that an earlier run wrote: unlike a nested class of that name, it
/// has no constructor, no field, and static methods only.
pub fn is_companion(class: &ClassFile) -> bool {
    let own = |m: &nabla_classfile::Member| m.access & STATIC != 0;
    class.name().is_ok_and(|name| name.ends_with(COMPANION))
        && class.fields.is_empty()
        && !class.methods.is_empty()
        && class.methods.iter().all(own)
        && class.attribute(&class.attributes, "NestHost").is_none()
}

/// A class that got methods.
struct Changed {
    original: Arc<[u8]>,
    augmented: Vec<u8>,
    place: Place,
}

/// Where in the report a class is.
enum Place {
    Input(usize),
    Callee(usize),
    Made(usize),
}

impl Changed {
    fn report<'r>(&self, report: &'r mut ProgramReport) -> Option<&'r mut ClassReport> {
        match self.place {
            Place::Input(at) => report.classes.get_mut(at)?.as_mut().ok(),
            Place::Callee(at) => report.callees.get_mut(at),
            Place::Made(_) => None,
        }
    }
}

/// Takes the augmented classes out of the report; in a nest, also those that stand for lambdas.
fn take(
    home: Home,
    inputs: &[Input],
    report: &mut ProgramReport,
    classes: &dyn ClassSource,
) -> Result<Vec<Changed>, AdError> {
    let mut changed = Vec::new();
    for (at, (class, input)) in report.classes.iter_mut().zip(inputs).enumerate() {
        if let Ok(class) = class
            && let Some(augmented) = class.output.take()
        {
            changed.push(Changed { original: input.bytes.into(), augmented, place: Place::Input(at) });
        }
    }
    for (at, callee) in report.callees.iter_mut().enumerate() {
        let original = classes.class(&callee.class.replace('.', "/"));
        let original = original.ok_or_else(|| AdError::Bug(format!("`{}` is gone", callee.class)))?;
        if let Some(augmented) = callee.output.take() {
            changed.push(Changed { original, augmented, place: Place::Callee(at) });
        }
    }
    for (at, made) in report.made.iter().enumerate().filter(|(_, made)| made.class.contains(INFIX)) {
        if home == Home::Nest {
            let (original, augmented) = (made.output.as_slice().into(), made.output.clone());
            changed.push(Changed { original, augmented, place: Place::Made(at) });
        }
    }
    Ok(changed)
}

/// Writes the companion of a class, if it has one, and tells the report; what it calls in others.
fn write(
    program: &Program,
    number: usize,
    wanted: &Wanted,
    report: &mut ClassReport,
) -> Result<Vec<Link>, AdError> {
    let methods = wanted.methods.range((number, 0)..(number + 1, 0));
    let mut lengths = BTreeMap::new();
    let skeleton = companion::skeleton(program, number, &wanted.foreign)?;
    let mut companion = Companion::new(&skeleton, program, number)?;
    for &at in methods {
        lengths.insert(at.1, companion.add(at.1, wanted.foreign.contains(&at))?);
    }
    if lengths.is_empty() {
        return Ok(Vec::new());
    }
    let links = companion.links()?;
    report.output = Some(companion.write()?);
    let generated = &program.classes[number];
    for derivative in report.methods.iter_mut().flat_map(|m| &mut m.derivatives) {
        if let Some(index) = generated.index(&derivative.method, &derivative.descriptor) {
            derivative.code_bytes = lengths.get(&index).copied().unwrap_or(derivative.code_bytes);
            derivative.descriptor = generated.detached_descriptor(index)?;
            derivative.is_static = true;
        }
    }
    Ok(links)
}

/// The methods that companions get.
#[derive(Default)]
struct Wanted {
    methods: BTreeSet<At>,
    foreign: BTreeSet<At>,
    /// By class, and by name and descriptor in its companion, where `f(Foo, double)` and `f(double)`
    /// may meet.
    names: HashMap<(usize, String, String), At>,
}

impl Wanted {
    /// Adds all, or none: then it gives the name that two of them would have.
    fn add(&mut self, program: &Program, closure: Closure) -> Result<Option<String>, AdError> {
        let mut names = HashMap::new();
        for &at in closure.methods.keys() {
            let class = &program.classes[at.0];
            let name = (at.0, class.name(at.1)?, class.detached_descriptor(at.1)?);
            let other = names.get(&name).or(self.names.get(&name));
            if other.is_some_and(|&other| other != at) {
                return Ok(Some(name.1));
            }
            names.insert(name, at);
        }
        self.names.extend(names);
        self.methods.extend(closure.methods.into_keys());
        self.foreign.extend(closure.foreign);
        Ok(None)
    }
}
