package io.github.nablars.adapters;

import io.github.nablars.Nabla;
import io.github.nablars.ParametricJacobian;
import io.github.nablars.ParametricRightHandSide;
import java.util.List;

/** A differential equation whose parameters have names and values, with both its Jacobians. */
public final class NamedParameters {
    private final int dimension;
    private final List<String> names;
    private final double[] values;
    private final ParametricRightHandSide f;
    private final ParametricJacobian jacobian;

    /**
     * Differentiates the equation.
     *
     * @param dimension the size of the state
     * @param names the parameters' names
     * @param values the parameters' values; changes are seen
     * @param f the right-hand side
     */
    public NamedParameters(int dimension, List<String> names, double[] values, ParametricRightHandSide f) {
        if (names.size() != values.length) {
            throw new IllegalArgumentException(names.size() + " names of parameters, but " + values.length + " values");
        }
        this.dimension = dimension;
        this.names = List.copyOf(names);
        this.values = values;
        this.f = f;
        jacobian = Nabla.differentiable(ParametricJacobian.class, f);
    }

    /**
     * The size of the state.
     *
     * @return it
     */
    public int dimension() {
        return dimension;
    }

    /**
     * The parameters' names.
     *
     * @return them, in the order of their values
     */
    public List<String> names() {
        return names;
    }

    /**
     * The right-hand side.
     *
     * @param t the time
     * @param y the state
     * @return y'
     */
    public double[] value(double t, double[] y) {
        return f.value(t, y, values);
    }

    /**
     * The Jacobian with respect to the state.
     *
     * @param t the time
     * @param y the state
     * @param found receives it
     */
    public void byState(double t, double[] y, double[][] found) {
        jacobian.byState(t, y, values, found);
    }

    /**
     * The derivatives with respect to one parameter.
     *
     * @param t the time
     * @param y the state
     * @param name the parameter's name
     * @return as many as the state has components, or null if there is no such parameter
     */
    public double[] byParameter(double t, double[] y, String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            return null;
        }
        double[][] found = new double[dimension][values.length];
        jacobian.byParameters(t, y, values, found);
        double[] column = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            column[i] = found[i][index];
        }
        return column;
    }
}
