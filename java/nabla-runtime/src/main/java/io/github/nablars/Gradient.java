package io.github.nablars;

/** The value of a function of an array and its gradient, computed together. */
@FunctionalInterface
public interface Gradient {
    /**
     * Computes both.
     *
     * @param x the argument
     * @param gradient receives the gradient; at least as long as the argument
     * @return the value, bit for bit that of the function
     */
    double value(double[] x, double[] gradient);

    /**
     * Computes the gradient.
     *
     * @param x the argument
     * @return the gradient, as long as the argument
     */
    default double[] at(double[] x) {
        double[] gradient = new double[x.length];
        value(x, gradient);
        return gradient;
    }
}
