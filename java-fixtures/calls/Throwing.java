package calls;

/** Exceptions that leave a callee between an active store and its use. */
class Throwing {
    // release: 8

    private double k = 2;
    private int calls;

    private static double checked(double v, int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        return v * n;
    }

    // run: thrown(2.0, 3) = 12.0, d = 12.0
    // run: thrown(2.0, -1) throws java.lang.IllegalArgumentException
    static double thrown(double x, int n) {
        return checked(x * x, n);
    }

    // run: caught(3.0, 2) = 18.0, d = 12.0
    // run: caught(3.0, -1) = 12.0, d = 7.0
    static double caught(double x, int n) {
        double r = x;
        try {
            r = x * x;
            r = checked(r, n);
        } catch (IllegalArgumentException e) {
            r = r + x;
        }
        return r;
    }

    // The assignment does not happen: the older tangent stays.
    // run: olderStays(3.0, 2) = 27.0, d = 18.0
    // run: olderStays(3.0, -1) = 13.0, d = 7.0
    static double olderStays(double x, int n) {
        double r = x;
        double s = x;
        try {
            s = x * x;
            r = 2 * checked(s, n) / n;
        } catch (IllegalArgumentException e) {
            r = r + 1;
        }
        return r + s;
    }

    // An exception in the third of the calls of one expression.
    // run: withinExpression(2.0, 2) = 24.0, d = 24.0
    // run: withinExpression(2.0, -3) = 8.0, d = 12.0
    static double withinExpression(double x, int n) {
        double r = x * x * x;
        try {
            r = checked(x, 1) * checked(x, 3) * checked(x, n) / x;
        } catch (IllegalArgumentException e) {
            return r;
        }
        return r;
    }

    private static double passesOn(double v, int n) {
        try {
            return checked(v, n);
        } finally {
            v = 100;
        }
    }

    // run: throughFinally(2.0, 3) = 12.0, d = 12.0
    // run: throughFinally(2.0, -1) = 7.0, d = 1.0
    static double throughFinally(double x, int n) {
        double r;
        try {
            r = passesOn(x, n) * x;
        } catch (RuntimeException e) {
            r = x + 5;
        }
        return r;
    }

    private static double catches(double v, int n) {
        double r = v;
        try {
            r = r * v;
            r = checked(r, n);
        } catch (IllegalArgumentException e) {
            return r;
        }
        return r + v;
    }

    // run: caughtInCallee(3.0, 2) = 42.0, d = 26.0
    // run: caughtInCallee(3.0, -2) = 18.0, d = 12.0
    static double caughtInCallee(double x, int n) {
        return 2 * catches(x, n);
    }

    // run: loopUntilThrown(2.0) = 240.0, d = 480.0
    static double loopUntilThrown(double x) {
        double r = x;
        try {
            for (int i = 5; ; i -= 2) {
                r = checked(r, i) * x;
            }
        } catch (IllegalArgumentException e) {
            return r;
        }
    }

    private double division(double v, int n) {
        calls++;
        return k * v * (10 / n);
    }

    // run: arithmetic(3.0, 5) = 12.0, d = 4.0
    // run: arithmetic(3.0, 0) = 9.0, d = 6.0
    double arithmetic(double x, int n) {
        double r = x * x;
        try {
            r = division(x, n);
        } catch (ArithmeticException e) {
            calls--;
        }
        return r;
    }

    /** An exception of the program's own, with an inactive field. */
    static class Stopped extends Exception {
        private static final long serialVersionUID = 1;
        final int at;

        Stopped(int at) {
            this.at = at;
        }
    }

    private static double limited(double v, double limit) throws Stopped {
        double r = v;
        for (int i = 0; i < 100; i++) {
            if (r > limit) {
                throw new Stopped(i);
            }
            r = r * v;
        }
        return r;
    }

    // run: ownException(2.0) = 10.0, d = 5.0
    // run: ownException(0.5) d = ~ 1e-14: 7.967495142732219e-29
    static double ownException(double x) {
        try {
            return limited(x, 50);
        } catch (Stopped e) {
            return x * e.at;
        }
    }

    private static double deep(double v, int n) throws Stopped {
        if (n == 0) {
            throw new Stopped(3);
        }
        return v * deep(v + 1, n - 1);
    }

    // Many tangent calls end at once.
    // run: unwound(2.0, 4) = 60.0, d = 60.0
    static double unwound(double x, int n) {
        double sum = 0;
        for (int i = 0; i < 2; i++) {
            double y = x * x + sum;
            try {
                sum = sum + deep(y, n);
            } catch (Stopped e) {
                sum = sum + e.at * y;
            }
        }
        return sum;
    }

    // run: uncaughtInSecond(2.0, 1) = 4.0, d = 4.0
    // run: uncaughtInSecond(2.0, -1) throws java.lang.IllegalArgumentException
    static double uncaughtInSecond(double x, int n) {
        double y = checked(x, 2);
        return checked(y, n) * checked(x, 1) / 2;
    }

    /** An exception whose message says numbers that another carries, too. */
    private static final class Short extends Exception {
        final double by;

        Short(String message, double by) {
            super(message);
            this.by = by;
        }
    }

    private static double paid(double balance, double amount) throws Short {
        if (amount < 0) {
            throw new IllegalArgumentException("negative: " + amount);
        }
        if (amount > balance) {
            throw new Short("short of " + amount + ": " + balance, amount - balance);
        }
        return balance - amount;
    }

    // What is said is no number any more.
    // run: messages(5.0, 2.0) = 3.0, d = (1.0, -1.0)
    // run: messages(5.0, 7.0) = 14.0, d = (-7.0, 9.0)
    // run: messages(5.0, -1.0) throws java.lang.IllegalArgumentException
    static double messages(double balance, double amount) {
        try {
            return paid(balance, amount);
        } catch (Short e) {
            return e.by * amount;
        }
    }
}
