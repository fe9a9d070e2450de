//! What came of a run, on standard output: lines for people, or the JSON document of `cli.md`.

use serde::Serialize;

use crate::engine::{MethodReport, Severity};
use crate::parameters;
use crate::pipeline::{Analysed, Run};

/// Where each class of a run was written; `None` where it was not.
pub type Outputs = Vec<Option<String>>;

/// The JSON document; the order of the fields is that of the contract.
#[derive(Debug, Serialize)]
pub struct Document<'r> {
    nabla: &'static str,
    classes: Vec<Class<'r>>,
    summary: Summary,
}

#[derive(Debug, Serialize)]
struct Class<'r> {
    class: &'r str,
    input: &'r str,
    output: Option<&'r str>,
    methods: Vec<Method<'r>>,
    /// The stubs that were filled in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stubs: Vec<Filled<'r>>,
}

#[derive(Debug, Serialize)]
struct Filled<'r> {
    method: &'r str,
    descriptor: &'r str,
}

#[derive(Debug, Serialize)]
struct Method<'r> {
    method: &'r str,
    descriptor: &'r str,
    line: Option<u16>,
    code_bytes: u32,
    derivatives: Vec<Derivative<'r>>,
    diagnostics: Vec<Diagnostic<'r>>,
}

#[derive(Debug, Serialize)]
struct Derivative<'r> {
    form: &'static str,
    wrt: &'r [String],
    class: &'r str,
    method: &'r str,
    descriptor: &'r str,
    #[serde(rename = "static")]
    is_static: bool,
    code_bytes: u32,
}

#[derive(Debug, Serialize)]
struct Diagnostic<'r> {
    severity: &'static str,
    code: &'r str,
    class: &'r str,
    method: &'r str,
    descriptor: &'r str,
    source: Option<&'r str>,
    line: Option<u16>,
    offset: Option<u32>,
    message: &'r str,
    help: &'r str,
    /// The calls that lead to a callee that the diagnostic speaks of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<Call<'r>>,
}

#[derive(Debug, Serialize)]
struct Call<'r> {
    class: &'r str,
    method: &'r str,
    line: Option<u16>,
}

/// The counts of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Methods selected.
    pub methods: usize,
    /// Methods that have derivatives.
    pub differentiated: usize,
    /// Methods refused.
    pub refused: usize,
    /// Warnings given.
    pub warnings: usize,
}

impl Summary {
    /// Counts.
    pub fn of(run: &Run) -> Summary {
        let methods = || run.classes.iter().flat_map(|c| &c.report.methods);
        let warnings = methods().flat_map(|m| &m.diagnostics).filter(|d| d.severity == Severity::Warning);
        Summary {
            methods: methods().count(),
            differentiated: methods().filter(|m| !m.derivatives.is_empty()).count(),
            refused: methods().filter(|m| m.refused()).count(),
            warnings: warnings.count(),
        }
    }
}

/// The word of a severity in reports.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The JSON document.
pub fn json(run: &Run, outputs: &Outputs) -> anyhow::Result<String> {
    let classes = run.classes.iter().zip(outputs).map(|(class, output)| Class {
        class: &class.report.class,
        input: &class.unit.shown,
        output: output.as_deref(),
        methods: class.report.methods.iter().map(|m| method(run, class, m)).collect(),
        stubs: class.stubs.iter().map(|(method, descriptor)| Filled { method, descriptor }).collect(),
    });
    let document =
        Document { nabla: env!("CARGO_PKG_VERSION"), classes: classes.collect(), summary: Summary::of(run) };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn method<'r>(run: &'r Run, class: &'r Analysed, method: &'r MethodReport) -> Method<'r> {
    let report = &class.report;
    let derivatives = method.derivatives.iter().map(|d| Derivative {
        form: d.form.name(),
        wrt: &d.wrt,
        class: class.companion.as_ref().map_or(&report.class, |c| &c.name),
        method: &d.method,
        descriptor: &d.descriptor,
        is_static: d.is_static,
        code_bytes: d.code_bytes,
    });
    let diagnostics = method.diagnostics.iter().map(|d| {
        let spot = run.spots.find(class, method, d);
        let calls = spot.calls.iter().map(|c| Call { class: c.class, method: c.method, line: c.line });
        Diagnostic {
            severity: severity(d.severity),
            code: d.code,
            class: spot.class,
            method: spot.method,
            descriptor: spot.descriptor,
            source: spot.source,
            line: d.line,
            offset: d.offset,
            message: &d.message,
            help: &d.help,
            calls: calls.collect(),
        }
    });
    Method {
        method: &method.method,
        descriptor: &method.descriptor,
        line: method.line,
        code_bytes: method.code_bytes,
        derivatives: derivatives.collect(),
        diagnostics: diagnostics.collect(),
    }
}

/// One line a class: what was written, or would be. With `verbose`, a line per derivative below.
pub fn human(run: &Run, outputs: &Outputs, verbose: bool, written: bool) -> String {
    let mut text = String::new();
    for (class, output) in run.classes.iter().zip(outputs) {
        let place = match output {
            Some(output) => output,
            None if written => continue,
            None => &class.unit.shown,
        };
        let methods = class.report.methods.iter().zip(&class.parameters);
        let stubs =
            class.stubs.iter().map(|(m, d)| format!("{} filled in", parameters::signature(m, d, &[])));
        let done: Vec<String> = methods.filter_map(|(m, names)| line(m, names)).chain(stubs).collect();
        match done.is_empty() {
            // It got methods only because others call it.
            true if class.added => text.push_str(&format!("{place}  (added)\n")),
            true if class.changed => text.push_str(&format!("{place}  (called)\n")),
            true => continue,
            false => text.push_str(&format!("{place}  {}\n", done.join("; "))),
        }
        if verbose {
            for d in class.report.methods.iter().flat_map(|m| &m.derivatives) {
                text.push_str(&format!("    {}{}  {} bytes\n", d.method, d.descriptor, d.code_bytes));
            }
        }
    }
    text
}

/// `value(double t)  ->  value_dt(double), value_jvp(double, double, double[])`.
fn line(method: &MethodReport, names: &[Option<String>]) -> Option<String> {
    if method.derivatives.is_empty() {
        return None;
    }
    let primal = parameters::signature(&method.method, &method.descriptor, names);
    let derivatives: Vec<String> =
        method.derivatives.iter().map(|d| parameters::signature(&d.method, &d.descriptor, &[])).collect();
    Some(format!("{primal}  ->  {}", derivatives.join(", ")))
}
