package io.github.nablars.commonsmath;

import io.github.nablars.adapters.NamedParameters;
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
    private final NamedParameters equation;

    Equation(NamedParameters equation) {
        this.equation = equation;
    }

    @Override
    public int getDimension() {
        return equation.dimension();
    }

    @Override
    public void computeDerivatives(double t, double[] y, double[] yDot) {
        double[] found = equation.value(t, y);
        if (found.length != getDimension()) {
            throw new DimensionMismatchException(found.length, getDimension());
        }
        System.arraycopy(found, 0, yDot, 0, found.length);
    }

    @Override
    public void computeMainStateJacobian(double t, double[] y, double[] yDot, double[][] byState) {
        equation.byState(t, y, byState);
    }

    @Override
    public List<String> getParametersNames() {
        return equation.names();
    }

    @Override
    public boolean isSupported(String name) {
        return equation.names().contains(name);
    }

    @Override
    public void computeParameterJacobian(double t, double[] y, double[] yDot, String name, double[] byParameter) {
        double[] found = equation.byParameter(t, y, name);
        if (found == null) {
            throw new UnknownParameterException(name);
        }
        System.arraycopy(found, 0, byParameter, 0, found.length);
    }
}
