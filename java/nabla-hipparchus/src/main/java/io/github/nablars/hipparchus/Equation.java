package io.github.nablars.hipparchus;

import io.github.nablars.RightHandSide;
import io.github.nablars.RightHandSideJacobian;
import org.hipparchus.ode.ODEJacobiansProvider;

/** A differential equation without parameters. */
record Equation(int dimension, RightHandSide f, RightHandSideJacobian jacobian) implements ODEJacobiansProvider {
    /** Made here, so that {@link Hipparchus} links without the library of the interface. */
    static ODEJacobiansProvider of(int dimension, RightHandSide f, RightHandSideJacobian jacobian) {
        return new Equation(dimension, f, jacobian);
    }

    @Override
    public int getDimension() {
        return dimension;
    }

    @Override
    public double[] computeDerivatives(double t, double[] y) {
        return f.value(t, y);
    }

    @Override
    public double[][] computeMainStateJacobian(double t, double[] y, double[] yDot) {
        double[][] found = new double[dimension][dimension];
        jacobian.value(t, y, found);
        return found;
    }
}
