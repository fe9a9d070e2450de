package io.github.nablars.benchmarks.kernels.objects.hand;

/** A solver of differential equations that keeps the arrays that it works in, and those of the tangents. */
public final class TangentSolver {
    private interface Equation {
        void derivatives(double[] y, double[] slope, double[] y_dot, double[] slope_dot);
    }

    private static final class Oscillator implements Equation {
        double mu;
        double mu_dot;

        @Override
        public void derivatives(double[] y, double[] slope, double[] y_dot, double[] slope_dot) {
            double x = y[0];
            double v = y[1];
            double q = 1.0 - x * x;
            double m = mu * q;
            slope_dot[0] = y_dot[1];
            slope_dot[1] = m * y_dot[1] + q * v * mu_dot - (2.0 * mu * x * v + 1.0) * y_dot[0];
            slope[0] = v;
            slope[1] = m * v - x;
        }
    }

    private final Oscillator oscillator = new Oscillator();
    private final double[] y = new double[2];
    private final double[] y_dot = new double[2];
    private final double[] stage = new double[2];
    private final double[] stage_dot = new double[2];
    private final double[][] slopes = new double[4][2];
    private final double[][] slopes_dot = new double[4][2];

    public double evaluate_jvp(
            double x, double v, double mu, int steps, double x_dot, double v_dot, double mu_dot, double[] tangent) {
        oscillator.mu = mu;
        oscillator.mu_dot = mu_dot;
        y[0] = x;
        y_dot[0] = x_dot;
        y[1] = v;
        y_dot[1] = v_dot;
        for (int i = 0; i < steps; i++) {
            step(oscillator, 0.05);
        }
        tangent[0] = y_dot[0];
        return y[0];
    }

    private void step(Equation equation, double h) {
        equation.derivatives(y, slopes[0], y_dot, slopes_dot[0]);
        move(slopes[0], slopes_dot[0], 0.5 * h);
        equation.derivatives(stage, slopes[1], stage_dot, slopes_dot[1]);
        move(slopes[1], slopes_dot[1], 0.5 * h);
        equation.derivatives(stage, slopes[2], stage_dot, slopes_dot[2]);
        move(slopes[2], slopes_dot[2], h);
        equation.derivatives(stage, slopes[3], stage_dot, slopes_dot[3]);
        for (int i = 0; i < y.length; i++) {
            y[i] += h / 6.0 * (slopes[0][i] + 2.0 * (slopes[1][i] + slopes[2][i]) + slopes[3][i]);
            y_dot[i] += h / 6.0 * (slopes_dot[0][i] + 2.0 * (slopes_dot[1][i] + slopes_dot[2][i]) + slopes_dot[3][i]);
        }
    }

    private void move(double[] slope, double[] slope_dot, double h) {
        for (int i = 0; i < y.length; i++) {
            stage[i] = y[i] + h * slope[i];
            stage_dot[i] = y_dot[i] + h * slope_dot[i];
        }
    }
}
