package fields;

/** Fields of objects made within the call. */
class Local {
    // release: 8

    /** Two numbers. */
    static class Pair {
        double a;
        double b = 1;
        int n;

        Pair() {
        }

        Pair(double a, double b) {
            this.a = a;
            this.b = b;
        }

        double getA() {
            return a;
        }

        void setA(double a) {
            this.a = a;
        }

        Pair with(double v) {
            b = v;
            return this;
        }

        double product() {
            return a * b;
        }

        void swap() {
            double t = a;
            a = b;
            b = t;
        }
    }

    // run: constructed(3.0) = 30.0, d = 28.0
    static double constructed(double x) {
        Pair p = new Pair(x, x * x);
        return p.a * p.b + p.a;
    }

    // run: stored(3.0) = 39.0, d = 25.0
    static double stored(double x) {
        Pair p = new Pair();
        p.a = x * x;
        p.n = 4;
        return p.a * p.n + p.b * x;
    }

    // A field nobody stored is zero, and so is its tangent.
    // run: neverStored(3.0) = 3.0, d = 1.0
    static double neverStored(double x) {
        Pair p = new Pair();
        double r = p.a + x * p.b;
        p.a = x;
        return r + new Pair().a;
    }

    // run: overwritten(3.0) = 24.0, d = 8.0
    static double overwritten(double x) {
        Pair p = new Pair(x * x, x);
        p.a = 7;
        return p.a * x + p.b;
    }

    // run: readBeforeStore(3.0) = 34.0, d = 28.0
    static double readBeforeStore(double x) {
        Pair p = new Pair(x, 2);
        double before = p.a;
        p.a = x * x;
        double between = before * p.a;
        p.a = 4;
        return before + between + p.a;
    }

    // run: throughMethods(3.0) = 60.0, d = 35.0
    static double throughMethods(double x) {
        Pair p = new Pair(1, 1);
        p.setA(x * x);
        double r = p.getA();
        p.setA(5);
        return r * p.getA() + p.with(x).product();
    }

    // run: compound(3.0) = 29.0, d = 17.5
    static double compound(double x) {
        Pair p = new Pair(x, 2);
        p.a += x * x;
        p.b *= p.a;
        p.b -= 1;
        p.a /= 2;
        return p.a + p.b;
    }

    // run: chained(3.0) = 154.0, d = 156.0
    static double chained(double x) {
        Pair p = new Pair();
        Pair q = new Pair();
        double y = p.a = q.b = x * x;
        double z = p.b += y;
        return y + p.a * 2 + q.b * 3 + z * p.b;
    }

    // run: countedUp(3.0) = 36.0, d = 33.0
    static double countedUp(double x) {
        Pair p = new Pair(x, 0);
        double old = p.a++;
        double now = --p.a;
        return old * now * ++p.a;
    }

    // Two names of one object.
    // run: aliased(3.0) = 28.0, d = 27.0
    static double aliased(double x) {
        Pair p = new Pair(x, 1);
        Pair q = p;
        double t = p.a;
        q.a = x * x;
        return t * p.a + q.b;
    }

    // run: eitherObject(3.0, true) = 43.0, d = 34.0
    // run: eitherObject(3.0, false) = 25.0, d = 13.0
    static double eitherObject(double x, boolean first) {
        Pair p = new Pair(x, 1);
        Pair q = new Pair(4, 1);
        Pair r = first ? p : q;
        double t = p.a;
        r.a += x * x;
        return p.a * x + q.a + t;
    }

    // Objects of one class, active and not.
    // run: bothKinds(3.0) = 288.0, d = 186.0
    static double bothKinds(double x) {
        Pair active = new Pair(x, x);
        Pair constant = new Pair(5, 6);
        active.swap();
        constant.swap();
        return active.product() * constant.product() + constant.a * x;
    }

    // run: swapped(3.0) = 23.0, d = 6.0
    static double swapped(double x) {
        Pair p = new Pair(x * x, 7);
        p.swap();
        double r = p.a * 2;
        p.swap();
        return r + p.a;
    }

    // run: newOnEveryTurn(2.0, 5) = 239.0, d = 507.0
    static double newOnEveryTurn(double x, int n) {
        Pair p = new Pair(1, x);
        for (int i = 0; i < n; i++) {
            p = new Pair(p.b, p.a + x * p.b);
        }
        return p.a + p.b;
    }

    // run: changedOnEveryTurn(2.0, 5) = 31.0, d = 49.0
    static double changedOnEveryTurn(double x, int n) {
        Pair p = new Pair();
        for (int i = 0; i < n; i++) {
            p.a = p.a + p.b;
            p.b = p.b * x;
        }
        return p.a;
    }

    private static void store(Pair to, double v) {
        to.a = v;
        to.b = v * v;
    }

    // run: outParameter(3.0) = 51.0, d = 35.0
    static double outParameter(double x) {
        Pair p = new Pair();
        store(p, x);
        double r = p.product();
        store(p, 2);
        return r + x * p.product();
    }

    private static double storeAndRead(Pair p, Pair q, double x) {
        p.a = x * x;
        double t = p.a;
        q.a = 2 * x;
        return t * p.a;
    }

    // One object as two arguments, and two objects.
    // run: sameArgument(3.0) = 135.0, d = 162.0
    static double sameArgument(double x) {
        Pair p = new Pair();
        return storeAndRead(p, p, x) + storeAndRead(p, new Pair(), x);
    }

    private static Pair made(double v) {
        return v > 0 ? new Pair(v * v, v) : null;
    }

    // run: madeByCallee(3.0) = 27.0, d = 27.0
    // run: madeByCallee(-3.0) throws java.lang.NullPointerException
    static double madeByCallee(double x) {
        return made(x).product();
    }

    // run: nullCaught(-3.0) = 6.0, d = -5.0
    static double nullCaught(double x) {
        double r = x * x;
        try {
            made(x).a = 2 * r;
            r = 0;
        } catch (NullPointerException e) {
            r = r + x;
        }
        return r;
    }
}
