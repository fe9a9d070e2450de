package io.github.nablars;

/** The value of a {@link ParametricFunction} and its gradient with respect to the parameters, computed together. */
@FunctionalInterface
public interface ParametricGradient {
    /**
     * Computes both.
     *
     * @param x the argument
     * @param parameters the parameters
     * @param gradient receives the gradient; at least as long as the parameters
     * @return the value, bit for bit that of the function
     */
    double value(double x, double[] parameters, double[] gradient);

    /**
     * Computes the gradient.
     *
     * @param x the argument
     * @param parameters the parameters
     * @return the gradient, as long as the parameters
     */
    default double[] at(double x, double[] parameters) {
        double[] gradient = new double[parameters.length];
        value(x, parameters, gradient);
        return gradient;
    }
}
