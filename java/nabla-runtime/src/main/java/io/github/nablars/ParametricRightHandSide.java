package io.github.nablars;

import java.io.Serializable;

/** The right-hand side of a differential equation with parameters, {@code y' = f(t, y, p)}. */
@FunctionalInterface
public interface ParametricRightHandSide extends Serializable {
    /**
     * Computes the derivatives of the state.
     *
     * @param t the time
     * @param y the state
     * @param parameters the parameters
     * @return y'
     */
    double[] value(double t, double[] y, double[] parameters);
}
