//! Parameters and results that are boxes: `Double` and `Float` of a selected method.

mod common;

use common::Workplace;

const BOXES: &str = "package demo;
import java.util.ArrayList;
import java.util.List;
public class Boxes {
  public static Double square(Double x) { return x * x; }
  public static double mixed(Double x, double y) { return x * y * y; }
  public static Float narrow(Float x, float y) { x = x * y; return x * x; }
  public static Double assigned(Double x, Double y) {
    Double sum = 0.0;
    for (int i = 0; i < 3; i++) { sum += x * y; x = x + y; }
    return sum;
  }
  public static double absent(Double x) { return x == null ? 7 : 3 * x; }
  public static double identity(Double a, Double b) { return a == b ? a * b : a + b; }
  public static Double none(double x) { return x < 1 ? null : Double.valueOf(x * x); }
  public static Double scaled(double[] a, Double s) { Double t = s; for (double v : a) t = t * v; return t; }
  public static Double listed(Double x) { List<Double> all = new ArrayList<>(); all.add(x); return all.get(0); }
  public static Double constant(int n) { return 3.0; }
}
";

const HELD: &str = "package demo;
public class Held {
  private double k = 5;
  public Double held(Double x) { return k * x * x; }
}
";

const MAIN: &str = "package demo;
public class Main {
  static void near(double expected, double found) {
    if (!(Math.abs(expected - found) <= 1e-6 * Math.abs(expected))) throw new AssertionError(expected + \" \" + found);
  }
  static void fails(Runnable call) {
    try { call.run(); } catch (NullPointerException e) { return; }
    throw new AssertionError();
  }
  public static void main(String[] args) {
    double[] t = new double[1], g = new double[2];
    double[][] h = new double[2][2];
    Double x = 3.0, y = 2.0, other = new Double(3.0);
    double partial = Boxes.square_dx(x);
    near(6, partial);
    Double value = Boxes.square_jvp(x, .5, t);
    near(9, value); near(3, t[0]);
    Double whole = Boxes.square_hess(x, g, h);
    near(9, whole); near(6, g[0]); near(2, h[0][0]);
    near(4, Boxes.mixed_dx(x, 2)); near(12, Boxes.mixed_dy(x, 2));
    near(12, Boxes.mixed_jvp(x, 2, 10, 1, t)); near(52, t[0]);
    Boxes.mixed_hess(x, 2, g, h); near(4, h[0][1]); near(6, h[1][1]);
    near(2 * 3 * 4, Boxes.narrow_dx(3f, 2f)); near(2 * 9 * 2, Boxes.narrow_dy(3f, 2f));
    Float slim = Boxes.narrow_jvp(3f, 2f, 1f, 1f, t); near(36, slim); near(24 + 36, t[0]);
    // 3xy + 3y²
    near(3 * 2, Boxes.assigned_dx(x, y)); near(3 * 3 + 6 * 2, Boxes.assigned_dy(x, y));
    Double sum = Boxes.assigned_grad(x, y, g); near(18 + 12, sum); near(6, g[0]); near(21, g[1]);
    Double again = Boxes.assigned_hess(x, y, g, h); near(30, again); near(3, h[0][1]); near(6, h[1][1]);
    // The method itself takes what is absent, or throws; and it may ask which box it was given.
    near(3, Boxes.absent_dx(x));
    if (Boxes.absent_dx(null) != 0 || Boxes.absent_jvp(null, 1, t) != 7 || t[0] != 0) throw new AssertionError();
    fails(() -> Boxes.square_dx(null));
    fails(() -> Boxes.square_jvp(null, 1, t));
    near(9, Boxes.identity_jvp(x, x, 1, 0, t)); near(3, t[0]);
    near(6, Boxes.identity_jvp(x, other, 1, 0, t)); near(1, t[0]);
    near(4, Boxes.none_dx(2)); near(4, Boxes.none_jvp(2, 1, t));
    if (Boxes.none_jvp(.5, 1, t) != null || t[0] != 0) throw new AssertionError();
    double[] all = new double[3];
    Double product = Boxes.scaled_grad(new double[] {2, 5}, x, all);
    near(30, product); near(15, all[0]); near(6, all[1]); near(10, all[2]);
    near(30, new Held().held_dx(x)); near(9, new Held().held_dk(x));
    System.out.println(\"ok\");
  }
}
";

const SELECTED: [&str; 16] = [
    "-m", "square", "-m", "mixed", "-m", "narrow", "-m", "assigned", "-m", "absent", "-m", "identity", "-m",
    "none", "-m", "scaled",
];

#[test]
fn boxes_are_independents_and_results() {
    let place = Workplace::new();
    place.compile("demo/Boxes.java", BOXES);
    place.compile("demo/Held.java", HELD);
    let diff = ["diff", "classes/demo/Boxes.class", "-d", "out", "--form", "partial,jvp,grad,hess,hvp"];
    place.run(&[&diff[..], &SELECTED[..]].concat()).code(0);
    place.run(&["diff", "classes/demo/Held.class", "-d", "out", "-m", "held", "--wrt", "x,this.k"]).code(0);
    place.javac(&[("demo/Main.java", MAIN)], "out", "out");
    place.java("out", "demo.Main");
}

#[test]
fn boxes_are_compared() {
    let place = Workplace::new();
    place.compile("demo/Boxes.java", BOXES);
    let ran = place.run(&[&["verify", "classes"][..], &SELECTED[..]].concat()).code(0);
    for method in ["square(Double x)", "narrow(Float x, float y)", "absent(Double x)", "none(double x)"] {
        assert!(ran.out.contains(&format!("demo.Boxes.{method}: agrees at")), "{}{}", ran.out, ran.err);
    }
    let selected = ["-m", "square", "-m", "mixed"];
    place.run(&[&["diff", "classes", "-d", "out"], &selected[..]].concat()).code(0);
    // Derivatives are known as such.
    place.run(&[&["diff", "out", "-d", "again"], &selected[..]].concat()).code(1).says(&["--refresh"]);
    place.run(&[&["diff", "out", "-d", "again", "--refresh"], &selected[..]].concat()).code(0);
}

#[test]
fn a_box_that_is_lost_is_refused() {
    let place = Workplace::new();
    place.compile("demo/Boxes.java", BOXES);
    place.run(&["diff", "classes", "-m", "listed"]).code(1).says(&["error[NB0201]", "java.util.List.add"]);
    place.run(&["diff", "classes", "-m", "constant"]).code(1).says(&["error[NB0101]"]);
    place.run(&["diff", "classes", "-m", "square", "--form", "field"]).code(1).says(&["error[NB0109]"]);
}
