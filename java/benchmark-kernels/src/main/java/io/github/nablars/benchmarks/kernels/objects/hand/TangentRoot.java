package io.github.nablars.benchmarks.kernels.objects.hand;

/** The root of a function that is passed on, with its tangent. */
public final class TangentRoot {
    private TangentRoot() {}

    /** A function and its tangent, which it puts into an array. */
    private interface TangentOperator {
        double apply(double x, double x_dot, double[] tangent);
    }

    public static double evaluate_jvp(double a, double b, double a_dot, double b_dot, double[] tangent) {
        TangentOperator f = (x, x_dot, t) -> {
            double e = Math.exp(x);
            t[0] = (e + x * e - 2.0 * a * x) * x_dot - x * x * a_dot - b_dot;
            return x * e - a * x * x - b;
        };
        return solve(f, 0.2, 1.0, tangent);
    }

    private static double solve(TangentOperator f, double x0, double x1, double[] tangent) {
        double x0_dot = 0.0;
        double x1_dot = 0.0;
        double f0 = f.apply(x0, x0_dot, tangent);
        double f0_dot = tangent[0];
        for (int i = 0; i < 30; i++) {
            double f1 = f.apply(x1, x1_dot, tangent);
            double f1_dot = tangent[0];
            double apart = x1 - x0;
            double rise = f1 - f0;
            double step = f1 * apart / rise;
            double step_dot = (apart * f1_dot + f1 * (x1_dot - x0_dot) - step * (f1_dot - f0_dot)) / rise;
            x0 = x1;
            x0_dot = x1_dot;
            f0 = f1;
            f0_dot = f1_dot;
            x1 -= step;
            x1_dot -= step_dot;
            if (Math.abs(step) < 1e-9) {
                break;
            }
        }
        tangent[0] = x1_dot;
        return x1;
    }
}
