package nabla;

import static nabla.Lanes.*;
import static nabla.Lists.*;
import static nabla.Loose.*;

/** Sums that an expression makes anew, or adds to in place where they are its own. */
final class Sums {
  /** c a + d b, made anew. */
  static double[] sum(double c, double[] a, double d, double[] b) {
    if (a != null && loose(a)) a = sorted(a);
    if (b != null && loose(b)) b = sorted(b);
    if (a == null) return scaled(d, b);
    if (b == null) return scaled(c, a);
    if (listed(a) && !few(b)) return strewn(scaled(d, b), c, a);
    if (listed(b) && !few(a)) return strewn(scaled(c, a), d, b);
    if (listed(a) || listed(b)) return mixed(c, a, d, b);
    if (b.length == 2 || open(a)) return plus(scaled(c, a), d, b);
    if (a.length == 2 || open(b)) return plus(scaled(d, b), c, a);
    return merged(c, a, d, b);
  }

  /** The same for any two but null. */
  static double[] merged(double c, double[] a, double d, double[] b) {
    a = packed(a);
    b = packed(b);
    if (a == null) return scaled(d, b);
    if (b == null) return scaled(c, a);
    int n = together(a, b);
    double[] r = new double[1 + 9 * n];
    r[0] = bits(n);
    int i = 1;
    int j = 1;
    for (int q = 1; q < r.length; q += 9) {
      if (j >= b.length || i < a.length && word(a, i) <= word(b, j)) {
        r[q] = a[i];
        set(r, q + 1, c, a, i + 1);
        if (j < b.length && word(a, i) == word(b, j)) {
          add(r, q + 1, d, b, j + 1);
          j += 9;
        }
        i += 9;
      } else {
        r[q] = b[j];
        set(r, q + 1, d, b, j + 1);
        j += 9;
      }
    }
    return r;
  }

  /** How many blocks a or b has; both are packed. */
  static int together(double[] a, double[] b) {
    int n = (a.length + b.length - 2) / 9;
    int i = 1;
    int j = 1;
    while (i < a.length && j < b.length) {
      int x = word(a, i);
      int y = word(b, j);
      if (x == y) n--;
      if (x <= y) i += 9;
      if (y <= x) j += 9;
    }
    return n;
  }

  /** r + c t, in place where r has the blocks; r is the expression's own, and not open. */
  static double[] plus(double[] r, double c, double[] t) {
    if (t == null) return r;
    if (r == null) return scaled(c, t);
    if (listed(t) && !few(r)) return strewn(r, c, t);
    if (listed(r) || listed(t)) return mixed(1.0, r, c, t);
    if (t.length == 2) return plus(r, c * t[1], word(t, 0));
    if (r.length == 2) return plus(scaled(c, t), r[1], word(r, 0));
    t = packed(t);
    if (t == null) return r;
    int i = 1;
    for (int q = 1; q < t.length; q += 9) {
      while (i < r.length && word(r, i) < word(t, q)) i += 9;
      if (i >= r.length || word(r, i) != word(t, q)) return merged(1.0, r, c, t);
    }
    i = 1;
    for (int q = 1; q < t.length; q += 9) {
      while (word(r, i) != word(t, q)) i += 9;
      add(r, i + 1, c, t, q + 1);
    }
    return r;
  }

  /** r + c in one lane, likewise. */
  static double[] plus(double[] r, double c, int lane) {
    if (r == null) return unit(c, lane);
    if (r.length == 2) {
      if (word(r, 0) == lane) {
        r[1] += c;
        return r;
      }
      r = packed(r);
    }
    if (listed(r)) return mixed(1.0, r, 1.0, unit(c, lane));
    int i = 1;
    while (i < r.length && word(r, i) < lane >> 3) i += 9;
    if (i < r.length && word(r, i) == lane >> 3) {
      r[i + 1 + (lane & 7)] += c;
      return r;
    }
    double[] s = new double[r.length + 9];
    s[0] = bits(word(r, 0) + 1);
    System.arraycopy(r, 1, s, 1, i - 1);
    s[i] = bits(lane >> 3);
    s[i + 1 + (lane & 7)] = c;
    System.arraycopy(r, i, s, i + 9, r.length - i);
    return s;
  }

  /** The blocks of a and b; what is in them means nothing. */
  static double[] union(double[] a, double[] b) {
    if (a == null) a = b;
    if (b == null) b = a;
    if (a == null) return null;
    return merged(1.0, a, 1.0, b);
  }

  /** The values of t in the blocks of r, which has all of them. */
  static double[] aligned(double[] r, double[] t) {
    double[] s = new double[r.length];
    if (t == null) return s;
    t = packed(t);
    if (t == null) return s;
    int i = 1;
    for (int q = 1; q < r.length; q += 9)
      if (i < t.length && word(t, i) == word(r, q)) {
        System.arraycopy(t, i + 1, s, q + 1, 8);
        i += 9;
      }
    return s;
  }

  /** The same as a sum of the expression's own. */
  static double[] plusSome(double[] r, double c, int lane) {
    if (c == 0.0 || lane < 0) return r;
    return plus(r, c, lane);
  }

  /** The tangent of r = x / y; a and b are those of x and y. The condition is that of all lanes. */
  static double[] quotient(double y, double[] a, double[] b, double r) {
    if (r == 0.0 && y - y != 0.0) return over(scaled(1.0, a), y);
    return over(sum(1.0, a, -r, b), y);
  }

  /** The same without a. */
  static double[] reciprocal(double y, double[] b, double r) {
    if (r == 0.0 && y - y != 0.0) return null;
    return over(scaled(-r, b), y);
  }

  /** The same for the dividend 1; the square of r may leave the range of numbers. */
  static double[] inverse(double[] b, double r) {
    if (r == 0.0) return null;
    double square = r * r;
    if (square > 1e-300 && square < 1e300) return scaled(-square, b);
    return scaled(-r, scaled(r, b));
  }

  /** b, or nothing where x is infinite and the function of it, r, is not. */
  static double[] bounded(double x, double[] b, double r) {
    if (x - x != 0.0 && r - r == 0.0) return null;
    return settled(b);
  }

  /** The same where b stays as it is while it is read. */
  static double[] lent(double x, double[] b, double r) {
    if (x - x != 0.0 && r - r == 0.0) return null;
    return b;
  }
}
