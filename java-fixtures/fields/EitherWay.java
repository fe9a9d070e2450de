package fields;

/** A field holds either the array of another or one of its own: which, is decided before the derivative runs. */
class EitherWay {
    // release: 8

    private static final boolean SHARES = System.nanoTime() != 0;
    private static final double[] FIRST = new double[2];
    private static final double[] SECOND = SHARES ? FIRST : new double[2];
    private static final double[] THIRD = SHARES ? new double[2] : FIRST;

    // run: same(2.0) = 6.0, d = 3.0
    static double same(double x) {
        FIRST[0] = x;
        return SECOND[0] * 3;
    }

    // run: other(2.0) = 4.0, d = 1.0
    static double other(double x) {
        FIRST[1] = x;
        THIRD[1] = 2;
        return FIRST[1] + THIRD[1];
    }
}
