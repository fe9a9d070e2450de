//! Selection and the machine-readable reports.

mod common;

use common::Workplace;
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn selected(place: &Workplace, args: &[&str]) -> Vec<String> {
    let json = place.run(&[&["check", "classes", "-k", "--format", "json"], args].concat()).json();
    let classes = json["classes"].as_array().unwrap().iter();
    classes
        .flat_map(|c| c["methods"].as_array().unwrap())
        .map(|m| m["method"].as_str().unwrap().to_owned() + m["descriptor"].as_str().unwrap())
        .collect()
}

#[test]
fn the_document_has_the_shape_of_the_contract() {
    let place = Workplace::with_foo();
    let json =
        place.run(&["diff", "-k", "classes", "-m", "value", "-m", "lost", "--format", "json"]).code(1).json();
    let sorted = |names: &[&str]| {
        let mut names: Vec<_> = names.to_vec();
        names.sort_unstable();
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let have = |value: &Value, names: &[&str]| assert_eq!(sorted(&keys(value)), sorted(names));
    have(&json, &["nabla", "classes", "summary"]);
    have(&json["summary"], &["methods", "differentiated", "refused", "warnings"]);
    let class = &json["classes"][0];
    have(class, &["class", "input", "output", "methods"]);
    assert_eq!(class["input"], "classes/demo/Foo.class");
    let (value, lost) = (&class["methods"][0], &class["methods"][1]);
    have(value, &["method", "descriptor", "line", "code_bytes", "derivatives", "diagnostics"]);
    have(&value["derivatives"][0], &["form", "wrt", "class", "method", "descriptor", "static", "code_bytes"]);
    assert_eq!(value["derivatives"][0]["method"], "value_dt");
    assert_eq!(value["derivatives"][0]["wrt"][0], "t");
    assert_eq!(value["derivatives"][0]["static"], true);
    assert_eq!(lost["derivatives"], Value::Array(Vec::new()));
    let diagnostic = &lost["diagnostics"][0];
    have(
        diagnostic,
        &["severity", "code", "class", "method", "descriptor", "source", "line", "offset", "message", "help"],
    );
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["source"], "Foo.java");
}

#[test]
fn nothing_written_means_null() {
    let place = Workplace::with_foo();
    for args in [&["check", "classes", "-m", "value"][..], &["diff", "classes", "-m", "value", "-m", "lost"]]
    {
        let json = place.run(&[args, &["--format", "json"]].concat()).json();
        assert_eq!(json["classes"][0]["output"], Value::Null);
    }
}

#[test]
fn sarif_has_places() {
    let place = Workplace::with_foo();
    let args = [
        "check",
        "classes",
        "-m",
        "lost",
        "--format",
        "sarif",
        "--source-path",
        "src",
        "--source-root",
        "src",
    ];
    let json = place.run(&args).code(1).json();
    assert_eq!(json["version"], "2.1.0");
    let run = &json["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["level"], "error");
    assert_eq!(result["ruleId"], run["tool"]["driver"]["rules"][0]["id"]);
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "demo/Foo.java");
    assert!(location["region"]["startLine"].as_u64().unwrap() > 9);
}

#[test]
fn patterns_select() {
    let place = Workplace::with_foo();
    place.compile(
        "demo/sub/Bar.java",
        "package demo.sub; public class Bar { double value(double x) { return x; } double value(double x, double y) { return x * y; } }",
    );
    assert_eq!(selected(&place, &["-m", "demo.Foo.value"]), ["value(D)D"]);
    assert_eq!(selected(&place, &["-m", "value"]), ["value(D)D", "value(D)D", "value(DD)D"]);
    assert_eq!(selected(&place, &["-m", "value(DD)"]), ["value(DD)D"]);
    assert_eq!(selected(&place, &["-m", "value(DD)D"]), ["value(DD)D"]);
    assert_eq!(selected(&place, &["-m", "demo.sub.*.*"]), ["value(D)D", "value(DD)D"]);
    assert_eq!(selected(&place, &["-m", "demo.Foo.*"]).len(), 4);
    assert_eq!(selected(&place, &["-m", "*"]).len(), 6);
    assert_eq!(selected(&place, &["-m", "ar*a"]), ["area(DD)D"]);
}

/// A `void` method whose result is in an array it is passed is selected as one with a result is.
#[test]
fn patterns_select_what_writes_into_its_arrays() {
    let place = Workplace::new();
    place.compile(
        "demo/Into.java",
        "package demo; public class Into {
           static double last;
           static void scale(double s, double[] into) { for (int i = 0; i < into.length; i++) into[i] *= s; }
           static void row(double s, double[][] into) { into[0][1] = s; }
           static void through(double s, double[] into) { scale(s * s, into); }
           static void copied(double[] from, double[] into) { System.arraycopy(from, 0, into, 0, 2); }
           static void split(double[] from, double[] into) {
             for (int i = 0; i < into.length; i++) {
               double c = from[i], z = c * 0x1p30;
               into[i] = c + z - z;
             }
           }
           static double[] all;
           static void held(double s, double[] into) { all = into; fill(s); }
           private static void fill(double s) { all[0] = s * s; }
           static void printed(double[] numbers) { System.out.println(numbers[0]); }
           static void kept(double[] numbers) { last = numbers[0]; }
           static void set(double number) { last = number; } }",
    );
    let wanted =
        ["copied([D[D)V", "held(D[D)V", "row(D[[D)V", "scale(D[D)V", "split([D[D)V", "through(D[D)V"];
    let mut found = selected(&place, &["-m", "*"]);
    found.sort();
    assert_eq!(found, wanted);
    let ran = place.run(&["verify", "classes", "-m", "*"]).code(0);
    // Numbers rounded to 22 places move in stairs, of which differences say nothing.
    assert_eq!(ran.out.matches(": agrees at").count(), wanted.len() - 1, "{}", ran.out);
    assert!(
        ran.out.contains("split(double[] from, double[] into): differences cannot decide"),
        "{}",
        ran.out
    );
}

/// One that is named and has none is refused as one without any array is.
#[test]
fn what_only_reads_its_arrays_has_no_dependent() {
    let place = Workplace::new();
    place.compile(
        "demo/Shown.java",
        "package demo; class Shown {
           static void printed(double[] numbers) { System.out.println(numbers[0]); } }",
    );
    let ran = place.run(&["check", "classes", "-m", "printed"]).code(1);
    assert!(ran.err.contains("error[NB0102]"), "{}", ran.err);
}

/// What is refused as a whole is told where its code begins, if it has any.
#[test]
fn what_is_refused_as_a_whole_has_its_first_line() {
    let place = Workplace::new();
    place.compile(
        "demo/Whole.java",
        "package demo; abstract class Whole {
           static int count(double x) {
             return 3; }
           static double f(double x, int n) {
             return x * n; }
           abstract double none(double x); }",
    );
    for (method, code, wrt, line) in [
        ("count", "NB0102", "x", serde_json::json!(3)),
        ("f", "NB0106", "n", serde_json::json!(5)),
        ("none", "NB0103", "x", serde_json::Value::Null),
    ] {
        let args = ["check", "classes", "-m", method, "--wrt", wrt];
        let report = place.run(&[&args[..], &["--format", "json"]].concat()).code(1).json();
        let refused = &report["classes"][0]["methods"][0];
        let diagnostic = &refused["diagnostics"][0];
        assert_eq!((&diagnostic["code"], &diagnostic["line"]), (&code.into(), &line), "{report}");
        assert_eq!(refused["line"], line, "{report}");
        if line.is_number() {
            place.run(&args).code(1).says(&[&format!("Whole.java:{line}")]);
        }
    }
}

#[test]
fn the_annotation_selects() {
    let place = Workplace::new();
    place.compile(
        "io/github/nablars/api/Differentiable.java",
        "package io.github.nablars.api; import java.lang.annotation.*;
         @Retention(RetentionPolicy.CLASS) public @interface Differentiable { String[] wrt() default {}; }",
    );
    place.compile(
        "demo/Marked.java",
        "package demo; import io.github.nablars.api.Differentiable; class Marked {
           @Differentiable(wrt = \"b\") static double f(double a, double b) { return a * b; }
           static double g(double a) { return a; } }",
    );
    assert_eq!(selected(&place, &[]), ["f(DD)D"]);
    let json = place.run(&["check", "classes", "--format", "json"]).code(0).json();
    assert_eq!(json["classes"][0]["methods"][0]["derivatives"][0]["wrt"], serde_json::json!(["b"]));
    place.compile(
        "demo/Twice.java",
        "package demo; import io.github.nablars.api.Differentiable; class Twice {
           @Differentiable(wrt = {\"a\", \"0\"}) static double f(double a, double b) { return a * b; } }",
    );
    let twice = place.run(&["check", "classes/demo/Twice.class"]).code(1);
    twice.says(&["error[NB0113]", "`0` is named twice"]);
}

#[test]
fn argument_files_are_read() {
    let place = Workplace::with_foo();
    place.write("args", "# what\nclasses\n-m\nvalue\n");
    place.run(&["diff", "@args"]).code(0);
    assert!(place.path("nabla-out/demo/Foo.class").is_file());
}

#[test]
fn rules_and_listings_are_printed() {
    let place = Workplace::with_foo();
    let rules: Value = serde_json::from_str(&place.run(&["rules", "--format", "json"]).code(0).out).unwrap();
    assert!(
        rules.as_array().unwrap().iter().any(|r| r["owner"] == "java.lang.Math" && r["function"] == "sin")
    );
    assert!(place.run(&["rules", "--format", "markdown"]).code(0).out.contains("sin"));
    let listing = place.run(&["print", "-c", "classes/demo/Foo.class"]).code(0).out;
    assert!(listing.contains("invokestatic java.lang.Math.sin(D)D"), "{listing}");
    let derivative = place.run(&["print", "--derivative", "classes", "-m", "area"]).code(0).out;
    assert!(derivative.contains("area_da(double"), "{derivative}");
}
