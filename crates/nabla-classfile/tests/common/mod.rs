//! The classes of the JDKs of this machine.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jimage_rs::JImage;

/// The JDKs that have a `lib/modules`: `JAVA_HOME` and what is installed below `/usr/lib/jvm`.
///
/// Without one, a test has not run and must not pass; it does so only if `NABLA_ALLOW_NO_JDK` is set.
pub fn jdks() -> Vec<PathBuf> {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed =
        std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let all = home.into_iter().chain(installed).filter(|jdk| jdk.join("lib/modules").is_file());
    let jdks: BTreeSet<PathBuf> = all.filter_map(|jdk| jdk.canonicalize().ok()).collect();
    if jdks.is_empty() {
        println!("not run: no JDK in JAVA_HOME or /usr/lib/jvm");
        assert!(
            std::env::var_os("NABLA_ALLOW_NO_JDK").is_some(),
            "no JDK: set NABLA_ALLOW_NO_JDK to go without"
        );
    }
    jdks.into_iter().collect()
}

/// The image of a JDK's classes.
pub fn image(jdk: &Path) -> JImage {
    JImage::open(jdk.join("lib/modules")).expect("lib/modules is an image")
}

/// The class files in an image, as `/module/package/Name.class`, in order.
pub fn class_names(image: &JImage) -> Vec<String> {
    let mut names = Vec::new();
    for name in image.resource_names_iter() {
        let name = name.expect("the image has names");
        if name.extension == "class" && name.module != "modules" && name.module != "packages" {
            let (module, path) = name.get_full_name();
            names.push(format!("/{module}/{path}"));
        }
    }
    names.sort();
    names
}

/// Calls `check` with every class of every JDK, on all cores; panics with the first messages if
/// there are any. Returns how many classes were seen.
pub fn every_class(check: impl Fn(&str, &[u8]) -> Result<(), String> + Sync) -> usize {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut seen = 0;
    for jdk in jdks() {
        let image = image(&jdk);
        let names = class_names(&image);
        let work = |part: usize| {
            let mut failures = Vec::new();
            for name in names.iter().skip(part).step_by(threads) {
                let bytes =
                    image.find_resource(name).expect("the image is whole").expect("the name is there");
                if let Err(message) = check(name, &bytes) {
                    failures.push(format!("{name}: {message}"));
                }
            }
            failures
        };
        let failures: Vec<String> = std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|part| scope.spawn(move || work(part))).collect();
            parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
        });
        println!("{}: {} classes, {} failures", jdk.display(), names.len(), failures.len());
        assert!(failures.is_empty(), "{}", failures[..failures.len().min(20)].join("\n"));
        seen += names.len();
    }
    seen
}
