//! One file per subcommand; each has one function `run` that reads like its line in `cli.md`.

mod check;
mod completions;
mod copy;
mod diff;
mod explain;
mod explain_page;
mod explain_sparsity;
mod man;
mod print;
mod rules;
mod serve;
mod verify;

pub use diff::class_path;

use crate::cli::Command;
use crate::failure::Status;
use crate::ui::Ui;

/// Carries out a command.
pub fn dispatch(ui: &Ui, command: Command) -> anyhow::Result<Status> {
    match command {
        Command::Diff(args) => diff::run(ui, &args),
        Command::Check(args) => check::run(ui, &args),
        Command::Explain(args) => explain::run(ui, &args),
        Command::Verify(args) => verify::run(ui, &args),
        Command::Rules(args) => rules::run(&args),
        Command::Print(args) => print::run(ui, &args),
        Command::Copy(args) => copy::run(ui, &args),
        Command::Serve(_) => serve::run(),
        Command::Completions(args) => completions::run(&args),
        Command::Man => man::run(),
    }
}
