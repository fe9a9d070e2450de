package io.github.nablars;

/** A class that functions call: what it calls itself is private to it. */
final class Neighbour {
    private Neighbour() {}

    static double twice(double x) {
        return once(once(x));
    }

    private static double once(double x) {
        return Math.sin(x) + x;
    }

    static double squared(double[] x) {
        return product(x[0], x[0]);
    }

    private static double product(double x, double y) {
        return x * y;
    }

    static double slope(double x) {
        return (Math.cos(once(x)) + 1) * (Math.cos(x) + 1);
    }
}
