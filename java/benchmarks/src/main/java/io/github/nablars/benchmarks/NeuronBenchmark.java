package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** A gated neural cell: tanh, and a logistic gate on its result. */
public class NeuronBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.NEURON;

    private final double[] x = KERNEL.points(0);
    private final double[] weight = KERNEL.points(1);
    private final double[] bias = KERNEL.points(2);

    private double x_dot = KERNEL.direction(0);
    private double weight_dot = KERNEL.direction(1);
    private double bias_dot = KERNEL.direction(2);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.neuron(x[i], weight[i], bias[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.neuron_jvp(x[i], weight[i], bias[i], x_dot, weight_dot, bias_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.neuron_jvp(x[i], weight[i], bias[i], x_dot, weight_dot, bias_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.neuron(
                    new UnivariateDerivative1(x[i], x_dot),
                    new UnivariateDerivative1(weight[i], weight_dot),
                    new UnivariateDerivative1(bias[i], bias_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.neuron(
                    new Gradient(x[i], x_dot),
                    new Gradient(weight[i], weight_dot),
                    new Gradient(bias[i], bias_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.neuron(
                    HIPPARCHUS.build(x[i], x_dot),
                    HIPPARCHUS.build(weight[i], weight_dot),
                    HIPPARCHUS.build(bias[i], bias_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.neuron(
                    commons(x[i], x_dot),
                    commons(weight[i], weight_dot),
                    commons(bias[i], bias_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.neuron(x[i] + STEP * x_dot, weight[i] + STEP * weight_dot, bias[i] + STEP * bias_dot);
            double behind = Kernels.neuron(x[i] - STEP * x_dot, weight[i] - STEP * weight_dot, bias[i] - STEP * bias_dot);
            sum += Kernels.neuron(x[i], weight[i], bias[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
