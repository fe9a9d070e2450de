package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** Rosenbrock's function in two dimensions. */
public class RosenbrockBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.ROSENBROCK;

    private final double[] x = KERNEL.points(0);
    private final double[] y = KERNEL.points(1);

    private double x_dot = KERNEL.direction(0);
    private double y_dot = KERNEL.direction(1);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.rosenbrock(x[i], y[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.rosenbrock_jvp(x[i], y[i], x_dot, y_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.rosenbrock_jvp(x[i], y[i], x_dot, y_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.rosenbrock(
                    new UnivariateDerivative1(x[i], x_dot),
                    new UnivariateDerivative1(y[i], y_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.rosenbrock(new Gradient(x[i], x_dot), new Gradient(y[i], y_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.rosenbrock(HIPPARCHUS.build(x[i], x_dot), HIPPARCHUS.build(y[i], y_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.rosenbrock(commons(x[i], x_dot), commons(y[i], y_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.rosenbrock(x[i] + STEP * x_dot, y[i] + STEP * y_dot);
            double behind = Kernels.rosenbrock(x[i] - STEP * x_dot, y[i] - STEP * y_dot);
            sum += Kernels.rosenbrock(x[i], y[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
