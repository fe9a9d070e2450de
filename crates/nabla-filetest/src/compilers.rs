//! The compilers beside `javac`: Eclipse's for Java, Kotlin's and Scala's.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::jdk::Jdk;

/// A compiler that is a jar and not a part of the JDK.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compiler {
    /// Eclipse's, for Java.
    Ecj,
    /// JetBrains', for Kotlin 2.
    Kotlin,
    /// For Scala 3.
    Scala,
}

/// One run of a compiler.
#[derive(Debug)]
pub struct Run {
    /// The release whose class files are written.
    pub release: u16,
    /// The source files.
    pub sources: Vec<PathBuf>,
    /// Where the class files go.
    pub into: PathBuf,
}

impl Compiler {
    /// The name used for directories and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Compiler::Ecj => "ecj",
            Compiler::Kotlin => "kotlin",
            Compiler::Scala => "scala",
        }
    }

    /// The jars that its class files need, at compile time and at run time.
    fn libraries(self) -> &'static [&'static str] {
        match self {
            Compiler::Ecj => &[],
            Compiler::Kotlin => &["kotlin-stdlib.jar"],
            Compiler::Scala => &["scala-library.jar", "scala3-library_3.jar"],
        }
    }

    /// The arguments of a run but for the sources: with debug information and parameter names.
    fn options(self, run: &Run, libraries: &str) -> Vec<String> {
        let into = run.into.to_string_lossy();
        let release = run.release.to_string();
        let target = if run.release == 8 { "1.8" } else { &release };
        let options: &[&str] = match self {
            Compiler::Ecj => &["-g", "-parameters", "-nowarn", "--release", &release, "-d", &into],
            Compiler::Kotlin => &[
                "-no-stdlib",
                "-no-reflect",
                "-nowarn",
                "-java-parameters",
                "-module-name",
                "fixtures",
                "-jvm-target",
                target,
                "-cp",
                libraries,
                "-d",
                &into,
            ],
            Compiler::Scala => {
                &["-nowarn", "-java-output-version", &release, "-classpath", libraries, "-d", &into]
            }
        };
        options.iter().map(|option| option.to_string()).collect()
    }
}

/// The compilers, ready to be run by a JDK.
#[derive(Debug)]
pub struct Compilers<'a> {
    jdk: &'a Jdk,
    jars: PathBuf,
}

impl<'a> Compilers<'a> {
    /// Fetches the compilers if they are not there yet; the error is the script's.
    pub fn fetch(jdk: &'a Jdk) -> Result<Compilers<'a>, String> {
        // The tests of one process ask once.
        static FETCHED: OnceLock<Result<(), String>> = OnceLock::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let script = root.join("scripts/fetch-compilers");
        let fetched = FETCHED.get_or_init(|| run(&script, &[]));
        fetched.clone().map(|()| Compilers { jdk, jars: root.join(".cache/compilers") })
    }

    /// The jars that a compiler's class files need at run time.
    pub fn libraries(&self, compiler: Compiler) -> Vec<PathBuf> {
        compiler.libraries().iter().map(|jar| self.jars.join(jar)).collect()
    }

    /// Runs a compiler, several times in one JVM; the error is the compiler's. What the runs need
    /// beside their results is kept in `scratch`.
    pub fn compile(&self, compiler: Compiler, runs: &[Run], scratch: &Path) -> Result<(), String> {
        let driver = scratch.join("compilers");
        fs::create_dir_all(&driver).map_err(|e| e.to_string())?;
        let source = driver.join("Compilers.java");
        fs::write(&source, include_str!("Compilers.java")).map_err(|e| e.to_string())?;
        let separator = if cfg!(windows) { ";" } else { ":" };
        let class_path = |parts: &[PathBuf]| {
            parts.iter().map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>().join(separator)
        };
        let jars = self.jars.join("*");
        // Most of a short run is the compiler's own start, which the fast JIT compiler and the
        // simple collector serve best.
        let mut arguments: Vec<OsString> = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"]
            .map(OsString::from)
            .into_iter()
            .chain([class_path(&[jars]).into(), source.into_os_string(), compiler.name().into()])
            .collect();
        let libraries = class_path(&self.libraries(compiler));
        for (number, run) in runs.iter().enumerate() {
            fs::create_dir_all(&run.into).map_err(|e| format!("{}: {e}", run.into.display()))?;
            let mut lines = compiler.options(run, &libraries);
            lines.extend(run.sources.iter().map(|source| source.to_string_lossy().into_owned()));
            let file = driver.join(format!("{}-{number}", compiler.name()));
            fs::write(&file, lines.join("\n") + "\n").map_err(|e| e.to_string())?;
            arguments.push(file.into_os_string());
        }
        run(&self.jdk.home.join("bin/java"), &arguments)
    }
}

/// Runs a program; the error is all it printed.
fn run(program: &Path, arguments: &[OsString]) -> Result<(), String> {
    let name = program.display();
    let output = Command::new(program).args(arguments).output().map_err(|e| format!("{name}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Err(format!("{name}: {}\n{}{}", output.status, text(&output.stdout), text(&output.stderr)))
}
