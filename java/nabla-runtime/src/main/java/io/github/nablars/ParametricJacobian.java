package io.github.nablars;

/** The value of a {@link ParametricRightHandSide} with one of its Jacobians, computed together. */
public interface ParametricJacobian {
    /**
     * Computes the value and the Jacobian with respect to the state.
     *
     * @param t the time
     * @param y the state
     * @param parameters the parameters
     * @param jacobian receives the Jacobian: a row for each component of y', a column for each of y
     * @return y', bit for bit that of the function
     */
    double[] byState(double t, double[] y, double[] parameters, double[][] jacobian);

    /**
     * Computes the value and the Jacobian with respect to the parameters.
     *
     * @param t the time
     * @param y the state
     * @param parameters the parameters
     * @param jacobian receives the Jacobian: a row for each component of y', a column for each parameter
     * @return y', bit for bit that of the function
     */
    double[] byParameters(double t, double[] y, double[] parameters, double[][] jacobian);
}
