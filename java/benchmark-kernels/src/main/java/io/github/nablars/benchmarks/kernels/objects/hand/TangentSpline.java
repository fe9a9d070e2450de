package io.github.nablars.benchmarks.kernels.objects.hand;

/** A natural cubic spline, with its tangent. */
public final class TangentSpline {
    private final double[] y;
    private final double[] y_dot;
    private final double[] second;
    private final double[] second_dot;

    private TangentSpline(double[] y, double[] y_dot) {
        this.y = y;
        this.y_dot = y_dot;
        int n = y.length;
        second = new double[n];
        second_dot = new double[n];
        // The matrix is not varied.
        double[] factor = new double[n];
        for (int i = 1; i < n - 1; i++) {
            double pivot = 4.0 - factor[i - 1];
            factor[i] = 1.0 / pivot;
            second[i] = (6.0 * (y[i + 1] - 2.0 * y[i] + y[i - 1]) - second[i - 1]) / pivot;
            second_dot[i] = (6.0 * (y_dot[i + 1] - 2.0 * y_dot[i] + y_dot[i - 1]) - second_dot[i - 1]) / pivot;
        }
        for (int i = n - 2; i > 0; i--) {
            second[i] -= factor[i] * second[i + 1];
            second_dot[i] -= factor[i] * second_dot[i + 1];
        }
    }

    private double value(double x, double x_dot, double[] tangent) {
        int i = Math.min((int) x, y.length - 2);
        double b = x - i;
        double a = 1.0 - b;
        double ca = a * a * a - a;
        double cb = b * b * b - b;
        double slope = y[i + 1] - y[i] + ((3.0 * b * b - 1.0) * second[i + 1] - (3.0 * a * a - 1.0) * second[i]) / 6.0;
        tangent[0] = a * y_dot[i] + b * y_dot[i + 1] + (ca * second_dot[i] + cb * second_dot[i + 1]) / 6.0 + slope * x_dot;
        return a * y[i] + b * y[i + 1] + (ca * second[i] + cb * second[i + 1]) / 6.0;
    }

    public static double evaluate_jvp(double damping, double at, double damping_dot, double at_dot, double[] tangent) {
        double[] y = new double[10];
        double[] y_dot = new double[10];
        for (int i = 0; i < y.length; i++) {
            double inverse = 1.0 / (1.0 + damping * i);
            y[i] = inverse - 0.1 * damping * i;
            y_dot[i] = -(inverse * inverse + 0.1) * i * damping_dot;
        }
        TangentSpline spline = new TangentSpline(y, y_dot);
        double sum = 0.0;
        double sum_dot = 0.0;
        for (int i = 0; i < 8; i++) {
            sum += spline.value(at + i, at_dot, tangent);
            sum_dot += tangent[0];
        }
        tangent[0] = sum_dot;
        return sum;
    }
}
