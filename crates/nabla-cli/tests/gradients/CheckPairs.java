import java.lang.management.ManagementFactory;
import java.util.Arrays;

public class CheckPairs {
  interface Hess { double at(double[] gradient, double[][] hessian); }

  interface Hvp { double along(double[] direction, double[] product); }

  static void near(String what, double found, double expected, double tolerance) {
    if (!(Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
      throw new AssertionError(what + " is " + found + ", not " + expected);
    }
  }

  /** Symmetric bit for bit, whatever was there before, and what products with unit vectors are. */
  static double[][] check(String what, int n, double value, Hess hess, Hvp hvp, double tolerance) {
    double[] gradient = new double[n + 1], direction = new double[n], product = new double[n];
    double[][] hessian = new double[n + 1][n + 2];
    for (double[] row : hessian) Arrays.fill(row, Double.NaN);
    near(what, hess.at(gradient, hessian), value, 0);
    for (int i = 0; i < n; i++) {
      direction[i] = 1;
      near(what, hvp.along(direction, product), value, 0);
      direction[i] = 0;
      for (int j = 0; j < n; j++) {
        near(what + " " + i + " " + j, hessian[i][j], product[j], tolerance);
        if (Double.doubleToRawLongBits(hessian[i][j]) != Double.doubleToRawLongBits(hessian[j][i])) {
          throw new AssertionError(what + " " + i + " " + j + ": " + hessian[i][j] + " and " + hessian[j][i]);
        }
      }
      if (!Double.isNaN(hessian[i][n]) || !Double.isNaN(hessian[n][i])) throw new AssertionError(what + " writes too far");
    }
    return hessian;
  }

  static double[] numbers(int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) x[i] = 0.4 + 0.3 * Math.sin(1.7 * i + 0.3);
    return x;
  }

  static double[][] rows(double[] x) {
    return new double[][] {{x[0], x[1], x[2]}, {}, {x[3]}, {x[4], x[5]}};
  }

  static float[] floats(double[] x) {
    return new float[] {(float) x[7], (float) x[8]};
  }

  /** The gradient may take the place of the point, and the product that of the direction. */
  static void inPlace() {
    double[] at = numbers(8), same = numbers(8), v = numbers(8), product = numbers(8);
    double[][] first = new double[8][8], second = new double[8][8];
    Pairs.dense_hess(at, new double[8], first);
    Pairs.dense_hess(same, same, second);
    if (!Arrays.deepEquals(first, second)) throw new AssertionError("the gradient in place of the point");
    Pairs.dense_hvp(at, v, product);
    Pairs.dense_hvp(at, v, v);
    if (!Arrays.equals(v, product)) throw new AssertionError("the product in place of the direction");
  }

  public static void main(String[] args) {
    Pairs p = new Pairs();
    double[] x = numbers(8);
    check("eight", 8, Pairs.eight(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]),
        (g, h) -> Pairs.eight_hess(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], g, h),
        (v, r) -> Pairs.eight_hvp(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], r),
        1e-13);
    for (double a : new double[] {0.4, 1.75}) {
      check("branch", 2, Pairs.branch(a, 1.5f), (g, h) -> Pairs.branch_hess(a, 1.5f, g, h),
          (v, r) -> Pairs.branch_hvp(a, 1.5f, v[0], (float) v[1], r), 1e-5);
    }
    for (int n : new int[] {0, 1, 2, 7, 8, 9, 40}) {
      double[] y = numbers(n);
      double s = 0;
      for (int i = 0; i < n; i++) s += y[i] / (i + 1);
      double[][] cube = check("cube", n, Pairs.cube(y), (g, h) -> Pairs.cube_hess(y, g, h), (v, r) -> Pairs.cube_hvp(y, v, r), 1e-13);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) near("cube " + i + " " + j, cube[i][j], s / (i + 1) / (j + 1), 1e-14);
      }
      check("chain", n, p.chain(y), (g, h) -> p.chain_hess(y, g, h), (v, r) -> p.chain_hvp(y, v, r), 1e-12);
      check("objects", n, Pairs.objects(y), (g, h) -> Pairs.objects_hess(y, g, h), (v, r) -> Pairs.objects_hvp(y, v, r), 1e-12);
      double[][] three = check("tridiagonal", n, Pairs.tridiagonal(y), (g, h) -> Pairs.tridiagonal_hess(y, g, h),
          (v, r) -> Pairs.tridiagonal_hvp(y, v, r), 1e-13);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double closed = i + 1 == j ? -400 * y[i] : j + 1 == i ? -400 * y[j] : 0;
          if (i == j) closed = (i + 1 < n ? 1200 * y[i] * y[i] - 400 * y[i + 1] + 2 : 0) + (i > 0 ? 200 : 0);
          near("tridiagonal " + i + " " + j, three[i][j], closed, 1e-13);
        }
      }
      if (n < 2) continue;
      check("dense", n, Pairs.dense(y), (g, h) -> Pairs.dense_hess(y, g, h), (v, r) -> Pairs.dense_hvp(y, v, r), 1e-12);
    }
    inPlace();
    check("passed", 8, Pairs.passed(Arrays.copyOf(x, 7), x[7]), (g, h) -> Pairs.passed_hess(Arrays.copyOf(x, 7), x[7], g, h),
        (v, r) -> Pairs.passed_hvp(Arrays.copyOf(x, 7), x[7], Arrays.copyOf(v, 7), v[7], r), 1e-12);
    double[] z = numbers(9);
    check("mixed", 9, p.mixed(rows(z), z[6], floats(z)), (g, h) -> p.mixed_hess(rows(z), z[6], floats(z), g, h),
        (v, r) -> p.mixed_hvp(rows(z), z[6], floats(z), rows(v), v[6], floats(v), r), 1e-6);
    if (args.length > 0) costs(p);
    System.out.println("ok");
  }

  /** The memory of the lanes of a Hessian, and that of as many rows that have all of theirs. */
  static void cost(String what, int n, Hess hess, Hvp hvp, double most) {
    double[] gradient = new double[n], direction = new double[n], product = new double[n];
    double[][] hessian = new double[n][n];
    long[] spent = new long[2];
    for (int turn = 0; turn < 2; turn++) {
      long before = allocated();
      hess.at(gradient, hessian);
      long between = allocated();
      for (int i = 0; i < n; i++) {
        direction[i] = 1;
        hvp.along(direction, product);
        direction[i] = 0;
      }
      spent[0] = between - before;
      spent[1] = allocated() - between;
    }
    double ratio = (double) spent[0] / spent[1];
    System.out.println(what + ": " + spent[0] + " of " + spent[1] + " bytes, " + ratio);
    if (!(ratio < most)) throw new AssertionError(what + " takes " + ratio);
  }

  static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  static void costs(Pairs p) {
    double[] x = numbers(160);
    cost("dense", 160, (g, h) -> Pairs.dense_hess(x, g, h), (v, r) -> Pairs.dense_hvp(x, v, r), 0.56);
    cost("chain", 160, (g, h) -> p.chain_hess(x, g, h), (v, r) -> p.chain_hvp(x, v, r), 0.4);
    cost("objects", 160, (g, h) -> Pairs.objects_hess(x, g, h), (v, r) -> Pairs.objects_hvp(x, v, r), 0.4);
  }
}
