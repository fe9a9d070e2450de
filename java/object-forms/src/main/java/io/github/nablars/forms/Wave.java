package io.github.nablars.forms;

import org.hipparchus.analysis.UnivariateFunction;

/** The example of Commons Nabla's documentation, with an amplitude that can be changed. */
public class Wave implements UnivariateFunction {
    /** A factor of the oscillation; 1 in the example. */
    public double amplitude = 1;

    @Override
    public double value(double t) {
        return (6 - t) / 3 + amplitude * Math.cos(4 * t - 4) * Math.exp(-0.9 * t);
    }
}
