package io.github.nablars.benchmarks.gradients;

import io.github.nablars.benchmarks.DerivativeBenchmark;
import java.util.Random;
import org.hipparchus.analysis.differentiation.Gradient;
import org.openjdk.jmh.annotations.Benchmark;

/** The whole gradient of a function, by central differences as well. */
public abstract class GradientBenchmark extends DerivativeBenchmark {
    /** The step of the central differences, about the cube root of the rounding error. */
    private static final double STEP = 6e-6;

    /** A function at a point near 1, by so many numbers. */
    protected GradientBenchmark(int inputs) {
        super(new Random(inputs).doubles(inputs, 0.5, 1.0).toArray(), inputs);
    }

    /** The function over Hipparchus' type. */
    protected abstract Gradient field(Gradient[] variables);

    @Override
    protected double overField(double[] gradient) {
        return unpacked(field(variables(x)), gradient);
    }

    @Benchmark
    public double differences() {
        x[3] += 1e-12;
        for (int i = 0; i < x.length; i++) {
            double at = x[i];
            x[i] = at + STEP;
            double ahead = value();
            x[i] = at - STEP;
            derivatives[i] = (ahead - value()) / (2.0 * STEP);
            x[i] = at;
        }
        return value() + derivatives[2];
    }
}
