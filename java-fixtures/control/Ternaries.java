package control;

/** Conditional expressions, with other values waiting below on the stack. */
class Ternaries {
    // release: 8

    // run: loaded(3.0, 2.0) = 15.0, d = (8.0, 3.0)
    // run: loaded(2.0, 3.0) = 13.0, d = (3.0, 3.0)
    // snapshot: jvp
    static double loaded(double x, double y) {
        return x * y + (x > y ? x * x : y + 4);
    }

    // run: deep(1.5, 2, 3) = 30.0, d = 26.0
    // run: deep(1.5, 5, 3) = 33.75, d = 30.0
    static double deep(double x, int a, long b) {
        return a * (x * (b + (a < b ? x * 2 + 4 : x)));
    }

    // run: constants(2.0, true) = 6.0, d = 3.0
    // run: constants(2.0, false) = 4.0, d = 4.0
    static double constants(double x, boolean three) {
        return x * (three ? 3 : x);
    }

    // run: nested(0.5, 2.0) = 1.0, d = (2.0, 0.5)
    // run: nested(2.0, 0.5) = 4.0, d = (4.0, 0.0)
    // run: nested(-1.0, 0.5) = -0.5, d = (0.5, -1.0)
    // run: nested(-2.0, -1.0) = -1.0, d = (0.0, 1.0)
    static double nested(double x, double y) {
        return x > 0 ? (y > 1 ? x * y : x * x) : (y > 0 ? x * y : y);
    }

    // run: conditions(0.5, true) = 0.25, d = 1.0
    // run: conditions(0.5, false) = 1.5, d = 3.0
    // run: conditions(5.0, false) = 15.0, d = 3.0
    static double conditions(double x, boolean flag) {
        boolean small = x < 1;
        return small && flag || x > 100 && !flag ? x * x : 3 * x;
    }

    // run: argument(0.4) = ~ 1e-15: 0.175616, d = ~ 1e-14: 1.69344
    static double argument(double x) {
        return Math.pow(x > 0.3 ? x + x * x : x, x < 0.5 ? 3 : 2);
    }
}
