package arrays;

/** Locals of different scopes in one slot: what the one held is not what the other holds. */
class Slots {
    // release: 8

    private double start = 1;

    // A row in one scope and rows in the next, and behind both a field is read.
    // run: reused(3.0, 1) = 2.0, d = 1.0
    // run: reused(3.0, 0) = 2.0, d = 1.0
    double reused(double x, int n) {
        if (n > 0) {
            double[] row = {x, x};
            row[0] = 1;
        } else {
            double[][] rows = new double[2][2];
            rows[0][0] = x;
        }
        return x - start;
    }

    // Both are held as an object, which is not followed.
    double together(double x, int n) {
        Object held = n > 0 ? new double[] {x, x} : new double[][] {{x}};
        return n > 0 ? ((double[]) held)[0] : ((double[][]) held)[0][0]; // refuse: NB0202
    }
}
