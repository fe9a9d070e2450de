package io.github.nablars.benchmarks.kernels.objects;

/** A solver of differential equations by the classical Runge–Kutta method, which keeps the arrays that it works in. */
public final class Solver {
    /** The right-hand side of a differential equation. */
    private interface Equation {
        void derivatives(double[] y, double[] slope);
    }

    /** The Van der Pol oscillator. */
    private static final class Oscillator implements Equation {
        double mu;

        @Override
        public void derivatives(double[] y, double[] slope) {
            slope[0] = y[1];
            slope[1] = mu * (1.0 - y[0] * y[0]) * y[1] - y[0];
        }
    }

    private final Oscillator oscillator = new Oscillator();
    private final double[] y = new double[2];
    private final double[] stage = new double[2];
    private final double[][] slopes = new double[4][2];

    /**
     * Where the oscillator is after some steps.
     *
     * @param x where it begins
     * @param v its velocity there
     * @param mu its parameter
     * @param steps how many
     * @return where it is
     */
    public double evaluate(double x, double v, double mu, int steps) {
        oscillator.mu = mu;
        y[0] = x;
        y[1] = v;
        for (int i = 0; i < steps; i++) {
            step(oscillator, 0.05);
        }
        return y[0];
    }

    private void step(Equation equation, double h) {
        equation.derivatives(y, slopes[0]);
        move(slopes[0], 0.5 * h);
        equation.derivatives(stage, slopes[1]);
        move(slopes[1], 0.5 * h);
        equation.derivatives(stage, slopes[2]);
        move(slopes[2], h);
        equation.derivatives(stage, slopes[3]);
        for (int i = 0; i < y.length; i++) {
            y[i] += h / 6.0 * (slopes[0][i] + 2.0 * (slopes[1][i] + slopes[2][i]) + slopes[3][i]);
        }
    }

    private void move(double[] slope, double h) {
        for (int i = 0; i < y.length; i++) {
            stage[i] = y[i] + h * slope[i];
        }
    }
}
