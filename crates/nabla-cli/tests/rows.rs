//! Arrays of arrays of which two rows are one array: what is stored through the one is seen through the other, or
//! the derivative throws.

mod common;

use common::Workplace;

const ROWS: (&str, &str) = (
    "Rows.java",
    "public class Rows {
  final double[][] held;
  public Rows(double[][] held) { this.held = held; }
  public static double into(double x, double[][] m) { m[0][0] = x; return m[1][0] * x; }
  public static double constant(double x, double[][] m) { m[0][0] = x; m[1][0] = 5; return m[0][0] * x; }
  public static double last(double x, double[][] m) { m[0][0] = x; return m[m.length - 1][0] * x; }
  public static double deep(double x, double[][][] m) { m[0][0][0] = x; return m[1][1][0] * x; }
  public double field(double x) { held[0][0] = x; return held[1][0] * x; }
  public double sum(double x) { double r = 0; for (double[] row : held) { r += row[0] * x; row[0] = r; } return r; }
}",
);

const INDEPENDENT: (&str, &str) = (
    "Independent.java",
    "public class Independent {
  public static double doubled(double[][] a) { a[0][0] *= 2; return a[0][0] * a[1][0]; }
  public static double deep(double[][][] a) { a[0][0][0] *= 2; return a[0][0][0] * a[1][0][0]; }
  public static double read(double[][] a) { return a[0][0] * a[1][0]; }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "public class Check {
  interface Call { void run(); }
  static void is(double expected, double found) { if (expected != found) throw new AssertionError(found); }
  static void told(String where, Call call) {
    try { call.run(); } catch (IllegalStateException e) {
      if (e.getMessage().startsWith(\"Independent: two rows of `a` are one array\")) return;
      throw e;
    }
    throw new AssertionError(where);
  }
  public static void main(String[] none) {
    double[] row = {2, 3};
    is(6, Rows.into_dx(3, new double[][] {row, row}));
    is(0 + row[0], Rows.into_dx(3, new double[][] {row, {3}}));
    is(5, Rows.constant_dx(3, new double[][] {row, row}));
    double[][] many = new double[100][1];
    many[99] = many[0];
    is(6, Rows.last_dx(3, many));
    double[][] rows = {row, row};
    is(6, Rows.deep_dx(3, new double[][][] {{row, row}, {{1}, row}}));
    is(6, Rows.deep_dx(3, new double[][][] {rows, rows}));
    is(6, new Rows(new double[][] {row, row}).field_dx(3));
    row[0] = 7;
    // 7 x + 7 x x, for the second row is what the first has become.
    is(7 + 14 * 1.5, new Rows(rows).sum_dx(1.5));
    row[0] = 2;
    told(\"gradient\", () -> Independent.doubled_grad(new double[][] {row, row}, new double[4]));
    told(\"directions\", () -> Independent.doubled_jvp(new double[][] {row, row}, new double[2][2], new double[1]));
    told(\"deep\", () -> Independent.deep_grad(new double[][][] {rows, {row}}, new double[6]));
    double[] direction = {1, 0}, tangent = new double[1];
    row[0] = 2;
    Independent.doubled_jvp(new double[][] {row, row}, new double[][] {direction, direction}, tangent);
    is(16, tangent[0]);
    double[] gradient = new double[4];
    Independent.doubled_grad(new double[][] {{2, 3}, {3, 4}}, gradient);
    is(6, gradient[0]);
    row[0] = 2;
    Independent.read_grad(rows, gradient);
    is(2, gradient[0]);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn two_rows_that_are_one_array() {
    let place = Workplace::new();
    place.javac(&[ROWS, INDEPENDENT], "in", "");
    place
        .run(&["diff", "in", "-q", "-m", "Rows.*", "--wrt", "x", "--form", "partial", "-d", "partial"])
        .code(0);
    let methods = ["doubled", "deep", "read"].map(|name| format!("Independent.{name}"));
    let methods: Vec<&str> = methods.iter().flat_map(|method| ["-m", method]).collect();
    let forms = ["--wrt", "a", "--form", "grad,jvp", "-d", "all"];
    place.run(&[&["diff", "in", "-q"], &methods[..], &forms].concat()).code(0);
    place.javac(&[CHECK], "check", "partial:all");
    place.java("check:partial:all", "Check");
}

const TWO: (&str, &str) = (
    "Two.java",
    "import java.util.List;
public class Two {
  public static class Mat { public final double[][] a; public Mat(double[][] a) { this.a = a; } }
  public static class Cell { public final double[] d; public Cell(double[] d) { this.d = d; } }
  public static double passed(double[][] m, double[][] n, double x) { n[0][0] = x; return m[0][0] * x; }
  public static double held(Mat m, double[][] n, double x) { n[0][0] = x; return m.a[0][0] * x; }
  public static double into(Mat m, double[][] n, double x) { m.a[0][0] = x; return n[0][0] * x; }
  public static double listed(List<Mat> l, double[][] n, double x) { n[0][0] = x; return l.get(0).a[0][0] * x; }
  public static double cells(Cell[] c, double[] a, double x) { c[0].d[0] = x; return a[0] * x; }
  public static double list(List<Cell> l, double[] a, double x) { l.get(0).d[0] = x; return a[0] * x; }
  public static double each(List<double[]> l, double[] a, double x) { l.forEach(t -> t[0] = x * x); return a[0] * x; }
  private static void set(List<double[]> l, double x) { for (double[] t : l) t[0] = x * x; }
  public static double called(List<double[]> l, double[] a, double x) { set(l, x); return a[0] * x; }
  private static double sum(List<double[]> l) { double sum = 0; for (double[] t : l) sum += t[0]; return sum; }
  public static double summed(List<double[]> l, double[] a, double x) { a[0] = x * x; return sum(l) * x; }
  public static double read(List<double[]> l, double[] a, double x) { return sum(l) * a[0] * x; }
}",
);

const CHECK_TWO: (&str, &str) = (
    "CheckTwo.java",
    "import java.util.List;
public class CheckTwo {
  interface Call { double of(); }
  static void told(String message, Call call) {
    double found;
    try { found = call.of(); } catch (IllegalStateException e) {
      if (e.getMessage().startsWith(\"Two: \" + message + \", and\")) return;
      throw e;
    }
    throw new AssertionError(message + \": \" + found);
  }
  static void is(double expected, double found) { if (expected != found) throw new AssertionError(found); }
  public static void main(String[] none) {
    double[] row = {5}, other = {5};
    double[][] m = {other, row}, n = {row}, alike = {other, other};
    told(\"a row of `n` is one of `m`\", () -> Two.passed_dx(m, n, 3));
    told(\"a row of `n` is one of `m.a`\", () -> Two.held_dx(new Two.Mat(m), n, 3));
    told(\"a row of `m.a` is one of `n`\", () -> Two.into_dx(new Two.Mat(n), m, 3));
    told(\"`n` is an array of an object in `l`\", () -> Two.listed_dx(List.of(new Two.Mat(m)), n, 3));
    told(\"`a` is an array of an object in `c`\", () -> Two.cells_dx(new Two.Cell[] {new Two.Cell(row)}, row, 3));
    told(\"`a` is an array of an object in `l`\", () -> Two.list_dx(List.of(new Two.Cell(row)), row, 3));
    List<double[]> held = List.of(other, row);
    told(\"`a` is in `l`, or an array of an object there\", () -> Two.each_dx(held, row, 3));
    told(\"`a` is in `l`, or an array of an object there\", () -> Two.called_dx(held, row, 3));
    told(\"`a` is in `l`, or an array of an object there\", () -> Two.summed_dx(held, row, 3));
    is(50, Two.read_dx(held, row, 3));
    is(5, Two.each_dx(List.of(new double[1]), row, 3));
    is(5, Two.called_dx(List.of(new double[1]), row, 3));
    is(7, Two.summed_dx(List.of(new double[] {7}), new double[1], 3));
    double[][] many = new double[100][1], more = new double[100][1];
    is(0, Two.passed_dx(many, more, 3));
    more[50] = many[99];
    told(\"a row of `n` is one of `m`\", () -> Two.passed_dx(many, more, 3));
    is(5, Two.passed_dx(alike, n, 3));
    is(5, Two.held_dx(new Two.Mat(alike), n, 3));
    is(5, Two.into_dx(new Two.Mat(n), alike, 3));
    is(5, Two.listed_dx(List.of(new Two.Mat(alike)), n, 3));
    is(5, Two.cells_dx(new Two.Cell[] {new Two.Cell(row)}, other, 3));
    is(5, Two.list_dx(List.of(new Two.Cell(row)), other, 3));
    System.out.println(\"ok\");
  }
}",
);

/// Two arrays of arrays that have a row in common, and objects in collections whose arrays are stored into.
#[test]
fn rows_of_two_arrays_and_arrays_of_objects() {
    let place = Workplace::new();
    place.javac(&[TWO], "in", "");
    place.run(&["diff", "in", "-q", "-m", "Two.*", "--wrt", "x", "--form", "partial", "-d", "out"]).code(0);
    place.javac(&[CHECK_TWO], "check", "out:in");
    place.java("check:out:in", "CheckTwo");
}
