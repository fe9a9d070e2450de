package io.github.nablars.hipparchus;

import io.github.nablars.ParametricJacobian;
import io.github.nablars.ParametricRightHandSide;
import java.util.List;
import org.hipparchus.exception.DummyLocalizable;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.ode.ODEJacobiansProvider;

/** A differential equation whose parameters have names and values. */
record ParametricEquation(
        int dimension, ParametricRightHandSide f, ParametricJacobian jacobian, List<String> names, double[] values)
        implements ODEJacobiansProvider {
    @Override
    public int getDimension() {
        return dimension;
    }

    @Override
    public double[] computeDerivatives(double t, double[] y) {
        return f.value(t, y, values);
    }

    @Override
    public double[][] computeMainStateJacobian(double t, double[] y, double[] yDot) {
        double[][] found = new double[dimension][dimension];
        jacobian.byState(t, y, values, found);
        return found;
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
    public double[] computeParameterJacobian(double t, double[] y, double[] yDot, String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new MathIllegalArgumentException(new DummyLocalizable("there is no parameter {0}, but {1}"), name, names);
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
