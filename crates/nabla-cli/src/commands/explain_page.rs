//! `nabla-rs explain --html`: the page of one method.

use std::io::Write;
use std::path::Path;

use annotate_snippets::Level;
use nabla_classfile::ClassFile;

use crate::cli::Explain;
use crate::diagnostics;
use crate::engine::{self, Probes};
use crate::failure::{Failure, Status};
use crate::faults;
use crate::inputs::Inputs;
use crate::java;
use crate::output::Transaction;
use crate::page::{Generated, Page, Plot, Setting, generated};
use crate::parameters;
use crate::pipeline::{Analysed, Keep, Payload, Plan, Run};
use crate::probing::Probing;
use crate::rules_used;
use crate::sources::{self, Sources};
use crate::subjects::Laid;
use crate::ui::{self, Ui};
use crate::verdicts::{self, Verdict};

use super::explain::{self, own_rules};

/// As many points as `verify` tries.
const POINTS: &str = "24";

/// Writes the page of the one method that is selected.
pub fn run(ui: &Ui, args: &Explain, file: &Path) -> anyhow::Result<Status> {
    let setting = match args.plot.as_slice() {
        [] => None,
        parts => Some(Setting::parse(parts)?),
    };
    let plan = Plan::new(&args.selection, false)?;
    let inputs = Inputs::open(&args.selection.inputs, Some("nabla-out".as_ref()))?;
    let run = plan.run(ui, inputs, Keep::Classes)?;
    if !run.failures.is_empty() {
        diagnostics::print(ui, &run, &Sources::new(&args.selection.source_path));
        return Ok(run.status());
    }
    let (class, number) = only(&run)?;
    let report = &class.report.methods[number];
    let mut class_path = plan.class_path(&run.inputs)?;
    class_path.know_annotated(own_rules(&run.inputs)?);
    let bytes = run.inputs.read(&class.unit)?;
    let malformed = |e| Failure::malformed(&class.unit.shown, &e);
    let requests = {
        let class = ClassFile::read(&bytes).map_err(malformed)?;
        plan.requests(&class, &[(report.method.clone(), report.descriptor.clone())])?
    };
    let around = class_path.at(class_path.release(&class.unit));
    let explanation = engine::explain(&class.unit.shown, &bytes, &requests[0], &around)?;
    let sources = Sources::new(&args.selection.source_path);
    let name = &class.report.class;
    let source = sources.find(&run.inputs, Some(&class.unit), name, sources::name(&bytes).as_deref());
    let names = &class.parameters[number];
    let plot = match setting {
        Some(setting) if !report.refused() => Some(plot(ui, args, &plan, setting, class, number)?),
        _ => None,
    };
    let laid = match args.verify && !report.refused() {
        true => Some(Laid::out(&run, &args.selection)?),
        false => None,
    };
    let verdicts = match &laid {
        Some(laid) => compared(ui, args, &plan, laid)?,
        None => Vec::new(),
    };
    let page = Page {
        class: name,
        signature: &parameters::signature(&report.method, &report.descriptor, names),
        explanation: &explanation,
        source: source.as_deref(),
        generated: &listed(class, number).map_err(malformed)?,
        plot: plot.as_ref(),
        verdict: verdicts.first(),
    };
    let mut transaction = Transaction::default();
    transaction.stage(file, None, |out| out.write_all(page.html().as_bytes()))?;
    transaction.publish()?;
    if !ui.quiet {
        ui::out(&format!("{}\n", file.display()));
    }
    let mut status = diagnostics::class_path(ui, &class_path);
    for verdict in verdicts.iter().take(1) {
        status = status.max(faults::tell(ui, verdict, "", &rules_used::of(&run)));
        if verdict.kind == "unfollowed" {
            ui.closing(Level::ERROR, &format!("{}: {}", verdict.subject.shown, verdict.detail));
        }
    }
    if report.refused() {
        explain::refused(ui, 1, 1);
    }
    Ok(status.max(run.status()))
}

/// The one method that is selected, by its place in the report of its class.
fn only(run: &Run) -> Result<(&Analysed, usize), Failure> {
    let selected = run.classes.iter().flat_map(|c| (0..c.report.methods.len()).map(move |m| (c, m)));
    let selected: Vec<(&Analysed, usize)> = selected.collect();
    let [one] = selected.as_slice() else {
        let shown = selected.iter().take(5).map(|(class, m)| {
            let method = &class.report.methods[*m];
            format!("{}.{}{}", class.report.class, method.method, method.descriptor)
        });
        let mut failure =
            Failure::usage(format!("{} methods are selected, a page is about one", selected.len()));
        for one in shown {
            failure = failure.note(one);
        }
        return Err(failure.help("name it with its class and descriptor: `-m 'demo.Foo.value(D)'`"));
    };
    Ok(*one)
}

/// Compares the derivatives with differences. A 0 that is called wrong is looked at again in
/// classes that tell by which branches it comes about, as `verify` does.
fn compared<'l>(ui: &Ui, args: &Explain, plan: &Plan, laid: &'l Laid) -> Result<Vec<Verdict<'l>>, Failure> {
    let java = java::command(args.java.as_deref())?;
    let told = laid.launch(&java, laid.subjects.iter(), &[POINTS.to_owned(), "report".to_owned()])?;
    let mut verdicts = verdicts::read(&laid.subjects, &told)?;
    let still: Vec<bool> = verdicts.iter().map(|v| v.still).collect();
    let (selection, points) = (&args.selection, POINTS.to_owned());
    let probing = Probing { selection, plan: plan.clone(), java: &java, points, locate: false };
    probing.run(ui, &mut verdicts, &still)?;
    Ok(verdicts)
}

/// The code of what was generated for a method.
fn listed(class: &Analysed, number: usize) -> nabla_classfile::Result<Vec<Generated>> {
    let Some(Payload::Bytes(bytes)) = &class.payload else { return Ok(Vec::new()) };
    let report = &class.report.methods[number];
    generated(&ClassFile::read(bytes)?, &report.method, &report.descriptor, &report.derivatives)
}

/// Whether the text is a value of a parameter of this type, or of an element of it: what is no number there would be
/// rounded.
fn is_one_of(text: &str, descriptor: &str) -> bool {
    let within = |from: i64, to: i64| text.parse().is_ok_and(|value: i64| (from..=to).contains(&value));
    match descriptor.trim_start_matches('[') {
        "Z" => matches!(text, "true" | "false"),
        "B" => within(i8::MIN.into(), i8::MAX.into()),
        "C" => within(0, u16::MAX.into()),
        "S" => within(i16::MIN.into(), i16::MAX.into()),
        "I" => within(i32::MIN.into(), i32::MAX.into()),
        "J" => within(i64::MIN, i64::MAX),
        _ => true,
    }
}

/// Samples the method and its derivative in a JVM, in classes that tell what kinks they meet.
fn plot(
    ui: &Ui,
    args: &Explain,
    plan: &Plan,
    setting: Setting,
    class: &Analysed,
    number: usize,
) -> Result<Plot, Failure> {
    let report = &class.report.methods[number];
    let (types, _) = parameters::split(&report.descriptor).unwrap_or_default();
    let known = |name: &str| {
        let named = class.parameters[number].iter().any(|n| n.as_deref() == Some(name));
        let independent = || report.derivatives.iter().flat_map(|d| &d.wrt).any(|wrt| wrt == name);
        named || independent() || name.parse::<usize>().is_ok_and(|i| i < types.len())
    };
    let variable = setting.variable.split('[').next().unwrap_or_default();
    let named = setting.fixed.iter().map(|(name, _)| &**name).chain([variable]);
    if let Some(unknown) = named.into_iter().find(|name| !known(name)) {
        return Err(Failure::usage(format!("`--plot`: the method has no parameter `{unknown}`")));
    }
    for (name, value) in &setting.fixed {
        let place = class.parameters[number].iter().position(|n| n.as_deref() == Some(name));
        let Some(kind) = place.or_else(|| name.parse().ok()).and_then(|i| types.get(i)) else { continue };
        if let Some(one) = value.split(':').find(|one| !is_one_of(one, kind)) {
            return Err(Failure::usage(format!(
                "`--plot {name}={value}`: `{one}` is not one of the values of `{name}`"
            )));
        }
    }
    let java = java::command(args.java.as_deref())?;
    let plan = plan.clone().probed(Probes { kinks: true, calls: false });
    let inputs = Inputs::open(&args.selection.inputs, Some("nabla-out".as_ref()))?;
    let run = plan.run(ui, inputs, Keep::Classes)?;
    let laid = Laid::out(&run, &args.selection)?;
    let work = ["0".to_owned(), "plot".to_owned(), laid.calls(&[])?, setting.line()];
    let told = laid.launch(&java, laid.subjects.iter().take(1), &work)?;
    Ok(Plot::read(setting, &report.method, &told))
}
