//! The arrays that users give as directions: what is stored into an array is stored into its direction, so that
//! must be no other's.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  public static double stored(double[] a, double[] b) { a[0] = a[1] * 2; return b[0] * a[0] * b[1]; }
  public static double squared(double[] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) { a[i] = a[i] * a[i]; sum += a[i]; }
    return sum;
  }
  public static double[] scaled(double[] a, double k) { for (int i = 0; i < a.length; i++) a[i] *= k; return a; }
  public static double read(double[] a, double[] b) { return a[0] * b[0]; }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  static void told(String message, Runnable call) {
    try { call.run(); } catch (IllegalStateException e) {
      if (e.getMessage().equals(\"Model: \" + message + \" (nabla-rs)\")) return;
      throw e;
    }
    throw new AssertionError(message);
  }
  static void is(double expected, double found) { if (expected != found) throw new AssertionError(found); }
  public static void main(String[] none) {
    double[] a = {1, 2, 3}, b = {.5, .5, .5}, ones = {1, 1, 1}, t = new double[1];
    told(\"`a` and `b` have one direction, and are two arrays\", () -> Model.stored_jvp(a, b, ones, ones, t));
    told(\"the direction of `a` and `a` are one array\", () -> Model.squared_jvp(a, a, t));
    told(\"the direction of `b` and `a` are one array\", () -> Model.stored_jvp(a, b, ones, a, t));
    told(\"the direction of `a` and `b` are one array\", () -> Model.stored_jvp(a, b, b, ones, t));
    told(\"the direction of `a` and `a` are one array\", () -> Model.scaled_jvp(a, 2, a, 0, new double[1][]));
    Model.stored_jvp(a.clone(), b, ones.clone(), ones, t);
    is(.5 * 2 * .5 + 4 * .5 + 4 * .5, t[0]);
    Model.squared_jvp(a.clone(), ones.clone(), t);
    is(12, t[0]);
    Model.read_jvp(a, b, ones, ones, t);
    is(1.5, t[0]);
    Model.read_jvp(a, b, a, a, t);
    is(1.5, t[0]);
    double[] both = {1, 2, 3}, direction = {1, 0, 0};
    Model.read_jvp(both, both, direction, direction, t);
    is(2, t[0]);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn a_direction_is_that_of_one_array() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let mut input = "in".to_owned();
    for (method, wrt) in [("stored", "a,b"), ("squared", "a"), ("scaled", "a,k"), ("read", "a,b")] {
        let (name, output) = (format!("Model.{method}"), format!("out-{method}"));
        place.run(&["diff", &input, "-q", "-m", &name, "--wrt", wrt, "--form", "jvp", "-d", &output]).code(0);
        input = output;
    }
    place.javac(&[CHECK], "check", &input);
    place.java(&format!("check:{input}"), "Check");
}
