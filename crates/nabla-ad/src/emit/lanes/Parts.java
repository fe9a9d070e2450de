package nabla;

import static nabla.Full.*;
import static nabla.Lanes.*;
import static nabla.Lists.*;
import static nabla.Open.*;
import static nabla.Sums.*;

/** Lanes of independents where only some are computed: those from zero on, so many. */
final class Parts {
  /** c in one lane, if it is one of these. */
  static double[] unitIn(double c, int lane, int lanes) {
    if (lane < 0 || lane >= lanes) return null;
    return unit(c, lane);
  }

  /** r + c in one lane, if it is one of these; r is the expression's own. */
  static double[] plusIn(double[] r, double c, int lane, int lanes) {
    if (lane < 0 || lane >= lanes) return r;
    return plus(r, c, lane);
  }

  /** The same, in place where r is open or loose. */
  static double[] gatherIn(double[] r, double c, int lane, int lanes) {
    if (lane < 0 || lane >= lanes) return r;
    return gather(r, c, lane);
  }

  /** The same where r has all of these lanes. */
  static double[] gatherFullIn(double[] r, double c, int lane, int lanes) {
    if (lane < 0 || lane >= lanes) return r;
    r[1 + lane] += c;
    return r;
  }

  /** Puts c and a lane into a list that is being made, or zero where it is none of these. */
  static void putIn(double[] t, int q, double c, int lane, int lanes) {
    if (lane < 0 || lane >= lanes) put(t, q, 0.0, 0);
    else put(t, q, c, lane);
  }
}
