//! Methods and their derivatives laid out for a JVM: the classes in a directory, a line for each
//! method that the driver reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::approximations::approximated;
use crate::cli::Selection;
use crate::commands::class_path;
use crate::driver;
use crate::engine::{Form, MethodReport, RecordedCall};
use crate::failure::Failure;
use crate::inputs::{Inputs, Place};
use crate::interrupt::{self, Registered};
use crate::parameters;
use crate::pipeline::{Analysed, Payload, Run};

/// What an independent begins with that is a field of the object.
const RECEIVER: &str = "this.";

/// One method to compare.
#[derive(Debug)]
pub struct Subject {
    /// `demo.Foo.value(double t)`.
    pub shown: String,
    /// The driver's line for it.
    pub line: String,
    /// The function whose derivative its derivative is, where it only approximates one.
    pub approximates: Option<&'static str>,
}

/// The differentiated classes of a run in a private directory, for a JVM.
pub struct Laid {
    /// The methods that have derivatives.
    pub subjects: Vec<Subject>,
    class_path: Vec<PathBuf>,
    directory: TempDir,
    _registered: Registered,
}

impl Laid {
    /// Lays out a run.
    pub fn out(run: &Run, selection: &Selection) -> Result<Laid, Failure> {
        let directory = tempfile::Builder::new().prefix("nabla-verify-").tempdir();
        let directory = directory.map_err(|e| Failure::io("write", &std::env::temp_dir(), &e))?;
        let path = directory.path().to_owned();
        let registered = interrupt::register(move || drop(fs::remove_dir_all(&path)));
        let (subjects, path) = lay_out(run, directory.path())?;
        let mut class_path = vec![directory.path().join("classes")];
        class_path.extend(path);
        class_path.extend(selection.class_path.iter().flat_map(std::env::split_paths));
        Ok(Laid { subjects, class_path, directory, _registered: registered })
    }

    /// Writes the calls that instrumented classes record where the driver finds them.
    pub fn calls(&self, calls: &[RecordedCall]) -> Result<String, Failure> {
        let line = |call: &RecordedCall| {
            let active = call.active.iter().map(|&i| format!("{i}:{}", call.parameters[i]));
            let fields = [
                call.label.clone(),
                call.class.clone(),
                call.method.clone(),
                call.descriptor.clone(),
                format!("{}#{}{}", call.owner, call.tangent, call.tangent_descriptor),
                active.collect::<Vec<_>>().join(","),
                String::new(),
                call.parameters.join(","),
                String::new(),
                positions(&call.active),
                String::new(),
            ];
            fields.join("\t") + "\n"
        };
        let file = self.directory.path().join("calls");
        fs::write(&file, calls.iter().map(line).collect::<String>())
            .map_err(|e| Failure::io("write", &file, &e))?;
        Ok(file.display().to_string())
    }

    /// What the driver tells of some of them.
    pub fn launch<'s>(
        &self,
        java: &Path,
        subjects: impl Iterator<Item = &'s Subject>,
        work: &[String],
    ) -> Result<String, Failure> {
        let lines: String = subjects.map(|s| s.line.clone() + "\n").collect();
        driver::launch(java, self.directory.path(), &self.class_path, &lines, work)
    }
}

/// Writes the differentiated classes and collects the subjects and the places of the other classes.
fn lay_out(run: &Run, directory: &Path) -> Result<(Vec<Subject>, BTreeSet<PathBuf>), Failure> {
    let mut subjects = Vec::new();
    let mut path = BTreeSet::new();
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for class in &run.classes {
        if !on_class_path(&run.inputs, class, &mut path) {
            continue;
        }
        // A JVM would run one of the two, and what it finds would be told of both.
        if let Some(other) = seen.insert(&class.report.class, &class.unit.shown) {
            // Inputs have the same interfaces of functions.
            if class.added {
                continue;
            }
            return Err(two_classes(&class.report.class, other, &class.unit.shown));
        }
        let Some(Payload::Bytes(bytes)) = &class.payload else {
            continue;
        };
        let file = directory.join("classes").join(class_path(&class.report.class)?);
        let write = |file: &Path| {
            fs::create_dir_all(file.parent().unwrap_or(directory))?;
            fs::write(file, bytes)
        };
        write(&file).map_err(|e| Failure::io("write", &file, &e))?;
        for (method, names) in class.report.methods.iter().zip(&class.parameters) {
            subjects.extend(subject(&class.report.class, method, names));
        }
    }
    Ok((subjects, path))
}

/// Two inputs that hold the same class.
fn two_classes(class: &str, one: &str, other: &str) -> Failure {
    Failure::usage(format!("two inputs hold the class `{class}`, and a JVM runs one of them"))
        .note(format!("they are `{one}` and `{other}`"))
        .help("run the command once for each of them")
}

/// Adds the root of a class's package to the class path. A versioned entry of a jar is left out:
/// which version a JVM takes depends on the JVM.
fn on_class_path(inputs: &Inputs, class: &Analysed, path: &mut BTreeSet<PathBuf>) -> bool {
    match &class.unit.place {
        Place::File { path: file, .. } => {
            let package = class.report.class.matches('.').count();
            path.extend(file.ancestors().nth(package + 1).map(|root| match root.as_os_str().is_empty() {
                true => PathBuf::from("."),
                false => root.to_owned(),
            }));
            true
        }
        Place::Entry { jar, entry } => {
            let jar = &inputs.jars[*jar];
            path.insert(jar.path.clone());
            !jar.entry_name(*entry).starts_with("META-INF/")
        }
        Place::Module { .. } | Place::ClassPath { .. } => true,
    }
}

/// Positions of parameters with commas between.
fn positions(parameters: &[usize]) -> String {
    parameters.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

/// The driver's line: class, method, descriptor, jvp, independents, partials, names of the
/// parameters, what is approximated, parameters with a tangent, fields of the object that are
/// independents, with tabs between. Those count as parameters behind the others.
fn subject(class: &str, method: &MethodReport, names: &[Option<String>]) -> Option<Subject> {
    if method.derivatives.is_empty() {
        return None;
    }
    let (types, _) = parameters::split(&method.descriptor)?;
    let mut held: Vec<&str> = Vec::new();
    for wrt in method.derivatives.iter().flat_map(|d| &d.wrt).filter(|wrt| wrt.starts_with(RECEIVER)) {
        if !held.contains(&&**wrt) {
            held.push(wrt);
        }
    }
    // An independent is told by its name where there is one, else by its index.
    let position = |wrt: &str| {
        let field = held.iter().position(|&field| field == wrt).map(|i| types.len() + i);
        let named = || names.iter().position(|n| n.as_deref() == Some(wrt));
        field.or_else(|| named().or_else(|| wrt.parse().ok()).filter(|&i| i < types.len()))
    };
    let mut independents: Vec<usize> =
        method.derivatives.iter().flat_map(|d| &d.wrt).filter_map(|w| position(w)).collect();
    independents.sort_unstable();
    independents.dedup();
    let name = |i: usize| match i.checked_sub(types.len()) {
        Some(field) => held[field].to_owned(),
        None => names.get(i).cloned().flatten().unwrap_or_else(|| i.to_string()),
    };
    let listed: Vec<String> = independents.iter().map(|&i| format!("{i}:{}", name(i))).collect();
    let jvp = method.derivatives.iter().find(|d| d.form == Form::Jvp);
    let partials = method.derivatives.iter().filter(|d| d.form == Form::Partial).filter_map(|d| {
        let parameter = position(d.wrt.first()?)?;
        let at = independents.iter().position(|&i| i == parameter)?;
        Some(format!("{at}:{}", d.method))
    });
    let all = types.len() + held.len();
    let tangents: Vec<usize> = match jvp {
        Some(jvp) => jvp.tangents.iter().copied().chain(types.len()..all).collect(),
        None => independents.clone(),
    };
    let fields: Vec<&str> = held.iter().map(|field| &field[RECEIVER.len()..]).collect();
    let approximates = approximated(class, &method.method, &method.descriptor);
    let line = [
        class.to_owned(),
        method.method.clone(),
        method.descriptor.clone(),
        jvp.map(|d| format!("{}{}", d.method, d.descriptor)).unwrap_or_default(),
        listed.join(","),
        partials.collect::<Vec<_>>().join(","),
        (0..all).map(name).collect::<Vec<_>>().join(","),
        approximates.unwrap_or_default().to_owned(),
        positions(&tangents),
        fields.join(","),
    ];
    let shown = format!("{class}.{}", parameters::signature(&method.method, &method.descriptor, names));
    Some(Subject { shown, line: line.join("\t"), approximates })
}
