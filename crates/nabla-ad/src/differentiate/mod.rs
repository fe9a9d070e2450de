//! The pipeline: read → select → control flow → activity → callees → rewrite → write.

mod apart;
mod divided;
mod emission;
mod families;
mod finish;
mod methods;
mod versions;
mod without;

use crate::diagnose::source_file;
use crate::program::classes::{Arena, ClassId, Classes};
use crate::program::solve::Program;
use crate::receiver;
use crate::report::{ClassReport, MethodReport};
use crate::root::{Root, select, settle_together};
use crate::second::add_second_order;
use crate::{AdError, ClassSource, NoClasses, Request};
use apart::differentiate_apart;
use emission::emit;
use finish::Draft;
use std::collections::{BTreeMap, BTreeSet};
use without::{refused, without_refused};

/// A class and what is asked of it.
#[derive(Debug, Clone)]
pub struct Input<'b> {
    /// The class file.
    pub bytes: &'b [u8],
    /// The methods to differentiate.
    pub requests: Vec<Request>,
}

/// What came of a program.
#[derive(Debug)]
pub struct ProgramReport {
    /// One report per input, in their order.
    pub classes: Vec<Result<ClassReport, AdError>>,
    /// Classes of the class path that methods were added to, because selected methods call them;
    /// by name.
    pub callees: Vec<ClassReport>,
    /// Classes that no input has, by name: those of lambdas that derivatives make, and interfaces of
    /// the tangent methods of functions.
    pub made: Vec<MadeClass>,
    /// Classes of the program of which the code that was followed makes objects, by internal name.
    pub constructed: BTreeSet<String>,
}

/// A class that no input has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeClass {
    /// Its binary name, with dots.
    pub class: String,
    /// The class that it belongs beside: the one that has the lambda, or calls the function.
    pub beside: String,
    /// The class file.
    pub output: Vec<u8>,
}

/// Adds derivative methods to one class; what it calls in other classes is not followed.
///
/// # Errors
///
/// A damaged class file, or a fault of this library. What cannot be differentiated is no error: it
/// is refused in the report.
pub fn differentiate(bytes: &[u8], requests: &[Request]) -> Result<ClassReport, AdError> {
    let input = Input { bytes, requests: requests.to_vec() };
    differentiate_program(&[input], &NoClasses)?.classes.remove(0)
}

/// Adds derivative methods to the inputs, and to the classes of `source` that they call.
///
/// # Errors
///
/// A fault of this library. What is wrong with one input is in its report.
pub fn differentiate_program(inputs: &[Input], source: &dyn ClassSource) -> Result<ProgramReport, AdError> {
    if !inputs.iter().flat_map(|input| &input.requests).any(receiver::names_fields) {
        return all_orders(inputs, source);
    }
    let bound = inputs.iter().map(|input| receiver::bind(input, source)).collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<Input> = inputs.iter().zip(&bound).map(|(input, bound)| bound.input(input)).collect();
    receiver::release(all_orders(&inputs, source)?, &bound)
}

fn all_orders(inputs: &[Input], source: &dyn ClassSource) -> Result<ProgramReport, AdError> {
    let report = first_order(inputs, source)?;
    let second = |request: &Request| request.second_order().next().is_some();
    if inputs.iter().any(|input| input.requests.iter().any(second)) {
        let before = refused(&report);
        let report = add_second_order(inputs, source, report)?;
        return without_refused(inputs, source, report, &before);
    }
    Ok(report)
}

/// All forms but those of second order, and what these need.
pub(crate) fn first_order(inputs: &[Input], source: &dyn ClassSource) -> Result<ProgramReport, AdError> {
    let arena = Arena::new();
    let program = Program::new(Classes::new(&arena, source));
    let read: Vec<Result<ClassId, AdError>> = inputs
        .iter()
        .map(|input| program.classes.add(input.bytes, &input.requests).map_err(AdError::from))
        .collect();
    let mut roots = Vec::new();
    let mut broken = BTreeMap::new();
    for (place, (input, id)) in inputs.iter().zip(&read).enumerate() {
        let Ok(id) = id else { continue };
        for request in &input.requests {
            match select(&program, *id, request) {
                Ok(root) => roots.push((place, root)),
                Err(error @ AdError::Malformed(_)) => {
                    broken.insert(place, error);
                }
                Err(error) => return Err(error),
            }
        }
    }
    let mut draft = Draft::default();
    settle(&program, &mut roots, true)?;
    emit(&program, &mut roots, &mut draft)?;
    let program = differentiate_apart(program, &mut roots, &mut draft)?;
    let (mut written, made) = draft.finish(&program)?;
    let mut methods: BTreeMap<usize, Vec<MethodReport>> = BTreeMap::new();
    for (place, root) in roots {
        methods.entry(place).or_default().push(root.report);
    }
    let mut report = |id: ClassId, methods: Vec<MethodReport>| {
        let class = program.classes.get(id);
        Ok(ClassReport {
            class: program.classes.name(id).replace('/', "."),
            source: source_file(class),
            methods,
            output: written.remove(&id),
        })
    };
    let mut classes = Vec::new();
    for (place, id) in read.into_iter().enumerate() {
        classes.push(match (id, broken.remove(&place)) {
            (_, Some(error)) | (Err(error), _) => Err(error),
            (Ok(id), None) => report(id, methods.remove(&place).unwrap_or_default()),
        });
    }
    let rest: Vec<ClassId> = written.keys().copied().collect();
    let mut report = |id: ClassId| ClassReport {
        class: program.classes.name(id).replace('/', "."),
        source: source_file(program.classes.get(id)),
        methods: Vec::new(),
        output: written.remove(&id),
    };
    let mut callees: Vec<ClassReport> = rest.into_iter().map(&mut report).collect();
    callees.sort_by(|a, b| a.class.cmp(&b.class));
    Ok(ProgramReport { classes, callees, made, constructed: program.constructed() })
}

/// Analyses all roots. What one finds out about a field or an array another may have to know, so
/// nothing is said of any before all are settled; only one that is refused already is told why and
/// taken back at once, if refused ones are `told` why.
fn settle<'a>(program: &Program<'a>, roots: &mut [(usize, Root<'a>)], told: bool) -> Result<(), AdError> {
    for (_, root) in roots.iter_mut() {
        root.settle_alone(program)?;
        if root.is_lost(program)? {
            if told {
                root.diagnose(program)?;
                root.refuse();
            } else {
                root.refuse_untold();
            }
            program.roll_back();
        }
    }
    settle_together(program, roots.iter_mut().map(|(_, root)| root).collect())?;
    for (_, root) in roots {
        root.diagnose(program)?;
        root.check_forms(program)?;
    }
    Ok(())
}
