package fields;

import java.math.BigDecimal;

/**
 * A method that is refused stores an active value into a field: that is no reason to refuse others that read the field. That two
 * fields hold one array stays true.
 */
class TakenBack {
    // release: 8

    private static double seed = 0.5;

    static double stores(double x) {
        seed = x;
        return new BigDecimal(x).doubleValue(); // refuse: NB0201
    }

    // run: reads(2.0) = 1.0, d = 0.5
    static double reads(double x) {
        return x * new BigDecimal(seed).doubleValue();
    }

    static double storesLater(double x) {
        seed = x;
        return new BigDecimal(x).doubleValue(); // refuse: NB0201
    }

    private static final double[] SHARED = new double[2];
    private static final double[] SAME = SHARED;

    // run: one(3.0) = 9.0, d = 6.0
    static double one(double x) {
        SHARED[0] = x;
        return SHARED[0] * x;
    }

    static double meets(double x) {
        SHARED[1] = 1;
        return new BigDecimal(x * SAME[1]).doubleValue(); // refuse: NB0201
    }

    // run: other(3.0) = 3.0, d = 1.0
    static double other(double x) {
        SHARED[0] = x;
        return SAME[0];
    }

    /** An array that also went where nothing is followed. */
    private static final double[] SEEN = new double[1];
    private static final double[] ALSO = SEEN;
    private static final Object ELSEWHERE = ALSO;

    // run: meetsSeen(3.0) = 3.0, d = 1.0
    static double meetsSeen(double x) {
        SEEN[0] = x;
        return ALSO[0];
    }

    static double throughSeen(double x) {
        SEEN[0] = x; // refuse: NB0203
        return ((double[]) ELSEWHERE)[0];
    }
}
