//! `verify` end to end: what is wrong ends with 1, what differences cannot decide with 0.

mod common;

use common::Workplace;

/// A table of sines with a knot every hundredth, and a staircase.
const TABLE: &str = "package demo;
public class Table {
  public static double line(double x) {
    double k = Math.floor(x / 0.01);
    double low = Math.sin(k * 0.01);
    double high = Math.sin((k + 1) * 0.01);
    return low + (high - low) * (x / 0.01 - k);
  }
  public static double stairs(double x) { return x + Math.rint(x * 1e8) / 1e8; }
  public static double empty(double x) { if (x == x) throw new IllegalStateException(\"no data\"); return x * x; }
}
";

#[test]
fn a_knot_is_no_difference() {
    let place = Workplace::new();
    place.compile("demo/Table.java", TABLE);
    let ran = place.run(&["verify", "classes", "-m", "line", "-m", "stairs", "-m", "empty", "-v"]).code(0);
    assert!(ran.out.contains("demo.Table.line(double x): agrees at"), "{}{}", ran.out, ran.err);
    // Instrumented classes say what it is that differences cannot look through.
    let met = "at the first such point: demo.Table.stairs (Table.java:9): step of rint comes within 0.";
    assert!(ran.out.contains(met), "{}{}", ran.out, ran.err);
    let undecided = "demo.Table.stairs(double x): differences cannot decide at any point: at (";
    assert!(ran.out.contains(undecided), "{}{}", ran.out, ran.err);
    let thrown = ": the method throws java.lang.IllegalStateException: no data";
    assert!(ran.out.contains(thrown), "{}{}", ran.out, ran.err);
}

/// A JVM that sees another class than was generated: its derivative misses a term.
#[cfg(unix)]
#[test]
fn a_wrong_derivative_is_an_error() {
    use std::os::unix::fs::PermissionsExt;

    let place = Workplace::new();
    place.compile("demo/Foo.java", common::FOO);
    let forged = "static double area_da(double a, double b) { return b + 1e-6; }
        static double area_db(double a, double b) { return a; }
        static double area_jvp(double a, double b, double a_dot, double b_dot, double[] tangent) {
            tangent[0] = b * a_dot + a * b_dot;
            return a * b;
        }";
    let source = common::FOO.replace("public double area", &format!("{forged} static double area"));
    place.write("forged/Foo.java", source);
    let javac = common::jdk_tool("javac");
    let compiled = std::process::Command::new(javac)
        .args(["-d"])
        .arg(place.path("forged"))
        .arg(place.path("forged/Foo.java"))
        .status();
    assert!(compiled.unwrap().success());
    let java = common::jdk_tool("java");
    let script = format!(
        "#!/bin/sh\n# Options: -Xverify:all -cp PATH ...\ncp {} \"${{3%%:*}}/demo/Foo.class\"\nexec {} \"$@\"\n",
        place.path("forged/demo/Foo.class").display(),
        java.display()
    );
    place.write("java.sh", script);
    std::fs::set_permissions(place.path("java.sh"), PermissionsExt::from_mode(0o755)).unwrap();
    let java = place.path("java.sh").display().to_string();
    let ran = place.run(&["verify", "classes", "-m", "area", "--java", &java]).code(1);
    ran.says(&[
        "error: the derivative of `demo.Foo.area(double a, double b)` is wrong",
        "area_da is",
        "the extrapolated difference is",
        "please report it",
    ]);
}

#[test]
fn the_points_and_the_errors_can_be_had() {
    let place = Workplace::new();
    place.compile("demo/Table.java", TABLE);
    let args = ["verify", "classes", "-m", "line", "-m", "stairs", "--points", "8", "--report", "r.json"];
    place.run(&args).code(0);
    let report: serde_json::Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    let [line, stairs] = report["methods"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!(
        (&line["class"], &line["method"], &line["descriptor"]),
        (&"demo.Table".into(), &"line".into(), &"(D)D".into())
    );
    assert_eq!((&line["verdict"], &stairs["verdict"]), (&"ok".into(), &"undecided".into()));
    let points = line["points"].as_array().unwrap();
    assert_eq!(points.len(), 8);
    let agreeing = |check: &&serde_json::Value| {
        let number = |name: &str| check[name].as_f64().unwrap();
        let off = (number("derivative") - number("difference")).abs();
        check["verdict"] == "agrees" && off <= 4.0 * number("error") + 1e-7 * number("derivative").abs()
    };
    let checks = points.iter().flat_map(|p| p["checks"].as_array().unwrap()).filter(agreeing).count();
    assert_eq!(checks as u64, 2 * line["decided"].as_u64().unwrap(), "the jvp's and the partial's");
    assert!(points[0]["arguments"].as_str().unwrap().starts_with('('));
    assert_eq!(stairs["decided"], 0);
    assert_eq!(stairs["points"][0]["checks"][0]["verdict"], "undecided");
}

#[test]
fn arrays_are_compared_element_by_element() {
    let place = Workplace::new();
    let source = "class Arrays {
        static double sum(double[] a, double x) {
            double sum = 0;
            for (int i = 0; i < a.length; i++) sum += Math.sin(a[i]) * x;
            return sum;
        }
        static double[] powers(double x) { return new double[] {x, x * x, Math.exp(x)}; }
        static void scale(double[] a, double x) { for (int i = 0; i < a.length; i++) a[i] *= x; }
        static void times(double[][] a, double[][] product, double x) {
            for (int i = 0; i < a.length; i++)
                for (int j = 0; j < a[i].length; j++) product[i][j] = a[i][j] * x;
        }
    }";
    place.compile("Arrays.java", source);
    let ran = place.run(&["verify", "classes", "-m", "Arrays.*"]).code(0);
    let methods = [
        "sum(double[] a, double x)",
        "powers(double x)",
        "scale(double[] a, double x)",
        // The first of the two arrays of rows has no tangent.
        "times(double[][] a, double[][] product, double x)",
    ];
    for method in methods {
        let agrees = format!("Arrays.{method}: agrees at 24 points");
        assert!(ran.out.contains(&agrees), "{}{}", ran.out, ran.err);
    }
}

const DERIVATIVE: &str = "package io.github.nablars.api;
public @interface Derivative { Class<?> of(); String method(); String descriptor() default \"\"; }
";

const LIBRARY: &str = "package lib;
public final class Library {
  private static double same(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  public static double square(double x) { return same(x) * same(x); }
  public static double cube(double x) { return same(x) * same(x) * same(x); }
}
";

/// The rule for the cube has 2 where 3 belongs.
const RULES: &str = "package demo;
import io.github.nablars.api.Derivative;
import lib.Library;
public final class Rules {
  @Derivative(of = Library.class, method = \"square\")
  public static double square(double x, double x_dot, double[] tangent) {
    tangent[0] = 2 * x * x_dot;
    return Library.square(x);
  }
  @Derivative(of = Library.class, method = \"cube\")
  public static double cube(double x, double x_dot, double[] tangent) {
    tangent[0] = 2 * x * x * x_dot;
    return Library.cube(x);
  }
}
";

const USE: &str = "package demo;
import lib.Library;
public class Use {
  public static double outer(double x) {
    double y = Math.sin(x) + Library.square(x);
    return new Use().middle(y) * x;
  }
  double middle(double y) {
    return plain(y)
        + Library.cube(y);
  }
  static double plain(double y) { return y * Math.exp(-y); }
  public static double direct(double x) { return Library.cube(x) + x; }
  public static double fine(double x) { return Library.square(x) + Use.plain(x); }
}
";

#[test]
fn the_innermost_call_that_is_wrong_is_told() {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY)], "lib", "");
    let annotation = ("io/github/nablars/api/Derivative.java", DERIVATIVE);
    place.javac(&[annotation, ("demo/Rules.java", RULES), ("demo/Use.java", USE)], "classes", "lib");
    let args = ["verify", "classes", "-cp", "lib", "-m", "outer", "-m", "direct", "-m", "fine", "--locate"];
    let ran = place.run(&args).code(1).says(&[
        "the derivative of `demo.Use.outer(double x)` is wrong",
        "demo.Use.middle (Use.java:10): calls lib.Library.cube; at (0.7106324318450008): cube, tangent of 0 is 1.00",
        "the derivative of `demo.Use.direct(double x)` is wrong",
        "demo.Use.direct (Use.java:13): calls lib.Library.cube; at (0.4899498165693024)",
    ]);
    assert!(ran.out.contains("demo.Use.fine(double x): agrees at 24 points"), "{}", ran.out);
    assert!(!ran.err.contains("Library.square"), "{}", ran.err);
    // Only on request.
    let ran = place.run(&args[..args.len() - 1]).code(1);
    assert!(!ran.err.contains("calls lib.Library.cube"), "{}", ran.err);
}

/// What follows its argument by its branches alone, down to the last digit; and what forgets it.
const CHOICES: &str = "package demo;
import lib.Library;
public class Choices {
  public static double root(double x) {
    double low = 0, high = 100;
    for (int i = 0; i < 200; i++) {
      double middle = 0.5 * (low + high);
      if (middle * middle > 2 + x * x) high = middle; else low = middle;
    }
    return low;
  }
  public static float stairs(float x) { return (float) (Math.floor(x * 1e6 + 0.5) / 1e6); }
  public static double forgotten(double x) { return Library.cube(x); }
  public static double besideABranch(double x) { return x > 1e3 ? 1 : Library.cube(x); }
  public static double amongBranches(double x) {
    double sum = 0;
    for (int i = 0; i < 9; i++) if (x > i + 0.1234) sum++;
    return sum + Library.cube(x);
  }
}
";

#[test]
fn a_zero_is_excused_by_branches_alone() {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY)], "lib", "");
    let annotation = ("io/github/nablars/api/Derivative.java", DERIVATIVE);
    let rules = RULES.replace("2 * x * x * x_dot", "0");
    place.javac(&[annotation, ("demo/Rules.java", &rules), ("demo/Choices.java", CHOICES)], "classes", "lib");
    let ran = place.run(&["verify", "classes", "-cp", "lib", "-m", "demo.Choices.*"]).code(1).says(&[
        "the derivative of `demo.Choices.forgotten(double x)` is wrong",
        "the derivative of `demo.Choices.besideABranch(double x)` is wrong",
        "the derivative of `demo.Choices.amongBranches(double x)` is wrong",
    ]);
    for choosing in ["root(double x)", "stairs(float x)"] {
        let undecided = format!("demo.Choices.{choosing}: differences cannot decide at any point: at (");
        assert!(ran.out.contains(&undecided), "{}{}", ran.out, ran.err);
    }
    assert!(ran.out.contains("but other branches are taken at the nearest places"), "{}", ran.out);
    // What instrumented classes say of the rest is told on request.
    assert!(!ran.err.contains("it is the code of the method itself"), "{}", ran.err);
    let args = ["verify", "classes", "-cp", "lib", "-m", "root", "--report", "r.json"];
    place.run(&args).code(0);
    let report: serde_json::Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    assert_eq!(report["methods"][0]["verdict"], "undecided");
    assert_eq!(report["methods"][0]["points"][0]["checks"][0]["verdict"], "undecided");
}

/// The part of the library's class that is called here.
const PRECISION: &str = "package org.hipparchus.util;
public final class Precision {
  public static float round(float x, int scale) {
    float factor = (float) Math.pow(10, scale);
    return (float) (Math.floor(x * factor + 0.5) / factor);
  }
}
";

/// Stairs that a rule knows, of some floats a step; and what forgets its argument beside them.
const ROUNDED: &str = "package demo;
import lib.Library;
import org.hipparchus.util.Precision;
public class Rounded {
  public static float stairs(float x) { return 2 * Precision.round(x, 6); }
  public static double ofDoubles(double x) { return Precision.round((float) x, 6); }
  public static float beside(float x) { return Precision.round(x, 6) + (float) Library.cube(x); }
  public static float behind(float x) { return Precision.round(x, 6) * (float) Library.cube(x); }
  public static float narrow(float x) { return 0 * Precision.round(x, 7) + (float) Library.cube(x); }
  public static float above(float x) { return x > 1e3f ? Precision.round(x, 6) : (float) Library.cube(x); }
  public static double beneath(double x) { return 1e-3 * Precision.round((float) x, 6) + Library.cube(x); }
}
";

#[test]
fn a_zero_is_excused_by_stairs_alone() {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY)], "lib", "");
    let annotation = ("io/github/nablars/api/Derivative.java", DERIVATIVE);
    let rules = RULES.replace("2 * x * x * x_dot", "0");
    let precision = ("org/hipparchus/util/Precision.java", PRECISION);
    let sources = [annotation, precision, ("demo/Rules.java", &rules), ("demo/Rounded.java", ROUNDED)];
    place.javac(&sources, "classes", "lib");
    let args = ["verify", "classes", "-cp", "lib", "-m", "demo.Rounded.*", "-m", "round"];
    let ran = place.run(&args).code(1);
    for forgotten in ["beside(float", "behind(float", "narrow(float", "above(float", "beneath(double"] {
        let wrong = format!("the derivative of `demo.Rounded.{forgotten} x)` is wrong");
        assert!(ran.err.contains(&wrong), "{forgotten}: {}{}", ran.out, ran.err);
    }
    let stairs = [
        "demo.Rounded.stairs(float x)",
        "demo.Rounded.ofDoubles(double x)",
        "org.hipparchus.util.Precision.round(float x, int scale)",
    ];
    for known in stairs {
        let wrong = format!("the derivative of `{known}` is wrong");
        assert!(!ran.err.contains(&wrong) && ran.out.contains(known), "{}{}", ran.out, ran.err);
    }
}

/// What rounding leaves over goes up and down with a short period, which places at equal distances
/// can meet always at the same height, so that it looks like a line.
#[test]
fn no_period_looks_like_a_line() {
    let place = Workplace::new();
    let source = "class Split {
        static double[] rests(double x) {
            double[] rests = new double[200];
            for (int i = 0; i < rests.length; i++) {
                double c = x * (1 + i / 64.0), z = c * 0x1p30, high = c + z - z;
                rests[i] = c - high;
            }
            return rests;
        }
    }";
    place.compile("Split.java", source);
    let ran = place.run(&["verify", "classes", "-m", "rests"]).code(0);
    assert!(ran.out.contains("rests(double x): differences cannot decide"), "{}{}", ran.out, ran.err);
}

const RECEIVERS: &str = "package demo;
interface Shape { double area(double x); }
class Square implements Shape { public double area(double x) { return x * x; } }
class Bits implements Shape {
  public double area(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
}
public class Receivers {
  public static double area(double x, int n) {
    Shape shape = n < 3 ? new Square() : new Bits();
    return shape.area(x);
  }
}
";

#[test]
fn a_receiver_without_a_derivative_is_not_wrong() {
    let place = Workplace::new();
    place.compile("demo/Receivers.java", RECEIVERS);
    let ran = place.run(&["verify", "classes", "-m", "demo.Receivers.area"]).code(1);
    let told = "demo.Receivers.area(double x, int n): not followed at ";
    assert!(ran.out.contains(told) && ran.out.contains(" of 24 points, at ("), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("demo.Bits has no derivative"), "{}", ran.out);
    assert!(!ran.err.contains("is wrong"), "{}", ran.err);
}

/// Jafama's sine by a table, under its name.
const QUICK: &str = "package net.jafama;
public class FastMath {
  private static final double[] TABLE = new double[4096];
  static { for (int i = 0; i < TABLE.length; i++) TABLE[i] = Math.sin(i * Math.PI / 2048); }
  public static double sinQuick(double x) {
    return TABLE[(int) (Math.abs(x) * (2048 / Math.PI) + 0.5) & 4095] * (x < 0 ? -1 : 1);
  }
  public static double cosQuick(double x) { return Math.cos(x) + 3; }
}
";

#[test]
fn an_approximation_is_compared_with_its_function() {
    let place = Workplace::new();
    place.compile("net/jafama/FastMath.java", QUICK);
    let ran = place.run(&["verify", "classes", "-m", "sinQuick", "-m", "cosQuick"]).code(1);
    let agrees = "net.jafama.FastMath.sinQuick(double x): agrees at 24 points, compared with Math.sin, which it approximates";
    assert!(ran.out.contains(agrees), "{}{}", ran.out, ran.err);
    ran.says(&[
        "the derivative of `net.jafama.FastMath.cosQuick(double x)` is wrong",
        "that of the function it approximates",
    ]);
}

/// Objects that can be made: by a constructor that checks what it is given, by a static method, of
/// another object, of ascending arrays.
const OBJECTS: &str = "package demo;
public class Objects {
  public static class Line {
    final double slope;
    Line(double slope) { if (!(slope > 1)) throw new IllegalArgumentException(\"flat\"); this.slope = slope; }
    public double at(double x) { return slope * x * x; }
  }
  public static class Sine {
    private final Line line;
    private Sine(Line line) { this.line = line; }
    public static Sine of(Line line) { return new Sine(line); }
    public double at(double x) { return Math.sin(line.at(x)); }
  }
  public enum End { FLAT, STEEP }
  public static class Steps {
    private final double[] x, y;
    private final End end;
    private int calls;
    public Steps(double[] x, double[] y, End end) {
      for (int i = 1; i < x.length; i++) {
        if (!(x[i] > x[i - 1])) throw new IllegalArgumentException(\"x\");
      }
      if (x.length != y.length) throw new IllegalArgumentException(\"length\");
      this.x = x;
      this.y = y;
      this.end = end;
    }
    public double at(double t) {
      if (calls++ > 0) throw new IllegalStateException(\"called before\");
      int i = 0;
      while (i < x.length - 2 && t > x[i + 1]) i++;
      double slope = end == End.FLAT ? y[i] : 2 * y[i];
      return y[i] + slope * (t - x[i]) * (t - x[i]);
    }
  }
  public static double along(Sine sine, double x) { return sine.at(x) + x; }
  public static class Never {
    public Never(double x) { throw new IllegalArgumentException(\"never\"); }
    public double at(double x) { return x; }
  }
  public static class File {
    public File(java.io.File file) {}
    public double at(double x) { return x; }
  }
}
";

#[test]
fn objects_are_made_to_call_methods_of() {
    let place = Workplace::new();
    place.compile("demo/Objects.java", OBJECTS);
    let report = place.path("report.json").display().to_string();
    let ran = place.run(&["verify", "classes", "-m", "*", "--report", &report]).code(0);
    for method in ["Line.at(double x)", "Sine.at(double x)", "Steps.at(double t)"] {
        assert!(ran.out.contains(&format!("demo.Objects${method}: agrees at")), "{}{}", ran.out, ran.err);
    }
    for skipped in [
        "Never.at(double x): skipped, no object of demo.Objects$Never could be made: java.lang.IllegalArgumentException: never",
        "File.at(double x): skipped, no way is known to make an object of demo.Objects$File",
    ] {
        assert!(ran.out.contains(skipped), "{}{}", ran.out, ran.err);
    }
    assert!(
        ran.out.contains("demo.Objects.along(Objects$Sine sine, double x): agrees at"),
        "{}{}",
        ran.out,
        ran.err
    );
    let told = std::fs::read_to_string(report).unwrap();
    // What was called is told as one would write it.
    assert!(told.contains("(Sine.of(new Line("), "{told}");
    assert!(told.contains("(new Steps(["), "{told}");
}

/// Rows among the independents, and forms that are not compared themselves.
const ROWS: &str = "package demo;
public class Rows {
  public static double corner(double[][] m, double s) { return m[0][0] * m[0][0] * s + m[1][2]; }
  public static double one(double x) { return Math.sin(x); }
  public static double[] two(double[] x) { return new double[] {x[0] * x[1], Math.exp(x[2])}; }
}
";

#[test]
fn rows_are_compared_and_what_is_not_is_told() {
    let place = Workplace::new();
    place.compile("demo/Rows.java", ROWS);
    for java in common::javas() {
        let java = java.display().to_string();
        let args = ["verify", "classes", "-m", "corner", "--wrt", "m,s", "--points", "8", "--java", &java];
        let ran = place.run(&args).code(0);
        assert!(
            ran.out.contains("corner(double[][] m, double s): agrees at 8 points"),
            "{}{}",
            ran.out,
            ran.err
        );
    }
    for (method, forms) in [("one", "hess, grad"), ("two", "csr")] {
        let asked = forms.replace(' ', "");
        let args = ["verify", "classes", "-m", method, "--form", &asked, "--report", "r.json"];
        let ran = place.run(&args).code(0);
        assert!(ran.out.contains("agrees at 24 points"), "{}{}", ran.out, ran.err);
        let told = format!("compared are values of `partial` and `jvp`, not of {forms}\n");
        assert!(ran.out.contains(&told), "{}{}", ran.out, ran.err);
        let report = std::fs::read_to_string(place.path("r.json")).unwrap();
        assert!(!report.contains("\"checks\": []"), "{report}");
    }
}

/// Methods that end the JVM that runs them.
const ENDING: &str = "package demo;
public class Ending {
  public static double before(double x) { return x * x; }
  public static double exits(double x) { if (x > 0) System.exit(3); return x; }
  public static double halts(double x) { Runtime.getRuntime().halt(0); return x; }
  public static double later(double x) { return Math.sin(x); }
}
";

#[test]
fn a_method_that_ends_the_jvm_is_skipped() {
    let place = Workplace::new();
    place.compile("demo/Ending.java", ENDING);
    let ran = place.run(&["verify", "classes", "-m", "*", "--report", "r.json"]).code(0);
    for told in [
        "before(double x): agrees at 24 points",
        "exits(double x): skipped, it ends the JVM, with exit code 3",
        "halts(double x): skipped, it ends the JVM, with exit code 0",
        "later(double x): agrees at 24 points",
    ] {
        assert!(ran.out.contains(told), "{}{}", ran.out, ran.err);
    }
    let report: serde_json::Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    assert_eq!(report["methods"].as_array().unwrap().len(), 4);
    let ran = place.run(&["explain", "classes", "-m", "exits", "--sparsity"]).code(0);
    assert!(ran.out.contains("not run: it ends the JVM, with exit code 3"), "{}{}", ran.out, ran.err);
    let page = ["explain", "classes", "-m", "halts", "--html", "p.html", "--plot", "x=0..1"];
    place.run(&page).code(0);
    let page = String::from_utf8(place.read("p.html")).unwrap();
    assert!(page.contains("not drawn: it ends the JVM, with exit code 0"), "{page}");
}
