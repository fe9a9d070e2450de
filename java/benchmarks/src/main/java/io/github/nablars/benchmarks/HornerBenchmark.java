package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** A polynomial of degree eight in Horner's form, in one expression. */
public class HornerBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.HORNER;

    private final double[] x = KERNEL.points(0);

    private double x_dot = KERNEL.direction(0);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.horner(x[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.horner_jvp(x[i], x_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.horner_jvp(x[i], x_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.horner(new UnivariateDerivative1(x[i], x_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.horner(new Gradient(x[i], x_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.horner(HIPPARCHUS.build(x[i], x_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.horner(commons(x[i], x_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.horner(x[i] + STEP * x_dot);
            double behind = Kernels.horner(x[i] - STEP * x_dot);
            sum += Kernels.horner(x[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
