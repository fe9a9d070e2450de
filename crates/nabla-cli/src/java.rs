//! Finding a JVM, and the JDKs whose classes may be meant.

use std::env;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The `java` command: the one given (a command or a JDK's home), else that of `JAVA_HOME`, else
/// the one on the path.
pub fn command(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(given) = given {
        let inside = launcher(given);
        let found = if given.is_dir() { inside } else { given.to_owned() };
        // A bare name is looked up on the path by the system.
        if found.is_file() || given.components().count() == 1 && !given.is_dir() {
            return Ok(found);
        }
        return Err(Failure::usage(format!("`--java {}` is neither a JVM nor a JDK", given.display())));
    }
    if let Some(home) = env::var_os("JAVA_HOME").filter(|h| !h.is_empty()) {
        let found = launcher(Path::new(&home));
        if found.is_file() {
            return Ok(found);
        }
    }
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|directory| directory.join(NAME)).find(|c| c.is_file()).ok_or_else(|| {
        Failure::usage("no JVM was found")
            .help("name one with `--java`, set JAVA_HOME, or put `java` on the path")
    })
}

/// Where JDKs may live: `JAVA_HOME`, then where each `java` on the path really is.
pub fn homes() -> impl Iterator<Item = PathBuf> {
    let set = env::var_os("JAVA_HOME").filter(|h| !h.is_empty()).map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let commands: Vec<PathBuf> = env::split_paths(&path).map(|directory| directory.join(NAME)).collect();
    let real = commands.into_iter().filter_map(|command| std::fs::canonicalize(command).ok());
    set.into_iter().chain(real.filter_map(|command| Some(command.parent()?.parent()?.to_owned())))
}

const NAME: &str = if cfg!(windows) { "java.exe" } else { "java" };

fn launcher(home: &Path) -> PathBuf {
    home.join("bin").join(NAME)
}
