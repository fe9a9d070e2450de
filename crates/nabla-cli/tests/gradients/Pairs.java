/** Methods of which every pair of inputs has a second derivative. */
public class Pairs {
  double k = 0.75;

  public static double eight(double a, double b, double c, double d, double e, double f, double g, double h) {
    double s = Math.sin(a * b) + c * d, t = Math.exp(-e * f) + g * h, u = Math.sqrt(s * s + t * t + 1);
    return u * (s - t) + Math.log(1 + s * s * u) * (a + h) / (1 + t * t);
  }

  public static double branch(double x, float y) {
    double r = x * y;
    if (r > 1) {
      for (int i = 0; i < 3; i++) r = r * x + y / r;
    }
    return r * r;
  }

  /** (Σ x_i / (i + 1))³ / 6 */
  public static double cube(double[] x) {
    double s = 0;
    for (int i = 0; i < x.length; i++) s += x[i] / (i + 1);
    return s * s * s / 6;
  }

  public static double dense(double[] x) {
    int n = x.length;
    double[] a = new double[n];
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i] / (i + 1);
    for (int i = 0; i < n; i++) a[i] = Math.sin(s * x[i]) + s;
    double r = 0;
    for (int i = 0; i < n; i++) r += a[i] * a[(i + 1) % n];
    return r;
  }

  public double chain(double[] x) {
    double r = k;
    for (double v : x) r = Math.cos(r * v) + r;
    return r;
  }

  static final class Length {
    double value;

    void add(double v) {
      value = Math.sqrt(value * value + v * v + 1);
    }

    double times(double w) {
      return value * w;
    }
  }

  public static double objects(double[] x) {
    Length length = new Length();
    double r = 0;
    for (double v : x) {
      length.add(v);
      r += length.times(v);
    }
    return r;
  }

  static void scale(double[] x, double[] y) {
    for (int i = 0; i < x.length; i++) y[i] = x[i] * x[i] + y[(i + x.length - 1) % x.length];
  }

  /** Arrays are passed on, and a parameter is assigned. */
  public static double passed(double[] x, double w) {
    double[] y = x.clone();
    scale(x, y);
    w = w * y[0];
    y[1] = y[1] * w;
    double r = 0;
    for (int i = 0; i < x.length; i++) r += Math.exp(x[i] * 0.25) * y[x.length - 1 - i] + w * x[1];
    return r;
  }

  public double mixed(double[][] m, double s, float[] f) {
    double r = s * k;
    for (double[] row : m) {
      for (double v : row) r = r * Math.cos(v) + v * s;
    }
    for (float v : f) r += v * v * r;
    return r;
  }

  public static double tridiagonal(double[] x) {
    double r = 0;
    for (int i = 0; i + 1 < x.length; i++) {
      double a = 1 - x[i], b = x[i + 1] - x[i] * x[i];
      r += a * a + 100 * b * b;
    }
    return r;
  }
}
