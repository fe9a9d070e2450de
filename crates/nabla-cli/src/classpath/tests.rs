//! Look-ups in directories, jars and real JDKs.

use std::ffi::OsString;
use std::fs;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::failure::Status;

const MULTI_RELEASE: (&str, &[u8]) =
    ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n");

/// A class file with this name and nothing else but a text by which to know it.
fn class(name: &str, mark: &str) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 6];
    for text in [name, "java/lang/Object", mark] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    // Access, this class, super class; no interfaces, fields, methods, attributes.
    bytes.extend([0, 1, 0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

fn mark(found: Option<Arc<[u8]>>) -> Option<String> {
    let bytes = found?;
    Some(ClassFile::read(&bytes).unwrap().pool.utf8(nabla_classfile::ConstIndex(3)).unwrap().into_owned())
}

fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A directory with an input class `demo/In` and what a test puts into it.
struct Place {
    dir: TempDir,
    inputs: Inputs,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("anything.class");
        fs::write(&input, class("demo/In", "input")).unwrap();
        Place { inputs: Inputs::open(&[input], None).unwrap(), dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn class_path(&self, entries: &[&str]) -> ClassPath<'_> {
        let joined: OsString = std::env::join_paths(entries.iter().map(|e| self.path(e))).unwrap();
        ClassPath::new(&self.inputs, Some(&joined), None).unwrap()
    }
}

fn at<'p>(path: &'p ClassPath<'p>, release: Release) -> View<'p> {
    View { path, release }
}

#[test]
fn inputs_come_first_then_the_entries_in_order() {
    let place = Place::new();
    place.write("a/demo/In.class", class("demo/In", "a"));
    place.write("a/demo/A.class", class("demo/A", "a"));
    place.write("b/demo/A.class", class("demo/A", "b"));
    place.write("b/demo/B.class", class("demo/B", "b"));
    let path = place.class_path(&["a", "b"]);
    let view = at(&path, None);
    assert_eq!(mark(view.class("demo/In")).as_deref(), Some("input"));
    assert_eq!(mark(view.class("demo/A")).as_deref(), Some("a"));
    assert_eq!(mark(view.class("demo/B")).as_deref(), Some("b"));
    assert_eq!(view.names(), ["demo/A", "demo/B", "demo/In"]);
    // `a/demo` is no root: the class there has another name.
    assert!(at(&place.class_path(&["a/demo"]), None).class("A").is_none());
    for nothing in ["[D", "demo/../demo/A", "/demo/A", "demo.A", ""] {
        assert!(view.class(nothing).is_none(), "{nothing}");
    }
    assert!(path.failures().is_empty() && path.warnings().is_empty());
}

#[test]
fn a_star_is_all_jars_and_a_missing_entry_a_warning() {
    let place = Place::new();
    place.write("lib/2.jar", jar(&[("demo/A.class", &class("demo/A", "2"))]));
    place.write(
        "lib/1.JAR",
        jar(&[("demo/A.class", &class("demo/A", "1")), ("demo/B.class", &class("demo/B", "1"))]),
    );
    place.write("lib/loose/demo/C.class", class("demo/C", "loose"));
    place.write("lib/notes.txt", "no jar");
    let path = place.class_path(&["lib/*", "gone", "gone/*"]);
    let view = at(&path, None);
    assert_eq!(mark(view.class("demo/A")).as_deref(), Some("1"));
    assert_eq!(view.names(), ["demo/A", "demo/B", "demo/In"]);
    let warnings = path.warnings();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings.iter().all(|w| w.ends_with("` does not exist")), "{warnings:?}");
}

#[test]
fn the_newest_version_up_to_the_release() {
    let place = Place::new();
    let versions: &[(&str, &[u8])] = &[
        ("demo/A.class", &class("demo/A", "base")),
        ("META-INF/versions/17/demo/A.class", &class("demo/A", "17")),
        ("META-INF/versions/11/demo/A.class", &class("demo/A", "11")),
        ("META-INF/versions/11/demo/New.class", &class("demo/New", "11")),
    ];
    let multi: Vec<_> = [MULTI_RELEASE].iter().chain(versions).copied().collect();
    let (multi, plain) = (place.write("multi.jar", jar(&multi)), place.write("plain.jar", jar(versions)));
    let expected = |release: Release| match release {
        None | Some(..11) => "base",
        Some(..17) => "11",
        Some(_) => "17",
    };
    for release in [None, Some(8), Some(11), Some(16), Some(17), Some(25)] {
        let path = place.class_path(&["multi.jar"]);
        let view = at(&path, release);
        assert_eq!(mark(view.class("demo/A")).as_deref(), Some(expected(release)));
        assert_eq!(view.class("demo/New").is_some(), release >= Some(11));
        assert_eq!(view.names().contains(&"demo/New".to_owned()), release >= Some(11));
        // The same as an input; without the manifest's word there is only the base version.
        let inputs = Inputs::open(std::slice::from_ref(&multi), None).unwrap();
        let path = ClassPath::new(&inputs, None, None).unwrap();
        assert_eq!(mark(at(&path, release).class("demo/A")).as_deref(), Some(expected(release)));
        let names = view.names().into_iter().filter(|name| name != "demo/In");
        assert_eq!(at(&path, release).names(), names.collect::<Vec<_>>());
        let inputs = Inputs::open(std::slice::from_ref(&plain), None).unwrap();
        let path = ClassPath::new(&inputs, None, None).unwrap();
        assert_eq!(mark(at(&path, release).class("demo/A")).as_deref(), Some("base"));
        let path = place.class_path(&["plain.jar"]);
        assert_eq!(mark(at(&path, release).class("demo/A")).as_deref(), Some("base"));
    }
    // A unit sees what it would see in the JVM that it is for.
    let inputs = Inputs::open(&[multi], None).unwrap();
    let path = ClassPath::new(&inputs, None, None).unwrap();
    let seen: Vec<_> =
        inputs.units.iter().map(|unit| mark(path.at(path.release(unit)).class("demo/A")).unwrap()).collect();
    assert_eq!(seen, ["11", "11", "17", "base"]);
}

#[test]
fn damaged_files_are_told_once_and_never_passed_over() {
    let place = Place::new();
    let mut bytes = jar(&[("demo/A.class", &class("demo/A", "jar"))]);
    place.write("cut.jar", &bytes[..bytes.len() - 30]);
    // The first byte of the compressed data.
    let data = 30 + "demo/A.class".len();
    bytes[data..data + 8].fill(0xff);
    place.write("bad.jar", &bytes);
    place.write("text.jar", "no jar");
    place.write("dir/demo/A.class", "no class");
    for (entry, says) in [
        ("cut.jar", "malformed jar `"),
        ("bad.jar", "entry `demo/A.class`"),
        ("text.jar", "text.jar` on the class path"),
        ("dir", "demo/A.class`: expected 0xcafebabe"),
    ] {
        let path = place.class_path(&[entry]);
        // Nothing is opened before it is needed.
        assert!(at(&path, None).class("demo/In").is_some());
        assert!(path.failures().is_empty());
        for release in [None, Some(17)] {
            assert!(at(&path, release).class("demo/A").is_none());
        }
        let failures = path.failures();
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert_eq!(failures[0].status, Status::Input);
        assert!(failures[0].message.contains(says), "{failures:?}");
    }
}

#[test]
fn manifests_lead_to_other_jars_and_end_in_a_circle() {
    let place = Place::new();
    let manifest = |to: &str| format!("Manifest-Version: 1.0\nClass-Path: {to}\n\n").into_bytes();
    place.write(
        "a.jar",
        jar(&[
            ("META-INF/MANIFEST.MF", &manifest("lib/b%20c.jar gone.jar classes/")),
            ("demo/A.class", &class("demo/A", "a")),
        ]),
    );
    place.write(
        "lib/b c.jar",
        jar(&[
            ("META-INF/MANIFEST.MF", &manifest("../a.jar")),
            ("demo/A.class", &class("demo/A", "b")),
            ("demo/B.class", &class("demo/B", "b")),
        ]),
    );
    place.write("classes/demo/C.class", class("demo/C", "c"));
    place.write("last/demo/B.class", class("demo/B", "last"));
    let path = place.class_path(&["a.jar", "last"]);
    let view = at(&path, None);
    assert_eq!(mark(view.class("demo/B")).as_deref(), Some("b"));
    assert_eq!(view.names(), ["demo/A", "demo/B", "demo/C", "demo/In"]);
    assert!(path.failures().is_empty() && path.warnings().is_empty());
}

#[test]
fn threads_share_what_they_find() {
    let place = Place::new();
    place.write("a.jar", jar(&[("demo/A.class", &class("demo/A", "a"))]));
    let path = place.class_path(&["a.jar"]);
    let found: Vec<_> = std::thread::scope(|scope| {
        let find = || at(&path, None).class("demo/A").unwrap();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(find)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(found.iter().all(|f| Arc::ptr_eq(f, &found[0])));
}

/// The JDKs from 9 on in `JAVA_HOME`, on the path and beside them.
fn jdks() -> Vec<PathBuf> {
    let homes: Vec<PathBuf> = crate::java::homes().filter_map(|home| fs::canonicalize(home).ok()).collect();
    let beside = homes.iter().filter_map(|home| fs::read_dir(home.parent()?).ok());
    let beside = beside.flatten().filter_map(|entry| fs::canonicalize(entry.ok()?.path()).ok());
    let all: BTreeSet<PathBuf> =
        beside.chain(homes.iter().cloned()).filter(|home| home.join("lib/modules").is_file()).collect();
    assert!(!all.is_empty(), "these tests need a JDK");
    all.into_iter().collect()
}

#[test]
fn classes_of_every_jdk() {
    let place = Place::new();
    for home in jdks() {
        let path = ClassPath::new(&place.inputs, None, Some(&home)).unwrap();
        let view = at(&path, None);
        for name in ["java/lang/Math", "java/awt/geom/Point2D$Double", "java/sql/Driver", "javax/swing/JTree"]
        {
            let bytes = view.class(name).unwrap_or_else(|| panic!("no {name} in {}", home.display()));
            assert_eq!(own_name(&bytes).unwrap(), name);
        }
        for name in ["java/lang/Maths", "java/Math", "Math", "demo/Math", "[D"] {
            assert!(view.class(name).is_none(), "{name}");
        }
        // The JDK's classes are not those that may extend the user's.
        assert_eq!(view.names(), ["demo/In"]);
        assert!(path.failures().is_empty());
    }
}

#[test]
fn other_layouts_and_what_is_none() {
    let place = Place::new();
    let rt = jar(&[("java/lang/Math.class", &class("java/lang/Math", "rt"))]);
    place.write("jdk8/jre/lib/rt.jar", &rt);
    place.write("jre8/lib/rt.jar", &rt);
    for home in ["jdk8", "jre8"] {
        let path = ClassPath::new(&place.inputs, None, Some(&place.path(home))).unwrap();
        assert_eq!(mark(at(&path, Some(17)).class("java/lang/Math")).as_deref(), Some("rt"));
    }
    let usage = ClassPath::new(&place.inputs, None, Some(&place.path("lib"))).err().unwrap();
    assert_eq!(usage.status, Status::Usage);
    assert!(usage.message.contains("--system"), "{usage}");
}

#[test]
fn a_damaged_image_is_an_input_that_cannot_be_read() {
    let place = Place::new();
    let image = fs::read(jdks()[0].join("lib/modules")).unwrap();
    for length in [0, 10, 28, 2000, 2 << 20] {
        place.write("jdk/lib/modules", &image[..length]);
        let path = ClassPath::new(&place.inputs, None, Some(&place.path("jdk"))).unwrap();
        assert!(path.failures().is_empty());
        assert!(at(&path, None).class("java/lang/Math").is_none());
        let failures = path.failures();
        assert_eq!(failures.len(), 1, "{length}: {failures:?}");
        assert_eq!(failures[0].status, Status::Input, "{length}");
        assert!(failures[0].message.contains("jdk/lib/modules"), "{failures:?}");
    }
}
