//! The JDKs of this machine, and their `javac`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A JDK: a directory with `bin/javac`.
#[derive(Debug, Clone)]
pub struct Jdk {
    /// Its home.
    pub home: PathBuf,
    /// Its feature release: 17, 25.
    pub release: u16,
}

/// The JDKs from 17 on that `JAVA_HOME`, the path and `/usr/lib/jvm` lead to: the oldest and the
/// newest, in this order; one or none where there are no more.
///
/// # Panics
///
/// When there is none, unless `NABLA_ALLOW_NO_JDK` is set: a test that could not run must not
/// pass for one that did.
pub fn find() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    for directory in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        if let Ok(javac) = directory.join("javac").canonicalize() {
            homes.extend(javac.ancestors().nth(2).map(Path::to_path_buf));
        }
    }
    if let Ok(installed) = fs::read_dir("/usr/lib/jvm") {
        let mut installed: Vec<_> = installed.flatten().map(|entry| entry.path()).collect();
        installed.sort();
        homes.extend(installed);
    }
    let mut found = BTreeMap::new();
    for home in homes {
        if let Some(release) = release(&home).filter(|&release| release >= 17) {
            found.entry(release).or_insert(Jdk { home, release });
        }
    }
    let mut ends: Vec<Jdk> = found.first_entry().map(|e| e.get().clone()).into_iter().collect();
    ends.extend(found.into_values().next_back().filter(|last| last.release != ends[0].release));
    assert!(
        !ends.is_empty() || may_be_missing(),
        "no JDK 17 or newer in JAVA_HOME, on the path or in /usr/lib/jvm; \
         set NABLA_ALLOW_NO_JDK to leave out what needs one"
    );
    ends
}

/// Whether what needs a JDK that is not there may be left out.
pub fn may_be_missing() -> bool {
    std::env::var_os("NABLA_ALLOW_NO_JDK").is_some()
}

/// The feature release, from the file `release`; `None` for what is not a JDK.
fn release(home: &Path) -> Option<u16> {
    if !home.join("bin/javac").exists() {
        return None;
    }
    let text = fs::read_to_string(home.join("release")).ok()?;
    let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    version.split(['.', '"', '-', '+']).next()?.parse().ok()
}

impl Jdk {
    /// Compiles the sources for a release into a directory, with debug information and parameter
    /// names; the error is javac's.
    pub fn compile(&self, release: u16, sources: &[PathBuf], into: &Path) -> Result<(), String> {
        fs::create_dir_all(into).map_err(|e| format!("{}: {e}", into.display()))?;
        let release = release.to_string();
        let mut options: Vec<&OsStr> =
            ["-g", "-parameters", "-nowarn", "-Xlint:-options"].map(OsStr::new).to_vec();
        options.extend(["--release", &release, "-d"].map(OsStr::new));
        options.push(into.as_os_str());
        options.extend(sources.iter().map(|source| source.as_os_str()));
        self.tool("javac", &options).map(|_| ())
    }

    /// Runs one of the JDK's programs; its standard output, or its complaints.
    pub fn tool(&self, name: &str, arguments: &[&OsStr]) -> Result<String, String> {
        let program = self.home.join("bin").join(name);
        let output = Command::new(&program)
            .args(arguments)
            .output()
            .map_err(|e| format!("{}: {e}", program.display()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if !output.status.success() {
            return Err(format!("{name}: {}{}{}", output.status, text(&output.stdout), text(&output.stderr)));
        }
        Ok(text(&output.stdout))
    }
}
