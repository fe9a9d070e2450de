package calls;

/** What another file calls. */
class ElsewhereMore {
    // release: 8

    private final double factor;

    ElsewhereMore(double factor) {
        this.factor = factor;
    }

    double scaled(double v) {
        return factor * v;
    }

    // run: triple(2.0) = 6.0, d = 3.0
    static double triple(double v) {
        return 3 * v;
    }

    static double backAgain(double v) {
        return 2 * Elsewhere.called(v);
    }

    static double clamp(double v, double low, double high) {
        return v < low ? low : v > high ? high : v;
    }
}
