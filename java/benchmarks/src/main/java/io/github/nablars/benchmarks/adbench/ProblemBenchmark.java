package io.github.nablars.benchmarks.adbench;

import io.github.nablars.benchmarks.DerivativeBenchmark;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;

/** All derivatives of a problem, by hand as well. */
public abstract class ProblemBenchmark extends DerivativeBenchmark {
    /** A problem by normally distributed parameters, with so many derivatives that are not zero. */
    protected ProblemBenchmark(int parameters, double deviation, int derivatives) {
        super(normal(parameters, deviation), derivatives);
    }

    /** Normally distributed numbers, the same in every run. */
    protected static double[] normal(int n, double deviation) {
        Random random = new Random(n);
        double[] numbers = new double[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = deviation * random.nextGaussian();
        }
        return numbers;
    }

    /** The value and the derivatives by hand. */
    protected abstract double byHand(double[] derivatives);

    @Override
    public void agree() {
        super.agree();
        double[] field = new double[derivatives.length];
        overField(field);
        byHand(derivatives);
        compare(derivatives, field);
    }

    @Benchmark
    public double hand() {
        x[3] += 1e-12;
        return byHand(derivatives) + derivatives[2];
    }
}
