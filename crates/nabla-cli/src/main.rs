//! The `nabla-rs` command: reads class files, jars and options, calls `nabla_ad`, and tells what
//! came of it. All input and output of the project's tools happens here.

mod added;
mod approximations;
mod classpath;
mod cli;
mod commands;
mod companions;
mod diagnostics;
mod driver;
mod engine;
mod failure;
mod faults;
mod inputs;
mod interrupt;
mod jars;
mod java;
mod leftovers;
mod listing;
mod modules;
mod near;
mod output;
mod page;
mod parameters;
mod payload;
mod pipeline;
mod plan;
mod probing;
mod progress;
mod refresh;
mod report;
mod rules_file;
mod rules_used;
mod sarif;
mod select;
mod sources;
mod spots;
mod stubs;
mod subjects;
mod ui;
mod verdicts;
mod worlds;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches};

use crate::failure::{Failure, Status};
use crate::ui::Ui;

/// The analyses allocate some million small things.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    engine::silence_panics();
    let status = match engine::guarded(|| Ok(run())) {
        Ok(status) => ui::written(status),
        Err(bug) => {
            let ui = Ui { quiet: false, verbose: false, color: false };
            ui.failure(&bug);
            bug.status
        }
    };
    ExitCode::from(status as u8)
}

/// Parses, dispatches, and turns an error into its message and code.
fn run() -> Status {
    let plain = Ui { quiet: false, verbose: false, color: false };
    let args = match inputs::expand_arguments(std::env::args_os()) {
        Ok(args) => args,
        Err(failure) => {
            plain.failure(&failure);
            return failure.status;
        }
    };
    let mut command = cli::Cli::command().color(clap_color(&args));
    let parsed =
        command.try_get_matches_from_mut(&args).and_then(|matches| cli::Cli::from_arg_matches(&matches));
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let printed = error.print();
            if error.use_stderr() {
                return Status::Usage;
            }
            ui::unwritten(printed);
            return Status::Done;
        }
    };
    let ui = Ui::new(&parsed.global);
    match commands::dispatch(&ui, parsed.command) {
        Ok(status) => status,
        Err(error) => {
            let failure = match error.downcast::<Failure>() {
                Ok(failure) => failure,
                Err(other) => Failure::input(format!("{other:#}")),
            };
            ui.failure(&failure);
            failure.status
        }
    }
}

/// clap reports usage errors before our own options are known, so its colour is read ahead.
fn clap_color(args: &[OsString]) -> ColorChoice {
    let mut args = args.iter().filter_map(|a| a.to_str());
    while let Some(arg) = args.next() {
        let value = if arg == "--color" { args.next() } else { arg.strip_prefix("--color=") };
        match value {
            Some("never") => return ColorChoice::Never,
            Some("always") => return ColorChoice::Always,
            _ => {}
        }
    }
    ColorChoice::Auto
}
