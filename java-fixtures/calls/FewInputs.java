package calls;

/** Gradients by a few numbers through callees: each tangent is as many arguments as there are directions. */
class FewInputs {
    // release: 8

    private final double k = 2.0;

    private static double square(double v) {
        return v * v;
    }

    private static double times(double a, double b) {
        return a * b;
    }

    private static double root(double v) {
        return Math.sqrt(v);
    }

    private static double power(double v, int n) {
        return n == 0 ? 1.0 : v * power(v, n - 1);
    }

    // Callees of callees.
    // run: distance(3.0, 4.0) = 5.0, d = (0.6, 0.8)
    static double distance(double x, double y) {
        return root(square(x) + square(y));
    }

    // One callee in three patterns, and in one of them twice.
    // run: patterns(3.0, 2.0) = 57.0, d = (12.0, 25.5)
    static double patterns(double x, double y) {
        return times(x, 2.0) + times(y, x) * 5.0 + times(3.0, times(y, 3.5));
    }

    // run: recursive(2.0, 3.0) = 72.0, d = (108.0, 48.0)
    static double recursive(double x, double y) {
        return power(x, 3) * power(y, 2);
    }

    // Zero stays zero, though the root's slope is infinite there.
    // run: resting(3.0, 2.0) = 6.0, d = (2.0, 3.0)
    static double resting(double x, double y) {
        return root(x - x) + times(x, y);
    }

    private double scaled(double v, double w) {
        return k * v - w;
    }

    // run: ofObject(3.0, 2.0) = 5.0, d = (4.0, -5.0)
    double ofObject(double x, double y) {
        double z = y > 1.0 ? scaled(x, y) : 0.0;
        return y > 1.0 ? z + scaled(x, y * y) - z + scaled(x, y) - 1.0 : z;
    }

    private static double loop(double v, double w) {
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            double t = w;
            w = v * sum + 1.0;
            sum += t;
        }
        return sum;
    }

    // Parameters that are assigned, and locals that live over a loop.
    // run: looped(2.0, 0.5, 3.0) = 10.5, d = (1.5, 9.0, 3.5)
    static double looped(double x, double y, double z) {
        return loop(x, y) * z;
    }

    private static double checked(double v) {
        if (v < 0.0) {
            throw new IllegalArgumentException();
        }
        return v * v;
    }

    // run: caught(-3.0, 2.0) = -2.0, d = (2.0, 4.0)
    static double caught(double x, double y) {
        try {
            return checked(y) * checked(x);
        } catch (IllegalArgumentException e) {
            return times(x, 2.0) + times(y, y);
        }
    }

    // A callee that is followed another way, for an array is none of the numbers.
    private static double summed(double... values) {
        double sum = 0.0;
        for (double v : values) {
            sum += v;
        }
        return sum;
    }

    // run: mixed(3.0, 2.0) = 7.5, d = (2.0, 1.0)
    static double mixed(double x, double y) {
        return summed(x, y, 0.5) + times(x, y) * 0.5 - 1.0 - 0.5 * times(y, x) + x;
    }
}
