package io.github.nablars;

/** The value of a function of one number and its first two derivatives, computed together. */
@FunctionalInterface
public interface ValueAndTwoDerivatives {
    /**
     * Computes all three.
     *
     * @param x the argument
     * @param derivatives receives the first and the second derivative in its first two elements
     * @return the value, bit for bit that of the function
     */
    double value(double x, double[] derivatives);
}
