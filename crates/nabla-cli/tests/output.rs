//! Writing: all or nothing, deterministic, never over an input unasked.

mod common;

use common::Workplace;

fn no_temporary(place: &Workplace) {
    let left: Vec<_> =
        place.snapshot().into_keys().filter(|p| p.to_string_lossy().contains(".nabla-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_refusal_leaves_everything_as_it_was() {
    let place = Workplace::with_foo();
    place.compile("demo/Bar.java", "package demo; class Bar { static double g(double x) { return x * x; } }");
    let before = place.snapshot();
    place.run(&["diff", "classes", "-m", "g", "-m", "lost"]).code(1).says(&["nothing was written"]);
    assert_eq!(place.snapshot(), before);
    place.run(&["diff", "classes", "-m", "g", "-m", "lost", "--in-place"]).code(1);
    assert_eq!(place.snapshot(), before);
}

#[test]
fn keep_going_writes_the_rest() {
    let place = Workplace::with_foo();
    let ran =
        place.run(&["diff", "-k", "classes", "-m", "value", "-m", "lost", "--format", "json"]).code(1).json();
    assert_eq!(ran["classes"][0]["output"], "nabla-out/demo/Foo.class");
    assert_eq!(ran["summary"]["refused"], 1);
    assert_eq!(ran["summary"]["differentiated"], 1);
    assert!(place.path("nabla-out/demo/Foo.class").is_file());
    no_temporary(&place);
}

#[test]
fn a_failure_half_way_restores_the_outputs() {
    let place = Workplace::with_foo();
    place.compile(
        "demo/Bar.java",
        "package demo; class Bar { static double value(double x) { return x * x; } }",
    );
    place.write("nabla-out/demo/Bar.class", "old");
    // A directory in the way of the second output.
    std::fs::create_dir_all(place.path("nabla-out/demo/Foo.class")).unwrap();
    let before = place.snapshot();
    assert_ne!(place.run(&["diff", "classes", "-m", "value"]).code, 0);
    assert_eq!(place.snapshot(), before);
}

#[test]
fn in_place_replaces_the_input() {
    let place = Workplace::with_foo();
    let before = place.read("classes/demo/Foo.class");
    place.run(&["diff", "classes", "-m", "value", "--in-place"]).code(0);
    assert_ne!(place.read("classes/demo/Foo.class"), before);
    assert!(!place.path("nabla-out").exists());
    no_temporary(&place);
    // Its own output is recognised, and replaced on request.
    let once = place.snapshot();
    place.run(&["diff", "classes", "-m", "value", "--in-place"]).code(1).says(&["--refresh"]);
    assert_eq!(place.snapshot(), once);
    place.run(&["diff", "classes", "-m", "value", "--in-place", "--refresh"]).code(0);
    place.run(&["diff", "classes", "-m", "demo.*.value*", "--in-place", "--refresh"]).code(0);
    let twice = place.run(&["print", "classes"]).code(0).out;
    assert_eq!(twice.matches(" value_jvp(").count(), 1, "{twice}");
}

#[test]
fn what_other_derivatives_call_stays_when_one_is_replaced() {
    let place = Workplace::new();
    let source = "public class Two {
  static double square(double x) { return x * x; }
  public static double a(double x, double y) { return square(x) * Math.sin(y); }
  public static double b(double x, double y) { return x * Math.exp(y); }
}";
    place.compile("Two.java", source);
    let all = ["-m", "a", "--form", "partial,hess", "--in-place"];
    place.run(&[&["diff", "classes"], &all[..]].concat()).code(0);
    for form in ["partial", "grad", "hess"] {
        place.run(&["diff", "classes", "-m", "b", "--form", form, "--in-place", "--refresh"]).code(0);
    }
    let main = "public class Main {
  public static void main(String[] args) {
    double[] g = new double[2];
    double[][] h = new double[2][2];
    Two.a_hess(3, Math.PI / 2, g, h);
    if (h[0][0] != 2 || h[1][1] != -9 || g[0] != Two.a_dx(3, Math.PI / 2)) throw new AssertionError(h[0][0] + \" \" + h[1][1]);
    Two.b_hess(3, 0, g, h);
    if (h[1][1] != 3 || h[0][1] != 1) throw new AssertionError();
    System.out.println(\"ok\");
  }
}";
    place.javac(&[("Main.java", main)], "main", "classes");
    place.java("main:classes", "Main");
}

#[test]
fn same_bytes_whatever_the_order_and_threads() {
    let place = Workplace::with_foo();
    for name in ["A", "B", "C", "D"] {
        let source = format!(
            "package demo; class {name} {{ static double value(double x) {{ return x * Math.exp(x); }} }}"
        );
        place.compile(&format!("demo/{name}.java"), &source);
    }
    let (a, b) = ("classes/demo/A.class", "classes/demo/B.class");
    let one = place
        .run(&["diff", a, b, "classes", "-m", "value", "-d", "one", "-j", "1", "--format", "json"])
        .code(0);
    let two = place
        .run(&["diff", "classes", b, a, "-m", "value", "-d", "two", "-j", "4", "--format", "json"])
        .code(0);
    let files = |root: &str| {
        let files = place.snapshot().into_iter();
        files.filter_map(|(p, b)| Some((p.strip_prefix(root).ok()?.to_owned(), b))).collect::<Vec<_>>()
    };
    assert_eq!(files("one"), files("two"));
    assert_eq!(files("one").iter().filter(|(p, _)| p.extension().is_some()).count(), 5);
    let classes = |ran: &common::Ran| {
        let json = ran.json();
        let classes = json["classes"].as_array().unwrap().iter();
        classes.map(|c| c["class"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(classes(&one), classes(&two));
    assert_eq!(classes(&one), ["demo.A", "demo.B", "demo.C", "demo.D", "demo.Foo"]);
}

#[test]
fn a_second_run_leaves_the_first_ones_output_out() {
    let place = Workplace::with_foo();
    place.run(&["diff", ".", "-m", "value"]).code(0);
    let once = place.snapshot();
    place.run(&["diff", ".", "-m", "value"]).code(0);
    assert_eq!(place.snapshot(), once);
}

#[test]
fn copies_are_identical() {
    let place = Workplace::with_foo();
    for option in [None, Some("--recode")] {
        let mut args = vec!["copy", "classes", "-d", "out"];
        args.extend(option);
        let ran = place.run(&args).code(0);
        assert_eq!(ran.out.lines().count(), 1);
        assert_eq!(place.read("out/demo/Foo.class"), place.read("classes/demo/Foo.class"));
    }
    assert_eq!(place.run(&["copy", "classes", "-d", "out", "-q"]).code(0).out, "");
    place.run(&["copy", "classes/demo/Foo.class", "-d", "moved", "--relocate"]).code(0);
    assert_ne!(place.read("moved/demo/Foo.class"), place.read("classes/demo/Foo.class"));
}
