package functions;

import java.util.function.ToDoubleFunction;

/** Functions of boxes, arrays and objects that one generic method calls. */
class Kinds {
    // release: 8

    private static <T> double apply(T argument, ToDoubleFunction<T> function) {
        return function.applyAsDouble(argument);
    }

    /** An object with a number. */
    static final class Point {
        private final double x;

        Point(double x) {
            this.x = x;
        }
    }

    // run: boxAndArray(3.0) = 12.0, d = 7.0
    static double boxAndArray(double x) {
        return apply(x, v -> v * v) + apply(new double[] {x}, a -> a[0]);
    }

    // run: boxes(3.0) = 13.0, d = 6.0
    static double boxes(double x) {
        return apply(x, v -> v * v) + apply(2f, v -> 2 * v);
    }

    // run: arrays(3.0) = 13.0, d = 3.0
    static double arrays(double x) {
        return apply(new double[][] {{x}}, a -> a[0][0])
                + apply(new double[] {x}, a -> 2 * a[0])
                + apply(new float[] {2}, a -> 2 * a[0]);
    }

    // run: objectAndArray(3.0) = 12.0, d = 7.0
    static double objectAndArray(double x) {
        return apply(new double[] {x * x}, a -> a[0]) + apply(new Point(x), p -> p.x);
    }
}
