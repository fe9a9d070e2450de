//! Fills stubs in, after all derivatives are made.

use std::collections::BTreeMap;

use nabla_classfile::{ClassFile, Member};

use super::code::{Callee, replace};
use super::wanted::{Derivative, Problem};
use super::{Stub, Wanted};
use crate::classpath::ClassPath;
use crate::engine::{ClassReport, ClassSource, Diagnostic, Form, MethodReport, Severity, codes};
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::parameters::{self, STATIC};
use crate::plan::Plan;
use crate::sources;
use crate::worlds::{Made, Selected};

const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const INTERFACE: u16 = 0x0200;

/// The derivative that a stub calls, found.
struct Found {
    stub: Stub,
    interface: bool,
    name: String,
    descriptor: String,
    is_static: bool,
}

/// What a stub calls, or what is wrong with it.
type Outcome = Result<Found, (Stub, Problem)>;

/// Fills in the stubs of all classes. Of a primal that is refused there is no derivative; it has
/// its own diagnostic, and its stubs are left.
pub fn fill(
    plan: &Plan,
    inputs: &Inputs,
    class_path: &ClassPath<'_>,
    selected: &[Selected],
    wanted: Vec<Wanted>,
    made: &mut Vec<Made>,
) -> Result<(), Failure> {
    let mut classes: BTreeMap<usize, Vec<Outcome>> = BTreeMap::new();
    for Wanted { stub, derivative } in wanted {
        let found = match derivative {
            Ok(derivative) => locate(plan, inputs, class_path, made, &stub, &derivative)?,
            Err(problem) => Some(Err(problem)),
        };
        if let Some(found) = found {
            classes.entry(stub.unit).or_default().push(found.map_err(|problem| (stub, problem)));
        }
    }
    for (unit, stubs) in classes {
        fill_class(inputs, selected, unit, stubs, made)?;
    }
    Ok(())
}

/// The derivative among what was made or in a class of the class path; `None` if it was refused.
fn locate(
    plan: &Plan,
    inputs: &Inputs,
    class_path: &ClassPath<'_>,
    made: &[Made],
    stub: &Stub,
    derivative: &Derivative,
) -> Result<Option<Result<Found, Problem>>, Failure> {
    let release = class_path.release(&inputs.units[stub.unit]);
    let (bytes, name) = match derivative.unit {
        Some(unit) => {
            let place = &inputs.units[unit].place;
            let Some(made) = made.iter().find(|m| m.unit.place == *place && m.version.is_none()) else {
                return Ok(None);
            };
            let of = |m: &&MethodReport| {
                m.method == stub.asked.method && m.descriptor == derivative.descriptor && !m.refused()
            };
            let methods = made.report.methods.iter().filter(of);
            let same = |d: &&crate::engine::Derivative| d.form == derivative.form && d.wrt == derivative.wrt;
            let (Some(bytes), Some(generated)) =
                (&made.report.output, methods.flat_map(|m| &m.derivatives).find(same))
            else {
                return Ok(None);
            };
            (bytes.clone(), generated.method.clone())
        }
        None => {
            let Some(bytes) = class_path.at(release).class(stub.target()) else { return Ok(None) };
            let own = plan.names().iter().find(|(form, _)| *form == derivative.form);
            let template = own.map_or(derivative.form.default_template(), |(_, t)| t);
            let label = if derivative.form == Form::Partial { derivative.wrt[0].as_str() } else { "" };
            (bytes.to_vec(), template.replace("%f", &stub.asked.method).replace("%p", label))
        }
    };
    let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(stub.target(), &e))?;
    Ok(Some(check(&class, stub, &name)))
}

/// The method of this name that has the stub's parameters and result, if the stub may call it.
fn check(class: &ClassFile<'_>, stub: &Stub, name: &str) -> Result<Found, Problem> {
    let problem = |code| Problem::new(code, stub.primal());
    let result = stub.descriptor.split_once(')').map(|(_, result)| result).unwrap_or_default();
    let fits = |method: &&Member<'_>| {
        let arguments = stub.arguments(method.access & STATIC != 0);
        class.pool.utf8(method.name).is_ok_and(|n| n == name)
            && arguments.is_some_and(|arguments| {
                class.pool.utf8(method.descriptor).is_ok_and(|d| d == format!("({arguments}){result}"))
            })
    };
    let method = class.methods.iter().find(fits).ok_or_else(|| problem(codes::STUB_TARGET))?;
    let outermost = |name: &str| name.split('$').next().unwrap_or_default().to_owned();
    let package = |name: &str| name.rsplit_once('/').map(|(package, _)| package.to_owned());
    let target = stub.target();
    let reachable = if method.access & PRIVATE != 0 {
        // Java 11 lets the classes of a nest call each other's private methods.
        let nest = stub.major.min(class.major) >= 55 && outermost(target) == outermost(&stub.class);
        target == stub.class || nest
    } else {
        method.access & class.access & PUBLIC != 0 || package(target) == package(&stub.class)
    };
    if !reachable {
        return Err(problem(codes::STUB_ACCESS));
    }
    Ok(Found {
        stub: stub.clone(),
        interface: class.access & INTERFACE != 0,
        name: name.to_owned(),
        descriptor: class.pool.utf8(method.descriptor).unwrap_or_default().into_owned(),
        is_static: method.access & STATIC != 0,
    })
}

/// Fills in the stubs of one class, in every version that was made of it.
fn fill_class(
    inputs: &Inputs,
    selected: &[Selected],
    unit: usize,
    stubs: Vec<Outcome>,
    made: &mut Vec<Made>,
) -> Result<(), Failure> {
    let input = &inputs.units[unit];
    if !made.iter().any(|m| m.unit.place == input.place) {
        let bytes = inputs.read(input)?;
        let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(&input.shown, &e))?;
        let name = class.name().map_err(|e| Failure::malformed(&input.shown, &e))?.replace('/', ".");
        let report =
            ClassReport { class: name, source: sources::name(&bytes), methods: Vec::new(), output: None };
        made.push(Made {
            unit: input.clone(),
            selected: None,
            version: None,
            report,
            beside: None,
            stubs: Vec::new(),
        });
    }
    for made in made.iter_mut().filter(|m| m.unit.place == input.place) {
        if made.version.is_some() && made.report.output.is_none() {
            continue;
        }
        let original = match made.selected {
            Some(number) => selected[number].bytes.clone(),
            None => inputs.read(input)?.to_vec(),
        };
        let before = made.report.output.take();
        let bytes = before.as_ref().unwrap_or(&original);
        let mut class = ClassFile::read(bytes).map_err(|e| Failure::malformed(&input.shown, &e))?;
        for stub in &stubs {
            match stub {
                Ok(found) => {
                    one(&mut class, found).map_err(|e| Failure::malformed(&input.shown, &e))?;
                    made.stubs.push((found.stub.method.clone(), found.stub.descriptor.clone()));
                }
                Err((stub, problem)) => made.report.methods.push(refusal(stub, problem)),
            }
        }
        let output = match made.stubs.is_empty() {
            true => None,
            false => Some(class.write().map_err(|e| Failure::malformed(&input.shown, &e))?),
        };
        drop(class);
        made.report.output = output.or(before);
    }
    Ok(())
}

fn one(class: &mut ClassFile<'_>, found: &Found) -> nabla_classfile::Result<()> {
    let Found { stub, .. } = found;
    let at = class.methods.iter().position(|m| {
        class.pool.utf8(m.name).is_ok_and(|n| n == stub.method)
            && class.pool.utf8(m.descriptor).is_ok_and(|d| d == stub.descriptor)
    });
    let Some(at) = at else { return Ok(()) };
    let derivative = parameters::find(class, &found.name, &found.descriptor);
    let private = stub.target() == stub.class && derivative.is_some_and(|m| m.access & PRIVATE != 0);
    let callee = Callee {
        owner: stub.target(),
        interface: found.interface,
        name: &found.name,
        descriptor: &found.descriptor,
        is_static: found.is_static,
        private,
    };
    replace(class, at, stub, &callee)
}

fn refusal(stub: &Stub, problem: &Problem) -> MethodReport {
    MethodReport {
        method: stub.method.clone(),
        descriptor: stub.descriptor.clone(),
        line: stub.line,
        code_bytes: 0,
        derivatives: Vec::new(),
        carried: Vec::new(),
        group: 0,
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            code: problem.code.code,
            line: stub.line,
            offset: None,
            message: problem.code.message.replace("{}", &problem.subject),
            help: problem.help.clone().unwrap_or_else(|| problem.code.help.to_owned()),
            callee: None,
        }],
    }
}
