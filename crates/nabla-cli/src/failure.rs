//! What can go wrong, and the exit code that says so.

use std::fmt;
use std::path::Path;

/// How a run ended; the order is that of precedence when several things went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was done.
    Done = 0,
    /// Something selected was refused, or a derivative is wrong.
    Refused = 1,
    /// The command line cannot be carried out as it stands.
    Usage = 2,
    /// An input is missing, unreadable or malformed.
    Input = 3,
    /// A bug of ours.
    Bug = 4,
}

/// An error that ends a run, or the work on one class of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Which exit code it stands for.
    pub status: Status,
    /// One line, without full stop.
    pub message: String,
    /// What else there is to know, a line each.
    pub notes: Vec<String>,
    /// What the user can do, a line each.
    pub help: Vec<String>,
}

impl Failure {
    fn new(status: Status, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into(), notes: Vec::new(), help: Vec::new() }
    }

    /// A usage error.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Status::Usage, message)
    }

    /// An input that is missing, unreadable or malformed.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure::new(Status::Input, message)
    }

    /// Something that is refused as a whole, such as a signed jar.
    pub fn refused(message: impl Into<String>) -> Failure {
        Failure::new(Status::Refused, message)
    }

    /// A bug of ours; says what to report.
    pub fn bug(message: impl Into<String>) -> Failure {
        Failure::new(Status::Bug, format!("internal error: {}", message.into()))
            .note("this is a bug of nabla-rs, not of your input")
            .help(format!(
                "please report it with the input, the command line and this text at {}/issues \
                 (nabla-rs {}, {} {})",
                env!("CARGO_PKG_REPOSITORY"),
                env!("CARGO_PKG_VERSION"),
                std::env::consts::OS,
                std::env::consts::ARCH
            ))
    }

    /// A file that could not be read or written.
    pub fn io(what: &str, path: &Path, error: &std::io::Error) -> Failure {
        Failure::input(format!("cannot {what} `{}`: {}", path.display(), plain(error)))
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Failure {
        self.notes.push(note.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        self.help.push(help.into());
        self
    }

    /// A class file that breaks the format: the file, the place in it and what was expected.
    pub fn malformed(shown: &str, error: &nabla_classfile::Error) -> Failure {
        let mut failure = Failure::input(format!("malformed class file `{shown}`: {}", error.message));
        let place = &error.place;
        let mut at = Vec::new();
        if let Some(method) = &place.method {
            at.push(format!("method {method}"));
        }
        if let Some(offset) = place.offset {
            at.push(format!("offset {offset}"));
        }
        if let Some(index) = place.pool_index {
            at.push(format!("constant pool index {index}"));
        }
        if !at.is_empty() {
            failure = failure.note(format!("at {}", at.join(", ")));
        }
        failure
    }
}

/// The system's words for an I/O error without the number, as the rest of the message is prose.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
