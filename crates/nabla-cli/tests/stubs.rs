//! `@DerivativeOf`: the bodies of stubs become calls of derivatives.

mod common;

use common::Workplace;

const API: &[(&str, &str)] = &[
    (
        "io/github/nablars/api/Differentiable.java",
        "package io.github.nablars.api;
public @interface Differentiable { String[] wrt() default {}; Form[] forms() default {}; }",
    ),
    (
        "io/github/nablars/api/DerivativeOf.java",
        "package io.github.nablars.api;
public @interface DerivativeOf {
  Class<?> value() default void.class; String method(); Form form(); String[] wrt() default {};
}",
    ),
    (
        "io/github/nablars/api/Form.java",
        "package io.github.nablars.api;
public enum Form { PARTIAL, JVP, GRAD, JAC, CSR, HESS, HVP, FIELD }",
    ),
];

const THROW: &str = "{ throw new UnsupportedOperationException(); }";

/// Primals that are selected and ones that only stubs ask for, overloads, a receiver, an interface.
const CURVE: &str = "package demo;
import io.github.nablars.api.*;
public class Curve {
  final double scale;
  public Curve(double scale) { this.scale = scale; }
  @Differentiable static double price(double spot, double strike) { return spot * spot * strike; }
  static double quiet(double x, double y, int n) { return x * x * y * n; }
  static double quiet(double x) { return 1000 * x; }
  private static double hidden(double x) { return x * x * x; }
  double value(double t) { return scale * t * t; }
  private double secret(double t) { return 7 * scale * t; }
  static double[] both(double[] x) { return new double[] {x[0] * x[1], x[0]}; }
  static double boxed(Double x, double y) { return x * x * y; }

  @DerivativeOf(method = \"price\", form = Form.PARTIAL, wrt = \"spot\")
  static double delta(double spot, double strike) THROW
  @DerivativeOf(method = \"price\", form = Form.JVP)
  static double all(double a, double b, double c, double d, double[] tangent) THROW
  @DerivativeOf(method = \"price\", form = Form.JVP, wrt = \"strike\")
  static double some(double a, double b, double c, double[] tangent) THROW
  @DerivativeOf(method = \"quiet\", form = Form.PARTIAL, wrt = \"1\")
  static double quietY(double x, double y, int n) THROW
  @DerivativeOf(method = \"hidden\", form = Form.PARTIAL)
  static double cube(double x) THROW
  @DerivativeOf(method = \"value\", form = Form.PARTIAL)
  double slope(double t) THROW
  @DerivativeOf(method = \"secret\", form = Form.PARTIAL)
  double secretSlope(double t) THROW
  @DerivativeOf(method = \"both\", form = Form.JVP)
  static double[] bothAlong(double[] x, double[] v, double[][] tangent) THROW
  @DerivativeOf(method = \"price\", form = Form.GRAD)
  static double gradient(double spot, double strike, double[] gradient) THROW
  @DerivativeOf(method = \"both\", form = Form.JAC)
  static double[] jacobian(double[] x, double[][] jacobian) THROW
  @DerivativeOf(method = \"price\", form = Form.HESS)
  static double hessian(double spot, double strike, double[] gradient, double[][] hessian) THROW
  @DerivativeOf(method = \"price\", form = Form.HVP)
  static double product(double spot, double strike, double v, double w, double[] hvp) THROW
  @DerivativeOf(method = \"boxed\", form = Form.PARTIAL, wrt = \"0\")
  static double ofBox(Double x, double y) THROW
  @DerivativeOf(method = \"boxed\", form = Form.JVP)
  static double alongBox(Double x, double y, double v, double w, double[] tangent) THROW
}
";

const OTHER: &str = "package demo;
import io.github.nablars.api.*;
public class Other {
  interface Shape { default double area(double r) { return 3 * r * r; } }
  @DerivativeOf(value = Curve.class, method = \"price\", form = Form.PARTIAL, wrt = \"strike\")
  static double rho(double spot, double strike) THROW
  @DerivativeOf(value = Curve.class, method = \"value\", form = Form.JVP, wrt = \"t\")
  static double along(Curve curve, double t, double v, double[] tangent) THROW
  @DerivativeOf(value = Shape.class, method = \"area\", form = Form.PARTIAL, wrt = \"r\")
  static double growth(Shape shape, double r) THROW
}
";

const MAIN: &str = "package demo;
public class Main {
  static void is(double expected, double found) {
    if (expected != found) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    double[] t = new double[1];
    is(2 * 3 * 5, Curve.delta(3, 5));
    is(45, Curve.all(3, 5, 1, 10, t)); is(30 + 90, t[0]);
    is(45, Curve.some(3, 5, 10, t)); is(90, t[0]);
    is(18, Curve.quietY(3, 5, 2));
    is(12, Curve.cube(2));
    is(8, new Curve(2).slope(2));
    is(14, new Curve(2).secretSlope(1));
    double[][] r = new double[1][];
    Curve.bothAlong(new double[] {2, 3}, new double[] {1, 10}, r); is(23, r[0][0]); is(1, r[0][1]);
    double[] g = new double[2]; double[][] h = new double[2][2];
    is(45, Curve.gradient(3, 5, g)); is(30, g[0]); is(9, g[1]);
    Curve.jacobian(new double[] {2, 3}, h); is(3, h[0][0]); is(2, h[0][1]); is(1, h[1][0]); is(0, h[1][1]);
    is(45, Curve.hessian(3, 5, g, h)); is(9, g[1]); is(10, h[0][0]); is(6, h[0][1]); is(0, h[1][1]);
    is(45, Curve.product(3, 5, 2, 10, g)); is(2 * 10 + 10 * 6, g[0]); is(2 * 6, g[1]);
    is(30, Curve.ofBox(3.0, 5)); is(45, Curve.alongBox(3.0, 5, 1, 10, t)); is(30 + 90, t[0]);
    is(9, Other.rho(3, 5));
    is(18, Other.along(new Curve(2), 3, 10, t)); is(120, t[0]);
    is(12, Other.growth(new Other.Shape() {}, 2));
    System.out.println(\"ok\");
  }
}
";

fn stubs(text: &str) -> String {
    text.replace("THROW", THROW)
}

fn place() -> Workplace {
    let place = Workplace::new();
    let (curve, other) = (stubs(CURVE), stubs(OTHER));
    let mut sources = API.to_vec();
    sources.extend([
        ("demo/Curve.java", curve.as_str()),
        ("demo/Other.java", &other),
        ("demo/Main.java", MAIN),
    ]);
    place.javac(&sources, "classes", "classes");
    place
}

#[test]
fn bodies_become_calls_of_the_derivatives() {
    let place = place();
    let ran = place.run(&["diff", "classes", "--format", "json"]).code(0);
    let report = ran.json();
    let stubs: Vec<usize> = report["classes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| match &c["stubs"] {
            serde_json::Value::Array(stubs) => stubs.len(),
            _ => 0,
        })
        .collect();
    // Curve, Other, and the interface that one of its stubs has differentiated.
    assert_eq!(stubs, [14, 3, 0]);
    place.java("nabla-out:classes", "demo.Main");
}

#[test]
fn a_second_run_in_place_changes_nothing() {
    let place = place();
    place.run(&["diff", "classes", "--in-place"]).code(0);
    place.java("classes", "demo.Main");
    let before = place.snapshot();
    place.run(&["diff", "classes", "--in-place", "--refresh"]).code(0);
    assert!(before == place.snapshot());
    place.java("classes", "demo.Main");
}

#[test]
fn the_listing_says_what_was_filled_in() {
    let place = place();
    let ran = place.run(&["diff", "classes"]).code(0);
    assert!(ran.out.contains("rho(double, double) filled in"), "{}", ran.out);
    // A star means what people wrote, and a stub is to be a derivative.
    let ran = place.run(&["check", "classes", "-m", "demo.Other.*", "-m", "price"]).code(2);
    assert!(ran.err.contains("no method matches `demo.Other.*`"), "{}", ran.err);
}

#[test]
fn a_derivative_of_the_class_path_is_called() {
    let place = place();
    place
        .run(&["diff", "classes/demo/Curve.class", "-d", "first", "-cp", "classes", "--form", "partial,jvp"])
        .code(0);
    let text = "package demo;
import io.github.nablars.api.*;
public class Late {
  @DerivativeOf(value = Curve.class, method = \"price\", form = Form.PARTIAL, wrt = \"strike\")
  static double rho(double spot, double strike) THROW
  public static void main(String[] args) { System.out.println(rho(3, 5) == 9 ? \"ok\" : \"wrong\"); }
}
";
    place.javac(&[("demo/Late.java", &stubs(text))], "late", "classes");
    place.run(&["diff", "late", "-d", "out", "-cp", "first:classes"]).code(0);
    place.java("out:first:classes", "demo.Late");
    // As javac made it, the class does not carry the derivative.
    let ran = place.run(&["diff", "late", "-d", "out2", "-cp", "classes"]).code(1);
    ran.says(&[
        "NB0502",
        "no derivative of `demo.Curve.price` has the parameters and the result of this stub",
    ]);
}

#[test]
fn what_cannot_be_filled_in_is_refused_at_the_stub() {
    let place = place();
    let text = "package demo.far;
import io.github.nablars.api.*;
public class Wrong {
  static double f(double x, double y) { return x * y; }
  static double bits(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  @DerivativeOf(method = \"f\", form = Form.PARTIAL) static double a(double x, double y) THROW
  @DerivativeOf(method = \"f\", form = Form.FIELD) static double b(double x, double y, double[] g) THROW
  @DerivativeOf(method = \"f\", form = Form.PARTIAL, wrt = \"z\") static double c(double x, double y) THROW
  @DerivativeOf(method = \"g\", form = Form.PARTIAL) static double d(double x) THROW
  @DerivativeOf(method = \"f\", form = Form.PARTIAL, wrt = \"x\") static float e(double x, double y) THROW
  @DerivativeOf(value = demo.Curve.class, method = \"value\", form = Form.PARTIAL)
  static double h(demo.Curve curve, double t) THROW
  @DerivativeOf(method = \"bits\", form = Form.PARTIAL) static double i(double x) THROW
  @DerivativeOf(method = \"f\", form = Form.PARTIAL, wrt = {\"y\", \"1\"}) static double j(double x, double y) THROW
}
";
    place.javac(&[("demo/far/Wrong.java", &stubs(text))], "wrong", "classes");
    let before = place.snapshot();
    let ran = place.run(&["diff", "wrong", "classes", "--format", "json"]).code(1);
    let report = ran.json();
    let classes = report["classes"].as_array().unwrap();
    let wrong = classes.iter().find(|c| c["class"] == "demo.far.Wrong").unwrap();
    let found: Vec<(u64, &str)> = wrong["methods"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|m| m["diagnostics"].as_array().unwrap())
        .map(|d| (d["line"].as_u64().unwrap(), d["code"].as_str().unwrap()))
        .collect();
    let expected = [
        (5, "NB0204"),
        (6, "NB0503"),
        (7, "NB0504"),
        (8, "NB0106"),
        (9, "NB0502"),
        (10, "NB0502"),
        (12, "NB0505"),
        (14, "NB0113"),
    ];
    assert_eq!(found, expected);
    assert!(before == place.snapshot(), "something was written");
}

#[test]
fn a_companion_cannot_fill_stubs_in() {
    place().run(&["diff", "classes", "--detached"]).code(2).says(&["which needs its class changed"]);
}

/// What a stub gives, whose body is another one before it is filled in, is not followed.
const TANGENT: &str = "package demo;
import io.github.nablars.api.*;
public class Tangent {
  @Differentiable static double f(double x) { return x * x * x; }
  @DerivativeOf(method = \"f\", form = Form.PARTIAL) static double slope(double x) { return 0; }
  @Differentiable static double line(double x) { return slope(x) * x; }
}
";

#[test]
fn a_call_of_a_stub_is_not_followed() {
    let place = Workplace::new();
    let mut sources = API.to_vec();
    sources.push(("demo/Tangent.java", TANGENT));
    place.javac(&sources, "classes", "classes");
    place.run(&["check", "classes"]).code(1).says(&["NB0201", "`demo.Tangent.slope`"]);
}
