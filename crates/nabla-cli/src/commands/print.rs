//! `nabla-rs print INPUT`: the listing of a class.

use nabla_classfile::{ClassFile, Member};

use crate::classpath::ClassPath;
use crate::cli::Print;
use crate::diagnostics;
use crate::engine::{self, Around, Probes, Subject};
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Unit};
use crate::listing;
use crate::pipeline::{self, Plan};
use crate::select::Selector;
use crate::ui::{self, Ui};

use super::explain::own_rules;

/// Prints every class of the inputs, or with `--derivative` the selected methods and what would be
/// generated for them.
pub fn run(ui: &Ui, args: &Print) -> anyhow::Result<Status> {
    let plan = Plan::new(&args.selection, false)?;
    let inputs = Inputs::open(&args.selection.inputs, None)?;
    let mut class_path = plan.class_path(&inputs)?;
    if args.derivative {
        class_path.know_annotated(own_rules(&inputs)?);
    }
    let mut status = Status::Done;
    let mut matched = false;
    for unit in &inputs.units {
        let listed = engine::guarded(|| match args.derivative {
            true => derivatives(ui, &plan, &class_path, &inputs, unit, &mut matched),
            false => class(&plan, &inputs, unit, args.code, &mut matched).map(|text| (text, Status::Done)),
        });
        match listed {
            Ok((text, one)) => {
                ui::out(&text);
                status = status.max(one);
            }
            Err(failure) => {
                ui.failure(&failure);
                status = status.max(failure.status);
            }
        }
    }
    status = status.max(diagnostics::class_path(ui, &class_path));
    if !matched && status == Status::Done {
        let what = match args.selection.methods.as_slice() {
            [] => "no method can have a derivative".to_owned(),
            patterns => format!("no method matches `{}`", patterns.join("`, `")),
        };
        return Err(Failure::usage(what).into());
    }
    Ok(status)
}

/// The listing of one class; with patterns, only of the methods they select.
fn class(
    plan: &Plan,
    inputs: &Inputs,
    unit: &Unit,
    code: bool,
    matched: &mut bool,
) -> Result<String, Failure> {
    let bytes = inputs.read(unit)?;
    let malformed = |e| Failure::malformed(&unit.shown, &e);
    let class = ClassFile::read(&bytes).map_err(malformed)?;
    let name = pipeline::class_name(&class, &unit.shown)?;
    let all = plan.selector.by_annotation();
    let wanted = if all { Vec::new() } else { plan.selector.select(&class, &name)?.methods };
    if !all && wanted.is_empty() {
        return Ok(String::new());
    }
    *matched = true;
    let mut text = listing::header(&class) + "\n";
    if all {
        for field in &class.fields {
            text.push_str(&format!("  {}\n", listing::field(&class, field)));
        }
    }
    for member in &class.methods {
        let key = (listing::utf8(&class, member.name), listing::utf8(&class, member.descriptor));
        if all || wanted.contains(&key) {
            text.push_str(&method(&class, member, code).map_err(malformed)?);
        }
    }
    Ok(text)
}

fn method(class: &ClassFile<'_>, member: &Member<'_>, code: bool) -> Result<String, nabla_classfile::Error> {
    let mut text = format!("  {}\n", listing::declaration(class, member));
    if code && let Some(code) = class.code(member)? {
        text.push_str(&listing::code(class, &code));
    }
    Ok(text)
}

/// For each selected method its listing and, after it, those of its derivatives. Without patterns
/// and annotations everything that can have a derivative is shown: looking costs nothing.
fn derivatives(
    ui: &Ui,
    plan: &Plan,
    class_path: &ClassPath<'_>,
    inputs: &Inputs,
    unit: &Unit,
    matched: &mut bool,
) -> Result<(String, Status), Failure> {
    let bytes = inputs.read(unit)?;
    let malformed = |e| Failure::malformed(&unit.shown, &e);
    let primal = ClassFile::read(&bytes).map_err(malformed)?;
    let name = pipeline::class_name(&primal, &unit.shown)?;
    let mut methods = plan.selector.select(&primal, &name)?.methods;
    if methods.is_empty() && plan.selector.by_annotation() {
        methods = Selector::everything().select(&primal, &name)?.methods;
    }
    if methods.is_empty() {
        return Ok((String::new(), Status::Done));
    }
    *matched = true;
    let requests = plan.requests(&primal, &methods)?;
    let subject = Subject { shown: &unit.shown, bytes: &bytes, requests: &requests };
    let source = class_path.at(class_path.release(unit));
    let outcome = engine::differentiate(
        &[subject],
        Around { called: &source, detached: None, probes: Probes::default() },
    );
    let report = outcome.classes.into_iter().next().unwrap_or_else(|| Err(Failure::bug("no report")))?;
    let output = report.output.as_deref().unwrap_or(&bytes);
    let augmented = ClassFile::read(output).map_err(malformed)?;
    let mut text = listing::header(&augmented) + "\n";
    let mut status = Status::Done;
    for outcome in &report.methods {
        for diagnostic in outcome.diagnostics.iter().filter(|_| outcome.refused()) {
            status = Status::Refused;
            ui.remark(&format!("{name}.{}: {}: {}", outcome.method, diagnostic.code, diagnostic.message));
        }
        let derivatives = outcome.derivatives.iter().map(|d| (d.method.as_str(), d.descriptor.as_str()));
        for (name, descriptor) in
            std::iter::once((outcome.method.as_str(), outcome.descriptor.as_str())).chain(derivatives)
        {
            if let Some(member) = crate::parameters::find(&augmented, name, descriptor) {
                text.push_str(&method(&augmented, member, true).map_err(malformed)?);
            }
        }
    }
    Ok((text, status))
}
