//! What stubs ask for, added to what is selected.

use nabla_classfile::{ClassFile, Member};

use super::{Stub, labels};
use crate::classpath::ClassPath;
use crate::engine::{ClassSource, Form, Request, Wrt, codes, default_forms};
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::parameters::{self, STATIC};
use crate::plan::{Plan, form};
use crate::refresh::Called;
use crate::worlds::Selected;

/// The derivative that a stub calls, or what is wrong with the stub.
pub struct Wanted {
    /// The stub.
    pub stub: Stub,
    /// The derivative.
    pub derivative: Result<Derivative, Problem>,
}

/// A derivative, by its primal.
pub struct Derivative {
    /// The number of the class among the units; `None` if it is on the class path.
    pub unit: Option<usize>,
    /// The primal's descriptor.
    pub descriptor: String,
    /// The form.
    pub form: Form,
    /// The labels of the independents, in parameter order.
    pub wrt: Vec<String>,
}

/// A code and what it speaks of.
pub struct Problem {
    pub code: &'static codes::CodeText,
    pub subject: String,
    /// Advice for this case, in place of the code's.
    pub help: Option<String>,
}

impl Problem {
    /// One with the code's advice.
    pub fn new(code: &'static codes::CodeText, subject: String) -> Problem {
        Problem { code, subject, help: None }
    }
}

/// Resolves what the stubs ask for, and selects what is not selected yet.
pub fn want(
    plan: &Plan,
    inputs: &Inputs,
    class_path: &ClassPath<'_>,
    stubs: Vec<Stub>,
    called: &mut Called,
    selected: &mut Vec<Selected>,
) -> Result<Vec<Wanted>, Failure> {
    let mut all = Vec::with_capacity(stubs.len());
    for stub in stubs {
        let release = class_path.release(&inputs.units[stub.unit]);
        let unit = class_path.given(stub.target(), release);
        let bytes = match unit {
            Some(unit) => match selected.iter().find(|s| s.unit == unit) {
                Some(selected) => Some(selected.bytes.clone()),
                None => Some(inputs.read(&inputs.units[unit])?.to_vec()),
            },
            None => class_path.at(release).class(stub.target()).map(|bytes| bytes.to_vec()),
        };
        let derivative = match bytes {
            None => Err(Problem::new(codes::STUB_CLASS, stub.target().replace('/', "."))),
            Some(bytes) => {
                let shown = unit.map_or(stub.target(), |unit| &inputs.units[unit].shown);
                let class = ClassFile::read(&bytes).map_err(|e| Failure::malformed(shown, &e))?;
                let resolved = resolve(&class, &stub, unit);
                if let (Ok((derivative, method)), Some(unit)) = (&resolved, unit) {
                    let names = parameters::names(&class, method);
                    select(plan, &stub, unit, &bytes, derivative, names, selected);
                }
                resolved.map(|(derivative, _)| derivative)
            }
        };
        all.push(Wanted { stub, derivative });
    }
    if plan.refresh && !all.is_empty() {
        // The derivatives that stubs mean are made anew, too.
        *called = plan.strip(inputs, selected)?;
    }
    selected.sort_by_key(|s| s.unit);
    Ok(all)
}

/// The primal that a stub means: of overloads, the one whose parameters the stub's begin with.
fn resolve<'c, 'a>(
    class: &'c ClassFile<'a>,
    stub: &Stub,
    unit: Option<usize>,
) -> Result<(Derivative, &'c Member<'a>), Problem> {
    let form = form(&stub.asked.form.to_ascii_lowercase())
        .ok()
        .filter(|form| !matches!(form, Form::Field | Form::Structure))
        .ok_or_else(|| Problem::new(codes::STUB_FORM, stub.asked.form.clone()))?;
    let fits = |method: &&Member<'a>| {
        let descriptor = class.pool.utf8(method.descriptor).ok()?;
        let own = descriptor.strip_prefix('(')?.split_once(')')?.0.to_owned();
        let rest = stub.arguments(method.access & STATIC != 0)?.strip_prefix(own.as_str())?;
        (rest.is_empty() == (form == Form::Partial)).then_some(own.len())
    };
    let named =
        class.methods.iter().filter(|m| class.pool.utf8(m.name).is_ok_and(|n| n == stub.asked.method));
    let fitting = named.filter_map(|m| Some((fits(&m)?, m)));
    let Some((_, method)) = fitting.max_by_key(|(length, _)| *length) else {
        return Err(Problem::new(codes::STUB_TARGET, stub.primal()));
    };
    let descriptor = class.pool.utf8(method.descriptor).unwrap_or_default().into_owned();
    let labels = labels(class, method);
    let independents = independents(&descriptor, &labels, &stub.asked.wrt)
        .map_err(|(code, entry)| Problem::new(code, entry))?;
    if form == Form::Partial && independents.len() != 1 {
        return Err(Problem::new(codes::STUB_INDEPENDENT, stub.primal()));
    }
    let wrt = independents.into_iter().map(|i| labels[i].clone()).collect();
    Ok((Derivative { unit, descriptor, form, wrt }, method))
}

/// The indices of the independents, in parameter order, or the entry that is none, and why.
fn independents(
    descriptor: &str,
    labels: &[String],
    wrt: &[String],
) -> Result<Vec<usize>, (&'static codes::CodeText, String)> {
    let (types, _) = parameters::split(descriptor).unwrap_or_default();
    let number = |i: &usize| {
        types
            .get(*i)
            .is_some_and(|t| parameters::is_scalar(t) || matches!(t.trim_start_matches('['), "D" | "F"))
    };
    if wrt.is_empty() {
        let by_default = |i: &usize| number(i) && (parameters::is_scalar(types[*i]) || types[*i].len() <= 2);
        return Ok((0..types.len()).filter(by_default).collect());
    }
    let mut found = Vec::new();
    for entry in wrt {
        let named = labels.iter().position(|label| label == entry);
        let index = named.or_else(|| entry.parse().ok()).filter(number);
        let index = index.ok_or_else(|| (codes::UNKNOWN_INDEPENDENT, entry.clone()))?;
        if found.contains(&index) {
            return Err((codes::TWICE, entry.clone()));
        }
        found.push(index);
    }
    found.sort_unstable();
    Ok(found)
}

/// Selects the primal, unless a request gives the derivative already.
fn select(
    plan: &Plan,
    stub: &Stub,
    unit: usize,
    bytes: &[u8],
    derivative: &Derivative,
    names: Vec<Option<String>>,
    selected: &mut Vec<Selected>,
) {
    let place = match selected.iter().position(|s| s.unit == unit) {
        Some(place) => place,
        None => {
            selected.push(Selected {
                unit,
                name: stub.target().to_owned(),
                bytes: bytes.to_vec(),
                requests: Vec::new(),
                parameters: Vec::new(),
            });
            selected.len() - 1
        }
    };
    let selected = &mut selected[place];
    let labels: Vec<String> =
        names.iter().enumerate().map(|(i, n)| n.clone().unwrap_or_else(|| i.to_string())).collect();
    let same: Vec<&Request> = selected
        .requests
        .iter()
        .filter(|r| r.method == stub.asked.method && r.descriptor == derivative.descriptor)
        .collect();
    let mut taken = false;
    for request in same {
        let of = |wrt: &[String]| independents(&derivative.descriptor, &labels, wrt);
        let Ok(given) = (match &request.wrt {
            Wrt::All => of(&[]),
            Wrt::Listed(listed) => of(listed),
        }) else {
            continue;
        };
        let written = gives(request, derivative.form, &derivative.descriptor, &given);
        let given: Vec<&String> = given.into_iter().map(|i| &labels[i]).collect();
        let covers = match derivative.form {
            Form::Partial => given.contains(&&derivative.wrt[0]),
            _ => given.iter().copied().eq(&derivative.wrt),
        };
        if written && covers {
            return;
        }
        taken |= written && derivative.form != Form::Partial;
    }
    let mut templates = plan.names().to_vec();
    if taken {
        // Another derivative of this form has the usual name already.
        let template = format!("{}_{}", derivative.form.default_template(), derivative.wrt.join("_"));
        templates.retain(|(form, _)| *form != derivative.form);
        templates.push((derivative.form, template));
    }
    selected.requests.push(Request {
        method: stub.asked.method.clone(),
        descriptor: derivative.descriptor.clone(),
        wrt: Wrt::Listed(derivative.wrt.clone()),
        forms: vec![derivative.form],
        names: templates,
        lanes: plan.lanes,
    });
    selected.parameters.push(names);
}

/// Whether a request gives a form.
fn gives(request: &Request, form: Form, descriptor: &str, independents: &[usize]) -> bool {
    if !request.forms.is_empty() {
        return request.forms.contains(&form);
    }
    let (types, result) = parameters::split(descriptor).unwrap_or_default();
    default_forms(
        parameters::is_scalar(result),
        independents.iter().all(|i| parameters::is_scalar(types[*i])),
    )
    .contains(&form)
}
