package io.github.nablars;

/** The value of a {@link RightHandSide} and its Jacobian with respect to the state, computed together. */
@FunctionalInterface
public interface RightHandSideJacobian {
    /**
     * Computes both.
     *
     * @param t the time
     * @param y the state
     * @param jacobian receives the Jacobian: a row for each component of y', a column for each of y
     * @return y', bit for bit that of the function
     */
    double[] value(double t, double[] y, double[][] jacobian);
}
