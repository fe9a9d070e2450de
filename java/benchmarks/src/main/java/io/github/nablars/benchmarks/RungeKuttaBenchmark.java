package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The Van der Pol oscillator, integrated by the classical Runge–Kutta method with a fixed step. */
public class RungeKuttaBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.RUNGE_KUTTA;

    private final double[] x = KERNEL.points(0);
    private final double[] v = KERNEL.points(1);
    private final double[] mu = KERNEL.points(2);
    private int steps = KERNEL.intValue(3);

    private double x_dot = KERNEL.direction(0);
    private double v_dot = KERNEL.direction(1);
    private double mu_dot = KERNEL.direction(2);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.rungeKutta(x[i], v[i], mu[i], steps);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.rungeKutta_jvp(
                    x[i], v[i], mu[i], steps,
                    x_dot, v_dot, mu_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.rungeKutta_jvp(
                    x[i], v[i], mu[i], steps,
                    x_dot, v_dot, mu_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.rungeKutta(
                    new UnivariateDerivative1(x[i], x_dot),
                    new UnivariateDerivative1(v[i], v_dot),
                    new UnivariateDerivative1(mu[i], mu_dot),
                    steps);
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.rungeKutta(
                    new Gradient(x[i], x_dot),
                    new Gradient(v[i], v_dot),
                    new Gradient(mu[i], mu_dot),
                    steps);
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.rungeKutta(
                    HIPPARCHUS.build(x[i], x_dot),
                    HIPPARCHUS.build(v[i], v_dot),
                    HIPPARCHUS.build(mu[i], mu_dot),
                    steps);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.rungeKutta(commons(x[i], x_dot), commons(v[i], v_dot), commons(mu[i], mu_dot), steps);
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.rungeKutta(x[i] + STEP * x_dot, v[i] + STEP * v_dot, mu[i] + STEP * mu_dot, steps);
            double behind = Kernels.rungeKutta(x[i] - STEP * x_dot, v[i] - STEP * v_dot, mu[i] - STEP * mu_dot, steps);
            sum += Kernels.rungeKutta(x[i], v[i], mu[i], steps) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
