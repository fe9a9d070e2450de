//! Calls that leave the class: into other files, other jars and the class path.

mod common;

use common::Workplace;

const FOO: (&str, &str) = (
    "demo/Foo.java",
    "package demo;
public class Foo {
  public static double value(double x) { return Bar.g(x) * x; }
  public static double bad(double x) { return Bar.lost(x) + 1; }
}
",
);
const BAR: (&str, &str) = (
    "demo/Bar.java",
    "package demo;
public class Bar {
  public static double g(double x) { return Math.sin(x) + Baz.k(x); }
  public static double lost(double x) {
    return Baz.lost(x);
  }
}
",
);
const BAZ: (&str, &str) = (
    "demo/Baz.java",
    "package demo;
public class Baz {
  public static double k(double x) { return x * x; }
  public static double lost(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return Double.longBitsToDouble(bits);
  }
}
",
);
/// (sin x + x²)·x has the derivative (cos x + 2x)·x + sin x + x².
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    double x = 0.7, expected = (Math.cos(x) + 2 * x) * x + Math.sin(x) + x * x;
    double[] tangent = new double[1];
    boolean same = Foo.value_jvp(x, 1, tangent) == Foo.value(x);
    boolean near = Math.abs(tangent[0] - expected) < 1e-14 && Foo.value_dx(x) == tangent[0];
    System.out.println(same && near ? \"ok\" : tangent[0] + \" is not \" + expected);
  }
}
",
);

/// `classes` has all three.
fn together() -> Workplace {
    let place = Workplace::new();
    place.javac(&[FOO, BAR, BAZ], "classes", "");
    place
}

/// `app` has `Foo`, `lib` what it calls; each also as a jar.
fn apart() -> Workplace {
    let place = Workplace::new();
    place.javac(&[BAR, BAZ], "lib", "");
    place.javac(&[FOO], "app", "lib");
    place.pack("lib.jar", "lib");
    place.pack("app.jar", "app");
    place
}

/// Compiles and runs the check against what is found in these places.
#[track_caller]
fn check(place: &Workplace, class_path: &str) {
    place.javac(&[CHECK], "check", class_path);
    place.java(&format!("check:{class_path}"), "demo.Check");
}

#[test]
fn other_classes_of_the_inputs_get_methods() {
    let place = together();
    let ran = place.run(&["diff", "classes", "-m", "demo.Foo.value"]).code(0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[..2], ["nabla-out/demo/Bar.class  (called)", "nabla-out/demo/Baz.class  (called)"]);
    assert!(lines[2].starts_with("nabla-out/demo/Foo.class  value(double x)  ->  value_dx(double), "));
    check(&place, "nabla-out");
    let json = place.run(&["diff", "classes", "-m", "demo.Foo.value", "--format", "json"]).code(0).json();
    assert_eq!(json["classes"][0]["class"], "demo.Bar");
    assert_eq!(json["classes"][0]["input"], "classes/demo/Bar.class");
    assert_eq!(json["classes"][0]["output"], "nabla-out/demo/Bar.class");
    assert_eq!(json["classes"][0]["methods"], serde_json::json!([]));
    assert_eq!(json["summary"]["methods"], 1);
    let ran = place.run(&["check", "classes", "-m", "demo.Foo.value"]).code(0);
    assert!(ran.out.starts_with("classes/demo/Bar.class  (called)\n"), "{}", ran.out);
}

#[test]
fn in_place_and_again() {
    let place = together();
    place.run(&["diff", "classes", "-m", "demo.Foo.value", "--in-place"]).code(0);
    check(&place, "classes");
    let once = place.snapshot();
    place.run(&["diff", "classes", "-m", "demo.Foo.value", "--in-place", "--refresh"]).code(0);
    assert_eq!(place.snapshot(), once);
}

#[test]
fn classes_of_the_class_path_are_copied_to_the_output() {
    for (inputs, class_path) in [("app", "lib"), ("app.jar", "lib.jar"), ("app/demo/Foo.class", "lib.jar")] {
        let place = apart();
        let library = place.read("lib.jar");
        let ran = place.run(&["diff", inputs, "-cp", class_path, "-m", "value"]).code(0);
        assert!(ran.out.starts_with("nabla-out/demo/Bar.class  (called)\n"), "{}", ran.out);
        let json = place.run(&["diff", inputs, "-cp", class_path, "-m", "value", "--format", "json"]).json();
        let expected = if class_path == "lib" { "lib/demo/Bar.class" } else { "lib.jar!/demo/Bar.class" };
        assert_eq!(json["classes"][0]["input"], expected);
        assert_eq!(json["classes"][0]["output"], "nabla-out/demo/Bar.class");
        check(&place, "nabla-out/app.jar:nabla-out:lib.jar");
        assert_eq!(place.read("lib.jar"), library);
        place.run(&["verify", inputs, "-cp", class_path, "-m", "value"]).code(0);
    }
}

#[test]
fn jars_that_are_inputs_get_the_methods_themselves() {
    let place = apart();
    let ran = place.run(&["diff", "app.jar", "lib.jar", "-m", "value"]).code(0);
    assert!(ran.out.starts_with("nabla-out/lib.jar!/demo/Bar.class  (called)\n"), "{}", ran.out);
    assert!(!place.path("nabla-out/demo").exists());
    check(&place, "nabla-out/app.jar:nabla-out/lib.jar");
    place.run(&["diff", "app.jar", "lib.jar", "-m", "value", "--in-place"]).code(0);
    check(&place, "app.jar:lib.jar");
}

#[test]
fn the_class_path_is_never_replaced_unasked() {
    let place = apart();
    let before = place.snapshot();
    place.run(&["diff", "app.jar", "-cp", "lib.jar", "-m", "value", "--in-place"]).code(2).says(&[
        "`demo.Bar` and 1 other class",
        "as an input",
        "-d DIR",
    ]);
    place
        .run(&["diff", "app", "-cp", "lib", "-m", "value", "-d", "lib"])
        .code(2)
        .says(&["lib/demo/Bar.class"]);
    assert_eq!(place.snapshot(), before);
}

#[test]
fn signed_jars_are_not_changed_for_callers() {
    let place = apart();
    place.write("lib/META-INF/SIGNER.SF", "Signature-Version: 1.0");
    place.pack("signed.jar", "lib");
    let before = place.snapshot();
    place.run(&["diff", "app.jar", "signed.jar", "-m", "value"]).code(1).says(&["`signed.jar` is signed"]);
    // A class beside a signed jar's would not be loaded: its package has other signers.
    place
        .run(&["diff", "app.jar", "-cp", "signed.jar", "-m", "value"])
        .code(1)
        .says(&["`signed.jar` is signed"]);
    assert_eq!(place.snapshot(), before);
}

#[test]
fn classes_of_sealed_packages_and_of_several_releases_have_no_copies() {
    for (line, reason) in [("Sealed", "sealed package"), ("Multi-Release", "several releases")] {
        let place = apart();
        place.write("lib/META-INF/MANIFEST.MF", format!("Manifest-Version: 1.0\n{line}: true\n"));
        for class in ["demo/Bar.class", "demo/Baz.class"] {
            let bytes = place.read(&format!("lib/{class}"));
            place.write(&format!("lib/META-INF/versions/9/{class}"), bytes);
        }
        place.pack("fixed.jar", "lib");
        let before = place.snapshot();
        let args = ["diff", "app", "-cp", "fixed.jar", "-m", "value"];
        place.run(&args).code(1).says(&["`fixed.jar` has a ", reason, "name the jar as an input"]);
        assert_eq!(place.snapshot(), before);
        place.run(&["diff", "app", "fixed.jar", "-m", "value"]).code(0);
    }
}

#[test]
fn diagnostics_lead_into_the_callee() {
    let place = apart();
    let args = ["check", "app", "-cp", "lib.jar", "-m", "bad", "--source-path", "src"];
    place.run(&args).code(1).says(&[
        "src/demo/Baz.java:5:",
        "long bits = Double.doubleToRawLongBits(x);",
        "in `demo.Baz.lost(double)`, bytecode offset",
        "note: called from `demo.Bar.lost` (Bar.java:5)\n",
        "note: called from `demo.Foo.bad` (Foo.java:4)\n",
    ]);
    let json = place.run(&[&args[..], &["--format", "json"]].concat()).code(1).json();
    let method = &json["classes"][0]["methods"][0];
    assert_eq!(method["method"], "bad");
    let diagnostic = &method["diagnostics"][0];
    for (key, value) in [
        ("class", serde_json::json!("demo.Baz")),
        ("method", serde_json::json!("lost")),
        ("descriptor", serde_json::json!("(D)D")),
        ("source", serde_json::json!("Baz.java")),
        ("line", serde_json::json!(5)),
        (
            "calls",
            serde_json::json!([
                {"class": "demo.Foo", "method": "bad", "line": 4},
                {"class": "demo.Bar", "method": "lost", "line": 5},
            ]),
        ),
    ] {
        assert_eq!(diagnostic[key], value, "{key}");
    }
    let json =
        place.run(&[&args[..], &["--format", "sarif", "--source-root", "src"]].concat()).code(1).json();
    let result = &json["runs"][0]["results"][0];
    let uri = |location: &serde_json::Value| location["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!(uri(&result["locations"][0]), "demo/Baz.java");
    assert_eq!(uri(&result["relatedLocations"][0]), "demo/Foo.java");
    assert_eq!(result["relatedLocations"][1]["physicalLocation"]["region"]["startLine"], 5);
    assert_eq!(result["relatedLocations"].as_array().unwrap().len(), 2);
}

#[test]
fn explain_follows_calls() {
    let place = apart();
    let ran = place.run(&["explain", "app", "-cp", "lib.jar", "-m", "value"]).code(0);
    assert!(ran.out.contains("value_dx (partial)"), "{}", ran.out);
    assert!(ran.out.contains("invokestatic demo.Bar.g        "), "{}", ran.out);
    assert!(!ran.out.contains("in a way that is not followed"), "{}", ran.out);
    let ran = place.run(&["explain", "app", "-cp", "lib.jar", "-m", "bad"]).code(1);
    assert!(ran.out.contains(" (in demo.Baz.lost, Baz.java:5)"), "{}", ran.out);
    let ran = place.run(&["print", "app", "-cp", "lib.jar", "-m", "value", "--derivative"]).code(0);
    assert!(ran.out.contains("demo.Bar.nabla$g$1"), "{}", ran.out);
    // Without the class path the callee is not at hand.
    place.run(&["diff", "app", "-m", "value"]).code(1).says(&["demo.Bar.g"]);
}

#[test]
fn same_bytes_whatever_the_order_and_threads() {
    let place = together();
    place.pack("all.jar", "classes");
    let run = |inputs: &[&str], out: &str, jobs: &str| {
        let common = ["-k", "-m", "*", "-d", out, "-j", jobs, "--format", "json"];
        let ran = place.run(&[&["diff"], inputs, &common[..]].concat());
        assert_eq!(ran.code, 1, "{}", ran.err);
        ran.out.replace(&format!("\"{out}/"), "\"OUT/")
    };
    let files = |root: &str| {
        let files = place.snapshot().into_iter();
        files.filter_map(|(p, b)| Some((p.strip_prefix(root).ok()?.to_owned(), b))).collect::<Vec<_>>()
    };
    let (foo, bar, baz) = ("classes/demo/Foo.class", "classes/demo/Bar.class", "classes/demo/Baz.class");
    let one = run(&[foo, bar, baz], "1", "1");
    assert_eq!(one, run(&[baz, foo, bar], "2", "2"));
    assert_eq!(files("1"), files("2"));
    assert_eq!(run(&["all.jar"], "3", "1"), run(&["all.jar"], "4", "2"));
    assert_eq!(files("3"), files("4"));
}

#[test]
fn what_is_wrong_with_the_class_path_is_told() {
    let place = apart();
    let ran = place.run(&["check", "app", "-cp", "gone.jar:lib.jar", "-m", "value"]).code(0);
    ran.says(&["warning: class path entry `gone.jar` does not exist", "warning: 1 warning"]);
    let args = ["check", "app", "-cp", "gone.jar:lib.jar", "-m", "value", "-Werror"];
    place.run(&args).code(1).says(&["1 warning, which -Werror makes errors"]);
    // What no call needs is not opened.
    place.write("text.jar", "no jar");
    place.run(&["check", "app", "-cp", "lib.jar:text.jar", "-m", "value"]).code(0);
    place.write("lib/demo/Bar.class", "no class");
    for command in ["diff", "check", "verify", "explain"] {
        let ran = place.run(&[command, "app", "-cp", "lib", "-m", "value"]).code(3);
        ran.says(&["malformed class file `lib/demo/Bar.class`", "expected 0xcafebabe"]);
    }
    place.run(&["print", "app", "-cp", "lib", "-m", "value", "--derivative"]).code(3).says(&["lib/demo/Bar"]);
    place.run(&["diff", "app", "-cp", "text.jar", "-m", "value"]).code(3).says(&["text.jar"]);
    assert!(!place.path("nabla-out").exists());
}

#[test]
fn companions_are_written_for_callees_too() {
    let place = apart();
    let ran = place.run(&["diff", "app.jar", "-cp", "lib.jar", "-m", "value", "--detached"]).code(0);
    let expected = ["nabla-out/demo/Bar$Nabla.class  (called)", "nabla-out/demo/Baz$Nabla.class  (called)"];
    assert_eq!(ran.out.lines().take(2).collect::<Vec<_>>(), expected);
    assert!(!place.path("nabla-out/demo/Bar.class").exists());
    let check = CHECK.1.replace("Foo.value_", "Foo$Nabla.value_");
    place.javac(&[(CHECK.0, &check)], "check", "nabla-out/app.jar:lib.jar");
    place.java("check:nabla-out/app.jar:nabla-out:lib.jar", "demo.Check");
    let bad = ["check", "app.jar", "-cp", "lib.jar", "-m", "bad", "--detached"];
    place.run(&bad).code(1).says(&["in `demo.Baz.lost(double)`"]);
}
