package org.hipparchus.util;

/**
 * A sum of products that takes numbers apart by their bits to gain digits: the value is the library's, and
 * the tangent that of the sum.
 */
class MathArrays {
    // release: 8

    /** The high half of a number's bits. */
    private static double high(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & (-1L << 27));
    }

    static double linearCombination(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException("of two lengths");
        }
        double sum = 0;
        double lost = 0;
        for (int i = 0; i < a.length; i++) {
            double product = a[i] * b[i];
            double aHigh = high(a[i]);
            double bHigh = high(b[i]);
            double aLow = a[i] - aHigh;
            double bLow = b[i] - bHigh;
            double error = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
            double next = sum + product;
            double part = next - sum;
            lost += sum - (next - part) + (product - part) + error;
            sum = next;
        }
        // Of what is not finite the parts mean nothing.
        return Double.isNaN(lost) ? sum : sum + lost;
    }

    // run: both({1, 2, 3}, {4, 5, 6}) = 32.0, d = (4.0, 5.0, 6.0, 1.0, 2.0, 3.0)
    static double both(double[] a, double[] b) {
        return linearCombination(a, b);
    }

    // run: square({3, -4}) = 25.0, d = (6.0, -8.0)
    static double square(double[] a) {
        return linearCombination(a, a);
    }

    // One plus and minus 1e20, which a sum of doubles loses.
    // run: exact(1.0, 3.0) = 3.0, d = (3.0, 1.0)
    static double exact(double x, double y) {
        double[] a = {1e20, x, -1e20};
        double[] b = {1, y, 1};
        return linearCombination(a, b);
    }

    // run: infinite(2.0) = Infinity, d = 1.0
    static double infinite(double x) {
        return linearCombination(new double[] {x, Double.POSITIVE_INFINITY}, new double[] {1, 1});
    }

    // run: weights(2.0) = 82.0, d = 121.0
    static double weights(double x) {
        double[] powers = {1, x, x * x};
        return 2 * linearCombination(powers, new double[] {4, 2, 3}) + x * linearCombination(powers, powers);
    }

    // run: lengths(2.0) throws java.lang.IllegalArgumentException
    static double lengths(double x) {
        return linearCombination(new double[] {x}, new double[] {1, 1});
    }
}
