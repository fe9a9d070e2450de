//! `--lanes`: however the directions of a gradient or Jacobian are computed, they are the same.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    "public class Model {
  double k = 3;
  public static double pair(double x, double y) { return Math.sin(x * y) / (1 + x * x) + y; }
  public static double nine(double a, double b, double c, double d, double e, double f, double g, double h, double i) {
    return a * b * c + d * e * f + Math.exp(g * h) * i;
  }
  public double chain(double s, double[] x, float t) {
    double r = s * k;
    for (double v : x) r = r * Math.cos(v) + t;
    return r;
  }
  public static double matrix(double[][] m) {
    double r = 0;
    for (double[] row : m) for (double v : row) r += v * v * m[0][0];
    return r;
  }
  public static float narrow(float x, double[] y) { return (float) (x * y[0] + y[2]); }
  public double[] rows(double[] x, double s) {
    double[] r = new double[x.length - 1];
    for (int i = 0; i < r.length; i++) r[i] = x[i] * x[i + 1] * s + k;
    return r;
  }
  public static double[][] outer(double[] x) {
    double[][] r = new double[x.length][2];
    for (int i = 0; i < x.length; i++) { r[i][0] = x[i] * x[0]; r[i][1] = Math.exp(x[i]); }
    return r;
  }
  public static double sum(double[] x) {
    double s = 0;
    for (double v : x) s += v * v * x[0];
    return s;
  }
  public double counts(double x) { k += 1; return x * k; }
  static double last;
  private static double square(double v) { return v * v; }
  private double scaled(double v) { return k * v; }
  static double noted(double v) { last = v; return v * v; }
  double open(double v) { return v; }
  private static double first(double[] v) { return v[0]; }
  private static double half(float v) { return 0.5f * v; }
  private static double wide(double a, double b, double c, double d, double e, double f, double g, double h, double i,
      double j, double k, double l) {
    return a * b * c * d * e * f * g * h * i * j * k * l;
  }
  private static double down(double v, int n) { return n == 0 ? v : square(v) * down(v, n - 1); }
  public double calls(double x, double y) { return square(x * y) + scaled(square(y)) + down(x, 3); }
  public static double notes(double x, double y) { return noted(x) * last * y; }
  public double opens(double x, double y) { return open(x) * y; }
  public static double arrays(double x, double y) { return first(new double[] {x * y}); }
  public static double halves(double x, double y) { return half((float) x) * y; }
  public static double wideCall(double x, double y, double z, double a, double b, double c, double d, double e,
      double f, double g) {
    return wide(x, y, z, a, b, c, d, e, f, g, x, y) * f;
  }
}
",
);
const CHECK: (&str, &str) = (
    "Check.java",
    "import java.util.Arrays;
public class Check {
  interface Gradient { double into(double[] g); }
  static void same(String what, double expected, double found) {
    if (!(Math.abs(expected - found) <= 1e-15 * Math.max(1, Math.abs(expected)))) {
      throw new AssertionError(what + \" is \" + found + \", not \" + expected);
    }
  }
  static void gradient(String what, int n, Gradient plain, Gradient other) {
    double[] g = new double[n], h = new double[n + 1];
    Arrays.fill(h, Double.NaN);
    same(what, plain.into(g), other.into(h));
    for (int i = 0; i < n; i++) same(what + i, g[i], h[i]);
    if (!Double.isNaN(h[n])) throw new AssertionError(what + \" writes too far\");
    try {
      other.into(new double[n - 1]);
      throw new AssertionError(\"no exception for a short array\");
    } catch (ArrayIndexOutOfBoundsException expected) {
      // The JVM's own.
    }
  }
  public static void main(String[] args) {
    Model m = new Model();
    double[] x = {0.3, -1.2, 0.7, 2.1, 0.4, -0.6, 1.3};
    gradient(\"pair\", 2, g -> Model.pair_plain(0.7, 1.1, g), g -> Model.pair_grad(0.7, 1.1, g));
    gradient(\"nine\", 9, g -> Model.nine_plain(1, 2, 3, 4, 5, 6, .7, .8, .9, g), g -> Model.nine_grad(1, 2, 3, 4, 5, 6, .7, .8, .9, g));
    gradient(\"calls\", 2, g -> m.calls_plain(0.7, 1.1, g), g -> m.calls_grad(0.7, 1.1, g));
    gradient(\"chain\", 9, g -> m.chain_plain(1.5, x, 2f, g), g -> m.chain_grad(1.5, x, 2f, g));
    double[][] rows = {{1, 2}, {3}, {}, {4, 5, 6}};
    double[] at = x.clone(), there = new double[7];
    Model.sum_grad(x, there);
    Model.sum_grad(at, at);
    if (!Arrays.equals(at, there)) throw new AssertionError(\"the gradient in place of the point\");
    gradient(\"matrix\", 6, g -> Model.matrix_plain(rows, g), g -> Model.matrix_grad(rows, g));
    gradient(\"narrow\", 8, g -> Model.narrow_plain(2f, x, g), g -> Model.narrow_grad(2f, x, g));
    double[][] j = new double[6][8], h = new double[6][8];
    if (!Arrays.equals(m.rows_plain(x, 2, j), m.rows_jac(x, 2, h))) throw new AssertionError(\"values\");
    if (!Arrays.deepEquals(j, h)) throw new AssertionError(Arrays.deepToString(h));
    double[][] o = new double[14][7], p = new double[14][7];
    Model.outer_plain(x, o);
    Model.outer_jac(x, p);
    if (!Arrays.deepEquals(o, p)) throw new AssertionError(Arrays.deepToString(p));
    Model.outer_jac(new double[0], p);
    System.out.println(\"ok\");
  }
}
",
);

const METHODS: &[&str] = &[
    "-m", "pair", "-m", "nine", "-m", "calls", "-m", "chain", "-m", "narrow", "-m", "rows", "-m", "outer",
    "-m", "sum",
];

#[test]
fn all_lanes_give_the_same() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let diff = |from: &str, to: &str, rest: &[&str]| {
        for (input, methods, output) in
            [(from, METHODS, "half"), ("half", &["-m", "matrix", "--wrt", "m"][..], to)]
        {
            let args = [&["diff", input, "--form", "grad,jac", "-d", output], rest, methods].concat();
            place.run(&args).code(0);
        }
    };
    diff("in", "plain", &["--name", "grad=%f_plain", "--name", "jac=%f_plain"]);
    for lanes in ["1", "3", "100", "blocks", "unrolled"] {
        diff("plain", "out", &["--lanes", lanes]);
        place.javac(&[CHECK], "check", "out");
        place.java("check:out", "Check");
    }
}

#[test]
fn what_is_asked_for_in_vain_is_told() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    let diff = |method: &str, lanes: &str| {
        place.run(&["diff", "in", "-m", method, "--form", "grad", "--lanes", lanes])
    };
    diff("counts", "3").code(1).says(&["error[NB0110]"]);
    diff("counts", "blocks").code(0);
    diff("narrow", "unrolled").code(0).says(&["warning[NB0306]"]);
    for unrolled in ["nine", "calls"] {
        assert_eq!(diff(unrolled, "unrolled").code(0).err, "");
    }
    // A field, a receiver that decides, an array, a number of another size, and 12 × 10 tangents as arguments.
    for not in ["notes", "opens", "arrays", "halves", "wideCall"] {
        diff(not, "unrolled").code(0).says(&["warning[NB0306]"]);
    }
    for wrong in ["0", "many", "70000"] {
        diff("pair", wrong).code(2).says(&["invalid lanes"]);
    }
}

const CASTS: (&str, &str) = (
    "Casts.java",
    "public class Casts {
  public static double product(double[] x) {
    float y = (float) (Math.sin(x[0]) * x[1]);
    return y * x[1] + Math.exp(y);
  }
  public static double sums(double[] x) {
    double s = 0;
    for (int i = 0; i < x.length; i++) {
      float y = (float) Math.sin(x[i] * s + x[i]);
      s += y * x[i];
    }
    return s;
  }
}
",
);
const CHECK_CASTS: (&str, &str) = (
    "CheckCasts.java",
    "public class CheckCasts {
  interface Form { double of(double[] x, double[] d, double[] out); }
  static void same(Form jvp, Form grad, double[] x) {
    double[] gradient = new double[x.length], tangent = new double[1];
    grad.of(x, null, gradient);
    for (int i = 0; i < x.length; i++) {
      double[] unit = new double[x.length];
      unit[i] = 1;
      jvp.of(x, unit, tangent);
      if (!(Math.abs(gradient[i] - tangent[0]) <= 1e-15 * Math.abs(tangent[0])))
        throw new AssertionError(gradient[i] + \" is not \" + tangent[0]);
    }
  }
  public static void main(String[] args) {
    double[] x = {1.2, 0.7};
    same(Casts::product_jvp, (p, d, out) -> Casts.product_grad(p, out), x);
    same(Casts::sums_jvp, (p, d, out) -> Casts.sums_grad(p, out), x);
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn a_cast_to_float_rounds_the_tangent_in_every_form() {
    let place = Workplace::new();
    place.javac(&[CASTS], "in", "");
    for lanes in ["1", "blocks"] {
        let args = ["diff", "in", "-m", "Casts.*", "--form", "jvp,grad", "--lanes", lanes, "-d", "out"];
        place.run(&args).code(0);
        place.javac(&[CHECK_CASTS], "check", "out");
        place.java("check:out", "CheckCasts");
    }
}

const TAKEN: (&str, &str) = (
    "Taken.java",
    "public class Taken {
  public static double f(double[] x, double[][] m) {
    double s = 0;
    for (int i = 0; i < x.length; i++) for (double[] row : m) s += x[i] * x[i] * x[i] * row[0];
    return s;
  }
  public static double[] g(double[] x, double[][] m) {
    double[] r = new double[x.length];
    for (int i = 0; i < x.length; i++) r[i] = x[i] * x[0] * m[0][0];
    return r;
  }
  static void refused(Runnable r, String name) {
    try {
      r.run();
    } catch (IllegalStateException e) {
      if (e.getMessage().contains(\"a row of `\" + name + \"` is\")) return;
      throw e;
    }
    throw new AssertionError(name);
  }
}
",
);
const TAKEN_CHECK: (&str, &str) = (
    "TakenCheck.java",
    "import java.util.Arrays;
public class TakenCheck {
  public static void main(String[] args) {
    double[] x = {1, 2, 3}, before = x.clone(), g = new double[3];
    double[][] m = {{2, 1, 1}, {1, 1, 1}, null}, with = {{2, 1, 1}, {1, 1, 1}}, h = new double[3][3];
    double[][] point = {h[0], x, h[2]}, rows = {h[0], h[1], m[1]};
    Taken.refused(() -> Taken.f_hess(x, with, g, point), \"hessian\");
    Taken.refused(() -> Taken.f_hess(x, m, g, rows), \"hessian\");
    Taken.refused(() -> Taken.g_jac(x, with, point), \"jacobian\");
    Taken.refused(() -> Taken.g_jac(x, m, rows), \"jacobian\");
    if (!Arrays.equals(x, before)) throw new AssertionError(\"the point has changed\");
    Taken.f_hess(x, with, g, h);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        if (h[i][j] != (i == j ? 18 * x[i] : 0)) throw new AssertionError(Arrays.deepToString(h));
      }
    }
    Taken.g_jac(x, with, h);
    if (h[1][0] != 4 || h[1][1] != 2 || h[1][2] != 0) throw new AssertionError(Arrays.deepToString(h));
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn a_row_of_the_result_is_no_input() {
    let place = Workplace::new();
    place.javac(&[TAKEN], "in", "");
    let args = ["diff", "in", "-m", "f", "-m", "g", "--form", "hess,jac", "--wrt", "x", "--lanes", "2"];
    place.run(&[&args[..], &["-k", "-d", "out"]].concat()).code(0);
    place.javac(&[TAKEN_CHECK], "check", "out");
    place.java("check:out", "TakenCheck");
}

#[test]
fn a_lane_that_is_not_there_gets_nothing() {
    // The neighbour of the first element is a constant; that of an infinite number is none either.
    let subject = "public class Border {
  public static double[] band(double[] y, double[] x) {
    double[] r = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double left = i > 0 ? x[i - 1] : 0;
      r[i] = Math.exp(x[i] + left) + y[0];
    }
    return r;
  }
  public static double sum(double[] y, float[] x) {
    double s = y[0];
    for (int i = 0; i < x.length; i++) {
      double left = i > 0 ? x[i - 1] : 0;
      s += Math.exp(x[i] + left);
    }
    return s;
  }
}
";
    let check = "import java.util.Arrays;
public class Check {
  public static void main(String[] none) {
    double[] y = {1, 2}, x = {1000, 1, 2}, gradient = new double[5];
    double[][] jacobian = new double[3][5];
    Border.band_jac(y, x, jacobian);
    double inf = Double.POSITIVE_INFINITY, e = Math.exp(3);
    check(new double[] {1, 0, inf, 0, 0}, jacobian[0]);
    check(new double[] {1, 0, inf, inf, 0}, jacobian[1]);
    check(new double[] {1, 0, 0, e, e}, jacobian[2]);
    int[] starts = new int[4], columns = new int[15];
    Border.band_jac_csr(y, x, starts, columns, new double[15]);
    for (int i = 0; i < starts[3]; i++) if (columns[i] < 0 || columns[i] > 4 || columns[i] == 1) throw new AssertionError(i);
    Border.sum_grad(y, new float[] {1000, 1, 2}, gradient);
    check(new double[] {1, 0, inf, inf, e}, gradient);
    System.out.println(\"ok\");
  }
  static void check(double[] expected, double[] found) {
    if (!Arrays.equals(expected, found)) throw new AssertionError(Arrays.toString(found));
  }
}
";
    for lanes in ["blocks", "unrolled", "3", "auto"] {
        let place = Workplace::new();
        place.javac(&[("Border.java", subject)], "in", "");
        let lanes = if lanes == "auto" { vec![] } else { vec!["--lanes", lanes] };
        place
            .run(
                &[&["diff", "in", "-q", "-m", "band", "--form", "jac,csr", "-d", "out"], &lanes[..]].concat(),
            )
            .code(0);
        place
            .run(&[&["diff", "out", "-q", "-m", "sum", "--form", "grad", "--in-place"], &lanes[..]].concat())
            .code(0);
        place.javac(&[("Check.java", check)], "check", "out");
        place.java("check:out", "Check");
    }
}

const SHORT: (&str, &str) = (
    "Short.java",
    "public class Short {
  static int runs;
  static double[] of(double[] v) { runs++; return new double[] {v[0] * v[1], v[1], v[0]}; }
  static double[] two(double x, double y) { runs++; return new double[] {x * y, x}; }
}
",
);
const CHECK_SHORT: (&str, &str) = (
    "CheckShort.java",
    "public class CheckShort {
  static void refused(Runnable call) {
    try {
      call.run();
    } catch (NullPointerException | ArrayIndexOutOfBoundsException expected) {
      if (Short.runs == 0) return;
    }
    throw new AssertionError(\"it has run\");
  }
  public static void main(String[] args) {
    double[] v = {2, 3};
    refused(() -> Short.of_jac(v, null));
    refused(() -> Short.of_jac(v, new double[3][]));
    refused(() -> Short.of_jac(v, new double[3][1]));
    refused(() -> Short.of_jac(v, new double[][] {{0, 0}, {0, 0}, {0}}));
    refused(() -> Short.two_jac(2, 3, new double[2][1]));
    double[][] jacobian = new double[4][5];
    Short.of_jac(v, jacobian);
    if (jacobian[0][0] != 3 || jacobian[0][1] != 2) throw new AssertionError();
    System.out.println(\"ok\");
  }
}
",
);

/// How many rows there are is known when the method has run; how long they have to be, before.
#[test]
fn a_row_that_is_too_short_is_found_before_anything_is_computed() {
    let place = Workplace::new();
    place.javac(&[SHORT], "in", "");
    for lanes in ["blocks", "unrolled"] {
        place
            .run(&["diff", "in", "-m", "of", "-m", "two", "--form", "jac", "--lanes", lanes, "-d", lanes])
            .code(0);
        place.javac(&[CHECK_SHORT], "check", lanes);
        place.java(&format!("check:{lanes}:in"), "CheckShort");
    }
}
