//! Every public method of `Math`, `StrictMath`, `Double` and `Float` has a row, by reflection.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use nabla_ad::rules;

/// The `java` commands of the machine: of `JAVA_HOME`, of the path, and of Debian's directory.
fn javas() -> BTreeSet<PathBuf> {
    let executable = if cfg!(windows) { "java.exe" } else { "java" };
    let mut homes: Vec<PathBuf> = std::env::vars_os()
        .filter(|(name, _)| name.to_string_lossy().starts_with("JAVA_HOME"))
        .map(|(_, home)| PathBuf::from(home).join("bin"))
        .collect();
    homes.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    let debian = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    homes.extend(debian.map(|entry| entry.path().join("bin")));
    // Several names lead to one JDK.
    homes.iter().filter_map(|bin| bin.join(executable).canonicalize().ok()).collect()
}

/// What `Methods.java` prints, or none if this command cannot run a source file (a runtime without
/// a compiler, or Java before 11).
fn methods(java: &Path) -> Option<Vec<String>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/Methods.java");
    let output = Command::new(java).arg(source).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.lines().map(str::to_owned).collect())
}

#[test]
fn every_method_has_a_row() {
    let mut run = Vec::new();
    for java in javas() {
        let Some(lines) = methods(&java) else {
            continue;
        };
        let (version, lines) = lines.split_first().expect("a version");
        let missing: Vec<&String> = lines
            .iter()
            .filter(|line| {
                let fields: Vec<&str> = line.split(' ').collect();
                rules::lookup(fields[0], fields[1], fields[2]).is_none()
            })
            .collect();
        assert!(missing.is_empty(), "Java {version} has methods without a row: {missing:#?}");
        assert!(lines.len() > 200, "Java {version} shows only {} methods", lines.len());
        run.push(version.clone());
    }
    println!("checked: {run:?}");
    if run.is_empty() {
        println!("not run: no JDK was found");
        assert!(
            std::env::var_os("NABLA_ALLOW_NO_JDK").is_some(),
            "no JDK was found; NABLA_ALLOW_NO_JDK=1 permits that"
        );
    }
}
