//! `@Inactive`: the user's word that no derivative flows through something.

mod common;

use common::Workplace;

const INACTIVE: &str = "package io.github.nablars.api;
public @interface Inactive { }
";

const SUBJECT: &str = "package demo;
import io.github.nablars.api.Inactive;
public class Subject {
  @Inactive double scale;
  @Inactive static double last;
  @Inactive Double note;
  double kept;

  static double same(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  @Inactive static double step(double x) { return same(x); }
  @Inactive double method(double x) { return same(x); }
  static double times(double x, @Inactive double y) { return x * y; }
  static double dot(double[] a, @Inactive double[] w) {
    double s = 0;
    for (int i = 0; i < a.length; i++) s += a[i] * w[i];
    return s;
  }

  public static double parameter(double x, @Inactive double n) { return x * x * n; }
  public static double array(double[] a, @Inactive double[] w) { return dot(a, w); }
  public static double result(double x) { return x * step(x) + x * new Subject().method(x); }
  public static double callee(double x) { return times(x, x); }
  public static double both(double[] a) { return dot(a, a); }
  public static double field(double x) {
    Subject s = new Subject();
    s.scale = x * x;
    s.kept = x;
    last = same(x);
    s.note = same(x);
    return s.scale * s.kept + last + s.note;
  }
  // What a local class captures stands behind the parameters of its constructor.
  public static double local(double x) {
    double c = x * x;
    class Local {
      final double v;
      Local(@Inactive double a, double b) { v = a * b + c; }
    }
    return new Local(x, 3 * x * x).v;
  }
  static double square(double x, @Inactive double y) { return x * x * y; }
  public static double curved(double x) { return square(x, x * x); }
}
";

const MAIN: &str = "package demo;
public class Main {
  static void is(double expected, double found) {
    if (expected != found) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    double[] t = new double[1], g = new double[2], a = {2, 3}, w = {5, 7};
    is(24, Subject.parameter_dx(3, 4)); is(36, Subject.parameter_jvp(3, 4, 10, t)); is(240, t[0]);
    is(31, Subject.array_grad(a, w, g)); is(5, g[0]); is(7, g[1]);
    is(31, Subject.array_jvp(a, w, new double[] {1, 10}, t)); is(75, t[0]);
    is(6, Subject.result_dx(3));
    is(3, Subject.callee_dx(3));
    is(13, Subject.both_grad(a, g)); is(2, g[0]); is(3, g[1]);
    is(13, Subject.both_jvp(a, new double[] {1, 10}, t)); is(32, t[0]);
    is(9, Subject.field_dx(3));
    is(28, Subject.local_dx(2));
    double[][] hessian = new double[1][1];
    is(16, Subject.curved_hess(2, g, hessian)); is(16, g[0]); is(8, hessian[0][0]);
    System.out.println(\"ok\");
  }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    let annotation = ("io/github/nablars/api/Inactive.java", INACTIVE);
    place.javac(&[annotation, ("demo/Subject.java", SUBJECT)], "classes", "classes");
    place
}

#[test]
fn what_is_inactive_counts_as_constant() {
    let place = place();
    let names = ["parameter", "array", "result", "callee", "both", "field", "local"];
    let mut arguments = vec!["diff", "classes"];
    names.iter().for_each(|name| arguments.extend(["-m", name]));
    place.run(&arguments).code(0);
    place
        .run(&["diff", "nabla-out", "-cp", "classes", "--in-place", "-m", "curved", "--form", "hess"])
        .code(0);
    place.javac(&[("demo/Main.java", MAIN)], "main", "nabla-out:classes");
    place.java("main:nabla-out:classes", "demo.Main");
}

#[test]
fn an_inactive_parameter_is_no_independent() {
    let place = place();
    let ran = place.run(&["check", "classes", "-m", "parameter", "--wrt", "n"]).code(1);
    ran.says(&["NB0106", "`n` is not", "annotated `@Inactive`"]);
}

#[test]
fn an_element_is_no_number_for_an_inactive_parameter() {
    let ran = place().run(&["check", "classes", "-m", "callee", "--form", "field"]).code(1);
    ran.says(&["NB0704", "`demo.Subject.times` is given"]);
}

#[test]
fn without_the_annotation_it_is_refused() {
    let place = Workplace::new();
    let text = SUBJECT.replace("@Inactive ", "").replace("import io.github.nablars.api.Inactive;", "");
    place.javac(&[("demo/Subject.java", &text)], "classes", "classes");
    place
        .run(&["check", "classes", "-m", "result", "-m", "field", "-k"])
        .code(1)
        .says(&["2 of 2 methods refused"]);
}
