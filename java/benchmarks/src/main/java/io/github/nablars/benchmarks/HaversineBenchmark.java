package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The distance of two points on a sphere of radius 6371, by the haversine formula. */
public class HaversineBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.HAVERSINE;

    private final double[] latitude1 = KERNEL.points(0);
    private final double[] longitude1 = KERNEL.points(1);
    private final double[] latitude2 = KERNEL.points(2);
    private final double[] longitude2 = KERNEL.points(3);

    private double latitude1_dot = KERNEL.direction(0);
    private double longitude1_dot = KERNEL.direction(1);
    private double latitude2_dot = KERNEL.direction(2);
    private double longitude2_dot = KERNEL.direction(3);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.haversine(latitude1[i], longitude1[i], latitude2[i], longitude2[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.haversine_jvp(
                    latitude1[i], longitude1[i], latitude2[i], longitude2[i],
                    latitude1_dot, longitude1_dot, latitude2_dot, longitude2_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.haversine_jvp(
                    latitude1[i], longitude1[i], latitude2[i], longitude2[i],
                    latitude1_dot, longitude1_dot, latitude2_dot, longitude2_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.haversine(
                    new UnivariateDerivative1(latitude1[i], latitude1_dot),
                    new UnivariateDerivative1(longitude1[i], longitude1_dot),
                    new UnivariateDerivative1(latitude2[i], latitude2_dot),
                    new UnivariateDerivative1(longitude2[i], longitude2_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.haversine(
                    new Gradient(latitude1[i], latitude1_dot),
                    new Gradient(longitude1[i], longitude1_dot),
                    new Gradient(latitude2[i], latitude2_dot),
                    new Gradient(longitude2[i], longitude2_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.haversine(
                    HIPPARCHUS.build(latitude1[i], latitude1_dot),
                    HIPPARCHUS.build(longitude1[i], longitude1_dot),
                    HIPPARCHUS.build(latitude2[i], latitude2_dot),
                    HIPPARCHUS.build(longitude2[i], longitude2_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.haversine(
                    commons(latitude1[i], latitude1_dot),
                    commons(longitude1[i], longitude1_dot),
                    commons(latitude2[i], latitude2_dot),
                    commons(longitude2[i], longitude2_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.haversine(
                    latitude1[i] + STEP * latitude1_dot,
                    longitude1[i] + STEP * longitude1_dot,
                    latitude2[i] + STEP * latitude2_dot,
                    longitude2[i] + STEP * longitude2_dot);
            double behind = Kernels.haversine(
                    latitude1[i] - STEP * latitude1_dot,
                    longitude1[i] - STEP * longitude1_dot,
                    latitude2[i] - STEP * latitude2_dot,
                    longitude2[i] - STEP * longitude2_dot);
            sum += Kernels.haversine(latitude1[i], longitude1[i], latitude2[i], longitude2[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
