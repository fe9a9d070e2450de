package nabla;

import static nabla.Lists.*;
import static nabla.Loose.*;

/**
 * Methods on lanes: a tangent with one number per direction, in a double[], null where it is zero. Most
 * tangents of a gradient have few lanes that are not zero, so only blocks of eight neighbours are kept:
 *
 * <ul>
 * <li>a unit, one lane: its number, its value (the length is 2);
 * <li>a list of a few lanes: a header, and for each its number and its value, in ascending order;
 * <li>packed blocks: how many they are, and for each its number and its eight values, in ascending order;
 * <li>an open tangent, to which a loop adds: a header, room for a range of lanes, and behind it a mask of
 *     the blocks that are there, 32 in an element. What is in the room of other blocks means nothing;
 * <li>a loose tangent, to which a loop adds a few times: a header, and for each addition its lane and its
 *     value, in the order in which they came. It opens where it has no room for more.
 * </ul>
 *
 * Units and packed blocks are shared by reference and never change, but for those that an expression has
 * just made. An open or loose tangent belongs to one local; another place is given its lists or blocks.
 *
 * <p>Counts, numbers and masks are the low 32 bits of an element, the others are zero: such a double is
 * subnormal and no NaN, so that it is moved as it is everywhere. The header of an open tangent is negative;
 * below the sign it has the first lane divided by 256, and in the low 32 bits the number of lanes.
 * That of a list is 2 to the power of 60. That of a loose tangent has bit 61; below are how many lanes
 * there can be, or 0, and in the low 32 bits the element where the next addition goes.
 *
 * <p>scripts/lanes-text makes support.jvm of this and the sources beside it; no branch may leave a value on
 * the stack.
 */
final class Lanes {
  /** An integer in an element. */
  static int word(double[] t, int i) {
    return (int) Double.doubleToRawLongBits(t[i]);
  }

  /** An integer as an element. */
  static double bits(int x) {
    return Double.longBitsToDouble(Integer.toUnsignedLong(x));
  }

  /** An integer as the upper half of an element. */
  static double header(int x) {
    return Double.longBitsToDouble((long) x << 32);
  }

  /** Whether the tangent is open. */
  static boolean open(double[] t) {
    if (Double.doubleToRawLongBits(t[0]) < 0L) return true;
    return false;
  }

  /** Whether it is a list. */
  static boolean listed(double[] t) {
    if ((int) (Double.doubleToRawLongBits(t[0]) >> 32) == 1 << 28) return true;
    return false;
  }

  /** Whether it is a unit or a list. */
  static boolean few(double[] t) {
    if (t.length == 2) return true;
    return listed(t);
  }

  /** The lane of an element where the first has this one, or -1 where there is no such element. */
  static int within(int element, double[] x, int first) {
    if (x == null || element < 0 || element >= x.length) return -1;
    return first + element;
  }

  /** The same. */
  static int within(int element, float[] x, int first) {
    if (x == null || element < 0 || element >= x.length) return -1;
    return first + element;
  }

  /** c in one lane. */
  static double[] unit(double c, int lane) {
    double[] r = new double[2];
    r[0] = bits(lane);
    r[1] = c;
    return r;
  }

  /** Whether a product with c is in range wherever the other factor is far from its ends. */
  static boolean plain(double c) {
    if (Math.abs(c) > 0x1p-500 && Math.abs(c) < 0x1p500) return true;
    return false;
  }

  /** What a lent tangent is multiplied by when it is added, if the partial is this. */
  static double factor(double c) {
    if (plain(c)) return c;
    return 1.0;
  }

  /** A block of r becomes c times one of t. */
  static void set(double[] r, int u, double c, double[] t, int v) {
    for (int i = 0; i < 8; i++) r[u + i] = c * t[v + i];
  }

  /** c times a block of t is added to one of r. */
  static void add(double[] r, int u, double c, double[] t, int v) {
    for (int i = 0; i < 8; i++) r[u + i] += c * t[v + i];
  }

  /** c t, made anew. */
  static double[] scaled(double c, double[] t) {
    if (t != null && loose(t)) t = sorted(t);
    if (t == null) return null;
    if (t.length == 2) return unit(c * t[1], word(t, 0));
    if (open(t)) return taken(c, t);
    double[] r = new double[t.length];
    r[0] = t[0];
    if (listed(t)) {
      for (int q = 1; q < t.length; q += 2) {
        r[q] = t[q];
        r[q + 1] = c * t[q + 1];
      }
      return r;
    }
    for (int q = 1; q < t.length; q += 9) {
      r[q] = t[q];
      set(r, q + 1, c, t, q + 1);
    }
    return r;
  }

  /** The same, packed, of an open tangent. */
  static double[] taken(double c, double[] t) {
    int count = blocks(t);
    if (count == 0) return null;
    double[] r = new double[1 + 9 * count];
    r[0] = bits(count);
    int base = first(t);
    int masks = 1 + word(t, 0);
    int q = 1;
    for (int w = masks; w < t.length; w++) {
      int m = word(t, w);
      while (m != 0) {
        int b = (w - masks << 5) + Integer.numberOfTrailingZeros(m);
        m &= m - 1;
        r[q] = bits(base + b);
        set(r, q + 1, c, t, 1 + (b << 3));
        q += 9;
      }
    }
    return r;
  }

  /** t / d, in place. */
  static double[] over(double[] t, double d) {
    if (t == null) return null;
    if (t.length == 2) {
      t[1] /= d;
      return t;
    }
    if (listed(t)) {
      for (int q = 2; q < t.length; q += 2) t[q] /= d;
      return t;
    }
    for (int q = 1; q < t.length; q += 9)
      for (int i = q + 1; i < q + 9; i++) t[i] /= d;
    return t;
  }

  /** What another place may hold. */
  static double[] settled(double[] t) {
    if (t == null) return t;
    if (loose(t)) return sorted(t);
    if (!open(t)) return t;
    return packed(t);
  }

  /** How many blocks there are. */
  static int blocks(double[] t) {
    if (t == null) return 0;
    if (t.length == 2) return 1;
    if (!open(t)) return word(t, 0);
    int end = t.length;
    int n = 0;
    for (int w = 1 + word(t, 0); w < end; w++) n += Integer.bitCount(word(t, w));
    return n;
  }

  /** The same as packed blocks. */
  static double[] packed(double[] t) {
    if (t.length == 2) {
      double[] r = new double[10];
      int lane = word(t, 0);
      r[0] = bits(1);
      r[1] = bits(lane >> 3);
      r[2 + (lane & 7)] = t[1];
      return r;
    }
    if (open(t)) return taken(1.0, t);
    if (loose(t)) t = sorted(t);
    if (t == null) return null;
    if (listed(t)) return blocked(t);
    return t;
  }

  /** The number of the first block for which there is room. */
  static int first(double[] t) {
    if (open(t)) return (int) (Double.doubleToRawLongBits(t[0]) >> 32) << 5;
    return word(t, 1);
  }

  /** A copy that may be changed. */
  static double[] copied(double[] t) {
    if (t == null) return null;
    if (open(t) || loose(t) || listed(t)) return packed(t);
    return t.clone();
  }
}
