//! The JVM side of `verify`: its source, and the run of it.
//!
//! It is run in the JVM's source-file mode, so that nothing need be installed. That mode takes one
//! file, so the parts are put together here.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};

use crate::failure::{Failure, plain};
use crate::interrupt;

/// The main class comes first.
const PARTS: [&str; 18] = [
    include_str!("verify/Driver.java"),
    include_str!("verify/Samples.java"),
    include_str!("verify/Recipe.java"),
    include_str!("verify/Subject.java"),
    include_str!("verify/Held.java"),
    include_str!("verify/Outcome.java"),
    include_str!("verify/Lanes.java"),
    include_str!("verify/Point.java"),
    include_str!("verify/Linearity.java"),
    include_str!("verify/Slopes.java"),
    include_str!("verify/Fit.java"),
    include_str!("verify/Exact.java"),
    include_str!("verify/Plot.java"),
    include_str!("verify/Breaks.java"),
    include_str!("verify/Probe.java"),
    include_str!("verify/Executions.java"),
    include_str!("verify/Located.java"),
    include_str!("verify/Sparsity.java"),
];

/// The parts as one file: the package, every import, the classes.
fn source() -> String {
    let is_head = |line: &&str| line.starts_with("package ") || line.starts_with("import ");
    let mut heads: Vec<&str> = PARTS.iter().flat_map(|part| part.lines()).filter(is_head).collect();
    // A package comes before imports.
    heads.sort_unstable_by_key(|head| (!head.starts_with("package "), *head));
    heads.dedup();
    let bodies = PARTS.iter().flat_map(|part| part.lines()).filter(|line| !is_head(line));
    heads.iter().copied().chain(bodies).flat_map(|line| [line, "\n"]).collect()
}

/// Runs the driver on the methods in `lines`, a line each, and gives what it tells of them. `work`
/// is the number of points to compare them at; and what else to do, as `Driver.java` says. What the
/// user's code prints goes to standard error. Where the user's code ends the JVM, that is what is told
/// of its method, and another JVM goes on with the methods behind it.
pub fn launch(
    java: &Path,
    directory: &Path,
    class_path: &[PathBuf],
    lines: &str,
    work: &[String],
) -> Result<String, Failure> {
    // From JDK 22 on the directories of a source must be those of its package.
    let (package, list) = (directory.join("driver/io/github/nablars/verify"), directory.join("subjects"));
    let driver = package.join("Driver.java");
    fs::create_dir_all(&package)
        .and_then(|()| fs::write(&driver, source()))
        .map_err(|e| Failure::io("write", &driver, &e))?;
    let joined: OsString = std::env::join_paths(class_path)
        .map_err(|e| Failure::usage(format!("the class path cannot be given to a JVM: {e}")))?;
    let mut lines: Vec<&str> = lines.lines().collect();
    let mut told = String::new();
    loop {
        fs::write(&list, lines.join("\n") + "\n").map_err(|e| Failure::io("write", &list, &e))?;
        let mut command = Command::new(java);
        // Without it the JVM trusts classes of some loaders unseen.
        command.arg("-Xverify:all").arg("-cp").arg(&joined).arg(&driver).arg(&list).args(work);
        let (text, status) = output(java, command)?;
        let session = Session::read(&text);
        told.push_str(&session.told);
        match (session.working, status.code()) {
            _ if session.ended && status.success() => return Ok(told),
            (Some(number), Some(code)) if number < lines.len() => {
                told.push_str(&ending(work, number, code));
                // A blank line is no method; numbers stay what they are.
                lines[..=number].fill("");
                if lines.iter().all(|line| line.is_empty()) {
                    return Ok(told);
                }
            }
            (None, Some(0)) => {
                return Err(Failure::usage(format!("`{}` is no JVM: it runs nothing", java.display()))
                    .help("name a `java` command, or the home of a JDK, with `--java`"));
            }
            _ => {
                return Err(Failure::usage(format!("`{}` failed: {status}", java.display()))
                    .help("a JDK of version 11 or later is needed; name one with `--java`"));
            }
        }
    }
}

/// Runs a command to its end, for what it writes to standard output.
fn output(java: &Path, mut command: Command) -> Result<(String, ExitStatus), Failure> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|e| Failure::usage(format!("cannot run `{}`: {}", java.display(), plain(&e))))?;
    let stdout = child.stdout.take();
    let child = Arc::new(Mutex::new(child));
    let shared = Arc::clone(&child);
    // A signal to this process alone would leave the JVM at work for nobody.
    let registered = interrupt::register(move || {
        let _ = interrupt::lock(&shared).kill();
    });
    let mut told = Vec::new();
    let read = stdout.map_or(Ok(0), |mut stdout| stdout.read_to_end(&mut told));
    let status = interrupt::lock(&child).wait();
    drop(registered);
    let status = read
        .and(status)
        .map_err(|e| Failure::usage(format!("`{}` failed: {}", java.display(), plain(&e))))?;
    Ok((String::from_utf8_lossy(&told).into_owned(), status))
}

/// What one JVM said.
#[derive(Default)]
struct Session {
    /// What it told of methods.
    told: String,
    /// The method that it was at work on last.
    working: Option<usize>,
    /// Whether it came to the end of its work.
    ended: bool,
}

impl Session {
    fn read(text: &str) -> Session {
        let mut session = Session::default();
        for line in text.lines() {
            match line.split_once('\t') {
                Some(("working", number)) => session.working = number.parse().ok(),
                Some(("ended", "")) => session.ended = true,
                _ => session.told.extend([line, "\n"]),
            }
        }
        session
    }
}

/// What the driver would have told of a method that has ended the JVM.
fn ending(work: &[String], number: usize, code: i32) -> String {
    let why = format!("it ends the JVM, with exit code {code}");
    match work.get(1).map(String::as_str) {
        Some("plot") => format!("failed\t{why}\n"),
        Some("sparsity") => format!("{number}\tfailed\t{why}\n"),
        _ => format!("{number}\tskipped\t0\t0\t{why}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A method of a fixture: its name, how it is marked, and the driver's line for it.
    struct Subject {
        name: String,
        mark: String,
        line: String,
    }

    /// The descriptors of parameters written in Java, one after the other.
    fn types(parameters: &str) -> String {
        let types = parameters.split(", ").map(|parameter| parameter.rsplit_once(' ').unwrap().0);
        types.map(descriptor).collect()
    }

    fn descriptor(ty: &str) -> &'static str {
        match ty {
            "void" => "V",
            "int" => "I",
            "float" => "F",
            "float[]" => "[F",
            "double" => "D",
            "double[]" => "[D",
            "double[][]" => "[[D",
            _ => panic!("{ty}"),
        }
    }

    /// Every static method of a fixture that has a `_jvp` or a `_dx` beside it. Its independents are
    /// all parameters but whole numbers and those named `…Out`.
    fn subjects(class: &str, source: &str) -> Vec<Subject> {
        let mut found = Vec::new();
        for line in source.lines().filter_map(|l| l.trim().strip_prefix("static ")) {
            let Some((head, rest)) = line.split_once(')') else { continue };
            let (head, parameters) = head.split_once('(').unwrap();
            let (result, name) = head.split_once(' ').unwrap();
            let jvp =
                source.split_once(&format!(" {name}_jvp(")).map(|(_, rest)| rest.split_once(')').unwrap().0);
            let partial = source.contains(&format!(" {name}_dx("));
            let exact = format!("{name}_exact");
            let exact = source.contains(&format!(" {exact}(")).then(|| format!("{class}#{exact}"));
            if jvp.is_none() && !partial {
                continue;
            }
            let result = descriptor(result);
            let independents = parameters.split(", ").enumerate().filter_map(|(i, parameter)| {
                let (ty, name) = parameter.rsplit_once(' ').unwrap();
                (ty != "int" && !name.ends_with("Out")).then(|| format!("{i}:{name}"))
            });
            let numbers = parameters.split(", ").enumerate().filter(|(_, p)| !p.starts_with("int "));
            let tangents = numbers.filter(|(_, p)| jvp.is_some() || !p.ends_with("Out"));
            let fields = [
                class.to_owned(),
                name.to_owned(),
                format!("({}){result}", types(parameters)),
                jvp.map(|jvp| format!("{name}_jvp({}){result}", types(jvp))).unwrap_or_default(),
                independents.collect::<Vec<_>>().join(","),
                if partial { format!("0:{name}_dx") } else { String::new() },
                String::new(),
                exact.unwrap_or_default(),
                tangents.map(|(i, _)| i.to_string()).collect::<Vec<_>>().join(","),
                String::new(),
            ];
            let line = fields.join("\t") + "\n";
            let mark = rest.rsplit_once("// ").map_or("", |(_, mark)| mark);
            found.push(Subject { name: name.to_owned(), mark: mark.to_owned(), line });
        }
        found
    }

    /// Compiles a fixture and gives the fields of the driver's line for each of its methods.
    fn verdicts(class: &str, source: &str, points: u32) -> Vec<(Subject, Vec<String>)> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(format!("{class}.java"));
        fs::write(&file, source).unwrap();
        let java = crate::java::command(None).unwrap();
        let javac = Command::new(java.with_file_name("javac")).arg(&file).status();
        assert!(javac.expect("these tests need javac: install a JDK").success());
        let subjects = subjects(class, source);
        let lines: String = subjects.iter().map(|s| s.line.as_str()).collect();
        let class_path = [directory.path().to_owned()];
        let output = launch(&java, directory.path(), &class_path, &lines, &[points.to_string()]).unwrap();
        let told: Vec<Vec<String>> =
            output.lines().map(|l| l.split('\t').map(str::to_owned).collect()).collect();
        assert_eq!(told.len(), subjects.len(), "{output}");
        subjects.into_iter().zip(told).collect()
    }

    #[test]
    fn no_right_derivative_is_called_wrong() {
        let told = verdicts("Fair", include_str!("../tests/verify/Fair.java"), 60);
        assert!(told.len() > 30, "the fixture was not understood");
        for (subject, fields) in told {
            let kind = if subject.mark == "unfollowed" { "unfollowed" } else { "ok" };
            assert_eq!(fields[1], kind, "{}: {fields:?}", subject.name);
            let agrees = subject.mark == "agrees";
            assert!(!agrees || fields[2] != "0", "{} is undecided: {fields:?}", subject.name);
        }
    }

    #[test]
    fn every_wrong_derivative_is_found() {
        let told = verdicts("Wrong", include_str!("../tests/verify/Wrong.java"), 24);
        assert!(told.len() > 30, "the fixture was not understood");
        for (subject, fields) in told {
            // A 0 where the value moves is wrong unless instrumented classes say more.
            let zero = [" is 0.0, ", " is -0.0, "].iter().any(|zero| fields[4].contains(zero));
            assert_eq!(fields[1], if zero { "still" } else { "wrong" }, "{}: {fields:?}", subject.name);
        }
    }
}
