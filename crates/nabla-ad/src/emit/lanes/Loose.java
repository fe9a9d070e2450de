package nabla;

import static nabla.Lanes.*;
import static nabla.Lists.*;
import static nabla.Open.*;

/**
 * Loose tangents, to which loops add a few times: what is added is noted one after the other, and summed
 * where it is read. What is noted is less than 2 to the power of 500, so that a product of it and a factor
 * that is less is finite, and what cancels after the product cancels as before it.
 */
final class Loose {
  /** A loose tangent of zero; 0 says that nobody knows how many lanes there are. */
  static double[] loose(int lanes) {
    double[] r = new double[129];
    if (lanes > 4096) lanes = 0;
    r[0] = Double.longBitsToDouble((long) (1 << 29 | lanes) << 32 | 1L);
    return r;
  }

  /** Whether it is one. */
  static boolean loose(double[] t) {
    if (Double.doubleToRawLongBits(t[0]) >>> 61 == 1L) return true;
    return false;
  }

  /** The same with nothing in it. */
  static double[] emptied(double[] r) {
    r[0] = Double.longBitsToDouble(Double.doubleToRawLongBits(r[0]) & 0xffffffff00000000L | 1L);
    return r;
  }

  /** Multiplies what is noted by c, if that is in range. */
  static boolean multiplied(double[] r, double c) {
    int end = word(r, 0);
    for (int q = 2; q < end; q += 2) if (!(Math.abs(c * r[q]) < 0x1p500)) return false;
    for (int q = 2; q < end; q += 2) r[q] *= c;
    return true;
  }

  /** As a list, or packed blocks where it is long; null if nothing is in it. */
  static double[] sorted(double[] t) {
    double[] r = ordered(java.util.Arrays.copyOf(t, word(t, 0)));
    if (r != null && r.length > 49) return blocked(r);
    return r;
  }

  /** A loose tangent with c in one lane. */
  static double[] noted(double c, int lane) {
    double[] r = loose(0);
    put(r, 1, c, lane);
    r[0] = Double.longBitsToDouble((long) (1 << 29) << 32 | 3L);
    return r;
  }

  /** An open tangent with room for more; packed blocks if too much of it would be empty. */
  static double[] unfold(double[] t) {
    int lanes = (int) (Double.doubleToRawLongBits(t[0]) >> 32) & 0xffff;
    if (lanes > 0) {
      double[] all = opened(0, lanes + 7 & -8);
      for (int q = 1; q < word(t, 0); q += 2) into(all, t[q + 1], word(t, q));
      return all;
    }
    t = packed(t);
    if (t == null) return null;
    double[] wide = room(null, word(t, 1), word(t, t.length - 9), word(t, 0));
    if (wide == null) return t;
    unpack(wide, 1.0, t);
    return wide;
  }

  /** r + c t, in place where r is open or loose; t is a list or loose, and ends before this element. */
  static double[] spill(double[] r, double c, double[] t, int end) {
    if (r == null || !open(r)) return spill(r, c, t, 1, end);
    int n = word(r, 0);
    int base = first(r) << 3;
    for (int q = 1; q < end; q += 2) {
      int k = word(t, q) - base;
      if (k < 0 || k >= n) return spill(r, c, t, q, end);
      int w = 1 + n + (k >> 8);
      int m = word(r, w);
      if ((m >>> (k >> 3) & 1) == 0) begin(r, w, m, k);
      r[1 + k] += c * t[q + 1];
    }
    return r;
  }

  /** The same from an element on, whatever r is. */
  static double[] spill(double[] r, double c, double[] t, int q, int end) {
    while (q < end) {
      r = gather(r, c * t[q + 1], word(t, q));
      q += 2;
    }
    return r;
  }
}
