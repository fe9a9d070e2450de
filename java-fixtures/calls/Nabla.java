package calls;

/** Functions of the tests of Commons Nabla that need calls and fields: N11 and N12. */
class Nabla {
    // release: 8

    private double a = 2;

    // The derivative uses the field's value of now.
    // run: n11(3.0) = 18.0, d = 12.0
    // run: [a = 5.0] n11(3.0) = 45.0, d = 30.0
    double n11(double t) {
        return a * t * t;
    }

    // run: n12Static(2.0) = 16.0, d = 32.0
    static double n12Static(double t) {
        return g(f(t));
    }

    private static double f(double t) {
        return t * t;
    }

    private static double g(double t) {
        return t * t;
    }

    // run: n12Instance(2.0) = 10.0, d = 8.0
    // run: [a = 3.0] n12Instance(2.0) = 15.0, d = 12.0
    double n12Instance(double t) {
        return own(other(t));
    }

    private double own(double t) {
        return a * t + a;
    }

    private double other(double t) {
        return t * t;
    }

    /** A line with its coefficients in fields. */
    static class Linear {
        private final double slope;
        private final double constant;

        Linear(double slope, double constant) {
            this.slope = slope;
            this.constant = constant;
        }

        double value(double t) {
            return slope * t + constant;
        }
    }

    // run: n12Linear(1.0) = 27.0, d = 54.0
    // run: n12Linear(-2.0) = -27.0, d = 54.0
    static double n12Linear(double t) {
        Linear line = new Linear(2, 1);
        double r = 1;
        for (int i = 0; i < 3; i++) {
            r = r * line.value(t);
        }
        return r;
    }
}
