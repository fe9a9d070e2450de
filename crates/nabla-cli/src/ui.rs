//! The two streams: results on standard output, everything else on standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Group, Level, Renderer};

use crate::cli::{Global, When};
use crate::failure::{Failure, Status, plain};

/// What the global options say about output.
#[derive(Debug, Clone, Copy)]
pub struct Ui {
    /// Only errors.
    pub quiet: bool,
    /// More than usual.
    pub verbose: bool,
    /// Whether standard error is coloured.
    pub color: bool,
}

impl Ui {
    /// Decides once, so that one run never mixes styles.
    pub fn new(global: &Global) -> Ui {
        let color = match global.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                    && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
                    && std::io::stderr().is_terminal()
            }
        };
        Ui { quiet: global.quiet, verbose: global.verbose, color }
    }

    /// The renderer of diagnostics: ASCII, as rustc's, so that logs stay readable anywhere.
    pub fn renderer(&self) -> Renderer {
        let renderer = if self.color { Renderer::styled() } else { Renderer::plain() };
        renderer.decor_style(DecorStyle::Ascii)
    }

    /// Prints a failure.
    pub fn failure(&self, failure: &Failure) {
        let mut group = Group::with_title(Level::ERROR.primary_title(failure.message.as_str()));
        for note in &failure.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        for help in &failure.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        self.diagnostic(&[group]);
    }

    /// Prints a warning that is about no place in a class.
    pub fn warning(&self, text: &str) {
        self.diagnostic(&[Group::with_title(Level::WARNING.primary_title(text))]);
    }

    /// Prints one rendered report and the empty line after it.
    pub fn diagnostic(&self, groups: &[Group<'_>]) {
        err(&format!("{}\n\n", self.renderer().render(groups)));
    }

    /// Prints a closing line without decoration: `error: …` or `warning: …`.
    pub fn closing(&self, level: Level<'_>, text: &str) {
        err(&format!("{}\n", self.renderer().render(&[Group::with_title(level.primary_title(text))])));
    }

    /// Prints a remark that `-q` suppresses.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            err(&format!("{text}\n"));
        }
    }
}

/// Whether something could not be written to standard output, so that the run has not told what it found.
static UNWRITTEN: AtomicBool = AtomicBool::new(false);

/// The status of a run whose results are written: one that could not write them has not done what was asked.
pub fn written(status: Status) -> Status {
    if UNWRITTEN.load(Ordering::Relaxed) { status.max(Status::Usage) } else { status }
}

/// Writes to standard output. A reader that has gone away (`| head`) ends the output, not the
/// run: the exit code still tells what happened.
pub fn out(text: &str) {
    let mut stream = std::io::stdout().lock();
    unwritten(stream.write_all(text.as_bytes()).and_then(|()| stream.flush()));
}

/// Tells that something could not be written to standard output, once.
pub fn unwritten(result: std::io::Result<()>) {
    if let Err(error) = result
        && error.kind() != ErrorKind::BrokenPipe
        && !UNWRITTEN.swap(true, Ordering::Relaxed)
    {
        err(&format!("error: cannot write to standard output: {}\n", plain(&error)));
    }
}

/// Writes to standard error, where there is nobody left to tell about a failure.
pub fn err(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
