//! `diff --instrument kinks`: classes that tell, as they run, where they meet kinks.

mod common;

use common::Workplace;

const KINKY: &str = "package demo;
public class Kinky {
  public static double tie(double x, double y) { return Math.max(x, y) + Math.min(x, 2 * y); }
  public static double zero(double x) { return Math.abs(x) * x; }
  public static double equal(double x) { if (x == 1) return 2; return x * x; }
  public static double near(double x) {
    double s = 0;
    for (int i = 0; i < 5; i++) if (x > i) s += x;
    return s;
  }
  public static double root(double x) { return Math.sqrt(x) + 1 / x + Math.pow(x, 0.5); }
  public static double step(double x) { return Math.floor(x) * x; }
  public static float single(float x) { return Math.max(x, 1f) / x; }
  public double through(double x) { return inner(x, 2) + (x < 1 ? 3 : 4); }
  double inner(double x, int n) { return decides(x) ? Math.abs(x - n) : Math.max(n, 3); }
  static boolean decides(double x) { return x > 0; }
}
";

/// Every line: what is called, what the row of a place is, how many places are told of.
const MAIN: &str = "package demo;
import java.util.Arrays;
import java.util.Map;
public class Main {
  static Map<?, ?> met;
  static void is(double expected, double found) {
    if (expected != found) throw new AssertionError(found + \" is not \" + expected);
    met = nabla.Kinks.take();
  }
  static void row(String place, double... expected) {
    double[] found = (double[]) met.get(\"demo.Kinky.\" + place);
    if (found == null || !Arrays.equals(expected, Arrays.copyOf(found, 4)))
      throw new AssertionError(place + \" \" + Arrays.toString(found) + \" of \" + met.keySet());
  }
  static void only(int places) { if (met.size() != places) throw new AssertionError(met.keySet()); }
  public static void main(String[] args) {
    double inf = Double.POSITIVE_INFINITY;
    is(2, Kinky.tie(1, 1));
    row(\"tie (Kinky.java:3): tie of max\", 1, 1, 0, 0); row(\"tie (Kinky.java:3): tie of min\", 1, 0, 1, 1); only(2);
    is(0, Kinky.zero(0)); row(\"zero (Kinky.java:4): zero of abs\", 1, 1, 0, 0); only(1);
    is(2, Kinky.equal(1)); row(\"equal (Kinky.java:5): == of active values\", 1, 1, 0, 0);
    is(4, Kinky.equal(2)); row(\"equal (Kinky.java:5): == of active values\", 1, 0, 1, 0);
    is(7.5, Kinky.near(2.5)); row(\"near (Kinky.java:8): branch on active values\", 5, 0, 0.5, 2); only(1);
    is(inf, Kinky.root(0)); only(3);
    row(\"root (Kinky.java:11): infinite partial of sqrt\", 1, 1, 0, 0);
    row(\"root (Kinky.java:11): infinite partial of pow by its argument 1\", 1, 1, 0, 0);
    row(\"root (Kinky.java:11): infinite partial of a division\", 1, 1, 0, 0);
    is(4.25, Kinky.root(4)); row(\"root (Kinky.java:11): infinite partial of sqrt\", 1, 0, 4, 0);
    is(9, Kinky.step(3)); row(\"step (Kinky.java:12): step of floor\", 1, 1, 0, 0);
    is(1, Kinky.single(1)); row(\"single (Kinky.java:13): tie of max\", 1, 1, 0, 0); only(2);
    is(4, new Kinky().through(2)); only(3);
    row(\"through (Kinky.java:14): branch on active values\", 1, 0, 1, 0);
    row(\"inner (Kinky.java:15): zero of abs\", 1, 1, 0, 0);
    row(\"decides (Kinky.java:16): branch on active values\", 1, 0, 2, 0);
    double nan = Kinky.tie(Double.NaN, 1);
    met = nabla.Kinks.take(); row(\"tie (Kinky.java:3): tie of max\", 1, 0, inf, 1);
    is(1, Kinky.tie_dx(2, 3)); is(0, Kinky.zero_dx(0)); is(1, new Kinky().through_dx(3));
    System.out.println(\"ok\");
  }
}
";

#[test]
fn what_is_met_is_counted_where_it_is_met() {
    let place = Workplace::new();
    place.compile("demo/Kinky.java", KINKY);
    let ran = place.run(&["diff", "classes", "-m", "*", "--instrument", "kinks"]).code(0);
    assert!(ran.out.contains("nabla-out/nabla/Kinks.class  (added)"), "{}", ran.out);
    place.javac(&[("demo/Main.java", MAIN)], "main", "nabla-out");
    place.java("main:nabla-out", "demo.Main");
}

#[test]
fn classes_are_instrumented_wherever_they_are_and_once() {
    let place = Workplace::new();
    place.javac(&[("demo/Kinky.java", KINKY)], "lib", "");
    let user = "package app; public class User {
      public static double f(double x) { return demo.Kinky.zero(x) + new demo.Kinky().through(x); }
    }";
    place.javac(&[("app/User.java", user)], "app", "lib");
    place.pack("lib.jar", "lib");
    place.pack("app.jar", "app");
    let run = ["diff", "app.jar", "-cp", "lib.jar", "-m", "f", "--instrument", "kinks"];
    place.run(&run).code(0);
    let main = "package app; public class Main { public static void main(String[] args) {
      User.f(0);
      System.out.println(nabla.Kinks.take().containsKey(\"demo.Kinky.zero (Kinky.java:4): zero of abs\") ? \"ok\" : \"no\");
    } }";
    place.javac(&[("app/Main.java", main)], "main", "nabla-out/app.jar:nabla-out:lib.jar");
    place.java("main:nabla-out/app.jar:nabla-out:lib.jar", "app.Main");
    // Without it, nothing of it is there.
    place.run(&["diff", "app.jar", "-cp", "lib.jar", "-m", "f", "-d", "plain"]).code(0);
    assert!(place.snapshot().keys().all(|file| !file.starts_with("plain/nabla")));
    place.run(&["diff", "app.jar", "-m", "f", "--instrument", "kinks", "--detached"]).code(2);
}
