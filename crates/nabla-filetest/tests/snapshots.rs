//! The activity and the code of the derivatives that fixtures ask for by `snapshot:`, as they were
//! when they were last looked at.
//!
//! The class files are those of the Eclipse compiler, whose version is ours and not the JDK's.
//! `INSTA_UPDATE=always cargo test -p nabla-filetest --test snapshots` takes the present texts for
//! right; what it changed under `tests/snapshots` is to be read like any other change.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::Path;

use nabla_ad::{Form, NoClasses};
use nabla_classfile::ClassFile;
use nabla_filetest::compilers::{Compiler, Compilers, Run};
use nabla_filetest::expect::Expectation;
use nabla_filetest::failures::Failures;
use nabla_filetest::fixture::{self, Fixture, JAVA, KOTLIN, SCALA, Subject};
use nabla_filetest::{inventory, jdk, listing};

/// Where the snapshots are, relative to this file.
const SNAPSHOTS: &str = "../../../tests/snapshots";

#[test]
fn snapshots() {
    let jdks = jdk::find();
    let Some(oldest) = jdks.first() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let mut failures = Failures::default();
    for language in [&KOTLIN, &SCALA] {
        for fixture in fixture::read(language, &mut failures).iter().filter(|fixture| asks(fixture)) {
            failures.add(&fixture.source, "snapshots are of Java fixtures".to_string(), "source");
        }
    }
    let fixtures: Vec<Fixture> = fixture::read(&JAVA, &mut failures).into_iter().filter(asks).collect();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snapshots");
    let _ = fs::remove_dir_all(&scratch);
    let classes = scratch.join("primal");
    let compilers = Compilers::fetch(oldest).unwrap_or_else(|problem| panic!("NOT RUN: {problem}"));
    let sources = fixtures.iter().map(|fixture| JAVA.root().join(&fixture.source)).collect();
    let run = Run { release: 17, sources, into: classes.clone() };
    compilers.compile(Compiler::Ecj, &[run], &scratch).unwrap();
    let inventory = inventory::read(oldest, &classes, &JAVA.root()).unwrap();

    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for fixture in &fixtures {
        let fail = &mut |text| failures.add(&fixture.source, text, "ecj-17");
        for subject in fixture::subjects(fixture, &inventory, fail) {
            let bytes = fs::read(classes.join(subject.class.file())).unwrap();
            for located in subject.expectations(fixture) {
                let Expectation::Snapshot(form) = &located.expectation else { continue };
                let name = format!("{}.{}.{form}", subject.class.name, subject.method.name);
                match text(fixture, &subject, form, &bytes) {
                    Ok(text) => drop(texts.insert(name, text)),
                    Err(problem) => fail(format!("line {}: {problem}", located.line)),
                }
            }
        }
    }
    compare(&texts, &mut failures);
    failures.assert_none();
}

fn asks(fixture: &Fixture) -> bool {
    fixture.expectations.iter().any(|e| matches!(e.expectation, Expectation::Snapshot(_)))
}

/// The method's lines with the activity of its local variables, and the listing of each derivative
/// of this form as a difference from the primal's.
fn text(fixture: &Fixture, subject: &Subject, form: &str, bytes: &[u8]) -> Result<String, String> {
    let form = Form::ALL.iter().find(|f| f.name() == form).ok_or(format!("no form `{form}`"))?;
    let request = subject.request(vec![*form]);
    let explained = nabla_ad::explain_method(bytes, &request, &NoClasses).map_err(|e| e.to_string())?;
    let differentiated = nabla_ad::differentiate(bytes, &[request]).map_err(|e| e.to_string())?;
    let output = differentiated.output.ok_or("no derivative")?;

    let mut text = String::new();
    let source = fs::read_to_string(JAVA.root().join(&fixture.source)).map_err(|e| e.to_string())?;
    let source: Vec<&str> = source.lines().collect();
    for (line, locals) in &explained.locals {
        let code = source[usize::from(*line) - 1].split(" // ").next().unwrap_or_default();
        let _ = writeln!(text, "{}", code.trim());
        for (word, wanted) in [("active", true), ("inactive", false)] {
            let names = locals.iter().filter(|(_, active)| **active == wanted);
            let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "    {word}: {}", names.join(" "));
            }
        }
    }
    let primal = code(bytes, &subject.method.name, &subject.method.descriptor)?;
    for derivative in &differentiated.methods[0].derivatives {
        let lines = code(&output, &derivative.method, &derivative.descriptor)?;
        let _ = writeln!(text, "\n{} {}", derivative.method, derivative.descriptor);
        for line in listing::difference(&primal, &lines) {
            let _ = writeln!(text, "{line}");
        }
    }
    Ok(text)
}

fn code(bytes: &[u8], name: &str, descriptor: &str) -> Result<Vec<String>, String> {
    let class = ClassFile::read(bytes).map_err(|e| e.to_string())?;
    for method in &class.methods {
        let is = |index, text: &str| class.pool.utf8(index).is_ok_and(|found| found == text);
        if is(method.name, name) && is(method.descriptor, descriptor) {
            let code = class.code(method).map_err(|e| e.to_string())?.ok_or("no code")?;
            return listing::listing(&class, &code).map_err(|e| e.to_string());
        }
    }
    Err(format!("no method {name}{descriptor}"))
}

/// Compares all texts, so that one run shows all differences, and finds snapshots of nothing.
fn compare(texts: &BTreeMap<String, String>, failures: &mut Failures) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(SNAPSHOTS);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, text) in texts {
        let compare = || settings.bind(|| insta::assert_snapshot!(name.as_str(), text));
        if std::panic::catch_unwind(AssertUnwindSafe(compare)).is_err() {
            failures.add(Path::new(name), "differs from its snapshot".to_string(), "ecj-17");
        }
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(SNAPSHOTS);
    let kept: BTreeSet<String> = (inventory::files(&directory, "snap").iter())
        .map(|file| file.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    for orphan in kept.iter().filter(|name| !texts.contains_key(*name)) {
        failures.add(Path::new(orphan), "no fixture asks for this snapshot".to_string(), "ecj-17");
    }
}
