//! `nabla-rs completions SHELL`.

use clap::CommandFactory;

use crate::cli::{Cli, Completions};
use crate::failure::Status;
use crate::ui;

/// Prints the completion script that clap derives from the grammar.
pub fn run(args: &Completions) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "nabla-rs", &mut script);
    ui::out(&String::from_utf8_lossy(&script));
    Ok(Status::Done)
}
