package io.github.nablars.hipparchus;

import io.github.nablars.adapters.NamedParameters;
import java.util.List;
import org.hipparchus.exception.DummyLocalizable;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.ode.ODEJacobiansProvider;

/** A differential equation whose parameters have names and values. */
record ParametricEquation(NamedParameters equation) implements ODEJacobiansProvider {
    /** Made here, so that {@link Hipparchus} links without the library of the interface. */
    static ODEJacobiansProvider of(NamedParameters equation) {
        return new ParametricEquation(equation);
    }

    @Override
    public int getDimension() {
        return equation.dimension();
    }

    @Override
    public double[] computeDerivatives(double t, double[] y) {
        return equation.value(t, y);
    }

    @Override
    public double[][] computeMainStateJacobian(double t, double[] y, double[] yDot) {
        double[][] found = new double[equation.dimension()][equation.dimension()];
        equation.byState(t, y, found);
        return found;
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
    public double[] computeParameterJacobian(double t, double[] y, double[] yDot, String name) {
        double[] found = equation.byParameter(t, y, name);
        if (found == null) {
            throw new MathIllegalArgumentException(
                    new DummyLocalizable("there is no parameter {0}, but {1}"), name, equation.names());
        }
        return found;
    }
}
