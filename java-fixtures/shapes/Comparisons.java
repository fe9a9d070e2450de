package shapes;

/** dcmpl, dcmpg, fcmpl, fcmpg with every comparison, and NaN. */
class Comparisons {
    // release: 8

    // run: lt(0.5) = 1.0, d = 2.0
    // run: lt(1.0) = 3.0, d = 3.0, nonsmooth
    // run: lt(NaN) = NaN, d = 3.0
    static double lt(double x) {
        return x < 1 ? 2 * x : 3 * x;
    }

    // run: le(1.0) = 2.0, d = 2.0, nonsmooth
    // run: le(1.5) = 4.5, d = 3.0
    // run: le(NaN) = NaN, d = 3.0
    static double le(double x) {
        return x <= 1 ? 2 * x : 3 * x;
    }

    // run: gt(1.0) = 3.0, d = 3.0, nonsmooth
    // run: gt(1.5) = 3.0, d = 2.0
    // run: gt(NaN) = NaN, d = 3.0
    static double gt(double x) {
        return x > 1 ? 2 * x : 3 * x;
    }

    // run: ge(1.0) = 2.0, d = 2.0, nonsmooth
    // run: ge(0.5) = 1.5, d = 3.0
    // run: ge(NaN) = NaN, d = 3.0
    static double ge(double x) {
        return x >= 1 ? 2 * x : 3 * x;
    }

    // run: eq(1.0) = 2.0, d = 2.0, nonsmooth
    // run: eq(0.0) = 0.0, d = 3.0
    // run: eq(NaN) = NaN, d = 3.0
    static double eq(double x) {
        return x == 1 ? 2 * x : 3 * x; // warn: NB0303
    }

    // run: ne(1.0) = 3.0, d = 3.0, nonsmooth
    // run: ne(0.5) = 1.0, d = 2.0
    // run: ne(NaN) = NaN, d = 2.0
    static double ne(double x) {
        return x != 1 ? 2 * x : 3 * x; // warn: NB0303
    }

    // run: notLess(NaN, 2.0) = 2.0, d = (0.0, 1.0)
    // run: notLess(1.0, 2.0) = 1.0, d = (1.0, 0.0)
    // run: notLess(2.0, 1.0) = 1.0, d = (0.0, 1.0)
    static double notLess(double x, double y) {
        if (!(x < y)) {
            return y;
        }
        return x;
    }

    // run: between(0.5, 0.0, 1.0) = 0.25, d = (1.0, 0.0, 0.0)
    // run: between(2.0, 0.0, 1.0) = 2.0, d = (1.0, 0.0, 1.0)
    // run: between(-1.0, 0.5, 1.0) = -0.5, d = (0.5, -1.0, 0.0)
    static double between(double x, double low, double high) {
        if (low <= x && x <= high) {
            return x * x;
        }
        return x > high ? x + high - 1 : x * low;
    }

    // run: floats(0.5) = 1.0, d = 2.0
    // run: floats(1.0) = 3.0, d = 3.0, nonsmooth
    // run: floats(NaN) = NaN, d = 5.0
    static float floats(float x) {
        if (x < 1) return 2 * x;
        if (x <= 2) return 3 * x;
        if (x > 3) return 4 * x;
        if (x >= 3) return 6 * x;
        return 5 * x;
    }

    // run: stored(0.5) = 0.25, d = 1.0
    // run: stored(2.0) = 2.0, d = 1.0
    static double stored(double x) {
        int order = Double.compare(x, 1);
        boolean below = order < 0;
        return below ? x * x : x;
    }
}
