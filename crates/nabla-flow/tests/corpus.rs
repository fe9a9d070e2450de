//! Every method of java.base: the control flow and the types of each can be computed, and what
//! inference finds without the frames agrees with what javac wrote into them.

mod common;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{class_files, jdk, run, scratch};
use nabla_classfile::{ClassFile, CodeAttribute};
use nabla_flow::{Cfg, TypeState, Types, VType};

/// The JDK's own home, as its launcher tells.
fn java_home() -> String {
    let output =
        jdk("java").args(["-XshowSettings:properties", "-version"]).output().expect("this test needs a JDK");
    let settings = String::from_utf8_lossy(&output.stderr);
    let line = settings.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    line.expect("java.home").to_string()
}

#[test]
fn types_of_java_base_agree_with_its_frames() {
    let dir = scratch("java.base");
    let modules = Path::new(&java_home()).join("lib/modules");
    run(jdk("jimage")
        .args(["extract", "--include", "regex:/java.base/.*[.]class", "--dir"])
        .arg(&dir)
        .arg(modules));
    let files = class_files(&dir);
    assert!(files.len() > 5000, "{} classes", files.len());
    let (next, methods) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    methods.fetch_add(check_class(file), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(methods.into_inner() > 50_000);
}

/// Checks all methods; how many there are.
fn check_class(file: &Path) -> usize {
    let bytes = std::fs::read(file).unwrap();
    let class = ClassFile::read(&bytes).unwrap();
    let mut count = 0;
    for method in &class.methods {
        let Some(code) = class.code(method).unwrap() else {
            continue;
        };
        let place = format!("{}.{}", class.name().unwrap(), class.pool.utf8(method.name).unwrap());
        let cfg = Cfg::new(&code).unwrap_or_else(|e| panic!("{place}: {e}"));
        assert_eq!(cfg.blocks.last().unwrap().range.end, code.insns.len());
        let framed = Types::compute(&class, method, &code).unwrap_or_else(|e| panic!("{place}: {e}"));
        let mut bare = code.clone();
        bare.attributes.retain(|a| !matches!(a, CodeAttribute::Frames { .. }));
        let inferred = Types::compute(&class, method, &bare).unwrap_or_else(|e| panic!("{place}: {e}"));
        for at in 0..code.insns.len() {
            match (inferred.before(at), framed.before(at)) {
                (Some(inferred), Some(framed)) => {
                    assert!(agree(inferred, framed), "{place} {at}:\n{inferred:?}\n{framed:?}");
                }
                (Some(_), None) => panic!("{place} {at}: reached, but without frame"),
                (None, _) => {}
            }
        }
        count += 1;
    }
    count
}

/// Whether the inferred state may flow where the frame stands, references taken for each other.
fn agree(inferred: &TypeState, framed: &TypeState) -> bool {
    let assignable = |(from, to): (&VType, &VType)| match to {
        VType::Top => true,
        VType::Null | VType::Object(_) => from.is_reference(),
        _ => from == to,
    };
    inferred.stack.len() == framed.stack.len()
        && inferred.locals.iter().zip(framed.locals.iter()).all(assignable)
        && inferred.stack.iter().zip(&framed.stack).all(assignable)
}
