//! Errors that carry a place.

use std::fmt;

/// The result of everything in this crate that reads or writes class files.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What is wrong with a class file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Where the fault lies, as far as known.
    pub place: Place,
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// What was expected and what was found.
    pub message: String,
}

/// Whose fault an [`Error`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The bytes or the model are not a class file of the JVM specification.
    Malformed,
    /// A limit of the class-file format is exceeded, such as 65535 bytes of code.
    Limit,
}

/// A place in a class file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The method's name and descriptor.
    pub method: Option<String>,
    /// An offset: in the method's bytecode if `method` is known, in the file otherwise.
    pub offset: Option<u32>,
    /// An index of the constant pool.
    pub pool_index: Option<u16>,
}

impl Error {
    /// A class file that breaks the specification.
    #[cold]
    pub fn malformed(message: impl Into<String>) -> Self {
        Error { place: Place::default(), kind: ErrorKind::Malformed, message: message.into() }
    }

    /// A class file that would exceed a limit of the format.
    #[cold]
    pub fn limit(message: impl Into<String>) -> Self {
        Error { place: Place::default(), kind: ErrorKind::Limit, message: message.into() }
    }

    /// Adds the offset, unless a more precise one is known.
    #[must_use]
    pub fn at_offset(mut self, offset: usize) -> Self {
        self.place.offset.get_or_insert(offset as u32);
        self
    }

    /// Adds the pool index, unless a more precise one is known.
    #[must_use]
    pub fn at_pool_index(mut self, index: u16) -> Self {
        self.place.pool_index.get_or_insert(index);
        self
    }

    /// Adds the method, unless known.
    #[must_use]
    pub fn in_method(mut self, method: impl FnOnce() -> String) -> Self {
        self.place.method.get_or_insert_with(method);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ErrorKind::Malformed => "malformed class file: ",
            ErrorKind::Limit => "limit of the class-file format: ",
        })?;
        f.write_str(&self.message)?;
        let mut separator = " (";
        let mut part = |f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>| {
            write!(f, "{separator}{text}")?;
            separator = ", ";
            Ok(())
        };
        let place = &self.place;
        if let Some(method) = &place.method {
            part(f, format_args!("method {method}"))?;
        }
        if let Some(offset) = place.offset {
            part(f, format_args!("offset {offset}"))?;
        }
        if let Some(index) = place.pool_index {
            part(f, format_args!("constant #{index}"))?;
        }
        if separator == ", " { f.write_str(")") } else { Ok(()) }
    }
}

impl std::error::Error for Error {}
