package shapes;

/** Intermediate values near and beyond the ends of the range, and a derivative well within it. */
class Magnitudes {
    // release: 8

    // run: reciprocal(470.0, 0.08) = ~ 1e-14: 1.9034151168692406e-203, d = ~ 1e-13: (-1.9034151168692406e-203, -2.3792688960865507e-202)
    static double reciprocal(double x, double s) {
        return 1.0 / (Math.cosh(x) * s);
    }

    // run: inverse(470.0, 0.08) = ~ 1e-14: 1.9034151168692406e-203, d = ~ 1e-13: (-1.9034151168692406e-203, -2.3792688960865507e-202)
    static double inverse(double x, double s) {
        return Math.pow(Math.cosh(x) * s, -1);
    }

    // run: inverseSquare(345.0, 0.08) = ~ 1e-13: 1.3573364258686418e-297, d = ~ 1e-13: (-2.7146728517372836e-297, -3.3933410646716045e-296)
    static double inverseSquare(double x, double s) {
        return Math.pow(Math.cosh(x) * s, -2);
    }

    // run: bySinh(1.0, 3000.0) = 0.0, d = (0.0, 0.0)
    // run: bySinh(1.0, 2.0)
    static double bySinh(double x, double d) {
        return Math.sin(x) / Math.sinh(d);
    }

    // run: logistic(-1000.0) = 0.0, d = 0.0
    // run: logistic(1000.0) = 1.0, d = 0.0
    // run: logistic(0.0) = 0.5, d = 0.25
    static double logistic(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    // run: logisticFloat(-200.0) = 0.0, d = 0.0
    static float logisticFloat(float x) {
        return 1 / (1 + (float) Math.exp(-x));
    }

    // An infinite divisor of which the tangent is finite.
    // run: infinite(3.0, Infinity) = 0.0, d = (0.0, 0.0)
    static double infinite(double x, double y) {
        return x / y;
    }

    // The divisor and its tangent come from another block.
    // run: selected(700.0) = ~ 1e-13: 9.859676543759770e-305, d = ~ 1e-13: -9.859676543759770e-305
    static double selected(double x) {
        double y = x > 0 ? Math.exp(x) : 1 + x;
        return 1 / y;
    }

    // exp(x) * exp(-x - 7) * exp(-x / 32): no partial of the product by its first factor is in range.
    // run: product(700.0) = ~ 1e-12: 2.8823507934443873e-13, d = ~ 1e-10: -9.0073462295137105e-15
    static double product(double x) {
        return grown(x) * Math.exp(-x - 7) * Math.exp(-x / 32);
    }

    private static double grown(double x) {
        return Math.exp(x);
    }

    // Numbers alone leave the range.
    // run: constants(700.0) = ~ 1e-12: 1.0142320547350045e-96, d = ~ 1e-12: 1.0142320547350045e-96
    static double constants(double x) {
        double y = x > 0 ? Math.exp(x) : 1 + x;
        return y * 1e-200 * 1e-200;
    }

    // run: divided(700.0) = ~ 1e-12: 1.0142320547350045e-96, d = ~ 1e-12: 1.0142320547350045e-96
    static double divided(double x) {
        double y = x > 0 ? Math.exp(x) : 1 + x;
        return y / 1e200 / 1e200;
    }

    // What has overflowed is a number again, and stands still: its tangent is no matter, in any form.
    // run: restedAtan(0.5, 1000.0) = 2.0707963267948966, d = (1.0, 0.0)
    // run: restedAtan(0.5, 1.0)
    // snapshot: jvp
    static double restedAtan(double x, double d) {
        return x + Math.atan(Math.exp(d));
    }

    // run: restedTanh(0.5, 1000.0) = -0.5, d = (1.0, 0.0)
    // run: restedTanh(0.5, 1.0)
    static double restedTanh(double x, double d) {
        return x - Math.tanh(Math.cosh(d));
    }

    // run: restedExp(0.5, 1000.0) = 0.5, d = (1.0, 0.0)
    // run: restedExp(0.5, 1.0)
    static double restedExp(double x, double d) {
        return x + Math.exp(-Math.exp(d));
    }

    // run: restedExpm1(0.5, 1000.0) = -0.5, d = (1.0, 0.0)
    // run: restedExpm1(0.5, 1.0)
    static double restedExpm1(double x, double d) {
        return x + Math.expm1(-Math.exp(d));
    }

    // run: restedPow(0.5, 1000.0, -2) = 0.5, d = (1.0, 0.0)
    // run: restedPow(0.5, 1.0, -2)
    static double restedPow(double x, double d, int n) {
        return x + Math.pow(Math.exp(d), -1) + Math.pow(Math.exp(d), n);
    }

    // run: restedAtan2(0.5, 1000.0) = 0.5, d = (1.0, 0.0)
    // run: restedAtan2(0.5, 1.0)
    static double restedAtan2(double x, double d) {
        return x + Math.atan2(1, Math.exp(d));
    }

    // Held by a local over a loop, and through a call.
    // run: restedLater(0.5, 1000.0) = ~ 1e-15: 5.21238898038469, d = (1.0, 0.0)
    // run: restedLater(0.5, 1.0)
    static double restedLater(double x, double d) {
        double y = grown(d);
        double sum = x;
        for (int i = 0; i < 3; i++) {
            sum += Math.atan(y);
        }
        return sum;
    }

    // run: restedElements({0.5, 1000.0}, 2) = ~ 1e-15: 2.0707963267948966, d = (1.0, 0.0)
    // run: restedElements({0.5, 1.0}, 2)
    static double restedElements(double[] x, int n) {
        double sum = x[0];
        for (int i = 1; i < n; i++) {
            sum += Math.atan(Math.exp(x[i]));
        }
        return sum;
    }
}
