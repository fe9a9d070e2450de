//! The JDK's own classes: of `--system`, else of `JAVA_HOME`, else of the `java` on the path.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::Notes;
use super::archive::Archive;
use super::image::Image;
use crate::failure::Failure;
use crate::java;

/// Where a JDK keeps its classes, below its home: from release 9 on, and before.
const PLACES: [&str; 3] = ["lib/modules", "lib/rt.jar", "jre/lib/rt.jar"];

/// The JDK, opened when the first class of it is asked for.
pub struct System {
    given: Option<PathBuf>,
    opened: OnceLock<Option<Jdk>>,
}

enum Jdk {
    Image(Image),
    Archive(Archive),
}

impl System {
    /// Checks `--system`.
    pub fn new(home: Option<&Path>) -> Result<System, Failure> {
        let given = home.map(|home| classes_of(home).ok_or_else(|| no_jdk(home))).transpose()?;
        Ok(System { given, opened: OnceLock::new() })
    }

    /// The class of this internal name.
    pub fn class(&self, name: &str, notes: &Notes) -> Option<Arc<[u8]>> {
        match self.opened.get_or_init(|| self.open(notes)) {
            Some(Jdk::Image(image)) => image.class(name).unwrap_or_else(|failure| {
                notes.failure(failure);
                None
            }),
            Some(Jdk::Archive(archive)) => archive.class(name, None, notes),
            None => {
                if name.starts_with("java/") {
                    notes.warning(format!(
                        "no JDK was found for `{}`: name one with `--system`, set JAVA_HOME, or put `java` on the path",
                        name.replace('/', ".")
                    ));
                }
                None
            }
        }
    }

    fn open(&self, notes: &Notes) -> Option<Jdk> {
        let classes = self.given.clone().or_else(|| java::homes().find_map(|home| classes_of(&home)))?;
        let jdk = match classes.extension() {
            None => Image::open(&classes).map(Jdk::Image),
            Some(_) => Archive::open(&classes).map(Jdk::Archive),
        };
        jdk.map_err(|failure| notes.failure(failure)).ok()
    }
}

/// The file that holds a JDK's classes.
fn classes_of(home: &Path) -> Option<PathBuf> {
    PLACES.iter().map(|place| home.join(place)).find(|path| path.is_file())
}

fn no_jdk(home: &Path) -> Failure {
    Failure::usage(format!("`--system {}` names no JDK", home.display()))
        .note(format!("there is neither {}", PLACES.join(" nor ")))
        .help("name the directory that has the JDK's `bin` and `lib`")
}
