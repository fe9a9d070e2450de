package control;

/** Code that compilers leave behind and nothing reaches leads to code that is reached. */
class LeftBehind {
    // run: stored(3.0, 2) = 30.0, d = 10.0
    // run: stored(3.0, 0) = 3.0, d = 1.0
    static double stored(double x, int n) {
        double[] a = {x};
        store(a, n);
        return a[0];
    }

    // Nothing in the inner `try` can throw: its handler is left without a row in the exception table.
    private static void store(double[] a, int n) {
        try {
            a[0] *= 10 / n;
        } catch (ArithmeticException e) {
            try {
                if (0 < 1) return;
            } catch (RuntimeException nothing) {
            }
        }
        if (n > 5) a = new double[1];
        a[0] *= 2;
    }
}
