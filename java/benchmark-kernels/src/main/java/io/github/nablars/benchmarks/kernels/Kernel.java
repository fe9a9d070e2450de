package io.github.nablars.benchmarks.kernels;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;

/** The methods of {@link Kernels} with the range of each parameter: one table for the benchmarks and the tests. */
public enum Kernel {
    BLACK_SCHOLES("blackScholes", range(80, 120), range(90, 110), range(0.01, 0.06), range(0.1, 0.5), range(0.25, 2.0)),
    KEPLER("kepler", range(0.1, 3.0), range(0.0, 0.8)),
    RUNGE_KUTTA("rungeKutta", range(-2, 2), range(-1, 1), range(0.5, 1.5), fixed(10)),
    HORNER("horner", range(-1, 1)),
    LOGISTIC_MAP("logisticMap", range(0.1, 0.9), range(2.5, 3.5), fixed(20)),
    POWER_SERIES("powerSeries", range(0.1, 2)),
    SQRT_LOG_POW("sqrtLogPow", range(0.5, 3), range(0.5, 3)),
    PIECEWISE("piecewise", range(-2, 2), range(-1, 2)),
    ROSENBROCK("rosenbrock", range(-2, 2), range(-1, 3)),
    DAMPED_OSCILLATOR("dampedOscillator", range(0, 5), range(0.1, 0.5), range(1, 4)),
    LENNARD_JONES("lennardJones", range(0.9, 2.5), range(0.9, 1.1), range(0.5, 1.5)),
    NEURON("neuron", range(-1, 1), range(-2, 2), range(-1, 1)),
    CONTINUED_FRACTION("continuedFraction", range(0.1, 1.5), fixed(12)),
    SIMPSON("simpson", range(0, 0.5), range(1, 2), fixed(8)),
    HAVERSINE("haversine", range(-1, 0), range(-1, 0), range(0.1, 1), range(0.1, 1));

    /** How many points each parameter has. */
    public static final int POINTS = 64;

    private final String method;
    private final double[][] ranges;

    Kernel(String method, double[]... ranges) {
        this.method = method;
        this.ranges = ranges;
    }

    /**
     * The name of the method in {@link Kernels}.
     *
     * @return the name
     */
    public String method() {
        return method;
    }

    /**
     * The number of parameters, ints included.
     *
     * @return the number
     */
    public int parameters() {
        return ranges.length;
    }

    /**
     * Whether a parameter is an int, which has one value and no tangent.
     *
     * @param parameter its zero-based index
     * @return true for an int
     */
    public boolean isInt(int parameter) {
        return ranges[parameter].length == 1;
    }

    /**
     * The value of an int parameter.
     *
     * @param parameter its zero-based index
     * @return the value
     */
    public int intValue(int parameter) {
        return (int) ranges[parameter][0];
    }

    /**
     * The points at which a parameter is taken, the same in every run.
     *
     * @param parameter its zero-based index
     * @return {@link #POINTS} values
     */
    public double[] points(int parameter) {
        double[] range = ranges[parameter];
        Random random = new Random(31L * ordinal() + parameter);
        double[] points = new double[POINTS];
        Arrays.setAll(points, i -> range[0] + (range[1] - range[0]) * random.nextDouble());
        return points;
    }

    /**
     * The direction in which a parameter is varied.
     *
     * @param parameter its zero-based index
     * @return its tangent
     */
    public double direction(int parameter) {
        return 1.0 - 0.25 * parameter;
    }

    /**
     * The primal, or a method beside it.
     *
     * @param holder {@link Kernels} or {@link Hand}
     * @param suffix the empty string, or {@code "_jvp"}
     * @return the method
     */
    public Method in(Class<?> holder, String suffix) {
        return Arrays.stream(holder.getMethods())
                .filter(candidate -> candidate.getName().equals(method + suffix))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(holder.getSimpleName() + " has no " + method + suffix));
    }

    private static double[] range(double from, double to) {
        return new double[] {from, to};
    }

    private static double[] fixed(int value) {
        return new double[] {value};
    }
}
