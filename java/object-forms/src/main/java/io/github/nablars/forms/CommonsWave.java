package io.github.nablars.forms;

import org.apache.commons.math3.analysis.UnivariateFunction;

/** The same for Commons Math 3. */
public class CommonsWave implements UnivariateFunction {
    /** A factor of the oscillation; 1 in the example. */
    public double amplitude = 1;

    @Override
    public double value(double t) {
        return (6 - t) / 3 + amplitude * Math.cos(4 * t - 4) * Math.exp(-0.9 * t);
    }
}
