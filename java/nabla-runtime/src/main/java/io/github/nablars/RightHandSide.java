package io.github.nablars;

import java.io.Serializable;

/** The right-hand side of a differential equation {@code y' = f(t, y)}. */
@FunctionalInterface
public interface RightHandSide extends Serializable {
    /**
     * Computes the derivatives of the state.
     *
     * @param t the time
     * @param y the state
     * @return y'
     */
    double[] value(double t, double[] y);
}
