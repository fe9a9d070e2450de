package io.github.nablars.benchmarks.adbench;

import io.github.nablars.benchmarks.kernels.adbench.Bundle;
import io.github.nablars.benchmarks.kernels.adbench.HandBundle;
import java.util.Random;

/** The errors of 2000 observations of 500 points by 21 cameras: a Jacobian of 3731 columns with 29 entries for each observation. */
public class BundleBenchmark extends ProblemBenchmark {
    private static final int CAMERAS = 21;
    private static final int POINTS = 500;
    private static final int COUNT = 2000;

    private final int[] observations = new int[2 * COUNT];
    private final double[] seen = normal(2 * COUNT, 1.0);
    private final int[] rowStart = new int[3 * COUNT + 1];
    private final int[] column = new int[29 * COUNT];

    /** At a point near zero. */
    public BundleBenchmark() {
        super(11 * CAMERAS + 3 * POINTS + COUNT, 1.0, 29 * COUNT);
        Random random = new Random(1);
        for (int i = 0; i < COUNT; i++) {
            observations[2 * i] = i % CAMERAS;
            observations[2 * i + 1] = random.nextInt(POINTS);
        }
    }

    @Override
    protected double value() {
        return Bundle.bundle(x, CAMERAS, POINTS, observations, seen)[3];
    }

    @Override
    protected double generated(double[] derivatives) {
        return Bundle.bundle_jac_csr(x, CAMERAS, POINTS, observations, seen, rowStart, column, derivatives)[3];
    }

    @Override
    protected double byHand(double[] derivatives) {
        return HandBundle.bundle(x, CAMERAS, POINTS, observations, seen, derivatives)[3];
    }

    @Override
    protected double overField(double[] derivatives) {
        return FieldModels.bundle(x, CAMERAS, POINTS, observations, seen, derivatives)[3];
    }
}
