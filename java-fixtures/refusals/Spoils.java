package refusals;

/** A field has one tangent for all methods that are differentiated together. */
class Spoils {
    // release: 8

    private double held = 1;

    static native double unknown(double x);

    double spoils(double x) {
        held = unknown(x); return 2 * x; // refuse: NB0206
    }

    // run: needs(3.0) = 10.0, d = 6.0
    double needs(double x) {
        held = x * x;
        return held + 1;
    }

    // run: another(3.0) = 6.0, d = 2.0
    double another(double x) {
        held = x;
        return 2 * held;
    }
}
