package refusals;

/** A list of independents that has one of them twice. */
class NamedTwice {
    // release: 8

    // wrt: x, x
    // refuse: NB0113
    static double byName(double x, double y) {
        return x * y;
    }

    // wrt: y, x, 1
    // refuse: NB0113
    static double byIndex(double x, double y) {
        return x * y;
    }
}
