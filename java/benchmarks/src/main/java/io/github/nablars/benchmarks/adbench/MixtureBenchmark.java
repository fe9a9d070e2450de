package io.github.nablars.benchmarks.adbench;

import io.github.nablars.benchmarks.kernels.adbench.HandModels;
import io.github.nablars.benchmarks.kernels.adbench.Models;

/** The likelihood of 20 points in a mixture of 25 Gaussians in ten dimensions, by 1650 parameters. */
public class MixtureBenchmark extends ProblemBenchmark {
    private static final int COMPONENTS = 25;
    private static final int DIMENSIONS = 10;

    private final double[][] points = new double[20][];

    /** At a point near zero. */
    public MixtureBenchmark() {
        super(1650, 0.2, 1650);
        double[] all = normal(points.length * DIMENSIONS, 1.0);
        for (int i = 0; i < points.length; i++) {
            points[i] = java.util.Arrays.copyOfRange(all, i * DIMENSIONS, (i + 1) * DIMENSIONS);
        }
    }

    @Override
    protected double value() {
        return Models.mixture(x, points, COMPONENTS);
    }

    @Override
    protected double generated(double[] derivatives) {
        return Models.mixture_grad(x, points, COMPONENTS, derivatives);
    }

    @Override
    protected double byHand(double[] derivatives) {
        return HandModels.mixture(x, points, COMPONENTS, derivatives);
    }

    @Override
    protected double overField(double[] derivatives) {
        return unpacked(FieldModels.mixture(variables(x), points, COMPONENTS), derivatives);
    }
}
