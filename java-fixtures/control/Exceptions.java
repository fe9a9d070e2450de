package control;

/** Exceptions thrown between an active store and its use; finally, synchronized. */
class Exceptions {
    // release: 8

    private final Object lock = new Object();
    private int calls;

    // run: betweenStores(3.0, 2) = 42.0, d = 32.0
    // run: betweenStores(3.0, 0) = 27.0, d = 18.0
    static double betweenStores(double x, int n) {
        double r = x;
        try {
            r = x * x;
            r = r + 10 / n; // active: r x // inactive: n
            r = r * x;
        } catch (ArithmeticException e) {
            r = 3 * r; // active: r // inactive: x
        }
        return r;
    }

    // The value before the try reaches the handler, and so does each later one.
    // run: stages(2.0, 0) = 2.0, d = 1.0
    // run: stages(2.0, 1) = 4.0, d = 4.0
    // run: stages(2.0, 2) = 8.0, d = 12.0
    // run: stages(2.0, 3) = 7.0, d = 0.0
    // run: stages(2.0, 4) = 7.0, d = 0.0
    // snapshot: jvp
    static double stages(double x, int stage) {
        double r = x;
        try {
            if (stage == 0) throw new IllegalStateException();
            r = r * x;
            if (stage == 1) throw new IllegalStateException();
            r = r * x;
            if (stage == 2) throw new IllegalStateException();
            r = 7; // inactive: x
            if (stage == 3) throw new IllegalStateException();
        } catch (IllegalStateException e) {
            return r; // active: r // inactive: stage
        }
        return r;
    }

    // run: inHandler(2.0, null) = 11.0, d = 9.0
    // run: inHandler(2.0, "ab") = 12.0, d = 10.0
    static double inHandler(double x, String text) {
        double r = x * x;
        double s = 1; // inactive: s // active: r
        try {
            s = x;
            s = s * text.length(); // active: s r // inactive: text
        } catch (NullPointerException e) {
            s = s + 1; // active: s r
        } finally {
            r = 2 * r;
        }
        return r + s;
    }

    // run: returnInTry(3.0, 2) = 9.0, d = 6.0
    // run: returnInTry(3.0, -1) = 3.0, d = 1.0
    double returnInTry(double x, int n) {
        try {
            int[] array = new int[n];
            return x * x + array[0];
        } catch (NegativeArraySizeException e) {
            return x;
        } finally {
            calls++;
        }
    }

    // run: finallyWins(3.0) = 27.0, d = 27.0
    static double finallyWins(double x) {
        double r = x;
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 2) break;
                if (i == 1) continue;
            } finally {
                r = r * x;
                if (i == 2) r = r / x;
            }
        }
        return r;
    }

    // run: uncaught(2.0, 1) = 8.0, d = 12.0
    // run: uncaught(2.0, 0) throws java.lang.ArithmeticException
    static double uncaught(double x, int n) {
        double r = x * x;
        int k = 1 / n;
        return r * x * k;
    }

    // run: guarded(4.0) = ~ 1e-15: 2.0, d = ~ 1e-15: 0.25
    // run: guarded(-1.0) throws java.lang.IllegalArgumentException
    static double guarded(double x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative: " + x);
        }
        return Math.sqrt(x);
    }

    // run: nested(2.0, {1, 2}, 1) = 8.0, d = 8.0
    // run: nested(2.0, {1, 2}, 2) = -4.0, d = -4.0
    // run: nested(2.0, null, 2) = 5.0, d = 1.0
    static double nested(double x, int[] weights, int i) {
        double r = x;
        try {
            try {
                r = x * x;
                r = r * weights[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                r = -r;
            }
        } catch (RuntimeException e) {
            r = x + 3;
        }
        return r;
    }

    // run: locked(3.0) = 10.0, d = 6.0
    double locked(double x) {
        double r = x * x;
        synchronized (lock) {
            r = r + 1;
        }
        return r;
    }

    // run: lockedMethod(3.0) = 9.0, d = 6.0
    synchronized double lockedMethod(double x) {
        return x * x;
    }

    // run: lockedAndThrown(3.0, 0) = 10.0, d = 6.0
    // snapshot: partial
    double lockedAndThrown(double x, int n) {
        double r = x * x;
        try {
            synchronized (lock) {
                r = r + 1;
                r = r * (1 / n);
            }
        } catch (ArithmeticException e) {
            calls--;
        }
        return r;
    }
}
