package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The arc tangent by its continued fraction, from the innermost denominator outwards. */
public class ContinuedFractionBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.CONTINUED_FRACTION;

    private final double[] x = KERNEL.points(0);
    private int depth = KERNEL.intValue(1);

    private double x_dot = KERNEL.direction(0);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.continuedFraction(x[i], depth);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.continuedFraction_jvp(x[i], depth, x_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.continuedFraction_jvp(x[i], depth, x_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.continuedFraction(new UnivariateDerivative1(x[i], x_dot), depth);
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.continuedFraction(new Gradient(x[i], x_dot), depth);
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.continuedFraction(HIPPARCHUS.build(x[i], x_dot), depth);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.continuedFraction(commons(x[i], x_dot), depth);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.continuedFraction(x[i] + STEP * x_dot, depth);
            double behind = Kernels.continuedFraction(x[i] - STEP * x_dot, depth);
            sum += Kernels.continuedFraction(x[i], depth) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
