package calls;

import java.util.Objects;
import java.util.function.DoubleUnaryOperator;

/** What is checked to be there comes out of the check as what went in. */
class Checked {
    /** An array that is checked as it is kept. */
    private static class Weights {
        private final double[] weights;
        private final DoubleUnaryOperator scale;

        Weights(double[] weights, DoubleUnaryOperator scale) {
            this.weights = Objects.requireNonNull(weights);
            this.scale = Objects.requireNonNull(scale, "scale");
        }

        double product() {
            return scale.applyAsDouble(weights[0] * weights[1]);
        }
    }

    // run: kept(3.0) = 81.0, d = 108.0
    static double kept(double x) {
        return new Weights(new double[] {x, x * x}, t -> t * x).product();
    }

    // run: stored(3.0) = 30.0, d = 28.0
    static double stored(double x) {
        double[] a = {x, 1};
        double[] b = Objects.requireNonNull(a, "a");
        b[1] = x * x;
        return a[1] * a[0] + Objects.requireNonNull(b)[0];
    }

    // run: rows(3.0) = 9.0, d = 6.0
    static double rows(double x) {
        double[][] a = {{x}, {x}};
        return Objects.requireNonNull(a)[0][0] * Objects.requireNonNull(a[1])[0];
    }

    // run: boxed(3.0) = 27.0, d = 27.0
    static double boxed(double x) {
        Double square = x * x;
        return Objects.requireNonNull(square) * x;
    }

    /** An object with an active field. */
    private static class Cell {
        double value;
    }

    // run: object(3.0) = 9.0, d = 6.0
    static double object(double x) {
        Cell cell = new Cell();
        Objects.requireNonNull(cell).value = x * x;
        return Objects.requireNonNull(cell, "cell").value;
    }

    // run: absent(2.0) throws java.lang.NullPointerException
    static double absent(double x) {
        double[] none = x > 1 ? null : new double[] {x};
        return Objects.requireNonNull(none, "none")[0] * x;
    }
}
