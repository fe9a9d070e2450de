package io.github.nablars;

/** The value of a function of one number and its derivative, computed together. */
@FunctionalInterface
public interface ValueAndDerivative {
    /**
     * Computes both.
     *
     * @param x the argument
     * @param derivative receives the derivative in its first element
     * @return the value, bit for bit that of the function
     */
    double value(double x, double[] derivative);
}
