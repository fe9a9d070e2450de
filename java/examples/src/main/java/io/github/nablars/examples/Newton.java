package io.github.nablars.examples;

import io.github.nablars.DoubleFunction1;
import io.github.nablars.Nabla;
import io.github.nablars.ValueAndDerivative;

/** Newton's method for a lambda: the derivative is exact, so the number of right digits doubles in each step. */
public final class Newton {
    private static final int STEPS = 50;

    private Newton() {}

    /**
     * A root of a function.
     *
     * @param f the function
     * @param start where to start
     * @return where the function is zero, to the last digits
     */
    public static double root(DoubleFunction1 f, double start) {
        ValueAndDerivative both = Nabla.valueAndDerivative(f);
        double[] derivative = new double[1];
        double x = start;
        for (int step = 0; step < STEPS; step++) {
            double next = x - both.value(x, derivative) / derivative[0];
            if (Math.abs(next - x) <= Math.ulp(next)) {
                return next;
            }
            x = next;
        }
        throw new ArithmeticException("no root was found from " + start);
    }

    /**
     * Prints the solution of {@code x·eˣ = 1} and that of Kepler's equation.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        System.out.println("x·eˣ = 1 at x = " + root(x -> x * Math.exp(x) - 1, 1));
        double eccentricity = 0.6;
        double meanAnomaly = 1.2;
        double anomaly = root(e -> e - eccentricity * Math.sin(e) - meanAnomaly, meanAnomaly);
        System.out.println("E - 0.6·sin E = 1.2 at E = " + anomaly);
    }
}
