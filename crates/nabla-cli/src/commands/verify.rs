//! `nabla-rs verify`: derivatives against extrapolated differences, in a JVM.
//!
//! The classes are differentiated into a private directory; the comparison itself is Java, in the
//! folder `verify`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use annotate_snippets::{Group, Level};

use crate::cli::Verify;
use crate::diagnostics;
use crate::driver;
use crate::engine::{Form, MethodReport};
use crate::failure::{Failure, Status};
use crate::inputs::{Inputs, Place};
use crate::interrupt;
use crate::java;
use crate::parameters;
use crate::pipeline::{Analysed, Keep, Payload, Plan, Run};
use crate::sources::Sources;
use crate::ui::{self, Ui};

use super::diff::class_path;

/// One method to compare.
struct Subject {
    /// `demo.Foo.value(double t)`.
    shown: String,
    /// The driver's line for it.
    line: String,
}

/// Differentiates, runs the JVM, tells.
pub fn run(ui: &Ui, args: &Verify) -> anyhow::Result<Status> {
    let plan = Plan::new(&args.selection, false)?;
    let inputs = Inputs::open(&args.selection.inputs, Some(Path::new("nabla-out")))?;
    let mut run = plan.run(ui, inputs, Keep::Classes)?;
    diagnostics::print(ui, &run, &Sources::new(&args.selection.source_path));
    let status = run.status();
    if status != Status::Done && !(args.keep_going && status == Status::Refused) {
        return Ok(status);
    }
    let java = java::command(args.java.as_deref())?;
    let directory = tempfile::Builder::new().prefix("nabla-verify-").tempdir()?;
    let path = directory.path().to_owned();
    let _registered = interrupt::register(move || drop(fs::remove_dir_all(&path)));
    let (subjects, path) = lay_out(&mut run, directory.path())?;
    if subjects.is_empty() {
        return Ok(status);
    }
    let mut class_path = vec![directory.path().join("classes")];
    class_path.extend(path);
    class_path.extend(args.selection.class_path.iter().flat_map(std::env::split_paths));
    let lines: String = subjects.iter().map(|s| s.line.clone() + "\n").collect();
    let output = driver::launch(&java, directory.path(), &class_path, &lines, args.points)?;
    Ok(status.max(verdicts(ui, &subjects, &output)?))
}

/// Writes the differentiated classes and collects the subjects and the places of the other classes.
fn lay_out(run: &mut Run, directory: &Path) -> Result<(Vec<Subject>, BTreeSet<PathBuf>), Failure> {
    let mut subjects = Vec::new();
    let mut path = BTreeSet::new();
    for class in &mut run.classes {
        if !on_class_path(&run.inputs, class, &mut path) {
            continue;
        }
        let Some(Payload::Bytes(bytes)) = class.payload.take() else {
            continue;
        };
        let file = directory.join("classes").join(class_path(&class.report.class)?);
        let write = |file: &Path| {
            fs::create_dir_all(file.parent().unwrap_or(directory))?;
            fs::write(file, &bytes)
        };
        write(&file).map_err(|e| Failure::io("write", &file, &e))?;
        for (method, names) in class.report.methods.iter().zip(&class.parameters) {
            subjects.extend(subject(&class.report.class, method, names));
        }
    }
    Ok((subjects, path))
}

/// Adds the root of a class's package to the class path. A versioned entry of a jar is left out:
/// which version a JVM takes depends on the JVM.
fn on_class_path(inputs: &Inputs, class: &Analysed, path: &mut BTreeSet<PathBuf>) -> bool {
    match &class.unit.place {
        Place::File { path: file, .. } => {
            let package = class.report.class.matches('.').count();
            path.extend(file.ancestors().nth(package + 1).map(|root| match root.as_os_str().is_empty() {
                true => PathBuf::from("."),
                false => root.to_owned(),
            }));
            true
        }
        Place::Entry { jar, entry } => {
            let jar = &inputs.jars[*jar];
            path.insert(jar.path.clone());
            !jar.entry_name(*entry).starts_with("META-INF/")
        }
        Place::Module { .. } | Place::ClassPath { .. } => true,
    }
}

/// The driver's line: class, method, descriptor, jvp, independents, partials, with tabs between.
fn subject(class: &str, method: &MethodReport, names: &[Option<String>]) -> Option<Subject> {
    if method.derivatives.is_empty() {
        return None;
    }
    let (types, _) = parameters::split(&method.descriptor)?;
    // An independent is told by its name where there is one, else by its index.
    let position = |wrt: &str| {
        let named = names.iter().position(|n| n.as_deref() == Some(wrt));
        named.or_else(|| wrt.parse().ok()).filter(|&i| i < types.len())
    };
    let mut independents: Vec<usize> =
        method.derivatives.iter().flat_map(|d| &d.wrt).filter_map(|w| position(w)).collect();
    independents.sort_unstable();
    independents.dedup();
    let name = |i: usize| names.get(i).cloned().flatten().unwrap_or_else(|| i.to_string());
    let listed: Vec<String> = independents.iter().map(|&i| format!("{i}:{}", name(i))).collect();
    let jvp = method.derivatives.iter().find(|d| d.form == Form::Jvp);
    let partials = method.derivatives.iter().filter(|d| d.form == Form::Partial).filter_map(|d| {
        let parameter = position(d.wrt.first()?)?;
        let at = independents.iter().position(|&i| i == parameter)?;
        Some(format!("{at}:{}", d.method))
    });
    let fields = [
        class.to_owned(),
        method.method.clone(),
        method.descriptor.clone(),
        jvp.map(|d| format!("{}{}", d.method, d.descriptor)).unwrap_or_default(),
        listed.join(","),
        partials.collect::<Vec<_>>().join(","),
    ];
    let shown = format!("{class}.{}", parameters::signature(&method.method, &method.descriptor, names));
    Some(Subject { shown, line: fields.join("\t") })
}

/// Tells what the driver found.
fn verdicts(ui: &Ui, subjects: &[Subject], output: &str) -> Result<Status, Failure> {
    let mut status = Status::Done;
    let (mut tried, mut told) = (0, 0);
    for line in output.lines() {
        let fields: Vec<&str> = line.splitn(5, '\t').collect();
        let [number, kind, decided, undecided, detail] = fields.as_slice() else {
            continue;
        };
        let Some(subject) = number.parse::<usize>().ok().and_then(|n| subjects.get(n)) else {
            continue;
        };
        told += 1;
        tried += usize::from(*kind != "skipped");
        match *kind {
            "ok" => {
                let note = match (*decided, *undecided) {
                    ("0", _) if detail.is_empty() => "differences cannot decide at any point".to_owned(),
                    ("0", _) => format!("differences cannot decide at any point: {detail}"),
                    (decided, "0") => format!("agrees at {decided} points"),
                    (decided, undecided) => {
                        format!("agrees at {decided} points, differences cannot decide at {undecided}")
                    }
                };
                if !ui.quiet {
                    ui::out(&format!("{}: {note}\n", subject.shown));
                }
                if ui.verbose && *decided != "0" && !detail.is_empty() {
                    ui::out(&format!("    {detail}\n"));
                }
            }
            "wrong" => {
                status = status.max(Status::Refused);
                let title = format!("the derivative of `{}` is wrong", subject.shown);
                let help = "please report it: a wrong derivative is the worst bug there is";
                let group = Group::with_title(Level::ERROR.primary_title(title.as_str()))
                    .element(Level::NOTE.message(*detail))
                    .element(Level::HELP.message(help));
                ui.diagnostic(&[group]);
            }
            "broken" => {
                status = status.max(Status::Bug);
                ui.failure(&Failure::bug(format!(
                    "the JVM rejects the derivative of `{}`: {detail}",
                    subject.shown
                )));
            }
            "slow" => {
                if !ui.quiet {
                    ui::out(&format!("{}: not decided, {detail}\n", subject.shown));
                }
            }
            _ => {
                if !ui.quiet {
                    ui::out(&format!("{}: skipped, {detail}\n", subject.shown));
                }
            }
        }
    }
    if told < subjects.len() {
        return Err(Failure::bug(format!("the driver told of {told} of {} methods", subjects.len())));
    }
    if tried == 0 {
        return Err(Failure::usage("nothing could be tried").note("see above why each method was skipped"));
    }
    Ok(status)
}
