//! `nabla-rs check INPUT...`: the selection and analysis of `diff`, without writing.

use std::path::Path;

use crate::cli::Check;
use crate::failure::Status;
use crate::inputs::Inputs;
use crate::pipeline::{Keep, Plan};
use crate::sources::Sources;
use crate::ui::Ui;

use super::diff;

/// Does everything `diff` does up to the writing, so that its diagnostics and its code are the same.
pub fn run(ui: &Ui, args: &Check) -> anyhow::Result<Status> {
    // `diff` leaves its output directory out of the search; so does its rehearsal.
    let plan = Plan::new(&args.selection, args.refresh)?.detached(args.detached);
    let inputs = Inputs::open(&args.selection.inputs, Some(Path::new("nabla-out")))?;
    let mut run = plan.run(ui, inputs, Keep::Nothing)?;
    let status = diff::status(&mut run, &args.reporting);
    let outputs = vec![None; run.classes.len()];
    diff::tell(ui, &run, &outputs, &args.reporting, &Sources::new(&args.selection.source_path), false)?;
    diff::closing(ui, &run, &args.reporting, status, None);
    Ok(status)
}
