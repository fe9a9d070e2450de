package io.github.nablars.benchmarks.kernels.objects;

/** A natural cubic spline through points at equal distances, made anew for each curve. */
public final class Spline {
    private final double[] y;
    private final double[] second;

    private Spline(double[] y) {
        this.y = y;
        int n = y.length;
        second = new double[n];
        // Thomas' algorithm: the matrix has 1, 4, 1 in each row, and the ends are straight.
        double[] factor = new double[n];
        for (int i = 1; i < n - 1; i++) {
            double pivot = 4.0 - factor[i - 1];
            factor[i] = 1.0 / pivot;
            second[i] = (6.0 * (y[i + 1] - 2.0 * y[i] + y[i - 1]) - second[i - 1]) / pivot;
        }
        for (int i = n - 2; i > 0; i--) {
            second[i] -= factor[i] * second[i + 1];
        }
    }

    private double value(double x) {
        int i = Math.min((int) x, y.length - 2);
        double b = x - i;
        double a = 1.0 - b;
        return a * y[i] + b * y[i + 1] + ((a * a * a - a) * second[i] + (b * b * b - b) * second[i + 1]) / 6.0;
    }

    /**
     * Interpolates a damped wave.
     *
     * @param damping of the wave
     * @param at the first place where the spline is read
     * @return the sum of the values at some places
     */
    public static double evaluate(double damping, double at) {
        double[] y = new double[10];
        for (int i = 0; i < y.length; i++) {
            y[i] = 1.0 / (1.0 + damping * i) - 0.1 * damping * i;
        }
        Spline spline = new Spline(y);
        double sum = 0.0;
        for (int i = 0; i < 8; i++) {
            sum += spline.value(at + i);
        }
        return sum;
    }
}
