package calls;

/** Static callees: how arguments and results travel. */
class Static {
    // release: 8

    private static int ticks;

    private static double square(double v) {
        return v * v;
    }

    static double times(double a, double b) {
        return a * b;
    }

    // run: once(3.0) = 18.0, d = 12.0
    static double once(double x) {
        return 2 * square(x);
    }

    // run: ofItself(2.0) = 16.0, d = 32.0
    static double ofItself(double x) {
        return square(square(x));
    }

    // run: twoArguments(3.0, 2.0) = 5.0, d = (6.0, -4.0)
    static double twoArguments(double x, double y) {
        return times(x + y, x - y);
    }

    // The same variable twice: both tangents count.
    // run: sameTwice(3.0) = 9.0, d = 6.0
    static double sameTwice(double x) {
        return times(x, x);
    }

    private static double minus(double a, double b) {
        return a - b;
    }

    // run: swapped(3.0, 2.0) = -1.0, d = (-1.0, 1.0)
    static double swapped(double x, double y) {
        return minus(y, x);
    }

    private static double outer(double v) {
        return middle(v) + 1;
    }

    private static double middle(double v) {
        return v * inner(v);
    }

    private static double inner(double v) {
        return 3 * v;
    }

    // run: threeDeep(2.0) = 26.0, d = 24.0
    static double threeDeep(double x) {
        return 2 * outer(x);
    }

    private static double mixed(int n, double a, long k, double b, boolean plus, String text) {
        return plus ? n * a * b + k * a : text.length();
    }

    // run: amongOthers(3.0, 5.0) = 42.0, d = (14.0, 6.0)
    static double amongOthers(double x, double y) {
        return mixed(2, x, 4L, y, true, "ab");
    }

    // Values wait on the stack while the callee runs.
    // run: onLoadedStack(3.0) = 30.0, d = 28.0
    // run: onLoadedStack(0.5) = 1.0, d = 3.0
    static double onLoadedStack(double x) {
        return x + x * times(x, x > 1 ? x : 2);
    }

    // run: droppedResult(3.0) = 9.0, d = 3.0
    static double droppedResult(double x) {
        square(x);
        return 3 * x;
    }

    private static double seven(double v) {
        return 7;
    }

    // run: constantResult(2.0) = 14.0, d = 7.0
    static double constantResult(double x) {
        return x * seven(x);
    }

    private static double same(double v) {
        return v;
    }

    // run: identity(3.0) = 9.0, d = 6.0
    static double identity(double x) {
        return x * same(x);
    }

    private static double reassigned(double v) {
        v = v + 1;
        v = v * v;
        return v;
    }

    // The callee's parameter is its own: the caller's variable stays.
    // run: byValue(2.0) = 11.0, d = 7.0
    static double byValue(double x) {
        double r = reassigned(x);
        return r + x;
    }

    private static double early(double v) {
        if (v < 0) {
            return -v;
        }
        if (v < 1) {
            return 0;
        }
        return v * v;
    }

    // run: earlyReturns(-2.0) = 2.0, d = -1.0
    // run: earlyReturns(0.5) = 0.0, d = 0.0
    // run: earlyReturns(3.0) = 9.0, d = 6.0
    static double earlyReturns(double x) {
        return early(x);
    }

    private static boolean below(double v, double limit) {
        return v < limit;
    }

    // run: controlled(2.0) = 16.0, d = 32.0
    // run: controlled(3.0) = 27.0, d = 27.0
    static double controlled(double x) {
        double r = x;
        while (below(r, 10)) {
            r = r * x;
        }
        return r;
    }

    private static void require(double v) {
        if (v < 0) {
            throw new IllegalArgumentException();
        }
    }

    // run: voidCallee(3.0) = 9.0, d = 6.0
    // run: voidCallee(-3.0) throws java.lang.IllegalArgumentException
    static double voidCallee(double x) {
        require(x);
        return x * x;
    }

    private static double tick(double v) {
        ticks++;
        return v;
    }

    // What a callee does beside its result is done once.
    // run: doneOnce(3.0) = 18.0, d = 12.0
    static double doneOnce(double x) {
        ticks = 0;
        double r = tick(x) * tick(x);
        return r * ticks;
    }

    private static float narrow(float v) {
        return v * v;
    }

    // run: throughFloat(3.0) = 18.0, d = 12.0, nonsmooth
    static double throughFloat(double x) {
        return 2 * narrow((float) x);
    }

    private static double overloaded(double v) {
        return v * v;
    }

    private static double overloaded(float v) {
        return 3 * v;
    }

    private static double overloaded(int v) {
        return 5 * v;
    }

    // run: overloads(2.0) = 20.0, d = 7.0, nonsmooth
    static double overloads(double x) {
        return overloaded(x) + overloaded((float) x) + overloaded(2);
    }

    // Rules apply within callees, and with the callee's own name for what Math has too.
    // run: sin(2.0) = 8.0, d = 12.0
    static double sin(double x) {
        return cos(x) * x;
    }

    private static double cos(double v) {
        return Math.pow(v, 2);
    }
}
