package io.github.nablars;

import java.util.function.DoubleUnaryOperator;

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

    private record Shift(double by) implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return x + by;
        }
    }

    /** A function whose class no other class names. */
    static DoubleUnaryOperator shift(double by) {
        return new Shift(by);
    }

    private record Stretch(double by) implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return by * x;
        }
    }

    /** One that only reflection makes. */
    static DoubleUnaryOperator stretch(double by) {
        return new Stretch(by);
    }

    static double slope(double x) {
        return (Math.cos(once(x)) + 1) * (Math.cos(x) + 1);
    }
}
