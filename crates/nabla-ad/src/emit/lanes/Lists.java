package nabla;

import static nabla.Lanes.*;
import static nabla.Sums.*;

/** Lists of a few lanes. */
final class Lists {
  /** The packed blocks of a list. */
  static double[] blocked(double[] t) {
    int n = 0;
    int before = -1;
    for (int q = 1; q < t.length; q += 2) {
      int b = word(t, q) >> 3;
      if (b != before) n++;
      before = b;
    }
    double[] r = new double[1 + 9 * n];
    r[0] = bits(n);
    int i = -8;
    before = -1;
    for (int q = 1; q < t.length; q += 2) {
      int lane = word(t, q);
      if (lane >> 3 != before) {
        before = lane >> 3;
        i += 9;
        r[i] = bits(before);
      }
      r[i + 1 + (lane & 7)] = t[q + 1];
    }
    return r;
  }

  /** Puts c and a lane into an element of a list that is being made, and the one behind it. */
  static void put(double[] t, int q, double c, int lane) {
    t[q] = bits(lane);
    t[q + 1] = c;
  }

  /** The same where there may be no such lane. */
  static void putSome(double[] t, int q, double c, int lane) {
    if (lane < 0) put(t, q, 0.0, 0);
    else put(t, q, c, lane);
  }

  /** Makes a list of what was put into t. */
  static double[] list(double[] t) {
    int before = -1;
    for (int q = 1; q < t.length; q += 2) {
      int lane = word(t, q);
      if (lane <= before || t[q + 1] == 0.0) return ordered(t);
      before = lane;
    }
    t[0] = header(1 << 28);
    return t;
  }

  /** The same where lanes may be there twice, or zero, or in another order. */
  static double[] ordered(double[] t) {
    int n = 1;
    for (int q = 1; q < t.length; q += 2) {
      double c = t[q + 1];
      if (c == 0.0) continue;
      int lane = word(t, q);
      int at = n;
      while (at > 1 && word(t, at - 2) > lane) at -= 2;
      if (at > 1 && word(t, at - 2) == lane) {
        t[at - 1] += c;
        continue;
      }
      for (int i = n; i > at; i -= 2) {
        t[i] = t[i - 2];
        t[i + 1] = t[i - 1];
      }
      put(t, at, c, lane);
      n += 2;
    }
    if (n == 1) return null;
    t[0] = header(1 << 28);
    return java.util.Arrays.copyOf(t, n);
  }

  /** r + c t, in place where r, which is packed or null, has the blocks; t is a list. */
  static double[] strewn(double[] r, double c, double[] t) {
    if (r == null) return scaled(c, t);
    int i = 1;
    for (int q = 1; q < t.length; q += 2) {
      int b = word(t, q) >> 3;
      while (i < r.length && word(r, i) < b) i += 9;
      if (i >= r.length || word(r, i) != b) return merged(1.0, r, c, t);
    }
    i = 1;
    for (int q = 1; q < t.length; q += 2) {
      int lane = word(t, q);
      while (word(r, i) != lane >> 3) i += 9;
      r[i + 1 + (lane & 7)] += c * t[q + 1];
    }
    return r;
  }

  /** The same where one is a list: a list of few lanes, or packed blocks. */
  static double[] mixed(double c, double[] a, double d, double[] b) {
    if (!few(a) || !few(b) || a.length + b.length > 50) return merged(c, a, d, b);
    double[] r = new double[1 + (a.length & -2) + (b.length & -2)];
    int i = 1 - (a.length & 1 ^ 1);
    int j = 1 - (b.length & 1 ^ 1);
    for (int q = 1; q < r.length; q += 2) {
      if (j >= b.length || i < a.length && word(a, i) <= word(b, j)) {
        put(r, q, c * a[i + 1], word(a, i));
        i += 2;
      } else {
        put(r, q, d * b[j + 1], word(b, j));
        j += 2;
      }
    }
    return list(r);
  }
}
