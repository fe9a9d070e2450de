package boxes;

/** A generic method gives one of two boxes, of which one alone may have a tangent. */
class Either {
    // release: 8

    private static <T> T pick(boolean first, T a, T b) {
        return first ? a : b;
    }

    // run: larger(0.7, 1.3) = 1.3, d = (0.0, 1.0)
    // run: larger(1.9, 0.4) = 1.9, d = (1.0, 0.0)
    static double larger(double x, double y) {
        return pick(x > y, x, y);
    }

    // run: product(1.5, 0.5) = 0.75, d = (0.5, 1.5)
    static double product(double x, double y) {
        return pick(x > y, x, y) * pick(y > 1, x * y, y);
    }

    // run: beside(0.5) = 1.5, d = 1.0
    static double beside(double x) {
        return pick(x > 1, x, 1.0) + x;
    }
}
