package io.github.nablars.verify;

/** Functions that methods approximate and that are not in the JDK. */
final class Exact {
    static double invSqrt(double x) {
        return 1 / Math.sqrt(x);
    }

    private Exact() {}
}
