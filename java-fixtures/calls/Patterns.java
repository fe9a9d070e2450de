package calls;

/** One callee, several activity patterns. */
class Patterns {
    // release: 8

    private static double times(double a, double b) {
        return a * b;
    }

    // run: bothKinds(3.0, 2.0) = 51.0, d = (8.0, 6.0)
    static double bothKinds(double x, double y) {
        double active = times(x, y) + times(x, 4) + times(5, x) - times(1, x) + times(y, 3);
        return active + times(3, 7) - times(x, 2) * times(2, 0.5);
    }

    // wrt: y
    // run: secondOnly(3.0, 2.0) = 12.0, d = 12.0
    static double secondOnly(double x, double y) {
        return times(times(x, y), y);
    }

    // Only constants go in: no tangent is needed at all.
    // run: inactiveOnly(2.0, 3) = 18.0, d = 9.0
    static double inactiveOnly(double x, int n) {
        return x * times(n, n);
    }

    // The result is active where an argument is, and in the same call chain not.
    // run: chained(2.0) = 48.0, d = 24.0
    static double chained(double x) {
        double a = times(2, 3);
        double b = times(a, x);
        return times(b, 4);
    }

    // The first turn passes a constant, the others an active value.
    // run: fromOne(2.0) = 16.0, d = 32.0
    // run: fromOne(3.0) = 81.0, d = 108.0
    static double fromOne(double x) {
        double r = 1;
        for (int i = 0; i < 4; i++) {
            r = times(r, x);
        }
        return r;
    }

    // The first turn passes an active value, the others a constant.
    // run: toConstant(2.0) = 12.0, d = 1.0
    static double toConstant(double x) {
        double sum = 0;
        double factor = x;
        for (int i = 0; i < 3; i++) {
            sum = sum + times(factor, 1);
            factor = 5;
        }
        return sum;
    }

    // Active on one branch, constant on the other.
    // run: branching(3.0, true) = 18.0, d = 12.0
    // run: branching(3.0, false) = 12.0, d = 4.0
    static double branching(double x, boolean square) {
        double a = square ? 2 * x : 4;
        return times(a, x);
    }

    private static double last(double a, double b, double c) {
        return c;
    }

    // An argument that does not reach the result.
    // run: ignoredArgument(2.0, 3.0) = 9.0, d = (0.0, 6.0)
    static double ignoredArgument(double x, double y) { // warn: NB0301
        return last(x, x * y, y * y);
    }

    private static double apply(double v, double w, int depth) {
        return depth == 0 ? v * w : apply(w, v, depth - 1);
    }

    // Each level exchanges which of the two is active.
    // run: exchanged(3.0, 5) = 12.0, d = 4.0
    // run: exchanged(3.0, 6) = 12.0, d = 4.0
    static double exchanged(double x, int depth) {
        return apply(x, 4, depth);
    }

    private static double grow(double a, double b, double c, int n) {
        return n == 0 ? a : grow(b, c, a, n - 1);
    }

    // The activity of a reaches every parameter, one level at a time.
    // run: rotated(2.0, 3) = 4.0, d = 4.0
    // run: rotated(2.0, 1) = 7.0, d = 0.0
    // run: rotated(2.0, 2) = 8.0, d = 0.0
    static double rotated(double x, int n) {
        return grow(x * x, 7, 8, n);
    }

    private static double reset(double a, boolean again) {
        double r = again ? reset(3, false) : a;
        return r * a;
    }

    // Within an active call, a call with a constant.
    // run: inactiveInside(2.0) = 18.0, d = 9.0
    static double inactiveInside(double x) {
        return reset(x, true);
    }

    private static double sum(double a, double b, double c, double d) {
        return a + 2 * b + 3 * c + 4 * d;
    }

    // run: everyPlace(2.0) = 50.0, d = 20.0
    static double everyPlace(double x) {
        double one = sum(x, 1, 1, 1) + sum(1, x, 1, 1) + sum(1, 1, x, 1) + sum(1, 1, 1, x);
        return one + sum(x, x, x, x) - 2 * sum(1, 1, 1, 1);
    }

    private static double clear(double v, int n) {
        if (n > 0) {
            v = 0;
        }
        return v + n;
    }

    // A zeroed tangent comes back through a call that is active elsewhere.
    // run: cleared(2.0) = 7.0, d = 3.0
    static double cleared(double x) {
        double a = clear(x, 0);
        double b = clear(x, 3);
        return a * b + clear(a * x, 1);
    }
}
