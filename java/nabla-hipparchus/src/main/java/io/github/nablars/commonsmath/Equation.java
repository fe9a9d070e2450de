package io.github.nablars.commonsmath;

import io.github.nablars.ParametricJacobian;
import io.github.nablars.ParametricRightHandSide;
import java.util.List;
import org.apache.commons.math3.exception.DimensionMismatchException;
import org.apache.commons.math3.ode.MainStateJacobianProvider;
import org.apache.commons.math3.ode.ParameterJacobianProvider;
import org.apache.commons.math3.ode.UnknownParameterException;

/**
 * A differential equation with both its Jacobians, as {@code JacobianMatrices} takes them: the equation itself in the constructor, and
 * for the parameters as a provider.
 */
public final class Equation implements MainStateJacobianProvider, ParameterJacobianProvider {
    private final int dimension;
    private final List<String> names;
    private final double[] values;
    private final ParametricRightHandSide f;
    private final ParametricJacobian jacobian;

    Equation(int dimension, List<String> names, double[] values, ParametricRightHandSide f, ParametricJacobian jacobian) {
        this.dimension = dimension;
        this.names = names;
        this.values = values;
        this.f = f;
        this.jacobian = jacobian;
    }

    @Override
    public int getDimension() {
        return dimension;
    }

    @Override
    public void computeDerivatives(double t, double[] y, double[] yDot) {
        double[] found = f.value(t, y, values);
        if (found.length != dimension) {
            throw new DimensionMismatchException(found.length, dimension);
        }
        System.arraycopy(found, 0, yDot, 0, dimension);
    }

    @Override
    public void computeMainStateJacobian(double t, double[] y, double[] yDot, double[][] byState) {
        jacobian.byState(t, y, values, byState);
    }

    @Override
    public List<String> getParametersNames() {
        return names;
    }

    @Override
    public boolean isSupported(String name) {
        return names.contains(name);
    }

    @Override
    public void computeParameterJacobian(double t, double[] y, double[] yDot, String name, double[] byParameter) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new UnknownParameterException(name);
        }
        double[][] found = new double[dimension][values.length];
        jacobian.byParameters(t, y, values, found);
        for (int i = 0; i < dimension; i++) {
            byParameter[i] = found[i][index];
        }
    }
}
