//! Jars: complete, in order, multi-release, never with a broken signature.

mod common;

use std::fs::File;
use std::io::{Cursor, Read, Write};

use common::Workplace;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter, write::SimpleFileOptions};

type Entry = (String, CompressionMethod, Option<DateTime>, Vec<u8>);

fn entries(place: &Workplace, name: &str) -> Vec<Entry> {
    let mut archive = ZipArchive::new(File::open(place.path(name)).unwrap()).unwrap();
    (0..archive.len())
        .map(|i| {
            let mut entry = archive.by_index(i).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), entry.compression(), entry.last_modified(), bytes)
        })
        .collect()
}

#[test]
fn only_the_changed_classes_change() {
    let place = Workplace::with_foo();
    place.jar("lib.jar");
    let ran = place.run(&["diff", "lib.jar", "-m", "value", "--format", "json"]).code(0).json();
    // The base class and the versioned one.
    assert_eq!(ran["classes"].as_array().unwrap().len(), 2);
    assert_eq!(ran["classes"][0]["output"], "nabla-out/lib.jar!/META-INF/versions/17/demo/Foo.class");
    let (before, after) = (entries(&place, "lib.jar"), entries(&place, "nabla-out/lib.jar"));
    assert_eq!(before.len(), after.len());
    for (old, new) in before.iter().zip(&after) {
        assert_eq!((&old.0, old.1, old.2), (&new.0, new.1, new.2));
        assert_eq!(old.3 != new.3, old.0.ends_with("Foo.class"), "{}", old.0);
    }
    assert!(before[1].0.ends_with("MANIFEST.MF"));
}

#[test]
fn stored_entries_stay_stored() {
    let place = Workplace::with_foo();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::from_date_and_time(2001, 2, 3, 4, 5, 6).unwrap());
    writer.start_file("demo/Foo.class", stored).unwrap();
    writer.write_all(&place.read("classes/demo/Foo.class")).unwrap();
    place.write("stored.jar", writer.finish().unwrap().into_inner());
    place.run(&["diff", "stored.jar", "-m", "value", "--in-place"]).code(0);
    let after = entries(&place, "stored.jar");
    assert_eq!(after[0].1, CompressionMethod::Stored);
    assert_eq!(after[0].2.map(|t| t.year()), Some(2001));
    assert_ne!(after[0].3, place.read("classes/demo/Foo.class"));
}

#[test]
fn a_signed_jar_is_refused() {
    let place = Workplace::with_foo();
    place.write("classes/META-INF/SIGNER.SF", "Signature-Version: 1.0");
    let output = std::process::Command::new(common::jdk_tool("jar"))
        .current_dir(place.path("classes"))
        .args(["--create", "--file", "../signed.jar", "demo", "META-INF/SIGNER.SF"])
        .output()
        .unwrap();
    assert!(output.status.success());
    place.run(&["diff", "signed.jar", "-m", "value"]).code(1).says(&["signed"]);
    assert!(!place.path("nabla-out").exists());
    // What is not changed keeps its signature.
    place.run(&["copy", "signed.jar", "-d", "out"]).code(0);
    assert_eq!(place.read("out/signed.jar"), place.read("signed.jar"));
}

#[test]
fn the_jvm_runs_the_result() {
    let place = Workplace::with_foo();
    place.compile(
        "demo/Main.java",
        "package demo; public class Main { public static void main(String[] a) throws Exception {
           double[] t = new double[1];
           Object v = Foo.class.getMethod(\"value_jvp\", double.class, double.class, double[].class).invoke(null, 0.5, 1.0, t);
           System.out.println(v.equals(Foo.value(0.5)) + \" \" + (t[0] != 0)); } }",
    );
    place.jar("lib.jar");
    place.run(&["diff", "lib.jar", "-m", "value"]).code(0);
    let output = std::process::Command::new(common::jdk_tool("java"))
        .args(["-Xverify:all", "-cp"])
        .arg(place.path("nabla-out/lib.jar"))
        .arg("demo.Main")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "true true\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The classes of an archive that a program unpacks itself are not where a class path would have them.
#[test]
fn classes_below_a_directory_of_an_archive_are_told_to_be_there() {
    let place = Workplace::new();
    let source =
        "package app; public class Nested { public static double f(double x) { return Other.g(x); } }
class Other { static double g(double x) { return x * x; } }";
    place.javac(&[("app/Nested.java", source)], "boot/BOOT-INF/classes", "");
    let mut archive = ZipWriter::new(File::create(place.path("boot.jar")).unwrap());
    for name in ["BOOT-INF/classes/app/Nested.class", "BOOT-INF/classes/app/Other.class"] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(&place.read(&format!("boot/{name}"))).unwrap();
    }
    archive.finish().unwrap();
    let says = ["not where a class path would have `app.Nested`", "root of packages", "NB0201"];
    place.run(&["check", "boot.jar", "-m", "app.Nested.f"]).code(1).says(&says);
    place.run(&["check", "boot/BOOT-INF/classes", "-m", "app.Nested.f"]).code(0);
}
