package arrays;

/** One array under several names. */
class Aliases {
    // release: 8

    // run: twoNames(3.0) = 9.0, d = 6.0
    static double twoNames(double x) {
        double[] a = new double[1];
        double[] b = a;
        b[0] = x * x;
        return a[0];
    }

    // run: nameBeforeStore(3.0) = 24.0, d = 11.0
    static double nameBeforeStore(double x) {
        double[] a = {x};
        double[] b = a;
        a[0] = x * x;
        double t = b[0];
        b[0] = 5;
        return t + a[0] * x;
    }

    // run: eitherName(3.0, true) = 40.0, d = 33.0
    // run: eitherName(3.0, false) = 22.0, d = 12.0
    static double eitherName(double x, boolean first) {
        double[] a = {x};
        double[] b = {4};
        double[] c = first ? a : b;
        c[0] += x * x;
        return a[0] * x + b[0];
    }

    // May be the same array: the tangent of what was read must not be read again.
    // run: perhapsTheSame(3.0, true) = 27.0, d = 27.0
    // run: perhapsTheSame(3.0, false) = 9.0, d = 6.0
    static double perhapsTheSame(double x, boolean same) {
        double[] a = {x};
        double[] b = same ? a : new double[] {7};
        double t = a[0];
        b[0] = x * x;
        return t * a[0];
    }

    // run: swappedNames(3.0) = 45.0, d = 15.0
    static double swappedNames(double x) {
        double[] a = {x};
        double[] b = {2 * x};
        double[] t = a;
        a = b;
        b = t;
        a[0] = a[0] + b[0];
        b[0] = 5;
        return a[0] * b[0];
    }

    // Two arrays change places on every turn.
    // run: inTurns(2.0, 3) = 189.0, d = 366.0
    static double inTurns(double x, int n) {
        double[] now = {x, 1};
        double[] next = new double[2];
        for (int i = 0; i < n; i++) {
            next[0] = now[0] + now[1];
            next[1] = x * now[0];
            double[] t = now;
            now = next;
            next = t;
        }
        return now[0] * now[1] + next[0];
    }

    private static double[] same(double[] a) {
        return a;
    }

    // run: throughCallee(3.0) = 36.0, d = 24.0
    static double throughCallee(double x) {
        double[] a = {x};
        same(a)[0] = 2 * x * x;
        return a[0] + same(same(a))[0];
    }

    private static double storeAndRead(double[] a, double[] b, double x) {
        a[0] = x * x;
        double t = a[0];
        b[0] = 2 * x;
        return t * a[0];
    }

    // The callee is called with one array twice, and with two.
    // run: sameArgument(3.0) = 135.0, d = 162.0
    static double sameArgument(double x) {
        double[] a = new double[1];
        double[] b = new double[1];
        double r = storeAndRead(a, a, x);
        double s = storeAndRead(a, b, x);
        return r + s;
    }

    // run: stillInactive(3.0) = 12.0, d = 4.0
    static double stillInactive(double x) {
        double[] weights = {1, 3};
        double[] values = {x, x};
        double sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += weights[i] * values[i];
        }
        return sum;
    }

    // run: laterArray(3.0, 0) = 4.0, d = 0.0
    // run: laterArray(3.0, 2) = 36.0, d = 24.0
    static double laterArray(double x, int n) {
        double[] a = {4};
        for (int i = 0; i < n; i++) {
            if (i > 0) {
                a[0] = a[0] * a[0];
            }
            a = new double[] {i == 0 ? 2 * x : a[0]};
        }
        return a[0];
    }

    // run: nullable(3.0, true) = 9.0, d = 6.0
    // run: nullable(3.0, false) = 3.0, d = 1.0
    static double nullable(double x, boolean needed) {
        double[] scratch = null;
        if (needed) {
            scratch = new double[] {x};
        }
        double r = x;
        if (scratch != null) {
            r *= scratch[0];
        }
        return r;
    }

    // run: readOfNull(3.0, 0) throws java.lang.NullPointerException
    // run: readOfNull(3.0, 1) = 9.0, d = 6.0
    static double readOfNull(double x, int n) {
        double[] a = n > 0 ? new double[] {x * x} : null;
        return a[0];
    }

    // run: asObject(3.0) = 9.0, d = 6.0
    static double asObject(double x) {
        double[] a = {x * x, 1};
        Object o = a;
        double[] b = (double[]) o;
        return b[0] * b[1];
    }

    // run: sameOrNot(3.0) = 9.0, d = 6.0
    static double sameOrNot(double x) {
        double[] a = {x * x};
        double[] b = a;
        double[] c = a.clone();
        return a == b && a != c ? a[0] : -x;
    }
}
