package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The eccentric anomaly that solves Kepler's equation, by Newton's method. */
public class KeplerBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.KEPLER;

    private final double[] meanAnomaly = KERNEL.points(0);
    private final double[] eccentricity = KERNEL.points(1);

    private double meanAnomaly_dot = KERNEL.direction(0);
    private double eccentricity_dot = KERNEL.direction(1);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.kepler(meanAnomaly[i], eccentricity[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.kepler_jvp(meanAnomaly[i], eccentricity[i], meanAnomaly_dot, eccentricity_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.kepler_jvp(meanAnomaly[i], eccentricity[i], meanAnomaly_dot, eccentricity_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.kepler(
                    new UnivariateDerivative1(meanAnomaly[i], meanAnomaly_dot),
                    new UnivariateDerivative1(eccentricity[i], eccentricity_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.kepler(
                    new Gradient(meanAnomaly[i], meanAnomaly_dot),
                    new Gradient(eccentricity[i], eccentricity_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.kepler(
                    HIPPARCHUS.build(meanAnomaly[i], meanAnomaly_dot),
                    HIPPARCHUS.build(eccentricity[i], eccentricity_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.kepler(
                    commons(meanAnomaly[i], meanAnomaly_dot),
                    commons(eccentricity[i], eccentricity_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.kepler(meanAnomaly[i] + STEP * meanAnomaly_dot, eccentricity[i] + STEP * eccentricity_dot);
            double behind = Kernels.kepler(meanAnomaly[i] - STEP * meanAnomaly_dot, eccentricity[i] - STEP * eccentricity_dot);
            sum += Kernels.kepler(meanAnomaly[i], eccentricity[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
