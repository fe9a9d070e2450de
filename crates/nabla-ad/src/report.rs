//! What came of a request: derivative methods and diagnostics, ready to be printed.

use crate::Form;

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A refusal: no derivative is written for the method.
    Error,
    /// The derivative is written and may surprise.
    Warning,
    /// For information.
    Note,
}

/// A located, coded remark about a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Its code, `NB0203`; `explain_code` gives the long text.
    pub code: &'static str,
    /// The line in the source file, where the class file tells it.
    pub line: Option<u16>,
    /// The bytecode offset of the instruction it speaks of.
    pub offset: Option<u32>,
    /// One line: what is the matter.
    pub message: String,
    /// What the user can do.
    pub help: String,
    /// The method it speaks of, where that is not the one of the report but one that it calls.
    pub callee: Option<CalleePlace>,
}

/// A method that a reported one calls, directly or through others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalleePlace {
    /// The binary name of its class, with dots.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The source file's name, where the class file tells it.
    pub source: Option<String>,
    /// The calls that lead to it, outermost first: class, method and line of each.
    pub chain: Vec<(String, String, Option<u16>)>,
}

/// A generated method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivative {
    /// The form.
    pub form: Form,
    /// The names (or indices) of the independents.
    pub wrt: Vec<String>,
    /// The primal's parameters that have a tangent, by position: the independents, and arrays of
    /// numbers that are only written.
    pub tangents: Vec<usize>,
    /// The name of the generated method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it is static.
    pub is_static: bool,
    /// The length of its bytecode, in bytes.
    pub code_bytes: u32,
}

/// What came of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodReport {
    /// The primal's name.
    pub method: String,
    /// The primal's descriptor.
    pub descriptor: String,
    /// The primal's first line.
    pub line: Option<u16>,
    /// The length of the primal's bytecode.
    pub code_bytes: u32,
    /// The generated methods; empty if the method is refused.
    pub derivatives: Vec<Derivative>,
    /// The parameters that have tangents in `jvp`, where that was made.
    pub carried: Vec<usize>,
    /// Refusals, warnings and notes, in bytecode order.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of the group of methods that it was differentiated in, apart from others.
    pub group: u16,
}

impl MethodReport {
    /// Whether the method was refused.
    pub fn refused(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// What came of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassReport {
    /// The class's binary name, with dots.
    pub class: String,
    /// Its source file's name, where the class file tells it.
    pub source: Option<String>,
    /// One report per request, in the order of the requests.
    pub methods: Vec<MethodReport>,
    /// The bytes of the augmented class with the derivatives of every method that was not refused;
    /// `None` when nothing was generated.
    pub output: Option<Vec<u8>>,
}
