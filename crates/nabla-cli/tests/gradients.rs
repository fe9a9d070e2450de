//! `grad` and `jac`: against closed forms and against `jvp` along the unit directions.

use std::path::Path;
use std::process::Command;

#[test]
fn gradients_and_jacobians_agree_with_directions() {
    let work = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("Model.java", include_str!("gradients/Model.java")),
        ("Check.java", include_str!("gradients/Check.java")),
    ] {
        std::fs::write(work.path().join(name), text).unwrap();
    }
    run(work.path(), "javac", &["-g", "-d", "in", "Model.java"]);
    let diff = ["diff", "in", "-m", "Model.*", "--form", "jvp,grad,jac", "-d", "out"];
    run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &diff);
    run(work.path(), "javac", &["-cp", "out", "-d", "out", "Check.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "out", "Check"]);
}

fn run(dir: &Path, program: &str, args: &[&str]) {
    let output = Command::new(program).args(args).current_dir(dir).output().unwrap();
    assert!(
        output.status.success(),
        "{program} {args:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
