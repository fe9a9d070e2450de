package shapes;

/** Parameters of other types beside the independents, in every order of slots. */
class Parameters {
    // release: 8

    private final double scale = 3;
    private double offset = 1;
    private int degree = 2;
    private double[] weights = {0.5, 2.0};

    // run: beside(2, 3.0, 4, 5.0, true, "ab") = 42.0, d = (14.0, 6.0)
    // run: beside(2, 3.0, 4, 5.0, false, "ab") = 2.0, d = (0.0, 0.0)
    static double beside(int n, double x, long k, double y, boolean flag, String text) {
        return flag ? n * x * y + k * x : text.length();
    }

    // run: doublesAfterLongs(1, 2.0, 3, 4.0, 5) = 38.0, d = (9.0, 3.0)
    static double doublesAfterLongs(long a, double x, long b, double y, int c) {
        long sum = a + b + c; // active: x y // inactive: sum a b c
        double r = x * sum; // active: r y
        long later = sum - 1;
        return r + y * b + later; // active: r y // inactive: later b x
    }

    // run: longArithmetic(2.0, 1234567890123) = 4.0, d = 2.0
    static double longArithmetic(double x, long k) {
        long r = (k << 3) ^ (k >>> 2);
        int bits = Long.bitCount(r) > 0 ? 2 : 0;
        return x * bits;
    }

    // wrt: x
    // run: listed(2.0, 3.0) = 12.0, d = 12.0
    static double listed(double x, double y) {
        return x * x * y;
    }

    // wrt: 1
    // run: listedByIndex(2.0, 3.0) = 12.0, d = 4.0
    static double listedByIndex(double x, double y) {
        return x * x * y;
    }

    // wrt: x
    // run: overArray(2.0, {1.0, 2.0, 3.0}) = 17.0, d = 9.0
    static double overArray(double x, double[] coefficients) {
        double r = 0;
        for (double c : coefficients) {
            r = r * x + c;
        }
        return r + x * coefficients.length;
    }

    // run: overInts(2.0, {1, 2, 3}) = 34.0, d = 45.0
    static double overInts(double x, int[] powers) {
        double sum = 0;
        for (int p : powers) {
            double term = p; // inactive: term p // active: sum x
            for (int i = 0; i < p; i++) {
                term *= x; // active: term sum x // inactive: i p
            }
            sum += term;
        }
        return sum;
    }

    // run: polynomial(2.0) = 13.0, d = 12.0
    // run: [offset = 5.0, degree = 3] polynomial(2.0) = 29.0, d = 36.0
    // run: [weights = {1.0, 1.0}, degree = 0] polynomial(2.0) = 4.0, d = 0.0
    // snapshot: partial
    double polynomial(double x) {
        double power = 1;
        for (int i = 0; i < degree; i++) {
            power *= x; // active: power x // inactive: this i
        }
        return scale * power + offset;
    }

    // run: weighted(2.0) = 9.0, d = 8.5
    // run: [weights = {1.0, 1.0}] weighted(2.0) = 6.0, d = 5.0
    double weighted(double x) {
        return weights[0] * x + weights[1] * x * x;
    }

    // run: useless(2.0, 3.0, "text") = 4.0, d = 4.0
    // wrt: x
    static double useless(double x, double y, Object thing) {
        Object copy = thing;
        int hash = copy.hashCode(); // active: x // inactive: copy thing y
        double unused = y * hash;
        return x * x;
    }

    // run: unrelatedLambda(2.0, 3) = 8.0, d = 4.0
    static double unrelatedLambda(double x, int n) {
        java.util.function.IntUnaryOperator next = i -> i + 1;
        return x * next.applyAsInt(n);
    }

    // run: inactiveCalls(2.0, 3.0) = ~ 1e-15: 32.0, d = ~ 1e-15: 16.0
    // wrt: x
    static double inactiveCalls(double x, double y) {
        java.util.List<Double> list = new java.util.ArrayList<>();
        list.add(y);
        double back = list.get(0) + Double.parseDouble("4.0");
        return x * (square(y) + back);
    }

    private static double square(double y) {
        return y * y;
    }
}
