package functions;

/** Functions of the tests of Commons Nabla and Commons Math: N1 to N10. */
class Nabla {
    // release: 8

    // run: n1(0.898775) = ~ 1e-15: 2.1097470218139522
    // run: n1(0.0) d = ~ 1e-15: -2.7722640557877956
    // run: n1(2.0) d = ~ 1e-14: 0.26430301841725723
    // snapshot: partial
    static double n1(double t) {
        return (6 - t) / 3 + Math.cos(4 * t - 4) * Math.exp(-0.9 * t);
    }

    // run: less(0.0) = 0.0, d = 3.0, nonsmooth
    // run: less(-1.0) = -2.0, d = 2.0
    static double less(double t) {
        return t < 0 ? 2 * t : 3 * t;
    }

    // run: lessOrEqual(0.0) = 0.0, d = 2.0, nonsmooth
    // run: lessOrEqual(1.0) = 3.0, d = 3.0
    static double lessOrEqual(double t) {
        return t <= 0 ? 2 * t : 3 * t;
    }

    // run: n3(1.0, 2.0, 3.0) = 10653.0, d = (34859.0, -1447.0, 11614.0)
    static double n3(double x, double y, double z) {
        double cubed = 8 * z * x - y;
        return x + 5 * x * y - 2 * z + cubed * cubed * cubed;
    }

    // run: n4(2.0, 8.0) = 0.5, d = ~ 1e-15: (0.125, -0.03125)
    // run: n4(3.0, 0.7) = ~ 1e-15: 2.0701966780270626
    static double n4(double x, double y) {
        return Math.sqrt(x / y);
    }

    // run: n5(0.3, 0.4, 0.5)
    // run: n5(-2.0, 1.5, 0.1)
    static double n5(double x, double y, double z) {
        return Math.sin(x / (Math.cos(y) + Math.tan(z)));
    }

    // run: expLog(1.7) = ~ 1e-15: 1.7, d = ~ 1e-15: 1.0
    static double expLog(double x) {
        return Math.exp(Math.log(x));
    }

    // run: expm1Log1p(0.3) = ~ 1e-15: 0.3, d = ~ 1e-15: 1.0
    // run: expm1Log1p(-0.4) = ~ 1e-15: -0.4, d = ~ 1e-15: 1.0
    static double expm1Log1p(double x) {
        return Math.expm1(Math.log1p(x));
    }

    // run: powLog10(2.5) = ~ 1e-15: 2.5, d = ~ 1e-15: 1.0
    static double powLog10(double x) {
        return Math.pow(10, Math.log10(x));
    }

    // run: sinAsin(0.6) = ~ 1e-15: 0.6, d = ~ 1e-15: 1.0
    static double sinAsin(double x) {
        return Math.sin(Math.asin(x));
    }

    // run: cosAcos(-0.3) = ~ 1e-15: -0.3, d = ~ 1e-15: 1.0
    static double cosAcos(double x) {
        return Math.cos(Math.acos(x));
    }

    // run: tanAtan(5.0) = ~ 2e-15: 5.0, d = ~ 2e-15: 1.0
    static double tanAtan(double x) {
        return Math.tan(Math.atan(x));
    }

    // run: angle(1.9, -1.7) d = ~ 1e-15: (-0.26153846153846155, -0.2923076923076923)
    // run: angle(-1.7, 0.3)
    // run: angle(0.1, -0.1)
    // run: angle(-0.7, -1.3)
    static double angle(double y, double x) {
        return Math.atan2(y, x);
    }

    // run: remainder(7.5, 2.0) = 1.5, d = (1.0, -3.0)
    // run: remainder(-7.5, 2.0) = -1.5, d = (1.0, 3.0)
    // run: remainder(1.9, -0.3) d = (1.0, 6.0)
    // run: remainder(-0.1, 1.1) d = (1.0, 0.0)
    // run: remainder(6.0, 2.0) = 0.0, d = (1.0, -3.0), nonsmooth
    static double remainder(double x, double y) {
        return x % y;
    }

    // run: remainderOfConstant(2.9) d = 1.0
    // run: remainderOfConstant(-0.5) d = 1.0
    static double remainderOfConstant(double x) {
        return x % 1.3;
    }

    // run: length(3e250, -4e250) = ~ 1e-15: 5e250, d = ~ 1e-15: (0.6, -0.8)
    // run: length(3e-10, -4e-25) = ~ 1e-15: 3e-10, d = ~ 1e-15: (1.0, -1.3333333333333333e-15), nonsmooth
    // run: length(3e-10, -4e25) = 4e25, d = ~ 1e-15: (7.5e-36, -1.0), nonsmooth
    // run: length(-4e25, 3e-10) = 4e25, d = ~ 1e-15: (-1.0, 7.5e-36), nonsmooth
    // snapshot: jvp
    static double length(double x, double y) {
        return Math.hypot(x, y);
    }

    // run: power(2.0, 0) = 1.0, d = 0.0
    // run: power(2.0, 1) = 2.0, d = 1.0
    // run: power(1.0, 5) = 1.0, d = 5.0
    // run: power(3.0, 9) = 19683.0, d = 59049.0
    // run: power(2.0, 7) = 128.0, d = 448.0
    // run: power(-2.0, 2) = 4.0, d = -4.0
    // run: power(-2.0, 3) = -8.0, d = 12.0
    // snapshot: partial
    static double power(double x, int n) {
        return Math.pow(x, n);
    }

    // run: exponential(0.1, 1.5) d = ~ 1e-14: (0.4743416490252569, -0.07281413400211798)
    // run: exponential(1.0, -0.5) = 1.0, d = (-0.5, 0.0)
    // run: exponential(2.0, 3.0) = 8.0, d = ~ 1e-15: (12.0, 5.545177444479562)
    // run: exponential(5.0, 0.25)
    static double exponential(double a, double x) {
        return Math.pow(a, x);
    }
}
