package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** Simpson's rule for sin(x²) / (1 + x); {@code intervals} is even. */
public class SimpsonBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.SIMPSON;

    private final double[] from = KERNEL.points(0);
    private final double[] to = KERNEL.points(1);
    private int intervals = KERNEL.intValue(2);

    private double from_dot = KERNEL.direction(0);
    private double to_dot = KERNEL.direction(1);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.simpson(from[i], to[i], intervals);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.simpson_jvp(from[i], to[i], intervals, from_dot, to_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.simpson_jvp(from[i], to[i], intervals, from_dot, to_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.simpson(
                    new UnivariateDerivative1(from[i], from_dot),
                    new UnivariateDerivative1(to[i], to_dot),
                    intervals);
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.simpson(new Gradient(from[i], from_dot), new Gradient(to[i], to_dot), intervals);
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.simpson(
                    HIPPARCHUS.build(from[i], from_dot),
                    HIPPARCHUS.build(to[i], to_dot),
                    intervals);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.simpson(commons(from[i], from_dot), commons(to[i], to_dot), intervals);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.simpson(from[i] + STEP * from_dot, to[i] + STEP * to_dot, intervals);
            double behind = Kernels.simpson(from[i] - STEP * from_dot, to[i] - STEP * to_dot, intervals);
            sum += Kernels.simpson(from[i], to[i], intervals) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
