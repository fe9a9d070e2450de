package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.openjdk.jmh.annotations.Benchmark;

/** The Black–Scholes price of a European call; the normal distribution by Abramowitz and Stegun 26.2.17. */
public class BlackScholesBenchmark extends KernelBenchmark {
    private static final Kernel KERNEL = Kernel.BLACK_SCHOLES;

    private final double[] spot = KERNEL.points(0);
    private final double[] strike = KERNEL.points(1);
    private final double[] rate = KERNEL.points(2);
    private final double[] volatility = KERNEL.points(3);
    private final double[] time = KERNEL.points(4);

    private double spot_dot = KERNEL.direction(0);
    private double strike_dot = KERNEL.direction(1);
    private double rate_dot = KERNEL.direction(2);
    private double volatility_dot = KERNEL.direction(3);
    private double time_dot = KERNEL.direction(4);

    @Override
    @Benchmark
    public double primal() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.blackScholes(spot[i], strike[i], rate[i], volatility[i], time[i]);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double hand() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Hand.blackScholes_jvp(
                    spot[i], strike[i], rate[i], volatility[i], time[i],
                    spot_dot, strike_dot, rate_dot, volatility_dot, time_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double nabla() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            sum += Kernels.blackScholes_jvp(
                    spot[i], strike[i], rate[i], volatility[i], time[i],
                    spot_dot, strike_dot, rate_dot, volatility_dot, time_dot, tangent) + tangent[0];
        }
        return sum;
    }

    @Override
    @Benchmark
    public double univariateDerivative1() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            UnivariateDerivative1 result = HipparchusKernels.blackScholes(
                    new UnivariateDerivative1(spot[i], spot_dot),
                    new UnivariateDerivative1(strike[i], strike_dot),
                    new UnivariateDerivative1(rate[i], rate_dot),
                    new UnivariateDerivative1(volatility[i], volatility_dot),
                    new UnivariateDerivative1(time[i], time_dot));
            sum += result.getValue() + result.getFirstDerivative();
        }
        return sum;
    }

    @Override
    @Benchmark
    public double gradient() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            Gradient result = HipparchusKernels.blackScholes(
                    new Gradient(spot[i], spot_dot),
                    new Gradient(strike[i], strike_dot),
                    new Gradient(rate[i], rate_dot),
                    new Gradient(volatility[i], volatility_dot),
                    new Gradient(time[i], time_dot));
            sum += result.getValue() + result.getPartialDerivative(0);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double derivativeStructure() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            DerivativeStructure result = HipparchusKernels.blackScholes(
                    HIPPARCHUS.build(spot[i], spot_dot),
                    HIPPARCHUS.build(strike[i], strike_dot),
                    HIPPARCHUS.build(rate[i], rate_dot),
                    HIPPARCHUS.build(volatility[i], volatility_dot),
                    HIPPARCHUS.build(time[i], time_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double commonsMath() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            var result = CommonsKernels.blackScholes(
                    commons(spot[i], spot_dot),
                    commons(strike[i], strike_dot),
                    commons(rate[i], rate_dot),
                    commons(volatility[i], volatility_dot),
                    commons(time[i], time_dot));
            sum += result.getValue() + result.getPartialDerivative(1);
        }
        return sum;
    }

    @Override
    @Benchmark
    public double differences() {
        double sum = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double ahead = Kernels.blackScholes(
                    spot[i] + STEP * spot_dot,
                    strike[i] + STEP * strike_dot,
                    rate[i] + STEP * rate_dot,
                    volatility[i] + STEP * volatility_dot,
                    time[i] + STEP * time_dot);
            double behind = Kernels.blackScholes(
                    spot[i] - STEP * spot_dot,
                    strike[i] - STEP * strike_dot,
                    rate[i] - STEP * rate_dot,
                    volatility[i] - STEP * volatility_dot,
                    time[i] - STEP * time_dot);
            sum += Kernels.blackScholes(spot[i], strike[i], rate[i], volatility[i], time[i]) + (ahead - behind) / (2.0 * STEP);
        }
        return sum;
    }
}
