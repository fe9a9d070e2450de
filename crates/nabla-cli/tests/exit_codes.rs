//! The exit codes of `cli.md`, and what is said with them.

mod common;

use common::Workplace;

#[test]
fn zero_when_all_is_done() {
    let place = Workplace::with_foo();
    let ran = place.run(&["diff", "classes/demo/Foo.class", "-m", "value"]).code(0);
    assert!(ran.out.starts_with("nabla-out/demo/Foo.class  value(double t)  ->  "), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1);
    assert!(place.path("nabla-out/demo/Foo.class").is_file());
    place.run(&["--version"]).code(0);
    place.run(&["--help"]).code(0);
    place.run(&["rules"]).code(0);
    place.run(&["man"]).code(0);
    place.run(&["completions", "bash"]).code(0);
}

#[test]
fn one_when_something_is_refused() {
    let place = Workplace::with_foo();
    place.run(&["diff", "classes", "-m", "lost", "--source-path", "src"]).code(1).says(&[
        "error[NB",
        "src/demo/Foo.java:",
        "^^^",
        "demo.Foo.lost(double x)",
        "nothing was written",
    ]);
    // Named exactly, what cannot have a derivative is refused; with a star it is left out.
    place.run(&["check", "classes", "-m", "count"]).code(1);
    place.run(&["check", "classes", "-m", "demo.*.area"]).code(0);
}

/// Why something is refused is printed all the same.
#[test]
fn one_when_something_explained_is_refused() {
    let place = Workplace::with_foo();
    let explain = |rest: &[&str]| place.run(&[&["explain", "classes", "-m", "lost"], rest].concat()).code(1);
    assert!(explain(&[]).says(&["error: 1 of 1 method refused"]).out.contains("error[NB0204]"));
    assert!(explain(&["-q", "--dot", "cfg"]).says(&["1 of 1 method refused"]).out.starts_with("digraph"));
    let ran = explain(&["-m", "value"]).says(&["1 of 2 methods refused"]);
    assert!(ran.out.contains("value_dt (partial)") && ran.out.contains("error[NB0204]"), "{}", ran.out);
    let ran = explain(&["-m", "value", "--sparsity"]).says(&["error[NB0204]", "1 of 2 methods refused"]);
    assert!(ran.out.contains("entries are not zero"), "{}", ran.out);
}

#[test]
fn warnings_are_errors_only_by_request() {
    let place = Workplace::with_foo();
    let ran = place.run(&["check", "classes", "-m", "steps", "--format", "json"]).code(0);
    assert!(ran.json()["summary"]["warnings"].as_u64().unwrap() > 0, "{}", ran.out);
    place.run(&["diff", "classes", "-m", "steps", "-Werror"]).code(1).says(&["warning[NB"]);
    assert!(!place.path("nabla-out").exists());
}

#[test]
fn two_for_usage() {
    let place = Workplace::with_foo();
    place.run(&["diff"]).code(2);
    place.run(&["diff", "classes", "--no-such-option"]).code(2);
    place.run(&["diff", "classes", "-m", "valeu"]).code(2).says(&[
        "no method matches `valeu`",
        "did you mean",
        "demo.Foo.value(D)D",
    ]);
    place.run(&["diff", "classes"]).code(2).says(&["@Differentiable"]);
    place.run(&["diff", "classes", "-m", "value(double)"]).code(2).says(&["descriptor"]);
    place.run(&["diff", "classes", "-m", "value", "--form", "nonsense"]).code(2).says(&["unknown form"]);
    place.run(&["diff", "classes", "-m", "value", "-d", "classes"]).code(2).says(&["--in-place"]);
    place.run(&["explain", "NB9999"]).code(2);
    place.run(&["verify", "classes", "-m", "value", "--points", "0"]).code(2).says(&["--points"]);
    place.run(&["diff", "src", "-m", "value"]).code(2).says(&["no class file"]);
}

#[test]
fn two_for_independents_that_are_empty_or_named_twice() {
    let place = Workplace::with_foo();
    let commands: [&[&str]; 7] = [
        &["diff", "classes"],
        &["check", "classes"],
        &["explain", "classes"],
        &["explain", "classes", "--sparsity"],
        &["explain", "classes", "--html", "page.html"],
        &["verify", "classes"],
        &["print", "classes", "--derivative"],
    ];
    let before = place.snapshot();
    for command in commands {
        let run = |wrt: &str| place.run(&[command, &["-m", "value", "--wrt", wrt]].concat()).code(2);
        run("t,,t").says(&["an entry of `--wrt t,,t` is empty", "one comma between two entries"]);
        run("t, ").says(&["an entry of `--wrt t,` is empty"]);
        run(",").says(&["`--wrt` names no parameter"]);
        run("t, t").says(&["`--wrt t,t` names `t` twice", "name each independent once"]);
        run("this.k,t,this.k").says(&["names `this.k` twice"]);
    }
    // Whether a name and an index are the same parameter depends on the method.
    let ran = place.run(&["check", "classes", "-m", "value", "--wrt", "t,0"]).code(1);
    ran.says(&["error[NB0113]", "`0` is named twice among the independents"]);
    assert!(before == place.snapshot(), "something was written");
}

/// A device on which nothing can be written.
#[cfg(target_os = "linux")]
#[test]
fn two_for_a_result_that_cannot_be_written() {
    let place = Workplace::with_foo();
    let commands: [&[&str]; 5] = [
        &["rules"],
        &["--help"],
        &["check", "classes", "-m", "value"],
        &["diff", "classes", "-m", "value", "--format", "json"],
        &["explain", "classes", "-m", "value"],
    ];
    for arguments in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("nabla-rs"));
        let output = command.current_dir(place.path("")).args(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert_eq!(err.matches("cannot write to standard output: no space left").count(), 1, "{err}");
    }
}

#[test]
fn three_for_inputs_that_cannot_be_read() {
    let place = Workplace::with_foo();
    place.run(&["diff", "missing.class", "-m", "f"]).code(3).says(&["missing.class"]);
    place.run(&["diff", "@missing", "-m", "f"]).code(3);
    place.write("text.class", "not a class file");
    place.run(&["diff", "text.class", "-m", "f"]).code(3).says(&["text.class", "offset 0", "0xcafebabe"]);
    let mut cut = place.read("classes/demo/Foo.class");
    cut.truncate(cut.len() - 100);
    place.write("classes/demo/Cut.class", cut);
    place.run(&["diff", "classes", "-m", "value"]).code(3).says(&["Cut.class", "expected"]);
    assert!(!place.path("nabla-out").exists());
    place.write("bad.jar", "PK\x03\x04 nothing");
    place.run(&["copy", "bad.jar"]).code(3).says(&["bad.jar"]);
}

/// Found by a damaged class file: a `float` where the code wants an integer is no fault of ours.
#[test]
fn three_for_code_that_does_not_verify() {
    let place = Workplace::new();
    let source = "class Whole { static float of(float x, int n) {
        float sum = x;
        for (int i = 0; i < 3; i++) { sum += n; n = i + 1; }
        return sum;
    } }";
    place.compile("Whole.java", source);
    let mut class = place.read("classes/Whole.class");
    // iload_3, iconst_1, iadd, istore_1; local 0 is x.
    let at = class.windows(4).position(|code| code == [0x1d, 0x04, 0x60, 0x3c]).unwrap();
    class[at] = 0x1a;
    place.write("classes/Whole.class", class);
    let ran = place.run(&["diff", "classes", "-m", "of"]).code(3);
    ran.says(&["i2f of a number that is no integer", "of(FI)F"]);
}

#[test]
fn two_for_one_class_in_two_inputs_of_what_is_run() {
    let place = Workplace::with_foo();
    place.write("copies/demo/Foo.class", place.read("classes/demo/Foo.class"));
    let commands: [&[&str]; 3] = [
        &["verify", "-m", "value"],
        &["explain", "-m", "value", "--sparsity"],
        &["verify", "-m", "demo.*.v*", "-k"],
    ];
    for arguments in commands {
        let ran = place.run(&[arguments, &["classes", "copies"]].concat()).code(2);
        let both = "they are `classes/demo/Foo.class` and `copies/demo/Foo.class`";
        ran.says(&["two inputs hold the class `demo.Foo`", both]);
    }
}

#[test]
fn explain_tells_why() {
    let place = Workplace::with_foo();
    let ran = place.run(&["explain", "classes", "-m", "value", "--source-path", "src"]).code(0);
    assert!(ran.out.contains("r = r * t + Math.sin(t)") && ran.out.contains("always inlined"), "{}", ran.out);
    let code = place.run(&["check", "classes", "-m", "lost", "--format", "json"]).code(1).json();
    let code = code["classes"][0]["methods"][0]["diagnostics"][0]["code"].as_str().unwrap().to_owned();
    assert!(!place.run(&["explain", &code]).code(0).out.trim().is_empty());
    for drawing in ["cfg", "activity", "calls"] {
        let ran = place.run(&["explain", "classes", "-m", "value", "--dot", drawing]).code(0);
        assert!(ran.out.starts_with("digraph"), "{}", ran.out);
    }
}

#[test]
fn two_for_what_is_no_jvm() {
    let place = Workplace::with_foo();
    let run = |java: &str| place.run(&["verify", "classes", "-m", "value", "--java", java]).code(2);
    let ran = run("true").says(&["`true` is no JVM", "--java"]);
    assert!(!ran.err.contains("bug"), "{}", ran.err);
    run("false").says(&["`false` failed"]);
}

#[test]
fn codes_are_explained_alone() {
    let place = Workplace::with_foo();
    let both = place.run(&["explain", "NB0203", "nb0204"]).code(0).out;
    assert!(both.contains("NB0203") && both.contains("NB0204"), "{both}");
    place.run(&["explain", "NB0203", "-m", "value"]).code(2).says(&["`NB0203` is a code"]);
    place.run(&["explain", "NB0203", "--sparsity"]).code(2).says(&["`NB0203` is a code"]);
    place.run(&["explain", "classes", "NB0203", "-m", "value"]).code(2).says(&["other inputs are given"]);
    place.run(&["explain", "NB0203", "NB9999"]).code(2).says(&["there is no code `NB9999`"]);
}

#[test]
fn verify_compares_with_differences() {
    let place = Workplace::with_foo();
    let ran = place.run(&["verify", "classes", "-m", "value", "-m", "area"]).code(0);
    assert!(ran.out.contains("demo.Foo.value(double t): agrees at"), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("demo.Foo.area(double a, double b): agrees at"), "{}{}", ran.out, ran.err);
    place.run(&["verify", "classes", "-m", "lost"]).code(1);
}

/// The JVM would reject the field of an array; what is said of the code must not be that the fault is ours.
#[test]
fn one_for_a_field_of_what_has_no_fields() {
    let place = Workplace::new();
    const MAIN: &str = "package demo;
public class Main {
  static double f(double[] x, Gone g) { return x[0] + g.k; }
}
";
    place.javac(
        &[("demo/Main.java", MAIN), ("demo/Gone.java", "package demo; class Gone { double k; }")],
        "classes",
        "",
    );
    std::fs::remove_file(place.path("classes/demo/Gone.class")).unwrap();
    place.run(&["check", "classes", "-m", "f"]).code(0);
    let mut bytes = place.read("classes/demo/Main.class");
    // aload_0, iconst_0, daload, aload_1, getfield
    let code = bytes.windows(5).position(|w| w == [0x2a, 0x03, 0x31, 0x2b, 0xb4]).unwrap();
    bytes[code + 3] = 0x2a;
    place.write("classes/demo/Main.class", bytes);
    place.run(&["check", "classes", "-m", "f"]).code(1).says(&["NB0203"]);
}

/// A method of a known name with other parameters than it has: no JVM links it, and it is no fault of ours.
#[test]
fn a_known_name_with_other_parameters_is_no_fault_of_ours() {
    const OWN: &[u8] = b"(Ljava/lang/Object;ILjava/lang/Object;II)V";
    let place = Workplace::new();
    let source = "class Copy { static double f(double x) {
        double[] a = {x}, b = new double[1]; System.arraycopy(a, 0, b, 0, 1); return b[0]; } }";
    place.compile("Copy.java", source);
    let mut class = place.read("classes/Copy.class");
    let at = class.windows(OWN.len()).position(|bytes| bytes == OWN).expect("the descriptor");
    let other = format!("({}D)V", "[".repeat(OWN.len() - 4));
    class[at..at + OWN.len()].copy_from_slice(other.as_bytes());
    place.write("classes/Copy.class", class);
    place.run(&["check", "-m", "f", "classes/Copy.class"]).code(0).says(&["NB0301"]);
}
