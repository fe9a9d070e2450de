package nabla;

import static nabla.Lanes.*;
import static nabla.Loose.*;

/** What users are given. */
final class Results {
  /** Writes the lanes into an array. */
  static void row(double[] t, double[] row, int lanes) {
    part(t, row, 0, lanes);
  }

  /** Writes the lanes into an array, from this element on. */
  static void part(double[] t, double[] row, int from, int lanes) {
    java.util.Arrays.fill(row, from, from + lanes, 0.0);
    if (t != null && loose(t)) t = sorted(t);
    if (t == null) return;
    if (t.length == 2) {
      row[from + word(t, 0)] = t[1];
      return;
    }
    if (listed(t)) {
      for (int q = 1; q < t.length; q += 2) row[from + word(t, q)] = t[q + 1];
      return;
    }
    if (!open(t)) {
      for (int q = 1; q < t.length; q += 9) {
        int lane = word(t, q) << 3;
        System.arraycopy(t, q + 1, row, from + lane, Math.min(8, lanes - lane));
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
        System.arraycopy(t, 1 + lane, row, from + base + lane, Math.min(n, lanes - base - lane));
      }
    }
  }

  /** Makes a matrix symmetric of what is above its diagonal, or below it; 32 columns at a time. */
  static void mirror(double[][] matrix, int n, boolean above) {
    for (int first = 0; first < n; first += 32) {
      for (int i = first + 1; i < n; i++) {
        double[] row = matrix[i];
        int end = Math.min(i, first + 32);
        for (int j = first; j < end; j++) {
          if (above) row[j] = matrix[j][i];
          else matrix[j][i] = row[j];
        }
      }
    }
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

  /** The same for every row of a Jacobian. */
  static void checkRows(double[][] rows, int lanes) {
    for (int i = 0; i < rows.length; i++) {
      check(rows[i], lanes);
    }
  }
}
