package io.github.nablars.commonsmath;

import io.github.nablars.ParametricFunction;
import io.github.nablars.ParametricGradient;
import org.apache.commons.math3.analysis.ParametricUnivariateFunction;

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
