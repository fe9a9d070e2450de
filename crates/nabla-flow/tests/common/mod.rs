//! What the tests share: a class file without content, code written by hand, a JDK.
#![allow(dead_code, reason = "each test file uses its share")]

use std::path::{Path, PathBuf};
use std::process::Command;

use nabla_classfile::{Code, Handler, Insn, Label, Opcode};

/// `class T {}` of Java 8, for its constant pool.
pub fn empty_class() -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 5];
    for (number, name) in [(2, "T"), (4, "java/lang/Object")] {
        bytes.extend([1, 0, name.len() as u8]);
        bytes.extend(name.bytes());
        bytes.extend([7, 0, number - 1]);
    }
    bytes.extend([0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// Code in which label `i` stands before instruction `i`, the last one at the end.
pub fn code(max_locals: u16, insns: Vec<Insn>, handlers: &[(u32, u32, u32)]) -> Code<'static> {
    let length = insns.len() as u32;
    Code {
        max_stack: 20,
        max_locals,
        insns,
        offsets: (0..length).collect(),
        labels: (0..=length).collect(),
        handlers: handlers
            .iter()
            .map(|&(start, end, target)| Handler {
                start: Label(start),
                end: Label(end),
                target: Label(target),
                catch_type: None,
            })
            .collect(),
        attributes: Vec::new(),
    }
}

/// An instruction without operands.
pub fn op(op: Opcode) -> Insn {
    Insn::Op(op)
}

/// A jump to the instruction with this index.
pub fn jump(op: Opcode, to: u32) -> Insn {
    Insn::Branch(op, Label(to))
}

/// A tool of the JDK in `JAVA_HOME` or on the `PATH`; a test that needs it says so when it fails.
pub fn jdk(tool: &str) -> Command {
    match std::env::var_os("JAVA_HOME") {
        Some(home) if !home.is_empty() => Command::new(Path::new(&home).join("bin").join(tool)),
        _ => Command::new(tool),
    }
}

/// Runs a JDK tool to its end.
pub fn run(command: &mut Command) {
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("this test needs a JDK in JAVA_HOME or on the PATH: {command:?}: {e}"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{told}");
}

/// An empty directory for the test of this name.
pub fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// Compiles one Java file and returns the bytes of the class of the same name.
pub fn compile(test: &str, class: &str, source: &str, options: &[&str]) -> Vec<u8> {
    let dir = scratch(test);
    let file = dir.join(format!("{class}.java"));
    std::fs::write(&file, source).unwrap();
    run(jdk("javac").args(["-g", "-nowarn"]).args(options).arg("-d").arg(&dir).arg(&file));
    std::fs::read(dir.join(format!("{class}.class"))).unwrap()
}

/// All class files below a directory, sorted.
pub fn class_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "class") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
