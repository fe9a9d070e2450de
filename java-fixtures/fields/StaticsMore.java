package fields;

/** Fields of a class in another file. */
class StaticsMore {
    // release: 8

    static double level = 1;
    private final double own;

    StaticsMore(double own) {
        this.own = own;
    }

    double own() {
        return own * own;
    }

    // run: scaled(3.0) = 3.0, d = 1.0
    static double scaled(double v) {
        return v * level;
    }
}
