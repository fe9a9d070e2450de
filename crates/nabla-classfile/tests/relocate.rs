//! Every class of java.base with a nop before every instruction links in HotSpot under full
//! verification: jumps, switches, exception tables, frames and uninitialized objects all followed.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use nabla_classfile::{ClassFile, CodeAttribute, Insn, Opcode, relocate_class};

#[test]
fn relocated_java_base_links() {
    for jdk in common::jdks() {
        let classes = java_base(&jdk);
        let mut moved = BTreeMap::new();
        for (name, bytes) in &classes {
            let relocated = relocate_class(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            moved.insert(name.clone(), relocated);
        }
        let unmoved = classes.iter().map(|(name, bytes)| unmoved_methods(bytes, &moved[name])).sum::<usize>();
        let output = link(&jdk, &moved);
        println!("{}: {output}, {unmoved} methods unmoved", jdk.display());
        assert_eq!(output, format!("linked {}", classes.len()), "{}", jdk.display());
        // Object.finalize: see relocate_class.
        assert_eq!(unmoved, 1);
    }
}

/// Without this, a JVM that verifies nothing would pass the test above.
#[test]
fn a_wrong_class_does_not_link() {
    for jdk in common::jdks() {
        let name = "java/util/OptionalDouble";
        let classes = java_base(&jdk);
        let mut class = ClassFile::read(&classes[name]).expect("it is well-formed");
        for index in 0..class.methods.len() {
            if let Some(mut code) = class.code(&class.methods[index]).expect("it is well-formed") {
                code.insns.insert(0, Insn::Op(Opcode::Pop));
                code.offsets.insert(0, 0);
                code.labels.iter_mut().for_each(|label| *label += 1);
                class.set_code(index, &code).expect("it is small");
            }
        }
        let wrong = BTreeMap::from([(name.to_string(), class.write().expect("it is small"))]);
        let output = link(&jdk, &wrong);
        assert!(output.contains("VerifyError"), "{}: {output}", jdk.display());
    }
}

/// Types that point at the `new` stay with it, not with the nop before it.
#[test]
fn line_numbers_and_frames_follow() {
    for jdk in common::jdks() {
        let classes = java_base(&jdk);
        let bytes = &classes["java/util/HashMap"];
        let relocated = relocate_class(bytes).expect("it is small");
        let (before, after) = (ClassFile::read(bytes).unwrap(), ClassFile::read(&relocated).unwrap());
        for (m, n) in before.methods.iter().zip(&after.methods) {
            let (Some(m), Some(n)) = (before.code(m).unwrap(), after.code(n).unwrap()) else { continue };
            assert_eq!(n.insns.len(), 2 * m.insns.len());
            for index in 0..m.insns.len() {
                assert_eq!(m.line_at(index), n.line_at(2 * index));
            }
            let frames = |code: &nabla_classfile::Code<'_>| {
                let rows = code.attributes.iter().filter_map(|attribute| match attribute {
                    CodeAttribute::Frames { rows, .. } => Some(rows.len()),
                    _ => None,
                });
                rows.sum::<usize>()
            };
            assert_eq!(frames(&m), frames(&n));
        }
    }
}

fn java_base(jdk: &Path) -> BTreeMap<String, Vec<u8>> {
    let image = common::image(jdk);
    let mut classes = BTreeMap::new();
    for path in common::class_names(&image) {
        if let Some(name) = path.strip_prefix("/java.base/").and_then(|path| path.strip_suffix(".class"))
            && name != "module-info"
        {
            let bytes = image.find_resource(&path).expect("the image is whole").expect("the name is there");
            classes.insert(name.to_string(), bytes.into_owned());
        }
    }
    classes
}

/// How many methods with code have as many instructions as before.
fn unmoved_methods(before: &[u8], after: &[u8]) -> usize {
    let (before, after) = (ClassFile::read(before).unwrap(), ClassFile::read(after).unwrap());
    let pairs = before.methods.iter().zip(&after.methods);
    pairs.filter(|(m, n)| before.attribute(&m.attributes, "Code").is_some() && m == n).count()
}

/// Puts classes in place of those of java.base and links them; what the JVM printed.
fn link(jdk: &Path, classes: &BTreeMap<String, Vec<u8>>) -> String {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let patch = dir.path().join("patch");
    for (name, bytes) in classes {
        let path = patch.join(format!("{name}.class"));
        fs::create_dir_all(path.parent().expect("a class is in a directory")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
    }
    let names: Vec<String> = classes.keys().map(|name| name.replace('/', ".")).collect();
    let list = dir.path().join("names");
    fs::write(&list, names.join("\n")).expect("it can be written");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/Link.java");
    let compiled = Command::new(jdk.join("bin/javac")).arg("-d").arg(dir.path()).arg(source).output();
    let compiled = compiled.expect("the JDK has a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let java = Command::new(jdk.join("bin/java"))
        .current_dir(dir.path())
        .args(["-Xverify:all", "-Xshare:off", "-Xint", "--patch-module"])
        .arg(format!("java.base={}", patch.display()))
        .arg("-cp")
        .arg(dir.path())
        .arg("Link")
        .arg(&list)
        .output()
        .expect("the JDK has a JVM");
    let text = format!("{}{}", String::from_utf8_lossy(&java.stdout), String::from_utf8_lossy(&java.stderr));
    let is_notice = |line: &&str| !line.contains("warning") && !line.trim().is_empty();
    text.lines().filter(is_notice).collect::<Vec<_>>().join("\n")
}
