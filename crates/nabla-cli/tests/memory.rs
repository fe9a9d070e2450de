//! Gradients and Jacobians for which there is no memory at once, and what several runs of a method are of.

mod common;

use common::Workplace;

const DENSE: (&str, &str) = (
    "Dense.java",
    "public class Dense {
  /** Every element of a depends on all of x. */
  public static double sum(double[] x) {
    double[] a = new double[x.length];
    double s = 0, r = 0;
    for (double v : x) s += v;
    for (int i = 0; i < a.length; i++) a[i] = s * s * x[i];
    for (int i = 0; i < a.length; i++) r += a[i];
    return r;
  }
}
",
);
const CHECK_DENSE: (&str, &str) = (
    "CheckDense.java",
    "public class CheckDense {
  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    double[] x = new double[n], gradient = new double[n];
    for (int i = 0; i < n; i++) x[i] = (1 + i % 4) / 8.0;
    double s = 0;
    for (double v : x) s += v;
    try {
      if (args.length > 1) {
        double[] product = new double[n];
        Dense.sum_hvp(x, x, product);
        for (double v : product) if (Math.abs(v - 6 * s * s) > 1e-9 * s * s) throw new AssertionError(v);
      }
      Dense.sum_grad(x, gradient);
    } catch (OutOfMemoryError e) {
      System.out.println(\"out of memory\");
      return;
    }
    for (double v : gradient) if (Math.abs(v - 3 * s * s) > 1e-12 * s * s) throw new AssertionError(v);
    System.out.println(\"ok\");
  }
}
",
);

#[test]
fn lanes_in_parts_take_less_memory() {
    let place = Workplace::new();
    place.javac(&[DENSE], "in", "");
    for lanes in [&[][..], &["--lanes", "blocks"], &["--lanes", "128"]] {
        place.run(&[&["diff", "in", "-m", "sum", "--form", "grad,hvp", "-d", "out"], lanes].concat()).code(0);
        place.javac(&[CHECK_DENSE], "check", "out");
        for more in [&[][..], &["product"]] {
            // 4000 tangents of 4000 lanes are 128 MB.
            let java = std::process::Command::new("java")
                .args(["-Xmx80m", "-cp", "check:out", "CheckDense", "4000"])
                .args(more)
                .current_dir(place.path(""))
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&java.stdout), "ok\n", "{java:?}");
        }
    }
}

const ENDS: (&str, &str) = (
    "Ends.java",
    "public class Ends {
  int runs;
  double last;
  static class Cell { double held; }
  public double[] rows(double[] x, int n) {
    double[] w = new double[n];
    double s = 0;
    for (double v : x) s += v * v;
    for (int i = 0; i < n; i++) w[i] = s * i;
    return new double[] {w[0] + x[0], w[n - 1] * x[x.length - 1], w[n / 2]};
  }
  public static float objects(float[] x, int n) {
    Cell[] cells = new Cell[n];
    double s = 0;
    for (float v : x) s += (double) v * v;
    for (int i = 0; i < n; i++) {
      cells[i] = new Cell();
      cells[i].held = s;
    }
    double r = 0;
    for (Cell cell : cells) r += cell.held;
    return (float) (r / n);
  }
  public double counted(double[] x, int n) {
    runs++;
    return rows(x, n)[2];
  }
  public static double none(double[] x, int n) {
    double s = 0;
    for (double v : x) s += v * v;
    if (n < 0) throw new OutOfMemoryError(\"of the user\");
    double[] all = new double[n];
    all[n - 1] = s;
    return all[n - 1];
  }
}
",
);
const CHECK_ENDS: (&str, &str) = (
    "CheckEnds.java",
    "public class CheckEnds {
  static void same(double expected, double found) {
    if (!(Math.abs(expected - found) <= 1e-6 * Math.max(1, Math.abs(expected)))) {
      throw new AssertionError(found + \", not \" + expected);
    }
  }
  public static void main(String[] args) {
    int n = 3001, k = 3000;
    double[] x = new double[n];
    float[] y = new float[n];
    for (int i = 0; i < n; i++) x[i] = y[i] = (float) Math.sin(i);
    double s = 0;
    for (double v : x) s += v * v;
    double[][] j = new double[3][n];
    Ends ends = new Ends();
    same(s * (k / 2), ends.rows_jac(x, k, j)[2]);
    for (int i = 0; i < n; i++) {
      same(i == 0 ? 1 : 0, j[0][i]);
      same((k - 1) * 2 * x[i] * x[n - 1] + (i == n - 1 ? s * (k - 1) : 0), j[1][i]);
      same(k / 2 * 2 * x[i], j[2][i]);
    }
    double[] g = new double[n];
    same(s, Ends.objects_grad(y, k, g));
    for (int i = 0; i < n; i++) same(2 * y[i], g[i]);
    // The gradient may be where the point is.
    double[] point = x.clone();
    ends.rows_jac(point, 10, j);
    Ends.none_grad(point, 10, point);
    for (int i = 0; i < n; i++) same(2 * x[i], point[i]);
    // A method that counts its runs is run once.
    try {
      ends.counted_grad(x, k, g);
      throw new AssertionError(\"there was memory for it\");
    } catch (OutOfMemoryError e) {
      if (ends.runs != 1) throw new AssertionError(ends.runs);
    }
    // And what no division helps is thrown.
    try {
      Ends.none_grad(x, Integer.MAX_VALUE - 8, g);
      throw new AssertionError(\"there was memory for it\");
    } catch (OutOfMemoryError e) {
      if (e.getMessage().isEmpty()) throw e;
    }
    try {
      Ends.none_grad(x, -1, g);
      throw new AssertionError();
    } catch (OutOfMemoryError e) {
      if (!e.getMessage().equals(\"of the user\")) throw e;
    }
    System.out.println(\"ok\");
  }
}
",
);

/// Where memory ends, what is left is computed in parts, unless another run would compute something else.
#[test]
fn parts_begin_where_memory_ends() {
    let place = Workplace::new();
    place.javac(&[ENDS], "in", "");
    place.run(&["diff", "in", "-m", "rows", "--form", "jac", "--in-place"]).code(0);
    let methods = ["-m", "objects", "-m", "counted", "-m", "none"];
    place.run(&[&["diff", "in", "--form", "grad", "--in-place"], &methods[..]].concat()).code(0);
    place.javac(&[CHECK_ENDS], "check", "in");
    let java = std::process::Command::new("java")
        .args(["-Xmx24m", "-cp", "check:in", "CheckEnds"])
        .current_dir(place.path(""))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&java.stdout), "ok\n", "{java:?}");
}

const ABOVE: (&str, &str) = (
    "Above.java",
    "public class Above {
  public double f(double[] x) { return x[0] * x[0] * x[1]; }
  public double[] r(double[] x) {
    double[] y = new double[2];
    y[0] = x[0] * x[1];
    y[1] = x[1] * x[1];
    return y;
  }
}
",
);
const BELOW: (&str, &str) = (
    "Below.java",
    "public class Below extends Above {
  @Override public double f(double[] x) { return 7 * x[0] + x[1] * x[1] * x[1]; }
  @Override public double[] r(double[] x) { return new double[] {5 * x[0], 3 * x[1]}; }
  public double hess(double[] x, double[] g, double[][] h) { return super.f_hess(x, g, h); }
  public double grad(double[] x, double[] g) { return super.f_grad(x, g); }
  public double hvp(double[] x, double[] v, double[] p) { return super.f_hvp(x, v, p); }
  public double[] jac(double[] x, double[][] j) { return super.r_jac(x, j); }
}
",
);
const CHECK_ABOVE: (&str, &str) = (
    "CheckAbove.java",
    "import java.util.Arrays;
public class CheckAbove {
  static void same(String expected, Object value, Object array) {
    String found = value + \" \" + (array instanceof double[] d ? Arrays.toString(d) : Arrays.deepToString((double[][]) array));
    if (!found.equals(expected)) throw new AssertionError(found + \", not \" + expected);
  }
  public static void main(String[] args) {
    double[] x = {2, 3}, g = new double[2], v = {1, 2};
    double[][] h = new double[2][2];
    Below below = new Below();
    same(\"12.0 [[6.0, 4.0], [4.0, 0.0]]\", below.hess(x, g, h), h);
    same(\"12.0 [12.0, 4.0]\", below.grad(x, g), g);
    same(\"12.0 [14.0, 4.0]\", below.hvp(x, v, g), g);
    same(\"6.0 [[3.0, 2.0], [0.0, 6.0]]\", below.jac(x, h)[0], h);
    same(\"41.0 [[0.0, 0.0], [0.0, 18.0]]\", below.f_hess(x, g, h), h);
    same(\"41.0 [7.0, 27.0]\", below.f_grad(x, g), g);
    same(\"10.0 [[5.0, 0.0], [0.0, 3.0]]\", below.r_jac(x, h)[0], h);
    System.out.println(\"ok\");
  }
}
",
);

/// What `super` names is the body above, for every run that the form takes.
#[test]
fn forms_called_with_super_run_the_body_above() {
    let place = Workplace::new();
    place.javac(&[ABOVE], "in", "");
    for lanes in ["unrolled", "blocks", "8"] {
        let diff = |method: &str, forms: &str, more: &[&str]| {
            let options = ["-m", method, "--form", forms, "--lanes", lanes, "--quiet"];
            place.run(&[&["diff"], more, &options[..]].concat()).code(0);
        };
        diff("f", "hess,grad,hvp", &["in", "-d", lanes]);
        diff("r", "jac", &[lanes, "--in-place"]);
        place.javac(&[BELOW], lanes, lanes);
        diff("Below.f", "hess,grad,hvp", &[lanes, "--in-place"]);
        diff("Below.r", "jac", &[lanes, "--in-place"]);
        place.javac(&[CHECK_ABOVE], "check", lanes);
        place.java(&format!("check:{lanes}"), "CheckAbove");
    }
}
