package calls;

/** Recursion: the derivative of a method calls itself. */
class Recursion {
    // release: 8

    private double rate = 2;

    // run: s8(1.0) = 1.0, d = 0.0, nonsmooth
    // run: s8(2.0) = 2.0, d = 1.0, nonsmooth
    // run: s8(3.0) = 6.0, d = 5.0, nonsmooth
    // run: s8(4.0) = 24.0, d = 26.0, nonsmooth
    // run: s8(5.0) = 120.0, d = 154.0, nonsmooth
    static double s8(double x) {
        return x == 1 ? 1 : x * s8(x - 1); // warn: NB0303
    }

    // run: power(2.0, 10) = 1024.0, d = 5120.0
    // run: power(3.0, 5) = 243.0, d = 405.0
    // run: power(3.0, 0) = 1.0, d = 0.0
    static double power(double x, int n) {
        if (n == 0) {
            return 1;
        }
        double half = power(x, n / 2);
        return n % 2 == 0 ? half * half : half * half * x;
    }

    // run: fibonacci(2.0, 3.0, 6) = 34.0, d = (5.0, 8.0)
    static double fibonacci(double a, double b, int n) {
        return n == 0 ? a : n == 1 ? b : fibonacci(a, b, n - 1) + fibonacci(a, b, n - 2);
    }

    // Tail recursion with an accumulator that starts inactive.
    // run: factorLoop(3.0) = 81.0, d = 108.0
    static double factorLoop(double x) {
        return accumulate(1, x, 4);
    }

    private static double accumulate(double r, double x, int n) {
        return n == 0 ? r : accumulate(r * x, x, n - 1);
    }

    // run: mutual(2.0, 5) = 212.0, d = 412.0
    static double mutual(double x, int n) {
        return even(x, n);
    }

    private static double even(double x, int n) {
        return n == 0 ? x : x * odd(x, n - 1);
    }

    private static double odd(double x, int n) {
        return n == 0 ? 3 * x : x + 2 * even(x, n - 1);
    }

    // run: threeOfThem(2.0, 4) = 22.0, d = 18.0
    static double threeOfThem(double x, int n) {
        return first(x, n);
    }

    private static double first(double x, int n) {
        return n == 0 ? x : 2 * second(x, n - 1);
    }

    private static double second(double x, int n) {
        return n == 0 ? x : x + third(x, n - 1);
    }

    private static double third(double x, int n) {
        return n == 0 ? x : first(x, n - 1) * x + 1;
    }

    // run: untilSmall(40.0) = 0.625, d = 0.015625
    static double untilSmall(double x) {
        return x < 1 ? x : untilSmall(x / 2);
    }

    // run: ofInstance(2.0, 3) = 60.0, d = 52.0
    // run: [rate = 3.0] ofInstance(2.0, 2) = 38.0, d = 29.0
    double ofInstance(double x, int n) {
        return n == 0 ? x : rate * ofInstance(x, n - 1) + x * x * n;
    }

    // The recursive result is used after more arithmetic on the argument.
    // run: horner(2.0, {1, 2, 3}) = 17.0, d = 14.0
    static double horner(double x, int[] coefficients) {
        return horner(x, coefficients, 0);
    }

    private static double horner(double x, int[] coefficients, int from) {
        if (from == coefficients.length) {
            return 0;
        }
        double tail = horner(x, coefficients, from + 1);
        return coefficients[from] + x * tail;
    }

    // An exception ends the recursion.
    // run: thrownOut(3.0, 4) = 81.0, d = 108.0
    static double thrownOut(double x, int n) {
        try {
            return dive(x, n);
        } catch (IllegalStateException e) {
            return x * x * x * x;
        }
    }

    private static double dive(double x, int n) {
        if (n == 0) {
            throw new IllegalStateException();
        }
        return x * dive(x * x, n - 1);
    }
}
