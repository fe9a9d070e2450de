package io.github.nablars;

import java.io.Serializable;

/** A function of one number that depends on parameters, such as the curve of a fit. */
@FunctionalInterface
public interface ParametricFunction extends Serializable {
    /**
     * Computes the value.
     *
     * @param x the argument
     * @param parameters the parameters
     * @return the value
     */
    double value(double x, double[] parameters);
}
