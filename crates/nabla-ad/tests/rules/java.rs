//! The JDKs of the machine, and the libraries that the table knows, from Maven.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The `java` commands of the machine: of `JAVA_HOME`, of the path, and of Debian's directory.
pub fn javas() -> BTreeSet<PathBuf> {
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

/// What a single source file prints, or none if this command cannot run one (a runtime without a
/// compiler, or Java before 11).
pub fn run(java: &Path, class_path: &str, source: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(java).args(["-cp", class_path]).arg(source).args(arguments).output().ok()?;
    if !output.status.success() {
        eprintln!("{}: {}", java.display(), String::from_utf8_lossy(&output.stderr));
        return None;
    }
    String::from_utf8(output.stdout).ok()
}

/// A file beside this one.
pub fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules").join(name)
}

/// The class path of the libraries in `pom.xml`, from Maven's cache or else its repository; none if
/// Maven is not there or cannot get them.
#[allow(dead_code, reason = "each test uses its part of this file")]
pub fn libraries() -> Option<&'static str> {
    static FOUND: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rule-libraries.txt");
        if let Some(known) = still_true(&file) {
            return Some(known);
        }
        let maven = |offline: &[&str]| {
            let mut command = Command::new(if cfg!(windows) { "mvn.cmd" } else { "mvn" });
            command.args(["--batch-mode", "--quiet"]).args(offline).arg("--file").arg(beside("pom.xml"));
            command.arg("dependency:build-classpath").arg(format!("-Dmdep.outputFile={}", file.display()));
            command.output().is_ok_and(|output| output.status.success())
        };
        (maven(&["--offline"]) || maven(&[])).then(|| std::fs::read_to_string(&file).ok()).flatten()
    };
    FOUND.get_or_init(find).as_deref()
}

/// The class path that an earlier test found, if `pom.xml` is older and the jars are still there.
fn still_true(file: &Path) -> Option<String> {
    let age = |path: &Path| path.metadata().and_then(|m| m.modified()).ok();
    let class_path = std::fs::read_to_string(file).ok()?;
    let fresh = age(file)? > age(&beside("pom.xml"))?;
    (fresh && std::env::split_paths(&class_path).all(|jar| jar.exists())).then_some(class_path)
}

/// Says that a test did not run, which only the environment may permit.
pub fn not_run(missing: &str, permission: &str) {
    println!("not run: no {missing} was found");
    let permitted = std::env::var_os(permission).is_some();
    assert!(permitted, "no {missing} was found; {permission}=1 permits that");
}
