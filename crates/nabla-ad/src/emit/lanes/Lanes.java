/**
 * Methods on lanes: a tangent with one number per direction, in a double[], null where it is zero. Most
 * tangents of a gradient have few lanes that are not zero, so only blocks of eight neighbours are kept:
 *
 * <ul>
 * <li>a unit, one lane: its number, its value (the length is 2);
 * <li>a list of a few lanes: a header, and for each its number and its value, in ascending order;
 * <li>packed blocks: how many they are, and for each its number and its eight values, in ascending order;
 * <li>an open tangent, to which a loop adds: a header, room for a range of lanes, and behind it a mask of
 *     the blocks that are there, 32 in an element. What is in the room of other blocks means nothing.
 * </ul>
 *
 * Units and packed blocks are shared by reference and never change, but for those that an expression has
 * just made. An open tangent belongs to one local; it is packed before another place may hold it.
 *
 * <p>Counts, numbers and masks are the low 32 bits of an element, the others are zero: such a double is
 * subnormal and no NaN, so that it is moved as it is everywhere. The header of an open tangent is negative;
 * below the sign it has the first lane divided by 256, and in the low 32 bits the number of lanes.
 * That of a list is 2 to the power of 60.
 *
 * <p>scripts/lanes-text makes support.jvm of this; no branch may leave a value on the stack.
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

  /** c in one lane. */
  static double[] unit(double c, int lane) {
    double[] r = new double[2];
    r[0] = bits(lane);
    r[1] = c;
    return r;
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
    if (t == null || !open(t)) return t;
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
    if (listed(t)) return blocked(t);
    return t;
  }

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

  /** The number of the first block for which there is room. */
  static int first(double[] t) {
    if (open(t)) return (int) (Double.doubleToRawLongBits(t[0]) >> 32) << 5;
    return word(t, 1);
  }

  /** c a + d b, made anew. */
  static double[] sum(double c, double[] a, double d, double[] b) {
    if (a == null) return scaled(d, b);
    if (b == null) return scaled(c, a);
    if (listed(a) || listed(b)) return mixed(c, a, d, b);
    if (b.length == 2 || open(a)) return plus(scaled(c, a), d, b);
    if (a.length == 2 || open(b)) return plus(scaled(d, b), c, a);
    return merged(c, a, d, b);
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

  /** A copy that may be changed. */
  static double[] copied(double[] t) {
    if (t == null) return null;
    if (open(t) || listed(t)) return packed(t);
    return t.clone();
  }

  /** An open tangent of zero with room for all lanes, unless they are many. */
  static double[] full(int lanes) {
    if (lanes > 4096) return null;
    return opened(0, lanes + 7 & -8);
  }

  /** An open tangent of zero with room for these lanes from 256 base on. */
  static double[] opened(int base, int lanes) {
    double[] r = new double[1 + lanes + (lanes + 255 >> 8)];
    r[0] = Double.longBitsToDouble((long) (base - (1 << 31)) << 32 | lanes);
    return r;
  }

  /** An open tangent of zero, in place, or null. */
  static double[] reset(double[] r) {
    if (r == null || !open(r)) return null;
    for (int i = 1 + word(r, 0); i < r.length; i++) r[i] = 0.0;
    return r;
  }

  /** c r, in place where r is open. */
  static double[] times(double[] r, double c) {
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

  /** r + c in one lane, in place where r is open. */
  static double[] gather(double[] r, double c, int lane) {
    if (r != null) {
      long h = Double.doubleToRawLongBits(r[0]);
      int n = (int) h;
      int k = lane - ((int) (h >> 32) << 8);
      if (h < 0L && k >= 0 && k < n) {
        int w = 1 + n + (k >> 8);
        int m = word(r, w);
        if ((m >>> (k >> 3) & 1) != 0) {
          r[1 + k] += c;
          return r;
        }
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
        r[1 + k] = c;
        return r;
      }
    }
    return far(r, c, lane);
  }

  /** The same where there is no room yet. */
  static double[] far(double[] r, double c, int lane) {
    double[] wide = room(r, lane >> 3, lane >> 3, 1);
    double[] t = packed(unit(c, lane));
    if (wide == null) return sum(1.0, r, 1.0, t);
    unpack(wide, 1.0, t);
    return wide;
  }

  /** r + c t, in place where r is open. */
  static double[] gather(double[] r, double c, double[] t) {
    if (t == null) return r;
    if (t.length == 2) return gather(r, c * t[1], word(t, 0));
    if (open(t)) return pour(r, c, t);
    if (listed(t)) return strew(r, c, t);
    if (!covers(r, word(t, 1), word(t, t.length - 9))) {
      double[] wide = room(r, word(t, 1), word(t, t.length - 9), word(t, 0));
      if (wide == null) return sum(1.0, r, c, t);
      r = wide;
    }
    unpack(r, c, t);
    return r;
  }

  /** The same for a list. */
  static double[] strew(double[] r, double c, double[] t) {
    for (int q = 1; q < t.length; q += 2) r = gather(r, c * t[q + 1], word(t, q));
    return r;
  }

  /** r + c in one lane, in place where r is open; where c is zero there may be no such lane. */
  static double[] gatherSome(double[] r, double c, int lane) {
    if (c == 0.0) return r;
    return gather(r, c, lane);
  }

  /** The same as a sum of the expression's own. */
  static double[] plusSome(double[] r, double c, int lane) {
    if (c == 0.0) return r;
    return plus(r, c, lane);
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
  static double[] pour(double[] r, double c, double[] t) {
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

  /** b, or nothing where x is infinite and the function of it, r, is not. */
  static double[] bounded(double x, double[] b, double r) {
    if (x - x != 0.0 && r - r == 0.0) return null;
    return settled(b);
  }

  /** Writes the lanes into an array. */
  static void row(double[] t, double[] row, int lanes) {
    java.util.Arrays.fill(row, 0, lanes, 0.0);
    if (t == null) return;
    if (t.length == 2) {
      row[word(t, 0)] = t[1];
      return;
    }
    if (listed(t)) {
      for (int q = 1; q < t.length; q += 2) row[word(t, q)] = t[q + 1];
      return;
    }
    if (!open(t)) {
      for (int q = 1; q < t.length; q += 9) {
        int lane = word(t, q) << 3;
        System.arraycopy(t, q + 1, row, lane, Math.min(8, lanes - lane));
      }
      return;
    }
    int base = first(t) << 3;
    int masks = 1 + word(t, 0);
    for (int w = masks; w < t.length; w++) {
      int m = word(t, w);
      while (m != 0) {
        int lane = (w - masks << 8) + (Integer.numberOfTrailingZeros(m) << 3);
        int n = 8;
        if (m == -1) n = 256;
        m &= m - 1;
        if (n == 256) m = 0;
        System.arraycopy(t, 1 + lane, row, base + lane, Math.min(n, lanes - base - lane));
      }
    }
  }

  /** Writes the lanes into a part of an array. */
  static void part(double[] t, double[] row, int from, int lanes) {
    double[] part = new double[lanes];
    row(t, part, lanes);
    System.arraycopy(part, 0, row, from, lanes);
  }

  /** 1 in a lane, if it is one of these. */
  static double[] part(int lane, int lanes) {
    if (lane < 0 || lane >= lanes) return null;
    return unit(1.0, lane);
  }

  /**
   * Writes the lanes that are not zero into the arrays, from this element on and as far as these go.
   *
   * @return the element after the last of them, whether it was written or not
   */
  static int entries(double[] t, int[] column, double[] value, int lanes, int at) {
    if (t == null) return at;
    if (t.length == 2) return entry(word(t, 0), t[1], column, value, at);
    if (listed(t)) {
      for (int q = 1; q < t.length; q += 2) at = entry(word(t, q), t[q + 1], column, value, at);
      return at;
    }
    t = packed(t);
    if (t == null) return at;
    for (int q = 1; q < t.length; q += 9) {
      int lane = word(t, q) << 3;
      int end = Math.min(8, lanes - lane);
      for (int i = 0; i < end; i++) at = entry(lane + i, t[q + 1 + i], column, value, at);
    }
    return at;
  }

  /** The same for one lane. */
  static int entry(int lane, double c, int[] column, double[] value, int at) {
    if (c == 0.0) return at;
    if (at < column.length && at < value.length) {
      column[at] = lane;
      value[at] = c;
    }
    return at + 1;
  }

  /** Throws what writing that many lanes would. */
  static void check(double[] row, int lanes) {
    if (lanes > 0) lanes = (int) row[lanes - 1];
    lanes = row.length;
  }
}
