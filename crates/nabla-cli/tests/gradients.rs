//! `grad`, `jac`, `hess` and `hvp`: against closed forms, against each other, and against `jvp` along the
//! unit directions.

use std::path::Path;
use std::process::{Command, Output};

#[test]
fn gradients_and_jacobians_agree_with_directions() {
    let work = compile(&[
        ("Model.java", include_str!("gradients/Model.java")),
        ("Check.java", include_str!("gradients/Check.java")),
    ]);
    let diff = ["diff", "in", "-m", "Model.*", "--form", "jvp,grad,jac,csr", "-d", "out"];
    run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &diff);
    run(work.path(), "javac", &["-cp", "out", "-d", "out", "Check.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "out", "Check"]);
}

#[test]
fn tangents_of_a_few_lanes_agree_with_directions() {
    let work = compile(&[
        ("Few.java", include_str!("gradients/Few.java")),
        ("CheckFew.java", include_str!("gradients/CheckFew.java")),
    ]);
    let diff = ["diff", "in", "-m", "Few.*", "--form", "jvp,jac,csr", "-d", "out"];
    run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &diff);
    run(work.path(), "javac", &["-cp", "out", "-d", "out", "CheckFew.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "out", "CheckFew"]);
}

#[test]
fn gradients_of_sums_agree_with_directions() {
    let work = compile(&[
        ("Sums.java", include_str!("gradients/Sums.java")),
        ("CheckSums.java", include_str!("gradients/CheckSums.java")),
    ]);
    let nabla = env!("CARGO_BIN_EXE_nabla-rs");
    let own = ["--wrt", "0", "-m", "many", "-m", "few", "-m", "kept", "-m", "cancelled"];
    let diff = |from: &str, to: &str, methods: &[&str]| {
        run(work.path(), nabla, &[&["diff", from, "--form", "jvp,grad", "-d", to], methods].concat());
    };
    diff("in", "half", &own);
    diff("half", "out", &["-m", "called"]);
    run(work.path(), "javac", &["-cp", "out", "-d", "out", "CheckSums.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "out", "CheckSums"]);
}

#[test]
fn gradients_of_sums_that_are_used_up_agree_with_directions() {
    let work = compile(&[
        ("Used.java", include_str!("gradients/Used.java")),
        ("CheckUsed.java", include_str!("gradients/CheckUsed.java")),
    ]);
    for forms in [&["jvp,grad"][..], &["jvp,grad", "--lanes", "7"]] {
        let diff = [&["diff", "in", "-m", "Used.*", "--wrt", "x", "-d", "out", "--form"], forms].concat();
        run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &diff);
        run(work.path(), "javac", &["-cp", "out", "-d", "out", "CheckUsed.java"]);
        run(work.path(), "java", &["-Xverify:all", "-cp", "out", "CheckUsed"]);
    }
}

#[test]
fn hessians_agree_with_closed_forms_and_gradients() {
    let work = compile(&[
        ("Curved.java", include_str!("gradients/Curved.java")),
        ("CheckHessians.java", include_str!("gradients/CheckHessians.java")),
    ]);
    let nabla = env!("CARGO_BIN_EXE_nabla-rs");
    let scalar = ["-m", "rosenbrock", "-m", "pair", "-m", "narrow", "-m", "mixed", "-m", "many"];
    let wrt = ["--wrt", "x,m,y,f", "-m", "matrix"];
    let diff = |from: &str, to: &str, forms: &str, methods: &[&str]| {
        run(work.path(), nabla, &[&["diff", from, "--form", forms, "-d", to], methods].concat());
    };
    // One form after another: the second finds what the first has written.
    diff("in", "one", "grad,hess", &scalar);
    diff("one", "two", "hvp", &scalar);
    diff("two", "out", "grad,hess,hvp", &wrt);
    run(work.path(), "javac", &["-cp", "out", "-d", "out", "CheckHessians.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "out", "CheckHessians"]);
}

#[test]
fn hessians_compute_each_pair_once() {
    let work = compile(&[
        ("Pairs.java", include_str!("gradients/Pairs.java")),
        ("CheckPairs.java", include_str!("gradients/CheckPairs.java")),
    ]);
    let nabla = env!("CARGO_BIN_EXE_nabla-rs");
    let methods = ["eight", "branch", "cube", "dense", "chain", "objects", "passed", "tridiagonal"];
    let selected: Vec<&str> = methods.iter().flat_map(|method| ["-m", method]).collect();
    for lanes in [&[][..], &["--lanes", "blocks"], &["--lanes", "unrolled"], &["--lanes", "3"]] {
        let matrix = ["--wrt", "m,s,f", "-m", "mixed"];
        for (from, to, methods) in [("in", "half", &selected[..]), ("half", "out", &matrix)] {
            let diff = ["diff", from, "--form", "hess,hvp", "-q", "-d", to];
            run(work.path(), nabla, &[&diff, methods, lanes].concat());
        }
        run(work.path(), "javac", &["-cp", "out:half", "-d", "out", "CheckPairs.java"]);
        let java = ["-Xverify:all", "-cp", "out:half", "CheckPairs"];
        // What lanes take is told by the memory that rows take: half, or a third in a loop over the inputs.
        let costs: &[&str] = if lanes.is_empty() { &["costs"] } else { &[] };
        run(work.path(), "java", &[&java, costs].concat());
        if lanes.is_empty() {
            rows_of_eight_numbers(&work.path().join("out/Pairs.class"));
        }
    }
}

/// What eight numbers take is told by the instructions of rows, which have no branch.
fn rows_of_eight_numbers(class: &Path) {
    let bytes = std::fs::read(class).unwrap();
    let class = nabla_classfile::ClassFile::read(&bytes).unwrap();
    let instructions = |name: &str| {
        let is = |m: &&nabla_classfile::Member| class.pool.utf8_bytes(m.name) == Ok(name.as_bytes());
        class.code(class.methods.iter().find(is).unwrap()).unwrap().unwrap().insns.len()
    };
    let whole = 8 * instructions("nabla$row$eight");
    let rows: usize = (0..8).map(|i| instructions(&format!("nabla$row{i}$eight"))).sum();
    println!("{rows} instructions in place of {whole}");
    assert!(10 * rows < 6 * whole, "{rows} instructions in place of {whole}");
}

#[test]
fn a_method_with_state_has_no_hessian() {
    let work = compile(&[("Curved.java", include_str!("gradients/Curved.java"))]);
    let refused = |method: &str, form: &str| {
        let args = ["diff", "in", "--form", form, "-m", method, "-d", "out"];
        let output = start(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &args);
        assert_eq!(output.status.code(), Some(1), "{method}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for form in ["hess", "hvp"] {
        for method in ["counts", "scales", "draws", "calls"] {
            let text = refused(method, form);
            assert!(text.contains("error[NB0110]"), "{method}: {text}");
        }
        let text = refused("vector", form);
        assert!(text.contains("error[NB0109]"), "{text}");
    }
}

/// A directory with these sources, compiled to `in` as far as they need no derivatives.
fn compile(sources: &[(&str, &str)]) -> tempfile::TempDir {
    let work = tempfile::tempdir().unwrap();
    for (name, text) in sources {
        std::fs::write(work.path().join(name), text).unwrap();
    }
    run(work.path(), "javac", &["-g", "-d", "in", sources[0].0]);
    work
}

fn start(dir: &Path, program: &str, args: &[&str]) -> Output {
    Command::new(program).args(args).current_dir(dir).output().unwrap()
}

fn run(dir: &Path, program: &str, args: &[&str]) {
    let output = start(dir, program, args);
    assert!(
        output.status.success(),
        "{program} {args:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
