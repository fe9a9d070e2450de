//! `nabla-rs verify`: derivatives against extrapolated differences, in a JVM.
//!
//! The classes are differentiated into a private directory; the comparison itself is Java, in the
//! folder `verify`.

use std::path::Path;

use annotate_snippets::{Group, Level};

use crate::cli::Verify;
use crate::diagnostics;
use crate::failure::{Failure, Status};
use crate::inputs::Inputs;
use crate::java;
use crate::pipeline::{Keep, Plan};
use crate::sources::Sources;
use crate::subjects::{Laid, Subject};
use crate::ui::{self, Ui};

/// Differentiates, runs the JVM, tells.
pub fn run(ui: &Ui, args: &Verify) -> anyhow::Result<Status> {
    let plan = Plan::new(&args.selection, false)?;
    let inputs = Inputs::open(&args.selection.inputs, Some(Path::new("nabla-out")))?;
    let run = plan.run(ui, inputs, Keep::Classes)?;
    diagnostics::print(ui, &run, &Sources::new(&args.selection.source_path));
    let status = run.status();
    if status != Status::Done && !(args.keep_going && status == Status::Refused) {
        return Ok(status);
    }
    let java = java::command(args.java.as_deref())?;
    let laid = Laid::out(&run, &args.selection)?;
    if laid.subjects.is_empty() {
        return Ok(status);
    }
    let output = laid.launch(&java, laid.subjects.iter(), &[args.points.to_string()])?;
    Ok(status.max(verdicts(ui, &laid.subjects, &output)?))
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
