package io.github.nablars.hipparchus;

import io.github.nablars.ParametricFunction;
import io.github.nablars.ParametricGradient;
import org.hipparchus.analysis.ParametricUnivariateFunction;

/** A curve to fit. */
record Curve(ParametricFunction f, ParametricGradient gradient) implements ParametricUnivariateFunction {
    @Override
    public double value(double x, double... parameters) {
        return f.value(x, parameters);
    }

    @Override
    public double[] gradient(double x, double... parameters) {
        return gradient.at(x, parameters);
    }
}
