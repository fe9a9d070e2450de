package nabla;

import static nabla.Lanes.*;
import static nabla.Loose.*;
import static nabla.Open.*;

/** Open tangents that have all blocks: what a method that users call adds up once, from zero. */
final class Full {
  /** A tangent of zero in so many lanes, in place where there is one. */
  static double[] full(double[] r, int lanes) {
    if (r != null) {
      java.util.Arrays.fill(r, 1, 1 + word(r, 0), 0.0);
      return r;
    }
    int n = lanes + 7 & -8;
    r = opened(0, n);
    for (int i = 1 + n; i < r.length; i++) r[i] = bits(-1);
    // There is no block behind the last.
    if ((n & 255) != 0) r[r.length - 1] = bits((1 << ((n & 255) >> 3)) - 1);
    return r;
  }

  /** r + c in one lane, in place. */
  static double[] gatherFull(double[] r, double c, int lane) {
    r[1 + lane] += c;
    return r;
  }

  /** The same; there may be no such lane. */
  static double[] gatherFullSome(double[] r, double c, int lane) {
    if (c != 0.0 && lane >= 0) r[1 + lane] += c;
    return r;
  }

  /** r + c t, in place. */
  static double[] gatherFull(double[] r, double c, double[] t) {
    if (t == null) return r;
    if (t.length == 2) return gatherFull(r, c * t[1], word(t, 0));
    if (loose(t) && !(Math.abs(c) < 0x1p500)) t = sorted(t);
    if (t == null) return r;
    if (open(t)) drain(r, c, t);
    else soak(r, c, t);
    return r;
  }

  /** r + c (s t), in place. */
  static double[] gatherFull(double[] r, double c, double s, double[] t) {
    if (plain(c) && plain(s)) return gatherFull(r, c * s, t);
    return gatherFull(r, c, scaled(s, t));
  }

  /** The same where t is no unit, and not open. */
  static void soak(double[] r, double c, double[] t) {
    int end = t.length;
    if (loose(t)) end = word(t, 0);
    if (loose(t) || listed(t)) {
      for (int q = 1; q < end; q += 2) r[1 + word(t, q)] += c * t[q + 1];
      return;
    }
    for (int q = 1; q < end; q += 9) add(r, 1 + (word(t, q) << 3), c, t, q + 1);
  }
}
