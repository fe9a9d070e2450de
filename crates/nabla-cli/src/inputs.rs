//! Inputs: class files, directories, jars, a JDK's module image, and argument files.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use jimage_rs::JImage;

use crate::failure::Failure;
use crate::jars::{Fixed, Jar};

/// Where a class file is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A file; `relative` is its path below the directory that was searched.
    File {
        /// The file.
        path: PathBuf,
        /// Its path below the directory given, if one was.
        relative: Option<PathBuf>,
    },
    /// An entry of a jar, by their indices.
    Entry {
        /// Index into [`Inputs::jars`].
        jar: usize,
        /// Index of the entry in the jar.
        entry: usize,
    },
    /// A class of a JDK's `lib/modules`.
    Module {
        /// Index into [`Inputs::images`].
        image: usize,
        /// The module's name.
        module: String,
        /// The resource's path in the module.
        path: String,
    },
    /// On the class path: no input, but a class that gets methods because inputs call it.
    ClassPath {
        /// The class file, or the jar that it is in.
        path: PathBuf,
        /// Why no changed copy of the class can take its place, if so.
        fixed: Option<Fixed>,
    },
}

/// One class file of the input.
#[derive(Debug, Clone)]
pub struct Unit {
    /// How messages and reports call it: `dir/Foo.class`, `lib.jar!/demo/Foo.class`.
    pub shown: String,
    /// Where it is.
    pub place: Place,
}

/// Everything the command line names, in an order that does not depend on that of the arguments.
pub struct Inputs {
    /// The class files.
    pub units: Vec<Unit>,
    /// The jars some of them are in.
    pub jars: Vec<Jar>,
    /// The module images some of them are in.
    pub images: Vec<JImage>,
}

/// What an input is, by its first bytes: names are only a hint.
enum Kind {
    Class,
    Jar,
    Image,
}

impl Inputs {
    /// Finds the class files. `output` is left out of the search of directories, so that a second
    /// run over the working directory does not meet what the first one wrote.
    pub fn open(paths: &[PathBuf], output: Option<&Path>) -> Result<Inputs, Failure> {
        let mut sorted: Vec<&PathBuf> = paths.iter().collect();
        sorted.sort();
        let output = output.and_then(|o| fs::canonicalize(o).ok());
        let mut inputs = Inputs { units: Vec::new(), jars: Vec::new(), images: Vec::new() };
        let mut seen = BTreeSet::new();
        for path in sorted {
            let real = fs::canonicalize(path).map_err(|e| Failure::io("read", path, &e))?;
            if real.is_dir() {
                inputs.search(path, &real, &PathBuf::new(), output.as_deref(), &mut seen)?;
            } else if seen.insert(real) {
                inputs.add_file(path)?;
            }
        }
        inputs.units.sort_by(|a, b| (&a.shown, &a.place).cmp(&(&b.shown, &b.place)));
        if inputs.units.is_empty() {
            let shown: Vec<_> = paths.iter().map(|p| format!("`{}`", p.display())).collect();
            return Err(Failure::usage(format!("no class file in {}", shown.join(", "))));
        }
        Ok(inputs)
    }

    /// The bytes of a class file.
    pub fn read(&self, unit: &Unit) -> Result<Vec<u8>, Failure> {
        match &unit.place {
            Place::File { path, .. } => fs::read(path).map_err(|e| Failure::io("read", path, &e)),
            Place::Entry { jar, entry } => self.jars[*jar].read(*entry),
            Place::Module { image, module, path } => {
                let found = self.images[*image].find_resource(&format!("/{module}/{path}"));
                match found {
                    Ok(Some(bytes)) => Ok(bytes.into_owned()),
                    Ok(None) => Err(Failure::input(format!("`{}` is listed but not found", unit.shown))),
                    Err(e) => Err(Failure::input(format!("cannot read `{}`: {e}", unit.shown))),
                }
            }
            Place::ClassPath { .. } => Err(Failure::bug(format!("`{}` is no input", unit.shown))),
        }
    }

    fn add_file(&mut self, path: &Path) -> Result<(), Failure> {
        let shown = path.display().to_string();
        match kind_of(path)? {
            Kind::Class => {
                self.units.push(Unit { shown, place: Place::File { path: path.to_owned(), relative: None } })
            }
            Kind::Jar => {
                let jar = Jar::open(path)?;
                for (entry, name) in jar.classes() {
                    let place = Place::Entry { jar: self.jars.len(), entry };
                    self.units.push(Unit { shown: format!("{shown}!/{name}"), place });
                }
                self.jars.push(jar);
            }
            Kind::Image => {
                let image = JImage::open(path)
                    .map_err(|e| Failure::input(format!("cannot read `{shown}` as a module image: {e}")))?;
                let names = image
                    .resource_names()
                    .map_err(|e| Failure::input(format!("malformed module image `{shown}`: {e}")))?;
                for name in &names {
                    if name.extension != "class" {
                        continue;
                    }
                    let (module, path) = name.get_full_name();
                    let shown = format!("{shown}!/{module}/{path}");
                    self.units.push(Unit {
                        shown,
                        place: Place::Module { image: self.images.len(), module, path },
                    });
                }
                drop(names);
                self.images.push(image);
            }
        }
        Ok(())
    }

    /// Searches a directory; links to directories are not followed, for they may lead in a circle.
    fn search(
        &mut self,
        shown: &Path,
        directory: &Path,
        relative: &Path,
        output: Option<&Path>,
        seen: &mut BTreeSet<PathBuf>,
    ) -> Result<(), Failure> {
        let entries = fs::read_dir(directory).map_err(|e| Failure::io("read", shown, &e))?;
        let mut entries =
            entries.collect::<Result<Vec<_>, _>>().map_err(|e| Failure::io("read", shown, &e))?;
        entries.sort_by_key(|e| e.file_name());
        for entry in entries {
            let path = entry.path();
            let below = relative.join(entry.file_name());
            let kind = entry.file_type().map_err(|e| Failure::io("read", &path, &e))?;
            if kind.is_dir() {
                if output != Some(path.as_path()) {
                    self.search(&shown.join(entry.file_name()), &path, &below, output, seen)?;
                }
            } else if path.extension().is_some_and(|e| e == "class") {
                let real = fs::canonicalize(&path).map_err(|e| Failure::io("read", &path, &e))?;
                if seen.insert(real) {
                    let path = shown.join(entry.file_name());
                    let shown = path.display().to_string();
                    self.units.push(Unit { shown, place: Place::File { path, relative: Some(below) } });
                }
            }
        }
        Ok(())
    }
}

fn kind_of(path: &Path) -> Result<Kind, Failure> {
    let mut magic = Vec::new();
    fs::File::open(path)
        .and_then(|f| f.take(4).read_to_end(&mut magic))
        .map_err(|e| Failure::io("read", path, &e))?;
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    match magic.as_slice() {
        [0xCA, 0xFE, 0xBA, 0xBE] => Ok(Kind::Class),
        [b'P', b'K', ..] => Ok(Kind::Jar),
        [0xDA, 0xDA, 0xFE, 0xCA] | [0xCA, 0xFE, 0xDA, 0xDA] => Ok(Kind::Image),
        // A damaged file of a known name is for its reader to report, with the place.
        _ if extension == "class" => Ok(Kind::Class),
        _ if extension == "jar" || extension == "zip" => Ok(Kind::Jar),
        _ => Err(Failure::input(format!(
            "`{}` is neither a class file, a jar nor a directory",
            path.display()
        ))
        .note("a class file starts with the bytes CA FE BA BE, a jar with PK")),
    }
}

/// Replaces every `@FILE` by the file's lines and `-cp` by its long form, which clap, whose short
/// options have one letter, could not know.
pub fn expand_arguments(args: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut expanded = Vec::new();
    for (position, arg) in args.into_iter().enumerate() {
        match arg.to_str().and_then(|a| a.strip_prefix('@')) {
            Some(file) if position > 0 && !file.is_empty() => {
                let path = Path::new(file);
                let text =
                    fs::read_to_string(path).map_err(|e| Failure::io("read the argument file", path, &e))?;
                let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
                expanded.extend(lines.map(OsString::from));
            }
            _ => expanded.push(arg),
        }
    }
    for arg in &mut expanded {
        if arg == "-cp" {
            *arg = OsString::from("--class-path");
        }
    }
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn argument_files_and_the_class_path() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("args");
        fs::write(&file, "# inputs\nA.class\n\n  -m\n*\n").unwrap();
        let args = ["nabla-rs", "diff", &format!("@{}", file.display()), "-cp", "lib"].map(OsString::from);
        let expanded = expand_arguments(args).unwrap();
        assert_eq!(expanded, ["nabla-rs", "diff", "A.class", "-m", "*", "--class-path", "lib"]);
    }
}
