package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** A damped oscillation. */
public class DampedOscillatorBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.DAMPED_OSCILLATOR;

    private final double[] time = KERNEL.points(0);
    private final double[] damping = KERNEL.points(1);
    private final double[] frequency = KERNEL.points(2);

    private double time_dot = KERNEL.direction(0);
    private double damping_dot = KERNEL.direction(1);
    private double frequency_dot = KERNEL.direction(2);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.dampedOscillator(time[i], damping[i], frequency[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.dampedOscillator_jvp(
                    time[i],
                    damping[i],
                    frequency[i],
                    time_dot,
                    damping_dot,
                    frequency_dot,
                    tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.dampedOscillator_jvp(
                    time[i],
                    damping[i],
                    frequency[i],
                    time_dot,
                    damping_dot,
                    frequency_dot,
                    tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.dampedOscillator(
                    new UnivariateDerivative1(time[i], time_dot),
                    new UnivariateDerivative1(damping[i], damping_dot),
                    new UnivariateDerivative1(frequency[i], frequency_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.dampedOscillator(
                    new Gradient(time[i], time_dot),
                    new Gradient(damping[i], damping_dot),
                    new Gradient(frequency[i], frequency_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.dampedOscillator(
                    HIPPARCHUS.build(time[i], time_dot),
                    HIPPARCHUS.build(damping[i], damping_dot),
                    HIPPARCHUS.build(frequency[i], frequency_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.dampedOscillator(
                    commons(time[i], time_dot),
                    commons(damping[i], damping_dot),
                    commons(frequency[i], frequency_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.dampedOscillator(
                    time[i] + STEP * time_dot,
                    damping[i] + STEP * damping_dot,
                    frequency[i] + STEP * frequency_dot);
            double behind = Kernels.dampedOscillator(
                    time[i] - STEP * time_dot,
                    damping[i] - STEP * damping_dot,
                    frequency[i] - STEP * frequency_dot);
            sum += Kernels.dampedOscillator(time[i], damping[i], frequency[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
