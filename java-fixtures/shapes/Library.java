package shapes;

/** Calls of library methods with rules, in the places compilers and people put them. */
class Library {
    // release: 8

    // run: blackScholes(100.0, 95.0, 0.2, 0.05, 1.5)
    // run: blackScholes(80.0, 95.0, 0.35, 0.01, 0.25)
    static double blackScholes(double spot, double strike, double volatility, double rate, double time) {
        double deviation = volatility * Math.sqrt(time);
        double d1 = (Math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / deviation;
        double d2 = d1 - deviation;
        double n1 = 0.5 * (1 + Math.tanh(0.7978845608 * (d1 + 0.044715 * d1 * d1 * d1)));
        double n2 = 0.5 * (1 + Math.tanh(0.7978845608 * (d2 + 0.044715 * d2 * d2 * d2)));
        return spot * n1 - strike * Math.exp(-rate * time) * n2;
    }

    // run: kepler(1.0, 0.3)
    // run: kepler(2.5, 0.7)
    static double kepler(double anomaly, double eccentricity) {
        double e = anomaly;
        for (int i = 0; i < 20; i++) {
            e = e - (e - eccentricity * Math.sin(e) - anomaly) / (1 - eccentricity * Math.cos(e));
        }
        return e;
    }

    // run: rungeKutta(0.5, 1.2)
    static double rungeKutta(double y0, double k) {
        double y = y0;
        double h = 0.125;
        for (int i = 0; i < 8; i++) {
            double k1 = k * y * (1 - y);
            double m = y + h / 2 * k1;
            double k2 = k * m * (1 - m);
            m = y + h / 2 * k2;
            double k3 = k * m * (1 - m);
            m = y + h * k3;
            double k4 = k * m * (1 - m);
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        return y;
    }

    // run: elementary(0.7)
    // run: elementary(0.2)
    static double elementary(double x) {
        return Math.sin(x) + Math.cos(x) * Math.tan(x / 2) + Math.asin(x) - Math.acos(x * x) + Math.atan(x)
                + Math.sinh(x) * Math.cosh(x) + Math.tanh(x) + Math.exp(x) * Math.log(x) + Math.expm1(x)
                + Math.log1p(x) + Math.log10(x) + Math.cbrt(x) + Math.sqrt(x) + Math.pow(x, 2.5);
    }

    // run: strict(0.7)
    static double strict(double x) {
        return StrictMath.sin(x) * StrictMath.exp(x) + StrictMath.pow(x, 3) + StrictMath.sqrt(x);
    }

    // run: pieces(2.5, 1.5) = 6.0, d = (5.0, -3.0)
    // run: pieces(-1.5, 2.5) = -0.5, d = (0.5, 1.5)
    static double pieces(double x, double y) {
        return Math.abs(x) * Math.max(x, y) - Math.min(x, y) * Math.min(x, y) + Math.floor(x);
    }

    // run: signs(0.0) = 0.0, d = 1.0, nonsmooth
    // run: signs(-0.0) = 0.0, d = -1.0, nonsmooth
    // run: signs(-2.0) = 2.0, d = -1.0
    static double signs(double x) {
        return Math.abs(x);
    }

    // run: zeroBeforeRoot(2.0) = 0.0, d = 0.0
    static double zeroBeforeRoot(double x) {
        return Math.sqrt(x - x);
    }

    // run: rootOfSquare(0.0) = 0.0, d = 0.0, nonsmooth
    // run: rootOfSquare(-3.0) = 3.0, d = -1.0
    static double rootOfSquare(double x) {
        return Math.sqrt(x * x);
    }

    // run: rootAtZero(0.0) = 0.0, d = Infinity, nonsmooth
    static double rootAtZero(double x) {
        return Math.sqrt(x);
    }

    // run: angles(90.0) d = ~ 1e-15: 0.017453292519943295
    static double angles(double degrees) {
        return Math.toRadians(degrees);
    }
}
