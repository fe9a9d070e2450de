package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The Lennard-Jones potential. */
public class LennardJonesBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.LENNARD_JONES;

    private final double[] distance = KERNEL.points(0);
    private final double[] sigma = KERNEL.points(1);
    private final double[] epsilon = KERNEL.points(2);

    private double distance_dot = KERNEL.direction(0);
    private double sigma_dot = KERNEL.direction(1);
    private double epsilon_dot = KERNEL.direction(2);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.lennardJones(distance[i], sigma[i], epsilon[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.lennardJones_jvp(
                    distance[i],
                    sigma[i],
                    epsilon[i],
                    distance_dot,
                    sigma_dot,
                    epsilon_dot,
                    tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.lennardJones_jvp(
                    distance[i],
                    sigma[i],
                    epsilon[i],
                    distance_dot,
                    sigma_dot,
                    epsilon_dot,
                    tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.lennardJones(
                    new UnivariateDerivative1(distance[i], distance_dot),
                    new UnivariateDerivative1(sigma[i], sigma_dot),
                    new UnivariateDerivative1(epsilon[i], epsilon_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.lennardJones(
                    new Gradient(distance[i], distance_dot),
                    new Gradient(sigma[i], sigma_dot),
                    new Gradient(epsilon[i], epsilon_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.lennardJones(
                    HIPPARCHUS.build(distance[i], distance_dot),
                    HIPPARCHUS.build(sigma[i], sigma_dot),
                    HIPPARCHUS.build(epsilon[i], epsilon_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.lennardJones(
                    commons(distance[i], distance_dot),
                    commons(sigma[i], sigma_dot),
                    commons(epsilon[i], epsilon_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.lennardJones(
                    distance[i] + STEP * distance_dot,
                    sigma[i] + STEP * sigma_dot,
                    epsilon[i] + STEP * epsilon_dot);
            double behind = Kernels.lennardJones(
                    distance[i] - STEP * distance_dot,
                    sigma[i] - STEP * sigma_dot,
                    epsilon[i] - STEP * epsilon_dot);
            sum += Kernels.lennardJones(distance[i], sigma[i], epsilon[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
