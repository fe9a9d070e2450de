package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The logistic map, iterated. */
public class LogisticMapBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.LOGISTIC_MAP;

    private final double[] x = KERNEL.points(0);
    private final double[] r = KERNEL.points(1);
    private int iterations = KERNEL.intValue(2);

    private double x_dot = KERNEL.direction(0);
    private double r_dot = KERNEL.direction(1);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.logisticMap(x[i], r[i], iterations);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.logisticMap_jvp(x[i], r[i], iterations, x_dot, r_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.logisticMap_jvp(x[i], r[i], iterations, x_dot, r_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.logisticMap(
                    new UnivariateDerivative1(x[i], x_dot),
                    new UnivariateDerivative1(r[i], r_dot),
                    iterations);
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.logisticMap(new Gradient(x[i], x_dot), new Gradient(r[i], r_dot), iterations);
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.logisticMap(
                    HIPPARCHUS.build(x[i], x_dot),
                    HIPPARCHUS.build(r[i], r_dot),
                    iterations);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.logisticMap(commons(x[i], x_dot), commons(r[i], r_dot), iterations);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.logisticMap(x[i] + STEP * x_dot, r[i] + STEP * r_dot, iterations);
            double behind = Kernels.logisticMap(x[i] - STEP * x_dot, r[i] - STEP * r_dot, iterations);
            sum += Kernels.logisticMap(x[i], r[i], iterations) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
