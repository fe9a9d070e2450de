//! `nabla-rs verify`: derivatives against extrapolated differences, in a JVM.
//!
//! The classes are differentiated into a private directory; the comparison itself is Java, in the
//! folder `verify`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use crate::cli::Verify;
use crate::diagnostics;
use crate::engine::UserRule;
use crate::failure::{Failure, Status};
use crate::faults;
use crate::inputs::Inputs;
use crate::java;
use crate::output::Transaction;
use crate::pipeline::{Keep, Plan};
use crate::probing::{Probed, Probing};
use crate::rules_used;
use crate::sources::Sources;
use crate::subjects::Laid;
use crate::ui::{self, Ui};
use crate::verdicts::{self, Verdict};

/// Differentiates, runs the JVM, tells.
pub fn run(ui: &Ui, args: &Verify) -> anyhow::Result<Status> {
    let (plan, others) = Plan::new(&args.selection, false)?.comparing();
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
    let mut work = vec![args.points.to_string()];
    work.extend(args.report.iter().map(|_| "report".to_owned()));
    let output = laid.launch(&java, laid.subjects.iter(), &work)?;
    let mut verdicts = verdicts::read(&laid.subjects, &output)?;
    let wanted = |v: &Verdict<'_>| match &*v.kind {
        "wrong" => args.locate || v.still,
        "ok" | "undecided" => v.undecided > 0 && (ui.verbose || args.locate),
        _ => false,
    };
    let wanted: Vec<bool> = verdicts.iter().map(wanted).collect();
    let probing = Probing {
        selection: &args.selection,
        plan,
        java: &java,
        points: args.points.to_string(),
        locate: args.locate,
    };
    let probed = probing.run(ui, &mut verdicts, &wanted)?;
    if let Some(file) = &args.report {
        let json = verdicts::json(&verdicts)?;
        let mut transaction = Transaction::default();
        transaction.stage(file, None, |out| out.write_all(json.as_bytes()))?;
        transaction.publish()?;
    }
    let status = status.max(tell(ui, &verdicts, &probed, &rules_used::of(&run))?);
    if !others.is_empty() && !ui.quiet {
        let others: Vec<&str> = others.iter().map(|form| form.name()).collect();
        ui::out(&format!("compared are values of `partial` and `jvp`, not of {}\n", others.join(", ")));
    }
    Ok(status)
}

/// Tells what the driver found.
fn tell(
    ui: &Ui,
    verdicts: &[Verdict<'_>],
    probed: &BTreeMap<usize, Probed>,
    rules: &[&UserRule],
) -> Result<Status, Failure> {
    let mut status = Status::Done;
    let nothing = Probed::default();
    for (i, verdict) in verdicts.iter().enumerate() {
        let Verdict { subject, kind, decided, undecided, detail, .. } = verdict;
        let Probed { kinks, located } = probed.get(&i).unwrap_or(&nothing);
        status = status.max(faults::tell(ui, verdict, located, rules));
        match &**kind {
            "ok" | "undecided" => {
                let note = match (*decided, *undecided) {
                    (0, _) if detail.is_empty() => "differences cannot decide at any point".to_owned(),
                    (0, _) => format!("differences cannot decide at any point: {detail}"),
                    (decided, 0) => format!("agrees at {decided} points"),
                    (decided, undecided) => {
                        format!("agrees at {decided} points, differences cannot decide at {undecided}")
                    }
                };
                let note = match subject.approximates {
                    Some(function) => {
                        let function = function.rsplit('.').next().unwrap_or_default().replace('#', ".");
                        format!("{note}, compared with {function}, which it approximates")
                    }
                    None => note,
                };
                if !ui.quiet {
                    ui::out(&format!("{}: {note}\n", subject.shown));
                }
                if ui.verbose && *decided != 0 && !detail.is_empty() {
                    ui::out(&format!("    {detail}\n"));
                }
                if !ui.quiet && !kinks.is_empty() {
                    ui::out(&format!("    at the first such point: {kinks}\n"));
                }
            }
            "unfollowed" => {
                if !ui.quiet {
                    ui::out(&format!("{}: {detail}\n", subject.shown));
                }
            }
            "wrong" | "broken" => {}
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
    if verdicts.iter().all(|v| v.kind == "skipped") {
        return Err(Failure::usage("nothing could be tried").note("see above why each method was skipped"));
    }
    Ok(status)
}
