package nabla;

import static nabla.Lanes.*;
import static nabla.Loose.*;
import static nabla.Sums.*;

/** Open tangents, to which loops add. */
final class Open {
  /** An open tangent of zero with room for these lanes from 256 base on. */
  static double[] opened(int base, int lanes) {
    double[] r = new double[1 + lanes + (lanes + 255 >> 8)];
    r[0] = Double.longBitsToDouble((long) (base - (1 << 31)) << 32 | lanes);
    return r;
  }

  /** An open tangent of zero, in place, or null. */
  static double[] reset(double[] r) {
    if (r == null) return null;
    if (loose(r)) return emptied(r);
    if (!open(r)) return null;
    for (int i = 1 + word(r, 0); i < r.length; i++) r[i] = 0.0;
    return r;
  }

  /** c r, in place where r is open or loose. */
  static double[] times(double[] r, double c) {
    if (r != null && loose(r)) {
      if (multiplied(r, c)) return r;
      r = unfold(r);
    }
    if (r == null || !open(r)) return scaled(c, r);
    int masks = 1 + word(r, 0);
    for (int w = masks; w < r.length; w++) {
      int m = word(r, w);
      while (m != 0) {
        int u = 1 + (w - masks << 8) + (Integer.numberOfTrailingZeros(m) << 3);
        m &= m - 1;
        set(r, u, c, r, u);
      }
    }
    return r;
  }

  /** Whether these blocks have room in r. */
  static boolean covers(double[] r, int first, int last) {
    if (r == null) return false;
    if (!open(r)) return false;
    if (first < first(r)) return false;
    if (last >= first(r) + (word(r, 0) >> 3)) return false;
    return true;
  }

  /** A copy of r, open, with room for these blocks; null if too much of it would be empty. */
  static double[] room(double[] r, int first, int last, int more) {
    int from = first;
    int to = last + 1;
    if (r != null) {
      if (few(r)) r = packed(r);
      int low = first(r);
      int high = word(r, r.length - 9) + 1;
      if (open(r)) high = low + (word(r, 0) >> 3);
      int half = high - low;
      if (to > high) to += half;
      if (from < low) from = Math.max(0, from - half);
      from = Math.min(from, low);
      to = Math.max(to, high);
    }
    if (to - from > 64 * (blocks(r) + more) + 256) return null;
    from = from & -32;
    double[] wide = opened(from >> 5, to - from << 3);
    if (r != null) {
      if (open(r)) drain(wide, 1.0, r);
      else unpack(wide, 1.0, r);
    }
    return wide;
  }

  /** r + c in one lane, in place where r is open or loose. */
  static double[] gather(double[] r, double c, int lane) {
    if (r != null) {
      long h = Double.doubleToRawLongBits(r[0]);
      int n = (int) h;
      if (h >>> 61 == 1L && n < r.length && Math.abs(c) < 0x1p500) {
        r[n] = bits(lane);
        r[n + 1] = c;
        r[0] = Double.longBitsToDouble(h + 2L);
        return r;
      }
    }
    return insert(r, c, lane);
  }

  /** r + c in one lane and d in another, likewise: r's header is read and written once. */
  static double[] gather(double[] r, double c, int lane, double d, int other) {
    if (r != null) {
      long h = Double.doubleToRawLongBits(r[0]);
      int n = (int) h;
      if (h >>> 61 == 1L && n + 2 < r.length && Math.abs(c) + Math.abs(d) < 0x1p500) {
        r[n] = bits(lane);
        r[n + 1] = c;
        r[n + 2] = bits(other);
        r[n + 3] = d;
        r[0] = Double.longBitsToDouble(h + 4L);
        return r;
      }
    }
    return gather(gather(r, c, lane), d, other);
  }

  /** r + c in one lane + d t, likewise. */
  static double[] gather(double[] r, double c, int lane, double d, double[] t) {
    if (t != null && t.length == 2) return gather(r, c, lane, d * t[1], word(t, 0));
    return gather(gather(r, c, lane), d, t);
  }

  /** r + c s + d t, likewise. */
  static double[] gather(double[] r, double c, double[] s, double d, double[] t) {
    if (s != null && s.length == 2) return gather(r, c * s[1], word(s, 0), d, t);
    return gather(gather(r, c, s), d, t);
  }

  /** The same where r is not loose, or cannot be any more. */
  static double[] insert(double[] r, double c, int lane) {
    if (into(r, c, lane)) return r;
    return far(r, c, lane);
  }

  /** Adds c in one lane, if r is open and has room. */
  static boolean into(double[] r, double c, int lane) {
    if (r == null) return false;
    long h = Double.doubleToRawLongBits(r[0]);
    int n = (int) h;
    int k = lane - ((int) (h >> 32) << 8);
    if (h >= 0L || k < 0 || k >= n) return false;
    int w = 1 + n + (k >> 8);
    int m = word(r, w);
    if ((m >>> (k >> 3) & 1) == 0) begin(r, w, m, k);
    r[1 + k] += c;
    return true;
  }

  /** The block of a lane is there from now on, and zero. */
  static void begin(double[] r, int w, int m, int k) {
    r[w] = bits(m | 1 << (k >> 3));
    int q = 1 + (k & -8);
    r[q] = 0.0;
    r[q + 1] = 0.0;
    r[q + 2] = 0.0;
    r[q + 3] = 0.0;
    r[q + 4] = 0.0;
    r[q + 5] = 0.0;
    r[q + 6] = 0.0;
    r[q + 7] = 0.0;
  }

  /** r + c in one lane where there is no room yet. */
  static double[] far(double[] r, double c, int lane) {
    if (r == null && Math.abs(c) < 0x1p500) return noted(c, lane);
    if (r != null && loose(r)) {
      r = unfold(r);
      if (into(r, c, lane)) return r;
    }
    double[] wide = room(r, lane >> 3, lane >> 3, 1);
    double[] t = packed(unit(c, lane));
    if (wide == null) return sum(1.0, r, 1.0, t);
    unpack(wide, 1.0, t);
    return wide;
  }

  /** r + c t, in place where r is open or loose. */
  static double[] gather(double[] r, double c, double[] t) {
    if (t == null) return r;
    if (t.length == 2) return gather(r, c * t[1], word(t, 0));
    return pour(r, c, t);
  }

  /** r + c (s t), likewise. */
  static double[] gather(double[] r, double c, double s, double[] t) {
    if (plain(c) && plain(s)) return gather(r, c * s, t);
    return gather(r, c, scaled(s, t));
  }

  /** The same where t is no unit. */
  static double[] pour(double[] r, double c, double[] t) {
    if (loose(t)) {
      if (Math.abs(c) < 0x1p500) return spill(r, c, t, word(t, 0));
      // What is in one lane may be large and cancel.
      t = sorted(t);
      if (t == null) return r;
    }
    if (listed(t)) return spill(r, c, t, t.length);
    if (r != null && loose(r)) r = unfold(r);
    if (open(t)) return flow(r, c, t);
    if (!covers(r, word(t, 1), word(t, t.length - 9))) {
      double[] wide = room(r, word(t, 1), word(t, t.length - 9), word(t, 0));
      if (wide == null) return sum(1.0, r, c, t);
      r = wide;
    }
    unpack(r, c, t);
    return r;
  }

  /** r + c in one lane, in place where r is open; there may be no such lane. */
  static double[] gatherSome(double[] r, double c, int lane) {
    if (c == 0.0 || lane < 0) return r;
    return gather(r, c, lane);
  }

  /** Adds c t to r, which has room; t is packed. */
  static void unpack(double[] r, double c, double[] t) {
    int base = first(r);
    int masks = 1 + word(r, 0);
    for (int q = 1; q < t.length; q += 9) {
      int b = word(t, q) - base;
      int w = masks + (b >> 5);
      int m = word(r, w);
      if ((m >>> b & 1) != 0) add(r, 1 + (b << 3), c, t, q + 1);
      else {
        r[w] = bits(m | 1 << b);
        set(r, 1 + (b << 3), c, t, q + 1);
      }
    }
  }

  /** r + c t, in place where r is open; t is open. */
  static double[] flow(double[] r, double c, double[] t) {
    if (r != null && r.length == t.length && word(r, 0) == word(t, 0) && open(r) && first(r) == first(t)) {
      drain(r, c, t);
      return r;
    }
    int masks = 1 + word(t, 0);
    int x = masks;
    int y = t.length - 1;
    while (x <= y && word(t, x) == 0) x++;
    while (y > x && word(t, y) == 0) y--;
    if (x > y) return r;
    int from = first(t) + (x - masks << 5) + Integer.numberOfTrailingZeros(word(t, x));
    int to = first(t) + (y - masks << 5) + 31 - Integer.numberOfLeadingZeros(word(t, y));
    if (!covers(r, from, to)) {
      double[] wide = room(r, from, to, 1);
      if (wide == null) return sum(1.0, r, c, t);
      r = wide;
    }
    drain(r, c, t);
    return r;
  }

  /** Adds c t to r, which has room; t is open. */
  static void drain(double[] r, double c, double[] t) {
    int shift = first(t) - first(r);
    int masks = 1 + word(t, 0);
    int others = 1 + word(r, 0) + (shift >> 5);
    for (int w = masks; w < t.length; w++) {
      int m = word(t, w);
      if (m == 0) continue;
      int n = word(r, others + w - masks);
      r[others + w - masks] = bits(m | n);
      int v = 1 + (w - masks << 8);
      int u = v + (shift << 3);
      if ((m & n) == -1) {
        run(r, u, c, t, v);
        continue;
      }
      while (m != 0) {
        int b = Integer.numberOfTrailingZeros(m);
        m &= m - 1;
        if ((n >>> b & 1) != 0) add(r, u + (b << 3), c, t, v + (b << 3));
        else set(r, u + (b << 3), c, t, v + (b << 3));
      }
    }
  }

  /** Adds 32 blocks. */
  static void run(double[] r, int u, double c, double[] t, int v) {
    for (int i = 0; i < 256; i++) r[u + i] += c * t[v + i];
  }
}
