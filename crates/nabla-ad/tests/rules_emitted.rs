//! Calls of libraries, differentiated and run: the rows of libraries as bytecode.

#[path = "rules/java.rs"]
mod java;

use std::path::{Path, PathBuf};
use std::process::Command;

use nabla_ad::{ClassReport, Form, MethodReport, Request, Wrt, candidates, differentiate};

/// `Calls.java`, compiled into a directory; none if something is missing, which is said.
fn compiled(test: &str) -> Option<(&'static str, PathBuf, PathBuf)> {
    let Some(class_path) = java::libraries() else {
        java::not_run("Maven with the libraries", "NABLA_ALLOW_NO_MAVEN");
        return None;
    };
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&directory).expect("a directory");
    let compiles = |java: &PathBuf| {
        let compiler = java.with_file_name(if cfg!(windows) { "javac.exe" } else { "javac" });
        let mut command = Command::new(compiler);
        command.args(["-g", "-proc:none", "-nowarn", "-cp", class_path, "-d"]).arg(&directory);
        command.arg(java::beside("Calls.java")).output().is_ok_and(|output| output.status.success())
    };
    let Some(java) = java::javas().into_iter().find(compiles) else {
        java::not_run("JDK", "NABLA_ALLOW_NO_JDK");
        return None;
    };
    Some((class_path, directory, java))
}

/// The partials of the methods that this accepts.
fn partials(bytes: &[u8], accept: impl Fn(&str) -> bool) -> ClassReport {
    let class = nabla_classfile::ClassFile::read(bytes).expect("a class");
    let methods = candidates(&class).into_iter().filter(|c| c.eligible && accept(&c.method));
    let requests: Vec<Request> = methods
        .map(|c| Request {
            method: c.method,
            descriptor: c.descriptor,
            wrt: Wrt::All,
            forms: vec![Form::Partial],
            names: Vec::new(),
            lanes: Default::default(),
        })
        .collect();
    differentiate(bytes, &requests).expect("a report")
}

/// Which derivative of which primal, and by which parameter.
fn derivatives(report: &ClassReport) -> Vec<(String, String, usize)> {
    let parameter = |p: &str| ["x", "y"].iter().position(|x| *x == p).expect("a parameter called x or y");
    let of = |m: &MethodReport| {
        m.derivatives
            .iter()
            .map(|d| (m.method.clone(), d.method.clone(), parameter(&d.wrt[0])))
            .collect::<Vec<_>>()
    };
    report.methods.iter().flat_map(of).collect()
}

#[test]
fn derivatives_through_libraries_agree_with_differences() {
    let Some((class_path, directory, java)) = compiled("agreement") else { return };
    let class = directory.join("Calls.class");
    let bytes = std::fs::read(&class).expect("the class");

    let first = partials(&bytes, |name| !name.ends_with("arameter"));
    let refused: Vec<_> = first.methods.iter().filter(|m| m.derivatives.is_empty()).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    // Helpers of libraries are read back by their names, and their expressions differentiated.
    let once = first.output.clone().expect("a class");
    let second = partials(&once, |name| {
        ["gamma_dx", "error_dx", "twoLogarithms_dx", "integerExponents_dx"].contains(&name)
    });
    let refused: Vec<_> = second.methods.iter().filter(|m| m.derivatives.is_empty()).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    std::fs::write(&class, second.output.as_ref().expect("a class")).expect("the class can be written");

    let mut arguments = Vec::new();
    for (primal, derivative, parameter) in derivatives(&first).into_iter().chain(derivatives(&second)) {
        arguments.push(format!("{primal},{derivative},{parameter}"));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let separator = if cfg!(windows) { ";" } else { ":" };
    let path = format!("{}{separator}{class_path}", directory.display());
    let text =
        java::run(&java, &path, &java::beside("Compare.java"), &arguments).expect("the comparison runs");
    assert_eq!(text.lines().count(), 3 * arguments.len());
    for line in text.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| fields[i].parse::<f64>().expect("a number");
        let (ours, theirs) = (number(2), number(3));
        let tolerance = if line.starts_with("floats") { 1e-3 } else { 1e-6 };
        println!("{line}");
        assert!((ours - theirs).abs() <= tolerance * ours.abs().max(1.0), "{line}");
    }
}

/// An unknown partial never counts as zero: the method is refused, unless the result is not used.
#[test]
fn an_unknown_partial_is_refused() {
    let Some((_, directory, _)) = compiled("refusal") else { return };
    let bytes = std::fs::read(directory.join("Calls.class")).expect("the class");
    let report = partials(&bytes, |name| name.ends_with("arameter"));
    let named = |name: &str| report.methods.iter().find(|m| m.method == name).expect("the method");
    for name in ["parameter", "toleranceParameter"] {
        let codes: Vec<&str> = named(name).diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, ["NB0201"]);
    }
    assert_eq!(named("unusedParameter").derivatives.len(), 2);
}
