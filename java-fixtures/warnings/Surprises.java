package warnings;

import java.util.Arrays;

/** Derivatives that are right and may surprise. */
class Surprises {
    // release: 8

    // run: independent(2.0, 3.0) = 4.0, d = (4.0, 0.0)
    static double independent(double x, double y) { // warn: NB0301
        return x * x;
    }

    // run: constant(2.0) = 5.0, d = 0.0
    // snapshot: jvp
    static double constant(double x) { // warn: NB0301
        return 5;
    }

    // run: overwritten(2.0) = 9.0, d = 0.0
    static double overwritten(double x) { // warn: NB0301
        x = 3; // inactive: x
        return x * x;
    }

    // run: compared(2.0) = 10.0, d = 0.0
    // run: compared(0.5) = 20.0, d = 0.0
    static double compared(double x) { // warn: NB0302
        return x > 1 ? 10 : 20;
    }

    // run: bisection(2.0) = ~ 1e-8: 1.4142135623730951, d = 0.0, nonsmooth
    static double bisection(double x) { // warn: NB0302
        double low = 0;
        double high = 100;
        for (int i = 0; i < 40; i++) {
            double middle = 0.5 * (low + high); // inactive: low high middle x
            if (middle * middle > x) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    // run: equal(2.0) = 4.0, d = 4.0
    static double equal(double x) {
        if (x == 0) { // warn: NB0303
            return 1;
        }
        return x * x;
    }

    // run: unequal(2.0, 1.0) = 2.0, d = (2.0, -2.0)
    static double unequal(double x, double y) {
        if (x != y) { // warn: NB0303
            return (x - y) * (x - y) + 1;
        }
        return x - y + 1;
    }

    // run: ordered(2.0, 1.0) = 3.0, d = (2.0, -1.0)
    static double ordered(double x, double y) {
        return Double.compare(x, y) == 0 ? x : 2 * x - y; // warn: NB0303
    }

    // An order is no question of equality.
    // run: greater(2.0, 1.0) = 3.0, d = (2.0, -1.0)
    static double greater(double x, double y) {
        return Double.compare(x, y) <= 0 ? x : 2 * x - y;
    }

    // run: boxes(2.0, 1.0) = 3.0, d = (2.0, -1.0)
    static double boxes(double x, double y) {
        return Double.valueOf(x).equals(y) ? x : 2 * x - y; // warn: NB0303
    }

    // run: arrays(3.0, 2.0) = 6.0, d = (2.0, 3.0)
    static double arrays(double x, double y) {
        double[] a = {x};
        double[] b = {y};
        return Arrays.equals(a, b) ? 0 : a[0] * b[0]; // warn: NB0303
    }

    // What text says is a number, too: nothing warns where the text is of something else.
    // run: said(2.0, "1.0") = 4.0, d = 4.0
    static double said(double x, String last) {
        String text = Double.toString(x);
        return text.equals(last) ? x : x * x; // warn: NB0303
    }

    // run: named(2.0, "a") = 2.0, d = 1.0
    static double named(double x, String name) {
        return name.equals("a") ? x : x * x;
    }

    // run: fraction(2.75) = 0.75, d = 1.0
    static double fraction(double x) {
        int whole = (int) x; // warn: NB0304
        return x - whole; // active: x // inactive: whole
    }

    // run: rounded(2.75) = 8.25, d = 3.0
    static double rounded(double x) {
        return x * Math.round(x); // warn: NB0304
    }

    // run: longCast(2.75) = 4.75, d = 1.0
    static double longCast(double x) {
        return x + (long) x; // warn: NB0304
    }

    private static final double[] SINES = {0, 1, 0, -1};

    // run: lookedUp(1.25) = 2.25, d = 1.0
    static double lookedUp(double x) {
        return x + SINES[(int) x & 3]; // warn: NB0304
    }

    private static long quarters(double x) {
        return (long) (x * 4);
    }

    // run: byCallee(1.3) = 2.55, d = 1.0
    static double byCallee(double x) {
        return x + quarters(x) * 0.25; // warn: NB0304
    }

    // A cast that only controls is no loss.
    // run: index(1.25) = 2.5, d = 2.0
    static double index(double x) {
        int n = (int) x + 1;
        double r = 0;
        for (int i = 0; i < n; i++) {
            r += x;
        }
        return r;
    }
}
