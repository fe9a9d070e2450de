//! What the compiled fixtures contain: classes, methods, and the lines each method spans.
//!
//! It is read from `javap`'s listing, not by our own reader, which is under test here.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::jdk::Jdk;

/// A compiled class.
#[derive(Debug, Clone)]
pub struct Class {
    /// The binary name with dots.
    pub name: String,
    /// The source file, relative to the fixtures' root.
    pub source: PathBuf,
    /// The methods with code, in class-file order, without constructors, initialisers and lambdas.
    pub methods: Vec<Method>,
}

impl Class {
    /// The class file, relative to the root of a build.
    pub fn file(&self) -> PathBuf {
        PathBuf::from(self.name.replace('.', "/") + ".class")
    }
}

/// A method with code.
#[derive(Debug, Clone)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its first and last line.
    pub lines: (u16, u16),
}

impl Method {
    /// The number of its Java parameters.
    pub fn parameters(&self) -> usize {
        let mut count = 0;
        let mut chars = self.descriptor[1..].chars();
        while let Some(c) = chars.next() {
            match c {
                ')' => break,
                'L' => {
                    count += 1;
                    chars.by_ref().find(|&c| c == ';');
                }
                '[' => {}
                _ => count += 1,
            }
        }
        count
    }
}

/// All classes below a directory of class files, compiled from the sources below another.
pub fn read(jdk: &Jdk, root: &Path, sources: &Path) -> Result<Vec<Class>, String> {
    let files = files(root, "class");
    let mut arguments: Vec<&OsStr> = ["-p", "-c", "-s", "-l"].map(OsStr::new).to_vec();
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    let listing = jdk.tool("javap", &arguments)?;
    let names = files.iter().map(|file| {
        let relative = file.strip_prefix(root).expect("found below the root");
        relative.with_extension("").to_string_lossy().replace('/', ".")
    });
    let parts: Vec<&str> = listing.split("Compiled from \"").skip(1).collect();
    if parts.len() != files.len() {
        return Err(format!("javap lists {} of {} classes", parts.len(), files.len()));
    }
    let mut classes: Vec<Class> = names.zip(parts).map(|(name, part)| class(name, part, sources)).collect();
    drop_forwarders(&mut classes);
    Ok(classes)
}

/// What Kotlin compiles of a `@JvmStatic` method of a companion object is the method in the
/// companion's class and, in the outer one, a static method that calls it. The fixture's
/// expectations speak of the former.
fn drop_forwarders(classes: &mut [Class]) {
    let companions: Vec<Class> =
        classes.iter().filter(|class| class.name.ends_with("$Companion")).cloned().collect();
    for class in classes {
        let companion = companions.iter().find(|c| c.name.strip_suffix("$Companion") == Some(&class.name));
        if let Some(companion) = companion {
            let forwards = |m: &Method| {
                companion.methods.iter().any(|c| c.name == m.name && c.descriptor == m.descriptor)
            };
            class.methods.retain(|method| !forwards(method));
        }
    }
}

fn class(name: String, listing: &str, sources: &Path) -> Class {
    let source = listing.split('"').next().unwrap_or_default();
    let package = name.rsplit_once('.').map(|(package, _)| package.replace('.', "/"));
    let source = PathBuf::from(package.unwrap_or_default()).join(source);
    // Kotlin gives code inlined from elsewhere lines behind the end of the file.
    let text = fs::read_to_string(sources.join(&source)).unwrap_or_default();
    let end = text.lines().count();
    let mut methods: Vec<Method> = Vec::new();
    let mut declaration = "";
    for line in listing.lines() {
        let text = line.trim();
        if let Some(descriptor) = text.strip_prefix("descriptor: ") {
            let head = declaration.split('(').next().unwrap_or_default();
            methods.push(Method {
                name: head.rsplit([' ', '.']).next().unwrap_or_default().to_string(),
                descriptor: descriptor.to_string(),
                lines: (u16::MAX, 0),
            });
        } else if let (Some(entry), Some(method)) = (text.strip_prefix("line "), methods.last_mut()) {
            let number = entry.split(':').next().and_then(|n| n.parse::<u16>().ok());
            if let Some(number) = number.filter(|&number| usize::from(number) <= end) {
                method.lines = (method.lines.0.min(number), method.lines.1.max(number));
            }
        } else if line.starts_with("  ") && !line.starts_with("    ") {
            declaration = text;
        }
    }
    // javap shows a constructor by the class's name and an initialiser as `static {}`. A lambda's
    // body stands on the lines of the method that it belongs to.
    let constructor = name.rsplit('.').next().unwrap_or(&name);
    let other =
        |m: &str| m == constructor || m.starts_with('{') || m.contains("lambda$") || m.contains("$anonfun$");
    methods.retain(|m| m.lines.1 > 0 && m.descriptor.starts_with('(') && !other(&m.name));
    Class { source, name, methods }
}

/// The files below a directory with this extension, sorted.
pub fn files(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![root.to_path_buf()];
    while let Some(directory) = todo.pop() {
        for path in fs::read_dir(&directory).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension() == Some(OsStr::new(extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
