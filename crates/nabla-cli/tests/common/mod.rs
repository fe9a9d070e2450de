//! A private directory with classes compiled at test time, and the command to run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The class that most tests use.
pub const FOO: &str = "package demo;
public class Foo {
  public static double value(double t) {
    double r = 1;
    for (int i = 0; i < 3; i++) r = r * t + Math.sin(t);
    return r;
  }
  public double area(double a, double b) { return a * b; }
  static double steps(double x, double y) { return x; }
  static double lost(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return Double.longBitsToDouble(bits);
  }
  static int count(int n) { return n; }
}
";

/// The annotation of rules.
#[allow(dead_code)]
pub const DERIVATIVE: (&str, &str) = (
    "io/github/nablars/api/Derivative.java",
    "package io.github.nablars.api;
public @interface Derivative { Class<?> of(); String method(); String descriptor() default \"\"; }
",
);

/// A directory that is gone after the test.
pub struct Workplace {
    dir: TempDir,
}

#[allow(dead_code)]
impl Workplace {
    /// An empty one.
    pub fn new() -> Workplace {
        Workplace { dir: tempfile::tempdir().unwrap() }
    }

    /// One with `classes/demo/Foo.class` and its source in `src`.
    pub fn with_foo() -> Workplace {
        let place = Workplace::new();
        place.compile("demo/Foo.java", FOO);
        place
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Compiles a source of `src` to `classes`. Without a JDK there is nothing to test with.
    pub fn compile(&self, name: &str, source: &str) {
        self.write(&format!("src/{name}"), source);
        let mut javac = short("javac");
        javac.args(["-g", "-parameters", "-d"]).arg(self.path("classes"));
        javac.arg("-cp").arg(self.path("classes"));
        let output = javac
            .arg(self.path(&format!("src/{name}")))
            .output()
            .expect("these tests need javac: install a JDK");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Compiles sources that may need each other, for release 17, into a directory.
    pub fn javac(&self, sources: &[(&str, &str)], into: &str, class_path: &str) {
        let mut javac = short("javac");
        javac.current_dir(self.dir.path());
        javac.args(["-g", "-parameters", "--release", "17", "-d", into, "-cp", class_path]);
        for (name, source) in sources {
            self.write(&format!("src/{name}"), source);
            javac.arg(self.path(&format!("src/{name}")));
        }
        let output = javac.output().expect("these tests need javac: install a JDK");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Packs a directory.
    pub fn pack(&self, jar: &str, directory: &str) {
        let mut tool = short("jar");
        tool.current_dir(self.dir.path()).args([
            "--create",
            "--no-manifest",
            "--file",
            jar,
            "-C",
            directory,
            ".",
        ]);
        let output = tool.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Runs a class that prints `ok`, in every JDK there is, with all classes verified.
    #[track_caller]
    pub fn java(&self, class_path: &str, main: &str) {
        for java in javas() {
            let mut command = Command::new(&java);
            command.current_dir(self.dir.path()).args(SHORT).args(["-Xverify:all", "-cp", class_path, main]);
            let output = command.output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n", "{}: {err}", java.display());
        }
    }

    /// Packs `classes` with the JDK's own tool, a resource and a versioned class beside them.
    pub fn jar(&self, name: &str) {
        self.write("classes/data.txt", "data");
        self.write(
            "classes/META-INF/versions/17/demo/Foo.class",
            fs::read(self.path("classes/demo/Foo.class")).unwrap(),
        );
        let output = short("jar")
            .current_dir(self.path("classes"))
            .args(["--create", "--file", &format!("../{name}"), "-C", ".", "demo", "-C", ".", "data.txt"])
            .args(["-C", ".", "META-INF/versions"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Runs the command here.
    pub fn run(&self, args: &[&str]) -> Ran {
        let output = assert_cmd::Command::cargo_bin("nabla-rs")
            .unwrap()
            .current_dir(self.dir.path())
            .args(args)
            .output();
        Ran::new(output.unwrap())
    }

    /// Every file with its content, by relative path.
    pub fn snapshot(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.dir.path(), self.dir.path(), &mut files);
        files
    }

    /// The content of a file.
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

fn collect(root: &Path, directory: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().to_owned();
        if path.is_dir() {
            into.insert(name, Vec::new());
            collect(root, &path, into);
        } else {
            into.insert(name, fs::read(&path).unwrap());
        }
    }
}

/// What a run gave.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

#[allow(dead_code)]
impl Ran {
    fn new(output: Output) -> Ran {
        Ran {
            code: output.status.code().expect("not killed"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    /// Asserts that standard error has all of these.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Ran {
        for part in parts {
            assert!(self.err.contains(part), "no `{part}` in:\n{}", self.err);
        }
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}:\n{}", self.out))
    }
}

/// A tool of the JDK in `JAVA_HOME`, else the one on the path.
pub fn jdk_tool(name: &str) -> PathBuf {
    match std::env::var_os("JAVA_HOME").filter(|h| !h.is_empty()) {
        Some(home) => Path::new(&home).join("bin").join(name),
        None => PathBuf::from(name),
    }
}

/// What a JVM is told that runs for a second: to compile fast, and to collect with one thread.
const SHORT: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// A tool of the JDK, which runs no longer than that.
fn short(tool: &str) -> Command {
    let mut command = Command::new(jdk_tool(tool));
    command.args(SHORT.map(|option| format!("-J{option}")));
    command
}

/// The JVM of `JAVA_HOME` or the path, and those of the JDKs beside it and in `/usr/lib/jvm`, from
/// release 17 on.
#[allow(dead_code)]
pub fn javas() -> Vec<PathBuf> {
    let own = fs::canonicalize(jdk_tool("java")).ok().or_else(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).find_map(|d| fs::canonicalize(d.join("java")).ok())
    });
    let beside = own.iter().filter_map(|java| Some(java.ancestors().nth(3)?.to_owned()));
    let roots: Vec<PathBuf> = beside.chain([PathBuf::from("/usr/lib/jvm")]).collect();
    let homes = roots.iter().filter_map(|root| fs::read_dir(root).ok()).flatten();
    let modern = |home: &PathBuf| {
        let text = fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = text.lines().find_map(|l| l.strip_prefix("JAVA_VERSION=\""));
        let release = version.and_then(|v| v.split(['.', '"', '-', '+']).next()?.parse::<u16>().ok());
        release.is_some_and(|r| r >= 17)
    };
    let homes = homes.filter_map(|entry| fs::canonicalize(entry.ok()?.path()).ok()).filter(modern);
    let javas = homes.map(|home| home.join("bin/java")).filter(|java| java.is_file());
    let all: std::collections::BTreeSet<PathBuf> = own.into_iter().chain(javas).collect();
    assert!(!all.is_empty(), "these tests need a JVM: install a JDK");
    all.into_iter().collect()
}
