package io.github.nablars.benchmarks.kernels.objects;

import java.util.function.DoubleUnaryOperator;

/** The root of a function that is passed on, by the secant method. */
public final class Root {
    private Root() {}

    /**
     * Where x·e^x − a·x² is b.
     *
     * @param a the first parameter
     * @param b the second one
     * @return the root
     */
    public static double evaluate(double a, double b) {
        return solve(x -> x * Math.exp(x) - a * x * x - b, 0.2, 1.0);
    }

    private static double solve(DoubleUnaryOperator f, double x0, double x1) {
        double f0 = f.applyAsDouble(x0);
        for (int i = 0; i < 30; i++) {
            double f1 = f.applyAsDouble(x1);
            double step = f1 * (x1 - x0) / (f1 - f0);
            x0 = x1;
            f0 = f1;
            x1 -= step;
            if (Math.abs(step) < 1e-9) {
                break;
            }
        }
        return x1;
    }
}
