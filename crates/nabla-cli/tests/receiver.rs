//! `--wrt this.k`: fields of the object as independents.

mod common;

use common::Workplace;

const MODEL: &str = "package demo;
public class Model extends Base {
  private double k;
  private final double scale;
  private double[] w;
  float f = 2;
  static double shared = 1;
  int count = 3;
  public Model(double k, double scale, double... w) { this.k = k; this.scale = scale; this.w = w; above = 5; }
  public double value(double x) { return scale * Math.exp(k * x) + part(x) + above * k; }
  private double part(double x) { return k * k * x; }
  public double dot(double[] x) { double s = 0; for (int i = 0; i < w.length; i++) s += w[i] * x[i] * k; return s; }
  public double changing(double x) { double before = k; k = k * x; double r = k * k; k = before; return r; }
  public double mixed(double x) { return f * x * f; }
  public double bits(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(k)) * x; }
  public double taken(double x) { return k * x; }
  public double taken_dk(double x) { return 0; }
  public double k() { return k; }
  public static double none(double x) { return x; }
}
";

const BASE: &str = "package demo;
public class Base { protected double above; private double hidden; double hidden() { return hidden; } }
";

const MAIN: &str = "package demo;
public class Main {
  static void near(double expected, double found) {
    if (!(Math.abs(expected - found) <= 1e-14 * Math.abs(expected))) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    Model m = new Model(.5, 3, 7, 11);
    double x = 2, e = Math.exp(1);
    near(m.value(x), 3 * e + .5 + 2.5);
    near(3 * 2 * e + 2 * .5 * 2 + 5, m.value_dk(x));
    near(e, m.value_dscale(x));
    near(.5, m.value_dabove(x));
    near(3 * .5 * e + .25, m.value_dx(x));
    double[] t = new double[1];
    near(m.value(x), m.value_jvp(x, 1, 10, 100, 1000, t));
    near(m.value_dx(x) + 10 * m.value_dk(x) + 100 * m.value_dscale(x) + 1000 * m.value_dabove(x), t[0]);
    double[] g = new double[4];
    double[][] h = new double[4][4];
    near(m.value(x), m.value_grad(x, g));
    near(m.value_dx(x), g[0]); near(m.value_dk(x), g[1]); near(m.value_dscale(x), g[2]); near(m.value_dabove(x), g[3]);
    near(m.value(x), m.value_hess(x, g, h));
    near(3 * 4 * e + 4, h[1][1]); near(2 * e, h[1][2]); near(2 * e, h[2][1]); near(1, h[1][3]); near(3 * e * (1 + .5 * 2) + 1, h[0][1]);
    double[] a = {13, 17}, weights = new double[2], all = new double[5];
    near(m.dot(a), m.dot_jvp(a, new double[] {0, 1}, 0, new double[2], t)); near(11 * .5, t[0]);
    near(m.dot(a), m.dot_jvp(a, new double[2], 1, new double[] {0, 1}, t)); near(7 * 13 + 11 * 17 + 17 * .5, t[0]);
    m.dot_grad(a, all);
    near(7 * .5, all[0]); near(11 * .5, all[1]); near(7 * 13 + 11 * 17, all[2]); near(13 * .5, all[3]); near(17 * .5, all[4]);
    near(2 * .5 * 9, m.changing_dk(3));
    near(2 * 2 * 3, m.mixed_df(3));
    if (m.k() != .5) throw new AssertionError(m.k());
    for (java.lang.reflect.Method method : Model.class.getDeclaredMethods()) {
      if (method.getName().equals(\"nabla$with$k$value\")) throw new AssertionError(method);
    }
    System.out.println(\"ok\");
  }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[("demo/Base.java", BASE), ("demo/Model.java", MODEL)], "classes", "classes");
    place
}

#[test]
fn fields_of_the_object_are_independents() {
    let place = place();
    let run = |method: &str, wrt: &str, form: &str| {
        place.run(&["diff", "classes", "-m", method, "--wrt", wrt, "--form", form, "--in-place"]).code(0).out
    };
    let told = run("value", "x,this.k,this.scale,this.above", "partial,jvp,grad,hess");
    assert!(told.contains("value_dk(double), value_dscale(double)"), "{told}");
    run("dot", "x,this.k,this.w", "jvp,grad");
    run("changing", "this.k", "partial");
    run("mixed", "this.f", "partial");
    place.javac(&[("demo/Main.java", MAIN)], "main", "classes");
    place.java("main:classes", "demo.Main");
}

/// The method that is differentiated has parameters for the fields, which are not the user's to name.
#[test]
fn parameters_that_take_fields_are_not_named() {
    let place = place();
    for (wrt, told) in [
        ("this.k,1", "error[NB0106]: `1` is not a `double`"),
        ("k,this.k", "error[NB0106]: `k` is not a `double`"),
        ("x,this.k,0", "error[NB0113]: `0` is named twice"),
    ] {
        place.run(&["diff", "classes", "-m", "value", "--wrt", wrt]).code(1).says(&[told]);
    }
}

#[test]
fn what_is_no_independent_is_refused() {
    let place = place();
    for (method, wrt, form, code) in [
        ("value", "this.none", "partial", "NB0106"),
        ("value", "this.shared", "partial", "NB0106"),
        ("value", "this.count", "partial", "NB0106"),
        ("value", "this.hidden", "partial", "NB0106"),
        ("none", "this.k", "partial", "NB0106"),
        ("value", "this.k", "field", "NB0106"),
        ("taken", "this.k", "partial", "NB0105"),
        ("bits", "this.k", "partial", "NB0204"),
    ] {
        let ran = place.run(&["diff", "classes", "-m", method, "--wrt", wrt, "--form", form]).code(1);
        assert!(!ran.err.contains("nabla$with"), "{}", ran.err);
        let field =
            format!("`{wrt}` is no number, and no array of numbers, that the method's class may read");
        let all = [code, &*field, "take none"];
        ran.says(if code == "NB0106" { &all } else { &all[..1] });
    }
}
